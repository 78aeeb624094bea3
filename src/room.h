/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* How much memory this process can still have. Plain C, for the library and the command:
 * the command uses no other internal header of the library. */

#ifndef SL_ROOM_H
#define SL_ROOM_H

#include <stdbool.h>
#include <stddef.h>

/* StarPU's memory for a tile; measured on cores. */
#define SL_BYTES_A_TILE 7200.0
/* StarPU's memory for a task that was submitted and has not ended; measured on cores. */
#define SL_BYTES_A_TASK 1800.0
/* Memory of a recorded task, with the command's copy; measured on cores. */
#define SL_BYTES_A_RECORDED_TASK 500.0
/* OpenBLAS' buffer for a thread: 128 MiB and the memory that maps it. */
#define SL_BYTES_A_BLAS_BUFFER 136e6
/* Memory that is kept for StarPU's buffers, stacks and the like; not measured. */
#define SL_BYTES_MARGIN 32e6

struct sl_room {
    double bytes;      /* infinite: nothing limits it */
    const char *limit; /* the name of the limit, for messages */
};

/* The smallest of several limits: free memory of the machine, control groups of the process
 * and their parents, ulimit -v and -d. Swap does not count. root is a folder with proc and
 * sys; "" is the machine's. promised: bytes that have addresses already, but no memory yet. */
struct sl_room sl_room(const char *root, double promised);
/* The same for limits of the address space only: ulimit -v and -d. */
struct sl_room sl_address_room(void);

/* A part of the memory that is needed: its name and its bytes. */
struct sl_need {
    const char *what;
    double bytes;
};
/* Compares the memory that `who` needs with the available memory. False: err has a sentence
 * with both numbers. beyond: bytes that are available elsewhere, in GPUs. */
bool sl_fits(const char *who, const struct sl_need *need, int count, double beyond, double promised, char *err,
             size_t errlen);

#endif
