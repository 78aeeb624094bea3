/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The variables of StarPU, and some of the library, and their allowed values. On other values StarPU aborts, crashes,
 * or does something else without a message. Also checks whether StarPU's threads can be
 * made, and sets the size of their stacks. */

#define _GNU_SOURCE /* pthread_setattr_default_np, sched_getaffinity */
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <starpu.h>
#include <starpu_scheduler.h>
#include "environment.h"
#include "tuning.h"

extern char **environ;

/* The policies of the library. Programs without the library do not have them. */
extern __typeof__(starpu_get_sched_lib_policy) starpu_get_sched_lib_policy __attribute__((weak));

#ifdef STARPU_SIMGRID
enum { SIMULATION = 1 };
#else
enum { SIMULATION = 0 };
#endif

/* ---- The table --------------------------------------------------------------------------- */

enum kind {
    COUNT,   /* a whole number from least to most */
    REAL,    /* a number */
    CPUS,    /* numbers of processors and ranges of them */
    DEVICES, /* numbers of GPUs */
    NAME,    /* a part of the names of files, of at most `most` characters; empty: as if not set */
    WORD,    /* one of `words` */
    FOLDER,  /* a folder that can be written, or made */
    FILES,   /* a file that can be written, or made */
    INPUT,   /* a file that can be read; empty: none */
    LIBRARY, /* a library that has policies */
    POLICY   /* the name of a policy; empty: as if not set */
};

/* Largest values of a count that are not numbers. 0: no limit. */
enum { CPU_NUMBER = -1, CORE_THREADS = -2, ONLY_ZERO = -3 };

struct rule {
    const char *name; /* or a pattern of names */
    enum kind kind;
    long long least, most;
    const char *words;
    const char *with; /* the variable is read only where this one is a number above 0 */
};

/* Limits of StarPU that are in none of its headers. */
enum { LONGEST_HOST = 63, LONGEST_SUFFIX = 50, MOST_TASKS_BEGUN = 4, SMALLEST_DISK = 16 };
/* A GPU has at most 32 queues. StarPU's table of workers must hold the workers of all GPUs. */
enum { MOST_GPU_WORKERS = 32 };

