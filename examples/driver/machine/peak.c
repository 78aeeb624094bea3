/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The measured rate of the vendor's gemm, against which everything is compared: the best of
 * three, after a warm-up, at a size beyond which it no longer grows; and the rate on tiles. */

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <cblas.h>
#include <starpu.h>
#include "command.h"
#include "machine/device.h"
#include "routines/peer.h"
#include "machine/threads.h"

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

/* Three operands of `bytes` each: any finite numbers, no zeros. */
static void *allocate(size_t bytes)
{
    float *a = calloc(3, bytes);
    for (size_t i = 0; a && i < 2 * bytes / sizeof(float); i++)
        a[i] = 1.0f + (float)(i % 1024) / 4096;
    return a;
}

double peak_cpu(starling_precision prec, int threads)
{
    int n = threads > 16 ? 4096 : threads > 4 ? 2048 : 1024;
    size_t bytes = size_of_element(prec) * (size_t)n * (size_t)n;
    void *a = threads > 0 ? allocate(bytes) : NULL;
    if (!a)
        return 0;
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
    return device_present() ? peer_gemm_rate(prec, 8192) : 0;
}

double tile_rate_gpu(starling_precision prec, int64_t n)
{
    return device_present() ? peer_gemm_rate(prec, n) : 0;
}

/* Cores that multiply at the same time. */
struct team {
    atomic_int size, arrived; /* the size falls where no thread can be had */
};
struct core {
    pthread_t thread;
    struct team *team;
    starling_precision prec;
    int n;
    double best_s; /* infinite: no memory */
};

/* Waits until all are here for the given time, from 1. */
static void meet(struct team *team, int time)
{
    atomic_fetch_add(&team->arrived, 1);
    while (atomic_load(&team->arrived) < time * atomic_load(&team->size))
        sched_yield();
}

/* The best of three batches of some 15 ms, beside which a clock's tick is small. */
static void *run_core(void *argument)
{
    struct core *core = argument;
    size_t bytes = size_of_element(core->prec) * (size_t)core->n * (size_t)core->n;
    char *a = allocate(bytes);
    int products = 1;
    core->best_s = INFINITY;
    for (int batch = 0; batch < 5; batch++) {
        meet(core->team, batch + 1);
        double start = starpu_timing_now();
        for (int i = 0; i < products && a; i++)
            gemm(core->prec, core->n, a, a + bytes, a + 2 * bytes);
        double time = 1e-6 * (starpu_timing_now() - start) / products;
        if (batch > 1 && a)
            core->best_s = fmin(core->best_s, time);
        if (batch == 1) /* the first is the warm-up, and this one tells how many */
            products = 1 + (int)fmin(15e-3 / fmax(time, 1e-7), 10000);
    }
    free(a);
    return NULL;
}

double tile_rate_cores(starling_precision prec, int64_t n, int cores, double *took_s)
{
    struct team team = {cores, 0};
    struct core *core = calloc((size_t)cores, sizeof *core);
    double rate = 0, begin = starpu_timing_now();
    if (!core)
        return 0;
    int before = blas_threads(1), started = 1;
    for (int i = 0; i < cores; i++)
        core[i] = (struct core){.team = &team, .prec = prec, .n = (int)n};
    while (started < cores && pthread_create(&core[started].thread, NULL, run_core,
                                             &core[started]) == 0)
        started++;
    atomic_store(&team.size, started);
    run_core(&core[0]);
    for (int i = 1; i < started; i++)
        pthread_join(core[i].thread, NULL);
    for (int i = 0; i < started; i++)
        rate += starling_flops_gemm(prec, (double)n, (double)n, (double)n) / core[i].best_s;
    blas_threads(before);
    free(core);
    *took_s = 1e-6 * (starpu_timing_now() - begin);
    return rate;
}
