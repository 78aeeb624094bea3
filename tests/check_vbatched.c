/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of matrices with pointers of their own, of one order and of varying ones, in
 * all precisions, on arrays, objects and in sequences, sizes from 0 on, good and bad
 * matrices mixed:
 *  - the residuals of factors, solutions and inverses are small, matrix by matrix;
 *  - pivots are LAPACK's, and no multiplier is larger than 1;
 *  - what is around each matrix, padding, and the other triangle stay as they were;
 *  - info is exact for singular and indefinite matrices and those with a NaN;
 * right-hand sides of these stay;
 *  - bad arguments are told by position, of the first bad matrix. */

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lapack_api.h"
#include "machine/device.h"
#include "reference.h"
#include "tap.h"

enum form { ONE_ORDER, VARYING, OBJECTS, CHUNKS, SEQUENCE, DEVICE, DEVICE_CHUNKS, FORMS };
static const char *const form_names[] = {"one order", "varying", "objects",           "chunks",
                                         "sequence",  "device",  "chunks on a device"};
enum routine { POTRF, POTRS, POSV, GETRF, GETRS, GESV, GETRI, INV, GEQRF, GELS, ROUTINES };
static const char *const names[] = {"potrf", "potrs", "posv", "getrf", "getrs",
                                    "gesv",  "getri", "inv",  "geqrf", "gels"};
/* The shapes of a batch: up to 40 or 100, with some to 400; up to 32; 0. */
enum shapes { MIXED, LARGE, SMALL, EMPTY };

static bool is_cholesky(enum routine r)
{
    return r <= POSV;
}
static bool is_qr(enum routine r)
{
    return r == GEQRF || r == GELS;
}
static bool has_sides(enum routine r)
{
    return r == POTRS || r == POSV || r == GETRS || r == GESV || r == GELS;
}

/* Matrix i is a[i], with right-hand sides b[i]; what they were before stands in a0 and
 * b0. */
struct batch {
    enum routine routine;
    starling_precision prec;
    char uplo, trans;
    int64_t count, *m, *n, *nrhs, *lda, *ldb, *pivots, *rows, *one, *ldt;
    struct array *a, *b, *a0, *b0, *tau;
    void **pa, **pb, **ptau;
    int **ipiv, *row, *info;
    int *bad; /* what info must be, 0: a good matrix; BAD_NAN: LU of a matrix with a NaN
               */
};
enum { BAD_NAN = -1, GUARD = -7 };

static int64_t pick(uint64_t *seed, int64_t most)
{
    return (int64_t)((uniform(seed) + 1) / 2 * (double)(most + 1));
}
static int64_t size_of(enum shapes shapes, uint64_t *seed)
{
    int64_t most = shapes == EMPTY      ? 0
                   : shapes == SMALL    ? 32
                   : pick(seed, 15) > 0 ? (shapes == LARGE ? 100 : 40)
                                        : (shapes == LARGE ? 400 : 100);
    return pick(seed, most);
}

static void spoil(struct batch *s, int64_t i, uint64_t *seed)
{
    struct array *a = &s->a[i];
    int64_t j = pick(seed, s->pivots[i] - 1);
    bool with_nan = is_qr(s->routine) || pick(seed, 1) == 0;
    s->bad[i] = with_nan && !is_cholesky(s->routine) ? BAD_NAN : (int)j + 1;
    if (is_cholesky(s->routine) || with_nan)
        array_set(a, j, j, with_nan ? (wide)NAN : -1);
    else
        for (int64_t k = 0; k < a->m; k++)
            array_set(a, k, j, 0);
}

static void *room(size_t size, int64_t count)
{
    return calloc((size_t)count + 1, size);
}

