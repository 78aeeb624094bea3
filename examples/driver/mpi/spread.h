/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The routines of starling-mpi, and residuals of matrices that are spread over processes. */

#ifndef SPREAD_H
#define SPREAD_H

#include "run.h"

struct spread_routine {
    const struct routine *routine;
    bool one_row; /* the grid has one row of processes, if the user names none */
};
/* NULL: starling-mpi does not have it. */
const struct spread_routine *spread_routine_of(const struct routine *routine);

check_function spread_check_s, spread_check_d, spread_check_c, spread_check_z;
reference_function scalapack_s, scalapack_d, scalapack_c, scalapack_z;

#endif
