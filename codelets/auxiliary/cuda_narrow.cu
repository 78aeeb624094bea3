// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// A conversion to the lower precision that finds the infinity norm on its way: A is read once. A
// thread block has a block of A, ROWS x COLUMNS, and finds its sums of rows, and of columns if they
// stand for rows of the other triangle. A second kernel adds these up in a fixed order.

#include <cfloat>
#include "narrow.h"
#include "cuda_narrow.h"

namespace
{

enum { ROWS = SL_NARROW_ROWS, COLUMNS = SL_NARROW_COLUMNS, WARPS = ROWS / 32 };

__device__ float narrowed(double a, bool, double *size, bool *beyond)
{
    *size = fabs(a);
    *beyond = *size > FLT_MAX;
    return (float)a;
}
__device__ cuComplex narrowed(cuDoubleComplex a, bool real_part, double *size, bool *beyond)
{
    double im = real_part ? 0 : a.y;
    *size = real_part ? fabs(a.x) : hypot(a.x, im);
    *beyond = fabs(a.x) > FLT_MAX || fabs(im) > FLT_MAX;
    return make_cuComplex((float)a.x, (float)im);
}

/* Whether block (x, y) has elements of the triangle. */
__device__ bool has_some(char uplo, int x, int y)
{
    return uplo == 'G' || (uplo == 'L' ? (x + 1) * ROWS > y * COLUMNS : x * ROWS < (y + 1) * COLUMNS);
}

/* numbers as in sl_cuda_dnarrow_array, of which the second is written. rows: the sums of rows by column of
 * blocks, columns: the sums of columns by row of blocks. */
template <class T, class L>
__global__ void __launch_bounds__(ROWS)
    narrow_kernel(char uplo, int m, int n, const T *A, int64_t lda, L *B, int64_t ldb, double *numbers,
                  double *rows, double *columns)
{
    __shared__ double of_warp[WARPS][COLUMNS];
    int x = blockIdx.x, y = blockIdx.y, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int i = x * ROWS + threadIdx.x, end = min(n, (y + 1) * COLUMNS);
    double sum = 0;
    bool over = false;
    if (!has_some(uplo, x, y))
        return;
#pragma unroll 4
    for (int j = y * COLUMNS; j < end; j++) {
        double size = 0;
        bool inside = i < m && (uplo == 'G' || (uplo == 'L' ? i >= j : i <= j)), beyond;
        if (inside) {
            B[i + j * ldb] = narrowed(A[i + j * lda], uplo != 'G' && i == j, &size, &beyond);
            over |= beyond;
        }
        sum += size;
        if (uplo == 'G')
            continue;
        double column = i == j ? 0 : size; /* the diagonal counts once */
        for (int d = 16; d > 0; d /= 2)
            column += __shfl_xor_sync(0xffffffff, column, d);
        if (lane == 0)
            of_warp[warp][j - y * COLUMNS] = column;
    }
    if (i < m)
        rows[i + (int64_t)y * m] = sum;
    if (over)
        numbers[1] = 1;
    if (uplo == 'G')
        return;
    __syncthreads();
    for (int c = threadIdx.x; c < end - y * COLUMNS; c += ROWS) {
        double column = 0;
        for (int w = 0; w < WARPS; w++)
            column += of_warp[w][c];
        columns[y * COLUMNS + c + (int64_t)x * n] = column;
    }
}

/* The largest sum: of numbers that are not negative the bits are in their order, and a NaN is the largest. */
__global__ void __launch_bounds__(ROWS) largest_kernel(char uplo, int m, int n, const double *rows,
                                                       const double *columns, double *numbers)
{
    __shared__ unsigned long long most;
    int i = blockIdx.x * ROWS + threadIdx.x;
    double sum = 0;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    for (int y = 0; y * COLUMNS < n && i < m; y++)
        if (has_some(uplo, blockIdx.x, y))
            sum += rows[i + (int64_t)y * m];
    for (int x = 0; x * ROWS < m && i < m && uplo != 'G'; x++)
        if (has_some(uplo, x, i / COLUMNS))
            sum += columns[i + (int64_t)x * n];
    atomicMax(&most, (unsigned long long)__double_as_longlong(fabs(sum)));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax((unsigned long long *)numbers, most);
}

template <class T, class L>
int narrow(cudaStream_t stream, char uplo, int m, int n, const T *A, int64_t lda, L *B, int64_t ldb,
           double *numbers, double *work)
{
    dim3 grid((unsigned)((m + ROWS - 1) / ROWS), (unsigned)((n + COLUMNS - 1) / COLUMNS));
    double *columns = work + (int64_t)grid.y * m;
    cudaError_t err = cudaMemsetAsync(numbers, 0, 2 * sizeof *numbers, stream);
    if (err != cudaSuccess || m == 0 || n == 0)
        return err;
    narrow_kernel<<<grid, ROWS, 0, stream>>>(uplo, m, n, A, lda, B, ldb, numbers, work, columns);
    largest_kernel<<<grid.x, ROWS, 0, stream>>>(uplo, m, n, work, columns, numbers);
    return cudaGetLastError();
}

} // namespace

int sl_cuda_dnarrow_array(cudaStream_t stream, char uplo, int m, int n, const double *A, int64_t lda,
                          float *B, int64_t ldb, double *numbers, double *work)
{
    return narrow(stream, uplo, m, n, A, lda, B, ldb, numbers, work);
}
int sl_cuda_znarrow_array(cudaStream_t stream, char uplo, int m, int n, const cuDoubleComplex *A,
                          int64_t lda, cuComplex *B, int64_t ldb, double *numbers, double *work)
{
    return narrow(stream, uplo, m, n, A, lda, B, ldb, numbers, work);
}