/* Each `every`th matrix is bad; 0: none. */
static struct batch batch_new(enum routine r, starling_precision prec, enum form form,
                              enum shapes shapes, int64_t count, int64_t every, uint64_t seed)
{
    struct batch s = {.routine = r, .prec = prec, .count = count};
    s.uplo = "LU"[pick(&seed, 1)];
    s.trans = "NTC"[pick(&seed, 2)];
    if (r == GELS)
        s.trans = "NTNC"[pick(&seed, 1) + (is_complex(prec) ? 2 : 0)];
    int64_t **numbers[] = {&s.m, &s.n, &s.nrhs, &s.lda, &s.ldb, &s.ldt, &s.pivots, &s.rows, &s.one};
    for (int k = 0; k < 9; k++)
        *numbers[k] = room(sizeof(int64_t), count);
    struct array **arrays[] = {&s.a, &s.b, &s.a0, &s.b0, &s.tau};
    for (int k = 0; k < 5; k++)
        *arrays[k] = room(sizeof(struct array), count);
    s.pa = room(sizeof(void *), count);
    s.pb = room(sizeof(void *), count);
    s.ptau = room(sizeof(void *), count);
    s.ipiv = room(sizeof(int *), count);
    s.info = room(sizeof(int), count);
    s.bad = room(sizeof(int), count);
    int64_t rows = 0, pad = 0;
    for (int64_t i = 0; i < count; i++) {
        bool same = form == ONE_ORDER && i > 0;
        s.n[i] = same ? s.n[0] : size_of(shapes, &seed);
        s.m[i] = same ? s.m[0] : r == GETRF || is_qr(r) ? size_of(shapes, &seed) : s.n[i];
        s.nrhs[i] = same ? s.nrhs[0] : pick(&seed, 4);
        s.pivots[i] = s.m[i] < s.n[i] ? s.m[i] : s.n[i];
        rows += s.pivots[i] + (form == ONE_ORDER ? 0 : 1);
        pad = same ? pad : pick(&seed, 2);
        s.a[i] = array_new(prec, s.m[i], s.n[i], pad);
        s.one[i] = 1;
        s.rows[i] = s.m[i] > s.n[i] ? s.m[i] : s.n[i];
        if (r != GELS)
            s.rows[i] = s.n[i];
        s.b[i] = array_new(prec, s.rows[i], s.nrhs[i], pad);
        s.tau[i] = array_new(prec, s.pivots[i], 1, 0);
        if (is_cholesky(r))
            array_spd(&s.a[i], s.uplo, seed + (uint64_t)i);
        else
            array_random(&s.a[i], 'G', seed + (uint64_t)i);
        array_random(&s.b[i], 'G', seed + (uint64_t)i + 7);
        if (every > 0 && i % every == 0 && s.pivots[i] > 0)
            spoil(&s, i, &seed);
        s.a0[i] = array_new(prec, s.m[i], s.n[i], pad);
        s.b0[i] = array_new(prec, s.rows[i], s.nrhs[i], pad);
        memcpy(s.a0[i].block, s.a[i].block, s.a[i].size);
        memcpy(s.b0[i].block, s.b[i].block, s.b[i].size);
        array_save(&s.a[i]);
        array_save(&s.b[i]);
        s.lda[i] = s.a[i].lda;
        s.ldb[i] = s.b[i].lda;
        s.pa[i] = s.m[i] == 0 || s.n[i] == 0 ? NULL : s.a[i].a;
        s.ldt[i] = s.tau[i].lda;
        s.ptau[i] = s.pivots[i] == 0 ? NULL : s.tau[i].a;
        s.pb[i] = s.rows[i] == 0 || s.nrhs[i] == 0 ? NULL : s.b[i].a;
        s.info[i] = GUARD;
    }
    s.info[count] = GUARD;
    s.row = room(sizeof(int), rows);
    for (int64_t k = 0; k <= rows; k++)
        s.row[k] = GUARD;
    for (int64_t i = 0, k = 0; i < count; k += s.pivots[i++] + (form == ONE_ORDER ? 0 : 1))
        s.ipiv[i] = s.row + k;
    return s;
}

static void batch_free(struct batch *s)
{
    for (int64_t i = 0; i < s->count; i++) {
        array_free(&s->a[i]);
        array_free(&s->b[i]);
        array_free(&s->a0[i]);
        array_free(&s->b0[i]);
        array_free(&s->tau[i]);
    }
    void *all[] = {s->m,   s->n,    s->nrhs, s->lda, s->ldb,  s->pivots, s->rows,
                   s->one, s->a,    s->b,    s->a0,  s->b0,   s->tau,    s->pa,
                   s->pb,  s->ptau, s->ipiv, s->row, s->info, s->bad,    s->ldt};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
}

static int of_one_order(struct batch *s)
{
    starling_precision p = s->prec;
    int64_t m = s->m[0], n = s->n[0], nrhs = s->nrhs[0], lda = s->lda[0] > 0 ? s->lda[0] : 1;
    int64_t ldb = s->ldb[0] > 0 ? s->ldb[0] : 1, count = s->count;
    void *a = s->pa, *b = s->pb, *tau = s->ptau;
    int *ipiv = s->row, *info = s->info;
    char uplo = s->uplo;
    switch (s->routine) {
    case POTRF:
        return API(p, potrf_batched, uplo, n, a, lda, info, count);
    case POTRS:
        return API(p, potrf_batched, uplo, n, a, lda, info, count) +
               API(p, potrs_batched, uplo, n, nrhs, a, lda, b, ldb, count);
    case POSV:
        return API(p, posv_batched, uplo, n, nrhs, a, lda, b, ldb, info, count);
    case GETRF:
        return API(p, getrf_batched, m, n, a, lda, ipiv, info, count);
    case GETRS:
        return API(p, getrf_batched, n, n, a, lda, ipiv, info, count) +
               API(p, getrs_batched, s->trans, n, nrhs, a, lda, ipiv, b, ldb, count);
    case GESV:
        return API(p, gesv_batched, n, nrhs, a, lda, ipiv, b, ldb, info, count);
    case GETRI:
        return API(p, getrf_batched, n, n, a, lda, ipiv, info, count) +
               API(p, getri_batched, n, a, lda, ipiv, info, count);
    case INV:
        return API(p, inv_batched, n, a, lda, info, count);
    case GEQRF:
        return API(p, geqrf_batched, m, n, a, lda, tau, count);
    default:
        return API(p, gels_batched, s->trans, m, n, nrhs, a, lda, b, ldb, info, count);
    }
}

