/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches as a routine is called with them, and matrix by matrix. */

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include "machine/device.h"
#include "machine/threads.h"
#include "routines/batched.h"
#include "routines/residual.h"

/* ---- Orders ---------------------------------------------------------------------- */

/* Between 0 and 1; splitmix64 (Steele, Lea, Flood, OOPSLA 2014). */
static double chance(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* From 0 to `most`, all alike, or near the middle: the sum of four has a standard
 * deviation of a seventh. */
static int64_t some_size(const struct problem *p, int64_t most, uint64_t *state)
{
    double x = chance(state);
    if (p->vary == VARY_NORMAL)
        x = (x + chance(state) + chance(state) + chance(state)) / 4;
    return (int64_t)(x * (double)(most + 1));
}

struct problem batches_problem(const struct problem *p, int64_t k)
{
    uint64_t state = p->seed * 0x2545f4914f6cdd1d + (uint64_t)k * 0xd1342543de82ef95;
    struct problem one = *p;
    one.routine = p->routine->each;
    if (p->vary) {
        one.n = some_size(p, p->n, &state);
        one.m = p->routine->has & HAS_M ? some_size(p, p->m, &state) : one.n;
    }
    return one;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void batches_shapes(const struct problem *one, struct shape operand[OPERANDS])
{
    one->routine->shapes(one, operand);
    if (one->routine->has & GIVES_TAU)
        operand[1] = shape_of(GENERAL, smaller(one->m, one->n), 1);
}

/* ---- Objects --------------------------------------------------------------------- */

/* Interchanges of a matrix. */
static int64_t pivots_of(const struct shape shape[OPERANDS])
{
    return smaller(shape[0].m, shape[0].columns);
}

/* Bytes of pivots and of info, at least one. */
static size_t ipiv_bytes(const struct problem *p, const struct shape shape[OPERANDS])
{
    return sizeof(int) * (size_t)(p->batch * pivots_of(shape)) + 1;
}

static size_t info_bytes(const struct problem *p)
{
    return sizeof(int) * (size_t)p->batch + 1;
}

bool batches_allocate(const struct problem *p, const struct shape shape[OPERANDS],
                      enum place place, struct batches *b)
{
    *b = (struct batches){.place = place, .failed = -1};
    b->ipiv_array = calloc(1, ipiv_bytes(p, shape));
    b->info_array = calloc(1, info_bytes(p));
    if (place == PLACE_DEVICE) {
        b->device_ipiv = device_alloc(ipiv_bytes(p, shape));
        b->device_info = device_alloc(info_bytes(p));
    }
    return b->ipiv_array && b->info_array &&
           (place != PLACE_DEVICE || (b->device_ipiv && b->device_info));
}

void batches_free(struct batches *b)
{
    free(b->ipiv_array);
    free(b->info_array);
    device_free(b->device_ipiv);
    device_free(b->device_info);
}

static int wrap_operand(const struct problem *p, const struct shape *s, void *a,
                        int64_t ld, enum place place, starling_batch **A)
{
    int64_t stride = ld * s->columns;
    starling_precision prec = precision_of(p, s);
    return place == PLACE_DEVICE
               ? starling_batch_wrap_device(A, prec, s->m, s->columns, a, ld, stride,
                                            p->batch, p->nb, 0)
               : starling_batch_wrap(A, prec, s->m, s->columns, a, ld, stride, p->batch,
                                     p->nb);
}

static int wrap_integers(const struct problem *p, int64_t m, int *host, int *device,
                         starling_batch **A)
{
    return device ? starling_batch_wrap_int_device(A, m, device, p->batch, p->nb, 0)
                  : starling_batch_wrap_int(A, m, host, p->batch, p->nb);
}

/* Where matrices of varying orders are, or pivots. */
struct places {
    int64_t *m, *n, *ld;
    void **a;
};

static struct places new_places(int64_t count)
{
    size_t room = (size_t)count + 1;
    return (struct places){
        malloc(room * sizeof(int64_t)), malloc(room * sizeof(int64_t)),
        malloc(room * sizeof(int64_t)), malloc(room * sizeof(void *))};
}

static void free_places(struct places *at)
{
    free(at->m);
    free(at->n);
    free(at->ld);
    free(at->a);
}

static int wrap_places(const struct problem *p, const struct shape *s, int i, char *a,
                       int64_t ld, enum place place, starling_batch **A)
{
    struct places at = new_places(p->batch);
    int info = at.m && at.n && at.ld && at.a ? 0 : STARLING_ENOMEM;
    size_t size = size_of_element(precision_of(p, s));
    for (int64_t k = 0; k < p->batch && info == 0; k++) {
        struct problem one = batches_problem(p, k);
        struct shape shape[OPERANDS] = {{.used = false}};
        batches_shapes(&one, shape);
        at.m[k] = shape[i].m;
        at.n[k] = shape[i].n;
        at.ld[k] = ld;
        at.a[k] = a + size * (size_t)(ld * s->columns * k);
    }
    starling_precision prec = precision_of(p, s);
    if (info == 0)
        info = place == PLACE_DEVICE
                   ? starling_batch_wrap_pointers_device(A, prec, at.m, at.n, at.a,
                                                         at.ld, p->batch, p->nb, 0)
                   : starling_batch_wrap_pointers(A, prec, at.m, at.n, at.a, at.ld,
                                                  p->batch, p->nb);
    free_places(&at);
    return info;
}

static int wrap_pivots(const struct problem *p, int64_t pivots, int *host, int *device,
                       starling_batch **A)
{
    struct places at = new_places(p->batch);
    int info = at.m && at.a ? 0 : STARLING_ENOMEM;
    for (int64_t k = 0; k < p->batch && info == 0; k++) {
        struct problem one = batches_problem(p, k);
        at.m[k] = smaller(one.m, one.n);
        at.a[k] = (device ? device : host) + k * pivots;
    }
    int *const *ipiv = (int *const *)at.a;
    if (info == 0)
        info = device
                   ? starling_batch_wrap_int_pointers_device(A, at.m, ipiv, p->batch,
                                                             p->nb, 0)
                   : starling_batch_wrap_int_pointers(A, at.m, ipiv, p->batch, p->nb);
    free_places(&at);
    return info;
}

int batches_wrap(const struct problem *p, const struct shape shape[OPERANDS],
                 void *const a[OPERANDS], const int64_t ld[OPERANDS], struct batches *b)
{
    int info = 0;
    b->failed = -1;
    for (int64_t k = 0; k < p->batch; k++)
        b->info_array[k] = p->routine->has & GIVES_INFOS ? INT_MIN : 0;
    if (b->place == PLACE_DEVICE &&
        !device_copy(b->device_info, b->info_array, info_bytes(p)))
        return STARLING_EDEVICE;
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (shape[i].used)
            info = p->vary ? wrap_places(p, &shape[i], i, a[i], ld[i], b->place,
                                         &b->operand[i])
                           : wrap_operand(p, &shape[i], a[i], ld[i], b->place,
                                          &b->operand[i]);
    if (info == 0)
        info = (p->vary ? wrap_pivots : wrap_integers)(
            p, pivots_of(shape), b->ipiv_array, b->device_ipiv, &b->ipiv);
    if (info == 0)
        info = wrap_integers(p, 1, b->info_array, b->device_info, &b->infos);
    if (info != 0)
        batches_destroy(b);
    return info;
}

int batches_sync(const struct batches *b)
{
    int info = 0;
    starling_batch *const rest[] = {b->ipiv, b->infos};
    for (int i = 0; i < OPERANDS + 2; i++) {
        starling_batch *A = i < OPERANDS ? b->operand[i] : rest[i - OPERANDS];
        int lost = A ? starling_batch_sync(A) : 0;
        info = info != 0 ? info : lost;
    }
    return info;
}

void batches_destroy(struct batches *b)
{
    for (int i = 0; i < OPERANDS; i++) {
        starling_batch_destroy(b->operand[i]);
        b->operand[i] = NULL;
    }
    starling_batch_destroy(b->ipiv);
    starling_batch_destroy(b->infos);
    b->ipiv = b->infos = NULL;
}

int batches_info(const struct problem *p, const struct shape shape[OPERANDS],
                 struct batches *b)
{
    if (b->place == PLACE_DEVICE &&
        !(device_copy(b->ipiv_array, b->device_ipiv, ipiv_bytes(p, shape)) &&
          device_copy(b->info_array, b->device_info, info_bytes(p))))
        return STARLING_EDEVICE;
    for (int64_t k = 0; k < p->batch && b->failed < 0; k++)
        if (b->info_array[k] != 0)
            b->failed = k;
    return b->failed < 0 ? 0 : b->info_array[b->failed];
}

/* ---- Matrix by matrix ------------------------------------------------------------ */

/* What threads walk through. */
struct walk {
    const struct routine *first, *each;
    const struct host_arrays *x; /* LAPACK's operands, or ... */
    const struct result *r;      /* ... those of a check */
    struct shape shape[OPERANDS];
    pthread_mutex_t lock;
    int info;     /* one that is not 0 */
    double worst; /* of the residuals */
};

static struct walk walk_of(const struct routine *routine, const struct problem *p)
{
    struct walk w = {.first = first_of_each(routine), .each = routine->each};
    routine->shapes(p, w.shape);
    pthread_mutex_init(&w.lock, NULL);
    return w;
}

/* Matrix k of operand i, whose first one is a. */
static void *matrix_of(const struct walk *w, const struct problem *p, int i, void *a,
                       int64_t ld, int64_t k)
{
    size_t size = size_of_element(precision_of(p, &w->shape[i]));
    return a ? (char *)a + size * (size_t)(ld * w->shape[i].columns * k) : NULL;
}

static void call_lapack(void *argument, int64_t begin, int64_t end)
{
    struct walk *w = argument;
    const struct problem *p = w->x->p;
    struct problem one = batches_problem(p, 0);
    int failed = 0;
    for (int64_t k = begin; k < end; k++) {
        struct host_arrays x = *w->x;
        if (p->vary)
            one = batches_problem(p, k);
        int info = 0;
        x.p = &one;
        for (int i = 0; i < OPERANDS; i++)
            x.a[i] = matrix_of(w, p, i, x.a[i], x.ld[i], k);
        x.ipiv += k * pivots_of(w->shape);
        if (w->each->has & GIVES_TAU)
            x.tau = x.a[1];
        if (w->first)
            info = w->first->numerics[p->prec]->lapack(&x);
        if (info == 0)
            info = w->each->numerics[p->prec]->lapack(&x);
        failed = failed != 0 ? failed : info;
    }
    pthread_mutex_lock(&w->lock);
    w->info = w->info != 0 ? w->info : failed;
    pthread_mutex_unlock(&w->lock);
}

double batched_lapack(const struct routine *routine, const struct host_arrays *x,
                      int threads, int *info)
{
    struct walk w = walk_of(routine, x->p);
    w.x = x;
    double time = with_threads(threads, x->p->batch, call_lapack, &w);
    *info = w.info;
    return time;
}

/* Rows that can be exchanged with each other. */
static bool valid_pivots(const int64_t *ipiv, int64_t count, int64_t m)
{
    for (int64_t i = 0; i < count; i++)
        if (ipiv[i] < i + 1 || ipiv[i] > m)
            return false;
    return true;
}

static void check_some(void *argument, int64_t begin, int64_t end)
{
    struct walk *w = argument;
    const struct problem *p = w->r->p;
    int64_t pivots = pivots_of(w->shape);
    double worst = 0;
    for (int64_t k = begin; k < end; k++) {
        struct problem one = batches_problem(p, k);
        struct result r = *w->r;
        r.p = &one;
        for (int i = 0; i < OPERANDS; i++) {
            r.before[i] = matrix_of(w, p, i, r.before[i], r.ld[i], k);
            r.after[i] = matrix_of(w, p, i, r.after[i], r.ld[i], k);
        }
        r.ipiv = r.ipiv ? r.ipiv + k * pivots : NULL;
        if (w->each->has & GIVES_TAU)
            r.tau = r.after[1];
        bool valid = !r.ipiv || valid_pivots(r.ipiv, smaller(one.m, one.n), one.m);
        double error = valid ? w->each->numerics[p->prec]->residual(&r) : NAN;
        worst = residual_larger(worst, error < 0 ? NAN : error);
    }
    pthread_mutex_lock(&w->lock);
    w->worst = residual_larger(w->worst, worst);
    pthread_mutex_unlock(&w->lock);
}

/* The largest of all matrices. */
static double residual(const struct result *r)
{
    struct walk w = walk_of(r->p->routine, r->p);
    int before = blas_threads(1);
    w.r = r;
    with_threads(starling_ncpu(), r->p->batch, check_some, &w);
    blas_threads(before);
    return w.worst;
}

#define BATCHED(name)                                                                  \
    static int lapack_##name(const struct host_arrays *x)                              \
    {                                                                                  \
        int info;                                                                      \
        batched_lapack(&routine_##name##_batched, x, 1, &info);                        \
        return info;                                                                   \
    }                                                                                  \
    const struct numerics name##_batched_numerics = {residual, lapack_##name};
BATCHED_ROUTINES
