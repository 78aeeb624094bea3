/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The parameters that can be tuned. Files may have values in place of those of tuning.h. */

#ifndef SL_TUNED_H
#define SL_TUNED_H

#include "runtime.h"
#include "environment.h"

enum { SL_FEWEST_ROWS = 8 };

enum sl_parameter {
    SL_TUNED_TILE,           /* square tiles, by the larger dimension; at least SL_FEWEST_ROWS */
    SL_TUNED_COLUMNS,        /* block columns of LU, by the smaller dimension */
    SL_TUNED_QR_COLUMNS,     /* the same of QR */
    SL_TUNED_BAND_PANELS,    /* panels of a block column of the reduction to a band */
    SL_TUNED_STEDC_COLUMNS,  /* most block columns of divide and conquer */
    SL_TUNED_VECTOR_COLUMNS, /* the same of eigenvectors, on all GPUs together */
    SL_TUNED_CHUNK,          /* KiB of a chunk of a batch, by the order of its matrices */
    SL_TUNED_POTRF_KIND,     /* codelets/kind.h, by the order of a batch's matrices */
    SL_TUNED_GETRF_KIND,     /* the same of LU, by the larger dimension */
    SL_TUNED_GESV_MIXED,     /* 1: gesv_mixed factors in the lower precision first; 0: it would take
                                longer */
    SL_TUNED_POSV_MIXED,     /* the same of posv_mixed */
    SL_PARAMETERS
};

/* The library has started. The value for order n: of the user's file, else of the installed file,
 * else of tuning.h. */
int64_t sl_tuned(enum sl_parameter parameter, starling_precision prec, int64_t n);

/* Whether a matrix of order n is so small that the calling thread computes: one tile, or beside GPUs
 * small enough. */
bool sl_tuned_direct(starling_precision prec, int64_t n);

/* When StarPU has started: reads the files of these workers. Notices go to `said`. */
void sl_tuned_start(int gpus, struct sl_said *said);
const char *sl_tuned_workers(void); /* as files name them */
/* Takes these lines in place of the user's file; NULL: none. False, and a notice: a line is wrong.
 */
bool sl_tuned_set(const char *lines, struct sl_said *said);

#endif
