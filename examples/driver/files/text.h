/*
 * Text files read one line at a time, with errors a person can act on.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Every function that fails leaves 'FILE:LINE: sentence' in the caller's buffer and
 * returns -1. Lines may be of any length and end in LF or CRLF; blank lines and comment
 * lines are skipped but counted. Numbers are read in the C locale. What the file may be: source.h.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "files/source.h"

struct text {
    struct source source;
    const char *name; /* as shown in errors */
    bool single;      /* numbers have to fit in single precision */
    char comment;     /* a line that starts with it is skipped; 0: none is */
    int64_t number;   /* of the current line, from 1 */
    char *text;       /* the current line, owned */
    size_t capacity;
    char *at, *end; /* what is left of the current line, NUL-terminated */
    char *err;      /* the caller's buffer */
    size_t errlen;
};

/* Opens a file, or standard input when path is "-". Returns 0 or -1. */
int text_open(struct text *l, const char *path, char *err, size_t errlen);

/* Closes the file and frees the line. */
void text_close(struct text *l);

/* Moves to the next line that holds something: 1, 0 at the end of the file, or -1. */
int text_next(struct text *l);

/* Writes 'FILE:LINE: sentence' and returns -1. */
int text_error(struct text *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Takes the next word in lower case, cut to fit; false when the line has no more. */
bool text_word(struct text *l, char *word, size_t size);

/* Takes the next word as a number; `what` names it where it is missing. A real number is finite;
   its exponent may be Fortran's, as in 1.5D+3. */
int text_integer(struct text *l, const char *what, int64_t *value);
int text_real(struct text *l, const char *what, double *value);

/* Checks that nothing is left on the line. */
int text_finish(struct text *l);

#endif
