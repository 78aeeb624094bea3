/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gemm, herk and syrk agree with CBLAS on the same random data, for all precisions,
 * transposes and triangles, sizes around tile boundaries, tiles that are not square, padded
 * leading dimensions, and scalars 0, 1 and general:
 *   |C - C_ref| / (k eps (|alpha| |A| |B| + |beta| |C|)) < 30 in the one-norm.
 * With beta = 0 what C held (NaN) does not matter, with alpha = 0 what A and B hold; C's
 * other triangle, the padding and the memory around C do not change. */

#include <stdlib.h>
#include "reference.h"
#include "tap.h"

/* Scalars, taken in turn; real precisions and herk see the real parts. */
static const struct {
    wide alpha, beta;
} scalars[] = {
    {1, 0}, {-1, 1}, {0, 0.5}, {0.75 - 0.5 * I, -1.5 + 0.25 * I}, {0, 1}, {2, 0}, {0, 0},
};
enum { SCALARS = sizeof scalars / sizeof scalars[0] };

struct operation {
    starling_precision prec;
    char routine, transa, transb; /* 'g'; 'h' and 's': transa is the triangle */
    int64_t m, n, k, mb, nb, kb, pad;
    wide alpha, beta;
};

#define FORMAT                                                                               \
    "%c%s %c%c m=%d n=%d k=%d mb=%d nb=%d kb=%d pad=%d alpha=(%g,%g) beta=(%g,%g)"
#define VALUES(o)                                                                            \
    letter((o)->prec), (o)->routine == 'g' ? "gemm" : (o)->routine == 'h' ? "herk" : "syrk", \
        (o)->transa, (o)->transb, (int)(o)->m, (int)(o)->n, (int)(o)->k, (int)(o)->mb,       \
        (int)(o)->nb, (int)(o)->kb, (int)(o)->pad, creal((o)->alpha), cimag((o)->alpha),     \
        creal((o)->beta), cimag((o)->beta)

/* rows x columns of op(X), stored; random unless alpha = 0, then NaN. */
static struct array operand(const struct operation *o, char trans, int64_t rows,
                            int64_t columns, uint64_t seed)
{
    struct array x = trans == 'N' ? array_new(o->prec, rows, columns, o->pad)
                                  : array_new(o->prec, columns, rows, o->pad);
    if (o->alpha != 0)
        array_random(&x, 'G', seed);
    array_save(&x);
    return x;
}

/* The result in c, where only the region was to change, against the reference. */
static void hold_result(struct cases *cases, const struct operation *o, const struct array *c,
                        int region, const wide *reference, double scale)
{
    wide *result = wide_of(c, region);
    double error = scaled(o->prec, wide_difference(result, reference, c->m, c->n), o->k, scale);
    hold(cases, residual_right(error), FORMAT ": error %g", VALUES(o), error);
    hold(cases, array_intact(c, region), FORMAT ": wrote outside C", VALUES(o));
    free(result);
}

static void gemm(struct cases *cases, const struct operation *o)
{
    struct array a = operand(o, o->transa, o->m, o->k, 1), b = operand(o, o->transb, o->k, o->n, 2);
    struct array c = array_new(o->prec, o->m, o->n, o->pad);
    if (o->beta != 0)
        array_random(&c, 'G', 3);
    array_save(&c);
    wide *wa = wide_of(&a, 'G'), *wb = wide_of(&b, 'G');
    wide *wc = o->beta != 0 ? wide_of(&c, 'G') : wide_zeros(o->m, o->n);
    double scale = cabs(o->beta) * wide_norm(wc, c.m, c.n);
    if (o->alpha != 0)
        scale += cabs(o->alpha) * wide_norm(wa, a.m, a.n) * wide_norm(wb, b.m, b.n);
    wide_gemm(o->transa, o->transb, o->m, o->n, o->alpha != 0 ? o->k : 0, o->alpha, wa, wb,
              o->beta, wc);

    bool na = o->transa == 'N', nb = o->transb == 'N';
    starling_matrix *A = wrap(&a, na ? o->mb : o->kb, na ? o->kb : o->mb);
    starling_matrix *B = wrap(&b, nb ? o->kb : o->nb, nb ? o->nb : o->kb);
    starling_matrix *C = wrap(&c, o->mb, o->nb);
    int info = starling_gemm((starling_trans)o->transa, (starling_trans)o->transb, o->alpha, A,
                             B, o->beta, C);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(C);
    hold(cases, info == 0, FORMAT ": returns %d", VALUES(o), info);
    hold_result(cases, o, &c, 'G', wc, scale);
    hold(cases, array_intact(&a, 0) && array_intact(&b, 0), FORMAT ": wrote A or B", VALUES(o));
    free(wa);
    free(wb);
    free(wc);
    array_free(&a);
    array_free(&b);
    array_free(&c);
}

/* C of herk: the imaginary part of its diagonal does not count, except where BLAS returns at
 * once and leaves it. */
