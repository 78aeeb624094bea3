/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Common parts of the LAPACK-style functions: options, and the arrays of a call as
 * matrices. Compiled once for each precision. */

#ifndef SL_LAPACK_H
#define SL_LAPACK_H

#include "src/runtime/matrix.h"
#include "src/runtime/tuning.h"
#include "codelets/direct/direct.h"
#include "codelets/precision.h"

#define API(name) SL_PASTE(starling_, SL_LETTER, name)
/* Hermitian matrices are symmetric in real precisions. */
#ifdef SL_COMPLEX
#define API_HE(name) API(he##name)
#else
#define API_HE(name) API(sy##name)
#endif
#define IS_TRANS(c) (c == 'N' || c == 'T' || c == 'C')
#ifdef SL_COMPLEX
#define IS_QR_TRANS(c) (c == 'N' || c == 'C')
#define QR_TRANS "N or C"
#else
#define IS_QR_TRANS(c) IS_TRANS(c)
#define QR_TRANS "N, T or C"
#endif
#define IS_UPLO(c) (c == 'L' || c == 'U')

/* Checks of an argument, as SL_ARG_OF(): a size, or the leading dimension of an array of m
 * rows. */
#define SIZE_OF(routine, position, size)                                                           \
    SL_ARG_OF(routine, position, size, (size) >= 0, "at least 0")
#define SIZE(position, size) SIZE_OF(__func__, position, size)
#define LD_OF(routine, position, ld, m)                                                            \
    SL_ARG_OF(routine, position, ld, (ld) >= SL_MAX(1, m) && (ld) <= INT32_MAX,                    \
              "at least %lld, the rows of its array, and less than 2^31", (long long)SL_MAX(1, m))
#define LD(position, ld, m) LD_OF(__func__, position, ld, m)

/* Of a letter of the alphabet, in every locale. */
static inline char letter(char option)
{
    return (char)(option >= 'a' && option <= 'z' ? option - 'a' + 'A' : option);
}

/* The arrays of a call, and its first failure. */
struct call {
    int info, count;
    starling_matrix *matrix[4];
    int64_t mb, nb; /* the tile size of all matrices */
};

static inline starling_matrix *wrap(struct call *call, int64_t m, int64_t n, const scalar_t *a,
                                    int64_t lda)
{
    starling_matrix *A = NULL;
    if (call->info == 0)
        call->info =
            starling_matrix_wrap(&A, SL_PREC, m, n, (void *)(uintptr_t)a, lda, call->mb, call->nb);
    if (A)
        call->matrix[call->count++] = A;
    return A;
}

static inline int finish(struct call *call, int info)
{
    for (int i = 0; i < call->count; i++) {
        int end = starling_matrix_destroy(call->matrix[i]);
        if (call->info == 0)
            call->info = end;
    }
    return call->info != 0 ? call->info : info;
}

static inline struct call begin(int64_t m, int64_t n)
{
    int64_t nb = starling_tile_size(SL_PREC, m, n);
    return (struct call){.mb = nb, .nb = nb};
}

static inline struct call begin_product(int64_t m, int64_t n, int64_t k)
{
    int64_t nb = starling_gemm_tile_size(SL_PREC, m, n, k);
    return (struct call){.mb = nb, .nb = nb};
}

static inline struct call begin_lu(int64_t m, int64_t n)
{
    struct call call = {0};
    starling_getrf_tile_size(SL_PREC, m, n, &call.mb, &call.nb);
    return call;
}

_Static_assert((int)SL_DIRECT_LARGEST == SL_CALLER_LARGEST, "one limit");

/* A problem that BLAS or LAPACK solves in the calling thread, without a task, up to direct_end(): a
 * square matrix of its largest dimension would be one tile. */
static inline bool is_direct(int64_t m, int64_t n, int64_t k)
{
    int64_t most = SL_MAX(m, SL_MAX(n, k));
    return most <= SL_CALLER_LARGEST && sl_direct_enter(SL_PREC, most);
}

/* The same where LAPACK needs finite numbers in a triangle (L, U) or in the matrix (G). */
static inline bool is_direct_and_finite(char shape, int64_t m, int64_t n, const scalar_t *a,
                                        int64_t lda)
{
    if (!is_direct(m, n, 0))
        return false;
    bool finite = SL_X(direct_finite)(shape, (int)m, (int)n, a, (int)lda);
    if (!finite)
        sl_blas_leave_small();
    return finite;
}

/* The same of least squares, where LAPACK leaves residuals scaled: B has this many rows. */
static inline bool is_direct_and_moderate(int64_t m, int64_t n, int64_t nrhs, const scalar_t *a,
                                          int64_t lda, int64_t rows, const scalar_t *b, int64_t ldb)
{
    return SL_MIN(m, SL_MIN(n, nrhs)) > 0 && SL_MAX(m, SL_MAX(n, nrhs)) <= SL_CALLER_LARGEST &&
           SL_X(direct_moderate)((int)m, (int)n, a, (int)lda) &&
           SL_X(direct_moderate)((int)rows, (int)nrhs, b, (int)ldb) && is_direct(m, n, nrhs);
}

#ifndef SL_COMPLEX
/* The same of a diagonal and the one beside it, which LAPACK's bdsdc does not scale either. */
static inline bool is_direct_pair(int64_t n, const real_t *d, const real_t *e)
{
    return n <= SL_CALLER_LARGEST && SL_X(direct_moderate)((int)n, 1, d, (int)n) &&
           SL_X(direct_moderate)((int)n - 1, 1, e, (int)n) && is_direct(n, n, 0);
}
#endif

/* The same of a matrix and its factors. */
static inline bool is_direct_and_usable(char shape, int64_t n, int64_t nrhs, const scalar_t *a,
                                        int64_t lda, const scalar_t *af, int64_t ldaf)
{
    if (!is_direct(n, n, nrhs))
        return false;
    bool usable = SL_X(direct_finite)(shape, (int)n, (int)n, a, (int)lda) &&
                  SL_X(direct_usable)(shape, (int)n, af, (int)ldaf);
    if (!usable)
        sl_blas_leave_small();
    return usable;
}

static inline int direct_end(const char *routine, int info)
{
    sl_blas_leave_small();
    return info != 0 ? sl_error(routine, info, NULL) : 0;
}

/* The same of a problem whose info up to n tells of numbers that are not finite. */
static inline int direct_end_behind(const char *routine, int64_t n, int info)
{
    return direct_end(routine, info > 0 ? (int)n + info : info);
}

/* Block columns for QR, block rows for LQ. */
static inline struct call begin_qr(bool by_rows, int64_t m, int64_t n)
{
    struct call call = {0};
    if (by_rows)
        starling_geqrf_tile_size(SL_PREC, n, m, &call.nb, &call.mb);
    else
        starling_geqrf_tile_size(SL_PREC, m, n, &call.mb, &call.nb);
    return call;
}

/* A column of real numbers. */
static inline starling_matrix *wrap_real(struct call *call, int64_t m, const real_t *x)
{
    starling_matrix *X = NULL;
    if (call->info == 0)
        call->info = starling_matrix_wrap(&X, SL_REAL_PREC, m, 1, (void *)(uintptr_t)x,
                                          SL_MAX(1, m), SL_MAX(1, m), 1);
    if (X)
        call->matrix[call->count++] = X;
    return X;
}

/* Runs the operation if all arrays could be wrapped. */
#define FINISH(call, operation) return finish(&call, call.info == 0 ? (operation) : 0)

#endif
