# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/nonsymmetric.h %D%/trevc.c %D%/trevc_task.c %D%/geev.c %D%/hseqr.c %D%/hseqr_task.c %D%/hseqr_values.c %D%/schur.c %D%/trsen.c %D%/gees.c
library_tests += tests/check_trevc tests/check_geev tests/check_hseqr tests/check_trsen tests/check_gees tests/check_geevx
tests_check_trevc_LDFLAGS = -static
tests_check_geev_LDFLAGS = -static
tests_check_gees_LDFLAGS = -static
libstarling_la_SOURCES += %D%/gehrd.c %D%/gehrd_task.c
library_tests += tests/check_gehrd
