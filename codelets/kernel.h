/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The interface between kernels and the insertion of tasks: the head of a task's arguments, the
 * codelets, and their performance models. */

#ifndef SL_KERNEL_H
#define SL_KERNEL_H

#include "config.h" /* first: later headers test its macros */
#include <stdbool.h>
#include <starpu.h>
#include "src/starling.h"

#define SL_MIN(a, b) ((a) < (b) ? (a) : (b))
#define SL_MAX(a, b) ((a) > (b) ? (a) : (b))

/* The longest vectors that a processor may have (vectors.h). */
enum { SL_VECTOR_BYTES = 64 };

/* On a simulated machine tasks take time but compute nothing. Tiles have no contents, and
 * must not be read. */
#ifdef STARPU_SIMGRID
enum { SL_SIMULATED = true };
#else
enum { SL_SIMULATED = false };
#endif

/* ---- Arguments --------------------------------------------------------------------------- */

/* The head of every codelet's arguments. `variant` (transposes, side, ...) is mixed into the
 * footprint, so that each variant has its own measured time. */
#define SL_SPLIT_VARIANT 0x80000000u /* of products that are split */
struct sl_args {
    uint32_t variant;
    uint32_t size; /* replaces the sizes of the data in the footprint; 0: their own sizes */
    int status;    /* the CUDA or cuBLAS error of a kernel that failed; 0: none */
    /* sl_submit() fills these in: */
    int data; /* number of data of the task */
    double flops;
    float scale[2]; /* products of the two operands in FP16, scaled by these; 0: as they are */
    int64_t number; /* of the task in its sequence, from 1 */
    int64_t index;  /* in the recording of the sequence, -1: none */
    starling_sequence *seq; /* not for kernels */
};

/* ---- Codelets, by precision (registry.c) ------------------------------------------------- */

#define CODELET(name, colour, ...)                                                           \
    enum { SL_COLOUR_##name = colour };                                                      \
    extern struct starpu_codelet *const sl_cl_##name[4];
/* Number of elements of workspace for an m x n tile, or for columns of so many panels. */
typedef int64_t sl_work_query(int64_t m, int64_t n, int64_t panels);
#define WORK(name) extern sl_work_query *const sl_work_##name[4];
#include "codelets.def"
#undef CODELET
#undef WORK
extern struct starpu_codelet sl_zero_cl; /* for tiles read before they were written */

/* ---- Kernels and their times ------------------------------------------------------------- */

/* CUDA kernels are real, simulated (they do nothing: simulation.c), or missing. */
#if defined(STARPU_SIMGRID)
void sl_simulated_kernel(void *tiles[], void *arg);
#define SL_CUDA_FUNCS(f) .cuda_funcs = {sl_simulated_kernel}, .cuda_flags = {STARPU_CUDA_ASYNC},
#elif defined(STARLING_CUDA)
#define SL_CUDA_FUNCS(f) .cuda_funcs = {f}, .cuda_flags = {STARPU_CUDA_ASYNC},
#else
#define SL_CUDA_FUNCS(f)
#endif

/* Times are measured, or computed for a simulated machine. */
uint32_t sl_footprint(struct starpu_task *task); /* data sizes and variant (footprint.c) */
double sl_simulated_time(struct starpu_task *task, struct starpu_perfmodel_arch *arch,
                         unsigned implementation); /* microseconds (simulation.c) */
#ifdef STARPU_SIMGRID
#define SL_MODEL .type = STARPU_PER_ARCH, .arch_cost_function = sl_simulated_time
#else
#define SL_MODEL .type = STARPU_HISTORY_BASED
#endif

#endif
