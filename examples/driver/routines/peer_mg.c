/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* cuSOLVERMg as a peer on all GPUs: block columns are dealt to them in turn, and the
 * interchanges with them. Only the computation is timed, with the
 * columns already on the GPUs. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "config.h"
#include "report/stats.h"
#include "routines/peer_mg.h"

#ifdef STARLING_CUDA
#include <starpu.h>

static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

static void enable_peers(const struct mg_grid *g)
{
    for (int i = 0; i < g->devices; i++)
        for (int j = 0; j < g->devices; j++)
            if (i != j) {
                cudaSetDevice(i);
                cudaDeviceEnablePeerAccess(j, 0);
                (void)cudaGetLastError(); /* StarPU may have done it */
            }
}

static void close_grid(struct mg_grid *g)
{
    for (int i = 0; i < g->devices; i++) {
        cudaSetDevice(i);
        cudaFree(g->a[i]);
        cudaFree(g->ipiv[i]);
        cudaFree(g->work[i]);
    }
    free(g->values);
    if (g->matrix)
        cusolverMgDestroyMatrixDesc(g->matrix);
    if (g->grid)
        cusolverMgDestroyGrid(g->grid);
    if (g->handle)
        cusolverMgDestroy(g->handle);
    cudaSetDevice(0);
}

static bool alloc_all(struct mg_grid *g, void *pointer[], size_t size)
{
    bool ok = true;
    for (int i = 0; i < g->devices && ok; i++) {
        cudaSetDevice(i);
        ok = cudaMalloc(&pointer[i], size) == cudaSuccess;
    }
    return ok;
}

/* One for each column, and so dealt as the columns are. */
static bool alloc_ipiv(struct mg_grid *g, size_t columns)
{
    void *pointer[MG_DEVICES] = {NULL};
    bool ok = alloc_all(g, pointer, sizeof(int) * columns);
    for (int i = 0; i < g->devices; i++)
        g->ipiv[i] = pointer[i];
    return ok;
}

static bool open_grid(struct mg_grid *g, const struct problem *p)
{
    int64_t n = p->n, blocks = (n + MG_BLOCK - 1) / MG_BLOCK;
    size_t size = size_of_element(p->prec);
    memset(g, 0, sizeof *g);
    g->p = p;
    g->type = types[p->prec];
    g->devices = starling_ncuda() < MG_DEVICES ? starling_ncuda() : MG_DEVICES;
    for (int i = 0; i < g->devices; i++)
        g->device[i] = i;
    enable_peers(g);
    size_t columns = (size_t)((blocks + g->devices - 1) / g->devices * MG_BLOCK);
    g->values = calloc((size_t)n + 1, sizeof *g->values);
    return g->values && g->devices > 0 && cusolverMgCreate(&g->handle) == CUSOLVER_STATUS_SUCCESS &&
           cusolverMgDeviceSelect(g->handle, g->devices, g->device) ==
               CUSOLVER_STATUS_SUCCESS &&
           cusolverMgCreateDeviceGrid(&g->grid, 1, g->devices, g->device,
                                      CUDALIBMG_GRID_MAPPING_COL_MAJOR) ==
               CUSOLVER_STATUS_SUCCESS &&
           cusolverMgCreateMatrixDesc(&g->matrix, n, n, n, MG_BLOCK, g->type,
                                      g->grid) == CUSOLVER_STATUS_SUCCESS &&
           alloc_all(g, g->a, size * (size_t)n * columns) && alloc_ipiv(g, columns) &&
           p->routine->mg->work_size(g, (int)n) &&
           alloc_all(g, g->work, size * (size_t)g->work_size);
}

/* Block column b goes to GPU b mod G, as its column b div G. */
static bool deal(struct mg_grid *g, const struct problem *p, const char *a, int64_t lda)
{
    size_t size = size_of_element(p->prec);
    bool ok = true;
    for (int64_t b = 0; b * MG_BLOCK < p->n && ok; b++) {
        int64_t columns =
            p->n - b * MG_BLOCK < MG_BLOCK ? p->n - b * MG_BLOCK : MG_BLOCK;
        char *to = (char *)g->a[b % g->devices] +
                   size * (size_t)(b / g->devices * MG_BLOCK) * (size_t)p->n;
        cudaSetDevice((int)(b % g->devices));
        ok = cudaMemcpy2D(to, size * (size_t)p->n,
                          a + size * (size_t)(b * MG_BLOCK * lda), size * (size_t)lda,
                          size * (size_t)p->n, (size_t)columns,
                          cudaMemcpyHostToDevice) == cudaSuccess;
    }
    return ok;
}

static double factor(struct mg_grid *g, const struct problem *p)
{
    int info = 0;
    double start = starpu_timing_now();
    bool ok = p->routine->mg->run(g, (int)p->n, &info);
    for (int i = 0; i < g->devices; i++) {
        cudaSetDevice(i);
        cudaDeviceSynchronize();
    }
    double time = 1e-6 * (starpu_timing_now() - start);
    return ok && info == 0 ? time : NAN;
}

double peer_mg_time(const struct problem *p, void *const operand[OPERANDS],
                    const int64_t ld[OPERANDS], int64_t repeat)
{
    struct mg_grid g;
    double median = NAN, *times = calloc((size_t)repeat, sizeof *times);
    if (times) {
        bool ok = open_grid(&g, p);
        for (int64_t r = -1; r < repeat && ok; r++) { /* one warm-up */
            ok = deal(&g, p, operand[0], ld[0]);
            times[r < 0 ? 0 : r] = ok ? factor(&g, p) : NAN;
        }
        if (ok)
            median = stats_of(times, repeat).median;
        close_grid(&g);
        (void)cudaGetLastError();
    }
    free(times);
    return median;
}

#else

double peer_mg_time(const struct problem *p, void *const operand[OPERANDS],
                    const int64_t ld[OPERANDS], int64_t repeat)
{
    (void)p, (void)operand, (void)ld, (void)repeat;
    return NAN;
}

#endif
