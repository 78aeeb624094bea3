/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* T of a block reflector from V and tau, by halves (V1 V2): T12 = -T1 (V1^H V2) T2 (Elmroth and
 * Gustavson, IBM J. Res. Dev. 44, 2000). Before it, T has tau on its diagonal. */

#define SL_KERNEL_USES_BLAS
#include "codelets/tuning.h"
#include "reflector.h"

/* B = V1^H V2 for `left` columns and `right` columns beside them. V2 begins `left` rows below
 * V1. */
static void product(int m, int left, int right, const scalar_t *v, int ldv, scalar_t *b, int ldb)
{
    const scalar_t one = 1;
    const scalar_t *v1 = v + left, *v2 = v1 + (int64_t)left * ldv;
    for (int64_t j = 0; j < right; j++)
        for (int64_t i = 0; i < left; i++)
            b[i + j * ldb] = SL_CONJ(v1[j + i * ldv]);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasUnit, left, right,
                  SADDR(one), v2, ldv, b, ldb);
    cblas_x(gemm)(CblasColMajor, CblasConjTrans, CblasNoTrans, left, right, m - left - right,
                  SADDR(one), v1 + right, ldv, v2 + right, ldv, SADDR(one), b, ldb);
}

static void triangle(int m, int k, const scalar_t *v, int ldv, scalar_t *tau, scalar_t *t, int ldt)
{
    const scalar_t one = 1, minus_one = -1;
    int left = k / 2, right = k - left;
    scalar_t *t2 = t + left + (int64_t)left * ldt, *t12 = t + (int64_t)left * ldt;
    if (k <= SL_LARFT_LEAF) {
        LAPACKE_x(larft_work)(LAPACK_COL_MAJOR, 'F', 'C', m, k, v, ldv, tau, t, ldt);
        return;
    }
    triangle(m, left, v, ldv, tau, t, ldt);
    triangle(m - left, right, v + left + (int64_t)left * ldv, ldv, tau + left, t2, ldt);
    product(m, left, right, v, ldv, t12, ldt);
    cblas_x(trmm)(CblasColMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, left, right,
                  SADDR(minus_one), t, ldt, t12, ldt);
    cblas_x(trmm)(CblasColMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, left, right,
                  SADDR(one), t2, ldt, t12, ldt);
}

void SL_X(zero_below)(int k, scalar_t *t, int ldt)
{
    if (k > 1)
        LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'L', k - 1, k - 1, 0, 0, t + 1, ldt);
}

static void cpu_larft(void *tiles[], void *arg)
{
    const struct sl_qr_args *p = arg;
    scalar_t *t = TILE(tiles[1]), *tau = TILE(tiles[2]);
    int k = TILE_M(tiles[1]), ldt = TILE_LD(tiles[1]);
    for (int64_t i = 0; i < k; i++)
        tau[i] = t[i + i * ldt];
    triangle(TILE_M(tiles[0]) - (int)p->above, k, TILE(tiles[0]) + p->above, TILE_LD(tiles[0]),
             tau, t, ldt);
    SL_X(zero_below)(k, t, ldt);
}

#ifdef STARLING_CUDA
#include "cuda_geqrf.h"

static void cuda_larft(void *tiles[], void *arg)
{
    struct sl_qr_args *p = arg;
    int m = TILE_M(tiles[0]) - (int)p->above, k = TILE_M(tiles[1]);
    scalar_t *v = TILE(tiles[3]);
    int ldv = TILE_LD(tiles[3]);
    cublasHandle_t handle = sl_cuda_begin(SL_EARLY);
    SL_X(cuda_reflectors_alone)(&p->head, handle, m, k, TILE(tiles[0]) + p->above,
                                TILE_LD(tiles[0]), v, ldv);
    sl_cuda_check(&p->head, sl_cuda_x(larft)(handle, m, k, CU(v), ldv, CU(TILE(tiles[1])),
                                             TILE_LD(tiles[1]), CU(TILE(tiles[2]))));
    sl_cuda_continue(SL_EARLY, SL_OWN);
}
#endif

SL_CODELET(larft);
