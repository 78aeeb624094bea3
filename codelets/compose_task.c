/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A permutation, by where each row goes: the interchanges of some steps, then another permutation
 * or nothing. The last interchange is the nearest to that one, so they are applied to it from
 * the last to the first. */

#include <string.h>
#include "config.h"
#include "tasks.h"

/* A step's interchanges, and its first row. */
struct step {
    const int *ipiv;
    int first, pivots;
};

static struct step step_of(const struct sl_compose_args *p, void *data[], int64_t q)
{
    int64_t before = q * p->each;
    return (struct step){
        .ipiv = (const int *)STARPU_MATRIX_GET_PTR(data[1 + p->follows + q]),
        .first = (int)(p->first + before), .pivots = (int)SL_MIN(p->each, p->pivots - before),
    };
}

static void cpu_compose(void *data[], void *arg)
{
    const struct sl_compose_args *p = arg;
    int *to = (int *)STARPU_MATRIX_GET_PTR(data[0]);
    int m = (int)STARPU_MATRIX_GET_NX(data[0]);
    if (p->follows)
        memcpy(to, (const int *)STARPU_MATRIX_GET_PTR(data[1]), sizeof *to * (size_t)m);
    else
        for (int i = 0; i < m; i++)
            to[i] = i;
    for (int64_t q = p->steps - 1; q >= 0; q--) {
        struct step s = step_of(p, data, q);
        for (int i = s.pivots - 1; i >= 0; i--) {
            int *a = &to[s.first + i], *b = &to[s.first + s.ipiv[i] - 1], other = *a;
            *a = *b;
            *b = other;
        }
    }
}

#ifdef STARLING_CUDA
#include <cuda_runtime.h>
#include <starpu_cublas_v2.h>
#include "cuda_getrf.h"
#include "cuda_utilities.h"

/* The interchanges undone on the other permutation: a vector of four-byte words to move. */
static void cuda_compose(void *data[], void *arg)
{
    const struct sl_compose_args *p = arg;
    int *to = (int *)STARPU_MATRIX_GET_PTR(data[0]);
    int m = (int)STARPU_MATRIX_GET_NX(data[0]);
    cudaStream_t stream = starpu_cuda_get_local_stream();
    int status = p->follows ? (int)cudaMemcpyAsync(to, (const int *)STARPU_MATRIX_GET_PTR(data[1]),
                                              sizeof *to * (size_t)m, cudaMemcpyDeviceToDevice,
                                              stream)
                            : sl_cuda_iota(stream, m, to);
    for (int64_t q = p->steps - 1; q >= 0 && status == 0; q--) {
        struct step s = step_of(p, data, q);
        status = sl_cuda_slaswp(starpu_cublas_get_local_handle(), 1, 1, (float *)to + s.first, m,
                                s.pivots, s.ipiv + s.pivots);
    }
    if (status != 0)
        sl_sequence_error(p->head.seq, STARLING_ERUNTIME);
}
#endif

static struct starpu_perfmodel model = {SL_MODEL, .symbol = "starling_compose"};
struct starpu_codelet sl_compose_cl = {
    .name = "compose",
    .color = 0x999999,
    .cpu_funcs = {cpu_compose},
    SL_CUDA_FUNCS(cuda_compose)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = &model,
};
