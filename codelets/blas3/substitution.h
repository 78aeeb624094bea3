/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A step of a substitution with a triangle that is cut into columns: its operands, and the parts
 * that the update of an LU factorization has, too. Compiled once for each precision. */

#ifndef SL_SUBSTITUTION_H
#define SL_SUBSTITUTION_H

#include "args.h"
#include "codelets/codelet.h"

/* The operands of a task, in the memory of its worker. */
struct substitution {
    starling_uplo uplo;
    starling_trans trans;
    int pivots, n, rest, lda, ldb;
    const scalar_t *t, *r;
    scalar_t *x, *y;
    void *parts; /* the buffer with R split, which is below L; NULL: none */
    int first;   /* the row of it in which R begins */
};

/* The operands with the triangle of order `pivots` at row `above` of a. */
static inline struct substitution substitution_at(starling_uplo uplo, starling_trans trans, void *a,
                                                  int above, int pivots, void *b, int offset)
{
    bool lower = uplo == STARLING_LOWER;
    int from = lower ? offset + pivots : 0;
    return (struct substitution){
        .uplo = uplo,
        .trans = trans,
        .pivots = pivots,
        .n = TILE_N(b),
        .rest = lower ? TILE_M(b) - from : offset,
        .lda = TILE_LD(a),
        .ldb = TILE_LD(b),
        .t = TILE(a) + above,
        .r = TILE(a) + (lower ? above + pivots : 0),
        .x = TILE(b) + offset,
        .y = TILE(b) + from,
    };
}

/* The product with R, on `rows` rows of Y (no transpose) or X (transpose) from `first` on. */
void SL_X(subtract_product)(const struct substitution *s, int first, int rows);
/* Solves with the triangle, on columns of X from `first` on. */
void SL_X(solve_columns)(const struct substitution *s, int first, int columns);

#ifdef STARLING_CUDA
/* C = C - op(R) op(B), m x n, the inner dimension k */
void SL_X(cuda_subtract_product)(struct sl_args *args, cublasHandle_t handle,
                                 const struct substitution *s, cublasOperation_t trans,
                                 cublasOperation_t trans_b, int m, int k, const scalar_t *b,
                                 int ldb, scalar_t *c);
/* The whole step, with the inverted blocks d of the triangle; upper: NULL. */
void SL_X(cuda_substitute)(struct sl_args *args, const struct substitution *s, void *d,
                           scalar_t *work);
#endif

#endif
