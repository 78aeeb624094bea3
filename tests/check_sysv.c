/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Indefinite matrices, symmetric and Hermitian, in every precision, both triangles, with block
 * columns of several widths, orders around them and padded leading dimensions:
 *  - A - L D L^T, from LAPACK's format, scaled is below 30; the other triangle (NaN), the padding
 * and the memory around the arrays do not change in a bit;
 *  - in d and z the pivots are LAPACK's, those of two columns at the end of a block included;
 *  - sytrs, hetrs, sysv and hesv solve with a residual below 30, on objects, arrays and in
 *    sequences; LAPACK solves with our factors, and we solve with LAPACK's;
 *  - matrices that need interchanges, graded ones, and singular ones, with LAPACK's info; B stays.
 */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

struct shape {
    starling_precision prec;
    bool hermitian;
    char uplo;
    int64_t n, nb, pad;
    int kind;
};
enum {
    RANDOM,
    NO_DIAGONAL,
    PAIRS,
    GRADED,
    SMALL_DIAGONAL,
    KINDS,
    ZERO_COLUMN = KINDS,
    ZERO,
    RANK_2
};
static const char *const kinds[] = {"random",         "no diagonal", "pairs", "graded",
                                    "small diagonal", "zero column", "zero",  "rank 2"};
#define FORMAT "%c%s uplo=%c n=%d nb=%d pad=%d %s"
#define VALUES(s)                                                                                  \
    letter((s)->prec), (s)->hermitian ? "he" : "sy", (s)->uplo, (int)(s)->n, (int)(s)->nb,         \
        (int)(s)->pad, kinds[(s)->kind]

/* A triangle; the diagonal of a Hermitian matrix has imaginary parts, which do not count. */
static struct array matrix_of(const struct shape *s)
{
    struct array x = array_new(s->prec, s->n, s->n, s->pad);
    array_random(&x, s->uplo, (uint64_t)(s->n * 10 + s->kind + 1));
    for (int64_t j = 0; j < s->n; j++)
        for (int64_t i = 0; i < s->n; i++) {
            if (!inside(s->uplo, i, j))
                continue;
            wide v = array_get(&x, i, j);
            int64_t far = i > j ? i - j : j - i;
            switch (s->kind) {
            case NO_DIAGONAL:
                v = far == 0 && s->n > 1 ? 0 : v; /* one zero would be singular */
                break;
            case PAIRS: /* each pivot has two columns, whatever the width of the blocks */
                v = far == 0                               ? s->n == 1
                    : far == 1 && (i < j ? i : j) % 2 == 0 ? 10
                                                           : v / (double)s->n;
                break;
            case GRADED:
                v *= pow(2, -(double)(i + j) / 4);
                break;
            case SMALL_DIAGONAL:
                v *= far == 0 ? 1e-3 : 1;
                break;
            case ZERO_COLUMN:
                v = i == s->n / 2 || j == s->n / 2 ? 0 : v;
                break;
            case ZERO:
                v = 0;
                break;
            case RANK_2: /* integers: all zeros are exact */
                v = (i < 2 && j < 2) ? i + j + 1 : 0;
                break;
            }
            array_set(&x, i, j, v);
        }
    array_save(&x);
    return x;
}

static wide *full(const struct shape *s, const struct array *x)
{
    return s->hermitian ? wide_hermitian(x, s->uplo) : wide_symmetric(x, s->uplo);
}

static wide adjoint(const struct shape *s, wide v)
{
    return s->hermitian ? conj(v) : v;
}

/* Exchanges rows and columns p and q. */
static void exchange(int64_t n, wide *a, int64_t p, int64_t q)
{
    for (int64_t i = 0; i < n; i++) {
        wide v = a[p + i * n];
        a[p + i * n] = a[q + i * n];
        a[q + i * n] = v;
    }
    for (int64_t i = 0; i < n; i++) {
        wide v = a[i + p * n];
        a[i + p * n] = a[i + q * n];
        a[i + q * n] = v;
    }
}

