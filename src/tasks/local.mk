# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/gemm_task.c %D%/herk_task.c %D%/lacpy_task.c %D%/norm_task.c %D%/panel_sweep.c \
	%D%/panel_sweep.h %D%/partial_writeback.c %D%/random_task.c %D%/sigma_task.c %D%/solve_task.c %D%/split_task.c %D%/tasks.h \
	%D%/team_task.c %D%/trmm_task.c %D%/trsm_task.c
