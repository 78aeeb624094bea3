/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of matrices of which each has its own pointer: NAME_batched of one order, NAME_vbatched
 * of varying ones. */

#include "batches.h"
#include "src/batched/batched.h"

/* Pivots one after the other, or at a pointer for each matrix */
struct pivots {
    const int *row;
    const int *const *each;
    bool pointers;
};
#define IN_A_ROW(ipiv) ((struct pivots){.row = (ipiv)})
#define POINTERS(ipiv) ((struct pivots){.each = (const int *const *)(ipiv), .pointers = true})

#define MATRICES(a) ((const void *const *)(a))

static starling_batch *matrices(struct batches *call, struct sl_numbers m, struct sl_numbers n,
                                const void *const *a, struct sl_numbers lda, int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = sl_require_init();
    if (call->info == 0)
        call->info = sl_batch_of_pointers(&A, SL_PREC, m, n, a, lda, count, call->chunk,
                                          STARPU_MAIN_RAM);
    return keep(call, A);
}

/* min(m, n) elements each */
static starling_batch *columns(struct batches *call, starling_precision prec, struct sl_numbers m,
                               struct sl_numbers n, const void *const *a, int64_t count)
{
    starling_batch *A = NULL;
    if (call->info == 0)
        call->info = sl_batch_of_columns(&A, prec, sl_smaller(m, n), a, count, call->chunk,
                                         STARPU_MAIN_RAM);
    return keep(call, A);
}

static starling_batch *pivots_of(struct batches *call, struct pivots ipiv, struct sl_numbers m,
                                 struct sl_numbers n, int64_t count)
{
    return ipiv.pointers ? columns(call, SL_INT, m, n, MATRICES(ipiv.each), count)
                         : wrap_ints(call, sl_number(sl_smaller(m, n), 0), ipiv.row, count);
}

/* The first matrix without an array for its pivots; -1: there is none. */
static int64_t bad_pivots(struct pivots ipiv, struct sl_numbers m, struct sl_numbers n,
                          int64_t count)
{
    if (ipiv.pointers)
        return sl_bad_pointer(MATRICES(ipiv.each), m, n, count);
    return ipiv.row || m.x[0] == 0 || n.x[0] == 0 || count == 0 ? -1 : 0;
}

#define INFOS(position, info)                                                                      \
    SL_ARG_OF(routine, position, info, (info) != NULL || count == 0, "an array")
#define PIVOTS(position, ipiv, m, n)                                                               \
    SL_ARG_OF(routine, position, ipiv.each, bad_pivots(ipiv, m, n, count) < 0,                     \
              "an array; the pivots of matrix %lld have none",                                     \
              (long long)bad_pivots(ipiv, m, n, count))

static int potrf(const char *routine, char uplo, struct sl_numbers n, scalar_t *const a[],
                 struct sl_numbers lda, int *info, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_SIZES(routine, 2, n);
    SL_POINTERS(routine, 3, a, n, n);
    SL_LDS(routine, 4, lda, n);
    INFOS(5, info);
    SIZE_OF(routine, 6, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_potrf_batched((starling_uplo)ul, A, infos));
}

int API(potrf_batched)(char uplo, int64_t n, scalar_t *const a[], int64_t lda, int *info,
                       int64_t count)
{
    return potrf(__func__, uplo, SL_ONE(n), a, SL_ONE(lda), info, count);
}

int API(potrf_vbatched)(char uplo, const int64_t n[], scalar_t *const a[], const int64_t lda[],
                        int info[], int64_t count)
{
    return potrf(__func__, uplo, SL_EACH(n), a, SL_EACH(lda), info, count);
}

