/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where the matrices of a chunk are. */

#ifndef SL_PLACE_H
#define SL_PLACE_H

#include <stdint.h>

/* The largest orders of a matrix in registers of a GPU, and of one with a thread block, in a launch with
 * others. Above, each matrix has launches of its own. */
enum { SL_SMALL = 32, SL_MIDDLE_ROWS = 1024 };

/* A matrix, or m integers. In a chunk on a device, place k also has the number of the matrix that
 * is k-th by sl_key(), the largest one first. */
struct sl_place {
    void *a;
    int m, n, lda;
    int sorted;
};

/* The size that decides which kernel of a GPU takes a matrix. Those for small ones take only
 * squares. */
static inline int sl_key(struct sl_place a)
{
    int most = a.m > a.n ? a.m : a.n;
    if (a.m == 0 || a.n == 0)
        return 0;
    return a.m != a.n && most <= SL_SMALL ? SL_SMALL + 1 : most;
}

/* Sorts `count` matrices by counting. Keys from SL_KEYS - 1 on are in any order. */
enum { SL_KEYS = SL_MIDDLE_ROWS + 2 };
static inline void sl_sort_places(struct sl_place *each, int64_t count)
{
    int start[SL_KEYS + 1] = {0}; /* where the matrices of each key begin, the largest key first */
    for (int64_t i = 0; i < count; i++) {
        int key = sl_key(each[i]);
        start[SL_KEYS - (key < SL_KEYS ? key : SL_KEYS - 1)]++;
    }
    for (int k = 0; k < SL_KEYS; k++)
        start[k + 1] += start[k];
    for (int64_t i = 0; i < count; i++) {
        int key = sl_key(each[i]);
        each[start[SL_KEYS - 1 - (key < SL_KEYS ? key : SL_KEYS - 1)]++].sorted = (int)i;
    }
}

/* An operand of a chunk on a device: each matrix at its place, or all at equal distances. */
struct sl_matrices {
    const struct sl_place *each, *on_host; /* NULL: at equal distances */
    void *first;
    int64_t stride; /* elements */
    int m, n, lda;  /* of each matrix; if they vary, the largest */
    int64_t count;
};

static inline struct sl_place sl_place_in(const struct sl_matrices *A, int64_t i, int64_t element)
{
    struct sl_place all = {A->first ? (char *)A->first + i * A->stride * element : 0, A->m, A->n,
                           A->lda, 0};
    return A->on_host ? A->on_host[i] : all;
}
/* Matrix k in the order of sizes */
static inline int64_t sl_number_of(const struct sl_matrices *A, int64_t k)
{
    return A->on_host ? A->on_host[k].sorted : k;
}
static inline int sl_key_of(const struct sl_matrices *A, int64_t k)
{
    return sl_key(sl_place_in(A, sl_number_of(A, k), 0));
}
/* How many matrices have a larger key: they are the first ones in the order of sizes. */
static inline int64_t sl_above(const struct sl_matrices *A, int key)
{
    int64_t low = 0, high = A->count;
    while (low < high) {
        int64_t k = low + (high - low) / 2;
        if (sl_key_of(A, k) > key)
            low = k + 1;
        else
            high = k;
    }
    return low;
}

#endif
