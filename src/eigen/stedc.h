/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Divide and conquer: its data and its tasks. */

#ifndef SL_STEDC_H
#define SL_STEDC_H

#include "eigen.h"

/* A leaf is a block column; LAPACK counts the elements of its workspace, a square, as an int. */
enum { SL_STEDC_MOST_COLUMNS = 32768 };

/* If only eigenvalues are wanted: fewest columns of a block, and most blocks, for each keeps a
 * product for all columns. */
enum { SL_STERF_BLOCK = 128, SL_STERF_BLOCKS = 128 };

/* Z is NULL: eigenvalues only. W has the shape of Z, and is NULL for one block column. */
struct sl_stedc {
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, width, blocks;
    starling_matrix *Z, *W;
    starpu_data_handle_t T;            /* the scaled tridiagonal matrix */
    /* A block column has these: first and last row of the eigenvectors of its node; eigenvalues of
     * the merge, and as distances from poles; products of the merge, to find z. */
    starpu_data_handle_t *edges, *roots, *products;
    starpu_data_handle_t work, places; /* for every task, of any worker */
};

/* A merge of block columns begin ... middle - 1 and middle ... end - 1. */
struct sl_merge {
    int64_t begin, middle, end;
    int depth;                            /* in the tree */
    starpu_data_handle_t upper, lower;    /* eigenvalues of the halves, ascending */
    starpu_data_handle_t numbers, places; /* codelets/eigen/args.h */
    starpu_data_handle_t values, order;   /* eigenvalues, ascending, with distances and indices */
};

/* Makes W and the data; returns info. sl_stedc_free() may follow in any case. */
int sl_stedc_make(struct sl_stedc *s);
void sl_stedc_free(struct sl_stedc *s);
/* Makes the data of a merge; then frees all but the eigenvalues, and those of the halves. */
void sl_stedc_merge_begin(struct sl_stedc *s, struct sl_merge *m);
void sl_stedc_merge_end(struct sl_stedc *s, struct sl_merge *m);

/* T = D and E, scaled and cut into blocks. A NaN or Inf with index i is the failure key + i. */
void sl_insert_stedc_scale(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key);
/* D = eigenvalues of all, which are freed. */
void sl_insert_stedc_unscale(struct sl_stedc *s, starpu_data_handle_t values, starling_matrix *D);
/* A block of T: edges, and eigenvectors if they are wanted. Returns the eigenvalues. */
starpu_data_handle_t sl_insert_stedc_leaf(struct sl_stedc *s, int64_t j, int depth);
void sl_insert_stedc_deflate(struct sl_stedc *s, const struct sl_merge *m);
/* Roots of the secular equation with the indices of block column j. */
void sl_insert_stedc_roots(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
void sl_insert_stedc_order(struct sl_stedc *s, const struct sl_merge *m);
/* The edges of block column j. */
void sl_insert_stedc_rows(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
/* Block column j of W = columns of Z, rotated and in the order of the merge. */
void sl_insert_stedc_copy(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
/* Block column j of Z = W U, with the eigenvectors U of D + rho z z^T. */
void sl_insert_stedc_product(struct sl_stedc *s, const struct sl_merge *m, int64_t j);

#endif
