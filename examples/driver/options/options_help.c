/*
 * What is said about options: the help of a command, what a value may be, near misses.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include <string.h>

#include "options/option_values.h"

/* The left column of the help: "  -o, --output FILE". Returns its length. */
static int syntax(const struct option_spec *s, char *text, size_t size)
{
    char letter[8] = "";
    if (s->letter)
        snprintf(letter, sizeof letter, "-%c, ", s->letter);
    return snprintf(text, size, "  %s--%s%s%s", letter, s->name, s->meta ? " " : "",
                    s->meta ? s->meta : "");
}

void options_help(const struct option_table *table, FILE *out)
{
    static const struct option_spec help = {.name = "help", .help = "print this help"};
    char text[128];
    /* the left column is as wide as its longest entry */
    int width = syntax(&help, text, sizeof text);
    for (int i = 0; i < table->count; i++) {
        int length = syntax(&table->specs[i], text, sizeof text);
        width = length > width ? length : width;
    }

    fprintf(out, "usage: %s%s%s [options]\n", table->command, table->usage ? " " : "",
            table->usage ? table->usage : "");
    if (table->summary)
        fprintf(out, "%s\n", table->summary);
    fprintf(out, "\n");
    for (int i = 0; i <= table->count; i++) { /* --help comes last */
        const struct option_spec *s = i < table->count ? &table->specs[i] : &help;
        syntax(s, text, sizeof text);
        fprintf(out, "%-*s  %s", width, text, s->help);
        if (s->fallback)
            fprintf(out, " (default %s)", s->fallback);
        fprintf(out, "\n");
    }
}

/* Appends " of at least 0", " from 1 to 8" or nothing. */
static void add_bounds(const struct option_spec *s, char *text, size_t size)
{
    size_t used = strlen(text);
    if (s->min == 0 && s->max == 0)
        return;
    if (s->min != INT64_MIN && s->max != INT64_MAX)
        snprintf(text + used, size - used, " from %lld to %lld", (long long)s->min,
                 (long long)s->max);
    else if (s->min != INT64_MIN)
        snprintf(text + used, size - used, " of at least %lld", (long long)s->min);
    else if (s->max != INT64_MAX)
        snprintf(text + used, size - used, " of at most %lld", (long long)s->max);
}

/* Appends the elements of a set with ", " between them; letters have no commas. */
static void add_set(const char *set, char *text, size_t size)
{
    bool letters = !strchr(set, ',') && strlen(set) < 8;
    size_t used = strlen(text);
    for (const char *c = set; *c && used + 4 < size; c++) {
        if (*c == ',' || (letters && c > set)) {
            text[used++] = ',';
            text[used++] = ' ';
        }
        if (*c != ',')
            text[used++] = *c;
    }
    text[used] = '\0';
}

/* 'one of lapack, cusolver'; 'integers of at least 0 and ranges ...' */
void option_accepts(const struct option_spec *s, char *text, size_t size)
{
    const char *what = "a value";
    if (s->kind == OPTION_INTEGER)
        what = "an integer";
    else if (s->kind == OPTION_INTEGERS)
        what = "integers";
    else if (s->kind == OPTION_LETTERS)
        what = "letters out of ";
    else if (s->kind == OPTION_NAMES)
        what = s->set ? "names out of " : "names separated by commas";
    else if (s->set)
        what = "one of ";
    snprintf(text, size, "%s", what);
    if (s->set)
        add_set(s->set, text, size);
    if (s->kind == OPTION_INTEGER || s->kind == OPTION_INTEGERS)
        add_bounds(s, text, size);
    if (s->kind == OPTION_INTEGERS)
        snprintf(text + strlen(text), size - strlen(text),
                 " and ranges start:stop:step, separated by commas");
}

bool options_similar(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);
    if (la > lb)
        return options_similar(b, a);
    while (*a && *a == *b) /* what both start with decides nothing */
        a++, b++;
    if (strcmp(a, b) == 0)
        return false; /* the same word */
    if (la < lb)
        return strcmp(a, b + 1) == 0; /* a letter added */
    if (strcmp(a + 1, b + 1) == 0)
        return true; /* a letter changed */
    return a[0] == b[1] && a[1] == b[0] && strcmp(a + 2, b + 2) == 0;
}
