# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

"""SciPy's functions of linear algebra, by libstarling."""

import warnings
from ctypes import byref, c_int64

import numpy as np
from numpy.linalg import LinAlgError

from . import _library as library
from ._arrays import Arguments
from ._library import Matrix, call

NOTRANS, TRANS, CONJTRANS = ord("N"), ord("T"), ord("C")
VALUES, VECTORS = ord("N"), ord("V")


class LinAlgWarning(RuntimeWarning):
    """The result can be used with care only."""


def _uplo(lower):
    return ord("L" if lower else "U")


def _letter(lower):
    return b"L" if lower else b"U"


def _not_definite(info, name="a"):
    raise LinAlgError("the leading minor of order %d of %s is not positive definite" % (info, name))


def _not_found(info, n):
    if info <= n:
        raise LinAlgError("column %d has infinities or NaN" % (info - 1))
    raise LinAlgError("the iteration did not find %d values" % (info - n))


# ---- Systems ----------------------------------------------------------------------------------

# assume_a, and SciPy's longer words for it
_KINDS = {"gen": "gen", "general": "gen", "pos": "pos", "positive definite": "pos"}
_KINDS.update({"sym": "sym", "symmetric": "sym", "her": "her", "hermitian": "her"})


def solve(
    a,
    b,
    *,
    lower=False,
    overwrite_a=False,
    overwrite_b=False,
    check_finite=True,
    assume_a="gen",
    transposed=False,
):
    """The solution x of a x = b.

    assume_a  "gen": by LU; of the others one triangle is read: "pos": Hermitian and positive definite;
              "sym": symmetric; "her": Hermitian
    lower     which triangle
    transposed  a^T x = b; only with "gen"
    """
    kind = _KINDS.get(assume_a)
    if kind is None:
        raise ValueError("assume_a is %r, but must be 'gen', 'pos', 'sym' or 'her'" % (assume_a,))
    if transposed and kind != "gen":
        raise ValueError("transposed goes with assume_a='gen'")
    arguments = Arguments(check_finite, a=a, b=b)
    n, _ = arguments.matrix("a", square=True)
    arguments.rows("b", n, "a")
    A = arguments.own("a", overwrite_a)
    X = arguments.own("b", overwrite_b, apart=A)
    space, letter = arguments.space, arguments.letter
    if n == 0:
        return X
    if kind == "gen":
        tiles = library.lu_tile_size(letter, n, n)
    elif kind == "pos":
        tiles = library.tile_size(letter, n, n)
    else:
        tiles = library.symmetric_tile_size(letter, n)
    with Matrix(space, A, tiles) as matrix, Matrix(space, X, tiles) as right:
        if kind != "gen":
            info = call({"pos": "posv", "sym": "sysv", "her": "hesv"}[kind], _uplo(lower), matrix, right)
        elif transposed:
            info = call("getrf", matrix)
            if info == 0:
                call("getrs", TRANS, matrix, right)
        else:
            info = call("gesv", matrix, right)
    if info > 0 and kind == "pos":
        _not_definite(info)
    if info > 0:
        factor = "U" if kind == "gen" else "D"
        raise LinAlgError("a is singular: element %d of the diagonal of %s is zero" % (info - 1, factor))
    return X


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """The Cholesky factor of a, for cho_solve(): (c, lower). The other triangle of c is not set."""
    arguments = Arguments(check_finite, a=a)
    n, _ = arguments.matrix("a", square=True)
    A = arguments.own("a", overwrite_a)
    if n > 0:
        with Matrix(arguments.space, A, library.tile_size(arguments.letter, n, n)) as matrix:
            info = call("potrf", _uplo(lower), matrix)
        if info > 0:
            _not_definite(info)
    return A, lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution x of a x = b with the factor that cho_factor() gave."""
    c, lower = c_and_lower
    arguments = Arguments(check_finite, c=c, b=b)
    n, _ = arguments.matrix("c", square=True)
    arguments.rows("b", n, "c")
    C = arguments.read("c")
    X = arguments.own("b", overwrite_b, apart=C)
    tiles = library.tile_size(arguments.letter, n, n)
    with Matrix(arguments.space, C, tiles) as matrix, Matrix(arguments.space, X, tiles) as right:
        call("potrs", _uplo(lower), matrix, right)
    return X


def lu_factor(a, overwrite_a=False, check_finite=True):
    """The LU factors of a, for lu_solve(): (lu, piv). Row i was interchanged with row piv[i]; piv is an
    array of NumPy also where a is on a GPU."""
    arguments = Arguments(check_finite, a=a)
    m, n = arguments.matrix("a")
    A = arguments.own("a", overwrite_a)
    if min(m, n) == 0:
        return A, np.empty(0, np.int32)
    with Matrix(arguments.space, A, library.lu_tile_size(arguments.letter, m, n)) as matrix:
        info = call("getrf", matrix)
        piv = (library.get_ipiv(matrix, min(m, n)) - 1).astype(np.int32)
    if info > 0:
        warnings.warn("element %d of the diagonal of U is zero" % (info - 1), LinAlgWarning, stacklevel=2)
    return A, piv


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    """The solution x of a x = b (trans = 0), a^T x = b (1) or a^H x = b (2), with the factors of a that
    lu_factor() gave."""
    if trans not in (0, 1, 2):
        raise ValueError("trans is %r, but must be 0, 1 or 2" % (trans,))
    lu, piv = lu_and_piv
    arguments = Arguments(check_finite, lu=lu, b=b)
    n, _ = arguments.matrix("lu", square=True)
    arguments.rows("b", n, "lu")
    piv = np.asarray(piv)
    if piv.shape != (n,) or piv.dtype.kind not in "iu":
        raise ValueError("piv must be %d integers" % n)
    if not (piv >= np.arange(n)).all() or not (piv < n).all():
        raise ValueError("piv has a row that an LU factorization would not interchange")
    LU = arguments.read("lu")
    X = arguments.own("b", overwrite_b, apart=LU)
    if n == 0:
        return X
    tiles = library.lu_tile_size(arguments.letter, n, n)
    with Matrix(arguments.space, LU, tiles) as matrix, Matrix(arguments.space, X, tiles) as right:
        library.set_ipiv(matrix, piv + 1)
        call("getrs", (NOTRANS, TRANS, CONJTRANS)[trans], matrix, right)
    return X


def inv(a, overwrite_a=False, check_finite=True, *, assume_a="gen", lower=False):
    """The inverse of a.

    assume_a  "gen": by LU; "sym", "her": symmetric, or Hermitian: one triangle is read
    lower     which triangle
    """
    kind = _KINDS.get(assume_a)
    if kind not in ("gen", "sym", "her"):
        raise ValueError("assume_a is %r, but must be 'gen', 'sym' or 'her'" % (assume_a,))
    arguments = Arguments(check_finite, a=a)
    n, _ = arguments.matrix("a", square=True)
    A = arguments.own("a", overwrite_a)
    if n == 0:
        return A
    if kind != "gen":
        return _inv_symmetric(arguments, A, n, kind, lower)
    with Matrix(arguments.space, A, library.lu_tile_size(arguments.letter, n, n)) as matrix:
        info = call("getrf", matrix)
        if info == 0:
            call("getri", matrix)
    if info > 0:
        raise LinAlgError("a is singular: element %d of the diagonal of U is zero" % (info - 1))
    return A


def _inv_symmetric(arguments, A, n, kind, lower):
    name = {"sym": "sy", "her": "he"}[kind]
    with Matrix(arguments.space, A, library.symmetric_tile_size(arguments.letter, n)) as matrix:
        info = call(name + "trf", _uplo(lower), matrix)
        if info == 0:
            call(name + "tri", _uplo(lower), matrix)
    if info > 0:
        raise LinAlgError("a is singular: element %d of the diagonal of D is zero" % (info - 1))
    arguments.space.mirror(A, lower, kind == "her")
    return A


def ldl(A, lower=True, hermitian=True, overwrite_a=False, check_finite=True):
    """A = L D L^H, or L D L^T if not hermitian, with one triangle of A: (lu, d, perm), as SciPy's. lu[perm] is
    triangular with ones on its diagonal, d has blocks of order 1 and 2. The arrays are NumPy's, and A must be
    in main memory."""
    arguments = Arguments(check_finite, A=A)
    n, _ = arguments.matrix("A", square=True)
    _in_main_memory(arguments, "ldl")
    F = arguments.own("A", overwrite_a)
    if n == 0:
        return F, F.copy(), np.empty(0, np.int64)
    hermitian = hermitian and np.iscomplexobj(F)
    with Matrix(arguments.space, F, library.symmetric_tile_size(arguments.letter, n)) as matrix:
        info = call("hetrf" if hermitian else "sytrf", _uplo(lower), matrix)
        ipiv = library.get_sytrf_ipiv(matrix, n)
    if info > 0:
        warnings.warn("element %d of the diagonal of D is zero" % (info - 1), LinAlgWarning, stacklevel=2)
    return _factors_of_ldl(F, ipiv, lower, hermitian)


def _factors_of_ldl(F, ipiv, lower, hermitian):
    """lu, d and perm from LAPACK's form: steps go down with L, up with U, and have an interchange each, whose
    rows of earlier columns are not interchanged yet."""
    n = len(ipiv)
    lu = np.tril(F, -1) if lower else np.triu(F, 1)
    d = np.zeros_like(F)
    perm = np.arange(n)
    k = 0 if lower else n - 1
    step = 1 if lower else -1
    while 0 <= k < n:
        d[k, k] = F[k, k].real if hermitian else F[k, k]
        row, other = k, abs(ipiv[k]) - 1
        width = 1
        if ipiv[k] < 0:
            width, row = 2, k + step
            d[row, row] = F[row, row].real if hermitian else F[row, row]
            d[row, k] = lu[row, k]
            d[k, row] = lu[row, k].conj() if hermitian else lu[row, k]
            lu[row, k] = 0
        done = slice(0, k) if lower else slice(k + 1, n)
        lu[[row, other], done] = lu[[other, row], done]
        perm[[row, other]] = perm[[other, row]]
        k += step * width
    np.fill_diagonal(lu, 1)
    return np.asfortranarray(lu[np.argsort(perm)]), d, perm


# ---- Bands ----------------------------------------------------------------------------------------


def _in_main_memory(arguments, name):
    if arguments.space.device is not None:
        raise TypeError("%s is for arrays in main memory" % name)


def _band(arguments, name):
    """Rows and columns of LAPACK's array of a band with its main diagonal."""
    m, n = arguments.matrix("ab")
    _in_main_memory(arguments, name)
    if m == 0:
        raise ValueError("ab has no row, and so no diagonal")
    return m, n


