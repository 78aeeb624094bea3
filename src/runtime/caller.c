/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tasks that the caller's thread runs. The tasks of a matrix of one tile run one after another, and
 * the calling thread has to wait for them. To wake a worker, and to be woken by it, would take
 * longer than such a tile. The calling thread computes in main memory, or launches kernels on the
 * GPU that has the tile. */

#include <stddef.h>
#include <string.h>
#include "task.h"
#include "tuning.h"
#include "codelets/device.h"

/* No task is left to the workers: else the caller would wait for it, perhaps with a workspace that
 * it needs. */
static bool is_alone(starling_sequence *seq)
{
    STARPU_PTHREAD_MUTEX_LOCK(&seq->mutex);
    bool alone = seq->pending == 0;
    STARPU_PTHREAD_MUTEX_UNLOCK(&seq->mutex);
    return alone;
}

static bool is_gpu(int node)
{
    return node != STARPU_MAIN_RAM;
}

/* On a GPU the caller has its own memory for workspace, and for numbers such as info, which it then
 * brings to main memory: no worker has to wake up for them. */
static bool has_own_memory(struct sl_datum datum, int node)
{
    bool number = starpu_data_get_interface_id(datum.handle) == STARPU_VARIABLE_INTERFACE_ID;
    return is_gpu(node) && ((datum.mode & STARPU_SCRATCH) || (datum.mode == STARPU_W && number));
}

/* A copy of the datum is under way, or waits for a worker. */
static bool is_moving(starpu_data_handle_t handle)
{
    int allocated, valid, loading = 0, requested = 0;
    int nodes = (int)starpu_memory_nodes_get_count();
    for (int node = 0; node < nodes && !loading && !requested; node++)
        starpu_data_query_status2(handle, node, &allocated, &valid, &loading, &requested);
    return loading || requested;
}

/* The datum can be used in this memory at once: workers sleep, so that none would bring it, or end
 * a copy that a writer has to wait for. */
static bool is_at(struct sl_datum datum, int node)
{
    int allocated, valid, requested;
    if (has_own_memory(datum, node))
        return true;
    if ((datum.mode & STARPU_W) && is_moving(datum.handle))
        return false;
    starpu_data_query_status(datum.handle, node, &allocated, &valid, &requested);
    return valid || (!(datum.mode & STARPU_R) && !is_gpu(node));
}

static bool are_at(const struct sl_task *t, int node)
{
    int count = sl_data_count(t);
    for (int i = 0; i < count; i++)
        if (!is_at(sl_datum_of(t, i), node))
            return false;
    return true;
}

static bool can_run_at(const struct sl_task *t, int node)
{
    const starling_matrix *A = t->at.of;
    int64_t largest = sl_has_cuda() ? SL_CALLER_LARGEST_BESIDE_GPU : SL_CALLER_LARGEST;
    if (is_gpu(node))
        return starpu_node_get_kind((unsigned)node) == STARPU_CUDA_RAM && t->cl->cuda_funcs[0] &&
               !t->cpu_only && are_at(t, node);
    return A->m <= largest && A->n <= largest && t->cl->cpu_funcs[0] && !sl_needs_gpu(t) &&
           are_at(t, node);
}

/* The memory where the caller runs the task, of GPUs first; -1: it is for the workers. */
static int place_of(const struct sl_task *t)
{
    const starling_matrix *A = t->at.of; /* NULL: a task of no matrix */
    if (!t->seq->calls || !A || A->grid.p > 0 || A->mt * A->nt != 1 || SL_SIMULATED ||
        sl_traced() || t->seq->record || t->workers || sl_data_count(t) > SL_MAX_HANDLES ||
        !is_alone(t->seq))
        return -1;
    int node = sl_has_cuda() ? (int)starpu_memory_nodes_get_count() - 1 : STARPU_MAIN_RAM;
    while (node >= 0 && !can_run_at(t, node))
        node--;
    return node;
}

/* ---- The data of such a task --------------------------------------------------------------- */

union interface {
    struct starpu_matrix_interface matrix;
    struct starpu_variable_interface variable;
};

struct place {
    const struct sl_task *task;
    int node, count, acquired;
    size_t offset[SL_MAX_HANDLES]; /* in the own memory */
    void *interface[SL_MAX_HANDLES];
    union interface own[SL_MAX_HANDLES];
};

