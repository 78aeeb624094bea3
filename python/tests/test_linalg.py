# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Each function computes in four types what its name says, by scaled residuals, and what SciPy computes where
the result is unique."""

import inspect
import unittest

import numpy as np

import starling

try:
    import scipy.linalg
except ImportError:
    scipy = None

TYPES = np.float32, np.float64, np.complex64, np.complex128
SIZES = 0, 1, 2, 7, 53, 200


def random(rng, *shape, dtype):
    a = rng.uniform(-0.5, 0.5, shape)
    if np.issubdtype(dtype, np.complexfloating):
        a = a + 1j * rng.uniform(-0.5, 0.5, shape)
    return a.astype(dtype)


def hermitian(a):
    return (a + a.conj().T) / 2


def positive_definite(rng, n, dtype):
    return hermitian(random(rng, n, n, dtype=dtype)) + n * np.eye(n, dtype=dtype)


def norm(a):
    return np.abs(a).sum(-1).max(initial=0)


class Case(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(1)

    def each(self, sizes=SIZES):
        for dtype in TYPES:
            for size in sizes:
                self.case = dtype.__name__, size
                yield dtype, size

    def assertSmall(self, difference, scale, dtype):
        """norm(difference), relative to eps, the order and a scale, is at most 30; NaN is not."""
        self.assertEqual(difference.dtype, np.dtype(dtype))
        order = max(1, *difference.shape)
        residual = norm(difference) / (np.finfo(dtype).eps * order * max(scale, 1e-30))
        self.assertLessEqual(residual, 30)

    def assertSolves(self, a, x, b):
        self.assertSmall(a @ x - b, norm(a) * norm(x), a.dtype)

    def assertOrthonormal(self, q):
        self.assertSmall(q.conj().T @ q - np.eye(q.shape[1], dtype=q.dtype), 1, q.dtype)


class Systems(Case):
    def test_solve(self):
        for dtype, n in self.each():
            a, b = random(self.rng, n, n, dtype=dtype), random(self.rng, n, 3, dtype=dtype)
            kept = a.copy(), b.copy()
            self.assertSolves(a, starling.solve(a, b), b)
            self.assertSolves(a.T, starling.solve(a, b, transposed=True), b)
            x = starling.solve(a, b[:, 0])
            self.assertEqual(x.shape, (n,))
            self.assertSolves(a, x[:, None], b[:, :1])
            np.testing.assert_array_equal(a, kept[0])
            np.testing.assert_array_equal(b, kept[1])

    def test_solve_positive_definite(self):
        for dtype, n in self.each():
            a, b = positive_definite(self.rng, n, dtype), random(self.rng, n, 2, dtype=dtype)
            for lower in False, True:
                half = (np.tril if lower else np.triu)(a)  # the other triangle is not read
                self.assertSolves(a, starling.solve(half, b, assume_a="pos", lower=lower), b)

    def test_solve_indefinite(self):
        for dtype, n in self.each():
            a, b = random(self.rng, n, n, dtype=dtype), random(self.rng, n, 2, dtype=dtype)
            for kind, whole in ("sym", (a + a.T) / 2), ("her", hermitian(a)):
                for lower in False, True:
                    half = (np.tril if lower else np.triu)(whole)  # the other triangle is not read
                    self.assertSolves(whole, starling.solve(half, b, assume_a=kind, lower=lower), b)
        with self.assertRaisesRegex(starling.LinAlgError, "of D is zero"):
            starling.solve(np.zeros((3, 3)), np.ones(3), assume_a="sym")

    def test_cholesky(self):
        for dtype, n in self.each():
            a, b = positive_definite(self.rng, n, dtype), random(self.rng, n, dtype=dtype)
            for lower in False, True:
                c, low = starling.cho_factor(a, lower=lower)
                self.assertEqual(low, lower)
                f = np.tril(c) if lower else np.triu(c).conj().T
                self.assertSmall(f @ f.conj().T - a, norm(a), dtype)
                x = starling.cho_solve((c, low), b)
                self.assertSolves(a, x[:, None], b[:, None])

    def test_lu(self):
        for dtype, n in self.each():
            a, b = random(self.rng, n, n, dtype=dtype), random(self.rng, n, 2, dtype=dtype)
            factors = starling.lu_factor(a)
            for trans, op in enumerate((a, a.T, a.conj().T)):
                self.assertSolves(op, starling.lu_solve(factors, b, trans=trans), b)
            if scipy and n:
                lu, piv = scipy.linalg.lu_factor(a)
                np.testing.assert_array_equal(factors[1], piv)
                self.assertSolves(a, scipy.linalg.lu_solve(factors, b), b)

    def test_lu_of_rectangles(self):
        for dtype in TYPES:
            for m, n in (53, 20), (20, 53), (5, 0), (0, 5):
                a = random(self.rng, m, n, dtype=dtype)
                lu, piv = starling.lu_factor(a)
                k = min(m, n)
                L = np.tril(lu[:, :k], -1) + np.eye(m, k, dtype=dtype)
                for i, p in enumerate(piv):
                    a[[i, p]] = a[[p, i]]
                self.assertSmall(L @ np.triu(lu[:k]) - a, norm(a), dtype)

    def test_inv(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            x = starling.inv(a)
            self.assertSmall(a @ x - np.eye(n, dtype=dtype), norm(a) * norm(x), dtype)

    def test_inv_of_one_triangle(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            for kind, whole in ("sym", (a + a.T) / 2), ("her", hermitian(a)):
                for lower in False, True:
                    half = (np.tril if lower else np.triu)(whole)  # the other triangle is not read
                    x = starling.inv(half, assume_a=kind, lower=lower)
                    self.assertSmall(whole @ x - np.eye(n, dtype=dtype), norm(whole) * norm(x), dtype)
                    np.testing.assert_array_equal(x, x.T if kind == "sym" else x.conj().T)
        with self.assertRaisesRegex(starling.LinAlgError, "of D is zero"):
            starling.inv(np.zeros((3, 3)), assume_a="sym")

    def test_ldl(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            for her, whole in (False, (a + a.T) / 2), (True, hermitian(a)):
                for lower in False, True:
                    triangle = np.tril if lower else np.triu
                    lu, d, perm = starling.ldl(triangle(whole), lower=lower, hermitian=her)
                    self.assertSmall(lu @ d @ (lu.conj() if her else lu).T - whole, norm(whole), dtype)
                    np.testing.assert_array_equal(lu[perm], triangle(lu[perm]))
                    np.testing.assert_array_equal(np.diag(lu[perm]), 1)
                    np.testing.assert_array_equal(d, np.triu(np.tril(d, 1), -1))

    def test_banded(self):
        for dtype, n in self.each():
            for l, u in (0, 0), (1, 2), (3, 0), (7, 9):
                ab, b = random(self.rng, l + u + 1, n, dtype=dtype), random(self.rng, n, 3, dtype=dtype)
                ab[u] += l + u + 1
                a = np.zeros((n, n), dtype)
                for j in range(n):
                    for i in range(max(0, j - u), min(n, j + l + 1)):
                        a[i, j] = ab[u + i - j, j]
                kept = ab.copy(), b.copy()
                self.assertSolves(a, starling.solve_banded((l, u), ab, b), b)
                x = starling.solve_banded((l, u), ab, b[:, 0])
                self.assertSolves(a, x[:, None], b[:, :1])
                np.testing.assert_array_equal(ab, kept[0])
                np.testing.assert_array_equal(b, kept[1])
        with self.assertRaisesRegex(starling.LinAlgError, "singular: element 1"):
            starling.solve_banded((0, 0), np.array([[1.0, 0.0]]), np.ones(2))
        with self.assertRaisesRegex(ValueError, "ab has 2 rows, but must have 3"):
            starling.solve_banded((1, 1), np.ones((2, 4)), np.ones(4))

    def test_banded_positive_definite(self):
        for dtype, n in self.each():
            for kd in 0, 1, 5:
                ab, b = random(self.rng, kd + 1, n, dtype=dtype), random(self.rng, n, 2, dtype=dtype)
                for lower in False, True:
                    half = ab.copy()
                    half[0 if lower else kd] = 2 * (kd + 1)
                    a = np.zeros((n, n), dtype)
                    for j in range(n):
                        for i in range(max(0, j - kd), j + 1):
                            v = half[j - i, i] if lower else half[kd + i - j, j]
                            a[(j, i) if lower else (i, j)] = v
                            a[(i, j) if lower else (j, i)] = v.conj()
                    self.assertSolves(a, starling.solveh_banded(half, b, lower=lower), b)
                    factor = starling.cholesky_banded(half, lower=lower)
                    self.assertSolves(a, starling.cho_solve_banded((factor, lower), b), b)
                    if scipy and n:
                        self.assertSolves(a, scipy.linalg.cho_solve_banded((factor, lower), b), b)
        with self.assertRaisesRegex(starling.LinAlgError, "minor of order 2"):
            starling.solveh_banded(np.array([[1.0, -1.0]]), np.ones(2))

    def test_failures(self):
        a = np.eye(4)
        a[2, 2] = 0
        with self.assertRaisesRegex(starling.LinAlgError, "singular: element 2"):
            starling.solve(a, np.ones(4))
        with self.assertRaisesRegex(starling.LinAlgError, "singular"):
            starling.inv(a)
        with self.assertWarns(starling.LinAlgWarning):
            starling.lu_factor(a)
        a[2, 2] = -1
        for function in starling.cho_factor, lambda a: starling.solve(a, np.ones(4), assume_a="pos"):
            with self.assertRaisesRegex(starling.LinAlgError, "minor of order 3"):
                function(a)
        with self.assertRaisesRegex(starling.LinAlgError, "minor of order 3 of b"):
            starling.eigh(np.eye(4), a)
        self.assertTrue(issubclass(starling.LinAlgError, np.linalg.LinAlgError))

    def test_overwrite(self):
        """In place by columns, also a part of a larger array; a copy in all other cases."""
        n = 60
        a = np.asfortranarray(random(self.rng, n, n, dtype=np.float64))
        b = random(self.rng, n, dtype=np.float64)
        whole = np.zeros((n + 9, n + 5), order="F")
        for array in a.copy(order="F"), whole[3 : n + 3, 2 : n + 2]:
            array[...] = a
            right = b.copy()
            x = starling.solve(array, right, overwrite_a=True, overwrite_b=True)
            self.assertIs(x, right)
            self.assertSolves(a, x[:, None], b[:, None])
            self.assertFalse((array == a).all())
            array[...] = a
            lu, piv = starling.lu_factor(array, overwrite_a=True)
            self.assertIs(lu, array)
        self.assertEqual(np.abs(whole[:3]).max() + np.abs(whole[n + 3 :]).max(), 0)
        self.assertEqual(np.abs(whole[:, :2]).max() + np.abs(whole[:, n + 2 :]).max(), 0)
        fixed = a.copy(order="F")
        fixed.flags.writeable = False
        swapped = a.astype(">f8", order="F")
        for array in np.ascontiguousarray(a), a[::-1, ::-1], fixed, swapped:
            kept = array.copy()
            inverse = starling.inv(array, overwrite_a=True)
            np.testing.assert_array_equal(array, kept)
            self.assertSmall(inverse @ kept.astype(inverse.dtype) - np.eye(n, dtype=inverse.dtype),
                             norm(inverse) * norm(a), inverse.dtype)
        # A is B: one of them must be copied.
        both = a.copy(order="F")
        x = starling.solve(both, both, overwrite_a=True, overwrite_b=True)
        self.assertSolves(a, x, a)

    def test_types(self):
        """Integers and booleans become float64; a common type is found, as by SciPy."""
        x = starling.solve([[2, 0], [0, 4]], [1, 1])
        self.assertEqual(x.dtype, np.float64)
        np.testing.assert_allclose(x, [0.5, 0.25])
        x = starling.solve(np.eye(2, dtype=np.float32), np.ones(2, np.complex64))
        self.assertEqual(x.dtype, np.complex64)
        x = starling.solve(np.eye(2, dtype=np.float32), np.ones(2))
        self.assertEqual(x.dtype, np.float64)


class Names(unittest.TestCase):
    @unittest.skipIf(scipy is None, "no SciPy")
    def test_arguments(self):
        """Arguments have SciPy's names and defaults; those without a keyword stand in its order."""
        for name in starling._linalg.__dict__:
            ours, theirs = getattr(starling, name, None), getattr(scipy.linalg, name, None)
            if not inspect.isfunction(ours) or name not in starling.__all__:
                continue
            ours, theirs = (inspect.signature(f).parameters for f in (ours, theirs))
            places = [p for p in ours.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
            self.assertEqual([p.name for p in places], list(theirs)[: len(places)], name)
            for parameter in ours.values():
                # A release of SciPy may lack one, and newer ones find out what a matrix is.
                if parameter.name in theirs and parameter.name != "assume_a":
                    self.assertEqual(parameter.default, theirs[parameter.name].default, (name, parameter))


class LeastSquares(Case):
    shapes = (0, 0), (1, 1), (5, 0), (0, 5), (53, 53), (90, 20), (20, 90), (2, 1), (1, 2)

    def each_shape(self):
        for dtype in TYPES:
            for m, n in self.shapes:
                self.case = dtype.__name__, m, n
                yield dtype, m, n

    def test_qr(self):
        for dtype, m, n in self.each_shape():
            a = random(self.rng, m, n, dtype=dtype)
            k = min(m, n)
            for mode, columns in ("full", m), ("economic", k):
                q, r = starling.qr(a, mode=mode)
                self.assertEqual((q.shape, r.shape), ((m, columns), (columns, n)))
                self.assertOrthonormal(q)
                self.assertSmall(q @ r - a, norm(a), dtype)
                np.testing.assert_array_equal(r, np.triu(r))
            (only,) = starling.qr(a, mode="r")
            self.assertEqual(only.shape, (m, n))
            np.testing.assert_array_equal(only[:k], r)
            (raw, tau), r = starling.qr(a, mode="raw")
            self.assertEqual((raw.shape, tau.shape, r.shape), ((m, n), (k,), (k, n)))
            if k:  # the first reflector makes the first column of R
                v = np.concatenate([[1], raw[1:, 0]]).astype(dtype)
                first = a[:, 0] - tau[0].conj() * v * (v.conj() @ a[:, 0])
                self.assertSmall((first - r[0, 0] * np.eye(m, 1, dtype=dtype)[:, 0])[:, None], norm(a), dtype)

    def test_lstsq(self):
        for dtype, m, n in self.each_shape():
            a, b = random(self.rng, m, n, dtype=dtype), random(self.rng, m, 2, dtype=dtype)
            x, residues, rank, s = starling.lstsq(a, b)
            self.assertEqual((x.shape, rank), ((n, 2), min(m, n)))
            rest = a @ x - b
            self.assertSmall(a.conj().T @ rest, norm(a) * norm(a.T) * norm(x) + norm(b), dtype)
            self.assertEqual(residues.shape, (2,) if m > n else (0,))
            if m > n:
                np.testing.assert_allclose(residues, (np.abs(rest) ** 2).sum(0), rtol=1e-3)
            if n and m:
                expected = np.linalg.lstsq(a, b, rcond=None)
                np.testing.assert_allclose(s, expected[3], rtol=0, atol=30 * np.finfo(dtype).eps * s[0] * max(m, n))
                self.assertLessEqual(norm(x), 1.01 * norm(expected[0]) + 1e-3)
            y = starling.lstsq(a, b[:, 0])[0]
            self.assertEqual(y.shape, (n,))

    def test_rank(self):
        for dtype in TYPES:
            for m, n in (40, 30), (30, 40):
                a = random(self.rng, m, 5, dtype=dtype) @ random(self.rng, 5, n, dtype=dtype)
                b = random(self.rng, m, dtype=dtype)
                tolerance = 1e-4
                x, residues, rank, s = starling.lstsq(a, b, cond=tolerance)
                self.assertEqual((rank, residues.shape), (5, (0,)))
                p, rank = starling.pinv(a, rtol=tolerance, return_rank=True)
                self.assertEqual((rank, p.shape), (5, (n, m)))
                expected = np.linalg.pinv(a, rcond=tolerance)
                self.assertSmall(p - expected, norm(expected) * 30, dtype)
                np.testing.assert_allclose(x, expected @ b, atol=1e3 * np.finfo(dtype).eps)

    def test_pinv(self):
        for dtype, m, n in self.each_shape():
            a = random(self.rng, m, n, dtype=dtype)
            p = starling.pinv(a)
            self.assertEqual(p.shape, (n, m))
            self.assertSmall(a @ p @ a - a, norm(a) * norm(p) * norm(a), dtype)
            self.assertSmall(hermitian(p @ a) - p @ a, norm(p) * norm(a), dtype)
            self.assertSmall(hermitian(a @ p) - a @ p, norm(p) * norm(a), dtype)


class Eigen(Case):
    def test_eigh(self):
        for dtype, n in self.each():
            a = hermitian(random(self.rng, n, n, dtype=dtype))
            for lower in True, False:
                half = (np.tril if lower else np.triu)(a)
                w, v = starling.eigh(half, lower=lower)
                self.assertSmall(a @ v - v * w, norm(a), dtype)
                self.assertOrthonormal(v)
                self.assertTrue((np.diff(w) >= 0).all())
            values = starling.eigh(a, eigvals_only=True)
            self.assertEqual(values.dtype, np.finfo(dtype).dtype)
            self.assertSmall((values - w)[:, None], norm(a), values.dtype)
            if n:
                self.assertSmall((np.linalg.eigvalsh(a) - w)[:, None], norm(a), values.dtype)

    def test_subset(self):
        for dtype in TYPES:
            for n in 1, 2, 7, 53, 200:
                a = hermitian(random(self.rng, n, n, dtype=dtype))
                every = starling.eigh(a, eigvals_only=True)
                low, high = n // 3, n // 2
                w, v = starling.eigh(a, subset_by_index=[low, high])
                self.assertEqual(v.shape, (n, high - low + 1))
                self.assertSmall(a @ v - v * w, norm(a), dtype)
                self.assertOrthonormal(v)
                self.assertSmall((w - every[low : high + 1])[:, None], norm(a), w.dtype)
                w, v = starling.eigh(a, subset_by_value=[-np.inf, np.inf])
                self.assertEqual(v.shape, (n, n))
                self.assertSmall(a @ v - v * w, norm(a), dtype)
                if n > 2:
                    bounds = [(every[i] + every[i + 1]) / 2 for i in (0, high)]
                    w, v = starling.eigh(a, subset_by_value=bounds)
                    self.assertEqual((w.shape, v.shape), ((high,), (n, high)))
                    self.assertSmall(a @ v - v * w, norm(a), dtype)
                    w = starling.eigh(a, subset_by_value=bounds, eigvals_only=True)
                    self.assertSmall((w - every[1 : high + 1])[:, None], norm(a), w.dtype)

    def test_generalized(self):
        for dtype, n in self.each():
            a, b = hermitian(random(self.rng, n, n, dtype=dtype)), positive_definite(self.rng, n, dtype)
            products = {1: lambda v: (a @ v, b @ v), 2: lambda v: (a @ (b @ v), v), 3: lambda v: (b @ (a @ v), v)}
            for kind, product in products.items():
                w, v = starling.eigh(a, b, type=kind)
                left, right = product(v)
                scale = norm(a) * norm(v) * (norm(b) if kind > 1 else 1)
                self.assertSmall(left - right * w, scale, dtype)
                self.assertSmall((starling.eigh(a, b, type=kind, eigvals_only=True) - w)[:, None],
                                 norm(a) * norm(b), w.dtype)
            if n > 2:
                part, u = starling.eigh(a, b, type=3, subset_by_index=[1, n - 2])
                np.testing.assert_array_equal(part, w[1:-1])
                self.assertEqual(u.shape, (n, n - 2))
                bounds = [(w[i] + w[i + 1]) / 2 for i in (0, n - 2)]
                part = starling.eigh(a, b, type=3, eigvals_only=True, subset_by_value=bounds)
                self.assertEqual(len(part), n - 2)

    def test_svd(self):
        for dtype in TYPES:
            for m, n in LeastSquares.shapes + ((200, 200),):
                a = random(self.rng, m, n, dtype=dtype)
                k = min(m, n)
                for full in True, False:
                    u, s, vh = starling.svd(a, full_matrices=full)
                    self.assertEqual(u.shape, (m, m if full else k))
                    self.assertEqual(vh.shape, (n if full else k, n))
                    self.assertSmall(u[:, :k] * s @ vh[:k] - a, norm(a), dtype)
                    self.assertOrthonormal(u)
                    self.assertOrthonormal(vh.conj().T)
                values = starling.svd(a, compute_uv=False)
                self.assertSmall((values - s)[:, None], norm(a), s.dtype)
                self.assertTrue((np.diff(s) <= 0).all())

    def test_eig(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            kept = a.copy()
            w, left, right = starling.eig(a, left=True)
            self.assertEqual(w.dtype, np.result_type(dtype, np.complex64))
            scale, adjoint = norm(a), a.conj().T
            self.assertSmall(a @ right - right * w, scale * norm(right), w.dtype)
            self.assertSmall(adjoint @ left - left * w.conj(), scale * norm(left), w.dtype)
            for v in left, right:
                np.testing.assert_allclose(np.linalg.norm(v, axis=0), np.ones(n), rtol=1e-4)
            np.testing.assert_array_equal(a, kept)
            values, only = starling.eigvals(a), starling.eig(a)
            self.assertEqual(len(only), 2)
            order = np.lexsort((w.imag, w.real))
            other = np.lexsort((values.imag, values.real))
            tolerance = 1e-2 if dtype in (np.float32, np.complex64) else 1e-8
            np.testing.assert_allclose(values[other], w[order], atol=tolerance * max(1, n))
            if n:
                trace = np.trace(a.astype(np.complex128))
                np.testing.assert_allclose(values.sum(), trace, atol=np.finfo(dtype).eps * n * n * 10)

    def test_eig_of_real_values(self):
        a = np.triu(random(self.rng, 9, 9, dtype=np.float64)) + np.diag(np.arange(9.0))
        w, v = starling.eig(a)
        self.assertEqual((w.dtype, v.dtype), (np.complex128, np.float64))
        self.assertSmall((a @ v - v * w.real), norm(a) * norm(v), np.float64)

    def test_hessenberg(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            kept = a.copy()
            h, q = starling.hessenberg(a, calc_q=True)
            self.assertEqual(np.count_nonzero(np.tril(h, -2)), 0)
            self.assertOrthonormal(q)
            self.assertSmall(q @ h @ q.conj().T - a, norm(a), dtype)
            np.testing.assert_array_equal(a, kept)
            if scipy and n:
                self.assertSmall(abs(starling.hessenberg(a)) - abs(scipy.linalg.hessenberg(a)), norm(a), h.real.dtype)

    def test_schur(self):
        for dtype, n in self.each():
            a = random(self.rng, n, n, dtype=dtype)
            kept = a.copy()
            for output in "real", "complex":
                t, z = starling.schur(a, output)
                below = np.tril(t, -2 if output == "real" and np.isrealobj(a) else -1)
                self.assertEqual(np.count_nonzero(below), 0)
                self.assertEqual(np.iscomplexobj(t), output == "complex" or np.iscomplexobj(a))
                self.assertOrthonormal(z)
                self.assertSmall(z @ t @ z.conj().T - a, norm(a), t.dtype)
                t, z, sdim = starling.schur(a, output, sort="lhp")
                self.assertSmall(z @ t @ z.conj().T - a, norm(a), t.dtype)
                signs = np.diag(t).real < 0
                np.testing.assert_array_equal(signs, np.arange(n) < sdim)
            np.testing.assert_array_equal(a, kept)

    def test_schur_sort(self):
        a = random(self.rng, 20, 20, dtype=np.float64)
        w = np.linalg.eigvals(a)
        inside = np.count_nonzero(abs(w) <= 1)
        self.assertEqual(starling.schur(a, sort="iuc")[2], inside)
        self.assertEqual(starling.schur(a, sort="ouc")[2], 20 - inside)
        self.assertEqual(starling.schur(a, sort=lambda re, im: abs(complex(re, im)) <= 1)[2], inside)
        self.assertEqual(starling.schur(a, "complex", sort=lambda w: abs(w) <= 1)[2], inside)
        with self.assertRaisesRegex(ValueError, "sort is 'left'"):
            starling.schur(a, sort="left")
        with self.assertRaisesRegex(ValueError, "output is 'x'"):
            starling.schur(a, "x")
        with self.assertRaises(ZeroDivisionError):
            starling.schur(a, sort=lambda re, im: 1 / 0)

    def test_infinite_numbers(self):
        a = np.eye(3)
        a[1, 1] = np.inf
        for function in (starling.eigh, starling.svd, starling.pinv, starling.qr, starling.inv, starling.lu_factor,
                         starling.eig, starling.eigvals, starling.hessenberg, starling.schur, starling.cho_factor, lambda a: starling.solve(a, np.ones(3)),
                         lambda a: starling.lstsq(a, np.ones(3))):
            with self.assertRaisesRegex(ValueError, "infinities or NaN"):
                function(a)
        for function in starling.eigh, starling.svd, starling.pinv:
            with self.assertRaisesRegex(starling.LinAlgError, "column 1"):
                function(a, check_finite=False)


if __name__ == "__main__":
    unittest.main()
