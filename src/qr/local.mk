# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/gelqf.c %D%/gels.c %D%/geqrf.c %D%/qr.h \
	%D%/qr_task.c %D%/reflectors.c %D%/unmqr.c
library_tests += tests/check_qr
library_tests += tests/check_gels
