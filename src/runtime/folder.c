/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The folder of StarPU's measurements: of buses and of tasks. StarPU aborts if it cannot
 * write the folder or read a file in it. So this file first finds a folder that can be
 * written, and renames damaged files. StarPU then measures again. */

#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <starpu.h>
#include "environment.h"

/* StarPU has 256 bytes for a path, with file names in the folder, and 64 for the name of a
 * host. */
enum { LONGEST = 200, HOST = 65, PATH = 512 };
#define SL_MIN(a, b) ((a) < (b) ? (a) : (b))

int sl_folder_make(const char *path)
{
    char part[PATH];
    struct stat status;
    size_t length = strlen(path);
    if (length >= sizeof part)
        return ENAMETOOLONG;
    for (size_t i = 1; i <= length; i++)
        if (path[i] == '/' || path[i] == 0) {
            snprintf(part, sizeof part, "%.*s", (int)i, path);
            int error = mkdir(part, 0700) == 0 ? 0 : errno;
            if (error != 0 && stat(part, &status) != 0)
                return error;
        }
    if (stat(path, &status) != 0)
        return errno;
    if (!S_ISDIR(status.st_mode))
        return ENOTDIR;
    return access(path, R_OK | W_OK | X_OK) == 0 ? 0 : errno;
}

/* Writes a test file of some KiB in the folder, to see whether there is room. Returns an
 * error number. The limit of file sizes is checked first, because to exceed it raises a
 * signal. */
static int try_writing(const char *folder)
{
    enum { LARGEST_FILE = 1 << 20 };
    char path[PATH + 24];
    static const char zeros[1 << 14];
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < LARGEST_FILE)
        return EFBIG;
    snprintf(path, sizeof path, "%s/.starling-XXXXXX", folder);
    int file = mkstemp(path), error = 0;
    if (file < 0)
        return errno;
    errno = ENOSPC;
    if (write(file, zeros, sizeof zeros) != (ssize_t)sizeof zeros)
        error = errno;
    if (close(file) != 0 && error == 0)
        error = errno;
    unlink(path);
    return error;
}

/* The name of this machine in file names. */
static void host_name(char host[HOST])
{
    const char *all = getenv("STARPU_MPI_HOSTNAMES"), *name = getenv("STARPU_HOSTNAME");
    if (all && all[0])
        snprintf(host, HOST - 1, "%.*s", (int)strcspn(all + strspn(all, " "), " "), all + strspn(all, " "));
    else if (name && name[0])
        snprintf(host, HOST - 1, "%s", name);
    else {
        host[0] = 0;
        gethostname(host, HOST - 1);
        host[HOST - 1] = 0;
        host[strcspn(host, ".")] = 0;
    }
}

/* ---- Files ------------------------------------------------------------------------------- */

/* The text of a file, which the caller frees. NULL: it cannot be read; errno tells why. The
 * lock waits for a process that writes the file. */
static char *read_file(const char *path)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    struct stat status;
    char *text = NULL;
    int file = open(path, O_RDWR | O_CLOEXEC); /* StarPU will write it */
    if (file < 0)
        return NULL;
    fcntl(file, F_SETLKW, &lock);
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        text = malloc((size_t)status.st_size + 1);
    ssize_t length = text ? read(file, text, (size_t)status.st_size) : -1;
    if (length >= 0)
        text[length] = 0;
    else if (text) {
        free(text);
        text = NULL;
    }
    if (close(file) != 0 || text)
        return text;
    errno = EIO;
    return NULL;
}

/* A position in a text. Comments begin with # and end with the line. */
struct reader {
    const char *at;
    bool good; /* no error so far */
};

static void skip_space(struct reader *r)
{
    while (isspace((unsigned char)*r->at) || *r->at == '#')
        r->at += *r->at == '#' ? strcspn(r->at, "\n") : 1;
}

static double next_real(struct reader *r)
{
    char *end;
    skip_space(r);
    double value = strtod(r->at, &end);
    r->good = r->good && end != r->at;
    r->at = end;
    return value;
}

static long next_count(struct reader *r, long least, long most)
{
    char *end;
    skip_space(r);
    long value = strtol(r->at, &end, 10);
    r->good = r->good && end != r->at && value >= least && value <= most;
    r->at = end;
    return r->good ? value : 0;
}

