# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Tests print TAP. `make check STARLING_CHECK=quick` takes fewer sizes; STARPU_NCPU and
# STARPU_NCUDA choose the workers, two cores unless set.

TEST_EXTENSIONS = .test
tap_driver = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(tap_driver)
TEST_LOG_DRIVER = $(tap_driver)

# A hang is a failure, not a wait.
CHECK_SECONDS = 300
LOG_COMPILER = timeout -k 5 $(CHECK_SECONDS)
TEST_LOG_COMPILER = timeout -k 5 $(CHECK_SECONDS) $(SHELL)

# Perf models of the tests are their own: host "check" under tests/starpu-home.
AM_TESTS_ENVIRONMENT = \
	STARPU_NCPU=$${STARPU_NCPU-2}; export STARPU_NCPU; \
	STARPU_NCUDA=$${STARPU_NCUDA-0}; export STARPU_NCUDA; \
	STARPU_WORKERS_NOBIND=1; export STARPU_WORKERS_NOBIND; \
	STARPU_MAIN_THREAD_BIND=0; export STARPU_MAIN_THREAD_BIND; \
	STARPU_SILENT=1; export STARPU_SILENT; \
	STARPU_CATCH_SIGNALS=0; export STARPU_CATCH_SIGNALS; \
	STARPU_HOSTNAME=check; export STARPU_HOSTNAME; \
	STARPU_HOME='$(abs_builddir)/tests/starpu-home'; export STARPU_HOME; \
	$(MKDIR_P) "$$STARPU_HOME"; \
	STARLING_CHECK='$(STARLING_CHECK)'; export STARLING_CHECK;

check_LTLIBRARIES = tests/libreference.la
tests_libreference_la_SOURCES = tests/reference.h tests/reference.c tests/reference_blas.c tests/tap.h
tests_libreference_la_CPPFLAGS = $(AM_CPPFLAGS) $(BLAS_CFLAGS)
tests_ldadd = tests/libreference.la libstarling.la $(BLAS_LIBS)

# One program a subject; its header comment says what it holds true.
check_PROGRAMS = tests/check_blas3 tests/check_trsm tests/check_cholesky \
	tests/check_cholesky_info
tests_cppflags = $(AM_CPPFLAGS) $(BLAS_CFLAGS)
tests_check_blas3_CPPFLAGS = $(tests_cppflags)
tests_check_blas3_LDADD = $(tests_ldadd)
tests_check_trsm_CPPFLAGS = $(tests_cppflags)
tests_check_trsm_LDADD = $(tests_ldadd)
tests_check_cholesky_CPPFLAGS = $(tests_cppflags)
tests_check_cholesky_LDADD = $(tests_ldadd)
tests_check_cholesky_info_CPPFLAGS = $(tests_cppflags)
tests_check_cholesky_info_LDADD = $(tests_ldadd)

# A simulated StarPU computes nothing.
if !SIMGRID
TESTS = $(check_PROGRAMS)
endif

clean-local: clean-tests
clean-tests:
	rm -rf tests/starpu-home
.PHONY: clean-tests