def _call_band(arguments, name, *operands):
    library.start()
    return call(arguments.letter + name, *operands)


def _columns(space, x):
    """Pointer, columns and leading dimension."""
    rows, columns, ld = space.layout(x)
    return space.pointer(x), columns, ld


def solve_banded(l_and_u, ab, b, overwrite_ab=False, overwrite_b=False, check_finite=True):
    """The solution x of a x = b with a band a of l subdiagonals and u superdiagonals: a[i, j] is
    ab[u + i - j, j]. By LU in the calling thread."""
    l, u = (int(size) for size in l_and_u)
    if l < 0 or u < 0:
        raise ValueError("l_and_u is %r, but must be numbers of diagonals" % (l_and_u,))
    arguments = Arguments(check_finite, ab=ab, b=b)
    m, n = _band(arguments, "solve_banded")
    if m != l + u + 1:
        raise ValueError("ab has %d rows, but must have %d, the diagonals of the band" % (m, l + u + 1))
    arguments.rows("b", n, "the columns of ab")
    X = arguments.own("b", overwrite_b)
    if n == 0:
        return X
    F = arguments.empty(2 * l + u + 1, n)  # l rows above for fill-in
    F[l:] = arguments.read("ab")
    ipiv = (c_int64 * n)()
    x, nrhs, ldx = _columns(arguments.space, X)
    info = _call_band(arguments, "gbsv", n, l, u, nrhs, F.ctypes.data, 2 * l + u + 1, ipiv, x, ldx)
    if info > 0:
        raise LinAlgError("a is singular: element %d of the diagonal of U is zero" % (info - 1))
    return X


