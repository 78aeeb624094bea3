# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/batched.c examples/driver/routines/batched.h \
	examples/driver/routines/batched_peer.c examples/driver/routines/batches.c
routine_params += tests/batched.params
