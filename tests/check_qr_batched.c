/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of QR factorizations and of least squares in all precisions, on arrays, objects and in
 * sequences, every order from 0 to 40 and some beyond, high and wide, with padding and gaps:
 *  - A - Q R is small column by column, and Q is orthogonal, with Q from LAPACK's product;
 *  - R, reflectors and tau are LAPACK's where the matrix is well conditioned;
 *  - X, the residual below it and the factors are those of LAPACK's gels;
 *  - padding, gaps and what is around stay as they were;
 *  - zeros, NaN, deficient ranks and numbers at the ends of the range give what LAPACK gives, and
 * change no bit of other matrices;
 *  - bad arguments are told by position. */

#include <math.h>
#include <sys/mman.h>
#include "batches.h"
#include "lapack_api.h"
#include "tap.h"

enum form { ARRAYS, OBJECTS, SEQUENCE, FORMS };

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Matrices, their tau, and right-hand sides. */
struct system {
    struct batch a, tau, b;
};

/* Random; every second matrix has a large diagonal of random signs, so that it is well conditioned.
 */
static bool is_good(int64_t k)
{
    return k % 2 == 1;
}
static wide number(starling_precision prec, uint64_t *seed)
{
    double re = uniform(seed);
    return is_complex(prec) ? re + uniform(seed) * I : re;
}
static void fill(struct batch *b, uint64_t seed)
{
    for (int64_t k = 0; k < b->count; k++)
        for (int64_t j = 0; j < b->n; j++)
            for (int64_t i = 0; i < b->m; i++) {
                wide x = number(b->store.prec, &seed);
                double large = (double)(b->m + b->n);
                set(b, k, i, j, i == j && is_good(k) ? x + (creal(x) < 0 ? -large : large) : x);
            }
}

static struct system system_new(enum form form, starling_precision prec, int64_t m, int64_t n,
                                int64_t nrhs, int64_t pad, int64_t count)
{
    int64_t gap = pad > 0 ? 3 : 0, apart = form == ARRAYS ? 0 : pad;
    struct system s = {batch_new(prec, m, n, pad, gap, count),
                       batch_new(prec, least(m, n), 1, apart, apart, count),
                       batch_new(prec, most(m, n), nrhs, pad, gap, count)};
    fill(&s.a, (uint64_t)(m + 100 * n + 1));
    fill(&s.b, (uint64_t)(m + 100 * nrhs + 2));
    return s;
}
static struct system system_copy(const struct system *s)
{
    return (struct system){copy_of(&s->a), copy_of(&s->tau), copy_of(&s->b)};
}
static void system_free(struct system *s)
{
    batch_free(&s->a);
    batch_free(&s->tau);
    batch_free(&s->b);
}
static bool system_rest_stays(const struct system *before, const struct system *after)
{
    return rest_stays(&before->a, &after->a) && rest_stays(&before->tau, &after->tau) &&
           rest_stays(&before->b, &after->b);
}
static bool system_same_bytes(const struct system *a, const struct system *b, int64_t k)
{
    return same_bytes(&a->a, &b->a, k) && same_bytes(&a->tau, &b->tau, k) &&
           same_bytes(&a->b, &b->b, k);
}

static starling_batch *wrap_batch(struct batch *b, int64_t chunk)
{
    starling_batch *B;
    starling_batch_wrap(&B, b->store.prec, b->m, b->n, b->store.a, b->lda, b->store.lda, b->count,
                        chunk);
    return B;
}

/* geqrf, or with a transpose gels. */
static int on_arrays(struct system *s, char trans)
{
    struct batch *a = &s->a, *b = &s->b;
    if (trans == 0)
        return API(a->store.prec, geqrf_strided_batched, a->m, a->n, a->store.a, a->lda,
                   a->store.lda, s->tau.store.a, a->count);
    return API(a->store.prec, gels_strided_batched, trans, a->m, a->n, b->n, a->store.a, a->lda,
               a->store.lda, b->store.a, b->lda, b->store.lda, a->info, a->count);
}
static int on_objects(bool waits, struct system *s, starling_trans trans, int64_t chunk)
{
    starling_batch *A = wrap_batch(&s->a, chunk), *tau = wrap_batch(&s->tau, chunk),
                   *B = wrap_batch(&s->b, chunk), *infos;
    starling_sequence *seq;
    starling_batch_wrap_int(&infos, 1, s->a.info, s->a.count, chunk);
    int info = starling_sequence_create(&seq);
    if (trans == 0)
        info += waits ? starling_geqrf_batched(A, tau) : starling_geqrf_batched_submit(A, tau, seq);
    else
        info += waits ? starling_gels_batched(trans, A, B, infos)
                      : starling_gels_batched_submit(trans, A, B, infos, seq);
    info += starling_sequence_wait(seq) + starling_sequence_destroy(seq);
    return info + starling_batch_destroy(A) + starling_batch_destroy(tau) +
           starling_batch_destroy(B) + starling_batch_destroy(infos);
}
static int run(enum form form, struct system *s, char trans)
{
    return form == ARRAYS ? on_arrays(s, trans)
                          : on_objects(form == OBJECTS, s, (starling_trans)trans, 6);
}

