/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sytrf, sytrs, sysv, sytri, sycon and hetrf, hetrs, hesv, hetri, hecon on arrays. In real precisions both are the same. */

#include <math.h>
#include "src/ldl/ldl.h"
#include "lapack.h"

static struct call begin_ldl(int64_t n)
{
    return (struct call){.mb = SL_MAX(1, n), .nb = starling_sytrf_tile_size(SL_PREC, n)};
}

/* Arguments of one call. ipiv is that of a factorization if it was done before. has_b: nrhs, b and ldb
 * are arguments, too. */
struct ldl {
    bool factored, has_b;
    char uplo;
    int64_t n, nrhs;
    const scalar_t *a, *b;
    int64_t lda, ldb;
    const int64_t *ipiv;
};

static int check(const char *routine, struct ldl x)
{
    char uplo = x.uplo, ul = letter(uplo);
    int64_t n = x.n, nrhs = x.nrhs, lda = x.lda, ldb = x.ldb;
    const scalar_t *a = x.a, *b = x.b;
    const int64_t *ipiv = x.ipiv;
    int more = x.has_b; /* nrhs stands before a */
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SIZE_OF(routine, 2, n);
    if (x.has_b)
        SIZE_OF(routine, 3, nrhs);
    LD_OF(routine, 4 + more, lda, n);
    if (x.has_b)
        LD_OF(routine, 8, ldb, n);
    if (n == 0 || (x.factored && x.has_b && nrhs == 0))
        return 0;
    SL_ARG_OF(routine, 3 + more, a, a != NULL, "an array");
    SL_ARG_OF(routine, 5 + more, ipiv, ipiv != NULL, "an array");
    SL_ARG_OF(routine, 7, b, !x.has_b || b != NULL || nrhs == 0, "an array");
    SL_ARG_OF(routine, 5 + more, ipiv,
              !x.factored || sl_valid_ldl_ipiv((starling_uplo)ul, n, ipiv), SL_VALID_LDL_IPIV);
    return 0;
}

