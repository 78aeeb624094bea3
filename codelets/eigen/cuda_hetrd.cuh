/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of the reduction to tridiagonal form on a GPU; hetrd_panel_kernel.c has the formulas. A
 * column of the panel takes two barriers:
 *
 *   parts of A v, of v^H A v, of W^H v and of V^H v
 *   w = tau (A v - V W^H v - W V^H v) - 1/2 |tau|^2 (v^H ...) v, and the next column
 *   a = a - V w^H - W v^H with rows of W and V, and parts of its norm
 *
 * The product reads each element of the lower triangle once. The thread blocks read the column
 * without its scale while they multiply. Then the owner of a row scales it.
 */
#ifndef SL_CUDA_HETRD_CUH
#define SL_CUDA_HETRD_CUH

#include "codelets/qr/cuda_panel.cuh"
#include "cuda_hetrd.h"

namespace sl
{

template <class T> struct hetrd_panel {
    typedef typename scalar<T>::real real;
    typedef panel_shared<T> shared;
    int count, first, n; /* columns, the first one's number, the order */
    T *a, *v, *w, *tau;
    int lda, ldv, ldw, next_tau;
    panel_matrix<T> A;
    panel_work<T> work;

    hetrd_panel(const sl_cuda_hetrd &p)
        : count(p.count), first(p.first), n(p.n), a((T *)p.a), v((T *)p.v), w((T *)p.w),
          tau((T *)p.tau), lda(p.lda), ldv(p.ldv), ldw(p.ldw), next_tau(p.next_tau),
          work(p.work, p.n, p.n, p.tiles)
    {
        A = {work.tile, p.column, p.nb};
    }
    __device__ T *column(T *x, int ld, int j) const
    {
        return x + (size_t)j * ld;
    }

    /* An element of column j, which V gets, too, without its scale. */
    __device__ void place(int j, int i, T e, squares<real> &norm) const
    {
        const int diagonal = first + j;
        if (i == diagonal)
            e = scalar<T>::real_part(e);
        column(a, lda, j)[i] = e;
        if (i > diagonal)
            column(v, ldv, j)[i] = e;
        if (i > diagonal + 1)
            add_squares(norm, e);
    }
    __device__ void store_column_norm(const panel_rows &rows, squares<real> norm, shared &s) const
    {
        if ((int)blockIdx.x < rows.count)
            store_norm(s, norm, &work.norm[blockIdx.x]);
    }
    __device__ void first_column(const panel_rows &rows, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        rows.each_group([&](int, int i, bool owner) {
            if (owner)
                place(0, i, column(a, lda, 0)[i], norm);
        });
        store_column_norm(rows, norm, s);
    }
    /* parts of W^H v, then of V^H v */
    __device__ void project_v(int j, const panel_rows &rows, const unit_vector<T> &unit,
                              shared &s) const
    {
        rows.each_group([&](int g, int i, bool owner) {
            __syncthreads();
            if (owner)
                s.x[i - g] = unit(i);
            __syncthreads();
            project(s, rows, g, 0, j, s.x, [&](int row, int k) { return column(w, ldw, k)[row]; });
            project(s, rows, g, j, j, s.x, [&](int row, int k) { return column(v, ldv, k)[row]; });
        });
        store_dots(s, rows, 2 * j, work.dot);
    }
    /* (W^H v)^H V^H v, from s.sum, in all threads */
    __device__ T inner_of_sums(int j, const shared &s) const
    {
        const int k = threadIdx.x % 32;
        static_assert(shared::K <= 32, "a lane has a term");
        return sum_of_lanes<32>(k < j ? scalar<T>::mul(scalar<T>::conj(s.sum[k]), s.sum[j + k])
                                      : scalar<T>::make(0));
    }
    /* Term k of element i of A v - V s - W t, with s and t in s.sum. */
    __device__ T term(int j, const panel_product<T> &product, int i, int segments, int strip, int k,
                      const shared &s) const
    {
        const int parts = segments + product.strips - strip;
        if (k < segments)
            return product.row_part(work.rows, k, i);
        if (k < parts)
            return product.column_part(work.columns, strip + k - segments, i);
        T zero = scalar<T>::make(0);
        k -= parts;
        return k < j ? minus_product(zero, column(v, ldv, k)[i], s.sum[k])
                     : minus_product(zero, column(w, ldw, k - j)[i], s.sum[k]);
    }
    /* Element `row` of column j of W, where v is 1, in all threads; and these rows of V and W,
     * conjugated, in s.r and s.s. */
    __device__ void next_row(int j, const panel_product<T> &product, T h_tau, T half, int row,
                             shared &s) const
    {
        const int lane = threadIdx.x % 32, segments = product.segments(row);
        const int strip = product.top_strip(row);
        const int terms = segments + product.strips - strip + 2 * j;
        if (threadIdx.x < 32) {
            T sum = scalar<T>::make(0);
            for (int k = lane; k < terms; k += 32)
                sum = scalar<T>::add(sum, term(j, product, row, segments, strip, k, s));
            sum = plus(half, sum_of_lanes<32>(sum), h_tau);
            if (lane == 0) {
                s.s[j] = scalar<T>::conj(sum);
                s.r[j] = scalar<T>::make(1);
            }
            for (int k = lane; k < j; k += 32) {
                s.s[k] = scalar<T>::conj(column(w, ldw, k)[row]);
                s.r[k] = scalar<T>::conj(column(v, ldv, k)[row]);
            }
        }
        __syncthreads();
    }
    /* w and v; the next column, and parts of its norm */
    __device__ void finish(int j, const panel_rows &rows, const panel_product<T> &product,
                           const unit_vector<T> &unit, T half, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        const bool more = j + 1 < count;
        const int row_of_one = first + j + 1;
        T *next = column(a, lda, j + 1);
        rows.each_group([&](int, int row, bool owner) {
            T total[2];
            const int i = min(row, rows.last - 1), segments = product.segments(i);
            const int strip = product.top_strip(i), parts = segments + product.strips - strip;
            sum_terms(
                s, parts + j,
                [&](T *sum, int k) {
                    if (k < parts) {
                        sum[0] = scalar<T>::add(sum[0], term(j, product, i, segments, strip, k, s));
                        return;
                    }
                    k -= parts;
                    T x = column(v, ldv, k)[i], y = column(w, ldw, k)[i];
                    sum[0] = minus_product(minus_product(sum[0], x, s.sum[k]), y, s.sum[j + k]);
                    sum[1] = minus_product(minus_product(sum[1], x, s.s[k]), y, s.r[k]);
                },
                total);
            if (!owner)
                return;
            T e = unit(i);
            T mine = plus(scalar<T>::mul(unit.h.tau, total[0]), half, e);
            column(w, ldw, j)[i] = mine;
            column(v, ldv, j)[i] = e;
            column(a, lda, j)[i] = i == row_of_one ? scalar<T>::make(unit.h.beta) : e;
            if (more) {
                T x = scalar<T>::add(next[i], total[1]);
                x = minus_product(minus_product(x, e, s.s[j]), mine, s.r[j]);
                place(j + 1, i, x, norm);
            }
        });
        if (more)
            store_column_norm(rows, norm, s);
    }

    template <class Barrier> __device__ void run(shared &s, Barrier barrier) const
    {
        const panel_matrix<T> behind = A.in_shared(s.tile, n);
        int norms;
        {
            const panel_rows rows(first, n);
            first_column(rows, s);
            norms = rows.count;
        }
        barrier();
        for (int j = 0; j < count; j++) {
            const int below = first + j + 1;
            const panel_rows rows(below, n);
            const reflector<T> h(column(v, ldv, j)[below], load_norm(s, work.norm, norms));
            const unit_vector<T> unit = {column(v, ldv, j), below, h};
            const panel_product<T> product(below, n, below, n, true);
            T inner = multiply<true, true>(product, behind, unit, unit, s, work);
            store_inner(s, inner, &work.inner[blockIdx.x]);
            project_v(j, rows, unit, s);
            if (blockIdx.x == 0 && threadIdx.x == 0)
                tau[(size_t)j * next_tau] = h.tau;
            barrier();
            load_dots(s, work.dot, rows.count, 2 * j, work.inner);
            real dot = scalar<T>::re(s.sum[2 * j]);
            dot -= 2 * scalar<T>::re(inner_of_sums(j, s));
            dot *= scalar<T>::re(scalar<T>::mul(scalar<T>::conj(h.tau), h.tau));
            const T half = scalar<T>::make(-dot / 2);
            next_row(j, product, h.tau, half, below, s);
            finish(j, rows, product, unit, half, s);
            norms = rows.count;
            barrier();
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_HETRD_CUH */
