/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Product with a triangular matrix in double precision, half the operations of gemm:
 *
 *     Z = alpha W M,  M upper (head) or lower triangular, of order `order`,
 *
 * where W, M and Z may each be stored transposed, and Z both ways. A thread block
 * computes two blocks of columns, the j-th from the left and the j-th from the right,
 * whose inner dimensions add up to the same for all j. Matrix instructions m16n8k8,
 * operands through shared memory in stages, by asynchronous copies of 16 bytes. Square
 * blocks of order 64, or of 128: those read an operand half as often, but are fewer and
 * leave a GPU idle where nothing else runs (order 1024, H200: 127 us instead of 44).
 */
#ifndef SL_CUDA_TRMM_CUH
#define SL_CUDA_TRMM_CUH

#include <stdint.h>
#include <cuda_runtime.h>
#include "cuda_copy.cuh"
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
 * lies beyond row ni or inner index nk becomes 0. */
template <int ORDER, bool ALONG_I> struct trmm_loader {
    typedef trmm_stage<ORDER, ALONG_I> S;
    static const int LANES = (ALONG_I ? ORDER : S::K) / 2; // pairs along
    static const int STEP = TRMM_THREADS / LANES;
    static const int COPIES = ORDER * S::K / 2 / TRMM_THREADS;
    const double *X, *p; // X itself stands in where nothing is to be read
    size_t step, advance;
    int i_left, k_left, inner; // from this thread's first pair on; from the stage on
    bool whole;                // all rows are there
    double *to;

    __device__ trmm_loader(const double *X_, int ld, int i0, int k0, int ni, int nk,
                           double *shared)
        : X(X_)
    {
        int along = threadIdx.x % LANES * 2, cross = threadIdx.x / LANES;
        int i = i0 + (ALONG_I ? along : cross), k = k0 + (ALONG_I ? cross : along);
        p = ALONG_I ? X + i + (size_t)k * ld : X + k + (size_t)i * ld;
        step = (size_t)STEP * ld;
        advance = ALONG_I ? (size_t)S::K * ld : S::K;
        i_left = ni - i;
        k_left = nk - k;
        inner = nk - k0;
        whole = i0 + ORDER <= ni;
        to = shared + along + cross * S::LD;
    }
    /* the next stage, into the buffer at this offset */
    __device__ void load(int offset)
    {
        if (whole && inner >= S::K) {
#pragma unroll
            for (int c = 0; c < COPIES; c++)
                copy_async_pair(to + offset + c * STEP * S::LD, p + c * step, 2);
        } else {
#pragma unroll
            for (int c = 0; c < COPIES; c++) {
                int along = ALONG_I ? i_left : k_left;
                int cross = (ALONG_I ? k_left : i_left) - c * STEP;
                int count = cross > 0 ? min(max(along, 0), 2) : 0;
                copy_async_pair(to + offset + c * STEP * S::LD, count ? p + c * step : X, count);
            }
        }
        p += advance;
        k_left -= S::K;
        inner -= S::K;
    }
};

/* acc += W M for eight of a stage's inner dimension, a warp's part. */
template <int ORDER, class SW, class SM>
__device__ void trmm_multiply(typename trmm_block<ORDER>::sums &acc, const double *w,
                              const double *m, int k0)
{
    typedef trmm_block<ORDER> B;
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, k = k0 + threadIdx.x % 4;
    int row = warp % 4 * B::ROWS + group, col = warp / 4 * B::COLS + group;
    double a[B::ROW_TILES][4];
#pragma unroll
    for (int i = 0; i < B::ROW_TILES; i++)
#pragma unroll
        for (int e = 0; e < 4; e++)
            a[i][e] = w[SW::at(row + 16 * i + e % 2 * 8, k + e / 2 * 4)];
#pragma unroll
    for (int j = 0; j < B::COL_TILES; j++) {
        double b[2] = {m[SM::at(col + 8 * j, k)], m[SM::at(col + 8 * j, k + 4)]};
#pragma unroll
        for (int i = 0; i < B::ROW_TILES; i++)
            mma_m16n8k8(acc[i][j], a[i], b);
    }
}

