/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* --ref scalapack: the same numbers on the same grid. Compiled once a precision. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "config.h"
#include "machine/threads.h"
#include "mpi/spread.h"
#include "operands.h"
#include "processes.h"
#include "report/stats.h"

#ifdef HAVE_SCALAPACK
#include <starpu.h>

#define P_(name) SL_PASTE(p, SL_LETTER, name##_)
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridexit(int context);

/* A local array: how it is cut, and its numbers. */
struct piece {
    int of[9];
    scalar_t *a;
};

struct scalapack {
    const struct problem *p;
    struct piece x[OPERANDS];
    int *ipiv;
    int info;
};

static const int from = 1; /* the first row and column */
#define WHOLE(x) (x).a, &from, &from, (x).of

void P_(potrf)(const char *, const int *, scalar_t *, const int *, const int *, const int *, int *,
               size_t);
void P_(potrs)(const char *, const int *, const int *, scalar_t *, const int *, const int *,
               const int *, scalar_t *, const int *, const int *, const int *, int *, size_t);
void P_(potri)(const char *, const int *, scalar_t *, const int *, const int *, const int *, int *,
               size_t);
void P_(getrf)(const int *, const int *, scalar_t *, const int *, const int *, const int *, int *,
               int *);
void P_(getrs)(const char *, const int *, const int *, scalar_t *, const int *, const int *,
               const int *, const int *, scalar_t *, const int *, const int *, const int *, int *,
               size_t);
void P_(geqrf)(const int *, const int *, scalar_t *, const int *, const int *, const int *,
               scalar_t *, scalar_t *, const int *, int *);
void P_(gemm)(const char *, const char *, const int *, const int *, const int *, const scalar_t *,
              scalar_t *, const int *, const int *, const int *, scalar_t *, const int *,
              const int *, const int *, const scalar_t *, scalar_t *, const int *, const int *,
              const int *);
void P_(trsm)(const char *, const char *, const char *, const char *, const int *, const int *,
              const scalar_t *, scalar_t *, const int *, const int *, const int *, scalar_t *,
              const int *, const int *, const int *);
void P_(trmm)(const char *, const char *, const char *, const char *, const int *, const int *,
              const scalar_t *, scalar_t *, const int *, const int *, const int *, scalar_t *,
              const int *, const int *, const int *);

static void potrf(struct scalapack *s)
{
    char uplo = (char)s->p->uplo;
    int n = (int)s->p->n;
    P_(potrf)(&uplo, &n, WHOLE(s->x[0]), &s->info, 1);
}

static void potrs(struct scalapack *s)
{
    char uplo = (char)s->p->uplo;
    int n = (int)s->p->n, nrhs = (int)s->p->nrhs;
    P_(potrs)(&uplo, &n, &nrhs, WHOLE(s->x[0]), WHOLE(s->x[1]), &s->info, 1);
}

static void posv(struct scalapack *s)
{
    potrf(s);
    potrs(s);
}

static void potri(struct scalapack *s)
{
    char uplo = (char)s->p->uplo;
    int n = (int)s->p->n;
    P_(potri)(&uplo, &n, WHOLE(s->x[0]), &s->info, 1);
}

static void getrf(struct scalapack *s)
{
    int m = (int)s->p->m, n = (int)s->p->n;
    P_(getrf)(&m, &n, WHOLE(s->x[0]), s->ipiv, &s->info);
}

static void getrs(struct scalapack *s)
{
    char op = (char)s->p->transa;
    int n = (int)s->p->n, nrhs = (int)s->p->nrhs;
    P_(getrs)(&op, &n, &nrhs, WHOLE(s->x[0]), s->ipiv, WHOLE(s->x[1]), &s->info, 1);
}

static void gesv(struct scalapack *s)
{
    getrf(s);
    getrs(s);
}

static void geqrf(struct scalapack *s)
{
    int m = (int)s->p->m, n = (int)s->p->n, size = -1;
    scalar_t best = 0, *tau = calloc((size_t)(n + s->x[0].of[5] + 1), sizeof *tau);
    P_(geqrf)(&m, &n, WHOLE(s->x[0]), tau, &best, &size, &s->info);
    size = (int)SL_REAL(best) + 1;
    scalar_t *work = calloc((size_t)size, sizeof *work);
    if (tau && work)
        P_(geqrf)(&m, &n, WHOLE(s->x[0]), tau, work, &size, &s->info);
    free(tau);
    free(work);
}

static void gemm(struct scalapack *s)
{
    const scalar_t alpha = -1, beta = (real_t)0.5;
    char transa = (char)s->p->transa, transb = (char)s->p->transb;
    int m = (int)s->p->m, n = (int)s->p->n, k = (int)s->p->k;
    P_(gemm)
    (&transa, &transb, &m, &n, &k, &alpha, WHOLE(s->x[0]), WHOLE(s->x[1]), &beta, WHOLE(s->x[2]));
}

