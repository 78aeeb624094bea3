/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Neighbouring columns times a reflector, by vectors. Included by codelets/vectors.h. */

/* Longer vectors of complex numbers have no fast exchange of neighbours in the compiler. */
enum {
    NAME(SIZE) = BYTES > 32 && SL_PARTS == 2 ? 32 : BYTES,
    NAME(NUMBERS) = NAME(SIZE) / sizeof(real_t)
};
typedef real_t NAME(reals)
    __attribute__((vector_size(NAME(SIZE)), aligned(sizeof(real_t)), may_alias));

/* A factor in all places; a complex one has its imaginary parts with alternating signs. */
struct NAME(factor) {
    NAME(reals) re, im;
};

TARGET static inline struct NAME(factor) NAME(factor_of)(scalar_t x)
{
    struct NAME(factor) f = {0};
    for (int i = 0; i < NAME(NUMBERS); i++) {
        f.re[i] = (real_t)SL_REAL(x);
#ifdef SL_COMPLEX
        f.im[i] = (real_t)(i % 2 == 0 ? -cimag(x) : cimag(x));
#endif
    }
    return f;
}

TARGET static inline NAME(reals) NAME(times)(const struct NAME(factor) * f, NAME(reals) x)
{
#ifdef SL_COMPLEX
    NAME(reals) swapped;
    for (int i = 0; i < NAME(NUMBERS); i++)
        swapped[i] = x[i ^ 1];
    return f->re * x + f->im * swapped;
#else
    return f->re * x;
#endif
}

/* Columns x, y, z; a reflector of order 2 has v3 = 0, and no z. */
TARGET static void NAME(from_right)(const struct reflector *r, int order, int64_t rows, scalar_t *x,
                                    scalar_t *y, scalar_t *z)
{
    int64_t count = rows * SL_PARTS, i = 0;
    real_t *a = (real_t *)x, *b = (real_t *)y, *c = order == 3 ? (real_t *)z : b;
    const struct NAME(factor) tau = NAME(factor_of)(r->tau), v2 = NAME(factor_of)(r->v2),
                              v3 = NAME(factor_of)(r->v3), c2 = NAME(factor_of)(SL_CONJ(r->v2)),
                              c3 = NAME(factor_of)(SL_CONJ(r->v3));
    for (; i + NAME(NUMBERS) <= count && order == 3; i += NAME(NUMBERS)) {
        NAME(reals) p = *(NAME(reals) *)(a + i), q = *(NAME(reals) *)(b + i);
        NAME(reals) s = *(NAME(reals) *)(c + i);
        NAME(reals) sum = NAME(times)(&tau, p + NAME(times)(&v2, q) + NAME(times)(&v3, s));
        *(NAME(reals) *)(a + i) = p - sum;
        *(NAME(reals) *)(b + i) = q - NAME(times)(&c2, sum);
        *(NAME(reals) *)(c + i) = s - NAME(times)(&c3, sum);
    }
    for (int64_t k = i / SL_PARTS; k < rows; k++)
        from_right(r, order, x + k, y + k, order == 3 ? z + k : NULL);
}
