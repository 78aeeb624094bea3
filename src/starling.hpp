/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/**
 * @file starling.hpp
 * Starling for C++17: one name for the four precisions, objects that free what they own,
 * exceptions.
 *
 * A function here is that of starling.h without the letter of its precision, which the type of the
 * array or matrix tells: starling::potrf() of a `double *` is starling_dpotrf(). Arguments are the
 * same. starling.h documents them.
 *
 *  - What the runtime refuses, and a wrong argument, is thrown as starling::error.
 *  - A function that can fail by its numbers returns LAPACK's info: 0, or positive. Others return
 * nothing.
 *
 * Functions of starling.h that have no form here take the pointer that starling::matrix::get()
 * gives.
 */

#ifndef STARLING_HPP
#define STARLING_HPP

#include "starling.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace starling
{

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
/** A negative info: the runtime failed (below -1000), or argument -info is wrong. */
class error : public std::runtime_error
{
  public:
    /** The function and the value that it returned. */
    error(const char *routine, int info)
        : std::runtime_error(std::string("starling::") + routine + ": " + starling_strerror(info)),
          info_(info)
    {
    }
    /** The value that the function of starling.h returned. */
    int info() const noexcept
    {
        return info_;
    }

  private:
    int info_;
};
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

namespace detail
{

/* T, in a place from which it is not deduced: nullptr, or 1.0 for a complex scalar, may stand
 * there. */
template <class T> struct same_type {
    using type = T;
};
template <class T> using same = typename same_type<T>::type;

template <class T> struct real_type {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "Starling has float, double, std::complex<float> and std::complex<double>");
    using type = T;
};
template <> struct real_type<starling_complex_float> {
    using type = float;
};
template <> struct real_type<starling_complex_double> {
    using type = double;
};

/* That one of four, for s, d, c and z, which is of T's precision. */
template <class T, class S, class D, class C, class Z> constexpr auto pick(S s, D d, C c, Z z)
{
    using real = typename real_type<T>::type;
    constexpr bool single = std::is_same_v<real, float>;
    if constexpr (std::is_same_v<T, real>) {
        if constexpr (single)
            return s;
        else
            return d;
    } else {
        if constexpr (single)
            return c;
        else
            return z;
    }
}

/* For functions that can fail by their numbers. */
inline int numerical(const char *routine, int info)
{
    if (info < 0)
        throw error(routine, info);
    return info;
}

/* For functions that cannot. */
inline void done(const char *routine, int info)
{
    if (info != 0)
        throw error(routine, info);
}

} // namespace detail

/** float or double: the type of norms, eigenvalues and singular values. */
template <class T> using real = typename detail::real_type<T>::type;

/** The starling_precision of a type. */
template <class T>
inline constexpr starling_precision precision = detail::pick<T>(STARLING_S, STARLING_D, STARLING_C,
                                                                STARLING_Z);

/** Keeps the runtime on: starling_init(), and starling_finalize() at the end. Objects may nest.
 * Matrices end before it: what starling_finalize() then refuses is not told. */
class runtime
{
  public:
    runtime()
    {
        detail::done("runtime", starling_init());
    }
    ~runtime()
    {
        starling_finalize();
    }
    runtime(const runtime &) = delete;
    runtime &operator=(const runtime &) = delete;

    /** CPU workers. */
    int ncpu() const
    {
        return starling_ncpu();
    }
    /** GPUs. */
    int ncuda() const
    {
        return starling_ncuda();
    }
};

/** Rows and columns of a tile; 0: the library chooses. */
struct tiles {
    int64_t mb = 0; /**< rows; 0: the library chooses */
    int64_t nb = 0; /**< columns */
};

/** Tiles for LU: of A, and of right-hand sides as high as A. */
template <class T> tiles getrf_tiles(int64_t m, int64_t n)
{
    tiles t;
    starling_getrf_tile_size(precision<T>, m, n, &t.mb, &t.nb);
    return t;
}

/** Tiles for QR, least squares and singular values: block columns. */
template <class T> tiles geqrf_tiles(int64_t m, int64_t n)
{
    tiles t;
    starling_geqrf_tile_size(precision<T>, m, n, &t.mb, &t.nb);
    return t;
}

/** Tiles for heevd: block columns. */
template <class T> tiles heevd_tiles(int64_t n)
{
    tiles t{std::max<int64_t>(1, n), 0};
    starling_he2hb_tile_size(precision<T>, n, &t.nb, nullptr);
    return t;
}

/** Tiles for geev and trevc3: block columns. */
template <class T> tiles geev_tiles(int64_t n)
{
    return {std::max<int64_t>(1, n), starling_unmtr_tile_size(precision<T>, n, n)};
}

/** Tiles for sytrf and hetrf: block columns. */
template <class T> tiles sytrf_tiles(int64_t n)
{
    return {std::max<int64_t>(1, n), starling_sytrf_tile_size(precision<T>, n)};
}

/** Owns a starling_matrix. It can be moved, not copied. */
template <class T> class matrix
{
  public:
    /** No matrix: get() is nullptr. */
    matrix() noexcept = default;
    /** A matrix of the library, as starling_matrix_create(). */
    matrix(int64_t m, int64_t n, tiles t = {})
    {
        detail::done("matrix", starling_matrix_create(&A_, precision<T>, m, n, t.mb, t.nb));
    }
    /** Over an array in main memory, as starling_matrix_wrap(). */
    static matrix wrap(T *a, int64_t m, int64_t n, int64_t lda, tiles t = {})
    {
        matrix A;
        detail::done("matrix::wrap",
                     starling_matrix_wrap(&A.A_, precision<T>, m, n, a, lda, t.mb, t.nb));
        return A;
    }
    /** Over an array in the memory of a CUDA device, as starling_matrix_wrap_device(). */
    static matrix wrap_device(T *a, int64_t m, int64_t n, int64_t lda, int device, tiles t = {})
    {
        matrix A;
        detail::done(
            "matrix::wrap_device",
            starling_matrix_wrap_device(&A.A_, precision<T>, m, n, a, lda, t.mb, t.nb, device));
        return A;
    }
    /** Waits for the operations; a wrapped array then has the values. */
    ~matrix()
    {
        starling_matrix_destroy(A_);
    }
    /** Takes the object of another one, which has none then. */
    matrix(matrix &&other) noexcept : A_(std::exchange(other.A_, nullptr))
    {
    }
    /** Exchanges the objects. */
    matrix &operator=(matrix &&other) noexcept
    {
        std::swap(A_, other.A_);
        return *this;
    }

    /** The object itself, for the functions of starling.h. */
    starling_matrix *get() const noexcept
    {
        return A_;
    }
    /** Rows. */
    int64_t m() const
    {
        return starling_matrix_m(A_);
    }
    /** Columns. */
    int64_t n() const
    {
        return starling_matrix_n(A_);
    }
    /** Waits, and brings the values to a wrapped array. */
    void sync()
    {
        detail::done("matrix::sync", starling_matrix_sync(A_));
    }
    /** Copies the values to an array. */
    void copy_to(T *a, int64_t lda)
    {
        detail::done("matrix::copy_to", starling_matrix_get(A_, a, lda));
    }
    /** Takes the values of an array. */
    void copy_from(const T *a, int64_t lda)
    {
        detail::done("matrix::copy_from", starling_matrix_set(A_, a, lda));
    }
    /** LAPACK's interchanges of a matrix that getrf() factored: min(m, n) numbers from 1. */
    void get_ipiv(int64_t *ipiv)
    {
        detail::done("matrix::get_ipiv", starling_matrix_get_ipiv(A_, ipiv));
    }
    /** LAPACK's tau of a matrix that geqrf() factored: min(m, n) elements. */
    void get_tau(T *tau)
    {
        detail::done("matrix::get_tau", starling_matrix_get_tau(A_, tau));
    }

  private:
    starling_matrix *A_ = nullptr;
};

/** @defgroup hpp_arrays On LAPACK's arrays
 * @{ */

/** starling_dgemm() and its sisters. */
template <class T>
void gemm(char transa, char transb, int64_t m, int64_t n, int64_t k, detail::same<T> alpha,
          const T *a, int64_t lda, const detail::same<T> *b, int64_t ldb, detail::same<T> beta,
          detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sgemm, starling_dgemm, starling_cgemm, starling_zgemm);
    detail::done("gemm", f(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc));
}

