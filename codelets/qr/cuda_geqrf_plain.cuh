/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Householder's method on a leaf that is marked as bad (cuda_geqrf_leaf.cuh), column by column as
 * LAPACK's geqr2, larfg and larft do it. It is slow and always right. Each thread block of a
 * cooperative launch has some of the rows; two barriers of the grid belong to a column: after its
 * norm, and after the products of the reflector with all other columns. No loop depends on values,
 * so a NaN ends in a result.
 */
#ifndef SL_CUDA_GEQRF_PLAIN_CUH
#define SL_CUDA_GEQRF_PLAIN_CUH

#include "cuda_geqrf_leaf.cuh"

namespace sl
{

enum { PLAIN_THREADS = 256, PLAIN_BLOCKS = 32, PLAIN_ROWS = 256 /* fewest of a block */ };

/* The limits of numbers whose squares are in the range, as powers of two, and the factors for the squares
 * of smaller and of larger ones. */
template <class R> struct square_limits;
template <> struct square_limits<double> {
    static constexpr double small = 0x1p-511, large = 0x1p486, up = 0x1p537, down = 0x1p-538;
};
template <> struct square_limits<float> {
    static constexpr float small = 0x1p-63f, large = 0x1p52f, up = 0x1p75f, down = 0x1p-76f;
};

/* A sum of squares without overflow or underflow: Blue's (ACM Trans. Math. Softw. 4, 1978), as LAPACK's
 * nrm2. Those of small numbers are scaled up, those of large ones down. A NaN stays. */
template <class R> struct squares {
    typedef square_limits<R> limits;
    R small, usual, large;

    __device__ void add(R x)
    {
        x = fabs(x);
        if (x < limits::small)
            small += (x * limits::up) * (x * limits::up);
        else if (x > limits::large)
            large += (x * limits::down) * (x * limits::down);
        else
            usual += x * x;
    }
    __device__ void join(squares s)
    {
        small += s.small;
        usual += s.usual;
        large += s.large;
    }
    /* of the numbers times a factor, which is above 1 only if they are small */
    __device__ R norm(R factor) const
    {
        if (large > 0)
            return sqrt(large + usual * limits::down * limits::down) * (factor / limits::down);
        if (usual == 0)
            return sqrt(small) * (factor / limits::up);
        return sqrt(usual + small / limits::up / limits::up) * factor;
    }
};

/* The workspace: what each thread block found. */
template <class T> struct plain_found {
    squares<typename scalar<T>::real> norm[PLAIN_BLOCKS];
    T dot[PLAIN_BLOCKS][leaf_width<T>::IB];
};

template <class T> struct plain_shared {
    squares<typename scalar<T>::real> norm[PLAIN_THREADS];
    T dot[leaf_width<T>::IB];
};

/* H = I - tau v v^H with H^H [alpha; x] = [beta; 0]. v = [1; x f / divided]. */
template <class T> struct reflector {
    typedef typename scalar<T>::real real;
    T tau, inverse;
    real beta, factor;
    bool identity;

    __device__ reflector(T alpha, squares<real> x)
    {
        const bool single = sizeof(real) == 4;
        const real least = single ? 1.9721523e-31f : (real)2.0041683600089728e-292; /* safmin/eps */
        real norm = x.norm(1), size;
        factor = 1;
        identity = norm == 0 && scalar<T>::im(alpha) == 0;
        tau = inverse = scalar<T>::make(0);
        beta = scalar<T>::re(alpha);
        if (identity)
            return;
        size = hypot(hypot(scalar<T>::re(alpha), scalar<T>::im(alpha)), norm);
        if (size < least) { /* larfg scales up as well */
            factor = 1 / least;
            alpha = scalar<T>::scale(alpha, factor);
            norm = x.norm(factor);
            size = hypot(hypot(scalar<T>::re(alpha), scalar<T>::im(alpha)), norm);
        }
        real up = -copysign(size, scalar<T>::re(alpha));
        tau = scalar<T>::make((up - scalar<T>::re(alpha)) / up, -scalar<T>::im(alpha) / up);
        inverse = reciprocal(scalar<T>::make(scalar<T>::re(alpha) - up, scalar<T>::im(alpha)));
        beta = up / factor;
    }
    __device__ T component(T x) const
    {
        return scalar<T>::mul(scalar<T>::scale(x, factor), inverse);
    }
};

/* The rows of this thread block. */
template <class T> struct plain_rows {
    const leaf_qr<T> &p;
    int first, end;

    __device__ explicit plain_rows(const leaf_qr<T> &p_) : p(p_)
    {
        int each = (p.rows + gridDim.x - 1) / gridDim.x;
        first = min(p.rows, (int)blockIdx.x * each);
        end = min(p.rows, first + each);
    }
    __device__ T &at(int i, int j) const
    {
        return p.A[i + (size_t)j * p.lda];
    }
    __device__ bool has(int i) const
    {
        return i >= first && i < end;
    }

    /* the norm of column c below the diagonal, of these rows */
    __device__ void norm(int c, plain_shared<T> &s, squares<typename scalar<T>::real> *found) const
    {
        squares<typename scalar<T>::real> mine = {0, 0, 0};
        for (int i = max(first, c + 1) + threadIdx.x; i < end; i += blockDim.x) {
            mine.add(scalar<T>::re(at(i, c)));
            mine.add(scalar<T>::im(at(i, c)));
        }
        s.norm[threadIdx.x] = mine;
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            __syncthreads();
            if ((int)threadIdx.x < half)
                s.norm[threadIdx.x].join(s.norm[threadIdx.x + half]);
        }
        if (threadIdx.x == 0)
            *found = s.norm[0];
    }
    /* x = v */
    __device__ void divide(int c, const reflector<T> &h) const
    {
        for (int i = max(first, c + 1) + threadIdx.x; i < end && !h.identity; i += blockDim.x)
            at(i, c) = h.component(at(i, c));
        __syncthreads();
    }
    /* v^H a of later columns a, and u^H v of earlier reflectors u, of these rows */
    __device__ void dots(int c, T *found) const
    {
        int lane = threadIdx.x % 32;
        for (int j = threadIdx.x / 32; j < p.width; j += blockDim.x / 32) {
            T sum = scalar<T>::make(0);
            for (int i = max(first, c) + lane; i < end && j != c; i += 32) {
                T v = i == c ? scalar<T>::make(1) : at(i, c), a = at(i, j);
                sum = j > c ? minus_product(sum, scalar<T>::conj(v), a)
                            : minus_product(sum, scalar<T>::conj(a), v);
            }
            for (int other = 16; other > 0; other /= 2) {
                T from = shuffle(sum, lane ^ other);
                sum = scalar<T>::add(sum, from);
            }
            if (lane == 0)
                found[j] = scalar<T>::scale(sum, -1);
        }
    }
    /* A = H^H A in later columns */
    __device__ void update(int c, const reflector<T> &h, const T *dot) const
    {
        int lane = threadIdx.x % 32;
        for (int j = c + 1 + threadIdx.x / 32; j < p.width; j += blockDim.x / 32) {
            T w = scalar<T>::mul(scalar<T>::conj(h.tau), dot[j]);
            for (int i = max(first, c) + lane; i < end; i += 32)
                at(i, j) = minus_product(at(i, j), i == c ? scalar<T>::make(1) : at(i, c), w);
        }
        __syncthreads();
        if (has(c) && threadIdx.x == 0)
            at(c, c) = scalar<T>::make(h.beta);
    }
    /* the reflectors alone, and the zeros of T */
    __device__ void copy() const
    {
        __syncthreads();
        each_of_rows(0, blockIdx.x == 0 ? p.width : 0, p.width, [&](int j, int i) {
            if (i > j)
                p.t[i + (size_t)j * p.ldt] = scalar<T>::make(0);
        });
        for (int j = threadIdx.x / 32; j < p.width; j += blockDim.x / 32)
            for (int i = first + (int)threadIdx.x % 32; i < end; i += 32)
                p.V[i + (size_t)j * p.ldv] = i > j ? at(i, j) : scalar<T>::make(i == j);
    }
};

