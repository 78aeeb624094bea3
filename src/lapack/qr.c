/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* geqrf, ormqr (complex: unmqr), orgqr (ungqr), and the same of LQ, on arrays. */

#include "src/qr/qr.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_UN(name) API(un##name)
#else
#define API_UN(name) API(or ##name)
#endif

/* geqrf, gelqf. */
static int factor(const char *routine, int (*operation)(starling_matrix *), bool by_rows, int64_t m,
                  int64_t n, scalar_t *a, int64_t lda, scalar_t *tau)
{
    SIZE_OF(routine, 1, m);
    SIZE_OF(routine, 2, n);
    LD_OF(routine, 4, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG_OF(routine, 3, a, a != NULL, "an array");
    SL_ARG_OF(routine, 5, tau, tau != NULL, "an array");
    if (is_direct_and_finite('G', m, n, a, lda))
        return direct_end(routine, SL_X(direct_geqrf)(by_rows, (int)m, (int)n, a, (int)lda, tau));
    struct call call = begin_qr(by_rows, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = call.info == 0 ? operation(A) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_tau(A, tau);
    return finish(&call, info);
}

int API(geqrf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, scalar_t *tau)
{
    return factor(__func__, starling_geqrf, false, m, n, a, lda, tau);
}

int API(gelqf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, scalar_t *tau)
{
    return factor(__func__, starling_gelqf, true, m, n, a, lda, tau);
}

typedef int product(starling_side, starling_trans, starling_matrix *, starling_matrix *);

/* ormqr, ormlq. */
static int multiply(const char *routine, product *operation, bool by_rows, char side, char trans,
                    int64_t m, int64_t n, int64_t k, const scalar_t *a, int64_t lda,
                    const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char sd = letter(side), tr = letter(trans);
    int64_t order = sd == 'L' ? m : n;
    SL_ARG_OF(routine, 1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG_OF(routine, 2, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE_OF(routine, 3, m);
    SIZE_OF(routine, 4, n);
    SL_ARG_OF(routine, 5, k, k >= 0 && k <= order, "from 0 to %lld, the order of Q",
              (long long)order);
    LD_OF(routine, 7, lda, by_rows ? k : order);
    LD_OF(routine, 10, ldc, m);
    if (m == 0 || n == 0 || k == 0)
        return 0;
    SL_ARG_OF(routine, 6, a, a != NULL, "an array");
    SL_ARG_OF(routine, 8, tau, tau != NULL, "an array");
    SL_ARG_OF(routine, 9, c, c != NULL, "an array");
    if (is_direct(m, n, k))
        return direct_end(routine, SL_X(direct_unmqr)(by_rows, sd, tr, (int)m, (int)n, (int)k, a,
                                                      (int)lda, tau, c, (int)ldc));
    struct call call = begin_qr(by_rows, by_rows ? k : order, by_rows ? order : k);
    int64_t nb = by_rows ? call.mb : call.nb;
    starling_matrix *A = wrap(&call, by_rows ? k : order, by_rows ? order : k, a, lda);
    call.mb = sd == 'L' ? m : nb; /* block columns, or block rows */
    call.nb = sd == 'L' ? nb : n;
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    if (call.info == 0)
        call.info = sl_reflectors_set_tau(A, by_rows, 0, tau);
    FINISH(call, operation((starling_side)sd, (starling_trans)tr, A, C));
}

int API_UN(mqr)(char side, char trans, int64_t m, int64_t n, int64_t k, const scalar_t *a,
                int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    return multiply(__func__, starling_unmqr, false, side, trans, m, n, k, a, lda, tau, c, ldc);
}

int API_UN(mlq)(char side, char trans, int64_t m, int64_t n, int64_t k, const scalar_t *a,
                int64_t lda, const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    return multiply(__func__, starling_unmlq, true, side, trans, m, n, k, a, lda, tau, c, ldc);
}

/* V moves to a matrix of the library, because the columns or rows of Q replace it. */
static int form_q(int (*operation)(starling_matrix *, starling_matrix *), bool by_rows,
                  starling_matrix *A, const scalar_t *tau, starling_matrix *Q)
{
    starling_matrix *V = NULL;
    int info = starling_matrix_create(&V, A->prec, A->m, A->n, A->mb, A->nb);
    if (info == 0)
        info = starling_lacpy(STARLING_GENERAL, A, V);
    if (info == 0)
        info = sl_reflectors_set_tau(V, by_rows, 0, tau);
    if (info == 0)
        info = operation(V, Q);
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
    if (is_direct(m, n, k))
        return direct_end(__func__,
                          SL_X(direct_ungqr)(false, (int)m, (int)n, (int)k, a, (int)lda, tau));
    struct call call = begin_qr(false, m, SL_MAX(k, 1));
    /* Q first: the array of A is a part of it, and memory is page-locked once. */
    starling_matrix *Q = wrap(&call, m, n, a, lda), *A = wrap(&call, m, k, a, lda);
    FINISH(call, form_q(starling_ungqr, false, A, tau, Q));
}

int API_UN(glq)(int64_t m, int64_t n, int64_t k, scalar_t *a, int64_t lda, const scalar_t *tau)
{
    SIZE(1, m);
    SL_ARG(2, n, n >= m, "at least %lld, the rows", (long long)m);
    SL_ARG(3, k, k >= 0 && k <= m, "from 0 to %lld, the rows", (long long)m);
    LD(5, lda, m);
    if (m == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, tau, tau != NULL || k == 0, "an array");
    if (is_direct(m, n, k))
        return direct_end(__func__,
                          SL_X(direct_ungqr)(true, (int)m, (int)n, (int)k, a, (int)lda, tau));
    struct call call = begin_qr(true, SL_MAX(k, 1), n);
    starling_matrix *Q = wrap(&call, m, n, a, lda), *A = wrap(&call, k, n, a, lda); /* as above */
    FINISH(call, form_q(starling_unglq, true, A, tau, Q));
}

int API(gels)(char trans, int64_t m, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b,
              int64_t ldb)
{
    char tr = letter(trans);
    SL_ARG(1, trans, IS_QR_TRANS(tr), QR_TRANS);
    SIZE(2, m);
    SIZE(3, n);
    SIZE(4, nrhs);
    LD(6, lda, m);
    LD(8, ldb, SL_MAX(m, n));
    if (SL_MAX(m, n) == 0 || nrhs == 0)
        return 0;
    SL_ARG(5, a, a != NULL || SL_MIN(m, n) == 0, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    if (is_direct_and_moderate(m, n, nrhs, a, lda, tr == 'N' ? m : n, b, ldb))
        return direct_end(
            __func__, SL_X(direct_gels)(tr, (int)m, (int)n, (int)nrhs, a, (int)lda, b, (int)ldb));
    struct call call = begin_qr(m < n, SL_MAX(1, m), SL_MAX(1, n));
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int64_t nb = m < n ? call.mb : call.nb;
    call.mb = SL_MAX(m, n);
    call.nb = nb;
    starling_matrix *B = wrap(&call, SL_MAX(m, n), nrhs, b, ldb);
    FINISH(call, starling_gels((starling_trans)tr, A, B));
}
