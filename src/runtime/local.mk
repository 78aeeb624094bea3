# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
tuningdir = $(pkgdatadir)/tuning
dist_tuning_DATA = %D%/tuning/README %D%/tuning/NVIDIA_H100_80GB_HBM3.txt %D%/tuning/NVIDIA_H200.txt
libstarling_la_SOURCES += %D%/attachment.c %D%/blas.c %D%/caller.c %D%/chain.c %D%/cluster.c %D%/cluster.h %D%/context.c %D%/distribution.c %D%/distribution.h \
	%D%/environment.c %D%/environment.h %D%/said.c %D%/folder.c %D%/growing.c %D%/error.c %D%/matrix.c \
	%D%/matrix.h %D%/matrix_access.c %D%/memory.c %D%/place.c %D%/record.c %D%/reserve.c \
	%D%/runtime.h %D%/sequence.c %D%/sequence.h %D%/submit.c %D%/task.c \
	%D%/task.h %D%/tuned.c %D%/tuned.h %D%/tuning.c %D%/tuning.h
