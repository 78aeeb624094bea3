/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* syevd (complex: heevd) on arrays. */

#include "src/eigen/eigen.h"
#include "lapack.h"

int API_HE(evd)(char jobz, char uplo, int64_t n, scalar_t *a, int64_t lda, real_t *w)
{
    char job = letter(jobz), up = letter(uplo);
    SL_ARG(1, jobz, sl_valid_job((starling_job)job), SL_A_JOB);
    SL_ARG(2, uplo, IS_UPLO(up), "L or U");
    SIZE(3, n);
    LD(5, lda, n);
    if (n == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, w, w != NULL, "an array");
    struct call call = {.mb = n};
    starling_he2hb_tile_size(SL_PREC, n, &call.nb, NULL);
    starling_matrix *A = wrap(&call, n, n, a, lda), *W = wrap_real(&call, n, w);
    FINISH(call, starling_heevd((starling_job)job, (starling_uplo)up, A, W));
}
