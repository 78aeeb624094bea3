/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a general matrix: the Schur form A = Q T Q^H, then the
 * eigenvectors of T, times Q. Condition numbers are LAPACK's, in the calling thread. */

#include <stdlib.h>
#include "nonsymmetric.h"
#include "src/runtime/tuning.h"

/* The data of one operation. T and B are matrices of the library, for tasks use them later. */
struct geev {
    const char *routine;
    starling_balance balance;
    starling_sense sense;
    bool gehrd; /* the Hessenberg form by tasks */
    bool tells_norm;
    struct sl_schur_problem schur;
    starling_matrix *T;
    starling_matrix *B; /* the balancing */
    struct sl_row_of_schur *row;
    starling_sequence *seq;
};

/* The columns of W. */
static int64_t parts(const starling_matrix *A)
{
    return sl_is_complex(A->prec) ? 1 : 2;
}

static int make(struct geev *g, const starling_matrix *A, bool vectors)
{
    struct sl_schur_problem *p = &g->schur;
    *p = (struct sl_schur_problem){.routine = g->routine, .seq = g->seq, .gehrd = g->gehrd};
    p->schur.form = vectors || g->sense != STARLING_SENSE_NONE;
    p->schur.balanc = (char)g->balance;
    p->schur.tells_norm = g->tells_norm;
    int info = sl_schur_make(p, A, vectors);
    if (info != 0 || !p->schur.form)
        return info;
    info = starling_matrix_create(&g->T, A->prec, A->n, A->n, A->n, A->nb);
    if (info == 0)
        info = starling_matrix_create(&g->B, sl_real_precision(A->prec), A->n, 1, A->n, 1);
    return info;
}

static void end(struct geev *g)
{
    sl_schur_free(&g->schur);
    if (g->T)
        sl_matrix_free(g->seq, g->T);
    if (g->B)
        sl_matrix_free(g->seq, g->B);
    free(g->row);
}

/* Not if tasks are only recorded, or simulated. */
static bool has_numbers(const starling_sequence *seq)
{
    return !SL_SIMULATED && !sl_record_only(seq);
}

/* W, T and B. A failure of LAPACK ends the sequence. */
static int schur_form(struct geev *g, starling_matrix *A, starling_matrix *W, int64_t key)
{
    struct sl_schur *s = &g->schur.schur;
    int info = sl_schur_solve(&g->schur, A, key);
    if (info == 0)
        info = starling_matrix_set(W, s->w, s->n);
    if (info == 0 && g->T && !sl_failed(g->seq))
        info = sl_schur_copy_t(&g->schur, g->T);
    if (info == 0 && g->B)
        info = starling_matrix_set(g->B, s->balance, s->n);
    return info;
}

/* The vectors of one side, in V. */
static int one_side(struct geev *g, starling_matrix *V, bool left)
{
    struct sl_trevc_problem problem = {
        .T = g->T,
        .row = g->row,
        .V = V,
        .left = left,
        .multiply = true,
        .euclid = true,
        .balance = g->B->tile[0],
        .ilo = g->schur.schur.ilo,
        .ihi = g->schur.schur.ihi,
    };
    int info = has_numbers(g->seq) ? sl_schur_copy_q(&g->schur, V) : 0;
    if (info == 0)
        info = sl_trevc_tasks(&problem, g->seq);
    sl_write_back_all(g->seq, V);
    return info;
}

static int vectors(struct geev *g, starling_matrix *VL, starling_matrix *VR)
{
    int64_t count;
    int info = 0;
    g->row = sl_schur_rows(g->T, NULL, &count, g->seq);
    if (!g->row)
        return STARLING_ENOMEM;
    if (VL)
        info = one_side(g, VL, true);
    if (VR && info == 0)
        info = one_side(g, VR, false);
    return info;
}

/* ---- Condition numbers --------------------------------------------------------------------------
 */

static int (*const trsna_of[])(struct sl_trsna *) = {sl_strsna, sl_dtrsna, sl_ctrsna, sl_ztrsna};

static void put_numbers(starling_precision prec, int64_t n, const void *from, double factor,
                        double *to)
{
    for (int64_t i = 0; to && i < n; i++)
        to[i] = factor * __real__ sl_element(sl_real_precision(prec), from, i);
}

