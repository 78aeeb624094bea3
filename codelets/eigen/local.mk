# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/band_kernel.c %D%/band_diagonals_kernel.c %D%/hb2st_kernel.c \
	%D%/diamond.h %D%/larft_hb2st_kernel.c %D%/unmtr_hb2st_kernel.c
