/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* P A = L U on a column of tiles, with LAPACK's ipiv and info, and the interchanges as
 * moves of rows. A column of several tiles is factored in a copy. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "panel.h"
#include "update.h"
#ifdef STARLING_CUDA
#include "codelets/auxiliary/cuda_utilities.h"
#endif

/* The buffers of a task. a and lda are the array that is factored: a column of one tile, or
 * a copy. */
struct panel {
    struct column c;
    int *ipiv, *info, *moves;
    scalar_t *a, *work;
    int lda;
    void *copy; /* NULL: none */
};

static struct panel panel_of(void *tiles[], struct sl_getrf_args *p)
{
    struct panel f = {.c = column_of(tiles, p->column, &p->head, p->offset),
                      .ipiv = (int *)STARPU_MATRIX_GET_PTR(tiles[0]),
                      .info = (int *)STARPU_VARIABLE_GET_PTR(tiles[1])};
    int follow;
    f.moves = f.ipiv + SL_MIN(f.c.m, f.c.n);
    f.a = column_row(&f.c, 0, &f.lda, &follow);
    f.work = p->work >= 0 ? TILE(tiles[p->work]) : NULL;
    f.copy = p->copy >= 0 ? tiles[p->copy] : NULL;
    if (f.c.count > 1) {
        f.a = f.work;
        f.lda = f.c.m;
        f.work += (int64_t)f.c.m * f.c.n;
    }
    return f;
}

/* Calls copy(rows, from, ld, to, ld) for each tile: from the column to one array, or back. */
#define COPY_TILES(f, in, copy)                                                                    \
    do {                                                                                           \
        int ld, follow;                                                                            \
        for (int i = 0; i < (f)->c.m && (f)->c.count > 1; i += follow) {                           \
            scalar_t *t = column_row(&(f)->c, i, &ld, &follow), *w = (f)->a + i;                   \
            copy(follow, (in) ? t : w, (in) ? ld : (f)->lda, (in) ? w : t, (in) ? (f)->lda : ld);  \
        }                                                                                          \
    } while (0)

/* A team factors a high panel, even a team of one, so that the bits are the same. */
static int factor(struct sl_team *team, const struct panel *f)
{
    if (sl_panel_chunks(f->c.m).count < 2)
        return SL_X(panel)(NULL, f->c.m, f->c.n, f->a, f->lda, f->ipiv);
    sl_team_open(team);
    int info = SL_X(panel)(team, f->c.m, f->c.n, f->a, f->lda, f->ipiv);
    sl_team_close(team);
    return info;
}

static void cpu_getrf(void *tiles[], void *arg)
{
    struct sl_getrf_args *p = arg;
    struct panel f = panel_of(tiles, p);
#define COPY(m, from, ldf, to, ldt)                                                                \
    LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'G', m, f.c.n, from, ldf, to, ldt)
    COPY_TILES(&f, true, COPY);
    *f.info = factor(p->team, &f);
    sl_moves(SL_MIN(f.c.m, f.c.n), f.ipiv, f.moves);
    COPY_TILES(&f, false, COPY);
#undef COPY
    if (f.copy)
        LAPACKE_x(lacpy_work)(LAPACK_COL_MAJOR, 'G', f.c.m, TILE_N(f.copy), f.a, f.lda,
                              TILE(f.copy), TILE_LD(f.copy));
}

/* The steps that update the column before it is factored. */
static struct group before_of(void *tiles[], struct sl_getrf_args *p, struct column *c)
{
    *c = column_of(tiles, p->column, &p->head, p->before);
    return group_of(tiles + p->panels, 2, p->steps, c);
}

static void cpu_update_getrf(void *tiles[], void *arg)
{
    struct sl_getrf_args *p = arg;
    struct column c;
    struct group before = before_of(tiles, p, &c);
    if (p->transposed)
        SL_X(transpose_column)(&c);
    SL_X(update_column)(&before, &c);
    cpu_getrf(tiles, arg);
    for (int q = 0; q < p->steps && p->grouped; q++)
        LAPACKE_x(laswp_work)(LAPACK_COL_MAJOR, TILE_N(before.L[q]), TILE(before.L[q]) + p->offset,
                              TILE_LD(before.L[q]), 1, c.n,
                              (const int *)STARPU_MATRIX_GET_PTR(tiles[0]), 1);
}

#ifdef STARLING_CUDA
/* P A = L U of one array */
static int factor_array(struct sl_args *args, cublasHandle_t handle, const struct panel *f)
{
#ifdef STARLING_PREC_S
    if (args->scale[0] > 0)
        return sl_cuda_sgetrf_split(handle, f->c.m, f->c.n, f->a, f->lda, f->ipiv, f->work, f->info,
                                    args->scale);
#endif
    (void)args;
    return sl_cuda_x(getrf)(handle, f->c.m, f->c.n, CU(f->a), f->lda, f->ipiv, CU(f->work),
                            f->info);
}

static void factor_on_gpu(void *tiles[], struct sl_getrf_args *p, cublasHandle_t handle)
{
    struct panel f = panel_of(tiles, p);
    cudaStream_t stream = sl_cuda_stream(); /* if there is no handle */
    sl_cuda_check(&p->head, cublasGetStream(handle, &stream));
#define COPY(m, from, ldf, to, ldt)                                                                \
    sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, 'G', m, f.c.n, CU(from), ldf, CU(to), ldt))
    COPY_TILES(&f, true, COPY);
    sl_cuda_check(&p->head, factor_array(&p->head, handle, &f));
    sl_cuda_check(&p->head, sl_cuda_laswp_setup(handle, SL_MIN(f.c.m, f.c.n), f.ipiv, f.moves));
    COPY_TILES(&f, false, COPY);
#undef COPY
    if (f.copy)
        sl_cuda_check(&p->head, sl_cuda_x(lacpy)(stream, 'G', f.c.m, TILE_N(f.copy), CU(f.a), f.lda,
                                                 CU(TILE(f.copy)), TILE_LD(f.copy)));
}

static void cuda_getrf(void *tiles[], void *arg)
{
    factor_on_gpu(tiles, arg, sl_cuda_begin(SL_URGENT));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}

static void cuda_update_getrf(void *tiles[], void *arg)
{
    struct sl_getrf_args *p = arg;
    struct column c;
    struct group before = before_of(tiles, p, &c);
    before.parts = p->parts >= 0 ? tiles[p->parts] : NULL;
    const int *moves = (const int *)STARPU_MATRIX_GET_PTR(tiles[0]) + c.n; /* if grouped */
    cublasHandle_t handle = sl_cuda_begin(SL_URGENT);
    if (p->transposed)
        SL_X(cuda_transpose_column)(&p->head, handle, &c);
    SL_X(cuda_update_column)(&p->head, handle, &before, &c);
    factor_on_gpu(tiles, p, handle);
    for (int q = 0; q < p->steps && p->grouped; q++)
        sl_cuda_check(&p->head, sl_cuda_x(laswp)(handle, 0, TILE_N(before.L[q]),
                                                 CU(TILE(before.L[q]) + p->offset),
                                                 TILE_LD(before.L[q]), c.n, moves));
    sl_cuda_continue(SL_URGENT, SL_OWN);
}
#endif

int64_t SL_X(getrf_work)(int64_t m, int64_t n, int64_t steps)
{
    (void)steps;
#ifdef STARLING_CUDA
    return (int64_t)sl_cuda_x(getrf_work)((int)m, (int)n);
#else
    return 0 * m * n;
#endif
}

SL_CODELET(getrf);
SL_CODELET(update_getrf);
