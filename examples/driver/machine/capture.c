/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling machine --capture FILE`: workers, links and kernels of this machine as text that
 * tools/simulate and the laboratory take. */

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <starpu.h>
#include "machine/capture.h"
#include "command.h"
#include "files/output.h"
#include "report/versions.h"

static const double gib = 1024.0 * 1024 * 1024;

static void print_head(FILE *out)
{
    char host[128], date[32];
    int version[3];
    time_t now = time(NULL);
    machine_name(host, sizeof host);
    strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
    starpu_get_version(&version[0], &version[1], &version[2]);
    fprintf(out, "# %s, captured on %s by starling machine --capture: Starling %s, StarPU "
            "%d.%d.%d,\n# %s\n", host, date, starling_version(), version[0], version[1],
            version[2], blas_version());
    fprintf(out, "# Kernels ran with one worker a GPU; the library has three, whose kernels "
            "overlap.\n\n");
}

/* Of a GPU: NVIDIA H200 out of "CUDA 0.0 (NVIDIA H200 125.8 GiB 00:06.0)". */
static void print_model(FILE *out)
{
    char name[64] = "";
    int worker = starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0);
    if (worker >= 0)
        starpu_worker_get_name(worker, name, sizeof name);
    char *model = strchr(name, '('), *end = model ? strstr(model, " GiB") : NULL;
    if (end) {
        *end = '\0'; /* and the number before it */
        if ((end = strrchr(model, ' ')))
            *end = '\0';
    }
    fprintf(out, "%s\n", model ? model + 1 : "");
}

/* StarPU keeps a core for each GPU. */
static void print_workers(FILE *out, const char *precisions)
{
    unsigned node[STARPU_MAXNODES];
    int gpus = capture_gpus(node);
    fprintf(out, "study   %c %d\n", precisions[0], gpus > 0 ? 1024 : 512);
    fprintf(out, "cores   %d\n", starling_ncpu() + gpus);
    if (gpus > 0) {
        fprintf(out, "gpus    %d %.2f ", gpus,
                (double)starpu_memory_get_total(node[0]) / gib);
        print_model(out);
    }
}

/* A start of the library with a kind of worker alone. The user's limits return after it. */
struct limit {
    const char *name, *value;
    char *before;
};

static void set_limit(struct limit *l)
{
    const char *before = getenv(l->name);
    l->before = before ? strdup(before) : NULL;
    if (l->value)
        setenv(l->name, l->value, 1);
}

static void restore_limit(struct limit *l)
{
    if (l->before)
        setenv(l->name, l->before, 1);
    else
        unsetenv(l->name);
    free(l->before);
}

static int with_workers(FILE *out, const char *precisions, enum capture_workers workers,
                        bool quick)
{
    struct limit limit[] = {
        {"STARPU_NCPU", workers == CAPTURE_GPUS ? "0" : workers == CAPTURE_CORE ? "1" : NULL,
         NULL},
        {"STARPU_NCUDA", workers == CAPTURE_GPUS ? NULL : "0", NULL},
    };
    set_limit(&limit[0]);
    set_limit(&limit[1]);
    int info = starling_init();
    if (info == 0) {
        for (const char *p = precisions; *p && info == 0; p++)
            info = capture_times(out, (starling_precision)(strchr("sdcz", *p) - "sdcz"),
                                 workers, quick);
        starling_finalize();
    }
    restore_limit(&limit[0]);
    restore_limit(&limit[1]);
    return info;
}

/* Everything but the file. */
static int capture(FILE *out, const char *precisions, bool quick)
{
    int info = starling_init();
    if (info != 0)
        return info;
    int cores = starling_ncpu(), gpus = starling_ncuda();
    print_head(out);
    print_workers(out, precisions);
    if (gpus > 0)
        capture_links(out);
    starling_finalize();
    fprintf(out, "\n# Microseconds: medians; square tiles by their order, panels by width and "
            "height.\n");
    if (cores > 0)
        info = with_workers(out, precisions, CAPTURE_CORES, quick);
    if (cores > 0 && info == 0)
        info = with_workers(out, precisions, CAPTURE_CORE, quick);
    if (gpus > 0 && info == 0)
        info = with_workers(out, precisions, CAPTURE_GPUS, quick);
    fprintf(out, "memory core 5 1     # GB/s, us; all other kernels, by their data: guesses\n");
    if (gpus > 0)
        fprintf(out, "memory gpu 1000 10\n");
    return info;
}

/* Where a capture fails, or is broken off, the one before it stays. */
int capture_machine(const char *path, const char *precisions, bool quick, char *err,
                    size_t errlen)
{
    struct output o;
    if (output_open(&o, path, err, errlen) != 0)
        return -1;
    setenv("STARPU_NWORKER_PER_CUDA", "1", 1);
    setenv("STARPU_CUDA_PIPELINE", "0", 1); /* no kernel beside another */
    int info = capture(o.file, precisions, quick);
    if (info == 0)
        return output_close(&o, err, errlen);
    output_discard(&o);
    snprintf(err, errlen, "%s", words_of(info));
    return -1;
}
