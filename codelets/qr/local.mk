# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/geqrf_kernel.c %D%/larft_kernel.c %D%/unmqr_kernel.c %D%/flip_kernel.c %D%/block_columns.h %D%/panel_loop.h %D%/panel_tiles.h %D%/reflector.h
cuda_sources += %D%/cuda_geqrf.cu %D%/cuda_geqrf_inner.cuh %D%/cuda_geqrf_leaf.cuh %D%/cuda_geqrf_plain.cuh \
	%D%/cuda_geqrf.h
cuda_sources += %D%/cuda_flip.cu %D%/cuda_flip.h %D%/cuda_panel.cu %D%/cuda_panel.cuh %D%/cuda_panel.h \
	%D%/cuda_panel_launch.cuh
cuda_objects += %D%/cuda_geqrf.lo %D%/cuda_flip.lo %D%/cuda_panel.lo
