/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The LAPACK-style functions by precision. */

#ifndef LAPACK_API_H
#define LAPACK_API_H

/* starling_ + letter of prec + name; scalars are converted as C does, arrays are void *. */
#define API(prec, name, ...)                                                                 \
    ((prec) == STARLING_S   ? starling_s##name(__VA_ARGS__)                                  \
     : (prec) == STARLING_D ? starling_d##name(__VA_ARGS__)                                  \
     : (prec) == STARLING_C ? starling_c##name(__VA_ARGS__)                                  \
                            : starling_z##name(__VA_ARGS__))

#endif