/* Distributes the own memory. Returns its size. */
static size_t lay_out(struct place *p)
{
    enum { ALIGNMENT = 256 };
    size_t size = ALIGNMENT;
    for (int i = 0; i < p->count; i++) {
        struct sl_datum datum = sl_datum_of(p->task, i);
        p->offset[i] = size;
        if (has_own_memory(datum, p->node))
            size +=
                (starpu_data_get_alloc_size(datum.handle) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
    return size;
}

/* The interface of a datum in own memory. */
static void *own_interface(union interface *own, starpu_data_handle_t handle, char *memory)
{
    const void *like = starpu_data_get_interface_on_node(handle, STARPU_MAIN_RAM);
    uintptr_t address = (uintptr_t)memory;
    if (starpu_data_get_interface_id(handle) == STARPU_VARIABLE_INTERFACE_ID) {
        own->variable = *(const struct starpu_variable_interface *)like;
        own->variable.ptr = own->variable.dev_handle = address;
        own->variable.offset = 0;
    } else { /* workspace is always a matrix */
        own->matrix = *(const struct starpu_matrix_interface *)like;
        own->matrix.ptr = own->matrix.dev_handle = address;
        own->matrix.ld = own->matrix.nx;
        own->matrix.offset = 0;
    }
    return own;
}

/* Acquires the data. Numbers with own memory are acquired in main memory, workspace nowhere. */
static bool acquire(struct place *p, char *memory)
{
    for (; p->acquired < p->count; p->acquired++) {
        struct sl_datum datum = sl_datum_of(p->task, p->acquired);
        bool own = has_own_memory(datum, p->node), scratch = datum.mode & STARPU_SCRATCH;
        int node = own ? STARPU_MAIN_RAM : p->node;
        enum starpu_data_access_mode mode = scratch ? STARPU_W : datum.mode; /* tasks alone may */
        if (!(own && scratch) && starpu_data_acquire_on_node(datum.handle, node, mode) != 0)
            return false;
        p->interface[p->acquired] =
            own ? own_interface(&p->own[p->acquired], datum.handle, memory + p->offset[p->acquired])
                : starpu_data_get_interface_on_node(datum.handle, (unsigned)node);
    }
    return true;
}

/* Brings numbers in own memory to main memory. Returns the CUDA error. */
static int fetch(struct place *p)
{
    int status = 0;
    for (int i = 0; i < p->count && status == 0; i++) {
        struct sl_datum datum = sl_datum_of(p->task, i);
        if (has_own_memory(datum, p->node) && !(datum.mode & STARPU_SCRATCH))
            status =
                sl_cuda_fetch(starpu_data_handle_to_pointer(datum.handle, STARPU_MAIN_RAM),
                              (void *)p->own[i].variable.ptr, starpu_data_get_size(datum.handle));
    }
    return status;
}

static void release(struct place *p)
{
    while (p->acquired-- > 0) {
        struct sl_datum datum = sl_datum_of(p->task, p->acquired);
        bool own = has_own_memory(datum, p->node);
        if (!(own && (datum.mode & STARPU_SCRATCH)))
            starpu_data_release_on_node(datum.handle, own ? STARPU_MAIN_RAM : p->node);
    }
}

/* ---- Running it ---------------------------------------------------------------------------- */

/* Returns the CUDA error, 0: none. */
static int run(struct place *p)
{
    const struct sl_task *t = p->task;
    max_align_t copy[t->args_size / sizeof(max_align_t) + 1]; /* of the arguments, as for a task */
    struct sl_args *args = (struct sl_args *)copy;
    memcpy(args, t->args, t->args_size);
    sl_complete_args(t, 1, args);
    if (is_gpu(p->node)) {
        t->cl->cuda_funcs[0](p->interface, args);
        if (args->status == 0)
            args->status = fetch(p);
    } else {
        sl_blas_enter();
        t->cl->cpu_funcs[0](p->interface, args);
        sl_blas_leave();
    }
    return args->status;
}

enum sl_caller sl_run_by_caller(const struct sl_task *t)
{
    int node = place_of(t), status = 0;
    if (node < 0)
        return SL_NOT_CALLERS;
    if (sl_failed(t->seq))
        return SL_NOT_RUN;
    struct place p = {.task = t, .node = node, .count = sl_data_count(t)};
    size_t size = lay_out(&p);
    if (is_gpu(node) && size > SL_CALLER_MEMORY)
        return SL_NOT_CALLERS;
    char *memory =
        is_gpu(node) ? sl_cuda_take(starpu_memory_node_get_devid((unsigned)node), size) : NULL;
    if (is_gpu(node) && !memory)
        return SL_NOT_CALLERS;
    bool awake = sl_runtime_join(); /* another sequence may move the data until they are acquired */
    bool runs = acquire(&p, memory);
    if (awake)
        sl_runtime_leave();
    if (runs)
        status = run(&p);
    if (is_gpu(node)) {
        int end = sl_cuda_return();
        status = status != 0 ? status : end;
    }
    if (!runs || status != 0)
        sl_sequence_error(t->seq, STARLING_ERUNTIME);
    else
        sl_sequence_ran(t->seq, t);
    release(&p);
    return runs && status == 0 ? SL_RUN : SL_NOT_RUN;
}
