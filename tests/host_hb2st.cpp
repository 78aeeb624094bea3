// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Bulge chasing for GPUs (cuda_hb2st.cuh) on the host (host_block.h): B = Q2 T Q2^H, a
// unitary Q2, and the same bits from one thread block and from several.

#include "host_chase.h"
#include "codelets/eigen/cuda_hb2st.cuh"
#include "tap.h"

// The band, its reduction in place, and the reflectors.
template <class T, int KD, int WARPS> struct reduction {
    int n;
    std::vector<T> band, v;
    std::vector<wide> b; // the whole matrix

    // Random numbers times `scale`; every fifth column is 0 below the diagonal.
    reduction(int n_, double scale)
        : n(n_), band((size_t)2 * KD * (n_ + KD), sl::scalar<T>::make(0)),
          v((size_t)n_ * n_, sl::scalar<T>::make(0)), b((size_t)n_ * n_)
    {
        srand(7);
        for (int j = 0; j < n; j++)
            for (int i = j; i < n && i <= j + KD; i++) {
                T x = random_number<T>();
                if (i == j)
                    x = sl::scalar<T>::real_part(x);
                x = sl::scalar<T>::scale(x, j % 5 == 4 && i > j ? 0 : scale);
                band[(size_t)j * 2 * KD + i - j] = x;
                b[i + (size_t)j * n] = to_wide(x);
                b[j + (size_t)i * n] = conj(to_wide(x));
            }
    }
    void run(int blocks)
    {
        std::vector<int> flags(n + 1);
        sl::hb2st_call<T> call = {n, band.data(), flags.data(), true, {}};
        call.v2.width = 40;
        for (int j = 0; j * 40 < n; j++) {
            call.v2.tile[j] = v.data() + (size_t)j * 40 * n;
            call.v2.ld[j] = n;
        }
        const int workers = 32 * WARPS, all = workers + 64;
        run_chaser<sl::chaser<T, KD, WARPS>>(call, blocks,
                                             {{sl::BEGIN_BARRIER, workers},
                                              {sl::MIDDLE_BARRIER, all},
                                              {sl::EARLY_BARRIER, 64},
                                              {sl::READ_BARRIER, workers + 32},
                                              {sl::END_BARRIER, workers + 32}});
    }
    // max |B - Q2 T Q2^H| / (n max |B|) and max |I - Q2^H Q2| / n
    double error() const
    {
        std::vector<wide> q((size_t)n * n), y = q;
        double most = 0, largest = 0;
        for (int i = 0; i < n; i++)
            q[i + (size_t)i * n] = 1;
        for (int s = n - 2; s >= 0; s--)
            for (int t = (n - 2 - s) / KD; t >= 0; t--)
                reflect(s, s + 1 + t * KD, q);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                wide left = q[i + (size_t)j * n] * diagonal(j, 0);
                if (j > 0)
                    left += q[i + (size_t)(j - 1) * n] * diagonal(j - 1, 1);
                if (j + 1 < n)
                    left += q[i + (size_t)(j + 1) * n] * diagonal(j, 1);
                y[i + (size_t)j * n] = left;
            }
        for (wide x : b)
            largest = std::max(largest, std::abs(x));
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                wide residual = b[i + (size_t)j * n] / largest, unit = i == j ? 1 : 0;
                for (int k = 0; k < n; k++) {
                    residual -= y[i + (size_t)k * n] / largest * conj(q[j + (size_t)k * n]);
                    unit -= conj(q[k + (size_t)i * n]) * q[k + (size_t)j * n];
                }
                double worse = std::max(std::abs(residual), std::abs(unit));
                most = most >= worse ? most : worse;
                if (std::isnan(worse))
                    return NAN;
            }
        return most / n;
    }

  private:
    double diagonal(int j, int below) const
    {
        return to_wide(band[(size_t)j * 2 * KD + below]).real();
    }
    void reflect(int s, int first, std::vector<wide> &q) const
    {
        int end = std::min(n, first + KD);
        const T *h = v.data() + (size_t)s * n;
        for (int j = 0; j < n; j++) {
            wide *x = q.data() + (size_t)j * n, sum = x[first];
            for (int i = first + 1; i < end; i++)
                sum += conj(to_wide(h[i])) * x[i];
            sum *= to_wide(h[first]);
            x[first] -= sum;
            for (int i = first + 1; i < end; i++)
                x[i] -= sum * to_wide(h[i]);
        }
    }
};

template <class T, int KD, int WARPS> static void check(const char *name, int n, double scale)
{
    double eps = sizeof(typename sl::scalar<T>::real) == 4 ? 6e-8 : 1.2e-16;
    reduction<T, KD, WARPS> one(n, scale), two(n, scale);
    one.run(1);
    two.run(2);
    bool same = memcmp(one.band.data(), two.band.data(), one.band.size() * sizeof(T)) == 0 &&
                memcmp(one.v.data(), two.v.data(), one.v.size() * sizeof(T)) == 0;
    double error = one.error() / eps;
    ok(error < 30 && same, "%s, kd %d, n %d, scale %g: residual %g%s", name, KD, n, scale, error,
       same ? "" : ", other bits from two blocks");
}

int main()
{
    const char *level = getenv("STARLING_CHECK");
    bool quick = level && !strcmp(level, "quick");
    check<double, 32, 4>("d", quick ? 66 : 70, 1); /* up to three steps a sweep */
    check<double, 32, 4>("d", 2, 1);
    if (!quick) {
        check<double, 32, 4>("d", 9, 1e-300);
        check<double, 32, 4>("d", 9, 1e300);
        check<double, 64, 8>("d", 12, 1);
        check<float, 32, 4>("s", 12, 1);
        check<cuComplex, 32, 4>("c", 12, 1);
        check<cuDoubleComplex, 32, 4>("z", 34, 1e-5);
        check<cuDoubleComplex, 64, 8>("z", 12, 1);
    }
    return done_testing();
}
