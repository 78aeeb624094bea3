/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * check_cuda_kernels --bench: times of the tile kernels beside cuSOLVER's and cuBLAS's, and
 * beside a product, which is what they should come near.
 */
#ifndef TESTS_CUDA_KERNELS_TIMES_CUH
#define TESTS_CUDA_KERNELS_TIMES_CUH

#include "cuda_matrix.cuh"
#include "cuda_times.cuh"

// The left half of a line: cuSOLVER's, ours with inverses, without, and of the other triangle.
template <class T> static void bench_potrf(const matrix<T> &full)
{
    int n = full.n, lwork;
    matrix<T> a(n, n), D(SL_CUDA_IB, n), work((int)type<T>::potrf_work(n), 1);
    matrix<int> info(1, 1);
    auto lower = CUBLAS_FILL_MODE_LOWER, upper = CUBLAS_FILL_MODE_UPPER;
    CUDA(type<T>::potrf_ref_size(solver, lower, n, a.p, n, &lwork));
    matrix<T> swork(lwork, 1);
    auto fresh = [&] { a.copy(full); };
    double vendor = time_ms(fresh, [&] {
        CUDA(type<T>::potrf_ref(solver, lower, n, a.p, n, swork.p, lwork, info.p));
    });
    double both = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, lower, n, a.p, n, D.p, D.ld, work.p, info.p));
    });
    double bare = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, lower, n, a.p, n, nullptr, 0, work.p, info.p));
    });
    double up = time_ms(fresh, [&] {
        CUDA(type<T>::potrf(handle, upper, n, a.p, n, D.p, D.ld, work.p, info.p));
    });
    printf("# %s %5d %8.3f %8.3f %8.3f %8.3f", type<T>::name, n, vendor, both, bare, up);
}

// The right half, with the factor of the same matrix: inverses, solves and a product.
template <class T> static void bench_trsm(const matrix<T> &full)
{
    int n = full.n;
    matrix<T> L(n, n), b(n, n), c(n, n), D(SL_CUDA_IB, n);
    matrix<T> work((int)type<T>::potrf_work(n), 1);
    matrix<T> twork((int)type<T>::trsm_work(CUBLAS_SIDE_RIGHT, n, n), 1);
    matrix<int> info(1, 1);
    T one = make<T>(1);
    auto lower = CUBLAS_FILL_MODE_LOWER;
    auto right = CUBLAS_SIDE_RIGHT, left = CUBLAS_SIDE_LEFT;
    auto N = CUBLAS_OP_N, C = CUBLAS_OP_C;
    auto non = CUBLAS_DIAG_NON_UNIT;
    auto nothing = [] {};
    auto rhs = [&] { b.copy(full); };
    L.copy(full);
    CUDA(type<T>::potrf(handle, lower, n, L.p, n, D.p, D.ld, work.p, info.p));
    double inverses = time_ms(nothing, [&] {
        CUDA(type<T>::trtri_diag(handle, lower, non, n, L.p, n, D.p, D.ld));
    });
    double vendor = time_ms(rhs, [&] {
        CUDA(type<T>::trsm_ref(handle, right, lower, C, non, n, n, &one, L.p, n, b.p, n));
    });
    double from_right = time_ms(rhs, [&] {
        CUDA(type<T>::trsm(handle, right, lower, C, non, n, n, one, L.p, n, D.p, D.ld, b.p, n,
                           twork.p));
    });
    double from_left = time_ms(rhs, [&] {
        CUDA(type<T>::trsm(handle, left, lower, N, non, n, n, one, L.p, n, D.p, D.ld, b.p, n,
                           twork.p));
    });
    double product = time_ms(nothing, [&] { multiply(one, N, full, C, L, make<T>(0), c); });
    double f = type<T>::is_complex ? 4e-9 : 1e-9, n3 = (double)n * n * n;
    printf(" %8.3f  %8.3f %8.3f %8.3f %5.1f %5.1f  %8.3f %5.1f\n", inverses, vendor,
           from_right, from_left, f * n3 / from_right, f * n3 / from_left, product,
           2 * f * n3 / product);
}

template <class T> static void bench_type()
{
    printf("# times in ms, rates in Tflop/s; IB = %d\n", SL_CUDA_IB);
    printf("#          potrf                                     inverses  trsm\n");
    printf("#     n  cusolver     ours    bare    upper   of L    cublas    right     left"
           "  TF/s  TF/s     gemm  TF/s\n");
    for (int n : {64, 128, 256, 512, 1024, 2048, 4096})
        if (asked.n == 0 || n == asked.n) {
            matrix<T> full(n, n);
            definite(full, 1);
            bench_potrf(full);
            bench_trsm(full);
            fflush(stdout);
        }
}

#endif /* TESTS_CUDA_KERNELS_TIMES_CUH */
