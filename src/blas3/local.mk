# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/blas3.h %D%/gemm.c %D%/herk.c %D%/substitute.c %D%/trcon.c %D%/trsm.c
