/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * How a test of device code runs: what its command line asks for, the device and the vendor's
 * handles, a failing call, TAP. Exit status: 0 all passed, 1 not, 2 usage, 77 without a GPU.
 */
#ifndef TESTS_CUDA_PROGRAM_CUH
#define TESTS_CUDA_PROGRAM_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

static int tests, failures;
static cublasHandle_t handle;
static cusolverDnHandle_t solver; // for times beside the vendor's only
static cudaStream_t stream;       // of both handles

static struct {
    bool quick, bench;
    const char *types;
    int m, n; // the only size to take, 0: all
} asked = {false, false, "sdcz", 0, 0};

static void check(bool ok, const char *what)
{
    printf("%sok %d - %s\n", ok ? "" : "not ", ++tests, what);
    failures += !ok;
    fflush(stdout);
}

#define CUDA(call)                                                                     \
    do {                                                                               \
        int status_ = (int)(call);                                                     \
        if (status_ != 0) {                                                            \
            printf("Bail out! %s:%d: %s returned %d (%s)\n", __FILE__, __LINE__,       \
                   #call, status_, cudaGetErrorString(cudaGetLastError()));            \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

// False, after a word on usage, where the command line is wrong. The programs differ in the
// option for one size and the numbers after it.
static bool parse(int argc, char **argv, const char *size_option, const char *size_names,
                  const std::vector<int *> &sizes)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--bench"))
            asked.bench = true;
        else if (!strcmp(argv[i], "--quick"))
            asked.quick = true;
        else if (!strcmp(argv[i], "--type") && i + 1 < argc)
            asked.types = argv[++i];
        else if (!strcmp(argv[i], size_option) && i + (int)sizes.size() < argc)
            for (int *size : sizes)
                *size = atoi(argv[++i]);
        else {
            fprintf(stderr, "usage: %s [--quick] [--bench] [--type sdcz] [%s %s]\n", argv[0],
                    size_option, size_names);
            return false;
        }
    }
    return true;
}

// False where there is no GPU. The stream passes others by, as that of panels does in a run:
// --bench of check_cuda_getrf has products beside them.
static bool open_device()
{
    int devices = 0, least, most;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        printf("1..0 # SKIP no CUDA device\n");
        return false;
    }
    CUDA(cudaDeviceGetStreamPriorityRange(&least, &most));
    CUDA(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, most));
    CUDA(cublasCreate(&handle));
    CUDA(cublasSetStream(handle, stream));
    CUDA(cusolverDnCreate(&solver));
    CUDA(cusolverDnSetStream(solver, stream));
    return true;
}

// Calls f with a zero of each type asked for, in the order of the letters; only of the real ones.
template <class F> static void for_each_real_type(F f)
{
    for (const char *t = asked.types; *t; t++) {
        if (*t == 's')
            f(float{});
        if (*t == 'd')
            f(double{});
    }
}
// Of all.
template <class F> static void for_each_type(F f)
{
    for (const char *t = asked.types; *t; t++) {
        if (*t == 's')
            f(float{});
        if (*t == 'd')
            f(double{});
        if (*t == 'c')
            f(cuComplex{});
        if (*t == 'z')
            f(cuDoubleComplex{});
    }
}

// The plan, known at the end only, and the exit status.
static int finish()
{
    printf("1..%d\n", tests);
    return failures ? 1 : 0;
}

// A whole program, once its command line is read: checks, and with --bench times, for each type
// that was asked for. The exit status.
template <class CHECK, class BENCH>
static int run_types(bool parsed, CHECK check, BENCH bench)
{
    if (!parsed)
        return 2;
    if (!open_device())
        return 77;
    for_each_type(check);
    if (asked.bench)
        for_each_type(bench);
    return finish();
}

#endif /* TESTS_CUDA_PROGRAM_CUH */
