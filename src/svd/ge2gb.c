/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A matrix to an upper band, A = Q B P^H, by panels of kd columns and of kd rows in turns (Grosser
 * and Lang, Parallel Comput. 25, 1999). QR of a panel of columns gives I - U T U^H, and then
 * A = A - U W^H with W = A^H U T. LQ of the panel of rows, as QR of its conjugate transpose, gives
 * I - V T V^H, and A = A - Y V^H with Y = A V T. As in he2hb.c these updates are deferred to the end
 * of a block column: A - X Z^H, where X has U and Y of all panels in turns, and Z has W and V. With
 * a GPU the panels of a block column are one task. */

#include "svd.h"
#include "src/runtime/tuning.h"

enum { MOST_SHARES = SL_BAND_MOST_SHARES };

/* The data of all panels. */
struct reduction {
    starling_matrix *A, *R;
    starling_sequence *seq;
    int64_t kd;
    int owners;                   /* GPUs that have columns of A: each multiplies its own */
    int shares;                   /* most tasks of a product with A */
    struct starpu_codelet *chain; /* of the tasks of a block column, or NULL */
    starpu_data_handle_t share[MOST_SHARES], work;
};

static struct reduction reduction_of(starling_matrix *A, starling_matrix *R, int64_t kd, bool chain,
                                     starling_sequence *seq)
{
    struct reduction r = {.A = A, .R = R, .seq = seq, .kd = kd};
    int workers = sl_has_cuda() ? starling_ncuda() : starling_ncpu();
    r.chain = chain || (sl_has_cuda() && workers == 1) ? sl_cl_ge2gb_step[A->prec] : NULL;
    r.owners = sl_has_cuda() ? SL_MAX(1, A->distribution.q) : 1;
    r.shares = (int)SL_MAX(1, SL_MIN(r.owners > 1 ? r.owners : workers, MOST_SHARES));
    for (int s = 0; s < r.shares; s++) {
        r.share[s] = sl_temporary(A->m, kd, sl_sizeof(A->prec));
        if (r.owners > 1)
            sl_place_on(r.share[s], s);
    }
    r.work = sl_band_workspace(A, kd);
    return r;
}

static void reduction_free(struct reduction *r)
{
    for (int s = 0; s < r->shares; s++)
        sl_temporary_free(r->seq, r->share[s]);
    sl_temporary_free(r->seq, r->work);
}

/* Block column k, before its first panel. */
static struct sl_two_sided block_begin(const struct reduction *r, int64_t k)
{
    int64_t width = 2 * SL_MIN(r->A->nb, r->A->n);
    struct sl_two_sided p = {.A = r->A, .R = r->R, .k = k, .kd = r->kd, .work = r->work,
                             .owners = r->owners,
                             .priority = (int)SL_MIN(INT32_MAX, 3 * (r->A->nt - k))};
    sl_reflectors_panel(r->A, k, &p.T[SL_COLUMNS]);
    if (k < sl_reflectors_steps(r->R))
        sl_reflectors_panel(r->R, k, &p.T[SL_ROWS]);
    int64_t first = k * r->A->nb, columns = 2 * r->kd;
    p.X = sl_growing(r->A->m, width, sl_sizeof(r->A->prec), first, columns);
    p.Z = sl_growing(r->A->n, width, sl_sizeof(r->A->prec), first, columns);
    return p;
}

/* T of all reflectors of one side, for products with Q or P. */
static void larft(const struct reduction *r, starling_matrix *V, int64_t k)
{
    starpu_data_handle_t T;
    if (k >= sl_reflectors_steps(V))
        return;
    struct sl_panel s = sl_reflectors_panel(V, k, &T);
    if (s.order > r->kd)
        sl_insert_larft(r->seq, 0, &s, T);
}

/* After the last panel: the updates of the block columns behind it. */
static void block_end(const struct reduction *r, struct sl_two_sided *p)
{
    for (int64_t j = p->k + 1; j < r->A->nt; j++) /* A = A - X Z^H */
        sl_insert_ge2gb_update(r->seq, p->priority - (j > p->k + 1), p, j);
    larft(r, r->A, p->k);
    larft(r, r->R, p->k);
    sl_temporary_free(r->seq, p->X);
    sl_temporary_free(r->seq, p->Z);
}

