# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/ldl.h %D%/sytrf.c %D%/sytrs.c %D%/sytri.c %D%/pivots.c %D%/ldl_task.c
library_tests += tests/check_sysv tests/check_sytri
