/*
 * Files that a command writes: see output.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Enough for a row of a report, which then reaches its file in one call. */
enum { BUFFER = 1 << 16 };

/* What a signal that ends the program has to do: remove a file, end a stream. */
enum { DUTIES = 16 };
static struct duty {
    char *volatile part;
    const char *volatile text;
    volatile int fd;
} duties[DUTIES];

/* Only calls that POSIX allows in a handler. */
static void interrupted(int number)
{
    for (int i = 0; i < DUTIES; i++) {
        if (duties[i].part)
            unlink(duties[i].part);
        if (duties[i].text && write(duties[i].fd, duties[i].text, strlen(duties[i].text)) < 0)
            continue;
    }
    raise(number); /* the action is the default one again */
}

/* A signal that is ignored (nohup) or has another handler is left alone. */
static void catch_signals(void)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};
    struct sigaction old, action = {.sa_handler = interrupted, .sa_flags = (int)SA_RESETHAND};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &action, NULL);
}

static void add_duty(struct duty duty)
{
    catch_signals();
    for (int i = 0; i < DUTIES; i++)
        if (!duties[i].part && !duties[i].text) {
            duties[i].fd = duty.fd;
            duties[i].text = duty.text;
            duties[i].part = duty.part;
            return;
        }
}

/* A file's duty ends when it has its place or is gone. */
static void end_part(const struct output *o)
{
    for (int i = 0; i < DUTIES; i++)
        if (duties[i].part && duties[i].part == o->part)
            duties[i].part = NULL;
}

static void end_text(const struct output *o)
{
    for (int i = 0; i < DUTIES; i++)
        if (duties[i].text && o->file && duties[i].fd == fileno(o->file))
            duties[i].text = NULL;
}

void output_last(struct output *o, const char *text)
{
    add_duty((struct duty){.text = text, .fd = fileno(o->file)});
}

static int cannot_write(const struct output *o, int code, char *err, size_t errlen)
{
    snprintf(err, errlen, "cannot write %s: %s",
             strcmp(o->name, "-") == 0 ? "standard output" : o->name,
             strerror(code ? code : EIO));
    return -1;
}

/* Whether the path is the file of this descriptor; any terminal or /dev/null is opened anew. */
static bool is_descriptor(const char *path, int fd)
{
    struct stat file, other;
    return stat(path, &file) == 0 && fstat(fd, &other) == 0 && !S_ISCHR(file.st_mode) &&
           file.st_dev == other.st_dev && file.st_ino == other.st_ino;
}

bool output_is_standard(const char *path)
{
    return strcmp(path, "-") == 0 || is_descriptor(path, STDOUT_FILENO);
}

/* Files that are read, by device and inode. */
enum { INPUTS = 8 };
static struct stat inputs[INPUTS];
static int input_count;

void output_protect(const struct stat *status)
{
    if (input_count < INPUTS)
        inputs[input_count++] = *status;
}

static bool is_input(const char *path)
{
    struct stat file;
    bool found = false;
    for (int i = 0; i < input_count && stat(path, &file) == 0; i++)
        found |= file.st_dev == inputs[i].st_dev && file.st_ino == inputs[i].st_ino &&
                 !S_ISCHR(file.st_mode);
    return found;
}

/* Where the link at `path` leads, to be freed. */
static char *follow(const char *path, const char *link)
{
    const char *slash = link[0] == '/' ? NULL : strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *target = malloc(folder + strlen(link) + 1);
    if (target) {
        memcpy(target, path, folder);
        strcpy(target + folder, link);
    }
    return target;
}

char *output_target(const char *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux has it */
    char link[PATH_MAX], *target = strdup(path);
    for (int links = 0; target; links++) {
        ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0)
            return target;
        link[length] = '\0';
        char *next = links < MOST_LINKS ? follow(target, link) : NULL;
        free(target);
        target = next;
        errno = links < MOST_LINKS ? ENOMEM : ELOOP;
    }
    return NULL;
}

/* Creates the file beside the target, with the owner and permissions of `old` where there is
 * one. Returns a descriptor, or -1. */
