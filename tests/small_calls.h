/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The routines that have a direct path for small problems, in four precisions, and their operands.
 * The calls are in small_library.h, and those of LAPACK and BLAS in small_lapack.h. */

#ifndef SMALL_CALLS_H
#define SMALL_CALLS_H

#include <lapacke.h>
#include <cblas.h>
#include <string.h>
#include "reference.h"

#define LAPACK(prec, name, ...)                                                                    \
    ((prec) == STARLING_S   ? LAPACKE_s##name(LAPACK_COL_MAJOR, __VA_ARGS__)                       \
     : (prec) == STARLING_D ? LAPACKE_d##name(LAPACK_COL_MAJOR, __VA_ARGS__)                       \
     : (prec) == STARLING_C ? LAPACKE_c##name(LAPACK_COL_MAJOR, __VA_ARGS__)                       \
                            : LAPACKE_z##name(LAPACK_COL_MAJOR, __VA_ARGS__))
/* Names of real and of complex routines. */
#define LAPACK_2(prec, real, complex, ...)                                                         \
    ((prec) == STARLING_S   ? LAPACKE_s##real(LAPACK_COL_MAJOR, __VA_ARGS__)                       \
     : (prec) == STARLING_D ? LAPACKE_d##real(LAPACK_COL_MAJOR, __VA_ARGS__)                       \
     : (prec) == STARLING_C ? LAPACKE_c##complex(LAPACK_COL_MAJOR, __VA_ARGS__)                    \
                            : LAPACKE_z##complex(LAPACK_COL_MAJOR, __VA_ARGS__))
#define API_2(prec, real, complex, ...)                                                            \
    ((prec) == STARLING_S   ? starling_s##real(__VA_ARGS__)                                        \
     : (prec) == STARLING_D ? starling_d##real(__VA_ARGS__)                                        \
     : (prec) == STARLING_C ? starling_c##complex(__VA_ARGS__)                                     \
                            : starling_z##complex(__VA_ARGS__))
/* CBLAS with alpha, and perhaps beta, among the arguments. */
#define ARGS(...) __VA_ARGS__
#define BLAS(prec, name, head, alpha, tail)                                                        \
    ((prec) == STARLING_S   ? cblas_s##name(CblasColMajor, head, (float)(alpha), tail)             \
     : (prec) == STARLING_D ? cblas_d##name(CblasColMajor, head, (double)(alpha), tail)            \
     : (prec) == STARLING_C ? cblas_c##name(CblasColMajor, head, &(float _Complex){alpha}, tail)   \
                            : cblas_z##name(CblasColMajor, head, &(wide){alpha}, tail))
#define BLAS_2(prec, name, head, alpha, middle, beta, tail)                                        \
    ((prec) == STARLING_S                                                                          \
         ? cblas_s##name(CblasColMajor, head, (float)(alpha), middle, (float)(beta), tail)         \
     : (prec) == STARLING_D                                                                        \
         ? cblas_d##name(CblasColMajor, head, (double)(alpha), middle, (double)(beta), tail)       \
     : (prec) == STARLING_C                                                                        \
         ? cblas_c##name(CblasColMajor, head, &(float _Complex){alpha}, middle,                    \
                         &(float _Complex){beta}, tail)                                            \
         : cblas_z##name(CblasColMajor, head, &(wide){alpha}, middle, &(wide){beta}, tail))

enum routine {
    POTRF,
    POTRS,
    POSV,
    POTRI,
    POCON,
    TRTRI,
    TRCON,
    LAUUM,
    GETRF,
    GETRS,
    GESV,
    GETRI,
    GECON,
    SYTRF,
    SYTRS,
    SYSV,
    SYTRI,
    SYCON,
    HETRF,
    HETRS,
    HESV,
    HETRI,
    HECON,
    GEQRF,
    GELQF,
    UNMQR,
    UNMLQ,
    UNGQR,
    UNGLQ,
    GELS,
    HEEVD_N,
    HEEVD_V,
    GESVD_N,
    GESVD_S,
    GESVD_A,
    GESVD_O,
    GESDD_N,
    GESDD_S,
    GESDD_A,
    GESDD_O,
    GEEV_N,
    GEEV_V,
    GEMM,
    SYMM,
    HEMM,
    SYRK,
    HERK,
    SYR2K,
    HER2K,
    TRMM,
    TRSM,
    LANGE_M,
    LANGE_1,
    LANGE_I,
    LANGE_F,
    LANHE_1,
    LANHE_F,
    LACPY,
    LASET,
    GERFS,
    PORFS,
    GESVX_N,
    GESVX_E,
    GESVX_F,
    POSVX_N,
    POSVX_E,
    POSVX_F,
    GEES_N,
    GEES_S,
    GEESX_B,
    GEEVX_N,
    GEEVX_B,
    HEGST,
    HEGVD_N,
    HEGVD_V,
    ROUTINES
};
static const char *const names[] = {
    "potrf",   "potrs",   "posv",    "potri",   "pocon",   "trtri",   "trcon",   "lauum",
    "getrf",   "getrs",   "gesv",    "getri",   "gecon",   "sytrf",   "sytrs",   "sysv",
    "sytri",   "sycon",   "hetrf",   "hetrs",   "hesv",    "hetri",   "hecon",   "geqrf",
    "gelqf",   "unmqr",   "unmlq",   "ungqr",   "unglq",   "gels",    "heevd N", "heevd V",
    "gesvd N", "gesvd S", "gesvd A", "gesvd O", "gesdd N", "gesdd S", "gesdd A", "gesdd O",
    "geev N",  "geev V",  "gemm",    "symm",    "hemm",    "syrk",    "herk",    "syr2k",
    "her2k",   "trmm",    "trsm",    "lange M", "lange 1", "lange I", "lange F", "lanhe 1",
    "lanhe F", "lacpy",   "laset",   "gerfs",   "porfs",   "gesvx N", "gesvx E", "gesvx F",
    "posvx N", "posvx E", "posvx F", "gees N",  "gees S",  "geesx B", "geevx N", "geevx B",
    "hegst",   "hegvd N", "hegvd V"};

enum { MOST = 201, ARRAYS = 6 };

/* Operands and results. All arrays have room for MOST x MOST numbers and the same leading
 * dimension. */
struct data {
    starling_precision prec;
    char uplo, trans;
    int m, n, nrhs, ld;
    void *a, *b, *c, *u, *v, *w;
    int64_t ipiv[MOST]; /* the library's */
    int pivots[MOST];   /* LAPACK's */
};

static void *array_of(const struct data *d, int i)
{
    return (void *const[ARRAYS]){d->a, d->b, d->c, d->u, d->v, d->w}[i];
}

static size_t array_bytes(const struct data *d)
{
    return element_size(d->prec) * (size_t)d->ld * MOST;
}

/* w has eigenvalues, tau, a norm, a condition number, or real and then imaginary parts. */
static void *second(const struct data *d)
{
    return (char *)d->w + element_size(d->prec) * (size_t)d->n;
}

/* Real results behind the eigenvalues: array k of expert drivers. */
enum { ROWS, COLUMNS, FERR, BERR, RCOND, GROWTH, EQUED };
static void *real_at(const struct data *d, int k)
{
    size_t real = element_size(d->prec) / (is_complex(d->prec) ? 2 : 1);
    return (char *)d->w + element_size(d->prec) * 4 * MOST + real * (size_t)(k * MOST);
}

/* Eigenvalues in the right half plane come first. */
static int right_s(const float *re, const float *im)
{
    (void)im;
    return *re > 0;
}
static int right_d(const double *re, const double *im)
{
    (void)im;
    return *re > 0;
}
static int right_c(const float _Complex *w)
{
    return crealf(*w) > 0;
}
static int right_z(const double _Complex *w)
{
    return creal(*w) > 0;
}

/* Routines of eigenvalues: a real matrix has two arrays of them. */
#define WITH_VALUES(d, prefix, name, before, ...)                                                  \
    ((d)->prec == STARLING_S   ? prefix##s##name(before(right_s), (d)->w, second(d), __VA_ARGS__)  \
     : (d)->prec == STARLING_D ? prefix##d##name(before(right_d), (d)->w, second(d), __VA_ARGS__)  \
     : (d)->prec == STARLING_C ? prefix##c##name(before(right_c), (d)->w, __VA_ARGS__)             \
                               : prefix##z##name(before(right_z), (d)->w, __VA_ARGS__))

#endif
