# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/ldl.c
routine_checks += examples/driver/routines/ldl_check.c
routine_params += tests/sysv.params
