/*
 * A report in CSV (RFC 4180, but for the line ends) and in JSON (RFC 8259).
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/report_formats.h"

/* How a field is stored; CONSTANT is a string of the options, not of the row. */
enum kind { TEXT, LETTER, INTEGER, REAL, STATUS, CONSTANT };

#define ROW(name, kind)                                                                \
    {                                                                                  \
#name, kind, offsetof(struct report_row, name)                                 \
    }
#define OPTION(name)                                                                   \
    {                                                                                  \
#name, CONSTANT, offsetof(struct report_options, name)                         \
    }

/* The fields of a record, in the order that readers of these files rely on: new ones go
   to the end. */
static const struct field {
    const char *name;
    enum kind kind;
    size_t offset;
} fields[] = {
    ROW(routine, TEXT),  ROW(type, LETTER),   ROW(uplo, LETTER), ROW(m, INTEGER),
    ROW(n, INTEGER),     ROW(nrhs, INTEGER),  ROW(nb, INTEGER),  ROW(sched, TEXT),
    ROW(ncpu, INTEGER),  ROW(ncuda, INTEGER), ROW(where, TEXT),  ROW(seed, INTEGER),
    ROW(submit_s, REAL), ROW(time_s, REAL),   ROW(gflops, REAL), ROW(peak_gflops, REAL),
    ROW(bound_s, REAL),  ROW(ref, TEXT),      ROW(ref_s, REAL),  ROW(error, REAL),
    ROW(status, STATUS), OPTION(date),        OPTION(host),      OPTION(version),
    ROW(variant, TEXT),  ROW(note, TEXT),     ROW(tasks_s, REAL),
    ROW(growth, REAL),   ROW(batch, INTEGER),
};

#define FIELDS (sizeof fields / sizeof *fields)

/* A field as text: `string` is NULL for numbers, `text` is "" where it is absent. */
struct value {
    const char *string;
    bool number;
    char text[40];
};

/* Reads a field of the row, or of the options, as text. */
static void value_of(struct value *v, const struct field *f,
                     const struct report_options *o, const struct report_row *row)
{
    const char *base = f->kind == CONSTANT ? (const char *)o : (const char *)row;
    const void *at = base + f->offset;
    *v = (struct value){.number = f->kind == INTEGER || f->kind == REAL};
    switch (f->kind) {
    case TEXT:
    case CONSTANT:
        v->string = *(const char *const *)at;
        break;
    case LETTER:
        v->text[0] = *(const char *)at;
        v->string = v->text[0] ? v->text : NULL;
        break;
    case STATUS:
        v->string = report_status_name(row->status);
        break;
    case INTEGER:
        if (*(const int64_t *)at != REPORT_ABSENT)
            snprintf(v->text, sizeof v->text, "%lld", (long long)*(const int64_t *)at);
        break;
    case REAL: /* nine digits are more than any clock gives */
        if (!isnan(*(const double *)at))
            snprintf(v->text, sizeof v->text, "%.9g", *(const double *)at);
        break;
    }
}

void csv_title(FILE *out)
{
    for (size_t i = 0; i < FIELDS; i++)
        fprintf(out, "%s%s", i ? "," : "", fields[i].name);
    fprintf(out, "\n");
}

/* The first line of a file, and whether its last one is complete. */
struct ends {
    char *line;
    bool complete;
};

static int read_ends(const char *path, struct ends *ends)
{
    size_t capacity = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT ? 0 : -1;
    ssize_t length = getline(&ends->line, &capacity, file);
    ends->complete = fseeko(file, -1, SEEK_END) != 0 || getc(file) == '\n';
    int code = ferror(file) ? errno : 0;
    fclose(file);
    errno = code;
    return code ? -1 : length > 0;
}

static bool is_title(const char *line)
{
    char *title = NULL;
    size_t size;
    FILE *out = open_memstream(&title, &size);
    if (!out)
        return false;
    csv_title(out);
    bool same = fclose(out) == 0 && strcmp(line, title) == 0;
    free(title);
    return same;
}

