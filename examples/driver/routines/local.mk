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
routines += examples/driver/routines/cholesky.c examples/driver/routines/cholesky_peer.c
routine_checks += examples/driver/routines/cholesky_check.c
routine_params += tests/potrf.params tests/posv.params

routines += examples/driver/routines/lu.c examples/driver/routines/lu_peer.c
routine_checks += examples/driver/routines/lu_check.c
routine_params += tests/getrf.params tests/gesv.params tests/getri.params

routines += examples/driver/routines/blas3.c examples/driver/routines/blas3_peer.c
routine_checks += examples/driver/routines/blas3_check.c
routine_params += tests/gemm.params tests/herk.params tests/syrk.params tests/trsm.params

routines += examples/driver/routines/auxiliary.c examples/driver/routines/auxiliary.h
routine_checks += examples/driver/routines/auxiliary_check.c
routine_params += tests/norms.params tests/lacpy.params
