# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""libstarling by ctypes: loading, declarations, errors, matrix objects."""

import atexit
import ctypes
import ctypes.util
import os
import threading
import warnings
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_int64, c_void_p

import numpy as np

LETTERS = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}
PRECISIONS = {letter: i for i, letter in enumerate("sdcz")}  # enum starling_precision

ENOMEM = -1001


class StarlingError(RuntimeError):
    """The runtime failed. `info` is the number in starling.h."""

    def __init__(self, message, info):
        super().__init__(message)
        self.info = info


def names():
    """STARLING_LIBRARY, or what the system finds."""
    named = os.environ.get("STARLING_LIBRARY")
    if named:
        yield named
    else:
        yield "libstarling.so.0"
        yield ctypes.util.find_library("starling")


def load():
    failures = []
    for name in names():
        if name:
            try:
                return ctypes.CDLL(name)
            except OSError as error:
                failures.append(str(error))
    raise ImportError(
        "libstarling was not found (%s); set STARLING_LIBRARY to the path of libstarling.so, or "
        "LD_LIBRARY_PATH to its folder" % "; ".join(failures)
    )


lib = load()


def declare(name, *arguments, returns=c_int):
    function = getattr(lib, name)
    function.argtypes = arguments
    function.restype = returns


M = c_void_p  # a starling_matrix
declare("starling_version", returns=c_char_p)
declare("starling_strerror", c_int, returns=c_char_p)
declare("starling_init")
declare("starling_finalize")
declare("starling_ncpu")
declare("starling_ncuda")
declare("starling_set_error_handler", c_void_p, c_void_p, returns=None)
declare("starling_matrix_wrap", POINTER(M), c_int, c_int64, c_int64, c_void_p, c_int64, c_int64, c_int64)
declare(
    "starling_matrix_wrap_device",
    *(POINTER(M), c_int, c_int64, c_int64, c_void_p, c_int64, c_int64, c_int64, c_int),
)
declare("starling_matrix_destroy", M)
declare("starling_tile_size", c_int, c_int64, c_int64, returns=c_int64)
declare("starling_gemm_tile_size", c_int, c_int64, c_int64, c_int64, returns=c_int64)
for _name in "getrf", "geqrf":
    declare(
        "starling_%s_tile_size" % _name,
        *(c_int, c_int64, c_int64, POINTER(c_int64), POINTER(c_int64)),
        returns=None,
    )
declare("starling_sytrf_tile_size", c_int, c_int64, returns=c_int64)
declare("starling_unmtr_tile_size", c_int, c_int64, c_int64, returns=c_int64)
declare("starling_he2hb_tile_size", c_int, c_int64, POINTER(c_int64), POINTER(c_int64), returns=None)
for _name in "get_ipiv", "set_ipiv":
    declare("starling_matrix_" + _name, M, POINTER(c_int64))
declare("starling_matrix_get_tau", M, c_void_p)
declare("starling_potrf", c_int, M)
declare("starling_potrs", c_int, M, M)
declare("starling_posv", c_int, M, M)
declare("starling_getrf", M)
declare("starling_getrs", c_int, M, M)
declare("starling_gesv", M, M)
declare("starling_getri", M)
declare("starling_geqrf", M)
declare("starling_ungqr", M, M)
declare("starling_gehrd", c_int64, c_int64, M)
declare("starling_unghr", M, M)
declare("starling_heevd", c_int, c_int, M, M)
declare(
    "starling_heevx",
    *(c_int, c_int, c_int, M, c_double, c_double, c_int64, c_int64, POINTER(c_int64), M, M),
)
declare("starling_hegvd", c_int, c_int, c_int, M, M, M)
declare("starling_gesvd", M, M, M, M)
declare("starling_sysv", c_int, M, M)
declare("starling_hesv", c_int, M, M)
for _name in "sytrf", "hetrf", "sytri", "hetri":
    declare("starling_" + _name, c_int, M)
declare("starling_matrix_get_sytrf_ipiv", M, POINTER(c_int64))
_I, _A = c_int64, c_void_p
for _letter in LETTERS.values():
    declare("starling_%sgbsv" % _letter, _I, _I, _I, _I, _A, _I, POINTER(c_int64), _A, _I)
    declare("starling_%spbtrf" % _letter, c_char, _I, _I, _A, _I)
    declare("starling_%spbtrs" % _letter, c_char, _I, _I, _I, _A, _I, _A, _I)
    declare("starling_%spbsv" % _letter, c_char, _I, _I, _I, _A, _I, _A, _I)
