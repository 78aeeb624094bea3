# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/lu.c examples/driver/routines/lu_peer.c
routine_checks += examples/driver/routines/lu_check.c
routine_params += tests/getrf.params tests/gesv.params tests/getri.params tests/getrf_nopiv.params
