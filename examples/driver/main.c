/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The `starling` command: solves systems from files, tests and times routines, inspects the
 * machine. */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h> /* renames main in simulation */
#include "command.h"
#include "files.h"
#include "options.h"

void set_workers(const char *variable, int64_t count)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)count);
    if (count >= 0)
        setenv(variable, text, 1);
}

static const struct {
    const char *name, *arguments, *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"solve", "A.mtx [B.mtx]", "solve a system read from Matrix Market files", command_solve},
    {"machine", "", "what this machine has, how fast it is, and what is missing",
     command_machine},
};
enum { NCOMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *out)
{
    fprintf(out, "usage: starling COMMAND [options]\n\n"
                 "Dense linear algebra on every core and GPU.\n\ncommands:\n");
    for (int i = 0; i < NCOMMANDS; i++)
        fprintf(out, "  %-8s %-14s %s\n", commands[i].name, commands[i].arguments,
                commands[i].summary);
    fprintf(out, "\nroutines, to test and to time:\n");
    for (const struct routine *r = routines; r->name; r++)
        fprintf(out, "  %-8s %-14s %s\n", r->name, "", r->summary);
    fprintf(out, "\n'starling COMMAND --help' shows the options of one; 'starling --version' "
                 "the version.\n");
}

static int unknown(const char *name)
{
    const char *like = NULL;
    for (int i = 0; i < NCOMMANDS; i++)
        if (options_similar(name, commands[i].name))
            like = commands[i].name;
    for (const struct routine *r = routines; r->name; r++)
        if (options_similar(name, r->name))
            like = r->name;
    fprintf(stderr, "starling: unknown command '%s'%s%s%s; 'starling --help' lists them\n",
            name, like ? ", did you mean '" : "", like ? like : "", like ? "'?" : "");
    return EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        help(stdout);
        return 0;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("starling %s\n", starling_version());
        return 0;
    }
    for (int i = 0; i < NCOMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return find_routine(argv[1]) ? command_routine(argc - 1, argv + 1) : unknown(argv[1]);
}

/* A full disk is a failure that has been told already where the status is 1. */
int main(int argc, char **argv)
{
    files_reserve_standard();
    signal(SIGXFSZ, SIG_IGN); /* a file over the limit (ulimit -f) is an error in words */
    int status = run(argc, argv);
    bool bad = fflush(stdout) != 0 || ferror(stdout);
    if (!bad || status == EXIT_FAILURE)
        return status;
    fprintf(stderr, "starling: cannot write to standard output: %s\n", strerror(errno));
    return EXIT_FAILURE;
}