/* clang-format off */
static const struct rule rules[] = {
    {.name = "STARPU_NCPU", .most = STARPU_MAXCPUS},
    {.name = "STARPU_NCPUS", .most = STARPU_MAXCPUS},
    {.name = "STARPU_RESERVE_NCPU", .most = STARPU_MAXCPUS},
    {.name = "STARPU_NCUDA"}, {.name = "STARPU_NHIP"}, {.name = "STARPU_NOPENCL"}, {.name = "STARPU_NMAX_FPGA"},
    {.name = "STARPU_NMPI_MS"}, {.name = "STARPU_NTCPIP_MS"},
    {.name = "STARPU_NTHREADS_PER_CORE", .least = 1, .most = CORE_THREADS},
    {.name = "STARPU_NWORKER_PER_CUDA", .least = 1, .most = MOST_GPU_WORKERS},
    {.name = "STARPU_CUDA_THREAD_PER_*", .most = 1},
    {.name = "STARPU_CUDA_PIPELINE", .most = MOST_TASKS_BEGUN},
    {.name = "STARPU_CUDA_ONLY_FAST_ALLOC_OTHER_MEMNODES"}, {.name = "STARPU_ENABLE_CUDA_GPU_GPU_DIRECT"},
    {.name = "STARPU_CALIBRATE", .most = 2}, {.name = "STARPU_BUS_CALIBRATE", .most = 1},
    {.name = "STARPU_CALIBRATE_MINIMUM"}, {.name = "STARPU_HISTORY_MAX_ERROR"},
    {.name = "STARPU_PERF_MODEL_HOMOGENEOUS_*"}, {.name = "STARPU_PCI_FLAT"},
    {.name = "STARPU_EXPECTED_TRANSFER_TIME_WRITEBACK"},
    {.name = "STARPU_LIMIT_*_MEM"}, {.name = "STARPU_LIMIT_*_SUBMITTED_TASKS"}, {.name = "STARPU_LIMIT_BANDWIDTH"},
    {.name = "STARPU_MINIMUM_AVAILABLE_MEM", .most = 100}, {.name = "STARPU_TARGET_AVAILABLE_MEM", .most = 100},
    {.name = "STARPU_MINIMUM_CLEAN_BUFFERS", .most = 100}, {.name = "STARPU_TARGET_CLEAN_BUFFERS", .most = 100},
    {.name = "STARPU_MAX_MEMORY_USE"}, {.name = "STARPU_MEMORY_STATS"}, {.name = "STARPU_SUBALLOCATOR"},
    {.name = "STARPU_DISABLE_*"}, {.name = "STARPU_ENABLE_MAP"}, {.name = "STARPU_GLOBAL_ARBITER"},
    {.name = "STARPU_USE_NUMA"}, {.name = "STARPU_DATA_LOCALITY_ENFORCE"}, {.name = "STARPU_PREFETCH"},
    {.name = "STARPU_MALLOC_SIMULATION_FOLD", .most = 2047},
    {.name = "STARPU_DISK_SWAP", .kind = FOLDER},
    {.name = "STARPU_DISK_SWAP_BACKEND", .kind = WORD, .words = "stdio,unistd,unistd_o_direct,leveldb,hdf5"},
    {.name = "STARPU_DISK_SWAP_SIZE", .least = SMALLEST_DISK},

    {.name = "STARPU_WORKERS_CPUID", .kind = CPUS}, {.name = "STARPU_WORKERS_COREID", .kind = CPUS},
    {.name = "STARPU_WORKERS_*ID", .kind = DEVICES},
    {.name = "STARPU_WORKERS_NOBIND"}, {.name = "STARPU_WORKERS_GETBIND"}, {.name = "STARPU_MAIN_THREAD_BIND"},
    {.name = "STARPU_MAIN_THREAD_*ID", .most = CPU_NUMBER}, {.name = "STARPU_MPI_THREAD_*ID", .most = CPU_NUMBER},
    {.name = "STARPU_BACKOFF_*"},

    {.name = "STARPU_SCHED", .kind = POLICY}, {.name = "STARPU_SCHED_LIB", .kind = LIBRARY},
    {.name = "STARPU_MIN_PRIO"}, {.name = "STARPU_MAX_PRIO"}, {.name = "STARPU_WORKER_TREE"},
    {.name = "STARPU_SCHED_ALPHA", .kind = REAL}, {.name = "STARPU_SCHED_BETA", .kind = REAL},
    {.name = "STARPU_SCHED_GAMMA", .kind = REAL}, {.name = "STARPU_IDLE_POWER", .kind = REAL},
    {.name = "STARPU_SCHED_READY"}, {.name = "STARPU_SCHED_SORTED_*"}, {.name = "STARPU_SCHED_GRAPH_TEST_DESCENDANTS"},
    {.name = "STARPU_NTASKS_THRESHOLD"}, {.name = "STARPU_EXP_LEN_THRESHOLD", .kind = REAL},
    {.name = "STARPU_WINDOW_TIME_SIZE", .kind = REAL},
    {.name = "STARPU_MIN_WORKERSIZE"}, {.name = "STARPU_MAX_WORKERSIZE"}, {.name = "STARPU_SINGLE_COMBINED_WORKER"},
    {.name = "STARPU_SYNTHESIZE_ARITY_COMBINED_WORKER", .least = 1},
    {.name = "STARPU_HETEROPRIO_*_MULTIPLIER", .kind = REAL}, {.name = "STARPU_HETEROPRIO_*_SELECTIVITY", .kind = REAL},
    {.name = "STARPU_HETEROPRIO_*_OFFSET", .kind = REAL}, {.name = "STARPU_HETEROPRIO_USE_*"},
    {.name = "STARPU_HETEROPRIO_CODELET_GROUPING_STRATEGY"}, {.name = "STARPU_HETEROPRIO_DATA_DIR", .kind = FOLDER},
    {.name = "STARPU_AUTOHETEROPRIO_PRIORITY_ORDERING_POLICY", .most = 27}, {.name = "STARPU_AUTOHETEROPRIO_*"},

    {.name = "STARPU_HOSTNAME", .kind = NAME, .most = LONGEST_HOST},
    {.name = "STARPU_MPI_HOSTNAMES", .kind = NAME, .most = INT_MAX},
    {.name = "STARPU_SIMGRID", .most = SIMULATION ? 1 : ONLY_ZERO}, {.name = "STARPU_SIMGRID_*"},
    {.name = "STARPU_FXT_TRACE", .most = 1},
    {.name = "STARPU_FXT_PREFIX", .kind = FOLDER, .with = "STARPU_FXT_TRACE"},
    {.name = "STARPU_FXT_SUFFIX", .kind = NAME, .most = LONGEST_SUFFIX, .with = "STARPU_FXT_TRACE"},
    {.name = "STARPU_TRACE_BUFFER_SIZE", .least = 1, .most = 1 << 16}, {.name = "STARPU_GENERATE_TRACE"},
    {.name = "STARPU_BUS_STATS_FILE", .kind = FILES, .with = "STARPU_BUS_STATS"},
    {.name = "STARPU_WORKER_STATS_FILE", .kind = FILES, .with = "STARPU_WORKER_STATS"},
    {.name = "STARPU_IDLE_FILE", .kind = FILES},
    {.name = "STARPU_BUS_STATS"}, {.name = "STARPU_WORKER_STATS"}, {.name = "STARPU_STATS"},
    {.name = "STARPU_*PROFILING"}, {.name = "STARPU_SILENT"}, {.name = "STARPU_CATCH_SIGNALS"},
    {.name = "STARPU_DISPLAY_BINDINGS"}, {.name = "STARPU_TASK_PROGRESS"}, {.name = "STARPU_TASK_BREAK_ON_*"},
    {.name = "STARPU_WATCHDOG_TIMEOUT", .least = 1, .most = LLONG_MAX}, {.name = "STARPU_WATCHDOG_*"},
    {.name = "STARPU_RAND_SEED"},

    {.name = "STARLING_TUNING", .kind = INPUT},
};
/* clang-format on */

