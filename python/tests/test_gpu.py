# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Arrays of CuPy and PyTorch in the memory of a GPU: results stay there, are right, and take the operand's memory if
it may be overwritten. Without the package, or a GPU that it and the library use, the tests are skipped."""

import unittest

import numpy as np
from test_linalg import TYPES, Case, positive_definite, random

import starling

try:
    import cupy
except ImportError:
    cupy = None
try:
    import torch
except ImportError:
    torch = None

SIZES = 1, 7, 200


class CuPy:
    package = cupy

    @staticmethod
    def has_gpu():
        return cupy.cuda.is_available()

    @staticmethod
    def put(a):
        return cupy.asarray(a, order="F")

    @staticmethod
    def get(a):
        return cupy.asnumpy(a)

    @staticmethod
    def address(a):
        return a.data.ptr


class PyTorch:
    package = torch

    @staticmethod
    def has_gpu():
        return torch.cuda.is_available()

    @staticmethod
    def put(a):
        return torch.from_numpy(np.ascontiguousarray(a.T)).cuda().T  # by columns

    @staticmethod
    def get(a):
        return a.resolve_conj().cpu().numpy()

    @staticmethod
    def address(a):
        return a.data_ptr()


class OnGpu:
    """The tests, of a package that `of` names."""

    def setUp(self):
        super().setUp()
        if self.of.package is None:
            self.skipTest("the package is not there")
        if not self.of.has_gpu() or starling.ncuda() == 0:
            self.skipTest("no GPU")

    def got(self, result):
        """Of a result that is on the GPU."""
        self.assertIs(type(result), type(self.of.put(np.zeros((1, 1)))))
        return self.of.get(result)

    def test_solve(self):
        put = self.of.put
        for dtype, n in self.each(SIZES):
            a, b = random(self.rng, n, n, dtype=dtype), random(self.rng, n, 3, dtype=dtype)
            A, B = put(a), put(b)
            self.assertSolves(a, self.got(starling.solve(A, B)), b)
            np.testing.assert_array_equal(self.of.get(A), a)
            factors = starling.lu_factor(A)
            self.assertSolves(a, self.got(starling.lu_solve(factors, B)), b)
            h = positive_definite(self.rng, n, dtype)
            self.assertSolves(h, self.got(starling.solve(put(h), B, assume_a="pos")), b)
            self.assertSolves(h, self.got(starling.cho_solve(starling.cho_factor(put(h)), B)), b)

    def test_qr(self):
        for dtype, n in self.each(SIZES):
            a = random(self.rng, n + 3, n, dtype=dtype)
            q, r = map(self.got, starling.qr(self.of.put(a), mode="economic"))
            self.assertOrthonormal(q)
            self.assertSmall(q @ r - a, np.abs(a).sum(-1).max(), dtype)

    def test_eigenvalues(self):
        for dtype, n in self.each(SIZES):
            h = positive_definite(self.rng, n, dtype)
            w, v = map(self.got, starling.eigh(self.of.put(h)))
            self.assertOrthonormal(v)
            self.assertSmall(h @ v - v * w, n, dtype)
            a = random(self.rng, n, n, dtype=dtype)
            h, q = map(self.got, starling.hessenberg(self.of.put(a), calc_q=True))
            self.assertSmall(q @ h @ q.conj().T - a, n, dtype)
            w, v = map(self.got, starling.eig(self.of.put(a)))
            difference = a @ v - v * w
            self.assertSmall(difference, n, difference.dtype)

    def test_svd(self):
        for dtype, n in self.each(SIZES):
            a = random(self.rng, n + 2, n, dtype=dtype)
            u, s, vh = map(self.got, starling.svd(self.of.put(a), full_matrices=False))
            self.assertOrthonormal(u)
            self.assertSmall((u * s) @ vh - a, np.abs(a).sum(-1).max(), dtype)

    def test_in_place(self):
        for dtype in TYPES:
            self.case = dtype.__name__
            h = positive_definite(self.rng, 53, dtype)
            H = self.of.put(h)
            c, lower = starling.cho_factor(H, lower=True, overwrite_a=True)
            self.assertEqual(self.of.address(c), self.of.address(H))
            f = np.tril(self.got(c))
            self.assertSmall(f @ f.conj().T - h, np.abs(h).sum(-1).max(), dtype)

    def test_two_memories(self):
        with self.assertRaisesRegex(TypeError, "memory of one device"):
            starling.solve(self.of.put(np.eye(3)), np.ones(3))

    def test_half_precision_is_double(self):
        x = self.got(starling.solve(self.of.put(2 * np.eye(3).astype(np.float16)), self.of.put(np.ones((3, 1)))))
        self.assertEqual(x.dtype, np.float64)
        self.assertTrue((x == 0.5).all(), x)


class OfCuPy(OnGpu, Case):
    of = CuPy


class OfPyTorch(OnGpu, Case):
    of = PyTorch


if __name__ == "__main__":
    unittest.main()
