# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
EXTRA_DIST += %D%/spack/starling/package.py %D%/guix/starling.scm \
	debian/changelog debian/control debian/copyright debian/rules debian/source/format \
	debian/libstarling-dev.install debian/libstarling-dev.lintian-overrides \
	debian/libstarling-lapack.lintian-overrides debian/libstarling-lapack.install \
	debian/libstarling-lapack.postinst debian/libstarling-lapack.prerm debian/libstarling0.install \
	debian/libstarling-mpi0.install debian/starling-mpi.install \
	debian/python3-starling.install debian/starling.install \
	tests/check_packaging.test
if !SIMGRID
TESTS += tests/check_packaging.test
endif
