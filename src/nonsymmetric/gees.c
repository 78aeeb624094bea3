/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a general matrix, A = Z T Z^H, with selected eigenvalues in front: schur, then
 * trsen. */

#include <stdlib.h>
#include "nonsymmetric.h"

/* One operation. */
struct gees {
    struct sl_schur_problem schur;
    struct sl_trsen_problem trsen;
    const struct sl_gees_problem *problem;
    int *selected;
};

static double number(starling_precision prec, const void *x, int64_t i)
{
    return __real__ sl_element(sl_real_precision(prec), x, i);
}

static bool is_selected(const struct gees *g, starling_precision prec, int64_t i)
{
    const void *w = g->schur.schur.w;
    int64_t n = g->schur.schur.n;
    bool pairs = sl_is_complex(prec);
    return g->problem->select(number(prec, w, pairs ? 2 * i : i),
                              number(prec, w, pairs ? 2 * i + 1 : i + n), g->problem->data) != 0;
}

/* Of a conjugate pair, both or none. */
static bool is_selected_pair(const struct gees *g, starling_precision prec, int64_t i)
{
    double im = sl_is_complex(prec) ? 0 : number(prec, g->schur.schur.w, i + g->schur.schur.n);
    return is_selected(g, prec, i) || (im > 0 && is_selected(g, prec, i + 1)) ||
           (im < 0 && is_selected(g, prec, i - 1));
}

static int sort(struct gees *g)
{
    starling_matrix *T = g->problem->A;
    int64_t n = T->n;
    g->selected = calloc((size_t)n, sizeof *g->selected);
    if (!g->selected)
        return sl_error("starling_gees", STARLING_ENOMEM, NULL);
    for (int64_t i = 0; i < n; i++)
        g->selected[i] = is_selected_pair(g, T->prec, i);
    g->trsen = (struct sl_trsen_problem){.T = T,
                                         .Q = g->problem->Z,
                                         .select = g->selected,
                                         .sense = g->problem->sense,
                                         .w = g->schur.schur.w};
    int info = sl_trsen_tasks(&g->trsen, g->schur.seq);
    if (info == 0)
        sl_schur_unscale_values(&g->schur, T->prec);
    return info;
}

/* T and the condition number, without the scaling. */
static void unscale(struct gees *g, starling_matrix *T)
{
    double factor = g->schur.schur.factor;
    for (int64_t j = 0; j < T->nt && factor != 1; j++)
        for (int64_t i = 0; i < T->mt; i++)
            sl_insert_lascl(g->schur.seq, false, STARLING_GENERAL, 1 / factor, sl_tile_of(T, i, j));
    g->trsen.sep /= factor;
}

/* LAPACK's info after sorting, and the eigenvalues in front that are selected. */
static int64_t judge(struct gees *g, starling_precision prec, int64_t *sdim)
{
    int64_t n = g->schur.schur.n, front = 0;
    for (int64_t i = 0; i < n; i++) {
        bool selected = is_selected_pair(g, prec, i);
        *sdim += selected;
        front += selected && front == i;
    }
    return g->trsen.failed ? n + 1 : front < *sdim ? n + 2 : 0;
}

static int solve(struct gees *g, int64_t *sdim, int64_t key)
{
    starling_matrix *A = g->problem->A, *Z = g->problem->Z;
    starling_sequence *seq = g->schur.seq;
    bool sorted = g->problem->select != NULL;
    int64_t failed = 0;
    int info = sl_schur_make(&g->schur, A, Z != NULL);
    if (info == 0)
        info = sl_schur_solve(&g->schur, A, key);
    bool there = info == 0 && !sl_failed(seq);
    if (there)
        info = sl_schur_copy_t(&g->schur, A);
    if (there && info == 0 && Z)
        info = sl_schur_copy_q(&g->schur, Z);
    if (there && info == 0 && sorted)
        info = sort(g);
    if (there && info == 0)
        unscale(g, A);
    if (there && info == 0 && sorted && !sl_failed(seq))
        failed = judge(g, A->prec, sdim);
    if (failed > 0)
        sl_numerical_failure(seq, key + failed, false);
    sl_write_back_all(seq, A);
    if (Z)
        sl_write_back_all(seq, Z);
    return info == 0 ? starling_matrix_set(g->problem->W, g->schur.schur.w, A->n) : info;
}

