/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* he2hb and products with its Q1, in all precisions, both triangles, orders and bands around the
 * block column:
 *  - |A - Q1 B Q1^H| and |Q1^H Q1 - I| are small, where Q1 is made by LAPACK from V and tau, and
 * the eigenvalues of B are those of A;
 *  - the diagonal of B is real, and the other triangle of A, NaN here, has no influence;
 *  - products with Q1 and Q1^H are those of LAPACK, with tau from the matrix and from an array;
 *  - objects, sequences, chains of tasks and arrays agree, and what is around stays;
 *  - a NaN ends in a result, not in a hang;
 *  - bad arguments are told by position and name.
 * The library is linked statically, for chains are its own. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "src/eigen/eigen.h"
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, CHAIN, ARRAYS, FORMS };

/* A band reduction: the matrix, its band and tau. */
struct reduction {
    starling_precision prec;
    int64_t n, kd, nb;
    char uplo;
    struct array a, ab, tau;
    int info;
};

#define API_HE(prec, real_name, name, ...)                                                         \
    ((prec) == STARLING_S   ? starling_s##real_name(__VA_ARGS__)                                   \
     : (prec) == STARLING_D ? starling_d##real_name(__VA_ARGS__)                                   \
     : (prec) == STARLING_C ? starling_c##name(__VA_ARGS__)                                        \
                            : starling_z##name(__VA_ARGS__))

static int64_t reflectors(const struct reduction *r)
{
    return r->n > r->kd ? r->n - r->kd : 0;
}

static int reduce_objects(struct reduction *r, enum form form, starling_matrix *A)
{
    starling_matrix *AB = wrap(&r->ab, r->kd + 1, r->nb + 1); /* its block columns are its own */
    starling_uplo uplo = (starling_uplo)r->uplo;
    starling_sequence *seq;
    int info = 0;
    if (form == OBJECTS)
        info = starling_he2hb(uplo, r->kd, A, AB);
    else {
        info = starling_sequence_create(&seq);
        if (info == 0 && form == SEQUENCE)
            info = starling_he2hb_submit(uplo, r->kd, A, AB, seq);
        else if (info == 0)
            info = sl_he2hb_by(true, uplo, r->kd, A, AB, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    info = info != 0 ? info : starling_matrix_get_tau(A, r->tau.a);
    starling_matrix_destroy(AB);
    return info;
}

/* C = op(Q1) C by a matrix object, or by arrays. */
static int multiply(struct reduction *r, enum form form, starling_matrix *A, char trans,
                    struct array *c)
{
    if (form == ARRAYS)
        return API_HE(r->prec, ormtr_sy2sb, unmtr_he2hb, trans, c->m, c->n, r->kd, r->a.a, r->a.lda,
                      r->tau.a, c->a, c->lda);
    starling_matrix *C = wrap(c, c->m, r->nb + 2);
    int info = starling_unmtr_he2hb((starling_trans)trans, A, C);
    starling_matrix_destroy(C);
    return info;
}

/* Q1 of order n: the identity, then the Q of order n - kd of the reflectors below the band. */
static wide *q1_of(const struct reduction *r)
{
    int64_t n = r->n, k = reflectors(r), ld = n > 1 ? n : 1, ldk = k > 1 ? k : 1;
    wide *q = wide_zeros(n, n), *v = wide_zeros(k, k), *tau = wide_zeros(k, 1),
         *c = wide_zeros(k, k);
    for (int64_t j = 0; j < k; j++) {
        tau[j] = array_get(&r->tau, j, 0);
        c[j + j * ldk] = 1;
        for (int64_t i = 0; i < k; i++)
            v[i + j * ldk] = array_get(&r->a, r->kd + i, j);
    }
    if (k > 0)
        wide_multiply(false, 'L', 'N', k, k, k, v, tau, c);
    for (int64_t j = 0; j < n - k; j++)
        q[j + j * ld] = 1;
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < k; i++)
            q[n - k + i + (n - k + j) * ld] = c[i + j * ldk];
    free(v);
    free(tau);
    free(c);
    return q;
}

/* B as a matrix; NaN where its diagonal is not real. */
static wide *band_of(const struct reduction *r)
{
    int64_t n = r->n, ld = n > 1 ? n : 1;
    wide *b = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= r->kd && i + j < n; i++) {
            wide x = array_get(&r->ab, i, j);
            b[i + j + j * ld] = i == 0 && cimag(x) != 0 ? NAN : x;
            b[j + (i + j) * ld] = i == 0 && cimag(x) != 0 ? NAN : conj(x);
        }
    return b;
}

/* |A - Q B Q^H| and |Q^H Q - I|, scaled; A is overwritten. */
static double residual(const struct reduction *r, wide *a)
{
    int64_t n = r->n, ld = n > 1 ? n : 1;
    double norm = wide_norm(a, n, n);
    wide *q = q1_of(r), *b = band_of(r), *qb = wide_zeros(n, n), *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        unit[j + j * ld] = -1;
    if (n > 0) {
        wide_gemm('N', 'N', n, n, n, 1, q, b, 0, qb);
        wide_gemm('N', 'C', n, n, n, -1, qb, q, 1, a);
        wide_gemm('C', 'N', n, n, n, 1, q, q, 1, unit);
    }
    double error = residual_larger(scaled(r->prec, wide_norm(a, n, n), n, norm),
                                   scaled(r->prec, wide_norm(unit, n, n), n, n > 0));
    free(q);
    free(b);
    free(qb);
    free(unit);
    return error;
}

/* The largest difference of eigenvalues, scaled. */
static double eigenvalues(const struct reduction *r, const wide *a)
{
    int64_t n = r->n;
    size_t size = (size_t)(n * n);
    wide *b = band_of(r), *copy = wide_zeros(n, n);
    double *x = calloc((size_t)n + 1, sizeof *x), *y = calloc((size_t)n + 1, sizeof *y), most = 0;
    memcpy(copy, a, size * sizeof *copy);
    double norm = wide_norm(a, n, n);
    if (wide_heev(n, copy, x) != 0 || wide_heev(n, b, y) != 0)
        most = NAN;
    for (int64_t i = 0; i < n; i++)
        most = residual_larger(most, fabs(x[i] - y[i]));
    free(b);
    free(copy);
    free(x);
    free(y);
    return scaled(r->prec, most, n, norm);
}

/* op(Q1) C beside LAPACK's: the largest difference, scaled; NaN: the call failed. */
static double products(struct reduction *r, enum form form, starling_matrix *A)
{
    double most = 0;
    wide *q = q1_of(r);
    for (const char *trans = is_complex(r->prec) ? "NC" : "NTC"; *trans; trans++)
        for (int64_t vectors = 1; vectors < 30; vectors += 14) {
            struct array c = array_new(r->prec, r->n, vectors, 2);
            array_random(&c, STARLING_GENERAL, 5);
            wide *x = wide_of(&c, STARLING_GENERAL), *y = wide_zeros(r->n, vectors);
            if (r->n > 0)
                wide_gemm(*trans == 'N' ? 'N' : 'C', 'N', r->n, vectors, r->n, 1, q, x, 0, y);
            array_save(&c);
            int info = multiply(r, form, A, *trans, &c);
            wide *z = wide_of(&c, STARLING_GENERAL);
            bool right = info == 0 && array_intact(&c, STARLING_GENERAL);
            double error = scaled(r->prec, wide_difference(z, y, r->n, vectors), r->n,
                                  wide_norm(y, r->n, vectors));
            most = residual_larger(most, right ? error : NAN);
            free(x);
            free(y);
            free(z);
            array_free(&c);
        }
    free(q);
    return most;
}

static struct reduction reduction_new(starling_precision prec, char uplo, int64_t n, int64_t kd,
                                      int64_t nb)
{
    struct reduction r = {.prec = prec, .n = n, .kd = kd, .nb = nb, .uplo = uplo};
    r.a = array_new(prec, n, n, 3);
    r.ab = array_new(prec, kd + 1, n, 1);
    r.tau = array_new(prec, reflectors(&r), 1, 0);
    array_random(&r.a, uplo, (uint64_t)(n + 1000 * kd));
    array_save(&r.a);
    array_save(&r.ab);
    array_save(&r.tau);
    return r;
}

static void reduction_free(struct reduction *r)
{
    array_free(&r->a);
    array_free(&r->ab);
    array_free(&r->tau);
}

static void check(struct cases *cases, starling_precision prec, char uplo, int64_t n, int64_t kd,
                  int64_t nb)
{
    struct reduction r[FORMS];
    for (int f = 0; f < FORMS; f++) {
        enum form form = (enum form)f;
        r[f] = reduction_new(prec, uplo, n, kd, nb);
        wide *a = wide_hermitian(&r[f].a, uplo);
        starling_matrix *A = form != ARRAYS ? wrap(&r[f].a, n > 0 ? n : 1, nb) : NULL;
        int info = A ? reduce_objects(&r[f], form, A)
                     : API_HE(prec, sy2sb, he2hb, uplo, n, kd, r[f].a.a, r[f].a.lda, r[f].ab.a,
                              r[f].ab.lda, r[f].tau.a);
        if (A)
            starling_matrix_sync(A);
        double product = products(&r[f], form, A);
        if (A)
            starling_matrix_destroy(A);
        double values = eigenvalues(&r[f], a), error = residual(&r[f], a);
        bool intact = array_intact(&r[f].a, STARLING_GENERAL) &&
                      array_intact(&r[f].ab, STARLING_GENERAL) &&
                      array_intact(&r[f].tau, STARLING_GENERAL);
        bool same = form == OBJECTS || form == ARRAYS || !one_kind() ||
                    memcmp(r[f].ab.block, r[0].ab.block, r[0].ab.size) == 0;
        hold(cases,
             info == 0 && intact && same && residual_right(error) && residual_right(values) &&
                 residual_right(product),
             "%che2hb %c form %d, n=%ld, kd=%ld, nb=%ld: info %d, residual %g, eigenvalues %g, "
             "products %g%s%s",
             letter(prec), uplo, f, (long)n, (long)kd, (long)nb, info, error, values, product,
             intact ? "" : ", more is changed", same ? "" : ", other bits");
        free(a);
    }
    for (int f = 0; f < FORMS; f++)
        reduction_free(&r[f]);
}

static void results(starling_precision prec)
{
    /* n, kd, nb: nothing to do, one reflector, panels and block columns that do not divide n */
    static const int64_t shapes[][3] = {
        {0, 4, 4},     {1, 1, 1},     {1, 4, 8},     {2, 1, 1},   {2, 2, 2},     {3, 1, 2},
        {3, 4, 4},     {4, 4, 4},     {5, 4, 4},     {6, 4, 4},   {9, 4, 8},     {13, 5, 5},
        {23, 1, 4},    {29, 4, 12},   {31, 8, 16},   {32, 8, 16}, {33, 8, 16},   {40, 16, 16},
        {41, 7, 100},  {47, 3, 9},    {53, 60, 60},  {97, 8, 32}, {101, 10, 30}, {149, 16, 64},
        {150, 32, 32}, {211, 16, 48}, {257, 32, 512}};
    struct cases cases = {0};
    size_t count = sizeof shapes / sizeof *shapes;
    for (size_t s = 0; s < count; s++)
        for (const char *uplo = "LU"; *uplo; uplo++)
            if (!quick() || shapes[s][0] < 160)
                check(&cases, prec, *uplo, shapes[s][0], shapes[s][1], shapes[s][2]);
    ok(all_held(&cases), "%che2hb: %d results", letter(prec), cases.run);
}

/* The band before the NaN is what it would be. */
static void nan_in(starling_precision prec)
{
    struct reduction r = reduction_new(prec, 'L', 40, 4, 8);
    array_set(&r.a, 25, 20, NAN);
    int info =
        API_HE(prec, sy2sb, he2hb, 'L', r.n, r.kd, r.a.a, r.a.lda, r.ab.a, r.ab.lda, r.tau.a);
    ok(info == 0 && isfinite(creal(array_get(&r.ab, 0, 0))) && isnan(cabs(array_get(&r.ab, 0, 39))),
       "%che2hb with a NaN: info %d", letter(prec), info);
    reduction_free(&r);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct array x = array_new(STARLING_D, 6, 6, 0), y = array_new(STARLING_D, 3, 6, 0);
    struct array z = array_new(STARLING_Z, 6, 6, 0), w = array_new(STARLING_D, 6, 2, 0);
    array_random(&x, STARLING_GENERAL, 1);
    array_random(&z, STARLING_GENERAL, 1);
    array_random(&w, STARLING_GENERAL, 1);
    starling_matrix *A = wrap(&x, 6, 4), *AB = wrap(&y, 3, 2), *tiles = wrap(&x, 3, 3);
    starling_matrix *rows = wrap(&y, 2, 2), *Z = wrap(&z, 6, 4), *C = wrap(&w, 6, 1);
    starling_matrix *high = wrap(&w, 6, 2);
    const starling_uplo L = STARLING_LOWER;
    const starling_trans N = STARLING_NOTRANS, T = STARLING_TRANS;
    double *a = x.a, *ab = y.a, tau[6] = {0};
    starling_sequence *seq;
    starling_sequence_create(&seq);
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_he2hb(STARLING_GENERAL, 2, A, AB));
    BAD(2, starling_he2hb(L, 0, A, AB));
    BAD(3, starling_he2hb(L, 2, NULL, AB));
    BAD(3, starling_he2hb(L, 2, tiles, AB));
    BAD(3, starling_he2hb(L, 2, high, AB));
    BAD(3, starling_he2hb(L, 3, A, AB));
    BAD(4, starling_he2hb(L, 2, A, NULL));
    BAD(4, starling_he2hb(L, 2, A, A));
    BAD(4, starling_he2hb(L, 4, A, AB));
    BAD(4, starling_he2hb(L, 2, A, rows));
    BAD(4, starling_he2hb(L, 2, Z, AB));
    BAD(5, starling_he2hb_submit(L, 2, A, AB, NULL));
    BAD(2, starling_unmtr_he2hb(N, A, C));
    BAD(1, starling_matrix_get_tau(A, tau));
    hold(&cases, starling_geqrf(A) == 0, "geqrf");
    BAD(2, starling_unmtr_he2hb(N, A, C));
    hold(&cases, starling_he2hb(L, 2, A, AB) == 0, "he2hb");
    BAD(3, starling_unmqr(STARLING_LEFT, N, A, C));
    BAD(1, starling_unmtr_he2hb((starling_trans)'x', A, C));
    BAD(1, starling_unmtr_he2hb(T, Z, C));
    BAD(3, starling_unmtr_he2hb(N, A, A));
    BAD(3, starling_unmtr_he2hb(N, A, NULL));
    BAD(3, starling_unmtr_he2hb(N, A, Z));
    BAD(3, starling_unmtr_he2hb(N, A, AB));
    BAD(4, starling_unmtr_he2hb_submit(N, A, C, NULL));
    BAD(1, starling_dsy2sb('x', 6, 2, a, 6, ab, 3, tau));
    BAD(2, starling_dsy2sb('l', -1, 2, a, 6, ab, 3, tau));
    BAD(3, starling_dsy2sb('l', 6, 0, a, 6, ab, 3, tau));
    BAD(4, starling_dsy2sb('l', 6, 2, NULL, 6, ab, 3, tau));
    BAD(5, starling_dsy2sb('l', 6, 2, a, 5, ab, 3, tau));
    BAD(6, starling_dsy2sb('l', 6, 2, a, 6, NULL, 3, tau));
    BAD(7, starling_dsy2sb('l', 6, 2, a, 6, ab, 2, tau));
    BAD(8, starling_dsy2sb('l', 6, 2, a, 6, ab, 3, NULL));
    BAD(1, starling_dormtr_sy2sb('x', 6, 2, 2, a, 6, tau, w.a, 6));
    BAD(1, starling_zunmtr_he2hb('t', 6, 2, 2, z.a, 6, z.a, z.a, 6));
    BAD(2, starling_dormtr_sy2sb('n', -1, 2, 2, a, 6, tau, w.a, 6));
    BAD(3, starling_dormtr_sy2sb('n', 6, -1, 2, a, 6, tau, w.a, 6));
    BAD(4, starling_dormtr_sy2sb('n', 6, 2, 0, a, 6, tau, w.a, 6));
    BAD(5, starling_dormtr_sy2sb('n', 6, 2, 2, NULL, 6, tau, w.a, 6));
    BAD(6, starling_dormtr_sy2sb('n', 6, 2, 2, a, 5, tau, w.a, 6));
    BAD(7, starling_dormtr_sy2sb('n', 6, 2, 2, a, 6, NULL, w.a, 6));
    BAD(8, starling_dormtr_sy2sb('n', 6, 2, 2, a, 6, tau, NULL, 6));
    BAD(9, starling_dormtr_sy2sb('n', 6, 2, 2, a, 6, tau, w.a, 5));
    hold(&cases, starling_dsy2sb('u', 0, 2, NULL, 1, NULL, 3, NULL) == 0, "sy2sb n=0");
    starling_sequence_destroy(seq);
    starling_matrix *all[] = {A, AB, tiles, rows, Z, C, high};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    array_free(&x);
    array_free(&y);
    array_free(&z);
    array_free(&w);
    ok(all_held(&cases), "arguments, %d cases", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        nan_in(precisions[p]);
    }
    arguments();
    starling_finalize();
    return done_testing();
}
