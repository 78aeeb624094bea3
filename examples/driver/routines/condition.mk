# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/condition.c examples/driver/routines/condition.h
routine_checks += examples/driver/routines/condition_check.c
routine_params += tests/condition.params
