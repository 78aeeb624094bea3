/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gemm, hemm, symm, herk, syrk, her2k and syr2k agree with CBLAS on the same random data, for all
 * precisions, transposes, sides and triangles, sizes around tile boundaries, tiles that are not
 * square, padded leading dimensions, and scalars 0, 1 and general:
 *   |C - C_ref| / (k eps (|alpha| |A| |B| + |beta| |C|)) < 30 in the one-norm.
 * With beta = 0 what C held (NaN) does not matter, with alpha = 0 what A and B hold; the other
 * triangle of a Hermitian A (NaN) and the imaginary part of its diagonal do not matter; C's other
 * triangle, the padding and the memory around C do not change. */

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

enum kind { GEMM, HEMM, HERK, HER2K };
struct routine {
    const char *name;
    enum kind kind;
    bool hermitian;
};
static const struct routine routines[] = {
    {"gemm", GEMM, false}, {"hemm", HEMM, true},   {"symm", HEMM, false},   {"herk", HERK, true},
    {"syrk", HERK, false}, {"her2k", HER2K, true}, {"syr2k", HER2K, false},
};
enum { ROUTINES = sizeof routines / sizeof routines[0] };

struct operation {
    starling_precision prec;
    const struct routine *routine;
    char transa, transb; /* of all but gemm transa is the triangle; of hemm transb is the side */
    int64_t m, n, k, mb, nb, kb, pad;
    wide alpha, beta;
};

#define FORMAT "%c%s %c%c m=%d n=%d k=%d mb=%d nb=%d kb=%d pad=%d alpha=(%g,%g) beta=(%g,%g)"
#define VALUES(o)                                                                                  \
    letter((o)->prec), (o)->routine->name, (o)->transa, (o)->transb, (int)(o)->m, (int)(o)->n,     \
        (int)(o)->k, (int)(o)->mb, (int)(o)->nb, (int)(o)->kb, (int)(o)->pad, creal((o)->alpha),   \
        cimag((o)->alpha), creal((o)->beta), cimag((o)->beta)

/* rows x columns of op(X), stored; random unless alpha = 0, then NaN. */
static struct array operand(const struct operation *o, char trans, int64_t rows, int64_t columns,
                            uint64_t seed)
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
    wide_gemm(o->transa, o->transb, o->m, o->n, o->alpha != 0 ? o->k : 0, o->alpha, wa, wb, o->beta,
              wc);

    bool na = o->transa == 'N', nb = o->transb == 'N';
    starling_matrix *A = wrap(&a, na ? o->mb : o->kb, na ? o->kb : o->mb);
    starling_matrix *B = wrap(&b, nb ? o->kb : o->nb, nb ? o->nb : o->kb);
    starling_matrix *C = wrap(&c, o->mb, o->nb);
    int info = starling_gemm((starling_trans)o->transa, (starling_trans)o->transb, o->alpha, A, B,
                             o->beta, C);
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
    if (o->routine->hermitian && o->beta == 1 && (o->alpha == 0 || o->k == 0))
        for (int64_t i = 0; i < o->n; i++)
            array_set(&c, i, i, creal(array_get(&c, i, i)));
    array_save(&c);
    return c;
}

