/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* General matrices with many kinds of eigenvalues. */

#ifndef SPECIAL_H
#define SPECIAL_H

#include <math.h>
#include "reference.h"

enum kind {
    RANDOM,
    ZERO,
    IDENTITY,
    JORDAN,    /* one block */
    COMPANION, /* of 1 + x + ... + x^n */
    GRCAR,
    FRANK,
    CLEMENT,
    CYCLE,     /* a permutation */
    SKEW,      /* imaginary eigenvalues */
    REDUCIBLE, /* balancing finds eigenvalues */
    ISOLATED,  /* so that rows change their places */
    UNBALANCED,
    KAHAN,     /* triangular, eigenvalues 1, s, s^2, ... */
    DEFECTIVE, /* Jordan blocks of order 4 in a random basis */
    GRADED,
    TINY,
    HUGE_ONES,
    KINDS
};
static const char *const kind_name[KINDS] = {
    "random",     "zero",    "identity",  "Jordan", "companion", "Grcar",
    "Frank",      "Clement", "cycle",     "skew",   "reducible", "isolated",
    "unbalanced", "Kahan",   "defective", "graded", "tiny",      "huge"};

/* Element (i, j) of H J H. J has Jordan blocks of order 4, H = I - 2/n v v^T, v = (1, -1, 1, ...). */
static inline double defective(int64_t n, int64_t i, int64_t j)
{
    double u = i % 2 ? -1 : 1, v = j % 2 ? -1 : 1, f = 2.0 / (double)n, all = 0;
    double jv = 0, vj = 0; /* (J v)(i), (v^T J)(j) */
    for (int64_t k = 0; k < n; k++) {
        double lambda = (double)(k / 4 % 5) + 1, s = k % 2 ? -1 : 1;
        bool next = k % 4 < 3 && k + 1 < n;
        all += lambda - (next ? 1 : 0); /* v^T J v */
        if (k == i)
            jv = s * (lambda - (next ? 1 : 0));
        if (k == j)
            vj = s * (lambda - (k % 4 > 0 ? 1 : 0));
    }
    double element = i == j ? (double)(i / 4 % 5) + 1 : j == i + 1 && i % 4 < 3 ? 1 : 0;
    return element - f * jv * v - f * u * vj + f * f * all * u * v;
}

static inline wide element(enum kind kind, starling_precision prec, int64_t n, int64_t i, int64_t j,
                           uint64_t *seed)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
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
        return j < i - 1 ? 0 : j == i - 1 ? order - y : order + 1 - fmax(x, y);
    case CLEMENT:
        return j == i + 1 ? order - x : i == j + 1 ? y : 0;
    case CYCLE:
        return i == (j + 1) % n;
    case SKEW:
        return i < j ? 1 / (x + 2 * y) : i > j ? -1 / (y + 2 * x) : 0;
    case REDUCIBLE:
        return (i % 3 == 0) && (j % 3 != 0) ? 0 : value;
    case ISOLATED: /* rows 1, 5, 9, ... are triangular */
        return i % 4 == 1 && (j % 4 != 1 || j < i) ? 0 : value;
    case UNBALANCED:
        return value * pow(10, (i % 5 - j % 5) * (single ? 1 : 8));
    case KAHAN:
        return i > j ? 0 : pow(0.9, x - 1) * (i == j ? 1 : -sqrt(1 - 0.9 * 0.9));
    case DEFECTIVE:
        return defective(n, i, j);
    case GRADED:
        return value * pow(10, (single ? -16 : -140) * (x + y - 2) / order);
    case TINY:
        return value * (single ? 1e-36 : 1e-306);
    case HUGE_ONES:
        return value * (single ? 1e35 : 1e305);
    default:
        return value;
    }
}

static inline struct array matrix(starling_precision prec, enum kind kind, int64_t n)
{
    struct array a = array_new(prec, n, n, 3);
    uint64_t seed = (uint64_t)(n * 17 + kind);
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < n; i++)
            array_set(&a, i, j, element(kind, prec, n, i, j, &seed));
    array_save(&a);
    return a;
}

#endif
