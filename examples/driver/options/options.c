/*
 * Command lines described by tables: the parser.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options/options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "options/option_values.h"
#include "options/words.h"

/* A parse in progress. */
struct parser {
    const struct option_table *table;
    int argc, at; /* at: the argument to be looked at next */
    char **argv;
    char *values;
    char *err;
    size_t errlen;
};

/* 'starling potrf: sentence' */
__attribute__((format(printf, 2, 3))) static enum options_result
refuse(struct parser *p, const char *format, ...)
{
    va_list list;
    int used = snprintf(p->err, p->errlen, "%s: ", p->table->command);
    if (used < 0 || (size_t)used >= p->errlen)
        return OPTIONS_BAD;
    va_start(list, format);
    vsnprintf(p->err + used, p->errlen - (size_t)used, format, list);
    va_end(list);
    return OPTIONS_BAD;
}

/* The option with this long name; the name need not end in a NUL. */
static const struct option_spec *find_name(const struct option_table *table,
                                           const char *name, size_t length)
{
    for (int i = 0; i < table->count; i++) {
        const struct option_spec *s = &table->specs[i];
        if (strlen(s->name) == length && memcmp(s->name, name, length) == 0)
            return s;
    }
    return NULL;
}

/* The option with this short form. */
static const struct option_spec *find_letter(const struct option_table *table, char c)
{
    for (int i = 0; i < table->count; i++)
        if (table->specs[i].letter && table->specs[i].letter == c)
            return &table->specs[i];
    return NULL;
}

/* The option is unknown; suggests one that looks alike. */
static enum options_result unknown(struct parser *p, const char *name, int length)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", length, name);
    /* with the dashes before it */
    struct words quoted = words_quote_part(name - 2, length + 2);
    const char *near = options_similar(word, "help") ? "help" : NULL;
    for (int i = 0; i < p->table->count && !near; i++)
        if (options_similar(word, p->table->specs[i].name))
            near = p->table->specs[i].name;
    if (near)
        return refuse(p, "unknown option %s; did you mean '--%s'?", quoted.text, near);
    return refuse(p, "unknown option %s; '%s --help' lists the options", quoted.text,
                  p->table->command);
}

/* Converts a value into the field of its option. */
static enum options_result set_value(struct parser *p, const struct option_spec *s,
                                     const char *text)
{
    char why[256], accepts[256];
    void *field = p->values + s->offset;
    option_release(s, field); /* the default, or an earlier value */
    if (option_convert(s, text, field, why, sizeof why) == 0)
        return OPTIONS_OK;
    option_accepts(s, accepts, sizeof accepts);
    return refuse(p, "option --%s: %s; it takes %s", s->name, why, accepts);
}

/*
 * Sets an option whose value may be attached to it (--name=VALUE, -xVALUE) or be the
 * next argument, unless that is an option itself.
 */
static enum options_result take_option(struct parser *p, const struct option_spec *s,
                                       const char *attached)
{
    char accepts[256];
    if (s->kind == OPTION_FLAG) {
        if (attached)
            return refuse(p, "option --%s takes no value", s->name);
        *(bool *)(p->values + s->offset) = true;
        return OPTIONS_OK;
    }
    if (attached)
        return set_value(p, s, attached);
    if (p->at < p->argc && strncmp(p->argv[p->at], "--", 2) != 0)
        return set_value(p, s, p->argv[p->at++]);
    option_accepts(s, accepts, sizeof accepts);
    return refuse(p, "option --%s: the value is missing; it takes %s", s->name,
                  accepts);
}

/* --name, --name=VALUE, -x or -xVALUE */
static enum options_result read_option(struct parser *p, const char *text)
{
    if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0)
        return OPTIONS_HELP;
    if (text[1] == '-') {
        size_t length = strcspn(text + 2, "=");
        const struct option_spec *s = find_name(p->table, text + 2, length);
        if (!s)
            return unknown(p, text + 2, (int)length);
        return take_option(p, s, text[2 + length] ? text + 3 + length : NULL);
    }
    const struct option_spec *s = find_letter(p->table, text[1]);
    if (!s)
        return refuse(p, "unknown option %s; '%s --help' lists the options",
                      words_quote(text).text, p->table->command);
    return take_option(p, s, text[2] ? text + 2 : NULL);
}

/* Checks how many arguments were given besides the options, and that they are names. */
static enum options_result check_arguments(struct parser *p, int given)
{
    const struct option_table *t = p->table;
    if (given > t->max_arguments) {
        const char *first = p->argv[t->max_arguments];
        return refuse(p, "unexpected argument %s",
                      words_quote(first).text);
    }
    for (int i = 0; i < given; i++)
        if (p->argv[i][0] == '\0')
            return refuse(p, "argument %d is empty; usage: %s %s [options]", i + 1,
                          t->command, t->usage ? t->usage : "");
    if (given < t->min_arguments)
        return refuse(p, "an argument is missing; usage: %s %s [options]", t->command,
                      t->usage ? t->usage : "");
    return OPTIONS_OK;
}

/* Gives every option its default, or zero. */
static enum options_result set_defaults(struct parser *p)
{
    enum options_result result = OPTIONS_OK;
    memset(p->values, 0, p->table->size);
    for (int i = 0; i < p->table->count && result == OPTIONS_OK; i++)
        if (p->table->specs[i].fallback)
            result = set_value(p, &p->table->specs[i], p->table->specs[i].fallback);
    return result;
}

enum options_result options_parse(const struct option_table *table, int argc,
                                  char **argv, int *arguments, void *values, char *err,
                                  size_t errlen)
{
    struct parser p = {table, argc, 0, argv, values, err, errlen};
    enum options_result result = set_defaults(&p);
    bool ended = false; /* by '--' */

    *arguments = 0;
    while (result == OPTIONS_OK && p.at < argc) {
        char *text = argv[p.at++];
        if (ended || text[0] != '-' || text[1] == '\0')
            argv[(*arguments)++] = text;
        else if (strcmp(text, "--") == 0)
            ended = true;
        else
            result = read_option(&p, text);
    }
    return result == OPTIONS_OK ? check_arguments(&p, *arguments) : result;
}

void option_release(const struct option_spec *spec, void *field)
{
    if (spec->kind == OPTION_INTEGERS) {
        struct integer_list *list = field;
        free(list->v);
        *list = (struct integer_list){0};
    } else if (spec->kind == OPTION_NAMES) {
        struct name_list *list = field;
        for (int64_t i = 0; i < list->count; i++)
            free(list->v[i]);
        free(list->v);
        *list = (struct name_list){0};
    } else if (spec->kind == OPTION_LETTERS) {
        free(*(char **)field);
        *(char **)field = NULL;
    }
}

void options_free(const struct option_table *table, void *values)
{
    for (int i = 0; i < table->count; i++)
        option_release(&table->specs[i], (char *)values + table->specs[i].offset);
}