static int of_varying(struct batch *s)
{
    starling_precision p = s->prec;
    int64_t *m = s->m, *n = s->n, *nrhs = s->nrhs, *lda = s->lda, *ldb = s->ldb, count = s->count;
    void *a = s->pa, *b = s->pb, *tau = s->ptau;
    int **ipiv = s->ipiv, *info = s->info;
    char uplo = s->uplo;
    switch (s->routine) {
    case POTRF:
        return API(p, potrf_vbatched, uplo, n, a, lda, info, count);
    case POTRS:
        return API(p, potrf_vbatched, uplo, n, a, lda, info, count) +
               API(p, potrs_vbatched, uplo, n, nrhs, a, lda, b, ldb, count);
    case POSV:
        return API(p, posv_vbatched, uplo, n, nrhs, a, lda, b, ldb, info, count);
    case GETRF:
        return API(p, getrf_vbatched, m, n, a, lda, ipiv, info, count);
    case GETRS:
        return API(p, getrf_vbatched, n, n, a, lda, ipiv, info, count) +
               API(p, getrs_vbatched, s->trans, n, nrhs, a, lda, ipiv, b, ldb, count);
    case GESV:
        return API(p, gesv_vbatched, n, nrhs, a, lda, ipiv, b, ldb, info, count);
    case GETRI:
        return API(p, getrf_vbatched, n, n, a, lda, ipiv, info, count) +
               API(p, getri_vbatched, n, a, lda, ipiv, info, count);
    case INV:
        return API(p, inv_vbatched, n, a, lda, info, count);
    case GEQRF:
        return API(p, geqrf_vbatched, m, n, a, lda, tau, count);
    default:
        return API(p, gels_vbatched, s->trans, m, n, nrhs, a, lda, b, ldb, info, count);
    }
}

/* The operations of a routine, one after the other in a sequence. */
static int submit(struct batch *s, starling_batch *A, starling_batch *ipiv, starling_batch *B,
                  starling_batch *tau, starling_batch *infos, starling_sequence *seq)
{
    starling_uplo uplo = (starling_uplo)s->uplo;
    enum routine r = s->routine;
    int info = 0;
    if (r == POTRF || r == POTRS)
        info += starling_potrf_batched_submit(uplo, A, infos, seq);
    if (r == GETRF || r == GETRS || r == GETRI)
        info += starling_getrf_batched_submit(A, ipiv, infos, seq);
    return info +
           (r == POTRS   ? starling_potrs_batched_submit(uplo, A, B, seq)
            : r == POSV  ? starling_posv_batched_submit(uplo, A, B, infos, seq)
            : r == GETRS ? starling_getrs_batched_submit((starling_trans)s->trans, A, ipiv, B, seq)
            : r == GESV  ? starling_gesv_batched_submit(A, ipiv, B, infos, seq)
            : r == GETRI ? starling_getri_batched_submit(A, ipiv, infos, seq)
            : r == INV   ? starling_inv_batched_submit(A, infos, seq)
            : r == GEQRF ? starling_geqrf_batched_submit(A, tau, seq)
            : r == GELS  ? starling_gels_batched_submit((starling_trans)s->trans, A, B, infos, seq)
                         : 0);
}

static int in_one_step(struct batch *s, starling_batch *A, starling_batch *ipiv, starling_batch *B,
                       starling_batch *tau, starling_batch *infos)
{
    starling_uplo uplo = (starling_uplo)s->uplo;
    enum routine r = s->routine;
    int info = 0;
    if (r == POTRF || r == POTRS)
        info += starling_potrf_batched(uplo, A, infos);
    if (r == GETRF || r == GETRS || r == GETRI)
        info += starling_getrf_batched(A, ipiv, infos);
    return info + (r == POTRS   ? starling_potrs_batched(uplo, A, B)
                   : r == POSV  ? starling_posv_batched(uplo, A, B, infos)
                   : r == GETRS ? starling_getrs_batched((starling_trans)s->trans, A, ipiv, B)
                   : r == GESV  ? starling_gesv_batched(A, ipiv, B, infos)
                   : r == GETRI ? starling_getri_batched(A, ipiv, infos)
                   : r == INV   ? starling_inv_batched(A, infos)
                   : r == GEQRF ? starling_geqrf_batched(A, tau)
                   : r == GELS  ? starling_gels_batched((starling_trans)s->trans, A, B, infos)
                                : 0);
}

static int on_objects(struct batch *s, enum form form)
{
    int64_t chunk = form == CHUNKS ? 6 : 0, follow = s->routine % 2 ? 0 : chunk;
    starling_batch *A, *B, *ipiv, *tau, *infos;
    starling_sequence *seq;
    int info =
        starling_batch_wrap_pointers(&A, s->prec, s->m, s->n, s->pa, s->lda, s->count, chunk) +
        starling_batch_wrap_pointers(&B, s->prec, s->rows, s->nrhs, s->pb, s->ldb, s->count,
                                     chunk) +
        starling_batch_wrap_pointers(&tau, s->prec, s->pivots, s->one, s->ptau, s->ldt, s->count,
                                     chunk) +
        starling_batch_wrap_int_pointers(&ipiv, s->pivots, s->ipiv, s->count, follow) +
        starling_batch_wrap_int(&infos, 1, s->info, s->count, follow);
    if (form == SEQUENCE) {
        starling_sequence_create(&seq);
        info += submit(s, A, ipiv, B, tau, infos, seq);
        info += starling_sequence_destroy(seq);
    } else
        info += in_one_step(s, A, ipiv, B, tau, infos);
    info += starling_batch_sync(A);
    return info + starling_batch_destroy(A) + starling_batch_destroy(B) +
           starling_batch_destroy(ipiv) + starling_batch_destroy(tau) +
           starling_batch_destroy(infos);
}

