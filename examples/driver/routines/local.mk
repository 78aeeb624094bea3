# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# ---- The routines of the command -----------------------------------------------------------

routines = examples/driver/routines/routines.c examples/driver/routines/routines.h \
	examples/driver/routines/routines.def examples/driver/routines/residual.h \
	examples/driver/routines/lapack.c examples/driver/routines/peer.c \
	examples/driver/routines/peer.h examples/driver/routines/peer_mg.c \
	examples/driver/routines/peer_mg.h
routine_checks = examples/driver/routines/matgen.c examples/driver/routines/probe.c \
	examples/driver/routines/probe.h
routine_params =

# A family: what it is and its peers; its checks, compiled once a precision; its tests.
include examples/driver/routines/cholesky.mk
include examples/driver/routines/lu.mk
include examples/driver/routines/band.mk
include examples/driver/routines/ldl.mk
include examples/driver/routines/mixed.mk
include examples/driver/routines/qr.mk
include examples/driver/routines/batched.mk
include examples/driver/routines/eigen.mk
include examples/driver/routines/eigen_band.mk
include examples/driver/routines/svd.mk
include examples/driver/routines/nonsymmetric.mk
include examples/driver/routines/blas3.mk
include examples/driver/routines/auxiliary.mk
include examples/driver/routines/condition.mk
