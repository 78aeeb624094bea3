/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Batches over arrays of the user. */

#include <stdlib.h>
#include <string.h>
#include "batched.h"

/* With few matrices all workers have some chunks; not measured. */
enum { CHUNKS_OF_A_WORKER = 4 };
enum { CHUNK_WORK = 1000000 }; /* nanoseconds */
/* A chunk on a GPU has at most so many elements. */
enum { MOST_ON_DEVICE = 1 << 30 };

int64_t starling_batch_chunk(starling_precision prec, int64_t m, int64_t n, int64_t count)
{
    int64_t gpus = SL_MAX(0, starling_ncuda()), workers = SL_MAX(1, starling_ncpu() + gpus);
    int64_t bytes = sl_tuned(SL_TUNED_CHUNK, prec, SL_MAX(m, n)) << 10;
    int64_t share = (count + CHUNKS_OF_A_WORKER * workers - 1) / (CHUNKS_OF_A_WORKER * workers);
    return SL_MAX(1, SL_MIN(share, bytes / (int64_t)sl_sizeof(prec) / SL_MAX(1, m * n)));
}

/* Large matrices have many launches each, which two workers of a GPU prepare at the same time; one
 * H100. */
int64_t starling_batch_chunk_device(int64_t m, int64_t n, int64_t count)
{
    int64_t chunk = SL_MAX(m, n) > SL_MIDDLE_ROWS ? (count + 1) / 2 : count;
    return SL_MAX(1, SL_MIN(chunk, MOST_ON_DEVICE / SL_MAX(1, m * n)));
}

/* The elements from the first to the last one of a matrix. */
static int64_t extent(int64_t m, int64_t n, int64_t lda)
{
    return m > 0 && n > 0 ? lda * (n - 1) + m : 0;
}

/* ---- Cutting ------------------------------------------------------------------------------- */

/* Nanoseconds that a core may need for a matrix: on the safe side, not measured. */
static double work_of(struct sl_place a)
{
    double elements = (double)a.m * a.n;
    return 50 + elements + 0.1 * elements * SL_MIN(a.m, a.n);
}

/* The chunks of A have about the same work: for each worker some, and none longer than a
 * millisecond, if it has more than one matrix. */
static int64_t cut_by_work(starling_batch *A)
{
    int64_t chunks = 0, workers = SL_MAX(1, starling_ncpu());
    double all = 0, part = 0, most;
    for (int64_t i = 0; i < A->count; i++)
        all += work_of(A->each[i]);
    most = SL_MIN(CHUNK_WORK, all / (double)(CHUNKS_OF_A_WORKER * workers));
    for (int64_t i = 0; i < A->count; i++) {
        double work = work_of(A->each[i]);
        if (i > A->first[chunks] && part + work > most) {
            A->first[++chunks] = i;
            part = 0;
        }
        part += work;
    }
    A->first[chunks + (A->count > 0)] = A->count;
    return chunks + (A->count > 0);
}

static int no_memory(void)
{
    return sl_error("starling_batch", STARLING_ENOMEM, NULL);
}

/* The places of matrices on a device; a column has a place. */
static int make_store_of_places(starling_batch *A)
{
    enum { ROWS = sizeof(struct sl_place) / sizeof(int) };
    for (int64_t i = 0; i < A->count; i += A->chunk)
        sl_sort_places(A->each + i, SL_MIN(A->chunk, A->count - i));
    /* Not page-locked, which takes longer than the copy. */
    return sl_matrix_make(&A->store, &(starling_matrix){.prec = SL_INT,
                                                        .m = ROWS,
                                                        .n = A->count,
                                                        .mb = ROWS,
                                                        .nb = A->chunk,
                                                        .a = (char *)A->each,
                                                        .lda = ROWS,
                                                        .home = STARPU_MAIN_RAM});
}

/* The handles of A, which is cut into so many chunks. */
static int make_store(starling_batch *A, int64_t chunks)
{
    int64_t rows = extent(A->m, A->n, A->lda);
    if (sl_on_device(A))
        return make_store_of_places(A);
    if (!sl_stays(A))
        return sl_matrix_over(&A->store, A->prec, rows, A->count, A->a,
                              SL_MAX(A->stride, SL_MAX(1, rows)), SL_MAX(1, rows), A->chunk,
                              A->node);
    return sl_matrix_make(
        &A->store,
        &(starling_matrix){
            .prec = A->prec, .m = 1, .n = chunks, .mb = 1, .nb = 1, .home = STARPU_MAIN_RAM});
}

