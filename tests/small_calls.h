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
#define ONLY_REAL(prec, prefix, name, ...)                                                         \
    ((prec) == STARLING_S ? prefix##s##name(__VA_ARGS__) : prefix##d##name(__VA_ARGS__))
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

/* Each with the routine that makes its factors. Those from STERF on have real precisions only. */
#define LIST_OF_ROUTINES(X)                                                                        \
    X(POTRF, "potrf", NONE) X(POTRS, "potrs", POTRF) X(POSV, "posv", NONE)                         \
    X(POTRI, "potri", POTRF) X(POCON, "pocon", POTRF) X(TRTRI, "trtri", NONE)                      \
    X(TRCON, "trcon", NONE) X(LAUUM, "lauum", NONE) X(GETRF, "getrf", NONE)                        \
    X(GETRS, "getrs", GETRF) X(GESV, "gesv", NONE) X(GETRI, "getri", GETRF)                        \
    X(GECON, "gecon", GETRF) X(SYTRF, "sytrf", NONE) X(SYTRS, "sytrs", SYTRF)                      \
    X(SYSV, "sysv", NONE) X(SYTRI, "sytri", SYTRF) X(SYCON, "sycon", SYTRF)                        \
    X(HETRF, "hetrf", NONE) X(HETRS, "hetrs", HETRF) X(HESV, "hesv", NONE)                         \
    X(HETRI, "hetri", HETRF) X(HECON, "hecon", HETRF) X(GEQRF, "geqrf", NONE)                      \
    X(GELQF, "gelqf", NONE) X(UNMQR, "unmqr", GEQRF) X(UNMLQ, "unmlq", GELQF)                      \
    X(UNGQR, "ungqr", GEQRF) X(UNGLQ, "unglq", GELQF) X(GELS, "gels", NONE)                        \
    X(HEEVD_N, "heevd N", NONE) X(HEEVD_V, "heevd V", NONE) X(GESVD_N, "gesvd N", NONE)            \
    X(GESVD_S, "gesvd S", NONE) X(GESVD_A, "gesvd A", NONE) X(GESVD_O, "gesvd O", NONE)            \
    X(GESDD_N, "gesdd N", NONE) X(GESDD_S, "gesdd S", NONE) X(GESDD_A, "gesdd A", NONE)            \
    X(GESDD_O, "gesdd O", NONE) X(GEEV_N, "geev N", NONE) X(GEEV_V, "geev V", NONE)                \
    X(GEMM, "gemm", NONE) X(SYMM, "symm", NONE) X(HEMM, "hemm", NONE) X(SYRK, "syrk", NONE)        \
    X(HERK, "herk", NONE) X(SYR2K, "syr2k", NONE) X(HER2K, "her2k", NONE) X(TRMM, "trmm", NONE)    \
    X(TRSM, "trsm", NONE) X(LANGE_M, "lange M", NONE) X(LANGE_1, "lange 1", NONE)                  \
    X(LANGE_I, "lange I", NONE) X(LANGE_F, "lange F", NONE) X(LANHE_1, "lanhe 1", NONE)            \
    X(LANHE_F, "lanhe F", NONE) X(LACPY, "lacpy", NONE) X(LASET, "laset", NONE)                    \
    X(GERFS, "gerfs", NONE) X(PORFS, "porfs", NONE) X(GESVX_N, "gesvx N", NONE)                    \
    X(GESVX_E, "gesvx E", NONE) X(GESVX_F, "gesvx F", NONE) X(POSVX_N, "posvx N", NONE)            \
    X(POSVX_E, "posvx E", NONE) X(POSVX_F, "posvx F", NONE) X(GEES_N, "gees N", NONE)              \
    X(GEES_S, "gees S", NONE) X(GEESX_B, "geesx B", NONE) X(GEEVX_N, "geevx N", NONE)              \
    X(GEEVX_B, "geevx B", NONE) X(HEGST, "hegst", NONE) X(HEGVD_N, "hegvd N", NONE)                \
    X(HEGVD_V, "hegvd V", NONE) X(HEEVX_A, "heevx A", NONE) X(HEEVX_I, "heevx I", NONE)            \
    X(HEEVX_V, "heevx V", NONE) X(HEEVX_N, "heevx N", NONE) X(GEHRD, "gehrd", NONE)                \
    X(UNGHR, "unghr", GEHRD) X(UNMHR, "unmhr", GEHRD) X(HETRD, "hetrd", NONE)                      \
    X(UNGTR, "ungtr", HETRD) X(UNMTR, "unmtr", HETRD) X(GEBRD, "gebrd", NONE)                      \
    X(UNGBR_Q, "ungbr Q", GEBRD) X(UNGBR_P, "ungbr P", GEBRD) X(UNMBR_Q, "unmbr Q", GEBRD)         \
    X(UNMBR_P, "unmbr P", GEBRD) X(GELSD, "gelsd", NONE) X(HSEQR_E, "hseqr E", NONE)               \
    X(HSEQR_S, "hseqr S", NONE) X(TRSEN_V, "trsen V", HSEQR_S) X(TRSEN_B, "trsen B", HSEQR_S)      \
    X(TREVC3_A, "trevc3 A", HSEQR_S) X(TREVC3_B, "trevc3 B", HSEQR_S)                              \
    X(TREVC3_S, "trevc3 S", HSEQR_S) X(STERF, "sterf", NONE) X(STEDC, "stedc", NONE)               \
    X(BDSDC, "bdsdc", NONE)
#define NAME_OF(routine, name, before) routine,
enum routine { LIST_OF_ROUTINES(NAME_OF) ROUTINES, NONE = ROUTINES };
#undef NAME_OF
#define NAME_OF(routine, name, before) name,
static const char *const names[] = {LIST_OF_ROUTINES(NAME_OF)};
#undef NAME_OF
#define BEFORE_IT(routine, name, before) before,
static const enum routine factored_by[] = {LIST_OF_ROUTINES(BEFORE_IT)};
#undef BEFORE_IT

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

/* A part of the order: rows that are reduced, eigenvalues that are wanted. */
static int first_of(int n)
{
    return n > 4 ? 2 : 1;
}
static int last_of(int n)
{
    return n > 4 ? n / 2 + 2 : n;
}

/* Eigenvalues that are selected; LAPACK's trevc3 changes it. */
static int chosen[MOST];

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
