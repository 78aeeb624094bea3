/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A small problem is LAPACK's call in the calling thread: the LAPACK-style functions give LAPACK's
 * bits and info, in four precisions, also for singular matrices, and submit no task. The linker's
 * --wrap counts tasks. `check_small time [TYPES [N,N...]]` prints times of both for tools/results.
 */

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <starpu.h>
#include "small_lapack.h"
#include "small_library.h"
#include "tap.h"

int __real_starpu_task_submit(struct starpu_task *task);
int __wrap_starpu_task_submit(struct starpu_task *task);
extern void openblas_set_num_threads(int threads) __attribute__((weak));

/* The last bits of LAPACK's trsen and geesx depend on where their workspace begins: OpenBLAS sums in vectors
 * from aligned addresses on. So all memory of this program begins alike, that of LAPACKE, too. The sanitizer has
 * its own malloc; redzones of 256 bytes make it allocate in multiples of 64. */
static size_t alignment = 64;

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);

__attribute__((visibility("default"))) const char *__asan_default_options(void)
{
    return "redzone=256";
}
#else
__attribute__((visibility("default"))) void *malloc(size_t size)
{
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}
#endif

static atomic_int submitted;

int __wrap_starpu_task_submit(struct starpu_task *task)
{
    atomic_fetch_add(&submitted, 1);
    return __real_starpu_task_submit(task);
}

/* ---- Operands ------------------------------------------------------------------------------ */

static struct data data_new(starling_precision prec)
{
    struct data d = {.prec = prec, .ld = MOST};
    void **array[ARRAYS] = {&d.a, &d.b, &d.c, &d.u, &d.v, &d.w};
    for (int i = 0; i < ARRAYS; i++)
        *array[i] = calloc(1, array_bytes(&d));
    return d;
}

static void data_free(struct data *d)
{
    for (int i = 0; i < ARRAYS; i++)
        free(array_of(d, i));
}

/* to = from, with the problem that it describes. */
static void data_copy(struct data *to, const struct data *from)
{
    struct data old = *to;
    *to = *from;
    to->a = old.a, to->b = old.b, to->c = old.c, to->u = old.u, to->v = old.v, to->w = old.w;
    for (int i = 0; i < ARRAYS; i++)
        memcpy(array_of(to, i), array_of(from, i), array_bytes(from));
}

static void fill(const struct data *d, void *a, uint64_t seed)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = a};
    array_random(&x, 'G', seed);
}

static void set(const struct data *d, int i, int j, wide value)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = d->a};
    array_set(&x, i, j, value);
}

static wide get(const struct data *d, int i, int j)
{
    struct array x = {.prec = d->prec, .m = MOST, .n = MOST, .lda = d->ld, .a = d->a};
    return array_get(&x, i, j);
}

static bool is_definite(enum routine r)
{
    return r == POTRF || r == POTRS || r == POSV || r == POTRI || r == POCON || r == PORFS ||
           (r >= POSVX_N && r <= POSVX_F);
}

static bool is_triangle(enum routine r)
{
    return r == TRTRI || r == TRCON || r == LAUUM || r == TRMM || r == TRSM;
}

/* A changed matrix would not fit its interchanges. */
static bool takes_ldl(enum routine r)
{
    return r == SYTRS || r == SYTRI || r == SYCON || r == HETRS || r == HETRI || r == HECON;
}

/* Factors beside the matrix. */
static void factor_copy(enum routine r, struct data *d)
{
    struct data copy = *d;
    memcpy(d->u, d->a, array_bytes(d));
    copy.a = d->u;
    theirs(r, &copy);
    memcpy(d->pivots, copy.pivots, sizeof d->pivots);
    *(char *)real_at(d, EQUED) = 'N';
}

/* B becomes definite: diagonally dominant. */
static void make_b_definite(enum routine r, struct data *d)
{
    struct data of_b = *d;
    of_b.a = d->b;
    for (int i = 0; i < MOST; i++)
        set(&of_b, i, i, d->n + 1 + creal(get(&of_b, i, i)));
    if (r == HEGST)
        theirs(POTRF, &of_b);
}

/* A row and a column become so large that expert drivers scale. */
static void unbalance(struct data *d)
{
    for (int i = 0; i < d->n; i++) {
        set(d, i, 0, 300 * get(d, i, 0));
        set(d, 0, i, 300 * get(d, 0, i));
    }
}

/* Factors for routines that take them, by LAPACK. */
static void factor(enum routine r, struct data *d)
{
    if (factored_by[r] != NONE)
        theirs(factored_by[r], d);
    else if (r == GERFS || r == GESVX_F)
        factor_copy(GETRF, d);
    else if (r == PORFS || r == POSVX_F)
        factor_copy(POTRF, d);
    for (int i = 0; i < MOST; i++)
        d->ipiv[i] = d->pivots[i];
}