/* A line of a model: tasks with one footprint. Old files lack the number of operations. */
static void next_entry(struct reader *r)
{
    unsigned footprint, count;
    unsigned long size;
    double flops = 0, mean, deviation, sum, sum2;
    int end = -1;
    skip_space(r);
    if (sscanf(r->at, "%x%lu%le%le%le%le%le%u%*[ \t]%n", &footprint, &size, &flops, &mean, &deviation, &sum,
               &sum2, &count, &end) < 8)
        r->good = r->good && sscanf(r->at, "%x%lu%le%le%le%le%u", &footprint, &size, &mean, &deviation, &sum,
                                    &sum2, &count) == 7;
    r->good = r->good && !(flops < 0) && mean >= 0 && deviation >= 0 && sum >= 0 && sum2 >= 0 &&
              strchr(r->at, '\n');
    r->at += strcspn(r->at, "\n");
}

/* The model of an implementation: regressions and measurements. */
static void next_implementation(struct reader *r)
{
    enum { REGRESSION = 6, NONLINEAR = 3, MANY = 1 << 24 };
    long entries = next_count(r, 0, MANY);
    for (int i = 0; i < REGRESSION; i++)
        next_real(r);
    for (int i = 0; i < 3; i++) /* samples, the smallest size and the largest */
        next_count(r, 0, LONG_MAX);
    for (int i = 0; i < NONLINEAR; i++)
        next_real(r);
    long coefficients = next_count(r, 0, 1 << 10);
    for (long i = 0; i < coefficients; i++)
        next_real(r);
    for (long i = 0; i < entries && r->good; i++)
        next_entry(r);
}

/* Whether text is a file of models, in the format of StarPU. */
static bool good_model(const char *text, long version)
{
    enum { KINDS = 32, MANY = 1 << 16 };
    struct reader r = {text, true};
    skip_space(&r);
    if (text[0] == 0)
        return true; /* StarPU ignores it */
    next_count(&r, version, version);
    long combinations = next_count(&r, 0, MANY);
    for (long c = 0; c < combinations && r.good; c++) {
        long devices = next_count(&r, 1, MANY);
        for (long d = 0; d < devices && r.good; d++) {
            next_count(&r, 0, KINDS);    /* of worker */
            next_count(&r, 0, INT_MAX);  /* its device */
            next_count(&r, 0, INT_MAX);  /* cores */
        }
        long implementations = next_count(&r, 1, MANY);
        for (long i = 0; i < implementations && r.good; i++)
            next_implementation(&r);
    }
    return r.good;
}

/* Whether text has only numbers, and at least one. */
static bool good_numbers(const char *text)
{
    struct reader r = {text, true};
    do {
        next_real(&r);
        skip_space(&r);
    } while (r.good && *r.at);
    return r.good;
}