template <int ORDER>
__device__ void trmm_store(const trmm_call &t, const typename trmm_block<ORDER>::sums &acc,
                           int r0, int q0)
{
    typedef trmm_block<ORDER> B;
    int warp = threadIdx.x / 32, group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
    int row = r0 + warp % 4 * B::ROWS + group, col = q0 + warp / 4 * B::COLS + 2 * member;
#pragma unroll
    for (int i = 0; i < B::ROW_TILES; i++)
#pragma unroll
        for (int j = 0; j < B::COL_TILES; j++)
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = row + 16 * i + e / 2 * 8, q = col + 8 * j + e % 2;
                if (r < t.rows && q < t.order) {
                    double z = t.alpha * acc[i][j][e];
                    t.Z[t.across ? q + (size_t)r * t.ldz : r + (size_t)q * t.ldz] = z;
                    if (t.T)
                        t.T[t.across ? r + (size_t)q * t.ldt : q + (size_t)r * t.ldt] = z;
                }
            }
}

/* The block at (r0, q0) of Z. */
template <int ORDER, bool W_ROWS, bool M_COLS>
__device__ void trmm_tile(const trmm_call &t, double *shared, int r0, int q0)
{
    typedef trmm_block<ORDER> B;
    typedef trmm_stage<ORDER, W_ROWS> SW;
    typedef trmm_stage<ORDER, M_COLS> SM;
    const int BOTH = SW::SIZE + SM::SIZE;
    typename B::sums acc = {};
    int first = t.head ? 0 : q0 / B::K;
    int last = (min(t.order, t.head ? q0 + ORDER : t.order) + B::K - 1) / B::K;

    trmm_loader<ORDER, W_ROWS> w(t.W, t.ldw, r0, first * B::K, t.rows, t.order, shared);
    trmm_loader<ORDER, M_COLS> m(t.M, t.ldm, q0, first * B::K, t.order, t.order,
                                 shared + SW::SIZE);
    int fetched = first, write = 0;
    auto fetch_next = [&] {
        if (fetched < last) {
            w.load(write * BOTH);
            m.load(write * BOTH);
        }
        copies_end_here();
        fetched++;
        write = write + 1 == B::STAGES ? 0 : write + 1;
    };

    __syncthreads(); /* the block before has been read */
    for (int c = 0; c < B::STAGES - 1; c++)
        fetch_next();
    for (int c = first, read = 0; c < last; c++, read = read + 1 == B::STAGES ? 0 : read + 1) {
        const double *stage = shared + read * BOTH;
        await_copies<B::STAGES - 2>();
        __syncthreads();
#pragma unroll
        for (int k = 0; k < B::K; k += 8) {
            trmm_multiply<ORDER, SW, SM>(acc, stage, stage + SW::SIZE, k);
            if (k == 0) /* the copies' instructions go beside the matrix instructions */
                fetch_next();
        }
    }
    trmm_store<ORDER>(t, acc, r0, q0);
}

/* The two blocks of columns of a thread block. W_ROWS: W(r, k) is contiguous in r; M_COLS: M(k, q)
 * is contiguous in q. */
template <int ORDER, bool W_ROWS, bool M_COLS>
__device__ void trmm_tiles(const trmm_call &t, double *shared, int i, int j)
{
    int tiles = (t.order + ORDER - 1) / ORDER, mirror = tiles - 1 - j;
    trmm_tile<ORDER, W_ROWS, M_COLS>(t, shared, i * ORDER, mirror * ORDER);
    if (mirror > j)
        trmm_tile<ORDER, W_ROWS, M_COLS>(t, shared, i * ORDER, j * ORDER);
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
template <int ORDER, bool W_ROWS, bool M_COLS>
__global__ void __launch_bounds__(TRMM_THREADS, ORDER == 64 ? 2 : 1) trmm_kernel(trmm_call t)
{
    extern __shared__ __align__(16) double trmm_shared[];
    trmm_tiles<ORDER, W_ROWS, M_COLS>(t, trmm_shared, blockIdx.x, blockIdx.y);
}

template <int ORDER, bool W_ROWS, bool M_COLS>
static cudaError_t trmm_launch(const trmm_call &t, cudaStream_t stream)
{
    const auto kernel = trmm_kernel<ORDER, W_ROWS, M_COLS>;
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
