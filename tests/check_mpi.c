/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices on several processes, by mpirun from tests/check_mpi.test: results are those of one
 * process, bit by bit on workers of one kind. Each process computes the whole for itself, too, and
 * process 0 compares. */

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "src/mpi/starling_mpi.h"
#include "tap.h"

static int rank, size;

/* Whether it holds in all processes. */
static bool everywhere(bool condition)
{
    int all = condition;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}

/* Process 0 alone writes lines of TAP. */
static void ok_everywhere(bool condition, const char *what, int p, int q, int cases)
{
    bool all = everywhere(condition);
    if (rank == 0)
        ok(all, "%s, grid %d x %d, %d cases", what, p, q, cases);
}

/* The whole of A in process 0. */
static void gather(struct array *whole, starling_matrix *A)
{
    starling_matrix *B;
    starling_mpi_matrix_wrap(&B, whole->prec, whole->m, whole->n, rank == 0 ? whole->a : NULL,
                             whole->lda, starling_matrix_mb(A), starling_matrix_nb(A), 1, 1, 0);
    starling_lacpy(STARLING_GENERAL, A, B);
    starling_matrix_destroy(B);
}

/* A and C are square; B and D have 5 columns. */
struct problem {
    starling_matrix *A, *B, *C, *D;
};

static int potrf(starling_uplo uplo, struct problem *x)
{
    return starling_potrf(uplo, x->A);
}

static int posv(starling_uplo uplo, struct problem *x)
{
    return starling_posv(uplo, x->A, x->B);
}

static int potri(starling_uplo uplo, struct problem *x)
{
    int info = starling_potrf(uplo, x->A);
    return info != 0 ? info : starling_potri(uplo, x->A);
}

/* Not positive definite: info is the same in all processes, and B stays as it was. */
static int indefinite(starling_uplo uplo, struct problem *x)
{
    bool any = starling_matrix_n(x->A) > 0;
    starling_laset(uplo, 0, 1, x->A);
    starling_gemm(STARLING_NOTRANS, STARLING_CONJTRANS, -1, x->B, x->D, 1, x->A);
    starling_lacpy(STARLING_GENERAL, x->A, x->C);
    int info = starling_potrf(uplo, x->A), again = starling_posv(uplo, x->C, x->B);
    starling_laset(STARLING_GENERAL, 0, 0, x->A); /* undefined after a failure */
    starling_laset(STARLING_GENERAL, 0, 0, x->C);
    return info == again && (!any || info >= 0) ? info : -1;
}

static int no_pivots(starling_uplo uplo, struct problem *x)
{
    int64_t n = starling_matrix_n(x->C);
    starling_laset(uplo, 1, (double)n + 1, x->C);
    int info = starling_gesv_nopiv(x->C, x->B);
    starling_laset(STARLING_GENERAL, 1, 1, x->A); /* singular from the second pivot on */
    int second = starling_gesv_nopiv(x->A, x->D);
    starling_laset(STARLING_GENERAL, 0, 0, x->A); /* undefined then */
    return info == 0 && second == (n > 1 ? 2 : 0) ? 0 : 1;
}

static int products(starling_uplo uplo, struct problem *x)
{
    int info = starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 0.5, x->A, x->B, 2, x->D);
    info += starling_gemm(STARLING_NOTRANS, STARLING_CONJTRANS, 0.25, x->D, x->B, 1, x->C);
    info += starling_herk(uplo, STARLING_NOTRANS, 0.5, x->B, 0.5, x->C);
    info += starling_syrk(uplo, STARLING_NOTRANS, 0.25, x->B, 0.5, x->C);
    info += starling_hemm(STARLING_LEFT, uplo, 0.5, x->C, x->D, 0, x->B);
    return info + starling_her2k(uplo, STARLING_NOTRANS, 0.5, x->B, x->D, 0.5, x->A);
}

static int triangles(starling_uplo uplo, struct problem *x)
{
    int info =
        starling_trmm(STARLING_LEFT, uplo, STARLING_TRANS, STARLING_NONUNIT, 0.125, x->A, x->B);
    info += starling_trsm(STARLING_LEFT, uplo, STARLING_NOTRANS, STARLING_NONUNIT, 2, x->A, x->B);
    info +=
        starling_trsm(STARLING_RIGHT, uplo, STARLING_CONJTRANS, STARLING_NONUNIT, 2, x->A, x->C);
    return info + starling_lauum(uplo, x->A);
}

