# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# The pages are installed beside README, in the same folders, so that its links hold.
dist_man_MANS = doc/starling.1
nodist_man_MANS = $(man3_pages)
man3_pages = %D%/starling_batched.3 %D%/starling_blas.3 %D%/starling_cholesky.3 %D%/starling_condition.3 \
	%D%/starling_eigen.3 %D%/starling_flops.3 %D%/starling_lapack.3 %D%/starling_ldl.3 %D%/starling_lu.3 \
	%D%/starling_matrix.3 %D%/starling_qr.3 %D%/starling_recording.3 %D%/starling_runtime.3 \
	%D%/starling_sequence.3 %D%/starling_svd.3 %D%/starling_types.3 %D%/starling_utilities.3
$(man3_pages): $(srcdir)/%D%/man3.awk $(srcdir)/src/starling.h $(srcdir)/%D%/starling.1
	$(AM_V_GEN)$(MKDIR_P) %D% && page=`echo $@ | sed 's,.*/starling_,,; s,\.3$$,,'` && \
	date=`sed -n 's/^\.Dd //p' $(srcdir)/%D%/starling.1` && \
	$(AWK) -f $(srcdir)/%D%/man3.awk page=$$page date="$$date" $(srcdir)/src/starling.h >$@.tmp && mv $@.tmp $@
CLEANFILES += $(man3_pages)
if MPI
nodist_man_MANS += %D%/starling-mpi.1 %D%/starling_mpi.3
%D%/starling_mpi.3: $(srcdir)/%D%/man3.awk $(srcdir)/src/starling.h $(srcdir)/src/mpi/starling_mpi.h $(srcdir)/%D%/starling.1
	$(AM_V_GEN)$(MKDIR_P) %D% && date=`sed -n 's/^\.Dd //p' $(srcdir)/%D%/starling.1` && \
	$(AWK) -f $(srcdir)/%D%/man3.awk page=mpi date="$$date" $(srcdir)/src/starling.h \
		$(srcdir)/src/mpi/starling_mpi.h >$@.tmp && mv $@.tmp $@
CLEANFILES += %D%/starling_mpi.3
%D%/starling-mpi.1:
	$(AM_V_GEN)$(MKDIR_P) %D% && echo '.so man1/starling.1' >$@
CLEANFILES += %D%/starling-mpi.1
endif
docpagesdir = $(docdir)/doc
dist_docpages_DATA = doc/adding-a-routine.md doc/batches.md doc/building.md doc/clusters.md doc/drop-in.md doc/eigenproblems.md \
	doc/languages.md doc/mixed-precision.md doc/nonsymmetric.md doc/numerics.md doc/performance.md \
	doc/running.md doc/scheduling.md doc/simulation.md doc/singular-values.md doc/tracing.md doc/tuning.md
docresultsdir = $(docdir)/doc/results
dist_docresults_DATA = doc/results/README doc/results/cpu.csv doc/results/h100.csv doc/results/h100-eigen.csv \
	doc/results/h200-eigen-large.csv doc/results/h200-gpus.csv doc/results/h100-gpus-eigen.csv doc/results/h200-gpus-simulated.csv doc/results/h200-batched.csv doc/results/h200-cholesky.csv doc/results/h100-batched.csv doc/results/h100-svd.csv doc/results/h100-svd-stages.csv doc/results/h200-nonsymmetric.csv doc/results/cpu-nonsymmetric.csv doc/results/h100-mixed.csv doc/results/cpu-batched.csv doc/results/cpu-eigen.csv doc/results/cpu-svd.csv doc/results/cpu-drop-in.csv doc/results/h100-drop-in.csv doc/results/cpu-small.csv doc/results/cpu-application.csv \
	doc/results/cluster.csv doc/results/simulated-cluster.csv doc/results/laboratory.csv doc/results/ablation.csv
docpicturesdir = $(docdir)/examples
dist_docpictures_DATA = examples/cluster.svg examples/potrf-mirage.svg examples/getrf-h200.svg examples/heevd-h100.svg examples/getrf-4h200.png examples/potrf-vite.png \
	examples/getrf-4h200.svg examples/getrf-4h200-simulated.svg examples/potrf-4h200.svg examples/potrf-4h200-simulated.svg \
	examples/geqrf-4h100.svg examples/geqrf-4h200-simulated.svg \
	examples/getrf_batched-4h100.svg examples/getrf_batched-4h200-simulated.svg \
	examples/heevd-4h100.svg examples/heevd-4h200-simulated.svg examples/gesvd-4h100.svg examples/gesvd-4h200-simulated.svg

# All functions, as pages of HTML.
EXTRA_DIST += %D%/man3.awk %D%/expand.awk %D%/Doxyfile
DOXYGEN = doxygen
html-local:
	cd $(srcdir) && (cat %D%/Doxyfile && echo 'OUTPUT_DIRECTORY = $(abs_builddir)/%D%') | $(DOXYGEN) -
install-html-local: html-local
	$(MKDIR_P) '$(DESTDIR)$(htmldir)/api' && cp -R %D%/html/* '$(DESTDIR)$(htmldir)/api'
uninstall-local:
	rm -rf '$(DESTDIR)$(htmldir)/api'
clean-local: clean-html
clean-html:
	rm -rf %D%/html
.PHONY: clean-html

# The tables are what their CSV files give; the man page is what the command prints.
doc_tests = tests/check_man.test tests/check_pages.test tests/check_doxygen.test tests/check_results.test
EXTRA_DIST += $(doc_tests) tests/dead-links tools/measure tools/results tools/results.awk
if !SIMGRID
TESTS += $(doc_tests)
endif
