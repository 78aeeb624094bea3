/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* How much memory this process can still have. malloc() gives only addresses. They get
 * memory when they are used, and if there is none, Linux kills the process. So memory is
 * compared before it is used, with all limits of Linux: /proc/meminfo, control groups
 * (cgroups(7)) and getrlimit(2). */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "room.h"

enum { PATH = 4096, LINE = 8192 };

static FILE *open_file(const char *root, const char *folder, const char *name)
{
    char path[PATH + 64];
    int length = snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
    return length < (int)sizeof path ? fopen(path, "r") : NULL;
}

static void lower(struct sl_room *room, double bytes, const char *limit)
{
    if (bytes < room->bytes)
        *room = (struct sl_room){bytes > 0 ? bytes : 0, limit};
}

/* The number after `key` in a file with a key and a number on each line; NAN: there is none. */
static double number_of(const char *root, const char *folder, const char *name, const char *key)
{
    char line[LINE];
    double value = NAN;
    size_t length = strlen(key);
    FILE *file = open_file(root, folder, name);
    while (file && isnan(value) && fgets(line, sizeof line, file))
        if (strncmp(line, key, length) == 0 && strspn(line + length, " :\t") > 0)
            value = strtod(line + length + strspn(line + length, " :\t"), NULL);
    if (file)
        fclose(file);
    return value;
}

/* The number in a file; NAN: no file, or the word "max". */
static double number_in(const char *root, const char *folder, const char *name)
{
    double value;
    FILE *file = open_file(root, folder, name);
    if (!file || fscanf(file, "%lf", &value) != 1)
        value = NAN;
    if (file)
        fclose(file);
    return value;
}

/* The names in the two versions of control groups. */
struct version {
    const char *type, *limit, *use, *active, *inactive, *name;
};
static const struct version versions[] = {
    {"cgroup", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_active_file",
     "total_inactive_file", "the control group's memory.limit_in_bytes"},
    {"cgroup2", "memory.max", "memory.current", "active_file", "inactive_file",
     "the control group's memory.max"},
};

/* The limit of a group minus its use. Cached files do not count: the kernel can drop them. */
static void lower_by_group(const char *root, const char *folder, const struct version *v,
                           struct sl_room *room)
{
    double limit = number_in(root, folder, v->limit), use = number_in(root, folder, v->use);
    double active = number_of(root, folder, "memory.stat", v->active);
    double inactive = number_of(root, folder, "memory.stat", v->inactive);
    double cached = isnan(active) || isnan(inactive) ? 0 : active + inactive;
    if (!isnan(limit) && !isnan(use))
        lower(room, limit - fmax(0, use - cached), v->name);
}

/* The folder in which the groups are mounted, and the group of this folder. A line of
 * mountinfo (see proc(5)): 32 31 0:30 ROOT FOLDER options ... - TYPE source options. */
static bool find_mount(const char *root, const struct version *v, char *group, char *folder)
{
    char line[LINE], type[64], options[LINE];
    bool found = false;
    FILE *file = open_file(root, "/proc/self", "mountinfo");
    while (file && !found && fgets(line, sizeof line, file)) {
        const char *rest = strstr(line, " - ");
        found = rest && sscanf(rest, " - %63s %*s %8191s", type, options) == 2 &&
                sscanf(line, "%*s %*s %*s %4095s %4095s", group, folder) == 2 &&
                strcmp(type, v->type) == 0 && (v != versions || strstr(options, "memory"));
    }
    if (file)
        fclose(file);
    return found;
}

/* The group of this process. A line of /proc/self/cgroup: NUMBER:CONTROLLERS:GROUP. */
static bool find_group(const char *root, const struct version *v, char *group)
{
    char line[LINE], controllers[LINE];
    bool found = false;
    FILE *file = open_file(root, "/proc/self", "cgroup");
    while (file && !found && fgets(line, sizeof line, file))
        if (v != versions)
            found = sscanf(line, "0::%4095[^\n]", group) == 1;
        else
            found = sscanf(line, "%*d:%8191[^:]:%4095[^\n]", controllers, group) == 2 &&
                    strstr(controllers, "memory");
    if (file)
        fclose(file);
    return found;
}

