/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A system A X = B by LU or by Cholesky: what both have in common for refinement. */

#include "src/blas3/blas3.h"
#include "refine.h"

static bool has_no_interchanges(const struct sl_refined *s)
{
    return s->same && !s->interchanges;
}

int sl_system_factor(struct sl_refined *s, starling_matrix *A)
{
    return has_no_interchanges(s) ? starling_getrf_nopiv_submit(A, s->seq)
           : sl_is_lu(s)          ? starling_getrf_submit(A, s->seq)
                                  : starling_potrf_submit(s->uplo, A, s->seq);
}

int sl_system_solve(struct sl_refined *s, starling_matrix *A, starling_matrix *X)
{
    s->seq->inverses = A == s->low; /* a preconditioner need not be exact */
    int info = has_no_interchanges(s) ? starling_getrs_nopiv_submit(STARLING_NOTRANS, A, X, s->seq)
               : sl_is_lu(s)          ? starling_getrs_submit(STARLING_NOTRANS, A, X, s->seq)
                                      : starling_potrs_submit(s->uplo, A, X, s->seq);
    s->seq->inverses = false;
    return info;
}

int sl_system_correct(struct sl_refined *s, starling_matrix *R, starling_matrix *D)
{
    int info = s->same ? starling_lacpy_submit(STARLING_GENERAL, R, D, s->seq)
                       : sl_narrow(STARLING_GENERAL, R, D, NULL, s->seq);
    return info == 0 ? sl_system_solve(s, s->low, D) : info;
}

int sl_system_add(struct sl_refined *s, starling_matrix *D, bool add, starling_matrix *X)
{
    if (s->same && !add)
        return starling_lacpy_submit(STARLING_GENERAL, D, X, s->seq);
    if (s->same)
        sl_geadd(1, D, 1, X, s->seq);
    else
        sl_widen(D, add, X, s->seq);
    return 0;
}

int sl_system_product(struct sl_refined *s, double alpha, starling_matrix *X, double beta,
                      starling_matrix *R)
{
    const starling_trans no = STARLING_NOTRANS;
    starling_matrix *A = s->A, *Y;
    if (sl_is_matvec(A, X, R)) {
        sl_matvec(s->uplo, alpha, A, X, beta, R, s->seq);
        return 0;
    }
    if (!sl_is_lu(s))
        return sl_hermitian_product(s, alpha, X, beta, R);
    if (sl_same_cut(X->mt, X->mb, A->nt, A->nb))
        return starling_gemm_submit(no, no, alpha, A, X, beta, R, s->seq);
    /* A is in block columns: rows of X, cut as they are */
    int info = starling_matrix_create(&Y, X->prec, X->m, X->n, A->nb, X->nb);
    if (info != 0)
        return info;
    info = starling_lacpy_submit(STARLING_GENERAL, X, Y, s->seq);
    if (info == 0)
        info = starling_gemm_submit(no, no, alpha, A, Y, beta, R, s->seq);
    sl_matrix_free(s->seq, Y);
    return info;
}

bool sl_is_open(const struct sl_refined *s, int64_t j)
{
    return !(s->r[j] <= s->x[j] * s->limit); /* a NaN is */
}
