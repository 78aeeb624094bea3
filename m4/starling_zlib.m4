# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_ZLIB: zlib, by which the command reads compressed matrices. Sets ZLIB_LIBS and
# HAVE_ZLIB; the library does not use it.
AC_DEFUN([STARLING_ZLIB], [
AC_ARG_WITH([zlib], [AS_HELP_STRING([--without-zlib],
  [do not read matrices that gzip has compressed (default: where zlib is found)])],
  [], [with_zlib=check])
ZLIB_LIBS=
starling_zlib_text="gzip is not read (--without-zlib)"
AS_IF([test "$with_zlib" != no],
  [AC_CHECK_HEADER([zlib.h], [AC_CHECK_LIB([z], [gzread], [ZLIB_LIBS=-lz])])
   AS_IF([test -n "$ZLIB_LIBS"],
     [AC_DEFINE([HAVE_ZLIB], [1], [Whether compressed matrices are read])
      starling_zlib_text="gzip, by zlib"],
     [test "$with_zlib" = yes],
     [AC_MSG_ERROR([zlib was not found. Debian: zlib1g-dev.])],
     [starling_zlib_text="gzip is not read: zlib was not found (Debian: zlib1g-dev)"])])
AC_SUBST([ZLIB_LIBS])
])
