/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where a call goes. Starling is loaded by the first call that it takes, with libraries of its own
 * (RTLD_DEEPBIND): a program that makes none of these calls, starts as fast as without, and the
 * kernels of Starling use the BLAS that it was built with, whatever the program has. What
 * Starling's own tasks ask of LAPACK is never given to Starling again. */

#define _GNU_SOURCE /* dladdr, RTLD_NEXT */
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "log.h"
#include "route.h"

extern char **environ;

static __thread int inside;                /* calls of Starling by this thread */
static __thread struct sl_routine *trying; /* LAPACK's is called for the first time */

/* ---- Starling ---------------------------------------------------------------------------------
 */

static struct {
    pthread_once_t once;
    void *library; /* NULL: not there, then LAPACK gets everything */
    int (*worker)(void);
    const char *(*words)(int);
    pthread_mutex_t mutex;
    double spent; /* seconds in calls for Starling before its start */
} starling = {.once = PTHREAD_ONCE_INIT, .mutex = PTHREAD_MUTEX_INITIALIZER};

/* The library that lies beside this one (or above the folder of the one that is called
 * liblapack.so), or the one that the dynamic linker finds. */
static void *open_library(void)
{
    static const char *const place[] = {"", "/.."};
    Dl_info self;
    void *library = NULL;
    int mode = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
    char *own = dladdr(&starling, &self) && self.dli_fname ? realpath(self.dli_fname, NULL) : NULL;
    char *end = own ? strrchr(own, '/') : NULL;
    for (int i = 0; end && i < 2 && !library; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.*s%s/" SL_LIBRARY, (int)(end - own), own, place[i]);
        library = dlopen(path, mode);
    }
    free(own);
    return library ? library : dlopen(SL_LIBRARY, mode);
}

/* The threads of StarPU are not in a child, which goes on with LAPACK. */
static void in_child(void)
{
    starling.library = NULL;
    pthread_mutex_init(&starling.mutex, NULL);
}

static void load(void)
{
    void *library = open_library();
    if (!library) {
        sl_log_no_library(dlerror());
        return;
    }
    int (*init)(void) = (int (*)(void))dlsym(library, "starling_init");
    starling.words = (const char *(*)(int))dlsym(library, "starling_strerror");
    char ***its_environ = (char ***)dlsym(library, "environ"); /* another one than the program's */
    bool empty = its_environ && !*its_environ;
    if (empty)
        *its_environ = environ; /* the variables are checked */
    inside++;
    int info = init();
    inside--;
    if (empty)
        *its_environ = NULL;
    if (info != 0)
        sl_log_no_library(starling.words(info));
    pthread_atfork(NULL, NULL, in_child);
    starling.worker = (int (*)(void))dlsym(library, "starpu_worker_get_id");
    __atomic_store_n(&starling.library, info == 0 ? library : NULL, __ATOMIC_RELEASE);
}

/* This thread runs a task: one of Starling's, or one of a program that uses StarPU itself. */
static bool in_task(void)
{
    return inside > 0 || (starling.worker && starling.worker() >= 0);
}

struct sl_call sl_begin(struct sl_routine *routine, const void *caller)
{
    return (struct sl_call){
        .routine = routine, .caller = caller, .start = sl_log_is_on() ? sl_now() : 0};
}

/* Starling's start takes a moment, so it starts when the program has spent, or is about to spend,
 * so much time in calls like this one that the start is below 5 % of it. */
static bool start_pays(struct sl_call *call)
{
    enum { TIMES = 20, FAST = 100 }; /* LAPACK's Gflop/s, where it is fast */
    double about = call->operations / (FAST * 1e9);
    pthread_mutex_lock(&starling.mutex);
    bool pays = starling.spent + about >= TIMES * sl_start_seconds();
    pthread_mutex_unlock(&starling.mutex);
    call->before = !pays;
    call->start = sl_now();
    return pays;
}

/* The smallest size of a call like this one. */
static double least_size(const struct sl_call *call)
{
    struct sl_routine *routine = call->routine;
    if (!__atomic_load_n(&routine->known, __ATOMIC_ACQUIRE)) {
        routine->least = sl_crossover(routine->name, routine->blas);
        __atomic_store_n(&routine->known, 1, __ATOMIC_RELEASE);
    }
    return call->vectors ? routine->least.vectors : routine->least.values;
}

bool sl_is_large(struct sl_call *call, double m, double n, double k)
{
    double least = least_size(call);
    call->operations = m * n * k;
    if (m <= 0 || n <= 0 || k <= 0)
        return false;
    if (call->routine->blas)
        return m >= least && n >= least && k >= least;
    return call->operations >= least * least * least;
}