/* Matrix k, of which column j is multiplied by 2^-shift(j). */
static wide *wide_matrix(const struct batch *b, int64_t k, const int *shift)
{
    wide *x = wide_zeros(most(1, b->m), b->n);
    for (int64_t j = 0; j < b->n; j++)
        for (int64_t i = 0; i < b->m; i++) {
            wide y = get(b, k, i, j);
            int s = shift ? -shift[j] : 0;
            x[i + j * most(1, b->m)] = ldexp(creal(y), s) + ldexp(cimag(y), s) * I;
        }
    return x;
}

enum { LARGEST = 200 };

/* The largest |A - Q R| of a column / |A| of this column, or |Q^H Q - I|, scaled */
static double factor_residual(const struct system *before, const struct system *after, int64_t k)
{
    int64_t m = before->a.m, n = before->a.n, count = least(m, n);
    int shift[LARGEST] = {0};
    for (int64_t j = 0; j < n; j++) {
        double size = 0;
        for (int64_t i = 0; i < m; i++)
            size = fmax(size, fmax(fabs(creal(get(&before->a, k, i, j))),
                                   fabs(cimag(get(&before->a, k, i, j)))));
        frexp(size, &shift[j]);
    }
    wide *a = wide_matrix(&before->a, k, shift), *r = wide_matrix(&after->a, k, shift),
         *f = wide_matrix(&after->a, k, NULL), *tau = wide_matrix(&after->tau, k, NULL),
         *q = wide_zeros(m, m), *unit = wide_zeros(m, m);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 1; i < m; i++)
            r[i + j * m] = 0;
    for (int64_t i = 0; i < m; i++)
        q[i + i * m] = unit[i + i * m] = 1;
    wide_multiply(false, 'L', 'N', m, n, count, f, tau, r);
    wide_multiply(false, 'L', 'N', m, m, count, f, tau, q);
    wide_gemm('C', 'N', m, m, m, 1, q, q, -1, unit);
    double eps = epsilon(before->a.store.prec) * (double)m, worst = 0;
    for (int64_t j = 0; j < n; j++) {
        double error = wide_difference(r + j * m, a + j * m, m, 1),
               size = wide_norm(a + j * m, m, 1);
        worst = residual_larger(worst, error == 0 ? 0 : error / (size * eps));
    }
    worst = residual_larger(worst, wide_norm(unit, m, m) / eps);
    free(a);
    free(r);
    free(f);
    free(tau);
    free(q);
    free(unit);
    return worst;
}

/* The largest difference of matrix k and y, in the first `rows` rows. */
static double difference(const struct batch *b, int64_t k, int64_t rows, const wide *y)
{
    double off = 0;
    for (int64_t j = 0; j < b->n; j++)
        for (int64_t i = 0; i < rows; i++)
            off = residual_larger(off, cabs(get(b, k, i, j) - y[i + j * most(1, b->m)]));
    return off;
}

/* How far factors and tau are from LAPACK's in double precision, scaled. */
static double factor_difference(const struct system *before, const struct system *after, int64_t k)
{
    int64_t m = before->a.m, n = before->a.n;
    wide *f = wide_matrix(&before->a, k, NULL), *tau = wide_zeros(most(1, least(m, n)), 1);
    double size = (double)(m + n), eps = epsilon(before->a.store.prec);
    wide_factor(false, m, n, f, tau);
    double off = residual_larger(difference(&after->a, k, m, f) / size,
                                 difference(&after->tau, k, least(m, n), tau));
    free(f);
    free(tau);
    return off / (size * eps);
}

