/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A small problem is LAPACK's call in the calling thread: the LAPACK-style functions give LAPACK's
 * bits and info, in four precisions, also for singular matrices, and submit no task. The linker's
 * --wrap counts tasks. `check_small time [sdcz]` prints, for each routine and order, the times of
 * both and their ratio. */

#include <lapacke.h>
#include <cblas.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <starpu.h>
#include "lapack_api.h"
#include "reference.h"
#include "tap.h"

int __real_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task);
extern void openblas_set_num_threads(int threads) __attribute__((weak));

static atomic_int submitted;

int __wrap_starpu_task_submit(struct starpu_task *task)
{
    atomic_fetch_add(&submitted, 1);
    return __real_starpu_task_submit(task);
}

/* ---- The routines of four precisions ------------------------------------------------------- */

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
    ROUTINES
};
static const char *const names[] = {
    "potrf",   "potrs",   "posv",    "potri",   "pocon",   "trtri",   "trcon",   "lauum",
    "getrf",   "getrs",   "gesv",    "getri",   "gecon",   "sytrf",   "sytrs",   "sysv",
    "sytri",   "sycon",   "hetrf",   "hetrs",   "hesv",    "hetri",   "hecon",    "geqrf",   "gelqf",   "unmqr",   "unmlq",   "ungqr",
    "unglq",   "gels",    "heevd N", "heevd V", "gesvd N", "gesvd S", "gesvd A", "gesvd O",
    "gesdd N", "gesdd S", "gesdd A", "gesdd O", "geev N",  "geev V",  "gemm",    "symm",
    "hemm",    "syrk",    "herk",    "syr2k",   "her2k",   "trmm",    "trsm",    "lange M",
    "lange 1", "lange I", "lange F", "lanhe 1", "lanhe F"};

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
        memcpy(c, a, array_bytes(d)); /* LAPACK overwrites A, the library does not */
        if (p == STARLING_S)
            return LAPACKE_sgeev(LAPACK_COL_MAJOR, job, job, n, c, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_D)
            return LAPACKE_dgeev(LAPACK_COL_MAJOR, job, job, n, c, ld, w, second(d), u, ld, v, ld);
        if (p == STARLING_C)
            return LAPACKE_cgeev(LAPACK_COL_MAJOR, job, job, n, c, ld, w, u, ld, v, ld);
        return LAPACKE_zgeev(LAPACK_COL_MAJOR, job, job, n, c, ld, w, u, ld, v, ld);
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
    default:
        return -1;
    }
}

/* ---- Operands ------------------------------------------------------------------------------ */

static struct data data_new(starling_precision prec)
{
    struct data d = {.prec = prec, .ld = MOST};
    void **array[ARRAYS] = {&d.a, &d.b, &d.c, &d.u, &d.v, &d.w};
    for (int i = 0; i < ARRAYS; i++)
        *array[i] = calloc(1, array_bytes(&d));
    return d;
}

static void data_free(struct data *d)
{
    for (int i = 0; i < ARRAYS; i++)
        free(array_of(d, i));
}

/* to = from, with the problem that it describes. */
static void data_copy(struct data *to, const struct data *from)
{
    struct data old = *to;
    *to = *from;
    to->a = old.a, to->b = old.b, to->c = old.c, to->u = old.u, to->v = old.v, to->w = old.w;
    for (int i = 0; i < ARRAYS; i++)
        memcpy(array_of(to, i), array_of(from, i), array_bytes(from));
}

static void fill(const struct data *d, void *a, uint64_t seed)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = a};
    array_random(&x, 'G', seed);
}

static void set(const struct data *d, int i, int j, wide value)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = d->a};
    array_set(&x, i, j, value);
}

static wide get(const struct data *d, int i, int j)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = d->a};
    return array_get(&x, i, j);
}

static bool is_definite(enum routine r)
{
    return r == POTRF || r == POTRS || r == POSV || r == POTRI || r == POCON;
}

static bool is_triangle(enum routine r)
{
    return r == TRTRI || r == TRCON || r == LAUUM || r == TRMM || r == TRSM;
}

