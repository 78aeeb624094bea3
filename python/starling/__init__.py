# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""Dense linear algebra on all cores and GPUs, with SciPy's names.

    import starling
    x = starling.solve(a, b)

Arrays are NumPy's, or CuPy's and PyTorch's in the memory of a GPU. Types are float32, float64, complex64 and
complex128. The library uses arrays by columns (order="F"): others are copied, and so is what must not be
overwritten. With overwrite_a=True an array by columns is used in place.

Numerical failures are numpy.linalg.LinAlgError, failures of the runtime are StarlingError or MemoryError.
"""

from numpy.linalg import LinAlgError

from ._library import StarlingError, lib as _lib, start as _start
from ._linalg import (
    LinAlgWarning,
    cho_factor,
    cho_solve,
    cho_solve_banded,
    cholesky_banded,
    eig,
    eigh,
    eigvals,
    hessenberg,
    inv,
    ldl,
    lstsq,
    lu_factor,
    lu_solve,
    pinv,
    qr,
    schur,
    solve,
    solve_banded,
    solveh_banded,
    svd,
)

__version__ = _lib.starling_version().decode()


def ncpu():
    """CPU workers."""
    _start()
    return _lib.starling_ncpu()


def ncuda():
    """GPUs."""
    _start()
    return _lib.starling_ncuda()


__all__ = [
    "LinAlgError",
    "LinAlgWarning",
    "StarlingError",
    "cho_factor",
    "cho_solve",
    "cho_solve_banded",
    "cholesky_banded",
    "eig",
    "eigh",
    "eigvals",
    "hessenberg",
    "inv",
    "ldl",
    "lstsq",
    "lu_factor",
    "lu_solve",
    "ncpu",
    "ncuda",
    "pinv",
    "qr",
    "schur",
    "solve",
    "solve_banded",
    "solveh_banded",
    "svd",
]