/* Whether a file name ends as that of a measurement of buses. StarPU writes missing files. */
static bool is_bus(const char *kind)
{
    static const char *const kinds[] = {"config", "affinity", "latency", "bandwidth", "platform.xml",
                                        "platform.v4.xml"};
    for (int i = 0; i < 6; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

static bool good_bus(const char *text, const char *kind)
{
    struct reader r = {text, true};
    size_t length = strlen(text);
    if (kind[0] == 'p')
        return strstr(text, "</platform>") != NULL;
    if (length == 0 || text[length - 1] != '\n')
        return false;
    if (strcmp(kind, "affinity") == 0) /* one line for each GPU follows */
        return strncmp(text, "# GPU\tNUMA", 10) == 0 && isdigit((unsigned char)text[10]) &&
               (skip_space(&r), *r.at == 0 || good_numbers(text));
    if (strcmp(kind, "config") != 0)
        return good_numbers(text);
    next_count(&r, 1, INT_MAX); /* processors, and memories by kind */
    next_count(&r, 0, INT_MAX);
    return r.good;
}

/* ---- Folders ----------------------------------------------------------------------------- */

/* The result of a look at a folder: why it cannot be used, and which files were renamed. */
struct finding {
    char reason[SL_SENTENCE / 2], damaged[PATH];
    int count;
};

static bool useless(struct finding *f, const char *path, int error)
{
    snprintf(f->reason, sizeof f->reason, "%.300s: %s", path, strerror(error));
    return false;
}

/* Checks a file of this machine. version: that of a model; 0: buses, of this kind. */
static bool look_at_file(const char *path, const char *kind, long version, struct finding *f)
{
    char renamed[PATH + 16]; /* the path is shorter than PATH */
    char *text = read_file(path);
    if (text && !text[0]) { /* another process may be about to fill it */
        free(text);
        usleep(100000);
        text = read_file(path);
    }
    if (!text)
        return useless(f, path, errno);
    bool good = version > 0 ? good_model(text, version) : good_bus(text, kind);
    free(text);
    if (good)
        return true;
    snprintf(renamed, sizeof renamed, "%.*s.damaged", PATH - 1, path);
    if (rename(path, renamed) != 0)
        return useless(f, path, errno);
    if (f->count++ == 0)
        snprintf(f->damaged, sizeof f->damaged, "%.*s", PATH - 1, path);
    return true;
}

/* Checks all files of this machine: HOST.KIND for buses, NAME.HOST for models. */
static bool look_at_files(const char *folder, const char *host, long version, struct finding *f)
{
    char path[PATH + 260];
    size_t length = strlen(host);
    bool good = true;
    DIR *list = opendir(folder);
    if (!list)
        return errno == ENOENT || useless(f, folder, errno);
    for (struct dirent *d; good && (d = readdir(list));) {
        const char *name = d->d_name, *dot = strchr(name, '.');
        bool model = dot && strcmp(dot + 1, host) == 0;
        bool bus = strncmp(name, host, length) == 0 && name[length] == '.' && is_bus(name + length + 1);
        if (version > 0 ? !model : !bus)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, name);
        good = strlen(path) < PATH ? look_at_file(path, version > 0 ? "" : name + length + 1, version, f)
                                   : useless(f, path, ENAMETOOLONG);
    }
    closedir(list);
    return good;
}

/* Checks models. There is a folder for each version of the format. */
static bool look_at_models(const char *folder, const char *host, struct finding *f)
{
    char path[PATH + 260];
    bool good = true;
    DIR *list = opendir(folder);
    if (!list)
        return errno == ENOENT || useless(f, folder, errno);
    for (struct dirent *d; good && (d = readdir(list));) {
        long version = strtol(d->d_name, NULL, 10);
        if (version <= 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        good = look_at_files(path, host, version, f);
    }
    closedir(list);
    return good;
}

/* Whether all files of this machine can be read and written. Renames damaged ones. */
static bool look_at(const char *folder, const char *host, struct finding *f)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/bus", folder);
    if (!look_at_files(path, host, 0, f))
        return false;
    snprintf(path, sizeof path, "%s/codelets", folder);
    return look_at_models(path, host, f);
}

static char chosen[PATH]; /* the first one that was found useful */

/* Whether StarPU can use this folder. Makes it if it does not exist. */
static bool is_useful(const char *folder, const char *host, struct finding *f)
{
    static const char *const parts[] = {"bus", "codelets", "debug"};
    char path[PATH];
    f->count = 0;
    if (strlen(folder) > LONGEST)
        return useless(f, folder, ENAMETOOLONG);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
        int error = sl_folder_make(path);
        if (error == 0 && i == 1)
            error = try_writing(path);
        if (error != 0)
            return useless(f, path, error);
    }
    if (!look_at(folder, host, f))
        return false;
    if (!chosen[0])
        snprintf(chosen, sizeof chosen, "%s", folder);
    return true;
}

static void tell_damage(const struct finding *f, struct sl_said *said)
{
    if (f->count == 1)
        sl_notice(said, "%s is damaged; it is %s.damaged now, and StarPU measures again", f->damaged, f->damaged);
    if (f->count > 1)
        sl_notice(said, "%s and %d other files there are damaged; they are called *.damaged now, and StarPU "
                        "measures again", f->damaged, f->count - 1);
}

/* The same for the folder of measurements in a home folder. */
static bool is_home(const char *base, const char *host, struct finding *f)
{
    char path[PATH];
    if (strlen(base) > LONGEST)
        return useless(f, base, ENAMETOOLONG);
    snprintf(path, sizeof path, "%s/.starpu/sampling", base);
    return is_useful(path, host, f);
}

/* ---- The search -------------------------------------------------------------------------- */

/* A folder for temporary files of this user only. It is the same in each run. */
static bool temporary(const char *base, const char *host, char folder[PATH], struct finding *f)
{
    struct stat status;
    if (!base || strlen(base) > LONGEST / 2)
        return false;
    snprintf(folder, PATH, "%s/starling-%lu", base, (unsigned long)geteuid());
    mkdir(folder, 0700);
    return lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
           (status.st_mode & 022) == 0 && is_home(folder, host, f);
}