static int gesv(starling_uplo uplo, struct problem *x)
{
    (void)uplo;
    int info = starling_getrf(x->A);
    int64_t n = starling_matrix_n(x->A), ipiv[n + 1];
    info += starling_matrix_get_ipiv(x->A, ipiv);
    info += starling_matrix_set_ipiv(x->A, ipiv);
    info += starling_getrs(STARLING_NOTRANS, x->A, x->B);
    return info + starling_getrs(STARLING_CONJTRANS, x->A, x->B);
}

/* All elements count, and the norms become elements. */
static int norms(starling_uplo uplo, struct problem *x)
{
    static const starling_norm kinds[] = {STARLING_MAX_NORM, STARLING_ONE_NORM, STARLING_INF_NORM,
                                          STARLING_FROBENIUS_NORM};
    int info = 0;
    double a = 0, c = 0;
    for (int i = 0; i < 4; i++) {
        info += starling_lange(kinds[i], x->C, &c) + starling_lanhe(kinds[i], uplo, x->A, &a);
        info += starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, a, x->A, x->D, c, x->B);
    }
    return info;
}

static int geqrf(starling_uplo uplo, struct problem *x)
{
    (void)uplo;
    int info = starling_geqrf(x->A);
    return info + starling_unmqr(STARLING_LEFT, STARLING_CONJTRANS, x->A, x->B);
}

static const struct operation {
    const char *name;
    int (*run)(starling_uplo, struct problem *);
    bool by_columns; /* block columns as tiles */
} operations[] = {
    {"potrf", potrf, false},          {"posv", posv, false},
    {"potri", potri, false},          {"indefinite", indefinite, false},
    {"products", products, false},    {"triangles", triangles, false},
    {"gesv_nopiv", no_pivots, false}, {"norms", norms, false},
    {"gesv, tiles", gesv, false},     {"gesv, block columns", gesv, true},
    {"geqrf", geqrf, true},
};

/* On the grid, or p = 0: in this process alone. */
static int make(starling_matrix **A, starling_precision prec, int64_t m, int64_t n, int64_t mb,
                int64_t nb, int p, int q)
{
    return p == 0 ? starling_matrix_create(A, prec, m, n, mb, nb)
                  : starling_mpi_matrix_create(A, prec, m, n, mb, nb, p, q, 0);
}

static int prepare(struct problem *x, starling_precision prec, starling_uplo uplo, int64_t n,
                   int64_t mb, int64_t nb, int p, int q)
{
    int info = make(&x->A, prec, n, n, mb, nb, p, q) + make(&x->B, prec, n, 5, mb, nb, p, q) +
               make(&x->C, prec, n, n, mb, nb, p, q) + make(&x->D, prec, n, 5, mb, nb, p, q);
    info += starling_random(7, x->A) + starling_random(8, x->B) + starling_random(9, x->C) +
            starling_random(10, x->D);
    return info + starling_random_hermitian(uplo, (double)n, 7, x->A);
}

static bool equal(starling_matrix *A, starling_matrix *B, starling_precision prec)
{
    int64_t m = starling_matrix_m(A), n = starling_matrix_n(A);
    struct array x = array_new(prec, m, n, 0), y = array_new(prec, m, n, 0);
    gather(&x, A);
    starling_matrix_get(B, y.a, y.lda);
    bool held = rank > 0 || same_result(&x, &y);
    array_free(&x);
    array_free(&y);
    return held;
}

static void destroy(struct problem *x)
{
    starling_matrix_destroy(x->A);
    starling_matrix_destroy(x->B);
    starling_matrix_destroy(x->C);
    starling_matrix_destroy(x->D);
}

static void check(struct cases *cases, const struct operation *of, starling_precision prec,
                  starling_uplo uplo, int64_t n, int64_t nb, int p, int q)
{
    struct problem x, y;
    int64_t mb = of->by_columns && n > 0 ? n : nb;
    int info = prepare(&x, prec, uplo, n, mb, nb, p, q) + prepare(&y, prec, uplo, n, mb, nb, 0, 0);
    int got = of->run(uplo, &x), expected = of->run(uplo, &y);
    bool a = equal(x.A, y.A, prec), b = equal(x.B, y.B, prec), c = equal(x.C, y.C, prec);
    bool d = equal(x.D, y.D, prec);
    hold(cases, info == 0 && got == expected && got >= 0 && a && b && c && d,
         "process %d: %c%s, uplo %c, n=%ld nb=%ld: info %d and %d, expected %d, equal: %d %d %d %d",
         rank, letter(prec), of->name, (char)uplo, (long)n, (long)nb, info, got, expected, a, b, c,
         d);
    destroy(&x);
    destroy(&y);
}

