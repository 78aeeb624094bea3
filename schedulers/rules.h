/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rules of the policy that an experiment can switch off:
 * STARLING_WITHOUT=steal,prefetch. */

#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

/* Name in STARLING_WITHOUT, and what the policy does with the rule. */
#define POLICY_RULES(RULE)                                                             \
    RULE(OWNERS, "owners", "a task runs on the GPU that owns what it writes")          \
    RULE(SERPENTINE, "serpentine", "rows of tiles are dealt in serpentine order")      \
    RULE(COLUMNS, "columns", "columns stay whole where tasks write columns")           \
    RULE(CHAIN_GPU, "chain-gpu", "one GPU runs LU's chain of panels alone")            \
    RULE(CHAIN_PREFETCH, "chain-prefetch",                                             \
         "data of that chain are copied as soon as they are written")                  \
    RULE(CROSSING, "crossing",                                                         \
         "without coordinates: row of one owner, column of the other")                 \
    RULE(FAIR_SHARE, "fair-share",                                                     \
         "without coordinates: no GPU owns many more data than others")                \
    RULE(PREFETCH, "prefetch", "data are copied when their task is submitted")         \
    RULE(LEADING_FIRST, "leading-first",                                               \
         "an only GPU gets the leading submatrix first")                               \
    RULE(PREFETCH_MEMORY, "prefetch-memory",                                           \
         "prefetches fill at most a part of a GPU's memory")                           \
    RULE(LEVELS, "levels", "ready tasks are ordered by the time below them")           \
    RULE(PROGRAM_PRIORITY, "program-priority",                                         \
         "one GPU, unknown cores: the program's priorities alone")                     \
    RULE(ARRIVAL, "arrival", "order of arrival where cores share in most of the work") \
    RULE(AREA, "area", "cores take the tasks that GPUs accelerate least")              \
    RULE(AREA_LINKS, "area-links",                                                     \
         "... only if GPUs save more time than the copies take")                       \
    RULE(AREA_BACKLOG, "area-backlog", "... only while GPUs have enough to do")        \
    RULE(AREA_END, "area-end", "... only if they end well before the whole")           \
    RULE(AREA_MARGINAL, "area-marginal",                                               \
         "... and leave the marginal class to idle cores")                             \
    RULE(CORE_SOONER, "core-sooner", "cores take what they end sooner than the owner") \
    RULE(CALIBRATION, "calibration", "very slow cores are not measured")               \
    RULE(PLAN_FETCH, "plan-fetch", "the data of planned tasks are fetched")            \
    RULE(PLAN_LENGTH, "plan-length", "the plan is long enough to hide copies")         \
    RULE(DATA_FIRST, "data-first", "planned tasks with their data there go first")     \
    RULE(BUSY_WAITS, "busy-waits", "a busy GPU waits for the most urgent task")        \
    RULE(LOCAL_READY, "local-ready",                                                   \
         "rather than wait for data, any ready task with its data there")              \
    RULE(ONE_WAITER, "one-waiter",                                                     \
         "few GPUs: one worker of each waits for data at a time")                      \
    RULE(WORKER_TURNS, "worker-turns",                                                 \
         "the worker of a GPU that runs fewer tasks is next")                          \
    RULE(IN_FLIGHT, "in-flight", "a busy GPU begins only urgent tasks")                \
    RULE(FREE_WORKER, "free-worker",                                                   \
         "one of three workers of a GPU stays free for urgent tasks")                  \
    RULE(LATE_CHOICE, "late-choice", "an only worker chooses its next task late")      \
    RULE(MEMORY_ORDER, "memory-order",                                                 \
         "too much data: the task with least to fetch is next")                        \
    RULE(MEMORY_PLAN, "memory-plan",                                                   \
         "too much data: planned tasks fill a part of a GPU's memory")                 \
    RULE(STEAL, "steal", "idle workers take tasks of other devices")                   \
    RULE(STEAL_LINKS, "steal-links",                                                   \
         "... but none that comes slower than a GPU runs it")                          \
    RULE(STEAL_RETURN, "steal-return", "... and count the copies there and back")

enum policy_rule {
#define POLICY_RULE_ENUM(rule, name, text) RULE_##rule,
    POLICY_RULES(POLICY_RULE_ENUM)
#undef POLICY_RULE_ENUM
        RULES
};

/* The graph is a part of one that several processes share. The time below a task is unknown then, for
 * what other processes do with its result is not in the graph: the program's priorities count. */
void policy_graph_is_part(bool part);
/* The rule is not switched off. */
bool policy_uses(enum policy_rule rule);
/* Reads STARLING_WITHOUT; a name that is no rule ends the program with a sentence. */
void policy_rules_read(void);

#endif
