/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where tiles live. This file alone decides it; the scheduler learns it from the tiles'
 * coordinates (matrix.c), other schedulers from the workers that a task names. */

#include <string.h>
#include "matrix.h"

struct sl_distribution sl_distribution_of(int64_t mt, int gpus)
{
    return (struct sl_distribution){.p = 1, .q = mt == 1 && gpus > 1 ? gpus : 1};
}

/* Row blocks in turn. Columns in pairs, for the second of a pair then needs no transfer before it is
 * factored. Pairs in the order of Thue and Morse (0 1 1 0 1 0 0 1), for a column of LU has more work
 * the later it comes: of 64 columns among eight GPUs none has 0.8 % more work than the mean. */
int sl_owner(const struct sl_distribution *d, int64_t i, int64_t j)
{
    int64_t pair = j / 2, column = pair % d->q;
    bool back = __builtin_parityll((unsigned long long)(pair / d->q));
    return (int)(i % d->p + d->p * (back ? d->q - 1 - column : column));
}

/* For each GPU: its workers, and the cores, which share its work. */
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
