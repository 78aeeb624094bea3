/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What `starling solve`, `starling eig` and `starling svd` tell of their files. */

#ifndef TOLD_H
#define TOLD_H

#include <stdio.h>
#include "command.h"
#include "files/mm.h"
#include "routines/routines.h"

/* 'FILE: sentence', where out is not NULL. */
__attribute__((format(printf, 3, 4))) void tell(FILE *out, const char *file,
                                                const char *format, ...);
/* Shape, kind and entries of a matrix that was read. */
void tell_size(FILE *out, const char *file, const struct mm *a);

/* 'FILE: what: x[0] x[1] ...', ten numbers at most. */
void tell_numbers(FILE *out, const char *file, const char *what, const double *x,
                  int64_t count);
/* How good vectors are. Whether they are right. */
bool tell_quality(FILE *out, const char *file, double residual, double orthogonality);

/* How long a routine takes by --ref on the same matrix, beside time_s; or why it
 * cannot. */
void tell_reference(FILE *out, const char *file, const struct problem *p,
                    const char *ref, double time_s);

/* The precision of --type; without it d, or z where the numbers are complex. 0, or -1
 * with a sentence in err about `what`: a real type cannot hold it. */
int choose_precision(const char *type, bool is_complex, const char *what,
                     starling_precision *prec, char *err, size_t errlen);

#endif
