/*
 * A range of indices on the command line.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#include "options/range.h"

#include <errno.h>
#include <stdlib.h>

bool index_range(const char *text, int64_t *il, int64_t *iu)
{
    char *end;
    errno = 0;
    *il = strtoll(text, &end, 10);
    if (end == text || *end != ':')
        return false;
    const char *second = end + 1;
    *iu = strtoll(second, &end, 10);
    return end != second && *end == '\0' && errno == 0 && 1 <= *il && *il <= *iu;
}
