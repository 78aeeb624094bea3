# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h %D%/args_of_vectors.h %D%/args_of_balance.h
kernels += %D%/robust.h %D%/trevc_window_kernel.c %D%/trevc_solve_kernel.c %D%/trevc_lanes.h %D%/trevc_update_kernel.c \
	%D%/trevc_finish_kernel.c %D%/trevc_product_kernel.c %D%/trevc_normalize_kernel.c %D%/schur_kernel.c %D%/gebal_norms_kernel.c \
	%D%/window.h %D%/far.h %D%/bulges.h %D%/bulge_vectors.h %D%/deflation.h %D%/window_schur.h %D%/hseqr_copy_kernel.c %D%/hseqr_begin_kernel.c %D%/hseqr_deflate_kernel.c %D%/hseqr_chase_kernel.c \
	%D%/hseqr_product_kernel.c %D%/hseqr_far_kernel.c %D%/hseqr_scan_kernel.c \
	%D%/trsen_window_kernel.c %D%/condition_kernel.c %D%/gehrd_panel_kernel.c %D%/gehrd_update_kernel.c
cuda_sources += %D%/cuda_gehrd.cu %D%/cuda_gehrd.cuh %D%/cuda_gehrd.h
cuda_objects += %D%/cuda_gehrd.lo
cuda_sources += %D%/cuda_gebal.cu %D%/cuda_gebal.h
cuda_objects += %D%/cuda_gebal.lo
cuda_sources += %D%/cuda_tiles.cu %D%/cuda_tiles.cuh %D%/cuda_tiles.h
cuda_objects += %D%/cuda_tiles.lo
cuda_sources += %D%/cuda_trevc.cu %D%/cuda_trevc.cuh %D%/cuda_trevc_solve.cuh %D%/cuda_robust.cuh %D%/cuda_trevc.h
cuda_objects += %D%/cuda_trevc.lo
