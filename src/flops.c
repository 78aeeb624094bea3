/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Operation counts, LAPACK Working Note 41 (Anderson, Dongarra, Ostrouchov 1992): the exact
 * numbers of multiplications and additions, lower order terms included. Tasks, the driver
 * and the tests all count with these. */

#include "starling.h"

static double total(starling_precision prec, double multiplications, double additions)
{
    bool is_complex = prec == STARLING_C || prec == STARLING_Z;
    return is_complex ? 6 * multiplications + 2 * additions
                               : multiplications + additions;
}

double starling_flops_gemm(starling_precision prec, double m, double n, double k)
{
    return total(prec, m * n * k, m * n * k);
}

double starling_flops_hemm(starling_precision prec, starling_side side, double m, double n)
{
    return starling_flops_gemm(prec, m, n, side == STARLING_LEFT ? m : n);
}

double starling_flops_herk(starling_precision prec, double n, double k)
{
    return total(prec, k * n * (n + 1) / 2, k * n * (n + 1) / 2);
}

double starling_flops_her2k(starling_precision prec, double n, double k)
{
    return total(prec, k * n * n + n, k * n * n);
}

double starling_flops_trsm(starling_precision prec, starling_side side, double m, double n)
{
    double order = side == STARLING_LEFT ? m : n, vectors = side == STARLING_LEFT ? n : m;
    return total(prec, vectors * order * (order + 1) / 2, vectors * order * (order - 1) / 2);
}

double starling_flops_potrf(starling_precision prec, double n)
{
    return total(prec, n * n * n / 6 + n * n / 2 + n / 3, n * n * n / 6 - n / 6);
}

double starling_flops_potrs(starling_precision prec, double n, double nrhs)
{
    return 2 * starling_flops_trsm(prec, STARLING_LEFT, n, nrhs);
}

double starling_flops_sytrf(starling_precision prec, double n)
{
    return total(prec, n * n * n / 6 + n * n / 2 + 10 * n / 3, n * n * n / 6 - n / 6);
}

double starling_flops_sytrs(starling_precision prec, double n, double nrhs)
{
    return total(prec, nrhs * (n * n + n), nrhs * (n * n - n));
}

double starling_flops_trtri(starling_precision prec, double n)
{
    return total(prec, n * n * n / 6 + n * n / 2 + n / 3, n * n * n / 6 - n * n / 2 + n / 3);
}

double starling_flops_lauum(starling_precision prec, double n)
{
    return starling_flops_potri(prec, n) - starling_flops_trtri(prec, n);
}

double starling_flops_potri(starling_precision prec, double n)
{
    return total(prec, n * n * n / 3 + n * n + 2 * n / 3, n * n * n / 3 - n * n / 2 + n / 6);
}

double starling_flops_geqrf(starling_precision prec, double m, double n)
{
    if (m > n)
        return total(prec, n * (n * (0.5 - n / 3 + m) + m + 23.0 / 6),
                     n * (n * (0.5 - n / 3 + m) + 5.0 / 6));
    return total(prec, m * (m * (-0.5 - m / 3 + n) + 2 * n + 23.0 / 6),
                 m * (m * (-0.5 - m / 3 + n) + n + 5.0 / 6));
}

double starling_flops_unmqr(starling_precision prec, starling_side side, double m, double n,
                            double k)
{
    if (side == STARLING_LEFT)
        return total(prec, n * k * (2 * m - k + 2), n * k * (2 * m - k + 1));
    return total(prec, m * k * (2 * n - k + 1) + n * k - k * k / 2 + k / 2,
                 m * k * (2 * n - k + 1));
}

double starling_flops_ungqr(starling_precision prec, double m, double n, double k)
{
    return total(prec, k * (2 * m * n + 2 * n - 5.0 / 3 + k * (2 * k / 3 - (m + n) - 1)),
                 k * (2 * m * n + n - m + 1.0 / 3 + k * (2 * k / 3 - (m + n))));
}

/* Each reflector of length l: a product A v, a symmetric update of rank 2, and kd - 1 columns of its
 * panel on average by half. */
double starling_flops_he2hb(starling_precision prec, double n, double kd)
{
    double order = n > kd ? n - kd : 0;
    double each = order * (order + 1) * ((2 * order + 1) / 3 + (kd - 1) / 2);
    return total(prec, each, each);
}

/* The reduction; with vectors all merges but the last one, n^3 / 3; for each vector its column of the
 * last merge, and the products with Q2 and Q1. */
double starling_flops_heevx(starling_precision prec, starling_job job, double n, double columns)
{
    double each = n * n * 2 * n / 3;
    if (job == STARLING_VECTORS)
        each += n * n * (n / 6 + 2.5 * columns);
    return total(prec, each, each);
}

double starling_flops_heevd(starling_precision prec, starling_job job, double n)
{
    return starling_flops_heevx(prec, job, n, n);
}

/* The reduction; with vectors divide and conquer, 8/3 k^3, and products with Q2, P2, Q1 and P1. */
double starling_flops_gesvd(starling_precision prec, starling_job job, double m, double n)
{
    double k = m < n ? m : n, l = m < n ? n : m;
    double each = 2 * l * k * k - 2 * k * k * k / 3;
    if (job == STARLING_VECTORS)
        each = 4 * l * k * k + 8 * k * k * k / 3;
    return total(prec, each, each);
}

/* QR if A is not square, the singular values of a square matrix, and two products. */
double starling_flops_gelsd(starling_precision prec, double m, double n, double nrhs)
{
    double k = m < n ? m : n, l = m < n ? n : m;
    double sum = starling_flops_gesvd(prec, STARLING_VECTORS, k, k) +
                 2 * starling_flops_gemm(prec, k, nrhs, k);
    return l == k ? sum
                  : sum + starling_flops_geqrf(prec, l, k) +
                        starling_flops_unmqr(prec, STARLING_LEFT, l, nrhs, k);
}

