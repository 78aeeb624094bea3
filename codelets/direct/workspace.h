/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LAPACK's workspace: numbers, real numbers and integers, in one block. And copies of arrays: gemv
 * of OpenBLAS (0.3.21) reads one number more than a complex vector has. Where the vector is a row
 * of a matrix, this number may be behind the matrix by a column, so LAPACK works on a copy with
 * room there. */

#ifndef SL_WORKSPACE_H
#define SL_WORKSPACE_H

#include <stdlib.h>
#include <string.h>
#include "codelets/codelet.h"
#include "direct.h"

enum { ROOM_BEHIND = SL_DIRECT_LARGEST + 1, ON_STACK = 1024 };

/* A small one is in the stack: malloc() takes as long as a problem of order 1. */
struct workspace {
    scalar_t *x;
    real_t *r;
    int *i;
    _Alignas(64) scalar_t stack[ON_STACK];
};

/* x is NULL if there is no memory. */
static inline void workspace_begin(struct workspace *w, int64_t numbers, int64_t reals,
                                   int64_t integers)
{
    size_t size = sizeof *w->x * (size_t)(numbers + ROOM_BEHIND) + sizeof *w->r * (size_t)reals +
                  sizeof *w->i * (size_t)integers;
    w->x = size <= sizeof w->stack ? w->stack : malloc(size);
    if (w->x) {
        w->r = (real_t *)(w->x + numbers + ROOM_BEHIND);
        w->i = (int *)(w->r + reals);
    }
}

static inline void workspace_end(struct workspace *w)
{
    if (w->x != w->stack)
        free(w->x);
}

/* Routines of Hermitian matrices, which are symmetric if they are real. */
#ifdef SL_COMPLEX
#define HE(name) LAPACKE_x(he##name)
#else
#define HE(name) LAPACKE_x(sy##name)
#endif

static inline void copy_columns(int m, int n, const scalar_t *from, int ldfrom, scalar_t *to,
                                int ldto)
{
    for (int64_t j = 0; j < n; j++)
        memcpy(to + j * ldto, from + j * ldfrom, sizeof *to * (size_t)m);
}

/* An array of the user, or its copy if the numbers are complex; a small copy is in the stack. */
struct guarded {
    scalar_t *a; /* NULL: there is no memory */
    int ld;
#ifdef SL_COMPLEX
    scalar_t stack[256];
#endif
};

#ifdef SL_COMPLEX
static inline void guard(struct guarded *g, int m, int n, const scalar_t *a, int lda)
{
    size_t size = sizeof *a * ((size_t)m * (size_t)n + (size_t)m + 1);
    g->a = size <= sizeof g->stack ? g->stack : malloc(size);
    g->ld = SL_MAX(1, m);
    if (g->a)
        copy_columns(m, n, a, lda, g->a, m);
}

/* The end of an array that was read only; or results go back. */
static inline void unguard(struct guarded *g)
{
    if (g->a != g->stack)
        free(g->a);
}
static inline void guard_back(int m, int n, struct guarded *g, scalar_t *a, int lda)
{
    if (g->a)
        copy_columns(m, n, g->a, m, a, lda);
    unguard(g);
}
#else
static inline void guard(struct guarded *g, int m, int n, const scalar_t *a, int lda)
{
    (void)m, (void)n;
    *g = (struct guarded){(scalar_t *)(uintptr_t)a, lda};
}
static inline void unguard(struct guarded *g)
{
    (void)g;
}
static inline void guard_back(int m, int n, struct guarded *g, scalar_t *a, int lda)
{
    (void)m, (void)n, (void)g, (void)a, (void)lda;
}
#endif

/* info of a routine of LAPACK that takes numbers alone, as many as it asks for. */
#define CALL_WITH_WORKSPACE(info, routine, ...)                                                    \
    do {                                                                                           \
        scalar_t wanted_ = 0;                                                                      \
        routine(LAPACK_COL_MAJOR, __VA_ARGS__, &wanted_, -1);                                      \
        int size_ = (int)SL_REAL(wanted_);                                                         \
        struct workspace w_;                                                                       \
        workspace_begin(&w_, size_, 0, 0);                                                         \
        if (w_.x)                                                                                  \
            (info) = routine(LAPACK_COL_MAJOR, __VA_ARGS__, w_.x, size_);                          \
        workspace_end(&w_);                                                                        \
    } while (0)
#define RETURN_WITH_WORKSPACE(routine, ...)                                                        \
    do {                                                                                           \
        int info_ = STARLING_ENOMEM;                                                               \
        CALL_WITH_WORKSPACE(info_, routine, __VA_ARGS__);                                          \
        return info_;                                                                              \
    } while (0)

#endif
