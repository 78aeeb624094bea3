/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tasks that the caller's thread runs. On cores alone, the tasks of a matrix of one tile
 * run one after another, and the calling thread has to wait for them. To wake a worker, and
 * to be woken by it, would take longer than such a tile. */

#include <stddef.h>
#include <string.h>
#include "task.h"
#include "tuning.h"

/* No task is left to the workers: else the caller would wait for it, perhaps with a workspace that it
 * needs. */
static bool is_alone(starling_sequence *seq)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool alone = seq->pending == 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return alone;
}

/* The data are in main memory: no worker has to bring them. */
static bool is_here(const struct sl_task *t)
{
    int count = sl_data_count(t), allocated, valid, loading;
    for (int i = 0; i < count; i++) {
        struct sl_datum datum = sl_datum_of(t, i);
        starpu_data_query_status(datum.handle, STARPU_MAIN_RAM, &allocated, &valid, &loading);
        if ((datum.mode & STARPU_R) && !valid)
            return false;
    }
    return true;
}

bool sl_is_callers(const struct sl_task *t)
{
    const starling_matrix *A = t->at.of; /* NULL: a task of no matrix */
    return t->seq->waits && A && A->grid.p == 0 && A->mt * A->nt == 1 && A->m <= SL_CALLER_LARGEST &&
           A->n <= SL_CALLER_LARGEST && !SL_SIMULATED && !sl_has_cuda() && !sl_traced() &&
           !t->seq->record &&
           sl_data_count(t) <= SL_MAX_HANDLES && t->cl->cpu_funcs[0] &&
           is_alone(t->seq) && is_here(t);
}

bool sl_run_by_caller(const struct sl_task *t)
{
    max_align_t args[t->args_size / sizeof(max_align_t) + 1]; /* a copy, as for a task */
    void *interface[SL_MAX_HANDLES];
    int count = sl_data_count(t), acquired = 0;
    if (sl_failed(t->seq))
        return false;
    for (int ret = 0; acquired < count && ret == 0; acquired += ret == 0) {
        struct sl_datum datum = sl_datum_of(t, acquired);
        bool scratch = datum.mode & STARPU_SCRATCH; /* only tasks may acquire scratch data */
        ret = starpu_data_acquire_on_node(datum.handle, STARPU_MAIN_RAM,
                                          scratch ? STARPU_W : datum.mode);
    }
    for (int i = 0; i < acquired; i++)
        interface[i] = starpu_data_get_interface_on_node(sl_datum_of(t, i).handle, STARPU_MAIN_RAM);
    bool runs = acquired == count;
    if (runs) {
        memcpy(args, t->args, t->args_size);
        sl_complete_args(t, 1, (struct sl_args *)args);
        sl_blas_enter();
        t->cl->cpu_funcs[0](interface, args);
        sl_blas_leave();
    } else
        sl_sequence_error(t->seq, STARLING_ERUNTIME);
    while (acquired-- > 0)
        starpu_data_release_on_node(sl_datum_of(t, acquired).handle, STARPU_MAIN_RAM);
    return runs;
}