int sl_batch_cut(starling_batch *A, const starling_batch *like)
{
    int64_t chunks = like ? like->store->nt : 0;
    if (A->store)
        return 0;
    if (!like && sl_on_device(A))
        A->chunk = starling_batch_chunk_device(A->m, A->n, A->count);
    else if (!like || sl_stays(like)) { /* A stays, too */
        A->first = calloc((size_t)(like ? chunks : A->count) + 1, sizeof *A->first);
        if (!A->first)
            return no_memory();
        for (int64_t c = 0; c <= chunks && like; c++)
            A->first[c] = sl_first_of_chunk(like, c);
        if (!like)
            chunks = cut_by_work(A);
    } else
        A->chunk = like->chunk;
    int info = make_store(A, chunks);
    if (info != 0) {
        free(A->first);
        A->first = NULL;
    }
    return info;
}

bool sl_batched_alike(const starling_batch *A, const starling_batch *B)
{
    const starling_matrix *a = A->store, *b = B->store;
    if (A->each && B->each && A->node != B->node)
        return false;
    if (sl_stays(A) && !b && B->node != STARPU_MAIN_RAM) /* it could only stay, too */
        return false;
    if (A->count != B->count || !b)
        return A->count == B->count;
    if (!A->first && !B->first)
        return sl_same_cut(a->nt, A->chunk, b->nt, B->chunk);
    for (int64_t c = 0; c < a->nt && a->nt == b->nt; c++)
        if (sl_first_of_chunk(A, c) != sl_first_of_chunk(B, c))
            return false;
    return a->nt == b->nt;
}

/* ---- Making -------------------------------------------------------------------------------- */

/* A batch as `like`. Chunk 0: no chunks so far. */
static int make(starling_batch **A, const starling_batch *like)
{
    int info = 0;
    starling_batch *B = malloc(sizeof *B);
    if (!B)
        return no_memory();
    *B = *like;
    if (B->chunk > 0)
        info = make_store(B, B->count / B->chunk + (B->count % B->chunk != 0));
    if (info != 0)
        free(B);
    else
        *A = B;
    return info;
}

static struct sl_place place_at(const void *const *a, int64_t i, int64_t m, int64_t n, int64_t lda)
{
    return (struct sl_place){a ? (void *)(uintptr_t)a[i] : NULL, (int)m, (int)n, (int)lda, 0};
}

/* A batch of the places like->each, which it takes. */
static int make_of_places(starling_batch **A, starling_batch *like)
{
    for (int64_t i = 0; i < like->count; i++) {
        like->m = SL_MAX(like->m, like->each[i].m);
        like->n = SL_MAX(like->n, like->each[i].n);
        like->lda = SL_MAX(like->lda, like->each[i].lda);
    }
    int info = make(A, like);
    if (info != 0)
        free(like->each);
    return info;
}

static struct sl_place *new_places(int64_t count)
{
    size_t size = sizeof(struct sl_place);
    return (uint64_t)count < SIZE_MAX / size ? malloc(size * (size_t)SL_MAX(1, count)) : NULL;
}

int sl_batch_of_pointers(starling_batch **A, starling_precision prec, struct sl_numbers m,
                         struct sl_numbers n, const void *const *a, struct sl_numbers lda,
                         int64_t count, int64_t chunk, int node)
{
    struct sl_place *each = new_places(count);
    if (!each)
        return no_memory();
    for (int64_t i = 0; i < count; i++)
        each[i] = place_at(a, i, sl_number(m, i), sl_number(n, i), sl_number(lda, i));
    return make_of_places(
        A, &(starling_batch){
               .prec = prec, .count = count, .chunk = chunk, .each = each, .node = node});
}

