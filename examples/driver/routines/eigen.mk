# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/eigen.c examples/driver/routines/heevd.c \
	examples/driver/routines/heevd_peer.c
routine_checks += examples/driver/routines/eigen_check.c examples/driver/routines/heevd_check.c
routine_params += tests/he2hb.params tests/heevd.params tests/heevx.params tests/eig.params
routines += examples/driver/routines/hegvd.c examples/driver/routines/hegvd_peer.c
routine_checks += examples/driver/routines/hegvd_check.c
routine_params += tests/hegvd.params
routines += examples/driver/routines/eigen_tridiagonal.c
routine_checks += examples/driver/routines/eigen_tridiagonal_check.c
routine_params += tests/stedc.params
routines += examples/driver/routines/one_stage.c examples/driver/routines/one_stage_peer.c
routine_checks += examples/driver/routines/one_stage_check.c
routine_params += tests/one_stage.params
