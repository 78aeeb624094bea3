/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of matrix products and triangular solves. */

#ifndef SL_BLAS3_ARGS_H
#define SL_BLAS3_ARGS_H

#include "codelets/worker_team.h"

/* Order of the inverted diagonal blocks, as in cuda_blas3.h. */
enum { SL_IB = 1024 };

struct sl_triangle {
    starling_uplo uplo;
    starling_trans trans;
    starling_diag diag;
};
enum { SL_TRIANGLES = 2 }; /* most triangles of one trsv */

struct sl_gemm_args {
    struct sl_args head;
    starling_trans ta, tb;
    double _Complex alpha, beta;
};
struct sl_hemm_args {
    struct sl_args head;
    bool hermitian;
    starling_side side;
    starling_uplo uplo;
    double _Complex alpha, beta;
};
struct sl_herk_args { /* herk, her2k */
    struct sl_args head;
    bool hermitian;
    starling_uplo uplo;
    starling_trans trans;
    double _Complex alpha, beta;
};
struct sl_trsm_args { /* trsm, trmm; trtri_diag uses uplo, diag, offset and order */
    struct sl_args head;
    int64_t offset, order;
    starling_side side;
    starling_uplo uplo;
    starling_trans trans;
    starling_diag diag;
    double _Complex alpha;
};
struct sl_solve_args {
    struct sl_args head;
    int64_t offset; /* of the triangle's first row in its tile */
    starling_uplo uplo;
    starling_trans trans;
    bool inverse;         /* there are inverted blocks */
    struct sl_team *team; /* NULL: a core works alone */
};
struct sl_split_args {
    struct sl_args head;
    int64_t offset; /* of the first row that is split */
    bool beside;    /* columns are the inner dimension of products, else rows */
    float factor;
};
/* Elements of a workspace for trsv with inverses: the solution as it appears, and a counter. */
static inline int64_t sl_trsv_work(int64_t order)
{
    return order + 1;
}
#define SL_INVERSES_VARIANT 0x40000000u
struct sl_trsv_args {
    struct sl_args head;
    int64_t order; /* of A */
    int count;
    int work; /* position of a workspace: by inverses of diagonal blocks; -1: by substitution */
    struct sl_triangle triangle[SL_TRIANGLES];
    double _Complex alpha;
};
struct sl_matvec_args {
    struct sl_args head;
    int64_t m, n;
    starling_uplo uplo; /* G, or the triangle of a Hermitian A */
    double alpha, beta;
};

#endif
