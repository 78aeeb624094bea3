/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrix norms: a task for each tile computes its contribution (norm_kernel.c), and the
 * calling thread adds them up. */

#include <math.h>
#include <stdlib.h>
#include "estimate.h"

/* The result so far: sums of columns and rows; a largest value; or a scale and a sum of
 * squares. */
struct total {
    double *columns, *rows;
    double max, scale, squares;
};

static double larger(double a, double b)
{
    return b > a || b != b ? b : a;
}

/* a / b; 1 for two infinities, because the norm is infinite then. */
static double ratio(double a, double b)
{
    return a == b ? 1 : a / b;
}

static void add_squares(struct total *total, double scale, double squares)
{
    double most = larger(total->scale, scale);
    double a = ratio(total->scale, most), b = ratio(scale, most);
    if (most == 0)
        return;
    total->squares = total->squares * a * a + squares * b * b; /* a NaN stays */
    total->scale = most;
}

/* with_rows: there are sums of rows. both: the tile also stands for its transpose. */
static void add_tile(struct total *total, starling_norm norm, bool with_rows, sl_tile t, bool both,
                     const double *sums)
{
    int64_t m = sl_rows(t), n = sl_cols(t), i0 = t.i * t.of->mb, j0 = t.j * t.of->nb;
    for (int64_t j = 0; j < n; j++)
        if (norm == STARLING_MAX_NORM)
            total->max = larger(total->max, sums[j]);
        else if (norm == STARLING_FROBENIUS_NORM)
            add_squares(total, sums[2 * j], (both ? 2 : 1) * sums[2 * j + 1]);
        else
            total->columns[j0 + j] += sums[j];
    bool rows = norm == STARLING_ONE_NORM || norm == STARLING_INF_NORM;
    for (int64_t i = 0; i < m && rows && with_rows; i++)
        (both ? total->columns : total->rows)[i0 + i] += sums[n + i];
}

static double result(const struct total *total, starling_norm norm, const starling_matrix *A,
                     bool hermitian)
{
    if (norm == STARLING_MAX_NORM)
        return total->max;
    if (norm == STARLING_FROBENIUS_NORM)
        return total->scale * sqrt(total->squares);
    bool columns = norm == STARLING_ONE_NORM || hermitian;
    const double *sums = columns ? total->columns : total->rows;
    double value = 0;
    for (int64_t i = 0; i < (columns ? A->n : A->m); i++)
        value = larger(value, sums[i]);
    return value;
}

/* uplo = G: a general matrix. L or U: a matrix in square tiles with this triangle stored, Hermitian
 * or triangular. */
static int norm_of(starling_norm norm, starling_uplo uplo, enum sl_half half, starling_matrix *A,
                   double *value, starling_sequence *seq)
{
    bool one = uplo != STARLING_GENERAL, hermitian = one && half == SL_HERMITIAN;
    int64_t tiles = A->mt * A->nt;
    *value = 0;
    if (tiles == 0)
        return 0;
    starpu_data_handle_t *sums = calloc((size_t)SL_MAX(1, tiles), sizeof *sums);
    struct total total = {.columns = calloc((size_t)A->n + 1, sizeof(double)),
                          .rows = calloc((size_t)A->m + 1, sizeof(double))};
    int info = sums && total.columns && total.rows ? 0 : STARLING_ENOMEM;

    for (int pass = 0; pass < 2 && info == 0; pass++)
        for (int64_t j = 0; j < A->nt; j++)
            for (int64_t i = 0; i < A->mt; i++) {
                sl_tile t = sl_tile_of(A, i, j);
                starpu_data_handle_t *sum = &sums[i + j * A->mt];
                bool stored = !one || (uplo == STARLING_LOWER ? i >= j : i <= j);
                enum sl_shape shape = !one || i != j           ? SL_SHAPE_GENERAL
                                      : uplo == STARLING_LOWER ? SL_SHAPE_LOWER
                                                               : SL_SHAPE_UPPER;
                if (!stored)
                    continue;
                if (pass == 0) {
                    *sum = sl_temporary(sl_rows(t) + 2 * sl_cols(t), 1, sizeof(double));
                    sl_insert_norm(seq, norm, shape, half, t, *sum);
                    sl_share(*sum);
                } else if (!sl_failed(seq) && sl_acquire(*sum, STARPU_R) == 0) {
                    if (!SL_SIMULATED)
                        add_tile(&total, norm, !hermitian || i != j, t, hermitian && i != j,
                                 (const double *)starpu_matrix_get_local_ptr(*sum));
                    starpu_data_release(*sum);
                }
            }
    if (info == 0)
        *value = result(&total, norm, A, hermitian);
    for (int64_t i = 0; sums && i < tiles; i++)
        sl_temporary_free(seq, sums[i]);
    free(sums);
    free(total.columns);
    free(total.rows);
    return info == 0 ? 0 : sl_error("starling_norm", info, NULL);
}

static int lange(const char *routine, starling_norm norm, starling_matrix *A, double *value,
                 starling_sequence *seq)
{
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG_OF(routine, seq, 1, norm, sl_valid_norm(norm), "M, O, I or F");
    SL_SEQ_ARG_OF(routine, seq, 2, A, A != NULL, SL_A_MATRIX);
    SL_SEQ_ARG_OF(routine, seq, 3, value, value != NULL, "where the norm goes");
    sl_operation(seq);
    return norm_of(norm, STARLING_GENERAL, SL_HERMITIAN, A, value, seq);
}

int starling_lange(starling_norm norm, starling_matrix *A, double *value)
{
    SL_SYNCHRONOUS(lange(__func__, norm, A, value, seq));
}

static int lanhe(const char *routine, starling_norm norm, starling_uplo uplo, starling_matrix *A,
                 double *value, starling_sequence *seq)
{
    SL_SEQ_MATRICES(seq, A);
    SL_SEQ_ARG_OF(routine, seq, 1, norm, sl_valid_norm(norm), "M, O, I or F");
    SL_SEQ_ARG_OF(routine, seq, 2, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG_OF(routine, seq, 3, A, A != NULL && sl_square_tiles(A), SL_SQUARE_TILES);
    SL_SEQ_ARG_OF(routine, seq, 4, value, value != NULL, "where the norm goes");
    sl_operation(seq);
    return norm_of(norm, uplo, SL_HERMITIAN, A, value, seq);
}

int starling_lanhe(starling_norm norm, starling_uplo uplo, starling_matrix *A, double *value)
{
    SL_SYNCHRONOUS(lanhe(__func__, norm, uplo, A, value, seq));
}

int sl_norm_of_triangle(starling_norm norm, starling_uplo uplo, starling_diag diag,
                        starling_matrix *A, double *value, starling_sequence *seq)
{
    enum sl_half half = diag == STARLING_UNIT ? SL_UNIT_TRIANGLE : SL_TRIANGLE;
    return norm_of(norm, uplo, half, A, value, seq);
}
