# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/ge2gb.c %D%/gb2bd.c %D%/bdsdc.c %D%/gesvd.c %D%/cholqr.c %D%/svd.h %D%/svd_task.c \
	%D%/adjoint.c %D%/gelsd.c %D%/pinv.c %D%/pinv_task.c \
	%D%/polar.h %D%/gepolar.c %D%/polar_task.c %D%/gesvdp.c %D%/gesvdr.c
library_tests += tests/check_gesvd tests/check_cholqr tests/check_bdsdc tests/check_gelsd tests/check_gepolar tests/check_gesvdp tests/check_gesvdr
tests_check_bdsdc_LDFLAGS = -static
libstarling_la_SOURCES += %D%/bdsqr.c %D%/bdsbz_task.c
library_tests += tests/check_bdsqr
tests_check_bdsqr_LDFLAGS = -static
libstarling_la_SOURCES += %D%/gebrd.c %D%/gebrd_task.c
library_tests += tests/check_gebrd tests/check_ge2gb
