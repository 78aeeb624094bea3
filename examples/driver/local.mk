# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# ---- The command ---------------------------------------------------------------------------

EXTRA_DIST += examples/driver/analysis/README examples/driver/files/README \
	examples/driver/machine/README examples/driver/options/README \
	examples/driver/mpi/README examples/driver/picture/README examples/driver/report/README \
	examples/driver/routines/README

bin_PROGRAMS = starling
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = examples/driver/completion/starling
starling_SOURCES = examples/driver/main.c examples/driver/command.h examples/driver/routine.c \
	examples/driver/routine.h examples/driver/routine_lists.c examples/driver/routine_row.c examples/driver/solve.c \
	examples/driver/solve.h examples/driver/eig.c examples/driver/eig.h \
	examples/driver/svd.c examples/driver/svd.h \
	examples/driver/told.c examples/driver/told.h examples/driver/tune.c examples/driver/tune.h \
	examples/driver/tune_file.c examples/driver/tune_kinds.c examples/driver/tune_space.c \
	examples/driver/analysis/progress.c examples/driver/analysis/progress.h \
	examples/driver/analysis/recording.c examples/driver/analysis/recording.h \
	examples/driver/analysis/trace.c examples/driver/analysis/trace.h \
	examples/driver/files/matrix_file.c examples/driver/files/matrix_file.h \
	examples/driver/machine/capture.c examples/driver/machine/capture.h \
	examples/driver/machine/capture_links.c examples/driver/machine/capture_times.c \
	examples/driver/machine/device.c examples/driver/machine/device.h \
	examples/driver/machine/machine.c \
	examples/driver/machine/memory.c examples/driver/machine/memory.h \
	examples/driver/machine/peak.c examples/driver/machine/threads.c \
	examples/driver/machine/threads.h \
	examples/driver/options/matrix_option.c examples/driver/options/matrix_option.h \
	examples/driver/options/routine_options.c examples/driver/options/routine_options.h \
	examples/driver/picture/picture.c examples/driver/picture/picture.h \
	examples/driver/picture/tile_rates.c \
	examples/driver/report/versions.c examples/driver/report/versions.h \
	$(routines) \
	$(machine_sources) $(driver_support)

# Plain C, which tests have without the library: nothing here exits.
driver_support = $(room_sources) examples/driver/processes.c examples/driver/processes.h \
	examples/driver/analysis/analysis.c \
	examples/driver/analysis/analysis.h examples/driver/analysis/analysis_report.c \
	examples/driver/analysis/bound.c examples/driver/analysis/bound.h \
	examples/driver/files/files.c examples/driver/files/files.h examples/driver/files/mm.c \
	examples/driver/files/mm.h examples/driver/files/mm_write.c \
	examples/driver/files/output.c examples/driver/files/output.h \
	examples/driver/files/source.c examples/driver/files/source.h \
	examples/driver/files/text.c examples/driver/files/text.h \
	examples/driver/options/combinations.c examples/driver/options/option_values.c \
	examples/driver/options/option_values.h examples/driver/options/options.c \
	examples/driver/options/file_options.h examples/driver/options/options.h examples/driver/options/options_help.c \
	examples/driver/options/range.c examples/driver/options/range.h \
	examples/driver/options/words.c examples/driver/options/words.h \
	examples/driver/picture/curves.c examples/driver/picture/curves.h \
	examples/driver/picture/gantt.c examples/driver/picture/gantt.h \
	examples/driver/picture/gantt_draw.h examples/driver/picture/gantt_legend.c \
	examples/driver/analysis/schedule.c examples/driver/analysis/schedule.h \
	examples/driver/analysis/critical_path.c \
	examples/driver/picture/svg.c examples/driver/picture/svg.h \
	examples/driver/report/report.c examples/driver/report/report.h \
	examples/driver/report/report_files.c examples/driver/report/report_formats.h \
	examples/driver/report/report_table.c examples/driver/report/report_tap.c \
	examples/driver/report/stats.c examples/driver/report/stats.h

starling_CPPFLAGS = $(kernels_cppflags) -I$(srcdir)/examples/driver
starling_LDADD = libcases_s.la libcases_d.la libcases_c.la libcases_z.la libstarling.la \
	$(STARPU_LIBS) $(BLAS_LIBS) $(ZLIB_LIBS)
if CUDA
starling_LDADD += $(CUDA_LIBS) $(CUSOLVER_LIBS)
endif

# On several processes: the same objects, and files of its own.
if MPI
bin_PROGRAMS += starling-mpi
starling_mpi_SOURCES = examples/driver/mpi/gather.c examples/driver/mpi/gather.h examples/driver/mpi/processes.c \
	examples/driver/mpi/spread.h
starling_mpi_CPPFLAGS = $(starling_CPPFLAGS) $(MPI_CFLAGS)
starling_mpi_objects = $(starling_OBJECTS) libspread_s.la libspread_d.la libspread_c.la libspread_z.la \
	libcases_s.la libcases_d.la libcases_c.la libcases_z.la libstarling-mpi.la libstarling.la
starling_mpi_LDADD = $(starling_mpi_objects) $(starling_LDADD) $(SCALAPACK_LIBS) $(MPI_LIBS)
starling_mpi_LDFLAGS = $(AM_LDFLAGS) $(MPI_LDFLAGS)
starling_mpi_DEPENDENCIES = $(starling_mpi_objects)
noinst_LTLIBRARIES += libspread_s.la libspread_d.la libspread_c.la libspread_z.la
spread = examples/driver/mpi/scalapack.c examples/driver/mpi/spread.c examples/driver/mpi/spread.h \
	examples/driver/mpi/spread_terms.c examples/driver/mpi/spread_terms.h
libspread_s_la_SOURCES = $(spread)
libspread_s_la_CPPFLAGS = $(starling_mpi_CPPFLAGS) -DSTARLING_PREC_S
libspread_d_la_SOURCES = $(spread)
libspread_d_la_CPPFLAGS = $(starling_mpi_CPPFLAGS) -DSTARLING_PREC_D
libspread_c_la_SOURCES = $(spread)
libspread_c_la_CPPFLAGS = $(starling_mpi_CPPFLAGS) -DSTARLING_PREC_C
libspread_z_la_SOURCES = $(spread)
libspread_z_la_CPPFLAGS = $(starling_mpi_CPPFLAGS) -DSTARLING_PREC_Z
endif

# Compiled once a precision.
noinst_LTLIBRARIES += libcases_s.la libcases_d.la libcases_c.la libcases_z.la
cases = examples/driver/judge.c examples/driver/operands.c examples/driver/operands.h \
	examples/driver/run.c examples/driver/run.h examples/driver/solve_system.c \
	examples/driver/eig_problem.c examples/driver/eig_general.c examples/driver/svd_problem.c \
	$(routine_checks)
cases_cppflags = $(starling_CPPFLAGS)
libcases_s_la_SOURCES = $(cases)
libcases_s_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_S
libcases_d_la_SOURCES = $(cases)
libcases_d_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_D
libcases_c_la_SOURCES = $(cases)
libcases_c_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_C
libcases_z_la_SOURCES = $(cases)
libcases_z_la_CPPFLAGS = $(cases_cppflags) -DSTARLING_PREC_Z
