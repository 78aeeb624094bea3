/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* When a scaled residual is right: the one condition of the command and of the tests. */

#ifndef RESIDUAL_H
#define RESIDUAL_H

#include <math.h>
#include <stdbool.h>

/* LAPACK's threshold. */
#define RESIDUAL_ALLOWED 30.0

/* The larger of two, where a NaN is the largest and stays so, unlike in fmax(). */
static inline double residual_larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* A NaN is not right, and a negative number, which no norm is, neither. */
static inline bool residual_right(double error)
{
    return 0 <= error && error <= RESIDUAL_ALLOWED;
}

#endif
