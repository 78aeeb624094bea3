/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The context: starts StarPU or joins that of the application. While there is work, it
 * wakes the workers and sets BLAS to one thread. */

#define _GNU_SOURCE /* sched_getaffinity */
#include <locale.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <starpu_expert.h>
#include <starpu_scheduler.h>
#include "config.h"
#include "environment.h"
#include "matrix.h"
#include "tuned.h"
#include "tuning.h"
#include "src/room.h"
#include "codelets/device.h"

static struct {
    starpu_pthread_mutex_t mutex;
    int users;        /* starling_init() calls not yet undone */
    bool running;     /* StarPU is up */
    atomic_bool direct; /* and neither a trace nor a simulation needs tasks of small problems */
    bool owner;       /* the library started it */
    bool exit_hook;   /* it is registered */
    long objects;     /* matrices and sequences that exist */
    int entered;      /* sequences and calls that need the workers */
    bool kept_awake;  /* the application needs them too; counted once in entered */
    bool traced;      /* FxT was on when StarPU started */
    bool reserve;     /* memory for StarPU is kept here (memory.c) */
    int idle_hook;    /* registered in StarPU, -1: none */
    locale_t numbers; /* numbers with a point */
    bool cuda;        /* CUDA has been used in this process */
    bool forked;      /* StarPU or CUDA ran in the parent process: it cannot be used here */
} context = {.mutex = STARPU_PTHREAD_MUTEX_INITIALIZER, .idle_hook = -1};

const char *starling_version(void)
{
    return PACKAGE_VERSION;
}

#define DIGITS_(number) #number
#define DIGITS(number) DIGITS_(number)

/* Environment variables for settings that starpu_conf does not have. The user's values win. */
struct setting {
    const char *name, *value; /* NULL: StarPU's own */
    bool set;
};

static void set_defaults(struct setting *s, int count)
{
    for (int i = 0; i < count; i++) {
        s[i].set = s[i].value && getenv(s[i].name) == NULL;
        if (s[i].set)
            setenv(s[i].name, s[i].value, 1);
    }
}

static void unset_defaults(const struct setting *s, int count)
{
    for (int i = 0; i < count; i++)
        if (s[i].set)
            unsetenv(s[i].name);
}

/* The user's policy, else `starling` with GPUs and `prio` without (doc/scheduling.md). */
static void choose_scheduler(struct starpu_conf *conf, const char *sched, int gpus)
{
    conf->sched_policy = starpu_get_sched_lib_policy(sched ? sched : gpus > 0 ? "starling" : "");
    if (conf->sched_policy) { /* else StarPU would warn that it does not know the name */
        conf->sched_policy_name = NULL;
        unsetenv("STARPU_SCHED");
    } else if (!sched)
        conf->sched_policy_name = "prio";
}

/* One thread for all workers of a GPU launches their kernels one after another. Then LU's
 * next panel waits for launches of less urgent kernels. With one GPU and enough cores each
 * worker has a thread of its own. */
static bool has_threads(int gpus)
{
    cpu_set_t set;
    return !SL_SIMULATED && gpus == 1 && sched_getaffinity(0, sizeof set, &set) == 0 &&
           CPU_COUNT(&set) >= SL_GPU_THREADS_PROCESSORS &&
           getenv("STARPU_CUDA_THREAD_PER_DEV") == NULL; /* StarPU refuses both */
}

/* Idle workers look for tasks all the time, under locks. Many of them keep others from their work,
 * so they pause: the more workers, the longer. The user's STARPU_BACKOFF_MAX wins. The policy starling
 * lets most of them rest beside GPUs. */
static void make_idle_workers_pause(struct starpu_conf *conf, int gpus)
{
    unsigned workers = (unsigned)sl_cpu_workers_wanted();
    bool rest = conf->sched_policy && gpus > 0;
    if (workers > SL_FEW_WORKERS && !rest && !getenv("STARPU_BACKOFF_MAX"))
        conf->driver_spinning_backoff_max = SL_PAUSES * workers * workers;
}

