/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A matrix that kernels make from the left to the right, some columns at a time. A copy from one memory
 * to another moves only the columns that the other one does not have yet
 * (src/runtime/growing.c). */

#ifndef SL_GROWING_H
#define SL_GROWING_H

#include <starpu.h>

/* In one memory. It begins as StarPU's matrix, so that kernels see one. */
struct sl_growing {
    struct starpu_matrix_interface matrix;
    uint32_t columns; /* that are here */
    uint32_t top;     /* copies have the rows from here on */
    uint32_t step;    /* columns that a copy moves as a rule */
};

/* For a kernel that has written further columns: so many are here now. Columns that were here before
 * must not change. */
static inline void sl_grown(void *buffer, int64_t columns)
{
    ((struct sl_growing *)buffer)->columns = (uint32_t)columns;
}

/* StarPU's copy between two memories. */
int sl_growing_copy(void *source, unsigned from, void *target, unsigned to, void *async);

#endif