static void check_geqrf(struct cases *cases, starling_precision prec, enum form form, int64_t m,
                        int64_t n, int64_t pad, int64_t count)
{
    struct system s = system_new(form, prec, m, n, 1, pad, count), r = system_copy(&s);
    int result = run(form, &r, 0);
    double worst = 0, off = 0;
    for (int64_t k = 0; k < least(count, 40) && m > 0 && n > 0; k++) {
        worst = residual_larger(worst, factor_residual(&s, &r, k));
        if (is_good(k))
            off = residual_larger(off, factor_difference(&s, &r, k));
    }
    bool rest = system_rest_stays(&s, &r);
    hold(cases, result == 0 && worst <= 30 && off <= 30 && rest,
         "%cgeqrf_batched form %d m=%ld n=%ld pad=%ld count=%ld: result %d, residual %g, from "
         "LAPACK "
         "%g, the rest %s",
         letter(prec), form, (long)m, (long)n, (long)pad, (long)count, result, worst, off,
         rest ? "intact" : "changed");
    system_free(&s);
    system_free(&r);
}

/* |op(A)^H (op(A) X - B)| / (|A| |B|), scaled: the residual of least squares is orthogonal to
 * op(A). */
static double least_residual(const struct system *before, const struct system *after, char trans,
                             int64_t k)
{
    int64_t m = before->a.m, n = before->a.n, rows = trans == 'N' ? m : n,
            columns = trans == 'N' ? n : m, nrhs = before->b.n;
    char op = trans == 'N' ? 'N' : 'C', adjoint = trans == 'N' ? 'C' : 'N';
    wide *a = wide_matrix(&before->a, k, NULL), *b = wide_zeros(rows, nrhs),
         *x = wide_zeros(columns, nrhs), *orthogonal = wide_zeros(columns, nrhs);
    for (int64_t j = 0; j < nrhs; j++) {
        for (int64_t i = 0; i < rows; i++)
            b[i + j * rows] = get(&before->b, k, i, j);
        for (int64_t i = 0; i < columns; i++)
            x[i + j * columns] = get(&after->b, k, i, j);
    }
    double size = wide_norm(b, rows, nrhs) * wide_norm(a, m, n);
    wide_gemm(op, 'N', rows, nrhs, columns, 1, a, x, -1, b);
    wide_gemm(adjoint, 'N', columns, nrhs, rows, 1, a, b, 0, orthogonal);
    double error = wide_norm(orthogonal, columns, nrhs);
    free(a);
    free(b);
    free(x);
    free(orthogonal);
    return error == 0 ? 0 : error / (size * (double)most(m, n) * epsilon(before->a.store.prec));
}

/* How far X, the residual below it and the factors are from LAPACK's in double precision, scaled.
 */
static double gels_difference(const struct system *before, const struct system *after, char trans,
                              int64_t k)
{
    int64_t m = before->a.m, n = before->a.n;
    wide *f = wide_matrix(&before->a, k, NULL), *x = wide_matrix(&before->b, k, NULL);
    double size = (double)most(1, m + n), eps = epsilon(before->a.store.prec);
    int info = wide_gels(trans == 'T' ? 'C' : trans, m, n, before->b.n, f, x);
    double off = residual_larger(difference(&after->b, k, most(m, n), x),
                                 difference(&after->a, k, m, f) / size);
    free(f);
    free(x);
    return info == 0 ? off / (size * eps) : NAN;
}

static void check_gels(struct cases *cases, starling_precision prec, enum form form, char trans,
                       int64_t m, int64_t n, int64_t nrhs, int64_t pad, int64_t count)
{
    struct system s = system_new(form, prec, m, n, nrhs, pad, count), r = system_copy(&s);
    int result = run(form, &r, trans);
    double worst = 0, off = 0;
    bool infos = r.a.info[count] == -7;
    for (int64_t k = 0; k < count; k++)
        infos = infos && r.a.info[k] == 0;
    for (int64_t k = 0; k < least(count, 40) && most(m, n) > 0; k++) {
        if (m > 0 && n > 0 && nrhs > 0 && (m >= n) == (trans == 'N'))
            worst = residual_larger(worst, least_residual(&s, &r, trans, k));
        if (nrhs == 0)
            off = same_bytes(&s.a, &r.a, k) ? off : INFINITY;
        else if (is_good(k))
            off = residual_larger(off, gels_difference(&s, &r, trans, k));
    }
    bool rest = system_rest_stays(&s, &r);
    hold(cases, result == 0 && infos && worst <= 30 && off <= 30 && rest,
         "%cgels_batched form %d %c m=%ld n=%ld nrhs=%ld pad=%ld count=%ld: result %d, infos %s, "
         "residual %g, from LAPACK %g, the rest %s",
         letter(prec), form, trans, (long)m, (long)n, (long)nrhs, (long)pad, (long)count, result,
         infos ? "0" : "wrong", worst, off, rest ? "intact" : "changed");
    system_free(&s);
    system_free(&r);
}

