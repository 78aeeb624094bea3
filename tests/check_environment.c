/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A bad environment, as a program that uses the library meets it: the function returns the error and
 * the handler gets a sentence about it, nothing is printed, and once the environment is mended the same
 * process goes on. The environment that the program had is there afterwards. Each story is a process. */

#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <pthread.h>
#include <starpu.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "reference.h"
#include "tap.h"

/* What the handler was told. */
static struct {
    int calls, info;
    char routine[80], message[2000];
} heard;

static void hear(const char *routine, int info, const char *message, void *data)
{
    heard.calls += data == &heard;
    heard.info = info;
    snprintf(heard.routine, sizeof heard.routine, "%s", routine);
    snprintf(heard.message, sizeof heard.message, "%s", message);
}

static void listen(void)
{
    memset(&heard, 0, sizeof heard);
    starling_set_error_handler(hear, &heard);
}

/* The last call of the handler was about this. */
static bool was_told(int info, const char *words)
{
    return heard.calls > 0 && heard.info == info && strcmp(heard.routine, "starling_init") == 0 &&
           strstr(heard.message, words);
}

static bool works(void)
{
    double a[9] = {4, 1, 1, 1, 4, 1, 1, 1, 4};
    return starling_dpotrf('L', 3, a, 3) == 0 && a[0] == 2;
}

/* A folder of this story's own. */
static char folder[200];

static bool make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/check_environment.XXXXXX", getenv("STARPU_HOME"));
    return mkdtemp(folder) != NULL;
}

