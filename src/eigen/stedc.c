/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a symmetric tridiagonal matrix by divide and conquer (Cuppen,
 * Numer. Math. 36, 1981; Gu and Eisenstat, SIAM J. Matrix Anal. Appl. 16, 1995), as tasks
 * (Tisseur and Dongarra, SIAM J. Sci. Comput. 20, 1999; Pichon, Haidar, Faverge and Kurzak, IPDPS
 * 2015).
 *
 * A node of the tree has some block columns of Z. A merge makes its eigenvalues and vectors from
 * those of its halves. It needs only two rows of their vectors, which are data of their own. So all
 * merges can run before the products that make Z, and without them for eigenvalues only.
 *
 * Singular values and vectors of a bidiagonal matrix have the same tree (Gu and Eisenstat, SIAM J.
 * Matrix Anal. Appl. 16, 1995). A cut takes a row out instead of a matrix of rank one, and there
 * are vectors of two sides. */

#include "stedc.h"

/* Vectors: the columns of both halves go to W, and C = W U in block columns begin ...
 * end - 1 of C. Column 0 of C is column `first` of the matrix. */
static void merge_vectors(struct sl_stedc *s, enum sl_side side, const struct sl_merge *m,
                          int64_t first, starling_matrix *C, int64_t begin, int64_t end)
{
    struct sl_workspace_of_merge w = sl_stedc_workspace(s, side, m);
    sl_chain_begin(s->seq, m->depth > 0 ? s->chain : NULL);
    for (int64_t j = w.begin; j < w.end; j++)
        sl_insert_stedc_copy(s, side, m, j);
    for (int64_t j = begin; j < end; j++)
        sl_insert_stedc_product(s, side, m, first + j * C->nb, sl_tile_of(C, 0, j));
    sl_chain_end(s->seq);
}

static starpu_data_handle_t solve(struct sl_stedc *s, int64_t begin, int64_t end, int depth);

/* The eigenvalues of a node of several block columns, and the first and last row of its
 * eigenvectors, which the last merge does not need. */
static struct sl_merge merge_values(struct sl_stedc *s, int64_t begin, int64_t end, int depth)
{
    struct sl_merge m = {
        .begin = begin, .middle = begin + (end - begin) / 2, .end = end, .depth = depth};
    m.upper = solve(s, begin, m.middle, depth + 1);
    m.lower = solve(s, m.middle, end, depth + 1);
    sl_stedc_merge_begin(s, &m);
    sl_insert_stedc_deflate(s, &m);
    sl_chain_begin(s->seq, s->chain);
    for (int64_t j = begin; j < end; j++)
        sl_insert_stedc_roots(s, &m, j);
    sl_chain_end(s->seq);
    sl_insert_stedc_order(s, &m);
    sl_chain_begin(s->seq, s->chain);
    for (int64_t j = begin; j < end && depth > 0; j++)
        sl_insert_stedc_rows(s, &m, j);
    sl_chain_end(s->seq);
    return m;
}

/* All of a node; returns the eigenvalues, ascending. */
static starpu_data_handle_t solve(struct sl_stedc *s, int64_t begin, int64_t end, int depth)
{
    if (end - begin == 1)
        return sl_insert_stedc_leaf(s, begin, depth);
    struct sl_merge m = merge_values(s, begin, end, depth);
    for (enum sl_side side = 0; side < SL_SIDES; side++)
        if (s->side[side].Z)
            merge_vectors(s, side, &m, 0, s->side[side].Z, begin, end);
    sl_stedc_merge_end(s, &m);
    return m.values;
}

int sl_stedc_begin(struct sl_stedc *s, starling_matrix *D, starling_matrix *E, int64_t key)
{
    int info = sl_stedc_make(s);
    if (info != 0)
        return info;
    sl_insert_stedc_scale(s, D, E, key);
    if (s->blocks > 1)
        s->last = merge_values(s, 0, s->blocks, 0);
    s->values = s->blocks > 1  ? s->last.values
                : s->bisection ? sl_insert_stebz(s)
                               : sl_insert_stedc_leaf(s, 0, 0);
    return 0;
}

void sl_stedc_values(struct sl_stedc *s, int64_t first, starling_matrix *D)
{
    sl_insert_stedc_unscale(s, first, D);
}

void sl_stedc_vectors(struct sl_stedc *s, enum sl_side side, int64_t first, starling_matrix *C)
{
    if (s->blocks > 1)
        merge_vectors(s, side, &s->last, first, C, 0, C->nt);
    else if (C != s->side[side].Z)
        sl_insert_columns_from(s->seq, s->side[side].Z, first, C);
}

void sl_stedc_end(struct sl_stedc *s)
{
    sl_stedc_merge_end(s, &s->last);
    sl_stedc_free(s);
}

int sl_stedc_solve(struct sl_stedc *s, starling_matrix *D, starling_matrix *E)
{
    int64_t key = sl_operation(s->seq);
    s->unfound = key + s->n;
    if (s->n == 0)
        return 0;
    int info = sl_stedc_begin(s, D, E, key);
    if (info == 0) {
        sl_stedc_values(s, 0, D);
        sl_write_back(s->seq, sl_tile_of(D, 0, 0));
    }
    for (enum sl_side side = 0; side < SL_SIDES && info == 0; side++) {
        starling_matrix *Z = s->side[side].Z;
        if (Z)
            sl_stedc_vectors(s, side, 0, Z);
        for (int64_t j = 0; Z && j < s->blocks; j++)
            sl_write_back(s->seq, sl_tile_of(Z, 0, j));
    }
    sl_stedc_end(s);
    return info == 0 ? 0 : sl_sequence_error(s->seq, info);
}

int sl_stedc_by(bool chains, starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                starling_sequence *seq)
{
    struct sl_stedc s = {.seq = seq,
                         .prec = D->prec,
                         .n = D->m,
                         .width = Z->nb,
                         .side = {{.Z = Z}},
                         .chain = chains ? sl_cl_stedc_merge[D->prec] : NULL};
    return sl_stedc_solve(&s, D, E);
}

int sl_stedc_tasks(starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                   starling_sequence *seq)
{
    return sl_stedc_by(false, D, E, Z, seq);
}

int starling_stedc_submit(starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_D_E_ARGS(seq, D, E);
    SL_SEQ_ARG(seq, 3, Z, Z && Z->prec == D->prec && Z->m == D->m && Z->n == D->m && Z->mt <= 1,
               "a matrix of the precision of D, %lld x %lld, in block columns", (long long)D->m,
               (long long)D->m);
    SL_SEQ_ARG(seq, 3, Z, SL_MIN(Z->n, Z->nb) <= SL_STEDC_MOST_COLUMNS,
               "a matrix in block columns of at most %d", SL_STEDC_MOST_COLUMNS);
    return sl_stedc_tasks(D, E, Z, seq);
}

int starling_stedc(starling_matrix *D, starling_matrix *E, starling_matrix *Z)
{
    SL_SYNCHRONOUS(starling_stedc_submit(D, E, Z, seq));
}
