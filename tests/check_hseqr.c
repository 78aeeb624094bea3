/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* hseqr in all precisions, on Hessenberg matrices with many kinds of eigenvalues:
 *  - |H - Z T Z^H| is small, and Z is orthogonal;
 *  - T is triangular; of a real matrix, its diagonal blocks of order 2 are LAPACK's standard ones;
 *  - the eigenvalues are those of the diagonal blocks, and of well conditioned matrices LAPACK's;
 *  - values alone, T alone, and T with Z agree; a Z that is there is multiplied;
 *  - rows outside ilo ... ihi stay triangular; what is below the subdiagonal is not read;
 *  - several packets of bulges at a time give results as right as one does;
 *  - a NaN or an infinity is found at once;
 *  - where LAPACK does not converge in a window, info is positive, and the eigenvalues behind it are right: LAPACK's
 *    hseqr is replaced, which a static library allows;
 *  - bad arguments are told by position and name. */

#include <limits.h>
#include "lapack_api.h"
#include "nonsymmetric.h"
#include "schur.h"
#include "src/nonsymmetric/nonsymmetric.h"
#include "tap.h"

enum kind {
    RANDOM,
    ZERO,
    IDENTITY,
    JORDAN,    /* one block */
    COMPANION, /* of 1 + x + ... + x^n */
    GRCAR,
    FRANK,
    CLEMENT,
    CYCLE, /* a permutation: no shift finds anything at first */
    TRIANGLE,
    PAIRS, /* already quasi-triangular */
    SPLIT, /* zeros on the subdiagonal */
    DEFECTIVE,
    GRADED,
    TINY,
    HUGE_ONES,
    KINDS
};
static const char *const kind_name[KINDS] = {
    "random", "zero",     "identity", "Jordan", "companion", "Grcar",  "Frank", "Clement",
    "cycle",  "triangle", "pairs",    "split",  "defective", "graded", "tiny",  "huge"};

/* ---- LAPACK's hseqr, which fails after some calls ----------------------------------------------- */

static _Atomic int calls_left = INT_MAX;

#define REAL_HSEQR(x, T)                                                                           \
    lapack_int __real_LAPACKE_##x##hseqr_work(int, char, char, lapack_int, lapack_int, lapack_int, \
                                              T *, lapack_int, T *, T *, T *, lapack_int, T *,     \
                                              lapack_int);                                         \
    lapack_int __wrap_LAPACKE_##x##hseqr_work(                                                     \
        int layout, char job, char compz, lapack_int n, lapack_int ilo, lapack_int ihi, T *h,      \
        lapack_int ldh, T *wr, T *wi, T *z, lapack_int ldz, T *work, lapack_int lwork)             \
    {                                                                                              \
        return calls_left-- > 0                                                                    \
                   ? __real_LAPACKE_##x##hseqr_work(layout, job, compz, n, ilo, ihi, h, ldh, wr,   \
                                                    wi, z, ldz, work, lwork)                       \
                   : 1;                                                                            \
    }
#define COMPLEX_HSEQR(x, T)                                                                        \
    lapack_int __real_LAPACKE_##x##hseqr_work(int, char, char, lapack_int, lapack_int, lapack_int, \
                                              T *, lapack_int, T *, T *, lapack_int, T *,          \
                                              lapack_int);                                         \
    lapack_int __wrap_LAPACKE_##x##hseqr_work(                                                     \
        int layout, char job, char compz, lapack_int n, lapack_int ilo, lapack_int ihi, T *h,      \
        lapack_int ldh, T *w, T *z, lapack_int ldz, T *work, lapack_int lwork)                     \
    {                                                                                              \
        return calls_left-- > 0                                                                    \
                   ? __real_LAPACKE_##x##hseqr_work(layout, job, compz, n, ilo, ihi, h, ldh, w, z, \
                                                    ldz, work, lwork)                              \
                   : 1;                                                                            \
    }
REAL_HSEQR(s, float)
REAL_HSEQR(d, double)
COMPLEX_HSEQR(c, lapack_complex_float)
COMPLEX_HSEQR(z, lapack_complex_double)

/* ---- Matrices ------------------------------------------------------------------------------------ */

static bool is_single(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C;
}

