/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of a bidiagonal matrix by multisection: its call. */

#include "codelets/eigen/cuda_multisect_launch.cuh"
#include "cuda_bdsbz.cuh"

extern "C" int sl_cuda_bdsbz(cudaStream_t stream, int n, int shift, const double *t, int *count,
                             int points, double *value)
{
    return sl::find_values<sl::bdsbz_call>(
        stream, {{n, sl_bdsbz_rows(n), t, points, count, 0}, shift, sl_bdsbz_top(shift), value});
}
