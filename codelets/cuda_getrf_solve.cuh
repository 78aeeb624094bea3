/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Substitution with a small unit lower triangle, by one warp a right-hand side.
 */
#ifndef SL_CUDA_GETRF_SOLVE_CUH
#define SL_CUDA_GETRF_SOLVE_CUH

#include "cuda_pivot.cuh"

namespace sl
{

/* AHEAD columns of L from column j on, for row blocks from d on. Beyond the last row or
 * column anything will do: it only reaches rows that are not stored. */
enum { AHEAD = 4 };
template <class T, int BLOCKS>
__device__ void solve_load(T (&l)[AHEAD][BLOCKS], int d, int j, int k, const T *L, int ldl)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int a = 0; a < AHEAD; a++)
#pragma unroll
        for (int i = d; i < BLOCKS; i++)
            l[a][i] = L[min(32 * i + lane, k - 1) + (size_t)min(j + a, k - 1) * ldl];
}

/* b = L^-1 b, L unit lower triangular of order k <= 32 BLOCKS; each lane has every 32nd row
 * of b. */
template <class T, int BLOCKS> __device__ void solve_column(int k, const T *L, int ldl, T *b)
{
    int lane = threadIdx.x % 32;
    T v[BLOCKS];
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        v[i] = 32 * i + lane < k ? b[32 * i + lane] : scalar<T>::make(0);
#pragma unroll
    for (int d = 0; d < BLOCKS; d++) {
        T now[AHEAD][BLOCKS], next[AHEAD][BLOCKS];
        solve_load<T, BLOCKS>(now, d, 32 * d, k, L, ldl);
#pragma unroll 2
        for (int j0 = 0; j0 < 32; j0 += AHEAD) {
            solve_load<T, BLOCKS>(next, d, 32 * d + j0 + AHEAD, k, L, ldl);
#pragma unroll
            for (int j = 0; j < AHEAD; j++) {
                T x = shuffle(v[d], j0 + j);
                if (lane <= j0 + j)
                    now[j][d] = scalar<T>::make(0);
#pragma unroll
                for (int i = d; i < BLOCKS; i++) {
                    v[i] = minus_product(v[i], now[j][i], x);
                    now[j][i] = next[j][i];
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < BLOCKS; i++)
        if (32 * i + lane < k)
            b[32 * i + lane] = v[i];
}

} // namespace sl

#endif /* SL_CUDA_GETRF_SOLVE_CUH */