static void check_operation(const struct operation *of, int p, int q)
{
    static const int64_t sizes[][2] = {{0, 4}, {1, 4}, {7, 3}, {40, 8}, {61, 10}};
    struct cases cases = {0};
    for (int pr = 0; pr < 4; pr++)
        for (int u = 0; u < 2; u++)
            for (size_t s = quick() ? 2 : 0; s < (quick() ? 4 : 5); s++)
                check(&cases, of, precisions[pr], u ? STARLING_UPPER : STARLING_LOWER, sizes[s][0],
                      sizes[s][1], p, q);
    ok_everywhere(all_held(&cases), of->name, p, q, cases.run);
}

/* The interchanges are LAPACK's, on matrices of any shape. */
static void pivots_of(struct cases *cases, starling_precision prec, int64_t m, int64_t n,
                      int64_t nb, bool singular, int p, int q)
{
    starling_matrix *A, *B;
    struct array x = array_new(prec, m, n, 0), y = array_new(prec, m, n, 0);
    int64_t k = m < n ? m : n, ipiv[k + 1], differ = 0;
    int expected[k + 1];
    make(&A, prec, m, n, nb, nb, p, q);
    make(&B, prec, m, n, nb, nb, 0, 0);
    starling_random(5, A);
    if (singular) /* of rank 1: the second pivot is zero, or of rounding */
        starling_laset(STARLING_GENERAL, 1, 1, A);
    gather(&x, A);
    MPI_Bcast(x.a, (int)(m * n * (int64_t)element_size(prec)), MPI_BYTE, 0, MPI_COMM_WORLD);
    starling_matrix_set(B, x.a, x.lda);
    int lapack = k > 0 ? lapack_getrf(&x, expected) : 0;
    int info = starling_getrf(A), alone = starling_getrf(B);
    starling_matrix_get_ipiv(A, ipiv);
    for (int64_t i = 0; i < k; i++)
        differ += ipiv[i] != expected[i];
    gather(&y, A);
    starling_matrix_get(B, x.a, x.lda);
    hold(cases,
         info == lapack && alone == lapack && differ == 0 && (rank > 0 || same_result(&x, &y)),
         "process %d: %cgetrf m=%ld n=%ld nb=%ld: info %d and %d, LAPACK's %d, %ld other pivots",
         rank, letter(prec), (long)m, (long)n, (long)nb, info, alone, lapack, (long)differ);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    array_free(&x);
    array_free(&y);
}