static bool write_text(const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

static bool exists(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

/* The first call, then one that starts the library by itself, then the environment is mended. */
static int value(void)
{
    starling_matrix *A;
    double a[1] = {4};
    listen();
    const char *good = getenv("STARPU_NCPU");
    char before[20];
    snprintf(before, sizeof before, "%s", good ? good : "1");
    setenv("STARPU_NCPU", "abc", 1);
    MUST(starling_init() == STARLING_ERUNTIME && heard.calls == 1);
    MUST(was_told(STARLING_ERUNTIME, "STARPU_NCPU is 'abc'; allowed is a whole number from 0 to "));
    MUST(starling_dpotrf('L', 1, a, 1) == STARLING_ERUNTIME && a[0] == 4);
    MUST(starling_matrix_create(&A, STARLING_D, 3, 3, 1, 1) == STARLING_ERUNTIME && !A);
    MUST(starling_ncpu() == 0 && starling_finalize() == 0 && !starpu_is_initialized());
    setenv("STARPU_NCPU", before, 1);
    setenv("STARPU_SCHED", "nonsense", 1);
    MUST(starling_init() == STARLING_ERUNTIME);
    MUST(was_told(STARLING_ERUNTIME, "STARPU_SCHED is 'nonsense'") && strstr(heard.message, " dmdas"));
    MUST(strcmp(getenv("STARPU_SCHED"), "nonsense") == 0);
    unsetenv("STARPU_SCHED");
    listen();
    MUST(starling_init() == 0 && works() && starling_finalize() == 0 && heard.calls == 0);
    return 0;
}

/* A name without a value is none, and stays. */
static int empty(void)
{
    listen();
    setenv("STARPU_SCHED", "", 1);
    MUST(starling_init() == 0 && works());
    MUST(getenv("STARPU_SCHED") && getenv("STARPU_SCHED")[0] == 0);
    MUST(starling_finalize() == 0 && heard.calls == 0);
    return 0;
}

/* Without a folder that can be written the library goes on, and says so with info = 0. */
static int no_folder(void)
{
    MUST(make_folder());
    listen();
    setenv("STARPU_HOME", "/dev/null", 1);
    setenv("HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    MUST(starling_init() == 0 && heard.calls == 1 && was_told(0, "STARPU_HOME cannot be used"));
    MUST(strstr(heard.message, folder) && works());
    MUST(!getenv("XDG_CACHE_HOME") && strcmp(getenv("STARPU_HOME"), "/dev/null") == 0);
    MUST(starling_finalize() == 0 && exists(".starpu/sampling/bus/check.config"));
    setenv("XDG_CACHE_HOME", "/dev/full", 1);
    listen();
    MUST(works() && was_told(0, "XDG_CACHE_HOME cannot be used"));
    MUST(strcmp(getenv("XDG_CACHE_HOME"), "/dev/full") == 0 && starling_finalize() == 0);
    unsetenv("XDG_CACHE_HOME");
    setenv("STARPU_HOME", folder, 1);
    listen();
    MUST(works() && heard.calls == 0);
    return 0;
}

/* And where there is none at all it says that; then there is one. */
static int nowhere(void)
{
    struct rlimit limit, small;
    MUST(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    small = limit;
    small.rlim_cur = 0;
    listen();
    MUST(setrlimit(RLIMIT_FSIZE, &small) == 0);
    MUST(starling_init() == STARLING_ERUNTIME);
    MUST(was_told(STARLING_ERUNTIME, "there is no folder that can be written"));
    MUST(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    MUST(works() && starling_finalize() == 0);
    return 0;
}

/* Damaged files are renamed, and others stay. */
#define BUS ".starpu/sampling/bus/"
static int damage(void)
{
    MUST(make_folder());
    setenv("STARPU_HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    MUST(works() && starling_finalize() == 0);
    MUST(exists(BUS "check.config") && exists(BUS "check.latency"));
    MUST(write_text(BUS "check.config", "nothing\n") && write_text(BUS "other.config", "nothing\n"));
    listen();
    MUST(works() && heard.calls == 1 && was_told(0, "check.config is damaged"));
    MUST(starling_finalize() == 0 && exists(BUS "check.config.damaged") && exists(BUS "check.config"));
    MUST(!exists(BUS "check.latency.damaged") && !exists(BUS "other.config.damaged"));
    listen();
    MUST(works() && heard.calls == 0 && starling_finalize() == 0);
    return 0;
}

/* StarPU's threads have stacks of their own size; those of the application keep its. */
static int stacks(void)
{
    pthread_attr_t attributes;
    size_t before, after;
    setenv("STARPU_NCPU", "2", 1); /* CUDA's own threads need more */
    setenv("STARPU_NCUDA", "0", 1);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    MUST(pthread_setattr_default_np(&attributes) == 0);
    MUST(pthread_getattr_default_np(&attributes) == 0);
    MUST(pthread_attr_getstacksize(&attributes, &before) == 0);
    MUST(works());
    MUST(pthread_getattr_default_np(&attributes) == 0);
    MUST(pthread_attr_getstacksize(&attributes, &after) == 0 && before == after);
    return 0;
}

/* A StarPU that the application has started is its own affair. */
static int joined(void)
{
    MUST(starpu_init(NULL) == 0);
    listen();
    setenv("STARPU_NCPU", "abc", 1);
    setenv("STARPU_HOME", "/dev/null", 1);
    MUST(starling_init() == 0 && heard.calls == 0 && starling_finalize() == 0);
    setenv("STARPU_NCPU", "1", 1);
    starpu_shutdown();
    return 0;
}

/* The folder goes away while the library runs (perfmodel-save.patch). */
static int vanished(void)
{
    char gone[220], at_home[220];
    starling_matrix *A;
    MUST(make_folder());
    setenv("STARPU_HOME", folder, 1);
    unsetenv("XDG_CACHE_HOME");
    setenv("STARPU_CALIBRATE", "1", 1); /* StarPU saves what it measures */
    MUST(starling_matrix_create(&A, STARLING_D, 50, 50, 10, 10) == 0);
    MUST(starling_random(1, A) == 0 && starling_matrix_destroy(A) == 0);
    snprintf(gone, sizeof gone, "%s.gone", folder);
    MUST(rename(folder, gone) == 0);
    FILE *file = fopen(folder, "w"); /* it cannot come back */
    MUST(file && fclose(file) == 0 && starling_finalize() == 0);
    snprintf(at_home, sizeof at_home, "%s.home", folder);
    MUST(mkdir(at_home, 0700) == 0 && setenv("HOME", at_home, 1) == 0);
    listen();
    MUST(works() && was_told(0, "STARPU_HOME cannot be used") && starling_finalize() == 0);
    return 0;
}

/* A list of folders stays as it was (perfmodel-path.patch). */
static int path(void)
{
    char list[420];
    MUST(make_folder());
    snprintf(list, sizeof list, "%s:%s/.", folder, folder);
    setenv("STARPU_PERF_MODEL_PATH", list, 1);
    MUST(works() && starling_finalize() == 0 && strcmp(getenv("STARPU_PERF_MODEL_PATH"), list) == 0);
    return 0;
}

/* StarPU itself, on a processor that is not there (bind-thread.patch). */
static int bound(void)
{
    unsetenv("STARPU_WORKERS_NOBIND");
    setenv("STARPU_MAIN_THREAD_CPUID", "255", 1);
    MUST(starpu_init(NULL) == 0);
    MUST(works() && starling_finalize() == 0);
    starpu_shutdown();
    return 0;
}

static const struct {
    const char *name;
    int (*tell)(void);
} stories[] = {
    {"a bad value, then a good one", value},
    {"an empty name of a policy", empty},
    {"a folder that cannot be written", no_folder},
    {"no folder at all, then one", nowhere},
    {"a damaged file", damage},
    {"small stacks", stacks},
    {"a StarPU of the application's", joined},
    {"a folder that goes away", vanished},
    {"a list of folders", path},
    {"a processor that is not there", bound},
};
enum { STORIES = sizeof stories / sizeof stories[0] };

int main(int argc, char **argv)
{
    setenv("STARPU_HOSTNAME", "check", 1);
    for (int i = 0; i < STORIES; i++) {
        if (argc > 1 && strcmp(argv[1], stories[i].name) == 0)
            return stories[i].tell();
        if (argc == 1)
            is_integer(run_child(stories[i].name), 0, stories[i].name);
    }
    return done_testing();
}