/* A = L A L^T for a column of L: row i gets l times row k, and column i likewise. */
static void combine(const struct shape *s, wide *a, int64_t i, int64_t k, wide l)
{
    int64_t n = s->n;
    for (int64_t c = 0; c < n; c++)
        a[i + c * n] += l * a[k + c * n];
    for (int64_t c = 0; c < n; c++)
        a[c + i * n] += adjoint(s, l) * a[c + k * n];
}

/* P1 L1 P2 L2 ... D ... from the factors, the last pivot first. */
static wide *rebuilt(const struct shape *s, const struct array *f, const int64_t *ipiv)
{
    int64_t n = s->n, step = s->uplo == 'L' ? 1 : -1;
    wide *a = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        a[j + j * n] = s->hermitian ? creal(array_get(f, j, j)) : array_get(f, j, j);
    for (int64_t e = 0; e < n; e++) { /* blocks of D, in the order of the factorization */
        int64_t k = s->uplo == 'L' ? e : n - 1 - e;
        if (ipiv[k] < 0) {
            wide d = array_get(f, k + step, k);
            a[k + step + k * n] = d;
            a[k + (k + step) * n] = adjoint(s, d);
            e++;
        }
    }
    for (int64_t e = n - 1; e >= 0; e--) { /* the second column of a pair comes first */
        int64_t k = s->uplo == 'L' ? e : n - 1 - e, pair = ipiv[k] < 0, first = k - pair * step;
        for (int64_t i = k + step; i >= 0 && i < n; i += step)
            for (int64_t c = 0; c <= pair; c++)
                combine(s, a, i, first + c * step, array_get(f, i, first + c * step));
        int64_t row = (pair ? -ipiv[k] : ipiv[k]) - 1;
        if (row != k)
            exchange(n, a, k, row);
        e -= pair;
    }
    return a;
}

static void hold_factors(struct cases *cases, const struct shape *s, const struct array *f,
                         const int64_t *ipiv, const wide *a)
{
    wide *b = rebuilt(s, f, ipiv);
    double r = scaled(s->prec, wide_difference(a, b, s->n, s->n), s->n, wide_norm(a, s->n, s->n));
    hold(cases, residual_right(r), FORMAT ": A - L D L^T is %g", VALUES(s), r);
    hold(cases, array_intact(f, s->uplo), FORMAT ": wrote outside the triangle", VALUES(s));
    free(b);
}

/* ---- LAPACK ------------------------------------------------------------------------------------
 */

static int lapack_factor(const struct shape *s, struct array *x, int *ipiv)
{
    int n = (int)s->n, ld = (int)x->lda, order = LAPACK_COL_MAJOR;
    return s->prec == STARLING_S   ? LAPACKE_ssytrf(order, s->uplo, n, x->a, ld, ipiv)
           : s->prec == STARLING_D ? LAPACKE_dsytrf(order, s->uplo, n, x->a, ld, ipiv)
           : s->prec == STARLING_C
               ? (s->hermitian ? LAPACKE_chetrf : LAPACKE_csytrf)(order, s->uplo, n, x->a, ld, ipiv)
               : (s->hermitian ? LAPACKE_zhetrf : LAPACKE_zsytrf)(order, s->uplo, n, x->a, ld,
                                                                  ipiv);
}

static int lapack_solve(const struct shape *s, const struct array *x, const int *ipiv,
                        struct array *b)
{
    int n = (int)s->n, ld = (int)x->lda, nrhs = (int)b->n, ldb = (int)b->lda;
    int order = LAPACK_COL_MAJOR;
    return s->prec == STARLING_S
               ? LAPACKE_ssytrs(order, s->uplo, n, nrhs, x->a, ld, ipiv, b->a, ldb)
           : s->prec == STARLING_D
               ? LAPACKE_dsytrs(order, s->uplo, n, nrhs, x->a, ld, ipiv, b->a, ldb)
           : s->prec == STARLING_C
               ? (s->hermitian ? LAPACKE_chetrs : LAPACKE_csytrs)(order, s->uplo, n, nrhs, x->a, ld,
                                                                  ipiv, b->a, ldb)
               : (s->hermitian ? LAPACKE_zhetrs : LAPACKE_zsytrs)(order, s->uplo, n, nrhs, x->a, ld,
                                                                  ipiv, b->a, ldb);
}

