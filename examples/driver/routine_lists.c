/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The combinations of the lists that the options of `starling ROUTINE` give. */

#include <string.h>
#include "options/range.h"
#include "routine.h"

static int64_t pick(const struct integer_list *list, int64_t index, int64_t otherwise)
{
    return list->count > 0 ? list->v[index] : otherwise;
}

static int64_t at_least_one(int64_t count)
{
    return count > 0 ? count : 1;
}

static int64_t letters(const char *list)
{
    return list ? (int64_t)strlen(list) : 1;
}

static char letter(const char *list, int64_t index, char otherwise)
{
    return list ? (char)(list[index] - 'a' + 'A') : otherwise;
}

static enum place place_of(const char *where)
{
    return strcmp(where, "device") == 0  ? PLACE_DEVICE
           : strcmp(where, "tiles") == 0 ? PLACE_TILES
                                         : PLACE_HOST;
}

static enum vary vary_of(const char *how)
{
    return !how ? VARY_NOT : strcmp(how, "normal") == 0 ? VARY_NORMAL : VARY_UNIFORM;
}

/* Block columns: of A their width is a multiple of kd, of V2 and C any. */
static void choose_band(struct problem *p)
{
    int64_t nb, kd;
    starling_he2hb_tile_size(p->prec, p->n, &nb, &kd);
    if (p->kd == 0)
        p->kd = kd;
    p->nb_c = p->nb > 0 ? p->nb : starling_unmtr_tile_size(p->prec, p->n, p->nrhs);
    if (p->nb == 0 && p->routine->tiles == TILES_OF_SWEEPS)
        p->nb = starling_hb2st_tile_size(p->prec, p->n, p->kd);
    else if (p->nb == 0)
        p->nb = p->kd * (nb > p->kd ? nb / p->kd : 1);
    p->mb = p->m > p->n ? p->m : p->n;
    if (p->mb < p->kd + 1)
        p->mb = p->kd + 1;
}

static void choose_squares(struct problem *p)
{
    if (p->nb == 0)
        p->nb = p->routine->has & HAS_K ? starling_gemm_tile_size(p->prec, p->m, p->n, p->k)
                                        : starling_tile_size(p->prec, p->m, p->n);
    p->mb = p->nb;
}

/* The inner dimension is a side of the result. */
static void choose_side(struct problem *p)
{
    int64_t inner = p->side == STARLING_LEFT ? p->m : p->n;
    if (p->nb == 0)
        p->nb = starling_gemm_tile_size(p->prec, p->m, p->n, inner);
    p->mb = p->nb;
}

/* One size for all operands, so that their tiles fit. */
static void choose_tiles(struct problem *p)
{
    bool rows = p->mb < 0 && p->grid.rows > 1; /* of processes, which all shall have tiles */
    switch (p->routine->tiles) {
    case TILES_OF_LU:
        lu_tiles(p->prec, p->m, p->n, &p->mb, &p->nb);
        p->mb = rows ? p->nb : p->mb;
        break;
    case TILES_OF_BAND:
    case TILES_OF_SWEEPS:
        choose_band(p);
        break;
    case TILES_OF_QR:
        starling_geqrf_tile_size(p->prec, p->m, p->n, NULL, p->nb == 0 ? &p->nb : NULL);
        p->mb = p->m > p->n ? p->m : p->n > 1 ? p->n : 1;
        break;
    case TILES_OF_LDL:
        p->mb = p->n > 1 ? p->n : 1;
        if (p->nb == 0)
            p->nb = starling_sytrf_tile_size(p->prec, p->n);
        break;
    case TILES_OF_STEDC:
        starling_stedc_tile_size(p->prec, p->n, &p->mb, p->nb == 0 ? &p->nb : NULL);
        break;
    case CHUNKS:
        p->mb = p->m > 1 ? p->m : 1;
        if (p->nb == 0 && !p->vary)
            p->nb = p->place == PLACE_DEVICE
                        ? starling_batch_chunk_device(p->m, p->n, p->batch)
                        : starling_batch_chunk(p->prec, p->m, p->n, p->batch);
        break;
    case ARRAYS:
        p->mb = p->m > 1 ? p->m : 1;
        p->nb = p->n > 1 ? p->n : 1;
        break;
    case TILES_OF_SIDE:
        choose_side(p);
        break;
    case SQUARE_TILES:
        choose_squares(p);
    }
}

