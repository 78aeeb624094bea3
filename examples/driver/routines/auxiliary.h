/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What laset sets, exact in every precision. */

#ifndef AUXILIARY_H
#define AUXILIARY_H

#include "routines/routines.h"

#define LASET_OFF_DIAGONAL 0.5
#define LASET_DIAGONAL -1.0

#endif
