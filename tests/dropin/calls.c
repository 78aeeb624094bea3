/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Routines of the drop-in library that LAPACK's own test programs do not reach, or reach only in
 * 32 bits. Compiled for each precision and size of integers, linked to the drop-in library and,
 * behind it, to a LAPACK that only counts its calls (this file with STUB). Starling gets right
 * calls; wrong ones, and workspace queries, are that LAPACK's. usage: calls, or calls small: a call
 * below the crossover */

#include "calls.h"

#if defined(STARLING_PREC_D)
#define MIXED(name) s##name
#elif defined(STARLING_PREC_Z)
#define MIXED(name) c##name
#endif

#ifdef STUB
#ifdef STUB_COUNTER
int lapack_calls;
#endif
#define F(name)                                                                                    \
    void SYMBOL(name)(void)                                                                        \
    {                                                                                              \
        lapack_calls++;                                                                            \
    }
/* clang-format off */
F(gemm) F(symm) F(syrk) F(syr2k) F(trmm) F(trsm)
F(sytrf) F(sytrs) F(sysv) F(trevc3) F(trevc) F(geev) F(geevx) F(gees) F(geesx) F(trsen)
F(HE(trd)) F(UN(gtr)) F(UN(mtr)) F(gebrd) F(UN(gbr)) F(UN(mbr)) F(gehrd) F(UN(ghr)) F(UN(mhr)) F(hseqr)
F(gecon) F(pocon) F(trcon) F(gerfs) F(porfs) F(geequ) F(poequ) F(gesvx) F(posvx)
#define F_2STAGE(name) F(SL_PASTE(name, _2stage, ))
F_2STAGE(HE(ev)) F_2STAGE(HE(evd)) F_2STAGE(HE(evx)) F_2STAGE(HE(evr)) F_2STAGE(HE(gv))
#ifdef SL_COMPLEX
F(hemm) F(herk) F(her2k) F(hetrf) F(hetrs) F(hesv)
#else
F(bdsdc)
#endif
#ifdef MIXED
F(MIXED(gesv)) F(MIXED(posv))
#endif
/* clang-format on */
#else

int test_reductions(void);

/* ---- BLAS ------------------------------------------------------------------------------ */

static void general(void)
{
    const scalar_t alpha = 2, beta = -1;
    fill(a), fill(b), fill(c);
    memcpy(x, c, sizeof x);
    CALL(gemm, "N", "C", &m, &n, &k, &alpha, a, &ld, b, &ld, &beta, c, &ld, ONE, ONE);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            x[i + j * LD] = -x[i + j * LD];
            for (int l = 0; l < K; l++)
                x[i + j * LD] += alpha * a[i + l * LD] * op('C', b, l, j);
        }
    RIGHT(gemm, apart(LD, LD, c, x) < SMALL);
    LAPACKS(gemm, "X", "N", &m, &n, &k, &alpha, a, &ld, b, &ld, &beta, c, &ld, ONE, ONE);
    LAPACKS(gemm, "N", "N", &minus, &n, &k, &alpha, a, &ld, b, &ld, &beta, c, &ld, ONE, ONE);
    LAPACKS(gemm, "N", "N", &m, &n, &k, &alpha, a, &k, b, &ld, &beta, c, &ld, ONE, ONE);
}

#define SYMMETRIC(name, hermitian)                                                                 \
    do {                                                                                           \
        const scalar_t alpha = 2, beta = -1;                                                       \
        fill(a), fill(b), fill(c);                                                                 \
        memcpy(x, c, sizeof x);                                                                    \
        CALL(name, "R", "l", &m, &n, &alpha, a, &ld, b, &ld, &beta, c, &ld, ONE, ONE);             \
        for (int j = 0; j < N; j++)                                                                \
            for (int i = 0; i < M; i++) {                                                          \
                x[i + j * LD] = -x[i + j * LD];                                                    \
                for (int l = 0; l < N; l++)                                                        \
                    x[i + j * LD] += alpha * b[i + l * LD] * whole(hermitian, a, l, j);            \
            }                                                                                      \
        RIGHT(name, apart(LD, LD, c, x) < SMALL);                                                  \
        LAPACKS(name, "L", "X", &m, &n, &alpha, a, &ld, b, &ld, &beta, c, &ld, ONE, ONE);          \
    } while (0)

