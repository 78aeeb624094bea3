/*
 * The files of a command line: none is read and written, or written twice.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stddef.h>

/* A file and the option that names it ("--csv"; "" for an argument). A NULL path is left out;
 * "-" is a standard stream. */
struct file_use {
    const char *option, *path;
    bool written;
};

/* Statuses of the command. */
enum { FILES_UNWRITABLE = 1, FILES_SAME = 2 };

/*
 * Before anything runs: each file that is to be written can be, and is no other file of the
 * list by another name, which device and inode tell; devices may be named twice. Files that are
 * there keep their contents, and no other files are left. From then on output_open refuses what
 * is read, whatever file it is asked for. 0, or a status with a sentence in err.
 */
int files_check(const struct file_use *use, int count, char *err, size_t errlen);

/* First of all: without a descriptor 0, 1 or 2 the next file that is opened would get the
 * number, and what is printed would go there. Printing to such a stream stays an error. */
void files_reserve_standard(void);

#endif
