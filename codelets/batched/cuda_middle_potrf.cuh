/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Cholesky factorization of a matrix of some hundred rows by one thread block, left-looking. For
 * each block column of NB columns:
 *
 *   - Each warp has a tile of 32 rows in registers. It subtracts the product of the columns before,
 *     which come from the cache by asynchronous copies.
 *   - The warp of the diagonal tile factors it, a row for each lane.
 *   - The others solve with that factor, again a row for each lane. All write their tile.
 *
 * So each element is read from memory once and written once. Shared memory need not hold the
 * matrix: several blocks fit on a multiprocessor, and one updates while another factors.
 *
 * All is written for the lower triangle. U^T is the lower factor of A^T, so that only loads and
 * stores know which triangle there is.
 */
#ifndef SL_CUDA_MIDDLE_POTRF_CUH
#define SL_CUDA_MIDDLE_POTRF_CUH

#include "codelets/cuda/cuda_copy.cuh"
#include "codelets/cuda/cuda_pivot.cuh"
#include "codelets/cuda/cuda_quad.cuh"

namespace sl
{

enum { MIDDLE_TILE = 32 }; // rows of a tile: one for each lane

/* x. The compiler cannot compute what depends on it earlier, and keep that in registers. */
__device__ inline int unknown(int x)
{
    asm volatile("" : "+r"(x));
    return x;
}

/* Whether p is positive, normal and finite: then inverse_root(p) is right. */
__device__ inline bool has_root(float p)
{
    return __float_as_uint(p) - 0x00800000u < 0x7f000000u;
}
__device__ inline bool has_root(double p)
{
    return (unsigned)__double2hiint(p) - 0x00100000u < 0x7fe00000u;
}

/* p - |x|^2 */
template <class R> __device__ R minus_square(R p, R x)
{
    return p - x * x;
}
template <class R, class C> __device__ R minus_square(R p, C x)
{
    return p - x.x * x.x - x.y * x.y;
}

template <class T, int COLUMNS, bool UPPER, bool PREFETCH = true> struct middle_potrf {
    typedef scalar<T> S;
    typedef typename S::real real;
    static constexpr int NB = COLUMNS, TILE = MIDDLE_TILE;
    static constexpr int KC = 8; // columns of a step of the update
    /* Leading dimensions in shared memory. Neither the operands of a matrix instruction nor 8
     * elements of a row have two in one bank. */
    static constexpr int LD = TILE + 16 / (int)sizeof(T), LDY = NB + 16 / (int)sizeof(T);
    static constexpr int STEP = KC * (LD + LDY);
    /* Each warp has such an area: for its tile, before for two steps of the update. */
    static constexpr int AREA = 2 * STEP > NB *LD ? 2 * STEP : NB *LD;
    static_assert(NB <= TILE && NB % KC == 0, "the diagonal tile has the diagonal block");

    struct shared {
        real inverse[NB]; // of the diagonal of the diagonal block
        int bad;          // the order of its first bad minor, or 0
    };

    const int n;
    T *const A;
    const int lda;
    T *const areas; // one for each warp; the first one has the diagonal block
    shared &diagonal;
    const int lane;

    static __device__ middle_potrf here(int n, T *A, int lda, T *areas, shared &diagonal)
    {
        return {n, A, unknown(lda), areas, diagonal, unknown(threadIdx.x % 32)};
    }
    __device__ T *at(int r, int c) const
    {
        return UPPER ? A + c + (int64_t)r * lda : A + r + (int64_t)c * lda;
    }

    /* ---- The update of a tile ------------------------------------------------------------ */

    /* Element e of quad (h, s) of this thread is in row row_of(h, e) and column col_of(s, e). */
    __device__ int row_of(int h, int e) const
    {
        return 16 * h + lane / 4 + e / 2 * 8;
    }
    __device__ int col_of(int s, int e) const
    {
        return 8 * s + lane % 4 * 2 + e % 2;
    }

    __device__ void fetch(quad<T> (&c)[2][NB / 8], int row, int col) const
    {
#pragma unroll
        for (int s = 0; s < NB / 8; s++)
#pragma unroll
            for (int h = 0; h < 2; h++)
#pragma unroll
                for (int e = 0; e < 4; e++) {
                    const int i = row + row_of(h, e), j = col + col_of(s, e);
                    c[h][s].set(e, i < n && j <= i ? *at(i, j) : S::make(0));
                }
    }

    /* Copies KC columns after KC columns of ROWS rows to shared memory. A thread copies an element
     * of each few rows or columns. In place of rows that do not exist come others, and nobody uses
     * what becomes of them. */
    template <int ROWS> struct source {
        static constexpr int STRIDE = UPPER ? 4 : 32 / ROWS, COPIES = ROWS * KC / 32;
        const int r, c; // of the first one
        const T *p;
        const int rows;   // how many there are from r on
        const int64_t ld; // elements to the next one

        __device__ source(const middle_potrf &x, int row)
            : r(UPPER ? x.lane / 8 : x.lane % ROWS), c(UPPER ? x.lane % 8 : x.lane / ROWS),
              p(x.at(min(row + r, x.n - 1), c)), rows(x.n - row - r), ld((int64_t)STRIDE * x.lda)
        {
        }
        /* The next KC columns. */
        __device__ void stage(T *to, int ldt)
        {
            const T *q = p;
            to += c * ldt + r;
#pragma unroll
            for (int l = 0; l < COPIES; l++) {
                copy_async(to, q);
                to += UPPER ? STRIDE : STRIDE * ldt;
                if (!UPPER || (l + 1) * STRIDE < rows)
                    q += ld;
            }
            p = UPPER ? p + KC : q;
        }
    };

    /* c = c - x y^H. The order of columns does not matter to a matrix instruction: each thread has
     * two adjacent ones. */
    __device__ void apply(quad<T> (&c)[2][NB / 8], const T *x, const T *y) const
    {
        if constexpr (has_matrix_units<T>) {
            const int g = lane / 4, k = lane % 4 * 2;
#pragma unroll
            for (int h = 0; h < 2; h++) {
                T a[4];
#pragma unroll
                for (int e = 0; e < 4; e++)
                    a[e] = x[(k + e / 2) * LD + 16 * h + e % 2 * 8 + g];
#pragma unroll
                for (int s = 0; s < NB / 8; s++) {
                    const T b[2] = {y[k * LDY + 8 * s + g], y[(k + 1) * LDY + 8 * s + g]};
                    minus_product(c[h][s], a, b);
                }
            }
        } else {
#pragma unroll 2
            for (int k = 0; k < KC; k++) {
                T a[2][2], b[NB / 8][2];
#pragma unroll
                for (int i = 0; i < 4; i++)
                    a[i / 2][i % 2] = x[k * LD + row_of(i / 2, i % 2 * 2)];
#pragma unroll
                for (int s = 0; s < NB / 8; s++)
#pragma unroll
                    for (int e = 0; e < 2; e++)
                        b[s][e] = y[k * LDY + col_of(s, e)];
#pragma unroll
                for (int s = 0; s < NB / 8; s++)
#pragma unroll
                    for (int h = 0; h < 2; h++)
#pragma unroll
                        for (int e = 0; e < 4; e++)
                            c[h][s].set(e, S::update(c[h][s].get(e), a[h][e / 2], b[s][e % 2]));
            }
        }
    }

    /* The tile at (row, col) less the product of the columns before, to the warp's area. */
    __device__ void update(T *area, int row, int col) const
    {
        quad<T> c[2][NB / 8];
        source<TILE> x(*this, row);
        source<NB> y(*this, col);
        if (col > 0) {
            x.stage(area, LD);
            y.stage(area + KC * LD, LDY);
            copies_end_here();
        }
        fetch(c, row, col);
#pragma unroll 1
        for (int k = 0; k < col; k += KC) {
            T *now = area + k / KC % 2 * STEP, *next = area + (k / KC + 1) % 2 * STEP;
            if (k + KC < col) {
                x.stage(next, LD);
                y.stage(next + KC * LD, LDY);
            }
            copies_end_here();
            await_copies<1>();
            __syncwarp();
            apply(c, now, now + KC * LD);
            __syncwarp();
        }
#pragma unroll
        for (int s = 0; s < NB / 8; s++)
#pragma unroll
            for (int h = 0; h < 2; h++)
#pragma unroll
                for (int e = 0; e < 4; e++)
                    area[col_of(s, e) * LD + row_of(h, e)] = c[h][s].get(e);
        __syncwarp();
    }

    /* ---- Factor and solve, a row for each lane -------------------------------------------- */

    /* x[j] = x[j] - y conj(l[j]) for j > k, by all lanes with the same l. */
    static __device__ void subtract(T (&x)[NB], int k, T y, const T *l)
    {
        const int SIZE = pack<T>::SIZE;
#pragma unroll
        for (int j = (k + 1) / SIZE * SIZE; j < NB; j += SIZE) {
            const pack<T> p = *(const pack<T> *)(l + j);
#pragma unroll
            for (int e = 0; e < SIZE; e++)
                if (j + e > k)
                    x[j + e] = S::update(x[j + e], y, p.v[e]);
        }
    }

    /* Factors the diagonal block in the area, and solves in the rows below it. A pivot and its root
     * are known a step ahead, while the step before still updates. Returns false where a pivot is
     * not positive, or has no approximate root. */
    __device__ bool factor(T *area, int cols) const
    {
        T a[NB];
#pragma unroll
        for (int j = 0; j < NB; j++)
            a[j] = area[j * LD + lane];
        real d = __shfl_sync(~0u, S::re(a[0]), 0), r = inverse_root(d);
        real pivot = 1, inverse = 1; // of this row
        bool good = true;
#pragma unroll
        for (int j = 0; j < NB; j++) {
            if (j >= cols)
                break;
            T *l = area + j * LD; // the column, not yet scaled
            l[lane] = a[j];
            const T y = S::scale(a[j], r);
            const int after = j + 1 < NB ? j + 1 : j;
            const real mine = minus_square(S::re(a[after]), y); // the next pivot, in its row
            const real next = __shfl_sync(~0u, mine, after);
            __syncwarp();
            const real next_r = inverse_root(next);
            good = good && has_root(d);
            a[j] = y;
            subtract(a, j, S::scale(y, r), l);
            pivot = lane == j ? d : pivot;
            inverse = lane == j ? r : inverse;
            d = next;
            r = next_r;
        }
        __syncwarp();
        pivot = sqrt(pivot);
#pragma unroll
        for (int j = 0; j < NB; j++)
            area[j * LD + lane] = lane == j ? S::make(pivot) : a[j];
        if (lane < NB)
            diagonal.inverse[lane] = inverse;
        __syncwarp();
        return good;
    }

    /* The same, for any pivot. Returns the order of the first bad minor, or 0. */
    static __device__ __noinline__ int factor_plainly(T *area, int cols, real *inverse)
    {
        const int lane = threadIdx.x % 32;
        for (int j = 0; j < cols; j++) {
            T *l = area + j * LD;
            const real d = S::re(l[j]), root = sqrt(d);
            if (!(d > 0))
                return j + 1;
            __syncwarp();
            const T x = lane == j ? S::make(root) : S::scale(l[lane], 1 / root);
            l[lane] = x;
            if (lane == j)
                inverse[j] = 1 / root;
            __syncwarp();
            for (int k = j + 1; k < cols; k++)
                area[k * LD + lane] = S::update(area[k * LD + lane], x, l[k]);
            __syncwarp();
        }
        return 0;
    }

    /* The tile in the area times L^-H, L the diagonal block. */
    __device__ void solve(T *area) const
    {
        T x[NB];
#pragma unroll
        for (int j = 0; j < NB; j++)
            x[j] = area[j * LD + lane];
#pragma unroll
        for (int j = 0; j < NB; j++) {
            x[j] = S::scale(x[j], diagonal.inverse[j]);
            area[j * LD + lane] = x[j];
            subtract(x, j, x[j], areas + j * LD);
        }
        __syncwarp();
    }

    __device__ void store(const T *area, int row, int col) const
    {
        T *p = nullptr;
#pragma unroll
        for (int l = 0; l < NB; l++) {
            const int r = UPPER ? lane / 8 + l % 8 * 4 : lane;
            const int c = UPPER ? lane % 8 + l / 8 * 8 : l;
            const T x = area[c * LD + r];
            if (l % (UPPER ? 8 : NB) == 0)
                p = at(row + r, col + c);
            if (row + r < n && col + c <= row + r)
                *p = x;
            p += (UPPER ? 4 : 1) * (int64_t)lda;
        }
        __syncwarp();
    }

    /* What the next step does with a tile of these rows comes to the cache. */
    __device__ void prefetch(int row, int col) const
    {
        const int length = UPPER ? NB : TILE, sector = 32 / (int)sizeof(T);
        const int i = row + NB + (UPPER ? lane : 0), j = col + NB + (UPPER ? 0 : lane);
        if (lane < (UPPER ? TILE : NB) && i < n && j < n)
#pragma unroll
            for (int l = 0; l < length; l += sector)
                if (UPPER ? j + l <= i : i + l < n && j < i + l + sector)
                    asm volatile("prefetch.global.L2 [%0];" ::"l"(at(i, j) + l));
    }

    /* By all threads of the block. Returns info. A warp always runs on the same quarter of the
     * multiprocessor: the diagonal tile is that of another one in each step and block. */
    static __device__ int run(int n, T *A, int lda, T *areas, shared &diagonal)
    {
        const unsigned warps = blockDim.x / 32, warp = threadIdx.x / 32;
        for (int step = 0, col = 0; col < n; step++, col += NB) {
            const int rank = (warp + blockIdx.x + step) % warps;
            T *area = areas + rank * AREA;
            int row = col + rank * TILE;
            for (bool first = true;; first = false) {
                const int cols = min(NB, n - col);
                // once, but again for a diagonal tile whose pivots factor() does not take
                for (bool again = false; row < n; again = true) {
                    const middle_potrf x = here(n, A, lda, areas, diagonal);
                    x.update(area, row, col);
                    if (PREFETCH && first && !again)
                        x.prefetch(row, col);
                    if (rank > 0)
                        break;
                    const bool good = !again && x.factor(area, cols);
                    const int bad = again ? factor_plainly(area, cols, diagonal.inverse) : 0;
                    if (x.lane == 0)
                        diagonal.bad = bad;
                    if (good || again)
                        break;
                }
                if (first) {
                    __syncthreads();
                    if (diagonal.bad != 0)
                        return col + diagonal.bad;
                }
                if (row >= n)
                    break;
                const middle_potrf x = here(n, A, lda, areas, diagonal);
                if (rank > 0)
                    x.solve(area);
                x.store(area, row, col);
                if (rank == 0) // its area is still in use
                    break;
                row += (warps - 1) * TILE;
            }
            __syncthreads();
        }
        return 0;
    }
};

} // namespace sl

#endif /* SL_CUDA_MIDDLE_POTRF_CUH */
