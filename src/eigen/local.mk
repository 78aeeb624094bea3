# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/eigen.h %D%/stedc.c %D%/stedc.h %D%/stedc_task.c
library_tests += tests/check_stedc
