/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* R = R - op(A) X and W = W + |op(A)| |X| on a tile, in one pass through A. W is real, and |z| of a
 * complex number is |re| + |im|. A tile of a Hermitian matrix has one triangle; its diagonal is
 * real. Buffers: R, W, A, X. */

#include "args.h"
#include "codelets/codelet.h"

#ifdef SL_COMPLEX
#define IM(z) cimag(z)
static inline scalar_t product(scalar_t a, scalar_t x) /* without C's rules for infinities */
{
    real_t ar = __real__ a, ai = __imag__ a, xr = __real__ x, xi = __imag__ x;
    scalar_t z;
    __real__ z = ar * xr - ai * xi;
    __imag__ z = ar * xi + ai * xr;
    return z;
}
#else
#define IM(z) ((real_t)0)
static inline scalar_t product(scalar_t a, scalar_t x)
{
    return a * x;
}
#endif

static inline real_t size_of(scalar_t z)
{
    return (real_t)(fabs(SL_REAL(z)) + fabs(IM(z)));
}

/* r -= a x, w += |a| |x| */
static void add_column(int64_t m, const scalar_t *a, scalar_t x, scalar_t *r, real_t *w)
{
    real_t size = size_of(x);
    for (int64_t i = 0; i < m; i++) {
        r[i] -= product(a[i], x);
        w[i] += size_of(a[i]) * size;
    }
}

/* The same of a row, which is stored as a column: of its transpose or its adjoint */
static void add_row(bool adjoint, int64_t m, const scalar_t *a, const scalar_t *x, scalar_t *r,
                    real_t *w)
{
    scalar_t sum = 0;
    real_t sizes = 0;
    for (int64_t l = 0; l < m; l++) {
        sum += product(adjoint ? SL_CONJ(a[l]) : a[l], x[l]);
        sizes += size_of(a[l]) * size_of(x[l]);
    }
    *r -= sum;
    *w += sizes;
}

/* Column j of a Hermitian tile, from row `first` to `end` - 1, without the diagonal, which is real;
 * and the row that is its adjoint. */
static void add_mirrored(enum sl_shape shape, int64_t m, int64_t j, const scalar_t *a,
                         const scalar_t *x, scalar_t *r, real_t *w)
{
    int64_t first = shape == SL_SHAPE_LOWER ? j + 1 : 0, end = shape == SL_SHAPE_LOWER ? m : j;
    scalar_t diagonal = SL_REAL(a[j]);
    add_column(1, &diagonal, x[j], r + j, w + j);
    add_column(end - first, a + first, x[j], r + first, w + first);
    add_row(true, end - first, a + first, x + first, r + j, w + j);
}

static void cpu_residual(void *tiles[], void *arg)
{
    const struct sl_residual_args *p = arg;
    int64_t m = TILE_M(tiles[2]), n = TILE_N(tiles[2]), k = TILE_N(tiles[0]);
    for (int64_t c = 0; c < k; c++) {
        scalar_t *r = TILE(tiles[0]) + c * TILE_LD(tiles[0]);
        real_t *w = (real_t *)STARPU_MATRIX_GET_PTR(tiles[1]) + c * TILE_LD(tiles[1]);
        const scalar_t *x = TILE(tiles[3]) + c * TILE_LD(tiles[3]);
        for (int64_t j = 0; j < n; j++) {
            const scalar_t *a = TILE(tiles[2]) + j * TILE_LD(tiles[2]);
            if (p->shape != SL_SHAPE_GENERAL)
                add_mirrored(p->shape, m, j, a, x, r, w);
            else if (p->trans == STARLING_NOTRANS)
                add_column(m, a, x[j], r, w);
            else
                add_row(p->trans == STARLING_CONJTRANS, m, a, x, r + j, w + j);
        }
    }
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_residual(void *tiles[], void *arg)
{
    struct sl_residual_args *p = arg;
    char shape = p->shape == SL_SHAPE_GENERAL ? 'G' : p->shape == SL_SHAPE_LOWER ? 'L' : 'U';
    sl_cuda_check(&p->head,
                  sl_cuda_x(residual)(
                      sl_cuda_stream(), (char)p->trans, shape, TILE_M(tiles[2]),
                      TILE_N(tiles[2]), TILE_N(tiles[0]), CU(TILE(tiles[2])), TILE_LD(tiles[2]),
                      CU(TILE(tiles[3])), TILE_LD(tiles[3]), CU(TILE(tiles[0])), TILE_LD(tiles[0]),
                      (real_t *)STARPU_MATRIX_GET_PTR(tiles[1]), TILE_LD(tiles[1])));
}
#endif

SL_CODELET(residual);
