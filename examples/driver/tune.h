/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The search of `starling tune`: targets, and the values that are tried for each. */

#ifndef TUNE_H
#define TUNE_H

#include "routine.h"

enum { TUNE_MOST = 12 }; /* values of a parameter */

/* A parameter of the library (src/runtime/tuned.c), and the routine that measures it.
 */
struct parameter {
    const char *name, *routine,
        *whole; /* whole: a routine that this one is a part of, or NULL */
    /* Values that are tried, and orders if --n says none; 0 ends a list. */
    int64_t cores[TUNE_MOST], gpus[TUNE_MOST], n_cores[TUNE_MOST], n_gpus[TUNE_MOST];
    bool kinds; /* its values are compiled kinds of a CUDA kernel, from 1 on */
};

struct candidate {
    int64_t
        value; /* of the parameter; 0: what the library has without the user's file */
    int64_t
        nb; /* what the library makes of it; a kind: its number, 0 if no one knows */
    int pruned;    /* by rule pruned - 1; 0: not */
    double time_s; /* NaN: not measured yet, infinity: the run has failed */
};

/* A parameter for one type and order, and the orders that the result is for. */
struct target {
    const struct parameter *parameter;
    char type[2];
    int64_t n, batch, first, last;
    int count; /* of candidates; the first one is the library's own value */
    struct candidate candidate[TUNE_MOST + 1];
    int kinds;
    starling_kind kind[TUNE_MOST]; /* from 1 on */
};

struct tune_values {
    char *type;
    struct integer_list n;
    const char *output;
    int64_t budget;
    bool dry_run;
};

/* The first parameter that this word asks for, from `after` on; NULL: none. `after`
 * NULL: all. */
const struct parameter *tune_parameter(const char *word, const struct parameter *after);

/* Adds the targets of a parameter to the list, with values pruned and nothing measured.
 * count -1: no memory. */
struct target *tune_targets(const struct tune_values *v,
                            const struct parameter *parameter, struct target *list,
                            int *count);

/* What prunes a value, in words; NULL: there is no such rule. */
const char *tune_rule(int rule);
bool tune_rule_of_kinds(int rule);

/* The same for kinds alone: what prunes the kind `one` of `count` for matrices of order
 * n, rule + 1, or 0. */
const char *tune_kind_rule(int rule);
int tune_kind_pruned(const starling_kind *kinds, int count, const starling_kind *one,
                     int64_t n);
/* A kind in words, in `text`. */
char *tune_kind_words(const starling_kind *kind, char text[160]);
/* What the library calls a value of the parameter: nb, kind. */
const char *tune_value_name(const struct parameter *parameter);

/* The run of a candidate, whose value the library then has. Operands are on the GPU, in
 * tiles of the library if there are several, and in main memory without GPUs and for
 * batches, but those of kinds on a GPU. */
struct problem tune_problem(struct session *s, const struct target *t,
                            const struct candidate *c);

/* The fastest value, or the first one if none is faster by more than 3 %; NULL: some
 * are not measured. */
struct candidate *tune_best(struct target *t);

/* Writes the file of tuned values: lines of others stay. 0, or -1 with a sentence in
 * err. */
int tune_write(const char *path, struct target *list, int count, const char *origin,
               char *err, size_t errlen);

#endif
