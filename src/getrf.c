/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* LU factorization with partial pivoting, P A = L U, right-looking by columns of tiles: the
 * column is factored, the others follow (Dongarra, Du Croz, Hammarling, Duff, ACM TOMS 16,
 * 1990; on many GPUs Kurzak, Luszczek, Faverge, Dongarra, IEEE TPDS 24, 2013). With tiles as
 * high as the matrix a column is one piece of data: interchanges then stay in one memory, and
 * an update of a column is one task, on GPUs together with its factorization if that is next:
 * these tasks follow one another through the whole run. Where one GPU has all of the matrix, steps
 * are in groups that update the others at once. With square tiles each product is a task of its own.
 * Interchanges left of the factored column are put together and made late, all but the last
 * ones beside the last steps, which leave workers idle. */

#include <stdlib.h>
#include "internal.h"
#include "codelets/tasks.h"

/* A panel takes as long as some updates: it is before those of columns so many steps behind. */
enum { PANEL = 4 };
/* Rows that are final go home after 3, 4 ... of so many parts of the steps. */
enum { ROWS = 8 };

/* Length of the longest chain of tasks from the update of column j in step k to the end. */
static int priority(const starling_matrix *A, int64_t k, int64_t j)
{
    return (int)SL_MAX(0, SL_MIN(INT32_MAX - PANEL, 2 * A->nt - k - j));
}

/* Room for the interchanges of every step; kept for solutions with the factors. */
static int make_ipiv(starling_matrix *A)
{
    int64_t steps = sl_lu_steps(A);
    if (A->ipiv)
        return 0;
    A->ipiv = calloc((size_t)steps + 1, sizeof *A->ipiv);
    if (!A->ipiv)
        return STARLING_ENOMEM;
    for (int64_t k = 0; k < steps; k++)
        A->ipiv[k] = sl_temporary(SL_IPIV * sl_lu_step_of(A, k).pivots, 1, sizeof(int));
    return 0;
}

void sl_lu_forget(starling_sequence *seq, starling_matrix *A)
{
    for (int64_t k = 0; A->ipiv && k < sl_lu_steps(A); k++)
        if (seq) {
            sl_temporary_free(seq, A->ipiv[k]);
        } else {
            sl_data_settle(A->ipiv[k], STARPU_W);
            starpu_data_unregister_no_coherency(A->ipiv[k]);
        }
    free(A->ipiv);
    A->ipiv = NULL;
}

/* Steps are joined, in groups of SL_JOINED, while so many rows and columns are left: products then
 * take three times as long as panels (one H200: 16 and 5 ms), which a group holds up. */
int64_t sl_joined_from = 20480;

/* Whether other columns wait with step k for the next one, to be updated by both at once: memory
 * then reads and writes them once for both. The first step is alone, for else nobody would have
 * anything to do. L's columns must be beside one another, where a GPU has all of the matrix. */
static bool waits(starling_matrix *A, int64_t k)
{
    int64_t first = k - (k + SL_JOINED - 1) % SL_JOINED;
    return A->mt == 1 && sl_is_one_array(A) && k % SL_JOINED != 0 &&
           SL_MIN(A->m, A->n) - first * A->nb >= SL_MAX(sl_joined_from, SL_JOINED * A->nb);
}

/* The interchanges of steps from ... end - 1 in the columns left of each, but for those that columns
 * got from steps they are joined with. */
static void interchange_left(starling_matrix *A, int64_t from, int64_t end,
                             starling_sequence *seq)
{
    starpu_data_handle_t later = NULL;
    for (int64_t k = end - 1; k >= from; k--) {
        starpu_data_handle_t both = sl_insert_compose(seq, A, k, k + 1, later);
        sl_temporary_free(seq, later);
        later = both;
        if (waits(A, k - 1)) /* column k - 1 has this one's */
            continue;
        /* column k - 1 and those joined with it miss steps k ... end - 1, those before `from` all */
        int64_t j = k - 1;
        while (j > 0 && (k == from || waits(A, j - 1)))
            j--;
        for (; j < k; j++)
            sl_insert_laswp(seq, later, false, k * A->nb, sl_tile_of(A, k * A->nb / A->mb, j));
    }
    sl_temporary_free(seq, later);
}

