/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The kinds of matrix by name. A routine takes positive definite ones or general ones
 * (HAS_DEFINITE_MATRIX, HAS_GENERAL_MATRIX); both take files. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files/matrix_file.h"
#include "command.h"
#include "options/matrix_option.h"

static const struct {
    const char *name;
    enum matrix_kind kind;
    bool definite, general; /* for which routines */
} kinds[] = {
    {"rand", MATRIX_RANDOM, true, true},          {"spd", MATRIX_RANDOM, true, false},
    {"spd,cond=", MATRIX_DEFINITE, true, false},  {"cond=", MATRIX_CONDITION, false, true},
    {"deficient", MATRIX_DEFICIENT, false, true}, {"graded", MATRIX_GRADED, false, true},
    {"scaled", MATRIX_SCALED, false, true},       {"wilkinson", MATRIX_WILKINSON, false, true},
    {"singular", MATRIX_SINGULAR, false, true},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Where the value goes on after a kind's name; NULL: it is not of this kind. */
static const char *after_name(const char *value, const char *name)
{
    size_t length = strlen(name);
    bool number = name[length - 1] == '=';
    return (number ? strncmp(value, name, length) : strcmp(value, name)) == 0 ? value + length
                                                                              : NULL;
}

bool matrix_option_is_file(const char *value)
{
    for (int i = 0; value && i < KINDS; i++)
        if (after_name(value, kinds[i].name))
            return false;
    return value != NULL;
}

static int read_file(const char *path, bool general, const char *types, struct mm *file,
                     char *err, size_t errlen)
{
    bool single = strpbrk(types, "sc") != NULL;
    if ((general ? read_square : read_hermitian)(path, single, file, err, errlen) != 0)
        return EXIT_FAILURE;
    const char *narrow = file->is_complex ? strpbrk(types, "sd") : NULL;
    if (!narrow)
        return 0;
    snprintf(err, errlen, "%s is complex: --type %c cannot hold it", path, *narrow);
    return EXIT_FAILURE;
}

/* What a kind needs beside its name. 0, or an exit status. */
static int read_details(const char *value, const char *rest, const struct routine *routine,
                        struct matrix_option *option, char *err, size_t errlen)
{
    char *end = NULL;
    if (option->kind == MATRIX_DEFINITE || option->kind == MATRIX_CONDITION) {
        option->cond = strtod(rest, &end);
        if (end == rest || *end != 0 || !(option->cond >= 1) || isinf(option->cond)) {
            snprintf(err, errlen, "--matrix %s: the condition is a number of at least 1", value);
            return EXIT_USAGE;
        }
    }
    if (option->kind == MATRIX_SINGULAR && routine->after) {
        snprintf(err, errlen, "--matrix %s: there is no %s with its factors", value,
                 routine->has & HAS_NRHS ? "solution" : "inverse");
        return EXIT_USAGE;
    }
    return 0;
}

int matrix_option_read(const char *value, const struct routine *routine, const char *types,
                       struct matrix_option *option, char *err, size_t errlen)
{
    bool general = (routine->has & HAS_GENERAL_MATRIX) != 0;
    *option = (struct matrix_option){.kind = MATRIX_RANDOM};
    for (int i = 0; value && i < KINDS; i++) {
        const char *rest = after_name(value, kinds[i].name);
        if (!rest)
            continue;
        option->kind = kinds[i].kind;
        if (general ? kinds[i].general : kinds[i].definite)
            return read_details(value, rest, routine, option, err, errlen);
        snprintf(err, errlen, "--matrix %s: %s", value,
                 general ? "this routine takes general matrices, such as rand and cond=C"
                         : "this routine takes positive definite matrices, such as rand and "
                           "spd,cond=C");
        return EXIT_USAGE;
    }
    if (!value)
        return 0;
    option->kind = MATRIX_FILE;
    return read_file(value, general, types, &option->file, err, errlen);
}
