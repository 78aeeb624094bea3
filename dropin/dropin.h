/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What each Fortran routine of the drop-in library is made of. Its file is compiled eight times:
 * for four precisions, and for integers of 32 bits (LP64) and of 64 bits (ILP64, STARLING_ILP64,
 * names that end in 64_).
 *
 * A routine is one if: Starling computes a call that is right in all its arguments and large
 * enough, LAPACK all others. So argument errors, workspace queries and small problems are LAPACK's
 * own. */

#ifndef SL_DROPIN_H
#define SL_DROPIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "starling.h"
#include "codelets/precision.h"
#include "route.h"

#ifdef STARLING_ILP64
typedef int64_t fint; /* Fortran's integer */
#define SL_SUFFIX _64_
#else
typedef int32_t fint;
#define SL_SUFFIX _
#endif

#define SL_PASTE4_(a, b, c, d) a##b##c##d
#define SL_PASTE4(a, b, c, d) SL_PASTE4_(a, b, c, d)
/* or and sy in real precisions are un and he in complex ones. */
#ifdef SL_COMPLEX
#define UN(name) un##name
#define HE(name) he##name
#else
#define UN(name) or ##name
#define HE(name) sy##name
#endif
#define SYMBOL(name) SL_PASTE4(SL_LETTER, name, , SL_SUFFIX)
#define OURS(name) SL_PASTE(starling_, SL_LETTER, name)

/* The head of a routine, with its parameters. */
#define FORTRAN(name, ...) __attribute__((visibility("default"))) void SYMBOL(name)(__VA_ARGS__)

/* The first statement: the routine, Starling's one, and the caller, by which the program's own
 * LAPACK is found. */
#define ROUTINE_BY(routine_name, starling_name)                                                    \
    static struct sl_routine routine = {.name = SL_STRING(routine_name),                           \
                                        .symbol = SL_STRING(SYMBOL(routine_name)),                 \
                                        .ours = SL_STRING(OURS(starling_name))};                   \
    struct sl_call call = sl_begin(&routine, __builtin_return_address(0))
#define ROUTINE(name) ROUTINE_BY(name, name)

/* Whether Starling computes this call. `right`: all arguments are; m n k: the size of the problem,
 * of about m n k operations. */
#define TAKES(right, m, n, k) ((right) && sl_takes(&call, (double)(m), (double)(n), (double)(k)))

/* The two ways. A Fortran routine gets the length 1 of each of its options behind its arguments. */
#define STARLING(name) ((__typeof__(&OURS(name)))call.function)
#define LAPACK (*sl_next(&call))
#define ONE ((size_t)1)

/* The last statement. */
#define DONE sl_done(&call)

/* The option is one of these letters, in either case, or 1. */
static inline bool is(const char *option, const char *letters)
{
    for (; *letters; letters++)
        if (*option == *letters || (*letters != '1' && (*option & ~0x20) == *letters))
            return true;
    return false;
}

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* A leading dimension for so many rows. */
static inline bool holds(int64_t ld, int64_t rows)
{
    return ld >= most(1, rows);
}

/* Complex routines have a real workspace beside the other ones, some with its size. */
#ifdef SL_COMPLEX
#define RWORK_PARAMETER real_t *rwork,
#define RWORK rwork,
#define RWORKS_PARAMETER real_t *rwork, const fint *lrwork,
#define RWORKS rwork, lrwork,
#define RWORK_HOLDS(size) (*lrwork >= (size))
#define SET_RWORK (rwork[0] = (real_t)*lrwork)
#else
#define RWORK_PARAMETER
#define RWORK
#define RWORKS_PARAMETER
#define RWORKS
#define RWORK_HOLDS(size) ((size) >= 0)
#define SET_RWORK ((void)0)
#endif

/* The second workspace of conditions, refinement and expert drivers. */
#ifdef SL_COMPLEX
typedef real_t work2_t;
#else
typedef fint work2_t;
#endif

/* The size of a workspace that was used, where LAPACK leaves the best one. */
static inline void set_work(scalar_t *work, fint lwork)
{
    work[0] = (scalar_t)lwork;
}

#endif