declare("starling_geev", M, M, M, M)
SELECT = ctypes.CFUNCTYPE(c_int, c_double, c_double, c_void_p)  # starling_select
declare("starling_gees", M, M, M, SELECT, c_void_p, POINTER(c_int64))
declare("starling_gelsd", M, M, M, c_double, POINTER(c_int64))
declare("starling_pinv", M, c_double, M, POINTER(c_int64))

# ---- Errors ---------------------------------------------------------------------------------

_last = threading.local()  # the sentence of a thread's last failure


@ctypes.CFUNCTYPE(None, c_char_p, c_int, c_char_p, c_void_p)
def _handler(routine, info, message, data):
    sentence = message.decode(errors="replace")
    if info == 0:
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
    else:
        _last.sentence = sentence


def check(info):
    """Raises what the runtime refused; gives LAPACK's info, which is not negative, back."""
    if info < 0:
        sentence = getattr(_last, "sentence", None) or lib.starling_strerror(info).decode()
        _last.sentence = None
        if info == ENOMEM:
            raise MemoryError(sentence)
        raise StarlingError(sentence, info)
    return info


def call(name, *arguments):
    return check(getattr(lib, "starling_" + name)(*arguments))


# ---- Starting and stopping ------------------------------------------------------------------

_lock = threading.Lock()
_started = False


def _stop():
    lib.starling_finalize()
    lib.starling_set_error_handler(None, None)


def start():
    """starling_init() at the first use, and starling_finalize() when Python ends."""
    global _started
    with _lock:
        if not _started:
            lib.starling_set_error_handler(_handler, None)
            check(lib.starling_init())
            atexit.register(_stop)
            _started = True


# ---- Matrix objects -------------------------------------------------------------------------


class Matrix:
    """A starling_matrix over an array that its space (_arrays.py) has checked.

    Results are in the array after the `with` block. `tiles` are rows and columns of a tile.
    """

    def __init__(self, space, array, tiles):
        start()
        self.array = array  # it lives as long as this
        self.letter = LETTERS[space.dtype_name(array)]
        m, n, ld = space.layout(array)
        mb, nb = (max(1, size) for size in tiles)
        space.synchronize()
        self.object = M()
        arguments = [byref(self.object), PRECISIONS[self.letter], m, n, space.pointer(array), ld, mb, nb]
        if space.device is None:
            call("matrix_wrap", *arguments)
        else:
            call("matrix_wrap_device", *arguments, space.device)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        lib.starling_matrix_destroy(self.object)

    @property
    def _as_parameter_(self):
        return self.object


def tile_size(letter, m, n):
    """Square tiles."""
    start()
    size = lib.starling_tile_size(PRECISIONS[letter], m, n)
    return size, size


def product_tile_size(letter, m, n, k):
    start()
    size = lib.starling_gemm_tile_size(PRECISIONS[letter], m, n, k)
    return size, size


def lu_tile_size(letter, m, n):
    start()
    mb, nb = c_int64(), c_int64()
    lib.starling_getrf_tile_size(PRECISIONS[letter], m, n, byref(mb), byref(nb))
    return mb.value, nb.value


def qr_tile_size(letter, m, n):
    """Block columns."""
    start()
    mb, nb = c_int64(), c_int64()
    lib.starling_geqrf_tile_size(PRECISIONS[letter], m, n, byref(mb), byref(nb))
    return mb.value, nb.value


def eigen_tile_size(letter, n):
    """Block columns."""
    start()
    nb = c_int64()
    lib.starling_he2hb_tile_size(PRECISIONS[letter], n, byref(nb), None)
    return n, nb.value


def symmetric_tile_size(letter, n):
    """Block columns of indefinite factorizations."""
    start()
    return n, lib.starling_sytrf_tile_size(PRECISIONS[letter], n)


def vector_tile_size(letter, n):
    """Block columns of eigenvectors."""
    start()
    return n, lib.starling_unmtr_tile_size(PRECISIONS[letter], n, n)


def get_ipiv(matrix, count):
    ipiv = np.empty(count, np.int64)
    call("matrix_get_ipiv", matrix, ipiv.ctypes.data_as(POINTER(c_int64)))
    return ipiv


def get_sytrf_ipiv(matrix, count):
    ipiv = np.empty(count, np.int64)
    call("matrix_get_sytrf_ipiv", matrix, ipiv.ctypes.data_as(POINTER(c_int64)))
    return ipiv


def set_ipiv(matrix, ipiv):
    ipiv = np.ascontiguousarray(ipiv, np.int64)
    call("matrix_set_ipiv", matrix, ipiv.ctypes.data_as(POINTER(c_int64)))