static wide element(enum kind kind, starling_precision prec, int64_t n, int64_t i, int64_t j,
                    uint64_t *seed)
{
    bool single = is_single(prec);
    double random = uniform(seed), x = (double)(i + 1), y = (double)(j + 1), order = (double)n;
    wide value = random + (is_complex(prec) ? I * uniform(seed) : 0);
    switch (kind) {
    case ZERO:
        return 0;
    case IDENTITY:
        return i == j;
    case JORDAN:
        return i == j ? 2 : j == i + 1;
    case COMPANION:
        return i == 0 ? -1 : i == j + 1;
    case GRCAR:
        return i == j + 1 ? -1 : j >= i && j <= i + 3;
    case FRANK:
        return j == i - 1 ? order - y : order + 1 - fmax(x, y);
    case CLEMENT:
        return j == i + 1 ? order - x : i == j + 1 ? y : 0;
    case CYCLE:
        return i == (j + 1) % n;
    case TRIANGLE:
        return i > j ? 0 : value;
    case PAIRS:
        return i > j && j % 3 != 0 ? 0 : value;
    case SPLIT:
        return i > j && j % 41 == 40 ? 0 : value;
    case DEFECTIVE: /* Jordan blocks, made similar to a full matrix by a subdiagonal of one size */
        return i == j ? 1 : j == i + 1 ? 1 : i == j + 1 ? (j % 4 == 3 ? 1e-3 : -0.25) : 0;
    case GRADED:
        return value * pow(10, (single ? -16 : -140) * (x + y - 2) / order);
    case TINY:
        return value * (single ? 1e-20 : 1e-250);
    case HUGE_ONES:
        return value * (single ? 1e20 : 1e250);
    default:
        return value;
    }
}

/* H, with NaN where it is not read. */
static struct array matrix(starling_precision prec, enum kind kind, int64_t n, int64_t ilo,
                           int64_t ihi)
{
    struct array h = array_new(prec, n, n, 3);
    uint64_t seed = (uint64_t)(n * 17 + kind);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++) {
            wide value = element(kind, prec, n, i, j, &seed);
            bool outside = i == j + 1 && (i < ilo || j + 2 > ihi);
            array_set(&h, i, j, i > j + 1 ? NAN : outside ? 0 : value);
        }
    array_save(&h);
    return h;
}

