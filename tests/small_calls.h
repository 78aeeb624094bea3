/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The routines that have a direct path for small problems, in four precisions: the library's call, and
 * the same of LAPACK or BLAS. */

#ifndef SMALL_CALLS_H
#define SMALL_CALLS_H

#include <lapacke.h>
#include <cblas.h>
#include <string.h>
#include "lapack_api.h"
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
    ROUTINES
};
static const char *const names[] = {
    "potrf",   "potrs",   "posv",    "potri",   "pocon",   "trtri",   "trcon",   "lauum",
    "getrf",   "getrs",   "gesv",    "getri",   "gecon",   "sytrf",   "sytrs",   "sysv",
    "sytri",   "sycon",   "hetrf",   "hetrs",   "hesv",    "hetri",   "hecon",    "geqrf",   "gelqf",   "unmqr",   "unmlq",   "ungqr",
    "unglq",   "gels",    "heevd N", "heevd V", "gesvd N", "gesvd S", "gesvd A", "gesvd O",
    "gesdd N", "gesdd S", "gesdd A", "gesdd O", "geev N",  "geev V",  "gemm",    "symm",
    "hemm",    "syrk",    "herk",    "syr2k",   "her2k",   "trmm",    "trsm",    "lange M",
    "lange 1", "lange I", "lange F", "lanhe 1", "lanhe F", "lacpy",   "laset",
    "gerfs",   "porfs",   "gesvx N", "gesvx E", "gesvx F", "posvx N", "posvx E", "posvx F",
    "gees N",  "gees S",  "geesx B", "geevx N", "geevx B"};

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

/* What LAPACKE's gesvd returns beside singular values. */
static double superdiagonal[MOST];

static int norm(const struct data *d, char which)
{
    if (d->prec == STARLING_S)
        *(float *)d->w = LAPACKE_slange(LAPACK_COL_MAJOR, which, d->m, d->n, d->a, d->ld);
    else if (d->prec == STARLING_D)
        *(double *)d->w = LAPACKE_dlange(LAPACK_COL_MAJOR, which, d->m, d->n, d->a, d->ld);
    else if (d->prec == STARLING_C)
        *(float *)d->w = LAPACKE_clange(LAPACK_COL_MAJOR, which, d->m, d->n, d->a, d->ld);
    else
        *(double *)d->w = LAPACKE_zlange(LAPACK_COL_MAJOR, which, d->m, d->n, d->a, d->ld);
    return 0;
}

static int norm_he(const struct data *d, char which)
{
    if (d->prec == STARLING_S)
        *(float *)d->w = LAPACKE_slansy(LAPACK_COL_MAJOR, which, d->uplo, d->n, d->a, d->ld);
    else if (d->prec == STARLING_D)
        *(double *)d->w = LAPACKE_dlansy(LAPACK_COL_MAJOR, which, d->uplo, d->n, d->a, d->ld);
    else if (d->prec == STARLING_C)
        *(float *)d->w = LAPACKE_clanhe(LAPACK_COL_MAJOR, which, d->uplo, d->n, d->a, d->ld);
    else
        *(double *)d->w = LAPACKE_zlanhe(LAPACK_COL_MAJOR, which, d->uplo, d->n, d->a, d->ld);
    return 0;
}

