/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The panels of a block column of the reduction to an upper band, a chain of ge2gb_product,
 * ge2gb_sum, ge2gb_row and he2hb_panel. */

#include "codelets/codelet.h"
#include "codelets/chain.h"

SL_CODELET_CHAIN(ge2gb_step);
