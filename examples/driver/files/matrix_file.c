/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices from files: what mm_read accepts and a routine does not is refused in words. */

#include <stdio.h>
#include "files/matrix_file.h"

int read_square(const char *path, bool single, struct mm *a, char *err, size_t errlen)
{
    if (mm_read(path, single, a, err, errlen) != 0)
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

bool has_hermitian_elements(const struct mm *a)
{
    const double *x = a->values;
    int64_t n = a->n, parts = a->is_complex ? 2 : 1;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j; i < n; i++) {
            int64_t below = parts * (i + j * n), above = parts * (j + i * n);
            if (x[below] != x[above] || (a->is_complex && x[below + 1] != -x[above + 1]))
                return false;
        }
    return true;
}

int read_hermitian(const char *path, bool single, struct mm *a, char *err, size_t errlen)
{
    if (read_square(path, single, a, err, errlen) != 0)
        return -1;
    if (is_hermitian(a))
        return 0;
    snprintf(err, errlen, "%s: Cholesky takes symmetric (real) and hermitian matrices; this %s%s "
                          "one is for getrf, getrs and gesv",
             path, mm_symmetry_name(a->symmetry), a->is_complex ? " complex" : "");
    return -1;
}
