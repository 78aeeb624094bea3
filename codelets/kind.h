/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Compiled kinds of thread blocks that factor matrices of a batch on a GPU. Kinds count from 1 on;
 * 0 is the kernels' own choice by the order. A kind that cannot hold a matrix gives way to that
 * choice. */

#ifndef SL_KIND_H
#define SL_KIND_H

#include "src/starling.h"

enum { SL_POTRF_KINDS = 4, SL_GETRF_KINDS = 4 };
enum { SL_KIND_LEAST = 33, SL_KIND_MOST = 1024 }; /* orders */

#ifdef __cplusplus
extern "C" {
#endif

/* What a kind is and needs for order n on the current device. A cudaError_t. */
typedef int sl_kind_query(starling_precision prec, int n, int kind, starling_kind *about);
sl_kind_query sl_cuda_potrf_kind, sl_cuda_getrf_kind;

/* NULL: no kinds, for there are no kernels for GPUs. */
extern sl_kind_query *const sl_potrf_kind, *const sl_getrf_kind;
/* The same on this device. */
bool sl_kind_on(int device, sl_kind_query *query, starling_precision prec, int n, int kind,
                starling_kind *about);

#ifdef __cplusplus
}
#endif

#endif