/* Hermitian products of complex matrices; those of real ones are symmetric. */
static void hermitian(enum routine r, const struct data *d)
{
    CBLAS_UPLO up = d->uplo == 'L' ? CblasLower : CblasUpper;
    CBLAS_TRANSPOSE tr = d->trans == 'N' ? CblasNoTrans : CblasConjTrans;
    int n = d->n, ld = d->ld;
    bool single = d->prec == STARLING_C;
    float _Complex calpha = 1.5F, cbeta = 0.5F;
    wide alpha = 1.5, beta = 0.5;
    if (r == HEMM && single)
        cblas_chemm(CblasColMajor, CblasLeft, up, n, n, &calpha, d->a, ld, d->b, ld, &cbeta, d->c,
                    ld);
    else if (r == HEMM)
        cblas_zhemm(CblasColMajor, CblasLeft, up, n, n, &alpha, d->a, ld, d->b, ld, &beta, d->c,
                    ld);
    else if (r == HERK && single)
        cblas_cherk(CblasColMajor, up, tr, n, n, 1.5F, d->a, ld, 0.5F, d->c, ld);
    else if (r == HERK)
        cblas_zherk(CblasColMajor, up, tr, n, n, 1.5, d->a, ld, 0.5, d->c, ld);
    else if (single)
        cblas_cher2k(CblasColMajor, up, tr, n, n, &calpha, d->a, ld, d->b, ld, 0.5F, d->c, ld);
    else
        cblas_zher2k(CblasColMajor, up, tr, n, n, &alpha, d->a, ld, d->b, ld, 0.5, d->c, ld);
}

static enum routine symmetric(enum routine r, starling_precision prec)
{
    bool real = !is_complex(prec);
    return real && r == HEMM    ? SYMM
           : real && r == HERK  ? SYRK
           : real && r == HER2K ? SYR2K
           : real && r == HETRF ? SYTRF
           : real && r == HETRS ? SYTRS
           : real && r == HESV  ? SYSV
           : real && r == HETRI ? SYTRI
           : real && r == HECON ? SYCON
                                : r;
}

