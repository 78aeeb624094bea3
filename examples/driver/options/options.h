/*
 * Command lines described by tables: parsing, help, and products of lists.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Each command has a table of its options and a struct that receives their values:
 *
 *     struct values { struct integer_list n; bool check; };
 *     static const struct option_spec specs[] = {
 *         {.name = "n", .meta = "LIST", .kind = OPTION_INTEGERS, .max = INT64_MAX,
 *          .fallback = "1000", .help = "orders", OPTION_AT(struct values, n)},
 *         {.name = "check", .help = "compute residuals",
 *          OPTION_AT(struct values, check)},
 *     };
 *
 * Accepted: --name VALUE, --name=VALUE, -x VALUE, -xVALUE; '--' ends the options; '-'
 * is an argument. An option given twice counts once, the last time. Nothing here exits
 * or prints, except options_help.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum option_kind {
    OPTION_FLAG,     /* bool: takes no value */
    OPTION_INTEGER,  /* int64_t */
    OPTION_STRING,   /* const char *: not copied; one of `set` where there is one */
    OPTION_INTEGERS, /* struct integer_list: 12345,1000:9000:2000 (the end included) */
    OPTION_LETTERS,  /* char *: s,d,c,z becomes "sdcz"; each a letter of `set` */
    OPTION_NAMES,    /* struct name_list; each of `set` where there is one */
};

struct integer_list {
    int64_t count;
    int64_t *v;
};

struct name_list {
    int64_t count;
    char **v;
};

struct option_spec {
    const char *name; /* without the dashes */
    char letter;      /* the short form, or 0 */
    enum option_kind kind;
    const char *meta;     /* what the help calls the value */
    int64_t min, max;     /* of every integer; both 0: any */
    const char *set;      /* OPTION_LETTERS: "sdcz"; others: "host,device", or NULL */
    const char *fallback; /* read as if given when it is not; NULL: the field is zero */
    const char *help;     /* one line */
    size_t offset;        /* of the field in the struct of values */
};

#define OPTION_AT(type, field) .offset = offsetof(type, field)

struct option_table {
    const char *command; /* "starling potrf": starts every message */
    const char *summary; /* one line */
    const char *usage;   /* the arguments, such as "A.mtx [B.mtx]", or NULL */
    const struct option_spec *specs;
    int count;
    size_t size; /* of the struct of values */
    int min_arguments, max_arguments;
};

/* What came of a command line; OPTIONS_BAD is the exit status that goes with it. */
enum options_result { OPTIONS_OK = 0, OPTIONS_BAD = 2, OPTIONS_HELP = 3 };

/*
 * Reads argv[0..argc-1], which starts after the command's name, into the struct at
 * `values`, which is overwritten. The arguments that are not options end up at the
 * start of argv, *arguments of them. OPTIONS_BAD leaves a sentence in err; OPTIONS_HELP
 * means that --help was given. Whatever the result, options_free is due.
 */
enum options_result options_parse(const struct option_table *table, int argc,
                                  char **argv, int *arguments, void *values, char *err,
                                  size_t errlen);

/* Prints the options of one command, aligned. */
void options_help(const struct option_table *table, FILE *out);

/* Frees the lists. */
void options_free(const struct option_table *table, void *values);

/* True where two words differ by one letter added, lost, changed or two swapped. */
bool options_similar(const char *a, const char *b);

/*
 * The combinations of several lists, by their indices, the last list running fastest:
 *
 *     int64_t lengths[] = {types, n.count};
 *     struct combinations p = combinations_of(2, lengths);
 *     while (combinations_next(&p))
 *         run(type[p.index[0]], n.v[p.index[1]]);
 *
 * A list of length 0 makes the product empty; no list makes one combination. After the
 * last one, combinations_next goes on returning false.
 */
#define COMBINATIONS_MAX 20

struct combinations {
    int lists; /* -1 where more than COMBINATIONS_MAX were asked for: an empty product */
    bool started, done;
    int64_t length[COMBINATIONS_MAX];
    int64_t index[COMBINATIONS_MAX];
};

struct combinations combinations_of(int lists, const int64_t *lengths);
bool combinations_next(struct combinations *p);

/* The number of combinations, at most INT64_MAX. */
int64_t combinations_total(const struct combinations *p);

#endif