/* A copy of a matrix, which waits for it; NULL: there is no memory, or another error in *info. */
static void *copy_of(starling_matrix *A, int *info)
{
    void *a = malloc(sl_square_with_room((size_t)A->n, sl_sizeof(A->prec)));
    if (!a)
        *info = sl_error("starling_geevx", STARLING_ENOMEM, NULL);
    else if (*info == 0)
        *info = starling_matrix_get(A, a, A->n);
    return a;
}

static int condition(struct geev *g, starling_matrix *VL, starling_matrix *VR, double *rconde,
                     double *rcondv)
{
    const struct sl_schur *s = &g->schur.schur;
    starling_precision prec = g->T->prec;
    size_t n = (size_t)s->n;
    bool values = g->sense != STARLING_SENSE_SUBSPACE;
    int info = 0, failed;
    void *t = copy_of(g->T, &info), *left = values ? copy_of(VL, &info) : NULL,
         *right = values ? copy_of(VR, &info) : NULL;
    double *numbers = calloc(2 * n, sizeof *numbers);
    struct sl_trsna x = {.job = (char)g->sense,
                         .n = s->n,
                         .ilo = s->ilo,
                         .ihi = s->ihi,
                         .t = t,
                         .balance = s->balance,
                         .vl = left,
                         .vr = right,
                         .s = numbers,
                         .sep = numbers ? numbers + n : NULL};
    if (info == 0 && numbers) {
        failed = trsna_of[prec](&x);
        if (failed < 0)
            info = sl_error(g->routine, STARLING_ENOMEM, NULL);
        put_numbers(prec, s->n, x.s, 1, values ? rconde : NULL);
        put_numbers(prec, s->n, x.sep, 1 / s->factor,
                    g->sense == STARLING_SENSE_VALUES ? NULL : rcondv);
    } else if (info == 0)
        info = sl_error(g->routine, STARLING_ENOMEM, NULL);
    free(t);
    free(left);
    free(right);
    free(numbers);
    return info;
}

/* A = T, without the scaling. */
static void put_t(struct geev *g, starling_matrix *A)
{
    double factor = g->schur.schur.factor;
    for (int64_t j = 0; j < A->nt; j++) {
        sl_insert_lacpy(g->seq, STARLING_GENERAL, sl_tile_of(g->T, 0, j), sl_tile_of(A, 0, j));
        if (factor != 1)
            sl_insert_lascl(g->seq, false, STARLING_GENERAL, 1 / factor, sl_tile_of(A, 0, j));
    }
    sl_write_back_all(g->seq, A);
}

/* What gebal tells. */
static void tell_balance(const struct geev *g, starling_precision prec, int64_t *ilo, int64_t *ihi,
                         double *scale, double *abnrm)
{
    const struct sl_schur *s = &g->schur.schur;
    *ilo = s->ilo;
    *ihi = s->ihi;
    *abnrm = s->norm;
    put_numbers(prec, s->n, s->balance, 1, scale);
}

/* ---- The functions on matrices ------------------------------------------------------------------
 */

#define OTHER "another matrix than A, of the same precision"
static int check(const char *routine, starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                 starling_matrix *VR, int first, starling_sequence *seq)
{
    SL_SEQ_ARG_OF(routine, seq, first, A, sl_square_columns(A), SL_BLOCK_COLUMNS);
    SL_SEQ_ARG_OF(routine, seq, first + 1, W, W && W != A && W->prec == A->prec, OTHER);
    SL_SEQ_ARG_OF(routine, seq, first + 1, W, W->m == A->n && W->n == parts(A), "%lld x %lld",
                  (long long)A->n, (long long)parts(A));
    SL_SEQ_ARG_OF(routine, seq, first + 2, VL, !VL || (VL != A && VL != W && VL->prec == A->prec),
                  OTHER);
    SL_SEQ_ARG_OF(routine, seq, first + 2, VL, !VL || (sl_square_columns(VL) && VL->n == A->n),
                  SL_BLOCK_COLUMNS);
    SL_SEQ_ARG_OF(routine, seq, first + 3, VR,
                  !VR || (VR != A && VR != W && VR != VL && VR->prec == A->prec), OTHER);
    SL_SEQ_ARG_OF(routine, seq, first + 3, VR, !VR || (sl_square_columns(VR) && VR->n == A->n),
                  SL_BLOCK_COLUMNS);
    return 0;
}

