# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/eigen.h %D%/heevd.c
library_tests += tests/check_heevd tests/check_heevx
libstarling_la_SOURCES += %D%/he2hb.c %D%/he2hb_task.c
library_tests += tests/check_he2hb
tests_check_he2hb_LDFLAGS = -static
libstarling_la_SOURCES += %D%/hb2st.c %D%/hb2st_task.c %D%/unmtr_hb2st.c
library_tests += tests/check_hb2st
libstarling_la_SOURCES += %D%/stedc.c %D%/stedc.h %D%/stedc_task.c %D%/sterf.c
library_tests += tests/check_stedc
tests_check_hb2st_LDFLAGS = -static
tests_check_stedc_LDFLAGS = -static
libstarling_la_SOURCES += %D%/hegst.c %D%/hegst_task.c %D%/hegvd.c
library_tests += tests/check_hegvd
libstarling_la_SOURCES += %D%/hetrd.c %D%/hetrd_task.c
library_tests += tests/check_hetrd