/* ---- Special matrices among others ----------------------------------------------------------- */

enum special {
    NONE,
    ZERO,
    HAS_NAN,
    ZERO_LINES,
    EQUAL_COLUMNS,
    HUGE_ONES,
    TINY,
    GRADED,
    ALMOST_UNIT,
    SPECIALS
};
enum { COUNT = 37 };

static enum special special_of(int64_t k)
{
    static const enum special at[COUNT] = {
        [0] = ZERO,       [3] = HAS_NAN, [4] = ZERO_LINES,        [5] = EQUAL_COLUMNS,
        [9] = HUGE_ONES,  [15] = TINY,   [16] = GRADED,           [17] = ALMOST_UNIT,
        [21] = HUGE_ONES, [23] = TINY,   [COUNT - 1] = ZERO_LINES};
    return at[k];
}
/* The exponent that is near the end of the range */
static int far(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? 118 : 1010;
}

/* x, element (i, j) of m x n, in a special matrix. */
static wide changed(enum special special, starling_precision prec, int64_t m, int64_t n, int64_t i,
                    int64_t j, wide x, wide in_first_column)
{
    int64_t last = least(m, n) - 1, line = m >= n ? j : i;
    switch (special) {
    case ZERO:
        return 0;
    case HAS_NAN:
        return i == m / 2 && j == n / 2 ? NAN : x;
    case ZERO_LINES:
        return line == last / 2 || (line == last && last > 1) ? 0 : x;
    case EQUAL_COLUMNS:
        return in_first_column;
    case HUGE_ONES:
        return x * ldexp(1, far(prec));
    case TINY:
        return x * ldexp(1, -far(prec));
    case GRADED:
        return x * ldexp(1, j % 3 == 0 ? far(prec) : j % 3 == 1 ? -far(prec) : 0);
    case ALMOST_UNIT:
        return i == j ? 1 : x * ldexp(1, -far(prec) * 2 / 3);
    default:
        return x;
    }
}
static void change(struct batch *b, int64_t k, enum special special)
{
    for (int64_t j = b->n - 1; j >= 0; j--)
        for (int64_t i = 0; i < b->m; i++)
            set(b, k, i, j,
                changed(special, b->store.prec, b->m, b->n, i, j, get(b, k, i, j),
                        get(b, k, i, 0)));
}

static bool has_nan(const struct batch *b, int64_t k)
{
    for (int64_t j = 0; j < b->n; j++)
        for (int64_t i = 0; i < b->m; i++)
            if (isnan(creal(get(b, k, i, j))) || isnan(cimag(get(b, k, i, j))))
                return true;
    return false;
}

/* A chunk may run on a core in one run and on a GPU in another one. */
static bool other_kernels(void)
{
    return starling_ncuda() > 0;
}

/* How far tau are from 2, and R's diagonal from -1, scaled: what a unit matrix has if the numbers
 * below its diagonal are not zero, however small. On a GPU squares that underflow are zero: tau =
 * 0. */
static double unit_difference(const struct system *after, int64_t k)
{
    double off = 0;
    for (int64_t j = 0; j < after->tau.m; j++) {
        wide tau = get(&after->tau, k, j, 0), r = get(&after->a, k, j, j);
        bool is_unit = other_kernels() && cabs(tau) < 1;
        off = residual_larger(off, is_unit ? cabs(tau) : cabs(tau - 2));
        off = residual_larger(off, is_unit ? cabs(r - 1) : cabs(r + 1));
    }
    return off / (double)after->a.m / epsilon(after->a.store.prec);
}

