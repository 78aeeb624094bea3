/*
 * Matrix Market files: the writer (array format, 17 significant digits).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/mm.h"

#include <stdio.h>
#include <string.h>

#include "files/output.h"

/* Each line of the comment, after a '% '. */
static void write_comment(FILE *f, const char *comment)
{
    while (comment && *comment) {
        size_t length = strcspn(comment, "\n");
        fprintf(f, "%% %.*s\n", (int)length, comment);
        comment += length;
        comment += *comment == '\n';
    }
}

/* One entry a line, by columns, in the order in which an array file is read. */
static void write_values(FILE *f, const struct mm *a)
{
    int64_t stored = mm_stored(a->symmetry, a->m, a->n);
    int64_t i = mm_first_row(a->symmetry, 0), j = 0;

    /* An error ends the loop: a full disk would otherwise be written to for minutes. */
    for (int64_t done = 0; done < stored && !ferror(f); done++) {
        int64_t at = i + j * a->m;
        if (a->is_complex)
            fprintf(f, "%.17g %.17g\n", a->values[2 * at], a->values[2 * at + 1]);
        else
            fprintf(f, "%.17g\n", a->values[at]);
        if (++i == a->m)
            i = mm_first_row(a->symmetry, ++j);
    }
}

int mm_write(const char *path, const struct mm *a, const char *comment, char *err,
             size_t errlen)
{
    struct output o;
    if (output_open(&o, path, err, errlen) != 0)
        return -1;
    fprintf(o.file, "%%%%MatrixMarket matrix array %s %s\n", a->is_complex ? "complex" : "real",
            mm_symmetry_name(a->symmetry));
    write_comment(o.file, comment);
    fprintf(o.file, "%lld %lld\n", (long long)a->m, (long long)a->n);
    write_values(o.file, a);
    return output_close(&o, err, errlen);
}
