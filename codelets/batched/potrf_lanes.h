/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Cholesky factorizations of as many matrices as a vector has numbers, each lane its own matrix.
 * Included by codelets/vectors.h. Element (i, j) of the lower triangles is x[i + j n], real parts
 * and, if they are complex, imaginary parts. Of U^H U that is element (j, i), conjugate. */

#define LANES NAME(lanes)
typedef real_t LANES __attribute__((vector_size(BYTES), may_alias));
enum { NAME(WIDTH) = BYTES / sizeof(real_t), NAME(ROWS) = 4 };
enum { NAME(TOGETHER) = NAME(WIDTH) < 8 ? NAME(WIDTH) : 8 };

/* The triangles of `count` matrices; lanes beyond have the last one again. A column is read in few
 * matrices at a time: if they are apart by a power of two, a cache has room for some lines only. */
TARGET static void NAME(load)(bool upper, int n, int count, const scalar_t *a, int64_t lda,
                              int64_t stride, LANES (*x)[PARTS])
{
    int64_t at[NAME(WIDTH)];
    for (int l = 0; l < NAME(WIDTH); l++)
        at[l] = SL_MIN(l, count - 1) * stride;
    for (int c = 0; c < n; c++, a += lda)
        for (int first = 0; first < NAME(WIDTH); first += NAME(TOGETHER))
            for (int r = upper ? 0 : c; r < (upper ? c + 1 : n); r++) {
                real_t *to = (real_t *)x[upper ? c + r * n : r + c * n];
#pragma GCC unroll 8
                for (int l = first; l < first + NAME(TOGETHER); l++) {
                    const real_t *from = (const real_t *)(a + at[l] + r);
                    to[l] = from[0];
                    if (PARTS == 2)
                        to[NAME(WIDTH) + l] = upper ? -from[PARTS - 1] : from[PARTS - 1];
                }
            }
}

TARGET static void NAME(store)(bool upper, int n, int count, const LANES (*x)[PARTS], scalar_t *a,
                               int64_t lda, int64_t stride)
{
    for (int c = 0; c < n; c++, a += lda)
        for (int first = 0; first < count; first += NAME(TOGETHER))
            for (int r = upper ? 0 : c; r < (upper ? c + 1 : n); r++) {
                const real_t *from = (const real_t *)x[upper ? c + r * n : r + c * n];
                int end = SL_MIN(count, first + NAME(TOGETHER));
#pragma GCC unroll 8
                for (int l = first; l < end; l++) {
                    real_t *to = (real_t *)(a + l * stride + r);
                    to[0] = from[l];
                    if (PARTS == 2)
                        to[PARTS - 1] = upper ? -from[NAME(WIDTH) + l] : from[NAME(WIDTH) + l];
                }
            }
}

/* s = s - the sum over k < j of x(i, k) conj(x(j, k)), in `rows` rows from i on */
TARGET static inline void NAME(subtract)(int rows, int n, int i, int j, LANES (*x)[PARTS],
                                         LANES (*s)[PARTS])
{
    for (int k = 0; k < j; k++) {
        const LANES *right = x[j + k * n];
#pragma GCC unroll 4
        for (int r = 0; r < rows; r++) {
            const LANES *left = x[i + r + k * n];
#ifdef SL_COMPLEX
            s[r][0] = s[r][0] - left[0] * right[0] - left[1] * right[1];
            s[r][1] = s[r][1] - left[1] * right[0] + left[0] * right[1];
#else
            s[r][0] -= left[0] * right[0];
#endif
        }
    }
}

/* Rows i ... of column j: L(i, j) = (A(i, j) - the sum) / L(j, j) */
TARGET static inline void NAME(rows)(int rows, int n, int i, int j, LANES over, LANES (*x)[PARTS])
{
    LANES s[NAME(ROWS)][PARTS];
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < PARTS; p++)
            s[r][p] = x[i + r + j * n][p];
    NAME(subtract)(rows, n, i, j, x, s);
#pragma GCC unroll 4
    for (int r = 0; r < rows; r++)
        for (int p = 0; p < PARTS; p++)
            x[i + r + j * n][p] = s[r][p] * over;
}

/* info is 0, or the first column whose pivot is not positive, from 1. */
TARGET static void NAME(factor)(int n, LANES (*x)[PARTS], int info[NAME(WIDTH)])
{
    for (int l = 0; l < NAME(WIDTH); l++)
        info[l] = 0;
    for (int j = 0; j < n; j++) {
        LANES d[1][PARTS], over;
        for (int p = 0; p < PARTS; p++)
            d[0][p] = x[j + j * n][p];
        NAME(subtract)(1, n, j, j, x, d);
        real_t *pivot = (real_t *)d[0], *inverse = (real_t *)&over, *root = (real_t *)x[j + j * n];
        for (int l = 0; l < NAME(WIDTH); l++)
            info[l] = info[l] == 0 && !(pivot[l] > 0) ? j + 1 : info[l];
        for (int l = 0; l < NAME(WIDTH); l++)
            root[l] = SQRT(pivot[l]);
        for (int l = 0; l < NAME(WIDTH); l++)
            inverse[l] = 1 / root[l];
#ifdef SL_COMPLEX
        x[j + j * n][1] = (LANES){0};
#endif
        int i = j + 1;
        for (; i + NAME(ROWS) <= n; i += NAME(ROWS))
            NAME(rows)(NAME(ROWS), n, i, j, over, x);
        for (; i < n; i++)
            NAME(rows)(1, n, i, j, over, x);
    }
}

/* All matrices of a chunk. */
TARGET static void NAME(chol_all)(bool upper, int n, int64_t count, scalar_t *a, int64_t lda,
                                  int64_t stride, int *info, void *room)
{
    LANES(*x)[PARTS] = room;
    for (int64_t k = 0; k < count; k += NAME(WIDTH)) {
        int some = (int)SL_MIN(NAME(WIDTH), count - k), lanes[NAME(WIDTH)];
        NAME(load)(upper, n, some, a + k * stride, lda, stride, x);
        NAME(factor)(n, x, lanes);
        NAME(store)(upper, n, some, (const LANES(*)[PARTS])x, a + k * stride, lda, stride);
        for (int l = 0; l < some; l++)
            info[k + l] = lanes[l];
    }
}

#undef LANES
