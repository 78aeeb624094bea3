# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/auxiliary.c examples/driver/routines/auxiliary.h
routine_checks += examples/driver/routines/auxiliary_check.c
routine_params += tests/norms.params tests/lacpy.params
