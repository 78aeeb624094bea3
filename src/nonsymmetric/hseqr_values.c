/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues from the diagonal of a Schur form. */

#include <math.h>
#include <stdlib.h>
#include "nonsymmetric.h"

/* The diagonal of a real T, and those beside it where they are not zero. */
struct diagonals {
    double *on, *below, *above;
};

/* Reads `count` elements on the diagonal of tile (i,j) that begins with its element (r,c). Complex
 * numbers go to w, real ones to x. */
static int read_diagonal(struct sl_hseqr *s, int64_t i, int64_t j, int64_t r, int64_t c,
                         int64_t count, void *w, double *x)
{
    starling_matrix *H = s->problem->H;
    starpu_data_handle_t tile = H->tile[i + j * H->mt];
    if (starpu_data_acquire(tile, STARPU_R) != 0)
        return sl_error("starling_hseqr", STARLING_ERUNTIME, NULL);
    const void *a = starpu_data_get_local_ptr(tile);
    int64_t ld = (int64_t)starpu_matrix_get_local_ld(tile);
    for (int64_t k = 0; k < count; k++) {
        double _Complex value = sl_element(s->prec, a, r + k + (c + k) * ld);
        if (w)
            sl_set_element(s->prec, w, k, value);
        else
            x[k] = __real__ value;
    }
    starpu_data_release(tile);
    return 0;
}

/* The three diagonals where they cross block column j. */
static int read_diagonals(struct sl_hseqr *s, int64_t j, struct diagonals d)
{
    starling_matrix *H = s->problem->H;
    int64_t first = j * H->nb, count = SL_MIN(H->nb, s->n - first), last = first + count - 1;
    if (sl_is_complex(s->prec))
        return read_diagonal(s, j, j, 0, 0, count,
                             (char *)s->problem->w + (size_t)first * sl_sizeof(s->prec), NULL);
    int info = read_diagonal(s, j, j, 0, 0, count, NULL, d.on + first);
    if (info == 0)
        info = read_diagonal(s, j, j, 1, 0, count - 1, NULL, d.below + first);
    if (info == 0)
        info = read_diagonal(s, j, j, 0, 1, count - 1, NULL, d.above + first);
    if (info == 0 && j + 1 < H->nt)
        info = read_diagonal(s, j + 1, j, 0, count - 1, 1, NULL, d.below + last);
    if (info == 0 && j + 1 < H->nt && d.below[last] != 0)
        info = read_diagonal(s, j, j + 1, count - 1, 0, 1, NULL, d.above + last);
    return info;
}

static void put_values(struct sl_hseqr *s, struct diagonals d)
{
    void *w = s->problem->w;
    for (int64_t i = 0; i < s->n; i++) {
        bool pair = i + 1 < s->n && d.below[i] != 0;
        double im = pair ? sqrt(fabs(d.below[i])) * sqrt(fabs(d.above[i])) : 0;
        sl_set_element(s->prec, w, i, d.on[i]);
        sl_set_element(s->prec, w, i + s->n, im);
        if (pair) {
            i++;
            sl_set_element(s->prec, w, i, d.on[i]);
            sl_set_element(s->prec, w, i + s->n, -im);
        }
    }
}

int sl_hseqr_values(struct sl_hseqr *s)
{
    double *x = calloc(3 * (size_t)s->n, sizeof *x);
    struct diagonals d = {x, x + s->n, x + 2 * s->n};
    int info = x ? 0 : sl_error("starling_hseqr", STARLING_ENOMEM, NULL);
    for (int64_t j = 0; j < s->problem->H->nt && info == 0; j++)
        info = read_diagonals(s, j, d);
    if (info == 0 && !sl_is_complex(s->prec))
        put_values(s, d);
    free(x);
    return info;
}
