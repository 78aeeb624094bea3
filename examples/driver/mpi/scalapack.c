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
    scalar_t *tau;
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

void P_(trtri)(const char *, const char *, const int *, scalar_t *, const int *, const int *,
               const int *, int *, size_t, size_t);
void P_(lauum)(const char *, const int *, scalar_t *, const int *, const int *, const int *,
               size_t);
#ifdef SL_COMPLEX
#define unmqr_ P_(unmqr)
#define lanhe_ P_(lanhe)
#define hemm_ P_(hemm)
#define herk_ P_(herk)
#define her2k_ P_(her2k)
#else
#define unmqr_ P_(ormqr)
#define lanhe_ P_(lansy)
#define hemm_ P_(symm)
#define herk_ P_(syrk)
#define her2k_ P_(syr2k)
#endif
void unmqr_(const char *, const char *, const int *, const int *, const int *, const scalar_t *,
            const int *, const int *, const int *, const scalar_t *, scalar_t *, const int *,
            const int *, const int *, scalar_t *, const int *, int *, size_t, size_t);
real_t P_(lange)(const char *, const int *, const int *, const scalar_t *, const int *, const int *,
                 const int *, real_t *, size_t);
real_t lanhe_(const char *, const char *, const int *, const scalar_t *, const int *, const int *,
              const int *, real_t *, size_t, size_t);
typedef void sided_function(const char *, const char *, const int *, const int *, const scalar_t *,
                            scalar_t *, const int *, const int *, const int *, scalar_t *,
                            const int *, const int *, const int *, const scalar_t *, scalar_t *,
                            const int *, const int *, const int *);
/* alpha and beta are real or complex. */
typedef void rank_k_function(const char *, const char *, const int *, const int *, const void *,
                             scalar_t *, const int *, const int *, const int *, const void *,
                             scalar_t *, const int *, const int *, const int *);
typedef void rank_2k_function(const char *, const char *, const int *, const int *, const void *,
                              scalar_t *, const int *, const int *, const int *, scalar_t *,
                              const int *, const int *, const int *, const void *, scalar_t *,
                              const int *, const int *, const int *);
sided_function hemm_;
rank_k_function herk_;
rank_2k_function her2k_;
#ifdef SL_COMPLEX /* else declared above */
sided_function P_(symm);
rank_k_function P_(syrk);
rank_2k_function P_(syr2k);
#endif

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

static void trtri(struct scalapack *s)
{
    char uplo = (char)s->p->uplo, diag = (char)s->p->diag;
    int n = (int)s->p->n;
    P_(trtri)(&uplo, &diag, &n, WHOLE(s->x[0]), &s->info, 1, 1);
}

static void lauum(struct scalapack *s)
{
    char uplo = (char)s->p->uplo;
    int n = (int)s->p->n;
    P_(lauum)(&uplo, &n, WHOLE(s->x[0]), 1);
}

/* A workspace of the size that a first call has asked for. */
static scalar_t *workspace(scalar_t best, int *size)
{
    *size = (int)SL_REAL(best) + 1;
    return calloc((size_t)*size, sizeof(scalar_t));
}

static void geqrf(struct scalapack *s)
{
    int m = s->x[0].of[2], n = s->x[0].of[3], size = -1;
    scalar_t best = 0, *work;
    free(s->tau);
    s->tau = calloc((size_t)(n + s->x[0].of[5] + 1), sizeof *s->tau);
    P_(geqrf)(&m, &n, WHOLE(s->x[0]), s->tau, &best, &size, &s->info);
    work = workspace(best, &size);
    if (s->tau && work)
        P_(geqrf)(&m, &n, WHOLE(s->x[0]), s->tau, work, &size, &s->info);
    free(work);
}

/* op: real routines know a transposed matrix as T, complex ones by its kind. A real alpha or beta
 * is the first part of a complex one. */
static char operation(const struct problem *p, bool hermitian)
{
    bool transposed = p->transa != STARLING_NOTRANS;
    return !transposed ? 'N' : hermitian && SL_PARTS == 2 ? 'C' : 'T';
}

