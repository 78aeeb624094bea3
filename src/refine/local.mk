# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/mixed.c %D%/system.c %D%/gmres.c %D%/refine_task.c %D%/refine.h
library_tests += tests/check_mixed tests/check_nopiv_refined