/* alpha A op(A) + beta C, and alpha A op(B) + alpha B op(A) + beta C */
#define RANK(name, rank, op_letter, type, ...)                                                     \
    do {                                                                                           \
        const scalar_t alpha = 2;                                                                  \
        const type beta = -1;                                                                      \
        fill(a), fill(b), fill(c);                                                                 \
        for (int i = 0; i < N; i++)                                                                \
            c[i + i * LD] = SL_REAL(c[i + i * LD]);                                                \
        memcpy(x, c, sizeof x);                                                                    \
        CALL(name, "L", "N", &n, &k, __VA_ARGS__, &beta, c, &ld, ONE, ONE);                        \
        for (int j = 0; j < N; j++)                                                                \
            for (int i = j; i < N; i++) {                                                          \
                x[i + j * LD] = -x[i + j * LD];                                                    \
                for (int l = 0; l < K && rank == 1; l++)                                           \
                    x[i + j * LD] += alpha * a[i + l * LD] * op(op_letter, a, l, j);               \
                for (int l = 0; l < K && rank == 2; l++)                                           \
                    x[i + j * LD] += alpha * (a[i + l * LD] * op(op_letter, b, l, j) +             \
                                              b[i + l * LD] * op(op_letter, a, l, j));             \
            }                                                                                      \
        RIGHT(name, apart(LD, LD, c, x) < SMALL);                                                  \
        LAPACKS(name, "L", "X", &n, &k, __VA_ARGS__, &beta, c, &ld, ONE, ONE);                     \
    } while (0)

static void triangles(void)
{
    const scalar_t alpha = 2, half = (scalar_t)0.5;
    fill(a), fill(b);
    for (int i = 0; i < M; i++)
        a[i + i * LD] += 2 * M;
    memcpy(c, b, sizeof c);
    memcpy(x, b, sizeof x);
    CALL(trmm, "L", "L", "T", "N", &m, &n, &alpha, a, &ld, c, &ld, ONE, ONE, ONE, ONE);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
            x[i + j * LD] = 0;
            for (int l = i; l < M; l++)
                x[i + j * LD] += alpha * op('T', a, i, l) * b[l + j * LD];
        }
    RIGHT(trmm, apart(LD, LD, c, x) < 2 * M * SMALL);
    LAPACKS(trmm, "L", "L", "T", "X", &m, &n, &alpha, a, &ld, c, &ld, ONE, ONE, ONE, ONE);
    CALL(trsm, "L", "L", "T", "N", &m, &n, &half, a, &ld, c, &ld, ONE, ONE, ONE, ONE);
    RIGHT(trsm, apart(LD, LD, c, b) < SMALL);
    LAPACKS(trsm, "L", "L", "X", "N", &m, &n, &alpha, a, &ld, c, &ld, ONE, ONE, ONE, ONE);
}

static void blas(void)
{
    general();
    SYMMETRIC(symm, false);
    RANK(syrk, 1, 'T', scalar_t, &alpha, a, &ld);
    RANK(syr2k, 2, 'T', scalar_t, &alpha, a, &ld, b, &ld);
#ifdef SL_COMPLEX
    const real_t real_alpha = 2;
    SYMMETRIC(hemm, true);
    RANK(herk, 1, 'C', real_t, &real_alpha, a, &ld);
    RANK(her2k, 2, 'C', real_t, &alpha, a, &ld, b, &ld);
#endif
    triangles();
}

/* ---- Conditions, refinement, expert drivers ---------------------------------------------- */

static double one_norm(const scalar_t *matrix)
{
    double most = 0;
    for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += SL_ABS(matrix[i + j * LD]);
        most = sum > most ? sum : most;
    }
    return most;
}

static bool are_pivots(void)
{
    bool moved = false;
    for (int i = 0; i < N; i++) {
        if (ipiv[i] < i + 1 || ipiv[i] > N)
            return false;
        moved = moved || ipiv[i] != i + 1;
    }
    return moved;
}

