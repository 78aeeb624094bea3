/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Temporary matrices that grow by columns (codelets/growing.h): StarPU's matrix with other copies.
 * StarPU itself copies the whole matrix to a memory as soon as one column has changed elsewhere. */

#include <errno.h>
#include <pthread.h>
#include "codelets/growing.h"
#include "task.h"

static struct starpu_data_interface_ops matrix, growing;

static struct sl_growing *on_node(starpu_data_handle_t handle, unsigned node)
{
    return starpu_data_get_interface_on_node(handle, node);
}

static void register_handle(starpu_data_handle_t handle, int home, void *interface)
{
    const struct sl_growing *given = interface;
    matrix.register_data_handle(handle, home, interface);
    for (unsigned node = 0; node < STARPU_MAXNODES; node++) {
        struct sl_growing *here = on_node(handle, node);
        here->columns = 0;
        here->top = given->top;
        here->step = given->step;
    }
}

static starpu_ssize_t allocate(void *interface, unsigned node)
{
    ((struct sl_growing *)interface)->columns = 0;
    return matrix.allocate_data_on_node(interface, node);
}

static void reuse(void *interface, const void *cached, unsigned node)
{
    ((struct sl_growing *)interface)->columns = 0;
    matrix.reuse_data_on_node(interface, cached, node);
}

/* What a copy moves, for schedulers and for simulation, where no kernel counts columns. */
static size_t size_of(starpu_data_handle_t handle)
{
    const struct sl_growing *here = on_node(handle, STARPU_MAIN_RAM);
    return (size_t)(here->matrix.nx - here->top) * here->step * here->matrix.elemsize;
}

int sl_growing_copy(void *source, unsigned from, void *target, unsigned to, void *async)
{
    struct sl_growing *s = source, *t = target;
    uint32_t first = t->columns, end = s->columns;
    if (end <= first)
        return 0;
    size_t size = s->matrix.elemsize, rows = s->matrix.nx - s->top;
    size_t lds = s->matrix.ld * size, ldt = t->matrix.ld * size;
    t->columns = end;
    int status = starpu_interface_copy2d(
        s->matrix.dev_handle, s->matrix.offset + first * lds + s->top * size, from,
        t->matrix.dev_handle, t->matrix.offset + first * ldt + s->top * size, to, rows * size,
        end - first, lds, ldt, async);
    starpu_interface_data_copy(from, to, rows * (end - first) * size);
    return status ? -EAGAIN : 0;
}

static const struct starpu_data_copy_methods copies = {.any_to_any = sl_growing_copy};

static void prepare(void)
{
    matrix = growing = starpu_interface_matrix_ops;
    growing.register_data_handle = register_handle;
    growing.allocate_data_on_node = allocate;
    growing.reuse_data_on_node = reuse;
    growing.get_size = size_of;
    growing.copy_methods = &copies;
    growing.map_data = NULL;
    growing.interfaceid = (enum starpu_data_interface_id)starpu_data_interface_get_next_id();
    growing.interface_size = sizeof(struct sl_growing);
    growing.name = "SL_GROWING";
}

starpu_data_handle_t sl_growing(int64_t m, int64_t n, size_t size, int64_t top, int64_t step)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sl_growing interface = {
        .matrix = {.id = STARPU_MATRIX_INTERFACE_ID, .nx = (uint32_t)m, .ny = (uint32_t)n,
                   .ld = (uint32_t)m, .elemsize = size,
                   .allocsize = (size_t)m * (size_t)n * size},
        .top = (uint32_t)top, .step = (uint32_t)step,
    };
    starpu_data_handle_t handle;
    pthread_once(&once, prepare);
    starpu_data_register(&handle, -1, &interface, &growing);
    return handle;
}