static struct array herk_c(const struct operation *o)
{
    struct array c = array_new(o->prec, o->n, o->n, o->pad);
    if (o->beta != 0)
        array_random(&c, o->transa, 3);
    if (o->routine == 'h' && o->beta == 1 && (o->alpha == 0 || o->k == 0))
        for (int64_t i = 0; i < o->n; i++)
            array_set(&c, i, i, creal(array_get(&c, i, i)));
    array_save(&c);
    return c;
}

/* herk and syrk; transa is the triangle, transb the transpose. */
static void herk(struct cases *cases, const struct operation *o)
{
    char uplo = o->transa, trans = o->transb;
    bool hermitian = o->routine == 'h', no = trans == 'N';
    struct array a = operand(o, trans, o->n, o->k, 1), c = herk_c(o);
    wide *wa = wide_of(&a, 'G'), *wc;
    if (o->beta == 0)
        wc = wide_zeros(o->n, o->n);
    else
        wc = hermitian ? wide_hermitian(&c, uplo) : wide_symmetric(&c, uplo);
    double scale = cabs(o->beta) * wide_norm(wc, o->n, o->n);
    if (o->alpha != 0)
        scale += cabs(o->alpha) * wide_norm(wa, a.m, a.n) * wide_norm(wa, a.m, a.n);
    char other = hermitian ? 'C' : 'T';
    wide_gemm(no ? 'N' : other, no ? other : 'N', o->n, o->n, o->alpha != 0 ? o->k : 0,
              o->alpha, wa, wa, o->beta, wc);
    for (int64_t i = 0; i < o->n * o->n; i++)
        if (!inside(uplo, i % o->n, i / o->n))
            wc[i] = 0;

    starling_matrix *A = wrap(&a, no ? o->nb : o->kb, no ? o->kb : o->nb);
    starling_matrix *C = wrap(&c, o->nb, o->nb);
    int info = hermitian
                   ? starling_herk((starling_uplo)uplo, (starling_trans)trans, creal(o->alpha),
                                   A, creal(o->beta), C)
                   : starling_syrk((starling_uplo)uplo, (starling_trans)trans, o->alpha, A,
                                   o->beta, C);
    starling_matrix_destroy(A);
    starling_matrix_destroy(C);
    hold(cases, info == 0, FORMAT ": returns %d", VALUES(o), info);
    hold_result(cases, o, &c, uplo, wc, scale);
    hold(cases, array_intact(&a, 0), FORMAT ": wrote A", VALUES(o));
    free(wa);
    free(wc);
    array_free(&a);
    array_free(&c);
}

/* Calls one operation for all sizes, tilings and scalars in turn. */
static void all_sizes(struct operation o)
{
    static const int tilings[][3] = {{5, 5, 5}, {4, 7, 3}, {6, 2, 9}};
    struct cases cases = {0};
    for (int size = 0, turn = 0; size < 6 * 6 * 6; size++) {
        if (quick() && size % 5 != 0)
            continue;
        const int *t = tilings[turn % 3];
        o.mb = t[0], o.nb = t[1], o.kb = t[2], o.pad = turn % 2 * 3;
        const int64_t m[] = {0, 1, o.mb - 1, o.mb, o.mb + 1, 3 * o.mb + 2};
        const int64_t n[] = {0, 1, o.nb - 1, o.nb, o.nb + 1, 3 * o.nb + 1};
        const int64_t k[] = {0, 1, o.kb - 1, o.kb, o.kb + 1, 2 * o.kb + 2};
        o.m = m[size % 6], o.n = n[size / 6 % 6], o.k = k[size / 36];
        o.alpha = scalars[turn % SCALARS].alpha, o.beta = scalars[turn % SCALARS].beta;
        turn++;
        if (!is_complex(o.prec) || o.routine == 'h')
            o.alpha = creal(o.alpha), o.beta = creal(o.beta);
        if (o.routine == 'g')
            gemm(&cases, &o);
        else if (size % 6 == 0 || size % 6 == 5) /* m is not used: twice is enough */
            herk(&cases, &o);
    }
    ok(all_held(&cases), "%c%s %c%c: %d checks", letter(o.prec),
       o.routine == 'g' ? "gemm" : o.routine == 'h' ? "herk" : "syrk", o.transa, o.transb,
       cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        starling_precision prec = precisions[p];
        for (int t = 0; t < 9; t++)
            all_sizes((struct operation){.prec = prec, .routine = 'g', .transa = "NTC"[t % 3],
                                         .transb = "NTC"[t / 3]});
        for (int t = 0; t < 6; t++) {
            char uplo = "LU"[t % 2], trans = "NTC"[t / 2];
            if (!is_complex(prec) || trans != 'T')
                all_sizes((struct operation){.prec = prec, .routine = 'h', .transa = uplo,
                                             .transb = trans});
            if (!is_complex(prec) || trans != 'C')
                all_sizes((struct operation){.prec = prec, .routine = 's', .transa = uplo,
                                             .transb = trans});
        }
    }
    return done_testing();
}
