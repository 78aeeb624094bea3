/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Product with a triangular matrix in double precision, half the operations of gemm:
 *
 *     Z = alpha W M,  M upper (head) or lower triangular, of order `order`,
 *
 * where W, M and Z may each be stored transposed, and Z both ways. A thread block
 * computes two blocks of columns, the j-th from the left and the j-th from the right.
 * Their inner dimensions have the same sum for all j. The kernel uses matrix instructions
 * m16n8k8; asynchronous copies of 16 bytes bring operands to shared memory in stages.
 * Blocks are square, of order 64 or 128. Those of order 128 read operands half as often.
 * But there are fewer of them, and they leave a GPU idle if nothing else runs; one H200.
 */
#ifndef SL_CUDA_TRMM_CUH
#define SL_CUDA_TRMM_CUH

#include <stdint.h>
#include <cuda_runtime.h>
#include "codelets/cuda/cuda_copy.cuh"
#include "codelets/cuda/cuda_scalar.cuh"

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
    bool large; // blocks, where the device can
};

enum { TRMM_THREADS = 256 };

/* Blocks of that order, K of the inner dimension a stage; of 4 x 2 warps each computes ROWS x COLS
 * of a block by TILES of matrix instructions. */
template <int ORDER> struct trmm_block {
    enum { K = 2048 / ORDER, STAGES = ORDER == 64 ? 3 : 4 };
    enum { ROWS = ORDER / 4, COLS = ORDER / 2, ROW_TILES = ROWS / 16, COL_TILES = COLS / 8 };
    enum { BYTES = STAGES * 2 * ORDER * (K + 4) * (int)sizeof(double) }; /* trmm_stage, or less */
    typedef double sums[ROW_TILES][COL_TILES][4];
};

/* One operand's stage in shared memory: element (i, k), i < ORDER, k < K. Along the
 * index that is contiguous in memory it is contiguous here too, and the leading
 * dimension is 4 mod 16, which spreads a fragment over all banks. */
template <int ORDER, bool ALONG_I> struct trmm_stage {
    static const int K = trmm_block<ORDER>::K, LD = (ALONG_I ? ORDER : K) + 4;
    static const int SIZE = LD * (ALONG_I ? K : ORDER);

    static __device__ int at(int i, int k)
    {
        return ALONG_I ? i + k * LD : k + i * LD;
    }
};

/* One thread's share of the copies of an operand: four pairs of elements a stage. What
 * lies beyond row ni or inner index nk becomes 0; WHOLE: nothing does. */
template <int ORDER, bool ALONG_I, bool WHOLE> struct trmm_loader {
    typedef trmm_stage<ORDER, ALONG_I> S;
    static const int LANES = (ALONG_I ? ORDER : S::K) / 2; // pairs along
    static const int STEP = TRMM_THREADS / LANES;
    static const int COPIES = ORDER * S::K / 2 / TRMM_THREADS;
    const double *X, *p; // X itself stands in where nothing is to be read
    int ld, rows, inner; // those left, from the block's and the stage's first on

    static __device__ int along()
    {
        return threadIdx.x % LANES * 2;
    }
    static __device__ int across()
    {
        return threadIdx.x / LANES;
    }
    __device__ trmm_loader(const double *X_, int ld_, int i0, int k0, int ni, int nk)
        : X(X_), ld(ld_), rows(ni - i0), inner(nk - k0)
    {
        p = ALONG_I ? X + i0 + along() + (size_t)(k0 + across()) * ld
                    : X + k0 + along() + (size_t)(i0 + across()) * ld;
    }
    /* the next stage */
    __device__ void load(double *shared)
    {
        double *to = shared + along() + across() * S::LD;
        const size_t step = (size_t)STEP * ld;
#pragma unroll
        for (int c = 0; c < COPIES; c++) {
            int left = (ALONG_I ? rows : inner) - along();
            int lines = (ALONG_I ? inner : rows) - across() - c * STEP;
            int count = WHOLE ? 2 : lines > 0 ? min(max(left, 0), 2) : 0;
            copy_async_pair(to + c * STEP * S::LD, count ? p + c * step : X, count);
        }
        p += ALONG_I ? (size_t)S::K * ld : S::K;
        inner -= S::K;
    }
};

