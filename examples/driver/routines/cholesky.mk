# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/cholesky.c examples/driver/routines/cholesky_peer.c
routine_checks += examples/driver/routines/cholesky_check.c
routine_params += tests/potrf.params tests/posv.params tests/potri.params
