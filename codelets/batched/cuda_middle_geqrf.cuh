/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of a batch of QR factorizations: a thread block for each matrix. Warp w has columns w,
 * w + WARPS, ... in registers; lane l has their rows l, l + 32, ... A step passes a reflector
 * through shared memory. The warp that has the next column makes its reflector first, while the
 * others still update theirs, so a step has one barrier. Products of a reflector with earlier ones
 * come with the update; one more warp makes T of them.
 */
#ifndef SL_CUDA_MIDDLE_GEQRF_CUH
#define SL_CUDA_MIDDLE_GEQRF_CUH

#include "cuda_qr_call.cuh"
#include "cuda_reflector.cuh"

namespace sl
{

enum { MIDDLE_QR_COLUMNS = 32 }; /* most of a panel */

/* R rows of a column in a lane, of up to 4 columns in up to 64 registers, if R allows it. With one
 * more warp there are 8, 9 or 16, so that a thread may have twice as many registers. */
template <class T, int R> struct panel_shape {
    static constexpr int BYTES = R * (int)sizeof(T), FIT = 256 / BYTES,
                         C = FIT < 1   ? 1
                             : FIT < 4 ? FIT
                                       : 4,
                         WARPS = C == 4        ? 8
                                 : BYTES > 256 ? 7
                                               : 15,
                         NB = C * WARPS, THREADS = 32 * (WARPS + 1);
};

template <class T, int R> struct alignas(16) panel_room {
    enum { NB = panel_shape<T, R>::NB };
    T v[2][32 * R];  /* this reflector and the next one */
    T inner[NB][NB]; /* [j][k]: v_k^H v_j */
    T t[NB][NB];     /* columns of T */
    T tau[NB];
};

template <class T, int R> struct panel_qr : panel_shape<T, R> {
    typedef scalar<T> S;
    typedef panel_shape<T, R> shape;
    using shape::C, shape::WARPS, shape::NB, shape::THREADS;

    const qr_matrix<T> &p;
    T *const V, *const t;
    panel_room<T, R> &shared;
    const int lane, warp, steps;
    T a[C][R];

    __device__ panel_qr(const qr_panel<T> &panel, panel_room<T, R> &room)
        : p(panel.x), V(panel.V), t(panel.t), shared(room), lane(threadIdx.x % 32),
          warp(threadIdx.x / 32), steps(min(p.m, p.n))
    {
    }
    __device__ int row_of(int q) const
    {
        return lane + 32 * q;
    }
    __device__ int column_of(int c) const
    {
        return warp + WARPS * c;
    }
    __device__ bool is_inside(int q, int c) const
    {
        return row_of(q) < p.m && column_of(c) < p.n;
    }

    __device__ void factor()
    {
        if (warp < WARPS) {
            load();
            reflect(0);
        }
        __syncthreads();
#pragma unroll 1
        for (int j = 0; j < steps; j++) {
            if (warp < WARPS)
                update(j);
            else if (j > 0)
                extend_t(j - 1);
            __syncthreads();
        }
        if (warp < WARPS)
            store();
        else
            extend_t(steps - 1);
        if (warp == WARPS && t)
            store_t();
    }
    __device__ void load()
    {
#pragma unroll
        for (int c = 0; c < C; c++)
#pragma unroll
            for (int q = 0; q < R; q++)
                a[c][q] =
                    is_inside(q, c) ? p.A[row_of(q) + (int64_t)column_of(c) * p.lda] : S::make(0);
    }

    /* If column j is here: its reflector. */
    __device__ void reflect(int j)
    {
#pragma unroll
        for (int c = 0; c < C; c++)
            if (column_of(c) == j)
                reflect(j, a[c]);
    }
    __device__ void reflect(int j, T (&column)[R])
    {
        T diagonal = S::make(0), *v = shared.v[j % 2];
#pragma unroll
        for (int q = 0; q < R; q++)
            if (row_of(q) == j)
                diagonal = column[q];
        const lanes_reflector<T> h =
            lanes_reflector<T>::template make<32>(lane, j, shuffle(diagonal, j % 32), column);
#pragma unroll
        for (int q = 0; q < R; q++) {
            v[row_of(q)] = row_of(q) > j ? column[q] : S::make(row_of(q) == j);
            if (row_of(q) == j)
                column[q] = S::make(h.beta);
        }
        if (lane == 0)
            shared.tau[j] = h.tau;
    }

    /* What reflector j does to the columns here, the next one first. */
    __device__ void update(int j)
    {
        const int next = j + 1;
#pragma unroll
        for (int c = 0; c < C; c++)
            if (column_of(c) == next)
                update(j, next, a[c]);
        if (next < steps)
            reflect(next);
#pragma unroll
        for (int c = 0; c < C; c++)
            if (column_of(c) != next && column_of(c) != j && column_of(c) < p.n)
                update(j, column_of(c), a[c]);
    }
    __device__ void update(int j, int k, T (&column)[R])
    {
        const T *v = shared.v[j % 2];
        T w = S::make(0);
#pragma unroll
        for (int q = 0; q < R; q++)
            w = plus_product(w, v[row_of(q)], column[q]);
        w = sum_of_lanes<32>(w);
        if (k < j) { /* it has v_k where v_j is not zero */
            if (lane == 0)
                shared.inner[j][k] = S::conj(w);
            return;
        }
        w = S::mul(S::conj(shared.tau[j]), w);
#pragma unroll
        for (int q = 0; q < R; q++)
            column[q] = minus_product(column[q], w, v[row_of(q)]);
    }

    /* Column j of T, of which a lane makes an element: -tau_j T V^H v_j above the diagonal. */
    __device__ void extend_t(int j)
    {
        T sum = S::make(0);
        if (lane < j)
            for (int k = lane; k < j; k++)
                sum = minus_product(sum, shared.t[k][lane], shared.inner[j][k]);
        sum = S::mul(sum, shared.tau[j]);
        if (lane < NB)
            shared.t[j][lane] = lane == j ? shared.tau[j] : sum;
        if (lane == 0)
            p.tau[j] = shared.tau[j];
    }

    __device__ void store()
    {
#pragma unroll
        for (int c = 0; c < C; c++)
#pragma unroll
            for (int q = 0; q < R; q++)
                if (is_inside(q, c)) {
                    const int i = row_of(q), j = column_of(c);
                    p.A[i + (int64_t)j * p.lda] = a[c][q];
                    if (t && j < steps)
                        V[i + (int64_t)j * p.m] = i > j    ? a[c][q]
                                                  : i == j ? S::make(1)
                                                           : S::make(0);
                }
    }
    __device__ void store_t()
    {
        for (int j = 0; j < steps; j++)
            if (lane < steps)
                t[lane + j * MIDDLE_QR_COLUMNS] = shared.t[j][lane];
    }
};

/* What the reflectors of a panel p do to `right` columns right of it, where shapes vary. A warp has
 * some of these columns in registers. The reflectors pass one after the other. */
template <class T, int R> struct panel_rest {
    typedef scalar<T> S;
    enum { C = panel_shape<T, R>::C, WARPS = 8, THREADS = 32 * WARPS, COLUMNS = C * WARPS };

    const qr_matrix<T> &p;
    const int right, lane, warp;
    T a[C][R];

    __device__ panel_rest(const qr_matrix<T> &panel, int columns)
        : p(panel), right(columns), lane(threadIdx.x % 32), warp(threadIdx.x / 32)
    {
    }
    __device__ void update(int block)
    {
        const int first = block * COLUMNS + warp * C;
        if (first >= right)
            return;
        T *A = p.A + (int64_t)(p.n + first) * p.lda;
        for_elements([&](int i, int c, T &x) {
            x = i < p.m && first + c < right ? A[i + (int64_t)c * p.lda] : S::make(0);
        });
#pragma unroll 1
        for (int j = 0; j < min(p.m, p.n); j++)
            reflect(j);
        for_elements([&](int i, int c, T &x) {
            if (i < p.m && first + c < right)
                A[i + (int64_t)c * p.lda] = x;
        });
    }
    __device__ void reflect(int j)
    {
        const T *A = p.A + (int64_t)j * p.lda;
        T v[R], w[C];
#pragma unroll
        for (int q = 0; q < R; q++) {
            const int i = lane + 32 * q;
            v[q] = i > j && i < p.m ? A[i] : S::make(i == j);
        }
#pragma unroll
        for (int c = 0; c < C; c++) {
            w[c] = S::make(0);
#pragma unroll
            for (int q = 0; q < R; q++)
                w[c] = plus_product(w[c], v[q], a[c][q]);
            w[c] = S::mul(S::conj(p.tau[j]), sum_of_lanes<32>(w[c]));
#pragma unroll
            for (int q = 0; q < R; q++)
                a[c][q] = minus_product(a[c][q], w[c], v[q]);
        }
    }
    /* f of each element here. */
    template <class F> __device__ void for_elements(const F &f)
    {
#pragma unroll
        for (int c = 0; c < C; c++)
#pragma unroll
            for (int q = 0; q < R; q++)
                f(lane + 32 * q, c, a[c][q]);
    }
};

} // namespace sl

#endif /* SL_CUDA_MIDDLE_GEQRF_CUH */
