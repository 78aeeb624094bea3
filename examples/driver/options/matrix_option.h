/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The option --matrix of `starling ROUTINE`: which matrix a routine is tried on. */

#ifndef MATRIX_OPTION_H
#define MATRIX_OPTION_H

#include "routines/routines.h"
#include "files/mm.h"

struct matrix_option {
    enum matrix_kind kind;
    double cond;    /* of MATRIX_DEFINITE and MATRIX_CONDITION, where it is given */
    struct mm file; /* of MATRIX_FILE; mm_free is due in any case */
};

/* Whether the option's value names a file. */
bool matrix_option_is_file(const char *value);

/* Reads the option's value (NULL: random) for a routine in all precisions of `types`. 0, or
 * an exit status and a sentence in err. */
int matrix_option_read(const char *value, const struct routine *routine, const char *types,
                       struct matrix_option *option, char *err, size_t errlen);

#endif
