# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/gebrd_panel_kernel.c %D%/gebrd_update_kernel.c
kernels += %D%/ge2gb_row_kernel.c %D%/ge2gb_product_kernel.c %D%/ge2gb_sum_kernel.c \
	%D%/ge2gb_step_kernel.c %D%/ge_upper_kernel.c %D%/gb_copy_kernel.c %D%/gb2bd_kernel.c %D%/gb2bd_band_kernel.c \
	%D%/pinv_values_kernel.c %D%/scale_rows_kernel.c %D%/frobenius_kernel.c \
	%D%/polar_bound_kernel.c %D%/gaussian_kernel.c
real_kernels += %D%/bdsqr_kernel.c %D%/bdsbz_scale_kernel.c %D%/bdsbz_kernel.c %D%/bdsbz_search.h %D%/golub_kahan.h \
	%D%/bdsbz_order_kernel.c %D%/polar_values_kernel.c
libstarling_la_SOURCES += %D%/bdsbz.h
cuda_sources += %D%/cuda_gb2bd.cu %D%/cuda_gb2bd.cuh %D%/cuda_gb2bd.h %D%/cuda_bdsbz.cu %D%/cuda_bdsbz.cuh %D%/cuda_bdsbz.h
cuda_sources += %D%/cuda_gebrd.cu %D%/cuda_gebrd.cuh %D%/cuda_gebrd.h
cuda_objects += %D%/cuda_gebrd.lo %D%/cuda_gb2bd.lo %D%/cuda_bdsbz.lo