/* ---- Kinds of values --------------------------------------------------------------------- */

static bool parse(const char *text, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return text[0] && *end == 0 && errno == 0;
}

static bool is_positive(const char *name)
{
    long long value;
    const char *text = getenv(name);
    return text && parse(text, &value) && value > 0;
}

/* Whether hwloc describes this machine, and not another one. */
static bool own_topology(void)
{
    return !SIMULATION && !getenv("HWLOC_SYNTHETIC") && !getenv("HWLOC_XMLFILE") && !getenv("HWLOC_FSROOT") &&
           !getenv("STARPU_HWLOC_INPUT");
}

static long long processors(void)
{
    long count = own_topology() ? sysconf(_SC_NPROCESSORS_CONF) : -1;
    return count > 0 ? count : INT_MAX;
}

/* The number of processors of a core, from a line such as "0,64" or "0-1". */
static long long core_threads(void)
{
    FILE *file = own_topology()
                     ? fopen("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "r") : NULL;
    long long count = 0;
    int first, last;
    if (!file)
        return INT_MAX;
    while (fscanf(file, "%d", &first) == 1) {
        last = first;
        if (fscanf(file, "-%d", &last) == EOF)
            last = first;
        count += last - first + 1;
        if (getc(file) != ',')
            break;
    }
    fclose(file);
    return count > 0 ? count : INT_MAX;
}

static long long most_of(const struct rule *rule)
{
    switch (rule->most) {
    case 0:
        return INT_MAX;
    case CPU_NUMBER:
        return processors() - 1;
    case CORE_THREADS:
        return core_threads();
    case ONLY_ZERO:
        return 0;
    }
    return rule->most;
}

static bool is_count(const char *text, long long least, long long most)
{
    long long value;
    return parse(text, &value) && value >= least && value <= most;
}

/* Reads a number without a sign, and moves *text behind it. */
static bool number_at(const char **text, long long *value)
{
    char *end;
    if (!isdigit((unsigned char)**text))
        return false;
    *value = strtoll(*text, &end, 10);
    *text = end;
    return true;
}

/* Whether text is a list of numbers and ranges such as "0-3,8 9-", all below the limit. For
 * devices StarPU allows no ranges and no commas. */
static bool is_list(const char *text, long long limit, bool ranges)
{
    int entries = 0;
    for (;; entries++) {
        long long first, last;
        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            return entries > 0;
        if (!number_at(&text, &first))
            return false;
        last = first;
        if (ranges && *text == '-') {
            text++;
            if (*text && *text != ',' && !isspace((unsigned char)*text) && !number_at(&text, &last))
                return false;
        }
        if (first >= limit || last >= limit || last < first)
            return false;
        if (ranges && *text == ',')
            text++;
        else if (*text && !isspace((unsigned char)*text))
            return false;
    }
}

static bool is_real(const char *text)
{
    char *end;
    float value = strtof(text, &end);
    return text[0] && *end == 0 && isfinite(value);
}

static bool is_word(const char *text, const char *words)
{
    size_t length = strlen(text);
    for (const char *at = words; length > 0 && (at = strstr(at, text)); at++)
        if ((at == words || at[-1] == ',') && (at[length] == ',' || at[length] == 0))
            return true;
    return false;
}

/* An error number, 0: it can be written. */
static int try_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return errno;
    close(file);
    return 0;
}

/* ---- Policies ---------------------------------------------------------------------------- */

typedef struct starpu_sched_policy *policy_function(const char *name);

