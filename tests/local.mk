# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Tests print TAP. `make check STARLING_CHECK=quick` takes fewer sizes; STARPU_NCPU and
# STARPU_NCUDA choose the workers, two cores unless set.

TEST_EXTENSIONS = .test
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
TEST_LOG_DRIVER = $(tap_driver)

# A hang is a failure, not a wait. (Valgrind needs 45 s of a core, six times that on a busy machine.)
CHECK_SECONDS = 600
LOG_COMPILER = timeout -k 5 $(CHECK_SECONDS)
TEST_LOG_COMPILER = timeout -k 5 $(CHECK_SECONDS) $(SHELL)

# Perf models are each test's own: tests that run at the same time cannot meet in a file, and
# none depends on what ran before it. StarPU would drop a model of times that scatter, as beside other tests.
# Automake runs a test as the recipe of its log, $@.
AM_TESTS_ENVIRONMENT = \
	STARPU_NCPU=$${STARPU_NCPU-2}; export STARPU_NCPU; \
	STARPU_NCUDA=$${STARPU_NCUDA-0}; export STARPU_NCUDA; \
	STARPU_WORKERS_NOBIND=1; export STARPU_WORKERS_NOBIND; \
	STARPU_MAIN_THREAD_BIND=0; export STARPU_MAIN_THREAD_BIND; \
	STARPU_SILENT=1; export STARPU_SILENT; \
	STARPU_CATCH_SIGNALS=0; export STARPU_CATCH_SIGNALS; \
	STARPU_HOSTNAME=check; export STARPU_HOSTNAME; \
	STARPU_HISTORY_MAX_ERROR=1000000; export STARPU_HISTORY_MAX_ERROR; \
	STARPU_HOME='$(abs_builddir)/tests/starpu-home/$(@F)'; export STARPU_HOME; \
	$(MKDIR_P) "$$STARPU_HOME"; \
	$(sanitizer_environment) \
	STARLING_CHECK='$(STARLING_CHECK)'; export STARLING_CHECK; \
	EXAMPLES='$(example_programs) $(fortran_examples)'; export EXAMPLES; \
	CC='$(CC)'; CXX='$(CXX)'; FC='$(FC)'; FCFLAGS='$(FCFLAGS)'; AWK='$(AWK)'; export CC CXX FC FCFLAGS AWK;

# For builds with -fsanitize=address,undefined; users' options are added. What StarPU and hwloc
# lose is in tests/lsan.supp; plugins of hwloc lose memory too, and are gone when it is found.
# A report ends a program with status 99, which no test expects, and not with 1, which some do.
sanitizer_environment = \
	HWLOC_PLUGINS_PATH=$${HWLOC_PLUGINS_PATH-/nonexistent}; export HWLOC_PLUGINS_PATH; \
	ASAN_OPTIONS="abort_on_error=0:allocator_may_return_null=1:exitcode=99:$$ASAN_OPTIONS"; \
	LSAN_OPTIONS="exitcode=99:suppressions=$(abs_top_srcdir)/tests/lsan.supp:print_suppressions=0:$$LSAN_OPTIONS"; \
	UBSAN_OPTIONS="print_stacktrace=1:exitcode=99:$$UBSAN_OPTIONS"; \
	export ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS;

check_LTLIBRARIES = tests/libreference.la
tests_libreference_la_SOURCES = tests/reference.h tests/reference.c examples/driver/routines/residual.h \
	tests/reference_blas.c tests/lapack_api.h tests/spectra.h tests/rectangles.h tests/gesvd_results.h tests/nonsymmetric.h tests/schur.h tests/special.h tests/tap.h tests/batches.h
check_LTLIBRARIES += tests/libdriver.la
tests_libdriver_la_SOURCES = $(driver_support)
tests_libdriver_la_CPPFLAGS = $(starling_CPPFLAGS)
tests_libdriver_la_LIBADD = $(ZLIB_LIBS)

