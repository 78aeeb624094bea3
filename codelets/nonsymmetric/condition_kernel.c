/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Condition numbers of eigenvalues, eigenvectors and invariant subspaces, by LAPACK, for the
 * calling thread. */

#include <stdlib.h>
#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

static int trsen(struct sl_trsen *p, int *m, real_t *s, real_t *sep, scalar_t *work, int size,
                 int *iwork, int isize)
{
    int n = p->n;
    char compq = p->q ? 'V' : 'N';
    scalar_t *w = p->w;
#ifdef SL_COMPLEX
    (void)iwork;
    (void)isize;
    return LAPACKE_x(trsen_work)(LAPACK_COL_MAJOR, p->job, compq, p->select, n, p->t, n, p->q, n, w,
                                 m, s, sep, work, size);
#else
    return LAPACKE_x(trsen_work)(LAPACK_COL_MAJOR, p->job, compq, p->select, n, p->t, n, p->q, n, w,
                                 w + n, m, s, sep, work, size, iwork, isize);
#endif
}

int SL_X(trsen)(struct sl_trsen *p)
{
    scalar_t want = 0;
    real_t s = 0, sep = 0;
    int integers = 1;
    trsen(p, &p->m, &s, &sep, &want, -1, &integers, -1);
    int size = SL_MAX(1, (int)SL_REAL(want));
    scalar_t *work = malloc((size_t)size * sizeof *work);
    int *iwork = malloc((size_t)SL_MAX(1, integers) * sizeof *iwork), info = -1;
    if (work && iwork)
        info = trsen(p, &p->m, &s, &sep, work, size, iwork, SL_MAX(1, integers));
    p->s = (double)s;
    p->sep = (double)sep;
    free(work);
    free(iwork);
    return info;
}

/* ---- Each eigenvalue and eigenvector -----------------------------------------------------------
 */

static void swap_rows(int n, scalar_t *v, int i, int k)
{
    if (i != k)
        cblas_x(swap)(n, v + i, n, v + k, n);
}

/* Vectors of the balanced matrix from those of A: the opposite of gebak. */
static void balance(const struct sl_trsna *p, bool left, scalar_t *v)
{
    const real_t *scale = p->balance;
    int n = p->n;
    for (int i = p->ihi; i < n; i++) /* gebak begins at the other end */
        swap_rows(n, v, n - 1 - (i - p->ihi), (int)scale[n - 1 - (i - p->ihi)] - 1);
    for (int i = 0; i < p->ilo - 1; i++)
        swap_rows(n, v, i, (int)scale[i] - 1);
    for (int j = 0; j < n; j++)
        for (int i = p->ilo - 1; i < p->ihi; i++)
            if (left)
                v[i + (size_t)j * (size_t)n] *= scale[i];
            else
                v[i + (size_t)j * (size_t)n] /= scale[i];
}

int SL_X(trsna)(struct sl_trsna *p)
{
    int n = p->n, m = 0, info = -1;
    bool vectors = p->job != 'V';
    size_t order = (size_t)n;
    scalar_t *work = p->job == 'E' ? NULL : malloc(order * (order + 6) * sizeof *work);
    void *rest = malloc(2 * order * sizeof(double));
    int *all = malloc(order * sizeof *all), ld = p->job == 'E' ? 1 : n, ldv = vectors ? n : 1;
    for (int i = 0; all && i < n; i++)
        all[i] = 1;
    if (vectors) {
        balance(p, true, p->vl);
        balance(p, false, p->vr);
    }
    if (all && rest && (work || p->job == 'E'))
        info = LAPACKE_x(trsna_work)(LAPACK_COL_MAJOR, p->job, 'A', all, n, p->t, n, p->vl, ldv,
                                     p->vr, ldv, p->s, p->sep, n, &m, work, ld, rest);
    free(work);
    free(rest);
    free(all);
    return info;
}
