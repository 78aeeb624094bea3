/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The factor sigma that brings the largest element of a matrix into the range in which squares
 * neither overflow nor underflow, as in LAPACK's syevd: 1 for most matrices. Buffers: sigma, its
 * inverse, and if there is room 0 for a zero matrix, else 1; info, the first column with a NaN or an
 * infinity, from 1; then the largest elements of the columns, a datum for each block column. */

#include <float.h>
#include "codelets/codelet.h"

/* The lower end of the range. */
static double least(void)
{
    bool single = sizeof(real_t) == sizeof(float);
    return sqrt(single ? FLT_MIN / FLT_EPSILON : DBL_MIN / DBL_EPSILON);
}

static double factor_for(double anrm)
{
    double rmin = least(), rmax = 1 / rmin;
    if (anrm > 0 && anrm < rmin)
        return rmin / anrm;
    return anrm > rmax ? rmax / anrm : 1;
}

static void cpu_sigma(void *tiles[], void *arg)
{
    const struct sl_args *head = arg;
    double *sigma = (double *)STARPU_MATRIX_GET_PTR(tiles[0]), anrm = 0;
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]);
    int column = 0;
    *info = 0;
    for (int l = 2; l < head->data; l++) {
        const double *largest = (const double *)STARPU_MATRIX_GET_PTR(tiles[l]);
        for (int j = 0; j < TILE_M(tiles[l]); j++, column++) {
            if (!isfinite(largest[j]) && *info == 0)
                *info = column + 1;
            anrm = fmax(anrm, largest[j]);
        }
    }
    sigma[0] = *info ? 1 : factor_for(anrm);
    sigma[1] = 1 / sigma[0];
    if (TILE_M(tiles[0]) > 2)
        sigma[2] = *info || anrm != 0;
}

#ifdef STARLING_CUDA
#include "cuda_utilities.h"

static void cuda_sigma(void *tiles[], void *arg)
{
    struct sl_args *head = arg;
    cudaStream_t stream = sl_cuda_stream();
    double *sigma = (double *)STARPU_MATRIX_GET_PTR(tiles[0]);
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1]), column = 0;
    for (int l = 2; l < head->data; column += TILE_M(tiles[l++]))
        sl_cuda_check(head, sl_cuda_sigma_join(stream, column, TILE_M(tiles[l]),
                                               (const double *)STARPU_MATRIX_GET_PTR(tiles[l]),
                                               sigma, info));
    sl_cuda_check(head, sl_cuda_sigma_end(stream, least(), TILE_M(tiles[0]), sigma, info));
}
#endif

SL_CODELET(sigma);