static bool are_small(const real_t *bound, double limit)
{
    for (int j = 0; j < NRHS; j++)
        if (!(bound[j] >= 0 && bound[j] < limit))
            return false;
    return true;
}

static void positive_definite(void)
{
    fill(a);
    for (int j = 0; j < N; j++)
        for (int i = 0; i <= j; i++)
            a[i + j * LD] = i == j ? (scalar_t)(N + i) : conjugate(a[j + i * LD]);
}

static void lu(void)
{
    real_t r[N], col[N], ferr[NRHS], berr[NRHS], rcond = -1, again = -1, rowcnd, colcnd, amax;
    char equed = 'x';
    fill(a), fill(b);
    for (int i = 0; i < N; i++) /* needs interchanges, and is not singular */
        a[N - 1 - i + i * LD] += N;
    CALL(gesvx, "N", "N", &n, &nrhs, a, &ld, af, &ld, ipiv, &equed, r, col, b, &ld, x, &ld, &rcond,
         ferr, berr, work, WORK2, &info, ONE, ONE, ONE);
    RIGHT(gesvx, info == 0 && residual(a, x, b) < SMALL && rcond > 1e-3 && rcond < 1 &&
                     are_pivots() && are_small(ferr, SMALL) && are_small(berr, 9 * eps) &&
                     equed == 'N');
    RIGHT(gesvx, SL_REAL(SL_PARTS == 1 ? (double)SL_REAL(work[0]) : rwork[0]) > 0.01);
    real_t anorm = (real_t)one_norm(a);
    CALL(gecon, "1", &n, af, &ld, &anorm, &again, work, WORK2, &info, ONE);
    RIGHT(gecon, info == 0 && fabs(again / rcond - 1) < 1e-3);
    x[5] += (real_t)1e-3;
    CALL(gerfs, "N", &n, &nrhs, a, &ld, af, &ld, ipiv, b, &ld, x, &ld, ferr, berr, work, WORK2,
         &info, ONE);
    RIGHT(gerfs, info == 0 && residual(a, x, b) < SMALL && are_small(berr, 9 * eps) &&
                     are_small(ferr, SMALL));
    x[5] = 0;
    CALL(gesvx, "F", "N", &n, &nrhs, a, &ld, af, &ld, ipiv, &equed, r, col, b, &ld, x, &ld, &rcond,
         ferr, berr, work, WORK2, &info, ONE, ONE, ONE);
    RIGHT(gesvx, info == 0 && residual(a, x, b) < SMALL && are_pivots());
    equed = 'R'; /* with factors of rows that are not positive */
    r[0] = 0;
    LAPACKS(gesvx, "F", "N", &n, &nrhs, a, &ld, af, &ld, ipiv, &equed, r, col, b, &ld, x, &ld,
            &rcond, ferr, berr, work, WORK2, &info, ONE, ONE, ONE);
    LAPACKS(gesvx, "N", "N", &minus, &nrhs, a, &ld, af, &ld, ipiv, &equed, r, col, b, &ld, x, &ld,
            &rcond, ferr, berr, work, WORK2, &info, ONE, ONE, ONE);
    LAPACKS(gecon, "X", &n, af, &ld, &anorm, &again, work, WORK2, &info, ONE);
    anorm = -1;
    LAPACKS(gecon, "1", &n, af, &ld, &anorm, &again, work, WORK2, &info, ONE);
    LAPACKS(gerfs, "X", &n, &nrhs, a, &ld, af, &ld, ipiv, b, &ld, x, &ld, ferr, berr, work, WORK2,
            &info, ONE);

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[i + j * LD] = i == j ? (scalar_t)(1 << (i % 8)) : 0;
    CALL(geequ, &n, &n, a, &ld, r, col, &rowcnd, &colcnd, &amax, &info);
    RIGHT(geequ, info == 0 && r[3] == (real_t)0.125 && col[3] == 1 && amax == 128 && colcnd == 1);
    LAPACKS(geequ, &minus, &n, a, &ld, r, col, &rowcnd, &colcnd, &amax, &info);
}