/* A warp's part of both operands, for one matrix instruction's inner dimension. */
template <int ORDER, class SW, class SM> struct trmm_fragments {
    typedef trmm_block<ORDER> B;
    double a[B::ROW_TILES][4], b[B::COL_TILES][2];

    __device__ void read(const double *stage, int k0)
    {
        int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, k = k0 + threadIdx.x % 4;
        int row = warp % 4 * B::ROWS + group, col = warp / 4 * B::COLS + group;
#pragma unroll
        for (int i = 0; i < B::ROW_TILES; i++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                a[i][e] = stage[SW::at(row + 16 * i + e % 2 * 8, k + e / 2 * 4)];
#pragma unroll
        for (int j = 0; j < B::COL_TILES; j++)
#pragma unroll
            for (int e = 0; e < 2; e++)
                b[j][e] = stage[SW::SIZE + SM::at(col + 8 * j, k + e * 4)];
    }
    __device__ void multiply(typename B::sums &acc) const
    {
#pragma unroll
        for (int j = 0; j < B::COL_TILES; j++)
#pragma unroll
            for (int i = 0; i < B::ROW_TILES; i++)
                mma_m16n8k8(acc[i][j], a[i], b[j]);
    }
};

template <int ORDER, bool WHOLE>
__device__ void trmm_store(const trmm_call &t, const typename trmm_block<ORDER>::sums &acc,
                           int r0, int q0)
{
    typedef trmm_block<ORDER> B;
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
    int row = r0 + warp % 4 * B::ROWS + group, col = q0 + warp / 4 * B::COLS + 2 * member;
    const size_t down = t.across ? t.ldz : 1, right = t.across ? 1 : t.ldz;
    const size_t down_t = t.across ? 1 : t.ldt, right_t = t.across ? t.ldt : 1;
    double *z = t.Z + row * down + col * right;
    double *z_t = t.T ? t.T + row * down_t + col * right_t : nullptr;
#pragma unroll
    for (int i = 0; i < B::ROW_TILES; i++)
#pragma unroll
        for (int j = 0; j < B::COL_TILES; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = 16 * i + e / 2 * 8, q = 8 * j + e % 2;
                if (WHOLE || (row + r < t.rows && col + q < t.order)) {
                    z[r * down + q * right] = t.alpha * acc[i][j][e];
                    if (z_t)
                        z_t[r * down_t + q * right_t] = t.alpha * acc[i][j][e];
                }
            }
}

/* The block at (r0, q0) of Z. */
template <int ORDER, bool W_ROWS, bool M_COLS, bool WHOLE>
__device__ void trmm_tile(const trmm_call &t, double *shared, int r0, int q0)
{
    typedef trmm_block<ORDER> B;
    typedef trmm_stage<ORDER, W_ROWS> SW;
    typedef trmm_stage<ORDER, M_COLS> SM;
    const int BOTH = SW::SIZE + SM::SIZE;
    typename B::sums acc = {};
    int first = t.head ? 0 : q0 / B::K;
    int last = (min(t.order, t.head ? q0 + ORDER : t.order) + B::K - 1) / B::K;

    trmm_loader<ORDER, W_ROWS, WHOLE> w(t.W, t.ldw, r0, first * B::K, t.rows, t.order);
    trmm_loader<ORDER, M_COLS, WHOLE> m(t.M, t.ldm, q0, first * B::K, t.order, t.order);
    int fetched = first, write = 0, read = 0;
    auto fetch_next = [&] {
        if (fetched < last) {
            w.load(shared + write * BOTH);
            m.load(shared + write * BOTH + SW::SIZE);
        }
        copies_end_here();
        fetched++;
        write = write + 1 == B::STAGES ? 0 : write + 1;
    };
    trmm_fragments<ORDER, SW, SM> part[2]; /* the next is read beside the products of one */
    auto read_next_stage = [&] {
        await_copies<B::STAGES - 2>();
        __syncthreads(); /* all have read the stage before */
        part[0].read(shared + read * BOTH, 0);
    };

    __syncthreads(); /* the block before has been read */
    for (int c = 0; c < B::STAGES - 1; c++)
        fetch_next();
    read_next_stage();
    for (int c = first; c < last; c++) {
        const double *stage = shared + read * BOTH;
        read = read + 1 == B::STAGES ? 0 : read + 1;
#pragma unroll
        for (int k = 0; k < B::K; k += 8) {
            if (k + 8 < B::K)
                part[(k / 8 + 1) % 2].read(stage, k + 8);
            else if (c + 1 < last)
                read_next_stage();
            if (k == 0)
                fetch_next();
            part[k / 8 % 2].multiply(acc);
        }
    }
    trmm_store<ORDER, WHOLE>(t, acc, r0, q0);
}

/* The two blocks of columns of a thread block. W_ROWS: W(r, k) is contiguous in r; M_COLS: M(k, q)
 * is contiguous in q; WHOLE: rows and order are multiples of ORDER. */
template <int ORDER, bool W_ROWS, bool M_COLS, bool WHOLE>
__device__ void trmm_tiles(const trmm_call &t, double *shared, int i, int j)
{
    int tiles = (t.order + ORDER - 1) / ORDER, mirror = tiles - 1 - j;
    trmm_tile<ORDER, W_ROWS, M_COLS, WHOLE>(t, shared, i * ORDER, mirror * ORDER);
    if (mirror > j)
        trmm_tile<ORDER, W_ROWS, M_COLS, WHOLE>(t, shared, i * ORDER, j * ORDER);
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
template <int ORDER, bool W_ROWS, bool M_COLS, bool WHOLE>
__global__ void __launch_bounds__(TRMM_THREADS, ORDER == 64 ? 2 : 1) trmm_kernel(trmm_call t)
{
    extern __shared__ __align__(16) double trmm_shared[];
    trmm_tiles<ORDER, W_ROWS, M_COLS, WHOLE>(t, trmm_shared, blockIdx.x, blockIdx.y);
}

template <int ORDER, bool W_ROWS, bool M_COLS>
static cudaError_t trmm_launch(const trmm_call &t, cudaStream_t stream)
{
    const bool whole = t.rows % ORDER == 0 && t.order % ORDER == 0;
    const auto kernel = whole ? trmm_kernel<ORDER, W_ROWS, M_COLS, true>
                              : trmm_kernel<ORDER, W_ROWS, M_COLS, false>;
    const int bytes = trmm_block<ORDER>::BYTES;
    cudaError_t err =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (err != cudaSuccess)
        return err;
    int tiles = (t.order + ORDER - 1) / ORDER;
    dim3 grid((t.rows + ORDER - 1) / ORDER, (tiles + 1) / 2);
    kernel<<<grid, TRMM_THREADS, bytes, stream>>>(t);
    return cudaGetLastError();
}

template <int ORDER>
static cudaError_t trmm_of(const trmm_call &t, bool w_rows, bool m_cols, cudaStream_t stream)
{
    if (w_rows)
        return m_cols ? trmm_launch<ORDER, true, true>(t, stream)
                      : trmm_launch<ORDER, true, false>(t, stream);
    return m_cols ? trmm_launch<ORDER, false, true>(t, stream)
                  : trmm_launch<ORDER, false, false>(t, stream);
}

/* cudaErrorNotSupported: copies are of 16 bytes, and blocks need shared memory. */
static inline cudaError_t trmm(const trmm_call &t, bool w_rows, bool m_cols,
                               cudaStream_t stream)
{
    int device, bytes;
    cudaError_t err = cudaGetDevice(&device);
    if (err == cudaSuccess)
        err = cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    if (err != cudaSuccess)
        return err;
    if ((t.ldw | t.ldm) % 2 != 0 || ((uintptr_t)t.W | (uintptr_t)t.M) % 16 != 0 ||
        bytes < trmm_block<64>::BYTES)
        return cudaErrorNotSupported;
    return t.large && bytes >= trmm_block<128>::BYTES
               ? trmm_of<128>(t, w_rows, m_cols, stream)
               : trmm_of<64>(t, w_rows, m_cols, stream);
}
#endif

} // namespace sl

#endif /* SL_CUDA_TRMM_CUH */
