/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The reduction to tridiagonal form in one stage, on arrays, and products with its Q. */

#include "src/qr/qr.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_UN(name) API(un##name)
#else
#define API_UN(name) API(or ##name)
#endif

int API_HE(trd)(char uplo, int64_t n, scalar_t *a, int64_t lda, real_t *d, real_t *e, scalar_t *tau)
{
    char up = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(up), "L or U");
    SIZE(2, n);
    LD(4, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, d, d != NULL, "an array");
    SL_ARG(6, e, e != NULL || n == 1, "an array");
    SL_ARG(7, tau, tau != NULL || n == 1, "an array");
    if (is_direct_and_finite(up, n, n, a, lda))
        return direct_end(__func__, SL_X(direct_hetrd)(up, (int)n, a, (int)lda, d, e, tau));
    struct call call = begin_qr(false, n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *D = wrap_real(&call, n, d), *E = wrap_real(&call, n - 1, e);
    int info = call.info == 0 ? starling_hetrd((starling_uplo)up, A, D, E) : 0;
    if (call.info == 0 && info == 0 && n > 1)
        call.info = starling_matrix_get_tau(A, tau);
    return finish(&call, info);
}

/* tau to the reflectors of A, of the triangle uplo. */
static int set_tau(char uplo, starling_matrix *A, const scalar_t *tau)
{
    int info = sl_reflectors_make(A, false, 1);
    if (info == 0 && uplo == 'U')
        sl_reflectors_reverse(A);
    return info != 0 ? info : sl_reflectors_fill_tau(A, tau);
}

/* V in a matrix of the library: A is read only, or Q replaces it. */
static int copy(struct call *call, char uplo, int64_t n, const scalar_t *a, int64_t lda,
                const scalar_t *tau, starling_matrix **V)
{
    starling_matrix *A = wrap(call, n, n, a, lda);
    int info = call->info;
    if (info == 0)
        info = starling_matrix_create(V, SL_PREC, n, n, n, call->nb);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, A, *V);
    return info == 0 ? set_tau(uplo, *V, tau) : info;
}

int API_UN(mtr)(char side, char uplo, char trans, int64_t m, int64_t n, const scalar_t *a,
                int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char sd = letter(side), up = letter(uplo), tr = letter(trans);
    int64_t order = sd == 'L' ? m : n;
    SL_ARG(1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG(2, uplo, IS_UPLO(up), "L or U");
    SL_ARG(3, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(4, m);
    SIZE(5, n);
    LD(7, lda, order);
    LD(10, ldc, m);
    if (m == 0 || n == 0 || order == 1)
        return 0;
    SL_ARG(6, a, a != NULL, "an array");
    SL_ARG(8, tau, tau != NULL, "an array");
    SL_ARG(9, c, c != NULL, "an array");
    if (is_direct(m, n, 0))
        return direct_end(__func__, SL_X(direct_unmtr)(sd, up, tr, (int)m, (int)n, a, (int)lda, tau,
                                                       c, (int)ldc));
    struct call call = begin_qr(false, order, order);
    starling_matrix *V = NULL;
    int64_t nb = call.nb;
    int info = copy(&call, up, order, a, lda, tau, &V);
    call.mb = sd == 'L' ? m : nb; /* block columns, or block rows */
    call.nb = sd == 'L' ? nb : n;
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    if (info == 0 && call.info == 0)
        info = starling_unmtr((starling_side)sd, (starling_trans)tr, V, C);
    int end = V ? starling_matrix_destroy(V) : 0;
    return finish(&call, info != 0 ? info : end);
}

int API_UN(gtr)(char uplo, int64_t n, scalar_t *a, int64_t lda, const scalar_t *tau)
{
    char up = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(up), "L or U");
    SIZE(2, n);
    LD(4, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, tau, tau != NULL || n == 1, "an array");
    if (is_direct(n, n, 0))
        return direct_end(__func__, SL_X(direct_ungtr)(up, (int)n, a, (int)lda, tau));
    struct call call = begin_qr(false, n, n);
    starling_matrix *V = NULL;
    int info = copy(&call, up, n, a, lda, tau, &V);
    if (info == 0 && call.info == 0)
        info = starling_ungtr(V, call.matrix[0]);
    int end = V ? starling_matrix_destroy(V) : 0;
    return finish(&call, info != 0 ? info : end);
}