/* Starts StarPU. The environment is checked before. */
static int start_starpu(void)
{
    int gpus = sl_cuda_devices();
    struct setting settings[] = {
        {.name = "STARPU_SILENT", .value = "1"}, /* a library prints nothing */
        /* Two workers keep the GPU full, the third waits for urgent tasks. */
        {.name = "STARPU_NWORKER_PER_CUDA", .value = DIGITS(SL_GPU_WORKERS)},
        {.name = "STARPU_CUDA_THREAD_PER_WORKER", .value = has_threads(gpus) ? "1" : NULL},
        /* Small tasks run beside a long one. SimGrid runs one after the other. */
        {.name = "STARPU_CUDA_PIPELINE", .value = SL_SIMULATED ? NULL : DIGITS(SL_GPU_PIPELINE)},
    };
    enum { COUNT = sizeof settings / sizeof settings[0] };
    struct starpu_conf conf;
    if (starpu_conf_init(&conf) != 0)
        return STARLING_ERUNTIME;
    const char *sched = getenv("STARPU_SCHED");
    bool chosen = sched != NULL && sched[0], empty = sched && !sched[0];
    if (empty) { /* as if not set: StarPU would choose another policy */
        unsetenv("STARPU_SCHED");
        sched = NULL;
    }
    choose_scheduler(&conf, sched, gpus);
    conf.nopencl = 0; /* there are no OpenCL kernels, and each such device would take a core */
    if (gpus == 0)
        conf.ncuda = 0;     /* the same without CUDA kernels */
    conf.catch_signals = 0; /* the application handles signals */
    make_idle_workers_pause(&conf, gpus);
    set_defaults(settings, COUNT);
    int ret = starpu_init(&conf);
    unset_defaults(settings, COUNT);
    if (conf.sched_policy && chosen)
        setenv("STARPU_SCHED", conf.sched_policy->policy_name, 1);
    if (empty)
        setenv("STARPU_SCHED", "", 1);
    return ret == 0 ? 0 : ret == -ENODEV ? STARLING_ENOWORKER : STARLING_ERUNTIME;
}

/* An idle worker yields its processor at once: to the thread that submits tasks or waits,
 * or to BLAS threads of the application. If it only spins, such a thread waits for the next
 * tick of the kernel. */
static unsigned yield_processor(void *unused)
{
    (void)unused;
    sched_yield();
    return 0;
}

/* StarPU writes and reads numbers in the locale of the calling thread, and aborts if
 * another locale wrote them. With this, its files have points in every locale. */
locale_t sl_numbers_enter(void)
{
    return uselocale(context.numbers); /* if there is none, no change */
}

/* Starts StarPU, or says why not: StarPU would abort on bad values. */
static int start_checked(struct sl_said *said)
{
    int info = STARLING_ERUNTIME;
    if (!sl_environment_check(sl_cuda_present(), said))
        return info;
    if (!SL_SIMULATED &&
        !sl_memory_for_workers(sl_cpu_workers_wanted(), said->error, sizeof said->error))
        return STARLING_ENOMEM;
    if (sl_folder_enter(said)) {
        sl_stacks_enter();
        info = start_starpu();
        sl_stacks_leave();
    }
    sl_folder_leave();
    return info;
}

/* Transfers on a direct link between two GPUs do not share the bus of the host. Without
 * NVML StarPU assumes that they do, and avoids them. */
static void describe_links(void)
{
    int nodes = (int)starpu_memory_nodes_get_count();
    for (int src = 0; src < nodes; src++)
        for (int dst = 0; dst < nodes; dst++) {
            int bus = starpu_bus_get_id(src, dst);
            if (bus >= 0 && src != dst && starpu_node_get_kind(src) == STARPU_CUDA_RAM &&
                starpu_node_get_kind(dst) == STARPU_CUDA_RAM && starpu_bus_get_direct(bus))
                starpu_bus_set_ngpus(bus, 1);
        }
}

