/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <stdio.h>
#include "processes.h"

const struct processes *processes;

bool is_first_process(void)
{
    return !processes || processes->rank == 0;
}

const char *program_name(void)
{
    return processes ? "starling-mpi" : "starling";
}

bool grid_read(const char *text, struct grid *grid)
{
    int two = 0, three = 0;
    grid->beside = 1;
    int count = sscanf(text, "%4dx%4d%nx%4d%n", &grid->rows, &grid->columns, &two,
                       &grid->beside, &three);
    return count >= 2 && text[count == 2 ? two : three] == 0 && grid->rows > 0 &&
           grid->columns > 0 && grid->beside > 0;
}
