# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/hb2st_band_kernel.c %D%/band_kernel.c %D%/band_diagonals_kernel.c %D%/hb2st_kernel.c \
	%D%/diamond.h %D%/larft_hb2st_kernel.c %D%/unmtr_hb2st_kernel.c \
	%D%/form_hb2st_kernel.c %D%/multiply_hb2st_kernel.c
cuda_sources += %D%/cuda_hb2st.cu %D%/cuda_hb2st.cuh %D%/cuda_hb2st.h
cuda_objects += %D%/cuda_hb2st.lo
