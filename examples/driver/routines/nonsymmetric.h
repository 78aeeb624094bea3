/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where the numbers of geevx stand among its results. */

#ifndef ROUTINES_NONSYMMETRIC_H
#define ROUTINES_NONSYMMETRIC_H

#define GEEVX_SCALE(x, n) (x)
#define GEEVX_RCONDE(x, n) ((x) + (n))
#define GEEVX_RCONDV(x, n) ((x) + 2 * (n))
#define GEEVX_ILO(x, n) ((x) + 3 * (n))
#define GEEVX_IHI(x, n) ((x) + 3 * (n) + 1)
#define GEEVX_VALUES(n) (3 * (n) + 2)

#endif