/* W = (A - X Z^H)^H U T, or Y = (A - X Z^H) V T */
static void product(const struct reduction *r, const struct sl_two_sided *p, enum sl_two_sides side)
{
    int64_t columns = r->A->n - sl_two_sided_first(p) - p->kd;
    int most = (int)SL_MAX(1, SL_MIN(r->shares, columns / SL_BAND_SHARE_COLUMNS)), shares = 0;
    struct sl_band_share share[MOST_SHARES];
    starpu_data_handle_t Y[MOST_SHARES];
    for (int s = 0; s < (r->owners > 1 ? r->owners : most); s++) {
        share[shares] = sl_two_sided_share(p, s, most);
        Y[shares] = share[shares].Y = r->share[s];
        shares += share[shares].first < share[shares].end;
    }
    for (int i = 0; i < shares; i++)
        sl_insert_ge2gb_product(r->seq, p, side, &share[i], i, shares);
    sl_insert_ge2gb_sum(r->seq, p, side, shares, Y);
}

static void reduce(const struct reduction *r)
{
    starling_matrix *A = r->A;
    for (int64_t k = 0; k < A->nt && !sl_failed(r->seq); k++) {
        struct sl_two_sided p = block_begin(r, k);
        int64_t columns = sl_cols(sl_tile_of(A, 0, k));
        sl_step(r->seq, k);
        for (; p.done < columns; p.done += r->kd) {
            sl_insert_ge2gb_panel(r->seq, &p, SL_COLUMNS); /* P = P - X Z1^H, P = Q R */
            if (p.done == 0) /* until here other columns of A may still be updated */
                sl_chain_begin(r->seq, r->chain);
            if (sl_two_sided_first(&p) + r->kd >= A->n)
                break;                                  /* no columns are behind the panel */
            product(r, &p, SL_COLUMNS);                 /* W */
            sl_insert_ge2gb_row(r->seq, &p);            /* P = rows of A, transposed */
            sl_insert_ge2gb_panel(r->seq, &p, SL_ROWS); /* P = P - Z X1^H, P = Q R */
            product(r, &p, SL_ROWS);                    /* Y */
        }
        sl_chain_end(r->seq);
        block_end(r, &p);
    }
}

int sl_ge2gb_by(bool chain, int64_t kd, starling_matrix *A, starling_matrix *R,
                starling_sequence *seq)
{
    if (sl_reflectors_make(A, false, 0) != 0 || sl_reflectors_make(R, false, kd) != 0)
        return sl_error("starling_gesvd", STARLING_ENOMEM, NULL);
    struct reduction r = reduction_of(A, R, kd, chain, seq);
    reduce(&r);
    reduction_free(&r);
    return 0;
}

int sl_ge2gb_tasks(int64_t kd, starling_matrix *A, starling_matrix *R, starling_sequence *seq)
{
    return sl_ge2gb_by(false, kd, A, R, seq);
}

int starling_ge2gb_submit(int64_t kd, starling_matrix *A, starling_matrix *R,
                          starling_sequence *seq)
{
    SL_ARG(4, seq, seq != NULL, SL_A_SEQUENCE);
    SL_SEQ_ARG(seq, 1, kd, kd > 0, "at least 1");
    SL_SEQ_ARG(seq, 2, A, A != NULL && A->m >= A->n && sl_qr_tiles(A),
               "not wider than high, in block columns (mb at least m)");
    SL_SEQ_ARG(seq, 2, A, A->nt <= 1 || A->nb % kd == 0,
               "in block columns whose width is a multiple of kd = %lld", (long long)kd);
    SL_SEQ_ARG(seq, 3, R, sl_is_beside(A, R), SL_BESIDE, (long long)A->n, (long long)A->n);
    sl_operation(seq);
    int info = sl_ge2gb_tasks(kd, A, R, seq);
    sl_write_back_all(seq, A);
    sl_write_back_all(seq, R);
    return info == 0 ? 0 : sl_sequence_error(seq, info);
}

int starling_ge2gb(int64_t kd, starling_matrix *A, starling_matrix *R)
{
    SL_SYNCHRONOUS(starling_ge2gb_submit(kd, A, R, seq));
}
