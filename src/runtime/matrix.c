/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices: a grid of StarPU handles on a host array, a device array or own tiles. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codelets/device.h"
#include "task.h"

/* ---- Tiles --------------------------------------------------------------------------- */

static size_t bytes_of(const starling_matrix *A)
{
    return (size_t)(A->m * A->n) * sl_sizeof(A->prec);
}

/* Own tiles whose home is the memory of a GPU are parts of one array, too. Without room there they
 * are StarPU's. */
static void make_own_on_gpu(starling_matrix *A)
{
    A->lda = A->m;
    A->own = (char *)starpu_malloc_on_node((unsigned)A->home, bytes_of(A));
    A->home = A->own ? A->home : -1;
}

/* If there is only main memory, or if that is the home of A, own tiles get their memory at once:
 * one array of zeros. StarPU would allocate each tile at its first write, and wait forever if there
 * is no memory. */
static bool make_own(starling_matrix *A)
{
    bool here = A->home >= STARPU_MAIN_RAM || sl_only_main_memory();
    if (A->a || SL_SIMULATED || !here || A->grid.p > 0 || A->m == 0 || A->n == 0)
        return true;
    bool countable = A->n <= INT64_MAX / (int64_t)sl_sizeof(A->prec) / A->m;
    if (A->home > STARPU_MAIN_RAM) {
        make_own_on_gpu(A);
        return true;
    }
    A->own = countable ? calloc((size_t)(A->m * A->n), sl_sizeof(A->prec)) : NULL;
    if (A->own)
        sl_promise_add(A);
    return A->own != NULL;
}

static void register_tile(starpu_data_handle_t *handle, int home, const char *first, int64_t ld,
                          sl_tile t)
{
    size_t m = (size_t)sl_rows(t), n = (size_t)sl_cols(t), size = sl_sizeof(t.of->prec);
    starpu_matrix_data_register_allocsize(handle, home, (uintptr_t)first, (uint32_t)ld, (uint32_t)m,
                                          (uint32_t)n, size, m * n * size);
}

/* Where tile (i, j) begins in the array. The user's one has only the tiles of this process. */
static char *in_array(sl_tile t)
{
    const starling_matrix *A = t.of;
    int64_t i = A->grid.p > 0 ? t.i / A->grid.p : t.i, j = A->grid.p > 0 ? t.j / A->grid.q : t.j;
    return (A->a ? A->a : A->own) + sl_sizeof(A->prec) * (size_t)(i * A->mb + j * A->nb * A->lda);
}

/* Registers a handle for each tile. */
static void register_tiles(starling_matrix *A)
{
    size_t size = sl_sizeof(A->prec);
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            int64_t m = sl_rows(t), n = sl_cols(t);
            starpu_data_handle_t *handle = &A->tile[i + j * A->mt];
            if ((A->a && sl_is_here(t)) || (A->own && A->home > STARPU_MAIN_RAM))
                register_tile(handle, A->home, in_array(t), A->lda, t);
            else if (A->own)
                register_tile(handle, STARPU_MAIN_RAM,
                              (char *)A->own + size * (size_t)(j * A->nb * A->m + i * A->mb * n), m,
                              t);
            else {
                register_tile(handle, -1, NULL, m, t);
                starpu_data_set_reduction_methods(*handle, NULL, &sl_zero_cl);
            }
            sl_set_coordinates(t);
            if (A->grid.p > 0)
                sl_own(*handle, sl_grid_owner(A->grid, i, j));
        }
}

/* Names tiles for traces, by the number of their matrix. Matrices of one operation have
 * consecutive numbers. */
static void name_tiles(const starling_matrix *A)
{
    static int matrices;
    char name[24];
    snprintf(name, sizeof name, "matrix %d", __atomic_add_fetch(&matrices, 1, __ATOMIC_RELAXED));
    for (int64_t i = 0; i < A->mt * A->nt; i++)
        starpu_data_set_name(A->tile[i], name);
}

struct sl_value sl_value_matrix(const starling_matrix *A)
{
    struct sl_value value;
    if (!A)
        return sl_value_address(A);
    snprintf(value.text, sizeof value.text,
             " is %" PRId64 " x %" PRId64 " in tiles of %" PRId64 " x %" PRId64 ", %c, but", A->m,
             A->n, A->mb, A->nb, "sdcz"[A->prec]);
    return value;
}

struct sl_same sl_same_matrix(const starling_matrix *A)
{
    struct sl_same same = {A != NULL, A && A->grid.p > 0};
    if (!A)
        return same;
    const int64_t numbers[] = {A->prec,   A->m,      A->n,          A->mb,         A->nb,
                               A->grid.p, A->grid.q, A->grid.first, A->grid.beside};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        same.bits = sl_digest(same.bits, (uint64_t)numbers[i]);
    return same;
}