/* ---- Factors ------------------------------------------------------------------------------------
 */

/* On objects, with ipiv. */
static int factor_by_objects(const struct shape *s, struct array *x, int64_t *ipiv)
{
    starling_matrix *A = wrap(x, s->n + 1, s->nb);
    starling_uplo uplo = (starling_uplo)s->uplo;
    int info = s->hermitian ? starling_hetrf(uplo, A) : starling_sytrf(uplo, A);
    int got = starling_matrix_get_sytrf_ipiv(A, ipiv);
    starling_matrix_destroy(A);
    return got != 0 ? got : info;
}

static void factor(struct cases *cases, const struct shape *s)
{
    struct array x = matrix_of(s), y = matrix_of(s);
    wide *a = full(s, &x);
    int64_t *ipiv = calloc((size_t)s->n + 1, sizeof *ipiv);
    int *expected = calloc((size_t)s->n + 1, sizeof *expected);
    int info = factor_by_objects(s, &x, ipiv),
        lapack = s->n > 0 ? lapack_factor(s, &y, expected) : 0;
    hold(cases, info == lapack, FORMAT ": info %d, LAPACK %d", VALUES(s), info, lapack);
    hold_factors(cases, s, &x, ipiv, a);
    int64_t other = 0;
    while (other < s->n && ipiv[other] == expected[other])
        other++;
    if (s->prec == STARLING_D || s->prec == STARLING_Z)
        hold(cases, other == s->n, FORMAT ": pivot %d is %d, LAPACK's %d", VALUES(s),
             (int)other + 1, (int)ipiv[other], expected[other]);
    array_free(&x);
    array_free(&y);
    free(a);
    free(ipiv);
    free(expected);
}

static void factors(starling_precision prec, bool hermitian, char uplo)
{
    struct cases cases = {0};
    const int64_t orders[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 23, 31};
    const int64_t widths[] = {8, 1, 2, 5, 40};
    for (int w = 0; w < 5; w++)
        for (int o = 0; o < 12; o += w == 0 || !quick() ? 1 : 3)
            for (int kind = 0; kind < KINDS; kind++)
                factor(&cases, &(struct shape){prec, hermitian, uplo, orders[o], widths[w],
                                               (o + w) % 2 * 3, kind});
    for (int kind = KINDS; kind <= RANK_2; kind++)
        for (int64_t n = 2; n <= 19; n += 17)
            factor(&cases, &(struct shape){prec, hermitian, uplo, n, 8, 1, kind});
    for (int64_t n = 100; n <= (quick() ? 100 : 200); n += 50)
        for (int kind = 0; kind < 2; kind++)
            factor(&cases, &(struct shape){prec, hermitian, uplo, n, 32, 1, kind});
    ok(all_held(&cases), "%c%strf uplo=%c: %d checks", letter(prec), hermitian ? "he" : "sy", uplo,
       cases.run);
}

/* ---- Solutions ----------------------------------------------------------------------------------
 */

static int by_objects(const struct shape *s, bool at_once, starling_matrix *A, starling_matrix *B)
{
    starling_uplo uplo = (starling_uplo)s->uplo;
    if (at_once)
        return s->hermitian ? starling_hesv(uplo, A, B) : starling_sysv(uplo, A, B);
    int info = s->hermitian ? starling_hetrf(uplo, A) : starling_sytrf(uplo, A);
    return info != 0      ? info
           : s->hermitian ? starling_hetrs(uplo, A, B)
                          : starling_sytrs(uplo, A, B);
}

static int by_arrays(const struct shape *s, bool at_once, struct array *x, struct array *b,
                     int64_t *ipiv)
{
    int64_t n = s->n, nrhs = b->n;
    if (at_once)
        return s->hermitian
                   ? API(s->prec, hesv, s->uplo, n, nrhs, x->a, x->lda, ipiv, b->a, b->lda)
                   : API(s->prec, sysv, s->uplo, n, nrhs, x->a, x->lda, ipiv, b->a, b->lda);
    int info = s->hermitian ? API(s->prec, hetrf, s->uplo, n, x->a, x->lda, ipiv)
                            : API(s->prec, sytrf, s->uplo, n, x->a, x->lda, ipiv);
    return info != 0      ? info
           : s->hermitian ? API(s->prec, hetrs, s->uplo, n, nrhs, x->a, x->lda, ipiv, b->a, b->lda)
                          : API(s->prec, sytrs, s->uplo, n, nrhs, x->a, x->lda, ipiv, b->a, b->lda);
}