/* hemm and symm; transa is the triangle, transb the side. */
static void hemm(struct cases *cases, const struct operation *o)
{
    char uplo = o->transa, side = o->transb;
    bool hermitian = o->routine->hermitian, left = side == 'L';
    int64_t order = left ? o->m : o->n, nb = left ? o->mb : o->nb;
    struct array a = array_new(o->prec, order, order, o->pad), b = operand(o, 'N', o->m, o->n, 2);
    struct array c = array_new(o->prec, o->m, o->n, o->pad);
    if (o->alpha != 0)
        array_random(&a, uplo, 1);
    for (int64_t i = 0; i < order && hermitian && o->alpha != 0; i++)
        array_set(&a, i, i, CMPLX(creal(array_get(&a, i, i)), NAN));
    array_save(&a);
    if (o->beta != 0)
        array_random(&c, 'G', 3);
    array_save(&c);
    wide *wa = hermitian ? wide_hermitian(&a, uplo) : wide_symmetric(&a, uplo);
    wide *wb = wide_of(&b, 'G'), *wc = o->beta != 0 ? wide_of(&c, 'G') : wide_zeros(o->m, o->n);
    double scale = cabs(o->beta) * wide_norm(wc, c.m, c.n);
    if (o->alpha != 0)
        scale += cabs(o->alpha) * wide_norm(wa, a.m, a.n) * wide_norm(wb, b.m, b.n);
    wide_gemm('N', 'N', o->m, o->n, o->alpha != 0 ? order : 0, o->alpha, left ? wa : wb,
              left ? wb : wa, o->beta, wc);

    starling_matrix *A = wrap(&a, nb, nb), *B = wrap(&b, o->mb, o->nb), *C = wrap(&c, o->mb, o->nb);
    int info = (hermitian ? starling_hemm : starling_symm)((starling_side)side, (starling_uplo)uplo,
                                                           o->alpha, A, B, o->beta, C);
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

/* The update of rank k or 2k by the library, where A and B may be the same. */
static int update(const struct operation *o, starling_matrix *A, starling_matrix *B,
                  starling_matrix *C)
{
    starling_uplo uplo = (starling_uplo)o->transa;
    starling_trans trans = (starling_trans)o->transb;
    bool hermitian = o->routine->hermitian;
    if (o->routine->kind == HER2K)
        return hermitian ? starling_her2k(uplo, trans, o->alpha, A, B, creal(o->beta), C)
                         : starling_syr2k(uplo, trans, o->alpha, A, B, o->beta, C);
    return hermitian ? starling_herk(uplo, trans, creal(o->alpha), A, creal(o->beta), C)
                     : starling_syrk(uplo, trans, o->alpha, A, o->beta, C);
}

/* herk and syrk, her2k and syr2k; transa is the triangle, transb the transpose. */
static void herk(struct cases *cases, const struct operation *o)
{
    char uplo = o->transa, trans = o->transb;
    bool hermitian = o->routine->hermitian, no = trans == 'N', twice = o->routine->kind == HER2K;
    struct array a = operand(o, trans, o->n, o->k, 1), b = operand(o, trans, o->n, o->k, 2);
    struct array c = herk_c(o);
    wide *wa = wide_of(&a, 'G'), *wb = wide_of(&b, 'G'), *wc;
    if (o->beta == 0)
        wc = wide_zeros(o->n, o->n);
    else
        wc = hermitian ? wide_hermitian(&c, uplo) : wide_symmetric(&c, uplo);
    double scale = cabs(o->beta) * wide_norm(wc, o->n, o->n);
    if (o->alpha != 0)
        scale += cabs(o->alpha) * wide_norm(wa, a.m, a.n) *
                 (twice ? 2 * wide_norm(wb, b.m, b.n) : wide_norm(wa, a.m, a.n));
    char other = hermitian ? 'C' : 'T', ta = no ? 'N' : other, tb = no ? other : 'N';
    int64_t k = o->alpha != 0 ? o->k : 0;
    wide_gemm(ta, tb, o->n, o->n, k, o->alpha, wa, twice ? wb : wa, o->beta, wc);
    if (twice)
        wide_gemm(ta, tb, o->n, o->n, k, hermitian ? conj(o->alpha) : o->alpha, wb, wa, 1, wc);
    for (int64_t i = 0; i < o->n * o->n; i++)
        if (!inside(uplo, i % o->n, i / o->n))
            wc[i] = 0;

    starling_matrix *A = wrap(&a, no ? o->nb : o->kb, no ? o->kb : o->nb);
    starling_matrix *B = wrap(&b, no ? o->nb : o->kb, no ? o->kb : o->nb);
    starling_matrix *C = wrap(&c, o->nb, o->nb);
    int info = update(o, A, B, C);
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(C);
    hold(cases, info == 0, FORMAT ": returns %d", VALUES(o), info);
    hold_result(cases, o, &c, uplo, wc, scale);
    hold(cases, array_intact(&a, 0) && array_intact(&b, 0), FORMAT ": wrote A or B", VALUES(o));
    free(wa);
    free(wb);
    free(wc);
    array_free(&a);
    array_free(&b);
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
        bool real_alpha = o.routine->hermitian && o.routine->kind == HERK;
        bool real_beta = o.routine->hermitian && o.routine->kind != HEMM;
        if (!is_complex(o.prec) || real_alpha)
            o.alpha = creal(o.alpha);
        if (!is_complex(o.prec) || real_beta)
            o.beta = creal(o.beta);
        if (o.routine->kind == HEMM)
            o.k = o.transb == 'L' ? o.m : o.n;
        if (o.routine->kind == GEMM)
            gemm(&cases, &o);
        else if (o.routine->kind == HEMM)
            hemm(&cases, &o);
        else if (size % 6 == 0 || size % 6 == 5) /* m is not used: twice is enough */
            herk(&cases, &o);
    }
    ok(all_held(&cases), "%c%s %c%c: %d checks", letter(o.prec), o.routine->name, o.transa,
       o.transb, cases.run);
}

