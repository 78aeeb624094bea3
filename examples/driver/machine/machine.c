/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling machine`: what StarPU drives here, how fast it is, and what is missing and why. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h>
#include "config.h"
#include "machine/capture.h"
#include "command.h"
#include "machine/device.h"
#include "files/files.h"
#include "options/options.h"
#include "report/versions.h"

struct values {
    bool quick;
    const char *plot, *capture;
    char *type;
};

static const struct option_spec specs[] = {
    {.name = "quick", .kind = OPTION_FLAG, .help = "do not measure gemm",
     OPTION_AT(struct values, quick)},
    {.name = "plot", .kind = OPTION_STRING, .meta = "FILE",
     .help = "measure gemm by tile size, some seconds, and draw it as SVG",
     OPTION_AT(struct values, plot)},
    {.name = "capture", .kind = OPTION_STRING, .meta = "FILE",
     .help = "describe this machine for simulations, and nothing else (a minute; --quick: "
             "small tiles)",
     OPTION_AT(struct values, capture)},
    {.name = "type", .kind = OPTION_LETTERS, .meta = "LIST", .set = "sdcz", .fallback = "d",
     .help = "precisions captured: s, d, c, z", OPTION_AT(struct values, type)},
};

static const struct option_table table = {
    .command = "starling machine",
    .summary = "Shows workers, versions, bandwidths, measured gemm rates and what is missing.",
    .specs = specs,
    .count = sizeof specs / sizeof specs[0],
    .size = sizeof(struct values),
};

static void print_workers(void)
{
    printf("workers\n");
    for (unsigned i = 0; i < starpu_worker_get_count(); i++) {
        char name[64];
        starpu_worker_get_name((int)i, name, sizeof name);
        printf("  %3u  %s\n", i, name);
    }
}

/* StarPU's bus benchmark, in GB/s, between memory nodes. */
static void print_bandwidths(void)
{
    unsigned nodes = starpu_memory_nodes_get_count();
    if (nodes < 2)
        return;
    printf("bandwidth in GB/s, from the row's memory to the column's\n  %-10s", "");
    for (unsigned j = 0; j < nodes; j++) {
        char name[16];
        starpu_memory_node_get_name(j, name, sizeof name);
        printf(" %9.9s", name);
    }
    printf("\n");
    for (unsigned i = 0; i < nodes; i++) {
        char name[16];
        starpu_memory_node_get_name(i, name, sizeof name);
        printf("  %-10.10s", name);
        for (unsigned j = 0; j < nodes; j++)
            if (i == j)
                printf(" %9s", "-");
            else
                printf(" %9.1f", 1e-3 * starpu_transfer_bandwidth(i, j));
        printf("\n");
    }
}

static void print_rates(void)
{
    printf("gemm, measured, in Gflop/s\n  %-10s %9s %9s %9s %9s\n", "", "s", "d", "c", "z");
    int cores = starling_ncpu();
    if (cores > 0) {
        printf("  %-10s", "1 core");
        for (int t = 0; t < 4; t++)
            printf(" %9.1f", 1e-9 * peak_cpu((starling_precision)t, 1));
        printf("\n");
    }
    if (cores > 1) {
        printf("  %2d %-7s", cores, "cores");
        for (int t = 0; t < 4; t++)
            printf(" %9.1f", 1e-9 * peak_cpu((starling_precision)t, cores));
        printf("\n");
    }
    if (starling_ncuda() > 0) {
        printf("  %-10s", "1 GPU");
        for (int t = 0; t < 4; t++)
            printf(" %9.0f", 1e-9 * peak_gpu((starling_precision)t));
        printf("\n");
    }
}

/* A line of what is missing; before the first one the heading */
static void missing(const char *format, ...)
{
    static bool told;
    va_list list;
    if (!told)
        printf("missing\n");
    told = true;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void print_missing(void)
{
    char hint[200];
    if (blas_is_old(hint, sizeof hint))
        missing("  %s\n", hint);
#if defined(STARPU_SIMGRID)
    missing("  the machine: it is simulated, and computes nothing\n");
#elif !defined(STARPU_USE_CUDA)
    missing("  CUDA: StarPU was built without it; build it where nvcc is found "
            "(tools/starpu)\n");
#elif !defined(STARLING_CUDA)
    missing("  CUDA: Starling was configured without it (--with-cuda)\n");
#else
    if (starling_ncuda() == 0)
        missing("  GPU: %s\n", device_present() ? "one is here, but STARPU_NCUDA or StarPU's "
                                                  "configuration keeps it out"
                                                : "the CUDA driver reports none");
#endif
#if !defined(STARPU_USE_FXT)
    missing("  traces: StarPU was built without FxT\n");
#endif
    if (starling_ncpu() == 0)
        missing("  cores: STARPU_NCPU keeps them out\n");
}

/* Before anything is measured; a sentence where the file cannot be written. */
static bool writable(const char *path)
{
    char err[400];
    struct file_use use = {"--plot", path, true};
    if (files_check(&use, 1, err, sizeof err) == 0)
        return true;
    fprintf(stderr, "starling machine: %s\n", err);
    return false;
}

/* The picture, or a sentence why there is none. */
static int plot(const char *path)
{
    char err[400];
    if (plot_tile_rates(path, err, sizeof err) == 0)
        return 0;
    fprintf(stderr, "starling machine: %s\n", err);
    return EXIT_FAILURE;
}

/* The description, or a sentence why there is none. */
static int capture(const struct values *v)
{
    char err[400];
    if (SIMULATED) {
        fprintf(stderr, "starling machine: --capture: a simulated machine has a description "
                        "already\n");
        return EXIT_NOTHING;
    }
    if (capture_machine(v->capture, v->type, v->quick, err, sizeof err) == 0)
        return 0;
    fprintf(stderr, "starling machine: %s\n", err);
    return EXIT_FAILURE;
}

static int show(const struct values *v)
{
    int version[3];
    if (v->plot && SIMULATED) {
        fprintf(stderr, "starling machine: --plot: a simulated machine computes nothing that "
                        "could be measured\n");
        return EXIT_NOTHING;
    }
    if (!writable(v->plot))
        return EXIT_FAILURE;
    int info = starling_init();
    if (info != 0) {
        fprintf(stderr, "starling machine: %s\n", words_of(info));
        return start_status(info);
    }
    starpu_get_version(&version[0], &version[1], &version[2]);
    printf("Starling %s\nStarPU %d.%d.%d, scheduler %s\n%s\n", starling_version(), version[0],
           version[1], version[2], scheduler_name(), blas_version());
    print_workers();
    printf("tuned values of %s\n  %s\n", starling_tuning_workers(), starling_tuning_file());
    print_bandwidths();
    if (!v->quick && !SIMULATED)
        print_rates();
    print_missing();
    int status = v->plot ? plot(v->plot) : 0;
    starling_finalize();
    return status;
}

int command_machine(int argc, char **argv)
{
    struct values v;
    int arguments, status;
    if (command_ready(&table, argc, argv, &arguments, &v, &status))
        status = v.capture ? capture(&v) : show(&v);
    options_free(&table, &v);
    return status;
}
