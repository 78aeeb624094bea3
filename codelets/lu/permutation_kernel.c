/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Converts interchanges to moves of rows, and to a permutation. The permutation is that of
 * several steps, followed by another one or none. Element r is the row to which row r goes.
 * The interchanges are applied to the permutation that follows, from the last to the first. */

#include <string.h>
#include "config.h"
#include "args.h"

/* Follows each row through all interchanges of its part. */
void sl_moves(int64_t pivots, const int *ipiv, int *moves)
{
    for (int first = 0; first < pivots; first += SL_SWAP_ROWS) {
        int part = (int)SL_MIN(SL_SWAP_ROWS, pivots - first);
        int *from = moves + 2 * first, *to = from + part;
        const int *pivot = ipiv + first;
        for (int j = 0; j < part; j++)
            from[j] = pivot[j] - 1 - first;
        for (int i = 0; i < part; i++) {
            int at = i, j = 0;
            for (; j < part && pivot[j] - 1 - first != at; j++)
                if (j == at)
                    at = pivot[j] - 1 - first;
            if (j < part)
                from[j] = i;
            to[i] = j < part ? -1 : at;
        }
    }
}

/* The interchanges of a step, and its first row. */
struct step {
    const int *ipiv;
    int first, pivots;
};

static struct step step_of(const struct sl_permutation_args *p, void *data[], int64_t q)
{
    int64_t before = q * p->each;
    return (struct step){
        .ipiv = (const int *)STARPU_MATRIX_GET_PTR(data[1 + p->followed + q]),
        .first = (int)(p->first + before), .pivots = (int)SL_MIN(p->each, p->pivots - before),
    };
}

static void cpu_permutation(void *data[], void *arg)
{
    struct sl_permutation_args *p = arg;
    int *to = (int *)STARPU_MATRIX_GET_PTR(data[0]);
    int m = (int)STARPU_MATRIX_GET_NX(data[0]);
    if (p->followed)
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
#include "codelets/cuda/streams.h"
#include "cuda_getrf.h"
#include "codelets/auxiliary/cuda_utilities.h"

/* Undoes the interchanges on the permutation that follows, as a column of four-byte numbers. */
static void cuda_permutation(void *data[], void *arg)
{
    struct sl_permutation_args *p = arg;
    int *to = (int *)STARPU_MATRIX_GET_PTR(data[0]);
    int m = (int)STARPU_MATRIX_GET_NX(data[0]);
    cudaStream_t stream = sl_cuda_stream();
    int status = p->followed ? (int)cudaMemcpyAsync(to, (const int *)STARPU_MATRIX_GET_PTR(data[1]),
                                              sizeof *to * (size_t)m, cudaMemcpyDeviceToDevice,
                                              stream)
                            : sl_cuda_iota(stream, m, to);
    for (int64_t q = p->steps - 1; q >= 0 && status == 0; q--) {
        struct step s = step_of(p, data, q);
        status = sl_cuda_slaswp(sl_cuda_handle(), 1, 1, (float *)to + s.first, m,
                                s.pivots, s.ipiv + s.pivots);
    }
    p->head.status = status;
}
#endif

static struct starpu_perfmodel model = {SL_MODEL, .symbol = "starling_permutation"};
struct starpu_codelet sl_permutation_cl = {
    .name = "permutation",
    .color = 0x999999,
    .cpu_funcs = {cpu_permutation},
    SL_CUDA_FUNCS(cuda_permutation)
    .nbuffers = STARPU_VARIABLE_NBUFFERS,
    .model = &model,
};