static wide *upper(const struct array *h)
{
    wide *a = wide_of(h, STARLING_GENERAL);
    for (int64_t j = 0; j < h->n; j++)
        for (int64_t i = j + 2; i < h->n; i++)
            a[i + j * h->n] = 0;
    return a;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static int arrays(char job, char compz, int64_t ilo, int64_t ihi, struct array *h, struct array *w,
                  struct array *z)
{
    int64_t n = h->n;
    float *s = w->a;
    double *d = w->a;
    switch (h->prec) {
    case STARLING_S:
        return starling_shseqr(job, compz, n, ilo, ihi, h->a, h->lda, s, s + n, z->a, z->lda);
    case STARLING_D:
        return starling_dhseqr(job, compz, n, ilo, ihi, h->a, h->lda, d, d + n, z->a, z->lda);
    case STARLING_C:
        return starling_chseqr(job, compz, n, ilo, ihi, h->a, h->lda, w->a, z->a, z->lda);
    default:
        return starling_zhseqr(job, compz, n, ilo, ihi, h->a, h->lda, w->a, z->a, z->lda);
    }
}

static int objects(bool asynchronous, char job, char compz, int64_t ilo, int64_t ihi,
                   struct array *h, struct array *w, struct array *z)
{
    int64_t n = h->n > 0 ? h->n : 1;
    starling_matrix *H = wrap(h, n, 50), *W = wrap(w, 10, 1);
    starling_matrix *Z = compz == 'V' ? wrap(z, n, 200) : NULL;
    starling_job what = job == 'S' ? STARLING_VECTORS : STARLING_VALUES;
    int info;
    if (asynchronous)
        SUBMITTED(info, starling_hseqr_submit(what, H, ilo, ihi, W, Z, seq));
    else
        info = starling_hseqr(what, H, ilo, ihi, W, Z);
    starling_matrix_destroy(H);
    starling_matrix_destroy(W);
    starling_matrix_destroy(Z);
    return info;
}

static int lapack_values(const struct array *h, int64_t ilo, int64_t ihi, wide *value)
{
    int n = (int)h->n;
    wide *copy = upper(h);
    int info =
        LAPACKE_zhseqr(LAPACK_COL_MAJOR, 'E', 'N', n, (int)ilo, (int)ihi,
                       (lapack_complex_double *)copy, n, (lapack_complex_double *)value, NULL, 1);
    free(copy);
    return info;
}

/* ---- Results --------------------------------------------------------------------------------- */

static bool well_conditioned(enum kind kind)
{
    return kind == RANDOM || kind == CYCLE || kind == IDENTITY || kind == ZERO;
}

enum form { ARRAYS, OBJECTS, SEQUENCE, FORMS };

static void check_one(struct cases *cases, enum form form, starling_precision prec, enum kind kind,
                      char job, char compz, int64_t n, int64_t ilo, int64_t ihi)
{
    struct array h = matrix(prec, kind, n, ilo, ihi), z = array_new(prec, n, n, 1);
    struct array w = array_new(prec, n, is_complex(prec) ? 1 : 2, 0);
    wide *exact = upper(&h), *value = wide_zeros(n, 1), *before;
    double norm = wide_norm(exact, n, n), like = 0, error = 0, orthogonal = 0;
    set_reflector(&z);
    array_save(&z);
    before = wide_of(&z, STARLING_GENERAL);
    int info = form == ARRAYS ? arrays(job, compz, ilo, ihi, &h, &w, &z)
                              : objects(form == SEQUENCE, job, compz, ilo, ihi, &h, &w, &z);
    for (int64_t i = 0; i < n; i++)
        value[i] = array_get(&w, i, 0) + (is_complex(prec) ? 0 : I * array_get(&w, i, 1));
    bool schur = job == 'E' || is_schur(&h, value);
    if (compz != 'N' && n > 0) {
        wide *u = wide_of(&z, STARLING_GENERAL), *t = upper(&h), *y = wide_zeros(n, n);
        wide *unit = wide_zeros(n, n);
        for (int64_t i = 0; i < n; i++)
            unit[i + i * n] = 1;
        orthogonal = error_of_product(prec, n, unit, u, u, true);
        if (compz == 'V') { /* U = Z before, a reflector, times Z */
            wide_gemm('C', 'N', n, n, n, 1, before, u, 0, y);
            for (int64_t i = 0; i < n * n; i++)
                u[i] = y[i];
        }
        wide_gemm('N', 'N', n, n, n, 1, u, t, 0, y);
        error = error_of_product(prec, n, exact, y, u, true);
        free(u);
        free(t);
        free(y);
        free(unit);
    }
    if (well_conditioned(kind) && n > 0) {
        wide *other = wide_zeros(n, 1);
        like = lapack_values(&h, ilo, ihi, other) == 0
                   ? distance(n, value, other) / (norm > 0 ? norm : 1) / (double)n / epsilon(prec)
                   : NAN;
        free(other);
    }
    bool intact =
        array_intact(&h, STARLING_GENERAL) && array_intact(&z, compz == 'N' ? 0 : STARLING_GENERAL);
    hold(cases,
         info == 0 && intact && schur && residual_right(error) && residual_right(orthogonal) &&
             residual_right(like / 30), /* their condition */
         "%chseqr %c %c form %d, %s, n=%ld, %ld to %ld: info %d, residual %g, orthogonality %g, "
         "LAPACK's %g%s%s",
         letter(prec), job, compz, form, kind_name[kind], (long)n, (long)ilo, (long)ihi, info,
         error, orthogonal, like, intact ? "" : ", more is changed",
         schur ? "" : ", no Schur form");
    free(exact);
    free(value);
    free(before);
    array_free(&h);
    array_free(&z);
    array_free(&w);
}

static void all_kinds(starling_precision prec)
{
    struct cases cases = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        enum kind k = (enum kind)kind;
        check_one(&cases, ARRAYS, prec, k, 'S', 'I', 24, 1, 24);
        check_one(&cases, SEQUENCE, prec, k, 'S', 'V', 230, 1, 230);
        if (!quick())
            check_one(&cases, OBJECTS, prec, k, 'S', 'V', 330, 1, 330);
    }
    ok(all_held(&cases), "%chseqr: %d results of special matrices", letter(prec), cases.run);
}

