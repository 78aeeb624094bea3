/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Factorizations of batches on a GPU with a thread block for each matrix. */

#ifndef SL_CUDA_MIDDLE_H
#define SL_CUDA_MIDDLE_H

#include "cuda_middle_getrf.h"
#include "cuda_middle_potrf.h"

enum { SL_MIDDLE = SL_MIDDLE_ROWS }; /* the largest order */

#endif