/* The eigenvalues and the insertion of the tasks for the vectors. */
static int solve(struct geev *g, starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                 starling_matrix *VR)
{
    int info = make(g, A, VL || VR);
    int64_t key = sl_operation(g->seq);
    if (info == 0 && has_numbers(g->seq))
        info = schur_form(g, A, W, key);
    if (info == 0 && !sl_failed(g->seq) && (VL || VR))
        info = vectors(g, VL, VR);
    return info;
}

int sl_geev_tasks(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR,
                  bool gehrd, starling_sequence *seq)
{
    struct geev g = {.routine = "starling_geev",
                     .balance = STARLING_BALANCE_BOTH,
                     .sense = STARLING_SENSE_NONE,
                     .gehrd = gehrd,
                     .seq = seq};
    int info = solve(&g, A, W, VL, VR);
    end(&g);
    return info;
}

int starling_geev_submit(starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                         starling_matrix *VR, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    int info = check(__func__, A, W, VL, VR, 1, seq);
    if (info != 0 || A->n == 0 || sl_failed(seq))
        return info;
    info = sl_geev_tasks(A, W, VL, VR, sl_gehrd_pays(A), seq);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_geev(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR)
{
    SL_SYNCHRONOUS(starling_geev_submit(A, W, VL, VR, seq));
}

int starling_geevx_submit(starling_balance balanc, starling_sense sense, starling_matrix *A,
                          starling_matrix *W, starling_matrix *VL, starling_matrix *VR,
                          int64_t *ilo, int64_t *ihi, double *scale, double *abnrm, double *rconde,
                          double *rcondv, starling_sequence *seq)
{
    bool subspace = sense == STARLING_SENSE_SUBSPACE || sense == STARLING_SENSE_BOTH;
    bool values = sense == STARLING_SENSE_VALUES || sense == STARLING_SENSE_BOTH;
    SL_ARG(13, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, balanc,
               balanc == STARLING_BALANCE_NONE || balanc == STARLING_BALANCE_PERMUTE ||
                   balanc == STARLING_BALANCE_SCALE || balanc == STARLING_BALANCE_BOTH,
               "N, P, S or B");
    SL_SEQ_ARG(seq, 2, sense,
               sense == STARLING_SENSE_NONE || (values && VL && VR) || (subspace && !values),
               "N, V, or with left and right vectors also E or B");
    int info = check(__func__, A, W, VL, VR, 3, seq);
    if (info != 0)
        return info;
    SL_SEQ_ARG(seq, 7, ilo, ilo != NULL, "where the number goes");
    SL_SEQ_ARG(seq, 8, ihi, ihi != NULL, "where the number goes");
    SL_SEQ_ARG(seq, 10, abnrm, abnrm != NULL, "where the norm goes");
    SL_SEQ_ARG(seq, 11, rconde, rconde || !values || A->n == 0, "an array");
    SL_SEQ_ARG(seq, 12, rcondv, rcondv || !subspace || A->n == 0, "an array");
    *ilo = 1;
    *ihi = A->n;
    *abnrm = 0;
    if (A->n == 0 || sl_failed(seq) || !has_numbers(seq))
        return 0;
    struct geev g = {.routine = "starling_geevx",
                     .balance = balanc,
                     .sense = sense,
                     .gehrd = sl_gehrd_pays(A),
                     .tells_norm = true,
                     .seq = seq};
    info = solve(&g, A, W, VL, VR);
    if (info == 0 && !sl_failed(seq)) {
        tell_balance(&g, A->prec, ilo, ihi, scale, abnrm);
        if (sense != STARLING_SENSE_NONE)
            info = condition(&g, VL, VR, rconde, rcondv);
        if (g.T)
            put_t(&g, A);
    }
    end(&g);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_geevx(starling_balance balanc, starling_sense sense, starling_matrix *A,
                   starling_matrix *W, starling_matrix *VL, starling_matrix *VR, int64_t *ilo,
                   int64_t *ihi, double *scale, double *abnrm, double *rconde, double *rcondv)
{
    SL_SYNCHRONOUS(starling_geevx_submit(balanc, sense, A, W, VL, VR, ilo, ihi, scale, abnrm,
                                         rconde, rcondv, seq));
}
