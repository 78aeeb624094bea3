/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The LAPACK-style interface, compiled once a precision: checks arguments in LAPACK's order,
 * wraps the arrays in place, runs the operation, unwraps. */

#include <ctype.h>
#include "internal.h"
#include "codelets/precision.h"

#define API(name) SL_PASTE(starling_, SL_LETTER, name)
#define IS_TRANS(c) (c == 'N' || c == 'T' || c == 'C')
#define IS_UPLO(c) (c == 'L' || c == 'U')
#define IS_LD(ld, m) (ld >= SL_MAX(1, m) && ld <= INT32_MAX)

static char letter(char option)
{
    return (char)toupper((unsigned char)option);
}

/* The arrays of one call, and its first failure. */
struct call {
    int info, count;
    starling_matrix *matrix[3];
    int64_t mb, nb; /* one tile size for all of them, so that they fit */
};

static starling_matrix *wrap(struct call *call, int64_t m, int64_t n, const scalar_t *a,
                             int64_t lda)
{
    starling_matrix *A = NULL;
    if (call->info == 0)
        call->info = starling_matrix_wrap(&A, SL_PREC, m, n, (void *)(uintptr_t)a, lda,
                                          call->mb, call->nb);
    if (A)
        call->matrix[call->count++] = A;
    return A;
}

static int finish(struct call *call, int info)
{
    for (int i = 0; i < call->count; i++) {
        int end = starling_matrix_destroy(call->matrix[i]);
        if (call->info == 0)
            call->info = end;
    }
    return call->info != 0 ? call->info : info;
}

static struct call begin(int64_t m, int64_t n)
{
    int64_t nb = starling_tile_size(SL_PREC, m, n);
    return (struct call){.mb = nb, .nb = nb};
}

static struct call begin_product(int64_t m, int64_t n, int64_t k)
{
    int64_t nb = starling_gemm_tile_size(SL_PREC, m, n, k);
    return (struct call){.mb = nb, .nb = nb};
}

static struct call begin_lu(int64_t m, int64_t n)
{
    struct call call = {0};
    starling_getrf_tile_size(SL_PREC, m, n, &call.mb, &call.nb);
    return call;
}

/* Runs the operation if all arrays could be wrapped. */
#define FINISH(call, operation) return finish(&call, call.info == 0 ? (operation) : 0)

int API(gemm)(char transa, char transb, int64_t m, int64_t n, int64_t k, scalar_t alpha,
              const scalar_t *a, int64_t lda, const scalar_t *b, int64_t ldb, scalar_t beta,
              scalar_t *c, int64_t ldc)
{
    char ta = letter(transa), tb = letter(transb);
    SL_ARG(1, IS_TRANS(ta));
    SL_ARG(2, IS_TRANS(tb));
    SL_ARG(3, m >= 0);
    SL_ARG(4, n >= 0);
    SL_ARG(5, k >= 0);
    SL_ARG(8, IS_LD(lda, (ta == 'N' ? m : k)));
    SL_ARG(10, IS_LD(ldb, (tb == 'N' ? k : n)));
    SL_ARG(13, IS_LD(ldc, (m)));
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(7, a != NULL || k == 0 || alpha == 0);
    SL_ARG(9, b != NULL || k == 0 || alpha == 0);
    SL_ARG(12, c != NULL);
    if (alpha == 0) /* BLAS: A and B are not looked at */
        k = 0;
    struct call call = begin_product(m, n, k);
    starling_matrix *A = wrap(&call, ta == 'N' ? m : k, ta == 'N' ? k : m, a, lda);
    starling_matrix *B = wrap(&call, tb == 'N' ? k : n, tb == 'N' ? n : k, b, ldb);
    starling_matrix *C = wrap(&call, m, n, c, ldc);
    FINISH(call, starling_gemm((starling_trans)ta, (starling_trans)tb, alpha, A, B, beta, C));
}

