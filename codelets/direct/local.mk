# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
kernels += %D%/direct.h %D%/workspace.h %D%/direct_bidiagonal.c %D%/direct_factors.c %D%/direct_products.c %D%/direct_qr.c %D%/direct_reductions.c %D%/direct_schur.c %D%/direct_spectrum.c
