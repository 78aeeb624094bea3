# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/svd.c examples/driver/routines/svd_peer.c \
	examples/driver/routines/svd_band.c examples/driver/routines/gelsd.c examples/driver/routines/bdsdc.c
routine_checks += examples/driver/routines/svd_check.c examples/driver/routines/svd_band_check.c examples/driver/routines/gelsd_check.c examples/driver/routines/bdsdc_check.c
routine_params += tests/gesvd.params tests/ge2gb.params tests/bdsdc.params tests/svd.params tests/gesvdp.params tests/gesvdr.params \
	tests/gelsd.params tests/pinv.params tests/gepolar.params
