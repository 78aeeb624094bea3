/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Sizes and temporary data of tasks. */

#include <math.h>
#include "task.h"

uint32_t sl_size_class(int64_t rows, int64_t columns)
{
    return 1 + (uint32_t)(4 * log2((double)SL_MAX(1, rows))) + 256 * (uint32_t)columns;
}

starpu_data_handle_t sl_temporary(int64_t m, int64_t n, size_t size)
{
    starpu_data_handle_t handle;
    /* StarPU's own product of these three has 32 bits. */
    starpu_matrix_data_register_allocsize(&handle, -1, 0, (uint32_t)m, (uint32_t)m, (uint32_t)n,
                                          size, (size_t)m * (size_t)n * size);
    return handle;
}

starpu_data_handle_t sl_workspace(starling_precision prec, int64_t elements)
{
    int64_t columns = 1 + elements / INT32_MAX; /* a dimension has 32 bits */
    return elements > 0 ? sl_temporary((elements + columns - 1) / columns, columns, sl_sizeof(prec))
                        : NULL;
}

void sl_temporary_free(starling_sequence *seq, starpu_data_handle_t handle)
{
    if (!handle || sl_forked() || (seq && sl_chain_keep(seq, handle)))
        return;
    sl_cluster_leave(handle);
    if (seq)
        sl_record_forget(seq, handle); /* another handle may get its address */
    starpu_data_unregister_submit(handle);
}
