/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* For tests of gesvd: its forms, how a high matrix was factored, and one case. */

#ifndef GESVD_RESULTS_H
#define GESVD_RESULTS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "rectangles.h"
#include "tap.h"

enum form { OBJECTS, SEQUENCE, CALLER, GESVD, GESDD, FORMS };

/* How a high matrix is factored before stage 1. */
enum path { NO_QR, REFLECTORS, CHOLESKY, REFUSED /* Cholesky, then reflectors */, ANY };
static const char *const path_name[] = {"no QR", "reflectors", "Cholesky", "refused", "any"};
static enum path last_path; /* of the last SEQUENCE or CALLER */

#define EACH(prec, call_s, call_d, call_c, call_z)                                                 \
    (prec == STARLING_S   ? call_s                                                                 \
     : prec == STARLING_D ? call_d                                                                 \
     : prec == STARLING_C ? call_c                                                                 \
                          : call_z)

static inline int arrays(bool dd, char jobu, char jobv, struct array *a, void *s, struct array *u,
                         struct array *v)
{
    int64_t m = a->m, n = a->n, lda = a->lda, ldu = u->lda, ldv = v->lda;
    void *x = a->a, *p = u->a, *q = v->a;
    if (dd)
        return EACH(a->prec, starling_sgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_dgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_cgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv),
                    starling_zgesdd(jobu, m, n, x, lda, s, p, ldu, q, ldv));
    return EACH(a->prec, starling_sgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_dgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_cgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv),
                starling_zgesvd(jobu, jobv, m, n, x, lda, s, p, ldu, q, ldv));
}

/* Job O: the vectors that took the place of A, where all others are. */
static inline void move(const struct array *a, struct array *x)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(x, i, j, array_get(a, i, j));
}

static inline bool has_task(const starling_task *task, int64_t count, const char *kernel)
{
    bool found = false;
    for (int64_t i = 0; i < count; i++)
        found = found || strcmp(task[i].name + 1, kernel) == 0;
    return found;
}

/* In a sequence, whose caller may wait as in starling_gesvd(). */
static inline int recorded(bool caller, starling_matrix *A, starling_matrix *S, starling_matrix *U,
                           starling_matrix *V)
{
    const starling_task *task = NULL;
    starling_sequence *seq;
    int info = starling_sequence_create(&seq);
    if (info != 0)
        return info;
    starling_sequence_use_caller(seq, caller);
    starling_sequence_record(seq, STARLING_RECORD_RUN);
    starling_gesvd_submit(A, S, U, V, seq);
    info = starling_sequence_wait(seq);
    int64_t count = starling_sequence_tasks(seq, &task);
    bool cholesky = has_task(task, count, "potrf"), reflectors = has_task(task, count, "geqrf");
    last_path = cholesky ? (reflectors ? REFUSED : CHOLESKY) : reflectors ? REFLECTORS : NO_QR;
    starling_sequence_destroy(seq);
    return info;
}

/* U and VT in tiles of another size than A's block columns. */
static inline int objects(enum form form, char jobu, char jobv, int64_t nb, struct array *a,
                          struct array *s, struct array *u, struct array *v)
{
    starling_matrix *A = wrap(a, positive(a->m), nb), *S = wrap(s, positive(s->m), 1);
    starling_matrix *U = jobu == 'N' ? NULL : wrap(u, positive(u->m), nb + 3);
    starling_matrix *V = jobv == 'N' ? NULL : wrap(v, nb + 1, nb + 2);
    int info;
    if (form == CALLER || form == SEQUENCE)
        info = recorded(form == CALLER, A, S, U, V);
    else
        info = starling_gesvd(A, S, U, V);
    starling_matrix_destroy(A);
    starling_matrix_destroy(S);
    starling_matrix_destroy(U);
    starling_matrix_destroy(V);
    return info;
}

/* ---- Results ------------------------------------------------------------------------------- */

/* The largest difference from LAPACK's values, scaled. */
static inline double difference(const struct array *s, const wide *a, int64_t m, int64_t n,
                                double norm)
{
    double most = 0, *x = values_of(a, m, n, norm);
    for (int64_t j = 0; j < s->m; j++)
        most = residual_larger(most, x ? fabs(x[j] - creal(array_get(s, j, 0)) / norm) : NAN);
    free(x);
    return scaled(s->prec, most, m > n ? m : n, 1);
}

enum { MOST_SQUARE = 10 }; /* of |X^H X - I| / (n eps) */

static inline void check_matrix(struct cases *cases, enum form form, struct array a,
                                const char *name, char jobu, char jobv, int64_t nb)
{
    starling_precision prec = a.prec;
    int64_t m = a.m, n = a.n, k = m < n ? m : n;
    struct array s = array_new(real_of(prec), k, 1, 1);
    struct array u = array_new(prec, m, jobu == 'A' ? m : k, 3);
    struct array v = array_new(prec, jobv == 'A' ? n : k, n, 1);
    wide *exact = wide_of(&a, STARLING_GENERAL), *rest = wide_of(&a, STARLING_GENERAL);
    double norm = wide_norm(exact, m, n);
    norm = norm > 0 ? norm : 1;
    array_save(&s);
    array_save(&u);
    array_save(&v);
    int info = form < GESVD ? objects(form, jobu, jobv, nb, &a, &s, &u, &v)
                            : arrays(form == GESDD, jobu, jobv, &a, s.a, &u, &v);
    if (jobu == 'O' && (form == GESVD || m >= n))
        move(&a, &u);
    else if (jobv == 'O')
        move(&a, &v);
    bool empty = k == 0 && form >= GESVD; /* as LAPACK, nothing is done */
    double values = difference(&s, exact, m, n, norm), error = 0, square = 0;
    if (jobu != 'N' && !empty)
        square = orthogonality(&u, false);
    if (jobv != 'N' && !empty)
        square = residual_larger(square, orthogonality(&v, true));
    if (jobu != 'N' && jobv != 'N')
        error = scaled(prec, svd_error(&u, &s, &v, rest, norm), m > n ? m : n, 1);
    bool intact = array_intact(&a, STARLING_GENERAL) && array_intact(&s, STARLING_GENERAL) &&
                  array_intact(&u, jobu == 'N' ? 0 : STARLING_GENERAL) &&
                  array_intact(&v, jobv == 'N' ? 0 : STARLING_GENERAL);
    hold(cases,
         info == 0 && intact && descends(&s) && residual_right(values) && residual_right(error) &&
             square < MOST_SQUARE,
         "%cgesvd %c %c form %d, %s, m=%ld, n=%ld, nb=%ld: info %d, residual %g, orthogonality %g, "
         "values %g%s%s",
         letter(prec), jobu, jobv, form, name, (long)m, (long)n, (long)nb, info, error, square,
         values, intact ? "" : ", more is changed", descends(&s) ? "" : ", not in order");
    free(exact);
    free(rest);
    array_free(&a);
    array_free(&s);
    array_free(&u);
    array_free(&v);
}

static inline void check_one(struct cases *cases, enum form form, starling_precision prec,
                             enum kind kind, char jobu, char jobv, int64_t m, int64_t n, int64_t nb)
{
    check_matrix(cases, form, rectangle(prec, kind, m, n), kind_name[kind], jobu, jobv, nb);
}

#endif
