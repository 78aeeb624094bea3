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

/* Checks the arguments behind so many jobs, which are right, and computes. */
static int check_and_solve(const char *routine, int jobs, int64_t m, int64_t n, scalar_t *a,
                           int64_t lda, real_t *s, struct side left, struct side right)
{
    scalar_t *u = left.a, *vt = right.a;
    int64_t k = SL_MIN(m, n), ldu = left.ld, ldvt = right.ld;
    SIZE_OF(routine, jobs + 1, m);
    SIZE_OF(routine, jobs + 2, n);
    LD_OF(routine, jobs + 4, lda, m);
    LD_OF(routine, jobs + 7, ldu, left.job == 'N' ? 1 : m);
    LD_OF(routine, jobs + 9, ldvt, right.job == 'N' ? 1 : count(right.job, n, k));
    if (k == 0)
        return 0;
    SL_ARG_OF(routine, jobs + 3, a, a != NULL, "an array");
    SL_ARG_OF(routine, jobs + 5, s, s != NULL, "an array");
    SL_ARG_OF(routine, jobs + 6, u, left.job == 'N' || u != NULL, "an array");
    SL_ARG_OF(routine, jobs + 8, vt, right.job == 'N' || vt != NULL, "an array");
    return solve(m, n, a, lda, s, left, right);
}

int API(gesvd)(char jobu, char jobvt, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s,
               scalar_t *u, int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    struct side left = {letter(jobu), u, ldu}, right = {letter(jobvt), vt, ldvt};
    SL_ARG(1, jobu, valid(left.job), A_JOB);
    SL_ARG(2, jobvt, valid(right.job), A_JOB);
    return check_and_solve(__func__, 2, m, n, a, lda, s, left, right);
}

int API(gesdd)(char jobz, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s, scalar_t *u,
               int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    struct side left = {letter(jobz), u, ldu}, right = {letter(jobz), vt, ldvt};
    SL_ARG(1, jobz, valid(left.job), A_JOB);
    return check_and_solve(__func__, 1, m, n, a, lda, s, left, right);
}
