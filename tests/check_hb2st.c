/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* hb2st, a band matrix to tridiagonal form, in all precisions, orders around the band width:
 *  - the eigenvalues of T are those of the band by LAPACK's hbtrd and sterf;
 *  - B = Q2 T Q2^H, and Q2 is unitary, with Q2 from the reflectors in V2 as starling.h tells;
 *  - C = Q2 C and Q2^H C are those of the reflectors one by one, for groups of all sizes, by
 *    diamonds and by orthogonal blocks. The library is linked statically: it has blocks on GPUs
 *    alone;
 *  - T has the same bits without V2, in other groups of sweeps, and from a sequence;
 *  - AB, padding, and the upper triangle of V2 stay;
 *  - a NaN ends in a result, not in a hang;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "reference.h"
#include "src/eigen/eigen.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, ARRAYS, FORMS, BLOCKS };

#define API_BAND(prec, ...)                                                                        \
    ((prec) == STARLING_S   ? starling_ssb2st(__VA_ARGS__)                                         \
     : (prec) == STARLING_D ? starling_dsb2st(__VA_ARGS__)                                         \
     : (prec) == STARLING_C ? starling_chb2st(__VA_ARGS__)                                         \
                            : starling_zhb2st(__VA_ARGS__))

static int64_t at_least(int64_t x, int64_t least)
{
    return x > least ? x : least;
}

/* A case, and its operands. vectors: V2 is wanted; nb: its block columns. */
struct band {
    starling_precision prec;
    int64_t n, kd, nb;
    bool vectors;
    struct array ab, d, e, v;
};

static struct band band_new(starling_precision prec, int64_t n, int64_t kd, int64_t nb,
                            bool vectors)
{
    struct band x = {.prec = prec, .n = n, .kd = kd, .nb = nb, .vectors = vectors};
    x.ab = array_new(prec, kd + 1, n, 2);
    x.d = array_new(real_of(prec), n, 1, 0);
    x.e = array_new(real_of(prec), n > 1 ? n - 1 : 0, 1, 0);
    x.v = array_new(prec, n, n, 3);
    array_random(&x.ab, STARLING_GENERAL, (uint64_t)(n * 100 + kd));
    array_save(&x.ab);
    array_save(&x.d);
    array_save(&x.e);
    array_save(&x.v);
    return x;
}

static void band_free(struct band *x)
{
    array_free(&x->ab);
    array_free(&x->d);
    array_free(&x->e);
    array_free(&x->v);
}

static int reduce(enum form form, struct band *x)
{
    int64_t n = x->n, kd = x->kd;
    if (form == ARRAYS)
        return API_BAND(x->prec, x->vectors ? 'V' : 'N', n, kd, x->ab.a, x->ab.lda, x->d.a, x->e.a,
                        x->vectors ? x->v.a : NULL, x->v.lda);
    starling_matrix *AB = wrap(&x->ab, kd + 1, at_least(n / 3, 1));
    starling_matrix *D = wrap(&x->d, at_least(n, 1), 1), *E = wrap(&x->e, at_least(n, 1), 1);
    starling_matrix *V2 = x->vectors ? wrap(&x->v, at_least(n, 1), x->nb) : NULL;
    starling_sequence *seq;
    int info = 0;
    if (form == OBJECTS) {
        info = starling_hb2st(AB, D, E, V2);
    } else {
        starling_sequence_create(&seq);
        info = starling_hb2st_submit(AB, D, E, V2, seq);
        info = info != 0 ? info : starling_sequence_wait(seq);
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(AB);
    starling_matrix_destroy(D);
    starling_matrix_destroy(E);
    starling_matrix_destroy(V2);
    return info;
}

/* The Hermitian matrix of the band; the imaginary part of its diagonal is ignored, as in LAPACK. */
static wide *dense(const struct band *x)
{
    wide *b = wide_zeros(x->n, x->n);
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = j; i < x->n && i <= j + x->kd; i++) {
            wide value = array_get(&x->ab, i - j, j);
            b[i + j * x->n] = i == j ? creal(value) : value;
            b[j + i * x->n] = i == j ? creal(value) : conj(value);
        }
    return b;
}

/* X = H X or H^H X with the reflector of step t of sweep s; X has n columns. */
static void reflect(const struct band *x, int64_t s, int64_t t, wide *a)
{
    int64_t first = s + 1 + t * at_least(x->kd, 1), n = x->n;
    int64_t end = first + at_least(x->kd, 1) < n ? first + at_least(x->kd, 1) : n;
    wide tau = array_get(&x->v, first, s);
    for (int64_t j = 0; j < n; j++) {
        wide sum = a[first + j * n];
        for (int64_t i = first + 1; i < end; i++)
            sum += conj(array_get(&x->v, i, s)) * a[i + j * n];
        sum *= tau;
        a[first + j * n] -= sum;
        for (int64_t i = first + 1; i < end; i++)
            a[i + j * n] -= sum * array_get(&x->v, i, s);
    }
}