static void cholesky(void)
{
    real_t s[N], ferr[NRHS], berr[NRHS], rcond = -1, again = -1, scond, amax;
    char equed = 'x';
    positive_definite(), fill(b);
    CALL(posvx, "N", "L", &n, &nrhs, a, &ld, af, &ld, &equed, s, b, &ld, x, &ld, &rcond, ferr, berr,
         work, WORK2, &info, ONE, ONE, ONE);
    RIGHT(posvx, info == 0 && residual(a, x, b) < SMALL && rcond > 1e-3 && rcond < 1 &&
                     are_small(ferr, SMALL) && are_small(berr, 9 * eps) && equed == 'N');
    real_t anorm = (real_t)one_norm(a);
    CALL(pocon, "L", &n, af, &ld, &anorm, &again, work, WORK2, &info, ONE);
    RIGHT(pocon, info == 0 && fabs(again / rcond - 1) < 1e-3);
    x[5] += (real_t)1e-3;
    CALL(porfs, "L", &n, &nrhs, a, &ld, af, &ld, b, &ld, x, &ld, ferr, berr, work, WORK2, &info,
         ONE);
    RIGHT(porfs, info == 0 && residual(a, x, b) < SMALL && are_small(berr, 9 * eps) &&
                     are_small(ferr, SMALL));
    CALL(poequ, &n, a, &ld, s, &scond, &amax, &info);
    RIGHT(poequ, info == 0 && fabs(s[0] * s[0] * N - 1) < SMALL && amax == 2 * N - 1);
    LAPACKS(poequ, &minus, a, &ld, s, &scond, &amax, &info);
    LAPACKS(posvx, "X", "L", &n, &nrhs, a, &ld, af, &ld, &equed, s, b, &ld, x, &ld, &rcond, ferr,
            berr, work, WORK2, &info, ONE, ONE, ONE);
    LAPACKS(pocon, "X", &n, af, &ld, &anorm, &again, work, WORK2, &info, ONE);
    LAPACKS(porfs, "X", &n, &nrhs, a, &ld, af, &ld, b, &ld, x, &ld, ferr, berr, work, WORK2, &info,
            ONE);

    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[i + j * LD] = i == j ? (scalar_t)(i + 1) : 0;
    CALL(trcon, "I", "L", "N", &n, a, &ld, &rcond, work, WORK2, &info, ONE, ONE, ONE);
    RIGHT(trcon, info == 0 && fabs(rcond * N - 1) < SMALL);
    LAPACKS(trcon, "I", "X", "N", &n, a, &ld, &rcond, work, WORK2, &info, ONE, ONE, ONE);
}

/* ---- Indefinite matrices ------------------------------------------------------------------ */

/* Interchanges of LAPACK: of one row, or twice the same negative number of a pivot of two. */
static bool are_symmetric_pivots(void)
{
    bool right = true;
    for (int i = 0; i < N; i++) {
        right &= ipiv[i] != 0 && ipiv[i] <= N && ipiv[i] >= -N;
        if (ipiv[i] < 0) {
            right &= i + 1 < N && ipiv[i + 1] == ipiv[i];
            i++;
        }
    }
    return right;
}