int sl_matrix_make(starling_matrix **out, const starling_matrix *like)
{
    int info = sl_object_created();
    if (info != 0)
        return info;
    starling_matrix *A = malloc(sizeof *A);
    if (!A) {
        sl_object_destroyed();
        return sl_error("starling_matrix", STARLING_ENOMEM, NULL);
    }
    *A = *like;
    int64_t choice = starling_tile_size(A->prec, A->m, A->n);
    A->mb = A->mb > 0 ? A->mb : choice;
    A->nb = A->nb > 0 ? A->nb : choice;
    A->mt = A->m / A->mb + (A->m % A->mb != 0);
    A->nt = A->n / A->nb + (A->n % A->nb != 0);
    if (A->distribution.p == 0)
        A->distribution = sl_distribution_of(A);
    A->attachment = NULL;
    A->tile = NULL;
    bool countable = A->mt == 0 || A->nt <= INT64_MAX / (int64_t)sizeof *A->tile / A->mt;
    info = sl_memory_check(A); /* reports to the handler itself */
    if (info == 0 && countable)
        A->tile = calloc((size_t)SL_MAX(1, A->mt * A->nt), sizeof *A->tile);
    if (!A->tile || !make_own(A)) {
        free(A->tile);
        free(A);
        sl_object_destroyed();
        return info != 0 ? info : sl_error("starling_matrix", STARLING_ENOMEM, NULL);
    }
    register_tiles(A);
    if (sl_traced())
        name_tiles(A);
    *out = A;
    return 0;
}

/* In BLAS, dimensions of a tile and its leading dimension have 31 bits. */
#define FITS(size, tile) ((tile) >= 0 && ((size) <= INT32_MAX || (tile) <= INT32_MAX))
/* In StarPU, the number of elements of a tile has 32 bits. */
#define TILE_FITS                                                                                  \
    (mb == 0 || nb == 0 || m == 0 || n == 0 || SL_MIN(mb, m) <= UINT32_MAX / SL_MIN(nb, n))
#define TILE_RULE "at least 0 (0: the library's choice), and less than 2^31"
#define CHECK_TILES(position)                                                                      \
    SL_ARG(position, mb, FITS(m, mb), TILE_RULE);                                                  \
    SL_ARG(position + 1, nb, FITS(n, nb), TILE_RULE);                                              \
    SL_ARG(position + 1, nb, TILE_FITS,                                                            \
           "so small that a tile, mb x nb, has less than 2^32 "                                    \
           "elements")
#define CHECK_ARRAY                                                                                \
    SL_ARG(5, a, a != NULL || m == 0 || n == 0, "an array");                                       \
    SL_ARG(6, lda, lda >= SL_MAX(1, m) && lda <= INT32_MAX,                                        \
           "at least max(1, m) = %lld, and less than 2^31", (long long)SL_MAX(1, m));              \
    CHECK_TILES(7)
#define CHECK_SHAPE(lda_)                                                                          \
    SL_ARG(1, A, A != NULL, "where the new matrix goes");                                          \
    *A = NULL;                                                                                     \
    SL_ARG(2, prec, prec >= STARLING_S && prec <= STARLING_Z,                                      \
           "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");                                    \
    SL_ARG(3, m, m >= 0, "at least 0");                                                            \
    SL_ARG(4, n, n >= 0, "at least 0");                                                            \
    lda_;                                                                                          \
    int info = sl_require_init();                                                                  \
    if (info != 0)                                                                                 \
    return info

int sl_matrix_over(starling_matrix **A, starling_precision prec, int64_t m, int64_t n, void *a,
                   int64_t lda, int64_t mb, int64_t nb, int node)
{
    starling_matrix like = {
        .prec = prec, .m = m, .n = n, .mb = mb, .nb = nb, .a = a, .lda = lda, .home = node};
    if (node == STARPU_MAIN_RAM && sl_has_cuda() && m > 0 && n > 0)
        like.pinned = sl_pin(a, sl_sizeof(prec) * (size_t)(lda * (n - 1) + m));
    int info = sl_matrix_make(A, &like);
    if (info != 0 && like.pinned)
        sl_unpin(a);
    return info;
}

int starling_cluster_matrix(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                            void *a, int64_t lda, int64_t mb, int64_t nb, struct sl_grid grid)
{
    return sl_matrix_make(A, &(starling_matrix){.prec = prec,
                                                .m = m,
                                                .n = n,
                                                .mb = mb,
                                                .nb = nb,
                                                .a = a,
                                                .lda = lda,
                                                .home = a ? STARPU_MAIN_RAM : -1,
                                                .grid = grid});
}

int starling_matrix_wrap(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                         void *a, int64_t lda, int64_t mb, int64_t nb)
{
    CHECK_SHAPE(CHECK_ARRAY);
    return sl_matrix_over(A, prec, m, n, a, lda, mb, nb, STARPU_MAIN_RAM);
}

