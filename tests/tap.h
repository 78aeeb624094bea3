/*
 * A few functions for test programs that speak TAP, the Test Anything Protocol.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A program calls ok() and its relatives once an assertion, and returns done_testing()
 * from main.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tap_run, tap_failed;

/* One assertion, described by a format. Returns the condition. */
__attribute__((format(printf, 2, 3), unused)) static bool ok(bool condition,
                                                             const char *format, ...)
{
    va_list list;
    tap_run++;
    tap_failed += !condition;
    printf("%sok %d - ", condition ? "" : "not ", tap_run);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    fflush(stdout);
    return condition;
}

/* A comment, printed line by line so that no line can be taken for a result. */
__attribute__((unused)) static void note(const char *what, const char *text)
{
    printf("# %s: ", what);
    for (; text && *text; text++)
        printf(*text == '\n' && text[1] ? "\\n\n#   " : "%c", *text);
    printf("%s\n", text ? "" : "(null)");
}

/* Two strings are equal; both are shown where they are not. */
__attribute__((unused)) static bool is_string(const char *got, const char *expected,
                                              const char *what)
{
    bool equal = got && expected && strcmp(got, expected) == 0;
    if (!ok(equal, "%s", what)) {
        note("got", got);
        note("expected", expected);
    }
    return equal;
}

/* Two integers are equal. */
__attribute__((unused)) static bool is_integer(long long got, long long expected,
                                               const char *what)
{
    if (!ok(got == expected, "%s", what))
        printf("# got %lld, expected %lld\n", got, expected);
    return got == expected;
}

/* Writes a file of a test; a test that cannot do so cannot go on. */
__attribute__((unused)) static void write_file(const char *path, const char *text,
                                               size_t length)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(text, 1, length, f) != length || fclose(f) != 0) {
        printf("Bail out! cannot write %s\n", path);
        exit(99);
    }
}

/* Reads a whole file of a test into a string to be freed; "" where there is none. */
__attribute__((unused)) static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = (char *)calloc(1, 1 << 16);
    if (f && text && fread(text, 1, (1 << 16) - 1, f) == 0)
        text[0] = '\0';
    if (f)
        fclose(f);
    return text;
}

/* Prints the plan and returns the exit status of the program. */
__attribute__((unused)) static int done_testing(void)
{
    printf("1..%d\n", tap_run);
    return tap_failed > 0;
}

#endif
