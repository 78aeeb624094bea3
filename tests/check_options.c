/*
 * The command-line parser: values, the exact sentence for each mistake, and the help.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options/options.h"
#include "tap.h"

#define HELP_FILE "check_options.txt"

struct values {
    char *type;
    struct integer_list n, any;
    int64_t seed, repeat, cold;
    struct name_list sched, where;
    const char *output, *ref;
    bool check;
};

/* One option a line or two. */
/* clang-format off */
static const struct option_spec specs[] = {
    {.name = "type", .kind = OPTION_LETTERS, .meta = "LIST", .set = "sdcz",
     .fallback = "d", .help = "precisions", OPTION_AT(struct values, type)},
    {.name = "n", .kind = OPTION_INTEGERS, .meta = "LIST", .max = INT64_MAX,
     .fallback = "100,200", .help = "orders", OPTION_AT(struct values, n)},
    {.name = "any", .kind = OPTION_INTEGERS, .meta = "LIST", .help = "integers",
     OPTION_AT(struct values, any)},
    {.name = "seed", .kind = OPTION_INTEGER, .meta = "S", .help = "random seed",
     OPTION_AT(struct values, seed)},
    {.name = "repeat", .kind = OPTION_INTEGER, .meta = "R", .min = 1, .max = 1000,
     .fallback = "3", .help = "runs", OPTION_AT(struct values, repeat)},
    {.name = "cold", .kind = OPTION_INTEGER, .meta = "C", .min = INT64_MIN, .max = -1,
     .help = "below zero", OPTION_AT(struct values, cold)},
    {.name = "sched", .kind = OPTION_NAMES, .meta = "LIST", .help = "schedulers",
     OPTION_AT(struct values, sched)},
    {.name = "where", .kind = OPTION_NAMES, .meta = "LIST", .set = "host,device",
     .fallback = "host", .help = "places", OPTION_AT(struct values, where)},
    {.name = "output", .letter = 'o', .kind = OPTION_STRING, .meta = "FILE",
     .help = "result", OPTION_AT(struct values, output)},
    {.name = "ref", .kind = OPTION_STRING, .meta = "LIB", .set = "lapack,cusolver",
     .help = "reference", OPTION_AT(struct values, ref)},
    {.name = "check", .help = "residuals", OPTION_AT(struct values, check)},
};
/* clang-format on */

static const struct option_table table = {
    .command = "starling test",
    .summary = "Tests the parser.",
    .usage = "A [B]",
    .specs = specs,
    .count = sizeof specs / sizeof *specs,
    .size = sizeof(struct values),
    .max_arguments = 2,
};

static struct values v;
static char *words[32];
static int arguments;
static char err[512];

/* Parses words that are separated by blanks; '_' stands for an empty word's place. */
static enum options_result parse(const char *line)
{
    static char copy[512];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
        words[count++] = strcmp(w, "_") == 0 ? w + 1 : w;
    memset(&v, 0xff, sizeof v); /* the parser must not rely on what was there */
    err[0] = '\0';
    return options_parse(&table, count, words, &arguments, &v, err, sizeof err);
}

static bool same_list(const struct integer_list *list, int count,
                      const int64_t *expected)
{
    bool same = list->count == count;
    for (int i = 0; same && i < count; i++)
        same = list->v[i] == expected[i];
    return same;
}

