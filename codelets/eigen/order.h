/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A stable order of numbers: merge sort of their indices. */

#ifndef SL_ORDER_H
#define SL_ORDER_H

#include "codelets/precision.h"

/* Sorts the indices in `order` by ascending x; work has as many. */
static inline void sort_by(const real_t *x, int n, int *order, int *work)
{
    int middle = n / 2;
    if (n < 2)
        return;
    sort_by(x, middle, order, work);
    sort_by(x, n - middle, order + middle, work);
    for (int i = 0, j = middle, to = 0; to < n; to++)
        work[to] = j >= n || (i < middle && x[order[i]] <= x[order[j]]) ? order[i++] : order[j++];
    for (int i = 0; i < n; i++)
        order[i] = work[i];
}

#endif