/* Opens a policy library of the user. Returns its function, or NULL with the reason. */
static policy_function *policy_library(const char *path, void **handle, const char **reason)
{
    policy_function *function = NULL;
    *handle = path[0] ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (*handle)
        *(void **)&function = dlsym(*handle, "starpu_get_sched_lib_policy");
    *reason = !path[0] ? "it is empty" : function ? NULL : dlerror();
    return function;
}

/* Whether there is such a policy. StarPU still knows dmda by its old name heft. */
static bool is_policy(const char *name)
{
    const char *path = getenv("STARPU_SCHED_LIB"), *reason;
    void *handle = NULL;
    bool found = strncmp(name, "heft", 4) == 0 || name[0] == 0 ||
                 (starpu_get_sched_lib_policy && starpu_get_sched_lib_policy(name));
    for (struct starpu_sched_policy **p = starpu_sched_get_predefined_policies(); *p && !found; p++)
        found = strcmp((*p)->policy_name, name) == 0;
    if (!found && path) {
        policy_function *function = policy_library(path, &handle, &reason);
        found = function && function(name);
        if (handle)
            dlclose(handle);
    }
    return found;
}

static bool refuse_policy(const char *name, struct sl_said *said)
{
    char names[SL_SENTENCE - 200] = "";
    size_t length = 0;
    if (starpu_get_sched_lib_policy && starpu_get_sched_lib_policy("starling"))
        length = (size_t)snprintf(names, sizeof names, " starling");
    for (struct starpu_sched_policy **p = starpu_sched_get_predefined_policies(); *p; p++)
        if (length < sizeof names)
            length += (size_t)snprintf(names + length, sizeof names - length, " %s", (*p)->policy_name);
    return sl_refuse(said, "STARPU_SCHED is '%.60s', and there is no such policy; there are%s", name, names);
}

static bool refuse_library(const char *path, struct sl_said *said)
{
    const char *reason;
    void *handle;
    bool good = policy_library(path, &handle, &reason) != NULL;
    if (!good)
        sl_refuse(said, "STARPU_SCHED_LIB is '%.200s', which is no library with policies: %.400s", path,
                  reason ? reason : "it cannot be loaded");
    if (handle)
        dlclose(handle);
    return good;
}

/* ---- The check --------------------------------------------------------------------------- */

/* The values that the rule allows, in words. */
static void allowed(const struct rule *rule, long long most, char *words, size_t size)
{
    switch (rule->kind) {
    case COUNT:
        if (most >= INT_MAX)
            snprintf(words, size, "a whole number, %lld or more", rule->least);
        else if (most <= rule->least)
            snprintf(words, size, "only %lld here", rule->least);
        else
            snprintf(words, size, "a whole number from %lld to %lld", rule->least, most);
        break;
    case CPUS:
        if (most == INT_MAX)
            snprintf(words, size, "numbers of processors and ranges of them, such as 0-3,8");
        else
            snprintf(words, size, "numbers of processors and ranges of them, such as 0-3,8; this machine has "
                                  "processors 0 to %lld", most - 1);
        break;
    case DEVICES:
        snprintf(words, size, "numbers of devices with spaces between them");
        if (most < INT_MAX)
            snprintf(words, size, "numbers of devices with spaces between them; this machine has devices 0 "
                                  "to %lld", most - 1);
        break;
    case NAME:
        snprintf(words, size, "a name without '/'");
        if (most < INT_MAX)
            snprintf(words, size, "a name without '/' of at most %lld characters", most);
        break;
    case WORD:
        snprintf(words, size, "one of %s", rule->words);
        break;
    default:
        snprintf(words, size, "a number");
    }
}

static bool check(const struct rule *rule, const char *name, const char *value, int gpus, struct sl_said *said)
{
    long long most = most_of(rule);
    bool good = false;
    int error;
    char words[160];
    switch (rule->kind) {
    case COUNT:
        good = is_count(value, rule->least, most);
        break;
    case REAL:
        good = is_real(value);
        break;
    case CPUS:
        most = processors();
        good = is_list(value, most, true);
        break;
    case DEVICES:
        most = gpus > 0 && strcmp(name, "STARPU_WORKERS_CUDAID") == 0 ? gpus : INT_MAX;
        good = is_list(value, most, false);
        break;
    case NAME:
        good = !strchr(value, '/') && strlen(value) <= (size_t)most;
        break;
    case WORD:
        good = is_word(value, rule->words);
        break;
    case POLICY:
        return is_policy(value) || refuse_policy(value, said);
    case LIBRARY:
        return refuse_library(value, said);
    case FOLDER:
        error = value[0] ? sl_folder_make(value) : ENOENT;
        return error == 0 || sl_refuse(said, "%s is '%.200s', and this folder cannot be written: %s", name,
                                       value, strerror(error));
    case INPUT:
        error = value[0] && access(value, R_OK) != 0 ? errno : 0;
        return error == 0 || sl_refuse(said, "%s is '%.200s', and this file cannot be read: %s", name, value,
                                       strerror(error));
    case FILES:
        error = try_file(value);
        return error == 0 || sl_refuse(said, "%s is '%.200s', and this file cannot be written: %s", name, value,
                                       strerror(error));
    }
    if (good)
        return true;
    allowed(rule, most, words, sizeof words);
    return sl_refuse(said, "%s is '%.60s'; allowed is %s", name, value, words);
}

