# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README

# ---- A LAPACK by Starling ------------------------------------------------------------------------

# One object for each precision and size of integers. Three libraries of the same objects: one to preload,
# which brings no LAPACK of its own, the same with level 3 of BLAS, and one to stand for liblapack.so.3.
dropin_sources = %D%/dropin.h %D%/pivots.h %D%/eigen_drivers.h %D%/cholesky.c %D%/lu.c %D%/indefinite.c %D%/nonsymmetric.c %D%/qr.c %D%/eigen.c %D%/svd.c \
	%D%/reductions.c %D%/condition.c %D%/mixed.c
dropin_route = %D%/route.h %D%/route.c %D%/log.h %D%/log.c %D%/crossover.h %D%/crossover.c
if DROPIN
dropin_parts = libdropin_s.la libdropin_d.la libdropin_c.la libdropin_z.la \
	libdropin_s64.la libdropin_d64.la libdropin_c64.la libdropin_z64.la
noinst_LTLIBRARIES += $(dropin_parts)
libdropin_s_la_SOURCES = $(dropin_sources)
libdropin_s_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_S
libdropin_d_la_SOURCES = $(dropin_sources)
libdropin_d_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_D
libdropin_c_la_SOURCES = $(dropin_sources)
libdropin_c_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_C
libdropin_z_la_SOURCES = $(dropin_sources)
libdropin_z_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_Z
libdropin_s64_la_SOURCES = $(dropin_sources)
libdropin_s64_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_S -DSTARLING_ILP64
libdropin_d64_la_SOURCES = $(dropin_sources)
libdropin_d64_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_D -DSTARLING_ILP64
libdropin_c64_la_SOURCES = $(dropin_sources)
libdropin_c64_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_C -DSTARLING_ILP64
libdropin_z64_la_SOURCES = $(dropin_sources)
libdropin_z64_la_CPPFLAGS = $(AM_CPPFLAGS) -DSTARLING_PREC_Z -DSTARLING_ILP64

# BLAS is in a third library only.
dropin_blas = libdropin_blas_s.la libdropin_blas_d.la libdropin_blas_c.la libdropin_blas_z.la \
	libdropin_blas_s64.la libdropin_blas_d64.la libdropin_blas_c64.la libdropin_blas_z64.la
noinst_LTLIBRARIES += $(dropin_blas)
libdropin_blas_s_la_SOURCES = %D%/blas.c
libdropin_blas_s_la_CPPFLAGS = $(libdropin_s_la_CPPFLAGS)
libdropin_blas_s64_la_SOURCES = %D%/blas.c
libdropin_blas_s64_la_CPPFLAGS = $(libdropin_s64_la_CPPFLAGS)
libdropin_blas_d_la_SOURCES = %D%/blas.c
libdropin_blas_d_la_CPPFLAGS = $(libdropin_d_la_CPPFLAGS)
libdropin_blas_d64_la_SOURCES = %D%/blas.c
libdropin_blas_d64_la_CPPFLAGS = $(libdropin_d64_la_CPPFLAGS)
libdropin_blas_c_la_SOURCES = %D%/blas.c
libdropin_blas_c_la_CPPFLAGS = $(libdropin_c_la_CPPFLAGS)
libdropin_blas_c64_la_SOURCES = %D%/blas.c
libdropin_blas_c64_la_CPPFLAGS = $(libdropin_c64_la_CPPFLAGS)
libdropin_blas_z_la_SOURCES = %D%/blas.c
libdropin_blas_z_la_CPPFLAGS = $(libdropin_z_la_CPPFLAGS)
libdropin_blas_z64_la_SOURCES = %D%/blas.c
libdropin_blas_z64_la_CPPFLAGS = $(libdropin_z64_la_CPPFLAGS)

lib_LTLIBRARIES += libstarling-lapack.la libstarling-blas.la
dropin_cppflags = $(AM_CPPFLAGS) -DSL_LIBRARY='"$(SONAME)"'
dropin_ldflags = -module -avoid-version -shared -export-symbols-regex '^[sdcz][a-z0-9_]*_$$'
libstarling_lapack_la_SOURCES = $(dropin_route)
libstarling_lapack_la_CPPFLAGS = $(dropin_cppflags)
libstarling_lapack_la_LDFLAGS = $(dropin_ldflags)
libstarling_lapack_la_LIBADD = $(dropin_parts) -ldl -lpthread
libstarling_blas_la_SOURCES = $(dropin_route)
libstarling_blas_la_CPPFLAGS = $(dropin_cppflags)
libstarling_blas_la_LDFLAGS = $(dropin_ldflags)
libstarling_blas_la_LIBADD = $(dropin_parts) $(dropin_blas) -ldl -lpthread

dropindir = $(libdir)/starling
dropin_LTLIBRARIES = %D%/liblapack.la
dropin_liblapack_la_SOURCES = $(dropin_route) %D%/lapack.c
dropin_liblapack_la_CPPFLAGS = $(dropin_cppflags)
dropin_liblapack_la_LDFLAGS = $(dropin_ldflags)
dropin_liblapack_la_LIBADD = $(dropin_parts) $(BLAS_LIBS) -ldl -lpthread
endif
EXTRA_DIST += $(dropin_sources) $(dropin_route) dropin/blas.c dropin/lapack.c

# For LD_LIBRARY_PATH, and for Debian's alternatives.
install-data-hook:
if DROPIN
	cd '$(DESTDIR)$(libdir)/starling' && ln -sf liblapack.so liblapack.so.3
endif
uninstall-hook:
	rm -f '$(DESTDIR)$(libdir)/starling/liblapack.so.3'
