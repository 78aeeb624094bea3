/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Inserts conversions between precisions and products with a Hermitian matrix; finds the norms of
 * columns. */

#include <stdlib.h>
#include "src/blas3/blas3.h"
#include "refine.h"

/* ---- Conversions --------------------------------------------------------------------------- */

static void insert_narrow(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B,
                          starpu_data_handle_t over)
{
    struct sl_convert_args args = {.head = {.variant = (uint32_t)uplo}, .uplo = uplo};
    sl_submit(&(struct sl_task){
        .seq = seq,
        .cl = sl_cl_narrow[A.of->prec],
        .args = &args,
        .args_size = sizeof args,
        .at = B,
        .data = {{sl_handle(B), uplo == STARLING_GENERAL ? STARPU_W : STARPU_RW},
                 {sl_handle(A), STARPU_R},
                 {over, STARPU_W}},
    });
}

static bool is_stored(starling_uplo uplo, int64_t i, int64_t j)
{
    return uplo == STARLING_GENERAL || (uplo == STARLING_LOWER ? i >= j : i <= j);
}

/* over: NULL, or a datum for each tile */
static void narrow_tiles(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starpu_data_handle_t *over, starling_sequence *seq)
{
    for (int64_t j = 0; j < A->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < A->mt; i++)
            if (is_stored(uplo, i, j))
                insert_narrow(seq, i == j ? uplo : STARLING_GENERAL, sl_tile_of(A, i, j),
                              sl_tile_of(B, i, j), over ? over[i + j * A->mt] : NULL);
}

/* Waits for a datum of numbers. NULL: there is none. */
static const void *acquire(starling_sequence *seq, starpu_data_handle_t handle)
{
    bool there = !sl_failed(seq) && starpu_data_acquire(handle, STARPU_R) == 0;
    return there ? (const void *)starpu_matrix_get_local_ptr(handle) : NULL;
}

int sl_narrow(starling_uplo uplo, starling_matrix *A, starling_matrix *B, bool *over,
              starling_sequence *seq)
{
    int64_t tiles = A->mt * A->nt;
    starpu_data_handle_t *flag = NULL;
    if (over)
        flag = malloc(sizeof *flag * (size_t)SL_MAX(1, tiles));
    if (over && !flag)
        return sl_error("starling_gesv_mixed", STARLING_ENOMEM, NULL);
    for (int64_t t = 0; t < tiles && flag; t++)
        flag[t] = sl_temporary(1, 1, sizeof(int));
    narrow_tiles(uplo, A, B, flag, seq);
    for (int64_t t = 0; t < tiles && flag; t++) {
        const int *value = is_stored(uplo, t % A->mt, t / A->mt) ? acquire(seq, flag[t]) : NULL;
        if (value) {
            *over |= !SL_SIMULATED && *value;
            starpu_data_release(flag[t]);
        }
        sl_temporary_free(seq, flag[t]);
    }
    free(flag);
    return 0;
}

bool sl_is_narrow_array(const starling_matrix *A, const starling_matrix *B)
{
    return sl_is_one_array(A) && sl_is_one_array(B) && sl_cl_narrow_array[A->prec]->cuda_funcs[0];
}

int sl_narrow_array(starling_uplo uplo, starling_matrix *A, starling_matrix *B, double *norm,
                    bool *over, starling_sequence *seq)
{
    struct sl_narrow_args args = {
        .head = {.variant = (uint32_t)uplo, .size = sl_size_class(A->m, A->n)},
        .uplo = uplo,
        .m = A->m,
        .n = A->n,
    };
    int64_t tiles;
    starpu_data_handle_t *of_a = sl_stored_tiles(uplo, A, &tiles);
    starpu_data_handle_t *of_b = sl_stored_tiles(uplo, B, &tiles);
    int info = of_a && of_b ? 0 : sl_error("starling_gesv_mixed", STARLING_ENOMEM, NULL);
    if (info == 0) {
        starpu_data_handle_t numbers = sl_temporary(SL_NARROW_NUMBERS, 1, sizeof(double));
        starpu_data_handle_t work = sl_workspace(STARLING_D, sl_narrow_work(A->m, A->n));
        sl_submit(&(struct sl_task){
            .seq = seq,
            .cl = sl_cl_narrow_array[A->prec],
            .args = &args,
            .args_size = sizeof args,
            .at = sl_tile_of(B, 0, 0),
            .data = {{numbers, STARPU_W}, {work, STARPU_SCRATCH}},
            .list = {{of_b, tiles, STARPU_W}, {of_a, tiles, STARPU_R}},
            .gpu_only = true,
        });
        const double *value = acquire(seq, numbers);
        if (value && !SL_SIMULATED) {
            *norm = value[SL_NARROW_NORM];
            *over = value[SL_NARROW_OVER] > 0;
        }
        if (value)
            starpu_data_release(numbers);
        sl_temporary_free(seq, work);
        sl_temporary_free(seq, numbers);
    }
    free(of_a);
    free(of_b);
    return info;
}

