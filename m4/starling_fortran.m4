# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_FORTRAN: a compiler for the Fortran module. Sets FC, FCFLAGS and the conditional FORTRAN. No Fortran
# object is in a library, so libtool and Automake need not know of the language.
AC_DEFUN([STARLING_FORTRAN], [
AC_ARG_VAR([FC], [Fortran compiler])
AC_ARG_VAR([FCFLAGS], [its flags])
AC_ARG_VAR([fortrandir], [folder for starling.mod and starling.f90 (default: INCLUDEDIR/starling)])
AC_ARG_WITH([fortran], [AS_HELP_STRING([--without-fortran],
  [no Fortran module; its source is installed (default: where a compiler is found)])],
  [], [with_fortran=check])
starling_fortran_text="no (--without-fortran)" starling_fortran=no
AS_IF([test "$with_fortran" != no], [
  AC_CHECK_TOOLS([FC], [gfortran flang flang-new ifx nvfortran])
  AS_IF([test "${FCFLAGS+set}" != set], [
    FCFLAGS="-O2 -g"
    for word in $CFLAGS; do # one link needs them everywhere
      AS_CASE([$word], [-fsanitize=*|-fno-sanitize*], [FCFLAGS="$FCFLAGS $word"])
    done])
  AS_IF([test -n "$FC"], [
    AC_MSG_CHECKING([whether $FC compiles interfaces of Fortran 2018])
    mkdir conftest.dir
    cat >conftest.dir/conftest.f90 <<'_ACEOF'
module conftest
    use, intrinsic :: iso_c_binding
    interface conftest_g
        integer(c_int) function conftest_g(a, n) bind(C)
            import
            type(*) :: a(*)
            integer(c_int), optional :: n
        end function
    end interface
end module
_ACEOF
    AS_IF([(cd conftest.dir && $FC $FCFLAGS -c conftest.f90) >&AS_MESSAGE_LOG_FD 2>&1 &&
           test -f conftest.dir/conftest.mod],
      [starling_fortran=yes starling_fortran_text="$FC $FCFLAGS"],
      [starling_fortran_text="no: $FC does not compile the interfaces, see config.log"])
    rm -rf conftest.dir
    AC_MSG_RESULT([$starling_fortran])
  ], [starling_fortran_text="no: no compiler was found (Debian: gfortran)"])
  AS_IF([test "$starling_fortran$with_fortran" = noyes],
    [AC_MSG_ERROR([Fortran module: $starling_fortran_text])])
])
AS_IF([test -z "$fortrandir"], [fortrandir='${includedir}/starling'])
AM_CONDITIONAL([FORTRAN], [test "$starling_fortran" = yes])
])
