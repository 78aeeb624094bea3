# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/qr.c examples/driver/routines/qr.h \
	examples/driver/routines/qr_peer.c
routine_checks += examples/driver/routines/qr_check.c
routine_params += tests/geqrf.params tests/unmqr.params tests/gelqf.params tests/gels.params
