/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues and eigenvectors of a Hermitian matrix in two stages (Haidar, Ltaief and Dongarra,
 * SC 2011): A = Q1 B Q1^H with a band matrix B, B = Q2 T Q2^H with a tridiagonal matrix T, and
 * T = Z L Z^T. The eigenvectors are Q1 Q2 Z. All stages are one graph of tasks. */

#include "stedc.h"

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

/* The data of one operation. */
struct stages {
    starling_matrix *AB;   /* the band */
    starling_matrix *E;    /* the subdiagonal of T; its diagonal is in W */
    starling_matrix *V2;   /* reflectors of stage 2 */
    struct sl_stedc stedc; /* with the eigenvectors of the halves of T */
    starling_matrix *R;    /* the wanted eigenvectors of T */
    starling_matrix *C;    /* those of A; R if A is real */
    starpu_data_handle_t sigma;
};

static int stages_make(struct stages *s, const starling_matrix *A, bool vectors,
                       starling_sequence *seq)
{
    starling_precision real = sl_real_precision(A->prec);
    int64_t n = A->n, kd = band_for(A), rest = SL_MAX(1, n - 1), nb = 0;
    if (vectors)
        starling_stedc_tile_size(real, n, NULL, &nb);
    *s = (struct stages){.stedc = {.seq = seq, .prec = real, .n = n, .width = nb,
                                   .columns = starling_unmtr_tile_size(real, n, n)}};
    if (!vectors)
        sl_sterf_plan(&s->stedc, sl_sterf_by_bisection(n));
    int info = starling_matrix_create(&s->AB, A->prec, kd + 1, n, kd + 1, A->nb);
    if (info == 0)
        info = starling_matrix_create(&s->E, real, n - 1, 1, rest, 1);
    if (info == 0 && vectors)
        info = starling_matrix_create(&s->V2, A->prec, n, n, n,
                                      starling_hb2st_tile_size(A->prec, n, kd));
    if (info == 0 && vectors)
        info = starling_matrix_create(&s->stedc.side[SL_RIGHT_VECTORS].Z, real, n, n, n, nb);
    s->sigma = sl_temporary(2, 1, sizeof(double));
    return info;
}

/* Room for m eigenvectors; for all of them the last merge writes its own matrix, if that has
 * the width of block columns that is best for products. */
static int vectors_make(struct stages *s, const starling_matrix *A, int64_t m)
{
    int64_t n = A->n, nb = starling_unmtr_tile_size(A->prec, n, m);
    bool same = m == n && nb == s->stedc.width;
    int info = 0;
    if (same)
        s->R = s->stedc.side[SL_RIGHT_VECTORS].Z;
    else
        info = starling_matrix_create(&s->R, s->stedc.prec, n, m, n, nb);
    if (info == 0 && A->prec != s->stedc.prec)
        info = starling_matrix_create(&s->C, A->prec, n, m, n, nb);
    else
        s->C = s->R;
    return info;
}

static void stages_free(struct stages *s, starling_sequence *seq)
{
    starling_matrix *Z = s->stedc.side[SL_RIGHT_VECTORS].Z;
    starling_matrix *all[] = {s->AB, s->E, s->V2, Z, s->R == Z ? NULL : s->R,
                              s->C == s->R ? NULL : s->C};
    sl_stedc_end(&s->stedc);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(seq, all[i]);
    sl_temporary_free(seq, s->sigma);
}
/* Brings A into the range of its precision. A NaN or an infinity ends the sequence. */
static void scale(starling_uplo uplo, starling_matrix *A, starpu_data_handle_t sigma, int64_t key,
                  starling_sequence *seq)
{
    enum sl_shape shape = uplo == STARLING_LOWER ? SL_SHAPE_LOWER : SL_SHAPE_UPPER;
    sl_insert_sigma(seq, shape, 0, A, sigma, key);
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rescale(seq, sigma, false, sl_tile_of(A, 0, j));
}

/* W = the eigenvalues from `first` on. */
static void eigenvalues(struct stages *s, int64_t first, starling_matrix *W, starling_sequence *seq)
{
    sl_stedc_values(&s->stedc, first, W);
    sl_insert_rescale(seq, s->sigma, true, sl_tile_of(W, 0, 0));
}

/* The wanted columns of Q1 Q2 Z, in X. */
static int eigenvectors(starling_matrix *A, struct stages *s, const struct sl_part *part,
                        starling_matrix *X, starling_sequence *seq)
{
    if (part->count > X->n)
        return sl_bad_argument("starling_heevx", 11, "Z", sl_value_matrix(X),
                               "of at least %lld columns", (long long)part->count);
    int info = vectors_make(s, A, part->count);
    if (info != 0)
        return info;
    sl_stedc_vectors(&s->stedc, SL_RIGHT_VECTORS, part->first, s->R);
    for (int64_t j = 0; j < s->C->nt && s->C != s->R; j++)
        sl_insert_lacp2(seq, sl_tile_of(s->R, 0, j), sl_tile_of(s->C, 0, j));
    sl_unmtr_hb2st_tasks(STARLING_NOTRANS, s->AB->m - 1, s->V2, s->C, seq);
    sl_unmtr_he2hb_tasks(STARLING_NOTRANS, A, s->C, seq);
    sl_insert_columns_from(seq, s->C, 0, X);
    for (int64_t j = 0; j < X->nt; j++)
        sl_write_back(seq, sl_tile_of(X, 0, j));
    return 0;
}

