/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* An eigenproblem from files and its solution; eig_problem.c and eig_general.c are
 * compiled once a precision. */

#ifndef EIG_H
#define EIG_H

#include <stdio.h>
#include "command.h"
#include "files/mm.h"

struct eig_problem {
    struct mm a, mass; /* mass.values = NULL: the identity */
    starling_precision prec;
    int64_t nb;
    bool vectors;
    bool general; /* A is not Hermitian */
    int64_t first,
        count;        /* the eigenvalues that are wanted, from 0 in ascending order */
    bool progress;    /* a line on the terminal while it lasts */
    FILE *out;        /* what is done is told there; NULL: nowhere */
    const char *name; /* of A's file */
};

struct eig_solution {
    int info; /* of heevd, heevx, hegvd or geev */
    double time_s, flops;
    double residual; /* |A Z - M Z W| / (n eps |A|); with a mass / (n eps (|A| + |W|
                        |M|) |Z|) */
    double orthogonality; /* |Z^H M Z - I| / (n eps); with a mass / (n eps |M| |Z|^2);
                        * general: the largest |1 - |z|| / (n eps) */
    struct mm w, z;       /* those that are wanted */
};

typedef void eig_function(const struct eig_problem *problem,
                          struct eig_solution *solution);
eig_function eig_s, eig_d, eig_c, eig_z;
eig_function eig_general_s, eig_general_d, eig_general_c, eig_general_z;

#endif
