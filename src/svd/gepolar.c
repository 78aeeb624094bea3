/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The polar decomposition A = U H by Halley's iteration with dynamic weights (QDWH: Nakatsukasa,
 * Bai and Gygi, SIAM J. Matrix Anal. Appl. 31, 2010; Nakatsukasa and Higham, SIAM J. Sci. Comput.
 * 35, 2013). A / |A| = Q R, R = X H, U = Q X, where X is the limit of X = X (a I + b X^H X) (I + c
 * X^H X)^-1. The weights depend on a lower bound l of the singular values only, and so does the
 * number of steps. All steps are by Cholesky, which is stable for c up to about 100 (their
 * section 5.3): weights with a larger c are not used, and a small l takes more steps. Steps by QR,
 * for any c, would need interchanges of columns: without them pairs of nearly equal columns lose
 * all accuracy. An X with smaller singular values than rounding errors gets a random term of that
 * size: then all of them are above a smaller l, and U has orthonormal columns for any A. */

#include <float.h>
#include <math.h>
#include "polar.h"
#include "src/cholesky/cholesky.h"

enum { MOST_STEPS = 32, SEED = 2010 };

struct weights {
    double a, b, c;
};

/* The data of one operation: matrices of order n in block columns; Z and T in square tiles. */
struct polar {
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, nb, key;
    double eps;
    starling_matrix *R, *X, *Y, *Z, *T;
    starpu_data_handle_t norm; /* 1 / |A|, |A| */
};

/* ---- Steps --------------------------------------------------------------------------------- */

/* The weights by which the interval [l, 1] of singular values becomes the narrowest. For l = 0.05,
 * c is 96. */
static struct weights weights_for(double l)
{
    double l2 = l * l, d = cbrt(4 * (1 - l2) / (l2 * l2)), root = sqrt(1 + d);
    double a = root + sqrt(8 - 4 * d + 8 * (2 - l2) / (l2 * root)) / 2, b = (a - 1) * (a - 1) / 4;
    return (struct weights){a, b, a + b - 1};
}

/* All steps from a lower bound l. */
static int plan(double l, double eps, struct weights steps[MOST_STEPS])
{
    int count = 0;
    while (1 - l > 10 * eps && count < MOST_STEPS) {
        struct weights w = steps[count++] = weights_for(fmax(l, 0.05));
        l = fmin(1, l * (w.a + w.b * l * l) / (1 + w.c * l * l));
    }
    return count;
}

/* I + c X^H X = L L^H, X = (b/c) X + (a - b/c) X L^-H L^-1 */
static int advance(struct polar *p, struct weights w)
{
    const starling_uplo lower = STARLING_LOWER;
    double keep = w.b / w.c;
    int info = starling_laset_submit(STARLING_GENERAL, 0, 1, p->Z, p->seq);
    if (info == 0)
        info = starling_herk_submit(lower, STARLING_CONJTRANS, w.c, p->X, 1, p->Z, p->seq);
    sl_potrf_tasks(lower, p->Z, p->key + p->n, p->seq);
    for (int64_t j = 0; j < p->X->nt; j++)
        sl_insert_lacpy(p->seq, STARLING_GENERAL, sl_tile_of(p->X, 0, j), sl_tile_of(p->Y, 0, j));
    for (int adjoint = 1; adjoint >= 0 && info == 0; adjoint--)
        info = starling_trsm_submit(STARLING_RIGHT, lower,
                                    adjoint ? STARLING_CONJTRANS : STARLING_NOTRANS,
                                    STARLING_NONUNIT, 1, p->Z, p->Y, p->seq);
    sl_geadd(w.a - keep, p->Y, keep, p->X, p->seq);
    return info;
}

static int iterate(struct polar *p, double l)
{
    struct weights steps[MOST_STEPS];
    int count = plan(l, p->eps, steps), info = 0;
    for (int k = 0; k < count && info == 0; k++)
        info = advance(p, steps[k]);
    return info;
}

/* ---- The lower bound ----------------------------------------------------------------------- */

/* An estimate of the smallest singular value of R, for a caller that waits anyway. 0: none. */
static double estimate(struct polar *p)
{
    double l = 0;
    starling_matrix *one_tile;
    if (!p->seq->waits || SL_SIMULATED || p->n > SL_POLAR_MOST_ESTIMATED ||
        starling_matrix_create(&one_tile, p->prec, p->n, p->n, p->n, p->n) != 0)
        return 0;
    starpu_data_handle_t bound = sl_temporary(1, 1, sizeof l);
    starling_lacpy_submit(STARLING_GENERAL, p->R, one_tile, p->seq);
    sl_insert_polar_bound(p->seq, sl_tile_of(one_tile, 0, 0), bound);
    sl_sequence_idle(p->seq);
    if (!sl_failed(p->seq) && starpu_data_acquire(bound, STARPU_R) == 0) {
        l = *(const double *)starpu_matrix_get_local_ptr(bound);
        starpu_data_release(bound);
    }
    sl_matrix_free(p->seq, one_tile);
    sl_temporary_free(p->seq, bound);
    return l;
}

/* X = R, and a lower bound of its singular values. For a random term of size d the smallest one is
 * below t d / sqrt(n) with a probability like t (Sankar, Spielman and Teng, SIAM J. Matrix Anal.
 * Appl. 28, 2006): t = 1e-6. R has zeros, which take a term that numbers near 1 would round off. */
