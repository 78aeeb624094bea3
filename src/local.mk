# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# The library without its kernels. What memory can be had is plain C, which the command has too.
room_sources = %D%/room.c %D%/room.h
libstarling_la_SOURCES += %D%/flops.c $(room_sources)
include %D%/lapack/local.mk
include %D%/refine/local.mk
include %D%/lu/local.mk
include %D%/ldl/local.mk
include %D%/qr/local.mk
include %D%/eigen/local.mk
include %D%/svd/local.mk
include %D%/nonsymmetric/local.mk
include %D%/batched/local.mk
include %D%/cholesky/local.mk
include %D%/blas3/local.mk
include %D%/auxiliary/local.mk
include %D%/tasks/local.mk
include %D%/runtime/local.mk
include %D%/mpi/local.mk
