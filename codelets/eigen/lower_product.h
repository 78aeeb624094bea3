/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Y = Y + A V with columns of the lower triangle of a symmetric A, where V has few columns. Included
 * by codelets/vectors.h. BLAS copies A first, which costs a third of such a product. Here A stays
 * where it is, and a block of it is used twice while it is in cache. V and Y are copied to strips
 * of columns. A row of a strip has three vectors. */

#define LANES NAME(lanes)
#define STRIP NAME(strip) /* a row of it */
typedef scalar_t LANES __attribute__((vector_size(BYTES), may_alias));
typedef LANES STRIP[3];
/* Columns of a strip; rows whose sums stay in registers. */
enum { NAME(WIDTH) = 3 * BYTES / sizeof(scalar_t), NAME(ROWS) = BYTES == 64 ? 8 : 4 };

/* Some rows of Y = Y + A V, or of A^T V, where each is a sum of k terms. In A the rows are `row`
 * numbers apart, and the terms `term`. The next rows of A are fetched ahead. */
TARGET __attribute__((always_inline)) static inline void
NAME(sums)(int rows, int k, const scalar_t *a, int64_t row, int64_t term, const STRIP *v, STRIP *y)
{
    STRIP sum[NAME(ROWS)];
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 3
        for (int j = 0; j < 3; j++)
            sum[i][j] = y[i][j];
    for (int l = 0; l < k; l++, a += term) {
        LANES x[3] = {v[l][0], v[l][1], v[l][2]};
        __builtin_prefetch(a + (rows + l % rows) * row);
#pragma GCC unroll 8
        for (int i = 0; i < rows; i++)
#pragma GCC unroll 3
            for (int j = 0; j < 3; j++)
                sum[i][j] += a[i * row] * x[j];
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i++)
#pragma GCC unroll 3
        for (int j = 0; j < 3; j++)
            y[i][j] = sum[i][j];
}

/* All rows and strips of Y = Y + A V, where A is m x n, or of Y = Y + A^T V, where it is n x m. V and
 * Y begin in these rows of the strips. */
TARGET __attribute__((always_inline)) static inline void
NAME(block)(int m, int n, bool transposed, const scalar_t *a, int64_t lda, const struct strips *p,
            int64_t v_row, int64_t y_row)
{
    int64_t row = transposed ? lda : 1, term = transposed ? 1 : lda;
    int together = m - m % NAME(ROWS);
    for (int i = 0; i < m; i += i < together ? NAME(ROWS) : 1)
        for (int s = 0; s < p->count; s++) {
            const STRIP *v = (const STRIP *)p->v + s * p->rows + v_row;
            STRIP *y = (STRIP *)p->y + s * p->rows + y_row + i;
            if (i < together)
                NAME(sums)(NAME(ROWS), n, a + i * row, row, term, v, y);
            else
                NAME(sums)(1, n, a + i * row, row, term, v, y);
        }
}

/* n columns of A from the diagonal down, which begins in row j of the strips. */
TARGET static void NAME(columns)(const struct strips *p, int64_t j, int n, const scalar_t *a,
                                 int64_t lda)
{
    scalar_t full[SL_PRODUCT_COLUMNS * SL_PRODUCT_COLUMNS]; /* both triangles of a diagonal block */
    for (int width; n > 0; n -= width, j += width, a += width * (lda + 1)) {
        width = SL_MIN(n, SL_PRODUCT_COLUMNS);
        for (int c = 0; c < width; c++)
            for (int r = c; r < width; r++)
                full[c + r * width] = full[r + c * width] = a[r + c * lda];
        NAME(block)(width, width, false, full, width, p, j, j);
        for (int64_t i = width; j + i < p->rows; i += SL_PRODUCT_ROWS) {
            int rows = (int)SL_MIN(SL_PRODUCT_ROWS, p->rows - j - i);
            NAME(block)(width, rows, true, a + i, lda, p, j + i, j);
            NAME(block)(rows, width, false, a + i, lda, p, j, j + i);
        }
    }
}

/* Begins with V, which has k columns, and Y = 0. */
TARGET static void NAME(begin)(struct strips *p, int k, const scalar_t *v, int64_t ldv, void *room)
{
    p->count = (k + NAME(WIDTH) - 1) / NAME(WIDTH);
    p->y = room;
    p->v = (STRIP *)room + p->count * p->rows;
    memset(p->y, 0, (size_t)(p->count * p->rows) * sizeof(STRIP));
    for (int j = 0; j < p->count * NAME(WIDTH); j++) {
        scalar_t *to = (scalar_t *)((STRIP *)p->v + j / NAME(WIDTH) * p->rows) + j % NAME(WIDTH);
        for (int64_t i = 0; i < p->rows; i++)
            to[i * NAME(WIDTH)] = j < k ? v[i + j * ldv] : 0;
    }
}

/* Y as an ordinary matrix. */
TARGET static void NAME(end)(const struct strips *p, int k, scalar_t *y, int64_t ldy)
{
    for (int j = 0; j < k; j++) {
        scalar_t *from = (scalar_t *)((STRIP *)p->y + j / NAME(WIDTH) * p->rows) + j % NAME(WIDTH);
        for (int64_t i = 0; i < p->rows; i++)
            y[i + j * ldy] = from[i * NAME(WIDTH)];
    }
}

#undef LANES
#undef STRIP
