# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
cuda_sources += %D%/cuda_stedc.cu %D%/cuda_stedc.h
cuda_objects += %D%/cuda_stedc.lo
libstarling_la_SOURCES += %D%/places.h
real_kernels += %D%/merge.h %D%/order.h %D%/secular.h %D%/stedc_copy_kernel.c \
	%D%/stedc_deflate_kernel.c %D%/stedc_leaf_kernel.c %D%/stedc_product_kernel.c \
	%D%/stedc_roots_kernel.c %D%/stedc_rows_kernel.c %D%/stedc_scale_kernel.c \
	%D%/stedc_order_kernel.c %D%/stedc_unscale_kernel.c \
	%D%/sterf_leaf_kernel.c