int sl_batch_of_columns(starling_batch **A, starling_precision prec, struct sl_numbers m,
                        const void *const *a, int64_t count, int64_t chunk, int node)
{
    struct sl_place *each = new_places(count);
    if (!each)
        return no_memory();
    for (int64_t i = 0; i < count; i++)
        each[i] = place_at(a, i, sl_number(m, i), 1, SL_MAX(1, sl_number(m, i)));
    return make_of_places(
        A, &(starling_batch){
               .prec = prec, .count = count, .chunk = chunk, .each = each, .node = node});
}

/* ---- Requirements on arguments ------------------------------------------------------------- */

#define AT_MOST_INT(x) ((x) >= 0 && (x) <= INT32_MAX)

int64_t sl_bad_size(struct sl_numbers m, int64_t count)
{
    for (int64_t i = 0; i < (m.one ? 1 : count); i++)
        if (!m.x || !AT_MOST_INT(sl_number(m, i)))
            return i;
    return -1;
}

int64_t sl_bad_ld(struct sl_numbers lda, struct sl_numbers m, int64_t count)
{
    for (int64_t i = 0; i < (lda.one && m.one ? 1 : count); i++)
        if (!lda.x || !AT_MOST_INT(sl_number(lda, i)) ||
            sl_number(lda, i) < SL_MAX(1, sl_number(m, i)))
            return i;
    return -1;
}

static int64_t bad_extent(struct sl_numbers m, struct sl_numbers n, struct sl_numbers lda,
                          int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (extent(sl_number(m, i), sl_number(n, i), sl_number(lda, i)) > INT32_MAX)
            return i;
    return -1;
}

int64_t sl_bad_pointer(const void *const *a, struct sl_numbers m, struct sl_numbers n,
                       int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (sl_number(m, i) > 0 && sl_number(n, i) > 0 && (!a || !a[i]))
            return i;
    return -1;
}

int sl_bad_number(const char *routine, int position, const char *name, struct sl_numbers v,
                  int64_t i, const char *rule)
{
    if (!v.x)
        return sl_bad_argument(routine, position, name, SL_VALUE(v.x), "an array");
    if (v.one)
        return sl_bad_argument(routine, position, name, SL_VALUE(v.x[0]), "%s", rule);
    return sl_bad_argument(routine, position, name, SL_VALUE(v.x[i]), "%s; matrix %lld has it",
                           rule, (long long)i);
}

/* The first matrix whose shape does not fit to the other one's; -1: there is none. */
static int64_t first_unlike(const starling_batch *A, const starling_batch *B,
                            bool fits(struct sl_place a, struct sl_place b))
{
    int64_t last = A->each || B->each ? A->count : 1;
    for (int64_t i = 0; i < last; i++)
        if (!fits(sl_place_of(A, i), sl_place_of(B, i)))
            return i;
    return -1;
}

static bool is_square(struct sl_place a, struct sl_place b)
{
    return a.m == b.n;
}
static bool has_pivots_of(struct sl_place p, struct sl_place a)
{
    return p.m == SL_MIN(a.m, a.n);
}
static bool has_rows_of(struct sl_place b, struct sl_place a)
{
    return b.m == SL_MAX(a.m, a.n);
}
static bool is_tau_of(struct sl_place t, struct sl_place a)
{
    return t.m == SL_MIN(a.m, a.n) && t.n == 1;
}
int64_t sl_not_square(const starling_batch *A)
{
    return first_unlike(A, A, is_square);
}
int64_t sl_not_pivots(const starling_batch *p, const starling_batch *A)
{
    return first_unlike(p, A, has_pivots_of);
}
int64_t sl_not_sides(const starling_batch *B, const starling_batch *A)
{
    return first_unlike(B, A, has_rows_of);
}
int64_t sl_not_tau(const starling_batch *tau, const starling_batch *A)
{
    return first_unlike(tau, A, is_tau_of);
}

#define COUNT_RULE "at least 0, and less than 2^31"
#define CHUNK_RULE "at least 0 (0: the library's choice), and less than 2^31"
/* In StarPU, the number of elements of a chunk has 32 bits. */
#define CHUNK_FITS(rows) ((rows) == 0 || count == 0 || SL_MIN(chunk, count) <= UINT32_MAX / (rows))
#define FIT_RULE "so small that a chunk has less than 2^32 elements"

