/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The `starling` command: solves systems and eigenproblems from files, tests and times routines, inspects the
 * machine. */

#define _GNU_SOURCE /* sched_getaffinity */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <starpu.h> /* renames main in simulation */
#include "config.h"
#include "command.h"
#include "files/files.h"
#include "options/options.h"
#include "options/words.h"
#include "processes.h"
#include "src/room.h"

bool command_ready(const struct option_table *table, int argc, char **argv,
                   int *arguments, void *values, int *status)
{
    char err[400];
    *arguments = 0;
    *status = options_parse(table, argc - 1, argv + 1, arguments, values, err, sizeof err);
    if (*status == OPTIONS_BAD)
        fprintf(stderr, "%s\n", err);
    else if (*status == OPTIONS_HELP) {
        options_help(table, stdout);
        *status = 0;
        return false;
    }
    return *status == OPTIONS_OK;
}

void set_workers(const char *variable, int64_t count)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)count);
    if (count >= 0)
        setenv(variable, text, 1);
}

/* Those that this process may run on, before StarPU binds a thread; 0: unknown or simulated. */
static int64_t processors;

static void count_processors(void)
{
    cpu_set_t set;
    if (!SIMULATED && sched_getaffinity(0, sizeof set, &set) == 0)
        processors = CPU_COUNT(&set);
}

void tell_workers(const char *command, int64_t ncpu, int64_t ncuda)
{
    const struct {
        const char *option, *noun;
        int64_t asked, got;
    } kind[] = {{"ncpu", "core", ncpu, starling_ncpu()}, {"ncuda", "GPU", ncuda, starling_ncuda()}};
    for (int i = 0; i < 2; i++)
        if (kind[i].asked > kind[i].got)
            fprintf(stderr, "starling %s: --%s %lld: StarPU drives %s here ('starling machine' shows "
                            "them)\n", command, kind[i].option, (long long)kind[i].asked,
                    words_count(kind[i].got, kind[i].noun).text);
    if (processors > 0 && starling_ncpu() > processors && ncpu > 0)
        fprintf(stderr, "starling %s: --ncpu %lld: these workers share %s\n", command,
                (long long)ncpu, words_count(processors, "processor").text);
}

static const struct {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"solve", "A.mtx [B.mtx]", "solve a system read from Matrix Market files", command_solve},
    {"eig", "A.mtx", "eigenvalues and eigenvectors of a square matrix from a file", command_eig},
    {"svd", "A.mtx", "singular values and vectors of a matrix from a file", command_svd},
    {"tune", "[ROUTINE...]", "find tile sizes for this machine, which the library then uses", command_tune},
    {"machine", "", "what this machine has, how fast it is, and what is missing",
     command_machine},
};
enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *out)
{
    const char *name = program_name();
    if (processes)
        fprintf(out, "usage: mpirun -np N %s ROUTINE [options]\n\n"
                     "Dense linear algebra on several machines.\n", name);
    else
        fprintf(out, "usage: %s COMMAND [options]\n\n"
                     "Dense linear algebra on every core and GPU.\n\ncommands:\n", name);
    for (int i = 0; i < NCOMMANDS && !processes; i++)
        fprintf(out, "  %-8s %-14s %s\n", commands[i].name, commands[i].arguments,
                commands[i].summary);
    fprintf(out, "\nroutines, to test and to time:\n");
    for (const struct routine *const *r = routines; *r; r++)
        if (!processes || processes->takes(*r))
            fprintf(out, "  %-23s %s\n", (*r)->name, (*r)->summary);
    const char *what = processes ? "ROUTINE" : "COMMAND";
    fprintf(out, "\n'%s help %s' or '%s %s --help' shows the options of one; "
                 "'%s\n--version' the version.\n", name, what, name, what, name);
}

/* What the library says: notices of its start are printed, each once, and the last error is kept. */
static pthread_mutex_t saying = PTHREAD_MUTEX_INITIALIZER;
static char *told[16], failure[2000];
static int failed;

static void hear(const char *routine, int info, const char *message, void *data)
{
    int i = 0;
    (void)routine, (void)data;
    pthread_mutex_lock(&saying);
    if (info != 0) {
        snprintf(failure, sizeof failure, "%s", message);
        failed = info;
    }
    while (i < 16 && told[i] && strcmp(told[i], message) != 0)
        i++;
    if (info == 0 && i < 16 && !told[i] && is_first_process()) {
        told[i] = strdup(message);
        fprintf(stderr, "starling: %s\n", message);
    }
    pthread_mutex_unlock(&saying);
}

