# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/mixed.c examples/driver/routines/mixed.h
routine_checks += examples/driver/routines/mixed_check.c
routine_params += tests/mixed.params
