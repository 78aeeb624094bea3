# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/exchange_task.c %D%/gecon.c %D%/getrf.c %D%/getrf_nopiv.c %D%/getrf_nopiv_task.c %D%/getrf_plan.c %D%/getrf_task.c %D%/getri.c %D%/getrs.c %D%/lu.h \
	%D%/permutation_task.c %D%/pivots.c
library_tests += tests/check_lu_nopiv