/* The blocks of some arrays on the device, one after the other, and the matrices in them. */
struct on_device {
    char *memory;
    void **a;
};
enum { ALIGNED = 256 };
static size_t room_of(const struct array *x)
{
    return (x->size + ALIGNED - 1) / ALIGNED * ALIGNED;
}
static struct on_device to_device(const struct array *x, int64_t count)
{
    struct on_device d = {NULL, room(sizeof(void *), count)};
    size_t size = 1;
    for (int64_t i = 0; i < count; i++)
        size += room_of(&x[i]);
    d.memory = device_alloc(size);
    size = 0;
    for (int64_t i = 0; i < count && d.memory; size += room_of(&x[i++])) {
        device_copy(d.memory + size, x[i].block, x[i].size);
        d.a[i] =
            x[i].m == 0 || x[i].n == 0 ? NULL : d.memory + size + ((char *)x[i].a - x[i].block);
    }
    return d;
}
static void from_device(struct on_device d, const struct array *x, int64_t count)
{
    size_t size = 0;
    for (int64_t i = 0; i < count; size += room_of(&x[i++]))
        device_copy(x[i].block, d.memory + size, x[i].size);
    device_free(d.memory);
    free(d.a);
}

/* Infos stand in main memory, at equal distances. */
static int on_device(struct batch *s, enum form form)
{
    struct on_device a = to_device(s->a, s->count), b = to_device(s->b, s->count),
                     t = to_device(s->tau, s->count);
    int64_t chunk = form == DEVICE_CHUNKS ? 6 : 0, count = s->count, pivots = 1;
    starling_batch *A, *B, *ipiv, *tau, *infos;
    int **rows = room(sizeof(int *), count);
    for (int64_t i = 0; i < count; i++)
        pivots += s->pivots[i] + 1;
    int *memory = device_alloc(sizeof(int) * (size_t)pivots);
    device_copy(memory, s->row, sizeof(int) * (size_t)pivots);
    for (int64_t i = 0; i < count; i++)
        rows[i] = memory + (s->ipiv[i] - s->row);
    int info =
        starling_batch_wrap_pointers_device(&A, s->prec, s->m, s->n, a.a, s->lda, count, chunk, 0) +
        starling_batch_wrap_pointers_device(&B, s->prec, s->rows, s->nrhs, b.a, s->ldb, count,
                                            chunk, 0) +
        starling_batch_wrap_pointers_device(&tau, s->prec, s->pivots, s->one, t.a, s->ldt, count,
                                            chunk, 0) +
        starling_batch_wrap_int_pointers_device(&ipiv, s->pivots, rows, count, chunk, 0) +
        starling_batch_wrap_int(&infos, 1, s->info, count, chunk);
    info += in_one_step(s, A, ipiv, B, tau, infos);
    info += starling_batch_destroy(A) + starling_batch_destroy(B) + starling_batch_destroy(ipiv) +
            starling_batch_destroy(tau) + starling_batch_destroy(infos);
    device_copy(s->row, memory, sizeof(int) * (size_t)pivots);
    device_free(memory);
    free(rows);
    from_device(a, s->a, count);
    from_device(b, s->b, count);
    from_device(t, s->tau, count);
    return info;
}

/* |A - B| / (scale n eps); takes a and b. */
static double difference(const struct batch *s, wide *a, wide *b, int64_t m, int64_t n, int64_t k,
                         double scale)
{
    double size = wide_difference(a, b, m, n);
    free(a);
    free(b);
    return size == 0 ? 0 : size / (scale * (double)(k > 0 ? k : 1) * epsilon(s->prec));
}

/* A - L L^H or A - U^H U */
static double chol_difference(const struct batch *s, int64_t i)
{
    int64_t n = s->n[i];
    wide *a = wide_hermitian(&s->a0[i], s->uplo), *f = wide_of(&s->a[i], s->uplo);
    wide *product = wide_zeros(n, n);
    bool lower = s->uplo == 'L';
    double scale = wide_norm(a, n, n);
    wide_gemm(lower ? 'N' : 'C', lower ? 'C' : 'N', n, n, n, 1, f, f, 0, product);
    free(f);
    return difference(s, a, product, n, n, n, scale);
}

/* P A - L U; infinite if a multiplier is larger than 1. */
static double lu_difference(const struct batch *s, int64_t i)
{
    int64_t m = s->m[i], n = s->n[i], k = s->pivots[i];
    wide *a = wide_of(&s->a0[i], 'G'), *f = wide_of(&s->a[i], 'G'), *product = wide_zeros(m, n);
    wide *l = wide_zeros(m, k), *u = wide_zeros(k, n);
    double scale = wide_norm(a, m, n);
    bool limited = true;
    for (int64_t c = 0; c < k; c++)
        for (int64_t r = c; r < m; r++) {
            l[r + c * m] = r == c ? 1 : f[r + c * m];
            limited = limited && cabs(l[r + c * m]) <= (is_complex(s->prec) ? 1.5 : 1.0);
        }
    for (int64_t c = 0; c < n; c++)
        for (int64_t r = 0; r <= c && r < k; r++)
            u[r + c * k] = f[r + c * m];
    for (int64_t r = 0; r < k; r++)
        for (int64_t c = 0, other = s->ipiv[i][r] - 1; c < n; c++) {
            wide x = a[r + c * m];
            a[r + c * m] = a[other + c * m];
            a[other + c * m] = x;
        }
    wide_gemm('N', 'N', m, n, k, 1, l, u, 0, product);
    free(l);
    free(u);
    free(f);
    double residual = difference(s, a, product, m, n, n, scale);
    return limited ? residual : INFINITY;
}