#define INDEFINITE(hermitian, trf, trs, sv)                                                        \
    do {                                                                                           \
        fill(a), fill(b);                                                                          \
        for (int j = 0; j < N; j++)                                                                \
            for (int i = 0; i < N; i++)                                                            \
                c[i + j * LD] = whole(hermitian, a, i, j);                                         \
        memcpy(af, a, sizeof af), memcpy(x, b, sizeof x), memset(ipiv, 0, sizeof ipiv);            \
        CALL(sv, "l", &n, &nrhs, af, &ld, ipiv, x, &ld, work, &lwork, &info, ONE);                 \
        RIGHT(sv, info == 0 && residual(c, x, b) < SMALL && are_symmetric_pivots());               \
        memcpy(af, a, sizeof af), memcpy(x, b, sizeof x), memset(ipiv, 0, sizeof ipiv);            \
        CALL(trf, "L", &n, af, &ld, ipiv, work, &lwork, &info, ONE);                               \
        RIGHT(trf, info == 0 && are_symmetric_pivots());                                           \
        CALL(trs, "L", &n, &nrhs, af, &ld, ipiv, x, &ld, &info, ONE);                              \
        RIGHT(trs, info == 0 && residual(c, x, b) < SMALL);                                        \
        LAPACKS(sv, "L", &n, &nrhs, af, &ld, ipiv, x, &ld, work, &ask, &info, ONE);                \
        LAPACKS(sv, "L", &n, &minus, af, &ld, ipiv, x, &ld, work, &lwork, &info, ONE);             \
        LAPACKS(trf, "L", &n, af, &ld, ipiv, work, &ask, &info, ONE);                              \
        LAPACKS(trf, "X", &n, af, &ld, ipiv, work, &lwork, &info, ONE);                            \
        LAPACKS(trs, "L", &n, &nrhs, af, &ld, ipiv, x, &k, &info, ONE);                            \
    } while (0)

static void indefinite(void)
{
    INDEFINITE(false, sytrf, sytrs, sysv);
#ifdef SL_COMPLEX
    INDEFINITE(true, hetrf, hetrs, hesv);
#endif
}

/* ---- Nonsymmetric eigenproblems ------------------------------------------------------------ */

#ifdef SL_COMPLEX
#define VALUES_OF(w) w
#define QUERY_RWORK rwork, &lwork,
#else
#define VALUES_OF(w) w, w + N
#define QUERY_RWORK
#endif

/* Element i of eigenvector j; in real precisions a pair has the real and the imaginary part. */
static double _Complex element(const scalar_t *v, const scalar_t *w, int i, int j)
{
    if (SL_PARTS == 2 || w[N + j] == 0)
        return v[i + j * LD];
    double sign = creal(w[N + j]) > 0 ? 1 : -1;
    int first = sign > 0 ? j : j - 1;
    return creal(v[i + first * LD]) + sign * creal(v[i + (first + 1) * LD]) * I;
}

/* The largest |A v - w v| or |A^H v - conj(w) v| of N vectors; real w: real, then imaginary parts.
 */
static double eigen_residual(const scalar_t *matrix, bool left, const scalar_t *w,
                             const scalar_t *v)
{
    double worst = 0;
    for (int j = 0; j < N; j++) {
        double _Complex value = SL_PARTS == 2 ? w[j] : creal(w[j]) + creal(w[N + j]) * I;
        double most = 0;
        for (int i = 0; i < N; i++) {
            double _Complex sum = -(left ? conj(value) : value) * element(v, w, i, j);
            for (int l = 0; l < N; l++)
                sum += op(left ? 'C' : 'N', matrix, i, l) * element(v, w, l, j);
            worst = cabs(sum) > worst || cabs(sum) != cabs(sum) ? cabs(sum) : worst;
            most = fmax(most, cabs(element(v, w, i, j)));
        }
        if (!(most > 1e-3)) /* no vector */
            worst = INFINITY;
    }
    return worst;
}

/* Whether an eigenvalue is in the right half of the plane. */
#ifdef SL_COMPLEX
static fint in_front(const scalar_t *value)
{
    return SL_REAL(*value) > 0;
}
#define IWORKS_OF
#define GEESX_WORK rwork,
#define GEEVX_WORK rwork,
#else
static fint in_front(const scalar_t *re, const scalar_t *im)
{
    (void)im;
    return *re > 0;
}
#define IWORKS_OF iwork, &lwork,
#define GEESX_WORK iwork, &lwork,
#define GEEVX_WORK iwork,
#endif

static bool is_sorted(const scalar_t *w, fint sdim)
{
    for (int j = 0; j < N; j++)
        if ((SL_REAL(w[j]) > 0) != (j < sdim))
            return false;
    return true;
}