static int potrs(const char *routine, char uplo, struct sl_numbers n, struct sl_numbers nrhs,
                 scalar_t *const a[], struct sl_numbers lda, scalar_t *const b[],
                 struct sl_numbers ldb, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_SIZES(routine, 2, n);
    SL_SIZES(routine, 3, nrhs);
    SL_POINTERS(routine, 4, a, n, n);
    SL_LDS(routine, 5, lda, n);
    SL_POINTERS(routine, 6, b, n, nrhs);
    SL_LDS(routine, 7, ldb, n);
    SIZE_OF(routine, 8, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *B = matrices(&call, n, nrhs, MATRICES(b), ldb, count);
    FINISH_BATCHES(call, starling_potrs_batched((starling_uplo)ul, A, B));
}

int API(potrs_batched)(char uplo, int64_t n, int64_t nrhs, scalar_t *const a[], int64_t lda,
                       scalar_t *const b[], int64_t ldb, int64_t count)
{
    return potrs(__func__, uplo, SL_ONE(n), SL_ONE(nrhs), a, SL_ONE(lda), b, SL_ONE(ldb), count);
}

int API(potrs_vbatched)(char uplo, const int64_t n[], const int64_t nrhs[], scalar_t *const a[],
                        const int64_t lda[], scalar_t *const b[], const int64_t ldb[],
                        int64_t count)
{
    return potrs(__func__, uplo, SL_EACH(n), SL_EACH(nrhs), a, SL_EACH(lda), b, SL_EACH(ldb),
                 count);
}

static int posv(const char *routine, char uplo, struct sl_numbers n, struct sl_numbers nrhs,
                scalar_t *const a[], struct sl_numbers lda, scalar_t *const b[],
                struct sl_numbers ldb, int *info, int64_t count)
{
    char ul = letter(uplo);
    SL_ARG_OF(routine, 1, uplo, IS_UPLO(ul), "L or U");
    SL_SIZES(routine, 2, n);
    SL_SIZES(routine, 3, nrhs);
    SL_POINTERS(routine, 4, a, n, n);
    SL_LDS(routine, 5, lda, n);
    SL_POINTERS(routine, 6, b, n, nrhs);
    SL_LDS(routine, 7, ldb, n);
    INFOS(8, info);
    SIZE_OF(routine, 9, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *B = matrices(&call, n, nrhs, MATRICES(b), ldb, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_posv_batched((starling_uplo)ul, A, B, infos));
}

int API(posv_batched)(char uplo, int64_t n, int64_t nrhs, scalar_t *const a[], int64_t lda,
                      scalar_t *const b[], int64_t ldb, int *info, int64_t count)
{
    return posv(__func__, uplo, SL_ONE(n), SL_ONE(nrhs), a, SL_ONE(lda), b, SL_ONE(ldb), info,
                count);
}

int API(posv_vbatched)(char uplo, const int64_t n[], const int64_t nrhs[], scalar_t *const a[],
                       const int64_t lda[], scalar_t *const b[], const int64_t ldb[], int info[],
                       int64_t count)
{
    return posv(__func__, uplo, SL_EACH(n), SL_EACH(nrhs), a, SL_EACH(lda), b, SL_EACH(ldb), info,
                count);
}

static int getrf(const char *routine, struct sl_numbers m, struct sl_numbers n, scalar_t *const a[],
                 struct sl_numbers lda, struct pivots ipiv, int *info, int64_t count)
{
    SL_SIZES(routine, 1, m);
    SL_SIZES(routine, 2, n);
    SL_POINTERS(routine, 3, a, m, n);
    SL_LDS(routine, 4, lda, m);
    PIVOTS(5, ipiv, m, n);
    INFOS(6, info);
    SIZE_OF(routine, 7, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, m, n, MATRICES(a), lda, count);
    starling_batch *P = pivots_of(&call, ipiv, m, n, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_getrf_batched(A, P, infos));
}

int API(getrf_batched)(int64_t m, int64_t n, scalar_t *const a[], int64_t lda, int *ipiv, int *info,
                       int64_t count)
{
    return getrf(__func__, SL_ONE(m), SL_ONE(n), a, SL_ONE(lda), IN_A_ROW(ipiv), info, count);
}

int API(getrf_vbatched)(const int64_t m[], const int64_t n[], scalar_t *const a[],
                        const int64_t lda[], int *const ipiv[], int info[], int64_t count)
{
    return getrf(__func__, SL_EACH(m), SL_EACH(n), a, SL_EACH(lda), POINTERS(ipiv), info, count);
}

static int getrs(const char *routine, char trans, struct sl_numbers n, struct sl_numbers nrhs,
                 scalar_t *const a[], struct sl_numbers lda, struct pivots ipiv,
                 scalar_t *const b[], struct sl_numbers ldb, int64_t count)
{
    char tr = letter(trans);
    SL_ARG_OF(routine, 1, trans, IS_TRANS(tr), "N, T or C");
    SL_SIZES(routine, 2, n);
    SL_SIZES(routine, 3, nrhs);
    SL_POINTERS(routine, 4, a, n, n);
    SL_LDS(routine, 5, lda, n);
    PIVOTS(6, ipiv, n, n);
    SL_POINTERS(routine, 7, b, n, nrhs);
    SL_LDS(routine, 8, ldb, n);
    SIZE_OF(routine, 9, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *P = pivots_of(&call, ipiv, n, n, count);
    starling_batch *B = matrices(&call, n, nrhs, MATRICES(b), ldb, count);
    FINISH_BATCHES(call, starling_getrs_batched((starling_trans)tr, A, P, B));
}

int API(getrs_batched)(char trans, int64_t n, int64_t nrhs, scalar_t *const a[], int64_t lda,
                       const int *ipiv, scalar_t *const b[], int64_t ldb, int64_t count)
{
    return getrs(__func__, trans, SL_ONE(n), SL_ONE(nrhs), a, SL_ONE(lda), IN_A_ROW(ipiv), b,
                 SL_ONE(ldb), count);
}

int API(getrs_vbatched)(char trans, const int64_t n[], const int64_t nrhs[], scalar_t *const a[],
                        const int64_t lda[], int *const ipiv[], scalar_t *const b[],
                        const int64_t ldb[], int64_t count)
{
    return getrs(__func__, trans, SL_EACH(n), SL_EACH(nrhs), a, SL_EACH(lda), POINTERS(ipiv), b,
                 SL_EACH(ldb), count);
}

static int gesv(const char *routine, struct sl_numbers n, struct sl_numbers nrhs,
                scalar_t *const a[], struct sl_numbers lda, struct pivots ipiv, scalar_t *const b[],
                struct sl_numbers ldb, int *info, int64_t count)
{
    SL_SIZES(routine, 1, n);
    SL_SIZES(routine, 2, nrhs);
    SL_POINTERS(routine, 3, a, n, n);
    SL_LDS(routine, 4, lda, n);
    PIVOTS(5, ipiv, n, n);
    SL_POINTERS(routine, 6, b, n, nrhs);
    SL_LDS(routine, 7, ldb, n);
    INFOS(8, info);
    SIZE_OF(routine, 9, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *P = pivots_of(&call, ipiv, n, n, count);
    starling_batch *B = matrices(&call, n, nrhs, MATRICES(b), ldb, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_gesv_batched(A, P, B, infos));
}

int API(gesv_batched)(int64_t n, int64_t nrhs, scalar_t *const a[], int64_t lda, int *ipiv,
                      scalar_t *const b[], int64_t ldb, int *info, int64_t count)
{
    return gesv(__func__, SL_ONE(n), SL_ONE(nrhs), a, SL_ONE(lda), IN_A_ROW(ipiv), b, SL_ONE(ldb),
                info, count);
}

int API(gesv_vbatched)(const int64_t n[], const int64_t nrhs[], scalar_t *const a[],
                       const int64_t lda[], int *const ipiv[], scalar_t *const b[],
                       const int64_t ldb[], int info[], int64_t count)
{
    return gesv(__func__, SL_EACH(n), SL_EACH(nrhs), a, SL_EACH(lda), POINTERS(ipiv), b,
                SL_EACH(ldb), info, count);
}

static int getri(const char *routine, struct sl_numbers n, scalar_t *const a[],
                 struct sl_numbers lda, struct pivots ipiv, int *info, int64_t count)
{
    SL_SIZES(routine, 1, n);
    SL_POINTERS(routine, 2, a, n, n);
    SL_LDS(routine, 3, lda, n);
    PIVOTS(4, ipiv, n, n);
    INFOS(5, info);
    SIZE_OF(routine, 6, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *P = pivots_of(&call, ipiv, n, n, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_getri_batched(A, P, infos));
}

int API(getri_batched)(int64_t n, scalar_t *const a[], int64_t lda, const int *ipiv, int *info,
                       int64_t count)
{
    return getri(__func__, SL_ONE(n), a, SL_ONE(lda), IN_A_ROW(ipiv), info, count);
}

int API(getri_vbatched)(const int64_t n[], scalar_t *const a[], const int64_t lda[],
                        int *const ipiv[], int info[], int64_t count)
{
    return getri(__func__, SL_EACH(n), a, SL_EACH(lda), POINTERS(ipiv), info, count);
}

static int inv(const char *routine, struct sl_numbers n, scalar_t *const a[], struct sl_numbers lda,
               int *info, int64_t count)
{
    SL_SIZES(routine, 1, n);
    SL_POINTERS(routine, 2, a, n, n);
    SL_LDS(routine, 3, lda, n);
    INFOS(4, info);
    SIZE_OF(routine, 5, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, n, n, MATRICES(a), lda, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_inv_batched(A, infos));
}

int API(inv_batched)(int64_t n, scalar_t *const a[], int64_t lda, int *info, int64_t count)
{
    return inv(__func__, SL_ONE(n), a, SL_ONE(lda), info, count);
}

int API(inv_vbatched)(const int64_t n[], scalar_t *const a[], const int64_t lda[], int info[],
                      int64_t count)
{
    return inv(__func__, SL_EACH(n), a, SL_EACH(lda), info, count);
}

/* The reflectors' factors are always at pointers, as in cuBLAS. */
static int geqrf(const char *routine, struct sl_numbers m, struct sl_numbers n, scalar_t *const a[],
                 struct sl_numbers lda, scalar_t *const tau[], int64_t count)
{
    SL_SIZES(routine, 1, m);
    SL_SIZES(routine, 2, n);
    SL_POINTERS(routine, 3, a, m, n);
    SL_LDS(routine, 4, lda, m);
    SL_POINTERS(routine, 5, tau, m, n);
    SIZE_OF(routine, 6, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, m, n, MATRICES(a), lda, count);
    starling_batch *taus = columns(&call, SL_PREC, m, n, MATRICES(tau), count);
    FINISH_BATCHES(call, starling_geqrf_batched(A, taus));
}

int API(geqrf_batched)(int64_t m, int64_t n, scalar_t *const a[], int64_t lda,
                       scalar_t *const tau[], int64_t count)
{
    return geqrf(__func__, SL_ONE(m), SL_ONE(n), a, SL_ONE(lda), tau, count);
}

int API(geqrf_vbatched)(const int64_t m[], const int64_t n[], scalar_t *const a[],
                        const int64_t lda[], scalar_t *const tau[], int64_t count)
{
    return geqrf(__func__, SL_EACH(m), SL_EACH(n), a, SL_EACH(lda), tau, count);
}

static int gels(const char *routine, char trans, struct sl_numbers m, struct sl_numbers n,
                struct sl_numbers nrhs, scalar_t *const a[], struct sl_numbers lda,
                scalar_t *const b[], struct sl_numbers ldb, int *info, int64_t count)
{
    char tr = letter(trans);
    SL_ARG_OF(routine, 1, trans, IS_QR_TRANS(tr), QR_TRANS);
    SL_SIZES(routine, 2, m);
    SL_SIZES(routine, 3, n);
    SL_SIZES(routine, 4, nrhs);
    SL_POINTERS(routine, 5, a, m, n);
    SL_LDS(routine, 6, lda, m);
    SL_POINTERS(routine, 7, b, sl_larger(m, n), nrhs);
    SL_LDS(routine, 8, ldb, sl_larger(m, n));
    INFOS(9, info);
    SIZE_OF(routine, 10, count);
    struct batches call = {0};
    starling_batch *A = matrices(&call, m, n, MATRICES(a), lda, count);
    starling_batch *B = matrices(&call, sl_larger(m, n), nrhs, MATRICES(b), ldb, count);
    starling_batch *infos = wrap_ints(&call, 1, info, count);
    FINISH_BATCHES(call, starling_gels_batched((starling_trans)tr, A, B, infos));
}

int API(gels_batched)(char trans, int64_t m, int64_t n, int64_t nrhs, scalar_t *const a[],
                      int64_t lda, scalar_t *const b[], int64_t ldb, int *info, int64_t count)
{
    return gels(__func__, trans, SL_ONE(m), SL_ONE(n), SL_ONE(nrhs), a, SL_ONE(lda), b, SL_ONE(ldb),
                info, count);
}

int API(gels_vbatched)(char trans, const int64_t m[], const int64_t n[], const int64_t nrhs[],
                       scalar_t *const a[], const int64_t lda[], scalar_t *const b[],
                       const int64_t ldb[], int info[], int64_t count)
{
    return gels(__func__, trans, SL_EACH(m), SL_EACH(n), SL_EACH(nrhs), a, SL_EACH(lda), b,
                SL_EACH(ldb), info, count);
}
