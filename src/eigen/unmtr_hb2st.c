/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* C = op(Q2) C. The reflectors of a step in a group of sweeps are a block reflector, a diamond
 * (Haidar, Ltaief and Dongarra, SC11, 2011). Diamond (S, t) has rows in common with (S + 1, t - 1),
 * (S, t - 1) and (S, t + 1) alone. Q2 C takes groups from the last to the first and steps upwards;
 * Q2^H C does the reverse. Block columns of C are independent. */

#include "eigen.h"

/* The group of sweeps that has sweep s: some tiles of V2, or a part of one. */
struct group {
    int64_t from, to;
};
static struct group group_of(const starling_matrix *V2, int64_t s)
{
    int64_t nb = V2->nb, most = SL_GROUP_SWEEPS, size = nb < most ? most / nb * nb : most;
    int64_t block = SL_MAX(size, nb), begin = s / block * block;
    int64_t from = begin + (s - begin) / size * size;
    return (struct group){from, SL_MIN(from + size, SL_MIN(begin + block, V2->n - 1))};
}

/* Cv = op(Q) Cv for each block column with the Q of a group. */
static void apply_group(starling_trans trans, int64_t kd, struct group group, starling_matrix *V2,
                        starling_matrix *C, starling_sequence *seq)
{
    int64_t sweeps = group.to - group.from, inner = SL_MIN(sweeps, SL_DIAMOND_SWEEPS);
    struct sl_diamond_args args = {.n = V2->n, .kd = kd, .sweep = group.from, .sweeps = sweeps,
                                   .inner = inner, .trans = trans};
    int64_t diamonds = (sweeps + inner - 1) / inner * sl_hb2st_count(V2->n, kd, group.from);
    starpu_data_handle_t T = sl_temporary(inner, inner * diamonds, sl_sizeof(V2->prec));
    sl_insert_larft_hb2st(seq, &args, V2, T);
    for (int64_t v = 0; v < C->nt; v++)
        sl_insert_unmtr_hb2st(seq, &args, V2, T, sl_tile_of(C, 0, v));
    sl_temporary_free(seq, T);
}

int sl_unmtr_hb2st_tasks(starling_trans trans, int64_t kd, starling_matrix *V2, starling_matrix *C,
                         starling_sequence *seq)
{
    int64_t width = sl_band_width(V2->n, kd), sweeps = V2->n - 1;
    bool down = trans == STARLING_NOTRANS;
    struct group g;
    for (int64_t done = 0; done < sweeps && !sl_failed(seq); done += g.to - g.from) {
        g = group_of(V2, down ? sweeps - 1 - done : done);
        sl_step(seq, done);
        apply_group(down ? trans : STARLING_CONJTRANS, width, g, V2, C, seq); /* C = op(Qg) C */
    }
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
