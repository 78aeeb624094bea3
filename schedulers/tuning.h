/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tuning constants of the policy `starling`, one setting for all machines. Each
 * line says what the constant trades, and where it was measured: "simulated" are the
 * described machines of the laboratory (tools/laboratory), "H200" one to four real
 * GPUs. Times are microseconds. */

#ifndef TUNING_H
#define TUNING_H

/* ---- ownership.c: how many GPUs own data, and how even their shares are ---------- */

/* GPU links are separate if so many times faster than those to main memory; simulated.
 */
#define LINK_RATIO 2.0
/* Data above the least owner's share before locality yields to balance; simulated,
 * --plugin. */
#define OWNED_SLACK 2
/* The same as a part of the mean share. */
#define OWNED_SLACK_PART 0.25

/* ---- prefetch.c: data that come before their task is ready ----------------------- */

/* Part of a GPU's memory that is prefetched: early transfers against room for tasks;
 * H200. */
#define PREFETCH_MEMORY_PART 0.5
/* Prefetches stay below the priorities of ready tasks by this. */
#define PREFETCH_PRIORITY_STEP (1 << 30)

/* ---- levels.c: the cost of the graph --------------------------------------------- */

/* A sweep is due when 1/8 of the live tasks is new: cost per task against fresh levels.
 */
#define LEVELS_FRESH_PART 8
/* Fewer begun tasks are not worth moving the others in memory. */
#define LEVELS_LEAST_BEGUN 256
/* A graph with tasks that never begin is dropped at this size. */
#define LEVELS_MOST_NODES (1 << 20)

/* ---- priority.c: tasks that run in order of arrival ------------------------------ */

/* Arrival order only with less below a task than this part of the time left; simulated,
 * QR. */
#define ARRIVAL_BELOW_PART 0.5
/* ... and if a core takes less than this part of the time left. */
#define ARRIVAL_CORE_PART 0.05
/* ... and if cores share the class with most of the GPUs' work. */
#define ARRIVAL_COMMON_PART 0.5

/* ---- placement.c: cores or GPUs -------------------------------------------------- */

/* Tasks given to cores end within this part of the time left; simulated, mirage and
 * sirocco. */
#define AREA_END_PART 0.7
/* Marginal tasks of the area program stay for idle cores; simulated. */
#define AREA_MARGIN 0.95

/* ---- calibration.c: models without measurements ---------------------------------- */

/* Slowdown limit: slower cores than this do not calibrate an operation; H200 with 15
 * cores. */
#define SLOWDOWN_LIMIT 8.0

/* ---- plan.c: tasks whose data are fetched, per regular worker of a GPU ----------- */

/* Fewer planned tasks do not hide transfers, more delay urgent ones; simulated. */
#define PLAN_LEAST 2
/* More planned tasks lengthen the search and hide nothing more; simulated. */
#define PLAN_MOST 16
/* The plan lasts so many transfers while all GPUs fetch; simulated, h200x4 and h200x8.
 */
#define PLAN_FETCHES 8
/* With at most so many GPUs one worker of each waits for data at a time; H200, two at
 * most. */
#define ONE_WAITER_GPUS 2

/* ---- dispatch.c: in-flight limits of a GPU --------------------------------------- */

/* Tasks in flight that keep a GPU busy; H200. */
#define IN_FLIGHT 2
/* ... if together they take so long, many times the gap between tasks; H200, LU on
 * four. */
#define IN_FLIGHT_TIME 2000.0
/* A task that takes so many times its expected time is no longer counted. */
#define OVERDUE_FACTOR 10.0
/* An only worker chooses its next task so long before the last one ends; simulated,
 * mirage. */
#define NEXT_TASK_TIME 300.0

/* ---- memory.c: data that do not fit into GPUs ------------------------------------ */

/* Part of a GPU's memory that its share may fill: the rest holds copies; simulated and
 * H200. */
#define MEMORY_FULL_PART 0.75
/* Part of a GPU's memory that planned tasks may fill; simulated and H200. */
#define PLAN_MEMORY_PART 0.5
/* Ready tasks compared by what they have to fetch: better choice against search;
 * simulated. */
#define MEMORY_COMPARED 64

/* ---- steal.c --------------------------------------------------------------------- */

/* Tasks a thief looks at, from the end of a heap: better choice against search;
 * simulated. */
#define STEAL_COMPARED 64

#endif
