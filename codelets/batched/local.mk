# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/args.h
kernels += %D%/potrf_batched_kernel.c %D%/potrf_lanes.h
