/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which GPU owns which tile. Only this file decides it. The policy starling reads the
 * coordinates of tiles (matrix.c); other policies see the allowed workers of a task. */

#include <string.h>
#include "matrix.h"

struct sl_distribution sl_distribution_of(int64_t mt, int gpus)
{
    return (struct sl_distribution){.p = 1, .q = mt == 1 && gpus > 1 ? gpus : 1};
}

/* Rows of tiles go to the GPUs in turn. Columns go in pairs: the second of a pair needs no
 * transfer before it is factored. The pairs go in the order of Thue and Morse (0 1 1 0 1 0
 * 0 1). Later columns of LU have more work, and this order balances the work. */
int sl_owner(const struct sl_distribution *d, int64_t i, int64_t j)
{
    int64_t pair = j / 2, column = pair % d->q;
    bool back = __builtin_parityll((unsigned long long)(pair / d->q));
    return (int)(i % d->p + d->p * (back ? d->q - 1 - column : column));
}

/* For each GPU: its workers and all CPU workers, as bits. */
static uint32_t gpu_workers[STARPU_MAXCUDADEVS][SL_WORKER_WORDS];
static int gpus;

void sl_gpus_describe(void)
{
    memset(gpu_workers, 0, sizeof gpu_workers);
    gpus = 0;
    for (int node = 0; node < (int)starpu_memory_nodes_get_count(); node++) {
        if (starpu_node_get_kind(node) != STARPU_CUDA_RAM)
            continue;
        for (unsigned w = 0; w < starpu_worker_get_count(); w++)
            if ((int)starpu_worker_get_memory_node(w) == node ||
                starpu_worker_get_type((int)w) == STARPU_CPU_WORKER)
                gpu_workers[gpus][w / 32] |= UINT32_C(1) << w % 32;
        gpus++;
    }
}

int sl_gpus(void)
{
    return gpus;
}

uint32_t *sl_owner_workers(sl_tile t)
{
    const struct sl_distribution *d = &t.of->distribution;
    return d->p * d->q > 1 ? gpu_workers[sl_owner(d, t.i, t.j)] : NULL;
}

bool sl_is_one_array(const starling_matrix *A)
{
    return gpus == 1 && A->home > STARPU_MAIN_RAM;
}
