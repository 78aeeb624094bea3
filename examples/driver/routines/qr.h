/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The matrix that QR or LQ factors: that of geqrf and gelqf, or the one before a product
 * with Q. */

#ifndef ROUTINES_QR_H
#define ROUTINES_QR_H

#include "routines/routines.h"

static inline bool is_lq(const struct problem *p)
{
    bool either = p->routine->has & REFLECTORS_OF_EITHER;
    return either ? p->m < p->n : (p->routine->has & REFLECTORS_IN_ROWS) != 0;
}

/* The order of Q, and rows (LQ) or columns of the factored matrix beside it. */
static inline int64_t q_order(const struct problem *p)
{
    bool right = p->routine->has & HAS_SIDE ? p->side == STARLING_RIGHT : is_lq(p);
    return right ? p->n : p->m;
}

static inline int64_t q_width(const struct problem *p)
{
    return p->routine->has & HAS_K ? p->k : is_lq(p) ? p->m : p->n;
}

static inline int64_t q_reflectors(const struct problem *p)
{
    return q_order(p) < q_width(p) ? q_order(p) : q_width(p);
}

#endif
