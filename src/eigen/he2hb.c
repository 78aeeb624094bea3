/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A Hermitian matrix to a band, A = Q B Q^H, by panels of kd columns (Dongarra, Sorensen and
 * Hammarling, J. Comput. Appl. Math. 27, 1989). QR of a panel below the band gives a block
 * reflector I - V T V^H, and from both sides it makes A = A - V W^H - W V^H. This update is
 * deferred to the end of a block column, so that it is a product with a large inner dimension
 * (Bischof, Lang and Sun, ACM Trans. Math. Softw. 26, 2000): A - X Z^H, where X and Z have V and W of
 * all panels, in turns. Cores keep only the lower triangle.
 * With GPUs A has both, so that a product A V is one large product. One GPU updates the lower one
 * and copies it to the upper one; several would have to send each other what they copy. On one GPU
 * the panels of a block column, which depend on each other, are one task. With several GPUs or
 * processes each multiplies its own columns of A. */

#include <stdlib.h>
#include "eigen.h"
#include "src/runtime/tuning.h"

enum { MOST_SHARES = SL_BAND_MOST_SHARES };

/* The decisions that concern speed, and the data of all panels. */
struct reduction {
    starling_matrix *A;
    starling_sequence *seq;
    int64_t kd;
    bool full;     /* both triangles of A are kept */
    bool mirror;   /* an update makes the upper one from the lower one */
    bool spread;   /* over several processes */
    int owners;    /* processes or GPUs that have columns of A: each multiplies its own */
    int shares;    /* most tasks of a product A V in each of them */
    struct starpu_codelet *chain; /* of the tasks of a block column, or NULL */
    starpu_data_handle_t work, *Y;
    struct sl_band_share *share; /* of the panel */
};

static struct reduction reduction_of(starling_matrix *A, int64_t kd, bool chain,
                                     starling_sequence *seq)
{
    struct reduction r = {.A = A, .seq = seq, .kd = kd, .full = sl_has_cuda(),
                          .spread = sl_is_cluster() && A->grid.p > 0};
    int workers = r.full     ? starling_ncuda()
                  : r.spread ? sl_cluster_cores()
                             : starling_ncpu();
    r.mirror = r.full && workers == 1 && !r.spread;
    r.chain = !r.spread && (chain || r.mirror) ? sl_cl_he2hb_step[A->prec] : NULL;
    r.owners = r.spread ? A->grid.q : r.full ? SL_MAX(1, A->distribution.q) : 1;
    r.shares = r.full && !r.spread ? 1 : (int)SL_MAX(1, SL_MIN(workers, MOST_SHARES / r.owners));
    size_t count = (size_t)r.owners * (size_t)r.shares;
    r.Y = calloc(count, sizeof *r.Y);
    r.share = calloc(count, sizeof *r.share);
    if (!r.Y || !r.share)
        sl_sequence_error(seq, STARLING_ENOMEM);
    for (size_t i = 0; i < count && r.Y; i++) {
        r.Y[i] = sl_temporary(A->m, kd, sl_sizeof(A->prec));
        if (r.spread)
            sl_own(r.Y[i], sl_grid_owner(A->grid, 0, (int64_t)i / r.shares));
        else if (r.owners > 1)
            sl_place_on(r.Y[i], (int)i);
    }
    r.work = sl_band_workspace(A, kd);
    return r;
}

static void reduction_free(struct reduction *r)
{
    for (int i = 0; i < r->owners * r->shares && r->Y; i++)
        sl_temporary_free(r->seq, r->Y[i]);
    sl_temporary_free(r->seq, r->work);
    free(r->Y);
    free(r->share);
}

/* A share has some columns of A, so that the sum of the shares takes little time. Returns how many
 * there are. */
static int make_shares(struct reduction *r, const struct sl_band_panel *p)
{
    int64_t columns = (r->A->n - p->k * r->A->nb - p->done) / r->owners;
    int shares = (int)SL_MAX(1, SL_MIN(r->shares, columns / SL_BAND_SHARE_COLUMNS)), count = 0;
    for (int c = 0; c < r->owners; c++)
        for (int s = 0; s < shares; s++) {
            r->share[count] = sl_band_share(p, s, shares, c);
            r->share[count].Y = r->Y[c * r->shares + s];
            count += r->share[count].first < r->share[count].end;
        }
    return count;
}

/* The first panel of block column k. */
static struct sl_band_panel block_begin(const struct reduction *r, int64_t k)
{
    starling_matrix *A = r->A;
    struct sl_band_panel p = {.A = A, .k = k, .kd = r->kd, .full = r->full,
                              .mirror = r->mirror, .spread = r->spread,
                              .owners = r->owners, .work = r->work,
                              .priority = (int)SL_MIN(INT32_MAX, 3 * (A->nt - k))};
    sl_reflectors_panel(A, k, &p.T);
    int64_t width = 2 * SL_MIN(A->nb, A->n);
    starpu_data_handle_t *made[] = {&p.X, &p.Z};
    for (int i = 0; i < 2; i++)
        *made[i] = p.spread ? sl_temporary(A->m, width, sl_sizeof(A->prec))
                            : sl_growing(A->m, width, sl_sizeof(A->prec), k * A->nb, 2 * r->kd);
    return p;
}