enum {
    OBJECTS,
    OBJECTS_AT_ONCE,
    SEQUENCE,
    ARRAYS,
    ARRAYS_AT_ONCE,
    LAPACK_AFTER_US,
    WE_AFTER_LAPACK,
    WAYS
};

static int solve_by(const struct shape *s, int way, struct array *x, struct array *b)
{
    int64_t n = s->n, *ipiv = calloc((size_t)n + 1, sizeof *ipiv);
    int *narrow = calloc((size_t)n + 1, sizeof *narrow), info = 0;
    if (way <= SEQUENCE) {
        starling_matrix *A = wrap(x, n + 1, s->nb), *B = wrap(b, n + 1, 3);
        starling_uplo uplo = (starling_uplo)s->uplo;
        if (way != SEQUENCE)
            info = by_objects(s, way == OBJECTS_AT_ONCE, A, B);
        else if (s->hermitian)
            SUBMITTED(info, starling_hesv_submit(uplo, A, B, seq));
        else
            SUBMITTED(info, starling_sysv_submit(uplo, A, B, seq));
        starling_matrix_destroy(A);
        starling_matrix_destroy(B);
    } else if (way <= ARRAYS_AT_ONCE) {
        info = by_arrays(s, way == ARRAYS_AT_ONCE, x, b, ipiv);
    } else if (way == LAPACK_AFTER_US) {
        info = factor_by_objects(s, x, ipiv);
        for (int64_t i = 0; i < n; i++)
            narrow[i] = (int)ipiv[i];
        info = info != 0 || n == 0 ? info : lapack_solve(s, x, narrow, b);
    } else {
        info = n > 0 ? lapack_factor(s, x, narrow) : 0;
        for (int64_t i = 0; i < n; i++)
            ipiv[i] = narrow[i];
        starling_matrix *A = wrap(x, n + 1, s->nb), *B = wrap(b, n + 1, 2);
        starling_uplo uplo = (starling_uplo)s->uplo;
        info = info != 0 ? info : starling_matrix_set_sytrf_ipiv(uplo, A, ipiv);
        info = info != 0      ? info
               : s->hermitian ? starling_hetrs(uplo, A, B)
                              : starling_sytrs(uplo, A, B);
        starling_matrix_destroy(A);
        starling_matrix_destroy(B);
    }
    free(ipiv);
    free(narrow);
    return info;
}

static void solve(struct cases *cases, const struct shape *s, int way, int64_t nrhs)
{
    struct array x = matrix_of(s), y = array_new(s->prec, s->n, nrhs, s->pad);
    array_random(&y, 'G', 5);
    array_save(&y);
    wide *a = full(s, &x), *b = wide_of(&y, 'G');
    int info = solve_by(s, way, &x, &y);
    double r = solve_residual(a, &y, b);
    hold(cases, info == 0 && residual_right(r), FORMAT " way=%d nrhs=%d: info %d, residual %g",
         VALUES(s), way, (int)nrhs, info, r);
    hold(cases, array_intact(&y, 'G') && array_intact(&x, s->uplo),
         FORMAT " way=%d nrhs=%d: wrote outside", VALUES(s), way, (int)nrhs);
    free(a);
    free(b);
    array_free(&x);
    array_free(&y);
}