/* op(A) X - B, or X A - I */
static double product_difference(const struct batch *s, int64_t i)
{
    int64_t n = s->n[i], columns = has_sides(s->routine) ? s->nrhs[i] : n;
    wide *a =
        is_cholesky(s->routine) ? wide_hermitian(&s->a0[i], s->uplo) : wide_of(&s->a0[i], 'G');
    wide *x = wide_of(has_sides(s->routine) ? &s->b[i] : &s->a[i], 'G');
    wide *product = wide_zeros(n, columns);
    wide *b = has_sides(s->routine) ? wide_of(&s->b0[i], 'G') : wide_zeros(n, n);
    double scale = wide_norm(a, n, n) * wide_norm(x, n, columns);
    if (has_sides(s->routine))
        wide_gemm(s->routine == GETRS ? s->trans : 'N', 'N', n, columns, n, 1, a, x, 0, product);
    else {
        wide_gemm('N', 'N', n, n, n, 1, x, a, 0, product);
        for (int64_t j = 0; j < n; j++)
            b[j + j * n] = 1;
    }
    free(a);
    free(x);
    return difference(s, product, b, n, columns, n, scale);
}

/* Q^H A - R, by the reflectors */
static double qr_difference(const struct batch *s, int64_t i)
{
    int64_t m = s->m[i], n = s->n[i];
    wide *a = wide_of(&s->a0[i], 'G'), *f = wide_of(&s->a[i], 'G'), *tau = wide_of(&s->tau[i], 'G');
    double scale = wide_norm(a, m, n);
    for (int64_t j = 0; j < s->pivots[i]; j++) {
        for (int64_t c = 0; c < n; c++) {
            wide sum = a[j + c * m];
            for (int64_t r = j + 1; r < m; r++)
                sum += conj(f[r + j * m]) * a[r + c * m];
            sum *= conj(tau[j]);
            a[j + c * m] -= sum;
            for (int64_t r = j + 1; r < m; r++)
                a[r + c * m] -= sum * f[r + j * m];
        }
        for (int64_t r = j + 1; r < m; r++)
            f[r + j * m] = 0;
    }
    free(tau);
    return difference(s, a, f, m, n, m > n ? m : n, scale);
}

/* op(A) X - B, or A^H times that for least squares; X = 0 where A is empty */
static double gels_difference(const struct batch *s, int64_t i)
{
    bool plain = s->trans == 'N';
    int64_t p = plain ? s->m[i] : s->n[i], q = plain ? s->n[i] : s->m[i], nrhs = s->nrhs[i];
    int64_t rows = s->rows[i];
    wide *b = wide_zeros(p, nrhs), *x = wide_zeros(q, nrhs), *zero = wide_zeros(q, nrhs);
    for (int64_t j = 0; j < nrhs; j++) {
        for (int64_t r = 0; r < p; r++)
            b[r + j * p] = array_get(&s->b0[i], r, j);
        for (int64_t r = 0; r < q; r++)
            x[r + j * q] = array_get(&s->b[i], r, j);
    }
    wide *a = wide_of(&s->a0[i], 'G');
    double norm = wide_norm(a, s->m[i], s->n[i]), size = wide_norm(x, q, nrhs);
    double sides = wide_norm(b, p, nrhs);
    if (s->pivots[i] == 0) {
        free(a);
        free(b);
        return difference(s, x, zero, q, nrhs, 1, 1);
    }
    wide_gemm(s->trans, 'N', p, nrhs, q, 1, a, x, -1, b);
    free(x);
    if (p < q) {
        free(zero);
        free(a);
        return difference(s, b, wide_zeros(p, nrhs), p, nrhs, rows, norm * size);
    }
    wide *product = wide_zeros(q, nrhs);
    wide_gemm(plain ? 'C' : 'N', 'N', q, nrhs, p, 1, a, b, 0, product);
    free(a);
    free(b);
    return difference(s, product, zero, q, nrhs, rows, norm * (norm * size + sides));
}

/* Whether LAPACK has these pivots and this info. In single precision two elements may
 * be so near to each other that rounding decides. */
static bool as_lapack(const struct batch *s, int64_t i)
{
    lapack_int m = (lapack_int)s->m[i], n = (lapack_int)s->n[i], lda = (lapack_int)s->lda[i];
    lapack_int *ipiv = malloc(sizeof *ipiv * (size_t)(s->pivots[i] + 1)), info;
    void *a = s->a0[i].a;
    if (s->prec == STARLING_D)
        info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
    else
        info = LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, m, n, a, lda, ipiv);
    bool same =
        info == s->info[i] && memcmp(ipiv, s->ipiv[i], sizeof(int) * (size_t)s->pivots[i]) == 0;
    free(ipiv);
    return same;
}

static bool pivots_hold(const struct batch *s, int64_t i)
{
    for (int64_t k = 0; k < s->pivots[i]; k++)
        if (s->ipiv[i][k] <= k || s->ipiv[i][k] > s->m[i])
            return false;
    return true;
}