/* After its last panel: T of all its reflectors, for products with Q. */
static void block_end(const struct reduction *r, struct sl_band_panel *p)
{
    struct sl_panel s = sl_reflectors_panel(r->A, p->k, &p->T);
    if (s.order > r->kd)
        sl_insert_larft(r->seq, 0, &s, p->T);
    sl_temporary_free(r->seq, p->X);
    sl_temporary_free(r->seq, p->Z);
}

int sl_he2hb_by(bool chain, starling_uplo uplo, int64_t kd, starling_matrix *A,
                starling_matrix *AB, starling_sequence *seq)
{
    if (sl_reflectors_make(A, false, kd) != 0)
        return sl_sequence_error(seq, sl_error("starling_he2hb", STARLING_ENOMEM, NULL));
    struct reduction r = reduction_of(A, kd, chain, seq);
    int64_t steps = sl_reflectors_steps(A);

    for (int64_t j = 0; j < A->nt && (r.full || uplo == STARLING_UPPER); j++)
        sl_insert_he_column(seq, INT32_MAX, uplo, A, 0, j); /* the triangle that is not given */
    for (int64_t k = 0; k < steps && !sl_failed(seq); k++) {
        struct sl_band_panel p = block_begin(&r, k);
        int64_t first = k * A->nb, columns = sl_cols(sl_tile_of(A, 0, k));
        sl_step(seq, k);
        for (; p.done < columns; p.done += kd) {
            int shares = make_shares(&r, &p);
            p.count = SL_MAX(0, SL_MIN(kd, A->n - first - p.done - kd));
            sl_insert_he2hb_panel(seq, &p); /* P = P - X Z1^H, P = Q R */
            if (p.done == 0) /* until here other columns of A may still be updated */
                sl_chain_begin(seq, r.chain);
            for (int s = 0; s < shares && p.count > 0; s++) /* Y = A V */
                sl_insert_he2hb_product(seq, &p, &r.share[s], s, shares);
            if (p.count > 0) /* W = Y T - 1/2 V T^H V^H Y T */
                sl_insert_he2hb_w(seq, &p, r.share, shares);
        }
        sl_chain_end(seq);
        for (int64_t j = k + 1; j < A->nt; j++) /* A = A - X Z^H */
            sl_insert_her2k_column(seq, p.priority - (j > k + 1), &p, j);
        for (int64_t j = k + 2; j < A->nt && r.mirror; j++)
            sl_insert_he_column(seq, p.priority - 1, STARLING_LOWER, A, k + 1, j);
        block_end(&r, &p);
    }
    for (int64_t j = 0; j < AB->nt; j++)
        sl_insert_band(seq, A, AB, j);
    for (int64_t j = 0; j < A->nt; j++)
        sl_write_back(seq, sl_tile_of(A, 0, j));
    reduction_free(&r);
    return 0;
}

int sl_he2hb_tasks(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB,
                   starling_sequence *seq)
{
    return sl_he2hb_by(false, uplo, kd, A, AB, seq);
}

void sl_unmtr_he2hb_tasks(starling_trans trans, starling_matrix *A, starling_matrix *C,
                          starling_sequence *seq)
{
    sl_unmqr_tasks(STARLING_LEFT, trans, A, false, C, seq);
}

int starling_he2hb_submit(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB,
                          starling_sequence *seq)
{
    SL_ARG(5, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, AB);
    SL_SEQ_ARG(seq, 1, uplo, sl_valid_uplo(uplo), "L or U");
    SL_SEQ_ARG(seq, 2, kd, kd > 0, "at least 1");
    SL_SEQ_ARG(seq, 3, A, A != NULL && A->m == A->n && sl_qr_tiles(A),
               "square, in block columns (mb at least n)");
    SL_SEQ_ARG(seq, 3, A, A->nt <= 1 || A->nb % kd == 0,
               "in block columns whose width is a multiple of kd = %lld", (long long)kd);
    SL_SEQ_ARG(seq, 4, AB, AB != NULL && AB != A && AB->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 4, AB, AB->m == kd + 1 && AB->n == A->n && AB->mt <= 1,
               "of kd + 1 = %lld rows and %lld columns, in block columns", (long long)kd + 1,
               (long long)A->n);
    sl_operation(seq);
    return sl_he2hb_tasks(uplo, kd, A, AB, seq);
}

int starling_he2hb(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB)
{
    SL_SYNCHRONOUS(starling_he2hb_submit(uplo, kd, A, AB, seq));
}

int starling_unmtr_he2hb_submit(starling_trans trans, starling_matrix *A, starling_matrix *C,
                                starling_sequence *seq)
{
    int64_t kd;
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_MATRICES(seq, A, C);
    SL_SEQ_ARG(seq, 1, trans, sl_is_qr_trans(trans, A), SL_QR_TRANS);
    SL_SEQ_ARG(seq, 2, A, A != NULL && sl_band_reflectors_of(A, &kd) != NULL,
               "a matrix that starling_he2hb() has reduced");
    SL_SEQ_ARG(seq, 3, C, C != NULL && C != A && C->prec == A->prec, SL_OTHER_THAN_A);
    SL_SEQ_ARG(seq, 3, C, sl_fits_q(STARLING_LEFT, A->m, C), "of %lld rows, in block columns",
               (long long)A->m);
    sl_operation(seq);
    sl_unmtr_he2hb_tasks(trans, A, C, seq);
    return 0;
}

int starling_unmtr_he2hb(starling_trans trans, starling_matrix *A, starling_matrix *C)
{
    SL_SYNCHRONOUS(starling_unmtr_he2hb_submit(trans, A, C, seq));
}