bool sl_takes(struct sl_call *call, double m, double n, double k)
{
    struct sl_routine *routine = call->routine;
    if (!sl_is_large(call, m, n, k) || in_task() || sl_log_tries_lapack(call))
        return false;
    bool running = __atomic_load_n(&starling.library, __ATOMIC_ACQUIRE) != NULL;
    if (!running && !start_pays(call))
        return false;
    pthread_once(&starling.once, load);
    if (!starling.library || in_task())
        return false;
    if (!running)
        sl_log_started(call);
    if (!__atomic_load_n(&routine->function, __ATOMIC_ACQUIRE))
        __atomic_store_n(&routine->function, dlsym(starling.library, routine->ours),
                         __ATOMIC_RELEASE);
    call->function = routine->function;
    inside += call->function != NULL;
    return call->function != NULL;
}

void sl_check(const struct sl_call *call, int info)
{
    if (info == 0)
        return;
    fprintf(stderr, "starling-lapack: %s failed: %s\n", call->routine->symbol,
            starling.words(info));
    exit(EXIT_FAILURE);
}

/* ---- LAPACK -----------------------------------------------------------------------------------
 */

/* The symbol, if it is not this library's own. */
static sl_fortran *foreign(void *function)
{
    Dl_info self, other;
    bool own = function && dladdr(&starling, &self) && dladdr(function, &other) &&
               self.dli_fbase == other.dli_fbase;
    return own ? NULL : (sl_fortran *)function;
}

/* What the program would have got: from the libraries of the caller (Python's modules have their
 * own), or from those behind this one. */
static sl_fortran *find(const char *symbol, const void *caller)
{
    Dl_info info;
    sl_fortran *next = NULL;
    if (dladdr(caller, &info) && info.dli_fname) {
        void *library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
        if (library) {
            next = foreign(dlsym(library, symbol));
            dlclose(library);
        }
    }
    if (!next)
        next = foreign(dlsym(RTLD_NEXT, symbol));
    if (!next) { /* a program without LAPACK that looked this one up: Starling's */
        pthread_once(&starling.once, load);
        if (starling.library)
            next = foreign(dlsym(starling.library, symbol));
    }
    return next;
}

/* Where the caller is a wrapper that has loaded this library, such as FlexiBLAS, what the program
 * would have got comes back here. Then it is the LAPACK of Starling. */
static sl_fortran *find_behind(const char *symbol)
{
    void *library = open_library();
    return library ? foreign(dlsym(library, symbol)) : NULL;
}

sl_fortran *sl_next(struct sl_call *call)
{
    struct sl_routine *routine = call->routine;
    inside -= call->function != NULL; /* LAPACK's after all */
    call->function = NULL;
    sl_fortran *next = __atomic_load_n(&routine->next, __ATOMIC_ACQUIRE);
    if (!next) {
        next =
            trying == routine ? find_behind(routine->symbol) : find(routine->symbol, call->caller);
        if (!next) { /* as the dynamic linker does for a function that is nowhere */
            fprintf(stderr, "starling-lapack: no library has %s\n", routine->symbol);
            _Exit(127);
        }
        trying = routine;
        call->next = next;
    }
    return next;
}

/* The first call of LAPACK is over: it has not come back, so all others go there. */
static void keep(struct sl_call *call)
{
    sl_fortran *none = NULL;
    trying = NULL;
    __atomic_compare_exchange_n(&call->routine->next, &none, call->next, false, __ATOMIC_RELEASE,
                                __ATOMIC_RELAXED);
}

/* From now on small products are not asked about. */
static void know_small(struct sl_call *call)
{
    struct sl_routine *routine = call->routine;
    if (routine->blas && routine->small == 0 && routine->next && !sl_log_is_on()) {
        double least = ceil(least_size(call));
        int64_t small = least < (double)INT64_MAX ? (int64_t)least : INT64_MAX;
        __atomic_store_n(&routine->small, small, __ATOMIC_RELEASE);
    }
}

void sl_done(struct sl_call *call)
{
    inside -= call->function != NULL;
    if (call->next)
        keep(call);
    know_small(call);
    if (!call->before && !sl_log_is_on())
        return;
    double seconds = sl_now() - call->start;
    if (call->before) {
        pthread_mutex_lock(&starling.mutex);
        starling.spent += seconds;
        pthread_mutex_unlock(&starling.mutex);
    }
    sl_log_call(call, seconds);
}
