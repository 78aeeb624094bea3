/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of symmetric and Hermitian eigenproblems. */

#ifndef SL_EIGEN_ARGS_H
#define SL_EIGEN_ARGS_H

#include "codelets/kernel.h"

#endif