def solveh_banded(ab, b, overwrite_ab=False, overwrite_b=False, lower=False, check_finite=True):
    """The solution x of a x = b with a Hermitian positive definite band a, of which one triangle is stored:
    a[i, j] is ab[u + i - j, j], or ab[i - j, j] if lower. By Cholesky in the calling thread."""
    arguments = Arguments(check_finite, ab=ab, b=b)
    m, n = _band(arguments, "solveh_banded")
    arguments.rows("b", n, "the columns of ab")
    F = arguments.own("ab", overwrite_ab)
    X = arguments.own("b", overwrite_b, apart=F)
    if n == 0:
        return X
    f, _, ldf = _columns(arguments.space, F)
    x, nrhs, ldx = _columns(arguments.space, X)
    info = _call_band(arguments, "pbsv", _letter(lower), n, m - 1, nrhs, f, ldf, x, ldx)
    if info > 0:
        _not_definite(info)
    return X


def cholesky_banded(ab, overwrite_ab=False, lower=False, check_finite=True):
    """The Cholesky factor of the band of solveh_banded(), stored in the same way."""
    arguments = Arguments(check_finite, ab=ab)
    m, n = _band(arguments, "cholesky_banded")
    F = arguments.own("ab", overwrite_ab)
    if n == 0:
        return F
    f, _, ldf = _columns(arguments.space, F)
    info = _call_band(arguments, "pbtrf", _letter(lower), n, m - 1, f, ldf)
    if info > 0:
        _not_definite(info)
    return F


