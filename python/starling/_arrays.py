# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Arrays of NumPy, CuPy and PyTorch: where they are, and whether the library can use them in place.

A space is the memory that arrays are in, with what is needed of the package that made them. The library
uses arrays by columns: element (i, j) is at i + j * ld.
"""

import sys

import numpy as np

from ._library import LETTERS


class Space:
    """Main memory and NumPy. CuPy has the same functions."""

    device = None  # CUDA's number
    xp = np

    # ---- What an array is

    def dtype_name(self, a):
        return a.dtype.name

    def strides(self, a):
        """In elements; None where they are not whole elements."""
        size = a.dtype.itemsize
        return None if any(s % size for s in a.strides) else tuple(s // size for s in a.strides)

    def pointer(self, a):
        return a.ctypes.data

    def writable(self, a):
        return a.flags.writeable

    def aligned(self, a):
        return a.flags.aligned and a.dtype.isnative

    def layout(self, a):
        """Rows, columns and leading dimension of an array that is_by_columns()."""
        if a.ndim == 1:
            return a.shape[0], 1, max(1, a.shape[0])
        m, n = a.shape
        return m, n, max(1, m, self.strides(a)[1] if n > 1 else 0)

    def is_by_columns(self, a):
        """Whether the library can use it where it is."""
        strides = self.strides(a)
        if strides is None or not self.aligned(a):
            return False
        m, n = (tuple(a.shape) + (1,))[:2]
        if m == 0 or n == 0:
            return True
        return (m == 1 or strides[0] == 1) and (n == 1 or max(1, m) <= strides[1] < 2**31)

    # ---- What is made of it

    def empty(self, shape, name):
        return self.xp.empty(shape, name, order="F")

    def copy(self, a, name):
        return self.xp.array(a, dtype=name, order="F", copy=True, ndmin=0)

    def eye(self, m, n, name):
        identity = self.empty((m, n), name)
        identity[...] = self.xp.eye(m, n, dtype=name)
        return identity

    def enlarged(self, a, m, name):
        """A copy with zeros below, m rows in all."""
        result = self.empty((m,) + tuple(a.shape[1:]), name)
        result[: a.shape[0]] = a
        result[a.shape[0] :] = 0
        return result

    def triu(self, a, diagonal=0):
        return self.xp.triu(a, diagonal)

    def mirror(self, a, lower, hermitian):
        """The other triangle from one."""
        part = self.xp.tril(a, -1) if lower else self.xp.triu(a, 1)
        diagonal = self.xp.diagonal(a)
        whole = part + (part.conj() if hermitian else part).T
        order = self.xp.arange(a.shape[0])
        whole[order, order] = (diagonal + diagonal.conj()) / 2 if hermitian else diagonal
        a[...] = whole

    def count(self, a, bound):
        """How many elements are not larger."""
        return int((a <= bound).sum())

    def finite(self, a):
        return bool(self.xp.isfinite(a).all())

    def squares(self, a):
        """Sums of squares of the columns."""
        return (abs(a) ** 2).sum(0)

    def joined(self, parts):
        """Complex numbers of two columns, of real and of imaginary parts."""
        return parts[:, 0] + 1j * parts[:, 1]

    def pairs(self, vectors, first, name):
        """The same of eigenvectors: columns j and j + 1 for j in `first` become a conjugate pair."""
        second = [j + 1 for j in first]
        result = self.copy(vectors, name)
        result[:, first] += 1j * vectors[:, second]
        result[:, second] = result[:, first].conj()
        return result

    def overlap(self, a, b):
        return np.may_share_memory(a, b)

    def synchronize(self):
        """Waits until the array has what its package has computed."""

    def __eq__(self, other):
        return type(self) is type(other) and self.device == other.device

    __hash__ = None


class CuPySpace(Space):
    def __init__(self, device):
        self.device = device
        self.xp = sys.modules["cupy"]

    def pointer(self, a):
        return a.data.ptr

    def writable(self, a):
        return True

    def aligned(self, a):
        return True

    def overlap(self, a, b):
        return self.xp.may_share_memory(a, b)

    def synchronize(self):
        with self.xp.cuda.Device(self.device):
            self.xp.cuda.get_current_stream().synchronize()


def _on_device(method):
    """CuPy allocates and computes on its current device."""

    def there(self, *arguments):
        with self.xp.cuda.Device(self.device):
            return method(self, *arguments)

    return there


for _name in "empty", "copy", "eye", "enlarged", "triu", "mirror", "count", "finite", "squares", "joined", "pairs":
    setattr(CuPySpace, _name, _on_device(getattr(Space, _name)))


class TorchSpace(Space):
    def __init__(self, device):
        self.device = device
        self.xp = sys.modules["torch"]

    def dtype_name(self, a):
        return str(a.dtype).replace("torch.", "")

    def strides(self, a):
        return tuple(a.stride())

    def pointer(self, a):
        return a.data_ptr()

    def writable(self, a):
        return True

    def aligned(self, a):
        return not a.is_conj() and not a.is_neg()  # these are done when somebody reads

    def empty(self, shape, name):
        dtype = getattr(self.xp, name)
        a = self.xp.empty(tuple(reversed(shape)), dtype=dtype, device="cuda:%d" % self.device)
        return a.T if len(shape) == 2 else a  # of an array by rows: by columns

    def copy(self, a, name):
        result = self.empty(tuple(a.shape), name)
        result.copy_(a)
        return result

    def eye(self, m, n, name):
        identity = self.empty((m, n), name)
        identity.copy_(self.xp.eye(m, n, dtype=identity.dtype, device=identity.device))
        return identity

    def overlap(self, a, b):
        return a.untyped_storage().data_ptr() == b.untyped_storage().data_ptr()

    def synchronize(self):
        self.xp.cuda.current_stream(self.device).synchronize()


HOST = Space()

# DLPack's kinds of devices
_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13


def _by_cupy(a, name, convert):
    """An array of another package in the memory of a GPU."""
    try:
        import cupy
    except ImportError:
        raise TypeError(
            "%s is a %s in the memory of a GPU; to use it, install CuPy" % (name, type(a).__name__)
        ) from None
    a = getattr(cupy, convert)(a)
    return CuPySpace(a.device.id), a


def place(a, name):
    """The space of an argument, and the argument as an array of it."""
    package = type(a).__module__.partition(".")[0]
    if package == "torch":
        a = a.detach()
        if a.is_cuda:
            return TorchSpace(a.device.index), a
        if a.device.type != "cpu":
            raise TypeError("%s is on the device %s; Starling uses main memory and CUDA" % (name, a.device))
        return HOST, np.asarray(a)
    if package == "cupy":
        return CuPySpace(a.device.id), a
    if hasattr(a, "__cuda_array_interface__"):
        return _by_cupy(a, name, "asarray")
    if hasattr(a, "__dlpack_device__") and not isinstance(a, np.ndarray):
        kind = int(a.__dlpack_device__()[0])
        if kind in (_CUDA, _CUDA_MANAGED):
            return _by_cupy(a, name, "from_dlpack")
        if kind not in (_CPU, _CUDA_HOST):
            raise TypeError(
                "%s is on a device of DLPack's kind %d; Starling uses main memory and CUDA" % (name, kind)
            )
        return HOST, np.from_dlpack(a)
    return HOST, np.asarray(a)


class Arguments:
    """The arrays of a call, by name: of one space, one type, and with the dimensions asked for."""

    def __init__(self, check_finite=True, **arrays):
        self.check_finite = check_finite
        placed = {name: place(a, name) for name, a in arrays.items()}
        self.arrays = {name: a for name, (space, a) in placed.items()}
        spaces = [space for space, a in placed.values()]
        self.space = spaces[0]
        for name, (space, a) in placed.items():
            if space != self.space:
                raise TypeError("%s are not in the memory of one device" % " and ".join(arrays))
        self.dtype = self._common_dtype()
        self.letter = LETTERS[self.dtype]
        self.real = {"s": "float32", "c": "float32"}.get(self.letter, "float64")

    def _common_dtype(self):
        names = []
        for name, a in self.arrays.items():
            dtype = self.space.dtype_name(a)
            try:
                kind = np.dtype(dtype).kind
            except TypeError:
                kind = "?"
            if dtype in LETTERS:
                names.append(dtype)
            elif kind in "biu" or dtype == "float16":  # as SciPy does
                names.append("float64")
            else:
                raise TypeError(
                    "%s has the type %s; Starling has float32, float64, complex64 and complex128" % (name, dtype)
                )
        return np.result_type(*names).name

    def matrix(self, name, square=False):
        """Checks that it has two dimensions; gives rows and columns."""
        shape = tuple(self.arrays[name].shape)
        if len(shape) != 2:
            raise ValueError("%s must be a matrix, but has %d dimensions" % (name, len(shape)))
        if square and shape[0] != shape[1]:
            raise ValueError("%s must be square, but is %d x %d" % (name, *shape))
        return shape

    def rows(self, name, m, of):
        """Checks that a vector or matrix has m rows, as `of`."""
        shape = tuple(self.arrays[name].shape)
        if len(shape) not in (1, 2):
            raise ValueError("%s must be a vector or a matrix, but has %d dimensions" % (name, len(shape)))
        if shape[0] != m:
            raise ValueError("%s has %d rows, but must have %d, as %s" % (name, shape[0], m, of))

    def _checked(self, name):
        a = self.arrays[name]
        if self.check_finite and not self.space.finite(a):
            raise ValueError("%s has infinities or NaN" % name)
        return a

    def own(self, name, overwrite, apart=None):
        """The array itself, if it may be overwritten and the library can do so, else a copy by columns.

        `apart`: an array that it must not overlap.
        """
        a, space = self._checked(name), self.space
        in_place = (
            overwrite
            and space.dtype_name(a) == self.dtype
            and space.is_by_columns(a)
            and space.writable(a)
            and (apart is None or not space.overlap(a, apart))
        )
        return a if in_place else space.copy(a, self.dtype)

    def read(self, name):
        """The array itself if the library can read it, else a copy."""
        a, space = self._checked(name), self.space
        return a if space.dtype_name(a) == self.dtype and space.is_by_columns(a) else space.copy(a, self.dtype)

    def empty(self, *shape):
        return self.space.empty(shape, self.dtype)

    def empty_real(self, n):
        return self.space.empty((n,), self.real)