/* info and B of a singular matrix. */
static void singular(struct cases *cases, const struct shape *s, int way)
{
    struct array x = matrix_of(s), y = matrix_of(s), b = array_new(s->prec, s->n, 2, 1);
    int *ipiv = calloc((size_t)s->n + 1, sizeof *ipiv);
    array_random(&b, 'G', 5);
    array_save(&b);
    int lapack = lapack_factor(s, &y, ipiv), info = solve_by(s, way, &x, &b);
    hold(cases, info > 0 && info == lapack && (way == SEQUENCE || array_intact(&b, 0)),
         FORMAT " way=%d: info %d, LAPACK %d, or B has changed", VALUES(s), way, info, lapack);
    free(ipiv);
    array_free(&x);
    array_free(&y);
    array_free(&b);
}

static void solutions(starling_precision prec, bool hermitian, char uplo)
{
    struct cases cases = {0};
    const int64_t orders[] = {0, 1, 2, 8, 9, 31};
    for (int o = 0; o < 6; o++)
        for (int way = 0; way < WAYS; way++)
            for (int kind = 0; kind < KINDS; kind++)
                for (int64_t nrhs = 0; nrhs <= 4; nrhs += kind == 0 ? 1 : 4)
                    solve(&cases,
                          &(struct shape){prec, hermitian, uplo, orders[o], 8 - o % 2 * 5, o % 2,
                                          kind},
                          way, nrhs);
    for (int kind = 0; kind < 3; kind++)
        solve(&cases, &(struct shape){prec, hermitian, uplo, quick() ? 130 : 300, 0, 1, kind},
              ARRAYS_AT_ONCE, 3);
    for (int kind = KINDS; kind <= RANK_2; kind++)
        for (int way = OBJECTS_AT_ONCE; way <= ARRAYS_AT_ONCE; way++)
            if (way != ARRAYS)
                singular(&cases, &(struct shape){prec, hermitian, uplo, 19, 8, 1, kind}, way);
    ok(all_held(&cases), "%c%strs, %c%ssv uplo=%c: %d checks", letter(prec),
       hermitian ? "he" : "sy", letter(prec), hermitian ? "he" : "sy", uplo, cases.run);
}

/* What ipiv can be. */
static void pivots(void)
{
    struct cases cases = {0};
    const struct {
        bool valid;
        char uplo;
        int64_t ipiv[4];
    } list[] = {{true, 'L', {1, 2, 3, 4}},
                {true, 'L', {4, 4, 4, 4}},
                {true, 'L', {-2, -2, 3, 4}},
                {true, 'L', {-2, -2, -4, -4}},
                {false, 'L', {1, 1, 3, 4}},
                {false, 'L', {0, 2, 3, 4}},
                {false, 'L', {5, 2, 3, 4}},
                {false, 'L', {-2, 2, 3, 4}},
                {false, 'L', {-1, -1, 3, 4}},
                {false, 'L', {1, 2, 3, -4}},
                {false, 'L', {-2, -3, 3, 4}},
                {true, 'U', {1, 1, 1, 1}},
                {true, 'U', {1, 2, -1, -1}},
                {true, 'U', {-1, -1, -2, -2}},
                {false, 'U', {1, 2, 3, 5}},
                {false, 'U', {2, 2, 3, 4}},
                {false, 'U', {1, 2, -4, -4}},
                {false, 'U', {-1, 2, 3, 4}},
                {false, 'L', {INT64_MIN, INT64_MIN, 3, 4}}};
    struct array x = array_new(STARLING_D, 4, 4, 0);
    listen_to_errors();
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        starling_matrix *A = wrap(&x, 5, 2);
        int info = starling_matrix_set_sytrf_ipiv((starling_uplo)list[i].uplo, A, list[i].ipiv);
        starling_matrix_destroy(A);
        hold(&cases, info == (list[i].valid ? 0 : -3) && (list[i].valid || told(3, 1)),
             "ipiv %d, uplo=%c: %d", (int)i, list[i].uplo, info);
    }
    starling_set_error_handler(NULL, NULL);
    array_free(&x);
    ok(all_held(&cases), "valid interchanges");
}

int main(void)
{
    for (int p = 0; p < 4; p++)
        for (int hermitian = 0; hermitian < 2; hermitian++)
            for (int u = 0; u < 2; u++) {
                factors(precisions[p], hermitian, "LU"[u]);
                solutions(precisions[p], hermitian, "LU"[u]);
            }
    pivots();
    return done_testing();
}