/* Q2, from the last reflector to the first. */
static wide *q2(const struct band *x)
{
    int64_t n = x->n, kd = at_least(x->kd, 1);
    wide *q = wide_zeros(n, n);
    for (int64_t i = 0; i < n; i++)
        q[i + i * n] = 1;
    for (int64_t s = n - 2; s >= 0; s--)
        for (int64_t t = (n - 2 - s) / kd; t >= 0; t--)
            reflect(x, s, t, q);
    return q;
}

/* The larger one of |B - Q2 T Q2^H| / (n |B| eps) and |I - Q2^H Q2| / (n eps) */
static double residual(const struct band *x, const wide *b)
{
    int64_t n = x->n;
    wide *q = q2(x), *t = wide_zeros(n, n), *y = wide_zeros(n, n), *r = wide_zeros(n, n);
    for (int64_t i = 0; i < n; i++) {
        t[i + i * n] = array_get(&x->d, i, 0);
        if (i + 1 < n)
            t[i + 1 + i * n] = t[i + (i + 1) * n] = array_get(&x->e, i, 0);
    }
    memcpy(r, b, sizeof *r * (size_t)(n * n));
    wide_gemm('N', 'N', n, n, n, 1, q, t, 0, y);
    wide_gemm('N', 'C', n, n, n, -1, y, q, 1, r);
    double norm = wide_norm(b, n, n);
    double error = scaled(x->prec, wide_norm(r, n, n), n, norm);
    wide_gemm('C', 'N', n, n, n, 1, q, q, 0, y);
    for (int64_t i = 0; i < n; i++)
        y[i + i * n] -= 1;
    error = residual_larger(error, scaled(x->prec, wide_norm(y, n, n), n, 1));
    free(q);
    free(t);
    free(y);
    free(r);
    return error;
}

/* |eigenvalues of T - those of B| / (n |B| eps) */
static double eigenvalue_error(const struct band *x, const wide *b)
{
    int64_t n = x->n;
    double *d = calloc((size_t)n + 1, sizeof *d), *e = calloc((size_t)n + 1, sizeof *e);
    double *w = calloc((size_t)n + 1, sizeof *w), most = 0;
    for (int64_t i = 0; i < n; i++) {
        d[i] = creal(array_get(&x->d, i, 0));
        e[i] = i + 1 < n ? creal(array_get(&x->e, i, 0)) : 0;
    }
    if (wide_band_eigenvalues(n, x->kd, b, w) != 0 || tridiagonal_eigenvalues(n, d, e) != 0)
        most = NAN;
    for (int64_t i = 0; i < n; i++)
        most = residual_larger(most, fabs(d[i] - w[i]));
    double error = scaled(x->prec, most, n, wide_norm(b, n, n));
    free(d);
    free(e);
    free(w);
    return error;
}

/* V2 above and on the diagonal is what it was, if there is a V2. */
static bool intact(struct band *x)
{
    bool upper = true;
    for (int64_t j = 0; j < x->n; j++)
        upper &= isnan(creal(array_get(&x->v, j, j)));
    return upper && array_intact(&x->ab, 0) && array_intact(&x->d, STARLING_GENERAL) &&
           array_intact(&x->e, STARLING_GENERAL) &&
           array_intact(&x->v, x->vectors ? STARLING_LOWER : 0);
}

static bool same_bits(const struct array *x, const struct array *y)
{
    return memcmp(x->block, y->block, x->size) == 0;
}

static void check(struct cases *cases, starling_precision prec, int64_t n, int64_t kd, int64_t nb)
{
    struct band first = band_new(prec, n, kd, nb, true);
    wide *b = dense(&first);
    int info = reduce(OBJECTS, &first);
    double error = residual(&first, b), off = eigenvalue_error(&first, b);
    hold(cases, info == 0 && intact(&first) && residual_right(error) && residual_right(off),
         "%chb2st n=%ld, kd=%ld, nb=%ld: info %d, residual %g, eigenvalues %g%s", letter(prec),
         (long)n, (long)kd, (long)nb, info, error, off, intact(&first) ? "" : ", more is changed");
    for (int form = 0; form < FORMS; form++)
        for (int vectors = 0; vectors < 2; vectors++) {
            struct band x = band_new(prec, n, kd, nb + 3, vectors);
            int again = reduce((enum form)form, &x);
            bool same = same_bits(&first.d, &x.d) && same_bits(&first.e, &x.e) &&
                        (!vectors || same_bits(&first.v, &x.v));
            hold(cases, again == 0 && same && intact(&x),
                 "%chb2st form %d, n=%ld, kd=%ld, %s V2: info %d%s%s", letter(prec), form, (long)n,
                 (long)kd, vectors ? "with" : "without", again, same ? "" : ", other bits",
                 intact(&x) ? "" : ", more is changed");
            band_free(&x);
        }
    free(b);
    band_free(&first);
}

