/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Product with a triangular matrix in double precision, half the operations of gemm:
 *
 *     Z = alpha W M,  M upper (head) or lower triangular, of order `order`,
 *
 * where W, M and Z may each be stored transposed, and Z both ways. A thread block
 * computes two blocks of 64 columns, the j-th from the left and the j-th from the right,
 * whose inner dimensions add up to the same for all j. Matrix instructions m16n8k8,
 * operands through shared memory in three stages of 32, by asynchronous copies of 16
 * bytes.
 */
#ifndef SL_CUDA_TRMM_CUH
#define SL_CUDA_TRMM_CUH

#include <stdint.h>
#include <cuda_runtime.h>
#include "cuda_scalar.cuh"

namespace sl
{

struct trmm_call {
    int rows, order;
    double alpha;
    const double *W, *M;
    double *Z;
    int ldw, ldm, ldz;
    bool head;   // M(k, q) is zero for k > q, else for k < q
    bool across; // Z is stored transposed
    double *T;   // unless NULL, Z the other way round, too
    int ldt;
};

/* Whether W and M allow its copies, of 16 bytes. */
static inline bool trmm_can(const trmm_call &t)
{
    return (t.ldw | t.ldm) % 2 == 0 && ((uintptr_t)t.W | (uintptr_t)t.M) % 16 == 0;
}

enum { TRMM_TILE = 64, TRMM_K = 32, TRMM_STAGES = 3, TRMM_THREADS = 256 };

/* One operand's stage in shared memory: element (i, k), i < 64, k < 32. Along the
 * index that is contiguous in memory it is contiguous here too, and the leading
 * dimension is 4 mod 16, which spreads a fragment over all banks. */
template <bool ALONG_I> struct trmm_stage {
    static const int LD = ALONG_I ? TRMM_TILE + 4 : TRMM_K + 4;
    static const int SIZE = ALONG_I ? LD * TRMM_K : LD * TRMM_TILE;

    static __device__ int at(int i, int k)
    {
        return ALONG_I ? i + k * LD : k + i * LD;
    }
};

/* One thread's share of the copies of an operand: four pairs of elements a stage. What
 * lies beyond row ni or inner index nk becomes 0. */
template <bool ALONG_I> struct trmm_loader {
    typedef trmm_stage<ALONG_I> S;
    static const int LANES = (ALONG_I ? TRMM_TILE : TRMM_K) / 2; // pairs along
    static const int STEP = TRMM_THREADS / LANES;
    static const int COPIES = TRMM_TILE * TRMM_K / 2 / TRMM_THREADS;
    const double *X, *p; // X itself stands in where nothing is to be read
    size_t step, advance;
    int i_left, k_left;
    unsigned to;

    __device__ trmm_loader(const double *X_, int ld, int i0, int k0, int ni, int nk,
                           double *shared)
        : X(X_)
    {
        int along = threadIdx.x % LANES * 2, cross = threadIdx.x / LANES;
        int i = i0 + (ALONG_I ? along : cross), k = k0 + (ALONG_I ? cross : along);
        p = ALONG_I ? X + i + (size_t)k * ld : X + k + (size_t)i * ld;
        step = (size_t)STEP * ld;
        advance = ALONG_I ? (size_t)TRMM_K * ld : TRMM_K;
        i_left = ni - i;
        k_left = nk - k;
        to = (unsigned)__cvta_generic_to_shared(shared + along + cross * S::LD);
    }
    /* the next stage, into the buffer at this offset */
    __device__ void load(int offset)
    {
#pragma unroll
        for (int c = 0; c < COPIES; c++) {
            int along = ALONG_I ? i_left : k_left;
            int cross = (ALONG_I ? k_left : i_left) - c * STEP;
            int bytes = cross > 0 ? min(max(along, 0), 2) * (int)sizeof(double) : 0;
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                             to + 8 * (offset + c * STEP * S::LD)),
                         "l"(bytes ? p + c * step : X), "r"(bytes)
                         : "memory");
        }
        p += advance;
        k_left -= TRMM_K;
    }
};

/* acc += W M for one stage; a warp computes 16 rows and 32 columns. */
template <class SW, class SM>
__device__ void trmm_multiply(double (&acc)[4][4], const double *w, const double *m)
{
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
    int row = warp % 4 * 16 + group, col = warp / 4 * 32 + group;
#pragma unroll
    for (int k = member; k < TRMM_K; k += 8) {
        double a[4] = {w[SW::at(row, k)], w[SW::at(row + 8, k)], w[SW::at(row, k + 4)],
                       w[SW::at(row + 8, k + 4)]};
#pragma unroll
        for (int j = 0; j < 4; j++) {
            double b[2] = {m[SM::at(col + 8 * j, k)], m[SM::at(col + 8 * j, k + 4)]};
            mma_m16n8k8(acc[j], a, b);
        }
    }
}