/* The matrix gets a zero that the routine reports. */
static void spoil(enum routine r, struct data *d)
{
    int k = d->m < d->n ? d->m : d->n, at = k / 2;
    if (is_triangle(r) || r == POTRI || r == GETRI)
        set(d, at, at, 0);
    else if (is_definite(r))
        set(d, at, at, -1);
    else
        for (int i = 0; i < MOST; i++)
            set(d, i, at, 0), set(d, at, i, 0);
}

static void make(enum routine r, struct data *d, char uplo, char trans, int m, int n, int nrhs)
{
    d->uplo = uplo;
    d->trans = trans;
    d->m = m;
    d->n = n;
    d->nrhs = nrhs;
    memset(d->w, 0, array_bytes(d));
    memset(d->pivots, 0, sizeof d->pivots);
    fill(d, d->a, 1 + r);
    fill(d, d->b, 77);
    fill(d, d->c, 78);
    fill(d, d->u, 79);
    fill(d, d->v, 80);
    for (int i = 0; i < MOST; i++)
        chosen[i] = i % 3 == 1;
    for (int i = 0; i < MOST && (is_definite(r) || is_triangle(r)); i++)
        set(d, i, i, n + 1 + creal(get(d, i, i)));
    if (r == GESVX_E || r == POSVX_E)
        unbalance(d);
    if (r >= HEGST && r <= HEGVD_V)
        make_b_definite(r, d);
    factor(r, d);
}

/* ---- Bits and info ------------------------------------------------------------------------- */

/* The library has kernels of its own for a singular LU, and for what LAPACK computes beyond the end
 * of an array: there only info is compared. */
static bool is_lapacks(enum routine r, starling_precision prec, char uplo, int info)
{
    bool lu = r == GETRF || r == GESV || (r >= GESVX_N && r <= GESVX_F);
    bool beyond = is_complex(prec) && uplo == 'U' && (r == LAUUM || r == POTRI);
    return !(lu && info != 0) && !beyond;
}

/* LAPACK overwrites A, the library does not. */
static bool keeps_a(enum routine r, int n)
{
    return r == GEEV_N || r == GEEV_V || r == GEEVX_N || (r >= HEEVX_I && r <= HEEVX_N && n > 1);
}

static bool same_array(const struct data *x, const struct data *y, int i)
{
    return memcmp(array_of(x, i), array_of(y, i), array_bytes(x)) == 0;
}

static bool same_bits(const struct data *problem, enum routine r, const struct data *x,
                      const struct data *y)
{
    bool same = true;
    for (int i = 0; i < ARRAYS; i++)
        same &= same_array(x, i == 0 && keeps_a(r, x->n) ? problem : y, i);
    for (int i = 0; i < MOST; i++)
        same &= x->ipiv[i] == (y->pivots[i] != 0 ? y->pivots[i] : y->ipiv[i]);
    return same;
}

struct work {
    struct data problem, own, lapacks;
};

static void compare(struct cases *cases, enum routine r, struct work *w, bool singular)
{
    const struct data *d = &w->problem;
    data_copy(&w->own, d);
    data_copy(&w->lapacks, d);
    int before = atomic_load(&submitted);
    int own = ours(r, &w->own), info = theirs(r, &w->lapacks);
    int tasks = atomic_load(&submitted) - before;
    bool same = !is_lapacks(r, d->prec, d->uplo, info) || same_bits(d, r, &w->own, &w->lapacks);
    hold(cases, own == info && tasks == 0 && same,
         "%c%s %c%c m=%d n=%d%s: info %d, of LAPACK %d; %d tasks; %s", letter(d->prec), names[r],
         d->uplo, d->trans, d->m, d->n, singular ? " singular" : "", own, info, tasks,
         same ? "same bits" : "other bits");
}

static bool is_rectangular(enum routine r)
{
    return r == GETRF || (r >= GEQRF && r <= GELS) || (r >= GESVD_N && r <= GESDD_O) ||
           (r >= LANGE_M && r <= LANGE_F) || (r >= GEBRD && r <= GELSD);
}

/* LAPACKE (3.11) asks for 0 integers, where LAPACK wants 1. */
static bool fails_in_lapacke(enum routine r, int n)
{
    return r == GEESX_B && n == 1;
}

static bool exists(enum routine r, starling_precision prec)
{
    return r < STERF || !is_complex(prec);
}

static void check(starling_precision prec, enum routine r, struct work *w)
{
    static const int orders[] = {1, 2, 5, 31, 64, 97, 200};
    struct cases cases = {0};
    for (int s = 0; s < 7 - 2 * quick(); s++)
        for (int form = 0; form < (quick() && orders[s] > 50 ? 1 : 4); form++) {
            int n = orders[s], less = n / 2 + 1;
            char uplo = form & 1 ? 'U' : 'L', trans = form & 2 ? 'T' : 'N';
            for (int shape = 0; shape < (is_rectangular(r) ? 3 : 1); shape++) {
                make(r, &w->problem, uplo, trans, shape == 2 ? less : n, shape == 1 ? less : n, 3);
                if (fails_in_lapacke(r, n))
                    continue;
                compare(&cases, r, w, false);
                spoil(r, &w->problem);
                if (r != GETRS && r != POTRS && !takes_ldl(r) && r != TRSM)
                    compare(&cases, r, w, true);
            }
        }
    ok(all_held(&cases), "%c%s: LAPACK's info and bits, no tasks", letter(prec), names[r]);
}

