/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Switches for experiments. The environment variable STARLING_WITHOUT lists the rules
 * that the policy leaves out, with commas. tools/ablation measures what
 * each of them gains. */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "rules.h"

static const char *const rule_name[RULES] = {
#define POLICY_RULE_NAME(rule, name, text) [RULE_##rule] = name,
    POLICY_RULES(POLICY_RULE_NAME)
#undef POLICY_RULE_NAME
};
static bool is_without[RULES];

static atomic_bool is_part;

void policy_graph_is_part(bool part)
{
    is_part = part;
}

bool policy_uses(enum policy_rule rule)
{
    return !is_without[rule] && !(rule == RULE_LEVELS && is_part);
}

/* An experiment with a misspelt rule would measure nothing. */
static void refuse_rule(const char *name, size_t length)
{
    fprintf(
        stderr,
        "starling: STARLING_WITHOUT names '%.*s', and there is no such rule; rules:",
        (int)length, name);
    for (int r = 0; r < RULES; r++)
        fprintf(stderr, " %s", rule_name[r]);
    fprintf(stderr, "\n");
    _exit(EXIT_FAILURE); /* StarPU has half started: no handlers */
}

static void switch_off(const char *name, size_t length)
{
    int r = 0;
    while (r < RULES &&
           !(strlen(rule_name[r]) == length && memcmp(rule_name[r], name, length) == 0))
        r++;
    if (r == RULES)
        refuse_rule(name, length);
    else
        is_without[r] = true;
}

void policy_rules_read(void)
{
    const char *name = getenv("STARLING_WITHOUT");
    memset(is_without, 0, sizeof is_without);
    for (size_t length; name && *name; name += length + (name[length] == ',')) {
        length = strcspn(name, ",");
        switch_off(name, length);
    }
}