static void schur_forms(void)
{
    static scalar_t w[2 * N], z[LD * LD];
    static real_t rconde[N], rcondv[N], scale[N], s, sep, norm;
    static fint bwork[N], chosen[N];
    fint sdim = -1, ilo, ihi, m;
    fill(a);
    memcpy(c, a, sizeof c);
    CALL(gees, "V", "s", in_front, &n, a, &ld, &sdim, VALUES_OF(w), z, &ld, work, &lwork,
         RWORK bwork, &info, ONE, ONE);
    RIGHT(gees, info == 0 && difference(c, z, z, a) < SMALL && is_sorted(w, sdim));
    LAPACKS(gees, "V", "s", in_front, &n, a, &ld, &sdim, VALUES_OF(w), z, &ld, work, &ask,
            RWORK bwork, &info, ONE, ONE);
    LAPACKS(gees, "V", "x", in_front, &n, a, &ld, &sdim, VALUES_OF(w), z, &ld, work, &lwork,
            RWORK bwork, &info, ONE, ONE);
    memcpy(a, c, sizeof c);
    sdim = -1;
    CALL(geesx, "V", "s", in_front, "B", &n, a, &ld, &sdim, VALUES_OF(w), z, &ld, &s, &sep, work,
         &lwork, GEESX_WORK bwork, &info, ONE, ONE, ONE);
    RIGHT(geesx, info == 0 && difference(c, z, z, a) < SMALL && is_sorted(w, sdim) && s > 0 &&
                     s <= 1.001 && sep > 0);
    LAPACKS(geesx, "V", "n", in_front, "B", &n, a, &ld, &sdim, VALUES_OF(w), z, &ld, &s, &sep, work,
            &lwork, GEESX_WORK bwork, &info, ONE, ONE, ONE);
    for (int j = 0; j < N; j++)
        chosen[j] = j >= sdim;
    m = -1;
    CALL(trsen, "B", "V", chosen, &n, a, &ld, z, &ld, VALUES_OF(w), &m, &s, &sep, work, &lwork,
         IWORKS_OF & info, ONE, ONE);
    RIGHT(trsen, info == 0 && difference(c, z, z, a) < SMALL && m == N - sdim && s > 0 &&
                     sep > 0 && SL_REAL(w[0]) <= 0 && SL_REAL(w[N - 1]) > 0);
    LAPACKS(trsen, "x", "V", chosen, &n, a, &ld, z, &ld, VALUES_OF(w), &m, &s, &sep, work, &lwork,
            IWORKS_OF & info, ONE, ONE);
    static scalar_t vl[LD * LD];
    memcpy(a, c, sizeof c);
    CALL(geevx, "B", "V", "V", "B", &n, a, &ld, VALUES_OF(w), vl, &ld, z, &ld, &ilo, &ihi, scale,
         &norm, rconde, rcondv, work, &lwork, GEEVX_WORK & info, ONE, ONE, ONE, ONE);
    RIGHT(geevx, info == 0 && eigen_residual(c, false, w, z) < SMALL &&
                     eigen_residual(c, true, w, vl) < SMALL && ilo == 1 && ihi == N && norm > 0 &&
                     rconde[0] > 0 && rconde[N - 1] <= 1.001 && rcondv[N - 1] > 0);
    LAPACKS(geevx, "B", "N", "V", "B", &n, a, &ld, VALUES_OF(w), vl, &ld, z, &ld, &ilo, &ihi, scale,
            &norm, rconde, rcondv, work, &lwork, GEEVX_WORK & info, ONE, ONE, ONE, ONE);
}

