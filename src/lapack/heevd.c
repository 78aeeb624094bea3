/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* syevd and syevx (complex: heevd and heevx) on arrays. */

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
    if (is_direct_and_finite(up, n, n, a, lda))
        return direct_end(__func__, SL_X(direct_heevd)(job, up, (int)n, a, (int)lda, w));
    struct call call = {.mb = n};
    starling_he2hb_tile_size(SL_PREC, n, &call.nb, NULL);
    starling_matrix *A = wrap(&call, n, n, a, lda), *W = wrap_real(&call, n, w);
    FINISH(call, starling_heevd((starling_job)job, (starling_uplo)up, A, W));
}

static int heevx(starling_job job, struct sl_part *part, starling_uplo uplo, starling_matrix *A,
                 starling_matrix *W)
{
    SL_SYNCHRONOUS(sl_heevx_tasks(job, part, uplo, A, W, NULL, sl_operation(seq), seq));
}

/* Divide and conquer for all of a spectrum; for a part LAPACK's heevx, which changes nothing if
 * info > 0. */
static int direct_heevx(char job, const struct sl_part *part, char uplo, int64_t n, scalar_t *a,
                        int64_t lda, int64_t *m, real_t *w, scalar_t *z, int64_t ldz)
{
    if (part->by_value || part->count < n)
        return SL_X(direct_heevx)(job, part->by_value ? 'V' : 'I', uplo, (int)n, a, (int)lda,
                                  (real_t)part->vl, (real_t)part->vu, (int)part->first + 1,
                                  (int)(part->first + part->count), m, w, z, (int)ldz);
    int info = SL_X(direct_heevd)(job, uplo, (int)n, a, (int)lda, w);
    if (info == 0 && job == 'V')
        SL_X(direct_lacpy)('G', (int)n, (int)n, a, (int)lda, z, (int)ldz);
    *m = n;
    return info;
}

int API_HE(evx)(char jobz, char range, char uplo, int64_t n, scalar_t *a, int64_t lda, real_t vl,
                real_t vu, int64_t il, int64_t iu, real_t abstol, int64_t *m, real_t *w,
                scalar_t *z, int64_t ldz)
{
    starling_job job = (starling_job)letter(jobz);
    starling_range which = (starling_range)letter(range);
    char up = letter(uplo);
    bool vectors = job == STARLING_VECTORS;
    (void)abstol;
    SL_ARG(1, jobz, sl_valid_job(job), SL_A_JOB);
    SL_ARG(2, range, sl_valid_range(which), SL_A_RANGE);
    SL_ARG(3, uplo, IS_UPLO(up), "L or U");
    SIZE(4, n);
    LD(6, lda, n);
    SL_RANGE_ARGS(SL_ARG, n, which, vl, vu, il, iu, 7);
    SL_ARG(12, m, m != NULL, "where the number of eigenvalues goes");
    LD(15, ldz, vectors ? n : 1);
    *m = 0;
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(13, w, w != NULL, "an array");
    SL_ARG(14, z, !vectors || z != NULL, "an array");
    struct sl_part part = sl_part_of(which, n, vl, vu, il, iu);
    if (is_direct_and_finite(up, n, n, a, lda)) {
        int info = direct_heevx(letter(jobz), &part, up, n, a, lda, m, w, z, ldz);
        if (info <= 0)
            return direct_end(__func__, info);
        sl_blas_leave_small();
    }
    struct call call = {.mb = n};
    part.z = z;
    part.ldz = ldz;
    starling_he2hb_tile_size(SL_PREC, n, &call.nb, NULL);
    starling_matrix *A = wrap(&call, n, n, a, lda), *W = wrap_real(&call, n, w);
    int info = finish(&call, call.info == 0 ? heevx(job, &part, (starling_uplo)up, A, W) : 0);
    *m = part.count;
    return info;
}
