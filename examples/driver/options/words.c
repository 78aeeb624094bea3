/*
 * Words of messages.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options/words.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Bytes that are shown of a text, before "..." */
enum { SHOWN = 40 };

struct words words_count(int64_t count, const char *noun)
{
    struct words words;
    int length = (int)strlen(noun);
    bool y = length > 0 && noun[length - 1] == 'y', s = length > 0 && noun[length - 1] == 's';
    if (count == 1)
        snprintf(words.text, sizeof words.text, "1 %s", noun);
    else
        snprintf(words.text, sizeof words.text, "%lld %.*s%s", (long long)count,
                 y ? length - 1 : length, noun, y ? "ies" : s ? "es" : "s");
    return words;
}

/* UTF-8 is left alone but for its last character, which a cut may have halved. */
struct words words_quote_part(const char *text, int64_t length)
{
    struct words words;
    bool cut = length > SHOWN;
    int shown = cut ? SHOWN : (int)length;
    while (cut && shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--;
    snprintf(words.text, sizeof words.text, "'%.*s%s'", shown, text, cut ? "..." : "");
    for (char *c = words.text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    return words;
}

struct words words_quote(const char *text)
{
    return words_quote_part(text, (int64_t)strlen(text));
}
