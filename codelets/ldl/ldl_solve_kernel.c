/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* B = A^-1 B for some columns B, with the factors and interchanges of A in block columns. LAPACK's
 * factors are a product P1 L1 P2 L2 ... D ..., in which later interchanges are not made in L. A
 * panel of them, with its own interchanges made, is a triangle, and so BLAS 3 solves with it. Data:
 * B, a workspace of n rows and nb + 1 columns, ipiv, and all block columns. */

#define SL_KERNEL_USES_BLAS
#include <string.h>
#include "ldl.h"

struct solve {
    const struct sl_ldl_args *p;
    struct view A;
    const int *ipiv;
    scalar_t *s, *b; /* the panel, and the right-hand sides */
    int ldb, nrhs;
    int64_t from, end; /* the columns of the panel */
};

static scalar_t *row_of_b(const struct solve *v, int64_t i, int64_t m)
{
    return v->b + first_row(v->p, i, m);
}

/* The first column of the panel that begins at k: k + 1 if k is the second column of a pivot.
 * Pivots of two columns stand in pairs of negative numbers. */
static int64_t first_of_panel(const struct solve *v, int64_t k)
{
    int64_t before = k;
    while (k < v->p->n && before > 0 && v->ipiv[in_memory(v->p, before - 1)] < 0)
        before--;
    return k + (k - before) % 2;
}

static void swap_rows(int64_t columns, scalar_t *x, int64_t ldx, int64_t i, int64_t j)
{
    if (i != j && columns > 0)
        cblas_x(swap)((int)columns, x + i, (int)ldx, x + j, (int)ldx);
}

/* For all pivots of the panel: the rows that they have interchanged, forth or back. */
static void interchange(const struct solve *v, bool back)
{
    const struct sl_ldl_args *p = v->p;
    bool pair;
    if (back) /* a pair is met at its second column, which has the interchange */
        for (int64_t k = v->end - 1; k >= v->from; k -= 1 + pair) {
            int64_t row = pivot_row(p, v->ipiv, k, &pair);
            swap_rows(v->nrhs, v->b, v->ldb, in_memory(p, k), in_memory(p, row));
        }
    else
        for (int64_t k = v->from; k < v->end; k += 1 + pair) {
            int64_t row = pivot_row(p, v->ipiv, k, &pair);
            swap_rows(v->nrhs, v->b, v->ldb, in_memory(p, k + pair), in_memory(p, row));
        }
}

/* S = the panel, with the interchanges of its later pivots; D is left out. */
static void load(const struct solve *v)
{
    const struct sl_ldl_args *p = v->p;
    bool pair, lower = p->uplo == STARLING_LOWER;
    int64_t n = p->n;
    for (int64_t k = v->from; k < v->end; k += 1 + pair) {
        int64_t row = pivot_row(p, v->ipiv, k, &pair), left = k - v->from;
        for (int64_t c = k; c <= k + pair; c++) {
            int64_t below = n - c - 1;
            scalar_t *s = v->s + (lower ? c - v->from : v->end - 1 - c) * n;
            if (below > 0)
                memcpy(s + first_row(p, c + 1, below), column_of(&v->A, c + 1, below, c),
                       sizeof *s * (size_t)below);
            if (pair && c == k)
                s[in_memory(p, k + 1)] = 0; /* an element of D */
        }
        scalar_t *before = lower ? v->s : v->s + (v->end - k) * n; /* columns from ... k - 1 */
        swap_rows(left, before, n, in_memory(p, k + pair), in_memory(p, row));
    }
}

/* B(from:end) = L11^-x B(from:end), and the rest: forward, B2 -= L21 B1 after it; backward,
 * B1 -= L21^x B2 before it */
static void substitute(const struct solve *v, bool back)
{
    const scalar_t one = 1, minus_one = -1;
    int64_t n = v->p->n, width = v->end - v->from, below = n - v->end;
    CBLAS_TRANSPOSE adjoint = v->p->hermitian ? CblasConjTrans : CblasTrans;
    scalar_t *b1 = row_of_b(v, v->from, width), *b2 = row_of_b(v, v->end, below);
    const scalar_t *l21 = v->s + first_row(v->p, v->end, below);
    if (back && below > 0)
        cblas_x(gemm)(CblasColMajor, adjoint, CblasNoTrans, (int)width, v->nrhs, (int)below,
                      SADDR(minus_one), l21, (int)n, b2, v->ldb, SADDR(one), b1, v->ldb);
    cblas_x(trsm)(CblasColMajor, CblasLeft, cblas_uplo(v->p->uplo), back ? adjoint : CblasNoTrans,
                  CblasUnit, (int)width, v->nrhs, SADDR(one),
                  v->s + first_row(v->p, v->from, width), (int)n, b1, v->ldb);
    if (!back && below > 0)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)below, v->nrhs, (int)width,
                      SADDR(minus_one), l21, (int)n, b1, v->ldb, SADDR(one), b2, v->ldb);
}

/* B(from:end) = D^-1 B(from:end); a block of order 2 is divided by its element d21, the largest. */
static void divide(const struct solve *v)
{
    for (int64_t k = v->from; k < v->end; k++) {
        bool pair;
        pivot_row(v->p, v->ipiv, k, &pair);
        scalar_t d11 = *column_of(&v->A, k, 1, k), *x = row_of_b(v, k, 1);
        if (!pair) {
            for (int j = 0; j < v->nrhs; j++)
                x[(int64_t)j * v->ldb] /= v->p->hermitian ? SL_REAL(d11) : d11;
            continue;
        }
        scalar_t d21 = *column_of(&v->A, k + 1, 1, k), d12 = conj_if(v->p->hermitian, d21);
        scalar_t a = d11 / d12, c = *column_of(&v->A, k + 1, 1, k + 1) / d21, det = a * c - 1;
        scalar_t *y = row_of_b(v, k + 1, 1);
        for (int j = 0; j < v->nrhs; j++) {
            int64_t at = (int64_t)j * v->ldb;
            scalar_t b1 = x[at] / d12, b2 = y[at] / d21;
            x[at] = (c * b1 - b2) / det;
            y[at] = (a * b2 - b1) / det;
        }
        k++;
    }
}

static void cpu_ldl_solve(void *tiles[], void *arg)
{
    const struct sl_ldl_args *p = arg;
    struct solve v = {.p = p,
                      .A = {tiles + 3, p},
                      .ipiv = (const int *)STARPU_MATRIX_GET_PTR(tiles[2]),
                      .s = TILE(tiles[1]),
                      .b = TILE(tiles[0]),
                      .ldb = TILE_LD(tiles[0]),
                      .nrhs = TILE_N(tiles[0])};
    int64_t panels = (p->n + p->nb - 1) / p->nb;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t e = 0; e < panels; e++) {
            int64_t k = pass == 0 ? e : panels - 1 - e;
            v.from = first_of_panel(&v, SL_MIN(p->n, k * p->nb));
            v.end = first_of_panel(&v, SL_MIN(p->n, (k + 1) * p->nb));
            if (v.from == v.end)
                continue;
            load(&v);
            if (pass == 0) {
                interchange(&v, false);
                substitute(&v, false);
                divide(&v);
            } else {
                substitute(&v, true);
                interchange(&v, true);
            }
        }
}

SL_CODELET_CPU(ldl_solve);
