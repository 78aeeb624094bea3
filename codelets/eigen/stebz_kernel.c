/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* All eigenvalues of a tridiagonal matrix by bisection (Barth, Martin and Wilkinson, Numer. Math.
 * 9, 1967). No element is larger than 1 (stedc_scale), so eigenvalues are between -3 and 3. Points
 * are multiples of a unit. The last interval of an eigenvalue is one unit long, and its middle is
 * the result. Computed counts need not ascend in the last digits: neighbours may be out of order by
 * some units.
 *
 * A core halves the intervals of several eigenvalues at a time. A GPU counts at equally spaced
 * points first; then some lanes of a warp divide the interval of an eigenvalue. Counts are in
 * double precision, also those of a matrix in single precision. */

#include <float.h>
#include "codelets/codelet.h"
#include "args.h"

static const double unit = sizeof(real_t) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;

/* ---- Counts at several points at a time ------------------------------------------------------ */

enum { LANES = 2 };
typedef double shifts __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t counts __attribute__((vector_size(LANES * sizeof(int64_t))));
typedef uint64_t bits __attribute__((vector_size(LANES * sizeof(uint64_t))));

static inline shifts multiply_subtract(shifts a, shifts b, shifts c)
{
    return a * b - c;
}
static inline counts differ(shifts a, shifts b)
{
    return (counts)((bits)((counts)a ^ (counts)b) >> 63);
}
static inline shifts inverse_scale(shifts a, shifts b)
{
    const uint64_t magnitude = INT64_MAX, exponent = (uint64_t)0x7ff << 52;
    shifts size = (shifts)((bits)a & magnitude) + (shifts)((bits)b & magnitude);
    return (shifts)(((uint64_t)0x7fe << 52) - ((bits)size & exponent));
}

#define SL_STURM static inline
#include "sturm.h"

/* ---- Bisection ------------------------------------------------------------------------------- */

/* Eigenvalues first ... first + LANES - 1, between -4 and 4. */
static void bisect(int rows, const struct sl_sturm_row *row, int64_t first, double *value)
{
    int64_t length = (int64_t)(4 / unit);
    counts index, left = (counts){0} - length;
    for (int l = 0; l < LANES; l++)
        index[l] = first + l;
    for (; length > 0; length /= 2) {
        struct sturm s = {.x = __builtin_convertvector(left + length, shifts) * unit};
        s.p += 1;
        for (int i = 0; i < rows; i += SL_STURM_STEPS)
            sturm_advance(&s, row + i);
        left += (s.changes <= index) & length;
    }
    for (int l = 0; l < LANES; l++)
        value[l] = ((double)left[l] + 0.5) * unit;
}

/* Buffers: T in two columns, the diagonal and the subdiagonal; the eigenvalues; workspace for rows
 * of T, and on GPUs for counts at the first points. */
static void cpu_stebz(void *tiles[], void *arg)
{
    const struct sl_stebz_args *p = arg;
    const real_t *d = TILE(tiles[0]), *e = d + TILE_LD(tiles[0]);
    real_t *value = TILE(tiles[1]);
    struct sl_sturm_row *row = (struct sl_sturm_row *)STARPU_MATRIX_GET_PTR(tiles[2]);
    int n = (int)p->n, rows = sl_sturm_rows(n);
    for (int i = 0; i < rows; i++)
        row[i] = sturm_row(n, i, d[SL_MIN(i, n - 1)], i > 0 ? e[SL_MIN(i, n) - 1] : 0);
    for (int64_t j = 0; j < n; j += LANES) {
        double some[LANES];
        bisect(rows, row, j, some);
        for (int64_t l = 0; l < LANES && j + l < n; l++)
            value[j + l] = (real_t)some[l];
    }
}

#ifdef STARLING_CUDA
#include "cuda_stebz.h"

static void cuda_stebz(void *tiles[], void *arg)
{
    struct sl_stebz_args *p = arg;
    sl_cuda_check(&p->head, sl_cuda_x(stebz)(sl_cuda_stream(), (int)p->n,
                                             TILE(tiles[0]), TILE_LD(tiles[0]), unit,
                                             (struct sl_sturm_row *)STARPU_MATRIX_GET_PTR(tiles[2]),
                                             (int *)STARPU_MATRIX_GET_PTR(tiles[3]),
                                             SL_STEBZ_POINTS, TILE(tiles[1])));
}
#endif

SL_CODELET(stebz);
