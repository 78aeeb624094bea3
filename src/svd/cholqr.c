/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A = Q R of a high matrix by two Cholesky factorizations, all in products (Yamamoto, Nakatsukasa,
 * Yanagisawa and Fukaya, Electron. Trans. Numer. Anal. 44, 2015):
 *   A^H A = R1^H R1,  Q1 = A R1^-1;   Q1^H Q1 = R2^H R2,  Q = Q1 R2^-1;   R = R2 R1.
 * Q is not formed: Q C is Q1 (R2^-1 C). It is as exact as Householder's reflectors if the condition
 * of A is below about 1 / sqrt(eps). Whether it is so is measured, in two ways:
 *  - Q has orthonormal columns if |Q1^H Q1 - I|_2 is below 5/64, which is the bound in the proof of
 *    the authors. It is at most sqrt(2) times the norm of Frobenius of the upper triangle.
 *  - A Z - Q1 R1 Z is of the size of rounding errors for a few random vectors Z. Substitution does
 *    that always, products with inverses of blocks of R1 only if these are not too large: with two
 *    nearly equal columns the first test alone would pass. For normally distributed Z the norm of
 *    E Z is that of E on average. Eight vectors have less than a tenth of it together with a
 *    probability below 1e-6. */

#include <math.h>
#include "src/auxiliary/estimate.h"
#include "src/cholesky/cholesky.h"
#include "polar.h"

enum { VECTORS = 8, SEED = 2015 };
#define MOST_DISTANCE 0.05 /* of the upper triangle of Q1^H Q1 from I: below 5/64 / sqrt(2) */
#define MOST_ERRORS 10.0   /* of A Z - Q1 R1 Z, in n eps |R1 Z| */

static const starling_uplo upper = STARLING_UPPER;
static const starling_trans no = STARLING_NOTRANS, tr = STARLING_CONJTRANS;

/* Rows are shared by the GPUs, or by the cores. Columns are those of a product n x n. */
static int make(struct sl_cholqr *q, starling_precision prec, int64_t m, int64_t n)
{
    int64_t nb = starling_gemm_tile_size(prec, n, n, 0);
    int64_t parts = starling_ncuda() > 0 ? starling_ncuda() : SL_MAX(1, starling_ncpu());
    int info = starling_matrix_create(&q->Q1, prec, m, n, (m + parts - 1) / parts, nb);
    if (info == 0)
        info = starling_matrix_create(&q->R1, prec, n, n, nb, nb);
    if (info == 0)
        info = starling_matrix_create(&q->R2, prec, n, n, nb, nb);
    return info;
}

void sl_cholqr_free(struct sl_cholqr *q, starling_sequence *seq)
{
    starling_matrix *all[] = {q->Q1, q->R1, q->R2};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(seq, all[i]);
    *q = (struct sl_cholqr){NULL};
}

/* The upper triangle of G = Q^H Q + shift I, and zeros below */
static int gram(starling_matrix *Q, double shift, starling_matrix *G, starling_sequence *seq)
{
    int info = starling_laset_submit(STARLING_GENERAL, 0, shift, G, seq);
    return info == 0 ? starling_herk_submit(upper, tr, 1, Q, 1, G, seq) : info;
}

/* Q1, R1 and Q1^H Q1 - I, with Q1 = A before, and the norms by which they are judged. */
struct norms {
    double distance, product, error;
};
static int first(struct sl_cholqr *q, starling_matrix *Z, starling_matrix *E, struct norms *norms,
                 int64_t key, starling_sequence *seq)
{
    sl_gaussian(SEED, Z, seq);
    int info = starling_gemm_submit(no, no, 1, q->Q1, Z, 0, E, seq); /* E = A Z */
    if (info == 0)                                                   /* R1^H R1 = A^H A */
        info = gram(q->Q1, 0, q->R1, seq);
    sl_potrf_tasks(upper, q->R1, key, seq);
    if (info == 0) /* Q1 = A R1^-1 */
        info =
            starling_trsm_submit(STARLING_RIGHT, upper, no, STARLING_NONUNIT, 1, q->R1, q->Q1, seq);
    if (info == 0) /* Z = R1 Z */
        info = starling_trmm_submit(STARLING_LEFT, upper, no, STARLING_NONUNIT, 1, q->R1, Z, seq);
    if (info == 0) /* E = A Z - Q1 R1 Z */
        info = starling_gemm_submit(no, no, -1, q->Q1, Z, 1, E, seq);
    if (info == 0)
        info = gram(q->Q1, -1, q->R2, seq);
    sl_insert_frobenius(seq, q->R2, NULL, NULL, -1, &norms->distance);
    sl_insert_frobenius(seq, Z, NULL, NULL, -1, &norms->product);
    sl_insert_frobenius(seq, E, NULL, NULL, -1, &norms->error);
    return info;
}