/* All transposes, triangles and sides that the routine has. */
static void check(starling_precision prec, const struct routine *routine)
{
    bool product = routine->kind == GEMM, sides = routine->kind == HEMM;
    const char *first = product ? "NTC" : "LU", *second = sides ? "LR" : "NTC";
    for (int i = 0; first[i]; i++)
        for (int j = 0; second[j]; j++) {
            bool missing = second[j] == (routine->hermitian ? 'T' : 'C');
            if (product || sides || !is_complex(prec) || !missing)
                all_sizes((struct operation){
                    .prec = prec, .routine = routine, .transa = first[i], .transb = second[j]});
        }
}

/* A and B may be one matrix: alpha A A^H + conj(alpha) A A^H is an update of rank k. */
static void same_operand(starling_precision prec)
{
    struct cases cases = {0};
    for (int hermitian = 0; hermitian < 2; hermitian++) {
        struct array a = array_new(prec, 9, 5, 0), c = array_new(prec, 9, 9, 0);
        array_random(&a, 'G', 1);
        array_save(&c);
        wide *wa = wide_of(&a, 'G'), *wc = wide_zeros(9, 9);
        wide_gemm('N', hermitian ? 'C' : 'T', 9, 9, 5, 2, wa, wa, 0, wc);
        starling_matrix *A = wrap(&a, 4, 4), *C = wrap(&c, 4, 4);
        int info = hermitian ? starling_her2k(STARLING_LOWER, STARLING_NOTRANS, 1, A, A, 0, C)
                             : starling_syr2k(STARLING_LOWER, STARLING_NOTRANS, 1, A, A, 0, C);
        starling_matrix_destroy(A);
        starling_matrix_destroy(C);
        for (int64_t i = 0; i < 81; i++)
            wc[i] = inside('L', i % 9, i / 9) ? wc[i] : 0;
        wide *result = wide_of(&c, 'L');
        double error = scaled(prec, wide_difference(result, wc, 9, 9), 9, wide_norm(wc, 9, 9));
        hold(&cases, info == 0 && residual_right(error) && array_intact(&c, 'L'),
             "hermitian %d: info %d, error %g", hermitian, info, error);
        free(wa);
        free(wc);
        free(result);
        array_free(&a);
        array_free(&c);
    }
    ok(all_held(&cases), "%c: her2k and syr2k with one matrix twice", letter(prec));
}

int main(void)
{
    for (int p = 0; p < 4; p++) {
        for (int r = 0; r < ROUTINES; r++)
            check(precisions[p], &routines[r]);
        same_operand(precisions[p]);
    }
    return done_testing();
}
