/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = op(Q2) C. The reflectors of a step in a group of sweeps are a block reflector, a diamond
 * (Haidar, Ltaief and Dongarra, SC11, 2011). Diamond (S, t) has rows in common with (S + 1, t - 1),
 * (S, t - 1) and (S, t + 1) alone. Q2 C takes groups from the last to the first and steps upwards;
 * Q2^H C does the reverse. Block columns of C are independent.
 *
 * For a GPU some steps of many sweeps become one orthogonal matrix. That takes more operations, but
 * they are products of large matrices. */

#include "eigen.h"

/* The most sweeps of a group; a kernel on a GPU takes so many tiles of V2. */
static int64_t most_sweeps(bool blocks, const starling_matrix *V2)
{
    return blocks ? SL_MIN(SL_BLOCK_SWEEPS, SL_HB2ST_TILES * V2->nb) : SL_GROUP_SWEEPS;
}

/* The group of sweeps that has sweep s: some tiles of V2, or a part of one. */
struct group {
    int64_t from, to;
};
static struct group group_of(const starling_matrix *V2, int64_t most, int64_t s)
{
    int64_t nb = V2->nb, size = nb < most ? most / nb * nb : most;
    int64_t block = SL_MAX(size, nb), begin = s / block * block;
    int64_t from = begin + (s - begin) / size * size;
    return (struct group){from, SL_MIN(from + size, SL_MIN(begin + block, V2->n - 1))};
}

/* Cv = op(Q) Cv for each block column with the Q of a group, by diamonds. */
static void apply_diamonds(starling_trans trans, int64_t kd, struct group group,
                           starling_matrix *V2, starling_matrix *C, starling_sequence *seq)
{
    struct sl_diamond_args args = {.n = V2->n, .kd = kd, .sweep = group.from,
                                   .sweeps = group.to - group.from, .trans = trans};
    starpu_data_handle_t D = sl_insert_larft_hb2st(seq, &args, V2);
    for (int64_t v = 0; v < C->nt; v++)
        sl_insert_unmtr_hb2st(seq, &args, D, sl_tile_of(C, 0, v));
    sl_temporary_free(seq, D);
}

/* The same by orthogonal blocks, which are in Q. */
static void apply_blocks(starling_trans trans, int64_t kd, struct group group, starling_matrix *V2,
                         starpu_data_handle_t Q, starling_matrix *C, starling_sequence *seq)
{
    struct sl_block_args args = {.n = V2->n, .kd = kd, .sweep = group.from,
                                 .sweeps = group.to - group.from,
                                 .steps = SL_MAX(1, SL_BLOCK_SWEEPS / kd), .trans = trans};
    sl_insert_form_hb2st(seq, &args, V2, Q);
    for (int64_t v = 0; v < C->nt; v++)
        sl_insert_multiply_hb2st(seq, &args, Q, sl_tile_of(C, 0, v));
}

/* Room for the orthogonal blocks of a group. There are some of them in turn: the first ones are formed
 * while divide and conquer leaves the GPU idle, the next ones while C is multiplied. Beyond the
 * least number they are no larger than V2 together. */
enum { LEAST_ROOMS = 3, MOST_ROOMS = 16 };
static int rooms_make(const starling_matrix *V2, int64_t kd, starpu_data_handle_t room[MOST_ROOMS])
{
    struct sl_block_args widest = {.n = V2->n, .kd = kd, .sweeps = SL_MIN(SL_BLOCK_SWEEPS, V2->n),
                                   .steps = SL_MAX(1, SL_BLOCK_SWEEPS / kd)};
    int64_t order = sl_block_order(&widest), columns = order * sl_block_count(&widest);
    int64_t fit = V2->n * V2->n / (order * columns);
    int count = (int)SL_MAX(LEAST_ROOMS, SL_MIN(fit, MOST_ROOMS));
    for (int i = 0; i < count; i++)
        room[i] = sl_temporary(order, columns, sl_sizeof(V2->prec));
    return count;
}

void sl_unmtr_hb2st_by(bool blocks, starling_trans trans, int64_t kd, starling_matrix *V2,
                       starling_matrix *C, starling_sequence *seq)
{
    starpu_data_handle_t room[MOST_ROOMS];
    int rooms = 0;
    int64_t width = sl_band_width(V2->n, kd), sweeps = V2->n - 1;
    bool down = trans == STARLING_NOTRANS;
    struct group g;
    if (sweeps <= 0)
        return;
    if (blocks)
        rooms = rooms_make(V2, width, room);
    trans = down ? trans : STARLING_CONJTRANS;
    for (int64_t done = 0, k = 0; done < sweeps && !sl_failed(seq); done += g.to - g.from, k++) {
        g = group_of(V2, most_sweeps(blocks, V2), down ? sweeps - 1 - done : done);
        sl_step(seq, done);
        if (blocks) /* C = op(Qg) C */
            apply_blocks(trans, width, g, V2, room[k % rooms], C, seq);
        else
            apply_diamonds(trans, width, g, V2, C, seq);
    }
    for (int i = 0; i < rooms; i++)
        sl_temporary_free(seq, room[i]);
}

int sl_unmtr_hb2st_tasks(starling_trans trans, int64_t kd, starling_matrix *V2, starling_matrix *C,
                         starling_sequence *seq)
{
    bool blocks = starling_ncuda() > 0 && sl_band_width(V2->n, kd) <= SL_BLOCK_KD;
    sl_unmtr_hb2st_by(blocks, trans, kd, V2, C, seq);
    for (int64_t v = 0; v < C->nt && C->mt > 0; v++)
        sl_write_back(seq, sl_tile_of(C, 0, v));
    return 0;
}

int starling_unmtr_hb2st_submit(starling_trans trans, int64_t kd, starling_matrix *V2,
                                starling_matrix *C, starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, trans, sl_is_qr_trans(trans, V2), SL_QR_TRANS);
    SL_SEQ_ARG(seq, 2, kd, kd >= 0, "at least 0, the subdiagonals of the band");
    SL_SEQ_ARG(seq, 3, V2, V2 != NULL && V2->m == V2->n && V2->mt <= 1,
               "a square matrix in block columns");
    SL_SEQ_ARG(seq, 4, C, C != NULL && C != V2 && C->prec == V2->prec, "another matrix of the "
               "precision of V2");
    SL_SEQ_ARG(seq, 4, C, C->m == V2->m && C->mt <= 1, "of %lld rows in block columns",
               (long long)V2->m);
    sl_operation(seq);
    return sl_unmtr_hb2st_tasks(trans, kd, V2, C, seq);
}

int starling_unmtr_hb2st(starling_trans trans, int64_t kd, starling_matrix *V2, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmtr_hb2st_submit(trans, kd, V2, C, seq));
}
