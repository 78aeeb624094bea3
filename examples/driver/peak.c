/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The measured rate of the vendor's gemm, against which everything is compared: the best of
 * three, after a warm-up, at a size beyond which it no longer grows. */

#include <math.h>
#include <stdlib.h>
#include <cblas.h>
#include <starpu.h>
#include "command.h"
#include "device.h"
#include "threads.h"

static void gemm(starling_precision prec, int n, const void *a, const void *b, void *c)
{
    const float sone[2] = {1, 0}, szero[2] = {0, 0};
    const double one[2] = {1, 0}, zero[2] = {0, 0};
    const CBLAS_TRANSPOSE no = CblasNoTrans, tr = CblasTrans;
    if (prec == STARLING_S)
        cblas_sgemm(CblasColMajor, no, tr, n, n, n, 1, a, n, b, n, 0, c, n);
    else if (prec == STARLING_D)
        cblas_dgemm(CblasColMajor, no, tr, n, n, n, 1, a, n, b, n, 0, c, n);
    else if (prec == STARLING_C)
        cblas_cgemm(CblasColMajor, no, tr, n, n, n, sone, a, n, b, n, szero, c, n);
    else
        cblas_zgemm(CblasColMajor, no, tr, n, n, n, one, a, n, b, n, zero, c, n);
}

double peak_cpu(starling_precision prec, int threads)
{
    int n = threads > 16 ? 4096 : 2048;
    size_t bytes = element_size(prec) * (size_t)n * (size_t)n;
    void *a = calloc(3, bytes);
    if (!a || threads <= 0) {
        free(a);
        return 0;
    }
    for (size_t i = 0; i < 2 * bytes / sizeof(float); i++) /* any finite numbers, no zeros */
        ((float *)a)[i] = 1.0f + (float)(i % 1024) / 4096;
    double best = INFINITY;
    int before = blas_threads(threads);
    for (int r = 0; r < 4; r++) {
        double start = starpu_timing_now();
        gemm(prec, n, a, (char *)a + bytes, (char *)a + 2 * bytes);
        double time = 1e-6 * (starpu_timing_now() - start);
        if (r > 0 && time < best)
            best = time;
    }
    blas_threads(before);
    free(a);
    return starling_flops_gemm(prec, n, n, n) / best;
}

double peak_gpu(starling_precision prec)
{
    return device_present() ? device_gemm_rate(prec) : 0;
}