int csv_titled(const char *path, char *err, size_t errlen)
{
    struct stat status;
    struct ends ends = {NULL, true};
    if (output_is_standard(path) || (stat(path, &status) == 0 && !S_ISREG(status.st_mode)))
        return 0;
    int found = read_ends(path, &ends);
    if (found < 0)
        snprintf(err, errlen, "cannot read %s: %s", path, strerror(errno));
    else if (found > 0 && !is_title(ends.line)) {
        snprintf(err, errlen, "--append: the first line of %s is not the header that this "
                              "version writes; choose another file", path);
        found = -1;
    } else if (found > 0 && !ends.complete) {
        snprintf(err, errlen, "--append: the last line of %s is not complete; end it or remove "
                              "it", path);
        found = -1;
    }
    free(ends.line);
    return found;
}

/* Quotes a string only where a reader would take it for more than one field. */
static void csv_string(FILE *out, const char *s)
{
    if (!strpbrk(s, ",\"\r\n")) {
        fputs(s, out);
        return;
    }
    fputc('"', out);
    for (; *s; s++)
        fputs(*s == '"' ? "\"\"" : (char[]){*s, '\0'}, out);
    fputc('"', out);
}

void csv_row(const struct report_options *o, FILE *out, const struct report_row *row)
{
    struct value v;
    for (size_t i = 0; i < FIELDS; i++) {
        if (i)
            fputc(',', out);
        value_of(&v, &fields[i], o, row);
        csv_string(out, v.number ? v.text : v.string ? v.string : "");
    }
    fprintf(out, "\n");
}

/* Cuts the record at its commas, and takes its quotes out. Returns the number of fields. */
static size_t csv_cut(char *record, char *field[FIELDS])
{
    size_t count = 1;
    bool quoted = false;
    char *to = field[0] = record;
    for (const char *c = record; *c && *c != '\n'; c++)
        if (*c == '"')
            quoted = !quoted;
        else if (*c == ',' && !quoted) {
            *to++ = '\0';
            if (count < FIELDS)
                field[count] = to;
            count++;
        } else
            *to++ = *c;
    *to = '\0';
    return count;
}

/* Fields that a run gives, or that say how it was compared. */
static const char results[] = " submit_s time_s gflops peak_gflops bound_s ref ref_s error date note "
                              "tasks_s growth ";

/* Whether the record is of such a run; then its time. */
static bool csv_same(char *record, const struct report_options *o, const struct report_row *row,
                     double *time_s)
{
    char *field[FIELDS], name[24];
    if (csv_cut(record, field) != FIELDS)
        return false;
    for (size_t i = 0; i < FIELDS; i++) {
        struct value v;
        snprintf(name, sizeof name, " %s ", fields[i].name);
        value_of(&v, &fields[i], o, row);
        if (strcmp(fields[i].name, "time_s") == 0)
            *time_s = strtod(field[i], NULL);
        else if (strcmp(fields[i].name, "variant") == 0 && !row->variant)
            continue; /* the row does not tell */
        else if (!strstr(results, name) && strcmp(field[i], v.string ? v.string : v.text) != 0)
            return false;
    }
    return true;
}

double report_find(const struct report_options *o, const char *path, const struct report_row *row)
{
    char *line = NULL;
    size_t capacity = 0;
    double least = NAN, time_s;
    FILE *file = fopen(path, "r");
    while (file && getline(&line, &capacity, file) > 0)
        if (csv_same(line, o, row, &time_s))
            least = fmin(least, time_s);
    if (file)
        fclose(file);
    free(line);
    return least;
}

/* Bytes above 127 pass as they are: the text is taken to be UTF-8. */
static void json_string(FILE *out, const char *s)
{
    fputc('"', out);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

void json_row(const struct report_options *o, FILE *out, const struct report_row *row,
              bool first)
{
    struct value v;
    fprintf(out, "%s{", first ? "" : ",\n");
    for (size_t i = 0; i < FIELDS; i++) {
        fprintf(out, "%s\"%s\": ", i ? ", " : "", fields[i].name);
        value_of(&v, &fields[i], o, row);
        if (v.string)
            json_string(out, v.string);
        else /* JSON has no infinity either */
            fputs(v.text[0] && !strstr(v.text, "inf") ? v.text : "null", out);
    }
    fprintf(out, "}");
}