static void check_pivots(int p, int q)
{
    static const int64_t shapes[][3] = {{0, 5, 4},   {5, 0, 4},   {1, 1, 4},   {2, 1, 1},
                                        {13, 13, 4}, {50, 7, 8},  {7, 50, 8},  {61, 33, 10},
                                        {33, 61, 5}, {29, 29, 1}, {97, 97, 16}};
    struct cases cases = {0};
    for (int pr = 0; pr < 4; pr++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
            for (int singular = 0; singular < 2; singular++)
                if (!quick() || (s + (size_t)pr) % 4 == 1)
                    pivots_of(&cases, precisions[pr], shapes[s][0], shapes[s][1], shapes[s][2],
                              singular, p, q);
    ok_everywhere(all_held(&cases), "pivots", p, q, cases.run);
}

/* Block columns side by side in a process: the bits of LU and QR are those of one process. */
static void columns_of(struct cases *cases, starling_precision prec, int64_t n, int64_t nb,
                       int beside)
{
    struct problem x = {0}, y = {0};
    bool held = true;
    for (int qr = 0; qr < 2; qr++) {
        int64_t mb = n > 0 ? n : 1;
        int info = starling_mpi_matrix_create_columns(&x.A, prec, n, n, nb, beside, size, 0) +
                   starling_mpi_matrix_create_columns(&x.B, prec, n, 5, nb, beside, size, 0);
        info += make(&y.A, prec, n, n, mb, nb, 0, 0) + make(&y.B, prec, n, 5, mb, nb, 0, 0);
        info += starling_random(7, x.A) + starling_random(8, x.B);
        info += starling_random(7, y.A) + starling_random(8, y.B);
        info += qr ? geqrf(STARLING_UPPER, &x) : gesv(STARLING_UPPER, &x);
        info += qr ? geqrf(STARLING_UPPER, &y) : gesv(STARLING_UPPER, &y);
        held &= info == 0 && equal(x.A, y.A, prec) && equal(x.B, y.B, prec);
        starling_matrix_destroy(x.A);
        starling_matrix_destroy(x.B);
        starling_matrix_destroy(y.A);
        starling_matrix_destroy(y.B);
    }
    hold(cases, held, "process %d: %ccolumns n=%ld nb=%ld, %d side by side", rank, letter(prec),
         (long)n, (long)nb, beside);
}

static void check_columns(int p, int q)
{
    static const int64_t sizes[][2] = {{0, 4}, {1, 1}, {7, 3}, {66, 2}, {90, 7}};
    struct cases cases = {0};
    for (int pr = 0; pr < 4; pr++)
        for (size_t s = quick() ? 2 : 0; s < (quick() ? 4 : 5); s++)
            for (int beside = 1; beside <= 4; beside += 1 + (int)quick())
                columns_of(&cases, precisions[pr], sizes[s][0], sizes[s][1], beside);
    ok_everywhere(all_held(&cases), "columns side by side", p, q, cases.run);
}

/* |A - Q B Q^H| and |Q^H Q - I|, scaled, of the reduction to a band of kd subdiagonals. */
static double band_residual(starling_precision prec, wide *a, const struct array *band,
                            const struct array *vectors, int64_t kd)
{
    int64_t n = band->n, ld = n > 1 ? n : 1;
    double norm = wide_norm(a, n, n);
    wide *q = wide_of(vectors, 'G'), *b = wide_zeros(n, n), *qb = wide_zeros(n, n),
         *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++) {
        unit[j + j * ld] = -1;
        for (int64_t i = 0; i <= kd && i + j < n; i++) {
            b[i + j + j * ld] = array_get(band, i, j);
            b[j + (i + j) * ld] = conj(array_get(band, i, j));
        }
    }
    wide_gemm('N', 'N', n, n, n, 1, q, b, 0, qb);
    wide_gemm('N', 'C', n, n, n, -1, qb, q, 1, a);
    wide_gemm('C', 'N', n, n, n, 1, q, q, 1, unit);
    double error = residual_larger(scaled(prec, wide_norm(a, n, n), n, norm),
                                   scaled(prec, wide_norm(unit, n, n), n, 1));
    free(q);
    free(b);
    free(qb);
    free(unit);
    return error;
}

static void band_of(struct cases *cases, starling_precision prec, starling_uplo uplo, int64_t n,
                    int64_t kd, int64_t nb, int p, int q)
{
    starling_matrix *A, *AB, *Q;
    struct array x = array_new(prec, n, n, 0), band = array_new(prec, kd + 1, n, 0),
                 vectors = array_new(prec, n, n, 0);
    int info = make(&A, prec, n, n, n, nb, p, q) + make(&AB, prec, kd + 1, n, kd + 1, nb, p, q) +
               make(&Q, prec, n, n, n, nb, p, q);
    info += starling_random_hermitian(STARLING_GENERAL, 0, 3, A);
    gather(&x, A);
    wide *a = rank == 0 ? wide_hermitian(&x, (char)uplo) : NULL;
    info += starling_he2hb(uplo, kd, A, AB);
    info += starling_laset(STARLING_GENERAL, 0, 1, Q);
    info += starling_unmtr_he2hb(STARLING_NOTRANS, A, Q);
    gather(&band, AB);
    gather(&vectors, Q);
    double error = rank == 0 ? band_residual(prec, a, &band, &vectors, kd) : 0;
    hold(cases, info == 0 && residual_right(error),
         "process %d: %che2hb, uplo %c, n=%ld kd=%ld nb=%ld: info %d, residual %g", rank,
         letter(prec), (char)uplo, (long)n, (long)kd, (long)nb, info, error);
    starling_matrix_destroy(A);
    starling_matrix_destroy(AB);
    starling_matrix_destroy(Q);
    array_free(&x);
    array_free(&band);
    array_free(&vectors);
    free(a);
}

