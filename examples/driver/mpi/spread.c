/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* --check of starling-mpi. Compiled once a precision. A residual is a product with random columns
 * X, in n^2 operations of each process. The norms are infinity norms, as in routines/probe.c. */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "mpi/spread.h"
#include "mpi/spread_terms.h"
#include "operands.h"
#include "processes.h"
#include "routines/residual.h"

static starling_norm wanted_norm(const struct problem *p)
{
    return p->norm; /* below, norm is a function */
}

#define N STARLING_NOTRANS
#define C STARLING_CONJTRANS
#define multiply CASE(multiply)
#define norm CASE(spread_norm)
#define triangle CASE(triangle)
#define mirrored CASE(mirrored)

static const starling_diag nonunit = STARLING_NONUNIT, unit = STARLING_UNIT;

/* (A - L L^H) X, or (A - U^H U) X */
static double potrf(struct terms *t)
{
    starling_uplo uplo = t->p->uplo;
    struct piece A = mirrored(t->before[0], uplo, true), L = triangle(t->after[0], uplo, nonunit);
    multiply(t, Z, 1, L, uplo == STARLING_LOWER ? C : N, X, 0);
    multiply(t, Y, -1, L, uplo == STARLING_LOWER ? N : C, Z, 0);
    multiply(t, Y, 1, A, N, X, 1);
    return CASE(spread_scaled)(t, norm(A, N), A.m, Y, A.n, X);
}

/* (B - L L^H S) X for the solutions S */
static double potrs(struct terms *t)
{
    starling_uplo uplo = t->p->uplo;
    struct piece L = triangle(t->before[0], uplo, nonunit), B = t->before[1], S = t->after[1];
    multiply(t, Z, 1, S, N, X, 0);
    multiply(t, W, 1, L, uplo == STARLING_LOWER ? C : N, Z, 0);
    multiply(t, Y, -1, L, uplo == STARLING_LOWER ? N : C, W, 0);
    multiply(t, Y, 1, B, N, X, 1);
    return CASE(spread_scaled)(t, norm(L, N) * norm(L, C) * norm(S, N), B.m, Y, B.n, X);
}

/* (B - op(A) S) X */
static double solution(struct terms *t, struct piece A, starling_trans op)
{
    struct piece B = t->before[1], S = t->after[1];
    multiply(t, Z, 1, S, N, X, 0);
    multiply(t, Y, -1, A, op, Z, 0);
    multiply(t, Y, 1, B, N, X, 1);
    return CASE(spread_scaled)(t, norm(A, op) * norm(S, N), B.m, Y, B.n, X);
}

static double posv(struct terms *t)
{
    return solution(t, mirrored(t->before[0], t->p->uplo, true), N);
}

static double gesv(struct terms *t)
{
    return solution(t, t->before[0], t->p->transa);
}

/* (A V - I) X for the inverse V */
static double inverse(struct terms *t, struct piece A, struct piece V)
{
    multiply(t, Z, 1, V, N, X, 0);
    multiply(t, Y, 1, A, N, Z, 0);
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[Y][i] -= t->thin[X][i];
    return CASE(spread_scaled)(t, norm(A, N) * norm(V, N), A.m, Y, A.n, X);
}

static double potri(struct terms *t)
{
    starling_uplo uplo = t->p->uplo;
    return inverse(t, mirrored(t->before[0], uplo, true), mirrored(t->after[0], uplo, true));
}

static double trtri(struct terms *t)
{
    return inverse(t, triangle(t->before[0], t->p->uplo, t->p->diag),
                   triangle(t->after[0], t->p->uplo, t->p->diag));
}

/* (A - L^H L) X, or (A - U U^H) X */
static double lauum(struct terms *t)
{
    bool lower = t->p->uplo == STARLING_LOWER;
    struct piece A = mirrored(t->after[0], t->p->uplo, true);
    struct piece L = triangle(t->before[0], t->p->uplo, nonunit);
    multiply(t, Z, 1, L, lower ? N : C, X, 0);
    multiply(t, Y, -1, L, lower ? C : N, Z, 0);
    multiply(t, Y, 1, A, N, X, 1);
    return CASE(spread_scaled)(t, norm(L, N) * norm(L, C), A.m, Y, A.n, X);
}

static void swap_rows(struct terms *t, int y, int64_t i, int64_t j)
{
    for (int64_t k = 0; k < PROBES; k++) {
        wide_t *column = t->thin[y] + k * t->rows, keep = column[i];
        column[i] = column[j];
        column[j] = keep;
    }
}