static void check_special_geqrf(struct cases *cases, starling_precision prec, int64_t m, int64_t n)
{
    struct system s = system_new(ARRAYS, prec, m, n, 1, 1, COUNT), good = system_copy(&s);
    for (int64_t k = 0; k < COUNT; k++)
        change(&s.a, k, special_of(k));
    struct system bad = system_copy(&s);
    int result = on_objects(true, &good, (starling_trans)0, 40) + run(ARRAYS, &bad, 0);
    for (int64_t k = 0; k < COUNT; k++) {
        enum special special = special_of(k);
        bool right;
        double residual = special == HAS_NAN ? 0 : factor_residual(&s, &bad, k), off = 0;
        if (special == ALMOST_UNIT && m > n)
            off = unit_difference(&bad, k);
        if (special == NONE)
            right = other_kernels() ? residual <= 30 : system_same_bytes(&good, &bad, k);
        else if (special == HAS_NAN)
            right = has_nan(&bad.a, k);
        else
            right = residual <= 30 && off <= 30;
        hold(cases, result == 0 && right,
             "%cgeqrf_batched m=%ld n=%ld matrix %ld, special %d: residual %g, off by %g",
             letter(prec), (long)m, (long)n, (long)k, special, residual, off);
    }
    system_free(&s);
    system_free(&good);
    system_free(&bad);
}

/* B of some huge and tiny matrices is huge or tiny, too, so that X is what it was. */
static bool has_scaled_sides(int64_t k)
{
    return k < 20 && (special_of(k) == HUGE_ONES || special_of(k) == TINY);
}
/* The exponent of X / what it was */
static int exponent(starling_precision prec, int64_t k)
{
    enum special special = special_of(k);
    return has_scaled_sides(k)    ? 0
           : special == HUGE_ONES ? -far(prec)
           : special == TINY      ? far(prec)
                                  : 0;
}

static void check_special_gels(struct cases *cases, starling_precision prec, char trans, int64_t m,
                               int64_t n)
{
    struct system s = system_new(ARRAYS, prec, m, n, 3, 1, COUNT), good = system_copy(&s);
    for (int64_t k = 0; k < COUNT; k++) {
        enum special special = special_of(k);
        if (special == GRADED || special == ALMOST_UNIT || special == EQUAL_COLUMNS)
            continue;
        change(&s.a, k, special);
        if (has_scaled_sides(k))
            change(&s.b, k, special);
    }
    struct system bad = system_copy(&s);
    int result = on_objects(true, &good, (starling_trans)trans, 40) + run(ARRAYS, &bad, trans);
    int64_t rows = (trans == 'N') == (m >= n) ? least(m, n) : most(m, n); /* of X */
    for (int64_t k = 0; k < COUNT; k++) {
        enum special special = special_of(k);
        int expected = special == ZERO_LINES ? (int)(least(m, n) - 1) / 2 + 1 : 0;
        int up = exponent(prec, k), shift[] = {-up, -up, -up};
        wide *x = special == ZERO ? wide_zeros(most(m, n), 3) : wide_matrix(&good.b, k, shift);
        double off = 0;
        bool right = true;
        if (special == ZERO_LINES && least(m, n) == 1)
            expected = 0; /* a zero matrix */
        else if (special == HAS_NAN)
            right = has_nan(&bad.b, k);
        else if (special == ZERO)
            off = difference(&bad.b, k, most(m, n), x);
        else if (other_kernels() ? special != ZERO_LINES : special == HUGE_ONES || special == TINY)
            off = is_good(k) ? ldexp(difference(&bad.b, k, rows, x), -up) : 0;
        else if (special != ZERO_LINES)
            right = system_same_bytes(&good, &bad, k);
        off /= (double)(m + n) * epsilon(prec);
        hold(cases, result == 0 && bad.a.info[k] == expected && right && off <= 30,
             "%cgels_batched %c m=%ld n=%ld matrix %ld, special %d: info %d, expected %d, X off by "
             "%g, bits %s",
             letter(prec), trans, (long)m, (long)n, (long)k, special, bad.a.info[k], expected, off,
             right ? "right" : "wrong");
        free(x);
    }
    system_free(&s);
    system_free(&good);
    system_free(&bad);
}