/* Columns q0 ... q0+63 of Z. */
template <bool W_ROWS, bool M_COLS>
__device__ void trmm_tile(const trmm_call &t, double *shared, int r0, int q0)
{
    typedef trmm_stage<W_ROWS> SW;
    typedef trmm_stage<M_COLS> SM;
    const int BOTH = SW::SIZE + SM::SIZE;
    double acc[4][4] = {};
    int first = t.head ? 0 : q0 / TRMM_K;
    int last = (min(t.order, t.head ? q0 + TRMM_TILE : t.order) + TRMM_K - 1) / TRMM_K;

    trmm_loader<W_ROWS> w(t.W, t.ldw, r0, first * TRMM_K, t.rows, t.order, shared);
    trmm_loader<M_COLS> m(t.M, t.ldm, q0, first * TRMM_K, t.order, t.order,
                          shared + SW::SIZE);

    __syncthreads(); /* the tile before has been read */
    for (int c = 0; c < TRMM_STAGES - 1; c++) {
        if (first + c < last) {
            w.load(c * BOTH);
            m.load(c * BOTH);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    int read = 0, write = TRMM_STAGES - 1;
    for (int c = first; c < last; c++) {
        asm volatile("cp.async.wait_group %0;" ::"n"(TRMM_STAGES - 2) : "memory");
        __syncthreads();
        if (c + TRMM_STAGES - 1 < last) {
            w.load(write * BOTH);
            m.load(write * BOTH);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        trmm_multiply<SW, SM>(acc, shared + read * BOTH,
                              shared + read * BOTH + SW::SIZE);
        read = read + 1 == TRMM_STAGES ? 0 : read + 1;
        write = write + 1 == TRMM_STAGES ? 0 : write + 1;
    }

    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int r = r0 + warp % 4 * 16 + group + e / 2 * 8;
            int q = q0 + warp / 4 * 32 + 8 * j + 2 * member + e % 2;
            if (r < t.rows && q < t.order) {
                double z = t.alpha * acc[j][e];
                t.Z[t.across ? q + (size_t)r * t.ldz : r + (size_t)q * t.ldz] = z;
                if (t.T)
                    t.T[t.across ? r + (size_t)q * t.ldt : q + (size_t)r * t.ldt] = z;
            }
        }
}

/* W_ROWS: W(r, k) is contiguous in r; M_COLS: M(k, q) is contiguous in q. */
template <bool W_ROWS, bool M_COLS>
__global__ void __launch_bounds__(TRMM_THREADS, 2) trmm_kernel(trmm_call t)
{
    extern __shared__ __align__(16) double trmm_shared[];
    int tiles = (t.order + TRMM_TILE - 1) / TRMM_TILE, r0 = blockIdx.x * TRMM_TILE;
    int j = blockIdx.y, mirror = tiles - 1 - j;
    trmm_tile<W_ROWS, M_COLS>(t, trmm_shared, r0, mirror * TRMM_TILE);
    if (mirror > j)
        trmm_tile<W_ROWS, M_COLS>(t, trmm_shared, r0, j * TRMM_TILE);
}

template <bool W_ROWS, bool M_COLS>
static cudaError_t trmm_launch(const trmm_call &t, cudaStream_t stream)
{
    const int bytes = TRMM_STAGES * (int)sizeof(double) *
                      (trmm_stage<W_ROWS>::SIZE + trmm_stage<M_COLS>::SIZE);
    cudaError_t err =
        cudaFuncSetAttribute(trmm_kernel<W_ROWS, M_COLS>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    int tiles = (t.order + TRMM_TILE - 1) / TRMM_TILE;
    dim3 grid((t.rows + TRMM_TILE - 1) / TRMM_TILE, (tiles + 1) / 2);
    trmm_kernel<W_ROWS, M_COLS><<<grid, TRMM_THREADS, bytes, stream>>>(t);
    return cudaGetLastError();
}

static inline cudaError_t trmm(const trmm_call &t, bool w_rows, bool m_cols,
                               cudaStream_t stream)
{
    if (w_rows)
        return m_cols ? trmm_launch<true, true>(t, stream)
                      : trmm_launch<true, false>(t, stream);
    return m_cols ? trmm_launch<false, true>(t, stream)
                  : trmm_launch<false, false>(t, stream);
}

} // namespace sl

#endif /* SL_CUDA_TRMM_CUH */
