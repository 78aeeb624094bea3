/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * LU of a matrix of middle size, or of a panel of more than 512 rows, by one thread block, with
 * partial pivoting. It is left-looking: a panel of NB columns is read, updated by the panels to its
 * left, and factored, all in registers. A thread has R rows of the panel.
 *
 * - L is in shared memory as far as there is room, from its first panel on: the first ones are read
 *   most often. U is never read again. So a matrix whose L fits is read once and written once.
 * - While a panel is factored its rows do not move, but each knows its place. Afterwards the rows
 *   of L in shared memory are interchanged.
 * - Panels of L that have no room are in the matrix itself, and their rows never move until the
 *   end: each stays where it was in A, like U's rows in these columns.
 * - In double precision the matrix units can update the panel. Meanwhile each warp has its rows in
 *   the units' tiles.
 */
#ifndef SL_CUDA_MIDDLE_GETRF_CUH
#define SL_CUDA_MIDDLE_GETRF_CUH

#include <type_traits>
#include "codelets/cuda/cuda_copy.cuh"
#include "cuda_panel_getrf.cuh"

namespace sl
{

__device__ inline void prefetch_to_cache(const void *p)
{
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
#endif
}

/* Shared memory: this, two candidates of each warp, the rows' order, and L. UNITS: the matrix units
 * shall be used if they can be. */
template <class T, int NB, bool UNITS> struct __align__(16) middle_shared
{
    enum {
        TILES = UNITS && std::is_same<T, double>::value && NB % 8 == 0,
        LD = NB + (TILES ? 4 : 16 / sizeof(T)) /* few bank conflicts where lanes have rows */
    };
    __align__(16) T u[2][NB][LD];     /* NB rows of U in the panel's columns */
    __align__(16) T diagonal[NB][NB]; /* L's block in these rows, if it is not shared */
    int source[NB];                   /* where the panel's pivots were */
    int target[NB];                   /* where rows in their way went, or -1 */

    static __host__ __device__ int bytes_without_l(int threads, int m)
    {
        return (int)(sizeof(middle_shared) + threads / 32 * 2 * sizeof(middle_candidate<T, NB>)) +
               (m + 3) / 4 * 16;
    }
    /* Elements of a column of L's first panel. Tiles take those of four columns without bank
     * conflicts. */
    static __host__ __device__ int height(int m)
    {
        return TILES ? (m + 3) / 8 * 8 + 4 : m;
    }
    /* Elements of L's first `columns` columns, whole panels: a panel has no rows above its diagonal
     * block. */
    static __host__ __device__ int size_of_l(int columns, int m)
    {
        return columns * height(m) - columns / NB * (columns - NB) / 2 * NB;
    }
};

/* a: rows of the panel, or tiles. */
template <class T, int NB, int R, bool UNITS> struct middle_lu : lu_rows<T, NB, R> {
    typedef middle_shared<T, NB, UNITS> shared;
    typedef lu_rows<T, NB, R> rows_of_panel;
    using rows_of_panel::a, rows_of_panel::place, rows_of_panel::first_place;
    using rows_of_panel::candidates, rows_of_panel::lane, rows_of_panel::warp, rows_of_panel::warps;
    const middle_matrix<T> p;
    const int pivots; /* min(m, n) */
    const int height; /* of L's first panel */
    shared &s;
    int *const order; /* the row of A that is now at each place */
    T *const l;
    int kept;    /* columns of L in shared memory, whole panels */
    int from[R]; /* where the panel's rows are in A */

    /* bytes: of shared memory. The others of this thread block have the same arguments. */
    __device__ middle_lu(const middle_matrix<T> &matrix, char *memory, int bytes)
        : rows_of_panel(matrix.m, memory + sizeof(shared)), p(matrix), pivots(min(p.m, p.n)),
          height(shared::height(p.m)), s(*(shared *)memory), order((int *)(candidates + 2 * warps)),
          l((T *)(memory + shared::bytes_without_l(blockDim.x, p.m))), kept(0)
    {
        const int room = (bytes - shared::bytes_without_l(blockDim.x, p.m)) / (int)sizeof(T);
        while (kept < pivots && shared::size_of_l(kept + NB, p.m) <= room)
            kept += NB;
        for (int i = threadIdx.x; i < p.m; i += blockDim.x)
            order[i] = i;
        __syncthreads();
    }
    /* Row 0 and column 0 of a shared panel, if it had them; rows are places. */
    __device__ T *panel_of_l(int k0) const
    {
        return l + shared::size_of_l(k0, p.m) - k0;
    }
    __device__ int ld_of_l(int k0) const
    {
        return height - k0;
    }
    __device__ T *column(int j) const
    {
        return p.A + (int64_t)j * p.lda;
    }
    /* A panel of L that is in A. Its rows are not moved. */
    __device__ bool unmoved(int j0) const
    {
        return j0 >= kept && j0 < pivots;
    }

    __device__ void factor()
    {
        for (int j0 = 0; j0 < p.n; j0 += NB) {
            const int before = min(j0, pivots);
            find_rows();
            if (shared::TILES && before > 0) {
                if constexpr (shared::TILES)
                    load_tiles(j0);
            } else
                load(j0);
            if (j0 + NB < p.n)
                prefetch(j0 + NB);
            fetch_diagonal(0, before);
            for (int k0 = 0; k0 < before; k0 += NB)
                apply(k0, j0, before);
            if (j0 < pivots) {
                if constexpr (shared::TILES)
                    if (before > 0)
                        leave_tiles(j0);
                this->eliminate(p, j0, min(NB, pivots - j0));
                store(j0);
            }
            __syncthreads();
            if (j0 < pivots)
                interchange(j0);
        }
        finish();
    }

    __device__ void find_rows()
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r);
            place[r] = i < p.m ? i : -1;
            from[r] = i < p.m ? order[i] : 0;
        }
    }
    __device__ void load(int j0)
    {
#pragma unroll
        for (int r = 0; r < R; r++) {
            const T *x = column(j0) + from[r];
#pragma unroll
            for (int c = 0; c < NB; c++, x += p.lda)
                a[r][c] = place[r] >= 0 && j0 + c < p.n ? *x : scalar<T>::make(0);
        }
    }

    /* To the cache. */
    __device__ void prefetch(int j0) const
    {
        const int EACH = 128 / sizeof(T), pieces = (p.m + EACH - 1) / EACH;
        for (int e = threadIdx.x; e < pieces * NB; e += blockDim.x)
            if (j0 + e / pieces < p.n)
                prefetch_to_cache(column(j0 + e / pieces) + e % pieces * EACH);
    }

    /* ---- What the panel k0 of L does to this one ------------------------------------------- */

    /* Begins to copy the diagonal block of the next panel of L. */
    __device__ void fetch_diagonal(int k0, int before)
    {
        const int rows = min(NB, pivots - k0);
        if (k0 >= kept && k0 < before)
            for (int e = threadIdx.x; e < NB * NB; e += blockDim.x)
                if (e % NB < rows)
                    copy_async(&s.diagonal[e / NB][e % NB],
                               column(k0 + e / NB) + order[k0 + e % NB]);
        copies_end_here();
    }
    __device__ void apply(int k0, int j0, int before)
    {
        const int rows = min(NB, pivots - k0);
        T(*u)[shared::LD] = s.u[k0 / NB % 2];
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r) - k0;
            if (!shared::TILES && i >= 0 && i < rows)
                put_row(u[i], a[r], 0);
        }
        if constexpr (shared::TILES)
            put_tiles(k0, rows, u);
        await_copies<0>();
        __syncthreads();
        if (threadIdx.x < NB) {
            if (k0 < kept)
                substitute(rows, u, panel_of_l(k0) + k0, ld_of_l(k0));
            else
                substitute(rows, u, s.diagonal[0], NB);
        }
        __syncthreads();
        fetch_diagonal(k0 + NB, before);
        const bool by_order = unmoved(j0);
        for (int e = threadIdx.x; e < NB * NB; e += blockDim.x) {
            const int i = e % NB, c = e / NB;
            if (i < rows && j0 + c < p.n)
                column(j0 + c)[by_order ? order[k0 + i] : k0 + i] = u[i][c];
        }
        if constexpr (shared::TILES)
            update_tiles(k0, u);
        else
            update_rows(k0, u);
    }
    __device__ __forceinline__ void update_rows(int k0, T (*u)[shared::LD])
    {
        /* rows that this warp has below these, if any */
        const int above = k0 + NB - warp * 32, threads = blockDim.x;
        const int first = above < 32 ? 0 : (above - 32) / threads + 1;
        if (k0 + NB < p.m && first < R && first * threads + warp * 32 < p.m) {
            int at[R];
#pragma unroll
            for (int r = 0; r < R; r++) {
                const int i = first_place(r);
                const bool there = i >= k0 + NB && i < p.m;
                at[r] = k0 < kept ? (there ? i : p.m - 1) : from[r];
            }
            if (k0 < kept)
                update<0>(first, at, u, panel_of_l(k0), ld_of_l(k0));
            else
                update<0>(first, at, u, column(k0), (int64_t)p.lda);
        }
    }
    /* A column of U for each thread, by the unit lower triangle L of order `rows`. */
    __device__ void substitute(int rows, T (*u)[shared::LD], const T *L, int ldl) const
    {
        T x[NB];
#pragma unroll
        for (int i = 0; i < NB; i++)
            x[i] = u[i][threadIdx.x];
#pragma unroll
        for (int k = 0; k < NB - 1; k++)
#pragma unroll
            for (int i = k + 1; i < NB; i++)
                x[i] = minus_product(x[i], i < rows ? L[k * ldl + i] : scalar<T>::make(0), x[k]);
#pragma unroll
        for (int i = 1; i < NB; i++)
            u[i][threadIdx.x] = x[i];
    }
    /* Rows from number FIRST on, of `first` this is at most. */
    template <int FIRST, class I>
    __device__ __forceinline__ void update(int first, const int (&at)[R], T (*u)[shared::LD],
                                           const T *L, I ldl)
    {
        const int NEXT = FIRST + (R + 1) / 2;
        if constexpr (NEXT < R)
            if (first >= NEXT) {
                update<NEXT>(first, at, u, L, ldl);
                return;
            }
#pragma unroll(sizeof(T) * NB * R <= 256 ? 8 : 4)
        for (int k = 0; k < NB; k++) {
            T factors[R], row[NB];
#pragma unroll
            for (int r = FIRST; r < R; r++)
                factors[r] = L[at[r] + k * ldl];
            get_row(row, u[k], 0);
#pragma unroll
            for (int c = 0; c < NB; c++)
#pragma unroll
                for (int r = FIRST; r < R; r++)
                    a[r][c] = minus_product(a[r][c], factors[r], row[c]);
        }
    }

    /* ---- The same in tiles of 16 rows and 8 columns, the units' results ---------------------- */

    /* Four registers of the warp's tile h, 0 or 1, of rows r, in the columns from 8 t on. */
    __device__ T *tile(int r, int h, int t)
    {
        return &a[r][h * (NB / 2) + 4 * t];
    }
    /* The place of this thread's first row there; the other one is 8 below. */
    __device__ int first_of_tile(int r, int h) const
    {
        return r * (int)blockDim.x + warp * 32 + 16 * h + lane / 4;
    }
    __device__ void load_tiles(int j0)
    {
#pragma unroll
        for (int e = 0; e < 4 * R; e++) {
            const int r = e / 4, h = e / 2 % 2, i = first_of_tile(r, h) + e % 2 * 8;
            const int j = j0 + lane % 4 * 2;
            const T *x = column(j) + (i < p.m ? order[i] : 0);
#pragma unroll
            for (int c = 0; c < NB / 4; c++) {
                const int k = c / 2 * 8 + c % 2;
                tile(r, h, c / 2)[e % 2 * 2 + c % 2] =
                    i < p.m && j + k < p.n ? x[(int64_t)k * p.lda] : scalar<T>::make(0);
            }
        }
    }
    __device__ void put_tiles(int k0, int rows, T (*u)[shared::LD])
    {
#pragma unroll
        for (int e = 0; e < 4 * R; e++) {
            const int r = e / 4, h = e / 2 % 2, i = first_of_tile(r, h) + e % 2 * 8 - k0;
            if (i >= 0 && i < rows)
#pragma unroll
                for (int c = 0; c < NB / 4; c++)
                    u[i][c / 2 * 8 + lane % 4 * 2 + c % 2] = tile(r, h, c / 2)[e % 2 * 2 + c % 2];
        }
    }
    /* To whole rows, by way of where the panel will be. */
    __device__ void leave_tiles(int j0)
    {
        if (j0 < kept)
            pass_by<true>(j0, panel_of_l(j0), ld_of_l(j0));
        else
            pass_by<false>(j0, column(j0), (int64_t)p.lda);
    }
    template <bool MOVED, class I> __device__ __forceinline__ void pass_by(int j0, T *x, I ldx)
    {
        const int columns = min(NB, p.n - j0);
#pragma unroll
        for (int e = 0; e < 4 * R; e++) {
            const int r = e / 4, h = e / 2 % 2, i = first_of_tile(r, h) + e % 2 * 8;
            if (i >= j0 && i < p.m) {
                T *row = x + (MOVED ? i : order[i]);
#pragma unroll
                for (int c = 0; c < NB / 4; c++) {
                    const int k = c / 2 * 8 + lane % 4 * 2 + c % 2;
                    if (k < columns)
                        row[k * ldx] = tile(r, h, c / 2)[e % 2 * 2 + c % 2];
                }
            }
        }
        __syncwarp();
#pragma unroll
        for (int r = 0; r < R; r++)
            if (place[r] >= j0) {
                const T *row = x + (MOVED ? place[r] : from[r]);
#pragma unroll
                for (int c = 0; c < NB; c++, row += ldx)
                    a[r][c] = c < columns ? *row : scalar<T>::make(0);
            }
    }
    __device__ void update_tiles(int k0, T (*u)[shared::LD])
    {
        T b[NB / 8][NB / 8][2];
#pragma unroll
        for (int k = 0; k < NB / 8; k++)
#pragma unroll
            for (int t = 0; t < NB / 8; t++)
#pragma unroll
                for (int e = 0; e < 2; e++)
                    b[k][t][e] =
                        scalar<T>::scale(u[8 * k + lane % 4 + 4 * e][8 * t + lane / 4], -1);
#pragma unroll
        for (int e = 0; e < 2 * R; e++) {
            const int r = e / 2, h = e % 2, i = first_of_tile(r, h), top = i - lane / 4;
            if (top + 16 <= k0 + NB || top >= p.m)
                continue;
            const int at[2] = {min(i, p.m - 1), min(i + 8, p.m - 1)};
            if (k0 < kept)
                update_tile(r, h, panel_of_l(k0) + at[0], panel_of_l(k0) + at[1], ld_of_l(k0), b);
            else
                update_tile(r, h, column(k0) + order[at[0]], column(k0) + order[at[1]],
                            (int64_t)p.lda, b);
        }
    }
    template <class I>
    __device__ __forceinline__ void update_tile(int r, int h, const T *L, const T *below, I ldl,
                                                const T (&b)[NB / 8][NB / 8][2])
    {
#pragma unroll
        for (int k = 0; k < NB / 8; k++) {
            const I j = 8 * k + lane % 4;
            const T l[4] = {L[j * ldl], below[j * ldl], L[(j + 4) * ldl], below[(j + 4) * ldl]};
#pragma unroll
            for (int t = 0; t < NB / 8; t++)
                mma_m16n8k8(tile(r, h, t), l, b[k][t]);
        }
    }

    /* ---- After the panel ------------------------------------------------------------------- */

    /* Its rows to where they are from now on. */
    __device__ void store(int j0)
    {
        const int top = j0 + min(NB, pivots - j0);
#pragma unroll
        for (int r = 0; r < R; r++) {
            const int i = first_place(r), to = place[r];
            if (to < j0)
                continue;
            if (j0 < kept) {
                T *L = panel_of_l(j0) + to;
#pragma unroll
                for (int c = 0; c < NB; c++, L += ld_of_l(j0))
                    *L = a[r][c];
            } else {
                T *A = column(j0) + from[r];
#pragma unroll
                for (int c = 0; c < NB; c++, A += p.lda)
                    if (j0 + c < p.n)
                        *A = a[r][c];
            }
            order[to] = from[r];
            if (to < top)
                s.source[to - j0] = i;
            if (i < top)
                s.target[i - j0] = to < top ? -1 : to;
        }
    }
    /* The panel's interchanges in the shared panels to its left: pivots move to the top, and rows
     * from there to where pivots were. A lane moves rows in four columns at a time. */
    __device__ void interchange(int j0)
    {
        enum { COLUMNS = 4, EACH = (2 * NB + 31) / 32 };
        const int rows = min(NB, pivots - j0);
        int out[EACH], in[EACH];
        bool any = false;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const int i = e * 32 + lane;
            out[e] = in[e] = -1;
            if (i < rows) {
                out[e] = s.source[i];
                in[e] = j0 + i;
            } else if (i >= NB && i < NB + rows) {
                out[e] = j0 + i - NB;
                in[e] = s.target[i - NB];
            }
            if (in[e] == out[e])
                in[e] = -1;
            any = any || in[e] >= 0;
        }
        if (__ballot_sync(~0u, any) == 0)
            return;
        for (int k = warp * COLUMNS; k < min(kept, j0); k += warps * COLUMNS) {
            const int k0 = k / NB * NB, ldl = ld_of_l(k0);
            T *L = panel_of_l(k0) + (k - k0) * ldl, x[COLUMNS][EACH];
#pragma unroll
            for (int c = 0; c < COLUMNS; c++)
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if (in[e] >= 0)
                        x[c][e] = L[c * ldl + out[e]];
            __syncwarp();
#pragma unroll
            for (int c = 0; c < COLUMNS; c++)
#pragma unroll
                for (int e = 0; e < EACH; e++)
                    if (in[e] >= 0)
                        L[c * ldl + in[e]] = x[c][e];
        }
    }

    /* What is not yet where it belongs in A. */
    __device__ void finish()
    {
        __syncthreads();
        for (int k = warp; k < min(kept, p.n); k += warps) {
            const int k0 = k / NB * NB;
            const T *L = panel_of_l(k0) + (k - k0) * ld_of_l(k0);
            for (int i = k0 + lane; i < p.m; i += 32)
                column(k)[i] = L[i];
        }
        find_rows();
        for (int j0 = kept; unmoved(j0); j0 += NB) {
            load(j0);
            __syncthreads();
#pragma unroll
            for (int r = 0; r < R; r++)
                if (place[r] >= 0) {
                    T *x = column(j0) + place[r];
#pragma unroll
                    for (int c = 0; c < NB; c++, x += p.lda)
                        if (j0 + c < p.n)
                            *x = a[r][c];
                }
        }
        this->tell(p);
    }
};

} // namespace sl

#endif /* SL_CUDA_MIDDLE_GETRF_CUH */
