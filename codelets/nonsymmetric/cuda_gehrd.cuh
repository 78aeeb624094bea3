/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of the reduction to Hessenberg form on a GPU; gehrd_panel_kernel.c has the formulas. A
 * column of the panel takes three barriers:
 *
 *   a = a - V w, where w = T^H V^H a, and parts of its norm
 *   parts of A v and of V^H v
 *   y = tau (A v - Y V^H v); the next column a = a - Y v^H with row v of V; parts of V^H a
 *
 * The thread blocks read the column without its scale while they multiply. Then the owner of a row
 * scales it. What is small, T and sums, each thread block has for itself.
 */
#ifndef SL_CUDA_GEHRD_CUH
#define SL_CUDA_GEHRD_CUH

#include "codelets/qr/cuda_panel.cuh"
#include "cuda_gehrd.h"

namespace sl
{

template <class T> struct gehrd_panel {
    typedef typename scalar<T>::real real;
    typedef panel_shared<T> shared;
    enum { LANES = PANEL_THREADS / shared::K }; /* that share a row or a column of T */
    int count, top, end; /* columns; rows of the reflectors */
    T *a, *v, *y, *t, *tau;
    int lda, ldv, ldy, ldt, next_tau;
    panel_matrix<T> A;
    panel_work<T> work;

    gehrd_panel(const sl_cuda_gehrd &p)
        : count(p.count), top(p.top), end(p.end), a((T *)p.a), v((T *)p.v), y((T *)p.y),
          t((T *)p.t), tau((T *)p.tau), lda(p.lda), ldv(p.ldv), ldy(p.ldy), ldt(p.ldt),
          next_tau(p.next_tau), work(p.work, p.m, p.m, p.tiles)
    {
        A = {work.tile, p.column, p.nb};
    }
    __device__ T *column(T *x, int ld, int j) const
    {
        return x + (size_t)j * ld;
    }

    /* put(k, the sum of share(k, lane)), k < shared::K */
    template <class F, class P> __device__ static void sums_of_rows(F share, P put)
    {
        const int lane = threadIdx.x % LANES;
        for (int k = threadIdx.x / LANES; k < shared::K; k += blockDim.x / LANES) {
            const T sum = sum_of_lanes<LANES>(share(k, lane));
            if (lane == 0)
                put(k, sum);
        }
    }
    /* s.s = T^H s.sum, of the first j columns */
    __device__ void times_t(int j, shared &s) const
    {
        sums_of_rows(
            [&](int k, int lane) {
                T w = scalar<T>::make(0);
                for (int i = lane; i <= k && k < j; i += LANES)
                    w = plus_product(w, s.t[i][k], s.sum[i]);
                return w;
            },
            [&](int k, T w) { s.s[k] = w; });
        __syncthreads();
    }
    /* a = a - V s.s, which V gets, too, and parts of its norm */
    __device__ void update(int j, const panel_rows &rows, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        T *x = column(a, lda, j), *copy = column(v, ldv, j);
        rows.each_group([&](int, int row, bool owner) {
            T total[1];
            const int i = min(row, rows.last - 1);
            sum_terms(
                s, j,
                [&](T *sum, int k) {
                    sum[0] = minus_product(sum[0], column(v, ldv, k)[i], s.s[k]);
                },
                total);
            if (!owner)
                return;
            T e = scalar<T>::add(x[i], total[0]);
            x[i] = e;
            copy[i] = i < top + j ? scalar<T>::make(0) : e;
            if (i > top + j)
                add_squares(norm, e);
        });
        if ((int)blockIdx.x < rows.count)
            store_norm(s, norm, &work.norm[blockIdx.x]);
    }
    /* parts of V^H v */
    __device__ void project_v(int j, const panel_rows &rows, const unit_vector<T> &unit,
                              shared &s) const
    {
        rows.each_group([&](int g, int i, bool owner) {
            __syncthreads();
            if (owner)
                s.x[i - g] = i < top + j ? scalar<T>::make(0) : unit(i);
            __syncthreads();
            project(s, rows, g, 0, j, s.x, [&](int row, int k) { return column(v, ldv, k)[row]; });
        });
        store_dots(s, rows, j, work.dot);
    }
    /* Column j of T, from V^H v in s.sum; the next row of V in s.r */
    __device__ void next_t(int j, T h_tau, shared &s) const
    {
        sums_of_rows(
            [&](int i, int lane) {
                T sum = scalar<T>::make(0);
                for (int k = i + lane; k < j; k += LANES)
                    sum = minus_product(sum, s.t[i][k], s.sum[k]);
                return sum;
            },
            [&](int i, T sum) {
                s.t[i][j] = i < j    ? scalar<T>::mul(sum, h_tau)
                            : i == j ? h_tau
                                     : scalar<T>::make(0);
                if (i < j)
                    s.r[i] = scalar<T>::conj(column(v, ldv, i)[top + j]);
            });
        __syncthreads();
    }
    /* y and v; the next column gets a - Y v^H, and parts of V^H a */
    __device__ void finish(int j, const panel_rows &rows, const panel_product<T> &product,
                           const unit_vector<T> &unit, shared &s) const
    {
        const bool more = j + 1 < count;
        T *x = column(a, lda, j), *copy = column(v, ldv, j), *next = column(a, lda, j + 1);
        rows.each_group([&](int g, int row, bool owner) {
            T total[2];
            const int i = min(row, rows.last - 1), segments = product.segments(i);
            sum_terms(
                s, segments + j,
                [&](T *sum, int k) {
                    if (k < segments) {
                        sum[0] = scalar<T>::add(sum[0], product.row_part(work.rows, k, i));
                        return;
                    }
                    T e = column(y, ldy, k - segments)[i];
                    sum[0] = minus_product(sum[0], e, s.sum[k - segments]);
                    sum[1] = minus_product(sum[1], e, s.r[k - segments]);
                },
                total);
            if (owner) {
                T mine = scalar<T>::mul(unit.h.tau, total[0]);
                column(y, ldy, j)[i] = mine;
                if (i >= top + j) {
                    T e = unit(i);
                    copy[i] = e;
                    x[i] = i == top + j ? scalar<T>::make(unit.h.beta) : e;
                }
                if (more) { /* row v ends in 1 */
                    T e =
                        minus_product(scalar<T>::add(next[i], total[1]), mine, scalar<T>::make(1));
                    next[i] = e;
                    s.x[i - g] = e;
                }
            }
            __syncthreads();
            if (more)
                project(s, rows, g, 0, j + 1, s.x,
                        [&](int r, int k) { return column(v, ldv, k)[r]; });
        });
        if (more)
            store_dots(s, rows, j + 1, work.other);
    }
    __device__ void store_t(shared &s) const
    {
        for (int e = threadIdx.x; e < count * count; e += blockDim.x) {
            const int i = e % count, j = e / count;
            column(t, ldt, j)[i] = s.t[i][j];
            if (i == j)
                tau[(size_t)j * next_tau] = s.t[j][j];
        }
    }

    template <class Barrier> __device__ void run(shared &s, Barrier barrier) const
    {
        const panel_matrix<T> behind = A.in_shared(s.tile, end);
        const panel_rows rows(top, end);
        for (int j = 0; j < count; j++) {
            const int first = top + j;
            if (j > 0) {
                load_dots(s, work.other, rows.count, j);
                times_t(j, s);
            }
            update(j, rows, s);
            barrier();
            const reflector<T> h(column(v, ldv, j)[first], load_norm(s, work.norm, rows.count));
            const unit_vector<T> unit = {column(v, ldv, j), first, h};
            const panel_product<T> product(top, end, first, end, false);
            multiply<true, false>(product, behind, unit, unit, s, work);
            project_v(j, rows, unit, s);
            barrier();
            load_dots(s, work.dot, rows.count, j);
            next_t(j, h.tau, s);
            finish(j, rows, product, unit, s);
            barrier();
        }
        if (blockIdx.x == 0)
            store_t(s);
    }
};

} // namespace sl

#endif /* SL_CUDA_GEHRD_CUH */
