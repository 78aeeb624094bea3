/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The file of tuned values that `starling tune` writes (doc/tuning.md). */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files/output.h"
#include "tune.h"

/* Whether a target has been measured anew that the line was for. */
static bool is_replaced(const char *line, struct target *list, int count)
{
    char name[32], workers[160], type[8];
    long long first, last;
    if (sscanf(line, "%31s %159s %7s %lld %lld", name, workers, type, &first, &last) !=
            5 ||
        strcmp(workers, starling_tuning_workers()) != 0)
        return false;
    for (struct target *t = list; t < list + count; t++)
        if (strcmp(name, t->parameter->name) == 0 && strcmp(type, t->type) == 0 &&
            first <= t->last && last >= t->first && tune_best(t))
            return true;
    return false;
}

/* The lines of the file that stay; of a new file, or a stream, a title. */
static bool copy_lines(const char *path, struct target *list, int count, FILE *to)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *from = output_is_standard(path) ? NULL : fopen(path, "r");
    bool is_new = !from && (output_is_standard(path) || errno == ENOENT);
    if (is_new)
        fprintf(to, "# Tuned values of Starling (doc/tuning.md). Columns: parameter, "
                    "workers, types, first n, "
                    "last n, value.\n");
    if (!from)
        return is_new;
    while (getline(&line, &capacity, from) > 0) {
        size_t length = strlen(line);
        if (!is_replaced(line, list, count))
            fprintf(to, "%s%s", line, line[length - 1] == '\n' ? "" : "\n");
    }
    bool good = !ferror(from);
    free(line);
    fclose(from);
    return good;
}

int tune_write(const char *path, struct target *list, int count, const char *origin,
               char *err, size_t errlen)
{
    struct output o;
    if (output_open(&o, path, err, errlen) != 0)
        return -1;
    if (!copy_lines(path, list, count, o.file)) {
        snprintf(err, errlen, "cannot read %s: %s", path, strerror(errno));
        output_discard(&o);
        return -1;
    }
    for (struct target *t = list; t < list + count; t++) {
        const struct candidate *best = tune_best(t), *old = &t->candidate[0];
        if (best && best != old)
            fprintf(o.file,
                    "%-12s %s %s %lld %lld %lld # n = %lld: %.1f %% less time than "
                    "with %s = %lld; %s\n",
                    t->parameter->name, starling_tuning_workers(), t->type,
                    (long long)t->first, (long long)t->last, (long long)best->value,
                    (long long)t->n, 100 * (1 - best->time_s / old->time_s),
                    tune_value_name(t->parameter), (long long)old->nb, origin);
    }
    return output_close(&o, err, errlen);
}
