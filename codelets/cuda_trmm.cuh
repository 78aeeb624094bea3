/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Product with a triangular matrix in double precision, half the operations of gemm:
 *
 *     Z = alpha W M,  M upper (head) or lower triangular, of order `order`,
 *
 * where W, M and Z may each be stored transposed. A thread block computes two blocks
 * of 64 columns, the j-th from the left and the j-th from the right, whose inner
 * dimensions add up to the same for all j. Matrix instructions m16n8k8, operands
 * through shared memory in three stages of 32, by asynchronous copies of 16 bytes.
 */
#ifndef SL_CUDA_TRMM_CUH
#define SL_CUDA_TRMM_CUH

#include <cuda_runtime.h>

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
};

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
    /* Rows i0 ... of X, inner indices k0 ...; what lies beyond ni or nk becomes 0. */
    static __device__ void load(double *to, const double *X, int ld, int i0, int k0,
                                int ni, int nk)
    {
        const int ALONG = ALONG_I ? TRMM_TILE : TRMM_K;
        const int PAIRS = TRMM_TILE * TRMM_K / 2;
#pragma unroll
        for (int p = threadIdx.x; p < PAIRS; p += TRMM_THREADS) {
            int a = p % (ALONG / 2) * 2, b = p / (ALONG / 2);
            int fast = a + (ALONG_I ? i0 : k0), slow = b + (ALONG_I ? k0 : i0);
            int left = (ALONG_I ? ni : nk) - fast;
            if (slow >= (ALONG_I ? nk : ni))
                left = 0;
            int bytes = min(max(left, 0), 2) * (int)sizeof(double);
            const double *from = bytes ? X + fast + (size_t)slow * ld : X;
            unsigned address = (unsigned)__cvta_generic_to_shared(to + a + b * LD);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address),
                         "l"(from), "r"(bytes)
                         : "memory");
        }
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
            double b0 = m[SM::at(col + 8 * j, k)], b1 = m[SM::at(col + 8 * j, k + 4)];
            asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
                "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                : "+d"(acc[j][0]), "+d"(acc[j][1]), "+d"(acc[j][2]), "+d"(acc[j][3])
                : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b0), "d"(b1));
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

    for (int c = first; c < last + TRMM_STAGES - 1; c++) {
        /* load stage c, multiply by the one loaded two iterations ago */
        if (c < last) {
            double *to = shared + (c - first) % TRMM_STAGES * BOTH;
            SW::load(to, t.W, t.ldw, r0, c * TRMM_K, t.rows, t.order);
            SM::load(to + SW::SIZE, t.M, t.ldm, q0, c * TRMM_K, t.order, t.order);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (c - first < TRMM_STAGES - 1)
            continue;
        asm volatile("cp.async.wait_group %0;" ::"n"(TRMM_STAGES - 1) : "memory");
        __syncthreads();
        const double *w = shared + (c - first - TRMM_STAGES + 1) % TRMM_STAGES * BOTH;
        trmm_multiply<SW, SM>(acc, w, w + SW::SIZE);
        __syncthreads();
    }

    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int r = r0 + warp % 4 * 16 + group + e / 2 * 8;
            int q = q0 + warp / 4 * 32 + 8 * j + 2 * member + e % 2;
            if (r < t.rows && q < t.order)
                t.Z[t.across ? q + (size_t)r * t.ldz : r + (size_t)q * t.ldz] =
                    t.alpha * acc[j][e];
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