/* What has gone wrong with matrix i; NULL: nothing. */
static const char *fault_of(const struct batch *s, int64_t i, enum form form, double *residual)
{
    enum routine r = s->routine;
    const struct array *a = &s->a[i], *b = &s->b[i];
    bool good = s->bad[i] == 0, solves = has_sides(r);
    int region = r == POTRF || r == POTRS || r == POSV ? s->uplo : 'G';
    if (!array_intact(a, region) || !array_intact(b, solves ? 'G' : 0))
        return "what is around has changed";
    if (!array_intact(&s->tau[i], r == GEQRF ? 'G' : 0))
        return "what is around tau has changed";
    if (r == GEQRF ? s->info[i] != GUARD : s->bad[i] != BAD_NAN && s->info[i] != s->bad[i])
        return "info";
    if (form != ONE_ORDER && s->ipiv[i][s->pivots[i]] != GUARD)
        return "too many pivots";
    if (!good && (r == GESV || r == POSV) && s->bad[i] != BAD_NAN && !array_intact(b, 0))
        return "right-hand sides of a bad matrix have changed";
    if (!good)
        return NULL;
    if ((r == GETRF || r == GETRS || r == GESV || r == GETRI) && !pivots_hold(s, i))
        return "pivots";
    *residual = r == POTRF   ? chol_difference(s, i)
                : r == GETRF ? lu_difference(s, i)
                : r == GEQRF ? qr_difference(s, i)
                : r == GELS  ? gels_difference(s, i)
                             : product_difference(s, i);
    if (!(*residual <= 30))
        return "residual";
    if (r == GETRF && element_size(s->prec) / (is_complex(s->prec) ? 2 : 1) == sizeof(double) &&
        !as_lapack(s, i))
        return "LAPACK has other pivots";
    return NULL;
}

static void check(struct cases *cases, enum routine r, starling_precision prec, enum form form,
                  enum shapes shapes, int64_t count, int64_t every, uint64_t seed)
{
    struct batch s = batch_new(r, prec, form, shapes, count, every, seed);
    int result = form == ONE_ORDER ? of_one_order(&s)
                 : form == VARYING ? of_varying(&s)
                 : form >= DEVICE  ? on_device(&s, form)
                                   : on_objects(&s, form);
    const char *fault = result != 0              ? "result"
                        : s.info[count] != GUARD ? "what follows info has changed"
                                                 : NULL;
    double residual = 0;
    int64_t i = -1;
    while (!fault && ++i < count)
        fault = fault_of(&s, i, form, &residual);
    hold(cases, !fault,
         "%c%s_batched, %s, shapes %d, %ld matrices, bad %ld, seed %ld: result %d, "
         "matrix %ld, "
         "%ld x %ld, %ld sides: %s (info %d, expected %d, residual %g, %c %c)",
         letter(prec), names[r], form_names[form], (int)shapes, (long)count, (long)every,
         (long)seed, result, (long)i, i < 0 || i >= count ? -1L : (long)s.m[i],
         i < 0 || i >= count ? -1L : (long)s.n[i], i < 0 || i >= count ? -1L : (long)s.nrhs[i],
         fault, i < 0 || i >= count ? 0 : s.info[i], i < 0 || i >= count ? 0 : s.bad[i], residual,
         s.uplo, s.trans);
    batch_free(&s);
}

static void check_routine(enum routine r, starling_precision prec)
{
    struct cases cases = {0};
    uint64_t seed = (uint64_t)(100 * (int)r + 10 * (int)prec);
    for (int f = 0; f < FORMS; f++) {
        enum form form = (enum form)f;
        if (form >= DEVICE && (starling_ncuda() <= 0 || !device_present()))
            continue;
        for (int64_t count = 0; count <= 40; count += count < 2 ? 1 : 19)
            check(&cases, r, prec, form, MIXED, count, 0, ++seed);
        for (int again = 0; again < (form == ONE_ORDER ? 12 : 2); again++)
            check(&cases, r, prec, form, again % 2 ? SMALL : MIXED, 50, 3, ++seed);
        check(&cases, r, prec, form, SMALL, 700, 5, ++seed);
        check(&cases, r, prec, form, EMPTY, 20, 0, ++seed);
        if (!quick() || f == VARYING)
            check(&cases, r, prec, form, LARGE, 60, 7, ++seed);
    }
    if (!quick() || (r == POTRF && prec == STARLING_S) || (r == GESV && prec == STARLING_Z))
        check(&cases, r, prec, VARYING, SMALL, !quick() && r == GESV ? 70000 : 9000, 11, ++seed);
    ok(all_held(&cases), "%c%s_batched: %d batches", letter(prec), names[r], cases.run);
}

