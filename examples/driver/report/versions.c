/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The first lines of every report: the host, the versions of Starling, StarPU and BLAS, the
 * workers and the scheduling policy. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h>
#include <starpu_scheduler.h>
#include <time.h>
#include <unistd.h>
#include "config.h"
#include "command.h"
#include "report/versions.h"
#include "options/words.h"

#ifdef HAVE_OPENBLAS_GET_CONFIG
char *openblas_get_config(void);
#endif
#ifdef HAVE_OPENBLAS_GET_CORENAME
char *openblas_get_corename(void);
#endif

const char *blas_version(void)
{
#ifdef HAVE_OPENBLAS_GET_CONFIG
    return openblas_get_config();
#else
    return "BLAS";
#endif
}

bool blas_is_old(char *hint, size_t size)
{
#if defined(HAVE_OPENBLAS_GET_CORENAME) && defined(__x86_64__)
    const char *core = openblas_get_corename();
    if ((strcmp(core, "Prescott") == 0 || strcmp(core, "Core2") == 0) &&
        __builtin_cpu_supports("avx2")) {
        snprintf(hint, size,
                 "OpenBLAS does not know this processor and runs its %s kernels: set "
                 "OPENBLAS_CORETYPE=%s",
                 core, __builtin_cpu_supports("avx512f") ? "SkylakeX" : "Haswell");
        return true;
    }
#endif
    (void)hint, (void)size;
    return false;
}

const char *scheduler_name(void)
{
    struct starpu_sched_policy *policy = starpu_sched_get_sched_policy();
    return policy && policy->policy_name ? policy->policy_name : "unknown";
}

/* StarPU still takes dmda by its old name. */
static bool is_heft(const char *name)
{
    return strncmp(name, "heft", 4) == 0;
}

bool scheduler_known(const char *name)
{
    struct starpu_sched_policy **policy = starpu_sched_get_predefined_policies();
    for (; *policy; policy++)
        if (strcmp((*policy)->policy_name, name) == 0)
            return true;
    return starpu_get_sched_lib_policy(name) || is_heft(name) || getenv("STARPU_SCHED_LIB");
}

void machine_name(char *name, size_t size)
{
    const char *simulated = SIMULATED ? getenv("STARPU_HOSTNAME") : NULL;
    gethostname(name, size);
    name[size - 1] = 0;
    if (simulated)
        snprintf(name, size, "%s (simulated)", simulated);
}

void print_versions(struct report *report)
{
    int version[3];
    char date[32], host[256] = "", hint[200];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
    machine_name(host, sizeof host);
    starpu_get_version(&version[0], &version[1], &version[2]);
    report_header(report, "Starling %s, %s, host %s", starling_version(), date, host);
    report_header(report, "StarPU %d.%d.%d, scheduler %s; %s", version[0], version[1],
                  version[2], scheduler_name(), blas_version());
    if (blas_is_old(hint, sizeof hint))
        report_header(report, "%s", hint);
    report_header(report, "workers: %s, %s; times in seconds, medians",
                  words_count(starling_ncpu(), "core").text,
                  words_count(starling_ncuda(), "GPU").text);
}
