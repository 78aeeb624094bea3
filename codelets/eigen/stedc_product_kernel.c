/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The vectors of a node, for a block of columns: W U. U are the eigenvectors of D + rho z z^T,
 * u_i = z_i / (d_i - root), of norm 1; row i stands where W has the column of pole i. Or those of
 * an arrow: right singular vectors v_i = z_i / (d_i^2 - root^2), and left ones d_i v_i, but -1 in
 * the row of z. W has the eigenvectors of both halves in block columns, so there is a sum over
 * blocks; each half of the rows leaves out the columns that are zero there. Columns that are
 * deflated are copied. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "merge.h"
#include "secular.h"

/* Makes u; returns its norm. */
static inline real_t vector_by(bool svd, bool left, const struct merge *m, const real_t *z,
                               real_t origin, real_t distance, real_t *u)
{
    const real_t *d = m->number[SL_POLE];
    lanes squares = {0};
    int i = 0;
    for (; i + SL_LANES <= m->poles; i += SL_LANES) {
        lanes x;
        lanes_between(svd, d + i, origin, distance, &x);
        x = *(const lanes *)(z + i) / x;
        if (left)
            x *= *(const lanes *)(d + i);
        *(lanes *)(u + i) = x;
        squares += x * x;
    }
    real_t square = sum_of(squares);
    for (; i < m->poles; i++) {
        u[i] = z[i] / between_roots(svd, d[i], origin, distance);
        if (left)
            u[i] *= d[i];
        square += u[i] * u[i];
    }
    if (left) { /* d_0 is zero */
        u[0] = -1;
        square += 1;
    }
    return (real_t)sqrt(square);
}
static real_t vector_of(const struct sl_stedc_args *p, const struct merge *m, const real_t *z,
                        real_t origin, real_t distance, real_t *u)
{
    if (p->left)
        return vector_by(true, true, m, z, origin, distance, u);
    return p->svd ? vector_by(true, false, m, z, origin, distance, u)
                  : vector_by(false, false, m, z, origin, distance, u);
}

/* U of all columns that are not deflated, side by side. Returns how many there are. */
static int make_vectors(const struct sl_stedc_args *p, const struct merge *m, int width,
                        const int *order, const real_t *distance, const real_t *z, real_t *u,
                        real_t *to, int64_t ld)
{
    int count = 0;
    for (int j = 0; j < width; j++) {
        if (order[j] >= m->poles)
            continue;
        real_t norm = vector_of(p, m, z, origin_of(m, order[j], distance[j]), distance[j], u);
        for (int i = 0; i < m->poles; i++)
            to[m->place[SL_SLOT][i] + count * ld] = u[i] / norm;
        count++;
    }
    return count;
}

/* C = A B + beta C on the worker. */
typedef void gemm_function(struct sl_stedc_args *p, int m, int n, int k, const scalar_t *a, int lda,
                           const scalar_t *b, int ldb, scalar_t beta, scalar_t *c, int ldc);

/* C = W(rows, from ... end - 1) U(from ... end - 1, :). Without columns of W it is zero. */
static void multiply(gemm_function *gemm, struct sl_stedc_args *p, void *w[], int64_t row, int rows,
                     int64_t from, int64_t end, const real_t *u, int ldu, real_t *c, int ldc,
                     int columns)
{
    real_t beta = 0;
    do {
        int64_t b = from < end ? from / p->width : 0, next = SL_MIN(end, (b + 1) * p->width);
        int64_t k = SL_MAX(0, next - from), column = k > 0 ? from - b * p->width : 0;
        gemm(p, rows, columns, (int)k, TILE(w[b]) + row + column * TILE_LD(w[b]), TILE_LD(w[b]),
             u + (k > 0 ? from : 0), ldu, beta, c, ldc);
        beta = 1;
        from = next;
    } while (from < end);
}

/* Both halves of the rows of `count` columns. */
static void multiply_both(gemm_function *gemm, struct sl_stedc_args *p, int poles, int above,
                          int only_above, void *w[], const real_t *u, void *z, int count)
{
    int upper = (int)p->upper, order = (int)p->order, ldz = TILE_LD(z);
    real_t *to = TILE(z) + p->row;
    if (count == 0)
        return;
    multiply(gemm, p, w, p->row, upper, 0, above, u, order, to, ldz, count);
    multiply(gemm, p, w, p->row + upper, order - upper, only_above, poles, u, order, to + upper,
             ldz, count);
}

static void cpu_gemm(struct sl_stedc_args *p, int m, int n, int k, const scalar_t *a, int lda,
                     const scalar_t *b, int ldb, scalar_t beta, scalar_t *c, int ldc)
{
    (void)p;
    cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1, a, lda, b, ldb, beta, c,
                  ldc);
}

