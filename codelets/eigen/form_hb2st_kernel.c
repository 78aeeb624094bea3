/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Orthogonal blocks of a group of sweeps, one beside the other: the reflectors applied to an
 * identity, the last sweep first. Those of one sweep have no rows in common. */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

#ifdef SL_COMPLEX
#define cblas_gerc cblas_x(gerc)
#else
#define cblas_gerc cblas_x(ger)
#endif

/* Q = H Q with the rows that H has; v with its first component. */
static void reflect(int rows, int columns, const scalar_t *v, scalar_t tau, scalar_t *q, int ldq,
                    scalar_t *w)
{
    const scalar_t zero = 0, one = 1, minus_tau = -tau;
    cblas_x(gemv)(CblasColMajor, CblasConjTrans, rows, columns, SADDR(one), q, ldq, v, 1,
                  SADDR(zero), w, 1);
    cblas_gerc(CblasColMajor, rows, columns, SADDR(minus_tau), v, 1, w, 1, q, ldq);
}

static void form_block(const struct sl_block_args *p, int64_t block, void **v2, scalar_t *q,
                       int ldq, scalar_t *work)
{
    int rows = (int)sl_block_rows(p, block);
    int64_t first = sl_block_first(p, block), from = block * p->steps;
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'A', rows, rows, 0, 1, q, ldq);
    for (int64_t g = p->sweeps - 1; g >= 0; g--) {
        int64_t column = p->v_column + g, s = p->sweep + g;
        void *tile = v2[column / p->width];
        const scalar_t *v = TILE(tile) + column % p->width * TILE_LD(tile);
        for (int64_t t = from; t < from + p->steps && s + 1 + t * p->kd < p->n; t++) {
            int64_t row = s + 1 + t * p->kd, count = SL_MIN(p->kd, p->n - row);
            work[0] = 1;
            for (int64_t i = 1; i < count; i++)
                work[i] = v[row + i];
            reflect((int)count, rows, work, v[row], q + (row - first), ldq, work + p->kd);
        }
    }
}

static void cpu_form_hb2st(void *tiles[], void *arg)
{
    const struct sl_block_args *p = arg;
    int64_t ldq = TILE_LD(tiles[0]), order = sl_block_order(p);
    for (int64_t x = 0; x < sl_block_count(p); x++)
        form_block(p, x, tiles + 2, TILE(tiles[0]) + x * order * ldq, (int)ldq, TILE(tiles[1]));
}

#ifdef STARLING_CUDA
#include "cuda_hb2st.h"

static void cuda_form_hb2st(void *tiles[], void *arg)
{
    struct sl_block_args *p = arg;
    struct sl_cuda_reflectors v2 = {.width = (int)p->width};
    int64_t used = (p->v_column + p->sweeps + p->width - 1) / p->width; /* tiles */
    if (used > SL_CUDA_REFLECTOR_TILES)
        sl_cuda_check(&p->head, cudaErrorInvalidValue);
    for (int64_t j = 0; j < used && p->head.status == 0; j++) {
        v2.tile[j] = TILE(tiles[2 + j]);
        v2.ld[j] = TILE_LD(tiles[2 + j]);
    }
    if (p->head.status != 0)
        return;
    sl_cuda_check(&p->head, sl_cuda_x(form_hb2st)(sl_cuda_stream(), p->n, (int)p->kd,
                                                  p->sweep, (int)p->sweeps, (int)p->steps,
                                                  (int)sl_block_count(p), (int)p->v_column, &v2,
                                                  CU(TILE(tiles[0])), TILE_LD(tiles[0])));
}
#endif

SL_CODELET(form_hb2st);
