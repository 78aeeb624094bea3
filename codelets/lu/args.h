/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of LU: panels, updates of columns, interchanges. */

#ifndef SL_LU_ARGS_H
#define SL_LU_ARGS_H

#include "codelets/worker_team.h"

enum { SL_IPIV = 3 };         /* integers for each pivot: ipiv, and two for its moves */
enum { SL_SWAP_ROWS = 1024 }; /* pivots of a part, as in cuda_getrf.h */

/* The interchanges ipiv as moves of rows, for GPUs (cuda_getrf.h): two integers for each
 * pivot. There is one part for each SL_SWAP_ROWS pivots, in which rows count from its first
 * one. A part of p pivots has two lists, j = 0 ... p - 1: the row that becomes row j; the
 * row that row j becomes, or -1 if that is one of the first p. */
void sl_moves(int64_t pivots, const int *ipiv, int *moves);

struct sl_getrf_args { /* getrf, update_getrf */
    struct sl_args head;
    int64_t offset; /* of the first row in the first tile */
    int64_t before; /* update_getrf: the same for the first of the steps that update the column */
    int steps;      /* number of these steps; 0: none */
    bool grouped;   /* they are in one group with this one: their columns get its interchanges */
    /* Positions in the list of data; -1: there is no such datum. ipiv and info are 0 and 1. */
    int work;             /* a workspace: for a column of the matrix, and for a GPU */
    int copy;             /* an array to which the factored rows are copied */
    int parts;            /* L of the only step, split */
    int panels;           /* L and ipiv of each of the steps */
    int column;           /* the tiles of the column */
    bool transposed;      /* the column is in transposed tiles before, and not after */
    struct sl_team *team; /* NULL: a core works alone */
};
struct sl_lu_args { /* update */
    struct sl_args head;
    int64_t offset;
    int steps;    /* number of steps that update the column */
    bool inverse; /* there are inverted blocks */
    /* Positions in the list of data. L, ipiv and, if there are, inverted blocks of each of
     * the steps are from 0 on. */
    int work, parts, column; /* a workspace and L of the only step, split, -1: none; the tiles of
                                the column */
    bool was_transposed;     /* the column is in transposed tiles before ... */
    bool transposed;         /* ... and its rows below U after it */
    bool soon;               /* the column is factored in the step after the next */
};
struct sl_laswp_args {
    struct sl_args head;
    int64_t first, offset; /* the first row: in the matrix, in the first tile */
    bool inverse;
};
struct sl_exchange_args { /* a column of tiles that several rows of processes own */
    struct sl_args head;
    int pivots, mb; /* of the step; rows of a tile */
    int rows, row;  /* rows of processes; that of this task, from that of the step's tile on */
    int packs;      /* data with rows of other processes; others than row 0 write one */
    int tiles;      /* of the column in this task */
};
struct sl_columns_args {
    struct sl_args head;
    int64_t from, to; /* the first column of X's tile and of A's, in the matrix */
};
struct sl_permutation_args {
    struct sl_args head;
    int64_t first, pivots, steps;
    int64_t each;  /* pivots of a step; the last one may have fewer */
    bool followed; /* another permutation follows */
};
extern struct starpu_codelet sl_permutation_cl;

#endif
