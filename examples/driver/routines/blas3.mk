# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/blas3.c examples/driver/routines/blas3_peer.c
routine_checks += examples/driver/routines/blas3_check.c
routine_params += tests/gemm.params tests/hemm.params tests/herk.params tests/her2k.params \
	tests/syrk.params tests/trmm.params tests/trsm.params