/* (P A - L U) X: the interchanges are made in A X. */
static double getrf(struct terms *t)
{
    struct piece A = t->before[0], LU = t->after[0], L = LU, U = LU;
    int64_t k = A.m < A.n ? A.m : A.n;
    L.n = U.m = k;
    multiply(t, Y, 1, A, N, X, 0);
    for (int64_t i = 0; t->ipiv && i < k; i++)
        swap_rows(t, Y, i, t->ipiv[i] - 1);
    multiply(t, Z, 1, triangle(U, STARLING_UPPER, nonunit), N, X, 0);
    multiply(t, Y, -1, triangle(L, STARLING_LOWER, unit), N, Z, 1);
    return CASE(spread_scaled)(t, norm(A, N), A.m, Y, A.n, X);
}

/* (A - Q R) X, and (Q^H Q - I) X. */
static double geqrf(struct terms *t)
{
    struct piece A = t->before[0], QR = t->after[0], R = QR;
    int64_t k = A.m < A.n ? A.m : A.n;
    R.m = k;
    multiply(t, Y, 1, triangle(R, STARLING_UPPER, nonunit), N, X, 0);
    CASE(spread_q)(t, QR, 0, false, Y);
    multiply(t, Y, -1, A, N, X, 1);
    double error = CASE(spread_scaled)(t, norm(A, N), A.m, Y, A.n, X);
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[Z][i] = t->thin[Y][i] = (double)(i % 7) - 3;
    CASE(spread_q)(t, QR, 0, false, Y);
    CASE(spread_q)(t, QR, 0, true, Y);
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[Y][i] -= t->thin[Z][i];
    return residual_larger(error, CASE(spread_scaled)(t, 1, A.m, Y, A.m, Z));
}

/* (R - op(Q) B) X or (R - B op(Q)) X for the product R */
static double unmqr(struct terms *t)
{
    bool left = t->p->side == STARLING_LEFT, transposed = t->p->transa != N;
    struct piece Q = t->after[0], B = t->before[1], R = t->after[1];
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[Z][i] = t->thin[X][i];
    if (!left)
        CASE(spread_q)(t, Q, 0, transposed, Z);
    multiply(t, Y, 1, B, N, Z, 0);
    if (left)
        CASE(spread_q)(t, Q, 0, transposed, Y);
    multiply(t, Y, -1, R, N, X, 1);
    return CASE(spread_scaled)(t, norm(B, N), R.m, Y, R.n, X);
}

/* (A - Q B Q^H) X, and (Q^H Q - I) X. */
static double he2hb(struct terms *t)
{
    int64_t kd = t->p->kd;
    struct piece A = mirrored(t->before[0], t->p->uplo, true), Q = t->after[0];
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[W][i] = t->thin[X][i];
    CASE(spread_q)(t, Q, kd, true, W);
    CASE(multiply_band)(t, Y, t->after[1], W);
    CASE(spread_q)(t, Q, kd, false, Y);
    multiply(t, Y, -1, A, N, X, 1);
    double error = CASE(spread_scaled)(t, norm(A, N), A.m, Y, A.n, X);
    CASE(spread_q)(t, Q, kd, false, W);
    for (int64_t i = 0; i < t->rows * PROBES; i++)
        t->thin[W][i] -= t->thin[X][i];
    return residual_larger(error, CASE(spread_scaled)(t, 1, A.m, W, A.n, X));
}

/* |value - exact| / (unit exact), as in routines/auxiliary_check.c. */
static double norm_error(const struct terms *t, struct piece A)
{
    double exact = CASE(spread_norm_of)(A, wanted_norm(t->p)), error = fabs(t->values[0] - exact);
    double size = (double)(A.m > A.n ? A.m : A.n);
    return error == 0 ? 0 : error / ((CASE(epsilon)() + size * DBL_EPSILON / 2) * exact);
}

static double lange(struct terms *t)
{
    return norm_error(t, t->before[0]);
}

static double lanhe(struct terms *t)
{
    return norm_error(t, mirrored(t->before[0], t->p->uplo, true));
}

/* (R - (-op(A) op(B) + R0 / 2)) X for the result R */
static double gemm(struct terms *t)
{
    const struct problem *p = t->p;
    struct piece A = t->before[0], B = t->before[1], R = t->after[2], R0 = t->before[2];
    multiply(t, Z, 1, B, p->transb, X, 0);
    multiply(t, Y, 1, A, p->transa, Z, 0);
    multiply(t, Y, 1, R, N, X, 1);
    multiply(t, Y, -0.5, R0, N, X, 1);
    return CASE(spread_scaled)(t, norm(A, p->transa) * norm(B, p->transb) + norm(R0, N), R.m, Y,
                               R.n, X);
}

