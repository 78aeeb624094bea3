/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Divide and conquer: its data and its tasks. */

#ifndef SL_STEDC_H
#define SL_STEDC_H

#include "eigen.h"

/* A leaf is a block column; LAPACK counts the elements of its workspace, a square or some, as an
 * int. */
enum { SL_STEDC_MOST_COLUMNS = 32768, SL_BDSDC_MOST_COLUMNS = 16384 };

/* A merge of block columns begin ... middle - 1 and middle ... end - 1. */
struct sl_merge {
    int64_t begin, middle, end;
    int depth;                            /* in the tree */
    starpu_data_handle_t upper, lower;    /* eigenvalues of the halves, ascending */
    starpu_data_handle_t numbers, places; /* codelets/eigen/args.h */
    starpu_data_handle_t values, order;   /* eigenvalues, ascending, with distances and indices */
};

/* Vectors: eigenvectors and right singular vectors, or left singular vectors. */
enum sl_side { SL_RIGHT_VECTORS, SL_LEFT_VECTORS, SL_SIDES };
/* Z is NULL: they are not wanted. W is as large as Z, and NULL for one block column; the last merge
 * has one with wider block columns, so that its products have a long inner dimension. */
struct sl_vectors {
    starling_matrix *Z, *W, *wide;
};

/* The caller sets seq, prec, n, width, columns and the Z of the sides. No Z: eigenvalues only, and
 * sl_sterf_plan() sets the width. With svd it is a bidiagonal matrix: its singular values, which
 * are descending in the end, take the place of eigenvalues. */
struct sl_stedc {
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, width, blocks;
    bool bisection; /* instead of divide and conquer; there is one block */
    bool svd;
    int64_t unfound; /* svd: i values of a block that are not found are the failure unfound + i */
    int64_t columns; /* most of a block column of the result */
    struct sl_vectors side[SL_SIDES];
    starpu_data_handle_t T; /* the scaled matrix */
    /* A block column has these: first and last row of the eigenvectors of its node; eigenvalues of
     * the merge, and as distances from poles; products of the merge, to find z. */
    starpu_data_handle_t *edges, *roots, *products;
    starpu_data_handle_t work, places; /* for every task, of any worker, but for products */
    starpu_data_handle_t room;         /* for products */
    starpu_data_handle_t values;       /* eigenvalues of all, ascending */
    struct sl_merge last;              /* if there are several block columns */
    /* The same tasks of all block columns of a merge are one task of this codelet. NULL: they are
     * not, unless there is one GPU. */
    struct starpu_codelet *chain;
};

/* ---- Steps (stedc.c) ----------------------------------------------------------------------- */

/* The eigenvalues, and with Z the vectors of all merges but the last one. Returns info.
 * sl_stedc_end() follows in any case. A NaN or Inf with index i is the failure key + i. */
int sl_stedc_begin(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key);
/* D = eigenvalues `first`, `first` + 1, ... */
void sl_stedc_values(struct sl_stedc *s, int64_t first, starling_matrix *D);
/* C = their vectors, as many as C has columns. C may be Z of this side, of the same tiles. */
void sl_stedc_vectors(struct sl_stedc *s, enum sl_side side, int64_t first, starling_matrix *C);
void sl_stedc_end(struct sl_stedc *s);
/* All of it: D, and each Z if there is one. E stays. Returns info. */
int sl_stedc_solve(struct sl_stedc *s, starling_matrix *D, starling_matrix *E);
/* For eigenvalues only: sets the width and the way (sterf.c). */
void sl_sterf_plan(struct sl_stedc *s, bool bisection);
/* Whether bisection is faster: a GPU can do it. */
bool sl_sterf_by_bisection(int64_t n);
/* The arguments of stedc and sterf. */
#define SL_D_E_ARGS(seq, D, E)                                                                     \
    SL_SEQ_ARG(seq, 1, D, D != NULL && sl_is_column(D, D->prec, D->m),                             \
               "a real matrix of one column in one tile");                                         \
    SL_SEQ_ARG(seq, 2, E, E != D && sl_is_column(E, D->prec, SL_MAX(0, D->m - 1)),                 \
               "another matrix of the precision of D, %lld x 1, in one tile",                      \
               (long long)SL_MAX(0, D->m - 1))

/* ---- Data and tasks (stedc_task.c) --------------------------------------------------------- */

/* Makes W and the data; returns info. sl_stedc_free() may follow in any case. */
int sl_stedc_make(struct sl_stedc *s);
void sl_stedc_free(struct sl_stedc *s);
/* Makes the data of a merge; then frees all but the eigenvalues, and those of the halves. */
void sl_stedc_merge_begin(struct sl_stedc *s, struct sl_merge *m);
void sl_stedc_merge_end(struct sl_stedc *s, struct sl_merge *m);

/* T = D and E, scaled and cut into blocks. A NaN or Inf with index i is the failure key + i. */
void sl_insert_stedc_scale(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key);
/* D = values `first`, `first` + 1, ..., unscaled, and zeros below. */
void sl_insert_stedc_unscale(struct sl_stedc *s, int64_t first, starling_matrix *D);
/* A block of T: edges, and eigenvectors if they are wanted. Returns the eigenvalues. */
starpu_data_handle_t sl_insert_stedc_leaf(struct sl_stedc *s, int64_t j, int depth);
/* All eigenvalues by bisection, in about ascending order. */
starpu_data_handle_t sl_insert_stebz(struct sl_stedc *s);
void sl_insert_stedc_deflate(struct sl_stedc *s, const struct sl_merge *m);
/* Roots of the secular equation with the indices of block column j. */
void sl_insert_stedc_roots(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
void sl_insert_stedc_order(struct sl_stedc *s, const struct sl_merge *m);
/* The edges of block column j. */
void sl_insert_stedc_rows(struct sl_stedc *s, const struct sl_merge *m, int64_t j);
/* The workspace of a merge: W, of which it has block columns begin ... end - 1. */
struct sl_workspace_of_merge {
    starling_matrix *W;
    int64_t begin, end;
};
struct sl_workspace_of_merge sl_stedc_workspace(const struct sl_stedc *s, enum sl_side side,
                                                const struct sl_merge *m);
/* Block column j of W = columns of Z, rotated and in the order of the merge. */
void sl_insert_stedc_copy(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                          int64_t j);
/* C = columns `first`, `first` + 1, ... of W U, with the eigenvectors U of D + rho z z^T, or
 * singular vectors of the arrow. */
void sl_insert_stedc_product(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                             int64_t first, sl_tile C);

#endif
