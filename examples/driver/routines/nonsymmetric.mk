# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/nonsymmetric.c examples/driver/routines/nonsymmetric.h examples/driver/routines/nonsymmetric_peer.c examples/driver/routines/hessenberg.c
routine_checks += examples/driver/routines/nonsymmetric_check.c examples/driver/routines/hessenberg_check.c
routine_params += tests/geev.params tests/gees.params tests/gehrd.params tests/hseqr.params tests/geevx.params tests/trsen.params
