/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sentences that begin with the name of a file, and the precision for its numbers. */

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include "machine/memory.h"
#include "options/words.h"
#include "routines/residual.h"
#include "run.h"
#include "told.h"

void tell(FILE *out, const char *file, const char *format, ...)
{
    va_list list;
    if (!out)
        return;
    fprintf(out, "%s: ", file);
    va_start(list, format);
    vfprintf(out, format, list);
    va_end(list);
    fprintf(out, "\n");
    fflush(out);
}

void tell_size(FILE *out, const char *file, const struct mm *a)
{
    tell(out, file, "%lld x %lld %s %s, %s stored", (long long)a->m, (long long)a->n,
         a->is_complex ? "complex" : "real", mm_symmetry_name(a->symmetry),
         words_count(a->entries, "entry").text);
}

void tell_numbers(FILE *out, const char *file, const char *what, const double *x,
                  int64_t count)
{
    char line[400] = "";
    size_t length = 0;
    for (int64_t i = 0; i < count; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " %.8g", x[i]);
    tell(out, file, "%s:%s", what, line);
}

bool tell_quality(FILE *out, const char *file, double residual, double orthogonality)
{
    tell(out, file, "scaled residual %.3g, orthogonality %.3g (below %g is right)",
         residual, orthogonality, RESIDUAL_ALLOWED);
    return residual_right(residual) && residual_right(orthogonality);
}

void tell_reference(FILE *out, const char *file, const struct problem *p,
                    const char *ref, double time_s)
{
    static reference_function *const reference[] = {reference_s, reference_d,
                                                    reference_c, reference_z};
    struct plan plan = {.repeat = 1, .ref = ref, .threads = starling_ncpu()};
    char err[500] = "";
    double ref_s = memory_for_case(p, &plan, err, sizeof err)
                       ? reference[p->prec](p, &plan, time_s, err, sizeof err)
                       : NAN;
    if (isnan(ref_s))
        tell(out, file, "%s", err);
    else
        tell(out, file, "%s by %s in %.3g s, %.3g times as long", p->routine->name, ref,
             ref_s, ref_s / time_s);
}

int choose_precision(const char *type, bool is_complex, const char *what,
                     starling_precision *prec, char *err, size_t errlen)
{
    char letter = type ? type[0] : is_complex ? 'z' : 'd';
    *prec = (starling_precision)(strchr("sdcz", letter) - "sdcz");
    if (!is_complex || letter == 'c' || letter == 'z')
        return 0;
    snprintf(err, errlen, "%s is complex: --type %c cannot hold it", what, letter);
    return -1;
}
