/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What the tests share: arrays with guard bands in any precision, seeded random numbers, and
 * references. References are computed in double precision complex for every precision, so
 * that a test is compiled once and its reference is never less accurate than the result. */

#ifndef REFERENCE_H
#define REFERENCE_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "examples/driver/routines/residual.h"
#include "starling.h"

typedef double _Complex wide;

extern const starling_precision precisions[4];
char letter(starling_precision prec); /* s d c z */
bool is_complex(starling_precision prec);
starling_precision real_of(starling_precision prec); /* of eigenvalues */
size_t element_size(starling_precision prec);
double epsilon(starling_precision prec); /* distance from 1 to the next number */

/* STARLING_CHECK=quick: fewer sizes. */
bool quick(void);

/* ---- Many cases in one TAP line ------------------------------------------------------------ */

/* A failing case prints a line with the parameters that reproduce it. */
struct cases {
    int run, failed;
};
bool hold(struct cases *cases, bool condition, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether there were cases, and all held. */
bool all_held(const struct cases *cases);

/* ---- Processes of their own ------------------------------------------------------------------ */

/* Runs this program again with one argument, for what may end a process or needs a fresh
 * one; its standard output goes to standard error. Returns its exit status, or 128 + signal. */
int run_child(const char *argument);
/* In what such a process runs: its status is 1 where the condition does not hold, which is told. */
#define MUST(condition)                                                                      \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "# line %d: %s\n", __LINE__, #condition);                        \
            return 1;                                                                        \
        }                                                                                    \
    } while (0)

/* ---- Arrays -------------------------------------------------------------------------------- */

/* m x n elements by columns with leading dimension lda = max(1, m) + pad, between guard bands.
 * What is not set, padding and bands included, is a NaN. */
struct array {
    starling_precision prec;
    int64_t m, n, lda;
    void *a;
    char *block, *saved; /* the allocation with its bands, and its copy */
    size_t size;         /* of the allocation */
};

struct array array_new(starling_precision prec, int64_t m, int64_t n, int64_t pad);
void array_free(struct array *x);
wide array_get(const struct array *x, int64_t i, int64_t j);
void array_set(struct array *x, int64_t i, int64_t j, wide value);
void array_scale(struct array *x, double factor);
/* Remembers all bytes; array_intact() then tells whether those outside the region (G: all of
 * m x n; L, U: a triangle with the diagonal; 0: nothing) are what they were. */
void array_save(struct array *x);
bool array_intact(const struct array *x, int region);
/* Whether (i, j) belongs to the region. */
bool inside(int region, int64_t i, int64_t j);

/* Uniform in (-1, 1); the sequence is that of the seed. */
double uniform(uint64_t *seed);
/* Random elements in the region. */
void array_random(struct array *x, int region, uint64_t seed);
/* A Hermitian positive definite matrix, well conditioned: random, n + 1 on the diagonal. The
 * imaginary part of the diagonal, which LAPACK ignores, is random. */
void array_spd(struct array *x, int uplo, uint64_t seed);

/* A matrix object over the array; ends the program when it cannot be made. */
starling_matrix *wrap(struct array *x, int64_t mb, int64_t nb);

/* ---- What the library tells its error handler ---------------------------------------------- */

/* Installs a handler that keeps what it hears. */
void listen_to_errors(void);
/* The last message; "" where there was none. */
const char *last_message(void);
/* Whether so many messages came since the last call, the last one a sentence about argument i, with
 * its name and the function's, and without a condition of C's. A runtime failure has other words. */
bool told(int i, int messages);
/* Holds that a call, `what`, gave -position and told so. */
void refuse(struct cases *cases, int position, int info, const char *what);

/* A call with a sequence of its own. */
#define SUBMITTED(info, call)                                                                      \
    do {                                                                                           \
        starling_sequence *seq;                                                                    \
        info = starling_sequence_create(&seq);                                                     \
        info = info != 0 ? info : (call);                                                          \
        info = info != 0 ? info : starling_sequence_wait(seq);                                     \
        starling_sequence_destroy(seq);                                                            \
    } while (0)