/* Called with the mutex held. */
static int start(struct sl_said *said)
{
    context.owner = !starpu_is_initialized();
    if (!context.numbers)
        context.numbers = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    locale_t before = sl_numbers_enter();
    int info = context.owner ? start_checked(said) : 0;
    uselocale(before);
    if (info != 0)
        return info;
    /* BLAS threads of the application need buffers too */
    if (!SL_SIMULATED &&
        !sl_blas_reserve((int)starpu_cpu_worker_get_count() + sl_blas_threads())) {
        snprintf(said->error, sizeof said->error,
                 "no room for the buffers of BLAS, 128 MiB for each of its threads (%s)",
                 sl_address_room().limit);
        if (context.owner)
            starpu_shutdown();
        return STARLING_ENOMEM;
    }
    context.reserve = context.owner && sl_only_main_memory() && !SL_SIMULATED;
    if (context.reserve)
        sl_reserve_open();
    if (starpu_cuda_worker_get_count() > 0) {
        context.cuda = true;
        sl_cuda_start();
        describe_links();
    }
    sl_places_describe();
    if (context.owner && !SL_SIMULATED)
        context.idle_hook = starpu_idle_hook_register(yield_processor, NULL);
    if (context.owner)
        starpu_pause();
#ifdef STARPU_USE_FXT
    context.traced = starpu_fxt_is_enabled() > 0;
#endif
    sl_tuned_start(sl_gpus(), said);
    context.running = true;
    atomic_store(&context.direct, !context.traced && !SL_SIMULATED);
    return 0;
}

static const char after_fork_words[] = "StarPU or CUDA was running when this process was made by "
                                       "fork(), which copies neither; start the "
                                       "process with exec (Python: spawn), or before the first use";

/* The child of fork() has none of StarPU's threads, and every lock as it was. It cannot use
 * StarPU, nor start it again. It cannot use CUDA if the parent has used it. */
static void after_fork(void)
{
    context.mutex = (starpu_pthread_mutex_t)STARPU_PTHREAD_MUTEX_INITIALIZER;
    context.forked = starpu_is_initialized() || context.cuda;
    atomic_store(&context.direct, atomic_load(&context.direct) && !context.forked);
    sl_error_after_fork();
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, after_fork);
}

bool sl_forked(void)
{
    return context.forked;
}

int sl_error_forked(const char *routine)
{
    return sl_error(routine, STARLING_ERUNTIME, after_fork_words);
}

/* Forgets all users of the workers, also the application. */
static void nobody_entered(void)
{
    if (context.kept_awake)
        sl_blas_leave();
    context.entered = 0;
    context.kept_awake = false;
}

/* Starts StarPU if it is not running, also after the application has stopped a StarPU that
 * was joined. Called with the mutex held. */
static int ensure_running(struct sl_said *said)
{
    said->error[0] = 0;
    said->notices = 0;
    if (context.forked) {
        snprintf(said->error, sizeof said->error, "%s", after_fork_words);
        return STARLING_ERUNTIME;
    }
    if (context.running && !context.owner && !starpu_is_initialized()) {
        nobody_entered();
        atomic_store(&context.direct, false);
        context.running = false;
    }
    return context.running ? 0 : start(said);
}

/* Called with the mutex held. */
static void wake(void)
{
    if (context.forked)
        return;
    sl_blas_enter();
    if (context.entered++ == 0 && context.owner)
        starpu_resume();
}

static void stop(void)
{
    if (context.entered == 0 && context.owner)
        starpu_resume();
    nobody_entered();
    if (starpu_cuda_worker_get_count() > 0)
        sl_cuda_stop();
    if (context.idle_hook >= 0)
        starpu_idle_hook_deregister(context.idle_hook);
    context.idle_hook = -1;
    locale_t before = sl_numbers_enter();
    if (context.owner)
        starpu_shutdown();
    uselocale(before);
    if (context.reserve)
        sl_reserve_close();
    context.reserve = false;
    atomic_store(&context.direct, false);
    context.running = false;
}

/* StarPU saves its measurements when it stops. At exit a simulation has ended already, so a
 * simulated program must call starling_finalize(). */
static void stop_at_exit(void)
{
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    if (context.running && !context.forked && context.owner && context.objects == 0)
        stop();
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
}

/* Called without the lock, because the handler may call the library. */
static int tell_start(int info, const struct sl_said *said)
{
    for (int i = 0; i < said->notices; i++)
        sl_error("starling_init", 0, said->notice[i]);
    return info == 0 ? 0 : sl_error("starling_init", info, said->error[0] ? said->error : NULL);
}

