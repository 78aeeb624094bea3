/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Eigenvalues of a symmetric tridiagonal matrix T. Cores use divide and conquer, with two rows of
 * the eigenvectors (stedc.c). A GPU uses bisection: it counts the eigenvalues below x, for many x
 * at a time (Barth, Martin and Wilkinson, Numer. Math. 9, 1967; Lo, Philippe and Sameh, SIAM J.
 * Sci. Stat. Comput. 8, 1987). */

#include "stedc.h"

/* Divide and conquer: fewest columns of a block, and most blocks, for each keeps a product for all
 * columns. A matrix of one block is solved at once, by a core. */
enum { BLOCK = 128, BLOCKS = 128 };

bool sl_sterf_by_bisection(int64_t n)
{
    return starling_ncuda() > 0 && n > BLOCK;
}

void sl_sterf_plan(struct sl_stedc *s, bool bisection)
{
    s->bisection = bisection;
    s->width = bisection ? s->n : SL_MAX((s->n + BLOCKS - 1) / BLOCKS, BLOCK);
}

int sl_sterf_tasks_by(bool bisection, starling_matrix *D, starling_matrix *E,
                      starling_sequence *seq)
{
    struct sl_stedc s = {.seq = seq, .prec = D->prec, .n = D->m};
    sl_sterf_plan(&s, bisection);
    return sl_stedc_solve(&s, D, E);
}

int sl_sterf_tasks(starling_matrix *D, starling_matrix *E, starling_sequence *seq)
{
    return sl_sterf_tasks_by(sl_sterf_by_bisection(D->m), D, E, seq);
}

int starling_sterf_submit(starling_matrix *D, starling_matrix *E, starling_sequence *seq)
{
    SL_ARG(3, seq, seq != NULL, SL_A_SEQUENCE);
    SL_D_E_ARGS(seq, D, E);
    return sl_sterf_tasks(D, E, seq);
}

int starling_sterf(starling_matrix *D, starling_matrix *E)
{
    SL_SYNCHRONOUS(starling_sterf_submit(D, E, seq));
}