const char *words_of(int info)
{
    return failed == info && info != 0 ? failure : starling_strerror(info);
}

int start_status(int info)
{
    return info == STARLING_ENOWORKER || info == STARLING_ENOMEM ? EXIT_NOTHING : EXIT_FAILURE;
}

/* OpenBLAS has tables on the stack of the thread that calls it, and its own threads' stacks are as
 * large as the limit was when it was loaded. */
static bool enough_stack(void)
{
    enum { LEAST_KIB = 1024 };
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >> 10 >= LEAST_KIB)
        return true;
    fprintf(stderr, "starling: the limit of the stack is %llu KiB, and BLAS needs %d; set it by ulimit -s "
            "%d\n", (unsigned long long)limit.rlim_cur >> 10, LEAST_KIB, LEAST_KIB);
    return false;
}

static int unknown(const char *name)
{
    const char *like = NULL;
    for (int i = 0; i < NCOMMANDS; i++)
        if (options_similar(name, commands[i].name))
            like = commands[i].name;
    for (const struct routine *const *r = routines; *r; r++)
        if (options_similar(name, (*r)->name))
            like = (*r)->name;
    fprintf(stderr, "%s: unknown command %s%s%s%s; '%s --help' lists them\n", program_name(),
            words_quote(name).text, like ? ", did you mean '" : "", like ? like : "",
            like ? "'?" : "", program_name());
    return EXIT_USAGE;
}

static int several(const char *name)
{
    fprintf(stderr, "%s: %s runs in one process: 'starling %s'\n", program_name(), name, name);
    return EXIT_USAGE;
}

/* argv[0] is the command's name. */
static int run_command(int argc, char **argv)
{
    for (int i = 0; i < NCOMMANDS; i++)
        if (strcmp(argv[0], commands[i].name) == 0)
            return processes ? several(argv[0]) : commands[i].run(argc, argv);
    const struct routine *routine = find_routine(argv[0]);
    return !routine                                  ? unknown(argv[0])
           : processes && !processes->takes(routine) ? several(argv[0])
                                                     : command_routine(argc, argv);
}

/* More than `most` words follow: nothing here takes them. */
static bool too_many(int argc, char **argv, int most)
{
    if (argc <= 1 + most)
        return false;
    const char *first = argv[1 + most];
    fprintf(stderr, "%s: unexpected argument %s after '%s'\n", program_name(),
            words_quote(first).text, argv[most]);
    return true;
}

static int run(int argc, char **argv)
{
    static char option[] = "--help";
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        if (too_many(argc, argv, 2))
            return EXIT_USAGE;
        if (argc == 3) /* help potrf: potrf --help */
            return run_command(2, (char *[]){argv[2], option, NULL});
        help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        if (too_many(argc, argv, 1))
            return EXIT_USAGE;
        printf("%s %s\n", program_name(), starling_version());
        return 0;
    }
    if (!enough_stack())
        return EXIT_FAILURE;
    starling_set_error_handler(hear, NULL);
    return run_command(argc - 1, argv + 1);
}

/* OpenBLAS' threads begin before main(). Where there is no room for the buffer of one it tries for
 * ever, and exit() waits for it. */
static void leave_without_room(void)
{
#ifdef HAVE_BLAS_MEMORY_ALLOC
    struct sl_room room = sl_address_room();
    if (room.bytes >= SL_BYTES_A_BLAS_BUFFER)
        return;
    fprintf(stderr, "starling: the command needs %.3g GB of addresses for a buffer of BLAS, but only %.3g GB "
                    "can be had (%s)\n", 1e-9 * SL_BYTES_A_BLAS_BUFFER, 1e-9 * room.bytes, room.limit);
    _exit(EXIT_NOTHING);
#endif
}

/* A full disk is a failure that has been told already where the status is 1. */
int main(int argc, char **argv)
{
    files_reserve_standard();
    signal(SIGXFSZ, SIG_IGN); /* a file over the limit (ulimit -f) is an error in words */
    count_processors();
    leave_without_room();
    if (processes_begin)
        processes = processes_begin(&argc, &argv);
    int status = run(argc, argv);
    bool bad = fflush(stdout) != 0 || ferror(stdout);
    if (processes_end)
        processes_end();
    if (!is_first_process()) /* the first one has told all */
        return 0;
    if (!bad || status == EXIT_FAILURE)
        return status;
    fprintf(stderr, "starling: cannot write to standard output: %s\n", strerror(errno));
    return EXIT_FAILURE;
}
