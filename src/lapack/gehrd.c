/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The reduction to Hessenberg form on arrays. Products with its Q are those with the Q of QR, of
 * rows and columns ilo + 1 ... ihi. */

#include <string.h>
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_UN(name) API(un##name)
#else
#define API_UN(name) API(or ##name)
#endif

#define ILO_IHI(position, n)                                                                       \
    SL_ARG(position, ilo, ilo >= 1 && ilo <= SL_MAX(1, n), "from 1 to %lld", (long long)(n));      \
    SL_ARG((position) + 1, ihi, ihi >= SL_MIN(ilo, n) && ihi <= (n), "from ilo to %lld",           \
           (long long)(n))

int API(gehrd)(int64_t n, int64_t ilo, int64_t ihi, scalar_t *a, int64_t lda, scalar_t *tau)
{
    SIZE(1, n);
    ILO_IHI(2, n);
    LD(5, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, tau, tau != NULL || n == 1, "an array");
    if (n == 1)
        return 0;
    if (is_direct_and_finite('G', n, n, a, lda))
        return direct_end(__func__,
                          SL_X(direct_gehrd)((int)n, (int)ilo, (int)ihi, a, (int)lda, tau));
    struct call call = begin_qr(false, n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = call.info == 0 ? starling_gehrd(ilo, ihi, A) : 0;
    if (call.info == 0 && info == 0)
        call.info = starling_matrix_get_tau(A, tau);
    return finish(&call, info);
}

int API_UN(mhr)(char side, char trans, int64_t m, int64_t n, int64_t ilo, int64_t ihi,
                const scalar_t *a, int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char sd = letter(side), tr = letter(trans);
    int64_t order = sd == 'L' ? m : n, count = ihi - ilo;
    SL_ARG(1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG(2, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(3, m);
    SIZE(4, n);
    ILO_IHI(5, order);
    LD(8, lda, order);
    LD(11, ldc, m);
    if (m == 0 || n == 0 || count == 0)
        return 0;
    SL_ARG(7, a, a != NULL, "an array");
    SL_ARG(9, tau, tau != NULL, "an array");
    SL_ARG(10, c, c != NULL, "an array");
    return API_UN(mqr)(side, trans, sd == 'L' ? count : m, sd == 'L' ? n : count, count,
                       a + ilo + (ilo - 1) * lda, lda, tau + ilo - 1,
                       c + (sd == 'L' ? ilo : ilo * ldc), ldc);
}

/* A column of the identity. */
static void unit(int64_t n, int64_t j, scalar_t *a, int64_t lda)
{
    memset(a + j * lda, 0, sizeof *a * (size_t)n);
    a[j + j * lda] = 1;
}

/* The reflectors move one column to the right, where the columns of Q replace them. */
int API_UN(ghr)(int64_t n, int64_t ilo, int64_t ihi, scalar_t *a, int64_t lda, const scalar_t *tau)
{
    SIZE(1, n);
    ILO_IHI(2, n);
    LD(5, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, tau, tau != NULL || n == 1, "an array");
    int64_t count = ihi - ilo;
    for (int64_t j = n - 1; j >= 0; j--)
        if (j < ilo || j >= ihi) {
            unit(n, j, a, lda);
        } else {
            memcpy(a + ilo + j * lda, a + ilo + (j - 1) * lda, sizeof *a * (size_t)count);
            memset(a + j * lda, 0, sizeof *a * (size_t)ilo);
            memset(a + ihi + j * lda, 0, sizeof *a * (size_t)(n - ihi));
        }
    return count == 0 ? 0
                      : API_UN(gqr)(count, count, count, a + ilo + ilo * lda, lda, tau + ilo - 1);
}