#define ONLY_COMPLEX(prec, name, ...)                                                              \
    ((prec) == STARLING_C ? LAPACKE_c##name(LAPACK_COL_MAJOR, __VA_ARGS__)                         \
                          : LAPACKE_z##name(LAPACK_COL_MAJOR, __VA_ARGS__))

/* LAPACK's or BLAS' call; info. */
static int theirs(enum routine given, struct data *d)
{
    enum routine r = symmetric(given, d->prec);
    starling_precision p = d->prec;
    int m = d->m, n = d->n, k = m < n ? m : n, nrhs = d->nrhs, ld = d->ld, *piv = d->pivots;
    void *a = d->a, *b = d->b, *c = d->c, *u = d->u, *v = d->v, *w = d->w;
    char ul = d->uplo, adjoint = d->trans == 'N' ? 'N' : is_complex(p) ? 'C' : 'T';
    CBLAS_UPLO up = ul == 'L' ? CblasLower : CblasUpper;
    CBLAS_TRANSPOSE tr = d->trans == 'N' ? CblasNoTrans : CblasTrans;
    switch (r) {
    case POTRF:
        return LAPACK(p, potrf, ul, n, a, ld);
    case POTRS:
        return LAPACK(p, potrs, ul, n, nrhs, a, ld, b, ld);
    case POSV:
        return LAPACK(p, posv, ul, n, nrhs, a, ld, b, ld);
    case POTRI:
        return LAPACK(p, potri, ul, n, a, ld);
    case POCON:
        return LAPACK(p, pocon, ul, n, a, ld, 2, w);
    case TRTRI:
        return LAPACK(p, trtri, ul, 'N', n, a, ld);
    case TRCON:
        return LAPACK(p, trcon, '1', ul, 'N', n, a, ld, w);
    case LAUUM:
        return LAPACK(p, lauum, ul, n, a, ld);
    case GETRF:
        return LAPACK(p, getrf, m, n, a, ld, piv);
    case GETRS:
        return LAPACK(p, getrs, d->trans, n, nrhs, a, ld, piv, b, ld);
    case GESV:
        return LAPACK(p, gesv, n, nrhs, a, ld, piv, b, ld);
    case GETRI:
        return LAPACK(p, getri, n, a, ld, piv);
    case GECON:
        return LAPACK(p, gecon, 'I', n, a, ld, 2, w);
    case SYTRF:
        return LAPACK(p, sytrf, ul, n, a, ld, piv);
    case SYTRS:
        return LAPACK(p, sytrs, ul, n, nrhs, a, ld, piv, b, ld);
    case SYSV:
        return LAPACK(p, sysv, ul, n, nrhs, a, ld, piv, b, ld);
    case SYTRI:
        return LAPACK(p, sytri, ul, n, a, ld, piv);
    case SYCON:
        return LAPACK(p, sycon, ul, n, a, ld, piv, 2, w);
    case HETRF:
        return ONLY_COMPLEX(p, hetrf, ul, n, a, ld, piv);
    case HETRS:
        return ONLY_COMPLEX(p, hetrs, ul, n, nrhs, a, ld, piv, b, ld);
    case HESV:
        return ONLY_COMPLEX(p, hesv, ul, n, nrhs, a, ld, piv, b, ld);
    case HETRI:
        return ONLY_COMPLEX(p, hetri, ul, n, a, ld, piv);
    case HECON:
        return ONLY_COMPLEX(p, hecon, ul, n, a, ld, piv, 2, w);
    case GEQRF:
        return LAPACK(p, geqrf, m, n, a, ld, w);
    case GELQF:
        return LAPACK(p, gelqf, m, n, a, ld, w);
    case UNMQR:
        return LAPACK_2(p, ormqr, unmqr, 'L', adjoint, m, nrhs, k, a, ld, w, b, ld);
    case UNMLQ:
        return LAPACK_2(p, ormlq, unmlq, 'R', adjoint, nrhs, n, k, a, ld, w, b, ld);
    case UNGQR:
        return LAPACK_2(p, orgqr, ungqr, m, k, k, a, ld, w);
    case UNGLQ:
        return LAPACK_2(p, orglq, unglq, k, n, k, a, ld, w);
    case GELS:
        return LAPACK(p, gels, adjoint, m, n, nrhs, a, ld, b, ld);
    case HEEVD_N:
        return LAPACK_2(p, syevd, heevd, 'N', ul, n, a, ld, w);
    case HEEVD_V:
        return LAPACK_2(p, syevd, heevd, 'V', ul, n, a, ld, w);
    case GESVD_N:
    case GESVD_S:
    case GESVD_A:
        return LAPACK(p, gesvd, names[r][6], names[r][6], m, n, a, ld, w, u, ld, v, ld,
                      (void *)superdiagonal);
    case GESVD_O:
        return LAPACK(p, gesvd, 'O', 'S', m, n, a, ld, w, u, ld, v, ld, (void *)superdiagonal);
    case GESDD_N:
    case GESDD_S:
    case GESDD_A:
    case GESDD_O:
        return LAPACK(p, gesdd, names[r][6], m, n, a, ld, w, u, ld, v, ld);
    case GEEV_N:
    case GEEV_V: {
        char job = names[r][5];
        if (p == STARLING_S)
            return LAPACKE_sgeev(LAPACK_COL_MAJOR, job, job, n, a, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_D)
            return LAPACKE_dgeev(LAPACK_COL_MAJOR, job, job, n, a, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_C)
            return LAPACKE_cgeev(LAPACK_COL_MAJOR, job, job, n, a, ld, w, u, ld, v, ld);
        return LAPACKE_zgeev(LAPACK_COL_MAJOR, job, job, n, a, ld, w, u, ld, v, ld);
    }
    case GEMM:
        BLAS_2(p, gemm, ARGS(tr, CblasNoTrans, n, n, n), 1.5, ARGS(a, ld, b, ld), 0.5, ARGS(c, ld));
        return 0;
    case SYMM:
        BLAS_2(p, symm, ARGS(CblasLeft, up, n, n), 1.5, ARGS(a, ld, b, ld), 0.5, ARGS(c, ld));
        return 0;
    case SYRK:
        BLAS_2(p, syrk, ARGS(up, tr, n, n), 1.5, ARGS(a, ld), 0.5, ARGS(c, ld));
        return 0;
    case SYR2K:
        BLAS_2(p, syr2k, ARGS(up, tr, n, n), 1.5, ARGS(a, ld, b, ld), 0.5, ARGS(c, ld));
        return 0;
    case TRMM:
        BLAS(p, trmm, ARGS(CblasRight, up, tr, CblasNonUnit, n, n), 1.5, ARGS(a, ld, b, ld));
        return 0;
    case TRSM:
        BLAS(p, trsm, ARGS(CblasRight, up, tr, CblasNonUnit, n, n), 1.5, ARGS(a, ld, b, ld));
        return 0;
    case LANGE_M:
    case LANGE_1:
    case LANGE_I:
    case LANGE_F:
        return norm(d, names[r][6]);
    case LANHE_1:
    case LANHE_F:
        return norm_he(d, names[r][6]);
    case LACPY:
        return LAPACK(p, lacpy, ul, n, n, a, ld, b, ld);
    case LASET:
        return LAPACK(p, laset, ul, n, n, 1.5, 0.5, c, ld);
    case GERFS:
        return LAPACK(p, gerfs, d->trans, n, nrhs, a, ld, u, ld, piv, b, ld, v, ld,
                      real_at(d, FERR), real_at(d, BERR));
    case PORFS:
        return LAPACK(p, porfs, ul, n, nrhs, a, ld, u, ld, b, ld, v, ld, real_at(d, FERR),
                      real_at(d, BERR));
    case GESVX_N:
    case GESVX_E:
    case GESVX_F:
        return LAPACK(p, gesvx, names[r][6], d->trans, n, nrhs, a, ld, u, ld, piv,
                      real_at(d, EQUED), real_at(d, ROWS), real_at(d, COLUMNS), b, ld, v, ld,
                      real_at(d, RCOND), real_at(d, FERR), real_at(d, BERR), real_at(d, GROWTH));
    case POSVX_N:
    case POSVX_E:
    case POSVX_F:
        return LAPACK(p, posvx, names[r][6], ul, n, nrhs, a, ld, u, ld, real_at(d, EQUED),
                      real_at(d, ROWS), b, ld, v, ld, real_at(d, RCOND), real_at(d, FERR),
                      real_at(d, BERR));
    case GEES_N:
#define BEFORE(select) LAPACK_COL_MAJOR, 'N', 'N', NULL, n, a, ld, &piv[0]
        return WITH_VALUES(d, LAPACKE_, gees, BEFORE, NULL, 1);
#undef BEFORE
    case GEES_S:
#define BEFORE(select) LAPACK_COL_MAJOR, 'V', 'S', select, n, a, ld, &piv[0]
        return WITH_VALUES(d, LAPACKE_, gees, BEFORE, u, ld);
#undef BEFORE
    case GEESX_B:
#define BEFORE(select) LAPACK_COL_MAJOR, 'V', 'S', select, 'B', n, a, ld, &piv[0]
        return WITH_VALUES(d, LAPACKE_, geesx, BEFORE, u, ld, real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    case GEEVX_N:
#define BEFORE(select) LAPACK_COL_MAJOR, 'B', 'N', 'N', 'N', n, a, ld
        return WITH_VALUES(d, LAPACKE_, geevx, BEFORE, NULL, 1, NULL, 1, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), NULL, NULL);
#undef BEFORE
    case GEEVX_B:
#define BEFORE(select) LAPACK_COL_MAJOR, 'B', 'V', 'V', 'B', n, a, ld
        return WITH_VALUES(d, LAPACKE_, geevx, BEFORE, u, ld, v, ld, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    default:
        hermitian(r, d);
        return 0;
    }
}

/* The library's call; info. */
static int ours(enum routine r, struct data *d)
{
    starling_precision p = d->prec;
    int m = d->m, n = d->n, k = m < n ? m : n, nrhs = d->nrhs, ld = d->ld;
    int64_t *piv = d->ipiv;
    void *a = d->a, *b = d->b, *c = d->c, *u = d->u, *v = d->v, *w = d->w;
    char ul = d->uplo, tr = d->trans, adjoint = tr == 'N' ? 'N' : is_complex(p) ? 'C' : 'T';
    switch (r) {
    case POTRF:
        return API(p, potrf, ul, n, a, ld);
    case POTRS:
        return API(p, potrs, ul, n, nrhs, a, ld, b, ld);
    case POSV:
        return API(p, posv, ul, n, nrhs, a, ld, b, ld);
    case POTRI:
        return API(p, potri, ul, n, a, ld);
    case POCON:
        return API(p, pocon, ul, n, a, ld, 2, w);
    case TRTRI:
        return API(p, trtri, ul, 'N', n, a, ld);
    case TRCON:
        return API(p, trcon, '1', ul, 'N', n, a, ld, w);
    case LAUUM:
        return API(p, lauum, ul, n, a, ld);
    case GETRF:
        return API(p, getrf, m, n, a, ld, piv);
    case GETRS:
        return API(p, getrs, tr, n, nrhs, a, ld, piv, b, ld);
    case GESV:
        return API(p, gesv, n, nrhs, a, ld, piv, b, ld);
    case GETRI:
        return API(p, getri, n, a, ld, piv);
    case GECON:
        return API(p, gecon, 'I', n, a, ld, 2, w);
    case SYTRF:
        return API(p, sytrf, ul, n, a, ld, piv);
    case SYTRS:
        return API(p, sytrs, ul, n, nrhs, a, ld, piv, b, ld);
    case SYSV:
        return API(p, sysv, ul, n, nrhs, a, ld, piv, b, ld);
    case SYTRI:
        return API(p, sytri, ul, n, a, ld, piv);
    case SYCON:
        return API(p, sycon, ul, n, a, ld, piv, 2, w);
    case HETRF:
        return API(p, hetrf, ul, n, a, ld, piv);
    case HETRS:
        return API(p, hetrs, ul, n, nrhs, a, ld, piv, b, ld);
    case HESV:
        return API(p, hesv, ul, n, nrhs, a, ld, piv, b, ld);
    case HETRI:
        return API(p, hetri, ul, n, a, ld, piv);
    case HECON:
        return API(p, hecon, ul, n, a, ld, piv, 2, w);
    case GEQRF:
        return API(p, geqrf, m, n, a, ld, w);
    case GELQF:
        return API(p, gelqf, m, n, a, ld, w);
    case UNMQR:
        return API_2(p, ormqr, unmqr, 'L', adjoint, m, nrhs, k, a, ld, w, b, ld);
    case UNMLQ:
        return API_2(p, ormlq, unmlq, 'R', adjoint, nrhs, n, k, a, ld, w, b, ld);
    case UNGQR:
        return API_2(p, orgqr, ungqr, m, k, k, a, ld, w);
    case UNGLQ:
        return API_2(p, orglq, unglq, k, n, k, a, ld, w);
    case GELS:
        return API(p, gels, adjoint, m, n, nrhs, a, ld, b, ld);
    case HEEVD_N:
        return API_2(p, syevd, heevd, 'N', ul, n, a, ld, w);
    case HEEVD_V:
        return API_2(p, syevd, heevd, 'V', ul, n, a, ld, w);
    case GESVD_N:
    case GESVD_S:
    case GESVD_A:
        return API(p, gesvd, names[r][6], names[r][6], m, n, a, ld, w, u, ld, v, ld);
    case GESVD_O:
        return API(p, gesvd, 'O', 'S', m, n, a, ld, w, u, ld, v, ld);
    case GESDD_N:
    case GESDD_S:
    case GESDD_A:
    case GESDD_O:
        return API(p, gesdd, names[r][6], m, n, a, ld, w, u, ld, v, ld);
    case GEEV_N:
    case GEEV_V: {
        char job = names[r][5];
        if (p == STARLING_S)
            return starling_sgeev(job, job, n, a, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_D)
            return starling_dgeev(job, job, n, a, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_C)
            return starling_cgeev(job, job, n, a, ld, w, u, ld, v, ld);
        return starling_zgeev(job, job, n, a, ld, w, u, ld, v, ld);
    }
    case GEMM:
        return API(p, gemm, tr, 'N', n, n, n, 1.5, a, ld, b, ld, 0.5, c, ld);
    case SYMM:
        return API(p, symm, 'L', ul, n, n, 1.5, a, ld, b, ld, 0.5, c, ld);
    case HEMM:
        return API(p, hemm, 'L', ul, n, n, 1.5, a, ld, b, ld, 0.5, c, ld);
    case SYRK:
        return API(p, syrk, ul, tr, n, n, 1.5, a, ld, 0.5, c, ld);
    case HERK:
        return API(p, herk, ul, adjoint, n, n, 1.5, a, ld, 0.5, c, ld);
    case SYR2K:
        return API(p, syr2k, ul, tr, n, n, 1.5, a, ld, b, ld, 0.5, c, ld);
    case HER2K:
        return API(p, her2k, ul, adjoint, n, n, 1.5, a, ld, b, ld, 0.5, c, ld);
    case TRMM:
        return API(p, trmm, 'R', ul, tr, 'N', n, n, 1.5, a, ld, b, ld);
    case TRSM:
        return API(p, trsm, 'R', ul, tr, 'N', n, n, 1.5, a, ld, b, ld);
    case LANGE_M:
    case LANGE_1:
    case LANGE_I:
    case LANGE_F:
        return API(p, lange, names[r][6], m, n, a, ld, w);
    case LANHE_1:
    case LANHE_F:
        return API(p, lanhe, names[r][6], ul, n, a, ld, w);
    case LACPY:
        return API(p, lacpy, ul, n, n, a, ld, b, ld);
    case LASET:
        return API(p, laset, ul, n, n, 1.5, 0.5, c, ld);
    case GERFS:
        return API(p, gerfs, tr, n, nrhs, a, ld, u, ld, piv, b, ld, v, ld, real_at(d, FERR),
                   real_at(d, BERR));
    case PORFS:
        return API(p, porfs, ul, n, nrhs, a, ld, u, ld, b, ld, v, ld, real_at(d, FERR),
                   real_at(d, BERR));
    case GESVX_N:
    case GESVX_E:
    case GESVX_F:
        return API(p, gesvx, names[r][6], tr, n, nrhs, a, ld, u, ld, piv, real_at(d, EQUED),
                   real_at(d, ROWS), real_at(d, COLUMNS), b, ld, v, ld, real_at(d, RCOND),
                   real_at(d, FERR), real_at(d, BERR), real_at(d, GROWTH));
    case POSVX_N:
    case POSVX_E:
    case POSVX_F:
        return API(p, posvx, names[r][6], ul, n, nrhs, a, ld, u, ld, real_at(d, EQUED),
                   real_at(d, ROWS), b, ld, v, ld, real_at(d, RCOND), real_at(d, FERR),
                   real_at(d, BERR));
    case GEES_N:
#define BEFORE(select) 'N', 'N', NULL, n, a, ld, &piv[0]
        return WITH_VALUES(d, starling_, gees, BEFORE, NULL, 1);
#undef BEFORE
    case GEES_S:
#define BEFORE(select) 'V', 'S', select, n, a, ld, &piv[0]
        return WITH_VALUES(d, starling_, gees, BEFORE, u, ld);
#undef BEFORE
    case GEESX_B:
#define BEFORE(select) 'V', 'S', select, 'B', n, a, ld, &piv[0]
        return WITH_VALUES(d, starling_, geesx, BEFORE, u, ld, real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    case GEEVX_N:
#define BEFORE(select) 'B', 'N', 'N', 'N', n, a, ld
        return WITH_VALUES(d, starling_, geevx, BEFORE, NULL, 1, NULL, 1, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), NULL, NULL);
#undef BEFORE
    case GEEVX_B:
#define BEFORE(select) 'B', 'V', 'V', 'B', n, a, ld
        return WITH_VALUES(d, starling_, geevx, BEFORE, u, ld, v, ld, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    default:
        return -1;
    }
}

#endif