static int open_part(struct output *o, const struct stat *old)
{
    enum { MOST_PARTS = 100 };
    size_t size = strlen(o->target) + sizeof ".part" + 3;
    int fd = -1;
    o->part = malloc(size);
    for (int i = 1; o->part && fd < 0 && i < MOST_PARTS; i++) {
        snprintf(o->part, size, i == 1 ? "%s.part" : "%s.part%d", o->target, i);
        fd = open(o->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, old ? 0600 : 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0) {
        free(o->part);
        o->part = NULL;
        return -1;
    }
    add_duty((struct duty){.part = o->part});
    if (old && fchown(fd, old->st_uid, old->st_gid) != 0)
        errno = 0; /* that takes root; the new file is the user's own then */
    if (old)
        fchmod(fd, old->st_mode & 0777);
    return fd;
}

/* Opens the target or a file beside it. Returns a descriptor, or -1 with errno. */
static int open_file(struct output *o)
{
    struct stat old;
    bool exists = stat(o->name, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return open(o->name, O_WRONLY | O_CLOEXEC);
    if (exists && access(o->name, W_OK) != 0)
        return -1;
    o->target = output_target(o->name);
    int fd = o->target ? open_part(o, exists ? &old : NULL) : -1;
    if (fd >= 0)
        return fd;
    o->in_place = true;
    return open(o->name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}

static int open_stream(struct output *o, int fd, const char *mode, char *err, size_t errlen)
{
    o->file = fd < 0 ? NULL : fdopen(fd, mode);
    if (o->file) {
        setvbuf(o->file, NULL, _IOFBF, BUFFER);
        return 0;
    }
    int code = errno;
    if (fd >= 0)
        close(fd);
    output_discard(o);
    return cannot_write(o, code, err, errlen);
}

/* Prepares a file; what is standard output or error is open already. 1 where it is, 0, or -1. */
static int begin(struct output *o, const char *path, char *err, size_t errlen)
{
    *o = (struct output){.name = path};
    if (is_input(path)) {
        snprintf(err, errlen, "cannot write %s: it is read as well; choose another name", path);
        return -1;
    }
    if (output_is_standard(path))
        o->file = stdout;
    else if (is_descriptor(path, STDERR_FILENO))
        o->file = stderr;
    o->shared = o->file != NULL;
    return o->shared;
}

int output_open(struct output *o, const char *path, char *err, size_t errlen)
{
    int begun = begin(o, path, err, errlen);
    if (begun != 0)
        return begun < 0 ? -1 : 0;
    return open_stream(o, open_file(o), "w", err, errlen);
}

int output_append(struct output *o, const char *path, char *err, size_t errlen)
{
    int begun = begin(o, path, err, errlen);
    if (begun != 0)
        return begun < 0 ? -1 : 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return open_stream(o, fd, "a", err, errlen);
}

bool output_is_stream(const struct output *o)
{
    return o->target == NULL;
}

/* Sends what is buffered on its way. 0, or errno, which an earlier failure has left. */
static int flush(struct output *o)
{
    errno = ferror(o->file) ? errno : 0;
    if (fflush(o->file) == 0 && !ferror(o->file) &&
        (!o->in_place || ftruncate(fileno(o->file), ftello(o->file)) == 0)) {
        o->in_place = false;
        return 0;
    }
    return errno ? errno : EIO;
}

/* The file takes its target's place. Where it cannot, it stays beside it. */
static int rename_part(struct output *o, char *err, size_t errlen)
{
    if (!o->part)
        return 0;
    int code = rename(o->part, o->target) == 0 ? 0 : errno;
    if (code)
        snprintf(err, errlen, "cannot rename %s to %s: %s; the result is in %s", o->part,
                 o->target, strerror(code), o->part);
    end_part(o);
    free(o->part);
    o->part = NULL;
    return code ? -1 : 0;
}

int output_publish(struct output *o, char *err, size_t errlen)
{
    int code = flush(o);
    return code ? cannot_write(o, code, err, errlen) : rename_part(o, err, errlen);
}

/* On some file systems a full disk shows at the close. */
int output_close(struct output *o, char *err, size_t errlen)
{
    int code = flush(o), status = 0;
    FILE *file = o->file;
    end_text(o);
    o->file = NULL;
    if (!o->shared && fclose(file) != 0 && code == 0)
        code = errno;
    if (code == 0)
        status = rename_part(o, err, errlen);
    output_discard(o);
    return code ? cannot_write(o, code, err, errlen) : status;
}

void output_discard(struct output *o)
{
    if (o->part)
        unlink(o->part);
    end_part(o);
    end_text(o);
    if (o->file && !o->shared)
        fclose(o->file);
    free(o->part);
    free(o->target);
    o->file = NULL;
    o->part = o->target = NULL;
}
