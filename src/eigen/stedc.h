/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Divide and conquer: its data and its tasks. */

#ifndef SL_STEDC_H
#define SL_STEDC_H

#include "eigen.h"

/* Columns of a block if only eigenvalues are wanted. */
enum { SL_STERF_BLOCK = 128 };

/* Z is NULL: eigenvalues only. W and U have the shape of Z, and are NULL for one block column. */
struct sl_stedc {
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, width, blocks;
    starling_matrix *Z, *W, *U;
    starpu_data_handle_t T;      /* the scaled tridiagonal matrix */
    starpu_data_handle_t *roots; /* of each block column: eigenvalues, and as distances from poles */
    starpu_data_handle_t *edges; /* first and last row of the eigenvectors of its node */
    starpu_data_handle_t *products; /* of the roots of the merge, to find z */
    starpu_data_handle_t work, places; /* for every task: 4 n real numbers, 4 n integers */
};

/* A merge of block columns begin ... middle - 1 and middle ... end - 1. */
struct sl_merge {
    int64_t begin, middle, end;
    int depth; /* in the tree */
    starpu_data_handle_t numbers, places; /* codelets/eigen/args.h */
};

/* Makes W, U and the data; returns info. sl_stedc_free() may follow in any case. */
int sl_stedc_make(struct sl_stedc *s);
void sl_stedc_free(struct sl_stedc *s);
void sl_stedc_merge_make(struct sl_stedc *s, int64_t begin, int64_t middle, int64_t end, int depth,
                         struct sl_merge *m);
void sl_stedc_merge_free(struct sl_stedc *s, struct sl_merge *m);
/* The roots of the halves are no longer needed: so later merges need not wait for their readers. */
void sl_stedc_new_roots(struct sl_stedc *s, const struct sl_merge *m);

/* T = D and E, scaled and cut into blocks. A NaN or Inf with index i is the failure key + i. */
void sl_insert_stedc_scale(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key);
/* A block of T: eigenvalues, edges and, if wanted, eigenvectors. */
void sl_insert_stedc_leaf(struct sl_stedc *s, int64_t j, int depth);
void sl_insert_stedc_deflate(struct sl_stedc *s, const struct sl_merge *m);
/* Roots of the secular equation, and edges, of block column j. */
void sl_insert_stedc_roots(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
void sl_insert_stedc_rows(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
/* W = columns of `from`, rotated and in the order of the merge. */
void sl_insert_stedc_copy(struct sl_stedc *s, const struct sl_merge *m, starling_matrix *from,
                          sl_tile W);
/* U = eigenvectors of D + rho z z^T, and result = W U. */
void sl_insert_stedc_vectors(struct sl_stedc *s, const struct sl_merge *m, sl_tile U);
void sl_insert_stedc_product(struct sl_stedc *s, const struct sl_merge *m, sl_tile U, sl_tile result);
/* D = all eigenvalues, ascending; m: their order. */
void sl_insert_stedc_sort(struct sl_stedc *s, const struct sl_merge *m, starling_matrix *D);

#endif
