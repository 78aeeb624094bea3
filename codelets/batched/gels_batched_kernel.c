/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* X from op(A) X = B by least squares, or of minimum norm, for each matrix of a chunk, as LAPACK's
 * gels. info = 0, or the first zero on the diagonal of the triangle. */

#define SL_KERNEL_USES_BLAS
#include "groups.h"

#define SL_VECTORS "codelets/batched/gels_lanes.h"
#include "codelets/vectors.h"

/* For matrices of so many rows or columns and B, on a core. LAPACK has blocks of at most 64
 * columns.
 */
int64_t SL_X(gels_sides_work)(int64_t most, int64_t nrhs, int64_t count)
{
    enum { BLOCK = 64 };
    (void)count;
    return most <= MOST_IN_LANES ? 0 : most + BLOCK * (SL_MAX(most, nrhs) + BLOCK + 1);
}

/* The same with a copy of A, if A has more columns than rows. cgemv and zgemv of OpenBLAS read a
 * number more of a row than it has, which is a column behind the array. */
int64_t SL_X(gels_wide_sides_work)(int64_t most, int64_t nrhs, int64_t count)
{
    int64_t copy = SL_PARTS == 2 && most > MOST_IN_LANES ? most * (most + 1) : 0;
    return copy + SL_X(gels_sides_work)(most, nrhs, count);
}

/* X = 0 where A has no elements, or is not there. */
static void zero_sides(const struct chunk *c)
{
    for (int64_t i = 0; i < c->count && c->args->buffer[SL_BATCH_B] >= 0; i++) {
        struct sl_place a = a_of(c, i), b = b_of(c, i);
        for (int64_t j = 0; j < b.n && b.m > 0 && SL_MIN(a.m, a.n) == 0; j++)
            memset((scalar_t *)b.a + j * b.lda, 0, sizeof(scalar_t) * (size_t)b.m);
    }
}

static void by_lapack(const struct chunk *c, int64_t i)
{
    char trans = c->args->trans == STARLING_NOTRANS ? 'N' : SL_PARTS == 2 ? 'C' : 'T';
    struct sl_place a = a_of(c, i), b = b_of(c, i);
    int room = (int)SL_X(gels_sides_work)(SL_MAX(a.m, a.n), b.n, 0);
    bool wide = SL_PARTS == 2 && a.m < a.n;
    scalar_t *factor = wide ? c->work : a.a, *work = c->work + (wide ? a.m * (a.n + 1LL) : 0);
    int ld = wide ? SL_MAX(1, a.m) : a.lda;
    c->info[i] = 0;
    if (b.n == 0)
        return;
    if (wide)
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', a.m, a.n, a.a, a.lda, factor, ld);
    c->info[i] = LAPACKE_x(gels_work)(LAPACK_COL_MAJOR, trans, a.m, a.n, b.n, factor, ld, b.a,
                                      b.lda, work, room);
    if (wide)
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'A', a.m, a.n, factor, ld, a.a, a.lda);
}

static void cpu_gels_batched(void *tiles[], void *arg)
{
    struct chunk c = chunk_of(arg, tiles);
    zero_sides(&c);
    if (!are_empty(&c))
        by_groups(&c, SL_BEST(gels_all), by_lapack);
}

#ifdef STARLING_CUDA
#include "cuda_gels.h"
#include "qr_on_gpu.h"

/* The workspace on a GPU: exponents, tau, A^H where A has more columns than rows, and that of QR.
 */
struct gels_room {
    int64_t exponents, tau, w, qr; /* elements */
};
static struct gels_room room_on_gpu(int64_t m, int64_t n, int64_t count, bool wide)
{
    int64_t rows = SL_MAX(m, n), columns = SL_MIN(m, n);
    return (struct gels_room){large_part(2 * count), large_part(columns * count),
                              wide ? large_part(rows * columns * count) : 0,
                              qr_on_gpu_work(rows, columns, count)};
}

/* Whether a matrix has more columns than rows. */
static bool is_one_wide(const struct chunk *c)
{
    const struct sl_place *each = c->args->each[SL_BATCH_A];
    bool wide = !each && c->args->m < c->args->n;
    for (int64_t i = 0; each && i < c->count && !wide; i++)
        wide = each[i].m < each[i].n;
    return wide;
}

static void cuda_gels_batched(void *tiles[], void *arg)
{
    struct sl_batched_args *p = arg;
    struct chunk c = chunk_of(p, tiles);
    cudaStream_t stream = sl_cuda_stream();
    bool wide = is_one_wide(&c);
    struct gels_room room = room_on_gpu(p->m, p->n, c.count, wide);
    int rows = (int)SL_MAX(p->m, p->n),
        columns = (int)SL_MIN(p->m, p->n); /* the most, if A varies */
    scalar_t *tau = c.work + room.exponents, *W = tau + room.tau, *work = W + room.w;
    zero_infos_on_gpu(&p->head, &c);
    if (p->buffer[SL_BATCH_B] < 0)
        return;
    struct sl_gels g = {.A = matrices_of(&c, tiles, SL_BATCH_A),
                        .B = matrices_of(&c, tiles, SL_BATCH_B),
                        .adjoint = p->trans != STARLING_NOTRANS,
                        .W = wide ? W : NULL,
                        .stride_w = (int64_t)rows * columns,
                        .tau = tau,
                        .stride_tau = columns,
                        .exponents = (int *)c.work,
                        .infos = c.info};
    g.B.m = rows;
    sl_cuda_check(&p->head, sl_cuda_x(gels_begin)(stream, &g));
    if (p->each[SL_BATCH_A])
        qr_at_places(&p->head,
                     &(struct sl_qr){.A = g.A,
                                     .tau = {.first = tau, .stride = columns, .count = c.count},
                                     .W = g.W,
                                     .stride_w = g.stride_w},
                     room_of_large(rows, columns), work);
    else if (columns > 0)
        qr_on_gpu(&p->head, rows, columns, c.count, wide ? W : c.a, wide ? rows : (int)p->lda,
                  wide ? g.stride_w : c.stride_a, tau, columns, work);
    sl_cuda_check(&p->head, sl_cuda_x(gels_end)(stream, &g));
}
#endif

/* On a GPU; count 0: there is none. */
static int64_t gels_work(int64_t m, int64_t n, int64_t count, bool wide)
{
#ifdef STARLING_CUDA
    struct gels_room room = room_on_gpu(m, n, count, wide);
    return room.exponents + room.tau + room.w + room.qr;
#else
    return 0 * m * n * count * wide;
#endif
}
int64_t SL_X(gels_batched_work)(int64_t m, int64_t n, int64_t count)
{
    return gels_work(m, n, count, m < n);
}
/* If shapes vary on a device, and some matrices have more columns than rows; m, n: the most. */
int64_t SL_X(gels_varying_work)(int64_t m, int64_t n, int64_t count)
{
    return gels_work(m, n, count, true);
}

SL_CODELET(gels_batched);