int sl_gees_tasks(struct sl_gees_problem *problem, const char *routine, starling_sequence *seq)
{
    struct gees g = {.problem = problem,
                     .schur = {.routine = routine,
                               .seq = seq,
                               .gehrd = problem->gehrd,
                               .schur = {.form = true, .balanc = 'P', .permuted = true}}};
    int info = solve(&g, &problem->sdim, sl_operation(seq));
    problem->rconde = g.trsen.s;
    problem->rcondv = g.trsen.sep;
    sl_schur_free(&g.schur);
    free(g.selected);
    return info;
}

#define OTHER "another matrix than A, of the same precision"
static int submit(const char *routine, bool expert, starling_matrix *A, starling_matrix *W,
                  starling_matrix *Z, starling_select *select, void *data, starling_sense sense,
                  int64_t *sdim, double *rconde, double *rcondv, starling_sequence *seq)
{
    bool subspace = sense == STARLING_SENSE_SUBSPACE || sense == STARLING_SENSE_BOTH;
    bool values = sense == STARLING_SENSE_VALUES || sense == STARLING_SENSE_BOTH;
    SL_SEQ_ARG_OF(routine, seq, 1, A, sl_square_columns(A), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG_OF(routine, seq, 2, W, W && W != A && W->prec == A->prec, OTHER);
    int64_t parts = sl_is_complex(A->prec) ? 1 : 2;
    SL_SEQ_ARG_OF(routine, seq, 2, W, W->m == A->n && W->n == parts, "%lld x %lld", (long long)A->n,
                  (long long)parts);
    SL_SEQ_ARG_OF(routine, seq, 3, Z, !Z || (Z != A && Z != W && Z->prec == A->prec), OTHER);
    SL_SEQ_ARG_OF(routine, seq, 3, Z, !Z || (sl_square_columns(Z) && Z->n == A->n),
                  SL_BLOCK_COLUMNS);
    SL_SEQ_ARG_OF(routine, seq, 6, sense,
                  sense == STARLING_SENSE_NONE || (select && (subspace || values)),
                  "N, or with a selection also E, V or B");
    SL_SEQ_ARG_OF(routine, seq, expert ? 7 : 6, sdim, sdim || !select,
                  "where the number of eigenvalues goes");
    SL_SEQ_ARG_OF(routine, seq, 8, rconde, rconde || !values, "where the condition number goes");
    SL_SEQ_ARG_OF(routine, seq, 9, rcondv, rcondv || !subspace, "where the condition number goes");
    if (sdim)
        *sdim = 0;
    if (A->n == 0 || sl_failed(seq) || SL_SIMULATED || sl_record_only(seq))
        return 0;
    struct sl_gees_problem problem = {.A = A,
                                      .W = W,
                                      .Z = Z,
                                      .select = select,
                                      .data = data,
                                      .sense = sense,
                                      .gehrd = sl_gehrd_pays(A)};
    int info = sl_gees_tasks(&problem, routine, seq);
    if (sdim)
        *sdim = problem.sdim;
    if (values)
        *rconde = problem.rconde;
    if (subspace)
        *rcondv = problem.rcondv;
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gees_submit(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                         starling_select *select, void *data, int64_t *sdim, starling_sequence *seq)
{
    SL_ARG(7, seq, seq != NULL, SL_A_SEQUENCE);
    return submit(__func__, false, A, W, Z, select, data, STARLING_SENSE_NONE, sdim, NULL, NULL,
                  seq);
}

int starling_gees(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                  starling_select *select, void *data, int64_t *sdim)
{
    SL_SYNCHRONOUS(starling_gees_submit(A, W, Z, select, data, sdim, seq));
}

int starling_geesx_submit(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                          starling_select *select, void *data, starling_sense sense, int64_t *sdim,
                          double *rconde, double *rcondv, starling_sequence *seq)
{
    SL_ARG(10, seq, seq != NULL, SL_A_SEQUENCE);
    return submit(__func__, true, A, W, Z, select, data, sense, sdim, rconde, rcondv, seq);
}

int starling_geesx(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                   starling_select *select, void *data, starling_sense sense, int64_t *sdim,
                   double *rconde, double *rcondv)
{
    SL_SYNCHRONOUS(starling_geesx_submit(A, W, Z, select, data, sense, sdim, rconde, rcondv, seq));
}