# Modules for LD_PRELOAD, once a precision; -rpath makes them shared.
check_LTLIBRARIES += tests/libfault_s.la tests/libfault_d.la tests/libfault_c.la tests/libfault_z.la
fault_ldflags = -module -avoid-version -shared -rpath /nowhere
tests_libfault_s_la_SOURCES = tests/fault.c
tests_libfault_s_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_S
tests_libfault_s_la_LDFLAGS = $(fault_ldflags)
tests_libfault_d_la_SOURCES = tests/fault.c
tests_libfault_d_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_D
tests_libfault_d_la_LDFLAGS = $(fault_ldflags)
tests_libfault_c_la_SOURCES = tests/fault.c
tests_libfault_c_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_C
tests_libfault_c_la_LDFLAGS = $(fault_ldflags)
tests_libfault_z_la_SOURCES = tests/fault.c
tests_libfault_z_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_Z
tests_libfault_z_la_LDFLAGS = $(fault_ldflags)
check_LTLIBRARIES += tests/libkinds.la
tests_libkinds_la_SOURCES = tests/kinds.c
tests_libkinds_la_LDFLAGS = $(fault_ldflags)

# One program a subject; its header comment says what it holds true.
library_tests += tests/check_blas3 tests/check_trsm tests/check_cholesky \
	tests/check_cholesky_info tests/check_lu tests/check_panel tests/check_team \
	tests/check_lu_copy tests/check_panel_plan tests/check_codelets tests/check_moves tests/check_inverse tests/check_matrix \
	tests/check_rows tests/check_norms tests/check_residuals tests/check_utilities tests/check_corners \
	tests/check_tiny \
	tests/check_application tests/check_large tests/check_caller tests/check_small tests/check_chain tests/check_growing tests/check_fork tests/check_sequence tests/check_recording tests/check_threads tests/check_context \
	tests/check_environment tests/check_equal_bits tests/check_locale \
	tests/check_arguments tests/check_lapack_arguments tests/check_lapack_api tests/check_memory \
	tests/check_hpp tests/check_tuned tests/check_choice tests/check_distribution tests/check_plan tests/check_policy tests/check_scheduler
driver_tests = tests/check_analysis tests/check_bound tests/check_gantt tests/check_helpers \
	tests/check_limits tests/check_machine tests/check_mm tests/check_mm_files tests/check_options \
	tests/check_report tests/check_routines tests/check_every_routine tests/check_tune_kinds

# What a program without flags of its own is built with.
LDADD = tests/libreference.la libstarling.la $(STARPU_LIBS) $(BLAS_LIBS)
tests_check_analysis_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_analysis_LDADD = tests/libdriver.la -lm
tests_check_bound_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_bound_LDADD = tests/libdriver.la -lm
tests_check_helpers_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_helpers_LDADD = tests/libdriver.la
tests_check_vbatched_SOURCES = tests/check_vbatched.c examples/driver/machine/device.c
tests_check_vbatched_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_vbatched_LDADD = tests/libreference.la tests/libdriver.la $(starling_LDADD)
tests_check_limits_SOURCES = tests/check_limits.c $(room_sources)
tests_check_limits_LDADD = -lm
tests_check_tune_kinds_SOURCES = tests/check_tune_kinds.c examples/driver/tune_kinds.c
tests_check_tune_kinds_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_tune_kinds_LDADD =
tests_check_machine_SOURCES = tests/check_machine.c src/flops.c $(machine_sources)
tests_check_machine_CPPFLAGS = $(AM_CPPFLAGS)
tests_check_machine_LDADD = -lm
tests_check_mm_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_mm_LDADD = tests/libdriver.la
tests_check_mm_files_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_mm_files_LDADD = tests/libdriver.la
tests_check_options_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_options_LDADD = tests/libdriver.la
tests_check_report_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_report_LDADD = tests/libdriver.la
tests_check_routines_SOURCES = tests/check_routines.c $(routines) \
	examples/driver/machine/device.c examples/driver/machine/threads.c
tests_check_routines_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_routines_LDADD = tests/libreference.la tests/libdriver.la $(starling_LDADD)
tests_check_every_routine_SOURCES = tests/check_every_routine.c tests/failing_malloc.h $(routines) \
	examples/driver/machine/device.c examples/driver/machine/threads.c