#define CHECK_MATRICES                                                                             \
    SL_ARG(1, A, A != NULL, "where the new batch goes");                                           \
    *A = NULL;                                                                                     \
    SL_ARG(2, prec, prec >= STARLING_S && prec <= STARLING_Z,                                      \
           "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");                                    \
    SL_ARG(3, m, AT_MOST_INT(m), COUNT_RULE);                                                      \
    SL_ARG(4, n, AT_MOST_INT(n), COUNT_RULE);                                                      \
    SL_ARG(5, a, a != NULL || m == 0 || n == 0 || count == 0, "an array");                         \
    SL_ARG(6, lda, lda >= SL_MAX(1, m) && lda <= INT32_MAX,                                        \
           "at least max(1, m) = %lld, and less than 2^31", (long long)SL_MAX(1, m));              \
    SL_ARG(6, lda, extent(m, n, lda) <= INT32_MAX, "such that lda (n - 1) + m is less than 2^31"); \
    SL_ARG(7, stride, (stride >= extent(m, n, lda) || count <= 1) && stride <= INT32_MAX,          \
           "at least lda (n - 1) + m = %lld, and less than 2^31", (long long)extent(m, n, lda));   \
    SL_ARG(8, count, count >= 0, "at least 0");                                                    \
    SL_ARG(9, chunk, AT_MOST_INT(chunk), CHUNK_RULE);                                              \
    SL_ARG(9, chunk, CHUNK_FITS(extent(m, n, lda)), FIT_RULE)
#define CHECK_INTS                                                                                 \
    SL_ARG(1, A, A != NULL, "where the new batch goes");                                           \
    *A = NULL;                                                                                     \
    SL_ARG(2, m, AT_MOST_INT(m), COUNT_RULE);                                                      \
    SL_ARG(3, a, a != NULL || m == 0 || count == 0, "an array");                                   \
    SL_ARG(4, count, count >= 0, "at least 0");                                                    \
    SL_ARG(5, chunk, AT_MOST_INT(chunk), "at least 0 (0: as the matrices), and less than 2^31");   \
    SL_ARG(5, chunk, CHUNK_FITS(m), FIT_RULE)
#define MATRICES                                                                                   \
    ((starling_batch){.prec = prec,                                                                \
                      .m = m,                                                                      \
                      .n = n,                                                                      \
                      .lda = lda,                                                                  \
                      .count = count,                                                              \
                      .a = a,                                                                      \
                      .stride = stride,                                                            \
                      .node = node,                                                                \
                      .chunk = chunk})
#define INTS                                                                                       \
    ((starling_batch){.prec = SL_INT,                                                              \
                      .m = m,                                                                      \
                      .n = 1,                                                                      \
                      .lda = SL_MAX(1, m),                                                         \
                      .count = count,                                                              \
                      .a = (void *)a,                                                              \
                      .stride = SL_MAX(1, m),                                                      \
                      .node = node,                                                                \
                      .chunk = chunk})
#define IN_MAIN_MEMORY NULL
/* The library runs now. node: the memory of this device, or main memory. */
static int find_node(const char *routine, const int *device, int *node)
{
    int info = sl_require_init();
    *node = info == 0 && device ? sl_cuda_node(*device) : STARPU_MAIN_RAM;
    return *node < 0 ? sl_error(routine, STARLING_EDEVICE, NULL) : info;
}
#define FIND_NODE(routine, device)                                                                 \
    int node, info = find_node(routine, device, &node);                                            \
    if (info != 0)                                                                                 \
    return info

int starling_batch_wrap(starling_batch **A, starling_precision prec, int64_t m, int64_t n, void *a,
                        int64_t lda, int64_t stride, int64_t count, int64_t chunk)
{
    CHECK_MATRICES;
    FIND_NODE(__func__, IN_MAIN_MEMORY);
    chunk = chunk > 0 ? chunk : starling_batch_chunk(prec, m, n, count);
    return make(A, &MATRICES);
}

int starling_batch_wrap_device(starling_batch **A, starling_precision prec, int64_t m, int64_t n,
                               void *a, int64_t lda, int64_t stride, int64_t count, int64_t chunk,
                               int device)
{
    CHECK_MATRICES;
    FIND_NODE(__func__, &device);
    chunk = chunk > 0 ? chunk : starling_batch_chunk_device(m, n, count);
    return make(A, &MATRICES);
}

