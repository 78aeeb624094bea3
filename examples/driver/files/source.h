/*
 * Text from a file, line by line: whatever is no text is named.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * What a file holds decides, not its name: gzip is read where Starling was built with zlib, the
 * mark that some editors put before UTF-8 is skipped, and UTF-16 and the other usual ways to
 * compress a file are errors in words.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct source {
    int fd;
    void *gzip; /* zlib's, which has the descriptor */
    char *buffer; /* NULL: not open */
    size_t used, have; /* of the buffer */
    bool begun;
    char problem[160]; /* what went wrong: a sentence, without the file's name */
};

/* Opens a file, or standard input where path is "-". 0, or -1 with a problem. */
int source_open(struct source *s, const char *path);

/* The next line with its end, NUL-terminated, in memory as getline has it: its length, 0 at
 * the end of the file, or -1 with a problem. */
ssize_t source_line(struct source *s, char **text, size_t *capacity);

void source_close(struct source *s);

#endif
