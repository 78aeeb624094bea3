/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Prints the links of a simulated machine as `starling machine --capture` measures them. Run by
 * check_simulation.test, which compares them with the machine's description. */

#include <starpu.h> /* renames main in simulation */
#include "machine/capture.h"

int main(void)
{
    if (starling_init() != 0)
        return 1;
    capture_links(stdout);
    return starling_finalize() != 0;
}
