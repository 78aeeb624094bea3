/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form with selected eigenvalues in front, by windows: Kressner, Block algorithms for
 * reordering standard and generalized Schur forms, ACM Trans. Math. Softw. 32 (2006); as tasks:
 * Granat, Kagstrom and Kressner, Parallel eigenvalue reordering in real Schur forms, CCPE 21
 * (2009).
 *
 * A group of selected eigenvalues goes up the diagonal from window to window. Which row goes where
 * depends on the selection alone, so the calling thread waits for no window. A window whose swaps
 * failed leaves a T that others do not expect. Then LAPACK begins again with the first T, and fails
 * in its own way. */

#include <stdlib.h>
#include <string.h>
#include "nonsymmetric.h"
#include "src/runtime/tuning.h"

static int (*const trsen_of[])(struct sl_trsen *) = {sl_strsen, sl_dtrsen, sl_ctrsen, sl_ztrsen};

/* ---- The algorithm --------------------------------------------------------------------------- */

/* Where the next group ends: after the last of its eigenvalues, which are in rows from `front` on.
 */
static int64_t end_of_group(const struct sl_row_of_schur *row, int64_t n, int64_t front)
{
    int64_t end = front, count = 0;
    for (int64_t i = front; i < n && (count < SL_TRSEN_ORDER / 2 || row[i].second); i++)
        if (row[i].wanted) {
            count++;
            end = i + 1;
        }
    return end;
}

/* The selected rows to the front, the others behind. Returns the number of selected ones. */
static int64_t reorder(struct sl_row_of_schur *row, int64_t count)
{
    struct sl_row_of_schur others[SL_TRSEN_ORDER];
    int64_t selected = 0, rest = 0;
    for (int64_t i = 0; i < count; i++)
        if (row[i].wanted)
            row[selected++] = row[i];
        else
            others[rest++] = row[i];
    memcpy(row + selected, others, sizeof *row * (size_t)rest);
    return selected;
}

/* Moves the selected rows of a window to its front, and returns their number. */
static int64_t move_in_window(struct sl_hseqr *s, struct sl_row_of_schur *row, int64_t first,
                              int64_t end, starpu_data_handle_t failed)
{
    struct sl_hseqr_window w = {.first = first, .end = end};
    uint64_t selected[SL_TRSEN_ORDER / 64] = {0};
    for (int64_t i = first; i < end; i++)
        selected[(i - first) / 64] |= (uint64_t)row[i].wanted << ((i - first) % 64);
    sl_insert_trsen_window(s, &w, selected, failed);
    sl_insert_hseqr_near(s, &w, s->nb);
    sl_insert_hseqr_far(s, &w);
    return reorder(row + first, end - first);
}

/* Moves a group, which ends before row `end`, to row `front`. Returns where it ends then. */
static int64_t move_group(struct sl_hseqr *s, struct sl_row_of_schur *row, int64_t front,
                          int64_t end, starpu_data_handle_t failed)
{
    int64_t first = end;
    while (first > front) {
        first = SL_MAX(front, end - SL_TRSEN_ORDER);
        first += row[first].second; /* no window cuts a pair */
        end = first + move_in_window(s, row, first, end, failed);
    }
    return end;
}

/* ---- Its data ----------------------------------------------------------------------------------
 */

static starpu_data_handle_t make_flag(void)
{
    starpu_data_handle_t flag;
    starpu_variable_data_register(&flag, -1, 0, sizeof(int));
    if (starpu_data_acquire(flag, STARPU_W) == 0) {
        *(int *)starpu_data_get_local_ptr(flag) = 0;
        starpu_data_release(flag);
    }
    return flag;
}

/* Waits. A sequence that fails has no flag that is true. */
static bool is_set(starpu_data_handle_t flag, starling_sequence *seq)
{
    if (sl_failed(seq) || starpu_data_acquire(flag, STARPU_R) != 0)
        return false;
    bool set = *(const int *)starpu_data_get_local_ptr(flag) != 0;
    starpu_data_release(flag);
    return set;
}

/* A flag for each group, because groups do not wait for each other. */
static bool all_groups(struct sl_hseqr *s, struct sl_row_of_schur *row)
{
    int64_t count = 0, front = 0, end;
    size_t most = (size_t)(s->n / (SL_TRSEN_ORDER / 2) + 1);
    starpu_data_handle_t *failed = calloc(most, sizeof *failed);
    bool any = false;
    if (!failed)
        sl_sequence_error(s->seq, sl_error("starling_trsen", STARLING_ENOMEM, NULL));
    while (failed && !sl_failed(s->seq)) {
        while (front < s->n && row[front].wanted)
            front++;
        end = end_of_group(row, s->n, front);
        if (end == front)
            break;
        sl_hseqr_drain(s);
        failed[count] = make_flag();
        front = move_group(s, row, front, end, failed[count++]);
    }
    for (int64_t i = 0; i < count; i++) {
        any |= is_set(failed[i], s->seq);
        sl_temporary_free(s->seq, failed[i]);
    }
    free(failed);
    return any;
}

/* In the tiles of the algorithm. */
static int by_tiles(struct sl_trsen_problem *p, struct sl_row_of_schur *row, starling_sequence *seq)
{
    struct sl_hseqr_problem hseqr = {.schur = true, .ilo = 1, .ihi = p->T->n, .w = p->w};
    struct sl_hseqr s;
    int info = sl_hseqr_matrices(&hseqr, p->T->prec, p->T->n, p->Q != NULL);
    if (info == 0) {
        sl_hseqr_copy(p->T, hseqr.H, seq);
        if (p->Q)
            sl_hseqr_copy(p->Q, hseqr.Z, seq);
        info = sl_hseqr_make(&s, &hseqr, seq);
        p->failed = info == 0 && all_groups(&s, row);
        if (info == 0 && !p->failed && !sl_failed(seq))
            info = sl_hseqr_values(&s);
        sl_hseqr_free(&s);
    }
    if (info == 0 && !p->failed) {
        sl_hseqr_copy(hseqr.H, p->T, seq);
        if (p->Q)
            sl_hseqr_copy(hseqr.Z, p->Q, seq);
    }
    sl_hseqr_matrices_free(&hseqr, seq);
    return info;
}