static void check_values(void)
{
    ok(parse("") == OPTIONS_OK && arguments == 0, "an empty line");
    is_string(v.type, "d", "default letters");
    ok(same_list(&v.n, 2, (int64_t[]){100, 200}), "default integers");
    ok(v.any.count == 0 && !v.any.v && v.sched.count == 0, "lists without a default");
    ok(v.seed == 0 && v.repeat == 3 && !v.check && !v.output, "other defaults");
    options_free(&table, &v);

    ok(parse("--type z,S --n=5 A --seed -7 --check -o X --where device,host -- --n") ==
           OPTIONS_OK,
       "all kinds");
    is_string(v.type, "zs", "letters, in the order given");
    ok(v.seed == -7 && v.check, "a negative integer and a flag");
    is_string(v.output, "X", "-o X");
    ok(v.where.count == 2 && strcmp(v.where.v[0], "device") == 0 &&
           strcmp(v.where.v[1], "host") == 0,
       "names");
    ok(arguments == 2 && strcmp(words[0], "A") == 0 && strcmp(words[1], "--n") == 0,
       "arguments around options and after --");
    options_free(&table, &v);

    ok(parse("-oX --output=-=- - --n 1 --n 2,3 --ref cusolver") == OPTIONS_OK, "forms");
    is_string(v.output, "-=-", "--output=-=- after -oX: the last one counts");
    ok(same_list(&v.n, 2, (int64_t[]){2, 3}), "--n twice: the last one counts");
    is_string(words[0], "-", "- is an argument");
    is_string(v.ref, "cusolver", "one of a set");
    options_free(&table, &v);
    options_free(&table, &v);
    ok(!v.n.v && !v.type, "freed twice");
}

static void integers(const char *text, int count, const int64_t *expected)
{
    char line[128];
    snprintf(line, sizeof line, "--any %s", text);
    ok(parse(line) == OPTIONS_OK && same_list(&v.any, count, expected), "list %s",
       text);
    options_free(&table, &v);
}

static void check_ranges(void)
{
    integers("1000:9000:2000,12345", 6,
             (int64_t[]){1000, 3000, 5000, 7000, 9000, 12345});
    integers("1:4:2", 2, (int64_t[]){1, 3});
    integers("3:5", 3, (int64_t[]){3, 4, 5});
    integers("9:1:-4", 3, (int64_t[]){9, 5, 1});
    integers("7:7:100", 1, (int64_t[]){7});
    integers("-2:2:2,+5", 4, (int64_t[]){-2, 0, 2, 5});
    integers("9223372036854775806:9223372036854775807", 2,
             (int64_t[]){INT64_MAX - 1, INT64_MAX});
    integers("-9223372036854775808:9223372036854775807:4611686018427387904", 4,
             (int64_t[]){INT64_MIN, INT64_MIN / 2, 0, INT64_MAX / 2 + 1});
    integers("9223372036854775807:-9223372036854775808:-9223372036854775808", 2,
             (int64_t[]){INT64_MAX, -1});
}

/* The line is refused with this sentence, after the command's name. */
static void refused(const char *line, const char *sentence)
{
    char expected[512];
    snprintf(expected, sizeof expected, "starling test: %s", sentence);
    enum options_result result = parse(line);
    ok(result == OPTIONS_BAD, "refused: %s", line);
    is_string(err, expected, sentence);
    options_free(&table, &v);
}

#define RANGES " and ranges start:stop:step, separated by commas"
#define ORDERS "; it takes integers of at least 0" RANGES
#define INTEGERS "; it takes integers" RANGES

