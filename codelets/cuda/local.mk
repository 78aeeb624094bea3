# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
kernels += %D%/cuda_kernels.h %D%/streams.h
cuda_sources += %D%/cuda_cluster.cuh %D%/cuda_copy.cuh %D%/cuda_each.cuh %D%/cuda_number.cuh \
	%D%/cuda_pivot.cuh %D%/cuda_quad.cuh %D%/cuda_scalar.cuh %D%/cuda_warp.cuh
if CUDA
libstarling_la_SOURCES += %D%/streams.c
endif
EXTRA_DIST += %D%/streams.c