/* Column c of T, from u^H v of the earlier reflectors; a row by one thread. */
template <class T>
__device__ void next_column(T *t, int ldt, int c, T tau, const T *dot)
{
    int i = threadIdx.x;
    T sum = scalar<T>::make(0);
    for (int k = i; k < c; k++)
        sum = minus_product(sum, t[i + (size_t)k * ldt], dot[k]);
    if (i <= c)
        t[i + (size_t)c * ldt] = i < c ? scalar<T>::mul(sum, tau) : tau;
}

template <class T, class Barrier>
__device__ void plain_qr(const leaf_qr<T> &p, plain_found<T> *found, plain_shared<T> &s,
                         Barrier barrier)
{
    typedef typename scalar<T>::real real;
    if (!*p.bad)
        return;
    plain_rows<T> rows(p);
    for (int c = 0; c < p.width; c++) {
        rows.norm(c, s, &found->norm[blockIdx.x]);
        barrier();
        squares<real> x = found->norm[0];
        for (int b = 1; b < (int)gridDim.x; b++)
            x.join(found->norm[b]);
        reflector<T> h(rows.at(c, c), x);
        rows.divide(c, h);
        rows.dots(c, found->dot[blockIdx.x]);
        barrier();
        for (int j = threadIdx.x; j < p.width; j += blockDim.x) {
            T sum = scalar<T>::make(0);
            for (int b = 0; b < (int)gridDim.x; b++)
                sum = scalar<T>::add(sum, found->dot[b][j]);
            s.dot[j] = sum;
        }
        __syncthreads();
        if (blockIdx.x == 0)
            next_column(p.t, p.ldt, c, h.tau, s.dot);
        rows.update(c, h, s.dot);
    }
    rows.copy();
}

} // namespace sl

#endif /* SL_CUDA_GEQRF_PLAIN_CUH */
