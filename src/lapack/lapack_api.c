/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The LAPACK-style interface, compiled once a precision: checks arguments in LAPACK's order,
 * wraps the arrays in place, runs the operation, unwraps. */

#include <ctype.h>
#include "src/lu/lu.h"
#include "codelets/precision.h"

#define API(name) SL_PASTE(starling_, SL_LETTER, name)
#define IS_TRANS(c) (c == 'N' || c == 'T' || c == 'C')
#define IS_UPLO(c) (c == 'L' || c == 'U')

/* Checks of one argument, as SL_ARG_OF(): a size; the leading dimension of an array of m rows. */
#define SIZE_OF(routine, position, size)                                                     \
    SL_ARG_OF(routine, position, size, (size) >= 0, "at least 0")
#define SIZE(position, size) SIZE_OF(__func__, position, size)
#define LD_OF(routine, position, ld, m)                                                      \
    SL_ARG_OF(routine, position, ld, (ld) >= SL_MAX(1, m) && (ld) <= INT32_MAX,              \
              "at least %lld, the rows of its array, and less than 2^31", (long long)SL_MAX(1, m))
#define LD(position, ld, m) LD_OF(__func__, position, ld, m)

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
    SL_ARG(1, transa, IS_TRANS(ta), "N, T or C");
    SL_ARG(2, transb, IS_TRANS(tb), "N, T or C");
    SIZE(3, m);
    SIZE(4, n);
    SIZE(5, k);
    LD(8, lda, ta == 'N' ? m : k);
    LD(10, ldb, tb == 'N' ? k : n);
    LD(13, ldc, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(7, a, a != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG(9, b, b != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG(12, c, c != NULL, "an array");
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
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_ARG_OF(routine, 2, trans, IS_TRANS(tr) && !(sl_is_complex(SL_PREC) && tr == unknown),
              sl_is_complex(SL_PREC) ? "N or %c" : "N, T or C", hermitian ? 'C' : 'T');
    SIZE_OF(routine, 3, n);
    SIZE_OF(routine, 4, k);
    LD_OF(routine, 7, lda, tr == 'N' ? n : k);
    LD_OF(routine, 10, ldc, n);
    if (n == 0)
        return 0;
    SL_ARG_OF(routine, 6, a, a != NULL || k == 0 || alpha == 0, "an array");
    SL_ARG_OF(routine, 9, c, c != NULL, "an array");
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
    SL_ARG(1, side, sd == 'L' || sd == 'R', "L or R");
    SL_ARG(2, uplo, IS_UPLO(ul), "L or U");
    SL_ARG(3, transa, IS_TRANS(tr), "N, T or C");
    SL_ARG(4, diag, dg == 'U' || dg == 'N', "N or U");
    SIZE(5, m);
    SIZE(6, n);
    int64_t order = sd == 'L' ? m : n;
    LD(9, lda, order);
    LD(11, ldb, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(8, a, a != NULL || alpha == 0, "an array");
    SL_ARG(10, b, b != NULL, "an array");
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
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    LD(4, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    FINISH(call, starling_potrf((starling_uplo)ul, A));
}

int API(potrs)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_potrs((starling_uplo)ul, A, B));
}

int API(posv)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, scalar_t *b,
              int64_t ldb)
{
    char ul = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(ul), "L or U");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(7, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    FINISH(call, starling_posv((starling_uplo)ul, A, B));
}

int API(getrf)(int64_t m, int64_t n, scalar_t *a, int64_t lda, int64_t *ipiv)
{
    SIZE(1, m);
    SIZE(2, n);
    LD(4, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, ipiv, ipiv != NULL, "an array");
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
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
    SIZE(2, n);
    SIZE(3, nrhs);
    LD(5, lda, n);
    LD(8, ldb, n);
    if (n == 0 || nrhs == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, ipiv, ipiv != NULL, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    SL_ARG(6, ipiv, sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    starling_matrix *B = wrap(&call, n, nrhs, b, ldb);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv);
    FINISH(call, starling_getrs((starling_trans)tr, A, B));
}

int API(gesv)(int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t *ipiv, scalar_t *b,
              int64_t ldb)
{
    SIZE(1, n);
    SIZE(2, nrhs);
    LD(4, lda, n);
    LD(7, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    SL_ARG(5, ipiv, ipiv != NULL, "an array");
    SL_ARG(6, b, b != NULL || nrhs == 0, "an array");
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
    SIZE(1, n);
    LD(3, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(2, a, a != NULL, "an array");
    SL_ARG(4, ipiv, ipiv != NULL, "an array");
    SL_ARG(4, ipiv, sl_valid_ipiv(n, n, ipiv), SL_VALID_IPIV);
    for (int64_t i = 0; i < n; i++)
        if (a[i + i * lda] == 0)
            return sl_error(__func__, (int)SL_MIN(i + 1, INT32_MAX), NULL);
    struct call call = begin_lu(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        call.info = starling_matrix_set_ipiv(A, ipiv);
    FINISH(call, starling_getri(A));
}

int API(lacpy)(char uplo, int64_t m, int64_t n, const scalar_t *a, int64_t lda, scalar_t *b,
               int64_t ldb)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G'; /* LAPACK: anything else is all */
    SIZE(2, m);
    SIZE(3, n);
    LD(5, lda, m);
    LD(7, ldb, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, b, b != NULL, "an array");
    struct call call = begin(m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda);
    starling_matrix *B = wrap(&call, m, n, b, ldb);
    FINISH(call, starling_lacpy((starling_uplo)ul, A, B));
}

int API(laset)(char uplo, int64_t m, int64_t n, scalar_t alpha, scalar_t beta, scalar_t *a,
               int64_t lda)
{
    char ul = IS_UPLO(letter(uplo)) ? letter(uplo) : 'G';
    SIZE(2, m);
    SIZE(3, n);
    LD(7, lda, m);
    if (m == 0 || n == 0)
        return 0;
    SL_ARG(6, a, a != NULL, "an array");
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

int API(lange)(char norm, int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *value)
{
    starling_norm which = norm_of(norm);
    SL_ARG(1, norm, sl_valid_norm(which), "M, O (or 1), I or F (or E)");
    SIZE(2, m);
    SIZE(3, n);
    LD(5, lda, m);
    SL_ARG(6, value, value != NULL, "where the norm goes");
    SL_ARG(4, a, a != NULL || m == 0 || n == 0, "an array");
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
    SL_ARG(1, norm, sl_valid_norm(which), "M, O (or 1), I or F (or E)");
    SL_ARG(2, uplo, IS_UPLO(ul), "L or U");
    SIZE(3, n);
    LD(5, lda, n);
    SL_ARG(6, value, value != NULL, "where the norm goes");
    SL_ARG(4, a, a != NULL || n == 0, "an array");
    double result = 0;
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    int info = finish(
        &call, call.info == 0 ? starling_lanhe(which, (starling_uplo)ul, A, &result) : 0);
    *value = (real_t)result;
    return info;
}