static void shapes(starling_precision prec)
{
    static const int64_t order[] = {0, 1, 2, 3, 4, 7, 33, 127, 128, 129, 193, 257};
    static const char *const jobs[] = {"SI", "EN", "SN", "SV"};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int j = 0; j < 4; j++) {
            int64_t n = order[i], cut = n / 5;
            enum form form = j == 0 ? ARRAYS : (enum form)((i + (size_t)j) % FORMS);
            check_one(&cases, form, prec, RANDOM, jobs[j][0], jobs[j][1], n, 1, n);
            check_one(&cases, form, prec, RANDOM, jobs[j][0], jobs[j][1], n, 1 + cut, n - cut);
        }
    if (!quick())
        check_one(&cases, ARRAYS, prec, RANDOM, 'S', 'I', 700, 1, 700);
    ok(all_held(&cases), "%chseqr: %d results of all orders", letter(prec), cases.run);
}

/* Several packets of bulges at a time, as on machines with many cores and a GPU: up to four in these orders. */
static void packets(starling_precision prec)
{
    struct cases cases = {0};
    sl_hseqr_packets = 5;
    for (sl_hseqr_grouped = 1; sl_hseqr_grouped <= 4; sl_hseqr_grouped += 3) {
        int64_t n = sl_hseqr_grouped == 1 ? 800 : 1100;
        check_one(&cases, ARRAYS, prec, RANDOM, 'S', 'I', n, 1, n);
        check_one(&cases, ARRAYS, prec, RANDOM, 'E', 'N', n, 60, n - 50);
        check_one(&cases, ARRAYS, prec, CYCLE, 'S', 'V', 700, 1, 700);
        check_one(&cases, ARRAYS, prec, SPLIT, 'S', 'V', 700, 1, 700);
        check_one(&cases, ARRAYS, prec, GRADED, 'S', 'V', 700, 1, 700);
    }
    ok(all_held(&cases), "%chseqr: %d results with several packets", letter(prec), cases.run);
}

static void not_finite(starling_precision prec)
{
    struct cases cases = {0};
    for (int64_t n = 1; n < 400; n += 199)
        for (int infinite = 0; infinite < 2; infinite++) {
            struct array h = matrix(prec, RANDOM, n, 1, n), w = array_new(prec, n, 2, 0),
                         z = array_new(prec, n, n, 0);
            array_set(&h, n / 3, n / 2, infinite ? INFINITY : NAN);
            int info = arrays('S', 'I', 1, n, &h, &w, &z);
            hold(&cases, info == n, "%chseqr with %s, n=%ld: info %d", letter(prec),
                 infinite ? "an infinity" : "a NaN", (long)n, info);
            array_free(&h);
            array_free(&w);
            array_free(&z);
        }
    ok(all_held(&cases), "%chseqr: %d matrices that are not finite", letter(prec), cases.run);
}

static wide value_at(const struct array *w, int64_t i)
{
    return is_complex(w->prec) ? array_get(w, i, 0) : array_get(w, i, 0) + I * array_get(w, i, 1);
}

/* hseqr with so many calls of LAPACK's; all: the eigenvalues. */
static void check_failure(struct cases *cases, starling_precision prec, int64_t n, int calls,
                          const struct array *all)
{
    struct array h = matrix(prec, RANDOM, n, 1, n), w = array_new(prec, n, 2, 0),
                 z = array_new(prec, n, n, 0);
    double most = 0;
    calls_left = calls;
    int info = arrays('S', 'I', 1, n, &h, &w, &z);
    calls_left = INT_MAX;
    for (int64_t i = info; i < n && info > 0; i++) {
        double nearest = INFINITY;
        for (int64_t k = 0; k < n; k++)
            nearest = fmin(nearest, cabs(value_at(&w, i) - value_at(all, k)));
        most = residual_larger(most, nearest);
    }
    most /= epsilon(prec) * 1e4 * (double)n;
    hold(cases, info > 0 && (calls == 0) == (info == n) && most <= 1,
         "%chseqr, n=%ld, LAPACK's fails after %d calls: info %d, worst %g", letter(prec), (long)n,
         calls, info, most);
    array_free(&h);
    array_free(&w);
    array_free(&z);
}

