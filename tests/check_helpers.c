/*
 * Small helpers of the driver: similar words, products of lists, statistics, counts and
 * quotes in messages.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include <math.h>

#include "options/options.h"
#include "report/stats.h"
#include "tap.h"
#include "options/words.h"

static void check_similar(void)
{
    ok(options_similar("potrf", "potf"), "a letter lost");
    ok(options_similar("potrf", "potrff"), "a letter added");
    ok(options_similar("potrf", "pottf"), "a letter changed");
    ok(options_similar("potrf", "portf"), "two letters swapped");
    ok(options_similar("", "a") && options_similar("a", "b"), "very short words");
    ok(!options_similar("potrf", "potrf"), "the same word");
    ok(!options_similar("potrf", "getrf") && !options_similar("ab", "cd"),
       "two letters");
}

static void check_product(void)
{
    char seen[64] = "";
    struct combinations p = combinations_of(3, (int64_t[]){2, 1, 3});
    is_integer(combinations_total(&p), 6, "the size of a product");
    while (combinations_next(&p))
        for (int i = 0; i < 3; i++) {
            size_t used = strlen(seen);
            snprintf(seen + used, sizeof seen - used, "%d%s", (int)p.index[i],
                     i == 2 ? " " : "");
        }
    is_string(seen, "000 001 002 100 101 102 ", "the last list runs fastest");
    ok(!combinations_next(&p), "the end is final");

    p = combinations_of(2, (int64_t[]){2, 0});
    ok(combinations_total(&p) == 0 && !combinations_next(&p) && !combinations_next(&p),
       "an empty list");
    p = combinations_of(0, NULL);
    ok(combinations_total(&p) == 1 && combinations_next(&p) && !combinations_next(&p), "no list");
    p = combinations_of(2, (int64_t[]){INT64_MAX, 2});
    is_integer(combinations_total(&p), INT64_MAX, "a product too large to count");
    p = combinations_of(3, (int64_t[]){INT64_MAX, INT64_MAX, 0});
    is_integer(combinations_total(&p), 0, "... unless one of its lists is empty");
    p = combinations_of(COMBINATIONS_MAX + 1, NULL);
    ok(combinations_total(&p) == 0 && !combinations_next(&p), "too many lists");
}

static void check_stats(void)
{
    struct stats s = stats_of((double[]){3, 1, 2}, 3);
    ok(s.min == 1 && s.median == 2 && s.max == 3, "an odd number of values");
    s = stats_of((double[]){4, -1, 2, 9}, 4);
    ok(s.min == -1 && s.median == 3 && s.max == 9, "an even number of values");
    s = stats_of((double[]){7}, 1);
    ok(s.min == 7 && s.median == 7 && s.max == 7, "one value");
    s = stats_of(NULL, 0);
    ok(isnan(s.min) && isnan(s.median) && isnan(s.max), "no value");
    s = stats_of((double[]){1, NAN, 2}, 3);
    ok(isnan(s.min) && isnan(s.median) && isnan(s.max), "a NaN is not hidden");
    s = stats_of((double[]){INFINITY, 1, INFINITY}, 3);
    ok(s.min == 1 && isinf(s.median) && isinf(s.max), "infinities");
    s = stats_of((double[]){1e308, 1.5e308}, 2);
    ok(s.median == 1.25e308, "the middle of two large values does not overflow");
}

static void quoted(const char *text, const char *expected)
{
    is_string(words_quote(text).text, expected, expected);
}

static void check_words(void)
{
    is_string(words_count(0, "GPU").text, "0 GPUs", "none");
    is_string(words_count(1, "GPU").text, "1 GPU", "one");
    is_string(words_count(2, "core").text, "2 cores", "two");
    is_string(words_count(1, "entry").text, "1 entry", "one, of another plural");
    is_string(words_count(INT64_MAX, "entry").text, "9223372036854775807 entries", "many");
    quoted("", "''");
    quoted("potrf", "'potrf'");
    quoted("a\nb\x1b[2J\x7f", "'a?b?[2J?'");
    quoted("0123456789012345678901234567890123456789",
           "'0123456789012345678901234567890123456789'");
    quoted("0123456789012345678901234567890123456789x",
           "'0123456789012345678901234567890123456789...'");
    /* two bytes a letter, and the cut is between the two of the last one */
    quoted("0123456789012345678901234567890123456\303\251\303\251\303\251",
           "'0123456789012345678901234567890123456\303\251...'");
    is_string(words_quote_part("--n=5", 3).text, "'--n'", "a part");
    quoted("\377\376", "'\377\376'");
}

int main(void)
{
    check_words();
    check_similar();
    check_product();
    check_stats();
    return done_testing();
}