void sl_widen(starling_matrix *A, bool add, starling_matrix *B, starling_sequence *seq)
{
    struct sl_convert_args args = {.head = {.variant = add}, .add = add};
    for (int64_t j = 0; j < B->nt && !sl_failed(seq); j++)
        for (int64_t i = 0; i < B->mt; i++) {
            sl_tile Bij = sl_tile_of(B, i, j);
            sl_submit(&(struct sl_task){
                .seq = seq,
                .cl = sl_cl_widen[B->prec],
                .args = &args,
                .args_size = sizeof args,
                .at = Bij,
                .data = {{sl_handle(Bij), add ? STARPU_RW : STARPU_W},
                         {sl_handle(sl_tile_of(A, i, j)), STARPU_R}},
            });
        }
}

/* ---- Products with a Hermitian matrix ------------------------------------------------------ */

static sl_tile diagonal_tile(const struct sl_refined *s, int64_t i)
{
    return i < s->diagonal->mt ? sl_tile_of(s->diagonal, i, 0) : sl_tile_of(s->corner, 0, 0);
}

static int make_diagonal_tiles(struct sl_refined *s)
{
    starling_matrix *A = s->A;
    int64_t rest = A->n % A->nb;
    int info = starling_matrix_create(&s->diagonal, A->prec, A->n - rest, A->nb, A->nb, A->nb);
    if (info == 0 && rest > 0)
        info = starling_matrix_create(&s->corner, A->prec, rest, rest, rest, rest);
    for (int64_t i = 0; i < A->mt && info == 0 && !sl_failed(s->seq); i++) {
        sl_tile Aii = sl_tile_of(s->A, i, i), Di = diagonal_tile(s, i);
        sl_insert_omatcopy(s->seq, Aii, Di); /* the other triangle */
        sl_insert_lacpy(s->seq, s->uplo, Aii, Di);
        sl_insert_lascl(s->seq, true, s->uplo, 1, Di); /* a real diagonal */
    }
    return info;
}

int sl_hermitian_product(struct sl_refined *s, double alpha, starling_matrix *X, double beta,
                         starling_matrix *R)
{
    starling_matrix *A = s->A;
    int info = s->diagonal ? 0 : make_diagonal_tiles(s);
    for (int64_t j = 0; j < R->nt && info == 0 && !sl_failed(s->seq); j++)
        for (int64_t i = 0; i < R->mt; i++)
            for (int64_t k = 0; k < A->nt; k++) { /* Rij += alpha Aik Xkj */
                bool stored = is_stored(s->uplo, i, k);
                sl_tile Aik = i == k   ? diagonal_tile(s, i)
                              : stored ? sl_tile_of(A, i, k)
                                       : sl_tile_of(A, k, i);
                sl_insert_gemm(s->seq, 0, stored ? STARLING_NOTRANS : STARLING_CONJTRANS,
                               STARLING_NOTRANS, alpha, Aik, sl_tile_of(X, k, j), k == 0 ? beta : 1,
                               sl_tile_of(R, i, j));
            }
    return info;
}

/* ---- Columns ------------------------------------------------------------------------------- */

void sl_take_column(starling_matrix *X, int64_t j, starling_matrix *y, starling_sequence *seq)
{
    for (int64_t i = 0; i < X->mt; i++)
        sl_insert_columns(seq, sl_tile_of(X, i, j / X->nb), j % X->nb, sl_tile_of(y, i, 0), 0, 1);
}

void sl_put_column(starling_matrix *y, starling_matrix *X, int64_t j, starling_sequence *seq)
{
    for (int64_t i = 0; i < X->mt; i++)
        sl_insert_columns(seq, sl_tile_of(y, i, 0), 0, sl_tile_of(X, i, j / X->nb), j % X->nb, 1);
}

void sl_scale(double alpha, starling_matrix *A, starling_sequence *seq)
{
    for (int64_t i = 0; i < A->mt; i++)
        for (int64_t j = 0; j < A->nt; j++)
            sl_insert_lascl(seq, true, STARLING_GENERAL, alpha, sl_tile_of(A, i, j));
}

int sl_largest_of_columns(starling_matrix *A, double *most, starling_sequence *seq)
{
    int64_t tiles = A->mt * A->nt;
    starpu_data_handle_t *largest = malloc(sizeof *largest * (size_t)SL_MAX(1, tiles));
    if (!largest)
        return sl_error("starling_gesv_mixed", STARLING_ENOMEM, NULL);
    for (int64_t t = 0; t < tiles; t++) {
        sl_tile Aij = sl_tile_of(A, t % A->mt, t / A->mt);
        largest[t] = sl_temporary(sl_cols(Aij), 1, sizeof(double));
        sl_insert_largest(seq, SL_SHAPE_GENERAL, 0, Aij, largest[t]);
    }
    for (int64_t j = 0; j < A->n; j++)
        most[j] = 0;
    for (int64_t t = 0; t < tiles; t++) {
        sl_tile Aij = sl_tile_of(A, t % A->mt, t / A->mt);
        const double *of = acquire(seq, largest[t]);
        for (int64_t j = 0; j < sl_cols(Aij) && of && !SL_SIMULATED; j++) {
            double *column = &most[Aij.j * A->nb + j];
            *column = of[j] > *column || of[j] != of[j] ? of[j] : *column; /* a NaN stays */
        }
        if (of)
            starpu_data_release(largest[t]);
        sl_temporary_free(seq, largest[t]);
    }
    free(largest);
    return 0;
}
