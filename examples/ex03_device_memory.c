/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A matrix that is in the memory of a GPU already, as an application that computes there has
 * it: it is factored in place, and what remains to be seen on the host is one number. Other
 * GPUs and cores may help; the factor returns to the array. Ends with status 77 where there is
 * no GPU that StarPU drives. The program itself calls CUDA's runtime:
 *
 *   cc ex03_device_memory.c $(pkg-config --cflags --libs starling) \
 *      -I/usr/local/cuda/include -L/usr/local/cuda/lib64 -lcudart -o ex03 && ./ex03 */

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <starling.h>

enum { N = 3000 };

static int fail(const char *what, int info)
{
    fprintf(stderr, "%s: %d, %s\n", what, info, starling_strerror(info));
    return 1;
}

/* N on the diagonal, 1 elsewhere: the last pivot is known, see main(). */
static int fill(double *device, size_t size)
{
    double *a = malloc(size);
    if (!a)
        return 1;
    for (int64_t i = 0; i < (int64_t)N * N; i++)
        a[i] = i % (N + 1) == 0 ? N : 1;
    int ret = cudaMemcpy(device, a, size, cudaMemcpyHostToDevice) != cudaSuccess;
    free(a);
    return ret;
}

int main(void)
{
    int device = 0;
    size_t size = sizeof(double) * N * N;
    double *a = NULL, last = 0;

    if (starling_ncuda() == 0) {
        printf("no GPU that StarPU drives (STARPU_NCUDA may be 0): nothing to show\n");
        return 77;
    }
    if (cudaSetDevice(device) != cudaSuccess || cudaMalloc((void **)&a, size) != cudaSuccess ||
        fill(a, size) != 0)
        return fail("device memory", STARLING_ENOMEM);

    /* The array belongs to the matrix until it is destroyed. */
    starling_matrix *A = NULL;
    int info = starling_matrix_wrap_device(&A, STARLING_D, N, N, a, N, 0, 0, device);
    if (info == STARLING_EDEVICE) {
        printf("StarPU does not drive GPU %d: nothing to show\n", device);
        return 77;
    }
    if (info != 0)
        return fail("starling_matrix_wrap_device", info);
    info = starling_potrf(STARLING_LOWER, A);
    if (info != 0)
        return fail("starling_potrf", info);
    info = starling_matrix_destroy(A); /* the factor is in the array now */
    if (info != 0)
        return fail("starling_matrix_destroy", info);

    /* The last pivot, squared, is det A / det A' with A' one row less: N - 1/2 here. */
    double pivot = N - 0.5;
    if (cudaMemcpy(&last, a + (size_t)N * N - 1, sizeof last, cudaMemcpyDeviceToHost) !=
        cudaSuccess)
        return fail("cudaMemcpy", STARLING_ERUNTIME);
    cudaFree(a);
    starling_finalize();
    double error = (last * last - pivot) / pivot;
    printf("factored on the GPU; relative error of the last pivot: %.1e\n", error);
    return error < 1e-10 && error > -1e-10 ? 0 : 1;
}
