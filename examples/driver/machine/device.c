/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* GPU 0 beside the library: see device.h. One implementation with CUDA, one without. */

#include <stddef.h>
#include "config.h"
#include "machine/device.h"

#ifdef STARLING_CUDA
#include <cuda_runtime.h>

bool device_present(void)
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

void *device_alloc(size_t size)
{
    void *pointer = NULL;
    cudaSetDevice(0);
    if (cudaMalloc(&pointer, size) != cudaSuccess) {
        (void)cudaGetLastError();
        return NULL;
    }
    return pointer;
}

void device_free(void *pointer)
{
    if (pointer)
        cudaFree(pointer);
}

bool device_copy(void *to, const void *from, size_t size)
{
    /* cudaMemcpy() may return while a small copy is still on its way. */
    bool copied = cudaMemcpy(to, from, size, cudaMemcpyDefault) == cudaSuccess &&
                  cudaStreamSynchronize(cudaStreamLegacy) == cudaSuccess;
    (void)cudaGetLastError();
    return copied;
}

bool device_pin(void *pointer, size_t size)
{
    bool pinned = cudaHostRegister(pointer, size, cudaHostRegisterPortable) == cudaSuccess;
    (void)cudaGetLastError();
    return pinned;
}

void device_unpin(void *pointer)
{
    cudaHostUnregister(pointer);
}

#else

bool device_present(void)
{
    return false;
}

void *device_alloc(size_t size)
{
    (void)size;
    return NULL;
}

void device_free(void *pointer)
{
    (void)pointer;
}

bool device_copy(void *to, const void *from, size_t size)
{
    (void)to, (void)from, (void)size;
    return false;
}

bool device_pin(void *pointer, size_t size)
{
    (void)pointer, (void)size;
    return false;
}

void device_unpin(void *pointer)
{
    (void)pointer;
}

#endif
