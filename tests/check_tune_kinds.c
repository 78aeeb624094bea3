/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Rules of `starling tune` for compiled kinds: each prunes the kind that breaks it alone, and no
 * kind at its limit. */

#include "../examples/driver/tune.h"
#include "tap.h"

static const starling_kind good = {.rows = 256,
                                   .columns = 8,
                                   .threads = 128,
                                   .registers = 100,
                                   .shared = 49152,
                                   .resident = 4,
                                   .most_threads = 512,
                                   .most_registers = 65536,
                                   .most_shared = 49152};

/* What prunes `one`, for order n, beside `other`. */
static const char *rule_of(starling_kind one, starling_kind other, int64_t n)
{
    starling_kind kinds[] = {other, one};
    int rule = tune_kind_pruned(kinds, 2, &kinds[1], n);
    return rule > 0 ? tune_kind_rule(rule - 1) : "none";
}

int main(void)
{
    starling_kind k = good, other = good;
    other.columns = 16;
    char text[160];
    is_string(rule_of(k, other, 256), "none", "a kind at its limits of rows and of memory");
    is_string(rule_of(k, other, 257), "fewer rows than the matrix", "rows");
    k.own = true;
    is_string(rule_of(k, other, 256), "the kind that the library has", "the library's own");
    k = good, k.threads = 512;
    is_string(rule_of(k, other, 256), "none", "as many threads as the kernel may have");
    k.threads = 544;
    is_string(rule_of(k, other, 256), "more threads than the kernel may have", "threads");
    k = good, k.threads = 512, k.registers = 128;
    is_string(rule_of(k, other, 256), "none", "as many registers as there are");
    k.registers = 129;
    is_string(rule_of(k, other, 256), "more registers than a thread block may have", "registers");
    k = good, k.shared++;
    is_string(rule_of(k, other, 256), "more shared memory than a thread block may have",
              "shared memory");
    k = good, k.resident = 0;
    is_string(rule_of(k, other, 256), "no thread block has room on a multiprocessor", "no room");
    k = good, k.resident = 1;
    is_string(rule_of(k, other, 256), "none", "a quarter of another kind's threads");
    k = good;
    is_string(rule_of(k, good, 256), "the same columns, threads and memory as of another kind",
              "a kind like the one before");
    k.registers--;
    is_string(rule_of(k, good, 256), "none", "one register less");
    k = good, k.resident = 1;
    other.resident = 5;
    is_string(rule_of(k, other, 256),
              "threads on a multiprocessor: less than a quarter of another kind's", "occupancy");
    other.rows = 255;
    is_string(rule_of(k, other, 256), "none", "a kind that cannot hold the matrix");
    is_string(tune_kind_words(&good, text),
              "256 rows, 8 columns: 128 threads, 100 registers, 49152 bytes shared, 4 blocks",
              "a kind in words");
    int rules = 0;
    while (tune_kind_rule(rules))
        rules++;
    is_integer(rules, 8, "all rules were tried");
    return done_testing();
}
