/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The library's calls of the routines of small_calls.h. */

#ifndef SMALL_LIBRARY_H
#define SMALL_LIBRARY_H

#include "lapack_api.h"
#include "small_calls.h"

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
    case HEGST:
        return API_2(p, sygst, hegst, 1, ul, n, a, ld, b, ld);
    case HEGVD_N:
    case HEGVD_V:
        return API_2(p, sygvd, hegvd, 1, names[r][6], ul, n, a, ld, b, ld, w);
    case HEEVX_A:
    case HEEVX_I:
    case HEEVX_V:
    case HEEVX_N:
        return API_2(p, syevx, heevx, r == HEEVX_N ? 'N' : 'V', r == HEEVX_N ? 'I' : names[r][6],
                     ul, n, a, ld, -1, 1, 1, (n + 1) / 2, 0, &piv[0], w, u, ld);
    case GEHRD:
        return API(p, gehrd, n, first_of(n), last_of(n), a, ld, w);
    case UNGHR:
        return API_2(p, orghr, unghr, n, first_of(n), last_of(n), a, ld, w);
    case UNMHR:
        return API_2(p, ormhr, unmhr, 'L', adjoint, n, nrhs, first_of(n), last_of(n), a, ld, w, b,
                     ld);
    case HETRD:
        return API_2(p, sytrd, hetrd, ul, n, a, ld, real_at(d, ROWS), real_at(d, COLUMNS), w);
    case UNGTR:
        return API_2(p, orgtr, ungtr, ul, n, a, ld, w);
    case UNMTR:
        return API_2(p, ormtr, unmtr, 'R', ul, adjoint, nrhs, n, a, ld, w, b, ld);
    case GEBRD:
        return API(p, gebrd, m, n, a, ld, real_at(d, ROWS), real_at(d, COLUMNS), w, second(d));
    case UNGBR_Q:
        return API_2(p, orgbr, ungbr, 'Q', m, k, n, a, ld, w);
    case UNGBR_P:
        return API_2(p, orgbr, ungbr, 'P', k, n, m, a, ld, second(d));
    case UNMBR_Q:
        return API_2(p, ormbr, unmbr, 'Q', 'L', adjoint, m, nrhs, n, a, ld, w, b, ld);
    case UNMBR_P:
        return API_2(p, ormbr, unmbr, 'P', 'L', adjoint, n, nrhs, m, a, ld, second(d), b, ld);
    case GELSD:
        return API(p, gelsd, m, n, nrhs, a, ld, b, ld, real_at(d, ROWS), -1, &piv[0]);
    case HSEQR_E:
#define BEFORE(select) 'E', 'N', n, 1, n, a, ld
        return WITH_VALUES(d, starling_, hseqr, BEFORE, NULL, 1);
#undef BEFORE
    case HSEQR_S:
#define BEFORE(select) 'S', 'V', n, 1, n, a, ld
        return WITH_VALUES(d, starling_, hseqr, BEFORE, u, ld);
#undef BEFORE
    case TRSEN_V:
    case TRSEN_B:
#define BEFORE(select) names[r][6], 'V', chosen, n, a, ld, u, ld
        return WITH_VALUES(d, starling_, trsen, BEFORE, &piv[0], real_at(d, FERR),
                           real_at(d, BERR));
#undef BEFORE
    case TREVC3_A:
    case TREVC3_B:
    case TREVC3_S:
        return API(p, trevc3, 'B', names[r][7], chosen, n, a, ld, u, ld, v, ld, n, &piv[0]);
    case STERF:
        return ONLY_REAL(p, starling_, sterf, n, b, c);
    case STEDC:
        return ONLY_REAL(p, starling_, stedc, n, b, c, u, ld);
    case BDSDC:
        return ONLY_REAL(p, starling_, bdsdc, n, b, c, u, ld, v, ld);
    default:
        return -1;
    }
}

#endif