int starling_batch_wrap_int(starling_batch **A, int64_t m, int *a, int64_t count, int64_t chunk)
{
    CHECK_INTS;
    FIND_NODE(__func__, IN_MAIN_MEMORY);
    return make(A, &INTS);
}

int starling_batch_wrap_int_device(starling_batch **A, int64_t m, int *a, int64_t count,
                                   int64_t chunk, int device)
{
    CHECK_INTS;
    FIND_NODE(__func__, &device);
    return make(A, &INTS);
}

static int wrap_pointers(const char *routine, starling_batch **A, starling_precision prec,
                         struct sl_numbers m, struct sl_numbers n, const void *const *a,
                         struct sl_numbers lda, int64_t count, int64_t chunk, const int *on)
{
    SL_ARG_OF(routine, 1, A, A != NULL, "where the new batch goes");
    *A = NULL;
    SL_ARG_OF(routine, 2, prec, prec >= STARLING_S && prec <= STARLING_Z,
              "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");
    SL_SIZES(routine, 3, m);
    SL_SIZES(routine, 4, n);
    SL_POINTERS(routine, 5, a, m, n);
    SL_LDS(routine, 6, lda, m);
    if (on)
        SL_NUMBERS(routine, 6, lda, bad_extent(m, n, lda, count),
                   "such that lda (n - 1) + m is less than 2^31");
    SL_ARG_OF(routine, 7, count, count >= 0, "at least 0");
    SL_ARG_OF(routine, 8, chunk, AT_MOST_INT(chunk), CHUNK_RULE);
    FIND_NODE(routine, on);
    return sl_batch_of_pointers(A, prec, m, n, a, lda, count, chunk, node);
}

int starling_batch_wrap_pointers(starling_batch **A, starling_precision prec, const int64_t *m,
                                 const int64_t *n, void *const *a, const int64_t *lda,
                                 int64_t count, int64_t chunk)
{
    return wrap_pointers(__func__, A, prec, SL_EACH(m), SL_EACH(n), (const void *const *)a,
                         SL_EACH(lda), count, chunk, IN_MAIN_MEMORY);
}

int starling_batch_wrap_pointers_device(starling_batch **A, starling_precision prec,
                                        const int64_t *m, const int64_t *n, void *const *a,
                                        const int64_t *lda, int64_t count, int64_t chunk,
                                        int device)
{
    return wrap_pointers(__func__, A, prec, SL_EACH(m), SL_EACH(n), (const void *const *)a,
                         SL_EACH(lda), count, chunk, &device);
}

static int wrap_int_pointers(const char *routine, starling_batch **A, struct sl_numbers m,
                             const void *const *a, int64_t count, int64_t chunk, const int *on)
{
    SL_ARG_OF(routine, 1, A, A != NULL, "where the new batch goes");
    *A = NULL;
    SL_SIZES(routine, 2, m);
    SL_POINTERS(routine, 3, a, m, m);
    SL_ARG_OF(routine, 4, count, count >= 0, "at least 0");
    SL_ARG_OF(routine, 5, chunk, AT_MOST_INT(chunk), CHUNK_RULE);
    FIND_NODE(routine, on);
    return sl_batch_of_columns(A, SL_INT, m, a, count, chunk, node);
}

int starling_batch_wrap_int_pointers(starling_batch **A, const int64_t *m, int *const *a,
                                     int64_t count, int64_t chunk)
{
    return wrap_int_pointers(__func__, A, SL_EACH(m), (const void *const *)a, count, chunk,
                             IN_MAIN_MEMORY);
}

int starling_batch_wrap_int_pointers_device(starling_batch **A, const int64_t *m, int *const *a,
                                            int64_t count, int64_t chunk, int device)
{
    return wrap_int_pointers(__func__, A, SL_EACH(m), (const void *const *)a, count, chunk,
                             &device);
}

int starling_batch_sync(starling_batch *A)
{
    SL_ARG(1, A, A != NULL, "a batch");
    return A->store ? starling_matrix_sync(A->store) : 0;
}

int starling_batch_destroy(starling_batch *A)
{
    if (!A)
        return 0;
    int info = A->store ? starling_matrix_destroy(A->store) : 0; /* waits */
    free(A->each);
    free(A->first);
    free(A);
    return info;
}
