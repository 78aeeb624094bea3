/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The same tasks of a merge for all its block columns: a chain of stedc_roots, of stedc_rows, or of
 * stedc_copy and stedc_product. */

#include "codelets/codelet.h"
#include "codelets/chain.h"

SL_CODELET_CHAIN(stedc_merge);
