/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The contribution of an m x n tile to a norm, by column j and row i:
 *   M     sums[j]: largest absolute value
 *   O, I  sums[j]: sum of column j, sums[n + i]: sum of row i
 *   F     sums[2 j], sums[2 j + 1]: scale and sum of squares as in LAPACK's lassq, the
 *         column's norm is scale sqrt(sum)
 * A tile on the diagonal of a Hermitian matrix has one triangle, which stands for both. Its
 * elements off the diagonal count twice, and sums[j] is the sum of row j and of column j. A tile of
 * a triangular matrix has one triangle and zeros. A NaN gives a NaN. norm.c adds the tiles up. */

#include <string.h>
#include "codelets/codelet.h"
#include "args.h"

static void add_square(double x, double *scale, double *sum)
{
    if (x == 0)
        return;
    if (!(x <= *scale)) { /* also if x is a NaN, which then stays */
        *sum = 1 + *sum * (*scale / x) * (*scale / x);
        *scale = x;
    } else if (x == *scale) /* also two infinities */
        *sum += 1;
    else
        *sum += (x / *scale) * (x / *scale);
}

/* Adds an element of column j, of size x. row: another sum in which it counts, or NULL. */
static void add(starling_norm norm, double x, int j, double *row, bool twice, double *sums)
{
    if (norm == STARLING_FROBENIUS_NORM)
        for (int count = 0; count <= twice; count++)
            add_square(x, &sums[2 * j], &sums[2 * j + 1]);
    else {
        sums[j] += x;
        if (row)
            *row += x;
    }
}

static double larger(double a, double b)
{
    return b > a || b != b ? b : a;
}

/* The largest |x| of n numbers; NaN if there is one. By lanes, for one chain of comparisons is
 * slow. */
static double largest(int64_t n, const scalar_t *x)
{
    enum { LANES = 16 };
    real_t most[LANES] = {0};
    int nans[LANES] = {0};
    double all = 0;
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) {
            real_t size = (real_t)SL_ABS(x[i + l]);
            most[l] = size > most[l] ? size : most[l];
            nans[l] |= size != size;
        }
    for (int l = 0; l < LANES; l++)
        all = larger(all, nans[l] ? NAN : (double)most[l]);
    for (; i < n; i++)
        all = larger(all, (double)SL_ABS(x[i]));
    return all;
}

/* Of column j from row `first` to row `end` - 1; of a triangle's diagonal, in row d, the real part.
 */
static double largest_of_column(enum sl_shape shape, int64_t first, int64_t end, int64_t d,
                                const scalar_t *x)
{
    double diagonal = 0;
    if (shape != SL_SHAPE_GENERAL && d >= first && d < end) {
        diagonal = fabs((double)SL_REAL(x[d]));
        first = shape == SL_SHAPE_LOWER ? d + 1 : first;
        end = shape == SL_SHAPE_UPPER ? d : end;
    }
    return larger(diagonal, largest(end - first, x + first));
}

static void cpu_norm(void *tiles[], void *arg)
{
    struct sl_norm_args *p = arg;
    const scalar_t *a = TILE(tiles[0]);
    int n = TILE_N(tiles[0]), lda = TILE_LD(tiles[0]);
    int m = p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]);
    bool mirrored = p->shape != SL_SHAPE_GENERAL && p->half == SL_HERMITIAN;
    bool unit = p->shape != SL_SHAPE_GENERAL && p->half == SL_UNIT_TRIANGLE;
    double *sums = (double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    memset(sums, 0, sizeof(double) * STARPU_MATRIX_GET_NX(tiles[1]));
    for (int j = 0; j < n; j++) {
        int64_t d = j + p->diagonal;
        int64_t first = p->shape == SL_SHAPE_LOWER ? SL_MAX(0, d) : 0;
        int64_t end = p->shape == SL_SHAPE_UPPER ? SL_MIN(d + 1, m) : m;
        if (p->norm == STARLING_MAX_NORM) {
            sums[j] = largest_of_column(p->shape, first, end, d, a + (int64_t)j * lda);
            continue;
        }
        for (int64_t i = first; i < end; i++) {
            scalar_t x = a[i + (int64_t)j * lda];
            bool diagonal = mirrored && i == d; /* only its real part counts */
            double size = diagonal         ? fabs((double)SL_REAL(x))
                          : unit && i == d ? 1
                                           : (double)SL_ABS(x);
            double *row = !mirrored ? &sums[n + i] : diagonal ? NULL : &sums[i];
            add(p->norm, size, j, row, mirrored && !diagonal, sums);
        }
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_norm(void *tiles[], void *arg)
{
    struct sl_norm_args *p = arg;
    sl_cuda_check(&p->head,
                  sl_cuda_x(norm)(sl_cuda_stream(), (char)p->norm,
                                  p->shape == SL_SHAPE_GENERAL ? 'G'
                                  : p->shape == SL_SHAPE_LOWER ? 'L'
                                                               : 'U',
                                  p->half == SL_HERMITIAN, p->half == SL_UNIT_TRIANGLE, p->diagonal,
                                  p->rows > 0 ? (int)p->rows : TILE_M(tiles[0]), TILE_N(tiles[0]),
                                  CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                                  (double *)STARPU_MATRIX_GET_PTR(tiles[1])));
}
#endif

SL_CODELET(norm);
