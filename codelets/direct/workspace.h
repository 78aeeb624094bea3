/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LAPACK's workspace: numbers, real numbers and integers, in one block. */

#ifndef SL_WORKSPACE_H
#define SL_WORKSPACE_H

#include <stdlib.h>
#include "codelets/codelet.h"
#include "direct.h"

struct workspace {
    scalar_t *x;
    real_t *r;
    int *i;
};

/* x is NULL if there is no memory; else it is to be freed. */
static inline struct workspace workspace_new(int64_t numbers, int64_t reals, int64_t integers)
{
    struct workspace w = {0};
    w.x = malloc(sizeof *w.x * (size_t)(numbers + 1) + sizeof *w.r * (size_t)reals +
                 sizeof *w.i * (size_t)integers);
    if (w.x) {
        w.r = (real_t *)(w.x + numbers + 1);
        w.i = (int *)(w.r + reals);
    }
    return w;
}

/* Returns info of a routine of LAPACK that takes numbers alone, as many as it asks for. */
#define RETURN_WITH_WORKSPACE(routine, ...)                                                        \
    do {                                                                                           \
        scalar_t wanted = 0;                                                                       \
        routine(LAPACK_COL_MAJOR, __VA_ARGS__, &wanted, -1);                                       \
        int size_ = (int)SL_REAL(wanted);                                                          \
        struct workspace w_ = workspace_new(size_, 0, 0);                                          \
        int info_ = STARLING_ENOMEM;                                                               \
        if (w_.x)                                                                                  \
            info_ = routine(LAPACK_COL_MAJOR, __VA_ARGS__, w_.x, size_);                           \
        free(w_.x);                                                                                \
        return info_;                                                                              \
    } while (0)

#endif