static void check_arrays(void)
{
    double x[64] = {1};
    double *a[] = {x, x + 8}, *b[] = {x + 16, x + 24}, *missing[] = {x, NULL};
    int64_t two[] = {2, 2}, one[] = {1, 1}, bad[] = {2, -1}, low[] = {2, 1};
    int info[2], p[8], *ipiv[] = {p, p + 4}, *no_pivots[] = {p, NULL};
    struct cases cases = {0};
    const struct {
        int result, expected;
    } calls[] = {
        {starling_dpotrf_batched('x', 2, a, 2, info, 2), -1},
        {starling_dpotrf_batched('L', -1, a, 2, info, 2), -2},
        {starling_dpotrf_batched('L', 2, NULL, 2, info, 2), -3},
        {starling_dpotrf_batched('L', 2, missing, 2, info, 2), -3},
        {starling_dpotrf_batched('L', 2, a, 1, info, 2), -4},
        {starling_dpotrf_batched('L', 2, a, 2, NULL, 2), -5},
        {starling_dpotrf_batched('L', 2, a, 2, info, -1), -6},
        {starling_dpotrf_batched('L', 2, NULL, 2, NULL, 0), 0},
        {starling_dpotrf_vbatched('x', two, a, two, info, 2), -1},
        {starling_dpotrf_vbatched('L', bad, a, two, info, 2), -2},
        {starling_dpotrf_vbatched('L', NULL, a, two, info, 2), -2},
        {starling_dpotrf_vbatched('L', two, missing, two, info, 2), -3},
        {starling_dpotrf_vbatched('L', two, a, low, info, 2), -4},
        {starling_dpotrf_vbatched('L', two, a, NULL, info, 2), -4},
        {starling_dpotrf_vbatched('L', two, a, two, NULL, 2), -5},
        {starling_dpotrf_vbatched('L', two, a, two, info, -2), -6},
        {starling_dpotrf_vbatched('L', NULL, NULL, NULL, NULL, 0), 0},
        {starling_dpotrs_vbatched('L', two, bad, a, two, b, two, 2), -3},
        {starling_dpotrs_vbatched('L', two, one, a, two, missing, two, 2), -6},
        {starling_dpotrs_vbatched('L', two, one, a, two, b, low, 2), -7},
        {starling_dpotrs_vbatched('L', two, one, a, two, b, two, -1), -8},
        {starling_dposv_batched('L', 2, 1, a, 2, b, 1, info, 2), -7},
        {starling_dposv_vbatched('L', two, one, a, two, b, two, NULL, 2), -8},
        {starling_dposv_vbatched('L', two, one, a, two, b, two, info, -1), -9},
        {starling_dgetrf_batched(2, 2, a, 2, NULL, info, 2), -5},
        {starling_dgetrf_vbatched(bad, two, a, two, ipiv, info, 2), -1},
        {starling_dgetrf_vbatched(two, bad, a, two, ipiv, info, 2), -2},
        {starling_dgetrf_vbatched(two, two, a, two, NULL, info, 2), -5},
        {starling_dgetrf_vbatched(two, two, a, two, no_pivots, info, 2), -5},
        {starling_dgetrf_vbatched(two, two, a, two, ipiv, NULL, 2), -6},
        {starling_dgetrf_vbatched(two, two, a, two, ipiv, info, -1), -7},
        {starling_dgetrs_batched('x', 2, 1, a, 2, p, b, 2, 2), -1},
        {starling_dgetrs_vbatched('N', two, one, a, two, no_pivots, b, two, 2), -6},
        {starling_dgetrs_vbatched('N', two, one, a, two, ipiv, NULL, two, 2), -7},
        {starling_dgetrs_vbatched('N', two, one, a, two, ipiv, b, low, 2), -8},
        {starling_dgesv_vbatched(two, one, a, two, ipiv, missing, two, info, 2), -6},
        {starling_dgesv_vbatched(two, one, a, two, ipiv, b, low, info, 2), -7},
        {starling_dgesv_batched(2, 1, a, 2, p, b, 2, NULL, 2), -8},
        {starling_dgetri_vbatched(two, a, two, no_pivots, info, 2), -4},
        {starling_dgetri_batched(2, a, 2, p, NULL, 2), -5},
        {starling_dinv_vbatched(two, a, low, info, 2), -3},
        {starling_dinv_batched(2, a, 2, NULL, 2), -4},
        {starling_dgeqrf_vbatched(bad, two, a, two, b, 2), -1},
        {starling_dgeqrf_batched(2, 2, a, 2, missing, 2), -5},
        {starling_dgels_batched('x', 2, 2, 1, a, 2, b, 2, info, 2), -1},
        {starling_dgels_vbatched('N', one, two, one, a, two, missing, two, info, 2), -7},
        {starling_dgels_vbatched('N', one, two, one, a, two, b, one, info, 2), -8},
    };
    for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++)
        hold(&cases, calls[c].result == calls[c].expected, "call %d: %d, expected %d", (int)c,
             calls[c].result, calls[c].expected);
    ok(all_held(&cases), "arguments of arrays: %d calls", cases.run);
}