static int factor(const char *routine, bool hermitian, char uplo, int64_t n, scalar_t *a,
                  int64_t lda, int64_t *ipiv)
{
    char ul = letter(uplo);
    int info = check(routine, (struct ldl){.uplo = uplo, .n = n, .a = a, .lda = lda, .ipiv = ipiv});
    if (info != 0 || n == 0)
        return info;
    if (is_direct(n, 0, 0))
        return direct_end(routine, SL_X(direct_sytrf)(hermitian, ul, (int)n, a, (int)lda, ipiv));
    struct call call = begin_ldl(n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        info = (hermitian ? starling_hetrf : starling_sytrf)((starling_uplo)ul, A);
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_sytrf_ipiv(A, ipiv);
    return finish(&call, info);
}

static int solve(const char *routine, bool hermitian, char uplo, int64_t n, int64_t nrhs,
                 const scalar_t *a, int64_t lda, const int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    char ul = letter(uplo);
    int info = check(routine, (struct ldl){true, true, uplo, n, nrhs, a, b, lda, ldb, ipiv});
    if (info != 0 || n == 0 || nrhs == 0)
        return info;
    if (is_direct(n, nrhs, 0))
        return direct_end(routine, SL_X(direct_sytrs)(hermitian, ul, (int)n, (int)nrhs, a, (int)lda,
                                                      ipiv, b, (int)ldb));
    struct call call = begin_ldl(n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, nrhs, b, ldb);
    if (call.info == 0)
        call.info = starling_matrix_set_sytrf_ipiv((starling_uplo)ul, A, ipiv);
    FINISH(call, (hermitian ? starling_hetrs : starling_sytrs)((starling_uplo)ul, A, B));
}

static int factor_and_solve(const char *routine, bool hermitian, char uplo, int64_t n, int64_t nrhs,
                            scalar_t *a, int64_t lda, int64_t *ipiv, scalar_t *b, int64_t ldb)
{
    char ul = letter(uplo);
    int info = check(routine, (struct ldl){false, true, uplo, n, nrhs, a, b, lda, ldb, ipiv});
    if (info != 0 || n == 0)
        return info;
    if (is_direct(n, nrhs, 0))
        return direct_end(routine, SL_X(direct_sysv)(hermitian, ul, (int)n, (int)nrhs, a, (int)lda,
                                                     ipiv, b, (int)ldb));
    struct call call = begin_ldl(n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, nrhs, b, ldb);
    if (call.info == 0)
        info = (hermitian ? starling_hesv : starling_sysv)((starling_uplo)ul, A, B);
    if (call.info == 0 && info >= 0)
        call.info = starling_matrix_get_sytrf_ipiv(A, ipiv);
    return finish(&call, info);
}

/* The first zero on the diagonal of D, as LAPACK counts it: from the end of an upper triangle; 0: none. */
static int64_t zero_of(char uplo, int64_t n, const scalar_t *a, int64_t lda, const int64_t *ipiv)
{
    for (int64_t k = 0; k < n; k++) {
        int64_t i = uplo == 'L' ? k : n - 1 - k;
        if (ipiv[i] > 0 && a[i + i * lda] == 0)
            return i + 1;
    }
    return 0;
}

static int invert(const char *routine, bool hermitian, char uplo, int64_t n, scalar_t *a,
                  int64_t lda, const int64_t *ipiv)
{
    char ul = letter(uplo);
    int info = check(routine, (struct ldl){.factored = true, .uplo = uplo, .n = n, .a = a,
                                           .lda = lda, .ipiv = ipiv});
    if (info != 0 || n == 0)
        return info;
    if (is_direct(n, 0, 0))
        return direct_end(routine, SL_X(direct_sytri)(hermitian, ul, (int)n, a, (int)lda, ipiv));
    int zero = (int)zero_of(ul, n, a, lda, ipiv);
    if (zero != 0)
        return sl_error(routine, zero, NULL);
    struct call call = begin_ldl(n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        call.info = starling_matrix_set_sytrf_ipiv((starling_uplo)ul, A, ipiv);
    if (call.info == 0)
        info = (hermitian ? starling_hetri : starling_sytri)((starling_uplo)ul, A);
    info = finish(&call, info);
    for (int64_t i = 0; i < n && hermitian && info == 0; i++)
        a[i + i * lda] = SL_REAL(a[i + i * lda]);
    return info;
}

static int condition(const char *routine, bool hermitian, char uplo, int64_t n, const scalar_t *a,
                     int64_t lda, const int64_t *ipiv, real_t anorm, real_t *rcond)
{
    char ul = letter(uplo);
    double value = 0;
    int info = check(routine, (struct ldl){.factored = true, .uplo = uplo, .n = n, .a = a,
                                           .lda = lda, .ipiv = ipiv});
    if (info != 0)
        return info;
    if (rcond)
        *rcond = n == 0 ? 1 : anorm != anorm ? anorm : 0;
    SL_ARG_OF(routine, 6, anorm, anorm >= 0 && isfinite(anorm), "a norm, at least 0 and finite");
    SL_ARG_OF(routine, 7, rcond, rcond != NULL, "where the number goes");
    if (n == 0)
        return 0;
    if (is_direct_and_finite(ul, n, n, a, lda))
        return direct_end(routine, SL_X(direct_sycon)(hermitian, ul, (int)n, a, (int)lda, ipiv,
                                                      anorm, rcond));
    struct call call = begin_ldl(n);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    if (call.info == 0)
        call.info = starling_matrix_set_sytrf_ipiv((starling_uplo)ul, A, ipiv);
    if (call.info == 0)
        info = (hermitian ? starling_hecon : starling_sycon)((starling_uplo)ul, A, (double)anorm,
                                                             &value);
    *rcond = (real_t)value;
    return finish(&call, info);
}

#define FUNCTIONS(hermitian, trf, trs, sv, tri, con)                                               \
    int API(trf)(char uplo, int64_t n, scalar_t *a, int64_t lda, int64_t *ipiv)                    \
    {                                                                                              \
        return factor(__func__, hermitian, uplo, n, a, lda, ipiv);                                 \
    }                                                                                              \
    int API(trs)(char uplo, int64_t n, int64_t nrhs, const scalar_t *a, int64_t lda,               \
                 const int64_t *ipiv, scalar_t *b, int64_t ldb)                                    \
    {                                                                                              \
        return solve(__func__, hermitian, uplo, n, nrhs, a, lda, ipiv, b, ldb);                    \
    }                                                                                              \
    int API(sv)(char uplo, int64_t n, int64_t nrhs, scalar_t *a, int64_t lda, int64_t *ipiv,       \
                scalar_t *b, int64_t ldb)                                                          \
    {                                                                                              \
        return factor_and_solve(__func__, hermitian, uplo, n, nrhs, a, lda, ipiv, b, ldb);         \
    }                                                                                              \
    int API(tri)(char uplo, int64_t n, scalar_t *a, int64_t lda, const int64_t *ipiv)              \
    {                                                                                              \
        return invert(__func__, hermitian, uplo, n, a, lda, ipiv);                                 \
    }                                                                                              \
    int API(con)(char uplo, int64_t n, const scalar_t *a, int64_t lda, const int64_t *ipiv,        \
                 real_t anorm, real_t *rcond)                                                      \
    {                                                                                              \
        return condition(__func__, hermitian, uplo, n, a, lda, ipiv, anorm, rcond);                \
    }
FUNCTIONS(false, sytrf, sytrs, sysv, sytri, sycon)
FUNCTIONS(true, hetrf, hetrs, hesv, hetri, hecon)