def cho_solve_banded(cb_and_lower, b, overwrite_b=False, check_finite=True):
    """The solution x of a x = b with the factor that cholesky_banded() gave."""
    cb, lower = cb_and_lower
    arguments = Arguments(check_finite, ab=cb, b=b)
    m, n = _band(arguments, "cho_solve_banded")
    arguments.rows("b", n, "the columns of cb")
    F = arguments.read("ab")
    X = arguments.own("b", overwrite_b, apart=F)
    if n == 0:
        return X
    f, _, ldf = _columns(arguments.space, F)
    x, nrhs, ldx = _columns(arguments.space, X)
    _call_band(arguments, "pbtrs", _letter(lower), n, m - 1, nrhs, f, ldf, x, ldx)
    return X


# ---- QR and least squares -----------------------------------------------------------------------


def qr(a, overwrite_a=False, *, mode="full", check_finite=True):
    """a = Q R: (Q, R).

    mode  "full": Q is m x m; "economic": Q has min(m, n) columns; "r": (R,);
          "raw": ((qr, tau), R), LAPACK's form of Q
    """
    if mode not in ("full", "economic", "r", "raw"):
        raise ValueError("mode is %r, but must be 'full', 'economic', 'r' or 'raw'" % (mode,))
    arguments = Arguments(check_finite, a=a)
    space = arguments.space
    m, n = arguments.matrix("a")
    k = min(m, n)
    A = arguments.own("a", overwrite_a)
    columns = m if mode == "full" else k
    Q = space.eye(m, columns, arguments.dtype) if mode in ("full", "economic") else None
    tau = np.empty(k, arguments.dtype)
    if k > 0:
        mb, nb = tiles = library.qr_tile_size(arguments.letter, m, n)
        with Matrix(space, A, tiles) as matrix:
            call("geqrf", matrix)
            if mode == "raw":
                call("matrix_get_tau", matrix, tau.ctypes.data)
            if Q is not None:
                with Matrix(space, Q, (m, nb)) as q:
                    call("ungqr", matrix, q)
    R = space.triu(A[: m if mode == "full" or mode == "r" else k])
    if mode == "r":
        return (R,)
    return ((A, tau), R) if mode == "raw" else (Q, R)


def lstsq(a, b, cond=None, overwrite_a=False, overwrite_b=False, check_finite=True):
    """The x of smallest norm among those for which |b - a x| is smallest, for an a of any rank.

    Gives x, the sums of squares of b - a x (empty if the rank is below n, or m <= n), the rank and the
    singular values of a. Values up to cond times the largest one count as zero; None: eps.
    """
    arguments = Arguments(check_finite, a=a, b=b)
    space = arguments.space
    m, n = arguments.matrix("a")
    arguments.rows("b", m, "a")
    A = arguments.own("a", overwrite_a)
    if m >= n:
        X = arguments.own("b", overwrite_b, apart=A)
    else:
        X = space.enlarged(arguments.read("b"), n, arguments.dtype)
    S = arguments.empty_real(min(m, n))
    rank = c_int64()
    if min(m, n) > 0:
        mb, nb = library.qr_tile_size(arguments.letter, m, n)
        with (
            Matrix(space, A, (mb, nb)) as matrix,
            Matrix(space, X, (max(m, n), nb)) as x,
            Matrix(space, S, (min(m, n), 1)) as s,
        ):
            rcond = np.finfo(arguments.dtype).eps if cond is None else cond
            info = call("gelsd", matrix, x, s, rcond, byref(rank))
        if info > 0:
            _not_found(info, n)
    if m > n and rank.value == n:
        residues = space.squares(X[n:])
    else:
        residues = arguments.empty_real(0)
    return X[:n], residues, rank.value, S