static double product(struct terms *t, bool hermitian)
{
    bool left = t->p->side == STARLING_LEFT;
    struct piece A = mirrored(t->before[0], t->p->uplo, hermitian), B = t->before[1];
    struct piece R = t->after[2], R0 = t->before[2];
    multiply(t, Z, 1, left ? B : A, N, X, 0);
    multiply(t, Y, 1, left ? A : B, N, Z, 0);
    multiply(t, Y, 1, R, N, X, 1);
    multiply(t, Y, -0.5, R0, N, X, 1);
    return CASE(spread_scaled)(t, norm(A, N) * norm(B, N) + norm(R0, N), R.m, Y, R.n, X);
}

static double hemm(struct terms *t)
{
    return product(t, true);
}

static double symm(struct terms *t)
{
    return product(t, false);
}

/* (R - (-op(A) op(B)' + R0 / 2)) X, where B is A or, in a rank-2k update, each is the other once.
 */
static double update(struct terms *t, bool hermitian, int terms)
{
    bool no = t->p->transa == STARLING_NOTRANS;
    starling_trans x = hermitian ? C : STARLING_TRANS, op = no ? N : x, other = no ? x : N;
    struct piece R = mirrored(t->after[2], t->p->uplo, hermitian);
    struct piece R0 = mirrored(t->before[2], t->p->uplo, hermitian);
    double scale = norm(R0, N);
    multiply(t, Y, 1, R, N, X, 0);
    multiply(t, Y, -0.5, R0, N, X, 1);
    for (int i = 0; i < terms; i++) {
        struct piece A = t->before[i], B = t->before[terms - 1 - i];
        multiply(t, Z, 1, B, other, X, 0);
        multiply(t, Y, 1, A, op, Z, 1);
        scale += norm(A, op) * norm(B, other);
    }
    t->right = t->right && (!hermitian || CASE(spread_diagonal_is_real)(R));
    return CASE(spread_scaled)(t, scale, R.m, Y, R.n, X);
}

static double herk(struct terms *t)
{
    return update(t, true, 1);
}

static double syrk(struct terms *t)
{
    return update(t, false, 1);
}

static double her2k(struct terms *t)
{
    return update(t, true, 2);
}

static double syr2k(struct terms *t)
{
    return update(t, false, 2);
}

/* (op(A) S + B) X, or (S op(A) + B) X */
static double triangular(struct terms *t, struct piece S, struct piece B)
{
    bool left = t->p->side == STARLING_LEFT;
    starling_trans op = t->p->transa;
    struct piece A = triangle(t->before[0], t->p->uplo, t->p->diag);
    multiply(t, Z, 1, left ? S : A, left ? N : op, X, 0);
    multiply(t, Y, 1, left ? A : S, left ? op : N, Z, 0);
    multiply(t, Y, 1, B, N, X, 1);
    return CASE(spread_scaled)(t, norm(A, op) * norm(S, N), B.m, Y, B.n, X);
}

static double trsm(struct terms *t)
{
    return triangular(t, t->after[1], t->before[1]);
}

static double trmm(struct terms *t)
{
    return triangular(t, t->before[1], t->after[1]);
}

static const struct {
    struct spread_routine is;
    double (*residual)(struct terms *t);
} table[] = {
    {{&routine_potrf, false}, potrf},      {{&routine_potrs, false}, potrs},
    {{&routine_posv, false}, posv},        {{&routine_potri, false}, potri},
    {{&routine_trtri, false}, trtri},      {{&routine_lauum, false}, lauum},
    {{&routine_getrf, true}, getrf},       {{&routine_getrs, true}, gesv},
    {{&routine_gesv, true}, gesv},         {{&routine_getrf_nopiv, false}, getrf},
    {{&routine_getrs_nopiv, false}, gesv}, {{&routine_gesv_nopiv, false}, gesv},
    {{&routine_geqrf, true}, geqrf},       {{&routine_unmqr, true}, unmqr},
    {{&routine_he2hb, true}, he2hb},       {{&routine_gemm, false}, gemm},
    {{&routine_hemm, false}, hemm},        {{&routine_symm, false}, symm},
    {{&routine_herk, false}, herk},        {{&routine_syrk, false}, syrk},
    {{&routine_her2k, false}, her2k},      {{&routine_syr2k, false}, syr2k},
    {{&routine_trmm, false}, trmm},        {{&routine_trsm, false}, trsm},
    {{&routine_lange, false}, lange},      {{&routine_lanhe, false}, lanhe},
};
enum { ROUTINES = sizeof table / sizeof *table };

