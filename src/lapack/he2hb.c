/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The reduction of a symmetric or Hermitian matrix to a band, and products with its Q, on
 * arrays. */

#include "src/eigen/eigen.h"
#include "lapack.h"

#ifdef SL_COMPLEX
#define API_HE2HB API(he2hb)
#define API_UNMTR API(unmtr_he2hb)
#else
#define API_HE2HB API(sy2sb)
#define API_UNMTR API(ormtr_sy2sb)
#endif

/* The library's block columns, with a width that kd divides. */
static struct call begin_band(int64_t n, int64_t kd)
{
    int64_t nb, panel;
    starling_he2hb_tile_size(SL_PREC, n, &nb, &panel);
    return (struct call){.mb = n, .nb = SL_MAX(1, nb / kd) * kd};
}

int API_HE2HB(char uplo, int64_t n, int64_t kd, scalar_t *a, int64_t lda, scalar_t *ab,
              int64_t ldab, scalar_t *tau)
{
    char up = letter(uplo);
    SL_ARG(1, uplo, IS_UPLO(up), "L or U");
    SIZE(2, n);
    SL_ARG(3, kd, kd > 0 && kd < INT32_MAX, "at least 1 and less than 2^31 - 1");
    LD(5, lda, n);
    LD(7, ldab, kd + 1);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, ab, ab != NULL, "an array");
    SL_ARG(8, tau, tau != NULL || n <= kd, "an array");
    struct call call = begin_band(n, kd);
    starling_matrix *A = wrap(&call, n, n, a, lda);
    call.mb = kd + 1;
    starling_matrix *AB = wrap(&call, kd + 1, n, ab, ldab);
    int info = call.info == 0 ? starling_he2hb((starling_uplo)up, kd, A, AB) : 0;
    if (call.info == 0 && info == 0)
        call.info = starling_matrix_get_tau(A, tau);
    return finish(&call, info);
}

int API_UNMTR(char trans, int64_t m, int64_t n, int64_t kd, const scalar_t *a, int64_t lda,
              const scalar_t *tau, scalar_t *c, int64_t ldc)
{
    char tr = letter(trans);
#ifdef SL_COMPLEX
    SL_ARG(1, trans, tr == 'N' || tr == 'C', "N or C");
#else
    SL_ARG(1, trans, IS_TRANS(tr), "N, T or C");
#endif
    SIZE(2, m);
    SIZE(3, n);
    SL_ARG(4, kd, kd > 0 && kd < INT32_MAX, "at least 1 and less than 2^31 - 1");
    LD(6, lda, m);
    LD(9, ldc, m);
    if (m <= kd || n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, tau, tau != NULL, "an array");
    SL_ARG(8, c, c != NULL, "an array");
    struct call call = begin_band(m, kd);
    starling_matrix *A = wrap(&call, m, m, a, lda), *C = wrap(&call, m, n, c, ldc);
    if (call.info == 0)
        call.info = sl_reflectors_set_tau(A, false, kd, tau);
    FINISH(call, starling_unmtr_he2hb((starling_trans)tr, A, C));
}