int starling_init(void)
{
    struct sl_said said;
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    int info = ensure_running(&said);
    if (info == 0)
        context.users++;
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
    return tell_start(info, &said);
}

/* Starts StarPU if it is not running, and counts new objects. One lock covers both, against
 * starling_finalize() in another thread. */
static int require(long objects)
{
    struct sl_said said;
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    int info = ensure_running(&said);
    if (info == 0)
        context.objects += objects;
    if (info == 0 && context.users == 0 && !context.exit_hook && !SL_SIMULATED)
        context.exit_hook = atexit(stop_at_exit) == 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
    return tell_start(info, &said);
}

int sl_require_init(void)
{
    return require(0);
}

int sl_object_created(void)
{
    return require(1);
}

int starling_finalize(void)
{
    int info = 0;
    if (context.forked)
        return sl_error_forked(__func__);
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    bool last = context.running && context.users <= 1;
    if (last && context.objects > 0)
        info = STARLING_EBUSY;
    else if (context.users > 0)
        context.users--;
    if (last && info == 0)
        stop();
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

void sl_object_destroyed(void)
{
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    context.objects--;
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
}

void sl_runtime_enter(void)
{
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    wake();
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
}

bool sl_runtime_join(void)
{
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    bool awake = context.entered > 0;
    if (awake)
        wake();
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
    return awake;
}

void sl_runtime_keep_awake(void)
{
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    if (!context.kept_awake)
        wake();
    context.kept_awake = true;
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
}

void sl_runtime_leave(void)
{
    if (context.forked)
        return;
    STARPU_PTHREAD_MUTEX_LOCK(&context.mutex);
    if (--context.entered == 0 && context.owner)
        starpu_pause();
    sl_blas_leave();
    STARPU_PTHREAD_MUTEX_UNLOCK(&context.mutex);
}

/* Without a lock: a small problem takes less time. */
bool sl_direct_enter(starling_precision prec, int64_t n)
{
    bool direct = atomic_load_explicit(&context.direct, memory_order_relaxed);
    if (!direct && (context.running || sl_require_init() != 0))
        return false;
    if (!atomic_load_explicit(&context.direct, memory_order_relaxed) || !sl_tuned_direct(prec, n))
        return false;
    sl_blas_enter_small();
    return true;
}

int sl_gpus(void)
{
    int devices = 0;
    for (int node = 0; node < (int)starpu_memory_nodes_get_count(); node++)
        devices += starpu_node_get_kind(node) == STARPU_CUDA_RAM;
    return devices;
}

int starling_ncuda(void)
{
    return sl_require_init() == 0 ? sl_gpus() : 0;
}

int starling_ncpu(void)
{
    return sl_require_init() == 0 ? (int)starpu_cpu_worker_get_count() : 0;
}

bool sl_traced(void)
{
    return context.traced;
}

bool sl_has_cuda(void)
{
    return starpu_cuda_worker_get_count() > 0;
}

int sl_cuda_node(int device)
{
    for (int node = 0; node < (int)starpu_memory_nodes_get_count(); node++)
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM &&
            starpu_memory_node_get_devid(node) == device)
            return node;
    return -1;
}

bool sl_only_main_memory(void)
{
    return starpu_memory_nodes_get_count() == 1;
}

double sl_cuda_memory(void)
{
    double room = 0;
    for (int node = 0; node < (int)starpu_memory_nodes_get_count(); node++)
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM) {
            starpu_ssize_t total = starpu_memory_get_total((unsigned)node);
            room += total < 0 ? INFINITY : (double)total; /* -1: no limit */
        }
    return room;
}

bool sl_fits_gpu(double bytes)
{
    int gpus = sl_gpus();
    return gpus > 0 && bytes <= SL_GPU_OF_A_TASK * sl_cuda_memory() / gpus;
}

bool sl_suits_gpu(double bytes)
{
    bool small = bytes <= SL_GPU_BLOCKS / 4 && sl_fits_gpu(2 * SL_GPU_BLOCKS);
    return small || sl_fits_gpu(bytes + SL_GPU_BLOCKS);
}
