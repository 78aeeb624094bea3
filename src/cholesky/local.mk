# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/cholesky.h %D%/pocon.c %D%/potrf.c %D%/potrf_task.c %D%/potri.c %D%/potrs.c \
	%D%/trtri_task.c
library_tests += tests/check_potri