/* The products are in the first columns; each goes to its place. Others are copies of W. */
static void spread(void *w[], const struct sl_stedc_args *p, int poles, const int *order, int count,
                   real_t *z, int ldz, int width)
{
    size_t size = sizeof *z * (size_t)p->order;
    for (int64_t j = width - 1; j >= 0; j--) {
        void *tile = w[order[j] / p->width];
        if (order[j] < poles && --count < j)
            memcpy(z + j * ldz, z + (int64_t)count * ldz, size);
        else if (order[j] >= poles)
            memcpy(z + j * ldz, TILE(tile) + p->row + order[j] % p->width * TILE_LD(tile), size);
    }
}

/* The workspace: z, a vector, other things, and U. */
static real_t *room_for_u(void *work, const struct sl_stedc_args *p)
{
    return TILE(work) + SL_STEDC_WORK * p->order;
}

static void cpu_stedc_product(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    struct merge m = merge_of(tiles[0], tiles[1]);
    const real_t *distance = TILE(tiles[2]) + TILE_LD(tiles[2]) + p->column;
    const int *order = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]) + p->column;
    real_t *z = TILE(tiles[5]), *u = room_for_u(tiles[5], p);
    void **w = tiles + 6 + p->products;
    int width = TILE_N(tiles[4]);
    exact_z(&m, tiles + 6, p->products, z);
    int count = make_vectors(p, &m, width, order, distance, z, z + p->order, u, p->order);
    multiply_both(cpu_gemm, p, m.poles, m.above, m.only_above, w, u, tiles[4], count);
    spread(w, p, m.poles, order, count, TILE(tiles[4]) + p->row, TILE_LD(tiles[4]), width);
}

#ifdef STARLING_CUDA
#include "codelets/blas3/cuda_gemm.h"

static void cuda_gemm(struct sl_stedc_args *p, int m, int n, int k, const scalar_t *a, int lda,
                      const scalar_t *b, int ldb, scalar_t beta, scalar_t *c, int ldc)
{
    const scalar_t one = 1;
    sl_cuda_check(&p->head,
                  sl_cuda_xgemm(sl_cuda_handle(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k,
                                &one, a, lda, b, ldb, &beta, c, ldc));
}

static int count_roots(const int *order, int width, int poles)
{
    int count = 0;
    for (int j = 0; j < width; j++)
        count += order[j] < poles;
    return count;
}

/* The sizes are on the device: the worker waits for them, and for U. */
static void cuda_stedc_product(void *tiles[], void *arg)
{
    struct sl_stedc_args *p = arg;
    void **w = tiles + 6 + p->products;
    struct sl_stedc_args of_products = *p;
    int width = TILE_N(tiles[4]), size[SL_MERGE_PLACES];
    size_t bytes = sizeof(int) * (size_t)width;
    int *order = malloc(bytes);
    cudaStream_t stream = sl_cuda_stream();
    of_products.blocks = p->products;
    struct sl_cuda_merge u =
        cuda_merge_of(tiles[0], tiles[1], tiles[5], &of_products, width, tiles + 6, 0);
    struct sl_cuda_merge m = cuda_merge_of(tiles[0], tiles[1], tiles[5], p, width, w, p->row);
    u.distance = TILE(tiles[2]) + TILE_LD(tiles[2]);
    u.index = m.index = (const int *)STARPU_MATRIX_GET_PTR(tiles[3]);
    if (!order || !u.block || !m.block)
        sl_cuda_check(&p->head, cudaErrorMemoryAllocation);
    else {
        sl_cuda_check(&p->head,
                      sl_cuda_x(stedc_vectors)(stream, &u, room_for_u(tiles[5], p), p->order));
        sl_cuda_check(&p->head, cudaMemcpyAsync(order, m.index + p->column, bytes,
                                                cudaMemcpyDeviceToHost, stream));
        sl_cuda_check(&p->head, cudaMemcpy2DAsync(size, sizeof(int), m.places + p->order,
                                                  sizeof(int) * (size_t)m.ld_places, sizeof(int),
                                                  SL_MERGE_PLACES, cudaMemcpyDeviceToHost, stream));
        sl_cuda_check(&p->head, cudaStreamSynchronize(stream));
    }
    if (p->head.status == 0) {
        int count = count_roots(order, width, size[SL_SLOT]);
        multiply_both(cuda_gemm, p, size[SL_SLOT], size[SL_SOURCE], size[SL_PREVIOUS], w,
                      room_for_u(tiles[5], p), tiles[4], count);
        sl_cuda_check(&p->head, sl_cuda_x(stedc_spread)(stream, &m, count, TILE(tiles[4]) + p->row,
                                                        TILE_LD(tiles[4])));
    }
    free((void *)(uintptr_t)u.block);
    free((void *)(uintptr_t)m.block);
    free(order);
}
#endif

SL_CODELET(stedc_product);
