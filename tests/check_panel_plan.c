/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Plans of factorizations by panels (src/tasks/panel_sweep.h), filled by hand: which columns are
 * updated after which panel, alone, fused and in groups, and where delayed work is due; and that each
 * column gets each panel once, whatever the plan. The library is linked statically, for plans are
 * its own. */

#include <stdlib.h>
#include "src/tasks/panel_sweep.h"
#include "reference.h"
#include "tap.h"

static void check_step(struct cases *cases, const struct sl_panel_plan *plan, int64_t k, bool defers,
                       int64_t first, int64_t end)
{
    hold(cases, sl_plan_defers(plan, k) == defers && sl_plan_first(plan, 0, k) == first &&
                    sl_plan_end(plan, 0, k) == end,
         "step %d: %s, columns %d to %d", (int)k, sl_plan_defers(plan, k) ? "deferred" : "not",
         (int)sl_plan_first(plan, 0, k), (int)sl_plan_end(plan, 0, k));
}

static void by_hand(void)
{
    struct cases alone = {0}, grouped = {0};
    struct sl_panel_plan plan = {.steps = 10, .columns = 10, .block = 10, .group = 1};
    check_step(&alone, &plan, 0, false, 1, 10);
    check_step(&alone, &plan, 9, false, 10, 10);
    plan.fused = true;
    check_step(&alone, &plan, 0, false, 2, 10);
    check_step(&alone, &plan, 8, false, 10, 10);
    check_step(&alone, &plan, 9, false, 10, 10);
    ok(all_held(&alone), "each panel alone, fused or not");
    plan.group = 4; /* 0, then 1 to 4, then 5 to 8 if they are before groups_end */
    plan.groups_end = 5;
    check_step(&grouped, &plan, 0, false, 2, 10);
    for (int64_t k = 1; k < 4; k++)
        check_step(&grouped, &plan, k, true, k + 2, 0);
    check_step(&grouped, &plan, 4, false, 6, 10);
    check_step(&grouped, &plan, 5, false, 7, 10);
    plan.groups_end = 6;
    check_step(&grouped, &plan, 5, true, 7, 0);
    check_step(&grouped, &plan, 8, false, 10, 10);
    ok(all_held(&grouped), "groups of four");
}

static int64_t at_three_and_half_of_the_rest(const struct sl_panel_plan *plan, int64_t k)
{
    return k == 0 ? 3 : (k + plan->steps) / 2;
}

static void boundaries(void)
{
    struct sl_panel_plan plan = {.steps = 12, .columns = 12, .block = 12, .group = 1};
    sl_plan_boundaries(&plan, at_three_and_half_of_the_rest);
    ok(plan.boundaries == 5 && plan.boundary[0] == 3 && plan.boundary[1] == 7 &&
           plan.boundary[2] == 9 && plan.boundary[3] == 10 && plan.boundary[4] == 11,
       "boundaries of steps alone");
    plan.boundaries = 0;
    plan.group = 4;
    plan.groups_end = 9;
    sl_plan_boundaries(&plan, at_three_and_half_of_the_rest);
    ok(plan.boundaries == 4 && plan.boundary[0] == 5 && plan.boundary[1] == 9 &&
           plan.boundary[2] == 10 && plan.boundary[3] == 11,
       "boundaries of groups come after them");
}

/* The sweep's loop: what each column has had of the panels before it is factored, which waits for its
 * group, or which its own task makes. */
static bool is_complete(const struct sl_panel_plan *plan)
{
    int64_t had[32] = {0}; /* panels that a column has had */
    bool right = true;
    for (int64_t block = 0; block < plan->columns; block += plan->block)
        for (int64_t k = 0; k < SL_MIN(block + plan->block, plan->steps); k++) {
            bool in_block = k + 1 >= block && k + 1 < block + plan->block;
            if (plan->fused && k + 1 < plan->steps && in_block)
                had[k + 1] = k + 1; /* in its panel's task, with those of the group before */
            int64_t end = sl_plan_end(plan, block, k);
            for (int64_t j = sl_plan_first(plan, block, k); j < end; j++) {
                right &= had[j] <= k && (had[j] == k || plan->group > 1);
                had[j] = k + 1;
            }
        }
    for (int64_t j = 1; j < plan->columns && right; j++)
        right = had[j] == SL_MIN(j, plan->steps);
    return right;
}

static void completeness(void)
{
    struct cases cases = {0};
    for (int group = 1; group <= SL_MOST_GROUPED; group++)
        for (int64_t n = 1; n < 20; n++)
            for (int fused = group > 1; fused < 2; fused++) {
                for (int64_t end = 0; end <= SL_MAX(0, n - group + 1); end++) {
                    struct sl_panel_plan plan = {.steps = n, .columns = n + 2, .block = n + 2,
                                                 .group = group, .groups_end = end, .fused = fused};
                    hold(&cases, is_complete(&plan), "%d panels, groups of %d before step %d%s",
                         (int)n, group, (int)end, fused ? ", fused" : "");
                }
                for (int64_t block = 1; block <= n + 2 && group == 1; block++) {
                    struct sl_panel_plan plan = {.steps = n, .columns = n + 2, .block = block,
                                                 .group = 1, .fused = fused};
                    hold(&cases, is_complete(&plan), "%d panels, blocks of %d columns%s", (int)n,
                         (int)block, fused ? ", fused" : "");
                }
            }
    ok(all_held(&cases), "each column gets each panel once, %d plans", cases.run);
}

int main(void)
{
    by_hand();
    boundaries();
    completeness();
    return done_testing();
}
