# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# What runs on a worker.
libstarling_la_SOURCES += %D%/kernel.h %D%/codelets.def %D%/registry.c %D%/footprint.c \
	%D%/zero_kernel.c %D%/chain.h %D%/growing.h %D%/chain.c %D%/device.h %D%/device.c %D%/kind.h %D%/kind.c %D%/tuning.h %D%/worker_team.h %D%/worker_team.c
kernels += %D%/codelet.h %D%/precision.h %D%/vectors.h %D%/reals.h %D%/gather.h
include %D%/auxiliary/local.mk
include %D%/blas3/local.mk
include %D%/cholesky/local.mk
include %D%/direct/local.mk
include %D%/lu/local.mk
include %D%/ldl/local.mk
include %D%/qr/local.mk
include %D%/eigen/local.mk
include %D%/svd/local.mk
include %D%/nonsymmetric/local.mk
include %D%/batched/local.mk
include %D%/cuda/local.mk
include %D%/simulation/local.mk
