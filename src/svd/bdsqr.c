/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of a bidiagonal matrix. One core computes all of them with the fewest operations,
 * by qd with differences: LAPACK's bdsqr. Bisection takes more, but its values are independent of
 * each other: a GPU, or many cores, find them at the same time (Lo, Philippe and Sameh, SIAM J.
 * Sci. Stat. Comput. 8, 1987). Both find each value to high accuracy relative to itself. */

#include "svd.h"

/* Bisection on a core takes as long as the other way on so many, with the vectors of most
 * processors, and from this order on its tasks are long enough. */
enum {
    CORES = 8,
    ORDER = 256,
    GROUPS = 4 /* a core */,
    LANES = 16 /* or a divisor, of a kernel */
};

/* A group of values is a task; 0: one task of the other way. */
static int64_t best_group(int64_t n)
{
    int64_t tasks = GROUPS * SL_MAX(1, starling_ncpu());
    if (n < ORDER)
        return 0;
    if (starling_ncuda() > 0)
        return n;
    return starling_ncpu() >= CORES ? ((n - 1) / tasks / LANES + 1) * LANES : 0;
}

int sl_bdsqr_by(int64_t group, starling_matrix *D, starling_matrix *E, int64_t key,
                starling_sequence *seq)
{
    int64_t n = D->m;
    starling_matrix *W;
    if (group == 0) {
        sl_insert_bdsqr(seq, D, E, key);
        return 0;
    }
    int info = starling_matrix_create(&W, STARLING_D, n, 1, group, 1);
    if (info != 0)
        return info;
    starpu_data_handle_t T = sl_insert_bdsbz_scale(seq, D, E, key);
    for (int64_t i = 0; i < W->mt; i++)
        sl_insert_bdsbz(seq, D->prec, T, W, i);
    sl_insert_bdsbz_order(seq, T, W, D);
    sl_temporary_free(seq, T);
    sl_matrix_free(seq, W);
    return 0;
}

int sl_bdsqr_tasks(starling_matrix *D, starling_matrix *E, int64_t key, starling_sequence *seq)
{
    return sl_bdsqr_by(best_group(D->m), D, E, key, seq);
}