/* herk and syrk differ in the transpose they know and in the type of their scalars. */
static int rank_k(const char *routine, bool hermitian, char uplo, char trans, int64_t n,
                  int64_t k, wide_t alpha, const scalar_t *a, int64_t lda, wide_t beta,
                  scalar_t *c, int64_t ldc)
{
    char ul = letter(uplo), tr = letter(trans), unknown = hermitian ? 'T' : 'C';
    SL_ARG_OF(routine, 1, IS_UPLO(ul));
    SL_ARG_OF(routine, 2, IS_TRANS(tr) && !(sl_is_complex(SL_PREC) && tr == unknown));
    SL_ARG_OF(routine, 3, n >= 0);
    SL_ARG_OF(routine, 4, k >= 0);
    SL_ARG_OF(routine, 7, IS_LD(lda, (tr == 'N' ? n : k)));
    SL_ARG_OF(routine, 10, IS_LD(ldc, (n)));
    if (n == 0)
        return 0;
    SL_ARG_OF(routine, 6, a != NULL || k == 0 || alpha == 0);
    SL_ARG_OF(routine, 9, c != NULL);
    if (alpha == 0)
        k = 0;
    struct call call = begin_product(n, n, k);
    starling_matrix *A = wrap(&call, tr == 'N' ? n : k, tr == 'N' ? k : n, a, lda);
    starling_matrix *C = wrap(&call, n, n, c, ldc);
    starling_uplo u = (starling_uplo)ul;
    starling_trans t = (starling_trans)tr;
    FINISH(call, hermitian ? starling_herk(u, t, SL_REAL(alpha), A, SL_REAL(beta), C)
                           : starling_syrk(u, t, alpha, A, beta, C));
}

int API(syrk)(char uplo, char trans, int64_t n, int64_t k, scalar_t alpha, const scalar_t *a,
              int64_t lda, scalar_t beta, scalar_t *c, int64_t ldc)
{
    return rank_k(__func__, false, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

int API(herk)(char uplo, char trans, int64_t n, int64_t k, real_t alpha, const scalar_t *a,
              int64_t lda, real_t beta, scalar_t *c, int64_t ldc)
{
    return rank_k(__func__, true, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);
}

int API(trsm)(char side, char uplo, char transa, char diag, int64_t m, int64_t n,
              scalar_t alpha, const scalar_t *a, int64_t lda, scalar_t *b, int64_t ldb)
{
    char sd = letter(side), ul = letter(uplo), tr = letter(transa), dg = letter(diag);
    SL_ARG(1, sd == 'L' || sd == 'R');
    SL_ARG(2, IS_UPLO(ul));
    SL_ARG(3, IS_TRANS(tr));
    SL_ARG(4, dg == 'U' || dg == 'N');
    SL_ARG(5, m >= 0);
    SL_ARG(6, n >= 0);
    int64_t order = sd == 'L' ? m : n;
    SL_ARG(9, IS_LD(lda, (order)));
    SL_ARG(11, IS_LD(ldb, (m)));
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(8, a != NULL || alpha == 0);
    SL_ARG(10, b != NULL);
    struct call call = begin(m, n);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    if (alpha == 0) /* BLAS: A is not looked at */
        FINISH(call, starling_laset(STARLING_GENERAL, 0, 0, B));
    starling_matrix *A = wrap(&call, order, order, a, lda);
    FINISH(call, starling_trsm((starling_side)sd, (starling_uplo)ul, (starling_trans)tr,
                               (starling_diag)dg, alpha, A, B));
}

int API(potrf)(char uplo, int64_t n, scalar_t *a, int64_t lda)
{
    char ul = letter(uplo);
    SL_ARG(1, IS_UPLO(ul));
    SL_ARG(2, n >= 0);
    SL_ARG(4, IS_LD(lda, (n)));
    if (n == 0)
        return 0;
    SL_ARG(3, a != NULL);
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    FINISH(call, starling_potrf((starling_uplo)ul, A));
}

int API(potrs)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, IS_UPLO(ul));
    SL_ARG(2, n >= 0);
    SL_ARG(3, nrhs >= 0);
    SL_ARG(5, IS_LD(lda, (n)));
    SL_ARG(7, IS_LD(ldb, (n)));
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a != NULL);
    SL_ARG(6, b != NULL);
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_potrs((starling_uplo)ul, A, B));
}

int API(posv)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b,
              int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, IS_UPLO(ul));
    SL_ARG(2, n >= 0);
    SL_ARG(3, nrhs >= 0);
    SL_ARG(5, IS_LD(lda, (n)));
    SL_ARG(7, IS_LD(ldb, (n)));
    if (n == 0)
        return 0;
    SL_ARG(4, a != NULL);
    SL_ARG(6, b != NULL || nrhs == 0);
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_posv((starling_uplo)ul, A, B));
}

int API(getrf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, int64_t *ipiv)
{
    SL_ARG(1, m >= 0);
    SL_ARG(2, n >= 0);
    SL_ARG(4, IS_LD(lda, (m)));
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a != NULL);
    SL_ARG(5, ipiv != NULL);
    struct call call = begin_lu(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = call.info == 0 ? starling_getrf(A) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_ipiv(A, ipiv);
    return finish(&call, info);
}