struct combinations all_combinations(const struct session *s)
{
    const struct values *v = &s->v;
    const struct mm *file = s->matrix.kind == MATRIX_FILE ? &s->matrix.file : NULL;
    const char *transa = v->trans ? v->trans : v->transa; /* no routine has both */
    int64_t lengths[] = {letters(v->type),   letters(v->uplo), letters(transa),
                         letters(v->transb), letters(v->side), letters(v->diag),
                         file ? 1 : at_least_one(v->n.count), file ? 1 : at_least_one(v->m.count),
                         at_least_one(v->k.count), at_least_one(v->nrhs.count),
                         at_least_one(v->nb.count), v->lda.count,     at_least_one(v->mb.count),
                         letters(v->norm),   at_least_one(v->kd.count), letters(v->job),
                         letters(v->itype),  at_least_one(v->batch.count),
                         at_least_one(v->kl.count), at_least_one(v->ku.count)};
    return combinations_of(sizeof lengths / sizeof lengths[0], lengths);
}

struct problem problem_at(const struct session *s, const struct combinations *c)
{
    const struct values *v = &s->v;
    const struct mm *file = s->matrix.kind == MATRIX_FILE ? &s->matrix.file : NULL;
    const char *transa = v->trans ? v->trans : v->transa; /* no routine has both */
    int64_t order = s->routine->has & HAS_BATCH ? BATCH_ORDER : ROUTINE_ORDER;
    const char *precisions = "sdcz";
    int64_t n = file ? file->n : pick(&v->n, c->index[6], order);
    struct problem p = {
        .routine = s->routine,
        .prec = (starling_precision)(strchr(precisions, v->type[c->index[0]]) - precisions),
        .uplo = (starling_uplo)letter(v->uplo, c->index[1], 'L'),
        .transa = (starling_trans)letter(transa, c->index[2], 'N'),
        .transb = (starling_trans)letter(v->transb, c->index[3], 'N'),
        .side = (starling_side)letter(v->side, c->index[4], 'L'),
        .diag = (starling_diag)letter(v->diag, c->index[5], 'N'),
        .norm = (starling_norm)letter(v->norm, c->index[13], 'O'),
        .job = (starling_job)letter(v->job, c->index[15], 'V'),
        .itype = v->itype ? v->itype[c->index[16]] - '0' : 1,
        .n = n,
        .m = file ? n : pick(&v->m, c->index[7], n),
        .k = pick(&v->k, c->index[8], n),
        .kd = pick(&v->kd, c->index[14], 0),
        .kl = pick(&v->kl, c->index[18], 0),
        .ku = pick(&v->ku, c->index[19], 0),
        .nrhs = pick(&v->nrhs, c->index[9], 1),
        .batch = pick(&v->batch, c->index[17], 1),
        .vary = vary_of(v->vary),
        .nb = pick(&v->nb, c->index[10], 0),
        .pad = v->lda.v[c->index[11]],
        .seed = (uint64_t)v->seed,
        .place = place_of(v->where),
        .mb = pick(&v->mb, c->index[12], -1),
        .matrix = s->matrix.kind,
        .file = file,
        .cond = s->matrix.cond,
        .grid = s->grid,
    };
    p.il = 1;
    p.iu = n;
    if (v->range)
        index_range(v->range, &p.il, &p.iu);
    choose_tiles(&p);
    if (s->routine->transposed && p.transa != STARLING_NOTRANS)
        p.transa = s->routine->transposed;
    return p;
}

void run_all(struct session *s, const char *sched)
{
    struct combinations c = all_combinations(s);
    while (combinations_next(&c)) {
        struct problem p = problem_at(s, &c);
        run_one(s, &p, sched);
    }
}
