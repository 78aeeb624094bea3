/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values of an upper bidiagonal matrix by qd with differences (Fernando and Parlett,
 * Numer. Math. 67, 1994), with vectors by divide and conquer (Gu and Eisenstat, SIAM J. Matrix
 * Anal. Appl. 16, 1995): LAPACK's. If divide and conquer fails, by implicit QR. Buffers: D, which
 * gets the values, descending; E; info; a workspace; with vectors integers, U and V. */

#include <string.h>
#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "codelets/codelet.h"

/* V = V^T */
static void transpose(int64_t n, real_t *v, int64_t ld)
{
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++) {
            real_t x = v[i + j * ld];
            v[i + j * ld] = v[j + i * ld];
            v[j + i * ld] = x;
        }
}

/* From this order on the integers of LAPACK's divide and conquer cannot count its workspace. */
enum { TOO_LARGE = 26755 };

/* The workspace has D and E before that of LAPACK. */
static lapack_int with_vectors(int n, void *tiles[], real_t *d, real_t *e, real_t *work)
{
    real_t *u = TILE(tiles[5]), *vt = TILE(tiles[6]), *kept = work, *rest = work + 2 * n;
    int ldu = TILE_LD(tiles[5]), ldvt = TILE_LD(tiles[6]);
    memcpy(kept, d, sizeof *d * (size_t)n);
    if (n > 1)
        memcpy(kept + n, e, sizeof *e * (size_t)(n - 1));
    lapack_int info =
        n >= TOO_LARGE
            ? n
            : LAPACKE_x(bdsdc_work)(LAPACK_COL_MAJOR, 'U', 'I', n, d, e, u, ldu, vt, ldvt, NULL,
                                    NULL, rest, (lapack_int *)STARPU_MATRIX_GET_PTR(tiles[4]));
    if (info == 0)
        return 0;
    memcpy(d, kept, sizeof *d * (size_t)n);
    memcpy(e, kept + n, sizeof *e * (size_t)(n - 1));
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 1, u, ldu);
    LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 1, vt, ldvt);
    return LAPACKE_x(bdsqr_work)(LAPACK_COL_MAJOR, 'U', n, n, n, 0, d, e, vt, ldvt, u, ldu, NULL, 1,
                                 rest);
}

static bool all_finite(int n, const real_t *x)
{
    bool all = true;
    for (int i = 0; i < n; i++)
        all = all && isfinite(x[i]);
    return all;
}

/* LAPACK would print a message about a NaN. */
static void cpu_bdsdc(void *tiles[], void *arg)
{
    const struct sl_bdsdc_args *p = arg;
    real_t *d = TILE(tiles[0]), *e = TILE(tiles[1]), *work = TILE(tiles[3]);
    int *info = (int *)STARPU_VARIABLE_GET_PTR(tiles[2]), n = (int)p->n;
    if (!all_finite(n, d) || !all_finite(n - 1, e)) {
        *info = n;
        for (int i = 5; i < 7 && p->vectors; i++) /* later tasks read them */
            LAPACKE_x(laset_work)(LAPACK_COL_MAJOR, 'G', n, n, 0, 0, TILE(tiles[i]),
                                  TILE_LD(tiles[i]));
    } else if (p->vectors) {
        *info = with_vectors(n, tiles, d, e, work);
        transpose(n, TILE(tiles[6]), TILE_LD(tiles[6]));
    } else
        *info = LAPACKE_x(bdsqr_work)(LAPACK_COL_MAJOR, 'U', n, 0, 0, 0, d, e, NULL, 1, NULL, 1,
                                      NULL, 1, work);
}

SL_CODELET_CPU(bdsdc);
