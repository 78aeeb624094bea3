# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/eigen.h %D%/hb2st.c %D%/hb2st_task.c %D%/unmtr_hb2st.c
library_tests += tests/check_hb2st
tests_check_hb2st_LDFLAGS = -static
