/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The update of a column by a factored one L whose triangle is at row `offset` of its tile:
 * interchanges, rows of U, the product below them. Compiled once a precision. */

#ifndef SL_UPDATE_H
#define SL_UPDATE_H

#include "column.h"

/* Square tiles of a column, one below the other, each transposed in place. */
void SL_X(turn_column)(const struct column *c);
void SL_X(update_column)(void *L, int64_t offset, const int *ipiv, const struct column *c);
#ifdef STARLING_CUDA
void SL_X(cuda_turn_column)(const struct sl_args *args, cublasHandle_t handle,
                            const struct column *c);
/* ipiv as sl_insert_getrf() leaves them */
void SL_X(cuda_update_column)(const struct sl_args *args, cublasHandle_t handle, void *L,
                              int64_t offset, const int *ipiv, const struct column *c);
#endif

#endif