/* A changed matrix would not fit its interchanges. */
static bool takes_ldl(enum routine r)
{
    return r == SYTRS || r == SYTRI || r == SYCON || r == HETRS || r == HETRI || r == HECON;
}

/* Factors for routines that take them, by LAPACK. */
static void factor(enum routine r, struct data *d)
{
    if (r == POTRS || r == POTRI || r == POCON)
        theirs(POTRF, d);
    else if (r == GETRS || r == GETRI || r == GECON)
        theirs(GETRF, d);
    else if (r == SYTRS || r == SYTRI || r == SYCON)
        theirs(SYTRF, d);
    else if (r == HETRS || r == HETRI || r == HECON)
        theirs(HETRF, d);
    else if (r == UNMQR || r == UNGQR)
        theirs(GEQRF, d);
    else if (r == UNMLQ || r == UNGLQ)
        theirs(GELQF, d);
    for (int i = 0; i < MOST; i++)
        d->ipiv[i] = d->pivots[i];
}

/* The matrix gets a zero that the routine reports. */
static void spoil(enum routine r, struct data *d)
{
    int k = d->m < d->n ? d->m : d->n, at = k / 2;
    if (is_triangle(r) || r == POTRI || r == GETRI)
        set(d, at, at, 0);
    else if (is_definite(r))
        set(d, at, at, -1);
    else
        for (int i = 0; i < MOST; i++)
            set(d, i, at, 0), set(d, at, i, 0);
}

static void make(enum routine r, struct data *d, char uplo, char trans, int m, int n, int nrhs)
{
    d->uplo = uplo;
    d->trans = trans;
    d->m = m;
    d->n = n;
    d->nrhs = nrhs;
    memset(d->w, 0, array_bytes(d));
    memset(d->pivots, 0, sizeof d->pivots);
    fill(d, d->a, 1 + r);
    fill(d, d->b, 77);
    fill(d, d->c, 78);
    fill(d, d->u, 79);
    fill(d, d->v, 80);
    for (int i = 0; i < MOST && (is_definite(r) || is_triangle(r)); i++)
        set(d, i, i, n + 1 + creal(get(d, i, i)));
    factor(r, d);
}

/* ---- Bits and info ------------------------------------------------------------------------- */

/* The library has kernels of its own for LU and for solutions with triangles that may have denormal
 * numbers, and for what LAPACK computes beyond the end of an array: there only info is compared. */
static bool is_lapacks(enum routine r, starling_precision prec, char uplo)
{
    bool own = r == GETRF || r == GESV || r == POTRS || r == POSV;
    bool beyond = is_complex(prec) && uplo == 'U' && (r == LAUUM || r == POTRI);
    return !own && !beyond;
}

static bool same_bits(enum routine r, const struct data *x, const struct data *y)
{
    bool same = true;
    for (int i = 0; i < ARRAYS; i++) {
        bool input = (r == GEEV_N || r == GEEV_V) && i == 2; /* LAPACK's copy of A */
        same &= input || memcmp(array_of(x, i), array_of(y, i), array_bytes(x)) == 0;
    }
    for (int i = 0; i < MOST; i++)
        same &= x->ipiv[i] == (y->pivots[i] != 0 ? y->pivots[i] : y->ipiv[i]);
    return same;
}

struct work {
    struct data problem, own, lapacks;
};

static void compare(struct cases *cases, enum routine r, struct work *w, bool singular)
{
    const struct data *d = &w->problem;
    data_copy(&w->own, d);
    data_copy(&w->lapacks, d);
    int before = atomic_load(&submitted);
    int own = ours(r, &w->own), info = theirs(r, &w->lapacks);
    int tasks = atomic_load(&submitted) - before;
    bool same = !is_lapacks(r, d->prec, d->uplo) || same_bits(r, &w->own, &w->lapacks);
    hold(cases, own == info && tasks == 0 && same,
         "%c%s %c%c m=%d n=%d%s: info %d, of LAPACK %d; %d tasks; %s", letter(d->prec), names[r],
         d->uplo, d->trans, d->m, d->n, singular ? " singular" : "", own, info, tasks,
         same ? "same bits" : "other bits");
}