/* Q2 C or Q2^H C with some columns of the V2 of `x`; q: its Q2. */
static void check_product(struct cases *cases, struct band *x, const wide *q, enum form form,
                          char trans, int64_t columns)
{
    int64_t n = x->n, kd = x->kd;
    struct array c = array_new(x->prec, n, columns, 1);
    array_random(&c, STARLING_GENERAL, 3);
    array_save(&c);
    wide *before = wide_of(&c, STARLING_GENERAL), *y = wide_zeros(n, columns);
    wide_gemm(trans == 'N' ? 'N' : 'C', 'N', n, columns, n, 1, q, before, 0, y);
    starling_matrix *V2 = wrap(&x->v, at_least(n, 1), x->nb);
    starling_matrix *C = wrap(&c, at_least(n, 1), 1 + columns / 2);
    starling_trans t = (starling_trans)trans;
    starling_sequence *seq;
    int info = 0;
    starling_sequence_create(&seq);
    if (form == OBJECTS)
        info = starling_unmtr_hb2st(t, kd, V2, C);
    else if (form == SEQUENCE)
        info = starling_unmtr_hb2st_submit(t, kd, V2, C, seq);
    else
        sl_unmtr_hb2st_by(true, t, kd, V2, C, seq);
    int end = starling_sequence_destroy(seq);
    starling_matrix_destroy(V2);
    starling_matrix_destroy(C);
    wide *after = wide_of(&c, STARLING_GENERAL);
    double error =
        scaled(x->prec, wide_difference(after, y, n, columns), n, wide_norm(before, n, columns));
    bool same = array_intact(&x->v, 0) && array_intact(&c, STARLING_GENERAL);
    hold(cases, info == 0 && end == 0 && same && residual_right(error),
         "%cunmtr_hb2st %c form %d, n=%ld, kd=%ld, %ld columns, nb=%ld: info %d, %d, residual %g%s",
         letter(x->prec), trans, (int)form, (long)n, (long)kd, (long)columns, (long)x->nb, info,
         end, error, same ? "" : ", more is changed");
    free(before);
    free(after);
    free(y);
    array_free(&c);
}

static bool on_gpu(const struct band *x)
{
    return sl_chase_on_gpu(x->prec, x->n, x->kd, (at_least(x->n, 1) + x->nb - 1) / x->nb, 0);
}

/* With V2 in block columns of all widths, which is the same each time, and so is Q2. Of very many
 * block columns it is made on cores, and then its last bits may differ. */
static void products(starling_precision prec)
{
    static const int64_t sizes[] = {0, 1, 2, 3, 33, 67, 131, 300}, widths[] = {0, 1, 3, 8, 32};
    static const enum form forms[] = {OBJECTS, SEQUENCE, BLOCKS};
    static const int64_t columns[] = {1, 30, 67}, blocks[] = {1, 5, 16, 32, 45, 100, 140};
    enum { BLOCKS_OF_V2 = sizeof blocks / sizeof *blocks };
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
            if (quick() && sizes[i] > 100 && (i + k + (size_t)prec) % 4 != 0)
                continue;
            struct band x[BLOCKS_OF_V2];
            wide *q = NULL;
            for (size_t b = 0; b < BLOCKS_OF_V2; b++) {
                x[b] = band_new(prec, sizes[i], widths[k], blocks[b], true);
                int info = reduce(OBJECTS, &x[b]);
                bool moved = on_gpu(&x[b]) != on_gpu(&x[0]);
                bool same = same_bits(&x[moved].v, &x[b].v);
                hold(&cases, info == 0 && same, "%chb2st n=%ld, kd=%ld, nb=%ld: info %d%s",
                     letter(prec), (long)sizes[i], (long)widths[k], (long)blocks[b], info,
                     same ? "" : ", another V2");
                array_save(&x[b].v);
                if (b == 0)
                    q = q2(&x[0]);
                for (const char *trans = is_complex(prec) ? "NC" : "NTC"; *trans; trans++)
                    check_product(&cases, &x[b], q, forms[(b + i) % 3], *trans,
                                  columns[(b + k) % 3]);
            }
            for (size_t b = 0; b < BLOCKS_OF_V2; b++)
                band_free(&x[b]);
            free(q);
        }
    ok(all_held(&cases), "%cunmtr_hb2st: %d products", letter(prec), cases.run);
}

static void results(starling_precision prec)
{
    static const int64_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 67, 127, 211};
    static const int64_t widths[] = {0, 1, 2, 3, 8, 32, 40};
    struct cases cases = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
            if (!quick() || sizes[i] < 100 || widths[k] % 3 == 2)
                check(&cases, prec, sizes[i], widths[k], 5 + (int64_t)k);
    ok(all_held(&cases), "%chb2st: %d results", letter(prec), cases.run);
}

