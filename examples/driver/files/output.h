/*
 * Files that a command writes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A result goes to FILE.part (FILE.part2, ... where that exists), which takes the place of FILE
 * when it is complete: until then an older FILE stays as it is. The new file has the permissions
 * of the old one. A symbolic link stays a link: what it leads to is replaced. Other hard links
 * keep the old contents. A device, a FIFO or a socket is written directly, and so is FILE where
 * its folder takes no new file. SIGHUP, SIGINT, SIGPIPE, SIGQUIT and SIGTERM remove FILE.part.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

/* A file in progress; only `file` is for callers. */
struct output {
    FILE *file;       /* NULL: not open */
    const char *name; /* the caller's, for sentences */
    char *target;     /* what the links lead to */
    char *part;       /* NULL: what is written goes to the target */
    bool shared;      /* standard output or error, which stays open */
    bool in_place;    /* the target's end is still that of its old contents */
};

/* Opens a file for writing; "-" is standard output. 0, or -1 with a sentence in err, and then
 * there is nothing to close. `path` has to last until the file is closed. */
int output_open(struct output *o, const char *path, char *err, size_t errlen);

/* Opens a file to write at its end; it is created where there is none. */
int output_append(struct output *o, const char *path, char *err, size_t errlen);

/* What is written so far takes the target's place, and what follows is added to that at once:
 * for files that are of use before they are complete. 0, or -1 with a sentence. */
int output_publish(struct output *o, char *err, size_t errlen);

/* The same, and closes the file. Where something could not be written the target stays. */
int output_close(struct output *o, char *err, size_t errlen);

/* Closes the file as if it had not been opened. */
void output_discard(struct output *o);

/* A stream cannot be completed and then continued. `text`, a constant, is written to it where
 * a signal ends the program. */
bool output_is_stream(const struct output *o);
void output_last(struct output *o, const char *text);

/* Whether the path is standard output: "-", /dev/stdout or the file that it was sent to. */
bool output_is_standard(const char *path);

/* The file with this device and inode is read: output_open refuses it by any name. */
void output_protect(const struct stat *status);

/* What the links lead to, whether or not it exists; to be freed. NULL: errno says why. */
char *output_target(const char *path);

#endif