static bool is_rectangular(enum routine r)
{
    return r == GETRF || (r >= GEQRF && r <= GELS) || (r >= GESVD_N && r <= GESDD_O) ||
           (r >= LANGE_M && r <= LANGE_F);
}

static void check(starling_precision prec, enum routine r, struct work *w)
{
    static const int orders[] = {1, 2, 5, 31, 64, 97, 200};
    struct cases cases = {0};
    for (int s = 0; s < 7 - 2 * quick(); s++)
        for (int form = 0; form < (quick() && orders[s] > 50 ? 1 : 4); form++) {
            int n = orders[s], less = n / 2 + 1;
            char uplo = form & 1 ? 'U' : 'L', trans = form & 2 ? 'T' : 'N';
            for (int shape = 0; shape < (is_rectangular(r) ? 3 : 1); shape++) {
                make(r, &w->problem, uplo, trans, shape == 2 ? less : n, shape == 1 ? less : n, 3);
                compare(&cases, r, w, false);
                spoil(r, &w->problem);
                if (r != GETRS && r != POTRS && !takes_ldl(r) && r != TRSM)
                    compare(&cases, r, w, true);
            }
        }
    ok(all_held(&cases), "%c%s: LAPACK's info and bits, no tasks", letter(prec), names[r]);
}

/* ---- Times --------------------------------------------------------------------------------- */

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* The medians of alternating calls, in nanoseconds. */
static void medians(enum routine r, struct work *w, double median[2])
{
    enum { SAMPLES = 301 };
    static double time[2][SAMPLES];
    int samples = w->problem.n >= 100 ? SAMPLES / 10 : SAMPLES;
    for (int i = 0; i < samples; i++)
        for (int which = 0; which < 2; which++) {
            struct timespec begin, end;
            data_copy(&w->own, &w->problem);
            clock_gettime(CLOCK_MONOTONIC, &begin);
            (which ? theirs : ours)(r, &w->own);
            clock_gettime(CLOCK_MONOTONIC, &end);
            time[which][i] =
                1e9 * (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec);
        }
    for (int which = 0; which < 2; which++) {
        qsort(time[which], (size_t)samples, sizeof(double), by_value);
        median[which] = time[which][samples / 2];
    }
}

static void print_times(starling_precision prec)
{
    struct work w = {data_new(prec), data_new(prec), data_new(prec)};
    static const int orders[] = {1, 10, 100, 200};
    printf("# routine: Starling's and LAPACK's time in us, and their ratio, for n = 1, 10, 100, "
           "200\n");
    for (int r = 0; r < ROUTINES; r++) {
        printf("# %c%-8s", letter(prec), names[r]);
        for (int s = 0; s < 4; s++) {
            double t[2];
            int n = orders[s];
            make((enum routine)r, &w.problem, 'L', 'N', n, n, r == UNMQR || r == UNMLQ ? n : 1);
            medians((enum routine)r, &w, t);
            printf("  %8.2f %8.2f %5.2f", t[0] / 1e3, t[1] / 1e3, t[0] / t[1]);
            fflush(stdout);
        }
        printf("\n");
    }
    data_free(&w.problem), data_free(&w.own), data_free(&w.lapacks);
}

int main(int argc, char **argv)
{
    if (starling_init() != 0 || starling_ncuda() > 0) {
        printf("1..0 # SKIP only without a GPU\n");
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "time") == 0) {
        for (int p = 0; p < 4; p++)
            if (strchr(argc > 2 ? argv[2] : "sdcz", letter(precisions[p])))
                print_times(precisions[p]);
        return 0;
    }
    if (openblas_set_num_threads)
        openblas_set_num_threads(1); /* as in the library's call */
    for (int p = 0; p < 4; p++) {
        struct work w = {data_new(precisions[p]), data_new(precisions[p]), data_new(precisions[p])};
        for (int r = 0; r < ROUTINES; r++)
            check(precisions[p], (enum routine)r, &w);
        data_free(&w.problem), data_free(&w.own), data_free(&w.lapacks);
    }
    starling_finalize();
    return done_testing();
}