def pinv(a, *, rtol=None, return_rank=False, check_finite=True):
    """The pseudo-inverse of a. Singular values up to rtol times the largest one count as zero; None:
    max(m, n) eps."""
    arguments = Arguments(check_finite, a=a)
    space, letter = arguments.space, arguments.letter
    m, n = arguments.matrix("a")
    A = arguments.own("a", False)
    P = arguments.empty(n, m)
    rank = c_int64()
    if min(m, n) > 0:
        tiles = library.product_tile_size(letter, n, m, min(m, n))
        with (
            Matrix(space, A, library.qr_tile_size(letter, m, n)) as matrix,
            Matrix(space, P, tiles) as p,
        ):
            info = call("pinv", matrix, -1.0 if rtol is None else rtol, p, byref(rank))
        if info > 0:
            _not_found(info, n)
    return (P, rank.value) if return_rank else P


# ---- Eigenvalues and singular values --------------------------------------------------------------


def _subset(by_index, by_value, n):
    """LAPACK's range, vl, vu, il, iu."""
    if by_index is not None and by_value is not None:
        raise ValueError("subset_by_index and subset_by_value exclude each other")
    if by_index is not None:
        low, high = (int(i) for i in by_index)
        if not 0 <= low <= high < n:
            raise ValueError("subset_by_index is [%d, %d], but must be in 0 ... %d" % (low, high, n - 1))
        return ord("I"), 0.0, 0.0, low + 1, high + 1
    low, high = (float(x) for x in by_value)
    if not low < high:
        raise ValueError("subset_by_value is [%g, %g], but the first one must be smaller" % (low, high))
    return ord("V"), low, high, 0, 0


def _eigh_part(arguments, A, n, lower, eigvals_only, subset):
    space = arguments.space
    W = arguments.empty_real(n)
    columns = n if subset[0] == ord("V") else subset[4] - subset[3] + 1
    Z = None if eigvals_only else arguments.empty(n, columns)
    count = c_int64()
    tiles = library.eigen_tile_size(arguments.letter, n)
    job = VALUES if eigvals_only else VECTORS
    with Matrix(space, A, tiles) as matrix, Matrix(space, W, (n, 1)) as w:
        where = (job, subset[0], _uplo(lower), matrix, *subset[1:], byref(count), w)
        if eigvals_only:
            info = call("heevx", *where, None)
        else:
            with Matrix(space, Z, tiles) as z:
                info = call("heevx", *where, z)
    if info > 0:
        _not_found(info, n)
    found = count.value
    return W[:found] if eigvals_only else (W[:found], Z[:, :found])


def _eigh_general(arguments, A, n, lower, eigvals_only, itype, overwrite_b, subset):
    space = arguments.space
    B = arguments.own("b", overwrite_b, apart=A)
    W = arguments.empty_real(n)
    tiles = library.tile_size(arguments.letter, n, n)
    job = VALUES if eigvals_only else VECTORS
    with (
        Matrix(space, A, tiles) as matrix,
        Matrix(space, B, tiles) as right,
        Matrix(space, W, (n, 1)) as w,
    ):
        info = call("hegvd", itype, job, _uplo(lower), matrix, right, w)
    if info > n:
        _not_definite(info - n, "b")
    if info > 0:
        _not_found(info, n)
    if subset is not None:  # of the whole result
        kind, vl, vu, il, iu = subset
        first, last = il - 1, iu
        if kind == ord("V"):
            first, last = (space.count(W, bound) for bound in (vl, vu))
        W, A = W[first:last], A[:, first:last]
    return W if eigvals_only else (W, A)


