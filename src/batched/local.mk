# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
libstarling_la_SOURCES += %D%/batched.h %D%/batch.c %D%/batch_task.c \
	%D%/cholesky_batched.c %D%/lu_batched.c %D%/qr_batched.c
library_tests += tests/check_potrf_batched tests/check_lu_batched tests/check_qr_batched tests/check_vbatched \
	tests/check_batches
