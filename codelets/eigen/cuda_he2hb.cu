/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One thread an element. */

#include "codelets/cuda/cuda_each.cuh"
#include "codelets/cuda/cuda_number.cuh"
#include "cuda_he2hb.h"

using sl::launch_each;
using sl::scalar;

template <class T> static int he_block(cudaStream_t stream, bool lower, int n, T *A, int lda)
{
    return launch_each(stream, n, n, [=] __device__(int64_t i, int64_t j) {
        T *a = A + i + j * lda;
        if (i == j)
            *a = scalar<T>::real_part(*a);
        else if ((i < j) == lower)
            *a = scalar<T>::conj(A[j + i * lda]);
    });
}

template <class T>
static int band(cudaStream_t stream, int m, int n, int64_t rows, const T *A, int lda, T *B, int ldb)
{
    return launch_each(stream, m, n, [=] __device__(int64_t i, int64_t j) {
        T a = scalar<T>::make(0);
        if (i + j < rows)
            a = A[i + j * ((int64_t)lda + 1)];
        B[i + j * ldb] = i == 0 ? scalar<T>::real_part(a) : a;
    });
}

#define DEFINE(x, T)                                                                             \
    extern "C" int sl_cuda_##x##he_block(cudaStream_t stream, char uplo, int n, T *A, int lda)   \
    {                                                                                            \
        return he_block<T>(stream, uplo == 'L', n, A, lda);                                      \
    }                                                                                            \
    extern "C" int sl_cuda_##x##band(cudaStream_t stream, int m, int n, int64_t rows,            \
                                     const T *A, int lda, T *B, int ldb)                         \
    {                                                                                            \
        return band<T>(stream, m, n, rows, A, lda, B, ldb);                                      \
    }
DEFINE(s, float)
DEFINE(d, double)
DEFINE(c, cuComplex)
DEFINE(z, cuDoubleComplex)
