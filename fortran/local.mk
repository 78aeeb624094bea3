# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
EXTRA_DIST += %D%/starling.awk tests/check_fortran.f90 \
	tests/installcheck/consumer.f90

# ---- The module of Fortran -------------------------------------------------------------------------

AM_V_FC = $(AM_V_FC_@AM_V@)
AM_V_FC_ = $(AM_V_FC_@AM_DEFAULT_V@)
AM_V_FC_0 = @echo "  FC      " $@;
AM_V_FC_1 =

nodist_fortran_DATA = %D%/starling.f90
%D%/starling.f90: $(srcdir)/%D%/starling.awk $(srcdir)/src/starling.h $(srcdir)/src/exports.sym
	$(AM_V_GEN)$(MKDIR_P) %D% && \
	$(CC) $(CPPFLAGS) -E -P $(srcdir)/src/starling.h >%D%/starling.i && \
	$(AWK) -f $(srcdir)/%D%/starling.awk $(srcdir)/src/exports.sym %D%/starling.i >$@.tmp && \
	rm -f %D%/starling.i && mv $@.tmp $@
CLEANFILES += %D%/starling.f90 %D%/starling.f90.tmp %D%/starling.i

# A compiler writes the module where it runs, and not again if it stays the same.
if FORTRAN
nodist_fortran_DATA += %D%/starling.mod
%D%/starling.mod: %D%/starling.f90
	$(AM_V_FC)cd %D% && $(FC) $(FCFLAGS) -c starling.f90 && rm -f starling.o && touch starling.mod
CLEANFILES += %D%/starling.mod %D%/starling.o

# Programs, each of one file.
fortran_tests = tests/check_fortran
fortran_examples = examples/ex10_scattered
fortran_link = $(AM_V_FC)$(MKDIR_P) $(@D) && \
	$(FC) $(FCFLAGS) -I%D% -c $(srcdir)/$@.f90 -o $@.o && \
	$(LIBTOOL) $(AM_V_lt) --tag=CC --mode=link $(FC) $(FCFLAGS) $@.o libstarling.la -o $@
tests/check_fortran: $(srcdir)/tests/check_fortran.f90 %D%/starling.mod libstarling.la
	$(fortran_link)
examples/ex10_scattered: $(srcdir)/examples/ex10_scattered.f90 %D%/starling.mod libstarling.la
	$(fortran_link)
mostlyclean-local:
	rm -f $(fortran_tests:=.o) $(fortran_examples:=.o)
# check_fortran has a module of its own, which a compiler writes where it runs.
CLEANFILES += $(fortran_tests) $(fortran_examples) check_fortran_handler.mod
endif
