# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# NumPy and SciPy's linear algebra: residuals of every kind of problem that the drop-in library takes.

import numpy as np
import scipy.linalg as sl

random = np.random.default_rng(1)


def small(x, n):
    assert np.isfinite(x).all() and np.abs(x).max() < 1e-9 * n, np.abs(x).max()


def fails(function, *arguments):
    try:
        function(*arguments)
    except np.linalg.LinAlgError:
        return True
    return False


for n in (5, 60, 300):
    for i in (0, 1j):
        a = random.standard_normal((n, n)) + i * random.standard_normal((n, n))
        b = random.standard_normal((n, 3))
        h = a @ a.conj().T + n * np.eye(n)
        small(a @ np.linalg.solve(a, b) - b, n)
        small(np.linalg.inv(a) @ a - np.eye(n), n)
        l = np.linalg.cholesky(h)
        small(l @ l.conj().T - h, n)
        small(h @ sl.cho_solve(sl.cho_factor(h), b) - b, n)
        q, r = np.linalg.qr(a)
        small(q @ r - a, n)
        u, s, vt = np.linalg.svd(a)
        small(u * s @ vt - a, n)
        u, s, vt = sl.svd(a, lapack_driver="gesvd", full_matrices=False)
        small(u * s @ vt - a, n)
        x = np.linalg.lstsq(a[:, :3], b, rcond=None)[0]
        small(a[:, :3].conj().T @ (a[:, :3] @ x - b), n)
        for driver in ("ev", "evd", "evr", "evx"):
            w, v = sl.eigh(h, driver=driver)
            small((h @ v - v * w) / n, n)
        w, v = sl.eigh(h, subset_by_index=(1, 3))
        small((h @ v - v * w) / n, n)
        for driver in ("gv", "gvd"):
            w, v = sl.eigh(a + a.conj().T, h, driver=driver)
            small(((a + a.conj().T) @ v - h @ v * w) / n, n)
        assert fails(np.linalg.solve, np.zeros((n, n)), b)
        assert fails(np.linalg.cholesky, -h)
