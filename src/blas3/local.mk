# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/blas3.h %D%/gemm.c %D%/hemm.c %D%/hemm_task.c %D%/her2k.c \
	%D%/her2k_task.c %D%/herk.c %D%/matvec.c %D%/substitute.c %D%/trcon.c %D%/trmm.c %D%/trsm.c
