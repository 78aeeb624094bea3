/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* trsm and trmm agree with CBLAS for all precisions, sides, triangles, transposes and diagonals,
 * sizes around tile boundaries, right-hand sides tiled differently, padded leading dimensions:
 *   |X - X_ref| / (n eps |X_ref|) < 30 in the one-norm, A being well conditioned.
 * The reference of trmm is a product with all of op(A), the triangle with zeros beside it.
 * What is not A's triangle (NaN), and its diagonal when diag = U, does not matter; alpha = 0
 * clears B whatever A and B hold; a zero pivot gives no failure but infinities or NaN. */

#include <math.h>
#include <stdlib.h>
#include "reference.h"
#include "tap.h"

struct solve {
    starling_precision prec;
    bool product; /* trmm */
    char side, uplo, trans, diag;
    int64_t m, n, nb, vb, pad; /* vb: the other tile dimension of B */
    wide alpha;
};

static const char *name(const struct solve *s)
{
    return s->product ? "trmm" : "trsm";
}

#define FORMAT "%c%s %c%c%c%c m=%d n=%d nb=%d vb=%d pad=%d alpha=(%g,%g)"
#define VALUES(s)                                                                                  \
    letter((s)->prec), name(s), (s)->side, (s)->uplo, (s)->trans, (s)->diag, (int)(s)->m,          \
        (int)(s)->n, (int)(s)->nb, (int)(s)->vb, (int)(s)->pad, creal((s)->alpha),                 \
        cimag((s)->alpha)

/* A triangle that is well conditioned: small off the diagonal, about 2 on it; with diag = U
 * the diagonal is NaN. alpha = 0: all of it is. */
static struct array triangle(const struct solve *s)
{
    int64_t order = s->side == 'L' ? s->m : s->n;
    struct array a = array_new(s->prec, order, order, s->pad);
    uint64_t seed = 11;
    for (int64_t j = 0; j < order; j++)
        for (int64_t i = 0; i < order; i++) {
            wide x = CMPLX(uniform(&seed), uniform(&seed));
            bool used = inside(s->uplo, i, j) && !(i == j && s->diag == 'U') && s->alpha != 0;
            if (used)
                array_set(&a, i, j, i == j ? 2 + x / 2 : x / (double)order);
        }
    array_save(&a);
    return a;
}

/* alpha op(A) B or alpha B op(A) */
static wide *multiplied(const struct solve *s, wide *a, const wide *b)
{
    bool left = s->side == 'L';
    int64_t order = left ? s->m : s->n;
    wide *x = wide_zeros(s->m, s->n);
    for (int64_t i = 0; i < order && s->diag == 'U'; i++)
        a[i + i * order] = 1;
    if (left)
        wide_gemm(s->trans, 'N', s->m, s->n, order, s->alpha, a, b, 0, x);
    else
        wide_gemm('N', s->trans, s->m, s->n, order, s->alpha, b, a, 0, x);
    return x;
}

static wide *reference(const struct solve *s, const struct array *a, const struct array *b)
{
    if (s->alpha == 0)
        return wide_zeros(s->m, s->n);
    wide *x = wide_of(b, 'G'), *wa = wide_of(a, s->uplo);
    if (s->product) {
        wide *product = multiplied(s, wa, x);
        free(x);
        x = product;
    } else {
        wide_trsm(s->side, s->uplo, s->trans, s->diag, s->m, s->n, s->alpha, wa, x);
    }
    free(wa);
    return x;
}

static int run(const struct solve *s, struct array *a, struct array *b)
{
    bool left = s->side == 'L';
    starling_matrix *A = wrap(a, s->nb, s->nb);
    starling_matrix *B = wrap(b, left ? s->nb : s->vb, left ? s->vb : s->nb);
    int info = (s->product ? starling_trmm : starling_trsm)(
        (starling_side)s->side, (starling_uplo)s->uplo, (starling_trans)s->trans,
        (starling_diag)s->diag, s->alpha, A, B);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info;
}

static void one(struct cases *cases, const struct solve *s)
{
    struct array a = triangle(s), b = array_new(s->prec, s->m, s->n, s->pad);
    if (s->alpha != 0)
        array_random(&b, 'G', 5);
    array_save(&b);
    wide *expected = reference(s, &a, &b);
    int info = run(s, &a, &b);
    wide *x = wide_of(&b, 'G');
    double error = scaled(s->prec, wide_difference(x, expected, s->m, s->n), a.m,
                          wide_norm(expected, s->m, s->n));
    hold(cases, info == 0, FORMAT ": returns %d", VALUES(s), info);
    hold(cases, residual_right(error), FORMAT ": error %g", VALUES(s), error);
    hold(cases, array_intact(&a, 0) && array_intact(&b, 'G'), FORMAT ": wrote outside B",
         VALUES(s));
    free(expected);
    free(x);
    array_free(&a);
    array_free(&b);
}

static void all_sizes(struct solve s)
{
    static const wide scalars[] = {1, -2, 0.5 + 0.25 * I, 0};
    struct cases cases = {0};
    for (int size = 0, turn = 0; size < 6 * 6; size++, turn++) {
        if (quick() && size % 5 != 0)
            continue;
        s.nb = turn % 2 ? 5 : 3, s.vb = turn % 3 + 3, s.pad = turn % 4;
        const int64_t order[] = {0, 1, s.nb - 1, s.nb, s.nb + 1, 4 * s.nb + 2};
        const int64_t vectors[] = {0, 1, s.vb - 1, s.vb, s.vb + 1, 2 * s.vb + 2};
        int64_t k = order[size % 6], v = vectors[size / 6];
        s.m = s.side == 'L' ? k : v, s.n = s.side == 'L' ? v : k;
        for (int i = 0; i < 4; i++) {
            s.alpha = is_complex(s.prec) ? scalars[i] : creal(scalars[i]);
            if (i == turn % 3 || (i == 3 && turn % 5 == 0))
                one(&cases, &s);
        }
    }
    ok(all_held(&cases), "%c%s %c%c%c%c: %d checks", letter(s.prec), name(&s), s.side, s.uplo,
       s.trans, s.diag, cases.run);
}

/* No failure is reported for a zero pivot; the solution has no finite value. */
static void zero_pivot(starling_precision prec)
{
    struct solve s = {prec, false, 'L', 'L', 'N', 'N', 13, 2, 4, 2, 0, 1};
    struct array a = triangle(&s), b = array_new(prec, 13, 2, 0);
    array_set(&a, 6, 6, 0);
    array_random(&b, 'G', 1);
    int info = run(&s, &a, &b);
    ok(info == 0 && isfinite(cabs(array_get(&b, 5, 0))) && !isfinite(cabs(array_get(&b, 6, 0))),
       "%ctrsm: a zero pivot gives infinities", letter(prec));
    array_free(&a);
    array_free(&b);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        for (int t = 0; t < 2 * 2 * 3 * 2 * 2; t++)
            all_sizes((struct solve){.prec = precisions[p],
                                     .side = "LR"[t % 2],
                                     .uplo = "LU"[t / 2 % 2],
                                     .trans = "NTC"[t / 4 % 3],
                                     .diag = "NU"[t / 12 % 2],
                                     .product = t / 24});
        zero_pivot(precisions[p]);
    }
    return done_testing();
}
