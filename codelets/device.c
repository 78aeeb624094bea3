/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the context and matrices need of BLAS and CUDA, so that src/ sees neither. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "config.h"
#include "src/room.h"
#include "kernel.h"
#include "device.h"
#ifdef STARPU_SIMGRID
#include <simgrid/host.h>
#endif

#ifdef HAVE_OPENBLAS_SET_NUM_THREADS
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);

int sl_blas_threads(void)
{
    return openblas_get_num_threads();
}

void sl_blas_set_threads(int threads)
{
    openblas_set_num_threads(threads);
}
#else
int sl_blas_threads(void)
{
    return 1; /* no other number is known */
}

void sl_blas_set_threads(int threads)
{
    (void)threads;
}
#endif

#ifdef HAVE_BLAS_MEMORY_ALLOC
void *blas_memory_alloc(int where);
void blas_memory_free(void *buffer);

/* OpenBLAS maps a buffer for each thread that calls it at the same time, and keeps it. If
 * it cannot map one, it tries forever. So this function maps the buffers first, one by one,
 * while there is room. */
bool sl_blas_reserve(int threads)
{
    void *buffer[STARPU_NMAXWORKERS];
    double size = SL_BYTES_A_BLAS_BUFFER; /* until one has been measured */
    int made = 0;
    threads = isinf(sl_address_room().bytes) ? 0 : SL_MIN(threads, STARPU_NMAXWORKERS);
    while (made < threads) {
        double before = sl_address_room().bytes;
        if (before < size)
            break;
        buffer[made++] = blas_memory_alloc(1);
        size = SL_MAX(size, before - sl_address_room().bytes);
    }
    for (int i = 0; i < made; i++)
        blas_memory_free(buffer[i]);
    return made == threads;
}
#else
bool sl_blas_reserve(int threads)
{
    (void)threads;
    return true;
}
#endif

#if defined(STARLING_CUDA)
#include <cuda_runtime.h>

static int count_devices(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

void sl_cuda_name(int device, char *name, size_t size)
{
    struct cudaDeviceProp properties;
    bool known = cudaGetDeviceProperties(&properties, device) == cudaSuccess;
    snprintf(name, size, "%s", known ? properties.name : "unknown");
}

/* CUDA refuses memory that is page-locked already, or shares a page with such memory. The
 * array is then used as it is. */
bool sl_pin(void *a, size_t size)
{
    if (cudaHostRegister(a, size, cudaHostRegisterPortable) == cudaSuccess)
        return true;
    (void)cudaGetLastError();
    return false;
}

void sl_unpin(void *a)
{
    cudaHostUnregister(a);
}
#else
void sl_cuda_name(int device, char *name, size_t size)
{
    (void)device;
    snprintf(name, size, "simulated");
}

void sl_cuda_start(void)
{
}

void sl_cuda_stop(void)
{
}

void *sl_cuda_take(int device, size_t size)
{
    (void)device;
    (void)size;
    return NULL;
}

int sl_cuda_fetch(void *host, const void *from, size_t size)
{
    (void)host;
    (void)from;
    (void)size;
    return 0;
}

int sl_cuda_return(void)
{
    return 0;
}

#ifdef STARPU_SIMGRID
/* GPUs of the simulated machine. SimGrid knows it before StarPU starts, because it calls
 * main(). The machines of a cluster are alike. */
static int count_devices(void)
{
    const char *machine = sg_host_by_name("StarPU-MPI0-MAIN") ? "StarPU-MPI0-" : "";
    int count = -1;
    char name[32];
    do
        snprintf(name, sizeof name, "%sCUDA%d", machine, ++count);
    while (sg_host_by_name(name));
    return count;
}
#else
static int count_devices(void)
{
    return 0;
}
#endif

bool sl_pin(void *a, size_t size)
{
    (void)a, (void)size;
    return false;
}

void sl_unpin(void *a)
{
    (void)a;
}
#endif

int sl_cuda_present(void)
{
    const char *wish = getenv("STARPU_NCUDA");
    return wish && atoi(wish) == 0 ? 0 : count_devices();
}

int sl_cuda_devices(void)
{
    const char *wish = getenv("STARPU_NCUDA");
    int count = sl_cuda_present(), most = wish ? atoi(wish) : count;
    return SL_MIN(count, most);
}
