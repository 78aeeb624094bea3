/*
 * The values of options: integers, lists with ranges, letters and names.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A converter reads one element at a time, up to a comma or the end of the text, and
 * says what is wrong with it in words. Lists are freed by the caller, also after a
 * failure, through option_release.
 */
#include "options/option_values.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "options/words.h"

/* A list longer than this is a mistake in a range, not a wish. */
#define LIST_MAX 1000000

/* A conversion in progress. */
struct conversion {
    const struct option_spec *spec;
    const char *text;    /* the whole value */
    const char *rest;    /* what comes after the current element, NULL at the end */
    const char *element; /* the current one */
    int length;
    char *why;
    size_t whylen;
};

__attribute__((format(printf, 2, 3))) static int reject(struct conversion *c,
                                                        const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(c->why, c->whylen, format, list);
    va_end(list);
    return -1;
}

/* Rejects the current element. */
static int reject_element(struct conversion *c, const char *reason)
{
    return reject(c, "%s %s", words_quote_part(c->element, c->length).text, reason);
}

/* Moves to the element after the current one: 1, 0 after the last, -1 when empty. */
static int next_element(struct conversion *c)
{
    if (!c->rest)
        return 0;
    c->element = c->rest;
    c->length = (int)strcspn(c->rest, ",");
    c->rest = c->rest[c->length] ? c->rest + c->length + 1 : NULL;
    if (c->length > 0)
        return 1;
    return *c->text ? reject(c, "an element of %s is empty",
                             words_quote(c->text).text)
                    : reject(c, "the value is empty");
}

/* Reads an integer at *at, which moves after it. */
static int take_integer(struct conversion *c, const char **at, int64_t *value)
{
    char *stop;
    /* strtoll would skip blanks */
    if (!isdigit((unsigned char)**at) && **at != '-' && **at != '+')
        return reject_element(c, "is not an integer");
    errno = 0;
    *value = strtoll(*at, &stop, 10);
    if (stop == *at)
        return reject_element(c, "is not an integer");
    if (errno == ERANGE)
        return reject_element(c, "does not fit in 64 bits");
    *at = stop;
    return 0;
}

/* min <= value <= max, where there are bounds */
static int check_bounds(struct conversion *c, int64_t value)
{
    const struct option_spec *s = c->spec;
    if (s->min == 0 && s->max == 0)
        return 0;
    if (value < s->min)
        return reject(c, "%lld is too small", (long long)value);
    if (value > s->max)
        return reject(c, "%lld is too large", (long long)value);
    return 0;
}

/* The whole value is one element, whatever commas it holds. */
static int only_element(struct conversion *c)
{
    c->element = c->text;
    c->length = (int)strlen(c->text);
    return c->length > 0 ? 0 : reject(c, "the value is empty");
}

/* 12345 */
static int convert_integer(struct conversion *c, int64_t *field)
{
    const char *at = c->text;
    int64_t value;
    if (only_element(c) < 0 || take_integer(c, &at, &value) < 0)
        return -1;
    if (*at != '\0')
        return reject_element(c, "is not an integer");
    if (check_bounds(c, value) < 0)
        return -1;
    *field = value;
    return 0;
}

/* Adds start, start + step, ... up to stop to a list. */
static int add_range(struct conversion *c, struct integer_list *list, int64_t start,
                     int64_t stop, int64_t step)
{
    if (step == 0)
        return reject_element(c, "has a step of zero");
    if (step > 0 ? start > stop : start < stop)
        return reject_element(c, "is an empty range");

    /* unsigned: the distance between two 64-bit integers may take 64 bits */
    uint64_t distance =
        step > 0 ? (uint64_t)stop - (uint64_t)start : (uint64_t)start - (uint64_t)stop;
    uint64_t more = distance / (step > 0 ? (uint64_t)step : -(uint64_t)step);
    if (more >= (uint64_t)(LIST_MAX - list->count))
        return reject(c, "the list has more than %d values", LIST_MAX);
    int64_t last = (int64_t)((uint64_t)start + more * (uint64_t)step);
    if (check_bounds(c, start) < 0 || check_bounds(c, last) < 0)
        return -1;

    size_t count = (size_t)list->count + (size_t)more + 1;
    int64_t *v = realloc(list->v, count * sizeof *v);
    if (!v)
        return reject(c, "there is no memory for the list");
    list->v = v;
    for (uint64_t i = 0; i <= more; i++)
        v[list->count++] = (int64_t)((uint64_t)start + i * (uint64_t)step);
    return 0;
}