/* All groups from that of the process up to the mounted one: each is a limit. In a
 * container that sees only its own group, the folder is that group. */
static void lower_by_groups(const char *root, const struct version *v, struct sl_room *room)
{
    char mounted[PATH], folder[PATH], group[PATH], path[2 * PATH];
    if (!find_mount(root, v, mounted, folder) || !find_group(root, v, group))
        return;
    size_t skip = strcmp(mounted, "/") == 0 ? 0 : strlen(mounted);
    bool inside = strncmp(group, mounted, skip) == 0 && strcmp(group, "/") != 0;
    snprintf(path, sizeof path, "%s%s", folder, inside ? group + skip : "");
    for (char *end; strlen(path) > strlen(folder); *end = 0) {
        lower_by_group(root, path, v, room);
        end = strrchr(path, '/');
    }
    lower_by_group(root, folder, v, room);
}

/* The limits of this process, minus its pages in /proc/self/statm. */
static void lower_by_rlimits(struct sl_room *room)
{
    double size = 0, data = 0, page = (double)sysconf(_SC_PAGESIZE);
    struct rlimit as, rdata;
    FILE *file = fopen("/proc/self/statm", "r");
    bool known = file && fscanf(file, "%lf %*s %*s %*s %*s %lf", &size, &data) == 2;
    if (file)
        fclose(file);
    if (known && getrlimit(RLIMIT_AS, &as) == 0 && as.rlim_cur != RLIM_INFINITY)
        lower(room, (double)as.rlim_cur - size * page, "ulimit -v");
    if (known && getrlimit(RLIMIT_DATA, &rdata) == 0 && rdata.rlim_cur != RLIM_INFINITY)
        lower(room, (double)rdata.rlim_cur - data * page, "ulimit -d");
}

/* The free memory of the machine, and with vm.overcommit_memory = 2 the addresses that are
 * left. */
static void lower_by_machine(const char *root, struct sl_room *room)
{
    double free_kb = number_of(root, "/proc", "meminfo", "MemAvailable");
    double limit_kb = number_of(root, "/proc", "meminfo", "CommitLimit");
    double asked_kb = number_of(root, "/proc", "meminfo", "Committed_AS");
    if (!isnan(free_kb))
        lower(room, 1024 * free_kb, "the machine's free memory");
    if (number_in(root, "/proc/sys/vm", "overcommit_memory") == 2 && !isnan(limit_kb - asked_kb))
        lower(room, 1024 * (limit_kb - asked_kb), "vm.overcommit_memory = 2");
}

struct sl_room sl_address_room(void)
{
    struct sl_room room = {INFINITY, "nothing"};
    lower_by_rlimits(&room);
    return room;
}

struct sl_room sl_room(const char *root, double promised)
{
    struct sl_room room = {INFINITY, "nothing"}, addresses = sl_address_room();
    lower_by_machine(root, &room);
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        lower_by_groups(root, &versions[i], &room);
    room.bytes = fmax(0, room.bytes - promised);
    lower(&room, addresses.bytes, addresses.limit);
    return room;
}

bool sl_fits(const char *who, const struct sl_need *need, int count, double beyond, double promised, char *err,
             size_t errlen)
{
    struct sl_room room = sl_room("", promised);
    double sum = 0, had = fmax(0, room.bytes - SL_BYTES_MARGIN) + beyond;
    char parts[400] = "";
    int length = 0, used = 0;
    for (int i = 0; i < count; i++)
        sum += need[i].bytes;
    for (int i = 0; i < count && length < (int)sizeof parts; i++)
        if (need[i].bytes > 0)
            length += snprintf(parts + length, sizeof parts - (size_t)length, "%s%s %.3g",
                               used++ ? ", " : "", need[i].what, 1e-9 * need[i].bytes);
    if (sum > had)
        snprintf(err, errlen, "%s needs %.3g GB (%s), but only %.3g GB can be had (%s)", who,
                 1e-9 * sum, parts, 1e-9 * had, room.limit);
    return sum <= had;
}
