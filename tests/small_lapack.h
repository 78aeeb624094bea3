/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LAPACK's and BLAS' calls of the routines of small_calls.h. */

#ifndef SMALL_LAPACK_H
#define SMALL_LAPACK_H

#include "small_calls.h"

/* What LAPACKE's gesvd returns beside singular values, and heevx beside eigenvalues. */
static double superdiagonal[MOST];
static int failed[MOST];

/* Workspace of geevx that is enough for vectors too, and of unmhr, unmtr and unmbr that is enough
 * for whole blocks: LAPACKE's own is smaller, which makes blocks smaller and last bits others. */
static wide large[256 * MOST];
#define LARGE (void *)large, 256 * MOST
/* As LAPACKE, it asks for workspace first. */
#define WITH_LARGE(prec, real, complex, ...)                                                       \
    (LAPACK_2(prec, real##_work, complex##_work, __VA_ARGS__, (void *)large, -1),                  \
     LAPACK_2(prec, real##_work, complex##_work, __VA_ARGS__, LARGE))
static double large_others[2 * MOST];

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

/* trevc3, which LAPACKE has not. A size of -1: it tells its workspace, in `large`. */
static int trevc3(const struct data *d, char howmny, int size, int *count)
{
    static double reals[MOST];
    const char side = 'B';
    int n = d->n, ld = d->ld, info = 0, most = size < 0 ? size : MOST;
#define TREVC3(prec, type, ...)                                                                    \
    LAPACK_##prec##trevc3(&side, &howmny, chosen, &n, (type *)d->a, &ld, (type *)d->u, &ld,        \
                          (type *)d->v, &ld, &n, count, (type *)large, &size, __VA_ARGS__)
    if (d->prec == STARLING_S)
        TREVC3(s, float, &info);
    else if (d->prec == STARLING_D)
        TREVC3(d, double, &info);
    else if (d->prec == STARLING_C)
        TREVC3(c, float _Complex, (void *)reals, &most, &info);
    else
        TREVC3(z, wide, reals, &most, &info);
#undef TREVC3
    return info;
}

static int vectors_of_schur(const struct data *d, char howmny, int *count)
{
    float single;
    double wanted;
    trevc3(d, howmny, -1, count);
    memcpy(&single, large, sizeof single);
    memcpy(&wanted, large, sizeof wanted);
    if (d->prec == STARLING_S || d->prec == STARLING_C)
        wanted = single;
    return trevc3(d, howmny, (int)wanted, count);
}

/* The diagonal beside the main one, which LAPACK overwrites. */
static void *copy_of_column(const struct data *d, const void *x)
{
    static double copy[MOST];
    return memcpy(copy, x, element_size(d->prec) * (size_t)d->n);
}

/* All eigenvalues of a Hermitian matrix; eigenvectors in U. */
static int all_eigenvalues(const struct data *d, char job, int *count)
{
    int n = d->n, ld = d->ld;
    int info = LAPACK_2(d->prec, syevd, heevd, job, d->uplo, n, d->a, ld, d->w);
    *count = n;
    return info != 0 || job == 'N' ? info : LAPACK(d->prec, lacpy, 'G', n, n, d->a, ld, d->u, ld);
}

/* The right vectors become columns. */
static int bidiagonal(const struct data *d)
{
    int n = d->n, ld = d->ld;
    size_t size = element_size(d->prec);
    int info = ONLY_REAL(d->prec, LAPACKE_, bdsdc, LAPACK_COL_MAJOR, 'U', 'I', n, d->b,
                         copy_of_column(d, d->c), d->u, ld, d->v, ld, NULL, NULL);
    for (int i = 1; i < n; i++) {
        char *row = (char *)d->v + size * (size_t)i;
        char *column = (char *)d->v + size * (size_t)i * (size_t)ld;
        ONLY_REAL(d->prec, cblas_, swap, i, (void *)row, ld, (void *)column, 1);
    }
    return info;
}

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
        return WITH_VALUES(d, LAPACKE_, geevx_work, BEFORE, NULL, 1, NULL, 1, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), NULL, NULL, LARGE,
                           (void *)large_others);
#undef BEFORE
    case GEEVX_B:
#define BEFORE(select) LAPACK_COL_MAJOR, 'B', 'V', 'V', 'B', n, a, ld
        return WITH_VALUES(d, LAPACKE_, geevx, BEFORE, u, ld, v, ld, &piv[0], &piv[1],
                           real_at(d, ROWS), real_at(d, RCOND), real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    case HEGST:
        return LAPACK_2(p, sygst, hegst, 1, ul, n, a, ld, b, ld);
    case HEGVD_N:
    case HEGVD_V:
        return LAPACK_2(p, sygvd, hegvd, 1, names[r][6], ul, n, a, ld, b, ld, w);
    case HEEVX_A:
        return all_eigenvalues(d, 'V', &piv[0]);
    case HEEVX_I:
    case HEEVX_V:
    case HEEVX_N:
        if (n == 1 && r != HEEVX_V)
            return all_eigenvalues(d, r == HEEVX_N ? 'N' : 'V', &piv[0]);
        return LAPACK_2(p, syevx, heevx, r == HEEVX_N ? 'N' : 'V', r == HEEVX_N ? 'I' : names[r][6],
                        ul, n, a, ld, -1, 1, 1, (n + 1) / 2, 0, &piv[0], w, u, ld, failed);
    case GEHRD:
        return LAPACK(p, gehrd, n, first_of(n), last_of(n), a, ld, w);
    case UNGHR:
        return LAPACK_2(p, orghr, unghr, n, first_of(n), last_of(n), a, ld, w);
    case UNMHR:
        return WITH_LARGE(p, ormhr, unmhr, 'L', adjoint, n, nrhs, first_of(n), last_of(n), a, ld, w,
                          b, ld);
    case HETRD:
        return LAPACK_2(p, sytrd, hetrd, ul, n, a, ld, real_at(d, ROWS), real_at(d, COLUMNS), w);
    case UNGTR:
        return LAPACK_2(p, orgtr, ungtr, ul, n, a, ld, w);
    case UNMTR:
        return WITH_LARGE(p, ormtr, unmtr, 'R', ul, adjoint, nrhs, n, a, ld, w, b, ld);
    case GEBRD:
        return LAPACK(p, gebrd, m, n, a, ld, real_at(d, ROWS), real_at(d, COLUMNS), w, second(d));
    case UNGBR_Q:
        return LAPACK_2(p, orgbr, ungbr, 'Q', m, k, n, a, ld, w);
    case UNGBR_P:
        return LAPACK_2(p, orgbr, ungbr, 'P', k, n, m, a, ld, second(d));
    case UNMBR_Q:
        return WITH_LARGE(p, ormbr, unmbr, 'Q', 'L', adjoint, m, nrhs, n, a, ld, w, b, ld);
    case UNMBR_P:
        return WITH_LARGE(p, ormbr, unmbr, 'P', 'L', adjoint, n, nrhs, m, a, ld, second(d), b, ld);
    case GELSD:
        return LAPACK(p, gelsd, m, n, nrhs, a, ld, b, ld, real_at(d, ROWS), -1, &piv[0]);
    case HSEQR_E:
#define BEFORE(select) LAPACK_COL_MAJOR, 'E', 'N', n, 1, n, a, ld
        return WITH_VALUES(d, LAPACKE_, hseqr, BEFORE, NULL, 1);
#undef BEFORE
    case HSEQR_S:
#define BEFORE(select) LAPACK_COL_MAJOR, 'S', 'V', n, 1, n, a, ld
        return WITH_VALUES(d, LAPACKE_, hseqr, BEFORE, u, ld);
#undef BEFORE
    case TRSEN_V:
    case TRSEN_B:
#define BEFORE(select) LAPACK_COL_MAJOR, names[r][6], 'V', chosen, n, a, ld, u, ld
        return WITH_VALUES(d, LAPACKE_, trsen, BEFORE, &piv[0], real_at(d, FERR), real_at(d, BERR));
#undef BEFORE
    case TREVC3_A:
    case TREVC3_B:
    case TREVC3_S:
        return vectors_of_schur(d, names[r][7], &piv[0]);
    case STERF:
        return ONLY_REAL(p, LAPACKE_, sterf, n, b, copy_of_column(d, c));
    case STEDC:
        return ONLY_REAL(p, LAPACKE_, stedc, LAPACK_COL_MAJOR, 'I', n, b, copy_of_column(d, c), u,
                         ld);
    case BDSDC:
        return bidiagonal(d);
    default:
        hermitian(r, d);
        return 0;
    }
}

#endif