/* ---- References: m x n, leading dimension max(1, m), to be freed --------------------------- */

wide *wide_zeros(int64_t m, int64_t n);
/* The elements of the region; zero elsewhere. */
wide *wide_of(const struct array *x, int region);
/* The Hermitian matrix of which uplo is stored: the diagonal is real. */
wide *wide_hermitian(const struct array *x, int uplo);
/* The symmetric one. */
wide *wide_symmetric(const struct array *x, int uplo);
/* One-norm; a NaN is a NaN. */
double wide_norm(const wide *a, int64_t m, int64_t n);
/* One-norm of a - b. */
double wide_difference(const wide *a, const wide *b, int64_t m, int64_t n);
/* C = alpha op(A) op(B) + beta C by CBLAS, with op(A) m x k. */
void wide_gemm(char transa, char transb, int64_t m, int64_t n, int64_t k, wide alpha,
               const wide *a, const wide *b, wide beta, wide *c);

/* op(A) X = alpha B or X op(A) = alpha B by CBLAS, with B m x n. */
void wide_trsm(char side, char uplo, char trans, char diag, int64_t m, int64_t n, wide alpha,
               const wide *a, wide *b);
/* A = Q R or A = L Q by LAPACK, and a product with Q: C m x n, k reflectors in a. */
void wide_factor(bool lq, int64_t m, int64_t n, wide *a, wide *tau);
void wide_multiply(bool lq, char side, char trans, int64_t m, int64_t n, int64_t k, const wide *a,
                   const wide *tau, wide *c);
/* Least squares or minimum norm by LAPACK: A m x n, B max(m, n) x nrhs; info. */
int wide_gels(char trans, int64_t m, int64_t n, int64_t nrhs, wide *a, wide *b);
/* Eigenvalues of a Hermitian matrix by LAPACK, ascending; a is overwritten; info. */
int wide_heev(int64_t n, wide *a, double *values);
/* Eigenvalues, ascending, by LAPACK: of a Hermitian matrix, of which the lower triangle has kd
 * subdiagonals that are not zero, and of a tridiagonal one, in place of d; info. */
int wide_band_eigenvalues(int64_t n, int64_t kd, const wide *a, double *w);
int tridiagonal_eigenvalues(int64_t n, double *d, double *e);
/* Singular values by LAPACK, descending; a is overwritten; info. */
int wide_gesvd(int64_t m, int64_t n, wide *a, double *s);
/* Least squares of any rank by LAPACK: A m x n, B max(m, n) x nrhs, min(m, n) values; info. */
int wide_gelsd(int64_t m, int64_t n, int64_t nrhs, wide *a, wide *b, double *s, double rcond,
               int *rank);
/* LAPACK's LU factorization of an array in its own precision, in place; info. */
int lapack_getrf(const struct array *x, int *ipiv);
/* LAPACK's factorization and info, and its norms. */
int wide_potrf(char uplo, int64_t n, wide *a);
double wide_lange(char norm, const wide *a, int64_t m, int64_t n);

/* error / (size scale eps), for residual_right(). 0 for 0 / 0; infinite where a norm is not finite. */
double scaled(starling_precision prec, double error, int64_t size, double scale);

/* LAPACK's |A - L L^H|_1 / (n |A|_1 eps), or with U; a is the original, f the factor. */
double cholesky_residual(char uplo, const struct array *f, const wide *a);
/* |A - P^T L U|_1 / (max(m, n) |A|_1 eps) with the interchanges ipiv, from 1. */
double lu_residual(const struct array *f, const int64_t *ipiv, const wide *a);
/* |A X - B|_1 / (n (|A|_1 |X|_1 + |B|_1) eps) for A n x n. */
double solve_residual(const wide *a, const struct array *x, const wide *b);

/* Workers of one kind compute the same bits each time; cores and GPUs together may not. */
static inline bool one_kind(void)
{
    return starling_ncpu() == 0 || starling_ncuda() == 0;
}
/* What two runs gave: the same numbers from workers of one kind, else close ones. */
bool same_result(const struct array *x, const struct array *y);

#endif
