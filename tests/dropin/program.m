# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Octave's linear algebra: residuals of every kind of problem that the drop-in library takes.

rand("seed", 1); randn("seed", 1);
for n = [5 60 300]
  a = randn(n); s = a'*a + n*eye(n); b = randn(n, 2);
  small = @(x) assert(norm(x, 1) < 1e-8 * n);
  small(a*(a\b) - b); small(s*(s\b) - b); r = chol(s); small(r'*r - s);
  [l, u, p] = lu(a); small(l*u - p*a); small(inv(a)*a - eye(n));
  [v, d] = eig(s); small(v*d*v' - s); [u, d, v] = svd(a); small(u*d*v' - a);
  [q, r] = qr(a); small(q*r - a); small(pinv(a(:, 1:3))*a(:, 1:3) - eye(3));
  small(a(:, 1:3)\b - pinv(a(:, 1:3))*b);
  z = a + i*randn(n); small(z*(z\b) - b); h = z + z'; [v, d] = eig(h); small(v*d*v' - h);
  [v, d] = eig(h, s); small(h*v - s*v*d);
  [r, fail] = chol(-s); assert(fail == 1); assert(svd(single(a)), single(svd(a)), 1e-3 * n);
end