int starling_matrix_wrap_device(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                                void *a, int64_t lda, int64_t mb, int64_t nb, int device)
{
    CHECK_SHAPE(CHECK_ARRAY);
    int node = sl_cuda_node(device);
    if (node < 0)
        return sl_error(__func__, STARLING_EDEVICE, NULL);
    return sl_matrix_over(A, prec, m, n, a, lda, mb, nb, node);
}

int starling_matrix_create(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                           int64_t mb, int64_t nb)
{
    CHECK_SHAPE(CHECK_TILES(5));
    return sl_matrix_make(
        A, &(starling_matrix){.prec = prec, .m = m, .n = n, .mb = mb, .nb = nb, .home = -1});
}

bool sl_runtime_enter_for(const starling_matrix *A)
{
    bool enter = !sl_only_main_memory() || (!A->a && !A->own);
    if (enter)
        sl_runtime_enter();
    return enter;
}

void sl_data_settle(starpu_data_handle_t handle, enum starpu_data_access_mode mode)
{
    if (starpu_data_acquire_on_node(handle, STARPU_ACQUIRE_NO_NODE, mode) == 0)
        starpu_data_release_on_node(handle, STARPU_ACQUIRE_NO_NODE);
}

void sl_data_discard(starpu_data_handle_t handle)
{
    sl_cluster_leave(handle);
    starpu_data_unregister_no_coherency(handle);
}

static void free_memory(starling_matrix *A)
{
    if (A->own && A->home > STARPU_MAIN_RAM) {
        starpu_free_on_node((unsigned)A->home, (uintptr_t)A->own, bytes_of(A));
        A->own = NULL;
    }
    if (A->own && !sl_forked()) /* in a child, another thread may have held the lock */
        sl_promise_remove(A);
    free(A->own);
    free(A->tile);
    free(A);
}

/* Whether tile i in memory has a place in the user's array. */
static bool goes_home(const starling_matrix *A, int64_t i)
{
    return A->a && !sl_is_elsewhere(A->tile[i]);
}

/* Writes the tiles back to the array, and unregisters their handles. */
static void release_tiles(starling_matrix *A)
{
    int64_t tiles = A->mt * A->nt;
    bool entered = sl_runtime_enter_for(A);
    sl_attachments_settle(A);
    /* Wait first: StarPU would free a handle while a write-back still waits for a task. The
     * workers must be awake to end copies that no task waits for. */
    for (int64_t i = 0; i < tiles; i++)
        sl_data_settle(A->tile[i], goes_home(A, i) ? STARPU_RW : STARPU_W);
    for (int64_t i = 0; i < tiles && sl_has_cuda(); i++)
        if (goes_home(A, i))
            starpu_data_wont_use(A->tile[i]); /* starts all write-backs before waiting */
    for (int64_t i = 0; i < tiles; i++)
        if (goes_home(A, i)) {
            sl_cluster_leave(A->tile[i]);
            starpu_data_unregister(A->tile[i]);
        } else
            sl_data_discard(A->tile[i]);
    sl_attachments_free(A, NULL);
    if (entered)
        sl_runtime_leave();
    if (A->pinned)
        sl_unpin(A->a);
}

int starling_matrix_destroy(starling_matrix *A)
{
    if (!A)
        return 0;
    if (!sl_forked())
        release_tiles(A);
    free_memory(A);
    sl_object_destroyed();
    return 0;
}

/* StarPU calls this when no task or copy uses the tile any more. The last tile frees the
 * memory. */
static void tile_left(void *handle)
{
    starling_matrix *A = starpu_data_get_user_data(handle);
    starpu_data_release_on_node(handle, STARPU_ACQUIRE_NO_NODE);
    if (__atomic_sub_fetch(&A->leaving, 1, __ATOMIC_ACQ_REL) == 0)
        free_memory(A);
}

void sl_matrix_free(starling_sequence *seq, starling_matrix *A)
{
    int64_t tiles = A->mt * A->nt;
    A->leaving = tiles + 1; /* and this function */
    for (int64_t i = 0; i < tiles; i++) {
        if (A->own)
            starpu_data_set_user_data(A->tile[i], A);
        if (!A->own || starpu_data_acquire_on_node_cb(A->tile[i], STARPU_ACQUIRE_NO_NODE, STARPU_W,
                                                      tile_left, A->tile[i]) != 0)
            __atomic_sub_fetch(&A->leaving, 1, __ATOMIC_ACQ_REL);
        sl_temporary_free(seq, A->tile[i]);
    }
    sl_attachments_free(A, seq);
    sl_object_destroyed();
    if (__atomic_sub_fetch(&A->leaving, 1, __ATOMIC_ACQ_REL) == 0)
        free_memory(A);
}
