/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of one column: the leaf on devices without clusters, and in panels too tall for a cluster. One
 * launch searches for the pivot, a second one interchanges and divides.
 */
#ifndef SL_CUDA_GETRF_COLUMN_CUH
#define SL_CUDA_GETRF_COLUMN_CUH

#include "codelets/cuda/cuda_pivot.cuh"

namespace sl
{

enum { COLUMN_THREADS = 256, COLUMN_BLOCKS = 64 };

// The workspace: the candidate of each thread block.
template <class T> struct column_found {
    candidate best[COLUMN_BLOCKS];
    T value[COLUMN_BLOCKS];
    T first; // element of the column
};

template <class T> __global__ void column_search(int m, const T *a, column_found<T> *found)
{
    __shared__ candidate of_warp[COLUMN_THREADS / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    candidate best = no_candidate();
    for (int i = blockIdx.x * COLUMN_THREADS + threadIdx.x; i < m;
         i += gridDim.x * COLUMN_THREADS) {
        candidate c = make_candidate(a[i], i, i);
        if (better(c, best))
            best = c;
    }
    if (best_lane(best) == lane)
        of_warp[warp] = best;
    __syncthreads();
    if (warp != 0)
        return;
    best = lane < COLUMN_THREADS / 32 ? of_warp[lane] : no_candidate();
    if (best_lane(best) == lane) {
        found->best[blockIdx.x] = best;
        found->value[blockIdx.x] = best.at < m ? a[best.at] : a[0];
    }
    if (blockIdx.x == 0 && lane == 0)
        found->first = a[0];
}

// Each thread block finds out itself who won; the winner's number comes back.
template <class T>
__device__ int column_winner(int searched, const column_found<T> *found)
{
    __shared__ int winner;
    int lane = threadIdx.x % 32, block = lane;
    if (threadIdx.x < 32) {
        candidate best = no_candidate();
        for (int i = lane; i < searched; i += 32)
            if (better(found->best[i], best)) {
                best = found->best[i];
                block = i;
            }
        if (best_lane(best) == lane)
            winner = block;
    }
    __syncthreads();
    return winner;
}

// The first `scaling` thread blocks divide the column by the pivot, the others interchange
// two elements in each other column of the panel.
template <class T>
__global__ void column_scale(leaf_call<T> p, int searched, const column_found<T> *found,
                             int scaling)
{
    int winner = column_winner(searched, found), at = found->best[winner].at;
    if (blockIdx.x >= scaling) {
        int c = (blockIdx.x - scaling) * COLUMN_THREADS + threadIdx.x;
        if (c < p.panel && c != p.first && at != 0) {
            T *b = p.A + (size_t)c * p.lda, x = b[0];
            b[0] = b[at];
            b[at] = x;
        }
        return;
    }
    T pivot = found->value[winner], *a = p.A + (size_t)p.first * p.lda;
    divisor<T> divide(pivot);
    int id = blockIdx.x * COLUMN_THREADS + threadIdx.x;
    for (int i = id; i < p.rows; i += scaling * COLUMN_THREADS)
        a[i] = i == 0 ? pivot : divide(i == at ? found->first : a[i]);
    if (id == 0) {
        *p.ipiv = p.base + at + 1;
        if (cabs1(pivot) == 0 && *p.info == 0)
            *p.info = p.base + 1;
    }
}

template <class T>
static cudaError_t column_leaf(const leaf_call<T> &p, void *work, cudaStream_t stream)
{
    column_found<T> *found = (column_found<T> *)work;
    int blocks = (p.rows + COLUMN_THREADS - 1) / COLUMN_THREADS;
    int searching = min(blocks, (int)COLUMN_BLOCKS), scaling = min(blocks, 1024);
    int swapping = (p.panel + COLUMN_THREADS - 1) / COLUMN_THREADS;
    column_search<<<searching, COLUMN_THREADS, 0, stream>>>(
        p.rows, p.A + (size_t)p.first * p.lda, found);
    column_scale<<<scaling + swapping, COLUMN_THREADS, 0, stream>>>(p, searching, found,
                                                                    scaling);
    return cudaGetLastError();
}

} // namespace sl

#endif /* SL_CUDA_GETRF_COLUMN_CUH */