static void unmqr(struct scalapack *s)
{
    char side = (char)s->p->side, op = operation(s->p, true);
    int m = (int)s->p->m, n = (int)s->p->n, size = -1;
    int k = s->x[0].of[3] < s->x[0].of[2] ? s->x[0].of[3] : s->x[0].of[2];
    scalar_t best = 0, *work;
    unmqr_(&side, &op, &m, &n, &k, WHOLE(s->x[0]), s->tau, WHOLE(s->x[1]), &best, &size, &s->info,
           1, 1);
    work = workspace(best, &size);
    if (work)
        unmqr_(&side, &op, &m, &n, &k, WHOLE(s->x[0]), s->tau, WHOLE(s->x[1]), work, &size,
               &s->info, 1, 1);
    free(work);
}

/* Its norms need less: a number for each row and column of this process, and as many again. */
static real_t *room_for_norms(const struct scalapack *s)
{
    const int *of = s->x[0].of;
    return calloc((size_t)(4 * (of[2] + of[3]) + 4 * (of[4] + of[5]) + 1), sizeof(real_t));
}

static void lange(struct scalapack *s)
{
    char norm = (char)s->p->norm;
    int m = (int)s->p->m, n = (int)s->p->n;
    real_t *work = room_for_norms(s);
    if (work)
        P_(lange)(&norm, &m, &n, WHOLE(s->x[0]), work, 1);
    free(work);
}

static void lanhe(struct scalapack *s)
{
    char norm = (char)s->p->norm, uplo = (char)s->p->uplo;
    int n = (int)s->p->n;
    real_t *work = room_for_norms(s);
    if (work)
        lanhe_(&norm, &uplo, &n, WHOLE(s->x[0]), work, 1, 1);
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

static void sided(struct scalapack *s, sided_function *multiply)
{
    const scalar_t alpha = -1, beta = (real_t)0.5;
    char side = (char)s->p->side, uplo = (char)s->p->uplo;
    int m = (int)s->p->m, n = (int)s->p->n;
    multiply(&side, &uplo, &m, &n, &alpha, WHOLE(s->x[0]), WHOLE(s->x[1]), &beta, WHOLE(s->x[2]));
}

static void hemm(struct scalapack *s)
{
    sided(s, hemm_);
}

static void symm(struct scalapack *s)
{
    sided(s, P_(symm));
}

static void rank_k(struct scalapack *s, rank_k_function *update, bool hermitian)
{
    const scalar_t alpha = -1, beta = (real_t)0.5;
    char uplo = (char)s->p->uplo, op = operation(s->p, hermitian);
    int n = (int)s->p->n, k = (int)s->p->k;
    update(&uplo, &op, &n, &k, &alpha, WHOLE(s->x[0]), &beta, WHOLE(s->x[2]));
}

static void herk(struct scalapack *s)
{
    rank_k(s, herk_, true);
}

static void syrk(struct scalapack *s)
{
    rank_k(s, P_(syrk), false);
}

static void rank_2k(struct scalapack *s, rank_2k_function *update, bool hermitian)
{
    const scalar_t alpha = -1, beta = (real_t)0.5;
    char uplo = (char)s->p->uplo, op = operation(s->p, hermitian);
    int n = (int)s->p->n, k = (int)s->p->k;
    update(&uplo, &op, &n, &k, &alpha, WHOLE(s->x[0]), WHOLE(s->x[1]), &beta, WHOLE(s->x[2]));
}

static void her2k(struct scalapack *s)
{
    rank_2k(s, her2k_, true);
}

static void syr2k(struct scalapack *s)
{
    rank_2k(s, P_(syr2k), false);
}

static const struct {
    const struct routine *routine;
    void (*run)(struct scalapack *s);
} table[] = {
    {&routine_potrf, potrf}, {&routine_potrs, potrs}, {&routine_posv, posv},
    {&routine_potri, potri}, {&routine_getrf, getrf}, {&routine_getrs, getrs},
    {&routine_gesv, gesv},   {&routine_geqrf, geqrf}, {&routine_gemm, gemm},
    {&routine_trsm, trsm},   {&routine_trmm, trmm},   {&routine_trtri, trtri},
    {&routine_lauum, lauum}, {&routine_unmqr, unmqr}, {&routine_lange, lange},
    {&routine_lanhe, lanhe}, {&routine_hemm, hemm},   {&routine_symm, symm},
    {&routine_herk, herk},   {&routine_syrk, syrk},   {&routine_her2k, her2k},
    {&routine_syr2k, syr2k},
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
    free(s.tau);
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
    if (p->routine == &routine_unmqr && p->side == STARLING_RIGHT && p->grid.columns > 1) {
        snprintf(err, errlen,
                 "--ref scalapack: from the right it breaks off on several columns of "
                 "processes");
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