/** starling_dsymm() and its sisters. */
template <class T>
void symm(char side, char uplo, int64_t m, int64_t n, detail::same<T> alpha, const T *a, int64_t lda,
          const detail::same<T> *b, int64_t ldb, detail::same<T> beta, detail::same<T> *c,
          int64_t ldc)
{
    auto f = detail::pick<T>(starling_ssymm, starling_dsymm, starling_csymm, starling_zsymm);
    detail::done("symm", f(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc));
}

/** Real types: symm. */
template <class T>
void hemm(char side, char uplo, int64_t m, int64_t n, detail::same<T> alpha, const T *a, int64_t lda,
          const detail::same<T> *b, int64_t ldb, detail::same<T> beta, detail::same<T> *c,
          int64_t ldc)
{
    auto f = detail::pick<T>(starling_shemm, starling_dhemm, starling_chemm, starling_zhemm);
    detail::done("hemm", f(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc));
}

/** starling_dsyrk() and its sisters. */
template <class T>
void syrk(char uplo, char trans, int64_t n, int64_t k, detail::same<T> alpha, const T *a,
          int64_t lda, detail::same<T> beta, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_ssyrk, starling_dsyrk, starling_csyrk, starling_zsyrk);
    detail::done("syrk", f(uplo, trans, n, k, alpha, a, lda, beta, c, ldc));
}

/** Real types: syrk. */
template <class T>
void herk(char uplo, char trans, int64_t n, int64_t k, real<T> alpha, const T *a, int64_t lda,
          real<T> beta, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sherk, starling_dherk, starling_cherk, starling_zherk);
    detail::done("herk", f(uplo, trans, n, k, alpha, a, lda, beta, c, ldc));
}

/** starling_dsyr2k() and its sisters. */
template <class T>
void syr2k(char uplo, char trans, int64_t n, int64_t k, detail::same<T> alpha, const T *a,
           int64_t lda, const detail::same<T> *b, int64_t ldb, detail::same<T> beta,
           detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_ssyr2k, starling_dsyr2k, starling_csyr2k, starling_zsyr2k);
    detail::done("syr2k", f(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc));
}

/** Real types: syr2k. */
template <class T>
void her2k(char uplo, char trans, int64_t n, int64_t k, detail::same<T> alpha, const T *a,
           int64_t lda, const detail::same<T> *b, int64_t ldb, real<T> beta, detail::same<T> *c,
           int64_t ldc)
{
    auto f = detail::pick<T>(starling_sher2k, starling_dher2k, starling_cher2k, starling_zher2k);
    detail::done("her2k", f(uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc));
}

/** starling_dtrmm() and its sisters. */
template <class T>
void trmm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, detail::same<T> alpha,
          const T *a, int64_t lda, detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_strmm, starling_dtrmm, starling_ctrmm, starling_ztrmm);
    detail::done("trmm", f(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb));
}

/** starling_dtrsm() and its sisters. */
template <class T>
void trsm(char side, char uplo, char transa, char diag, int64_t m, int64_t n, detail::same<T> alpha,
          const T *a, int64_t lda, detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_strsm, starling_dtrsm, starling_ctrsm, starling_ztrsm);
    detail::done("trsm", f(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb));
}

/** starling_dpotrf() and its sisters. */
template <class T> [[nodiscard]] int potrf(char uplo, int64_t n, T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_spotrf, starling_dpotrf, starling_cpotrf, starling_zpotrf);
    return detail::numerical("potrf", f(uplo, n, a, lda));
}

/** starling_dpotrs() and its sisters. */
template <class T>
void potrs(char uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, detail::same<T> *b,
           int64_t ldb)
{
    auto f = detail::pick<T>(starling_spotrs, starling_dpotrs, starling_cpotrs, starling_zpotrs);
    detail::done("potrs", f(uplo, n, nrhs, a, lda, b, ldb));
}

/** starling_dposv() and its sisters. */
template <class T>
[[nodiscard]] int posv(char uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, detail::same<T> *b,
                       int64_t ldb)
{
    auto f = detail::pick<T>(starling_sposv, starling_dposv, starling_cposv, starling_zposv);
    return detail::numerical("posv", f(uplo, n, nrhs, a, lda, b, ldb));
}

/** starling_dpotri() and its sisters. */
template <class T> [[nodiscard]] int potri(char uplo, int64_t n, T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_spotri, starling_dpotri, starling_cpotri, starling_zpotri);
    return detail::numerical("potri", f(uplo, n, a, lda));
}

/** starling_dgetrf() and its sisters. */
template <class T> [[nodiscard]] int getrf(int64_t m, int64_t n, T *a, int64_t lda, int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_sgetrf, starling_dgetrf, starling_cgetrf, starling_zgetrf);
    return detail::numerical("getrf", f(m, n, a, lda, ipiv));
}

/** starling_dgetrs() and its sisters. */
template <class T>
void getrs(char trans, int64_t n, int64_t nrhs, const T *a, int64_t lda, const int64_t *ipiv,
           detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgetrs, starling_dgetrs, starling_cgetrs, starling_zgetrs);
    detail::done("getrs", f(trans, n, nrhs, a, lda, ipiv, b, ldb));
}

/** starling_dgesv() and its sisters. */
template <class T>
[[nodiscard]] int gesv(int64_t n, int64_t nrhs, T *a, int64_t lda, int64_t *ipiv,
                       detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgesv, starling_dgesv, starling_cgesv, starling_zgesv);
    return detail::numerical("gesv", f(n, nrhs, a, lda, ipiv, b, ldb));
}

/** starling_dgetri() and its sisters. */
template <class T> [[nodiscard]] int getri(int64_t n, T *a, int64_t lda, const int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_sgetri, starling_dgetri, starling_cgetri, starling_zgetri);
    return detail::numerical("getri", f(n, a, lda, ipiv));
}

/** starling_dtrtri() and its sisters. */
template <class T> [[nodiscard]] int trtri(char uplo, char diag, int64_t n, T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_strtri, starling_dtrtri, starling_ctrtri, starling_ztrtri);
    return detail::numerical("trtri", f(uplo, diag, n, a, lda));
}

/** starling_dlauum() and its sisters. */
template <class T>
void lauum(char uplo, int64_t n, T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_slauum, starling_dlauum, starling_clauum, starling_zlauum);
    detail::done("lauum", f(uplo, n, a, lda));
}

/** starling_dlange() and its sisters: the norm. */
template <class T>
[[nodiscard]] real<T> lange(char norm, int64_t m, int64_t n, const T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_slange, starling_dlange, starling_clange, starling_zlange);
    real<T> value = 0;
    detail::done("lange", f(norm, m, n, a, lda, &value));
    return value;
}

/** starling_dlanhe() and its sisters: the norm. */
template <class T>
[[nodiscard]] real<T> lanhe(char norm, char uplo, int64_t n, const T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_slanhe, starling_dlanhe, starling_clanhe, starling_zlanhe);
    real<T> value = 0;
    detail::done("lanhe", f(norm, uplo, n, a, lda, &value));
    return value;
}

/** starling_dgecon() and its sisters: the reciprocal condition number; NaN if the factors have one. */
template <class T>
[[nodiscard]] real<T> gecon(char norm, int64_t n, const T *a, int64_t lda, real<T> anorm)
{
    auto f = detail::pick<T>(starling_sgecon, starling_dgecon, starling_cgecon, starling_zgecon);
    real<T> rcond = 0;
    (void)detail::numerical("gecon", f(norm, n, a, lda, anorm, &rcond));
    return rcond;
}

/** starling_dpocon() and its sisters, as gecon(). */
template <class T>
[[nodiscard]] real<T> pocon(char uplo, int64_t n, const T *a, int64_t lda, real<T> anorm)
{
    auto f = detail::pick<T>(starling_spocon, starling_dpocon, starling_cpocon, starling_zpocon);
    real<T> rcond = 0;
    (void)detail::numerical("pocon", f(uplo, n, a, lda, anorm, &rcond));
    return rcond;
}

