# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/lauum_kernel.c %D%/potrf_kernel.c %D%/trtri_diag_kernel.c \
	%D%/trtri_kernel.c %D%/inverse.h %D%/minor.h %D%/direct.h %D%/direct_kernel.c
cuda_sources += %D%/cuda_potrf.cu %D%/cuda_potrf_step.cuh %D%/cuda_potrf_strip.cuh \
	%D%/cuda_potrf_tile.cuh %D%/cuda_potrf.h
cuda_objects += %D%/cuda_potrf.lo