def eigh(
    a,
    b=None,
    *,
    lower=True,
    eigvals_only=False,
    overwrite_a=False,
    overwrite_b=False,
    type=1,
    check_finite=True,
    subset_by_index=None,
    subset_by_value=None,
):
    """Eigenvalues w, ascending, and eigenvectors v of a Hermitian matrix: (w, v), or w.

    b      a v = b v w (type 1), a b v = v w (2) or b a v = v w (3) with a positive definite b
    lower  which triangles are read
    subset_by_index  [first, last], from 0: only these
    subset_by_value  [low, high]: those in (low, high]
    """
    arrays = {"a": a} if b is None else {"a": a, "b": b}
    arguments = Arguments(check_finite, **arrays)
    n, _ = arguments.matrix("a", square=True)
    if b is not None and arguments.matrix("b") != (n, n):
        raise ValueError("b must be %d x %d, as a" % (n, n))
    if type not in (1, 2, 3):
        raise ValueError("type is %r, but must be 1, 2 or 3" % (type,))
    subset = None
    if subset_by_index is not None or subset_by_value is not None:
        subset = _subset(subset_by_index, subset_by_value, n)
    A = arguments.own("a", overwrite_a)
    if n == 0:
        W = arguments.empty_real(0)
        return W if eigvals_only else (W, A)
    if b is not None:
        return _eigh_general(arguments, A, n, lower, eigvals_only, type, overwrite_b, subset)
    if subset is not None:
        return _eigh_part(arguments, A, n, lower, eigvals_only, subset)
    W = arguments.empty_real(n)
    job = VALUES if eigvals_only else VECTORS
    tiles = library.eigen_tile_size(arguments.letter, n)
    with Matrix(arguments.space, A, tiles) as matrix, Matrix(arguments.space, W, (n, 1)) as w:
        info = call("heevd", job, _uplo(lower), matrix, w)
    if info > 0:
        _not_found(info, n)
    return W if eigvals_only else (W, A)


def eig(a, *, left=False, right=True, overwrite_a=False, check_finite=True):
    """Eigenvalues w of a square matrix, and eigenvectors: a v = v w, and of the left a^H v = v conj(w).

    Gives (w, v), with left and right (w, vl, vr), with neither w. w is complex; the vectors of a real a are
    real if all of w is. The columns of v have length 1. a is not overwritten.
    """
    arguments = Arguments(check_finite, a=a)
    space = arguments.space
    n, _ = arguments.matrix("a", square=True)
    is_real = arguments.letter in "sd"
    A = arguments.read("a")
    W = arguments.empty(n, 2 if is_real else 1)
    vectors = [arguments.empty(n, n) if wanted else None for wanted in (left, right)]
    if n > 0:
        tiles = library.vector_tile_size(arguments.letter, n)
        objects = [None if V is None else Matrix(space, V, tiles) for V in vectors]
        try:
            with Matrix(space, A, tiles) as matrix, Matrix(space, W, tiles) as w:
                info = call("geev", matrix, w, *objects)
        finally:
            for V in objects:
                if V is not None:
                    V.__exit__()
        if info > 0:
            raise LinAlgError("the iteration found eigenvalues %d to %d only" % (info, n - 1))
    wanted = [V for V in vectors if V is not None]
    if is_real:
        first = [j for j, imaginary in enumerate(W[:, 1].tolist()) if imaginary > 0]
        name = {"s": "complex64", "d": "complex128"}[arguments.letter]
        wanted = [space.pairs(V, first, name) if first else V for V in wanted]
        w = space.joined(W)
    else:
        w = W[:, 0]
    return (w, *wanted) if wanted else w


def eigvals(a, *, overwrite_a=False, check_finite=True):
    """The eigenvalues of a square matrix, as eig() gives them."""
    return eig(a, right=False, overwrite_a=overwrite_a, check_finite=check_finite)


def hessenberg(a, calc_q=False, overwrite_a=False, check_finite=True):
    """The Hessenberg form of a square matrix: a = Q H Q^H, and H is zero below its first subdiagonal.

    calc_q  give (H, Q), else H
    """
    arguments = Arguments(check_finite, a=a)
    space = arguments.space
    n, _ = arguments.matrix("a", square=True)
    A = arguments.own("a", overwrite_a)
    Q = arguments.empty(n, n) if calc_q else None
    if n > 0:
        tiles = library.vector_tile_size(arguments.letter, n)
        with Matrix(space, A, tiles) as matrix:
            call("gehrd", 1, n, matrix)
            if calc_q:
                with Matrix(space, Q, tiles) as q:
                    call("unghr", matrix, q)
    H = space.triu(A, -1)
    return (H, Q) if calc_q else H


