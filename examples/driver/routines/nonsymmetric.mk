# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

routines += examples/driver/routines/nonsymmetric.c
routine_checks += examples/driver/routines/nonsymmetric_check.c
routine_params += tests/geev.params tests/hseqr.params
