/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf, ormqr (complex: unmqr) and orgqr (ungqr) on arrays. */

#include "src/qr/qr.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_UN(name) API(un##name)
#define IS_QR_TRANS(c) (c == 'N' || c == 'C')
#define QR_TRANS "N or C"
#else
#define API_UN(name) API(or##name)
#define IS_QR_TRANS(c) IS_TRANS(c)
#define QR_TRANS "N, T or C"
#endif

int API(geqrf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, scalar_t *tau)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, tau, tau != NULL, "an array");
    struct call call = begin_qr(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = call.info == 0 ? starling_geqrf(A) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_tau(A, tau);
    return finish(&call, info);
}

int API_UN(mqr)(char side, char trans, int64_t m, int64_t n, int64_t k, const scalar_t *a,
                int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char sd = letter(side), tr = letter(trans);
    int64_t order = sd == 'L' ? m : n;
    SL_ARG(1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG(2, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(3, m);
    SIZE(4, n);
    SL_ARG(5, k, k >= 0 && k <= order, "from 0 to %lld, the order of Q", (long long)order);
    LD(7, lda, order);
    LD(10, ldc, m);
    if (m == 0 || n == 0 || k == 0)
        return 0;
    SL_ARG(6, a, a != NULL, "an array");
    SL_ARG(8, tau, tau != NULL, "an array");
    SL_ARG(9, c, c != NULL, "an array");
    struct call call = begin_qr(order, k);
    starling_matrix *A = wrap(&call, order, k, a, lda);
    if (sd == 'R') { /* block rows */
        call.mb = call.nb;
        call.nb = n;
    }
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    if (call.info == 0)
        call.info = starling_matrix_set_tau(A, tau);
    FINISH(call, starling_unmqr((starling_side)sd, (starling_trans)tr, A, C));
}

/* V moves to a matrix of the library, because the columns of Q replace it. */
static int form_q(starling_matrix *A, const scalar_t *tau, starling_matrix *Q)
{
    starling_matrix *V = NULL;
    int info = starling_matrix_create(&V, A->prec, A->m, A->n, A->mb, A->nb);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, A, V);
    if (info == 0)
        info = starling_matrix_set_tau(V, tau);
    if (info == 0)
        info = starling_ungqr(V, Q);
    int end = V ? starling_matrix_destroy(V) : 0;
    return info != 0 ? info : end;
}

int API_UN(gqr)(int64_t m, int64_t n, int64_t k, scalar_t *a, int64_t lda, const scalar_t *tau)
{
    SIZE(1, m);
    SL_ARG(2, n, n >= 0 && n <= m, "from 0 to %lld, the rows", (long long)m);
    SL_ARG(3, k, k >= 0 && k <= n, "from 0 to %lld, the columns", (long long)n);
    LD(5, lda, m);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, tau, tau != NULL || k == 0, "an array");
    struct call call = begin_qr(m, SL_MAX(k, 1));
    starling_matrix *A = wrap(&call, m, k, a, lda), *Q = wrap(&call, m, n, a, lda);
    FINISH(call, form_q(A, tau, Q));
}