static bool is_temporary(const char *host, char folder[PATH], struct finding *f)
{
    const char *const bases[] = {getenv("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm"};
    for (int i = 0; i < 4; i++)
        if (temporary(bases[i], host, folder, f))
            return true;
    return false;
}

/* The variable that StarPU looks at first. Its value is replaced while StarPU starts. */
static const char first_home[] = "XDG_CACHE_HOME";
static char *before;
static bool replaced;

static bool replace_home(const char *folder, struct sl_said *said)
{
    const char *value = getenv(first_home);
    before = value ? strdup(value) : NULL;
    replaced = (before || !value) && setenv(first_home, folder, 1) == 0;
    starpu_perfmodel_free_sampling(); /* StarPU looks again */
    return replaced || sl_refuse(said, "out of memory");
}

void sl_folder_leave(void)
{
    if (replaced && before)
        setenv(first_home, before, 1);
    else if (replaced)
        unsetenv(first_home);
    free(before);
    before = NULL;
    replaced = false;
}

/* Whether StarPU can read this folder, or write it if folders in it are missing. */
static bool can_be_read(const char *folder, struct finding *f)
{
    char models[PATH + 16];
    snprintf(models, sizeof models, "%s/codelets/.", folder);
    if (strlen(folder) > LONGEST)
        return useless(f, folder, ENAMETOOLONG);
    return (access(folder, R_OK | X_OK) == 0 && access(models, R_OK | X_OK) == 0) || access(folder, W_OK) == 0 ||
           useless(f, folder, errno);
}

/* Checks the folders of STARPU_PERF_MODEL_PATH, whose models StarPU updates. */
static bool look_at_path(const char *host, struct sl_said *said)
{
    char folder[PATH];
    struct finding f = {.count = 0};
    const char *path = getenv("STARPU_PERF_MODEL_PATH");
    for (size_t length; path && *path; path += length + (path[length] != 0)) {
        length = strcspn(path, ":,");
        if (length == 0)
            continue;
        snprintf(folder, sizeof folder, "%.*s", (int)SL_MIN(length, PATH - 1), path);
        f.count = 0;
        if (!can_be_read(folder, &f) || !look_at(folder, host, &f))
            return sl_refuse(said, "STARPU_PERF_MODEL_PATH has a folder that cannot be used: %s", f.reason);
        tell_damage(&f, said);
    }
    return true;
}

static const char *const homes[] = {first_home, "STARPU_HOME", "HOME"};

void sl_folder_tuning(char *path, size_t size)
{
    const char *wish = getenv("STARLING_TUNING"), *home = NULL;
    char host[HOST];
    for (int i = 0; i < 3 && !(home && home[0]); i++) /* StarPU was started by the application */
        home = getenv(homes[i]);
    host_name(host);
    if (wish)
        snprintf(path, size, "%s", wish);
    else if (chosen[0])
        snprintf(path, size, "%s/tuning.%s", chosen, host);
    else
        snprintf(path, size, "%s/.starpu/sampling/tuning.%s", home ? home : "", host);
}

bool sl_folder_enter(struct sl_said *said)
{
    char host[HOST], folder[PATH];
    struct finding f = {.count = 0}, first = {.reason = ""};
    const char *wish = getenv("STARPU_PERF_MODEL_DIR"), *name = NULL;
    bool others = false; /* StarPU would take an earlier one */
    chosen[0] = 0;
    host_name(host);
    if (wish && !wish[0])
        return sl_refuse(said, "STARPU_PERF_MODEL_DIR is empty; it must name a folder");
    if (wish && !is_useful(wish, host, &f))
        return sl_refuse(said, "STARPU_PERF_MODEL_DIR is '%.200s', and this folder cannot be used: %s", wish,
                         f.reason);
    tell_damage(&f, said);
    if (!look_at_path(host, said))
        return false;
    for (int i = 0; i < 3; i++) {
        const char *home = getenv(homes[i]);
        if (!home || !home[0]) {
            others |= home != NULL;
            continue;
        }
        if (is_home(home, host, &f)) {
            tell_damage(&f, said);
            if (name && !wish)
                sl_notice(said, "%s cannot be used for StarPU's measurements (%s); they are in %s/.starpu", name,
                          first.reason, home);
            return !others || replace_home(home, said);
        }
        others = true;
        if (!name) {
            name = homes[i];
            first = f;
        }
    }
    if (!name)
        snprintf(first.reason, sizeof first.reason, "it is not set");
    name = name ? name : "HOME";
    if (!is_temporary(host, folder, &f))
        return sl_refuse(said, "there is no folder that can be written for StarPU's measurements (%s: %s); set "
                               "STARPU_HOME to one", name, first.reason);
    tell_damage(&f, said);
    if (!wish)
        sl_notice(said, "%s cannot be used for StarPU's measurements (%s); they are in %s, and may be lost; set "
                        "STARPU_HOME to a folder that can be written", name, first.reason, folder);
    return replace_home(folder, said);
}
