# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# R's linear algebra: residuals of every kind of problem that the drop-in library takes.

set.seed(1)
for (n in c(5, 60, 300)) {
  a <- matrix(rnorm(n*n), n); s <- crossprod(a) + n*diag(n); b <- matrix(rnorm(2*n), n)
  small <- function(x) stopifnot(is.finite(max(abs(x))), max(abs(x)) < 1e-8 * n)
  small(a %*% solve(a, b) - b); small(crossprod(chol(s)) - s)
  small(chol2inv(chol(s)) %*% s - diag(n))
  e <- eigen(s); small(e$vectors %*% (e$values * t(e$vectors)) - s)
  v <- svd(a); small(v$u %*% (v$d * t(v$v)) - a)
  q <- qr(a, LAPACK=TRUE); small(qr.Q(q) %*% qr.R(q) - a[, q$pivot])
  small(determinant(s)$modulus - sum(log(e$values)))
  z <- matrix(complex(real=rnorm(n*n), imaginary=rnorm(n*n)), n); small(z %*% solve(z) - diag(n))
  h <- z + Conj(t(z)); e <- eigen(h); small(e$vectors %*% (e$values * Conj(t(e$vectors))) - h)
  stopifnot(inherits(try(chol(-s), silent=TRUE), "try-error"))
  stopifnot(inherits(try(solve(matrix(0, n, n)), silent=TRUE), "try-error"))
}
