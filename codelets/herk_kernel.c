/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One triangle of C = alpha A A^H + beta C or alpha A^H A + beta C, or with ^T. In a block
 * column C this is done to its diagonal block, and the rows below it, which are those of A
 * below, get their product with those of A beside the diagonal block; in a block row so do
 * the columns to the right. */

#define SL_KERNEL_USES_BLAS
#include "codelet.h"

/* C's parts, and the operands: rows of A (columns, if transposed) beside C's diagonal block
 * and beyond, and the product  rest = alpha op(left) op(right) + beta rest. */
struct update {
    struct trapezoid c;
    int k, lda, m, n; /* the rest is m x n */
    const scalar_t *beside, *left, *right;
    starling_trans tleft, tright;
};

static struct update update(void *tiles[], const struct sl_herk_args *p)
{
    bool no = p->trans == STARLING_NOTRANS, lower = p->uplo == STARLING_LOWER;
    starling_trans x = p->hermitian ? STARLING_CONJTRANS : STARLING_TRANS;
    struct update u = {.c = trapezoid(tiles[1], p->head.offset), .lda = TILE_LD(tiles[0])};
    int64_t step = no ? 1 : u.lda;
    u.k = no ? TILE_N(tiles[0]) : TILE_M(tiles[0]);
    u.m = lower ? u.c.beyond : u.c.n;
    u.n = lower ? u.c.n : u.c.beyond;
    u.beside = TILE(tiles[0]) + p->head.offset * step;
    const scalar_t *beyond = u.beside + u.c.n * step;
    u.left = lower ? beyond : u.beside;
    u.right = lower ? u.beside : beyond;
    u.tleft = no ? STARLING_NOTRANS : x;
    u.tright = no ? x : STARLING_NOTRANS;
    return u;
}

static void cpu_herk(void *tiles[], void *arg)
{
    const struct sl_herk_args *p = arg;
    struct update u = update(tiles, p);
    CBLAS_UPLO uplo = cblas_uplo(p->uplo);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    cblas_xgemm(CblasColMajor, cblas_trans(u.tleft), cblas_trans(u.tright), u.m, u.n, u.k,
                SADDR(alpha), u.left, u.lda, u.right, u.lda, SADDR(beta), u.c.rest, u.c.ld);
#ifdef SL_COMPLEX
    if (p->hermitian) {
        cblas_xherk(CblasColMajor, uplo, cblas_trans(p->trans), u.c.n, u.k,
                    (real_t)creal(p->alpha), u.beside, u.lda, (real_t)creal(p->beta),
                    u.c.diagonal, u.c.ld);
        return;
    }
#endif
    CBLAS_TRANSPOSE trans = p->trans == STARLING_NOTRANS ? CblasNoTrans : CblasTrans;
    cblas_xsyrk(CblasColMajor, uplo, trans, u.c.n, u.k, SADDR(alpha), u.beside, u.lda,
                SADDR(beta), u.c.diagonal, u.c.ld);
}

#ifdef STARLING_CUDA
static void cuda_herk(void *tiles[], void *arg)
{
    const struct sl_herk_args *p = arg;
    struct update u = update(tiles, p);
    cublasHandle_t handle = starpu_cublas_get_local_handle();
    cublasFillMode_t uplo = cublas_uplo(p->uplo);
    scalar_t alpha = SL_NARROW(p->alpha), beta = SL_NARROW(p->beta);
    sl_cuda_check(&p->head, cublasXgemm(handle, cublas_trans(u.tleft), cublas_trans(u.tright),
                                        u.m, u.n, u.k, CU(&alpha), CU(u.left), u.lda,
                                        CU(u.right), u.lda, CU(&beta), CU(u.c.rest), u.c.ld));
#ifdef SL_COMPLEX
    if (p->hermitian) {
        real_t ralpha = (real_t)creal(p->alpha), rbeta = (real_t)creal(p->beta);
        sl_cuda_check(&p->head, cublasXherk(handle, uplo, cublas_trans(p->trans), u.c.n, u.k,
                                            &ralpha, CU(u.beside), u.lda, &rbeta,
                                            CU(u.c.diagonal), u.c.ld));
        return;
    }
#endif
    cublasOperation_t trans = p->trans == STARLING_NOTRANS ? CUBLAS_OP_N : CUBLAS_OP_T;
    sl_cuda_check(&p->head, cublasXsyrk(handle, uplo, trans, u.c.n, u.k, CU(&alpha),
                                        CU(u.beside), u.lda, CU(&beta), CU(u.c.diagonal),
                                        u.c.ld));
}
#endif

SL_CODELET(herk, 0x35a29f);
