# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Wrong arguments are Python's exceptions, with sentences; what the runtime refuses is one, too. Arrays in the
memory of a GPU go to the library as what they are: here by packages that only look like CuPy and PyTorch."""

import contextlib
import os
import re
import subprocess
import sys
import types
import unittest
from unittest import mock

import numpy as np

import starling
from starling import _arrays, _library


class Arguments(unittest.TestCase):
    def refused(self, kind, words, function, *arguments, **options):
        with self.assertRaisesRegex(kind, words):
            function(*arguments, **options)

    def test_shapes(self):
        a, b = np.eye(3), np.ones(3)
        self.refused(ValueError, "a must be square, but is 3 x 2", starling.solve, a[:, :2], b)
        self.refused(ValueError, "a must be a matrix, but has 1 dim", starling.inv, b)
        self.refused(ValueError, "a must be a matrix, but has 3 dim", starling.svd, np.ones((2, 3, 4)))
        self.refused(ValueError, "b has 2 rows, but must have 3", starling.solve, a, b[:2])
        self.refused(ValueError, "b must be a vector or a matrix", starling.solve, a, np.ones((3, 1, 1)))
        self.refused(ValueError, "b has 2 rows", starling.lstsq, a, b[:2])
        self.refused(ValueError, "b has 4 rows", starling.cho_solve, (a, True), np.ones(4))
        self.refused(ValueError, "b must be 3 x 3", starling.eigh, a, np.eye(2))

    def test_types(self):
        for bad in np.eye(2, dtype=object), np.array([["a", "b"], ["c", "d"]]), np.eye(2, dtype=np.longdouble):
            self.refused(TypeError, "a has the type .*; Starling has float32", starling.inv, bad)
        self.refused(TypeError, "b has the type", starling.solve, np.eye(2), np.array([object()] * 2))

    def test_options(self):
        a, b = np.eye(3), np.ones(3)
        self.refused(ValueError, "assume_a is 'tri'", starling.solve, a, b, assume_a="tri")
        self.refused(ValueError, "transposed", starling.solve, a, b, assume_a="pos", transposed=True)
        self.refused(ValueError, "transposed", starling.solve, a, b, assume_a="sym", transposed=True)
        self.refused(ValueError, "a must be square", starling.eig, a[:2])
        self.refused(ValueError, "trans is 3", starling.lu_solve, starling.lu_factor(a), b, trans=3)
        self.refused(ValueError, "mode is 'x'", starling.qr, a, mode="x")
        self.refused(ValueError, "type is 4", starling.eigh, a, a, type=4)
        self.refused(ValueError, r"subset_by_index is \[0, 3\]", starling.eigh, a, subset_by_index=[0, 3])
        self.refused(ValueError, r"subset_by_index is \[2, 1\]", starling.eigh, a, subset_by_index=[2, 1])
        self.refused(ValueError, r"subset_by_value is \[1, 1\]", starling.eigh, a, subset_by_value=[1, 1])
        self.refused(ValueError, "exclude", starling.eigh, a, subset_by_index=[0, 1], subset_by_value=[0, 1])

    def test_pivots(self):
        lu, piv = starling.lu_factor(np.eye(3))
        for bad in [0, 1], [0, 1, 3], [1, 0, 2], [0.0, 1.0, 2.0]:
            self.refused(ValueError, "piv", starling.lu_solve, (lu, bad), np.ones(3))

    def test_runtime(self):
        """The sentence of the library is that of the exception."""
        start = _library.start
        start()
        object_ = _library.M()
        with self.assertRaisesRegex(starling.StarlingError, "argument 6 .lda.") as caught:
            _library.call("matrix_wrap", _library.byref(object_), 1, 3, 3, 8, 2, 1, 1)
        self.assertEqual(caught.exception.info, -6)
        with mock.patch.object(_library.lib, "starling_potrf", lambda *a: _library.ENOMEM):
            self.refused(MemoryError, "memory", starling.cho_factor, np.eye(3))

    def test_library(self):
        """STARLING_LIBRARY is used, and a wrong one is told."""
        command = [sys.executable, "-c", "import starling"]
        environment = dict(os.environ, STARLING_LIBRARY="/nonexistent/libstarling.so")
        failed = subprocess.run(command, env=environment, capture_output=True, text=True)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("ImportError: libstarling was not found (/nonexistent/libstarling.so", failed.stderr)

    def test_version(self):
        """That of pyproject.toml is that of the library."""
        path = os.path.join(os.path.dirname(__file__), "..", "pyproject.toml")
        with open(path) as file:
            version = re.search('^version = "(.*)"', file.read(), re.M).group(1)
        self.assertEqual(starling.__version__, version)


# ---- GPUs ---------------------------------------------------------------------------------------


class Device:
    def __init__(self, number):
        self.id = self.index = number
        self.type = "cuda"


class FakeCuPy(np.ndarray):
    """An array that says it is in the memory of a GPU."""

    number = 0

    @property
    def device(self):
        return Device(self.number)

    @property
    def data(self):
        return types.SimpleNamespace(ptr=self.ctypes.data)


FakeCuPy.__module__ = "cupy"


class OnSecond(FakeCuPy):
    number = 1


OnSecond.__module__ = "cupy"


def fake_cupy():
    """The functions that are used, of NumPy, for such arrays. They work on the current device only."""
    module = types.ModuleType("cupy")
    module.current = []
    module.waits = 0

    @contextlib.contextmanager
    def device(number):
        module.current.append(number)
        yield
        module.current.pop()

    def wrapped(function):
        def there(*arguments, **options):
            assert module.current[-1:] == [0]
            return function(*arguments, **options).view(FakeCuPy)

        return there

    for name in "empty", "array", "eye", "triu", "isfinite":
        setattr(module, name, wrapped(getattr(np, name)))
    module.asarray = lambda a: np.asarray(a).view(FakeCuPy)
    module.may_share_memory = np.may_share_memory

    def synchronize():
        assert module.current[-1:] == [0]
        module.waits += 1

    stream = types.SimpleNamespace(synchronize=synchronize)
    module.cuda = types.SimpleNamespace(get_current_stream=lambda: stream, Device=device)
    return module


class FakeTensor:
    """A tensor over an array of NumPy."""

    is_cuda = True
    device = Device(0)

    def __init__(self, a):
        self.a = a

    shape = property(lambda self: self.a.shape)
    ndim = property(lambda self: self.a.ndim)
    dtype = property(lambda self: "torch." + self.a.dtype.name)
    T = property(lambda self: FakeTensor(self.a.T))

    def detach(self):
        return self

    def stride(self):
        return tuple(s // self.a.itemsize for s in self.a.strides)

    def data_ptr(self):
        return self.a.ctypes.data

    def untyped_storage(self):
        base = self.a if self.a.base is None else self.a.base
        return types.SimpleNamespace(data_ptr=lambda: base.ctypes.data)

    def is_conj(self):
        return False

    is_neg = is_conj

    def copy_(self, other):
        self.a[...] = other.a

    def __getitem__(self, key):
        return FakeTensor(self.a[key])

    def __setitem__(self, key, value):
        self.a[key] = getattr(value, "a", value)

    def all(self):
        return self.a.all()

    def __array__(self, *arguments, **options):
        raise TypeError("can't convert a tensor on a GPU to numpy")


FakeTensor.__module__ = "torch"


def fake_torch():
    module = types.ModuleType("torch")
    for name in _library.LETTERS:
        setattr(module, name, "torch." + name)
    plain = lambda dtype: dtype.replace("torch.", "")
    module.empty = lambda shape, dtype, device: FakeTensor(np.empty(shape, plain(dtype)))
    module.eye = lambda m, n, dtype, device: FakeTensor(np.eye(m, n, dtype=plain(dtype)))
    module.isfinite = lambda t: FakeTensor(np.isfinite(t.a))
    module.triu = lambda t, diagonal: FakeTensor(np.triu(t.a, diagonal))
    stream = types.SimpleNamespace(synchronize=lambda: None)
    module.cuda = types.SimpleNamespace(current_stream=lambda device: stream)
    return module


def wrap_as_host(*arguments):
    """starling_matrix_wrap_device(), where device 0 is main memory."""
    assert arguments[-1] == 0
    return _library.lib.starling_matrix_wrap(*arguments[:-1])


class Devices(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(2)
        self.cupy, self.torch = fake_cupy(), fake_torch()
        for patch in (
            mock.patch.dict(sys.modules, cupy=self.cupy, torch=self.torch),
            mock.patch.object(_library.lib, "starling_matrix_wrap_device", wrap_as_host),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def test_cupy(self):
        a, b = self.rng.random((40, 40)), self.rng.random(40)
        da, db = np.asfortranarray(a).view(FakeCuPy), b.view(FakeCuPy)
        x = starling.solve(da, db)
        self.assertIs(type(x), FakeCuPy)
        self.assertGreater(self.cupy.waits, 0)
        np.testing.assert_allclose(a @ x, b)
        q, r = starling.qr(da)
        np.testing.assert_allclose(np.asarray(q @ r), a, atol=1e-12)
        u, s, vh = starling.svd(da)
        np.testing.assert_allclose(np.asarray(u * s @ vh), a, atol=1e-12)
        x, residues, rank, s = starling.lstsq(da[:, :9], db)
        np.testing.assert_allclose(residues, [((a[:, :9] @ x - b) ** 2).sum()])
        x, residues, rank, s = starling.lstsq(da[:9], db[:9])
        np.testing.assert_allclose(a[:9] @ x, b[:9])
        h, g = (np.asfortranarray(f).view(FakeCuPy) for f in (a + a.T, a @ a.T + np.eye(40)))
        w = starling.eigh(h, g, eigvals_only=True)
        part = starling.eigh(h, g, eigvals_only=True, subset_by_value=[-np.inf, float(w[3] + w[4]) / 2])
        np.testing.assert_array_equal(part, w[:4])
        w, v = starling.eig(da)
        self.assertIs(type(v), FakeCuPy)
        np.testing.assert_allclose(np.asarray(a @ v), np.asarray(v * w), atol=1e-12)
        x = starling.solve(da, db, overwrite_a=True, overwrite_b=True)
        self.assertIs(x, db)

    def test_torch(self):
        a, b = self.rng.random((40, 40)), self.rng.random(40)
        ta, tb = FakeTensor(a), FakeTensor(b)
        x = starling.solve(ta, tb)
        self.assertIs(type(x), FakeTensor)
        np.testing.assert_allclose(a @ x.a, b)
        q, r = starling.qr(ta)
        np.testing.assert_allclose(q.a @ r.a, a, atol=1e-12)
        x = starling.lstsq(ta[:9], tb[:9])[0]
        np.testing.assert_allclose(a[:9] @ x.a, b[:9])
        w, v = starling.eigh(FakeTensor(a + a.T))
        np.testing.assert_allclose((a + a.T) @ v.a, v.a * w.a, atol=1e-12)
        factored, piv = starling.lu_factor(FakeTensor(a.copy().T), overwrite_a=True)
        np.testing.assert_allclose(a.T @ starling.lu_solve((factored, piv), tb).a, b)
        self.assertIs(starling.solve(ta, tb, overwrite_b=True), tb)

    def test_other_packages(self):
        """By __cuda_array_interface__ and by DLPack, if CuPy is there."""
        a = np.asfortranarray(self.rng.random((6, 6)) + 6 * np.eye(6))

        class Interface:
            __cuda_array_interface__ = {}
            __array__ = lambda self, *arguments, **options: a

        class DLPack:
            def __init__(self, kind):
                self.kind = kind

            def __dlpack_device__(self):
                return self.kind, 0

        self.cupy.from_dlpack = lambda d: a.view(FakeCuPy)
        for array in Interface(), DLPack(2):
            inverse = starling.inv(array)
            self.assertIs(type(inverse), FakeCuPy)
            np.testing.assert_allclose(np.asarray(inverse) @ a, np.eye(6), atol=1e-13)
        with self.assertRaisesRegex(TypeError, "a is on a device of DLPack's kind 10"):
            starling.inv(DLPack(10))
        with mock.patch.dict(sys.modules, cupy=None):
            for array in Interface(), DLPack(2):
                with self.assertRaisesRegex(TypeError, "install CuPy"):
                    starling.inv(array)

    def test_mixed(self):
        a, b = np.eye(3), np.ones(3)
        for x, y in (a.view(FakeCuPy), b), (a.view(FakeCuPy), b.view(OnSecond)), (a.view(FakeCuPy), FakeTensor(b)):
            with self.assertRaisesRegex(TypeError, "a and b are not in the memory of one device"):
                starling.solve(x, y)

    def test_no_such_device(self):
        """The library says that it does not have this GPU."""
        mock.patch.stopall()
        with mock.patch.dict(sys.modules, cupy=self.cupy):
            if starling.ncuda() > 0:
                self.skipTest("it has")
            with self.assertRaises(starling.StarlingError) as caught:
                starling.inv(np.eye(3).view(FakeCuPy))
            self.assertEqual(caught.exception.info, -1003)

    def test_strides(self):
        """What the library can use in place."""
        host = _arrays.HOST
        a = np.zeros((6, 8), order="F")
        for array, usable in (
            (a, True), (a[1:4], True), (a[:, ::2], True), (a[::2], False), (a.T, False), (a[:, ::-1], False),
            (a[:1], True), (a[:, :1], True), (a[0], False), (a[:, 0], True), (a[0, ::-1], False), (a[:0], True),
            (np.zeros(5)[::2], False), (np.broadcast_to(np.ones((3, 1)), (3, 3)), False),
            (np.ndarray((3, 3), np.float64, bytearray(100), 1, (8, 24)), False),
        ):
            self.assertEqual(host.is_by_columns(array), usable, (array.shape, array.strides))
        self.assertEqual(host.layout(a[1:4]), (3, 8, 6))
        self.assertEqual(host.layout(a[:, ::2]), (6, 4, 12))


if __name__ == "__main__":
    unittest.main()
