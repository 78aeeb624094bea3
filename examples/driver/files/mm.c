/*
 * Matrix Market files: the reader, and what the reader and the writer share.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A file is a banner (object, format, field, symmetry), a size line, and one entry a
 * line: 'row column value' in coordinate format, 'value' by columns in array format.
 */
#include "files/mm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/text.h"
#include "src/room.h"

enum format { COORDINATE, ARRAY };
enum field { REAL, INTEGER, COMPLEX, PATTERN };

/* The words of the banner, in the order of the enumerations. */
static const char *const formats[] = {"coordinate", "array", NULL};
static const char *const fields[] = {"real", "integer", "complex", "pattern", NULL};
static const char *const symmetries[] = {"general", "symmetric", "hermitian",
                                         "skew-symmetric", NULL};

/* A read in progress. */
struct reader {
    struct text lines;
    enum format format;
    enum field field;
    struct mm *a;
    unsigned char *seen; /* a bit an element that coordinate entries have filled */
};

const char *mm_symmetry_name(enum mm_symmetry symmetry)
{
    return symmetries[symmetry];
}

int64_t mm_first_row(enum mm_symmetry symmetry, int64_t j)
{
    if (symmetry == MM_GENERAL)
        return 0;
    return symmetry == MM_SKEW_SYMMETRIC ? j + 1 : j;
}

int64_t mm_stored(enum mm_symmetry symmetry, int64_t m, int64_t n)
{
    if (symmetry == MM_GENERAL)
        return m * n;
    /* n (n - 1) / 2 below the diagonal, halved first where it is even */
    int64_t strict = n % 2 ? (n - 1) / 2 * n : n / 2 * (n - 1);
    return symmetry == MM_SKEW_SYMMETRIC ? strict : strict + n;
}

void mm_free(struct mm *a)
{
    free(a->values);
    *a = (struct mm){0};
}

/* Takes a word of the banner and returns its place among `names`, or -1. */
static int choose(struct text *l, const char *what, const char *const *names)
{
    char word[32], list[96] = "";
    if (!text_word(l, word, sizeof word))
        return text_error(l, "the banner ends before its %s", what);
    for (int i = 0; names[i]; i++) {
        if (strcmp(word, names[i]) == 0)
            return i;
        strcat(strcat(list, i ? ", " : ""), names[i]);
    }
    return text_error(l, "%s '%s' is not known; it is one of %s", what, word, list);
}

/* %%MatrixMarket matrix FORMAT FIELD SYMMETRY */
static int read_banner(struct reader *r)
{
    static const char *const objects[] = {"matrix", NULL};
    struct text *l = &r->lines;
    char word[32];
    int found, format, field, symmetry;

    if ((found = text_next(l)) < 0)
        return -1;
    if (found == 0)
        return text_error(l, "the file is empty");
    if (!text_word(l, word, sizeof word) || strcmp(word, "%%matrixmarket") != 0)
        return text_error(l, "the banner '%%%%MatrixMarket matrix ...' is missing");
    if (choose(l, "object", objects) < 0 ||
        (format = choose(l, "format", formats)) < 0 ||
        (field = choose(l, "field", fields)) < 0 ||
        (symmetry = choose(l, "symmetry", symmetries)) < 0 || text_finish(l) < 0)
        return -1;
    /* What the format allows and a dense solver cannot use, and what it forbids. */
    if (field == PATTERN)
        return text_error(l, "a pattern file holds no values; "
                              "real, integer or complex is needed");
    if (symmetry == MM_HERMITIAN && field != COMPLEX)
        return text_error(l, "a hermitian matrix must have complex values");
    r->format = (enum format)format;
    r->field = (enum field)field;
    r->a->is_complex = field == COMPLEX;
    r->a->symmetry = (enum mm_symmetry)symmetry;
    l->comment = '%'; /* only now: the banner starts with the same sign */
    return 0;
}

/* Allocates the dense matrix, all zero, and the bits that tell duplicates. */
static int allocate(struct reader *r)
{
    struct mm *a = r->a;
    int64_t bytes = a->is_complex ? 16 : 8;
    if (a->n > 0 && a->m > PTRDIFF_MAX / bytes / a->n)
        return text_error(&r->lines,
                           "a dense %lld x %lld matrix is larger than any memory",
                           (long long)a->m, (long long)a->n);
    size_t count = (size_t)(a->m * a->n);
    /* calloc, so that pages which stay zero cost neither time nor memory */
    a->values = calloc(count ? count : 1, (size_t)bytes);
    if (r->format == COORDINATE)
        r->seen = calloc(count / 8 + 1, 1);
    if (!a->values || (r->format == COORDINATE && !r->seen))
        return text_error(
            &r->lines, "not enough memory for a dense %lld x %lld matrix (%.3g GB)",
            (long long)a->m, (long long)a->n, 1e-9 * (double)count * (double)bytes);
    /* pages that are written: of entries here and there one for each, and its mirror image */
    double dense = (double)count * (double)bytes, pages = 2 * 4096.0 * (double)a->entries;
    struct sl_need need = {"what is written of it",
                           r->format == ARRAY ? dense : fmin(dense, pages)};
    char what[80], why[400];
    snprintf(what, sizeof what, "a dense %lld x %lld matrix", (long long)a->m, (long long)a->n);
    if (!sl_fits(what, &need, 1, 0, 0, why, sizeof why))
        return text_error(&r->lines, "%s", why);
    return 0;
}

