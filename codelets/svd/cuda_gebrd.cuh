/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of the reduction to bidiagonal form on a GPU; gebrd_panel_kernel.c has the formulas. A
 * step has four barriers:
 *
 *   parts of A^H v, of V^H v and of X^H v
 *   y; the row r = r - Y v^H - U x^H with rows of V and X, and parts of its norm
 *   parts of A u, of Y^H u and of U^H u
 *   x; the next column a = a - V y^H - X u^H with rows of Y and U, and parts of its norm
 *
 * The thread blocks read a column or a row without its scale while they multiply. Then the owner of
 * an element scales it.
 */
#ifndef SL_CUDA_GEBRD_CUH
#define SL_CUDA_GEBRD_CUH

#include "codelets/qr/cuda_panel.cuh"
#include "cuda_gebrd.h"

namespace sl
{

/* Vectors side by side. */
template <class T> struct panel_vectors {
    T *a;
    int ld;

    __device__ T *operator[](int k) const
    {
        return a + (size_t)k * ld;
    }
    __device__ T &operator()(int i, int k) const
    {
        return a[i + (size_t)k * ld];
    }
};

template <class T> struct gebrd_panel {
    typedef typename scalar<T>::real real;
    typedef panel_shared<T> shared;
    int count, first, m, n;
    panel_vectors<T> a, r, v, x, y, u;
    T *tauq, *taup;
    int next_tauq, next_taup;
    panel_matrix<T> A;
    panel_work<T> work;

    gebrd_panel(const sl_cuda_gebrd &p)
        : count(p.count), first(p.first), m(p.m), n(p.n), a{(T *)p.a, p.lda}, r{(T *)p.r, p.ldr},
          v{(T *)p.v, p.ldv}, x{(T *)p.x, p.ldx}, y{(T *)p.y, p.ldy}, u{(T *)p.u, p.ldu},
          tauq((T *)p.tauq), taup((T *)p.taup), next_tauq(p.next_tauq), next_taup(p.next_taup),
          work(p.work, p.m, p.n, p.tiles)
    {
        A = {work.tile, p.column, p.nb};
    }

    /* Element e of a vector, and of its copy without scale, whose reflector begins with element
     * `one`. */
    __device__ static void place(T *to, T *copy, int i, int one, T e, squares<real> &norm)
    {
        to[i] = copy[i] = e;
        if (i > one)
            add_squares(norm, e);
    }
    __device__ void store_part(const panel_rows &rows, squares<real> norm, shared &s) const
    {
        if ((int)blockIdx.x < rows.count)
            store_norm(s, norm, &work.norm[blockIdx.x]);
    }
    /* parts of P^H z with k vectors, then of Q^H z with l */
    __device__ void project_both(const panel_rows &rows, const panel_vectors<T> &P, int k,
                                 const panel_vectors<T> &Q, int l, const unit_vector<T> &z,
                                 shared &s) const
    {
        rows.each_group([&](int g, int i, bool owner) {
            __syncthreads();
            if (owner)
                s.x[i - g] = z(i);
            __syncthreads();
            project(s, rows, g, 0, k, s.x, [&](int row, int e) { return P(row, e); });
            project(s, rows, g, k, l, s.x, [&](int row, int e) { return Q(row, e); });
        });
        store_dots(s, rows, k + l, work.dot);
    }
    /* A row of P and of Q, conjugated, in s.s and s.r; the last of k and of l, if it is, is new
     * and 1. */
    __device__ void load_row(int row, const panel_vectors<T> &P, int k, bool p_ends,
                             const panel_vectors<T> &Q, int l, bool q_ends, shared &s) const
    {
        const T one = scalar<T>::make(1);
        const int e = threadIdx.x;
        if (e < k)
            s.s[e] = p_ends && e == k - 1 ? one : scalar<T>::conj(P(row, e));
        if (e < l)
            s.r[e] = q_ends && e == l - 1 ? one : scalar<T>::conj(Q(row, e));
        __syncthreads();
    }
    /* v or u, in its place with its beta */
    __device__ static void scale(const panel_rows &rows, const unit_vector<T> &z, T *copy, T *to)
    {
        rows.each_group([&](int, int i, bool owner) {
            if (!owner)
                return;
            T e = z(i);
            copy[i] = e;
            to[i] = i == z.first ? scalar<T>::make(z.h.beta) : e;
        });
    }

    __device__ void first_column(const panel_rows &rows, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        rows.each_group([&](int, int i, bool owner) {
            if (owner)
                place(a[0], v[0], i, first, a(i, 0), norm);
        });
        store_part(rows, norm, s);
    }
    /* y = tau (A^H v - Y s - U t), then row i of the matrix, as a column. */
    __device__ void finish_column(int i, const panel_rows &columns, const panel_product<T> &product,
                                  T h_tau, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        const int at = first + i;
        columns.each_group([&](int, int column, bool owner) {
            T total[2];
            const int c = min(column, columns.last - 1), strips = product.strips;
            sum_terms(
                s, strips + i,
                [&](T *sum, int k) {
                    if (k < strips) {
                        sum[0] = scalar<T>::add(sum[0], product.column_part(work.columns, k, c));
                        return;
                    }
                    k -= strips;
                    T e = y(c, k), f = u(c, k);
                    sum[0] = minus_product(minus_product(sum[0], e, s.sum[k]), f, s.sum[i + k]);
                    sum[1] = minus_product(minus_product(sum[1], e, s.s[k]), f, s.r[k]);
                },
                total);
            if (!owner)
                return;
            T mine = scalar<T>::mul(h_tau, total[0]);
            T e = scalar<T>::add(scalar<T>::conj(A.at(c)[at]), total[1]);
            y(c, i) = mine;
            place(r[i], u[i], c, at + 1, minus_product(e, mine, s.s[i]), norm);
        });
        store_part(columns, norm, s);
    }
    /* x = tau (A u - V s - X t), then the next column. */
    __device__ void finish_row(int i, const panel_rows &rows, const panel_product<T> &product,
                               T g_tau, shared &s) const
    {
        squares<real> norm = {0, 0, 0};
        const bool more = i + 1 < count;
        const int next = first + i + 1;
        rows.each_group([&](int, int row, bool owner) {
            T total[2];
            const int e = min(row, rows.last - 1), segments = product.segments(e);
            sum_terms(
                s, segments + i + 1,
                [&](T *sum, int k) {
                    if (k < segments) {
                        sum[0] = scalar<T>::add(sum[0], product.row_part(work.rows, k, e));
                        return;
                    }
                    k -= segments;
                    T f = v(e, k);
                    sum[0] = minus_product(sum[0], f, s.sum[k]);
                    sum[1] = minus_product(sum[1], f, s.s[k]);
                    if (k < i) {
                        T h = x(e, k);
                        sum[0] = minus_product(sum[0], h, s.sum[i + 1 + k]);
                        sum[1] = minus_product(sum[1], h, s.r[k]);
                    }
                },
                total);
            if (!owner)
                return;
            T mine = scalar<T>::mul(g_tau, total[0]);
            x(e, i) = mine;
            if (more) {
                T f = scalar<T>::add(a(e, i + 1), total[1]);
                place(a[i + 1], v[i + 1], e, next, minus_product(f, mine, s.r[i]), norm);
            }
        });
        if (more)
            store_part(rows, norm, s);
    }

    template <class Barrier> __device__ void run(shared &s, Barrier barrier) const
    {
        const bool writer = blockIdx.x == 0 && threadIdx.x == 0;
        const panel_matrix<T> behind = A.in_shared(s.tile, n);
        {
            const panel_rows rows(first, m);
            first_column(rows, s);
        }
        barrier();
        for (int i = 0; i < count; i++) {
            const int at = first + i, next = at + 1;
            const panel_rows rows(at, m), columns(next, n), below(next, m);
            const reflector<T> h(v(at, i), load_norm(s, work.norm, rows.count));
            const unit_vector<T> unit = {v[i], at, h};
            if (writer)
                tauq[(size_t)i * next_tauq] = h.tau;
            if (next == n) { /* no row */
                barrier();
                scale(rows, unit, v[i], a[i]);
                break;
            }
            const panel_product<T> left(at, m, next, n, false), right(next, m, next, n, false);
            multiply<false, true>(left, behind, unit, unit, s, work);
            project_both(rows, v, i, x, i, unit, s);
            barrier();
            load_dots(s, work.dot, rows.count, 2 * i);
            load_row(at, v, i + 1, true, x, i, false, s);
            finish_column(i, columns, left, h.tau, s);
            scale(rows, unit, v[i], a[i]);
            barrier();
            const reflector<T> g(u(next, i), load_norm(s, work.norm, columns.count));
            const unit_vector<T> unit_row = {u[i], next, g};
            if (writer)
                taup[(size_t)i * next_taup] = g.tau;
            multiply<true, false>(right, behind, unit_row, unit_row, s, work);
            project_both(columns, y, i + 1, u, i, unit_row, s);
            barrier();
            load_dots(s, work.dot, columns.count, 2 * i + 1);
            load_row(next, y, i + 1, false, u, i + 1, true, s);
            finish_row(i, below, right, g.tau, s);
            scale(columns, unit_row, u[i], r[i]);
            barrier();
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_GEBRD_CUH */