static void nonsymmetric(void)
{
    static scalar_t w[2 * N], vl[LD * LD], vr[LD * LD];
    fint count = -1, *select = ipiv;
    fill(a);
    memcpy(c, a, sizeof c);
    CALL(geev, "V", "v", &n, a, &ld, VALUES_OF(w), vl, &ld, vr, &ld, work, &lwork, RWORK & info,
         ONE, ONE);
    RIGHT(geev, info == 0 && eigen_residual(c, false, w, vr) < SMALL &&
                    eigen_residual(c, true, w, vl) < SMALL);
    LAPACKS(geev, "V", "N", &n, a, &ld, VALUES_OF(w), vl, &ld, vr, &ld, work, &ask, RWORK & info,
            ONE, ONE);
    LAPACKS(geev, "X", "N", &n, a, &ld, VALUES_OF(w), vl, &ld, vr, &ld, work, &lwork, RWORK & info,
            ONE, ONE);
    LAPACKS(geev, "N", "V", &n, a, &ld, VALUES_OF(w), vl, &ld, vr, &k, work, &lwork, RWORK & info,
            ONE, ONE);

    fill(a);
    memset(w, 0, sizeof w);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            a[i + j * LD] = i > j ? 0 : i < j ? a[i + j * LD] : (w[j] = j + 1);
    CALL(trevc3, "R", "A", select, &n, a, &ld, vl, &ld, vr, &ld, &n, &count, work, &lwork,
         QUERY_RWORK & info, ONE, ONE);
    RIGHT(trevc3, info == 0 && count == N && eigen_residual(a, false, w, vr) < SMALL);
    count = -1;
    CALL(trevc, "B", "A", select, &n, a, &ld, vl, &ld, vr, &ld, &n, &count, work, RWORK & info, ONE,
         ONE);
    RIGHT(trevc, info == 0 && count == N && eigen_residual(a, false, w, vr) < SMALL &&
                     eigen_residual(a, true, w, vl) < SMALL);
    LAPACKS(trevc3, "R", "S", select, &n, a, &ld, vl, &ld, vr, &ld, &n, &count, work, &lwork,
            QUERY_RWORK & info, ONE, ONE);
    LAPACKS(trevc3, "R", "A", select, &n, a, &ld, vl, &ld, vr, &ld, &n, &count, work, &ask,
            QUERY_RWORK & info, ONE, ONE);
    LAPACKS(trevc, "R", "A", select, &n, a, &ld, vl, &ld, vr, &ld, &k, &count, work, RWORK & info,
            ONE, ONE);
}

#ifdef MIXED
static void mixed(void)
{
    static low_t swork[LD * LD];
    fint iter = -99;
    fill(a), fill(b);
    for (int i = 0; i < N; i++)
        a[N - 1 - i + i * LD] += N;
    memcpy(c, a, sizeof c);
    memset(ipiv, 0, sizeof ipiv);
    CALL(MIXED(gesv), &n, &nrhs, a, &ld, ipiv, b, &ld, x, &ld, work, swork, RWORK & iter, &info);
    RIGHT(MIXED(gesv), info == 0 && residual(c, x, b) < SMALL && iter >= 0 && are_pivots());
    LAPACKS(MIXED(gesv), &minus, &nrhs, a, &ld, ipiv, b, &ld, x, &ld, work, swork, RWORK & iter,
            &info);
    positive_definite();
    iter = -99;
    CALL(MIXED(posv), "U", &n, &nrhs, a, &ld, b, &ld, x, &ld, work, swork, RWORK & iter, &info,
         ONE);
    RIGHT(MIXED(posv), info == 0 && residual(a, x, b) < SMALL && iter >= 0);
    LAPACKS(MIXED(posv), "X", &n, &nrhs, a, &ld, b, &ld, x, &ld, work, swork, RWORK & iter, &info,
            ONE);
}
#endif

/* ---- Eigenvalues in two stages ----------------------------------------------------------- */

/* In the sums of the eigenvalues and of their squares are the trace and the norm. */
static bool are_values(const real_t *w, double scale)
{
    double sum = 0, squares = 0, trace = 0, norm = 0;
    for (int j = 0; j < N; j++) {
        sum += scale * w[j];
        squares += scale * w[j] * scale * w[j];
        trace += SL_REAL(c[j + j * LD]);
        for (int i = 0; i < N; i++)
            norm += pow(SL_ABS(c[i + j * LD]), 2);
        if (j > 0 && !(w[j - 1] <= w[j]))
            return false;
    }
    return fabs(sum / trace - 1) < SMALL && fabs(squares / norm - 1) < SMALL;
}

#ifdef SL_COMPLEX
#define QUERY_RWORKS rwork, &lwork,
#else
#define QUERY_RWORKS
#endif
#define TWO(name) SL_PASTE(HE(name), _2stage, )

