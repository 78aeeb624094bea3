/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a run needs of memory: operands, the copies that a check compares them with, what StarPU has
 * of each tile and each task (measured, in src/room.h), and the recorded graph. */

#include <math.h>
#include <stdio.h>
#include <starpu.h>
#include "machine/memory.h"
#include "src/room.h"

static const double most_tasks = 1e6; /* recorded; some ten seconds */

static double tiles(double m, double n, double mb, double nb)
{
    return ceil(m / mb) * ceil(n / nb);
}

/* All operands together; arrays have columns of m + pad elements. */
struct totals {
    double elements, arrays, tiles; /* bytes, bytes, number */
    double first;                   /* bytes of the first one's array */
    double copy;                    /* bytes of the library's copy of it */
};

static struct totals totals_of(const struct problem *p)
{
    struct totals t = {0};
    struct shape shape[OPERANDS] = {{.used = false}};
    double size = (double)size_of_element(p->prec);
    /* A process has its part of the elements, and handles of all tiles. */
    size /= p->grid.rows > 0 ? p->grid.rows * p->grid.columns : 1;
    int64_t chunk = starling_batch_chunk(p->prec, p->m, p->n, p->batch);
    p->routine->shapes(p, shape);
    for (int i = 0; i < OPERANDS; i++)
        if (shape[i].used) {
            double m = (double)shape[i].m, n = (double)shape[i].n;
            t.elements += size * m * n;
            t.arrays += size * (m + (double)p->pad) * n;
            t.first = i == 0 ? t.arrays : t.first;
            t.tiles += p->routine->has & HAS_BATCH
                           ? ceil((double)p->batch / (double)(p->nb > 0 ? p->nb : chunk))
                           : tiles(m, n, (double)p->mb, (double)p->nb);
            t.copy = i == 0 && (p->routine->has & TAKES_A_COPY) ? size * m * n : t.copy;
        }
    return t;
}

/* Pivots and info of a batch */
static double integers_of(const struct problem *p)
{
    double pivots = (double)(p->m < p->n ? p->m : p->n);
    return p->routine->has & HAS_BATCH ? (double)p->batch * (pivots + 1) * sizeof(int) : 0;
}

/* A task is a product of tiles, or there is one of each tile that is not one. A chunk of a
 * batch has two at most. */
double count_tasks(const struct problem *p)
{
    if (p->routine->has & HAS_BATCH)
        return 2 * totals_of(p).tiles;
    double order = (double)p->nb, rows = (double)p->mb;
    double one = starling_flops_gemm(p->prec, rows, order, order);
    return p->routine->flops(p) / one + 2 * totals_of(p).tiles;
}

bool memory_for_graph(const struct problem *p)
{
    return count_tasks(p) <= most_tasks;
}

/* Tiles of the library's own may stay in GPUs' memory. */
static double gpu_memory(void)
{
    double bytes = 0;
    for (unsigned node = 0; node < starpu_memory_nodes_get_count(); node++)
        if (starpu_node_get_kind(node) == STARPU_CUDA_RAM && starpu_memory_get_total(node) > 0)
            bytes += (double)starpu_memory_get_total(node);
    return bytes;
}

bool memory_for_case(const struct problem *p, const struct plan *plan, char *err, size_t errlen)
{
    struct totals t = totals_of(p);
    bool in_tiles = p->place == PLACE_TILES, on_device = p->place == PLACE_DEVICE;
    double part = p->grid.rows > 0 ? p->grid.rows * p->grid.columns : 1;
    double tasks = count_tasks(p) / part, sets = plan->check ? 3 : 1;
    double recorded = plan->record ? tasks : 0;
    if (memory_for_graph(p) && p->grid.rows == 0)
        recorded += tasks;
    /* Where main memory has the operands, they are gone when those of --ref are made. A matrix with
     * a property is made in an array of its own, before the second copy for a check. */
    const struct sl_need need[] = {
        {"operands", SIMULATED || on_device ? 0 : in_tiles ? t.elements : t.arrays},
        {"the library's copy of A", SIMULATED || on_device ? 0 : t.copy},
        {"pivots and info", sets * integers_of(p)},
        {"copies for --check", plan->check ? 2 * t.arrays : 0},
        {"operands of --ref", plan->ref && on_device && !plan->check ? t.arrays : 0},
        {"the matrix of --matrix", p->matrix != MATRIX_RANDOM && !plan->check ? t.first : 0},
        {"tiles' handles", sets * t.tiles * SL_BYTES_A_TILE},
        {"tasks", tasks * SL_BYTES_A_TASK},
        {"recorded tasks", recorded * SL_BYTES_A_RECORDED_TASK},
    };
    return sl_fits("this run", need, sizeof need / sizeof need[0],
                   in_tiles ? gpu_memory() : 0, 0, err, errlen);
}

