/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Which GPU owns which tile. Only this file decides it. The policy starling reads the third
 * coordinate of a tile. Other policies read no coordinates; for them a task names its workers. */

#include <stdlib.h>
#include <string.h>
#include <starpu_scheduler.h>
#include "matrix.h"

/* For each GPU: its workers and all CPU workers, as bits. */
static uint32_t gpu_workers[STARPU_MAXCUDADEVS][SL_WORKER_WORDS];
static int gpus;
/* Tiles have coordinates, but for STARLING_COORDINATES=0: then a policy sees what it sees of
 * programs that give none, which the laboratory asks for. */
static bool coordinates;
static bool policy_reads_places;

static void read_settings(void)
{
    const char *wish = getenv("STARLING_COORDINATES");
    const struct starpu_sched_policy *policy = starpu_sched_get_sched_policy();
    const char *name = policy ? policy->policy_name : NULL;
    coordinates = !wish || strcmp(wish, "0") != 0;
    policy_reads_places = coordinates && name && strcmp(name, "starling") == 0;
}

void sl_places_describe(void)
{
    read_settings();
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

/* Each process deals its tiles to its GPUs: the number of a row, or column, among those of its
 * process. */
static int64_t local(int64_t number, int processes)
{
    return processes > 1 ? number / processes : number;
}

struct sl_distribution sl_distribution_of(const starling_matrix *A)
{
    bool block_columns = A->mt == 1 && A->m > A->nb;
    int64_t beside = SL_MAX(1, A->grid.beside), turn = beside * SL_MAX(1, A->grid.q);
    int64_t columns = A->nt / turn * beside + SL_MIN(beside, A->nt % turn); /* the most of a process */
    return sl_by_columns(columns, block_columns ? SL_MAX(1, gpus) : 1);
}

/* Columns in pairs: then the second one of a pair needs no transfer before it is factored. Those
 * that are left, fewer than two a place, are dealt one by one, and so are all where they are few. A
 * place with a pair more than others would have too much work. */
struct sl_distribution sl_by_columns(int64_t columns, int places)
{
    int64_t paired = columns < 4 * places ? 0 : columns - columns % (2 * places);
    return (struct sl_distribution){.p = 1, .q = places, .paired = paired};
}

/* Row blocks in turn. Columns in the order of Thue and Morse (0 1 1 0 1 0 0 1), for a column of LU
 * has more work the later it comes: of 64 columns among eight GPUs none has 0.8 % more than the
 * mean. */
int sl_owner(const struct sl_distribution *d, int64_t i, int64_t j)
{
    int64_t turn = j < d->paired ? j / 2 : j - d->paired / 2, column = turn % d->q;
    bool back = __builtin_parityll((unsigned long long)(turn / d->q));
    return (int)(i % d->p + d->p * (back ? d->q - 1 - column : column));
}

static int owner_of(sl_tile t)
{
    struct sl_grid grid = t.of->grid;
    return sl_owner(&t.of->distribution, local(t.i, grid.p), sl_grid_local_column(grid, t.j));
}

static bool is_distributed(sl_tile t)
{
    return t.of->distribution.p * t.of->distribution.q > 1;
}

void sl_set_coordinates(sl_tile t)
{
    struct sl_grid grid = t.of->grid;
    int at[3] = {(int)local(t.i, grid.p), (int)sl_grid_local_column(grid, t.j), owner_of(t)};
    if (coordinates)
        starpu_data_set_coordinates_array(sl_handle(t), is_distributed(t) ? 3 : 2, at);
}

void sl_place_on(starpu_data_handle_t handle, int place)
{
    int at[3] = {0, place, place};
    if (coordinates)
        starpu_data_set_coordinates_array(handle, 3, at);
}

int sl_tile_place(sl_tile t)
{
    return is_distributed(t) ? owner_of(t) : 0;
}

uint32_t *sl_owner_workers(sl_tile t)
{
    bool named = is_distributed(t) && !policy_reads_places;
    return named ? gpu_workers[owner_of(t)] : NULL;
}

uint32_t *sl_node_workers(int node)
{
    int gpu = 0;
    for (int other = 0; other < node; other++)
        gpu += starpu_node_get_kind(other) == STARPU_CUDA_RAM;
    return gpu_workers[gpu];
}

uint32_t *sl_one_gpu_workers(const starling_matrix *A)
{
    return gpus < 2 ? NULL : A->home > STARPU_MAIN_RAM ? sl_node_workers(A->home) : gpu_workers[0];
}

bool sl_is_one_array(const starling_matrix *A)
{
    return gpus == 1 && A->home > STARPU_MAIN_RAM;
}
