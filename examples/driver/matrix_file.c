/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices from files: what mm_read accepts and a routine does not is refused in words. */

#include <math.h>
#include <stdio.h>
#include "matrix_file.h"

int read_finite(const char *path, struct mm *a, char *err, size_t errlen)
{
    if (mm_read(path, a, err, errlen) != 0)
        return -1;
    int64_t parts = a->is_complex ? 2 : 1;
    for (int64_t i = 0; i < a->m * a->n * parts; i++)
        if (!isfinite(a->values[i])) {
            int64_t at = i / parts;
            snprintf(err, errlen, "%s: element (%lld, %lld) is %s, which no routine here can "
                                  "work with", path, (long long)(at % a->m) + 1,
                     (long long)(at / a->m) + 1, isnan(a->values[i]) ? "NaN" : "infinite");
            return -1;
        }
    return 0;
}

int read_square(const char *path, struct mm *a, char *err, size_t errlen)
{
    if (read_finite(path, a, err, errlen) != 0)
        return -1;
    if (a->m == a->n)
        return 0;
    snprintf(err, errlen, "%s: the matrix is %lld x %lld, not square", path, (long long)a->m,
             (long long)a->n);
    return -1;
}

bool is_hermitian(const struct mm *a)
{
    return a->symmetry == MM_HERMITIAN || (a->symmetry == MM_SYMMETRIC && !a->is_complex);
}

int read_hermitian(const char *path, struct mm *a, char *err, size_t errlen)
{
    if (read_square(path, a, err, errlen) != 0)
        return -1;
    if (is_hermitian(a))
        return 0;
    snprintf(err, errlen, "%s: Cholesky takes symmetric (real) and hermitian matrices; this %s%s "
                          "one is for getrf, getrs and gesv",
             path, mm_symmetry_name(a->symmetry), a->is_complex ? " complex" : "");
    return -1;
}