/** starling_dtrcon() and its sisters, as gecon(). */
template <class T>
[[nodiscard]] real<T> trcon(char norm, char uplo, char diag, int64_t n, const T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_strcon, starling_dtrcon, starling_ctrcon, starling_ztrcon);
    real<T> rcond = 0;
    (void)detail::numerical("trcon", f(norm, uplo, diag, n, a, lda, &rcond));
    return rcond;
}

/** starling_dgerfs() and its sisters. */
template <class T>
void gerfs(char trans, int64_t n, int64_t nrhs, const T *a, int64_t lda, const detail::same<T> *af,
           int64_t ldaf, const int64_t *ipiv, const detail::same<T> *b, int64_t ldb,
           detail::same<T> *x, int64_t ldx, real<T> *ferr, real<T> *berr)
{
    auto f = detail::pick<T>(starling_sgerfs, starling_dgerfs, starling_cgerfs, starling_zgerfs);
    detail::done("gerfs", f(trans, n, nrhs, a, lda, af, ldaf, ipiv, b, ldb, x, ldx, ferr, berr));
}

/** starling_dporfs() and its sisters. */
template <class T>
void porfs(char uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, const detail::same<T> *af,
           int64_t ldaf, const detail::same<T> *b, int64_t ldb, detail::same<T> *x, int64_t ldx,
           real<T> *ferr, real<T> *berr)
{
    auto f = detail::pick<T>(starling_sporfs, starling_dporfs, starling_cporfs, starling_zporfs);
    detail::done("porfs", f(uplo, n, nrhs, a, lda, af, ldaf, b, ldb, x, ldx, ferr, berr));
}

/** starling_dgeequ() and its sisters: factors of rows and columns. */
template <class T>
[[nodiscard]] int geequ(int64_t m, int64_t n, const T *a, int64_t lda, real<T> *r, real<T> *c,
                        real<T> &rowcnd, real<T> &colcnd, real<T> &amax)
{
    auto f = detail::pick<T>(starling_sgeequ, starling_dgeequ, starling_cgeequ, starling_zgeequ);
    return detail::numerical("geequ", f(m, n, a, lda, r, c, &rowcnd, &colcnd, &amax));
}

/** starling_dpoequ() and its sisters: factors of rows and columns. */
template <class T>
[[nodiscard]] int poequ(int64_t n, const T *a, int64_t lda, real<T> *s, real<T> &scond,
                        real<T> &amax)
{
    auto f = detail::pick<T>(starling_spoequ, starling_dpoequ, starling_cpoequ, starling_zpoequ);
    return detail::numerical("poequ", f(n, a, lda, s, &scond, &amax));
}

/** starling_dgesvx() and its sisters. */
template <class T>
[[nodiscard]] int gesvx(char fact, char trans, int64_t n, int64_t nrhs, T *a, int64_t lda,
                        detail::same<T> *af, int64_t ldaf, int64_t *ipiv, char &equed, real<T> *r,
                        real<T> *c, detail::same<T> *b, int64_t ldb, detail::same<T> *x,
                        int64_t ldx, real<T> &rcond, real<T> *ferr, real<T> *berr, real<T> &rpvgrw)
{
    auto f = detail::pick<T>(starling_sgesvx, starling_dgesvx, starling_cgesvx, starling_zgesvx);
    return detail::numerical("gesvx",
                             f(fact, trans, n, nrhs, a, lda, af, ldaf, ipiv, &equed, r, c, b, ldb,
                               x, ldx, &rcond, ferr, berr, &rpvgrw));
}

/** starling_dposvx() and its sisters. */
template <class T>
[[nodiscard]] int posvx(char fact, char uplo, int64_t n, int64_t nrhs, T *a, int64_t lda,
                        detail::same<T> *af, int64_t ldaf, char &equed, real<T> *s,
                        detail::same<T> *b, int64_t ldb, detail::same<T> *x, int64_t ldx,
                        real<T> &rcond, real<T> *ferr, real<T> *berr)
{
    auto f = detail::pick<T>(starling_sposvx, starling_dposvx, starling_cposvx, starling_zposvx);
    return detail::numerical("posvx", f(fact, uplo, n, nrhs, a, lda, af, ldaf, &equed, s, b, ldb, x,
                                        ldx, &rcond, ferr, berr));
}

/** starling_dsgesv() and starling_zcgesv(): double types. */
template <class T>
[[nodiscard]] int gesv_mixed(int64_t n, int64_t nrhs, T *a, int64_t lda, int64_t *ipiv,
                             const detail::same<T> *b, int64_t ldb, detail::same<T> *x, int64_t ldx,
                             int &iter)
{
    static_assert(std::is_same_v<real<T>, double>, "the lower precision is single");
    auto f = detail::pick<T>(nullptr, starling_dsgesv, nullptr, starling_zcgesv);
    return detail::numerical("gesv_mixed", f(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, &iter));
}

/** starling_dsposv() and starling_zcposv(): double types. */
template <class T>
[[nodiscard]] int posv_mixed(char uplo, int64_t n, int64_t nrhs, T *a, int64_t lda,
                             const detail::same<T> *b, int64_t ldb, detail::same<T> *x, int64_t ldx,
                             int &iter)
{
    static_assert(std::is_same_v<real<T>, double>, "the lower precision is single");
    auto f = detail::pick<T>(nullptr, starling_dsposv, nullptr, starling_zcposv);
    return detail::numerical("posv_mixed", f(uplo, n, nrhs, a, lda, b, ldb, x, ldx, &iter));
}

/** starling_dgetrf_nopiv() and its sisters. */
template <class T> [[nodiscard]] int getrf_nopiv(int64_t m, int64_t n, T *a, int64_t lda)
{
    auto f = detail::pick<T>(starling_sgetrf_nopiv, starling_dgetrf_nopiv, starling_cgetrf_nopiv,
                             starling_zgetrf_nopiv);
    return detail::numerical("getrf_nopiv", f(m, n, a, lda));
}

/** starling_dgetrs_nopiv() and its sisters. */
template <class T>
void getrs_nopiv(char trans, int64_t n, int64_t nrhs, const T *a, int64_t lda, detail::same<T> *b,
                 int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgetrs_nopiv, starling_dgetrs_nopiv, starling_cgetrs_nopiv,
                             starling_zgetrs_nopiv);
    detail::done("getrs_nopiv", f(trans, n, nrhs, a, lda, b, ldb));
}

/** starling_dgesv_nopiv() and its sisters. */
template <class T>
[[nodiscard]] int gesv_nopiv(int64_t n, int64_t nrhs, T *a, int64_t lda, detail::same<T> *b,
                             int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgesv_nopiv, starling_dgesv_nopiv, starling_cgesv_nopiv,
                             starling_zgesv_nopiv);
    return detail::numerical("gesv_nopiv", f(n, nrhs, a, lda, b, ldb));
}

/** starling_dgesv_nopiv_refined() and its sisters. */
template <class T>
[[nodiscard]] int gesv_nopiv_refined(int64_t n, int64_t nrhs, const T *a, int64_t lda,
                                     const detail::same<T> *b, int64_t ldb, detail::same<T> *x,
                                     int64_t ldx, int &iter, real<T> &berr)
{
    auto f = detail::pick<T>(starling_sgesv_nopiv_refined, starling_dgesv_nopiv_refined,
                             starling_cgesv_nopiv_refined, starling_zgesv_nopiv_refined);
    return detail::numerical("gesv_nopiv_refined",
                             f(n, nrhs, a, lda, b, ldb, x, ldx, &iter, &berr));
}

/** starling_dgbtrf() and its sisters: LAPACK's array of a band. */
template <class T>
[[nodiscard]] int gbtrf(int64_t m, int64_t n, int64_t kl, int64_t ku, T *ab, int64_t ldab,
                        int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_sgbtrf, starling_dgbtrf, starling_cgbtrf, starling_zgbtrf);
    return detail::numerical("gbtrf", f(m, n, kl, ku, ab, ldab, ipiv));
}

