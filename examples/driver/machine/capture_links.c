/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Links of a described machine: what StarPU's bus benchmark has measured, one copy at a
 * time, and what a copy to a GPU and one from it share. What those of several GPUs
 * share is not measured. */

#include <math.h>
#include <starpu.h>
#include "machine/capture.h"
#include "report/stats.h"

int capture_gpus(unsigned *node)
{
    int gpus = 0;
    for (unsigned i = 0; i < starpu_memory_nodes_get_count(); i++)
        if (starpu_node_get_kind(i) == STARPU_CUDA_RAM)
            node[gpus++] = i;
    return gpus;
}

enum { RUNS = 5 };

static void use_on(starpu_data_handle_t data, unsigned node, enum starpu_data_access_mode mode)
{
    starpu_data_acquire_on_node(data, (int)node, mode);
    starpu_data_release_on_node(data, (int)node);
}

/* Microseconds of copies from each place to the other at the same time. */
static double time_both(starpu_data_handle_t data[2], const unsigned place[2])
{
    double time[RUNS];
    for (int run = -1; run < RUNS; run++) { /* the first one takes memory */
        for (int i = 0; i < 2; i++)
            use_on(data[i], place[i], STARPU_W);
        double begin = starpu_timing_now();
        for (int i = 0; i < 2; i++)
            starpu_data_fetch_on_node(data[i], place[1 - i], 1);
        for (int i = 0; i < 2; i++)
            use_on(data[i], place[1 - i], STARPU_R);
        if (run >= 0)
            time[run] = starpu_timing_now() - begin;
    }
    return stats_of(time, RUNS).median;
}

/* MB/s of a copy to a GPU and one from it at the same time, both together; NaN: no memory. */
static double both_ways(unsigned gpu)
{
    const size_t size = (size_t)1 << 28; /* takes many times as long as to begin */
    const unsigned place[2] = {STARPU_MAIN_RAM, gpu};
    starpu_data_handle_t data[2];
    void *memory[2] = {NULL, NULL};
    double time = NAN;
    for (int i = 0; i < 2; i++)
        if (starpu_malloc(&memory[i], size) != 0)
            memory[i] = NULL;
    if (memory[0] && memory[1]) {
        for (int i = 0; i < 2; i++)
            starpu_vector_data_register(&data[i], STARPU_MAIN_RAM, (uintptr_t)memory[i], size, 1);
        time = time_both(data, place);
        for (int i = 0; i < 2; i++)
            starpu_data_unregister(data[i]);
    }
    for (int i = 0; i < 2; i++)
        if (memory[i])
            starpu_free_noflag(memory[i], size);
    return 2 * (double)size / time;
}

/* Nothing is shared where both together take as long as the slower one alone. */
static void print_shared(FILE *out, int gpu, unsigned node)
{
    double slower = fmin(starpu_transfer_bandwidth(STARPU_MAIN_RAM, node),
                         starpu_transfer_bandwidth(node, STARPU_MAIN_RAM));
    double both = both_ways(node);
    if (both < 0.95 * 2 * slower)
        fprintf(out, "bus     pcie%d  %.2f  host>gpu%d gpu%d>host\n", gpu, 1e-3 * both, gpu, gpu);
}

void capture_links(FILE *out)
{
    unsigned node[STARPU_MAXNODES];
    int gpus = capture_gpus(node);
    fprintf(out, "\n#       from>to      GB/s  us\n");
    for (int i = -1; i < gpus; i++)
        for (int j = -1; j < gpus; j++) {
            unsigned from = i < 0 ? STARPU_MAIN_RAM : node[i];
            unsigned to = j < 0 ? STARPU_MAIN_RAM : node[j];
            char name[2][16] = {"host", "host"};
            if (i == j)
                continue;
            if (i >= 0)
                snprintf(name[0], sizeof name[0], "gpu%d", i);
            if (j >= 0)
                snprintf(name[1], sizeof name[1], "gpu%d", j);
            fprintf(out, "link    %s>%s    %.2f  %.1f\n", name[0], name[1],
                    1e-3 * starpu_transfer_bandwidth(from, to),
                    starpu_transfer_latency(from, to));
        }
    starpu_resume(); /* between its sequences the library's workers sleep */
    for (int i = 0; i < gpus; i++)
        print_shared(out, i, node[i]);
    starpu_pause();
}