/* The sums have another order than in one process, so the bits differ. */
static void check_bands(int p, int q)
{
    static const int64_t sizes[][3] = {{1, 1, 4},  {2, 1, 1},   {23, 3, 3},
                                       {40, 4, 8}, {61, 5, 10}, {97, 8, 16}};
    struct cases cases = {0};
    for (int pr = 0; pr < 4; pr++)
        for (int u = 0; u < 2; u++)
            for (size_t s = quick() ? 3 : 0; s < (quick() ? 5 : 6); s++)
                band_of(&cases, precisions[pr], u ? STARLING_UPPER : STARLING_LOWER, sizes[s][0],
                        sizes[s][1], sizes[s][2], p, q);
    ok_everywhere(all_held(&cases), "he2hb", p, q, cases.run);
}

#define REFUSE(position, call) refuse(&cases, position, call, #call)
/* What cannot be is told in all processes, and harms nothing. */
static void refusals(int p, int q)
{
    double a[4] = {0};
    starling_matrix *A, *B;
    struct cases cases = {0};
    listen_to_errors();
    const starling_precision d = STARLING_D;
    REFUSE(1, starling_mpi_matrix_create(NULL, d, 4, 4, 2, 2, p, q, 0));
    REFUSE(2, starling_mpi_matrix_create(&A, (starling_precision)9, 4, 4, 2, 2, p, q, 0));
    REFUSE(3, starling_mpi_matrix_create(&A, d, -1, 4, 2, 2, p, q, 0));
    REFUSE(4, starling_mpi_matrix_create(&A, d, 4, -1, 2, 2, p, q, 0));
    REFUSE(5, starling_mpi_matrix_create(&A, d, 4, 4, -1, 2, p, q, 0));
    REFUSE(6, starling_mpi_matrix_create(&A, d, 4, 4, 2, -1, p, q, 0));
    REFUSE(7, starling_mpi_matrix_create(&A, d, 4, 4, 2, 2, 0, q, 0));
    REFUSE(8, starling_mpi_matrix_create(&A, d, 4, 4, 2, 2, p, size + 1, 0));
    REFUSE(9, starling_mpi_matrix_create(&A, d, 4, 4, 2, 2, p, q, 1));
    REFUSE(5, starling_mpi_matrix_wrap(&A, d, 2 * p, 2 * q, NULL, 2, 2, 2, p, q, 0));
    REFUSE(6, starling_mpi_matrix_wrap(&A, d, 2 * p, 2 * q, a, 1, 2, 2, p, q, 0));
    REFUSE(5, starling_mpi_matrix_create_columns(&A, d, 4, 4, -1, 1, 1, 0));
    REFUSE(6, starling_mpi_matrix_create_columns(&A, d, 4, 4, 2, 0, 1, 0));
    REFUSE(7, starling_mpi_matrix_create_columns(&A, d, 4, 4, 2, 1, size + 1, 0));
    REFUSE(8, starling_mpi_matrix_create_columns(&A, d, 4, 4, 2, 1, size, 1));
    hold(&cases, make(&A, d, 6, 6, 2, 2, p, q) == 0 && make(&B, d, 6, 6, 2, 2, p, q) == 0,
         "create");
    REFUSE(1, starling_matrix_get(A, a, 6));
    REFUSE(1, starling_matrix_set(A, a, 6));
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    hold(&cases, starling_mpi_init(MPI_COMM_WORLD) == STARLING_ERUNTIME, "a second init");
    ok_everywhere(all_held(&cases), "refusals", p, q, cases.run);
}

