/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The panels of a block column of the reduction to a band, a chain of he2hb_product, he2hb_w and
 * he2hb_panel. */

#include "codelets/codelet.h"
#include "codelets/chain.h"

SL_CODELET_CHAIN(he2hb_step);
