/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* gesvd and gesdd on arrays. */

#include "src/svd/svd.h"
#include "lapack.h"

static bool valid(char job)
{
    return job == 'N' || job == 'S' || job == 'A' || job == 'O';
}
#define A_JOB "N, S, A or O"

/* Vectors of a job: as many as the side, or the smaller one. */
static int64_t count(char job, int64_t side, int64_t least)
{
    return job == 'A' ? side : least;
}

/* An array for the result, if it is wanted (not N), and not in A (O). */
struct side {
    char job;
    scalar_t *a;
    int64_t ld;
};

static bool has_array(struct side side)
{
    return side.job == 'S' || side.job == 'A';
}

/* Vectors in their array, or, to replace A at the end, in memory of the library. */
static starling_matrix *vectors(struct call *call, struct side side, int64_t m, int64_t n,
                                starling_matrix **over)
{
    if (has_array(side))
        return wrap(call, m, n, side.a, side.ld);
    if (side.job == 'O' && call->info == 0)
        call->info = starling_matrix_create(over, SL_PREC, m, n, call->mb, call->nb);
    return side.job == 'O' ? *over : NULL;
}

static int solve(int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s, struct side u,
                 struct side v)
{
    int64_t k = SL_MIN(m, n);
    struct call call = begin_qr(false, m, n);
    starling_matrix *A = wrap(&call, m, n, a, lda), *S = wrap_real(&call, k, s), *over = NULL;
    call.mb = SL_MAX(1, m);
    call.nb = SL_MIN(call.nb, SL_MAX(1, count(u.job, m, k)));
    starling_matrix *U = vectors(&call, u, m, count(u.job, m, k), &over);
    call.mb = SL_MAX(1, count(v.job, n, k));
    starling_matrix *VT = vectors(&call, v, count(v.job, n, k), n, &over);
    int info = finish(&call, call.info == 0 ? starling_gesvd(A, S, U, VT) : 0);
    if (over && info == 0) /* nothing of A is elsewhere any more */
        info = starling_matrix_get(over, a, lda);
    starling_matrix_destroy(over);
    return info;
}

/* LAPACK's gesvd, or gesdd if there is one job. */
static int direct(char job, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s,
                  struct side u, struct side v)
{
    return job ? SL_X(direct_gesdd)(job, (int)m, (int)n, a, (int)lda, s, u.a, (int)u.ld, v.a,
                                    (int)v.ld)
               : SL_X(direct_gesvd)(u.job, v.job, (int)m, (int)n, a, (int)lda, s, u.a, (int)u.ld,
                                    v.a, (int)v.ld);
}

/* Checks the arguments behind the jobs, which are right, and computes. job: the one of gesdd, else
 * 0. */
static int check_and_solve(const char *routine, char job, int64_t m, int64_t n, scalar_t *a,
                           int64_t lda, real_t *s, struct side left, struct side right)
{
    scalar_t *u = left.a, *vt = right.a;
    int jobs = job ? 1 : 2;
    int64_t k = SL_MIN(m, n), ldu = left.ld, ldvt = right.ld;
    SIZE_OF(routine, jobs + 1, m);
    SIZE_OF(routine, jobs + 2, n);
    LD_OF(routine, jobs + 4, lda, m);
    LD_OF(routine, jobs + 7, ldu, has_array(left) ? m : 1);
    LD_OF(routine, jobs + 9, ldvt, has_array(right) ? count(right.job, n, k) : 1);
    if (k == 0)
        return 0;
    SL_ARG_OF(routine, jobs + 3, a, a != NULL, "an array");
    SL_ARG_OF(routine, jobs + 5, s, s != NULL, "an array");
    SL_ARG_OF(routine, jobs + 6, u, !has_array(left) || u != NULL, "an array");
    SL_ARG_OF(routine, jobs + 8, vt, !has_array(right) || vt != NULL, "an array");
    if (is_direct_and_finite('G', m, n, a, lda))
        return direct_end_behind(routine, n, direct(job, m, n, a, lda, s, left, right));
    return solve(m, n, a, lda, s, left, right);
}

int API(gesvd)(char jobu, char jobvt, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s,
               scalar_t *u, int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    struct side left = {letter(jobu), u, ldu}, right = {letter(jobvt), vt, ldvt};
    SL_ARG(1, jobu, valid(left.job), A_JOB);
    SL_ARG(2, jobvt, valid(right.job) && (left.job != 'O' || right.job != 'O'),
           A_JOB ", and not O beside O");
    return check_and_solve(__func__, 0, m, n, a, lda, s, left, right);
}

/* Job O is for U if A is high, else for V^H, and all of the other side, which is square. */
int API(gesdd)(char jobz, int64_t m, int64_t n, scalar_t *a, int64_t lda, real_t *s, scalar_t *u,
               int64_t ldu, scalar_t *vt, int64_t ldvt)
{
    char job = letter(jobz);
    struct side left = {job == 'O' && m < n ? 'S' : job, u, ldu};
    struct side right = {job == 'O' && m >= n ? 'S' : job, vt, ldvt};
    SL_ARG(1, jobz, valid(job), A_JOB);
    return check_and_solve(__func__, job, m, n, a, lda, s, left, right);
}