static void triangle(struct scalapack *s, bool solve)
{
    const scalar_t alpha = -1;
    char side = (char)s->p->side, uplo = (char)s->p->uplo, op = (char)s->p->transa;
    char diag = (char)s->p->diag;
    int m = (int)s->p->m, n = (int)s->p->n;
    (solve ? P_(trsm) : P_(trmm))(&side, &uplo, &op, &diag, &m, &n, &alpha, WHOLE(s->x[0]),
                                  WHOLE(s->x[1]));
}

static void trsm(struct scalapack *s)
{
    triangle(s, true);
}

static void trmm(struct scalapack *s)
{
    triangle(s, false);
}

static const struct {
    const struct routine *routine;
    void (*run)(struct scalapack *s);
} table[] = {
    {&routine_potrf, potrf}, {&routine_potrs, potrs}, {&routine_posv, posv},
    {&routine_potri, potri}, {&routine_getrf, getrf}, {&routine_getrs, getrs},
    {&routine_gesv, gesv},   {&routine_geqrf, geqrf}, {&routine_gemm, gemm},
    {&routine_trsm, trsm},   {&routine_trmm, trmm},
};
enum { ROUTINES = sizeof table / sizeof *table };

static void run(const struct routine *routine, struct scalapack *s)
{
    for (int i = 0; i < ROUTINES; i++)
        if (table[i].routine == routine)
            table[i].run(s);
}

static bool has(const struct routine *routine)
{
    for (int i = 0; i < ROUTINES; i++)
        if (table[i].routine == routine)
            return true;
    return false;
}

/* One run, timed from when all processes are ready until all are done. */
static double time_of(const struct problem *p, struct operands *o, int context, int *info)
{
    struct scalapack s = {.p = p};
    for (int i = 0; i < OPERANDS; i++)
        if (o->shape[i].used)
            s.x[i] = (struct piece){{1, context, (int)o->shape[i].m, (int)o->shape[i].n, (int)p->mb,
                                     (int)p->nb, 0, 0, (int)o->ld[i]},
                                    o->a[i]};
    s.ipiv = calloc((size_t)(p->m + p->mb + 1), sizeof *s.ipiv);
    if (!processes->all(s.ipiv != NULL, "no memory for the pivots"))
        return NAN;
    if (context >= 0 && p->routine->after)
        run(p->routine->after, &s);
    processes->meet();
    double start = starpu_timing_now();
    if (context >= 0)
        run(p->routine, &s);
    processes->meet();
    double time = 1e-6 * (starpu_timing_now() - start);
    free(s.ipiv);
    *info = s.info;
    return time;
}

/* LU, QR and Cholesky of ScaLAPACK take square blocks. */
static struct problem in_squares(const struct problem *p)
{
    struct problem squares = *p;
    squares.mb = p->nb;
    return squares;
}

double CASE(scalapack)(const struct problem *p, const struct plan *plan, double tasks_s, char *err,
                       size_t errlen)
{
    struct problem squares = in_squares(p);
    struct operands o;
    int context = -1, info = 0;
    (void)tasks_s;
    if (!has(p->routine)) {
        snprintf(err, errlen, "--ref scalapack: there is no call of this routine here");
        return NAN;
    }
    double median = NAN, *times = calloc((size_t)plan->repeat, sizeof *times);
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, "R", p->grid.rows, p->grid.columns);
    int before = blas_threads((int)plan->threads);
    if (times && CASE(make_operands)(&squares, PLACE_HOST, &o, err, errlen)) {
        for (int64_t r = -1; r < plan->repeat && info == 0; r++) { /* one warm-up */
            info = CASE(fill_operands)(&squares, &o);
            if (info == 0)
                times[r < 0 ? 0 : r] = time_of(&squares, &o, context, &info);
            info = processes->agree(info < 0 ? -info : info);
        }
        if (info != 0)
            snprintf(err, errlen, "--ref scalapack failed with info = %d", info);
        else
            median = stats_of(times, plan->repeat).median;
        CASE(free_operands)(&o);
    }
    blas_threads(before);
    if (context >= 0)
        Cblacs_gridexit(context);
    free(times);
    return median;
}

#else

double CASE(scalapack)(const struct problem *p, const struct plan *plan, double tasks_s, char *err,
                       size_t errlen)
{
    (void)p, (void)plan, (void)tasks_s;
    snprintf(err, errlen, "--ref scalapack: this build has no ScaLAPACK");
    return NAN;
}

#endif
