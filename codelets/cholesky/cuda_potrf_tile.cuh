/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What a launch of cuda_potrf.cu works on: sizes of a thread block, row blocks of the matrix
 * and of its border, and how their elements come to registers and shared memory and back.
 */
#ifndef SL_CUDA_POTRF_TILE_CUH
#define SL_CUDA_POTRF_TILE_CUH

#include "codelets/blas3/cuda_inverse.cuh"
#include "codelets/cuda/cuda_quad.cuh"
#include "cuda_potrf.h"

namespace sl
{

// Sizes of one thread block, by type; it works on two row blocks of order NB at once. The registers
// of BLOCKS thread blocks fit on a multiprocessor. Chosen on one H200.
template <class T> struct shape {
    static const int NB = 32, SW = 8, OWNERS = 128, BLOCKS = 3;
};
template <> struct shape<cuComplex> {
    static const int NB = 32, SW = 8, OWNERS = 256, BLOCKS = 2;
};
template <> struct shape<cuDoubleComplex> {
    static const int NB = 32, SW = 8, OWNERS = 128, BLOCKS = 2;
};

template <class T> struct layout : shape<T> {
    using shape<T>::NB;
    using shape<T>::SW;
    using shape<T>::OWNERS;                // threads that own the block's elements
    static const int M = 2 * NB;           // rows of a thread block
    static const int THREADS = OWNERS + M; // and one solver for each row
    static const int STRIPS = NB / SW;
    // Leading dimensions in shared memory: 4 mod 16 words of 8 bytes, or 2 mod 8 of 16 bytes,
    // so that the fragments of a matrix instruction come from different banks.
    static const int PAD = sizeof(T) == 16 ? 2 : 4, LDA = M + PAD, LDB = NB + PAD;
    static const size_t BYTES = sizeof(T) * (NB * (LDA + LDB) + 3 * SW * LDA);
    static_assert(SL_CUDA_IB % NB == 0, "blocks of the border are whole");
};

// What a launch is about. Rows and columns count in elements, blocks in NB.
template <class T> struct tile {
    T *A, *D, *W;
    int *info;
    int n, lda, ldd;
    bool upper, unit;
    int col;    // first column of the panel
    bool first; // no previous block column to apply
    int end;    // first column that this launch leaves alone
};

// A block of at most NB rows, seen from a block column: of A, of the border, or none.
// Element (r, c) is p[r * down + c * right], or conjugate.
template <class T> struct rows_of {
    T *p;
    size_t down, right;
    int rows;
    bool across; // rows are contiguous
    bool conjugate;

    __device__ T *at(int r, int c) const
    {
        return p + r * down + c * right;
    }
    __device__ T view(T v) const
    {
        return conjugate ? scalar<T>::conj(v) : v;
    }
};

template <class T>
__device__ rows_of<T> make_rows(T *p, int ld, int rows, bool across, bool conjugate)
{
    size_t one = 1;
    rows_of<T> b = {p, across ? ld : one, across ? one : ld, max(0, rows), across, conjugate};
    b.rows = min(shape<T>::NB, b.rows);
    return b;
}

template <class T> __device__ rows_of<T> no_rows()
{
    return make_rows<T>(nullptr, 0, 0, false, false);
}

// Rows row ... of A, columns col ..., or of A^T: its lower factor is U^T.
template <class T> __device__ rows_of<T> matrix_rows(const tile<T> &t, int row, int col)
{
    T *p = t.A + (t.upper ? col + (size_t)row * t.lda : row + (size_t)col * t.lda);
    return make_rows(p, t.lda, t.n - row, t.upper, false);
}

// The mark of the border's block with that column.
template <class T> __device__ T *mark_of(const tile<T> &t, int col)
{
    int q = col / SL_CUDA_IB * SL_CUDA_IB;
    return mark_of(t.D + (size_t)q * t.ldd, t.ldd, min(SL_CUDA_IB, t.n - q), t.upper);
}

// The same of the border, whose row block i is e_i times L^-H: (L^-1)^H for the lower
// triangle, conj(U^-1) for the upper one. D has its conjugate: L^-1 by rows, or U^-1.
template <class T> __device__ rows_of<T> border_rows(const tile<T> &t, int row, int col)
{
    int q = row / SL_CUDA_IB * SL_CUDA_IB;
    T *p =
        t.D + (t.upper ? row - q + (size_t)col * t.ldd : col - q + (size_t)row * t.ldd);
    return make_rows(p, t.ldd, t.n - row, !t.upper, true);
}

// ---- Elements in registers ------------------------------------------------------

// The part of a thread block's M x NB elements that one owner thread keeps: in each of the STRIPS
// strips EACH elements. A warp owns whole rows, a thread EACH rows, side by side. In double
// precision these are fragments of matrix instructions, of 16 rows.
template <class T, bool FRAGMENTS = sizeof(typename scalar<T>::real) == 8> struct owned {
    typedef layout<T> L;
    static const int ROWS = L::M * 32 / L::OWNERS, DOWN = 32 / L::SW, EACH = ROWS / DOWN;
    struct __align__(16) rows {
        T v[EACH];
    };
    rows v[L::STRIPS];

    __device__ T get(int s, int e) const
    {
        return v[s].v[e];
    }
    __device__ void set(int s, int e, T x)
    {
        v[s].v[e] = x;
    }
    static __device__ int row(int e)
    {
        return threadIdx.x / 32 * ROWS + threadIdx.x % 32 / L::SW * EACH + e;
    }
    static __device__ int col(int)
    {
        return threadIdx.x % L::SW;
    }
    // Strip s to R, by columns.
    __device__ void store(int s, T *R) const
    {
        *(rows *)(R + col(0) * L::LDA + row(0)) = v[s];
    }
    // Strips lo .. hi-1 minus X Y^H, X = rows of x, Y = rows of y, K columns each.
    template <int K>
    __device__ void update(const T *x, const T *y, int ldy, int lo, int hi)
    {
#pragma unroll 4
        for (int k = 0; k < K; k++) {
            const rows a = *(const rows *)(x + k * L::LDA + row(0));
#pragma unroll
            for (int s = 0; s < L::STRIPS; s++)
                if (s >= lo && s < hi) {
                    T b = y[k * ldy + s * L::SW + col(0)];
#pragma unroll
                    for (int e = 0; e < EACH; e++)
                        v[s].v[e] = scalar<T>::update(v[s].v[e], a.v[e], b);
                }
        }
    }
};

template <class T> struct owned<T, true> {
    typedef layout<T> L;
    static const int EACH = 4;
    static_assert(L::OWNERS / 32 * 16 == L::M && L::SW == 8, "fragments of 16 x 8");
    quad<T> v[L::STRIPS];

    __device__ T get(int s, int e) const
    {
        return v[s].get(e);
    }
    __device__ void set(int s, int e, T x)
    {
        v[s].set(e, x);
    }
    static __device__ int row(int e)
    {
        return threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8;
    }
    static __device__ int col(int e)
    {
        return threadIdx.x % 4 * 2 + e % 2;
    }
    __device__ void store(int s, T *R) const
    {
#pragma unroll
        for (int e = 0; e < EACH; e++)
            R[col(e) * L::LDA + row(e)] = get(s, e);
    }
    template <int K>
    __device__ void update(const T *x, const T *y, int ldy, int lo, int hi)
    {
        int group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
#pragma unroll 2
        for (int k = member; k < K; k += 8) {
            const T a[4] = {x[k * L::LDA + row(0)], x[k * L::LDA + row(2)],
                            x[(k + 4) * L::LDA + row(0)], x[(k + 4) * L::LDA + row(2)]};
#pragma unroll
            for (int s = 0; s < L::STRIPS; s++)
                if (s >= lo && s < hi) {
                    const T b[2] = {y[k * ldy + s * 8 + group],
                                    y[(k + 4) * ldy + s * 8 + group]};
                    minus_product(v[s], a, b);
                }
        }
    }
};

// ---- Between memory and registers -----------------------------------------------

// One element to shared memory, or zero: by the asynchronous copy, which needs no register, or
// conjugated, through a register.
template <class T> __device__ void copy_in(T *to, const T *from, bool exists, bool conjugate)
{
    if (sizeof(T) > sizeof(typename scalar<T>::real) && conjugate) {
        *to = exists ? scalar<T>::conj(*from) : scalar<T>::make(0);
        return;
    }
    unsigned address = (unsigned)__cvta_generic_to_shared(to);
    int bytes = exists ? sizeof(T) : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address),
                 "l"(from), "n"(sizeof(T)), "r"(bytes)
                 : "memory");
}

