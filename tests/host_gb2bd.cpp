// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Bulge chasing of an upper band for GPUs (cuda_gb2bd.cuh) on the host (host_block.h):
// B = Q2 D P2^H, unitary Q2 and P2, and the same bits from one thread block and from several.

#include "host_chase.h"
#include "codelets/svd/cuda_gb2bd.cuh"
#include "tap.h"

typedef std::vector<wide> dense;

// The band, its reduction in place, and the reflectors.
template <class T, int KD, int WARPS> struct reduction {
    int n;
    std::vector<T> band, v, w; // reflectors of Q2 and of P2
    dense b;                   // the whole matrix

    // Random numbers times `scale`; every fifth row is 0 behind the diagonal. The first diagonal element is
    // real, as QR makes it.
    reduction(int n_, double scale)
        : n(n_), band((size_t)3 * KD * (n_ + 2 * KD), sl::scalar<T>::make(0)),
          v((size_t)n_ * n_, sl::scalar<T>::make(0)), w(v), b((size_t)n_ * n_)
    {
        srand(7);
        for (int j = 0; j < n; j++)
            for (int i = std::max(0, j - KD); i <= j; i++) {
                T x = random_number<T>();
                if (j == 0)
                    x = sl::scalar<T>::real_part(x);
                x = sl::scalar<T>::scale(x, i % 5 == 4 && j > i ? 0 : scale);
                band[place(i, j)] = x;
                b[i + (size_t)j * n] = to_wide(x);
            }
    }
    void run(int blocks)
    {
        std::vector<int> flags(n + 1);
        sl::gb2bd_call<T> call = {n, band.data(), flags.data(), true, {}, {}};
        call.v2 = tiles(v, 40);
        call.p2 = tiles(w, 24);
        const int workers = 32 * WARPS;
        run_chaser<sl::two_sided_chaser<T, KD, WARPS>>(call, blocks,
                                                       {{sl::BEGIN_BARRIER, workers},
                                                        {sl::MIDDLE_BARRIER, workers + 64},
                                                        {sl::READ_BARRIER, workers + 32},
                                                        {sl::END_BARRIER, workers + 32}});
    }
    // max |B - Q2 D P2^H| / (n max |B|) and max |I - Q^H Q| / n of both
    double error() const
    {
        dense q = unitary(v), p = unitary(w), y((size_t)n * n);
        double most = 0, largest = 0;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                y[i + (size_t)j * n] =
                    q[i + (size_t)j * n] * number_at(j, j) +
                    (j > 0 ? q[i + (size_t)(j - 1) * n] * number_at(j - 1, j) : 0);
        for (wide x : b)
            largest = std::max(largest, std::abs(x));
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                wide r = b[i + (size_t)j * n] / largest, one = i == j ? 1 : 0, other = one;
                for (int k = 0; k < n; k++) {
                    r -= y[i + (size_t)k * n] / largest * conj(p[j + (size_t)k * n]);
                    one -= conj(q[k + (size_t)i * n]) * q[k + (size_t)j * n];
                    other -= conj(p[k + (size_t)i * n]) * p[k + (size_t)j * n];
                }
                double worse = std::max({std::abs(r), std::abs(one), std::abs(other)});
                if (std::isnan(std::abs(r)) || std::isnan(std::abs(one + other)))
                    return NAN;
                most = std::max(most, worse);
            }
        return most / n;
    }

  private:
    static size_t place(int i, int j)
    {
        return i - j + 2 * KD - 1 + (size_t)j * 3 * KD;
    }
    double number_at(int i, int j) const
    {
        return to_wide(band[place(i, j)]).real();
    }
    sl_cuda_reflectors tiles(std::vector<T> &x, int width) const
    {
        sl_cuda_reflectors to = {};
        to.width = width;
        for (int j = 0; j * width < n; j++) {
            to.tile[j] = x.data() + (size_t)j * width * n;
            to.ld[j] = n;
        }
        return to;
    }
    // The product of all reflectors: those of a sweep act on different rows.
    dense unitary(const std::vector<T> &x) const
    {
        dense q((size_t)n * n);
        for (int i = 0; i < n; i++)
            q[i + (size_t)i * n] = 1;
        for (int s = n - 2; s >= 0; s--)
            for (int t = (n - 2 - s) / KD; t >= 0; t--)
                reflect(x, s, s + 1 + t * KD, q);
        return q;
    }
    void reflect(const std::vector<T> &x, int s, int first, dense &q) const
    {
        int end = std::min(n, first + KD);
        const T *h = x.data() + (size_t)s * n;
        for (int j = 0; j < n; j++) {
            wide *column = q.data() + (size_t)j * n, sum = column[first];
            for (int i = first + 1; i < end; i++)
                sum += conj(to_wide(h[i])) * column[i];
            sum *= to_wide(h[first]);
            column[first] -= sum;
            for (int i = first + 1; i < end; i++)
                column[i] -= sum * to_wide(h[i]);
        }
    }
};

template <class X> static bool same(const std::vector<X> &a, const std::vector<X> &b)
{
    return memcmp(a.data(), b.data(), a.size() * sizeof(X)) == 0;
}

template <class T, int KD, int WARPS> static void check(const char *name, int n, double scale)
{
    double eps = sizeof(typename sl::scalar<T>::real) == 4 ? 6e-8 : 1.2e-16;
    reduction<T, KD, WARPS> one(n, scale), two(n, scale);
    one.run(1);
    two.run(2);
    bool equal = same(one.band, two.band) && same(one.v, two.v) && same(one.w, two.w);
    double error = one.error() / eps;
    ok(error < 30 && equal, "%s, kd %d, n %d, scale %g: residual %g%s", name, KD, n, scale, error,
       equal ? "" : ", other bits from two blocks");
}

int main()
{
    const char *level = getenv("STARLING_CHECK");
    bool quick = level && !strcmp(level, "quick");
    check<double, 32, 4>("d", 34, 1);
    check<double, 32, 1>("d", quick ? 34 : 75, 1); /* three steps, the second with a bulge to its right */
    check<double, 32, 4>("d", 2, 1);
    if (!quick) { /* in the search for data races a step takes a tenth of a second */
        check<double, 32, 4>("d", 1, 1);
        check<double, 32, 4>("d", 9, 1e-300);
        check<double, 32, 4>("d", 9, 1e300);
        check<double, 64, 8>("d", 12, 1);
        check<float, 32, 4>("s", 12, 1);
        check<cuComplex, 32, 4>("c", 12, 1);
        check<cuDoubleComplex, 32, 4>("z", 36, 1e-5);
        check<cuDoubleComplex, 64, 8>("z", 12, 1);
    }
    return done_testing();
}