tests_check_every_routine_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_every_routine_LDADD = $(tests_check_routines_LDADD)
tests_check_every_routine_LDFLAGS = $(tests_check_memory_LDFLAGS)
tests_check_gantt_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_gantt_LDADD = tests/libdriver.la -lm

# It loads the library, as a plug-in of StarPU.
tests_check_policy_SOURCES = tests/check_policy.c schedulers/area.c schedulers/levels.c \
	schedulers/ownership.c schedulers/rules.c
tests_check_policy_LDADD = $(STARPU_LIBS) -lm
choice_sources = tests/devices.h schedulers/area.c schedulers/calibration.c schedulers/dispatch.c \
	schedulers/levels.c schedulers/memory.c schedulers/ownership.c schedulers/placement.c \
	schedulers/plan.c schedulers/prefetch.c schedulers/rules.c schedulers/steal.c
tests_check_choice_SOURCES = tests/check_choice.c $(choice_sources)
tests_check_choice_LDADD = $(STARPU_LIBS) -lm
tests_check_plan_SOURCES = tests/check_plan.c $(choice_sources)
tests_check_plan_LDADD = $(STARPU_LIBS) -lm
tests_check_scheduler_LDADD = $(STARPU_LIBS)

tests_check_hpp_SOURCES = tests/check_hpp.cpp
tests_check_memory_SOURCES = tests/check_memory.c tests/failing_malloc.h
# The library inside the program, and its allocations through the program.
tests_check_memory_LDFLAGS = -static -Wl,--wrap=malloc -Wl,--wrap=calloc \
	-Wl,--wrap=realloc
tests_check_chain_SOURCES = tests/check_chain.c tests/failing_malloc.h
tests_check_chain_LDFLAGS = $(tests_check_memory_LDFLAGS) -Wl,--wrap=starpu_task_submit
tests_check_growing_LDFLAGS = -static
tests_check_hseqr_LDFLAGS = -static -Wl,--wrap=LAPACKE_shseqr_work -Wl,--wrap=LAPACKE_dhseqr_work \
	-Wl,--wrap=LAPACKE_chseqr_work -Wl,--wrap=LAPACKE_zhseqr_work
tests_check_caller_SOURCES = tests/check_caller.c examples/driver/machine/device.c
tests_check_caller_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_caller_LDADD = tests/libreference.la $(starling_LDADD)
tests_check_caller_LDFLAGS = -static -Wl,--wrap=starpu_task_submit -Wl,--wrap=sched_yield
tests_check_small_SOURCES = tests/check_small.c tests/small_calls.h tests/small_lapack.h tests/small_library.h
tests_check_small_LDFLAGS = -static -Wl,--wrap=starpu_task_submit
# The library inside the program, whose teams it uses.
tests_check_team_LDFLAGS = -static
tests_check_moves_LDFLAGS = -static
tests_check_inverse_LDFLAGS = -static
tests_check_lu_copy_LDFLAGS = -static
tests_check_panel_plan_LDFLAGS = -static
tests_check_codelets_LDFLAGS = -static
tests_check_distribution_LDFLAGS = -static
tests_check_rows_LDFLAGS = -static

CLEANFILES += check_mm.mtx check_mm_files.mtx check_options.txt check_report.txt \
	check_report.csv check_report.json check_gantt.svg check_simulation.csv \
	check_simulation.svg check_simulation-2.svg check_simulation.machine check_analysis.txt

# A simulated StarPU computes nothing: it has tests of its own.
if SIMGRID
TESTS = tests/check_laboratory.test tests/check_simulation.test
check_PROGRAMS += tests/check_simulated tests/check_starpu_bound tests/check_links tests/check_distribution
tests_check_links_SOURCES = tests/check_links.c examples/driver/machine/capture_links.c
tests_check_links_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_links_LDADD = tests/libdriver.la $(LDADD) -lm
tests_check_starpu_bound_SOURCES = tests/check_starpu_bound.c examples/driver/analysis/recording.c
tests_check_starpu_bound_CPPFLAGS = $(starling_CPPFLAGS)
tests_check_starpu_bound_LDADD = tests/libdriver.la $(LDADD) -lm
else
TESTS = $(script_tests) $(library_tests) $(driver_tests)
check_PROGRAMS += $(library_tests) $(driver_tests)
if FORTRAN
TESTS += $(fortran_tests)
check_SCRIPTS = $(fortran_tests) $(fortran_examples)
endif
endif
# Long ones first, so that none runs alone at the end.
host_tests = tests/check_one_stage_host.test tests/check_gb2bd_host.test tests/check_hb2st_host.test tests/check_batched_qr_host.test \
	tests/check_places_host.test tests/check_panel_host.test tests/check_qr_host.test tests/check_middle_lu_host.test \
	tests/check_stebz_host.test tests/check_residual_host.test tests/check_exchange_host.test tests/check_trevc_host.test