// A block column of a row block to shared memory, by all threads, consecutive ones
// along whatever is contiguous. Rows that do not exist become zero.
template <class T> __device__ void stage(const rows_of<T> &b, T *to, int ld)
{
    const int NB = shape<T>::NB, THREADS = layout<T>::THREADS;
    const int GROUP = THREADS / NB;
    const T *valid = b.rows > 0 ? b.p : nullptr;
    if (!b.across) {
        int r = threadIdx.x % NB;
        bool exists = r < b.rows;
        const T *p = exists ? valid + r : valid;
#pragma unroll 4
        for (int c = threadIdx.x / NB; c < NB; c += GROUP)
            copy_in(to + c * ld + r, p + c * b.right, exists, b.conjugate);
        return;
    }
    for (int c = threadIdx.x % 8; c < NB; c += 8)
#pragma unroll 2
        for (int r = threadIdx.x / 8; r < NB; r += THREADS / 8)
            copy_in(to + c * ld + r, valid + (r < b.rows ? r * b.down : 0) + c,
                    r < b.rows, b.conjugate);
}

// What a row block holds before the previous block column is applied to it.
enum content { STORED, TRIANGLE, ZERO, IDENTITY };

template <class T>
__device__ void fetch(owned<T> &mine, const rows_of<T> &b, content what, int cols)
{
    typedef layout<T> Y;
    int rows = what == ZERO || what == IDENTITY ? 0 : b.rows;
    // ones on the diagonal: all of an identity, and of a triangle beyond the edge
    int ones = what == IDENTITY ? 0 : what == TRIANGLE ? b.rows : Y::NB;
#pragma unroll
    for (int e = 0; e < owned<T>::EACH; e++) {
        int r = owned<T>::row(e) % Y::NB;
        const T *p = b.at(r, owned<T>::col(e));
        int last = r < rows ? min(cols - 1, what == TRIANGLE ? r : Y::NB) : -1;
#pragma unroll
        for (int s = 0; s < Y::STRIPS; s++) {
            int c = s * Y::SW + owned<T>::col(e);
            T v = scalar<T>::make(r == c && r >= ones ? 1 : 0);
            if (c <= last)
                v = *p;
            mine.set(s, e, b.view(v));
            p += Y::SW * b.right;
        }
    }
}

template <class T>
__device__ void put_back(const owned<T> &mine, const rows_of<T> &b, content what,
                         int cols)
{
    typedef layout<T> Y;
#pragma unroll
    for (int e = 0; e < owned<T>::EACH; e++) {
        int r = owned<T>::row(e) % Y::NB;
        T *p = b.at(r, owned<T>::col(e));
        int last = r < b.rows ? min(cols - 1, what == TRIANGLE ? r : Y::NB) : -1;
#pragma unroll
        for (int s = 0; s < Y::STRIPS; s++) {
            if (s * Y::SW + owned<T>::col(e) <= last)
                *p = b.view(mine.get(s, e));
            p += Y::SW * b.right;
        }
    }
}

} // namespace sl

#endif /* SL_CUDA_POTRF_TILE_CUH */
