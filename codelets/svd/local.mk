# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/ge2gb_row_kernel.c %D%/ge2gb_product_kernel.c %D%/ge2gb_sum_kernel.c \
	%D%/ge_upper_kernel.c %D%/gb_copy_kernel.c %D%/gb2bd_kernel.c
real_kernels += %D%/bdsqr_kernel.c