_HALVES = {
    "lhp": lambda w: w.real < 0,
    "rhp": lambda w: w.real >= 0,
    "iuc": lambda w: abs(w) <= 1,
    "ouc": lambda w: abs(w) > 1,
}


def _selection(sort, is_real):
    """A function of a real and an imaginary part for the library, and a list for what it raises."""
    raised = []
    if sort is None:
        return library.SELECT(), raised
    if not callable(sort) and sort not in _HALVES:
        raise ValueError("sort is %r, but must be a function, 'lhp', 'rhp', 'iuc' or 'ouc'" % (sort,))

    def selected(re, im, data):
        try:
            if callable(sort) and is_real:
                return bool(sort(re, im))
            return bool(_HALVES.get(sort, sort)(complex(re, im)))
        except BaseException as error:  # no exception passes through C
            raised.append(error)
            return 0

    return library.SELECT(selected), raised


def schur(a, output="real", *, overwrite_a=False, sort=None, check_finite=True):
    """The Schur form of a square matrix: a = Z T Z^H. Gives (T, Z), or with sort (T, Z, sdim).

    output  "real": T of a real a is real, with diagonal blocks of order 2 for conjugate eigenvalues;
            "complex": T is upper triangular
    sort    which eigenvalues come first; sdim is their number. "lhp", "rhp": in the left or right half of the
            plane; "iuc", "ouc": inside or outside the unit circle; or a function: of a real a and output
            "real" of the real and the imaginary part, else of a complex number
    """
    if output not in ("real", "complex", "r", "c"):
        raise ValueError("output is %r, but must be 'real' or 'complex'" % (output,))
    arguments = Arguments(check_finite, a=a)
    if output[0] == "c" and arguments.letter in "sd":
        name = {"s": "complex64", "d": "complex128"}[arguments.letter]
        a, overwrite_a = arguments.space.copy(arguments.arrays["a"], name), True
        arguments = Arguments(check_finite, a=a)
    space = arguments.space
    n, _ = arguments.matrix("a", square=True)
    is_real = arguments.letter in "sd"
    select, raised = _selection(sort, is_real)
    T = arguments.own("a", overwrite_a)
    W = arguments.empty(n, 2 if is_real else 1)
    Z = arguments.empty(n, n)
    sdim, info = c_int64(0), 0
    if n > 0:
        tiles = library.vector_tile_size(arguments.letter, n)
        with Matrix(space, T, tiles) as t, Matrix(space, W, tiles) as w, Matrix(space, Z, tiles) as z:
            info = call("gees", t, w, z, select, None, byref(sdim))
    if raised:
        raise raised[0]
    if 0 < info <= n:
        raise LinAlgError("the iteration found eigenvalues %d to %d only" % (info, n - 1))
    if info == n + 1:
        raise LinAlgError("eigenvalues are too close to be put in order")
    if info == n + 2:
        raise LinAlgError("rounding errors have changed eigenvalues: the first ones are not all selected")
    return (T, Z) if sort is None else (T, Z, sdim.value)


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True):
    """Singular values s, descending, and vectors: a = U diag(s) Vh. Gives (U, s, Vh), or s.

    full_matrices  U is m x m and Vh n x n; else they have min(m, n) columns and rows
    """
    arguments = Arguments(check_finite, a=a)
    space = arguments.space
    m, n = arguments.matrix("a")
    k = min(m, n)
    A = arguments.own("a", overwrite_a)
    S = arguments.empty_real(k)
    columns, rows = (m, n) if full_matrices else (k, k)
    if k == 0:
        name = arguments.dtype
        return (space.eye(m, columns, name), S, space.eye(rows, n, name)) if compute_uv else S
    mb, nb = tiles = library.qr_tile_size(arguments.letter, m, n)
    with Matrix(space, A, tiles) as matrix, Matrix(space, S, (k, 1)) as s:
        if compute_uv:
            U, Vh = arguments.empty(m, columns), arguments.empty(rows, n)
            nb = min(nb, columns)
            with Matrix(space, U, (m, nb)) as u, Matrix(space, Vh, (rows, nb)) as vh:
                info = call("gesvd", matrix, s, u, vh)
        else:
            info = call("gesvd", matrix, s, None, None)
    if info > 0:
        _not_found(info, n)
    return (U, S, Vh) if compute_uv else S
