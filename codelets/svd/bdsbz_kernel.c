/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Some singular values of a bidiagonal matrix by bisection, ascending but for their last digits
 * (Barth, Martin and Wilkinson, Numer. Math. 9, 1967). A core halves the intervals of several at a
 * time. A GPU counts at many points first; then some lanes of a warp divide the interval of a
 * value. Counts are in double precision, also those of a matrix in single precision.
 *
 * Buffers: rows of T (bdsbz.h); the values, scaled; on GPUs workspace for counts at the first
 * points. */

#include <string.h>
#include "codelets/codelet.h"
#include "args.h"

enum { SHIFT = sizeof(real_t) == sizeof(float) ? SL_BDSBZ_SINGLE_SHIFT : 0 };

struct sl_bdsbz_search {
    int64_t n;
    int rows;
    const double *t;
};

#define SL_VECTORS "codelets/svd/bdsbz_search.h"
#include "codelets/vectors.h"

/* The middle of the interval behind a point */
static double middle(int64_t point)
{
    int64_t bits = (point << SHIFT) + ((int64_t)1 << SHIFT) / 2;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void cpu_bdsbz(void *tiles[], void *arg)
{
    const struct sl_bdsbz_args *p = arg;
    struct sl_bdsbz_search s = {p->n, sl_bdsbz_rows((int)p->n),
                                (const double *)STARPU_MATRIX_GET_PTR(tiles[0])};
    double *value = (double *)STARPU_MATRIX_GET_PTR(tiles[1]);
    int64_t point[2 * SL_VECTOR_BYTES / sizeof(double)], lanes = SL_BEST(LANES);
    for (int64_t j = 0; j < p->count; j += lanes) {
        SL_BEST(search)(&s, p->first + j, point);
        for (int64_t l = 0; l < lanes && j + l < p->count; l++)
            value[j + l] = middle(point[l]);
    }
}

#ifdef STARLING_CUDA
#include "cuda_bdsbz.h"

static void cuda_bdsbz(void *tiles[], void *arg)
{
    struct sl_bdsbz_args *p = arg;
    sl_cuda_check(&p->head, sl_cuda_bdsbz(sl_cuda_stream(), (int)p->n, SHIFT,
                                          (const double *)STARPU_MATRIX_GET_PTR(tiles[0]),
                                          (int *)STARPU_MATRIX_GET_PTR(tiles[2]), SL_STEBZ_POINTS,
                                          (double *)STARPU_MATRIX_GET_PTR(tiles[1])));
}
#endif

SL_CODELET(bdsbz);
