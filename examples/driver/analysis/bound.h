/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What no schedule of a graph can beat, under the times that the models predict and on the
 * workers there are; transfers are free but for `load`. Five bounds, of which the last is the
 * largest:
 *
 *   area   The tasks may be cut and shared among the workers at will, and wait for nothing: a
 *          linear program, min T with sum x_i cpu_i <= ncpu T, sum (1 - x_i) cuda_i <= ncuda T.
 *          Every schedule is a solution of it. With two kinds of workers the optimum is to
 *          give the GPUs the tasks they accelerate most until both kinds end together.
 *   path   Each task takes its best time on any worker, and there are workers enough: the
 *          longest path through the graph, which every schedule runs in order.
 *   mixed  Of a set S of tasks none begins before the shortest of their heads (longest path
 *          to a task) and all are done the shortest of their tails (longest path from it on)
 *          before the end, so that head + area(S) + tail is a bound (Carlier, EJOR 11, 1982,
 *          where there is one machine). S are the tasks whose head and tail are at least h
 *          and q, over quantiles of both. All tasks, h = q = 0, give the area bound, and a
 *          single task, which takes at least its best time, the path through it.
 *
 *   load   A tile that is in main memory has to come to a GPU, or else all tasks that write it
 *          are done by cores: the area bound of a machine that has the cores and one more
 *          worker, the links to all GPUs, with a tile's tasks in one piece and its bytes.
 *   limit  If all ends in a time T, a task is on no worker where its head, its time there and its
 *          tail are together more than T (so Lenstra, Shmoys, Tardos, Math. Programming 46, 1990,
 *          for independent tasks). Of what is left the four bounds must be at most T: the least
 *          T for which they are.
 *
 * Models are means: a run whose tasks were faster than theirs may beat the bound by as much. */

#ifndef BOUND_H
#define BOUND_H

#include "analysis/recording.h"

/* Seconds. All NaN when a model is missing, a task can run nowhere or there is no task. */
struct bound {
    double area_s, path_s, mixed_s;
    double load_s;  /* 0: nothing has to be loaded */
    double bound_s; /* `limit`, not below the four */
    /* The shares of a core and of a GPU in the machine, so that all workers' add to one: the
     * prices of their time in the dual of the area's linear program. A GPU's is as many times
     * a core's as it is faster with the tasks that both kinds share in the solution, and a
     * kind that would only wait costs nothing. sum over tasks of min(weight[0] cpu_i,
     * weight[1] cuda_i) is the area bound. */
    double weight[2];
};

struct bound bound_of(const struct recording *graph);

#endif