static void check_arguments(void)
{
    double a[40] = {1};
    starling_complex_double z[20] = {1};
    int p[8];
    struct cases cases = {0};
    starling_batch *A, *B, *T, *W, *Z, *infos, *two;
    starling_batch_wrap(&A, STARLING_D, 3, 2, a, 3, 6, 2, 1);
    starling_batch_wrap(&B, STARLING_D, 3, 1, a + 12, 3, 3, 2, 1);
    starling_batch_wrap(&T, STARLING_D, 2, 1, a + 18, 2, 2, 2, 1);
    starling_batch_wrap(&W, STARLING_S, 2, 1, a + 22, 2, 2, 2, 1);
    starling_batch_wrap(&Z, STARLING_Z, 2, 2, z, 2, 4, 2, 1);
    starling_batch_wrap_int(&infos, 1, p, 2, 1);
    starling_batch_wrap_int(&two, 1, p + 4, 2, 2);
    const starling_trans no = STARLING_NOTRANS;
    const struct {
        int result, expected;
    } calls[] = {
        {starling_dgeqrf_strided_batched(-1, 2, a, 2, 4, a, 2), -1},
        {starling_dgeqrf_strided_batched(2, -1, a, 2, 4, a, 2), -2},
        {starling_dgeqrf_strided_batched(2, 2, NULL, 2, 4, a, 2), -3},
        {starling_dgeqrf_strided_batched(2, 2, a, 1, 4, a, 2), -4},
        {starling_dgeqrf_strided_batched(2, 2, a, 2, 3, a, 2), -5},
        {starling_dgeqrf_strided_batched(2, 2, a, 2, 4, NULL, 2), -6},
        {starling_dgeqrf_strided_batched(2, 2, a, 2, 4, a, -2), -7},
        {starling_dgeqrf_strided_batched(2, 2, NULL, 2, 0, NULL, 0), 0},
        {starling_dgeqrf_strided_batched(2, 0, NULL, 2, 0, NULL, 2), 0},
        {starling_dgels_strided_batched('x', 2, 2, 1, a, 2, 4, a, 2, 2, p, 2), -1},
        {starling_zgels_strided_batched('T', 2, 2, 1, z, 2, 4, z, 2, 2, p, 2), -1},
        {starling_dgels_strided_batched('N', -2, 2, 1, a, 2, 4, a, 2, 2, p, 2), -2},
        {starling_dgels_strided_batched('N', 2, -2, 1, a, 2, 4, a, 2, 2, p, 2), -3},
        {starling_dgels_strided_batched('N', 2, 2, -1, a, 2, 4, a, 2, 2, p, 2), -4},
        {starling_dgels_strided_batched('N', 2, 2, 1, NULL, 2, 4, a, 2, 2, p, 2), -5},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 1, 4, a, 2, 2, p, 2), -6},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 2, 3, a, 2, 2, p, 2), -7},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 2, 4, NULL, 2, 2, p, 2), -8},
        {starling_dgels_strided_batched('N', 2, 3, 1, a, 2, 6, a, 2, 3, p, 2), -9},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 2, 4, a, 2, 1, p, 2), -10},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 2, 4, a, 2, 2, NULL, 2), -11},
        {starling_dgels_strided_batched('N', 2, 2, 1, a, 2, 4, a, 2, 2, p, -2), -12},
        {starling_geqrf_batched(NULL, T), -1},
        {starling_geqrf_batched(infos, T), -1},
        {starling_geqrf_batched(A, NULL), -2},
        {starling_geqrf_batched(A, B), -2},
        {starling_geqrf_batched(A, W), -2},
        {starling_geqrf_batched(B, B), -2},
        {starling_geqrf_batched_submit(A, T, NULL), -3},
        {starling_gels_batched((starling_trans)0, A, B, infos), -1},
        {starling_gels_batched(STARLING_TRANS, Z, Z, infos), -1},
        {starling_gels_batched(no, NULL, B, infos), -2},
        {starling_gels_batched(no, A, NULL, infos), -3},
        {starling_gels_batched(no, A, T, infos), -3},
        {starling_gels_batched(no, A, A, infos), -3},
        {starling_gels_batched(no, A, B, B), -4},
        {starling_gels_batched(no, A, B, two), -4},
        {starling_gels_batched_submit(no, A, B, infos, NULL), -5},
    };
    for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++)
        hold(&cases, calls[c].result == calls[c].expected, "call %d: %d, expected %d", (int)c,
             calls[c].result, calls[c].expected);
    starling_batch *const batches[] = {A, B, T, W, Z, infos, two};
    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++)
        starling_batch_destroy(batches[i]);
    ok(all_held(&cases), "arguments: %d calls", cases.run);
}

/* Nobody reads behind a matrix that has more columns than rows and ends at a page without memory. OpenBLAS has
 * kernels of cgemv and zgemv that do. */
