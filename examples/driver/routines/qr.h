/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The matrix that QR factors: all of geqrf's, or what stands before a product with Q.
 */

#ifndef ROUTINES_QR_H
#define ROUTINES_QR_H

#include "routines/routines.h"

static inline int64_t qr_rows(const struct problem *p)
{
    return (p->routine->has & HAS_SIDE) && p->side == STARLING_RIGHT ? p->n : p->m;
}

static inline int64_t qr_columns(const struct problem *p)
{
    return p->routine->has & HAS_K ? p->k : p->n;
}

/* The reflectors. */
static inline int64_t qr_order(const struct problem *p)
{
    return qr_rows(p) < qr_columns(p) ? qr_rows(p) : qr_columns(p);
}

#endif