static int start(struct polar *p, double *l)
{
    double n = (double)p->n, size = p->eps / sqrt(n);
    *l = estimate(p);
    int info = starling_lacpy_submit(STARLING_GENERAL, p->R, p->X, p->seq);
    if (*l > 10 * p->eps)
        return info;
    *l = 1e-6 * size / sqrt(n);
    if (info == 0)
        info = starling_random_submit(SEED, p->Y, p->seq);
    sl_geadd(size, p->Y, 1, p->X, p->seq);
    return info;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static int make(struct polar *p)
{
    int64_t n = p->n, nb = p->nb;
    starling_matrix **columns[] = {&p->R, &p->X, &p->Y}, **square[] = {&p->Z, &p->T};
    int info = 0;
    p->norm = sl_temporary(2, 1, sizeof(double));
    for (int i = 0; i < 3 && info == 0; i++)
        info = starling_matrix_create(columns[i], p->prec, n, n, n, nb);
    for (int i = 0; i < 2 && info == 0; i++)
        info = starling_matrix_create(square[i], p->prec, n, n, nb, nb);
    return info;
}

static void end(struct polar *p)
{
    starling_matrix *all[] = {p->R, p->X, p->Y, p->Z, p->T};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(p->seq, all[i]);
    sl_temporary_free(p->seq, p->norm);
}

/* A = A / |A| = Q R */
static int factor(struct polar *p, starling_matrix *A)
{
    starling_matrix *R;
    sl_insert_frobenius(p->seq, A, NULL, p->norm, p->key, NULL);
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rescale(p->seq, p->norm, false, sl_tile_of(A, 0, j));
    int info = sl_geqrf_tasks(A, NULL, p->seq);
    if (info == 0)
        info = starling_matrix_create(&R, p->prec, p->n, p->n, p->n, A->nb);
    if (info != 0)
        return info;
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_ge_upper(p->seq, A, R, j);
    info = starling_lacpy_submit(STARLING_GENERAL, R, p->R, p->seq);
    sl_matrix_free(p->seq, R);
    return info;
}

/* Z = sign (X^H R + (X^H R)^H) / 2, H = |A| Z */
static int hermitian_factor(struct polar *p, double sign, starling_matrix *H)
{
    int info =
        starling_gemm_submit(STARLING_CONJTRANS, STARLING_NOTRANS, 1, p->X, p->R, 0, p->Z, p->seq);
    for (int64_t j = 0; j < p->Z->nt; j++)
        for (int64_t i = 0; i < p->Z->mt; i++)
            sl_insert_omatcopy(p->seq, sl_tile_of(p->Z, i, j), sl_tile_of(p->T, j, i));
    sl_geadd(sign / 2, p->T, sign / 2, p->Z, p->seq);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, p->Z, H, p->seq);
    for (int64_t j = 0; j < H->nt; j++)
        for (int64_t i = 0; i < H->mt; i++)
            sl_insert_rescale(p->seq, p->norm, true, sl_tile_of(H, i, j));
    sl_write_back_all(p->seq, H);
    return info;
}

/* *error = |A| |R - X H|, where Z is sign H */
static int residual(struct polar *p, double sign, double *error)
{
    int info = starling_lacpy_submit(STARLING_GENERAL, p->R, p->Y, p->seq);
    if (info == 0)
        info = starling_gemm_submit(STARLING_NOTRANS, STARLING_NOTRANS, -sign, p->X, p->Z, 1, p->Y,
                                    p->seq);
    sl_insert_frobenius(p->seq, p->Y, p->norm, NULL, -1, error);
    return info;
}

/* A = Q X */
static int unitary_factor(struct polar *p, starling_matrix *A)
{
    starling_matrix *U;
    int info = starling_matrix_create(&U, p->prec, A->m, A->n, A->m, A->nb);
    if (info != 0)
        return info;
    info = starling_laset_submit(STARLING_GENERAL, 0, 0, U, p->seq);
    for (int64_t j = 0; j < p->n; j += SL_MIN(A->nb - j % A->nb, p->nb - j % p->nb))
        sl_insert_common(p->seq, sl_tile_of(p->X, 0, j / p->nb), sl_tile_of(U, 0, j / A->nb));
    sl_unmqr_tasks(STARLING_LEFT, STARLING_NOTRANS, A, false, U, p->seq);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, U, A, p->seq);
    sl_matrix_free(p->seq, U);
    sl_write_back_all(p->seq, A);
    return info;
}

int sl_gepolar_tasks(starling_matrix *A, double sign, starling_matrix *H, double *error,
                     int64_t key, starling_sequence *seq)
{
    bool single = A->prec == STARLING_S || A->prec == STARLING_C;
    struct polar p = {.seq = seq,
                      .prec = A->prec,
                      .n = A->n,
                      .key = key,
                      .eps = single ? FLT_EPSILON : DBL_EPSILON};
    double l = 0;
    if (A->n == 0)
        return 0;
    starling_geqrf_tile_size(A->prec, A->n, A->n, NULL, &p.nb);
    int info = make(&p);
    if (info == 0)
        info = factor(&p, A);
    if (info == 0)
        info = start(&p, &l);
    if (info == 0)
        info = iterate(&p, l);
    if (info == 0 && H)
        info = hermitian_factor(&p, sign, H);
    if (info == 0 && H && error)
        info = residual(&p, sign, error);
    if (info == 0)
        info = unitary_factor(&p, A);
    end(&p);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_gepolar_submit(starling_matrix *A, starling_matrix *H, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_qr_tiles(A) && A->m >= A->n,
               "a matrix in block columns (mb at least m), not wider than high");
    SL_SEQ_ARG(seq, 2, H, !H || (H != A && H->prec == A->prec), SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 2, H, !H || (H->m == A->n && H->n == A->n), "%lld x %lld", (long long)A->n,
               (long long)A->n);
    return sl_gepolar_tasks(A, 1, H, NULL, sl_operation(seq), seq);
}

int starling_gepolar(starling_matrix *A, starling_matrix *H)
{
    SL_SYNCHRONOUS(starling_gepolar_submit(A, H, seq));
}