other_programs = tests/check_lapack_programs.test tests/check_faults.test tests/check_valgrind.test \
	tests/check_mpi.test tests/check_mpi_command.test tests/check_python.test tests/check_dropin.test
short_scripts = tests/check_tune.test tests/check_includes.test tests/check_interfaces.test tests/check_examples.test tests/check_exports.test \
	tests/check_header.test tests/check_profile.test tests/check_trace.test tests/check_progress.test \
	tests/check_files.test tests/check_capture.test tests/check_completion.test
script_tests = $(other_programs) $(host_tests) $(short_scripts)

# For `make check TESTS='$(...)'` of a second build, with sanitizers: all but device code on the host, which has its
# own, other programs, which have none, and command lines for GPUs, which on cores are larger cases of others.
sanitizer_tests = tests/check_mpi_command.test tests/check_mpi.test tests/check_faults.test $(short_scripts) $(library_tests) $(core_params) $(driver_tests)
EXTRA_DIST += $(script_tests) tests/check_simulation.test tests/check_laboratory.test \
	tests/host_block.h tests/host_panel.cpp tests/host_middle_lu.cpp tests/host_lu.h tests/host_places.cpp tests/host_chase.h tests/host_hb2st.cpp tests/host_one_stage.cpp tests/host_gb2bd.cpp tests/host_qr.cpp tests/host_batched_qr.cpp tests/host_stebz.cpp tests/host_residual.cpp tests/host_exchange.cpp tests/host_trevc.cpp tests/run-host \
	tests/laboratory.csv tests/profile.awk tests/valgrind.supp \
	tests/lsan.supp src/exports.sym tests/dropin/program.py tests/dropin/program.R tests/dropin/program.m tests/dropin/octave_tests.m tests/dropin/ilp64.c tests/dropin/lapacke.c tests/dropin/calls.h tests/dropin/calls.c tests/dropin/reductions.c tests/dropin/wrapper.c tests/dropin/log.c

# Consumers of what `make install` has installed.
EXTRA_DIST += tests/installcheck/run tests/installcheck/consumer.c tests/installcheck/dropin.c tests/installcheck/consumer.cpp \
	tests/installcheck/CMakeLists.txt
installcheck-local:
	@$(AM_TESTS_ENVIRONMENT) PKG_CONFIG='$(PKG_CONFIG)' $(SHELL) \
	  $(srcdir)/tests/installcheck/run '$(srcdir)' '$(DESTDIR)$(libdir)' \
	  '$(DESTDIR)$(pkgconfigdir)' '$(PACKAGE_VERSION)' '$(DESTDIR)$(docdir)' \
	  '$(DESTDIR)$(datadir)' '$(DESTDIR)$(mandir)' '$(DESTDIR)$(includedir)'

clean-local: clean-tests
clean-tests:
	rm -rf tests/starpu-home check_trace.tmp check_laboratory.tmp check_capture.tmp \
	  check_files.tmp check_limits.tmp
.PHONY: clean-tests

# Several processes; check_mpi.test starts them. They poll: beside other tests they take ten times as long. So they
# come last.
tests/check_mpi.log: $(TEST_LOGS:tests/check_mpi.log=)
if MPI
check_PROGRAMS += tests/check_mpi
tests_check_mpi_CPPFLAGS = $(AM_CPPFLAGS) $(MPI_CFLAGS)
tests_check_mpi_LDADD = libstarling-mpi.la $(LDADD) $(MPI_LIBS)
endif
