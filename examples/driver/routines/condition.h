/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What runs of gecon, pocon, sycon, hecon and trcon and their checks have in common. */

#ifndef CONDITION_H
#define CONDITION_H

#include "routines/routines.h"

/* The norm of A before its factorization, which is not known any more. */
#define CONDITION_ANORM 1.0

/* The infinity norm for i, else the one-norm. */
static inline starling_norm condition_norm(const struct problem *p)
{
    return p->norm == STARLING_INF_NORM ? STARLING_INF_NORM : STARLING_ONE_NORM;
}

#endif