/* 12345 or start:stop or start:stop:step, with commas between */
static int convert_integers(struct conversion *c, struct integer_list *list)
{
    int found;
    while ((found = next_element(c)) > 0) {
        const char *at = c->element, *end = at + c->length;
        int64_t part[3] = {0, 0, 1}; /* start, stop, step */
        int parts = 0;
        do {
            if (parts > 0)
                at++; /* the colon */
            if (take_integer(c, &at, &part[parts++]) < 0)
                return -1;
        } while (parts < 3 && *at == ':');
        if (at != end)
            return reject_element(c, parts == 1 ? "is not an integer"
                                                : "is not a range start:stop:step");
        if (parts == 1)
            part[1] = part[0];
        if (add_range(c, list, part[0], part[1], part[2]) < 0)
            return -1;
    }
    return found;
}

/* Letters with commas between, stored without them and in lower case */
static int convert_letters(struct conversion *c, char **field)
{
    int found;
    size_t count = 0;
    char *letters = *field = calloc(strlen(c->text) + 1, 1);
    if (!letters)
        return reject(c, "there is no memory for the list");
    while ((found = next_element(c)) > 0) {
        char letter = (char)tolower((unsigned char)c->element[0]);
        if (c->length != 1 || !strchr(c->spec->set, letter))
            return reject_element(c, "is not accepted");
        letters[count++] = letter;
    }
    return found;
}

/* Rejects the current element unless it is in the set; suggests a similar name. */
static int check_set(struct conversion *c)
{
    char name[64] = "", word[64], hint[128];
    const char *near = NULL, *set = c->spec->set;
    if (!set)
        return 0;
    snprintf(word, sizeof word, "%.*s", c->length, c->element);
    while (*set) {
        size_t length = strcspn(set, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, set);
        if (strcmp(name, word) == 0)
            return 0;
        if (!near && options_similar(name, word)) {
            snprintf(hint, sizeof hint, "is not accepted (did you mean '%s'?)", name);
            near = hint;
        }
        set += length;
        set += *set == ',';
    }
    return reject_element(c, near ? near : "is not accepted");
}

/* Names with commas between, each copied */
static int convert_names(struct conversion *c, struct name_list *list)
{
    int found;
    while ((found = next_element(c)) > 0) {
        if (check_set(c) < 0)
            return -1;
        char **v = realloc(list->v, (size_t)(list->count + 1) * sizeof *v);
        if (v)
            list->v = v;
        char *name = malloc((size_t)c->length + 1);
        if (!v || !name) {
            free(name);
            return reject(c, "there is no memory for the list");
        }
        memcpy(name, c->element, (size_t)c->length);
        name[c->length] = '\0';
        v[list->count++] = name;
    }
    return found;
}

/* The value itself */
static int convert_string(struct conversion *c, const char **field)
{
    if (only_element(c) < 0 || check_set(c) < 0)
        return -1;
    *field = c->text;
    return 0;
}

int option_convert(const struct option_spec *spec, const char *text, void *field,
                   char *why, size_t whylen)
{
    struct conversion c = {
        .spec = spec, .text = text, .rest = text, .why = why, .whylen = whylen};
    switch (spec->kind) {
    case OPTION_INTEGER:
        return convert_integer(&c, field);
    case OPTION_STRING:
        return convert_string(&c, field);
    case OPTION_INTEGERS:
        return convert_integers(&c, field);
    case OPTION_LETTERS:
        return convert_letters(&c, field);
    case OPTION_NAMES:
        return convert_names(&c, field);
    case OPTION_FLAG:
        break;
    }
    return reject(&c, "takes no value");
}
