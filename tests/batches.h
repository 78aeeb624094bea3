/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches of the tests: arrays with padding, gaps and guard bands, and integers. */

#ifndef BATCHES_H
#define BATCHES_H

#include <stdlib.h>
#include <string.h>
#include "reference.h"

/* `count` m x n matrices in one array: its column i has matrix i, lda (n - 1) + m elements, and
 * then a gap. */
struct batch {
    struct array store;
    int64_t m, n, lda, count;
    int *info; /* one more than matrices, which must stay -7 */
};

__attribute__((unused)) static struct batch batch_new(starling_precision prec, int64_t m, int64_t n,
                                                      int64_t pad, int64_t gap, int64_t count)
{
    int64_t lda = (m > 0 ? m : 1) + pad, rows = m > 0 && n > 0 ? lda * (n - 1) + m : 0;
    struct batch b = {array_new(prec, rows, count, gap),        m, n, lda, count,
                      malloc(sizeof(int) * (size_t)(count + 1))};
    for (int64_t i = 0; i <= count; i++)
        b.info[i] = -7;
    return b;
}
__attribute__((unused)) static void batch_free(struct batch *b)
{
    array_free(&b->store);
    free(b->info);
}
__attribute__((unused)) static wide get(const struct batch *b, int64_t k, int64_t i, int64_t j)
{
    return array_get(&b->store, i + j * b->lda, k);
}
__attribute__((unused)) static void set(struct batch *b, int64_t k, int64_t i, int64_t j,
                                        wide value)
{
    array_set(&b->store, i + j * b->lda, k, value);
}
/* Matrix k */
__attribute__((unused)) static void *matrix_of(const struct batch *b, int64_t k)
{
    return (char *)b->store.a + element_size(b->store.prec) * (size_t)(k * b->store.lda);
}
/* Whether matrix k has the same bytes in both, padding included. */
__attribute__((unused)) static bool same_bytes(const struct batch *a, const struct batch *b,
                                               int64_t k)
{
    return memcmp(matrix_of(a, k), matrix_of(b, k),
                  element_size(a->store.prec) * (size_t)a->store.m) == 0;
}
/* Lets GPUs factor by this compiled kind (doc/tuning.md); 0: by their own choice. False: there is
 * no such kind. Cores need none, and for them kind 1 is only a value. */
__attribute__((unused)) static bool set_kind(const char *parameter, int kind)
{
    char line[300];
    int kinds = starling_tuning_kind(parameter, STARLING_D, 64, 0, NULL);
    snprintf(line, sizeof line, "%s %s sdcz 1 1024 %d", parameter, starling_tuning_workers(), kind);
    return kinds >= 0 && kind <= (kinds > 0 ? kinds : 1) && starling_tuning_set(line) == 0;
}
/* A copy, whose bytes are remembered (array_intact()). */
__attribute__((unused)) static struct batch copy_of(const struct batch *b)
{
    struct batch c = batch_new(b->store.prec, b->m, b->n, b->lda - (b->m > 0 ? b->m : 1),
                               b->store.lda - (b->store.m > 0 ? b->store.m : 1), b->count);
    for (int64_t k = 0; k < b->count; k++)
        memcpy(matrix_of(&c, k), matrix_of(b, k), element_size(b->store.prec) * (size_t)b->store.m);
    array_save(&c.store);
    return c;
}
/* Whether padding, gaps and what is around are what they were in `before`. */
__attribute__((unused)) static bool rest_stays(const struct batch *before,
                                               const struct batch *after)
{
    size_t size = element_size(before->store.prec);
    if (!array_intact(&after->store, 'G'))
        return false;
    for (int64_t k = 0; k < before->count; k++)
        for (int64_t e = 0; e < before->store.m; e++)
            if (e % before->lda >= before->m &&
                memcmp((char *)matrix_of(before, k) + size * (size_t)e,
                       (char *)matrix_of(after, k) + size * (size_t)e, size) != 0)
                return false;
    return true;
}

#endif
