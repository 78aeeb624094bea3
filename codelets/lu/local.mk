# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h %D%/permutation_kernel.c
kernels += %D%/exchange_kernel.c %D%/getrf_kernel.c %D%/getrf_nopiv_kernel.c %D%/laswp_kernel.c %D%/panel_kernel.c %D%/permute_columns_kernel.c \
	%D%/transpose_kernel.c %D%/update_kernel.c %D%/column.h %D%/panel.h %D%/update.h %D%/direct.h %D%/direct_kernel.c
cuda_sources += %D%/cuda_exchange.cu %D%/cuda_exchange.cuh %D%/cuda_getrf.cu %D%/cuda_getrf_nopiv.cu %D%/cuda_getrf_nopiv.cuh %D%/cuda_getrf_nopiv.h %D%/cuda_getrf_column.cuh %D%/cuda_getrf_group.cuh \
	%D%/cuda_getrf_leaf.cuh %D%/cuda_getrf_rest.cuh %D%/cuda_getrf_solve.cuh \
	%D%/cuda_laswp.cu %D%/cuda_permute.cu %D%/cuda_transposed.cuh %D%/cuda_getrf.h
cuda_objects += %D%/cuda_exchange.lo %D%/cuda_getrf.lo %D%/cuda_getrf_nopiv.lo %D%/cuda_laswp.lo %D%/cuda_permute.lo
