/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of a matrix in a file; svd_problem.c is compiled once a precision. */

#ifndef SVD_H
#define SVD_H

#include <stdio.h>
#include "command.h"
#include "files/mm.h"

struct svd_problem {
    struct mm a;
    starling_precision prec;
    int64_t nb;
    bool vectors;
    int64_t rank;     /* only so many of the largest values; 0: all */
    bool progress;    /* a line on the terminal while it lasts */
    FILE *out;        /* what is done is told there; NULL: nowhere */
    const char *name; /* of A's file */
};

struct svd_solution {
    int info;
    double time_s, flops;
    double residual;      /* |A - U S V^H|, or of the largest |U^H A - S V^H|, / (max(m, n) eps |A|) */
    double share;         /* of the sum of squares of all values that of the largest has */
    double orthogonality; /* the larger one of |U^H U - I| / (m eps) and of V's */
    struct mm s, u, v;
};

typedef void svd_function(const struct svd_problem *problem,
                          struct svd_solution *solution);
svd_function svd_s, svd_d, svd_c, svd_z;

#endif
