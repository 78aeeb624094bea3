/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The list of routines, from routines.def. */

#include <string.h>
#include "routines/routines.h"

const struct routine *const routines[] = {
#define ROUTINE(name) &routine_##name,
#include "routines/routines.def"
#undef ROUTINE
    NULL,
};

const struct routine *find_routine(const char *name)
{
    for (const struct routine *const *r = routines; *r; r++)
        if (strcmp((*r)->name, name) == 0)
            return *r;
    return NULL;
}