#ifdef STARLING_PREC_D
const struct spread_routine *spread_routine_of(const struct routine *routine)
{
    for (int i = 0; i < ROUTINES; i++)
        if (table[i].is.routine == routine)
            return &table[i].is;
    return NULL;
}
#endif

/* ---- The check -------------------------------------------------------------------------- */

static struct piece piece_of(const struct problem *p, const struct operands *o, int i)
{
    return (struct piece){.m = o->shape[i].m,
                          .n = o->shape[i].n,
                          .mb = starling_matrix_mb(o->call.matrix[i]),
                          .nb = starling_matrix_nb(o->call.matrix[i]),
                          .grid = p->grid,
                          .a = o->a[i],
                          .ld = o->ld[i],
                          .uplo = STARLING_GENERAL};
}

/* The same random columns in all processes. */
static bool make_thin(struct terms *t)
{
    uint64_t state = 88172645463325252u;
    bool made = true;
    for (int i = 0; i < THIN; i++) {
        t->thin[i] = calloc((size_t)t->rows * PROBES + 1, sizeof(wide_t));
        made = made && t->thin[i];
    }
    for (int64_t i = 0; made && i < t->rows * PROBES; i++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17; /* xorshift64 */
        t->thin[X][i] = ((double)(state >> 60) + 0.5) / 16 - 0.5;
    }
    return processes->all(made, "no memory for the check");
}

static double residual(struct terms *t)
{
    const struct problem *p = t->p;
    double error = INFINITY;
    t->rows = p->n > p->m ? p->n : p->m;
    for (int i = 0; i < OPERANDS; i++) {
        t->rows = t->before[i].m > t->rows ? t->before[i].m : t->rows;
        t->rows = t->before[i].n > t->rows ? t->before[i].n : t->rows;
    }
    t->right = true;
    bool made = make_thin(t);
    for (int i = 0; i < ROUTINES && made; i++)
        if (table[i].is.routine == p->routine)
            error = table[i].residual(t);
    for (int i = 0; i < THIN; i++)
        free(t->thin[i]);
    bool right = processes->all(t->right, "no memory for the check");
    return !right || isnan(error) ? INFINITY : error;
}

/* The results come into local arrays. */
static int get_results(const struct problem *p, struct operands *o, struct operands *after,
                       int64_t **ipiv, scalar_t **tau)
{
    const struct shape *A = &o->shape[0];
    int64_t k = A->m < A->n ? A->m : A->n;
    int info = 0;
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (o->shape[i].used) {
            info = starling_lacpy(STARLING_GENERAL, o->call.matrix[i], after->call.matrix[i]);
            if (info == 0)
                info = starling_matrix_sync(after->call.matrix[i]);
        }
    *ipiv = p->routine->has & GIVES_IPIV ? malloc(sizeof **ipiv * (size_t)(k + 1)) : NULL;
    *tau = p->routine->has & GIVES_TAU ? malloc(sizeof **tau * (size_t)(k + 1)) : NULL;
    if (*ipiv && info == 0)
        info = starling_matrix_get_ipiv(o->call.matrix[0], *ipiv);
    if (*tau && info == 0)
        info = starling_matrix_get_tau(o->call.matrix[0], *tau);
    return info;
}

void CASE(spread_check)(const struct problem *p, const struct plan *plan, struct operands *o,
                        struct outcome *outcome, char *err, size_t errlen)
{
    struct operands before, after;
    struct terms t = {.p = p};
    int64_t *ipiv = NULL;
    scalar_t *tau = NULL;
    (void)plan;
    if (!CASE(make_operands)(p, PLACE_HOST, &before, err, errlen))
        return;
    if (CASE(make_operands)(p, PLACE_HOST, &after, err, errlen)) {
        int info = CASE(fill_operands)(p, &before);
        if (info == 0)
            info = get_results(p, o, &after, &ipiv, &tau);
        if (info != 0)
            snprintf(err, errlen, "the check: %s", words_of(info));
        for (int i = 0; i < OPERANDS; i++)
            if (before.shape[i].used) {
                t.before[i] = piece_of(p, &before, i);
                t.after[i] = piece_of(p, &after, i);
            }
        t.ipiv = ipiv;
        t.tau = tau;
        t.values = o->call.values;
        if (info == 0)
            outcome->error = p->n == 0 || p->m == 0 ? 0 : residual(&t);
        free(ipiv);
        free(tau);
        CASE(free_operands)(&after);
    }
    CASE(free_operands)(&before);
}
