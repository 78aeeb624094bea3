# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# ---- The command, by parameter files ---------------------------------------------------------

# A .params file: a command line of starling a line, and what it must exit with. Those of a family of
# routines are named in examples/driver/routines/local.mk.
core_params = $(routine_params) tests/scheduler.params \
	tests/command.params tests/environment.params tests/files.params tests/limits.params \
	tests/options.params
params = tests/device.params $(core_params)
TEST_EXTENSIONS += .params
PARAMS_LOG_DRIVER = $(tap_driver)
PARAMS_LOG_COMPILER = timeout -k 5 $(CHECK_SECONDS) $(SHELL) $(srcdir)/tests/run-params
EXTRA_DIST += $(params) tests/run-params tests/data/empty.mtx tests/data/general.mtx \
	tests/data/hermitian.mtx tests/data/nan.mtx tests/data/indefinite.mtx \
	tests/data/singular.mtx tests/data/complex_symmetric.mtx tests/data/skew.mtx \
	tests/data/wide.mtx tests/data/marked.mtx tests/data/fortran.mtx tests/data/inf.mtx \
	tests/data/large.mtx \
	tests/data/huge.mtx tests/data/huge_symmetric.mtx tests/data/huge_b.mtx \
	tests/data/ill.mtx tests/data/tiny_pivot.mtx
CLEANFILES += command.csv command.json command-x.mtx command command.svg command-2.svg \
	command-3.svg command-4.svg getrf.csv getrf.json gesv-x.mtx gesv-y.mtx
if !SIMGRID
TESTS += $(params)
endif
