/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches and the tasks on their chunks. */

#ifndef SL_BATCHED_H
#define SL_BATCHED_H

#include "codelets/batched/args.h"
#include "src/runtime/task.h"
#include "src/runtime/tuned.h"

/* Matrices, or integers, at equal distances or each at its own place. They are cut into chunks when
 * the batch is made, or by the first operation. */
struct starling_batch {
    starling_precision prec; /* SL_INT: integers */
    int64_t m, n, lda;       /* of each matrix; the largest numbers if they vary */
    int64_t count;
    char *a;               /* at equal distances: the first matrix */
    int64_t stride;        /* elements from one to the next */
    struct sl_place *each; /* each matrix; NULL: at equal distances */
    int node;              /* whose memory they are in */
    int64_t chunk;         /* matrices of a chunk */
    int64_t *first;        /* of each chunk, and `count`; NULL: all chunks are alike */
    /* A block column is a chunk, and a column is a matrix, lda (n - 1) + m elements, or, if that
     * stays on a device, its place. If it stays in main memory, a chunk has one element, for
     * dependencies. NULL: there are no chunks. */
    starling_matrix *store;
};

static inline bool sl_is_empty(const starling_batch *A)
{
    return A->m == 0 || A->n == 0;
}
static inline bool sl_is_int(const starling_batch *A)
{
    return A->prec == SL_INT;
}
/* Each matrix has its place on a device, and tasks run there. */
static inline bool sl_on_device(const starling_batch *A)
{
    return A->each && A->node != STARPU_MAIN_RAM;
}
/* Tasks do not move it, and read it in main memory. */
static inline bool sl_stays(const starling_batch *A)
{
    return A->first || (A->each && !sl_on_device(A));
}
/* The first matrix of chunk c; of the number of chunks: `count` */
static inline int64_t sl_first_of_chunk(const starling_batch *A, int64_t c)
{
    return A->first ? A->first[c] : SL_MIN(A->count, c * A->chunk);
}
static inline struct sl_place sl_place_of(const starling_batch *A, int64_t i)
{
    if (A->each)
        return A->each[i];
    return (struct sl_place){A->a ? A->a + (size_t)(i * A->stride) * sl_sizeof(A->prec) : NULL,
                             (int)A->m, (int)A->n, (int)A->lda, 0};
}

/* ---- Making -------------------------------------------------------------------------------- */

/* A number for each matrix, or one for all: x[i] or x[0]; if there is y, too, the smaller or the
 * larger one of both. */
struct sl_numbers {
    const int64_t *x, *y;
    bool one, smaller;
};
#define SL_ONE(x) ((struct sl_numbers){&(x), NULL, true, false})
#define SL_EACH(x) ((struct sl_numbers){(x), NULL, false, false})
static inline int64_t sl_number(struct sl_numbers v, int64_t i)
{
    int64_t k = v.one ? 0 : i;
    return !v.y ? v.x[k] : v.smaller ? SL_MIN(v.x[k], v.y[k]) : SL_MAX(v.x[k], v.y[k]);
}
static inline struct sl_numbers sl_smaller(struct sl_numbers m, struct sl_numbers n)
{
    return (struct sl_numbers){m.x, n.x, m.one, true};
}
static inline struct sl_numbers sl_larger(struct sl_numbers m, struct sl_numbers n)
{
    return (struct sl_numbers){m.x, n.x, m.one, false};
}
/* The first matrix with a bad number, or without an array that it needs; -1: there is none. */
int64_t sl_bad_size(struct sl_numbers m, int64_t count);
int64_t sl_bad_ld(struct sl_numbers lda, struct sl_numbers m, int64_t count);
int64_t sl_bad_pointer(const void *const *a, struct sl_numbers m, struct sl_numbers n,
                       int64_t count);
/* Reports number i, which is bad. Returns info. */
int sl_bad_number(const char *routine, int position, const char *name, struct sl_numbers v,
                  int64_t i, const char *rule);