/* ---- Times --------------------------------------------------------------------------------- */

/* to = from, as far as a routine reads it: no more of the cache is used than by the routine. */
static void refresh(struct data *to, const struct data *from)
{
    size_t size = element_size(from->prec), rows = size * (size_t)from->n;
    for (int i = 0; i < ARRAYS; i++)
        for (int64_t j = 0; j < (array_of(from, i) == from->w ? 1 : from->n); j++) {
            size_t at = size * (size_t)j * (size_t)from->ld;
            memcpy((char *)array_of(to, i) + at, (char *)array_of(from, i) + at, rows);
        }
    memcpy(to->ipiv, from->ipiv, sizeof from->ipiv[0] * (size_t)from->n);
    memcpy(to->pivots, from->pivots, sizeof from->pivots[0] * (size_t)from->n);
    *(char *)real_at(to, EQUED) = *(char *)real_at(from, EQUED);
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { OURS, THEIRS, NOBODY, SIDES };

/* The mean of the middle half: the clock's steps are too coarse for a median. */
static double middle(int count, double *x)
{
    double sum = 0;
    qsort(x, (size_t)count, sizeof *x, by_value);
    for (int i = count / 4; i < count - count / 4; i++)
        sum += x[i];
    return sum / (count - count / 4 * 2);
}

/* Times of calls in turns, in seconds, without the time of the clock. */
static void measure(enum routine r, struct work *w, double mean[SIDES])
{
    enum { SAMPLES = 301 };
    static double time[SIDES][SAMPLES];
    int samples = w->problem.n > 100 ? SAMPLES / 15 : w->problem.n > 50 ? SAMPLES / 6 : SAMPLES;
    data_copy(&w->own, &w->problem);
    for (int i = 0; i < samples; i++)
        for (int side = 0; side < SIDES; side++) {
            refresh(&w->own, &w->problem);
            double begin = now();
            if (side != NOBODY)
                (side == OURS ? ours : theirs)(r, &w->own);
            time[side][i] = now() - begin;
        }
    for (int side = 0; side < SIDES; side++)
        mean[side] = middle(samples, time[side]);
    for (int side = OURS; side < NOBODY; side++)
        mean[side] -= mean[NOBODY];
}

static bool multiplies_by_q(int r)
{
    return r == UNMQR || r == UNMLQ || r == UNMHR || r == UNMTR || r == UNMBR_Q || r == UNMBR_P;
}

/* Rows of a file of tools/results. */
static void print_times(starling_precision prec, const char *orders)
{
    struct work w = {data_new(prec), data_new(prec), data_new(prec)};
    for (int r = 0; r < ROUTINES; r++)
        for (const char *at = orders; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
            double t[SIDES];
            int n = atoi(at);
            char name[16];
            if (n < 1 || n >= MOST || fails_in_lapacke((enum routine)r, n) ||
                !exists((enum routine)r, prec))
                continue;
            make((enum routine)r, &w.problem, 'L', 'N', n, n, multiplies_by_q(r) ? n : 1);
            measure((enum routine)r, &w, t);
            snprintf(name, sizeof name, "%s", names[r]);
            if (strchr(name, ' '))
                *strchr(name, ' ') = '-';
            printf("%s,%c,%d,host,%.4g,%.4g,pass\n", name, letter(prec), n, t[OURS], t[THEIRS]);
            fflush(stdout);
        }
    data_free(&w.problem), data_free(&w.own), data_free(&w.lapacks);
}

int main(int argc, char **argv)
{
    if (starling_init() != 0 || starling_ncuda() > 0) {
        printf("1..0 # SKIP only without a GPU\n");
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "time") == 0) {
        alignment = sizeof(max_align_t); /* as programs have it */
        printf("routine,type,n,where,time_s,ref_s,status\n");
        for (int p = 0; p < 4; p++)
            if (strchr(argc > 2 ? argv[2] : "sdcz", letter(precisions[p])))
                print_times(precisions[p], argc > 3 ? argv[3] : "1,10,50,100,200");
        return 0;
    }
    if (openblas_set_num_threads)
        openblas_set_num_threads(1); /* as in the library's call */
    for (int p = 0; p < 4; p++) {
        struct work w = {data_new(precisions[p]), data_new(precisions[p]), data_new(precisions[p])};
        for (int r = 0; r < ROUTINES; r++)
            if (exists((enum routine)r, precisions[p]))
                check(precisions[p], (enum routine)r, &w);
        data_free(&w.problem), data_free(&w.own), data_free(&w.lapacks);
    }
    starling_finalize();
    return done_testing();
}
