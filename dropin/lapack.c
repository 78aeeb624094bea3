/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The library that stands for liblapack.so.3 has all other routines from a BLAS and a LAPACK behind
 * it. The linker keeps a library among the needed ones only if a symbol of it is used. */

extern void dgemm_(void), dtrevc3_(void);

extern void (*const sl_behind[])(void);
void (*const sl_behind[])(void) = {dgemm_, dtrevc3_};
