/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of LU: panels, updates of columns, interchanges. */

#ifndef SL_LU_ARGS_H
#define SL_LU_ARGS_H

#include "codelets/worker_team.h"

enum { SL_IPIV = 3 };         /* integers for each pivot: ipiv, and two for its moves */
enum { SL_SWAP_ROWS = 1024 }; /* pivots of a part, as in cuda_getrf.h */

/* The interchanges ipiv as moves of rows, two integers a pivot, for GPUs (cuda_getrf.h): in
 * parts of SL_SWAP_ROWS pivots, rows counted from the part's first one; of p pivots first the
 * row that becomes row j, j = 0 ... p - 1, then what becomes of row j, -1: it is among them. */
void sl_moves(int64_t pivots, const int *ipiv, int *moves);

struct sl_getrf_args { /* getrf, update_getrf */
    struct sl_args head;
    int64_t offset; /* of the first row in the first tile */
    int64_t before; /* that of the steps before, which update the column first ... */
    int steps;      /* ... so many, 0: none */
    bool grouped;   /* with this one: their columns get its interchanges */
    bool work;      /* there is a workspace: a column of the matrix, and what a GPU needs */
    bool copy;      /* the factored rows go to another array, too */
    bool transposed; /* what the step before updates is in transposed tiles, and comes back */
    struct sl_team *team; /* NULL: a core works alone */
};
struct sl_lu_args { /* update, solve */
    struct sl_args head;
    int64_t offset;
    int steps;    /* update: so many */
    starling_uplo uplo;
    starling_trans trans;
    bool inverse; /* there are handles for the inverted blocks and a workspace */
    bool was_transposed; /* update: the column's rows are in transposed tiles ... */
    bool transposed;     /* ... and those below U are after it */
    bool soon;           /* update: it is factored in the step after the next */
    struct sl_team *team; /* solve; NULL: a core works alone */
};
struct sl_laswp_args {
    struct sl_args head;
    int64_t first, offset; /* the first row: in the matrix, in the first tile */
    bool inverse;
};
struct sl_columns_args {
    struct sl_args head;
    int64_t from, to; /* the first column of X's tile and of A's, in the matrix */
};
struct sl_permutation_args {
    struct sl_args head;
    int64_t first, pivots, steps;
    int64_t each; /* pivots of a step, but for the last */
    bool followed; /* there is a permutation that follows */
};
extern struct starpu_codelet sl_permutation_cl;

#endif