/** starling_dgbtrs() and its sisters. */
template <class T>
void gbtrs(char trans, int64_t n, int64_t kl, int64_t ku, int64_t nrhs, const T *ab, int64_t ldab,
           const int64_t *ipiv, detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgbtrs, starling_dgbtrs, starling_cgbtrs, starling_zgbtrs);
    detail::done("gbtrs", f(trans, n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb));
}

/** starling_dgbsv() and its sisters. */
template <class T>
[[nodiscard]] int gbsv(int64_t n, int64_t kl, int64_t ku, int64_t nrhs, T *ab, int64_t ldab,
                       int64_t *ipiv, detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgbsv, starling_dgbsv, starling_cgbsv, starling_zgbsv);
    return detail::numerical("gbsv", f(n, kl, ku, nrhs, ab, ldab, ipiv, b, ldb));
}

/** starling_dpbtrf() and its sisters. */
template <class T>
[[nodiscard]] int pbtrf(char uplo, int64_t n, int64_t kd, T *ab, int64_t ldab)
{
    auto f = detail::pick<T>(starling_spbtrf, starling_dpbtrf, starling_cpbtrf, starling_zpbtrf);
    return detail::numerical("pbtrf", f(uplo, n, kd, ab, ldab));
}

/** starling_dpbtrs() and its sisters. */
template <class T>
void pbtrs(char uplo, int64_t n, int64_t kd, int64_t nrhs, const T *ab, int64_t ldab,
           detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_spbtrs, starling_dpbtrs, starling_cpbtrs, starling_zpbtrs);
    detail::done("pbtrs", f(uplo, n, kd, nrhs, ab, ldab, b, ldb));
}

/** starling_dpbsv() and its sisters. */
template <class T>
[[nodiscard]] int pbsv(char uplo, int64_t n, int64_t kd, int64_t nrhs, T *ab, int64_t ldab,
                       detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_spbsv, starling_dpbsv, starling_cpbsv, starling_zpbsv);
    return detail::numerical("pbsv", f(uplo, n, kd, nrhs, ab, ldab, b, ldb));
}

/** starling_dsytrf() and its sisters. */
template <class T> [[nodiscard]] int sytrf(char uplo, int64_t n, T *a, int64_t lda, int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_ssytrf, starling_dsytrf, starling_csytrf, starling_zsytrf);
    return detail::numerical("sytrf", f(uplo, n, a, lda, ipiv));
}

/** starling_dsytrs() and its sisters. */
template <class T>
void sytrs(char uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, const int64_t *ipiv,
           detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_ssytrs, starling_dsytrs, starling_csytrs, starling_zsytrs);
    detail::done("sytrs", f(uplo, n, nrhs, a, lda, ipiv, b, ldb));
}

/** starling_dsysv() and its sisters. */
template <class T>
[[nodiscard]] int sysv(char uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, int64_t *ipiv,
                       detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_ssysv, starling_dsysv, starling_csysv, starling_zsysv);
    return detail::numerical("sysv", f(uplo, n, nrhs, a, lda, ipiv, b, ldb));
}

/** starling_dsytri() and its sisters. */
template <class T>
[[nodiscard]] int sytri(char uplo, int64_t n, T *a, int64_t lda, const int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_ssytri, starling_dsytri, starling_csytri, starling_zsytri);
    return detail::numerical("sytri", f(uplo, n, a, lda, ipiv));
}

/** starling_dsycon() and its sisters: the reciprocal condition number. */
template <class T>
[[nodiscard]] real<T> sycon(char uplo, int64_t n, const T *a, int64_t lda, const int64_t *ipiv,
                            real<T> anorm)
{
    auto f = detail::pick<T>(starling_ssycon, starling_dsycon, starling_csycon, starling_zsycon);
    real<T> rcond = 0;
    detail::done("sycon", f(uplo, n, a, lda, ipiv, anorm, &rcond));
    return rcond;
}

/** starling_dhetri() and its sisters. Real types: sytri and sycon. */
template <class T>
[[nodiscard]] int hetri(char uplo, int64_t n, T *a, int64_t lda, const int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_shetri, starling_dhetri, starling_chetri, starling_zhetri);
    return detail::numerical("hetri", f(uplo, n, a, lda, ipiv));
}

/** starling_dhecon() and its sisters: the reciprocal condition number. */
template <class T>
[[nodiscard]] real<T> hecon(char uplo, int64_t n, const T *a, int64_t lda, const int64_t *ipiv,
                            real<T> anorm)
{
    auto f = detail::pick<T>(starling_shecon, starling_dhecon, starling_checon, starling_zhecon);
    real<T> rcond = 0;
    detail::done("hecon", f(uplo, n, a, lda, ipiv, anorm, &rcond));
    return rcond;
}

/** Real types: sytrf. */
template <class T> [[nodiscard]] int hetrf(char uplo, int64_t n, T *a, int64_t lda, int64_t *ipiv)
{
    auto f = detail::pick<T>(starling_shetrf, starling_dhetrf, starling_chetrf, starling_zhetrf);
    return detail::numerical("hetrf", f(uplo, n, a, lda, ipiv));
}

/** Real types: sytrs. */
template <class T>
void hetrs(char uplo, int64_t n, int64_t nrhs, const T *a, int64_t lda, const int64_t *ipiv,
           detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_shetrs, starling_dhetrs, starling_chetrs, starling_zhetrs);
    detail::done("hetrs", f(uplo, n, nrhs, a, lda, ipiv, b, ldb));
}

/** Real types: sysv. */
template <class T>
[[nodiscard]] int hesv(char uplo, int64_t n, int64_t nrhs, T *a, int64_t lda, int64_t *ipiv,
                       detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_shesv, starling_dhesv, starling_chesv, starling_zhesv);
    return detail::numerical("hesv", f(uplo, n, nrhs, a, lda, ipiv, b, ldb));
}

/** starling_dgeqrf() and its sisters. */
template <class T> void geqrf(int64_t m, int64_t n, T *a, int64_t lda, detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sgeqrf, starling_dgeqrf, starling_cgeqrf, starling_zgeqrf);
    detail::done("geqrf", f(m, n, a, lda, tau));
}

/** Real types: LAPACK's ormqr. */
template <class T>
void unmqr(char side, char trans, int64_t m, int64_t n, int64_t k, const T *a, int64_t lda,
           const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sormqr, starling_dormqr, starling_cunmqr, starling_zunmqr);
    detail::done("unmqr", f(side, trans, m, n, k, a, lda, tau, c, ldc));
}

/** unmqr() of real types. */
template <class T>
void ormqr(char side, char trans, int64_t m, int64_t n, int64_t k, const T *a, int64_t lda,
           const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have unmqr");
    unmqr(side, trans, m, n, k, a, lda, tau, c, ldc);
}

/** Real types: LAPACK's orgqr. */
template <class T>
void ungqr(int64_t m, int64_t n, int64_t k, T *a, int64_t lda, const detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sorgqr, starling_dorgqr, starling_cungqr, starling_zungqr);
    detail::done("ungqr", f(m, n, k, a, lda, tau));
}

/** starling_dgelqf() and its sisters. */
template <class T>
void gelqf(int64_t m, int64_t n, T *a, int64_t lda, detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sgelqf, starling_dgelqf, starling_cgelqf, starling_zgelqf);
    detail::done("gelqf", f(m, n, a, lda, tau));
}

/** Real types: LAPACK's orglq. */
template <class T>
void unglq(int64_t m, int64_t n, int64_t k, T *a, int64_t lda, const detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sorglq, starling_dorglq, starling_cunglq, starling_zunglq);
    detail::done("unglq", f(m, n, k, a, lda, tau));
}

/** Real types: LAPACK's ormlq. */
template <class T>
void unmlq(char side, char trans, int64_t m, int64_t n, int64_t k, const T *a, int64_t lda,
           const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sormlq, starling_dormlq, starling_cunmlq, starling_zunmlq);
    detail::done("unmlq", f(side, trans, m, n, k, a, lda, tau, c, ldc));
}

/** starling_dgels() and its sisters. */
template <class T>
[[nodiscard]] int gels(char trans, int64_t m, int64_t n, int64_t nrhs, T *a, int64_t lda,
                       detail::same<T> *b, int64_t ldb)
{
    auto f = detail::pick<T>(starling_sgels, starling_dgels, starling_cgels, starling_zgels);
    return detail::numerical("gels", f(trans, m, n, nrhs, a, lda, b, ldb));
}

