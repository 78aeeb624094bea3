/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Copies of matrices that grow by columns (src/runtime/growing.c), from one to another in main memory: a
 * copy moves the columns that are new, in the rows below the top, and nothing else. New memory has no
 * columns. The library is linked statically, for these matrices are its own. */

#include <string.h>
#include "codelets/growing.h"
#include "src/runtime/task.h"
#include "tap.h"

enum { M = 10, N = 6, TOP = 3, STEP = 2 };

static struct sl_growing *begin(starpu_data_handle_t handle, double value)
{
    starpu_data_acquire(handle, STARPU_W);
    struct sl_growing *here = starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM);
    for (int i = 0; i < M * N; i++)
        ((double *)here->matrix.ptr)[i] = value;
    return here;
}

/* The elements of `to` that are not what they should be: `value` in rows from TOP on of columns first
 * ... end - 1, else what they were before. */
static int wrong(const struct sl_growing *to, const double *before, int first, int end, double value)
{
    const double *b = (const double *)to->matrix.ptr;
    int count = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            bool moved = j >= first && j < end && i >= TOP;
            count += b[i + j * M] != (moved ? value : before[i + j * M]);
        }
    return count;
}

/* The columns before `columns` are there, and so the copy moves those that the other one lacks. */
static bool moves(struct sl_growing *from, struct sl_growing *to, int columns, double value)
{
    double before[M * N];
    int first = (int)to->columns;
    memcpy(before, (void *)to->matrix.ptr, sizeof before);
    for (int i = 0; i < M * N; i++) /* also columns that were copied: they must not be again */
        ((double *)from->matrix.ptr)[i] = value;
    sl_grown(from, columns);
    int status = sl_growing_copy(from, STARPU_MAIN_RAM, to, STARPU_MAIN_RAM, NULL);
    return status == 0 && wrong(to, before, first, columns, value) == 0 &&
           (int)to->columns == columns;
}

int main(void)
{
    if (starling_init() != 0)
        return 1;
    starpu_data_handle_t a = sl_growing(M, N, sizeof(double), TOP, STEP);
    starpu_data_handle_t b = sl_growing(M, N, sizeof(double), TOP, STEP);
    size_t bytes = starpu_data_get_size(a), memory = starpu_data_get_alloc_size(a);
    ok(bytes == (M - TOP) * STEP * sizeof(double) && memory == M * N * sizeof(double),
           "schedulers see the bytes of a copy, the allocator those of the matrix");
    struct sl_growing *from = begin(a, 1), *to = begin(b, -1);
    ok(from->columns == 0 && to->columns == 0 && starpu_matrix_get_ny(a) == N,
           "new memory has no columns");
    ok(moves(from, to, 2, 5), "the first columns");
    ok(moves(from, to, 3, 6), "one more");
    ok(moves(from, to, 3, 7), "none");
    ok(moves(from, to, N, 8), "all that are left");
    starpu_data_release(a);
    starpu_data_release(b);
    starpu_data_unregister_no_coherency(a);
    starpu_data_unregister_no_coherency(b);
    a = sl_growing(M, N, sizeof(double), TOP, STEP);
    ok(begin(a, 0)->columns == 0, "nor has memory that another matrix had before");
    starpu_data_release(a);
    starpu_data_unregister_no_coherency(a);
    starling_finalize();
    return done_testing();
}
