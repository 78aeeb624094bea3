/*
 * Text from a file: see source.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif

enum { BUFFER = 1 << 16, LONGEST_LINE = 1 << 26 };

static ssize_t problem(struct source *s, const char *sentence)
{
    snprintf(s->problem, sizeof s->problem, "%s", sentence);
    return -1;
}

/* The only functions that know zlib: the begin, the next bytes and the end. */
#ifdef HAVE_ZLIB
static bool open_bytes(struct source *s)
{
    s->gzip = gzdopen(s->fd, "r");
    return s->gzip != NULL;
}

static ssize_t read_bytes(struct source *s)
{
    int code = Z_OK, got = gzread(s->gzip, s->buffer, BUFFER);
    if (got > 0)
        return got;
    gzerror(s->gzip, &code);
    if (code == Z_ERRNO)
        return problem(s, strerror(errno));
    if (code == Z_BUF_ERROR)
        return problem(s, "the compressed file ends too early");
    return code == Z_OK || code == Z_STREAM_END ? 0
                                                : problem(s, "the compressed file is damaged");
}

static void close_bytes(struct source *s)
{
    gzclose(s->gzip);
}
#else
static bool open_bytes(struct source *s)
{
    (void)s;
    return true;
}

static ssize_t read_bytes(struct source *s)
{
    ssize_t got = read(s->fd, s->buffer, BUFFER);
    return got >= 0 ? got : problem(s, strerror(errno));
}

static void close_bytes(struct source *s)
{
    close(s->fd);
}
#endif

/* How files begin that are not text as it is read here. Without its mark, UTF-16 has a name for
 * each order of the bytes. */
#define CONVERT(name) "the file is UTF-16; convert it by iconv -f " name " -t UTF-8"
static const struct {
    const char *bytes;
    size_t count;
    const char *sentence;
} starts[] = {
    {"\xff\xfe", 2, CONVERT("UTF-16")},
    {"\xfe\xff", 2, CONVERT("UTF-16")},
    {"%\0", 2, CONVERT("UTF-16LE")},
    {"\0%", 2, CONVERT("UTF-16BE")},
    {"\x1f\x8b", 2, "the file is compressed by gzip, and Starling was built without zlib; "
                    "decompress it by gunzip"},
    {"BZh", 3, "the file is compressed by bzip2; decompress it by bunzip2"},
    {"\xfd" "7zXZ", 5, "the file is compressed by xz; decompress it by unxz"},
    {"\x28\xb5\x2f\xfd", 4, "the file is compressed by zstd; decompress it by unzstd"},
    {"PK\3\4", 4, "the file is a zip archive; extract the matrix from it by unzip"},
};

static bool begins(const struct source *s, const char *bytes, size_t count)
{
    return s->have >= count && memcmp(s->buffer, bytes, count) == 0;
}

/* Looks at the first bytes of all. */
static ssize_t check_start(struct source *s)
{
    s->begun = true;
    if (begins(s, "\xef\xbb\xbf", 3))
        s->used = 3;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins(s, starts[i].bytes, starts[i].count))
            return problem(s, starts[i].sentence);
    return 0;
}

/* The next bytes: how many, 0 at the end, or -1. */
static ssize_t fill(struct source *s)
{
    ssize_t got = read_bytes(s);
    s->used = 0;
    s->have = got > 0 ? (size_t)got : 0;
    if (got > 0 && !s->begun && check_start(s) < 0)
        return -1;
    return got;
}

int source_open(struct source *s, const char *path)
{
    *s = (struct source){0};
    s->fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (s->fd < 0)
        return (int)problem(s, strerror(errno));
    s->buffer = malloc(BUFFER);
    if (s->buffer && open_bytes(s))
        return 0;
    close(s->fd);
    free(s->buffer);
    s->buffer = NULL;
    return (int)problem(s, strerror(ENOMEM));
}

void source_close(struct source *s)
{
    if (s->buffer)
        close_bytes(s);
    free(s->buffer);
    s->buffer = NULL;
}

/* Makes room for a line of this length and its NUL. */
static ssize_t reserve(struct source *s, char **text, size_t *capacity, size_t length)
{
    if (length > LONGEST_LINE)
        return problem(s, "a line is longer than 64 MiB; this is no text file");
    if (length < *capacity)
        return 0;
    char *grown = realloc(*text, 2 * length + 128);
    if (!grown)
        return problem(s, strerror(ENOMEM));
    *text = grown;
    *capacity = 2 * length + 128;
    return 0;
}

ssize_t source_line(struct source *s, char **text, size_t *capacity)
{
    for (size_t length = 0;;) {
        ssize_t got = s->used < s->have ? 1 : fill(s);
        if (got < 0)
            return -1;
        const char *start = s->buffer + s->used, *newline = NULL;
        size_t count = s->have - s->used;
        if (count > 0)
            newline = memchr(start, '\n', count);
        if (newline)
            count = (size_t)(newline - start) + 1;
        if (reserve(s, text, capacity, length + count) < 0)
            return -1;
        memcpy(*text + length, start, count);
        length += count;
        s->used += count;
        (*text)[length] = '\0';
        if (newline || got == 0)
            return (ssize_t)length;
    }
}
