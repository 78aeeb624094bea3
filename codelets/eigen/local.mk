# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/finite_kernel.c
kernels += %D%/hetrd_panel_kernel.c %D%/hetrd_update_kernel.c %D%/diagonals_kernel.c
kernels += %D%/he2hb_panel_kernel.c %D%/he2hb_product_kernel.c %D%/columns.h %D%/cuda_columns.h %D%/lower_product.h %D%/both_products.h %D%/he2hb_w_kernel.c \
	%D%/he2hb_step_kernel.c \
	%D%/her2k_column_kernel.c %D%/he_column_kernel.c %D%/band_kernel.c
kernels += %D%/band_copy_kernel.c %D%/band_diagonals_kernel.c %D%/hb2st_band_kernel.c %D%/hb2st_kernel.c \
	%D%/bulge.h %D%/bulge_block.h %D%/diamond.h %D%/diamond_strip.h %D%/larft_hb2st_kernel.c %D%/unmtr_hb2st_kernel.c %D%/form_hb2st_kernel.c \
	%D%/multiply_hb2st_kernel.c
cuda_sources += %D%/cuda_he2hb.cu %D%/cuda_he2hb.h
cuda_objects += %D%/cuda_he2hb.lo
cuda_sources += %D%/cuda_hb2st.cu %D%/cuda_hb2st.cuh %D%/cuda_chase.cuh %D%/cuda_hb2st.h
cuda_objects += %D%/cuda_hb2st.lo
cuda_sources += %D%/cuda_form_hb2st.cu
cuda_objects += %D%/cuda_form_hb2st.lo
cuda_sources += %D%/cuda_hetrd.cu %D%/cuda_hetrd.cuh %D%/cuda_hetrd.h
cuda_objects += %D%/cuda_hetrd.lo
cuda_sources += %D%/cuda_stedc.cu %D%/cuda_stedc.h
cuda_objects += %D%/cuda_stedc.lo
cuda_sources += %D%/cuda_stebz.cu %D%/cuda_stebz.cuh %D%/cuda_stebz.h %D%/cuda_multisect.cuh \
	%D%/cuda_multisect_launch.cuh
cuda_objects += %D%/cuda_stebz.lo
libstarling_la_SOURCES += %D%/places.h %D%/sturm_row.h
real_kernels += %D%/merge.h %D%/order.h %D%/search.h %D%/secular.h %D%/sturm.h %D%/stedc_copy_kernel.c %D%/bdsdc_leaf_kernel.c \
	%D%/stedc_deflate_kernel.c %D%/stedc_leaf_kernel.c %D%/stedc_merge_kernel.c \
	%D%/stedc_product_kernel.c \
	%D%/stedc_roots_kernel.c %D%/stedc_rows_kernel.c %D%/stedc_scale_kernel.c \
	%D%/stedc_order_kernel.c %D%/stedc_unscale_kernel.c \
	%D%/sterf_leaf_kernel.c %D%/stebz_kernel.c