int API(getrs)(char trans, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,
               const int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    char tr = letter(trans);
    SL_ARG(1, IS_TRANS(tr));
    SL_ARG(2, n >= 0);
    SL_ARG(3, nrhs >= 0);
    SL_ARG(5, IS_LD(lda, (n)));
    SL_ARG(8, IS_LD(ldb, (n)));
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a != NULL);
    SL_ARG(6, ipiv != NULL);
    SL_ARG(7, b != NULL);
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv) == 0 ? 0 : -6;
    FINISH(call, starling_getrs((starling_trans)tr, A, B));
}

int API(gesv)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t *ipiv, scalar_t *b,
              int64_t ldb)
{
    SL_ARG(1, n >= 0);
    SL_ARG(2, nrhs >= 0);
    SL_ARG(4, IS_LD(lda, (n)));
    SL_ARG(7, IS_LD(ldb, (n)));
    if (n == 0)
        return 0;
    SL_ARG(3, a != NULL);
    SL_ARG(5, ipiv != NULL);
    SL_ARG(6, b != NULL || nrhs == 0);
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    int info = call.info == 0 ? starling_gesv(A, B) : 0;
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_ipiv(A, ipiv);
    return finish(&call, info);
}

int API(getri)(int64_t n, scalar_t *a, int64_t lda, const int64_t *ipiv)
{
    SL_ARG(1, n >= 0);
    SL_ARG(3, IS_LD(lda, (n)));
    if (n == 0)
        return 0;
    SL_ARG(2, a != NULL);
    SL_ARG(4, ipiv != NULL);
    for (int64_t i = 0; i < n; i++)
        if (a[i + i * lda] == 0)
            return sl_error(__func__, (int)SL_MIN(i + 1, INT32_MAX), NULL);
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv) == 0 ? 0 : -4;
    FINISH(call, starling_getri(A));
}

int API(lacpy)(char uplo, int64_t m, int64_t n, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G'; /* LAPACK: anything else is all */
    SL_ARG(2, m >= 0);
    SL_ARG(3, n >= 0);
    SL_ARG(5, IS_LD(lda, (m)));
    SL_ARG(7, IS_LD(ldb, (m)));
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(4, a != NULL);
    SL_ARG(6, b != NULL);
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    FINISH(call, starling_lacpy((starling_uplo)ul, A, B));
}

int API(laset)(char uplo, int64_t m, int64_t n, scalar_t alpha, scalar_t beta, scalar_t *a,
               int64_t lda)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G';
    SL_ARG(2, m >= 0);
    SL_ARG(3, n >= 0);
    SL_ARG(7, IS_LD(lda, (m)));
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(6, a != NULL);
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    FINISH(call, starling_laset((starling_uplo)ul, alpha, beta, A));
}

/* LAPACK accepts 1 for O and E for F. */
static starling_norm norm_of(char norm)
{
    char c = letter(norm);
    return (starling_norm)(c == '1' ? 'O' : c == 'E' ? 'F' : c);
}

static bool valid_norm(starling_norm norm)
{
    return norm == STARLING_MAX_NORM || norm == STARLING_ONE_NORM ||
           norm == STARLING_INF_NORM || norm == STARLING_FROBENIUS_NORM;
}

int API(lange)(char norm, int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *value)
{
    starling_norm which = norm_of(norm);
    SL_ARG(1, valid_norm(which));
    SL_ARG(2, m >= 0);
    SL_ARG(3, n >= 0);
    SL_ARG(5, IS_LD(lda, (m)));
    SL_ARG(6, value != NULL);
    SL_ARG(4, a != NULL || m == 0 || n == 0);
    double result = 0;
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    int info = finish(&call, call.info == 0 ? starling_lange(which, A, &result) : 0);
    *value = (real_t)result;
    return info;
}

int API(lanhe)(char norm, char uplo, int64_t n, const scalar_t *a, int64_t lda, real_t *value)
{
    starling_norm which = norm_of(norm);
    char ul = letter(uplo);
    SL_ARG(1, valid_norm(which));
    SL_ARG(2, IS_UPLO(ul));
    SL_ARG(3, n >= 0);
    SL_ARG(5, IS_LD(lda, (n)));
    SL_ARG(6, value != NULL);
    SL_ARG(4, a != NULL || n == 0);
    double result = 0;
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = finish(
        &call, call.info == 0 ? starling_lanhe(which, (starling_uplo)ul, A, &result) : 0);
    *value = (real_t)result;
    return info;
}
