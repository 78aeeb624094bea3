/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The Schur form of a matrix by LAPACK, after scaling and balancing as in geev. It is for the
 * calling thread, so BLAS may use all its threads. */

#include <stdlib.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

#ifdef SL_COMPLEX
#define UNGHR LAPACKE_x(unghr_work)
#else
#define UNGHR LAPACKE_x(orghr_work)
#endif

/* A power of two that brings the largest element into geev's range; 1: it is there. */
static double range_factor(double most)
{
    double small = sl_geev_smallest(sizeof(real_t) == sizeof(float));
    bool is_small = most > 0 && most<small, is_large = most> 1 / small;
    return is_small   ? exp2(ceil(log2(small / most)))
           : is_large ? exp2(floor(log2(1 / small / most)))
                      : 1;
}

/* Eigenvalues, and T and Q if they are wanted. */
static int iterate(struct sl_schur *s, scalar_t *work, int size)
{
    char job = s->form ? 'S' : 'E', compz = s->q ? 'V' : 'N';
    int n = s->n, ldq = s->q ? s->ldq : 1;
    scalar_t *w = s->w;
#ifdef SL_COMPLEX
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, job, compz, n, s->ilo, s->ihi, s->a, s->lda, w,
                                 s->q, ldq, work, size);
#else
    return LAPACKE_x(hseqr_work)(LAPACK_COL_MAJOR, job, compz, n, s->ilo, s->ihi, s->a, s->lda, w,
                                 w + n, s->q, ldq, work, size);
#endif
}

/* The largest workspace that one of the steps wants. */
static int work_size(struct sl_schur *s)
{
    scalar_t want[3] = {1, 1, 1};
    int n = s->n, most = n;
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, 1, n, s->a, s->lda, NULL, &want[0], -1);
    if (s->q)
        UNGHR(LAPACK_COL_MAJOR, n, 1, n, s->q, s->ldq, NULL, &want[1], -1);
    s->ilo = 1;
    s->ihi = n;
    iterate(s, &want[2], -1);
    for (int i = 0; i < 3; i++)
        most = SL_MAX(most, (int)SL_REAL(want[i]));
    return most;
}

static double one_norm(const struct sl_schur *s)
{
    double most = 0;
    for (int j = 0; j < s->n; j++) {
        const scalar_t *a = (const scalar_t *)s->a + (size_t)j * (size_t)s->lda;
        double sum = 0;
        for (int i = 0; i < s->n; i++)
            sum += (double)SL_ABS(a[i]);
        most = SL_MAX(most, sum);
    }
    return most;
}

static int reduce(struct sl_schur *s, scalar_t *tau, scalar_t *work, int size)
{
    int n = s->n;
    if (!s->balanced) {
        LAPACKE_x(gebal_work)(LAPACK_COL_MAJOR, s->balanc, n, s->a, s->lda, &s->ilo, &s->ihi,
                              s->balance);
        s->norm = s->tells_norm ? one_norm(s) / s->factor : 0;
    }
    if (s->stop == SL_AT_BALANCED && s->q && (s->ilo > 1 || s->ihi < n)) /* rows move */
        s->stop = SL_AT_HESSENBERG_FORM;
    if (s->stop == SL_AT_BALANCED)
        return 0;
    LAPACKE_x(gehrd_work)(LAPACK_COL_MAJOR, n, s->ilo, s->ihi, s->a, s->lda, tau, work, size);
    if (s->q) {
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'L', n, n, s->a, s->lda, s->q, s->ldq);
        UNGHR(LAPACK_COL_MAJOR, n, s->ilo, s->ihi, s->q, s->ldq, tau, work, size);
    }
    int info = s->stop == SL_AT_HESSENBERG_FORM ? 0 : iterate(s, work, size);
    if (s->q && s->permuted) /* later: LAPACK's hseqr expects rows of the identity */
        LAPACKE_x(gebak_work)(LAPACK_COL_MAJOR, 'P', 'R', n, s->ilo, s->ihi, s->balance, n, s->q,
                              s->ldq);
    return info;
}

/* The largest part of an element; NAN: not all are finite. */
static real_t largest(const struct sl_schur *s)
{
    const size_t count = (size_t)s->n * SL_PARTS;
    real_t most = 0, nothing = 0;
    for (size_t j = 0; j < (size_t)s->n; j++) {
        const real_t *a = (const real_t *)((const scalar_t *)s->a + j * (size_t)s->lda);
        for (size_t i = 0; i < count; i++) {
            real_t size = (real_t)fabs(a[i]);
            most = size > most ? size : most;
            nothing += 0 * size;
        }
    }
    return most + nothing;
}

void SL_X(unscale)(struct sl_schur *s)
{
    int numbers = (3 - SL_PARTS) * s->n;
    scalar_t *w = s->w;
    for (int i = 0; i < numbers && s->factor != 1; i++)
        w[i] /= (real_t)s->factor;
}

/* A in geev's range. false: it is not finite, with which LAPACK could iterate for ever. */
static bool scale(struct sl_schur *s)
{
    int n = s->n;
    real_t most = largest(s);
    real_t factor = isnan(most) ? 1 : (real_t)range_factor((double)most);
    if (factor != 1)
        LAPACKE_x(lascl_work)(LAPACK_COL_MAJOR, 'G', 0, 0, 1, factor, n, n, s->a, s->lda);
    s->factor = factor;
    return !isnan(most);
}

int SL_X(schur)(struct sl_schur *s)
{
    int n = s->n, numbers = (3 - SL_PARTS) * n; /* of w */
    scalar_t *w = s->w, *work;
    if (!s->balanced && !scale(s)) {
        for (int i = 0; i < numbers; i++)
            w[i] = NAN;
        return n;
    }
    int size = work_size(s), info;
    work = malloc(((size_t)n + (size_t)size) * sizeof *work);
    if (!work)
        return -1;
    info = reduce(s, work, work + n, size);
    if (s->stop == SL_AT_SCHUR_FORM)
        SL_X(unscale)(s);
    free(work);
    return info;
}