static void failures(starling_precision prec)
{
    enum { N = 500 };
    struct cases cases = {0};
    struct array h = matrix(prec, RANDOM, N, 1, N), w = array_new(prec, N, 2, 0),
                 z = array_new(prec, N, N, 0);
    hold(&cases, arrays('E', 'N', 1, N, &h, &w, &z) == 0, "%chseqr fails", letter(prec));
    for (int calls = 0; calls <= 60; calls += 30)
        check_failure(&cases, prec, N, calls, &w);
    array_free(&h);
    array_free(&w);
    array_free(&z);
    ok(all_held(&cases), "%chseqr: %d failures in windows", letter(prec), cases.run);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct array a = matrix(STARLING_Z, RANDOM, 6, 1, 6), v = matrix(STARLING_Z, RANDOM, 6, 1, 6);
    struct array d = matrix(STARLING_D, RANDOM, 6, 1, 6), column = array_new(STARLING_Z, 6, 1, 0);
    starling_complex_double *x = a.a;
    double *y = d.a;
    starling_matrix *A = wrap(&a, 6, 2), *V = wrap(&v, 6, 3), *tiles = wrap(&v, 3, 2),
                    *D = wrap(&d, 6, 6);
    starling_matrix *W = wrap(&column, 6, 1);
    told(0, 0); /* those of before */
    BAD(1, starling_zhseqr('x', 'V', 6, 1, 6, x, 6, x, x, 6));
    BAD(2, starling_zhseqr('s', 'x', 6, 1, 6, x, 6, x, x, 6));
    BAD(2, starling_zhseqr('e', 'v', 6, 1, 6, x, 6, x, x, 6));
    BAD(3, starling_zhseqr('s', 'v', -1, 1, 6, x, 6, x, x, 6));
    BAD(4, starling_zhseqr('s', 'v', 6, 0, 6, x, 6, x, x, 6));
    BAD(4, starling_zhseqr('s', 'v', 6, 7, 7, x, 6, x, x, 6));
    BAD(5, starling_zhseqr('s', 'v', 6, 3, 2, x, 6, x, x, 6));
    BAD(5, starling_zhseqr('s', 'v', 6, 1, 7, x, 6, x, x, 6));
    BAD(6, starling_zhseqr('s', 'v', 6, 1, 6, NULL, 6, x, x, 6));
    BAD(7, starling_zhseqr('s', 'v', 6, 1, 6, x, 5, x, x, 6));
    BAD(8, starling_zhseqr('s', 'v', 6, 1, 6, x, 6, NULL, x, 6));
    BAD(9, starling_zhseqr('s', 'v', 6, 1, 6, x, 6, x, NULL, 6));
    BAD(10, starling_zhseqr('s', 'v', 6, 1, 6, x, 6, x, x, 5));
    BAD(8, starling_dhseqr('s', 'v', 6, 1, 6, y, 6, NULL, y, y, 6));
    BAD(9, starling_dhseqr('s', 'v', 6, 1, 6, y, 6, y, NULL, y, 6));
    BAD(10, starling_dhseqr('s', 'v', 6, 1, 6, y, 6, y, y, NULL, 6));
    BAD(11, starling_dhseqr('s', 'v', 6, 1, 6, y, 6, y, y, y, 2));
    BAD(1, starling_hseqr((starling_job)'x', A, 1, 6, W, V));
    BAD(2, starling_hseqr(STARLING_VECTORS, NULL, 1, 6, W, V));
    BAD(2, starling_hseqr(STARLING_VECTORS, tiles, 1, 6, W, V));
    BAD(3, starling_hseqr(STARLING_VECTORS, A, 0, 6, W, V));
    BAD(4, starling_hseqr(STARLING_VECTORS, A, 1, 7, W, V));
    BAD(5, starling_hseqr(STARLING_VECTORS, A, 1, 6, D, V));
    BAD(5, starling_hseqr(STARLING_VECTORS, A, 1, 6, V, NULL));
    BAD(6, starling_hseqr(STARLING_VALUES, A, 1, 6, W, V));
    BAD(6, starling_hseqr(STARLING_VECTORS, A, 1, 6, W, A));
    BAD(6, starling_hseqr(STARLING_VECTORS, A, 1, 6, W, tiles));
    BAD(7, starling_hseqr_submit(STARLING_VECTORS, A, 1, 6, W, V, NULL));
    starling_matrix *all[] = {A, V, tiles, D, W};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    array_free(&a);
    array_free(&v);
    array_free(&d);
    array_free(&column);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        shapes(precisions[p]);
        all_kinds(precisions[p]);
        not_finite(precisions[p]);
        failures(precisions[p]);
        if (!quick())
            packets(precisions[p]);
        sl_hseqr_packets = 5;
        sl_hseqr_grouped = 3;
        all_kinds(precisions[p]);
        failures(precisions[p]);
        sl_hseqr_packets = sl_hseqr_grouped = 0;
    }
    arguments();
    return done_testing();
}
