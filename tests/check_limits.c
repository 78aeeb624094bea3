/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What memory can be had is the least of all limits: folders are made that look like /proc and
 * /sys of machines with control groups of both versions, and limits are set on this process. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "src/room.h"
#include "tap.h"

static char root[64];

/* Writes a file of the machine, with its folders. */
static void put(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void empty(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    if (system(command) == 0)
        mkdir(root, 0777);
}

/* A machine with so many kB free. */
static void machine(const char *meminfo)
{
    empty();
    put("proc/meminfo", meminfo);
}

static void expect(double bytes, const char *limit, const char *what)
{
    struct sl_room room = sl_room(root, 0);
    ok(room.bytes == bytes && strstr(room.limit, limit), "%s: %.0f bytes by %s", what, room.bytes,
       room.limit);
}

#define MOUNT2 "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
#define MOUNT1                                                                               \
    "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"                            \
    "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"

static void machines(void)
{
    machine("MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable:    5000 kB\n");
    expect(5000 * 1024.0, "machine", "no control group");
    struct sl_room room = sl_room(root, 1024.0 * 1000);
    ok(room.bytes == 4000 * 1024.0, "a promise is kept: %.0f", room.bytes);
    machine("MemAvailable: 5000 kB\nCommitLimit: 3000 kB\nCommitted_AS: 1000 kB\n");
    put("proc/sys/vm/overcommit_memory", "0\n");
    expect(5000 * 1024.0, "machine", "overcommitment");
    put("proc/sys/vm/overcommit_memory", "2\n");
    expect(2000 * 1024.0, "overcommit_memory", "no overcommitment");
    empty();
    expect(INFINITY, "nothing", "nothing is known");
}

static void groups_of_version_2(void)
{
    machine("MemAvailable: 5000 kB\n");
    put("proc/self/mountinfo", MOUNT2);
    put("proc/self/cgroup", "0::/user/job/step\n");
    put("sys/fs/cgroup/user/job/step/memory.max", "max\n");
    put("sys/fs/cgroup/user/job/step/memory.current", "4096\n");
    expect(5000 * 1024.0, "machine", "a group without a limit");
    put("sys/fs/cgroup/user/job/memory.max", "1000000\n");
    put("sys/fs/cgroup/user/job/memory.current", "400000\n");
    expect(600000, "memory.max", "its parent's limit");
    put("sys/fs/cgroup/user/job/memory.stat",
        "anon 1\nfile 300000\ninactive_file 100000\nactive_file 50000\n");
    expect(750000, "memory.max", "cached files are given back");
    put("sys/fs/cgroup/user/job/step/memory.max", "4000\n");
    expect(0, "memory.max", "a group beyond its limit");
    put("proc/self/cgroup", "0::/\n");
    put("sys/fs/cgroup/memory.max", "70000\n");
    put("sys/fs/cgroup/memory.current", "20000\n");
    expect(50000, "memory.max", "a container that sees its own group alone");
    put("proc/self/cgroup", "0::/../../elsewhere\n");
    expect(50000, "memory.max", "a group outside the container");
}

static void groups_of_version_1(void)
{
    machine("MemAvailable: 5000 kB\n");
    put("proc/self/mountinfo", MOUNT1);
    put("proc/self/cgroup", "9:name=systemd:/\n4:memory:/docker/abc\n1:cpu:/docker/abc\n0::/\n");
    put("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/memory/docker/abc/memory.usage_in_bytes", "1000\n");
    expect(5000 * 1024.0, "machine", "version 1 without a limit");
    put("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "900000\n");
    put("sys/fs/cgroup/memory/docker/abc/memory.stat",
        "inactive_file 1\ntotal_inactive_file 500\ntotal_active_file 100\n");
    expect(899600, "limit_in_bytes", "version 1");
    put("proc/self/mountinfo",
        "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "800000\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n");
    expect(800000, "limit_in_bytes", "a container whose group is mounted");
}

/* Addresses of this very process: they need not be counted exactly. */
static void ulimits(void)
{
    struct rlimit before, small;
    machine("MemAvailable: 900000000000 kB\n");
    getrlimit(RLIMIT_AS, &before);
    small = before;
    small.rlim_cur = (rlim_t)1 << 46; /* a sanitizer has mapped 20 TB */
    bool set = setrlimit(RLIMIT_AS, &small) == 0;
    struct sl_room room = sl_room(root, 0), addresses = sl_address_room();
    double most = (double)small.rlim_cur;
    ok(set && room.bytes < most && room.bytes > 0 && strcmp(room.limit, "ulimit -v") == 0 &&
           addresses.bytes == room.bytes,
       "addresses: %.0f of %.0f bytes by %s", room.bytes, most, room.limit);
    setrlimit(RLIMIT_AS, &before);
    ok(sl_address_room().bytes > most, "and as before: %.3g", sl_address_room().bytes);
}

static void sentence(void)
{
    const struct sl_need need[] = {{"operands", 6.4e15}, {"none", 0}, {"copies", 5.9e15}};
    char err[300] = "";
    bool much = sl_fits("a run", need, 3, 0, 0, err, sizeof err);
    const char *begin = "a run needs 1.23e+07 GB (operands 6.4e+06, copies 5.9e+06), but only ";
    ok(!much && strncmp(err, begin, strlen(begin)) == 0 && strstr(err, " GB can be had ("),
       "too much: %s", err);
    ok(sl_fits("a run", need, 3, INFINITY, 0, err, sizeof err), "elsewhere there is room");
    ok(sl_fits("a run", need + 1, 1, 0, 0, err, sizeof err), "nothing fits anywhere");
}

int main(void)
{
    snprintf(root, sizeof root, "check_limits.tmp");
    machines();
    groups_of_version_2();
    groups_of_version_1();
    ulimits();
    sentence();
    empty();
    rmdir(root);
    return done_testing();
}