/* By LAPACK. With `front`, all but the condition numbers is there. */
static int by_lapack(struct sl_trsen_problem *p, bool front)
{
    int64_t n = p->T->n;
    size_t order = (size_t)n, size = sl_sizeof(p->T->prec);
    struct sl_trsen x = {.job = (char)p->sense, .n = (int)n, .select = p->select, .w = p->w};
    int *select = calloc(order, sizeof *select), info = 0, failed;
    x.t = malloc(sl_square_with_room(order, size));
    x.q = p->Q && !front ? malloc(sl_square_with_room(order, size)) : NULL;
    if (!select || !x.t || (p->Q && !front && !x.q))
        info = sl_error("starling_trsen", STARLING_ENOMEM, NULL);
    for (int64_t i = 0; info == 0 && front && i < p->m; i++)
        select[i] = 1;
    if (front)
        x.select = select;
    if (info == 0)
        info = starling_matrix_get(p->T, x.t, n);
    if (info == 0 && x.q)
        info = starling_matrix_get(p->Q, x.q, n);
    failed = info == 0 ? trsen_of[p->T->prec](&x) : 0;
    if (failed < 0)
        info = sl_error("starling_trsen", STARLING_ENOMEM, NULL);
    p->failed = failed > 0;
    p->s = x.s;
    p->sep = x.sep;
    if (info == 0 && !front)
        info = starling_matrix_set(p->T, x.t, n);
    if (info == 0 && x.q)
        info = starling_matrix_set(p->Q, x.q, n);
    free(select);
    free(x.t);
    free(x.q);
    return info;
}

int sl_trsen_tasks(struct sl_trsen_problem *p, starling_sequence *seq)
{
    int64_t n = p->T->n;
    struct sl_row_of_schur *row = sl_schur_rows(p->T, p->select, &p->m, seq);
    int info = row ? 0 : STARLING_ENOMEM;
    bool small = n <= SL_TRSEN_BY_LAPACK;
    if (info == 0 && !small)
        info = by_tiles(p, row, seq);
    bool numbers = p->sense != STARLING_SENSE_NONE;
    if (info == 0 && !sl_failed(seq) && (small || p->failed || numbers))
        info = by_lapack(p, !small && !p->failed);
    free(row);
    return info;
}

/* ---- The functions on matrices -----------------------------------------------------------------
 */

int starling_trsen_submit(starling_sense sense, starling_matrix *T, starling_matrix *Q,
                          const int *select, starling_matrix *W, int64_t *m, double *s, double *sep,
                          starling_sequence *seq)
{
    bool subspace = sense == STARLING_SENSE_SUBSPACE || sense == STARLING_SENSE_BOTH;
    bool values = sense == STARLING_SENSE_VALUES || sense == STARLING_SENSE_BOTH;
    SL_ARG(9, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, sense, subspace || values || sense == STARLING_SENSE_NONE, "N, E, V or B");
    SL_SEQ_ARG(seq, 2, T, sl_square_columns(T), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 3, Q, !Q || (Q != T && Q->prec == T->prec),
               "NULL, or another matrix than T, of the same precision");
    SL_SEQ_ARG(seq, 3, Q, !Q || (sl_square_columns(Q) && Q->n == T->n), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG(seq, 4, select, select || T->n == 0, "an array");
    int64_t parts = sl_is_complex(T->prec) ? 1 : 2;
    SL_SEQ_ARG(seq, 5, W, W && W != T && W != Q && W->prec == T->prec,
               "another matrix than T and Q, of the same precision");
    SL_SEQ_ARG(seq, 5, W, W->m == T->n && W->n == parts, "%lld x %lld", (long long)T->n,
               (long long)parts);
    SL_SEQ_ARG(seq, 6, m, m != NULL, "where the number of eigenvalues goes");
    SL_SEQ_ARG(seq, 7, s, s || !values, "where the condition number goes");
    SL_SEQ_ARG(seq, 8, sep, sep || !subspace, "where the condition number goes");
    *m = 0;
    if (T->n == 0 || sl_failed(seq) || SL_SIMULATED || sl_record_only(seq))
        return 0;
    struct sl_trsen_problem problem = {.T = T, .Q = Q, .select = select, .sense = sense};
    int64_t key = sl_operation(seq);
    problem.w = calloc((size_t)(T->n * parts), sl_sizeof(T->prec));
    int info = problem.w ? sl_trsen_tasks(&problem, seq)
                         : sl_error("starling_trsen", STARLING_ENOMEM, NULL);
    if (info == 0)
        info = starling_matrix_set(W, problem.w, T->n);
    sl_write_back_all(seq, T);
    if (Q)
        sl_write_back_all(seq, Q);
    if (problem.failed)
        sl_numerical_failure(seq, key + 1, false);
    *m = problem.m;
    if (values)
        *s = problem.s;
    if (subspace)
        *sep = problem.sep;
    free(problem.w);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_trsen(starling_sense sense, starling_matrix *T, starling_matrix *Q, const int *select,
                   starling_matrix *W, int64_t *m, double *s, double *sep)
{
    SL_SYNCHRONOUS(starling_trsen_submit(sense, T, Q, select, W, m, s, sep, seq));
}
