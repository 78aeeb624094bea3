/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Includes the file SL_VECTORS once for each length of vectors that a processor may have. The file
 * uses
 *   BYTES     the length
 *   NAME(f)   the name of f for this length
 *   TARGET    the attribute of a function with such vectors
 * SL_BEST(f) is then f for the longest vectors that this processor has. */

#define BYTES 16
#define NAME(f) SL_PASTE(f, _, 16)
#define TARGET
#include SL_VECTORS
#undef BYTES
#undef NAME
#undef TARGET
#ifdef __x86_64__
#define BYTES 32
#define NAME(f) SL_PASTE(f, _, 32)
#define TARGET __attribute__((target("avx2,fma")))
#include SL_VECTORS
#undef BYTES
#undef NAME
#undef TARGET
#define BYTES 64
#define NAME(f) SL_PASTE(f, _, 64)
#define TARGET __attribute__((target("avx512f")))
#include SL_VECTORS
#undef BYTES
#undef NAME
#undef TARGET
#define SL_BEST(f)                                                                                 \
    (__builtin_cpu_supports("avx512f")                                   ? SL_PASTE(f, _, 64)     \
     : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? SL_PASTE(f, _, 32)       \
                                                                           : SL_PASTE(f, _, 16))
#else
#define SL_BEST(f) SL_PASTE(f, _, 16)
#endif