/* Waits. Whether R1 and Q1 are there, and good. */
static bool first_is_good(struct sl_cholqr *q, int64_t key, starling_sequence *seq)
{
    int64_t n = q->Q1->n;
    double eps = 2 * sl_epsilon(q->Q1->prec);
    struct norms norms = {NAN, NAN, NAN};
    starling_matrix *Z = NULL, *E = NULL;
    int info = starling_matrix_create(&Z, q->Q1->prec, n, VECTORS, q->Q1->nb, VECTORS);
    if (info == 0)
        info = starling_matrix_create(&E, q->Q1->prec, q->Q1->m, VECTORS, q->Q1->mb, VECTORS);
    if (info == 0)
        info = first(q, Z, E, &norms, key, seq);
    bool failed = sl_sequence_forgive(seq);
    if (Z)
        sl_matrix_free(seq, Z);
    if (E)
        sl_matrix_free(seq, E);
    return info == 0 && !failed && norms.distance <= MOST_DISTANCE &&
           norms.error <= MOST_ERRORS * (double)n * eps * norms.product;
}

/* R2^H R2 = I + R2, where R2 has Q1^H Q1 - I, and R1 = R2 R1 */
static int second(struct sl_cholqr *q, int64_t key, starling_sequence *seq)
{
    starling_matrix *one;
    int info = starling_matrix_create(&one, q->R2->prec, q->R2->n, q->R2->n, q->R2->nb, q->R2->nb);
    if (info != 0)
        return info;
    info = starling_laset_submit(STARLING_GENERAL, 0, 1, one, seq);
    sl_geadd(1, one, 1, q->R2, seq);
    sl_matrix_free(seq, one);
    sl_potrf_tasks(upper, q->R2, key, seq);
    return info == 0 ? starling_trmm_submit(STARLING_LEFT, upper, no, STARLING_NONUNIT, 1, q->R2,
                                            q->R1, seq)
                     : info;
}

bool sl_cholqr_tasks(bool adjoint, starling_matrix *A, int64_t key, struct sl_cholqr *q,
                     starling_sequence *seq)
{
    sl_sequence_idle(seq); /* what fails below is no failure of what was before */
    if (sl_has_failed(seq))
        return false;
    int info = make(q, A->prec, adjoint ? A->n : A->m, adjoint ? A->m : A->n);
    if (info == 0)
        info = sl_copy_op(adjoint, A, q->Q1, seq);
    bool good = info == 0 && first_is_good(q, key, seq) && second(q, key, seq) == 0;
    if (!good)
        sl_cholqr_free(q, seq);
    return good;
}

int sl_cholqr_multiply(const struct sl_cholqr *q, starling_matrix **C, starling_sequence *seq)
{
    starling_matrix *X, *QC, *Q1 = q->Q1;
    int info = starling_matrix_create(&X, Q1->prec, Q1->n, (*C)->n, Q1->nb, Q1->nb);
    if (info != 0)
        return info;
    info = starling_lacpy_submit(STARLING_GENERAL, *C, X, seq);
    if (info == 0)
        info = starling_trsm_submit(STARLING_LEFT, upper, no, STARLING_NONUNIT, 1, q->R2, X, seq);
    if (info == 0)
        info = starling_matrix_create(&QC, Q1->prec, Q1->m, (*C)->n, Q1->mb, Q1->nb);
    if (info == 0) {
        info = starling_gemm_submit(no, no, 1, Q1, X, 0, QC, seq);
        sl_matrix_free(seq, *C);
        *C = QC;
    }
    sl_matrix_free(seq, X);
    return info;
}
