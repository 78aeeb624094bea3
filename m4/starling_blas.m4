# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_BLAS: CBLAS and LAPACKE for the CPU kernels, OpenBLAS unless told otherwise. Sets
# BLAS_CFLAGS, BLAS_LIBS and SL_BLAS_NAME, which names the perf models.
AC_DEFUN([STARLING_BLAS], [
AC_ARG_WITH([blas], [AS_HELP_STRING([--with-blas=LIBS],
  [what to link for CBLAS, LAPACK and LAPACKE (default: OpenBLAS and LAPACKE by pkg-config)])],
  [], [with_blas=yes])
AS_CASE([$with_blas],
  [no], [AC_MSG_ERROR([the CPU kernels need a BLAS: --without-blas cannot be])],
  [yes], [PKG_CHECK_MODULES([BLAS], [openblas lapacke], [starling_blas_name=openblas],
    [AC_MSG_ERROR([OpenBLAS and LAPACKE were not found by pkg-config. Debian: libopenblas-dev
and liblapacke-dev; others: --with-blas=LIBS.])])
    starling_blas_text="OpenBLAS `$PKG_CONFIG --modversion openblas`, LAPACKE `$PKG_CONFIG --modversion lapacke`"],
  [BLAS_CFLAGS= BLAS_LIBS=$with_blas starling_blas_name=blas
   starling_blas_text="$with_blas"])
AC_SUBST([BLAS_CFLAGS])
AC_SUBST([BLAS_LIBS])

starling_save_LIBS=$LIBS
LIBS="$BLAS_LIBS $LIBS"
AC_MSG_CHECKING([that cblas_dgemm and LAPACKE_dpotrf_work link])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[char cblas_dgemm(void), LAPACKE_dpotrf_work(void);]],
    [[return cblas_dgemm() + LAPACKE_dpotrf_work();]])],
  [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([$BLAS_LIBS does not have both; see config.log])])
AC_CHECK_FUNCS([openblas_set_num_threads openblas_get_config openblas_get_corename blas_memory_alloc])
LIBS=$starling_save_LIBS
AC_DEFINE_UNQUOTED([SL_BLAS_NAME], ["$starling_blas_name"], [Name of the BLAS, in perf-model symbols])
])
