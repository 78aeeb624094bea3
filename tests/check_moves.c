/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Row interchanges as moves of rows (sl_moves in codelets/lu/args.h): made part by part, the
 * moves take every row to where LAPACK's interchanges take it, for numbers of pivots around the
 * size of a part, for random interchanges, none at all, and chains through the same rows. The
 * library is linked statically, for this is its own. */

#include <stdlib.h>
#include "codelets/lu/args.h"
#include "reference.h"
#include "tap.h"

enum { KINDS = 4 };
static const char *const kinds[KINDS] = {"random", "none", "the last row", "neighbours"};

static int pivot_of(int kind, int j, int rows, uint64_t *seed)
{
    int any = j + (int)((uniform(seed) + 1) / 2 * (rows - j));
    return 1 + (kind == 0 ? SL_MIN(any, rows - 1) : kind == 1 ? j : kind == 2 ? rows - 1
                : SL_MIN(j + 1, rows - 1));
}

/* Applies the moves to rows, part by part, as a GPU does. */
static void apply(int pivots, const int *moves, int *row, int *copy, int rows)
{
    for (int first = 0; first < pivots; first += SL_SWAP_ROWS) {
        int part = SL_MIN(SL_SWAP_ROWS, pivots - first);
        const int *from = moves + 2 * first, *to = from + part;
        memcpy(copy, row, sizeof *row * (size_t)rows);
        for (int j = 0; j < part; j++) {
            row[first + j] = copy[first + from[j]];
            if (to[j] >= 0)
                row[first + to[j]] = copy[first + j];
        }
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1},       {1, 9},       {9, 9},       {200, 1000},
                                   {1023, 1023}, {1024, 3000}, {1025, 1025}, {2500, 5000}};
    for (int kind = 0; kind < KINDS; kind++) {
        struct cases cases = {0};
        for (int s = 0; s < 8; s++) {
            int pivots = sizes[s][0], rows = sizes[s][1];
            uint64_t seed = (uint64_t)(s + 1);
            int *ipiv = calloc((size_t)pivots, sizeof *ipiv);
            int *moves = calloc(2 * (size_t)pivots, sizeof *moves);
            int *row = calloc((size_t)rows, sizeof *row), *copy = calloc((size_t)rows, sizeof *copy);
            int *expected = calloc((size_t)rows, sizeof *expected);
            for (int i = 0; i < rows; i++)
                row[i] = expected[i] = i;
            for (int j = 0; j < pivots; j++) {
                ipiv[j] = pivot_of(kind, j, rows, &seed);
                int other = expected[j];
                expected[j] = expected[ipiv[j] - 1];
                expected[ipiv[j] - 1] = other;
            }
            sl_moves(pivots, ipiv, moves);
            apply(pivots, moves, row, copy, rows);
            hold(&cases, memcmp(row, expected, sizeof *row * (size_t)rows) == 0,
                 "%d pivots, %d rows", pivots, rows);
            free(ipiv), free(moves), free(row), free(copy), free(expected);
        }
        ok(all_held(&cases), "interchanges with %s", kinds[kind]);
    }
    return done_testing();
}