static void eigenvalues(void)
{
    static scalar_t z[1];
    static fint isuppz[2 * N];
    real_t w[N], values[N], vl = 0, vu = 0, abstol = 0;
    const fint one = 1, il = 3, iu = 7;
    fint count = -1;
    positive_definite();
    memcpy(c, a, sizeof c);
    memset(work, 0, sizeof work); /* of LAPACK's least workspace: this one says nothing */
    LAPACKS(TWO(ev), "N", "L", &n, a, &ld, w, work, &ask, RWORK & info, ONE, ONE);
#define TAKEN(name, condition)                                                                     \
    do {                                                                                           \
        lapack_calls--; /* the query for the workspace */                                          \
        RIGHT(name, condition);                                                                    \
        memcpy(a, c, sizeof a);                                                                    \
        work[0] = 0;                                                                               \
    } while (0)
    CALL(TWO(ev), "N", "L", &n, a, &ld, w, work, &lwork, RWORK & info, ONE, ONE);
    TAKEN(TWO(ev), info == 0 && are_values(w, 1));
    memcpy(values, w, sizeof values);
    CALL(TWO(evd), "N", "L", &n, a, &ld, w, work, &lwork, QUERY_RWORKS iwork, &lwork, &info, ONE,
         ONE);
    TAKEN(TWO(evd), info == 0 && are_values(w, 1));
    CALL(TWO(evx), "N", "I", "L", &n, a, &ld, &vl, &vu, &il, &iu, &abstol, &count, w, z, &one, work,
         &lwork, RWORK iwork, isuppz, &info, ONE, ONE, ONE);
    TAKEN(TWO(evx), info == 0 && count == 5 && fabs(w[0] / values[2] - 1) < SMALL &&
                        fabs(w[4] / values[6] - 1) < SMALL);
    CALL(TWO(evr), "N", "A", "L", &n, a, &ld, &vl, &vu, &il, &iu, &abstol, &count, w, z, &one,
         isuppz, work, &lwork, QUERY_RWORKS iwork, &lwork, &info, ONE, ONE, ONE);
    TAKEN(TWO(evr), info == 0 && count == N && are_values(w, 1));
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
            b[i + j * LD] = i == j ? 4 : 0;
    CALL(TWO(gv), &one, "N", "L", &n, a, &ld, b, &ld, w, work, &lwork, RWORK & info, ONE, ONE);
    TAKEN(TWO(gv), info == 0 && are_values(w, 4));
    /* vectors are an error of LAPACK's */
    LAPACKS(TWO(ev), "V", "L", &n, a, &ld, w, work, &lwork, RWORK & info, ONE, ONE);
    LAPACKS(TWO(evd), "V", "L", &n, a, &ld, w, work, &lwork, QUERY_RWORKS iwork, &lwork, &info, ONE,
            ONE);
    LAPACKS(TWO(evx), "V", "A", "L", &n, a, &ld, &vl, &vu, &il, &iu, &abstol, &count, w, c, &n,
            work, &lwork, RWORK iwork, isuppz, &info, ONE, ONE, ONE);
    LAPACKS(TWO(evr), "V", "A", "L", &n, a, &ld, &vl, &vu, &il, &iu, &abstol, &count, w, c, &n,
            isuppz, work, &lwork, QUERY_RWORKS iwork, &lwork, &info, ONE, ONE, ONE);
    LAPACKS(TWO(gv), &one, "V", "L", &n, a, &ld, b, &ld, w, work, &lwork, RWORK & info, ONE, ONE);
}

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "small") == 0) {
        const scalar_t alpha = 2;
        for (int i = 0; i < 3; i++)
            LAPACKS(gemm, "N", "N", &m, &n, &k, &alpha, a, &ld, b, &ld, &alpha, c, &ld, ONE, ONE);
        return failed;
    }
    blas();
    lu();
    cholesky();
    indefinite();
    nonsymmetric();
    schur_forms();
#ifdef MIXED
    mixed();
#endif
    eigenvalues();
    return test_reductions() || failed;
}
#endif
