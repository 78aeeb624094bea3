# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h %D%/place.h
kernels += %D%/chunk.h %D%/groups.h %D%/large_on_gpu.h %D%/lu_on_gpu.h %D%/qr_on_gpu.h %D%/solve_one.h \
	%D%/lanes_common.h %D%/lanes.h %D%/lu_lanes.h %D%/qr_lanes.h %D%/solve_lanes.h %D%/potrf_lanes.h \
	%D%/potrs_lanes.h %D%/getrf_lanes.h %D%/getrs_lanes.h %D%/getri_lanes.h %D%/geqrf_lanes.h \
	%D%/gels_lanes.h %D%/potrf_batched_kernel.c %D%/potrs_batched_kernel.c %D%/getrf_batched_kernel.c \
	%D%/getrs_batched_kernel.c %D%/getri_batched_kernel.c %D%/geqrf_batched_kernel.c \
	%D%/gels_batched_kernel.c
cuda_sources += %D%/cuda_small.cu %D%/cuda_small.cuh %D%/cuda_small.h %D%/cuda_solve.cu %D%/cuda_solve.h \
	%D%/cuda_blocked_getrf.cuh %D%/cuda_blocked_getrf_launch.cuh %D%/cuda_blocked_steps.cuh \
	%D%/cuda_middle.h %D%/cuda_middle_getrf.cu %D%/cuda_middle_getrf.cuh %D%/cuda_middle_getrf.h %D%/cuda_panel_getrf.cuh \
	%D%/cuda_middle_getrf_launch.cuh %D%/cuda_middle_potrf.cu %D%/cuda_middle_potrf.cuh \
	%D%/cuda_middle_potrf.h %D%/cuda_middle_potrf_launch.cuh %D%/cuda_middle_call.cuh \
	%D%/cuda_place.cuh %D%/cuda_halves.cuh %D%/cuda_kind.cuh %D%/cuda_places.h %D%/cuda_places_small.cu %D%/cuda_places_middle.cu \
	%D%/cuda_places_solve.cu %D%/cuda_places_solve.cuh %D%/cuda_small_launch.cuh \
	%D%/cuda_small_solve.cuh %D%/cuda_small_solve_launch.cuh
cuda_sources += %D%/cuda_geqrf_batched.cu %D%/cuda_geqrf_batched.h %D%/cuda_reflector.cuh \
	%D%/cuda_qr_call.cuh %D%/cuda_geqrf_launch.cuh \
	%D%/cuda_small_geqrf.cuh %D%/cuda_middle_geqrf.cuh %D%/cuda_places_qr.cu %D%/cuda_gels.cu %D%/cuda_gels.cuh %D%/cuda_gels.h %D%/gels_call.h
cuda_objects += %D%/cuda_geqrf_batched.lo %D%/cuda_gels.lo %D%/cuda_small.lo %D%/cuda_solve.lo %D%/cuda_middle_getrf.lo %D%/cuda_middle_potrf.lo \
	%D%/cuda_places_small.lo %D%/cuda_places_middle.lo %D%/cuda_places_solve.lo %D%/cuda_places_qr.lo
