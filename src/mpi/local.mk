# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
EXTRA_DIST += %D%/starling_mpi.h
if MPI
lib_LTLIBRARIES += libstarling-mpi.la
include_HEADERS += %D%/starling_mpi.h
libstarling_mpi_la_SOURCES = %D%/mpi.c
libstarling_mpi_la_LIBTOOLFLAGS = # there is a static library, too
libstarling_mpi_la_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/%D% $(MPI_CFLAGS)
libstarling_mpi_la_LIBADD = libstarling.la $(MPI_LIBS)
libstarling_mpi_la_LDFLAGS = -version-info $(ABI) -no-undefined -export-symbols-regex '^starling_mpi_'
endif