static void check_list_errors(void)
{
    refused("--n 3x", "option --n: '3x' is not an integer" ORDERS);
    refused("--n _", "option --n: the value is empty" ORDERS);
    refused("--n=", "option --n: the value is empty" ORDERS);
    refused("--n 1,,2", "option --n: an element of '1,,2' is empty" ORDERS);
    refused("--n 1,", "option --n: an element of '1,' is empty" ORDERS);
    refused("--n -5", "option --n: -5 is too small" ORDERS);
    refused("--n 4:-4:-4", "option --n: -4 is too small" ORDERS);
    refused("--any 10:1:1", "option --any: '10:1:1' is an empty range" INTEGERS);
    refused("--any 1:10:-1", "option --any: '1:10:-1' is an empty range" INTEGERS);
    refused("--any 1:10:0", "option --any: '1:10:0' has a step of zero" INTEGERS);
    refused("--any 1:2:3:4",
            "option --any: '1:2:3:4' is not a range start:stop:step" INTEGERS);
    refused("--any 1:2x",
            "option --any: '1:2x' is not a range start:stop:step" INTEGERS);
    refused("--any 1:", "option --any: '1:' is not an integer" INTEGERS);
    refused("--any -", "option --any: '-' is not an integer" INTEGERS);
    refused("--any 1,1e3", "option --any: '1e3' is not an integer" INTEGERS);
    refused("--any 9223372036854775808",
            "option --any: '9223372036854775808' does not fit in 64 bits" INTEGERS);
    refused("--any 1:1000001",
            "option --any: the list has more than 1000000 values" INTEGERS);
    refused("--any 0:9223372036854775807",
            "option --any: the list has more than 1000000 values" INTEGERS);
    refused("--any -9223372036854775808:9223372036854775807",
            "option --any: the list has more than 1000000 values" INTEGERS);
    refused("--type d,x",
            "option --type: 'x' is not accepted; it takes letters out of s, d, c, z");
    refused("--type sd",
            "option --type: 'sd' is not accepted; it takes letters out of s, d, c, z");
    refused(
        "--where dvice",
        "option --where: 'dvice' is not accepted (did you mean 'device'?); it takes "
        "names out of host, device");
    refused("--sched a,",
            "option --sched: an element of 'a,' is empty; it takes names separated by "
            "commas");
}

static void check_errors(void)
{
    refused("--nb 3", "unknown option '--nb'; did you mean '--n'?");
    refused("--chekc", "unknown option '--chekc'; did you mean '--check'?");
    refused("--hlp", "unknown option '--hlp'; did you mean '--help'?");
    refused("--colour=red",
            "unknown option '--colour'; 'starling test --help' lists the options");
    refused("-q", "unknown option '-q'; 'starling test --help' lists the options");
    refused("--check=yes", "option --check takes no value");
    refused("--output", "option --output: the value is missing; it takes a value");
    refused("--n --check", "option --n: the value is missing" ORDERS);
    refused("--seed 1.5",
            "option --seed: '1.5' is not an integer; it takes an integer");
    refused("--seed 1,2",
            "option --seed: '1,2' is not an integer; it takes an integer");
    refused("--repeat 0",
            "option --repeat: 0 is too small; it takes an integer from 1 to 1000");
    refused("--repeat 1001",
            "option --repeat: 1001 is too large; it takes an integer from 1 to 1000");
    refused("--cold 0",
            "option --cold: 0 is too large; it takes an integer of at most -1");
    refused("--ref lapak",
            "option --ref: 'lapak' is not accepted (did you mean 'lapack'?); it takes "
            "one of lapack, cusolver");
    refused("a b c", "unexpected argument 'c'");
    refused("a _", "argument 2 is empty; usage: starling test A [B] [options]");

    struct option_table two = table;
    two.min_arguments = 2;
    char *one[] = {"A"};
    ok(options_parse(&two, 1, one, &arguments, &v, err, sizeof err) == OPTIONS_BAD,
       "too few arguments");
    is_string(err,
              "starling test: an argument is missing; usage: starling test A [B] "
              "[options]",
              "... in words");
    options_free(&two, &v);
}

static void check_help(void)
{
    ok(parse("--n 3 --help") == OPTIONS_HELP, "--help");
    options_free(&table, &v);
    ok(parse("-h --nonsense") == OPTIONS_HELP, "-h, whatever comes after");
    options_free(&table, &v);

    struct option_table few = table;
    few.specs = &specs[7]; /* where, output */
    few.count = 2;
    FILE *f = fopen(HELP_FILE, "w");
    if (f) {
        options_help(&few, f);
        fclose(f);
    }
    char *text = read_file(HELP_FILE);
    is_string(text,
              "usage: starling test A [B] [options]\nTests the parser.\n\n"
              "  --where LIST       places (default host)\n"
              "  -o, --output FILE  result\n"
              "  --help             print this help\n",
              "the help, aligned");
    free(text);
    remove(HELP_FILE);
}

int main(void)
{
    check_values();
    check_ranges();
    check_list_errors();
    check_errors();
    check_help();
    return done_testing();
}
