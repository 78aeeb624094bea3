# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h %D%/parts.h
kernels += %D%/gemm_kernel.c %D%/hemm_kernel.c %D%/her2k_kernel.c %D%/herk_kernel.c \
	%D%/solve_kernel.c %D%/split_kernel.c %D%/triangle_kernel.c %D%/trmm_kernel.c %D%/trsm_kernel.c %D%/trsv_kernel.c %D%/matvec_kernel.c %D%/substitution.h %D%/triangle.h %D%/cuda_product.h
cuda_sources += %D%/cuda_inverse.cuh %D%/cuda_trmm.cuh %D%/cuda_trsm.cu %D%/cuda_blas3.h \
	%D%/cuda_gemm.h %D%/cuda_split.h %D%/cuda_split.cu %D%/cuda_trsv.h %D%/cuda_trsv.cu
cuda_objects += %D%/cuda_trsm.lo %D%/cuda_split.lo %D%/cuda_trsv.lo
if CUDA
libstarling_la_SOURCES += %D%/cuda_gemm.c
endif
EXTRA_DIST += %D%/cuda_gemm.c
