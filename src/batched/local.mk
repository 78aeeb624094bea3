# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/batched.h %D%/batch.c %D%/potrf_batched.c
library_tests += tests/check_potrf_batched