/** Real types: LAPACK's syevd. */
template <class T>
[[nodiscard]] int heevd(char jobz, char uplo, int64_t n, T *a, int64_t lda, real<T> *w)
{
    auto f = detail::pick<T>(starling_ssyevd, starling_dsyevd, starling_cheevd, starling_zheevd);
    return detail::numerical("heevd", f(jobz, uplo, n, a, lda, w));
}

/** heevd() of real types. */
template <class T>
[[nodiscard]] int syevd(char jobz, char uplo, int64_t n, T *a, int64_t lda, real<T> *w)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have heevd");
    return heevd(jobz, uplo, n, a, lda, w);
}

/** Real types: LAPACK's sytrd. */
template <class T>
void hetrd(char uplo, int64_t n, T *a, int64_t lda, real<T> *d, real<T> *e, detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_ssytrd, starling_dsytrd, starling_chetrd, starling_zhetrd);
    detail::done("hetrd", f(uplo, n, a, lda, d, e, tau));
}

/** Real types: LAPACK's orgtr. */
template <class T>
void ungtr(char uplo, int64_t n, T *a, int64_t lda, const detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sorgtr, starling_dorgtr, starling_cungtr, starling_zungtr);
    detail::done("ungtr", f(uplo, n, a, lda, tau));
}

/** Real types: LAPACK's ormtr. */
template <class T>
void unmtr(char side, char uplo, char trans, int64_t m, int64_t n, const T *a, int64_t lda,
           const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sormtr, starling_dormtr, starling_cunmtr, starling_zunmtr);
    detail::done("unmtr", f(side, uplo, trans, m, n, a, lda, tau, c, ldc));
}

/** starling_dgebrd() and its sisters. */
template <class T>
void gebrd(int64_t m, int64_t n, T *a, int64_t lda, real<T> *d, real<T> *e, detail::same<T> *tauq,
           detail::same<T> *taup)
{
    auto f = detail::pick<T>(starling_sgebrd, starling_dgebrd, starling_cgebrd, starling_zgebrd);
    detail::done("gebrd", f(m, n, a, lda, d, e, tauq, taup));
}

/** Real types: LAPACK's orgbr. */
template <class T>
void ungbr(char vect, int64_t m, int64_t n, int64_t k, T *a, int64_t lda, const detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sorgbr, starling_dorgbr, starling_cungbr, starling_zungbr);
    detail::done("ungbr", f(vect, m, n, k, a, lda, tau));
}

/** Real types: LAPACK's ormbr. */
template <class T>
void unmbr(char vect, char side, char trans, int64_t m, int64_t n, int64_t k, const T *a,
           int64_t lda, const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sormbr, starling_dormbr, starling_cunmbr, starling_zunmbr);
    detail::done("unmbr", f(vect, side, trans, m, n, k, a, lda, tau, c, ldc));
}

/** starling_dgehrd() and its sisters. */
template <class T>
void gehrd(int64_t n, int64_t ilo, int64_t ihi, T *a, int64_t lda, detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sgehrd, starling_dgehrd, starling_cgehrd, starling_zgehrd);
    detail::done("gehrd", f(n, ilo, ihi, a, lda, tau));
}

/** Real types: LAPACK's orghr. */
template <class T>
void unghr(int64_t n, int64_t ilo, int64_t ihi, T *a, int64_t lda, const detail::same<T> *tau)
{
    auto f = detail::pick<T>(starling_sorghr, starling_dorghr, starling_cunghr, starling_zunghr);
    detail::done("unghr", f(n, ilo, ihi, a, lda, tau));
}

/** Real types: LAPACK's ormhr. */
template <class T>
void unmhr(char side, char trans, int64_t m, int64_t n, int64_t ilo, int64_t ihi, const T *a,
           int64_t lda, const detail::same<T> *tau, detail::same<T> *c, int64_t ldc)
{
    auto f = detail::pick<T>(starling_sormhr, starling_dormhr, starling_cunmhr, starling_zunmhr);
    detail::done("unmhr", f(side, trans, m, n, ilo, ihi, a, lda, tau, c, ldc));
}

/** starling_zhseqr(), starling_chseqr(). */
template <class T>
[[nodiscard]] int hseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, T *h,
                        int64_t ldh, detail::same<T> *w, detail::same<T> *z, int64_t ldz)
{
    static_assert(!std::is_same_v<T, real<T>>, "real types have wr and wi");
    auto f = detail::pick<T>(starling_shseqr, starling_dhseqr, starling_chseqr, starling_zhseqr);
    return detail::numerical("hseqr", f(job, compz, n, ilo, ihi, h, ldh, w, z, ldz));
}

/** starling_dhseqr(), starling_shseqr(): real and imaginary parts of the eigenvalues. */
template <class T>
[[nodiscard]] int hseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, T *h,
                        int64_t ldh, detail::same<T> *wr, detail::same<T> *wi, detail::same<T> *z,
                        int64_t ldz)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have w");
    auto f = detail::pick<T>(starling_shseqr, starling_dhseqr, starling_chseqr, starling_zhseqr);
    return detail::numerical("hseqr", f(job, compz, n, ilo, ihi, h, ldh, wr, wi, z, ldz));
}

/** Real types: LAPACK's sygvd. */
template <class T>
[[nodiscard]] int hegvd(int itype, char jobz, char uplo, int64_t n, T *a, int64_t lda,
                        detail::same<T> *b, int64_t ldb, real<T> *w)
{
    auto f = detail::pick<T>(starling_ssygvd, starling_dsygvd, starling_chegvd, starling_zhegvd);
    return detail::numerical("hegvd", f(itype, jobz, uplo, n, a, lda, b, ldb, w));
}

/** starling_dgelsd() and its sisters. */
template <class T>
[[nodiscard]] int gelsd(int64_t m, int64_t n, int64_t nrhs, T *a, int64_t lda, detail::same<T> *b,
                        int64_t ldb, real<T> *s, real<T> rcond, int64_t &rank)
{
    auto f = detail::pick<T>(starling_sgelsd, starling_dgelsd, starling_cgelsd, starling_zgelsd);
    return detail::numerical("gelsd", f(m, n, nrhs, a, lda, b, ldb, s, rcond, &rank));
}

/** starling_zgeev(), starling_cgeev(). */
template <class T>
[[nodiscard]] int geev(char jobvl, char jobvr, int64_t n, const T *a, int64_t lda,
                       detail::same<T> *w, detail::same<T> *vl, int64_t ldvl, detail::same<T> *vr,
                       int64_t ldvr)
{
    static_assert(!std::is_same_v<T, real<T>>, "real types have wr and wi");
    auto f = detail::pick<T>(starling_sgeev, starling_dgeev, starling_cgeev, starling_zgeev);
    return detail::numerical("geev", f(jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr));
}

/** starling_dgeev(), starling_sgeev(): real and imaginary parts of the eigenvalues. */
template <class T>
[[nodiscard]] int geev(char jobvl, char jobvr, int64_t n, const T *a, int64_t lda,
                       detail::same<T> *wr, detail::same<T> *wi, detail::same<T> *vl, int64_t ldvl,
                       detail::same<T> *vr, int64_t ldvr)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have w");
    auto f = detail::pick<T>(starling_sgeev, starling_dgeev, starling_cgeev, starling_zgeev);
    return detail::numerical("geev", f(jobvl, jobvr, n, a, lda, wr, wi, vl, ldvl, vr, ldvr));
}

/** What starling_geevx() gives beside eigenvalues and vectors: n numbers in each of scale, rconde and rcondv. */
template <class T> struct geevx_numbers {
    int64_t ilo = 1;       /**< the first row of the balanced block, from 1 */
    int64_t ihi = 0;       /**< its last row */
    T abnrm = 0;           /**< the one-norm of the balanced matrix */
    std::vector<T> scale;  /**< interchanges and scalings */
    std::vector<T> rconde; /**< condition numbers of eigenvalues */
    std::vector<T> rcondv; /**< the same of right vectors */
    /** Room for the numbers of a matrix of order n. */
    explicit geevx_numbers(int64_t n)
        : scale((size_t)n + 1), rconde((size_t)n + 1), rcondv((size_t)n + 1)
    {
    }
};