bool memory_for_system(const struct system *system, char *err, size_t errlen)
{
    double n = (double)system->a.n, nrhs = system->b.values ? (double)system->b.n : 1;
    double size = (double)size_of_element(system->prec), nb = (double)system->nb;
    if (nb == 0)
        nb = (double)starling_tile_size(system->prec, system->a.n, system->a.n);
    double steps = ceil(n / nb);
    const struct sl_need need[] = {
        {"the matrix and its factors", 2 * size * n * n},
        {"right-hand sides and solutions", 3 * size * n * nrhs},
        {"tiles' handles", (steps * steps + tiles(n, nrhs, nb, nb)) * SL_BYTES_A_TILE},
        {"tasks", (steps + 1) * (steps + 1) * (steps + 6) / 3 * SL_BYTES_A_TASK},
    };
    return sl_fits("the solution", need, sizeof need / sizeof need[0], 0, 0, err, errlen);
}

/* The library has V2, Z, a matrix of divide and conquer, and with GPUs two more; in complex precisions
 * these are real, but for V2 and one. For a range it also has its vectors. */
bool memory_for_eig(const struct eig_problem *problem, char *err, size_t errlen)
{
    double n = (double)problem->a.n, size = (double)size_of_element(problem->prec);
    double some = size * n * (double)problem->count;
    bool mass = problem->mass.values != NULL, vectors = problem->vectors;
    const struct sl_need of_general[] = {
        {"the matrix", size * n * n},
        {"the library's matrices", (vectors ? 6 : 2) * size * n * n},
        {"eigenvectors and residuals, in complex numbers", vectors ? (size + 48) * n * n : 0},
    };
    if (problem->general)
        return sl_fits("the eigenproblem", of_general, 3, 0, 0, err, errlen);
    const struct sl_need need[] = {
        {"the matrix and its copy", 2 * size * n * n},
        {"the mass and its factor", mass ? 2 * size * n * n : 0},
        {"the library's matrices", vectors ? (starling_ncuda() > 0 ? 5 : 3) * size * n * n : 0},
        {"residuals", vectors ? (mass ? 2 : 1) * some : 0},
        {"eigenvectors", vectors && !mass && problem->count < problem->a.n ? 3 * some : 0},
        {"eigenvectors for the file", vectors ? 2 * some : 0},
    };
    return sl_fits("the eigenproblem", need, sizeof need / sizeof need[0], 0, 0, err, errlen);
}

bool memory_for_svd(const struct svd_problem *problem, char *err, size_t errlen)
{
    double m = (double)problem->a.m, n = (double)problem->a.n, k = m < n ? m : n;
    double size = (double)size_of_element(problem->prec), l = (double)problem->rank + 10;
    bool largest = problem->rank > 0 && l < k; /* five matrices of l columns, and their singular values */
    k = largest ? l : k;
    const struct sl_need need[] = {
        {"the matrix and its copy", 2 * size * m * n},
        {"the library's matrices", size * (largest ? 5 * (m + n) * k : 2 * m * n + k * k)},
        {"the library's matrices for vectors", largest ? 0 : problem->vectors ? size * (m * n + 6 * k * k) : 0},
        {"vectors and residuals", problem->vectors ? size * (m * n + 2 * (m + n) * k) : 0},
    };
    return sl_fits("the singular values", need, sizeof need / sizeof need[0], 0, 0, err, errlen);
}