/* The same in an array, where the number of columns is known only now. Waits for them. */
static int eigenvectors_in_array(starling_matrix *A, struct stages *s, const struct sl_part *part,
                                 starling_sequence *seq)
{
    starling_matrix *Z;
    int64_t n = A->n, m = part->count;
    int info = starling_matrix_wrap(&Z, A->prec, n, m, part->z, part->ldz, n, A->nb);
    if (info != 0)
        return info;
    info = eigenvectors(A, s, part, Z, seq);
    int end = starling_matrix_destroy(Z);
    return info != 0 ? info : end;
}

/* Waits for the eigenvalues, all of which are in W, and finds those in (vl, vu]: none after a
 * failure. */
static int find_part(starling_matrix *W, struct sl_part *part, starling_sequence *seq)
{
    int64_t below = 0, end = 0;
    part->count = 0;
    sl_sequence_idle(seq);
    if (sl_failed(seq))
        return 0;
    if (starpu_data_acquire(W->tile[0], STARPU_R) != 0)
        return sl_error("starling_heevx", STARLING_ERUNTIME, NULL);
    const void *w = starpu_data_get_local_ptr(W->tile[0]);
    for (int64_t i = 0; i < W->m && !SL_SIMULATED; i++) {
        double value = __real__ sl_element(W->prec, w, i);
        below += value <= part->vl;
        end += value <= part->vu;
    }
    starpu_data_release(W->tile[0]);
    part->first = below;
    part->count = end - below;
    return 0;
}

int sl_heevx_tasks(starling_job job, struct sl_part *part, starling_uplo uplo, starling_matrix *A,
                   starling_matrix *W, starling_matrix *Z, int64_t key, starling_sequence *seq)
{
    bool vectors = job == STARLING_VECTORS;
    if (A->n == 0)
        return 0;
    struct stages s;
    int info = stages_make(&s, A, vectors, seq);
    if (info == 0) {
        scale(uplo, A, s.sigma, key, seq);
        info = sl_he2hb_tasks(uplo, s.AB->m - 1, A, s.AB, seq);
    }
    if (info == 0)
        info = sl_hb2st_tasks(s.AB, W, s.E, s.V2, seq);
    if (info == 0)
        info = sl_stedc_begin(&s.stedc, W, s.E, sl_operation(seq));
    if (info == 0)
        eigenvalues(&s, part->by_value ? 0 : part->first, W, seq);
    if (info == 0 && part->by_value) {
        info = find_part(W, part, seq);
        eigenvalues(&s, part->first, W, seq);
    }
    sl_write_back(seq, sl_tile_of(W, 0, 0));
    if (info == 0 && vectors && part->count > 0)
        info = part->z ? eigenvectors_in_array(A, &s, part, seq)
                       : eigenvectors(A, &s, part, Z, seq);
    stages_free(&s, seq);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int sl_heevd_tasks(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W,
                   int64_t key, starling_sequence *seq)
{
    struct sl_part all = {.count = A->n};
    return sl_heevx_tasks(job, &all, uplo, A, W, A, key, seq);
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

int starling_heevx_submit(starling_job job, starling_range range, starling_uplo uplo,
                          starling_matrix *A, double vl, double vu, int64_t il, int64_t iu,
                          int64_t *m, starling_matrix *W, starling_matrix *Z,
                          starling_sequence *seq)
{
    SL_ARG(12, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, job, sl_valid_job(job), SL_A_JOB);
    SL_SEQ_ARG(seq, 2, range, sl_valid_range(range), SL_A_RANGE);
    SL_SEQ_ARG(seq, 2, range, range != STARLING_BY_VALUE || seq->waits,
               "A or I, for only starling_heevx() can wait until eigenvalues are known");
    SL_SEQ_ARG(seq, 3, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 4, A, A != NULL && A->m == A->n && sl_qr_tiles(A),
               "a square matrix in block columns (mb at least n)");
#define CHECK(position, argument, ...) SL_SEQ_ARG(seq, position, argument, __VA_ARGS__)
    SL_RANGE_ARGS(CHECK, A->n, range, vl, vu, il, iu, 5);
    SL_SEQ_ARG(seq, 9, m, m != NULL, "where the number of eigenvalues goes");
    SL_SEQ_ARG(seq, 10, W, sl_is_column(W, A->prec, A->n),
               "a real column of %lld numbers in one tile", (long long)A->n);
    struct sl_part part = sl_part_of(range, A->n, vl, vu, il, iu);
    SL_SEQ_ARG(seq, 11, Z, job == STARLING_VALUES || (Z && Z != A && Z->prec == A->prec),
               SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 11, Z, job == STARLING_VALUES || (Z->m == A->n && Z->mt <= 1),
               "of %lld rows, in block columns", (long long)A->n);
    SL_SEQ_ARG(seq, 11, Z, job == STARLING_VALUES || Z->n >= part.count,
               "of at least %lld columns", (long long)part.count);
    int info = sl_heevx_tasks(job, &part, uplo, A, W, Z, sl_operation(seq), seq);
    *m = part.count;
    return info;
}

int starling_heevx(starling_job job, starling_range range, starling_uplo uplo, starling_matrix *A,
                   double vl, double vu, int64_t il, int64_t iu, int64_t *m, starling_matrix *W,
                   starling_matrix *Z)
{
    SL_SYNCHRONOUS(starling_heevx_submit(job, range, uplo, A, vl, vu, il, iu, m, W, Z, seq));
}