/** starling_zgeevx(), starling_cgeevx(). */
template <class T>
[[nodiscard]] int geevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, T *a,
                        int64_t lda, detail::same<T> *w, detail::same<T> *vl, int64_t ldvl,
                        detail::same<T> *vr, int64_t ldvr, geevx_numbers<real<T>> &x)
{
    static_assert(!std::is_same_v<T, real<T>>, "real types have wr and wi");
    auto f = detail::pick<T>(starling_sgeevx, starling_dgeevx, starling_cgeevx, starling_zgeevx);
    return detail::numerical(
        "geevx", f(balanc, jobvl, jobvr, sense, n, a, lda, w, vl, ldvl, vr, ldvr, &x.ilo, &x.ihi,
                   x.scale.data(), &x.abnrm, x.rconde.data(), x.rcondv.data()));
}

/** starling_dgeevx(), starling_sgeevx(): real and imaginary parts of the eigenvalues. */
template <class T>
[[nodiscard]] int geevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, T *a,
                        int64_t lda, detail::same<T> *wr, detail::same<T> *wi, detail::same<T> *vl,
                        int64_t ldvl, detail::same<T> *vr, int64_t ldvr, geevx_numbers<real<T>> &x)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have w");
    auto f = detail::pick<T>(starling_sgeevx, starling_dgeevx, starling_cgeevx, starling_zgeevx);
    return detail::numerical(
        "geevx", f(balanc, jobvl, jobvr, sense, n, a, lda, wr, wi, vl, ldvl, vr, ldvr, &x.ilo,
                   &x.ihi, x.scale.data(), &x.abnrm, x.rconde.data(), x.rcondv.data()));
}

/** starling_zgees(), starling_cgees(). select may be nullptr with sort = N. */
template <class T, class Select>
[[nodiscard]] int gees(char jobvs, char sort, Select select, int64_t n, T *a, int64_t lda,
                       int64_t &sdim, detail::same<T> *w, detail::same<T> *vs, int64_t ldvs)
{
    static_assert(!std::is_same_v<T, real<T>>, "real types have wr and wi");
    auto f = detail::pick<T>(starling_sgees, starling_dgees, starling_cgees, starling_zgees);
    return detail::numerical("gees", f(jobvs, sort, select, n, a, lda, &sdim, w, vs, ldvs));
}

/** starling_dgees(), starling_sgees(): real and imaginary parts of the eigenvalues. */
template <class T, class Select>
[[nodiscard]] int gees(char jobvs, char sort, Select select, int64_t n, T *a, int64_t lda,
                       int64_t &sdim, detail::same<T> *wr, detail::same<T> *wi,
                       detail::same<T> *vs, int64_t ldvs)
{
    static_assert(std::is_same_v<T, real<T>>, "complex types have w");
    auto f = detail::pick<T>(starling_sgees, starling_dgees, starling_cgees, starling_zgees);
    return detail::numerical("gees", f(jobvs, sort, select, n, a, lda, &sdim, wr, wi, vs, ldvs));
}

/** starling_dtrevc3() and its sisters. */
template <class T>
void trevc3(char side, char howmny, const int *select, int64_t n, const T *t, int64_t ldt,
            detail::same<T> *vl, int64_t ldvl, detail::same<T> *vr, int64_t ldvr, int64_t mm,
            int64_t *m)
{
    auto f =
        detail::pick<T>(starling_strevc3, starling_dtrevc3, starling_ctrevc3, starling_ztrevc3);
    detail::done("trevc3", f(side, howmny, select, n, t, ldt, vl, ldvl, vr, ldvr, mm, m));
}

/** starling_dgesvd() and its sisters. */
template <class T>
[[nodiscard]] int gesvd(char jobu, char jobvt, int64_t m, int64_t n, T *a, int64_t lda, real<T> *s,
                        detail::same<T> *u, int64_t ldu, detail::same<T> *vt, int64_t ldvt)
{
    auto f = detail::pick<T>(starling_sgesvd, starling_dgesvd, starling_cgesvd, starling_zgesvd);
    return detail::numerical("gesvd", f(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt));
}

/** starling_dgesdd() and its sisters. */
template <class T>
[[nodiscard]] int gesdd(char jobz, int64_t m, int64_t n, T *a, int64_t lda, real<T> *s,
                        detail::same<T> *u, int64_t ldu, detail::same<T> *vt, int64_t ldvt)
{
    auto f = detail::pick<T>(starling_sgesdd, starling_dgesdd, starling_cgesdd, starling_zgesdd);
    return detail::numerical("gesdd", f(jobz, m, n, a, lda, s, u, ldu, vt, ldvt));
}

/** @} */

/** @defgroup hpp_matrices On matrix objects
 * @{ */

/** starling_gemm(). */
template <class T>
void gemm(starling_trans transa, starling_trans transb, detail::same<T> alpha, matrix<T> &A,
          matrix<T> &B, detail::same<T> beta, matrix<T> &C)
{
    detail::done("gemm", starling_gemm(transa, transb, alpha, A.get(), B.get(), beta, C.get()));
}

/** starling_symm(). */
template <class T>
void symm(starling_side side, starling_uplo uplo, detail::same<T> alpha, matrix<T> &A, matrix<T> &B,
          detail::same<T> beta, matrix<T> &C)
{
    detail::done("symm", starling_symm(side, uplo, alpha, A.get(), B.get(), beta, C.get()));
}

/** starling_hemm(). */
template <class T>
void hemm(starling_side side, starling_uplo uplo, detail::same<T> alpha, matrix<T> &A, matrix<T> &B,
          detail::same<T> beta, matrix<T> &C)
{
    detail::done("hemm", starling_hemm(side, uplo, alpha, A.get(), B.get(), beta, C.get()));
}

/** starling_syrk(). */
template <class T>
void syrk(starling_uplo uplo, starling_trans trans, detail::same<T> alpha, matrix<T> &A,
          detail::same<T> beta, matrix<T> &C)
{
    detail::done("syrk", starling_syrk(uplo, trans, alpha, A.get(), beta, C.get()));
}

/** starling_herk(). */
template <class T>
void herk(starling_uplo uplo, starling_trans trans, real<T> alpha, matrix<T> &A, real<T> beta,
          matrix<T> &C)
{
    detail::done("herk", starling_herk(uplo, trans, alpha, A.get(), beta, C.get()));
}

/** starling_syr2k(). */
template <class T>
void syr2k(starling_uplo uplo, starling_trans trans, detail::same<T> alpha, matrix<T> &A,
           matrix<T> &B, detail::same<T> beta, matrix<T> &C)
{
    detail::done("syr2k", starling_syr2k(uplo, trans, alpha, A.get(), B.get(), beta, C.get()));
}

/** starling_her2k(). */
template <class T>
void her2k(starling_uplo uplo, starling_trans trans, detail::same<T> alpha, matrix<T> &A,
           matrix<T> &B, real<T> beta, matrix<T> &C)
{
    detail::done("her2k", starling_her2k(uplo, trans, alpha, A.get(), B.get(), beta, C.get()));
}

/** starling_trmm(). */
template <class T>
void trmm(starling_side side, starling_uplo uplo, starling_trans trans, starling_diag diag,
          detail::same<T> alpha, matrix<T> &A, matrix<T> &B)
{
    detail::done("trmm", starling_trmm(side, uplo, trans, diag, alpha, A.get(), B.get()));
}

/** starling_trsm(). */
template <class T>
void trsm(starling_side side, starling_uplo uplo, starling_trans trans, starling_diag diag,
          detail::same<T> alpha, matrix<T> &A, matrix<T> &B)
{
    detail::done("trsm", starling_trsm(side, uplo, trans, diag, alpha, A.get(), B.get()));
}

/** starling_potrf(). */
template <class T> [[nodiscard]] int potrf(starling_uplo uplo, matrix<T> &A)
{
    return detail::numerical("potrf", starling_potrf(uplo, A.get()));
}

