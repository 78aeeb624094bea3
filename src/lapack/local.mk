# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
# Once a precision.
kernels += %D%/lapack.h %D%/values.h %D%/auxiliary.c %D%/band.c %D%/blas3.c %D%/cholesky.c %D%/lu.c %D%/ldl.c %D%/qr.c
kernels += %D%/condition.c %D%/equilibrate.c %D%/equilibrate.h %D%/expert.c
kernels += %D%/batches.h %D%/batched.c %D%/vbatched.c %D%/eigen.c %D%/he2hb.c %D%/heevd.c %D%/hegvd.c %D%/gesvd.c %D%/gelsd.c %D%/gepolar.c %D%/trevc3.c %D%/geev.c %D%/gehrd.c %D%/hetrd.c %D%/gebrd.c %D%/hseqr.c %D%/trsen.c %D%/gees.c
real_kernels += %D%/eigen_tridiagonal.c %D%/bdsdc.c # in s and d only
wide_kernels += %D%/mixed.c # in d and z, which have a lower precision
library_tests += tests/check_band
