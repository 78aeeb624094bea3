/*
 * Words of messages: counts with their noun, and what a user typed, in quotes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#ifndef WORDS_H
#define WORDS_H

#include <stdint.h>

/* A value, so that it can be an argument: words_count(n, "core").text */
struct words {
    char text[64];
};

/* "1 core", "2 cores"; "1 entry", "2 entries"; "1 process", "2 processes". */
struct words words_count(int64_t count, const char *noun);

/* 'text', or its first `length` bytes; a long one is cut, and a control character is a '?'. */
struct words words_quote(const char *text);
struct words words_quote_part(const char *text, int64_t length);

#endif
