/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* How much memory this process can still have. Plain C: the library has it, and the command, which
 * sees nothing else of the library's inside. */

#ifndef SL_ROOM_H
#define SL_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/* Measured on cores: what StarPU has of a tile (7.1 kB), of a task that was submitted and has not
 * ended (1.8 kB), and what a recording has of a task (0.25 kB, and as much for the command's copy). */
#define SL_BYTES_A_TILE 7200.0
#define SL_BYTES_A_TASK 1800.0
#define SL_BYTES_A_RECORDED_TASK 500.0

/* OpenBLAS' buffer of a thread: 128 MiB, and what maps it. */
#define SL_BYTES_A_BLAS_BUFFER 136e6

struct sl_room {
    double bytes;      /* infinite: nothing limits it */
    const char *limit; /* what it is limited by, as an engineer calls it */
};

/* The least of what the machine has left, the control groups of the process and of their parents,
 * and ulimit -v and -d. Swap is not counted. root: a folder with proc and sys, "" for the machine's.
 * promised: bytes that have addresses already, and are to become memory. */
struct sl_room sl_room(const char *root, double promised);
/* The same of limits on the address space alone: ulimit -v and -d. */
struct sl_room sl_address_room(void);

/* A part of what is needed: the part's name, and its bytes. */
struct sl_need {
    const char *what;
    double bytes;
};
/* Adds up what `who` needs, and compares. False: a sentence with both numbers is in err. beyond: bytes that are to be
 * had elsewhere, in GPUs. */
bool sl_fits(const char *who, const struct sl_need *need, int count, double beyond, double promised, char *err,
             size_t errlen);

#endif
