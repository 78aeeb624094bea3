/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Vectors of real numbers at any address, with the parts of complex numbers side by side. For files
 * that codelets/vectors.h includes. */

typedef real_t NAME(reals) __attribute__((vector_size(BYTES), aligned(sizeof(real_t)), may_alias));
typedef integer_t NAME(integers) __attribute__((vector_size(BYTES), may_alias));
enum { NAME(REALS) = BYTES / sizeof(real_t) };

/* The imaginary parts in place of the real ones, and these in place of them. */
TARGET static inline NAME(reals) NAME(exchanged)(NAME(reals) x)
{
    NAME(integers) other = {0};
#pragma GCC unroll 16
    for (int l = 0; l < NAME(REALS); l++)
        other[l] = l ^ 1;
    return __builtin_shuffle(x, other);
}

/* i x of complex numbers */
TARGET static inline NAME(reals) NAME(times_i)(NAME(reals) x)
{
    NAME(reals) sign = {0};
#pragma GCC unroll 16
    for (int l = 0; l < NAME(REALS); l++)
        sign[l] = l % 2 == 0 ? -1 : 1;
    return sign * NAME(exchanged)(x);
}

/* Element k of vector l becomes element l of vector k, where an element is so many real numbers:
 * vectors of both halves are interleaved, until all are. */
TARGET static inline __attribute__((always_inline)) void NAME(transpose)(const int parts,
                                                                         NAME(reals) * x)
{
    const int count = NAME(REALS) / parts;
    NAME(integers) low = {0};
#pragma GCC unroll 16
    for (int k = 0; k < NAME(REALS); k++)
        low[k] = k / parts / 2 * parts + k % parts + k / parts % 2 * NAME(REALS);
#pragma GCC unroll 4
    for (int step = 1; step < count; step *= 2) {
        NAME(reals) y[NAME(REALS)];
#pragma GCC unroll 16
        for (int l = 0; l < count; l++)
            y[l] = x[l];
#pragma GCC unroll 8
        for (int l = 0; l < count / 2; l++) {
            x[2 * l] = __builtin_shuffle(y[l], y[l + count / 2], low);
            x[2 * l + 1] = __builtin_shuffle(y[l], y[l + count / 2], low + NAME(REALS) / 2);
        }
    }
}
