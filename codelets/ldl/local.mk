# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/ldl.h %D%/ldl_panel_kernel.c %D%/ldl_update_kernel.c %D%/ldl_solve_kernel.c