/** starling_potrs(). */
template <class T> void potrs(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    detail::done("potrs", starling_potrs(uplo, A.get(), B.get()));
}

/** starling_posv(). */
template <class T> [[nodiscard]] int posv(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("posv", starling_posv(uplo, A.get(), B.get()));
}

/** starling_potri(). */
template <class T> [[nodiscard]] int potri(starling_uplo uplo, matrix<T> &A)
{
    return detail::numerical("potri", starling_potri(uplo, A.get()));
}

/** A in getrf_tiles(). The interchanges belong to A. */
template <class T> [[nodiscard]] int getrf(matrix<T> &A)
{
    return detail::numerical("getrf", starling_getrf(A.get()));
}

/** starling_getrs(). */
template <class T> void getrs(starling_trans trans, matrix<T> &A, matrix<T> &B)
{
    detail::done("getrs", starling_getrs(trans, A.get(), B.get()));
}

/** starling_gesv(). */
template <class T> [[nodiscard]] int gesv(matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("gesv", starling_gesv(A.get(), B.get()));
}

/** After getrf() that returned 0. */
template <class T> void getri(matrix<T> &A)
{
    detail::done("getri", starling_getri(A.get()));
}

/** starling_trtri(). */
template <class T> [[nodiscard]] int trtri(starling_uplo uplo, starling_diag diag, matrix<T> &A)
{
    return detail::numerical("trtri", starling_trtri(uplo, diag, A.get()));
}

/** starling_lauum(). */
template <class T>
void lauum(starling_uplo uplo, matrix<T> &A)
{
    detail::done("lauum", starling_lauum(uplo, A.get()));
}

/** starling_lange(): the norm. */
template <class T> [[nodiscard]] double lange(starling_norm norm, matrix<T> &A)
{
    double value = 0;
    detail::done("lange", starling_lange(norm, A.get(), &value));
    return value;
}

/** starling_lanhe(): the norm. */
template <class T> [[nodiscard]] double lanhe(starling_norm norm, starling_uplo uplo, matrix<T> &A)
{
    double value = 0;
    detail::done("lanhe", starling_lanhe(norm, uplo, A.get(), &value));
    return value;
}

/** A as getrf() left it: the reciprocal condition number, a NaN if the factors have one. */
template <class T> [[nodiscard]] double gecon(starling_norm norm, matrix<T> &A, double anorm)
{
    double rcond = 0;
    (void)detail::numerical("gecon", starling_gecon(norm, A.get(), anorm, &rcond));
    return rcond;
}

/** A as potrf() left it, as gecon(). */
template <class T> [[nodiscard]] double pocon(starling_uplo uplo, matrix<T> &A, double anorm)
{
    double rcond = 0;
    (void)detail::numerical("pocon", starling_pocon(uplo, A.get(), anorm, &rcond));
    return rcond;
}

/** A triangle, as gecon(). */
template <class T>
[[nodiscard]] double trcon(starling_norm norm, starling_uplo uplo, starling_diag diag, matrix<T> &A)
{
    double rcond = 0;
    (void)detail::numerical("trcon", starling_trcon(norm, uplo, diag, A.get(), &rcond));
    return rcond;
}

/** AF as getrf() left it. ferr and berr: a number for each column. */
template <class T>
void gerfs(starling_trans trans, matrix<T> &A, matrix<T> &AF, matrix<T> &B, matrix<T> &X,
           double *ferr, double *berr)
{
    detail::done("gerfs",
                 starling_gerfs(trans, A.get(), AF.get(), B.get(), X.get(), ferr, berr));
}

/** AF as potrf() left it. ferr and berr: a number for each column. */
template <class T>
void porfs(starling_uplo uplo, matrix<T> &A, matrix<T> &AF, matrix<T> &B, matrix<T> &X,
           double *ferr, double *berr)
{
    detail::done("porfs",
                 starling_porfs(uplo, A.get(), AF.get(), B.get(), X.get(), ferr, berr));
}

/** starling_gesv_mixed(): double types. */
template <class T>
[[nodiscard]] int gesv_mixed(matrix<T> &A, matrix<T> &B, matrix<T> &X, int &iter, double &berr)
{
    static_assert(std::is_same_v<real<T>, double>, "the lower precision is single");
    return detail::numerical("gesv_mixed",
                             starling_gesv_mixed(A.get(), B.get(), X.get(), &iter, &berr));
}

/** starling_posv_mixed(): double types. */
template <class T>
[[nodiscard]] int posv_mixed(starling_uplo uplo, matrix<T> &A, matrix<T> &B, matrix<T> &X,
                             int &iter, double &berr)
{
    static_assert(std::is_same_v<real<T>, double>, "the lower precision is single");
    return detail::numerical("posv_mixed",
                             starling_posv_mixed(uplo, A.get(), B.get(), X.get(), &iter, &berr));
}

/** A in square tiles. */
template <class T> [[nodiscard]] int getrf_nopiv(matrix<T> &A)
{
    return detail::numerical("getrf_nopiv", starling_getrf_nopiv(A.get()));
}

/** starling_getrs_nopiv(). */
template <class T> void getrs_nopiv(starling_trans trans, matrix<T> &A, matrix<T> &B)
{
    detail::done("getrs_nopiv", starling_getrs_nopiv(trans, A.get(), B.get()));
}

/** starling_gesv_nopiv(). */
template <class T> [[nodiscard]] int gesv_nopiv(matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("gesv_nopiv", starling_gesv_nopiv(A.get(), B.get()));
}

/** starling_gesv_nopiv_refined(). */
template <class T>
[[nodiscard]] int gesv_nopiv_refined(matrix<T> &A, matrix<T> &B, matrix<T> &X, int &iter,
                                     double &berr)
{
    return detail::numerical("gesv_nopiv_refined", starling_gesv_nopiv_refined(
                                                       A.get(), B.get(), X.get(), &iter, &berr));
}

/** A in sytrf_tiles(). The interchanges belong to A. */
template <class T> [[nodiscard]] int sytrf(starling_uplo uplo, matrix<T> &A)
{
    return detail::numerical("sytrf", starling_sytrf(uplo, A.get()));
}

/** starling_sytrs(). */
template <class T> void sytrs(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    detail::done("sytrs", starling_sytrs(uplo, A.get(), B.get()));
}

/** starling_sysv(). */
template <class T> [[nodiscard]] int sysv(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("sysv", starling_sysv(uplo, A.get(), B.get()));
}

/** A as sytrf() left it, then its inverse. */
template <class T> void sytri(starling_uplo uplo, matrix<T> &A)
{
    detail::done("sytri", starling_sytri(uplo, A.get()));
}

/** A as sytrf() left it. */
template <class T> [[nodiscard]] double sycon(starling_uplo uplo, matrix<T> &A, double anorm)
{
    double rcond = 0;
    detail::done("sycon", starling_sycon(uplo, A.get(), anorm, &rcond));
    return rcond;
}

/** A as hetrf() left it, then its inverse. */
template <class T> void hetri(starling_uplo uplo, matrix<T> &A)
{
    detail::done("hetri", starling_hetri(uplo, A.get()));
}

/** A as hetrf() left it. */
template <class T> [[nodiscard]] double hecon(starling_uplo uplo, matrix<T> &A, double anorm)
{
    double rcond = 0;
    detail::done("hecon", starling_hecon(uplo, A.get(), anorm, &rcond));
    return rcond;
}

/** A in sytrf_tiles(). The interchanges belong to A. */
template <class T> [[nodiscard]] int hetrf(starling_uplo uplo, matrix<T> &A)
{
    return detail::numerical("hetrf", starling_hetrf(uplo, A.get()));
}

/** starling_hetrs(). */
template <class T> void hetrs(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    detail::done("hetrs", starling_hetrs(uplo, A.get(), B.get()));
}

/** starling_hesv(). */
template <class T> [[nodiscard]] int hesv(starling_uplo uplo, matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("hesv", starling_hesv(uplo, A.get(), B.get()));
}

/** A in geqrf_tiles(). The reflectors belong to A. */
template <class T> void geqrf(matrix<T> &A)
{
    detail::done("geqrf", starling_geqrf(A.get()));
}

