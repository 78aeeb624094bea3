# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_STARPU: StarPU >= 1.4, and what it was built with. Sets STARPU_CFLAGS and
# STARPU_LIBS, starpu_cuda, starpu_simgrid (yes or no) and the words for the summary.

AC_DEFUN([STARLING_STARPU], [
AC_ARG_WITH([starpu], [AS_HELP_STRING([--with-starpu=DIR],
  [prefix where StarPU is installed (default: what pkg-config finds)])], [], [with_starpu=yes])
AS_CASE([$with_starpu],
  [no], [AC_MSG_ERROR([Starling is built on StarPU: --without-starpu cannot be])],
  [yes], [],
  [PKG_CONFIG_PATH="$with_starpu/lib/pkgconfig:$PKG_CONFIG_PATH"; export PKG_CONFIG_PATH])
PKG_CHECK_MODULES([STARPU], [starpu-1.4 >= 1.4], [],
  [AC_MSG_ERROR([StarPU 1.4 or later was not found by pkg-config. tools/starpu builds and
installs it; --with-starpu=DIR says where it is.])])
starling_starpu_version=`$PKG_CONFIG --modversion starpu-1.4`

# The warnings of StarPU's and CUDA's headers are not ours.
STARPU_CFLAGS=`AS_ECHO(["$STARPU_CFLAGS"]) | $SED 's/-I/-isystem /g'`
starling_save_CPPFLAGS=$CPPFLAGS
CPPFLAGS="$CPPFLAGS $STARPU_CFLAGS"
STARLING_PROBE([cuda], [STARPU_USE_CUDA])
STARLING_PROBE([simgrid], [STARPU_SIMGRID])
STARLING_PROBE([fxt], [STARPU_USE_FXT])
STARLING_PROBE([glpk], [STARPU_HAVE_GLPK_H])
CPPFLAGS=$starling_save_CPPFLAGS

starling_starpu_text="StarPU $starling_starpu_version"
AS_IF([test $starpu_simgrid = yes],
  [STARPU_LIBS="$STARPU_LIBS -lsimgrid"
  starling_starpu_text="$starling_starpu_text, SimGrid flavour: machines are simulated, nothing is computed"])
starling_fxt_text="no: StarPU was built without FxT; --trace is off"
AS_IF([test $starpu_fxt = yes], [starling_fxt_text="yes, FxT"])
starling_glpk_text="our own only: StarPU was built without GLPK"
AS_IF([test $starpu_glpk = yes], [starling_glpk_text="our own, and StarPU's (GLPK)"])
AM_CONDITIONAL([SIMGRID], [test $starpu_simgrid = yes])
])

# STARLING_PROBE(NAME, MACRO): sets starpu_NAME to whether starpu_config.h defines MACRO.
AC_DEFUN([STARLING_PROBE], [
AC_MSG_CHECKING([whether StarPU has $1])
AC_PREPROC_IFELSE([AC_LANG_SOURCE([[
#include <starpu_config.h>
#ifndef $2
#error no
#endif]])], [starpu_$1=yes], [starpu_$1=no])
AC_MSG_RESULT([$starpu_$1])
])
