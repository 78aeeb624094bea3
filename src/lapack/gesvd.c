/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd and gesdd on arrays. */

#include "src/svd/svd.h"
#include "lapack.h"

/* N, S or A */
static bool valid(char job)
{
    return job == 'N' || job == 'S' || job == 'A';
}
#define A_JOB "N, S or A"

/* Vectors of a job: as many as the side, or the smaller one. */
static int64_t count(char job, int64_t side, int64_t least)
{
    return job == 'A' ? side : least;
}

/* An array for the result, or NULL if it is not wanted. */
struct side {
    char job;
    scalar_t *a;
    int64_t ld;
};

static int solve(int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s, struct side u,
                 struct side v)
{
    int64_t k = SL_MIN(m, n);
    struct call call = begin_qr(false, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda), *S = wrap_real(&call, k, s), *U = NULL,
                    *VT = NULL;
    call.mb = SL_MAX(1, m);
    call.nb = SL_MIN(call.nb, SL_MAX(1, count(u.job, m, k)));
    if (u.job != 'N')
        U = wrap(&call, m, count(u.job, m, k), u.a, u.ld);
    call.mb = SL_MAX(1, count(v.job, n, k));
    if (v.job != 'N')
        VT = wrap(&call, count(v.job, n, k), n, v.a, v.ld);
    FINISH(call, starling_gesvd(A, S, U, VT));
}

int API(gesvd)(char jobu, char jobvt, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s,
               scalar_t *u, int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    char job_u = letter(jobu), job_v = letter(jobvt);
    SL_ARG(1, jobu, valid(job_u), A_JOB);
    SL_ARG(2, jobvt, valid(job_v), A_JOB);
    SIZE(3, m);
    SIZE(4, n);
    int64_t k = SL_MIN(m, n);
    LD(6, lda, m);
    LD(9, ldu, job_u == 'N' ? 1 : m);
    LD(11, ldvt, job_v == 'N' ? 1 : count(job_v, n, k));
    if (k == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, s, s != NULL, "an array");
    SL_ARG(8, u, job_u == 'N' || u != NULL, "an array");
    SL_ARG(10, vt, job_v == 'N' || vt != NULL, "an array");
    return solve(m, n, a, lda, s, (struct side){job_u, u, ldu}, (struct side){job_v, vt, ldvt});
}

int API(gesdd)(char jobz, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s, scalar_t *u,
               int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    char job = letter(jobz);
    SL_ARG(1, jobz, valid(job), A_JOB);
    SIZE(2, m);
    SIZE(3, n);
    int64_t k = SL_MIN(m, n);
    LD(5, lda, m);
    LD(8, ldu, job == 'N' ? 1 : m);
    LD(10, ldvt, job == 'N' ? 1 : count(job, n, k));
    if (k == 0)
        return 0;
    SL_ARG(4, a, a != NULL, "an array");
    SL_ARG(6, s, s != NULL, "an array");
    SL_ARG(7, u, job == 'N' || u != NULL, "an array");
    SL_ARG(9, vt, job == 'N' || vt != NULL, "an array");
    return solve(m, n, a, lda, s, (struct side){job, u, ldu}, (struct side){job, vt, ldvt});
}
