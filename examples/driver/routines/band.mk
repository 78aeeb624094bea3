# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/band.c
routine_checks += examples/driver/routines/band_check.c
routine_params += tests/band.params