static void nan_in(starling_precision prec)
{
    struct band x = band_new(prec, 100, 8, 16, true);
    array_set(&x.ab, 3, 50, NAN);
    int info = reduce(ARRAYS, &x);
    ok(info == 0 && isnan(creal(array_get(&x.d, 99, 0))), "%chb2st with a NaN: info %d",
       letter(prec), info);
    band_free(&x);
}

static void arguments(void)
{
    struct cases cases = {0};
    struct band x = band_new(STARLING_D, 6, 2, 3, true), y = band_new(STARLING_Z, 6, 2, 3, true);
    starling_matrix *AB = wrap(&x.ab, 3, 6), *rows = wrap(&x.ab, 2, 6), *V2 = wrap(&x.v, 6, 3);
    starling_matrix *D = wrap(&x.d, 6, 1), *E = wrap(&x.e, 6, 1), *halves = wrap(&x.d, 3, 1);
    starling_matrix *ZV2 = wrap(&y.v, 6, 3), *ZAB = wrap(&y.ab, 3, 6), *tiles = wrap(&x.v, 3, 3);
    starling_matrix *C = wrap(&x.ab, 3, 2);
    double *ab = x.ab.a, *d = x.d.a, *e = x.e.a, *v = x.v.a;
    listen_to_errors();
#define BAD(position, call) refuse(&cases, position, call, #call)
    BAD(1, starling_hb2st(NULL, D, E, V2));
    BAD(1, starling_hb2st(rows, D, E, V2));
    BAD(2, starling_hb2st(AB, NULL, E, V2));
    BAD(2, starling_hb2st(AB, E, E, V2));
    BAD(2, starling_hb2st(AB, halves, E, V2));
    BAD(3, starling_hb2st(AB, D, D, V2));
    BAD(3, starling_hb2st(AB, D, NULL, V2));
    BAD(4, starling_hb2st(AB, D, E, ZV2));
    BAD(4, starling_hb2st(AB, D, E, tiles));
    BAD(4, starling_hb2st(AB, D, E, AB));
    BAD(4, starling_hb2st(ZAB, D, E, V2));
    BAD(5, starling_hb2st_submit(AB, D, E, V2, NULL));
    const starling_trans N = STARLING_NOTRANS;
    BAD(1, starling_unmtr_hb2st((starling_trans)'x', 2, V2, C));
    BAD(1, starling_unmtr_hb2st(STARLING_TRANS, 2, ZV2, C));
    BAD(2, starling_unmtr_hb2st(N, -1, V2, C));
    BAD(3, starling_unmtr_hb2st(N, 2, NULL, C));
    BAD(3, starling_unmtr_hb2st(N, 2, tiles, C));
    BAD(3, starling_unmtr_hb2st(N, 2, AB, C));
    BAD(4, starling_unmtr_hb2st(N, 2, V2, NULL));
    BAD(4, starling_unmtr_hb2st(N, 2, V2, V2));
    BAD(4, starling_unmtr_hb2st(N, 2, V2, ZV2));
    BAD(4, starling_unmtr_hb2st(N, 2, V2, E));
    BAD(4, starling_unmtr_hb2st(N, 2, V2, tiles));
    BAD(5, starling_unmtr_hb2st_submit(N, 2, V2, C, NULL));
    BAD(1, starling_dsb2st('x', 6, 2, ab, 3, d, e, v, 6));
    BAD(2, starling_dsb2st('V', -1, 2, ab, 3, d, e, v, 6));
    BAD(3, starling_dsb2st('V', 6, -1, ab, 3, d, e, v, 6));
    BAD(4, starling_dsb2st('V', 6, 2, NULL, 3, d, e, v, 6));
    BAD(5, starling_dsb2st('V', 6, 2, ab, 2, d, e, v, 6));
    BAD(6, starling_dsb2st('V', 6, 2, ab, 3, NULL, e, v, 6));
    BAD(7, starling_dsb2st('V', 6, 2, ab, 3, d, NULL, v, 6));
    BAD(8, starling_dsb2st('V', 6, 2, ab, 3, d, e, NULL, 6));
    BAD(9, starling_dsb2st('V', 6, 2, ab, 3, d, e, v, 5));
#undef BAD
    ok(all_held(&cases), "arguments: %d refused", cases.run);
    starling_matrix *all[] = {AB, rows, V2, D, E, halves, ZV2, ZAB, tiles, C};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        starling_matrix_destroy(all[i]);
    band_free(&x);
    band_free(&y);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        products(precisions[p]);
        nan_in(precisions[p]);
    }
    arguments();
    ok(starling_finalize() == 0, "nothing is left");
    return done_testing();
}
