/*
 * The files of a command line: see files.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/output.h"

/* One file while it is compared: held open, so that its inode stays its own. */
struct held {
    bool known; /* there is a file, described by `status` */
    struct stat status;
    int fd;        /* -1: not open */
    char *created; /* the name to remove in the end; NULL: the file was there */
};

/* Holds a file that is to be written: 0, or errno. */
static int hold_output(const char *path, struct held *h)
{
    if (strcmp(path, "-") == 0) {
        h->known = fstat(STDOUT_FILENO, &h->status) == 0;
        return 0;
    }
    h->known = stat(path, &h->status) == 0;
    if (h->known && S_ISDIR(h->status.st_mode))
        return EISDIR;
    if (h->known && !S_ISREG(h->status.st_mode)) /* to open a FIFO waits for its reader */
        return access(path, W_OK) == 0 ? 0 : errno;
    bool creates = !h->known;
    h->fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (h->fd < 0)
        return errno;
    if (creates)
        h->created = output_target(path);
    h->known = fstat(h->fd, &h->status) == 0;
    return 0;
}

/* A file that cannot be read is left to its reader, which has the sentence. */
static void hold_input(const char *path, struct held *h)
{
    h->known = (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &h->status)
                                       : stat(path, &h->status)) == 0;
}

static void release(struct held *h)
{
    if (h->created)
        unlink(h->created);
    if (h->fd >= 0)
        close(h->fd);
    free(h->created);
}

/* Whether two uses cannot go together. */
static bool clash(const struct file_use *a, const struct held *x, const struct file_use *b,
                  const struct held *y)
{
    return (a->written || b->written) && x->known && y->known &&
           !S_ISCHR(x->status.st_mode) && x->status.st_dev == y->status.st_dev &&
           x->status.st_ino == y->status.st_ino;
}

/* "--csv a.csv", "a.mtx" or "standard input". */
static void describe(const struct file_use *use, char *text, size_t size)
{
    if (strcmp(use->path, "-") == 0)
        snprintf(text, size, "standard %s", use->written ? "output" : "input");
    else
        snprintf(text, size, "%s%s%s", use->option, *use->option ? " " : "", use->path);
}

static int say_clash(const struct file_use *a, const struct file_use *b, char *err,
                     size_t errlen)
{
    char output[200], other[200];
    describe(b->written ? b : a, output, sizeof output);
    describe(b->written ? a : b, other, sizeof other);
    snprintf(err, errlen, "%s is the same file as %s, which is %s; choose another name", output,
             other, a->written && b->written ? "written too" : "read");
    return FILES_SAME;
}

/* Compares the last of the files with those before it. */
static int compare(const struct file_use *use, const struct held *held, int last, char *err,
                   size_t errlen)
{
    for (int i = 0; i < last; i++)
        if (clash(&use[i], &held[i], &use[last], &held[last]))
            return say_clash(&use[i], &use[last], err, errlen);
    return 0;
}

int files_check(const struct file_use *use, int count, char *err, size_t errlen)
{
    struct held *held = calloc((size_t)count + 1, sizeof *held);
    int status = held ? 0 : FILES_UNWRITABLE, done = 0;
    if (!held)
        snprintf(err, errlen, "%s", strerror(ENOMEM));
    for (; status == 0 && done < count; done++) {
        int code = 0;
        held[done].fd = -1;
        if (!use[done].path)
            continue;
        if (use[done].written)
            code = hold_output(use[done].path, &held[done]);
        else
            hold_input(use[done].path, &held[done]);
        if (code != 0) {
            snprintf(err, errlen, "cannot write %s: %s", use[done].path, strerror(code));
            status = FILES_UNWRITABLE;
        } else
            status = compare(use, held, done, err, errlen);
    }
    while (done-- > 0) {
        if (status == 0 && held[done].known && !use[done].written)
            output_protect(&held[done].status);
        release(&held[done]);
    }
    free(held);
    return status;
}

void files_reserve_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
}
