/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sentences that begin with the name of a file, and the precision for its numbers. */

#include <stdarg.h>
#include <string.h>
#include "options/words.h"
#include "routines/residual.h"
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
