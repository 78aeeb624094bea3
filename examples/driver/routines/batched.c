/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Routines on batches: Cholesky, LU, solutions, inverses, QR, least squares. */

#include "routines/batched.h"

/* Of each matrix, as many times; all have the places of the largest one. */
static void batched_shapes(const struct problem *p, struct shape operand[OPERANDS])
{
    struct problem one = *p;
    one.routine = p->routine->each;
    batches_shapes(&one, operand);
    for (int i = 0; i < OPERANDS; i++) {
        operand[i].columns = operand[i].n;
        operand[i].n *= p->batch;
    }
}

static double batched_flops(const struct problem *p)
{
    const struct routine *first = first_of_each(p->routine), *each = p->routine->each;
    double flops = 0;
    for (int64_t k = 0; k < (p->vary ? p->batch : 1); k++) {
        struct problem one = batches_problem(p, k);
        flops += each->flops(&one) + (first ? first->flops(&one) : 0);
    }
    return p->vary ? flops : flops * (double)p->batch;
}

static int potrf_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_potrf_batched_submit(call->p->uplo, b->operand[0], b->infos, seq);
}

const struct routine routine_potrf_batched = {
    .name = "potrf_batched",
    .summary = "Cholesky factorizations of a batch",
    .has = HAS_BATCH | HAS_UPLO | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = potrf_submit,
    .each = &routine_potrf,
    .numerics = NUMERICS_OF_BATCH(potrf),
    .peer = &potrf_batched_peer,
};

static int potrs_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_potrs_batched_submit(call->p->uplo, b->operand[0], b->operand[1],
                                         seq);
}

const struct routine routine_potrs_batched = {
    .name = "potrs_batched",
    .summary = "solutions with the Cholesky factors of a batch",
    .has = HAS_BATCH | HAS_UPLO | HAS_NRHS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = potrs_submit,
    .each = &routine_potrs,
    .numerics = NUMERICS_OF_BATCH(potrs),
    .peer = &potrs_batched_peer,
};

static int posv_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_posv_batched_submit(call->p->uplo, b->operand[0], b->operand[1],
                                        b->infos, seq);
}

const struct routine routine_posv_batched = {
    .name = "posv_batched",
    .summary = "Cholesky factorizations of a batch, and solutions",
    .has = HAS_BATCH | HAS_UPLO | HAS_NRHS | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = posv_submit,
    .each = &routine_posv,
    .numerics = NUMERICS_OF_BATCH(posv),
    .peer = &posv_batched_peer,
};

static int getrf_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_getrf_batched_submit(b->operand[0], b->ipiv, b->infos, seq);
}

const struct routine routine_getrf_batched = {
    .name = "getrf_batched",
    .summary = "LU factorizations of a batch, with partial pivoting",
    .has = HAS_BATCH | HAS_M | GIVES_IPIV | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = getrf_submit,
    .each = &routine_getrf,
    .numerics = NUMERICS_OF_BATCH(getrf),
    .peer = &getrf_batched_peer,
};

static int getrs_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_getrs_batched_submit(call->p->transa, b->operand[0], b->ipiv,
                                         b->operand[1], seq);
}

const struct routine routine_getrs_batched = {
    .name = "getrs_batched",
    .summary = "solutions with the LU factors of a batch",
    .has = HAS_BATCH | HAS_NRHS | HAS_TRANS | GIVES_IPIV,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = getrs_submit,
    .after = &routine_getrf_batched,
    .each = &routine_getrs,
    .numerics = NUMERICS_OF_BATCH(getrs),
    .peer = &getrs_batched_peer,
};

static int gesv_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_gesv_batched_submit(b->operand[0], b->ipiv, b->operand[1], b->infos,
                                        seq);
}

const struct routine routine_gesv_batched = {
    .name = "gesv_batched",
    .summary = "LU factorizations of a batch, and solutions",
    .has = HAS_BATCH | HAS_NRHS | GIVES_IPIV | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = gesv_submit,
    .each = &routine_gesv,
    .numerics = NUMERICS_OF_BATCH(gesv),
    .peer = &gesv_batched_peer,
};

static int getri_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_getri_batched_submit(b->operand[0], b->ipiv, b->infos, seq);
}

const struct routine routine_getri_batched = {
    .name = "getri_batched",
    .summary = "inverses from the LU factors of a batch",
    .has = HAS_BATCH | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = getri_submit,
    .after = &routine_getrf_batched,
    .each = &routine_getri,
    .numerics = NUMERICS_OF_BATCH(getri),
    .peer = &getri_batched_peer,
};

static int inv_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_inv_batched_submit(b->operand[0], b->infos, seq);
}

const struct routine routine_inv_batched = {
    .name = "inv_batched",
    .summary = "inverses of a batch",
    .has = HAS_BATCH | GIVES_INFOS,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = inv_submit,
    .each = &routine_getri,
    .numerics = NUMERICS_OF_BATCH(inv),
    .peer = &inv_batched_peer,
};

static int geqrf_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_geqrf_batched_submit(b->operand[0], b->operand[1], seq);
}

const struct routine routine_geqrf_batched = {
    .name = "geqrf_batched",
    .summary = "QR factorizations of a batch",
    .has = HAS_BATCH | HAS_M,
    .tiles = CHUNKS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = geqrf_submit,
    .each = &routine_geqrf,
    .numerics = NUMERICS_OF_BATCH(geqrf),
    .peer = &geqrf_batched_peer,
};

static int gels_submit(const struct call *call, starling_sequence *seq)
{
    const struct batches *b = &call->batches;
    return starling_gels_batched_submit(call->p->transa, b->operand[0], b->operand[1],
                                        b->infos, seq);
}

const struct routine routine_gels_batched = {
    .name = "gels_batched",
    .summary = "least squares of a batch, or solutions of minimum norm",
    .has = HAS_BATCH | HAS_M | HAS_NRHS | HAS_TRANS | GIVES_INFOS,
    .tiles = CHUNKS,
    .transposed = STARLING_CONJTRANS,
    .shapes = batched_shapes,
    .flops = batched_flops,
    .submit = gels_submit,
    .each = &routine_gels,
    .numerics = NUMERICS_OF_BATCH(gels),
    .peer = &gels_batched_peer,
};