/* A bad argument in one process, or arguments that differ, give the same info in all of them. */
static void one_sided(int p, int q)
{
    starling_matrix *A, *B, *none = NULL;
    starling_sequence *seq;
    struct cases cases = {0};
    const starling_uplo lower = STARLING_LOWER, wrong = (starling_uplo)'X';
    const starling_trans no = STARLING_NOTRANS;
    const starling_norm norm = STARLING_ONE_NORM;
    bool first = rank == 0, last = rank == size - 1, alone = size == 1;
    int differs = alone ? 0 : STARLING_EGRID;
    double value;
    make(&A, STARLING_D, 12, 12, 4, 4, p, q);
    make(&B, STARLING_D, 12, 12, 4, 4, p, q);
    starling_random_hermitian(STARLING_GENERAL, 12, 1, A);
#define GIVES(expected, call)                                                                      \
    do {                                                                                           \
        int got = call;                                                                            \
        hold(&cases, got == (expected), "process %d: %s: info %d, expected %d", rank, #call, got,  \
             expected);                                                                            \
    } while (0)
    GIVES(-1, starling_potrf(last ? wrong : lower, A));
    GIVES(-2, starling_potrf(lower, first ? none : A));
    GIVES(-3, starling_posv(lower, A, last ? none : B));
    GIVES(-3, starling_posv(lower, A, first ? A : B));
    GIVES(-1, starling_getrf(last ? none : A));
    GIVES(-2, starling_gesv(A, first ? none : B));
    GIVES(-2, starling_getrs(no, B, A)); /* not factored */
    GIVES(-2, starling_gemm(no, last ? (starling_trans)'X' : no, 1, A, A, 0, B));
    GIVES(-1, starling_lange(first ? (starling_norm)'X' : norm, A, &value));
    GIVES(-3, starling_lange(norm, A, last ? NULL : &value));
    GIVES(-1, starling_laset(last ? wrong : STARLING_GENERAL, 0, 1, B));
    GIVES(-2, starling_random(1, last ? none : A));
    GIVES(differs, starling_gemm(no, no, first ? 2 : 1, A, A, 0, B));
    GIVES(differs, starling_potrf(last ? STARLING_UPPER : lower, A));
    starling_random_hermitian(STARLING_GENERAL, 12, 1, A);
    starling_sequence_create(&seq);
    starling_potrf_submit(lower, A, seq);
    starling_potrs_submit(lower, A, first ? none : B, seq);
    starling_trsm_submit(STARLING_LEFT, lower, no, STARLING_NONUNIT, 1, A, B, seq);
    GIVES(-3, starling_sequence_wait(seq));
    starling_random_hermitian(STARLING_GENERAL, 12, 1, A);
    starling_potrf_submit(lower, A, seq);
    GIVES(0, starling_sequence_destroy(seq));
#undef GIVES
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    ok_everywhere(all_held(&cases), "a bad argument in one process", p, q, cases.run);
}

/* The processes call the library with other arguments: all get info. */
static int differ(const char *what)
{
    starling_matrix *A, *B;
    bool first = starling_mpi_rank() == 0;
    int info = 0;
    listen_to_errors();
    double scale = strcmp(what, "alpha") == 0 && first ? 2 : 1;
    starling_uplo uplo = strcmp(what, "uplo") == 0 && first ? STARLING_UPPER : STARLING_LOWER;
    int64_t n = strcmp(what, "shape") == 0 && first ? 41 : 40;
    info = starling_mpi_matrix_create(&A, STARLING_D, n, n, 8, 8, 1, 2, 0);
    if (info != 0) {
        fprintf(stderr, "%s\n", last_message());
        return info == STARLING_EGRID ? 1 : 0;
    }
    starling_mpi_matrix_create(&B, STARLING_D, n, n, 8, 8, 1, 2, 0);
    starling_random_hermitian(STARLING_GENERAL, (double)n, 1, A);
    if (strcmp(what, "elsewhere") == 0 && first) /* the others wait for it */
        starling_mpi_finalize();
    info += starling_potrf(uplo, A);
    info += starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, scale, A, A, 0, B);
    fprintf(stderr, "%s\n", last_message());
    return info == STARLING_EGRID ? 1 : 0;
}

/* An MPI that was started without threads is refused. */
static int single(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    listen_to_errors();
    int info = starling_mpi_init(MPI_COMM_WORLD);
    fprintf(stderr, "%s\n", last_message());
    MPI_Finalize();
    return info == STARLING_ERUNTIME;
}

/* More workers than processors of this process: a notice. */
static int bound(int argc, char **argv)
{
    int given;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    listen_to_errors();
    int info = starling_mpi_init(MPI_COMM_WORLD);
    fprintf(stderr, "%s\n", last_message());
    starling_mpi_finalize();
    MPI_Finalize();
    return info;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "single") == 0)
        return single(argc, argv);
    if (argc > 1 && strcmp(argv[1], "bound") == 0)
        return bound(argc, argv);
    int given, p = argc > 1 ? atoi(argv[1]) : 1, q = argc > 2 ? atoi(argv[2]) : 1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &given);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (starling_mpi_init(MPI_COMM_WORLD) != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (argc > 2 && strcmp(argv[1], "differ") == 0)
        return differ(argv[2]);
    rank = starling_mpi_rank();
    size = starling_mpi_size();

    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        check_operation(&operations[i], p, q);
    check_pivots(p, q);
    check_columns(p, q);
    check_bands(p, q);
    refusals(p, q);
    one_sided(p, q);

    starling_mpi_finalize();
    bool left = starling_finalize() == 0;
    ok_everywhere(left, "nothing is left", p, q, 1);
    MPI_Finalize();
    return rank == 0 ? done_testing() : 0;
}
