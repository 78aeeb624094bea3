# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# The pages are installed beside README, in the same folders, so that its links hold.
dist_man_MANS = doc/starling.1
docpagesdir = $(docdir)/doc
dist_docpages_DATA = doc/adding-a-routine.md doc/batches.md doc/building.md doc/clusters.md doc/drop-in.md doc/eigenproblems.md \
	doc/languages.md doc/mixed-precision.md doc/nonsymmetric.md doc/numerics.md doc/performance.md \
	doc/running.md doc/scheduling.md doc/simulation.md doc/singular-values.md doc/tracing.md doc/tuning.md
docresultsdir = $(docdir)/doc/results
dist_docresults_DATA = doc/results/README doc/results/cpu.csv doc/results/h100.csv doc/results/h100-eigen.csv \
	doc/results/h200-eigen-large.csv doc/results/h100-batched.csv doc/results/cpu-batched.csv doc/results/cpu-eigen.csv doc/results/cpu-svd.csv doc/results/cpu-drop-in.csv \
	doc/results/laboratory.csv doc/results/ablation.csv
docpicturesdir = $(docdir)/examples
docpictures_DATA = examples/potrf-mirage.svg examples/getrf-h200.svg examples/heevd-h100.svg examples/getrf-4h200.png \
	examples/potrf-vite.png

# The tables are what their CSV files give; the man page is what the command prints.
doc_tests = tests/check_man.test tests/check_results.test
EXTRA_DIST += $(doc_tests) tests/dead-links tools/measure tools/results tools/results.awk
if !SIMGRID
TESTS += $(doc_tests)
endif