/* Checks of `count` sizes, arrays and leading dimensions, as SL_ARG_OF(). */
#define SL_NUMBERS(routine, position, v, bad, rule)                                                \
    do {                                                                                           \
        int64_t bad_ = (bad);                                                                      \
        if (bad_ >= 0)                                                                             \
            return sl_bad_number(routine, position, #v, v, bad_, rule);                            \
    } while (0)
#define SL_SIZES(routine, position, m)                                                             \
    SL_NUMBERS(routine, position, m, sl_bad_size(m, count), "at least 0, and less than 2^31")
#define SL_LDS(routine, position, lda, m)                                                          \
    SL_NUMBERS(routine, position, lda, sl_bad_ld(lda, m, count),                                   \
               "at least 1 and the rows of the matrix, and less than 2^31")
#define SL_POINTERS(routine, position, a, m, n)                                                    \
    SL_ARG_OF(routine, position, a, SL_BAD_POINTER(a, m, n) < 0,                                   \
              "an array of pointers to the matrices; that of matrix %lld is missing",              \
              (long long)SL_BAD_POINTER(a, m, n))
#define SL_BAD_POINTER(a, m, n) sl_bad_pointer((const void *const *)(a), m, n, count)

/* Matrices at `a`, or columns, also of integers, in the memory of `node`. Arguments have been
 * checked. Chunk 0: by the first operation. Returns info. */
int sl_batch_of_pointers(starling_batch **A, starling_precision prec, struct sl_numbers m,
                         struct sl_numbers n, const void *const *a, struct sl_numbers lda,
                         int64_t count, int64_t chunk, int node);
int sl_batch_of_columns(starling_batch **A, starling_precision prec, struct sl_numbers m,
                        const void *const *a, int64_t count, int64_t chunk, int node);

/* If A has no chunks, cuts it as `like`, or, if that is NULL, into chunks of about equal work.
 * Returns info. */
int sl_batch_cut(starling_batch *A, const starling_batch *like);

/* ---- Requirements on arguments --------------------------------------------------------------- */

/* Whether B has as many matrices as A, in the same chunks, or can have them. Pointers of both are
 * to one memory. */
bool sl_batched_alike(const starling_batch *A, const starling_batch *B);
/* A batch of matrices */
static inline bool sl_are_matrices(const starling_batch *A)
{
    return A != NULL && !sl_is_int(A);
}
static inline bool sl_are_ints_of(const starling_batch *p, const starling_batch *A)
{
    return p != NULL && sl_is_int(p) && sl_batched_alike(A, p);
}
/* An integer for each matrix of A */
static inline bool sl_are_infos_of(const starling_batch *p, const starling_batch *A)
{
    return sl_are_ints_of(p, A) && p->m == 1 && !p->each;
}
/* Other matrices than those of A, for each of these */
static inline bool sl_go_with(const starling_batch *B, const starling_batch *A)
{
    return sl_are_matrices(B) && B != A && B->prec == A->prec && sl_batched_alike(A, B);
}

/* The first matrix whose shape does not fit to that of A; -1: there is none. */
int64_t sl_not_square(const starling_batch *A);                          /* m = n */
int64_t sl_not_pivots(const starling_batch *p, const starling_batch *A); /* min(m, n) integers */
int64_t sl_not_sides(const starling_batch *B, const starling_batch *A);  /* max(m, n) rows */
int64_t sl_not_tau(const starling_batch *tau, const starling_batch *A);  /* min(m, n) x 1 */

/* Checks of arguments of an operation with the sequence `seq`. The first one cuts A. */
#define SL_BATCH_OF_MATRICES(position, A)                                                          \
    SL_SEQ_ARG(seq, position, A, sl_are_matrices(A), "a batch of matrices");                       \
    do {                                                                                           \
        int cut = sl_batch_cut(A, NULL);                                                           \
        if (cut != 0)                                                                              \
            return sl_sequence_error(seq, cut);                                                    \
    } while (0)
#define SL_BATCH_OF_SQUARES(position, A)                                                           \
    SL_BATCH_OF_MATRICES(position, A);                                                             \
    SL_SEQ_ARG(seq, position, A, sl_not_square(A) < 0,                                             \
               "a batch of square matrices; matrix %lld is not", (long long)sl_not_square(A))
#define SL_BATCH_INFOS(position, infos)                                                            \
    SL_SEQ_ARG(seq, position, infos, sl_are_infos_of(infos, A),                                    \
               "a batch of 1 integer for each matrix of A, in the same chunks")
#define SL_BATCH_PIVOTS(position, ipiv)                                                            \
    SL_SEQ_ARG(seq, position, ipiv, sl_are_ints_of(ipiv, A),                                       \
               "a batch of integers for each matrix of A, in the same chunks");                    \
    SL_SEQ_ARG(seq, position, ipiv, sl_not_pivots(ipiv, A) < 0,                                    \
               "a batch of min(m, n) integers for each matrix of A; matrix %lld has other ones",   \
               (long long)sl_not_pivots(ipiv, A))
#define SL_BATCH_SIDES(position, B)                                                                \
    SL_SEQ_ARG(seq, position, B, sl_go_with(B, A),                                                 \
               "a batch of the precision of A, with as many matrices as A in the same chunks");    \
    SL_SEQ_ARG(seq, position, B, sl_not_sides(B, A) < 0,                                           \
               "a batch of max(m, n) rows for each matrix of A; matrix %lld has other ones",       \
               (long long)sl_not_sides(B, A))

/* ---- Tasks --------------------------------------------------------------------------------- */

/* What an operation does with a batch. */
struct sl_use {
    starling_batch *batch; /* NULL, or with empty matrices: there is none */
    enum starpu_data_access_mode mode;
};

/* An operation on batches: a task for each chunk. */
struct sl_batched {
    starling_sequence *seq;
    struct starpu_codelet *cl;
    struct sl_batched_args args; /* sl_batched() fills in where the operands are */
    sl_work_query *work;         /* of `rows` x `columns` matrices, the third number is how
                                  * many a GPU has, 0: there is none */
    int64_t rows, columns;
    sl_work_query *work_b; /* the same of B */
    /* of one matrix of A, and of B */
    double (*flops)(starling_precision prec, struct sl_place a, struct sl_place b);
    struct sl_use use[SL_BATCH_OPERANDS]; /* by enum sl_operand; A is there */
};
void sl_batched(struct sl_batched *call);
/* The workspace of solutions with factors. Matrices with places of their own need none: NULL. */
sl_work_query *sl_work_of_solutions(const starling_batch *A, const starling_batch *ipiv,
                                    const starling_batch *B);
/* Before: the kind of thread block that factors A on a GPU (codelets/kind.h). Matrices of
 * varying orders have the kernels' own choice. */
void sl_set_kind(struct sl_batched *call, enum sl_parameter parameter, const starling_batch *A);

#endif