static void check_objects(void)
{
    double x[64] = {1};
    void *a[] = {x, x + 8, x + 16}, *missing[] = {x, NULL, x + 8};
    int64_t m[] = {2, 3, 1}, n[] = {2, 3, 1}, wide_n[] = {2, 3, 2}, ld[] = {3, 3, 3};
    int64_t far[] = {3, INT32_MAX, 3}, low[] = {2, 2, 2}, bad[] = {2, -1, 1}, few[] = {2, 2, 1},
            ones[] = {1, 1, 1};
    int p[16], *ipiv[] = {p, p + 4, p + 8}, *no_pivots[] = {p, NULL, p};
    struct cases cases = {0};
    starling_batch *A, *W, *B, *C, *S, *P, *F, *infos, *two, *X;
    const starling_uplo lower = STARLING_LOWER;
    const starling_precision d = STARLING_D;
    int made = starling_batch_wrap_pointers(&A, d, m, n, a, ld, 3, 0) +
               starling_batch_wrap_pointers(&W, d, m, wide_n, a, ld, 3, 2) +
               starling_batch_wrap_pointers(&B, d, n, ones, a, ld, 3, 0) +
               starling_batch_wrap_pointers(&C, d, few, ones, a, ld, 3, 0) +
               starling_batch_wrap_pointers(&S, STARLING_S, n, ones, a, ld, 3, 0) +
               starling_batch_wrap_int_pointers(&P, n, ipiv, 3, 0) +
               starling_batch_wrap_int_pointers(&F, few, ipiv, 3, 0) +
               starling_batch_wrap_int(&infos, 1, p, 3, 0) +
               starling_batch_wrap_int(&two, 1, p, 3, 2);
    hold(&cases, made == 0, "batches: %d", made);
    const struct {
        int result, expected;
    } calls[] = {
        {starling_batch_wrap_pointers(NULL, d, m, n, a, ld, 3, 0), -1},
        {starling_batch_wrap_pointers(&X, (starling_precision)4, m, n, a, ld, 3, 0), -2},
        {starling_batch_wrap_pointers(&X, d, bad, n, a, ld, 3, 0), -3},
        {starling_batch_wrap_pointers(&X, d, NULL, n, a, ld, 3, 0), -3},
        {starling_batch_wrap_pointers(&X, d, m, bad, a, ld, 3, 0), -4},
        {starling_batch_wrap_pointers(&X, d, m, n, NULL, ld, 3, 0), -5},
        {starling_batch_wrap_pointers(&X, d, m, n, missing, ld, 3, 0), -5},
        {starling_batch_wrap_pointers(&X, d, m, n, a, low, 3, 0), -6},
        {starling_batch_wrap_pointers(&X, d, m, n, a, ld, -1, 0), -7},
        {starling_batch_wrap_pointers(&X, d, m, n, a, ld, 3, -1), -8},
        {starling_batch_wrap_pointers_device(NULL, d, m, n, a, ld, 3, 0, 0), -1},
        {starling_batch_wrap_pointers_device(&X, d, m, n, missing, ld, 3, 0, 0), -5},
        {starling_batch_wrap_pointers_device(&X, d, m, n, a, far, 3, 0, 0), -6},
        {starling_batch_wrap_pointers_device(&X, d, m, n, a, ld, 3, 0, -1), STARLING_EDEVICE},
        {starling_batch_wrap_pointers_device(&X, d, m, n, a, ld, 3, 0, 1000), STARLING_EDEVICE},
        {starling_batch_wrap_int_pointers_device(&X, n, no_pivots, 3, 0, 0), -3},
        {starling_batch_wrap_int_pointers_device(&X, n, ipiv, 3, 0, 1000), STARLING_EDEVICE},
        {starling_batch_wrap_int_device(&X, 1, ipiv[0], 3, 0, 1000), STARLING_EDEVICE},
        {starling_batch_wrap_int_pointers(NULL, n, ipiv, 3, 0), -1},
        {starling_batch_wrap_int_pointers(&X, bad, ipiv, 3, 0), -2},
        {starling_batch_wrap_int_pointers(&X, n, no_pivots, 3, 0), -3},
        {starling_batch_wrap_int_pointers(&X, n, ipiv, -1, 0), -4},
        {starling_batch_wrap_int_pointers(&X, n, ipiv, 3, -1), -5},
        {starling_potrf_batched(lower, W, two), -2},   /* the last matrix is not square */
        {starling_potrf_batched(lower, A, P), -3},     /* no info */
        {starling_potrf_batched(lower, A, two), -3},   /* other chunks */
        {starling_potrs_batched(lower, A, C), -3},     /* the second one has too few rows */
        {starling_potrs_batched(lower, A, S), -3},     /* another precision */
        {starling_potrs_batched(lower, A, P), -3},     /* integers */
        {starling_getrf_batched(A, F, infos), -2},     /* too few pivots */
        {starling_getrf_batched(A, infos, infos), -2}, /* one for each */
        {starling_getrf_batched(A, B, infos), -2},     /* no integers */
        {starling_getrs_batched(STARLING_NOTRANS, A, P, C), -4},
        {starling_gesv_batched(A, P, B, P), -4},
        {starling_getri_batched(W, P, infos), -1},
        {starling_inv_batched(W, infos), -1},
        {starling_geqrf_batched(A, C), -2}, /* too few for the second one */
        {starling_gels_batched(STARLING_NOTRANS, A, C, infos), -3},
        {starling_batch_sync(A), 0},
        {starling_batch_sync(S), 0}, /* no operation has used it */
    };
    for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++)
        hold(&cases, calls[c].result == calls[c].expected, "call %d: %d, expected %d", (int)c,
             calls[c].result, calls[c].expected);
    listen_to_errors();
    starling_batch_wrap_pointers(&X, d, m, n, a, low, 3, 0);
    hold(&cases, told(6, 1) && strstr(last_message(), "matrix 1"), "message: %s", last_message());
    starling_potrs_batched(lower, A, C);
    hold(&cases, told(3, 1) && strstr(last_message(), "matrix 1"), "message: %s", last_message());
    starling_batch *all[] = {A, W, B, C, S, P, F, infos, two};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        starling_batch_destroy(all[k]);
    ok(all_held(&cases), "arguments of objects: %d calls", cases.run);
}

int main(void)
{
    for (int p = 0; p < 4; p++)
        for (int r = 0; r < ROUTINES; r++)
            check_routine((enum routine)r, precisions[p]);
    check_arrays();
    check_objects();
    return done_testing();
}