/* Rows above `end` are final in all columns: those that have not gone before come home. */
static void bring_home(starling_matrix *A, int64_t end, starling_matrix **home,
                       starling_sequence *seq)
{
    int64_t from = 0;
    for (const starling_matrix *gone = *home; gone; gone = gone->next)
        from += gone->m;
    starling_matrix *rows = sl_rows_of(A, from, end);
    if (!rows) {
        sl_sequence_error(seq, STARLING_ENOMEM);
        return;
    }
    for (int64_t j = 0; j < A->nt; j++)
        sl_insert_rows(seq, sl_tile_of(A, 0, j), from, sl_tile_of(rows, 0, j));
    sl_rows_come(rows);
    rows->next = *home;
    *home = rows;
}

/* Step k after `before`, and where the others find its L. */
static void begin_step(starling_matrix *A, int64_t k, struct sl_lu_step *before,
                       struct sl_lu_step *s)
{
    *s = sl_lu_step_of(A, k);
    if (k > 0 && waits(A, k - 1))
        s->joined = before;
    if (A->nt > k + 1 && sl_owners(sl_tile_of(A, 0, k))) /* columns that others need travel */
        sl_lu_step_copy(s);
}

/* What a GPU does beside the first panel: the others' tiles are turned (getrf_task.c). */
static void turn_first(starling_matrix *A, starling_sequence *seq)
{
    for (int64_t j = 0; j < A->nt; j++)
        if (sl_lu_turns_first(A, j))
            sl_insert_turn(seq, priority(A, 0, j), sl_tile_of(A, 0, j));
}

static void getrf_tasks(starling_matrix *A, starling_sequence *seq)
{
    int64_t operation = sl_operation(seq), steps = sl_lu_steps(A);
    /* Most rows have moved for good by 3/4 of the steps, and workers begin to wait for columns;
     * what is left for the end is little. What has to come home is due earlier. */
    bool by_rows = sl_comes_by_rows(A) && steps >= ROWS;
    int64_t made = 1, part = 3, late = by_rows ? part * steps / ROWS : 3 * steps / 4;
    bool together = A->mt == 1 && sl_has_cuda();
    struct sl_lu_step ring[SL_JOINED + 1], *before = NULL; /* what a step is joined with stays */
    starling_matrix *home = NULL;
    sl_rows_forget(seq, A);

    for (int64_t k = 0; k < steps && !sl_failed(seq); k++) {
        struct sl_lu_step *s = &ring[k % (SL_JOINED + 1)];
        /* The first column with an update of its own: the next one's is in its factorization. */
        int64_t others = k + 1 + (together && k + 1 < steps);
        begin_step(A, k, before, s);
        if (others < A->nt) /* it is for somebody */
            s->inverse = sl_inverse_create(A, s->pivots, A->nb);
        sl_step(seq, k);

        /* P A(k:, k) = L U */
        sl_insert_getrf(seq, priority(A, k, k) + PANEL, s, together ? before : NULL,
                        operation + k * A->nb);
        if (!s->joined)
            sl_lu_step_free(seq, before);
        if (k == 0)
            turn_first(A, seq);
        sl_insert_trtri_diag(seq, priority(A, k, k) + PANEL, STARLING_LOWER, STARLING_UNIT,
                             sl_tile_of(A, s->i, k), s->L, s->above, s->pivots, s->inverse);

        if (k >= late && late > made && !s->joined) {
            interchange_left(A, made, k, seq);
            made = k;
            late = by_rows ? ++part * steps / ROWS : (k + steps) / 2;
            if (by_rows)
                bring_home(A, k * A->nb, &home, seq);
        }
        for (int64_t j = others; j < A->nt && !waits(A, k); j++) {
            /* A(k:, j) = P A(k:, j), Akj = Lkk^-1 Akj; below it in its tile -= L Akj */
            sl_insert_update(seq, priority(A, k, j), s, j);
            for (int64_t i = s->i + 1; i < A->mt; i++) /* Aij -= Lik Akj */
                sl_insert_gemm(seq, priority(A, k, j), STARLING_NOTRANS, STARLING_NOTRANS, -1,
                               sl_tile_of(A, i, k), sl_tile_of(A, s->i, j), 1,
                               sl_tile_of(A, i, j));
        }
        before = s;
    }
    sl_lu_step_free(seq, before);
    if (!sl_failed(seq))
        interchange_left(A, made, steps, seq);
    if (by_rows && !sl_failed(seq))
        bring_home(A, A->m, &home, seq);
    A->rows = home;
    if (by_rows && !sl_failed(seq) && !sl_record_only(seq))
        return;
    sl_rows_forget(seq, A);
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++)
            sl_write_back(seq, sl_tile_of(A, i, j));
}