static const struct rule *rule_of(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (fnmatch(rules[i].name, name, 0) == 0)
            return &rules[i];
    return NULL;
}

static bool check_values(int gpus, struct sl_said *said)
{
    for (char **entry = environ; entry && *entry; entry++) { /* NULL after clearenv() */
        char name[80];
        const char *equals = strchr(*entry, '=');
        size_t length = equals ? (size_t)(equals - *entry) : 0;
        if (strncmp(*entry, "STAR", 4) != 0 || length >= sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, *entry);
        const struct rule *rule = rule_of(name);
        if (rule && (!rule->with || is_positive(rule->with)) && !check(rule, name, equals + 1, gpus, said))
            return false;
    }
    if (is_positive("STARPU_CUDA_THREAD_PER_WORKER") && getenv("STARPU_CUDA_THREAD_PER_DEV"))
        return sl_refuse(said, "STARPU_CUDA_THREAD_PER_WORKER and STARPU_CUDA_THREAD_PER_DEV are both set; "
                               "StarPU takes one of them");
    return true;
}

/* ---- Threads ----------------------------------------------------------------------------- */

/* Bytes; StarPU's threads and BLAS need less. */
enum { WORKER_STACK = 2 << 20 };
static pthread_attr_t default_stacks;
static bool stacks_changed;

void sl_stacks_enter(void)
{
    pthread_attr_t large;
    size_t size;
    stacks_changed = pthread_getattr_default_np(&default_stacks) == 0 &&
                     pthread_attr_getstacksize(&default_stacks, &size) == 0 && size < WORKER_STACK &&
                     pthread_getattr_default_np(&large) == 0;
    if (!stacks_changed)
        return;
    pthread_attr_setstacksize(&large, WORKER_STACK);
    stacks_changed = pthread_setattr_default_np(&large) == 0;
    pthread_attr_destroy(&large);
}

void sl_stacks_leave(void)
{
    if (stacks_changed) {
        pthread_setattr_default_np(&default_stacks);
        pthread_attr_destroy(&default_stacks);
    }
    stacks_changed = false;
}

static void *wait_for(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int sl_cpu_workers_wanted(void)
{
    const char *wish = getenv("STARPU_NCPU"), *each = getenv("STARPU_NTHREADS_PER_CORE");
    cpu_set_t set;
    long long threads = core_threads(), wanted = each ? atoi(each) : 1;
    wish = wish ? wish : getenv("STARPU_NCPUS");
    if (wish && atoi(wish) >= 0)
        return atoi(wish);
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    threads = threads == INT_MAX ? 1 : threads; /* unknown */
    return (int)((CPU_COUNT(&set) * (wanted > 0 ? wanted : 1) + threads - 1) / threads);
}

/* Makes as many threads as StarPU will. StarPU aborts if it cannot make one. */
static bool check_threads(int gpus, struct sl_said *said)
{
    enum { OTHERS = 4 }; /* threads of drivers */
    pthread_t thread[STARPU_NMAXWORKERS + OTHERS];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    int wanted = sl_cpu_workers_wanted() + gpus * SL_GPU_WORKERS + 1, made = 0, error = 0;
    if (wanted > STARPU_NMAXWORKERS + OTHERS)
        wanted = STARPU_NMAXWORKERS + OTHERS;
    pthread_mutex_lock(&gate);
    while (made < wanted && (error = pthread_create(&thread[made], NULL, wait_for, &gate)) == 0)
        made++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < made; i++)
        pthread_join(thread[i], NULL);
    return error == 0 ||
           sl_refuse(said, "the system gives %d of the %d threads that are needed (%s); raise its limits of "
                           "processes (ulimit -u) and memory, or set STARPU_NCPU to a smaller number", made,
                     wanted, strerror(error));
}

bool sl_environment_check(int gpus, struct sl_said *said)
{
    if (!check_values(gpus, said))
        return false;
    if (SIMULATION)
        return true;
    sl_stacks_enter();
    bool good = check_threads(gpus, said);
    sl_stacks_leave();
    return good;
}
