# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# ---- The command ---------------------------------------------------------------------------

bin_PROGRAMS = starling
starling_SOURCES = examples/driver/main.c examples/driver/command.h examples/driver/recording.h \
	examples/driver/routine.c examples/driver/routine.h examples/driver/routine_row.c \
	examples/driver/routine_options.c \
	examples/driver/routine_options.h examples/driver/routine_table.c examples/driver/solve.c \
	examples/driver/solve.h examples/driver/residual.h examples/driver/matrix_file.c \
	examples/driver/matrix_file.h examples/driver/matrix_option.c \
	examples/driver/matrix_option.h examples/driver/threads.c examples/driver/threads.h \
	examples/driver/machine.c examples/driver/peak.c \
	examples/driver/capture.c examples/driver/capture.h examples/driver/capture_links.c \
	examples/driver/capture_times.c \
	$(machine_sources) \
	examples/driver/memory.c examples/driver/memory.h \
	examples/driver/recording.c examples/driver/progress.c examples/driver/progress.h \
	examples/driver/trace.c examples/driver/trace.h examples/driver/picture.c \
	examples/driver/picture.h examples/driver/tile_rates.c \
	examples/driver/device.c examples/driver/device.h \
	examples/driver/device_mg.c examples/driver/versions.c \
	examples/driver/versions.h $(driver_support)
driver_support = $(room_sources) examples/driver/analysis.c examples/driver/analysis.h \
	examples/driver/analysis_report.c examples/driver/bound.c examples/driver/bound.h \
	examples/driver/files.c examples/driver/files.h \
	examples/driver/lines.c examples/driver/lines.h examples/driver/mm.c \
	examples/driver/mm.h examples/driver/mm_write.c examples/driver/options.c \
	examples/driver/options.h examples/driver/options_help.c \
	examples/driver/option_values.c examples/driver/option_values.h \
	examples/driver/output.c examples/driver/output.h \
	examples/driver/product.c examples/driver/report.c examples/driver/report.h \
	examples/driver/report_formats.h examples/driver/report_table.c \
	examples/driver/report_tap.c examples/driver/report_files.c \
	examples/driver/source.c examples/driver/source.h examples/driver/stats.c \
	examples/driver/stats.h examples/driver/words.c examples/driver/words.h $(driver_pictures)
driver_pictures = examples/driver/curves.c examples/driver/curves.h \
	examples/driver/gantt.c examples/driver/gantt.h \
	examples/driver/gantt_draw.h examples/driver/gantt_legend.c \
	examples/driver/schedule.c examples/driver/schedule.h examples/driver/svg.c \
	examples/driver/svg.h
starling_CPPFLAGS = $(kernels_cppflags) -I$(srcdir)/examples/driver
starling_LDADD = libcases_s.la libcases_d.la libcases_c.la libcases_z.la libstarling.la \
	$(STARPU_LIBS) $(BLAS_LIBS) $(ZLIB_LIBS)
if CUDA
starling_LDADD += $(CUDA_LIBS) $(CUSOLVER_LIBS)
endif

# Compiled once a precision.
noinst_LTLIBRARIES += libcases_s.la libcases_d.la libcases_c.la libcases_z.la
cases = examples/driver/cases.c examples/driver/cases.h examples/driver/check.c \
	examples/driver/lapack.c examples/driver/special.c examples/driver/solve_system.c
cases_cppflags = $(starling_CPPFLAGS)
libcases_s_la_SOURCES = $(cases)
libcases_s_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_S
libcases_d_la_SOURCES = $(cases)
libcases_d_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_D
libcases_c_la_SOURCES = $(cases)
libcases_c_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_C
libcases_z_la_SOURCES = $(cases)
libcases_z_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_Z

# ---- Examples: one file each, run by make check, installed as sources ------------------------

example_programs = examples/ex01_solve_spd examples/ex02_chain examples/ex04_own_codelet \
	examples/ex05_lu
check_PROGRAMS = $(example_programs)
examples_ex01_solve_spd_LDADD = libstarling.la -lm
examples_ex02_chain_LDADD = libstarling.la
examples_ex04_own_codelet_LDADD = libstarling.la $(STARPU_LIBS)
examples_ex05_lu_LDADD = libstarling.la -lm
if CUDA
example_programs += examples/ex03_device_memory
examples_ex03_device_memory_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CFLAGS)
examples_ex03_device_memory_LDADD = libstarling.la $(CUDA_LIBS)
endif

examplesdir = $(docdir)/examples
dist_examples_DATA = examples/ex01_solve_spd.c examples/ex02_chain.c \
	examples/ex03_device_memory.c examples/ex04_own_codelet.c examples/ex05_lu.c
EXTRA_DIST += examples/potrf-mirage.svg examples/getrf-h200.svg \
	examples/getrf-4h200.png examples/potrf-vite.png
