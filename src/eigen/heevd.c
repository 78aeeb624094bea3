/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a Hermitian matrix in two stages (Haidar, Ltaief and Dongarra,
 * SC 2011): A = Q1 B Q1^H with a band matrix B, B = Q2 T Q2^H with a tridiagonal matrix T, and
 * T = Z L Z^T. The eigenvectors are Q1 Q2 Z. All stages are one graph of tasks. */

#include "eigen.h"

/* The library's band if the block columns of A are multiples of it, else a divisor of their width that
 * is not far from it. */
static int64_t band_for(const starling_matrix *A)
{
    int64_t kd, least;
    starling_he2hb_tile_size(A->prec, A->n, NULL, &kd);
    kd = SL_MIN(kd, A->nb);
    least = kd / 2;
    while (kd > least && A->nt > 1 && A->nb % kd != 0)
        kd--;
    return kd > least || A->nt <= 1 ? SL_MAX(1, kd) : A->nb;
}

/* The matrices of one operation. */
struct stages {
    starling_matrix *AB; /* the band */
    starling_matrix *E;  /* the subdiagonal of T; its diagonal is in W */
    starling_matrix *V2; /* reflectors of stage 2 */
    starling_matrix *Z;  /* eigenvectors of T */
    starling_matrix *C;  /* those of A; Z if A is real */
    starpu_data_handle_t sigma;
};

static int stages_make(struct stages *s, const starling_matrix *A, bool vectors)
{
    starling_precision real = sl_real_precision(A->prec);
    int64_t n = A->n, kd = band_for(A), rest = SL_MAX(1, n - 1), nb;
    starling_stedc_tile_size(real, n, NULL, &nb);
    *s = (struct stages){0};
    int info = starling_matrix_create(&s->AB, A->prec, kd + 1, n, kd + 1, A->nb);
    if (info == 0)
        info = starling_matrix_create(&s->E, real, n - 1, 1, rest, 1);
    if (info == 0 && vectors)
        info = starling_matrix_create(&s->V2, A->prec, n, n, n,
                                      starling_hb2st_tile_size(A->prec, n, kd));
    if (info == 0 && vectors)
        info = starling_matrix_create(&s->Z, real, n, n, n, nb);
    if (info == 0 && vectors && real != A->prec)
        info = starling_matrix_create(&s->C, A->prec, n, n, n, nb);
    else
        s->C = s->Z;
    s->sigma = sl_temporary(2, 1, sizeof(double));
    return info;
}

static void stages_free(struct stages *s, starling_sequence *seq)
{
    starling_matrix *all[] = {s->AB, s->E, s->V2, s->Z, s->C == s->Z ? NULL : s->C};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(seq, all[i]);
    sl_temporary_free(seq, s->sigma);
}

/* Brings A into the range of its precision. A NaN or an infinity ends the sequence. */
static void scale(starling_uplo uplo, starling_matrix *A, starpu_data_handle_t sigma, int64_t key,
                  starling_sequence *seq)
{
    sl_insert_sigma(seq, uplo, A, sigma, key);
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rescale(seq, sigma, false, sl_tile_of(A, 0, j));
}

/* Block column j of A = these columns of C, whose block columns have another width. */
static void copy_columns(starling_matrix *C, starling_matrix *A, int64_t j, starling_sequence *seq)
{
    sl_tile to = sl_tile_of(A, 0, j);
    int64_t first = j * A->nb, end = first + sl_cols(to);
    for (int64_t c = first, next; c < end; c = next) {
        next = SL_MIN(end, (c / C->nb + 1) * C->nb);
        sl_insert_columns(seq, sl_tile_of(C, 0, c / C->nb), c % C->nb, to, c - first, next - c);
    }
}

/* A = Q1 Q2 Z */
static void eigenvectors(starling_matrix *A, struct stages *s, starling_sequence *seq)
{
    for (int64_t j = 0; j < s->C->nt && s->C != s->Z; j++)
        sl_insert_lacp2(seq, sl_tile_of(s->Z, 0, j), sl_tile_of(s->C, 0, j));
    sl_unmtr_hb2st_tasks(STARLING_NOTRANS, s->AB->m - 1, s->V2, s->C, seq);
    sl_unmtr_he2hb_tasks(STARLING_NOTRANS, A, s->C, seq);
    for (int64_t j = 0; j < A->nt; j++) {
        copy_columns(s->C, A, j, seq);
        sl_write_back(seq, sl_tile_of(A, 0, j));
    }
}

int sl_heevd_tasks(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W,
                   int64_t key, starling_sequence *seq)
{
    bool vectors = job == STARLING_VECTORS;
    if (A->n == 0)
        return 0;
    struct stages s;
    int info = stages_make(&s, A, vectors);
    if (info == 0) {
        scale(uplo, A, s.sigma, key, seq);
        info = sl_he2hb_tasks(uplo, s.AB->m - 1, A, s.AB, seq);
    }
    if (info == 0)
        info = sl_hb2st_tasks(s.AB, W, s.E, s.V2, seq);
    if (info == 0)
        info = vectors ? sl_stedc_tasks(W, s.E, s.Z, seq) : sl_sterf_tasks(W, s.E, seq);
    if (info == 0 && vectors)
        eigenvectors(A, &s, seq);
    if (info == 0)
        sl_insert_rescale(seq, s.sigma, true, sl_tile_of(W, 0, 0));
    sl_write_back(seq, sl_tile_of(W, 0, 0));
    stages_free(&s, seq);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_heevd_submit(starling_job job, starling_uplo uplo, starling_matrix *A,
                          starling_matrix *W, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, job, sl_valid_job(job), SL_A_JOB);
    SL_SEQ_ARG(seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 3, A, A != NULL && A->m == A->n && sl_qr_tiles(A),
               "a square matrix in block columns (mb at least n)");
    SL_SEQ_ARG(seq, 4, W, sl_is_column(W, A->prec, A->n),
               "a real column of %lld numbers in one tile", (long long)A->n);
    return sl_heevd_tasks(job, uplo, A, W, sl_operation(seq), seq);
}

int starling_heevd(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W)
{
    SL_SYNCHRONOUS(starling_heevd_submit(job, uplo, A, W, seq));
}
