# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/estimate.c %D%/estimate.h %D%/lacpy.c %D%/norm.c %D%/random.c \
	%D%/refine.c %D%/residual_task.c
library_tests += tests/check_condition tests/check_refinement
