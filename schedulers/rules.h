/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rules of the policy that an experiment can switch off:
 * STARLING_WITHOUT=steal,prefetch. */

#ifndef RULES_H
#define RULES_H

#include <stdbool.h>

/* name in STARLING_WITHOUT: what the policy does without the rule */
#define POLICY_RULES(RULE)                                                             \
    RULE(OWNERS, "owners")                                                             \
    RULE(SERPENTINE, "serpentine")                                                     \
    RULE(COLUMNS, "columns")                                                           \
    RULE(CHAIN_GPU, "chain-gpu")                                                       \
    RULE(CHAIN_PREFETCH, "chain-prefetch")                                             \
    RULE(CROSSING, "crossing")                                                         \
    RULE(FAIR_SHARE, "fair-share")                                                     \
    RULE(PREFETCH, "prefetch")                                                         \
    RULE(LEADING_FIRST, "leading-first")                                               \
    RULE(PREFETCH_MEMORY, "prefetch-memory")                                           \
    RULE(LEVELS, "levels")                                                             \
    RULE(PROGRAM_PRIORITY, "program-priority")                                         \
    RULE(ARRIVAL, "arrival")                                                           \
    RULE(AREA, "area")                                                                 \
    RULE(AREA_LINKS, "area-links")                                                     \
    RULE(AREA_BACKLOG, "area-backlog")                                                 \
    RULE(AREA_END, "area-end")                                                         \
    RULE(AREA_MARGINAL, "area-marginal")                                               \
    RULE(CORE_SOONER, "core-sooner")                                                   \
    RULE(CALIBRATION, "calibration")                                                   \
    RULE(PLAN_FETCH, "plan-fetch")                                                     \
    RULE(PLAN_LENGTH, "plan-length")                                                   \
    RULE(DATA_FIRST, "data-first")                                                     \
    RULE(BUSY_WAITS, "busy-waits")                                                     \
    RULE(LOCAL_READY, "local-ready")                                                   \
    RULE(ONE_WAITER, "one-waiter")                                                     \
    RULE(WORKER_TURNS, "worker-turns")                                                 \
    RULE(IN_FLIGHT, "in-flight")                                                       \
    RULE(FREE_WORKER, "free-worker")                                                   \
    RULE(LATE_CHOICE, "late-choice")                                                   \
    RULE(MEMORY_ORDER, "memory-order")                                                 \
    RULE(MEMORY_PLAN, "memory-plan")                                                   \
    RULE(STEAL, "steal")                                                               \
    RULE(STEAL_LINKS, "steal-links")                                                   \
    RULE(STEAL_RETURN, "steal-return")

enum policy_rule {
#define POLICY_RULE_ENUM(rule, name) RULE_##rule,
    POLICY_RULES(POLICY_RULE_ENUM)
#undef POLICY_RULE_ENUM
    RULES
};

/* The rule is not switched off. */
bool policy_uses(enum policy_rule rule);
/* Reads STARLING_WITHOUT; a name that is no rule ends the program with a sentence. */
void policy_rules_read(void);

#endif
