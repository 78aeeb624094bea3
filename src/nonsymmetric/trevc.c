/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvectors of an upper (quasi-)triangular matrix by substitution on tiles. Each piece of a
 * vector has its own scale, so that nothing overflows: Mikkelsen, Schwarz and Karlsson, Parallel
 * robust solution of triangular linear systems, CCPE 31 (2019), and Schwarz, Mikkelsen and
 * Karlsson, Robust parallel eigenvector computation for the non-symmetric eigenvalue problem,
 * Parallel Computing 100 (2020). */

#include <stdlib.h>
#include "nonsymmetric.h"

/* The vectors of block j: (S - lambda) x = 0, where x has a 1 in its window j and zeros below. */
static void substitute(struct sl_trevc *s, int64_t j)
{
    for (int64_t l = j; l >= 0; l--) {
        sl_insert_trevc_solve(s, l, j);
        for (int64_t i = l - 1; i >= 0; i--)
            sl_insert_trevc_update(s, i, l, j);
    }
    sl_insert_trevc_finish(s, j);
}

int sl_trevc_tasks(const struct sl_trevc_problem *problem, starling_sequence *seq)
{
    struct sl_trevc s = {0};
    int info = sl_trevc_make(&s, problem, seq);
    for (int64_t j = 0; j < s.blocks && info == 0; j++)
        for (int64_t i = 0; i <= j; i++)
            sl_insert_trevc_window(&s, i, j);
    for (int64_t j = s.blocks - 1; j >= 0 && info == 0; j--) /* long chains first */
        if (s.block[j].count > 0)
            substitute(&s, j);
    for (int64_t j = s.blocks - 1; j >= 0 && info == 0 && problem->multiply; j--)
        if (s.block[j].count > 0)
            sl_insert_trevc_product(&s, j);
    for (int64_t j = s.blocks - 1; j >= 0 && info == 0; j--)
        if (s.block[j].count > 0) {
            if (problem->multiply)
                sl_insert_trevc_normalize(&s, j);
            sl_insert_trevc_result(&s, j);
        }
    sl_trevc_free(&s);
    return info;
}

/* ---- T before its tasks ---------------------------------------------------------------------- */

/* Finds the diagonal blocks of order 2 that begin in block column t. */
static int find_pairs(starling_matrix *T, int64_t t, struct sl_row_of_schur *row)
{
    starpu_data_handle_t tile = T->tile[t];
    int64_t first = t * T->nb, end = SL_MIN(T->n - 1, first + T->nb);
    if (starpu_data_acquire_on_node(tile, STARPU_MAIN_RAM, STARPU_R) != 0)
        return sl_error("starling_trevc3", STARLING_ERUNTIME, NULL);
    const void *a = starpu_data_get_local_ptr(tile);
    int64_t ld = (int64_t)starpu_matrix_get_local_ld(tile);
    for (int64_t j = first; j < end; j++) /* a row is in one pair only */
        row[j + 1].second = !row[j].second && sl_element(T->prec, a, j + 1 + (j - first) * ld) != 0;
    starpu_data_release_on_node(tile, STARPU_MAIN_RAM);
    return 0;
}

struct sl_row_of_schur *sl_schur_rows(starling_matrix *T, const int *select, int64_t *count,
                                      starling_sequence *seq)
{
    int64_t n = T->n;
    bool known = !sl_is_complex(T->prec) && !SL_SIMULATED && !(seq && sl_record_only(seq));
    struct sl_row_of_schur *row = calloc((size_t)SL_MAX(1, n), sizeof *row);
    *count = 0;
    if (!row) {
        sl_error("starling_trevc3", STARLING_ENOMEM, NULL);
        return NULL;
    }
    bool entered = known && sl_runtime_enter_for(T), found = true;
    for (int64_t t = 0; t < T->nt && known && found; t++)
        found = find_pairs(T, t, row) == 0;
    if (entered)
        sl_runtime_leave();
    if (!found) {
        free(row);
        return NULL;
    }
    for (int64_t i = 0; i < n; i++) {
        bool first = i + 1 < n && row[i + 1].second;
        row[i].wanted =
            !select || select[i] || (first && select[i + 1]) || (row[i].second && select[i - 1]);
        *count += row[i].wanted;
    }
    return row;
}

/* ---- The functions on matrices ------------------------------------------------------------- */

static int one_side(starling_howmny howmny, starling_matrix *T, const struct sl_row_of_schur *row,
                    starling_matrix *V, bool left, starling_sequence *seq)
{
    struct sl_trevc_problem problem = {
        .T = T,
        .row = row,
        .V = V,
        .left = left,
        .multiply = howmny == STARLING_BACK_TRANSFORM,
    };
    int info = V ? sl_trevc_tasks(&problem, seq) : 0;
    if (V)
        sl_write_back_all(seq, V);
    return info;
}

int starling_trevc3_submit(starling_howmny howmny, starling_matrix *T, starling_matrix *VL,
                           starling_matrix *VR, starling_sequence *seq)
{
    int64_t count;
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, howmny, howmny == STARLING_ALL_VECTORS || howmny == STARLING_BACK_TRANSFORM,
               "A or B");
    SL_SEQ_ARG(seq, 2, T, sl_square_columns(T), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 3, VL, !VL || (VL != T && VL->prec == T->prec),
               "another matrix than T, of the same precision");
    SL_SEQ_ARG(seq, 3, VL, !VL || (sl_square_columns(VL) && VL->n == T->n), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 4, VR, !VR || (VR != T && VR != VL && VR->prec == T->prec),
               "another matrix than T and VL, of the same precision");
    SL_SEQ_ARG(seq, 4, VR, !VR || (sl_square_columns(VR) && VR->n == T->n), SL_BLOCK_COLUMNS);
    if (T->n == 0)
        return 0;
    struct sl_row_of_schur *row = sl_schur_rows(T, NULL, &count, seq);
    if (!row)
        return sl_sequence_error(seq, STARLING_ENOMEM);
    int info = one_side(howmny, T, row, VL, true, seq);
    if (info == 0)
        info = one_side(howmny, T, row, VR, false, seq);
    free(row);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_trevc3(starling_howmny howmny, starling_matrix *T, starling_matrix *VL,
                    starling_matrix *VR)
{
    SL_SYNCHRONOUS(starling_trevc3_submit(howmny, T, VL, VR, seq));
}
