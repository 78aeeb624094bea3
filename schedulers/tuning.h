/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tuning constants of the policy `starling`, one setting for all machines. Each has
 * one line: what it trades, and where it was measured. "Simulated" means the described
 * machines of tools/laboratory, "H200" one to four real ones. Times: microseconds. */

#ifndef TUNING_H
#define TUNING_H

/* ---- ownership.c ----------------------------------------------------------------- */

/* GPU links count as separate if so many times faster than main memory's; simulated. */
#define LINK_RATIO 2.0
/* Data above the least owner's: balance against locality; simulated, --plugin. */
#define OWNED_SLACK 2
/* The same, as a part of the mean; simulated, --plugin. */
#define OWNED_SLACK_PART 0.25

/* ---- prefetch.c ------------------------------------------------------------------ */

/* Part of a GPU's memory that is prefetched: early copies against room; H200. */
#define PREFETCH_MEMORY_PART 0.5
/* Prefetches stay so far below the priorities of ready tasks; not measured. */
#define PREFETCH_PRIORITY_STEP (1 << 30)

/* ---- levels.c -------------------------------------------------------------------- */

/* Part of the live tasks, as 1 / n, that is new at a sweep: cost; simulated. */
#define LEVELS_FRESH_PART 8
/* Fewest begun tasks that are dropped: memory against moves; not measured. */
#define LEVELS_LEAST_BEGUN 256
/* Nodes at which a graph is dropped whose tasks never begin; not measured. */
#define LEVELS_MOST_NODES (1 << 20)

/* ---- priority.c ------------------------------------------------------------------ */

/* Arrival order if less than this part of the time left is below; simulated, QR. */
#define ARRIVAL_BELOW_PART 0.5
/* ... and if a core takes less than this part of the time left; simulated, QR. */
#define ARRIVAL_CORE_PART 0.05
/* ... and if the shared class has more than this part of GPU work; simulated, QR. */
#define ARRIVAL_COMMON_PART 0.5

/* ---- placement.c ----------------------------------------------------------------- */

/* Part of the time left in which cores end: help against a late end; simulated. */
#define AREA_END_PART 0.7
/* Part of the last ratio that cores take when pushed, the rest when idle; simulated. */
#define AREA_MARGIN 0.95

/* ---- calibration.c --------------------------------------------------------------- */

/* Slowdown limit of a core: complete models against waiting; H200 with 15 cores. */
#define SLOWDOWN_LIMIT 8.0
/* No core does so many operations a microsecond: a trial of the largest products took
 * seconds; specifications. */
#define MOST_CORE_RATE 300e3

/* ---- plan.c, per regular worker of a GPU ----------------------------------------- */

/* Tasks planned at least: hidden copies against late urgent tasks; simulated. */
#define PLAN_LEAST 2
/* Tasks planned at most: hidden copies against search; simulated. */
#define PLAN_MOST 16
/* Copies that a plan outlasts while all GPUs fetch; simulated, h200x4 and h200x8. */
#define PLAN_FETCHES 8
/* Most GPUs where one worker of each waits for data at a time; H200, one and two. */
#define ONE_WAITER_GPUS 2

/* ---- starling.c ------------------------------------------------------------------ */

/* So many cores look for tasks all the time beside GPUs. The others rest, because the threads
 * of GPUs wait for the locks of a look: gesvd on four H100 with 60 cores, hseqr on one with 13. */
#define CORES_AWAKE 2
/* ... if they found nothing for so long, tasks that come in bursts. */
#define REST_AFTER 2000.0
/* ... for so long: the time until such a core takes a task. */
#define REST_TIME 500.0

/* ---- dispatch.c ------------------------------------------------------------------ */

/* In-flight limit of a GPU in tasks: no pause against urgent tasks; H200. */
#define IN_FLIGHT 2
/* ... which together take so long, many gaps between tasks; H200, LU on four. */
#define IN_FLIGHT_TIME 2000.0
/* A task so many times over its expected time counts as ended; not measured. */
#define OVERDUE_FACTOR 10.0
/* An only worker begins its next task so long before the end of the last; simulated. */
#define NEXT_TASK_TIME 300.0

/* ---- memory.c -------------------------------------------------------------------- */

/* Part of a GPU's memory for its share of the data, the rest for copies; H200. */
#define MEMORY_FULL_PART 0.75
/* Part of a GPU's memory for its planned tasks; simulated, h200x1 with 1 GiB. */
#define PLAN_MEMORY_PART 0.5
/* Ready tasks compared: a better choice against search; simulated, h200x1. */
#define MEMORY_COMPARED 64

/* ---- steal.c --------------------------------------------------------------------- */

/* Tasks at a heap's end that a thief compares: gain against search; simulated. */
#define STEAL_COMPARED 64
/* Most data of a task that a thief compares: help against search, which holds the lock;
 * H100, where tasks with 134 data took a minute instead of 0.6 s. */
#define STEAL_MOST_DATA 32

#endif