int starling_getrf_submit(starling_matrix *A, starling_sequence *seq)
{
    SL_ARG(2, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, A, A != NULL && sl_lu_tiles(A), SL_LU_TILES);
    if (make_ipiv(A) != 0)
        return sl_sequence_error(seq, sl_error(__func__, STARLING_ENOMEM, NULL));
    getrf_tasks(A, seq);
    return 0;
}

int starling_getrf(starling_matrix *A)
{
    SL_SYNCHRONOUS(starling_getrf_submit(A, seq));
}

/* Visits the interchanges of step k as StarPU has them in main memory. */
static int with_ipiv(starling_matrix *A, int64_t *ipiv, enum starpu_data_access_mode mode)
{
    int ret = 0;
    bool entered = sl_runtime_enter_for(A);
    for (int64_t k = 0; k < sl_lu_steps(A) && ret == 0; k++) {
        int64_t first = k * A->nb, count = SL_MIN(A->nb, SL_MIN(A->m, A->n) - first);
        ret = starpu_data_acquire(A->ipiv[k], mode);
        if (ret != 0)
            break;
        int *step = (int *)starpu_matrix_get_local_ptr(A->ipiv[k]);
        for (int64_t i = 0; i < count && !SL_SIMULATED; i++)
            if (mode == STARPU_R)
                ipiv[first + i] = first + step[i];
            else
                step[i] = (int)(ipiv[first + i] - first);
        if (mode != STARPU_R && !SL_SIMULATED)
            sl_moves(count, step, step + count);
        starpu_data_release(A->ipiv[k]);
    }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : STARLING_ERUNTIME;
}

int starling_matrix_get_ipiv(starling_matrix *A, int64_t *ipiv)
{
    SL_ARG(1, A, A != NULL && A->ipiv != NULL, "a matrix that starling_getrf() has factored");
    SL_ARG(2, ipiv, ipiv != NULL || sl_lu_steps(A) == 0, "an array of min(m, n) numbers");
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = with_ipiv(A, ipiv, STARPU_R);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}

bool sl_valid_ipiv(int64_t m, int64_t n, const int64_t *ipiv)
{
    bool valid = true;
    for (int64_t i = 0; i < SL_MIN(m, n); i++)
        valid &= ipiv[i] > i && ipiv[i] <= m;
    return valid;
}

int starling_matrix_set_ipiv(starling_matrix *A, const int64_t *ipiv)
{
    SL_ARG(1, A, A != NULL && sl_lu_tiles(A), SL_LU_TILES);
    SL_ARG(2, ipiv, ipiv != NULL || SL_MIN(A->m, A->n) == 0, "an array of min(m, n) numbers");
    SL_ARG(2, ipiv, sl_valid_ipiv(A->m, A->n, ipiv), SL_VALID_IPIV);
    if (sl_forked())
        return sl_error_forked(__func__);
    int info = make_ipiv(A);
    if (info == 0)
        info = with_ipiv(A, (int64_t *)(uintptr_t)ipiv, STARPU_W);
    return info == 0 ? 0 : sl_error(__func__, info, NULL);
}
