/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* FxT traces, with StarPU's recorder and converter. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <starpu.h>
#include "analysis/trace.h"

/* StarPU's events, as it names them where STARPU_FXT_SUFFIX is "prof_file". */
static const char events[] = "prof_file_0";
/* What people open comes first; the converter writes the others beside them. */
enum { NFILES = 3 };
static const char *const files[TRACE_FILES] = {
    "paje.trace",    "dag.dot",       "tasks.rec",       events,     "data.rec",
    "trace.rec",     "trace.html",    "comms.rec",       "papi.rec", "number_events.data",
    "activity.data", "distrib.data",  "sched_tasks.rec",
};
static bool recorded;
enum { LONGEST = 200 }; /* the converter cuts longer paths */

const char *trace_missing(void)
{
#ifdef STARPU_USE_FXT
    return NULL;
#else
    return "StarPU was built without FxT";
#endif
}

/* DIR/NAME, which the caller frees; NULL: no memory. */
static char *path_of(const char *dir, const char *name)
{
    size_t size = strlen(dir) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", dir, name);
    return path;
}

/* An empty file in place of that of an earlier trace: 0, or errno. */
static int empty_file(const char *dir, const char *name)
{
    char *path = path_of(dir, name);
    FILE *file = path ? fopen(path, "w") : NULL;
    int error = file ? 0 : path ? errno : ENOMEM;
    if (file)
        fclose(file);
    free(path);
    return error;
}

int trace_uses(const char *dir, struct file_use use[TRACE_FILES])
{
    static char path[TRACE_FILES][LONGEST + 32];
    struct stat status;
    if (strlen(dir) > LONGEST || stat(dir, &status) != 0 || !S_ISDIR(status.st_mode))
        return 0;
    for (int i = 0; i < TRACE_FILES; i++) {
        snprintf(path[i], sizeof path[i], "%s/%s", dir, files[i]);
        use[i] = (struct file_use){"--trace", path[i], true};
    }
    return TRACE_FILES;
}

int trace_prepare(const char *dir, char *err, size_t errlen)
{
    if (strlen(dir) > LONGEST) {
        snprintf(err, errlen, "--trace: the folder's name is longer than %d", LONGEST);
        return -1;
    }
    int error = mkdir(dir, 0777) != 0 && errno != EEXIST ? errno : 0;
    for (int i = 0; i < NFILES && error == 0; i++)
        error = empty_file(dir, files[i]);
    if (error != 0) {
        snprintf(err, errlen, "--trace %s: %s", dir, strerror(error));
        return -1;
    }
    return 0;
}

void trace_arm(const char *dir)
{
    setenv("STARPU_FXT_TRACE", "1", 1);
    setenv("STARPU_FXT_PREFIX", dir, 1);
    setenv("STARPU_FXT_SUFFIX", "prof_file", 1);
    unsetenv("STARPU_GENERATE_TRACE"); /* the conversion is ours */
    starpu_fxt_autostart_profiling(0);
}

void trace_begin(void)
{
    starpu_fxt_start_profiling();
}

void trace_end(void)
{
    starpu_fxt_stop_profiling();
    recorded = true;
}

#ifdef STARPU_USE_FXT
/* As `starpu_fxt_tool -i DIR/prof_file_0 -d DIR -c -no-acquire`: tasks in their own colours,
 * and those only that compute. */
void trace_convert(const char *dir)
{
    struct starpu_fxt_options *options = malloc(sizeof *options);
    char *input = path_of(dir, events), *folder = strdup(dir);
    if (recorded && options && input && folder && access(input, R_OK) == 0) {
        starpu_fxt_options_init(options);
        options->per_task_colour = 1;
        options->no_acquire = 1;
        options->dir = folder;
        options->ninputfiles = 1;
        options->filenames[0] = input;
        starpu_fxt_generate_trace(options);
        starpu_fxt_options_shutdown(options);
    }
    free(options);
    free(input);
    free(folder);
}
#else
void trace_convert(const char *dir)
{
    (void)dir;
}
#endif

/* Every Paje trace has a header, even that of no task. */
static bool has_content(const char *dir, const char *name)
{
    struct stat status;
    char *path = path_of(dir, name);
    bool content = path && stat(path, &status) == 0 && status.st_size > 0;
    free(path);
    return content;
}

bool trace_complete(const char *dir, char *err, size_t errlen)
{
    if (has_content(dir, files[0]))
        return true;
    for (int i = 0; i < NFILES; i++) {
        char *path = path_of(dir, files[i]);
        if (path)
            unlink(path);
        free(path);
    }
    snprintf(err, errlen, "--trace %s: there is no trace of this run", dir);
    return false;
}
