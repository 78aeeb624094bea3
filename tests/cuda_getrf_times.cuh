/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * check_cuda_getrf --bench: times of panels beside cuSOLVER's, alone and while another stream
 * multiplies matrices.
 */
#ifndef TESTS_CUDA_GETRF_TIMES_CUH
#define TESTS_CUDA_GETRF_TIMES_CUH

#include <memory>
#include <type_traits>
#include "cuda_matrix.cuh"
#include "cuda_times.cuh"

// A long product loop on a stream of its own: rate alone and beside panels.
struct background {
    cublasHandle_t h;
    cudaStream_t s;
    cudaEvent_t e0, e1;
    int n = 8192, k = 512, count;
    matrix<double> a, b, c;
    background() : a(8192, 512), b(512, 8192), c(8192, 8192)
    {
        CUDA(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0));
        CUDA(cublasCreate(&h));
        CUDA(cublasSetStream(h, s));
        CUDA(cudaEventCreate(&e0));
        CUDA(cudaEventCreate(&e1));
        randomize(a, 1);
        randomize(b, 2);
        CUDA(cudaMemsetAsync(c.p, 0, c.bytes(), stream));
        CUDA(cudaStreamSynchronize(stream));
    }
    void start(int count_)
    {
        double one = 1;
        count = count_;
        CUDA(cudaEventRecord(e0, s));
        for (int i = 0; i < count; i++)
            CUDA(cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, k, &one, a.p, n, b.p, k, &one,
                             c.p, n));
        CUDA(cudaEventRecord(e1, s));
    }
    double tflops()
    {
        float ms;
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&ms, e0, e1));
        return 2e-9 * n * n * k * count / ms;
    }
    bool running()
    {
        return cudaEventQuery(e1) == cudaErrorNotReady;
    }
};

template <class Call> static void bench_beside(background &back, const char *name, Call call)
{
    std::vector<float> ms;
    cudaEvent_t e0, e1;
    CUDA(cudaEventCreate(&e0));
    CUDA(cudaEventCreate(&e1));
    back.start(100);
    back.tflops();
    back.start(100);
    double alone = back.tflops();
    back.start(100);
    while (back.running()) {
        float t;
        CUDA(cudaEventRecord(e0, stream));
        call();
        CUDA(cudaEventRecord(e1, stream));
        CUDA(cudaEventSynchronize(e1));
        CUDA(cudaEventElapsedTime(&t, e0, e1));
        ms.push_back(t);
    }
    double beside = back.tflops();
    std::sort(ms.begin(), ms.end());
    printf("#   beside gemm, %s: %.3f ms (%d panels), gemm %.1f -> %.1f Tflop/s\n", name,
           ms[ms.size() / 2], (int)ms.size(), alone, beside);
}

template <class T> static void bench_size(background *back, int m, int n)
{
    matrix<T> full(m, n), a(m, n), work((int)type<T>::getrf_work(m, n), 1);
    matrix<int> ipiv(n, 1), info(1, 1);
    int lwork;
    randomize(full, 1);
    CUDA(type<T>::getrf_ref_size(solver, m, n, a.p, m, &lwork));
    matrix<T> swork(lwork, 1);
    auto fresh = [&] { a.copy(full); };
    auto theirs = [&] {
        CUDA(type<T>::getrf_ref(solver, m, n, a.p, m, swork.p, ipiv.p, info.p));
    };
    auto ours = [&] {
        CUDA(type<T>::getrf(handle, m, n, a.p, m, ipiv.p, work.p, info.p));
    };
    double vendor = time_ms(fresh, theirs), mine = time_ms(fresh, ours);
    printf("# %s %6d %5d  %8.3f %8.3f  %5.2f us a column, %.2f x\n", type<T>::name, m, n,
           vendor, mine, mine / n * 1e3, vendor / mine);
    fflush(stdout);
    if (back) {
        fresh();
        bench_beside(*back, "ours", ours);
        bench_beside(*back, "cusolver", theirs);
    }
}

// Of the heights that a run has, panels in double precision are timed beside products too.
template <class T> static void bench_type()
{
    const int rows[] = {512, 1024, 2048, 4096, 8192, 12288, 16384, 24576, 32768, 65536, 131072};
    std::unique_ptr<background> back(std::is_same<T, double>() ? new background : nullptr);
    printf("#      m     n  cusolver     ours (ms)\n");
    if (asked.m > 0)
        return bench_size<T>(back.get(), asked.m, asked.n);
    for (int m : rows)
        for (int n : {32, 128, 256, 512})
            if (m <= 65536 || n == 512)
                bench_size<T>(n == 512 && m >= 4096 && m <= 32768 ? back.get() : nullptr, m, n);
}

#endif /* TESTS_CUDA_GETRF_TIMES_CUH */
