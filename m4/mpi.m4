# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_MPI: whether libstarling-mpi is built, which needs StarPU-MPI and the MPI that it was built
# with. Sets MPI_CFLAGS and MPI_LIBS: what the wrapper MPICC adds to a command, and StarPU-MPI. MPI_LDFLAGS are
# for programs.

AC_DEFUN([STARLING_MPI], [
AC_ARG_WITH([mpi], [AS_HELP_STRING([--without-mpi],
  [no libstarling-mpi (default: if StarPU has StarPU-MPI and mpicc is found)])], [], [with_mpi=check])
AC_ARG_VAR([MPICC], [compiler wrapper of the MPI of StarPU-MPI])
starling_mpi=no
starling_mpi_text="no: --without-mpi"
AS_IF([test "$with_mpi" != no], [
  PKG_CHECK_MODULES([STARPUMPI], [starpumpi-1.4], [starling_mpi=yes],
    [starling_mpi_text="no: StarPU was built without MPI"])])
# In simulation MPI is SimGrid's, SMPI, which loads a program as a shared object once a process. StarPU-MPI
# of another StarPU may be found, too.
starling_mpicc=mpicc
MPI_LDFLAGS=
AS_IF([test "$starling_mpi $starpu_simgrid" = "yes yes"], [
  starling_mpicc=smpicc MPI_LDFLAGS="-Wc,-shared"
  AS_IF([test "`$PKG_CONFIG --variable=prefix starpumpi-1.4`" != "`$PKG_CONFIG --variable=prefix starpu-1.4`"],
    [starling_mpi=no; starling_mpi_text="no: one machine is simulated"])])
AS_IF([test $starling_mpi = yes], [
  AC_PATH_PROGS([MPICC], [$starling_mpicc], [no])
  starling_show=`$MPICC -show 2>/dev/null | tr ' ' '\n'`
  MPI_CFLAGS=`AS_ECHO(["$starling_show"]) | $SED -n 's/^-I/-isystem /p; /^-D/p' | tr '\n' ' '`
  MPI_LIBS=`AS_ECHO(["$starling_show"]) | $SED -n '/^-[[Ll]]/p; /^-Wl,/p; /^-pthread/p' | tr '\n' ' '`
  MPI_LIBS="$STARPUMPI_LIBS $MPI_LIBS"
  starling_save_CPPFLAGS=$CPPFLAGS starling_save_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS $STARPU_CFLAGS $MPI_CFLAGS" LIBS="$MPI_LIBS $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <starpu_mpi.h>]],
    [[return starpu_mpi_init_comm(NULL, NULL, 0, MPI_COMM_WORLD);]])],
    [starling_mpi_text="StarPU-MPI, with $MPICC"],
    [starling_mpi=no; starling_mpi_text="no: no program of StarPU-MPI links with $MPICC"])
  CPPFLAGS=$starling_save_CPPFLAGS LIBS=$starling_save_LIBS
])
AS_IF([test "$with_mpi" = yes && test $starling_mpi = no],
  [AC_MSG_ERROR([--with-mpi: $starling_mpi_text])])
# ScaLAPACK is for --ref scalapack of starling-mpi alone.
SCALAPACK_LIBS=
AS_IF([test "$starling_mpi $starpu_simgrid" = "yes no"], [
  starling_mpi_text="$starling_mpi_text; no ScaLAPACK to compare with"
  starling_save_LIBS=$LIBS
  for starling_lib in -lscalapack-openmpi -lscalapack-mpich -lscalapack; do
    LIBS="$starling_lib $MPI_LIBS $starling_save_LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[char pdpotrf_(), pzgeqrf_(), Cblacs_gridinit();]],
      [[pdpotrf_(); pzgeqrf_(); Cblacs_gridinit();]])],
      [SCALAPACK_LIBS=$starling_lib
       starling_mpi_text="StarPU-MPI, with $MPICC; ScaLAPACK to compare with"
       AC_DEFINE([HAVE_SCALAPACK], [1], [Whether starling-mpi has ScaLAPACK to compare with.])
       break])
  done
  LIBS=$starling_save_LIBS
])
AC_SUBST([SCALAPACK_LIBS])
AC_SUBST([MPI_CFLAGS])
AC_SUBST([MPI_LDFLAGS])
AC_SUBST([MPI_LIBS])
AM_CONDITIONAL([MPI], [test $starling_mpi = yes])
])