static void check_end_of_memory(starling_precision prec)
{
    enum { M = 33, N = 65, NRHS = 3 };
    const size_t page = 65536; /* a multiple of all page sizes */
    char adjoint = is_complex(prec) ? 'C' : 'T';
    struct cases cases = {0};
    struct system s = system_new(ARRAYS, prec, M, N, NRHS, 0, 1), usual = system_copy(&s);
    const size_t size = M * N * element_size(prec);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!hold(&cases, pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0, "mmap"))
        return;
    for (int t = 0; t < 2; t++) {
        void *last = memcpy(pages + page - size, usual.a.store.a, size), *own = s.a.store.a;
        s.a.store.a = last;
        int info = on_arrays(&s, t == 0 ? 'N' : adjoint);
        s.a.store.a = own;
        hold(&cases, info == on_arrays(&usual, t == 0 ? 'N' : adjoint) && info == 0, "info %d", info);
        hold(&cases, memcmp(last, usual.a.store.a, size) == 0 && same_bytes(&s.b, &usual.b, 0),
             "%c: other results", t == 0 ? 'N' : adjoint);
    }
    munmap(pages, 2 * page);
    system_free(&s);
    system_free(&usual);
    ok(all_held(&cases), "%c: a matrix at the end of memory, %d cases", letter(prec), cases.run);
}

/* The shapes of all checks. */
static void check_shape(struct cases *geqrf, struct cases *gels, starling_precision prec,
                        enum form form, int64_t m, int64_t n, int64_t pad, int64_t count)
{
    char adjoint = is_complex(prec) ? 'C' : 'T';
    check_geqrf(geqrf, prec, form, m, n, pad, count);
    check_gels(gels, prec, form, 'N', m, n, (m + n + form) % 7, pad, count);
    check_gels(gels, prec, form, adjoint, m, n, (m + n + 4) % 7, pad, count);
}

int main(void)
{
    static const int64_t sizes[] = {0, 1, 2, 5, 16, 31, 32, 33, 40, 150};
    static const int64_t larger[] = {65, 100, 200};
    enum { SIZES = sizeof sizes / sizeof sizes[0], LARGER = sizeof larger / sizeof larger[0] };
    for (int p = 0; p < 4; p++) {
        starling_precision prec = precisions[p];
        struct cases geqrf = {0}, gels = {0}, special = {0};
        for (int64_t n = 0; n <= 40; n += quick() ? 5 : 1)
            for (int form = 0; form < FORMS; form++)
                check_shape(&geqrf, &gels, prec, (enum form)form, n, n, form, 17);
        for (size_t i = 0; i < LARGER - (quick() ? 1 : 0); i++)
            check_shape(&geqrf, &gels, prec, (enum form)i, larger[i], larger[i], 2, 2);
        for (size_t i = 0; i < SIZES; i++)
            for (size_t j = 0; j < SIZES; j++)
                if (i != j && !(quick() && (i + j) % 2 == 0))
                    check_shape(&geqrf, &gels, prec, (enum form)((i + 2 * j) % FORMS), sizes[i],
                                sizes[j], 1, 5);
        for (int64_t count = 0; count <= 33; count += count < 2 ? 1 : 31)
            check_shape(&geqrf, &gels, prec, OBJECTS, 6, 5, 0, count);
        check_shape(&geqrf, &gels, prec, ARRAYS, 3, 3, 0, 70000);
        for (int64_t n = 1; n <= 40; n += n < 4 ? 1 : 9) {
            check_special_geqrf(&special, prec, n, n);
            check_special_geqrf(&special, prec, n + 3, n);
            check_special_geqrf(&special, prec, n, n + 4);
            check_special_gels(&special, prec, 'N', n + 3, n);
            check_special_gels(&special, prec, is_complex(prec) ? 'C' : 'T', n + 3, n);
            check_special_gels(&special, prec, 'N', n, n + 2);
            check_special_gels(&special, prec, is_complex(prec) ? 'C' : 'T', n, n + 2);
        }
        ok(all_held(&geqrf), "%cgeqrf_batched: %d batches", letter(prec), geqrf.run);
        ok(all_held(&gels), "%cgels_batched: %d batches", letter(prec), gels.run);
        ok(all_held(&special), "%c: %d matrices beside special ones", letter(prec), special.run);
        check_end_of_memory(prec);
    }
    check_arguments();
    return done_testing();
}
