/*
 * Text files read one line at a time: skipping, words, numbers and error sentences.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words are quoted in errors up to this length. */
#define QUOTED 32

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* An error that concerns the file, not one of its lines: 'FILE: reason'. */
static int file_error(struct text *l)
{
    snprintf(l->err, l->errlen, "%s: %s", l->name, l->source.problem);
    return -1;
}

int text_error(struct text *l, const char *format, ...)
{
    int used = snprintf(l->err, l->errlen, "%s:%lld: ", l->name,
                        (long long)(l->number > 0 ? l->number : 1));
    if (used < 0 || (size_t)used >= l->errlen)
        return -1;
    va_list list;
    va_start(list, format);
    vsnprintf(l->err + used, l->errlen - (size_t)used, format, list);
    va_end(list);
    return -1;
}

int text_open(struct text *l, const char *path, char *err, size_t errlen)
{
    *l = (struct text){.name = path, .err = err, .errlen = errlen};
    if (strcmp(path, "-") == 0)
        l->name = "standard input";
    return source_open(&l->source, path) == 0 ? 0 : file_error(l);
}

void text_close(struct text *l)
{
    source_close(&l->source);
    free(l->text);
    l->text = l->at = l->end = NULL;
}

/* The NUL at the end of the line stops this, as it stops strtod. */
static void skip_blanks(struct text *l)
{
    while (blank(*l->at))
        l->at++;
}

int text_next(struct text *l)
{
    for (;;) {
        ssize_t length = source_line(&l->source, &l->text, &l->capacity);
        if (length <= 0)
            return length == 0 ? 0 : file_error(l);

        /* blanks at both ends, and the CR of a CRLF, are not part of the line */
        l->number++;
        l->end = l->text + length;
        while (l->end > l->text && (l->end[-1] == '\n' || blank(l->end[-1])))
            l->end--;
        *l->end = '\0';
        l->at = l->text;
        skip_blanks(l);
        if (l->at < l->end && (!l->comment || *l->at != l->comment))
            return 1;
    }
}

/* The word at the current place, fit to be shown: short, and without odd bytes. */
static const char *quoted(const struct text *l, char word[QUOTED + 4])
{
    size_t i = 0;
    const char *c = l->at;
    for (; c < l->end && !blank(*c) && i < QUOTED; c++)
        word[i++] = isprint((unsigned char)*c) ? *c : '?';
    strcpy(word + i, c < l->end && !blank(*c) ? "..." : "");
    return word;
}

bool text_word(struct text *l, char *word, size_t size)
{
    size_t i = 0;
    skip_blanks(l);
    if (l->at >= l->end)
        return false;
    for (; l->at < l->end && !blank(*l->at); l->at++)
        if (i + 1 < size)
            word[i++] = (char)tolower((unsigned char)*l->at);
    word[i] = '\0';
    return true;
}

/* True where a number that stops at `stop` took the whole of the current word. */
static bool whole_word(const struct text *l, const char *stop)
{
    return stop > l->at && (stop == l->end || blank(*stop));
}

int text_integer(struct text *l, const char *what, int64_t *value)
{
    char word[QUOTED + 4], *stop;
    skip_blanks(l);
    if (l->at >= l->end)
        return text_error(l, "the %s is missing", what);
    errno = 0;
    long long v = strtoll(l->at, &stop, 10);
    if (!whole_word(l, stop))
        return text_error(l, "'%s' is not an integer", quoted(l, word));
    if (errno == ERANGE)
        return text_error(l, "'%s' does not fit in 64 bits", quoted(l, word));
    *value = v;
    l->at = stop;
    return 0;
}

/* strtod, which also takes Fortran's D for an exponent. */
static double to_double(char *text, char **stop)
{
    double v = strtod(text, stop);
    char letter = **stop;
    if (*stop == text || (letter != 'd' && letter != 'D'))
        return v;
    char *exponent = *stop;
    *exponent = 'e';
    v = strtod(text, stop);
    *exponent = letter;
    return v;
}

int text_real(struct text *l, const char *what, double *value)
{
    char word[QUOTED + 4], *stop;
    skip_blanks(l);
    if (l->at >= l->end)
        return text_error(l, "the %s is missing", what);
    errno = 0;
    double v = to_double(l->at, &stop);
    if (!whole_word(l, stop))
        return text_error(l, "'%s' is not a number", quoted(l, word));
    /* Infinite by rounding is not the number that is written; underflow is rounding like any
       other. */
    if (isinf(v) && errno == ERANGE)
        return text_error(l, "'%s' is too large for double precision", quoted(l, word));
    if (!isfinite(v))
        return text_error(l, "'%s' is not a finite number", quoted(l, word));
    if (l->single && isinf((float)v))
        return text_error(l, "'%s' is too large for single precision", quoted(l, word));
    *value = v;
    l->at = stop;
    return 0;
}

int text_finish(struct text *l)
{
    char word[QUOTED + 4];
    skip_blanks(l);
    if (l->at < l->end)
        return text_error(l, "unexpected '%s' at the end of the line",
                           quoted(l, word));
    return 0;
}
