/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gepolar, gesvdp and gesvdr on arrays. */

#include "src/svd/svd.h"
#include "lapack.h"

int API(gepolar)(int64_t m, int64_t n, scalar_t *a, int64_t lda, scalar_t *h, int64_t ldh)
{
    SIZE(1, m);
    SL_ARG(2, n, n >= 0 && n <= m, "from 0 to %lld, the rows", (long long)m);
    LD(4, lda, m);
    LD(6, ldh, h ? n : 1);
    if (n == 0)
        return 0;
    SL_ARG(3, a, a != NULL, "an array");
    struct call call = begin_qr(false, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda), *H = NULL;
    call.mb = call.nb;
    if (h)
        H = wrap(&call, n, n, h, ldh);
    FINISH(call, starling_gepolar(A, H));
}

/* Vectors of both sides, or none. */
#define A_SIDE_JOB "N or S"
static bool valid(char job)
{
    return job == 'N' || job == 'S';
}

/* Wraps U and VT, m x k and k x n, if they are wanted. */
static void wrap_vectors(struct call *call, char job, int64_t m, int64_t n, int64_t k, scalar_t *u,
                         int64_t ldu, scalar_t *vt, int64_t ldvt, starling_matrix **U,
                         starling_matrix **VT)
{
    *U = job == 'S' ? wrap(call, m, k, u, ldu) : NULL;
    *VT = job == 'S' ? wrap(call, k, n, vt, ldvt) : NULL;
}

int API(gesvdp)(char jobz, int64_t m, int64_t n, const scalar_t *a, int64_t lda, real_t *s,
                scalar_t *u, int64_t ldu, scalar_t *vt, int64_t ldvt, double *error)
{
    char job = letter(jobz);
    int64_t k = SL_MIN(m, n);
    SL_ARG(1, jobz, valid(job), A_SIDE_JOB);
    SIZE(2, m);
    SIZE(3, n);
    LD(5, lda, m);
    LD(8, ldu, job == 'N' ? 1 : m);
    LD(10, ldvt, job == 'N' ? 1 : k);
    SL_ARG(11, error, error != NULL, "where the error goes");
    *error = 0;
    if (k == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, s, s != NULL, "an array");
    SL_ARG(7, u, job == 'N' || u != NULL, "an array");
    SL_ARG(9, vt, job == 'N' || vt != NULL, "an array");
    struct call call = begin_qr(false, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda), *S = wrap_real(&call, k, s), *U, *VT;
    call.mb = call.nb = starling_gemm_tile_size(SL_PREC, m, n, k);
    wrap_vectors(&call, job, m, n, k, u, ldu, vt, ldvt, &U, &VT);
    FINISH(call, starling_gesvdp(A, S, U, VT, error));
}

int API(gesvdr)(char jobz, int64_t m, int64_t n, int64_t k, int64_t p, int64_t q, uint64_t seed,
                const scalar_t *a, int64_t lda, real_t *s, scalar_t *u, int64_t ldu, scalar_t *vt,
                int64_t ldvt)
{
    char job = letter(jobz);
    SL_ARG(1, jobz, valid(job), A_SIDE_JOB);
    SIZE(2, m);
    SIZE(3, n);
    SL_ARG(4, k, k >= 0 && k <= SL_MIN(m, n), "from 0 to %lld, the smaller side",
           (long long)SL_MIN(m, n));
    SIZE(5, p);
    SIZE(6, q);
    LD(9, lda, m);
    LD(12, ldu, job == 'N' ? 1 : m);
    LD(14, ldvt, job == 'N' ? 1 : k);
    if (k == 0)
        return 0;
    SL_ARG(8, a, a != NULL, "an array");
    SL_ARG(10, s, s != NULL, "an array");
    SL_ARG(11, u, job == 'N' || u != NULL, "an array");
    SL_ARG(13, vt, job == 'N' || vt != NULL, "an array");
    struct call call = begin_product(m, n, k);
    starling_matrix *A = wrap(&call, m, n, a, lda), *S = wrap_real(&call, k, s), *U, *VT;
    wrap_vectors(&call, job, m, n, k, u, ldu, vt, ldvt, &U, &VT);
    FINISH(call, starling_gesvdr(A, p, q, seed, S, U, VT));
}