double starling_flops_pinv(starling_precision prec, double m, double n)
{
    return starling_flops_gesvd(prec, STARLING_VECTORS, m, n) +
           starling_flops_gemm(prec, n, m, m < n ? m : n);
}

/* QR of A and a product with Q, 6 m n^2 - 8/3 n^3; X^H R; herk, potrf and two trsm in each of the
 * steps that an A of unknown condition takes, if n is about 1000. */
double starling_flops_gepolar(starling_precision prec, double m, double n)
{
    double steps = prec == STARLING_S || prec == STARLING_C ? 15 : 22;
    double each = 3 * m * n * n - n * n * n / 3 + steps * 5 * n * n * n / 3;
    return total(prec, each, each);
}

double starling_flops_gesvdp(starling_precision prec, starling_job job, double m, double n)
{
    double k = m < n ? m : n, l = m < n ? n : m;
    return starling_flops_gepolar(prec, l, k) + starling_flops_heevd(prec, job, k) +
           (job == STARLING_VECTORS ? starling_flops_gemm(prec, l, k, k) : 0);
}

double starling_flops_gesvdr(starling_precision prec, starling_job job, double m, double n,
                             double l, double q)
{
    double left = starling_flops_geqrf(prec, m, l) + starling_flops_ungqr(prec, m, l, l);
    double right = starling_flops_geqrf(prec, n, l) + starling_flops_ungqr(prec, n, l, l);
    return (q + 1) * (2 * starling_flops_gemm(prec, m, l, n) + left) + q * right +
           starling_flops_gesvd(prec, job, n, l) +
           (job == STARLING_VECTORS ? starling_flops_gemm(prec, m, l, l) : 0);
}

double starling_flops_hetrd(starling_precision prec, double n)
{
    return total(prec, n * (n * (2.0 / 3 * n + 2.5) - 1.0 / 6), n * (n * (2.0 / 3 * n + 1) - 8.0 / 3));
}

double starling_flops_gebrd(starling_precision prec, double m, double n)
{
    double k = m < n ? m : n, l = m < n ? n : m;
    return total(prec, k * (2 * l * k - 2.0 / 3 * k * k + 2 * k + 20.0 / 3),
                 k * (2 * l * k - 2.0 / 3 * k * k + k - l + 5.0 / 3));
}

/* The sum of 2 (a - j) (b - j) for j = 0 ... k - 1 */
static double sum_of_products(double a, double b, double k)
{
    return k * (2 * a * b - (a + b) * (k - 1) + (k - 1) * (2 * k - 1) / 3);
}

/* Each reflector of length l: a product with the r columns or rows that it meets, and an update of
 * them of rank one. Those of columns are n, those of rows n - kd. */
double starling_flops_ge2gb(starling_precision prec, double m, double n, double kd)
{
    double rows = n > kd ? n - kd : 0;
    double each = sum_of_products(m, n - 1, n) + sum_of_products(rows, m - 1, rows);
    return n == 0 ? 0 : total(prec, each, each);
}

double starling_flops_gb2bd(starling_precision prec, double n, double kd)
{
    return total(prec, 4 * n * n * kd, 4 * n * n * kd);
}

double starling_flops_gehrd(starling_precision prec, double n)
{
    return total(prec, n * (n * (5.0 / 3 * n + 0.5) - 7.0 / 6), n * (n * (5.0 / 3 * n - 1) - 2.0 / 3));
}

double starling_flops_trevc3(starling_precision prec, starling_howmny howmny, double n)
{
    double half = n * n * n / 6, product = howmny == STARLING_BACK_TRANSFORM ? n * n * n / 2 : 0;
    return total(prec, half + product, half + product);
}

double starling_flops_hseqr(starling_precision prec, starling_job job, double n)
{
    double half = (job == STARLING_VECTORS ? 12.5 : 3.5) * n * n * n;
    return total(prec, half, half);
}

double starling_flops_gees(starling_precision prec, double n)
{
    return total(prec, 12.5 * n * n * n, 12.5 * n * n * n);
}

double starling_flops_geev(starling_precision prec, int sides, double n)
{
    double half = (sides == 0 ? 5 : 12.5) * n * n * n;
    return total(prec, half, half) +
           sides * starling_flops_trevc3(prec, STARLING_BACK_TRANSFORM, n);
}

double starling_flops_hegst(starling_precision prec, double n)
{
    return total(prec, n * n * n / 2 + n * n, n * n * n / 2 - n * n / 2);
}

double starling_flops_hb2st(starling_precision prec, double n, double kd)
{
    return total(prec, 3 * n * n * kd, 3 * n * n * kd);
}

double starling_flops_unmtr_hb2st(starling_precision prec, double n, double columns)
{
    return total(prec, n * n * columns, n * n * columns);
}

double starling_flops_getrf(starling_precision prec, double m, double n)
{
    double k = m < n ? m : n, l = m < n ? n : m;
    double common = l * k * k / 2 - k * k * k / 6;
    return total(prec, common + l * k / 2 - k * k / 2 + 2 * k / 3, common - l * k / 2 + k / 6);
}

double starling_flops_getrs(starling_precision prec, double n, double nrhs)
{
    return total(prec, nrhs * n * n, nrhs * (n * n - n));
}

double starling_flops_getri(starling_precision prec, double n)
{
    double cube = 2 * n * n * n / 3;
    return total(prec, cube + n * n / 2 + 5 * n / 6, cube - 3 * n * n / 2 + 5 * n / 6);
}
