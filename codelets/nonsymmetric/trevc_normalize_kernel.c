/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Vectors of A from those of the balanced matrix, if there was a balancing, in the norm of LAPACK's
 * trevc: the largest element is 1; or of geev: length 1, and the largest element is real. Buffers:
 * the vectors, the places of their eigenvalues, the balancing or nothing. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

/* One vector: a column, and for a complex vector of a real matrix a second one. */
struct column {
    int m;
    scalar_t *x, *imaginary;
};

static double re_of(const struct column *v, int i)
{
    return (double)SL_REAL(v->x[i]);
}
static double im_of(const struct column *v, int i)
{
#ifdef SL_COMPLEX
    return cimag(v->x[i]);
#else
    return v->imaginary ? (double)v->imaginary[i] : 0;
#endif
}
static void set(const struct column *v, int i, double re, double im)
{
#ifdef SL_COMPLEX
    ((real_t *)&v->x[i])[0] = (real_t)re;
    ((real_t *)&v->x[i])[1] = (real_t)im;
#else
    v->x[i] = re;
    if (v->imaginary)
        v->imaginary[i] = im;
#endif
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

/* The largest element, as the sum of its parts. */
static double largest_sum(const struct column *v)
{
    double most = 0;
    for (int i = 0; i < v->m; i++)
        most = larger(fabs(re_of(v, i)) + fabs(im_of(v, i)), most);
    return most;
}

/* Multiplies by re + i im, in double precision. */
static void multiply(const struct column *v, double re, double im)
{
    for (int i = 0; i < v->m; i++) {
        double x = re_of(v, i), y = im_of(v, i);
        set(v, i, x * re - y * im, x * im + y * re);
    }
}

/* Divides by its largest element, which may be a denormal number: its inverse overflows. */
static void divide(const struct column *v, double most)
{
    int exponent;
    double fraction = frexp(most, &exponent), half = ldexp(1, -exponent / 2);
    if (exponent < -1000)
        multiply(v, half, 0);
    multiply(v, ldexp(1 / fraction, exponent < -1000 ? -exponent - -exponent / 2 : -exponent), 0);
}

/* Length 1, and the largest element of a complex vector is real. */
static void normalize(const struct column *v)
{
    double sum = 0, large = -1, re, im;
    int place = 0;
    for (int i = 0; i < v->m; i++) {
        double x = re_of(v, i), y = im_of(v, i), square = x * x + y * y;
        sum += square;
        if (square > large) {
            large = square;
            place = i;
        }
    }
    re = re_of(v, place) / sqrt(large);
    im = im_of(v, place) / sqrt(large);
    if (SL_PARTS == 1 && !v->imaginary) { /* a real one keeps its sign */
        re = 1;
        im = 0;
    }
    multiply(v, re / sqrt(sum), -im / sqrt(sum));
    set(v, place, re_of(v, place), 0);
}

static void cpu_trevc_normalize(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    const int *place = (const int *)STARPU_MATRIX_GET_PTR(tiles[1]);
    scalar_t *x = TILE(tiles[0]);
    int m = TILE_M(tiles[0]), w = TILE_N(tiles[0]), ld = TILE_LD(tiles[0]);
    if (p->ihi > 0)
        LAPACKE_x(gebak_work)(LAPACK_COL_MAJOR, 'B', p->left ? 'L' : 'R', m, (int)p->ilo,
                              (int)p->ihi, (const real_t *)STARPU_MATRIX_GET_PTR(tiles[2]), w, x,
                              ld);
    for (int c = 0, count; c < w; c += count) {
        /* for left vectors, place has the columns reversed */
        int part = p->left ? place[w - 1 - c + w] : place[c + w];
        count = part == SL_WHOLE_VECTOR ? 1 : 2;
        struct column v = {m, x + (size_t)c * ld, count == 2 ? x + (size_t)(c + 1) * ld : NULL};
        double most = largest_sum(&v);
        if (!(most > 0))
            continue;
        divide(&v, most);
        if (p->euclid)
            normalize(&v);
    }
}

#ifdef STARLING_CUDA
#include "cuda_trevc.h"

static void cuda_trevc_normalize(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    struct sl_cuda_vectors v = {TILE_N(tiles[0]), (const int *)STARPU_MATRIX_GET_PTR(tiles[1]),
                                p->left};
    const real_t *balance = p->ihi > 0 ? (const real_t *)STARPU_MATRIX_GET_PTR(tiles[2]) : NULL;
    sl_cuda_check(&p->head,
                  sl_cuda_x(trevc_normalize)(sl_cuda_stream(), &v, p->euclid, balance,
                                             (int)p->ilo, (int)p->ihi, TILE_M(tiles[0]),
                                             CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(trevc_normalize);
