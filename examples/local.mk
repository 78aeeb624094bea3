# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# ---- Examples: one file each, run by make check, installed as sources ------------------------

example_programs = examples/ex01_solve_spd examples/ex02_chain examples/ex04_own_codelet \
	examples/ex05_lu examples/ex06_vibrations examples/ex07_block_jacobi \
	examples/ex08_components examples/ex11_control
check_PROGRAMS = $(example_programs)
examples_ex01_solve_spd_LDADD = libstarling.la -lm
examples_ex02_chain_LDADD = libstarling.la
examples_ex04_own_codelet_LDADD = libstarling.la $(STARPU_LIBS)
examples_ex05_lu_LDADD = libstarling.la -lm
examples_ex06_vibrations_LDADD = libstarling.la -lm
examples_ex07_block_jacobi_LDADD = libstarling.la
examples_ex08_components_CPPFLAGS = $(AM_CPPFLAGS) -DTABLE='"$(srcdir)/examples/data/iris.csv"'
examples_ex08_components_LDADD = libstarling.la -lm
examples_ex11_control_LDADD = libstarling.la -lm
CLEANFILES += components.svg
if CUDA
example_programs += examples/ex03_device_memory
examples_ex03_device_memory_CPPFLAGS = $(AM_CPPFLAGS) $(CUDA_CFLAGS)
examples_ex03_device_memory_LDADD = libstarling.la $(CUDA_LIBS)
endif
if MPI # check_mpi.test runs it
check_PROGRAMS += examples/ex09_cluster
examples_ex09_cluster_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/src/mpi $(MPI_CFLAGS)
examples_ex09_cluster_LDADD = libstarling-mpi.la libstarling.la $(MPI_LIBS)
endif

examplesdir = $(docdir)/examples
dist_examples_DATA = examples/ex01_solve_spd.c examples/ex02_chain.c \
	examples/ex03_device_memory.c examples/ex04_own_codelet.c examples/ex05_lu.c \
	examples/ex06_vibrations.c examples/ex07_block_jacobi.c \
	examples/ex08_components.c examples/ex09_cluster.c examples/ex10_scattered.f90 \
	examples/ex11_control.c
examplesdatadir = $(examplesdir)/data
dist_examplesdata_DATA = examples/data/iris.csv
