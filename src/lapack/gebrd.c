/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The reduction to bidiagonal form in one stage, on arrays. Q and P are those of QR and LQ, of a
 * part of the matrix if their reflectors begin beside the diagonal. */

#include <string.h>
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_UN(name) API(un##name)
#else
#define API_UN(name) API(or ##name)
#endif

int API(gebrd)(int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *d, real_t *e, scalar_t *tauq,
               scalar_t *taup)
{
    int64_t least = SL_MIN(m, n);
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    if (least == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, d, d != NULL, "an array");
    SL_ARG(6, e, e != NULL || least == 1, "an array");
    SL_ARG(7, tauq, tauq != NULL, "an array");
    SL_ARG(8, taup, taup != NULL, "an array");
    if (is_direct_and_finite('G', m, n, a, lda))
        return direct_end(__func__,
                          SL_X(direct_gebrd)((int)m, (int)n, a, (int)lda, d, e, tauq, taup));
    struct call call = begin_qr(m < n, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    starling_matrix *D = wrap_real(&call, least, d), *E = wrap_real(&call, least - 1, e);
    int info = call.info == 0 ? starling_gebrd(A, D, E) : 0;
    if (call.info == 0 && info == 0)
        call.info = starling_gebrd_get_tau(STARLING_OF_Q, A, tauq);
    if (call.info == 0 && info == 0)
        call.info = starling_gebrd_get_tau(STARLING_OF_P, A, taup);
    return finish(&call, info);
}

static char other(char trans)
{
    return trans != 'N' ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
}

int API_UN(mbr)(char vect, char side, char trans, int64_t m, int64_t n, int64_t k,
                const scalar_t *a, int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char vc = letter(vect), sd = letter(side), tr = letter(trans);
    int64_t order = sd == 'L' ? m : n;
    SL_ARG(1, vect, vc == 'Q' || vc == 'P', "Q or P");
    SL_ARG(2, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG(3, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(4, m);
    SIZE(5, n);
    SIZE(6, k);
    LD(8, lda, vc == 'Q' ? order : SL_MIN(order, k));
    LD(11, ldc, m);
    if (m == 0 || n == 0 || k == 0)
        return 0;
    SL_ARG(7, a, a != NULL, "an array");
    SL_ARG(9, tau, tau != NULL, "an array");
    SL_ARG(10, c, c != NULL, "an array");
    bool beside = vc == 'Q' ? order < k : order <= k; /* the reflectors begin beside the diagonal */
    int64_t count = beside ? order - 1 : k;
    if (beside) {
        a += vc == 'Q' ? 1 : lda;
        c += sd == 'L' ? 1 : ldc;
        *(sd == 'L' ? &m : &n) -= 1;
    }
    if (count == 0)
        return 0;
    return vc == 'Q' ? API_UN(mqr)(sd, tr, m, n, count, a, lda, tau, c, ldc)
                     : API_UN(mlq)(sd, other(tr), m, n, count, a, lda, tau, c, ldc);
}

/* The reflectors of a matrix of order n begin beside the diagonal: they move one column or row, to
 * make those of QR or LQ of order n - 1, beside a row and a column of the identity. */
static void move(bool columns, int64_t n, scalar_t *a, int64_t lda)
{
    for (int64_t j = n - 1; j > 0; j--)
        for (int64_t i = n - 1; i > 0; i--)
            if (columns ? i > j : j > i)
                a[i + j * lda] = columns ? a[i + (j - 1) * lda] : a[i - 1 + j * lda];
    for (int64_t i = 0; i < n; i++)
        a[i] = a[i * lda] = 0;
    a[0] = 1;
}

int API_UN(gbr)(char vect, int64_t m, int64_t n, int64_t k, scalar_t *a, int64_t lda,
                const scalar_t *tau)
{
    char vc = letter(vect);
    bool q = vc == 'Q';
    SL_ARG(1, vect, q || vc == 'P', "Q or P");
    SIZE(2, m);
    SL_ARG(3, n, n >= 0 && (q ? n <= m && n >= SL_MIN(m, k) : m <= n && m >= SL_MIN(n, k)),
           "Q: from min(m, k) to m; P: at least m, and m at least min(n, k)");
    SIZE(4, k);
    LD(6, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, tau, tau != NULL, "an array");
    if (q ? m >= k : k < n)
        return q ? API_UN(gqr)(m, n, k, a, lda, tau) : API_UN(glq)(m, n, k, a, lda, tau);
    move(q, m, a, lda);
    if (m == 1)
        return 0;
    return q ? API_UN(gqr)(m - 1, m - 1, m - 1, a + 1 + lda, lda, tau)
             : API_UN(glq)(m - 1, m - 1, m - 1, a + 1 + lda, lda, tau);
}