/** starling_unmqr(). */
template <class T> void unmqr(starling_side side, starling_trans trans, matrix<T> &A, matrix<T> &C)
{
    detail::done("unmqr", starling_unmqr(side, trans, A.get(), C.get()));
}

/** A as geqrf() left it, Q in block columns: the first columns of Q. */
template <class T>
void ungqr(matrix<T> &A, matrix<T> &Q)
{
    detail::done("ungqr", starling_ungqr(A.get(), Q.get()));
}

/** A in block rows. The reflectors belong to A. */
template <class T>
void gelqf(matrix<T> &A)
{
    detail::done("gelqf", starling_gelqf(A.get()));
}

/** A as gelqf() left it, Q in block rows: the first rows of Q. */
template <class T>
void unglq(matrix<T> &A, matrix<T> &Q)
{
    detail::done("unglq", starling_unglq(A.get(), Q.get()));
}

/** starling_unmlq(). */
template <class T>
void unmlq(starling_side side, starling_trans trans, matrix<T> &A, matrix<T> &C)
{
    detail::done("unmlq", starling_unmlq(side, trans, A.get(), C.get()));
}

/** starling_gels(). */
template <class T> [[nodiscard]] int gels(starling_trans trans, matrix<T> &A, matrix<T> &B)
{
    return detail::numerical("gels", starling_gels(trans, A.get(), B.get()));
}

/** A in heevd_tiles(), W in one tile. */
template <class T>
[[nodiscard]] int heevd(starling_job job, starling_uplo uplo, matrix<T> &A, matrix<real<T>> &W)
{
    return detail::numerical("heevd", starling_heevd(job, uplo, A.get(), W.get()));
}

/** A in block columns, D and E in one tile. The reflectors belong to A. */
template <class T>
void hetrd(starling_uplo uplo, matrix<T> &A, matrix<real<T>> &D, matrix<real<T>> &E)
{
    detail::done("hetrd", starling_hetrd(uplo, A.get(), D.get(), E.get()));
}

/** A as hetrd() left it, Q in block columns. */
template <class T>
void ungtr(matrix<T> &A, matrix<T> &Q)
{
    detail::done("ungtr", starling_ungtr(A.get(), Q.get()));
}

/** A as hetrd() left it; C in block columns, or in block rows from the right. */
template <class T>
void unmtr(starling_side side, starling_trans trans, matrix<T> &A, matrix<T> &C)
{
    detail::done("unmtr", starling_unmtr(side, trans, A.get(), C.get()));
}

/** A in block columns, or in block rows if it is wide; D and E in one tile. */
template <class T>
void gebrd(matrix<T> &A, matrix<real<T>> &D, matrix<real<T>> &E)
{
    detail::done("gebrd", starling_gebrd(A.get(), D.get(), E.get()));
}

/** A as gebrd() left it: Q in block columns, or P^H in block rows. */
template <class T>
void ungbr(starling_vect vect, matrix<T> &A, matrix<T> &X)
{
    detail::done("ungbr", starling_ungbr(vect, A.get(), X.get()));
}

/** A as gebrd() left it; C in block columns, or in block rows from the right. */
template <class T>
void unmbr(starling_vect vect, starling_side side, starling_trans trans, matrix<T> &A, matrix<T> &C)
{
    detail::done("unmbr", starling_unmbr(vect, side, trans, A.get(), C.get()));
}

/** A in block columns. The reflectors belong to A. */
template <class T>
void gehrd(int64_t ilo, int64_t ihi, matrix<T> &A)
{
    detail::done("gehrd", starling_gehrd(ilo, ihi, A.get()));
}

/** A as gehrd() left it, Q in block columns. */
template <class T>
void unghr(matrix<T> &A, matrix<T> &Q)
{
    detail::done("unghr", starling_unghr(A.get(), Q.get()));
}

/** A as gehrd() left it; C in block columns, or in block rows from the right. */
template <class T>
void unmhr(starling_side side, starling_trans trans, matrix<T> &A, matrix<T> &C)
{
    detail::done("unmhr", starling_unmhr(side, trans, A.get(), C.get()));
}

/** W as of geev(); Z becomes Z U, or is matrix<T>(). All in geev_tiles(). */
template <class T>
[[nodiscard]] int hseqr(starling_job job, matrix<T> &H, int64_t ilo, int64_t ihi, matrix<T> &W,
                        matrix<T> &Z)
{
    return detail::numerical("hseqr", starling_hseqr(job, H.get(), ilo, ihi, W.get(), Z.get()));
}

/** A and B in square tiles, W in one tile. */
template <class T>
[[nodiscard]] int hegvd(int itype, starling_job job, starling_uplo uplo, matrix<T> &A, matrix<T> &B,
                        matrix<real<T>> &W)
{
    return detail::numerical("hegvd", starling_hegvd(itype, job, uplo, A.get(), B.get(), W.get()));
}

/** A and B in block columns, S in one tile. */
template <class T>
[[nodiscard]] int gelsd(matrix<T> &A, matrix<T> &B, matrix<real<T>> &S, double rcond, int64_t &rank)
{
    return detail::numerical("gelsd", starling_gelsd(A.get(), B.get(), S.get(), rcond, &rank));
}

/** W: n x 1, or n x 2 of a real A. Vectors that are not wanted are matrix<T>(). All in
 * geev_tiles(). */
template <class T> [[nodiscard]] int geev(matrix<T> &A, matrix<T> &W, matrix<T> &VL, matrix<T> &VR)
{
    return detail::numerical("geev", starling_geev(A.get(), W.get(), VL.get(), VR.get()));
}

/** As geev(), with balancing and condition numbers; A becomes the Schur form if vectors are wanted. */
template <class T>
[[nodiscard]] int geevx(starling_balance balanc, starling_sense sense, matrix<T> &A, matrix<T> &W,
                        matrix<T> &VL, matrix<T> &VR, geevx_numbers<double> &x)
{
    return detail::numerical("geevx", starling_geevx(balanc, sense, A.get(), W.get(), VL.get(),
                                                     VR.get(), &x.ilo, &x.ihi, x.scale.data(),
                                                     &x.abnrm, x.rconde.data(), x.rcondv.data()));
}

/** A becomes T. W as of geev(); Z: matrix<T>() if it is not wanted; select: nullptr, or a function. All in
 * geev_tiles(). */
template <class T>
[[nodiscard]] int gees(matrix<T> &A, matrix<T> &W, matrix<T> &Z, starling_select *select, void *data,
                       int64_t &sdim)
{
    return detail::numerical("gees",
                             starling_gees(A.get(), W.get(), Z.get(), select, data, &sdim));
}

/** gees() with condition numbers of the selected eigenvalues. */
template <class T>
[[nodiscard]] int geesx(matrix<T> &A, matrix<T> &W, matrix<T> &Z, starling_select *select, void *data,
                        starling_sense sense, int64_t &sdim, double &rconde, double &rcondv)
{
    return detail::numerical("geesx", starling_geesx(A.get(), W.get(), Z.get(), select, data, sense,
                                                     &sdim, &rconde, &rcondv));
}

/** Selected eigenvalues of T to its front; s and sep as sense says. All in geev_tiles(). */
template <class T>
[[nodiscard]] int trsen(starling_sense sense, matrix<T> &A, matrix<T> &Q, const int *select,
                        matrix<T> &W, int64_t &m, double &s, double &sep)
{
    return detail::numerical("trsen", starling_trsen(sense, A.get(), Q.get(), select, W.get(), &m, &s,
                                                     &sep));
}

/** As geev(). */
template <class T> void trevc3(starling_howmny howmny, matrix<T> &A, matrix<T> &VL, matrix<T> &VR)
{
    detail::done("trevc3", starling_trevc3(howmny, A.get(), VL.get(), VR.get()));
}

/** Vectors that are not wanted are matrices without an object: matrix<T>(). A in geqrf_tiles(), S
 * in one tile. */
template <class T>
[[nodiscard]] int gesvd(matrix<T> &A, matrix<real<T>> &S, matrix<T> &U, matrix<T> &VT)
{
    return detail::numerical("gesvd", starling_gesvd(A.get(), S.get(), U.get(), VT.get()));
}

/** @} */

} // namespace starling

#endif
