/*
 * Matrix Market files: the writer (array format, 17 significant digits).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "mm.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdout : fopen(path, "w");
    bool bad = f == NULL;
    int code = errno; /* of the call that failed first */

    if (f) {
        errno = 0;
        fprintf(f, "%%%%MatrixMarket matrix array %s %s\n",
                a->is_complex ? "complex" : "real", mm_symmetry_name(a->symmetry));
        write_comment(f, comment);
        fprintf(f, "%lld %lld\n", (long long)a->m, (long long)a->n);
        write_values(f, a);
        /* Most write errors show only when the buffer goes out, some at the close. */
        bad = fflush(f) != 0 || ferror(f);
        code = errno;
        if (!standard && fclose(f) != 0 && !bad) {
            bad = true;
            code = errno;
        }
    }
    if (bad)
        snprintf(err, errlen, "%s: %s", standard ? "standard output" : path,
                 strerror(code ? code : EIO));
    return bad ? -1 : 0;
}
