# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h %D%/narrow.h
kernels += %D%/geadd_kernel.c %D%/lacpy_kernel.c %D%/lacp2_kernel.c %D%/lascl_kernel.c %D%/laset_kernel.c %D%/norm_kernel.c \
	%D%/omatcopy_kernel.c %D%/random_kernel.c %D%/rescale_kernel.c %D%/residual_kernel.c %D%/random.h \
	%D%/clear_info_kernel.c %D%/sigma_kernel.c
wide_kernels += %D%/narrow_kernel.c %D%/narrow_array_kernel.c %D%/widen_kernel.c
cuda_sources += %D%/cuda_residual.cuh %D%/cuda_utilities.cu %D%/cuda_utilities.h %D%/cuda_narrow.h %D%/cuda_narrow.cu
cuda_objects += %D%/cuda_utilities.lo %D%/cuda_narrow.lo