/* 'rows columns entries', or 'rows columns' in array format */
static int read_size(struct reader *r)
{
    struct text *l = &r->lines;
    struct mm *a = r->a;
    int found = text_next(l);
    if (found <= 0)
        return found < 0 ? -1 : text_error(l, "the file ends before its size line");
    if (text_integer(l, "number of rows", &a->m) < 0 ||
        text_integer(l, "number of columns", &a->n) < 0)
        return -1;
    if (r->format == COORDINATE &&
        text_integer(l, "number of entries", &a->entries) < 0)
        return -1;
    if (text_finish(l) < 0)
        return -1;
    if (a->m < 0 || a->n < 0 || a->entries < 0)
        return text_error(l, "a size cannot be negative");
    if (a->symmetry != MM_GENERAL && a->m != a->n)
        return text_error(l, "a %s matrix must be square, not %lld x %lld",
                           symmetries[a->symmetry], (long long)a->m, (long long)a->n);
    if (allocate(r) < 0)
        return -1;

    /* A count that cannot be right is told now, not after a million duplicates. */
    int64_t most = mm_stored(a->symmetry, a->m, a->n);
    if (r->format == ARRAY)
        a->entries = most;
    if (a->entries > most)
        return text_error(l, "%lld entries are more than the %lld that fit",
                           (long long)a->entries, (long long)most);
    return 0;
}

/* Reads 'row column' into i and j, from 0, and checks that the place is free. */
static int read_place(struct reader *r, int64_t *i, int64_t *j)
{
    struct text *l = &r->lines;
    const struct mm *a = r->a;
    if (text_integer(l, "row", i) < 0 || text_integer(l, "column", j) < 0)
        return -1;
    if (*i < 1 || *i > a->m)
        return text_error(l, "row %lld is not between 1 and %lld", (long long)*i,
                           (long long)a->m);
    if (*j < 1 || *j > a->n)
        return text_error(l, "column %lld is not between 1 and %lld", (long long)*j,
                           (long long)a->n);
    if (--*i < mm_first_row(a->symmetry, --*j))
        return text_error(l, "entry (%lld, %lld) lies %s the diagonal of a %s matrix",
                           (long long)*i + 1, (long long)*j + 1,
                           *i == *j ? "on" : "above", symmetries[a->symmetry]);
    int64_t bit = *i + *j * a->m;
    if (r->seen[bit / 8] >> bit % 8 & 1)
        return text_error(l, "entry (%lld, %lld) appears twice", (long long)*i + 1,
                           (long long)*j + 1);
    r->seen[bit / 8] |= (unsigned char)(1u << bit % 8);
    return 0;
}

/* Reads a value: its real part, and its imaginary part where the file has one. */
static int read_value(struct reader *r, double value[2])
{
    int64_t integer;
    if (r->field == INTEGER) {
        if (text_integer(&r->lines, "value", &integer) < 0)
            return -1;
        value[0] = (double)integer;
    } else if (text_real(&r->lines, "value", &value[0]) < 0) {
        return -1;
    }
    if (r->field == COMPLEX)
        return text_real(&r->lines, "imaginary part", &value[1]);
    return 0;
}

/* a(i, j) = value and, below the diagonal, a(j, i) = value, its conjugate or minus it
 */
static void store(struct mm *a, int64_t i, int64_t j, const double value[2])
{
    double re = value[0], im = value[1];
    for (int mirror = 0; mirror < 2; mirror++) {
        int64_t at = mirror ? j + i * a->m : i + j * a->m;
        if (mirror && a->symmetry == MM_SKEW_SYMMETRIC)
            re = -re;
        if (mirror && a->symmetry != MM_SYMMETRIC)
            im = -im;
        a->values[a->is_complex ? 2 * at : at] = re;
        if (a->is_complex)
            a->values[2 * at + 1] = im;
        if (a->symmetry == MM_GENERAL || i == j)
            return;
    }
}

/* One entry a line; an array file goes down the stored part of each column. */
static int read_entries(struct reader *r)
{
    struct text *l = &r->lines;
    struct mm *a = r->a;
    int64_t i = mm_first_row(a->symmetry, 0), j = 0; /* the next place of an array */
    int found;

    for (int64_t done = 0; done < a->entries; done++) {
        double value[2] = {0, 0};
        if ((found = text_next(l)) < 0)
            return -1;
        if (found == 0)
            return text_error(l, "the file ends after %lld of %lld entries",
                               (long long)done, (long long)a->entries);
        if ((r->format == COORDINATE && read_place(r, &i, &j) < 0) ||
            read_value(r, value) < 0 || text_finish(l) < 0)
            return -1;
        if (a->symmetry == MM_HERMITIAN && i == j && value[1] != 0)
            return text_error(l,
                               "diagonal entry %lld of a hermitian matrix "
                               "has an imaginary part",
                               (long long)i + 1);
        store(a, i, j, value);
        if (r->format == ARRAY && ++i == a->m)
            i = mm_first_row(a->symmetry, ++j);
    }
    if ((found = text_next(l)) > 0)
        return text_error(l, "more than the %lld entries announced",
                           (long long)a->entries);
    return found;
}

int mm_read(const char *path, bool single, struct mm *out, char *err, size_t errlen)
{
    *out = (struct mm){0};
    struct reader r = {.a = out};
    if (text_open(&r.lines, path, err, errlen) < 0)
        return -1;
    r.lines.single = single;
    int status = 0;
    if (read_banner(&r) < 0 || read_size(&r) < 0 || read_entries(&r) < 0)
        status = -1;
    text_close(&r.lines);
    free(r.seen);
    if (status < 0)
        mm_free(out);
    return status;
}
