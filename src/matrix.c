/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices: a grid of StarPU handles over a host array, a device array or tiles of our own. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "codelets/tasks.h"

size_t sl_sizeof(starling_precision prec)
{
    static const size_t size[] = {4, 8, 8, 16};
    return size[prec];
}

/* Tiles of a factorization: on cores alone large enough for their BLAS and small enough that
 * the panel does not show; with GPUs large enough for a GPU's gemm, for the chain of tasks is what
 * takes time. (One H200, tiles of 192 or 512, and 1024, ms: potrf from memory 1024 1.8 and 0.7, 2048
 * 1.5 and 1.3, 4096 4.3 and 2.8; gemm resident 1024 3.8 and 0.1, 4096 7.6 and 3.4. z, whose tile takes
 * longer, potrf 2048 2.0 and 2.7, 4096 6.3 and 6.5, 8192 resident 20.1 and 18.4. Simulated on two,
 * four and eight, tiles of 512 and 1024, potrf of 4096 3.1 and 2.6, 2.8 and 2.3, 2.8 and 2.2.)
 *   On cores a small matrix is one tile, which the caller runs (caller.c). (Two cores, posv of order 100,
 * 192 and 256 in one tile and in tiles of 96, us: 25 and 121, 75 and 183, 154 and 323; gesv in one and
 * of 64: 52 and 177, 164 and 319, 342 and 456. Right-hand sides, and more cores, want more tiles.) */
enum { ONE_TILE = 192 };

int64_t starling_tile_size(starling_precision prec, int64_t m, int64_t n)
{
    int64_t k = SL_MAX(m, n), nb = k <= ONE_TILE ? ONE_TILE : 96;
    if (sl_require_init() != 0)
        return SL_MAX(k, 1);
    if (sl_has_cuda())
        nb = k >= 12288 ? 2048 : k >= 6144 || prec != STARLING_Z ? 1024 : 512;
    else if (k >= 512)
        nb = k >= 6144 ? 512 : k >= 2048 ? 384 : k >= 1024 ? 192 : 128;
    return SL_MAX(1, SL_MIN(nb, k));
}

/* Tiles of a product, which has no panel: some chains of tasks for each core, each task as
 * large as can be, but none so small that k makes a long chain of nothing. */
int64_t starling_gemm_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t k)
{
    int64_t nb = starling_tile_size(prec, m, n), most = SL_MAX(m, n);
    if (starling_ncuda() > 0 || m <= 0 || n <= 0)
        return SL_MAX(nb, SL_MIN(k, 512));
    nb = most <= ONE_TILE ? SL_MIN(nb, 96) : nb;
    double chains = 8.0 * SL_MAX(1, starling_ncpu());
    double share = SL_MIN(2048, SL_MAX((double)nb, sqrt((double)m * (double)n / chains)));
    nb = (int64_t)ceil((double)most / ceil((double)most / share)); /* all alike */
    return SL_MAX(nb, SL_MIN(k, 512));
}

/* Block columns, so that interchanges stay in one memory and an update is one task; on many
 * cores square tiles, for there are more of them. */
void starling_getrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb)
{
    int64_t k = SL_MAX(SL_MIN(m, n), 1), width;
    bool columns = starling_ncuda() > 0 || starling_ncpu() <= 8;
    (void)prec;
    /* Products of wide columns are faster, but their panels hold up the others longer, the more
     * so the more GPUs wait. The power is a fit. (H200s, columns of 512, 768 and 1024, ms: on one
     * 12288 47, - and 48, 16384 88, 83 and 85, 20480 159, 147 and 147, 24576 252, - and 235, 32768
     * -, 548 and 539; on two 24576 144, 146 and 147, 32768 296, 288 and 295; on four 32768 186, -
     * and 207, 49152 509, - and 502, 65536 1141, - and 1080. With faster panels, on one: 3072 6.3
     * of 256, 6.2 of 384 and 512, 4096 8.6 of 256 and 384, 8.3 of 512, 6144 15.9, 14.5 and 14.0,
     * 8192 21.3 of 384, 20.7 of 512 and 21.1 of 768. Of 64, 128, 256 and 512, resident: 512 1.8, 1.3, 1.1
     * and 1.1, 1024 -, 2.5, 2.2 and 2.1, 1536 -, 4.3, 3.2 and 3.1, 2047 -, 6.3, 4.2 and 4.2.) */
    double share = (double)k / pow(SL_MAX(1, starling_ncuda()), 0.8);
    if (starling_ncuda() > 0)
        width = share >= 20480 ? 1024 : share >= 14336 ? 768 : 512;
    else
        width = k >= 6144   ? 512
                : k >= 2560 ? 256
                : k >= 2048 ? 192
                : k >= 512  ? 128
                : SL_MAX(m, n) <= ONE_TILE ? ONE_TILE : 64;
    width = SL_MIN(k, width);
    if (nb)
        *nb = width;
    if (mb)
        *mb = columns ? SL_MAX(m, 1) : width;
}

/* Without another memory than the main one a matrix' own tiles have theirs at once: StarPU, which
 * gives each its memory when it is first written, waits for ever when there is none. */
static bool make_own(starling_matrix *A)
{
    if (A->a || SL_SIMULATED || !sl_only_main_memory() || A->m == 0 || A->n == 0)
        return true;
    bool countable = A->n <= INT64_MAX / (int64_t)sl_sizeof(A->prec) / A->m;
    A->own = countable ? calloc((size_t)(A->m * A->n), sl_sizeof(A->prec)) : NULL;
    if (A->own)
        sl_promise_add(A);
    return A->own != NULL;
}

/* Registers one handle a tile. Without coordinates (STARLING_COORDINATES=0) a scheduler sees
 * what it sees of programs that give none, which the laboratory asks for. */
static void register_tiles(starling_matrix *A)
{
    size_t size = sl_sizeof(A->prec);
    const char *wish = getenv("STARLING_COORDINATES");
    bool coordinates = !wish || strcmp(wish, "0") != 0;
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            uint32_t m = (uint32_t)sl_rows(t), n = (uint32_t)sl_cols(t);
            starpu_data_handle_t *handle = &A->tile[i + j * A->mt];
            if (A->a)
                starpu_matrix_data_register(
                    handle, A->home,
                    (uintptr_t)A->a + size * (size_t)(i * A->mb + j * A->nb * A->lda),
                    (uint32_t)A->lda, m, n, size);
            else if (A->own)
                starpu_matrix_data_register(
                    handle, STARPU_MAIN_RAM,
                    (uintptr_t)A->own + size * (size_t)(j * A->nb * A->m + i * A->mb * n), m, m, n,
                    size);
            else {
                starpu_matrix_data_register(handle, -1, 0, m, m, n, size);
                starpu_data_set_reduction_methods(*handle, NULL, &sl_zero_cl);
            }
            if (coordinates)
                starpu_data_set_coordinates(*handle, 2, (int)i, (int)j);
        }
}

/* In a trace tiles are known by their coordinates and the number of their matrix: those of an
 * operation were made one after the other. */
static void name_tiles(const starling_matrix *A)
{
    static int matrices;
    char name[24];
    snprintf(name, sizeof name, "matrix %d", __atomic_add_fetch(&matrices, 1, __ATOMIC_RELAXED));
    for (int64_t i = 0; i < A->mt * A->nt; i++)
        starpu_data_set_name(A->tile[i], name);
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
    A->p = A->q = 1;
    A->tile = NULL;
    bool countable = A->mt == 0 || A->nt <= INT64_MAX / (int64_t)sizeof *A->tile / A->mt;
    info = sl_memory_check(A); /* it has told the handler */
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

/* BLAS counts the rows and columns of a tile and its leading dimension in 31 bits. */
#define FITS(size, tile) ((tile) >= 0 && ((size) <= INT32_MAX || (tile) <= INT32_MAX))
/* StarPU counts the elements of a tile in 32 bits. */
#define TILE_FITS                                                                            \
    (mb == 0 || nb == 0 || m == 0 || n == 0 || SL_MIN(mb, m) <= UINT32_MAX / SL_MIN(nb, n))
#define TILE_RULE "at least 0 (0: the library's choice), and less than 2^31"
#define CHECK_TILES(position)                                                                \
    SL_ARG(position, mb, FITS(m, mb), TILE_RULE);                                            \
    SL_ARG(position + 1, nb, FITS(n, nb), TILE_RULE);                                        \
    SL_ARG(position + 1, nb, TILE_FITS, "so small that a tile, mb x nb, has less than 2^32 " \
                                        "elements")
#define CHECK_ARRAY                                                                          \
    SL_ARG(5, a, a != NULL || m == 0 || n == 0, "an array");                                 \
    SL_ARG(6, lda, lda >= SL_MAX(1, m) && lda <= INT32_MAX,                                  \
           "at least max(1, m) = %lld, and less than 2^31", (long long)SL_MAX(1, m));        \
    CHECK_TILES(7)
#define CHECK_SHAPE(lda_)                                                                    \
    SL_ARG(1, A, A != NULL, "where the new matrix goes");                                    \
    *A = NULL;                                                                               \
    SL_ARG(2, prec, prec >= STARLING_S && prec <= STARLING_Z,                                \
           "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");                              \
    SL_ARG(3, m, m >= 0, "at least 0");                                                      \
    SL_ARG(4, n, n >= 0, "at least 0");                                                      \
    lda_;                                                                                    \
    int info = sl_require_init();                                                            \
    if (info != 0)                                                                           \
        return info

int starling_matrix_wrap(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                         void *a, int64_t lda, int64_t mb, int64_t nb)
{
    CHECK_SHAPE(CHECK_ARRAY);
    starling_matrix like = {.prec = prec, .m = m, .n = n, .mb = mb, .nb = nb, .a = a,
                            .lda = lda, .home = STARPU_MAIN_RAM};
    if (sl_has_cuda() && m > 0 && n > 0)
        like.pinned = sl_pin(a, sl_sizeof(prec) * (size_t)(lda * (n - 1) + m));
    info = sl_matrix_make(A, &like);
    if (info != 0 && like.pinned)
        sl_unpin(a);
    return info;
}

int starling_matrix_wrap_device(starling_matrix **A, starling_precision prec, int64_t m,
                                int64_t n, void *a, int64_t lda, int64_t mb, int64_t nb,
                                int device)
{
    CHECK_SHAPE(CHECK_ARRAY);
    int node = sl_cuda_node(device);
    if (node < 0)
        return sl_error(__func__, STARLING_EDEVICE, NULL);
    return sl_matrix_make(A, &(starling_matrix){.prec = prec, .m = m, .n = n, .mb = mb,
                                                .nb = nb, .a = a, .lda = lda, .home = node});
}

int starling_matrix_create(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                           int64_t mb, int64_t nb)
{
    CHECK_SHAPE(CHECK_TILES(5));
    return sl_matrix_make(A, &(starling_matrix){.prec = prec, .m = m, .n = n, .mb = mb,
                                                .nb = nb, .home = -1});
}

void sl_data_settle(starpu_data_handle_t handle, enum starpu_data_access_mode mode)
{
    if (starpu_data_acquire_on_node(handle, STARPU_ACQUIRE_NO_NODE, mode) == 0)
        starpu_data_release_on_node(handle, STARPU_ACQUIRE_NO_NODE);
}

static void free_memory(starling_matrix *A)
{
    if (A->own && !sl_forked()) /* else another thread may have its lock */
        sl_promise_remove(A);
    free(A->own);
    free(A->tile);
    free(A);
}

/* Gives the tiles back to the array, and their handles to StarPU. */
static void release_tiles(starling_matrix *A)
{
    int64_t tiles = A->mt * A->nt;
    bool entered = sl_runtime_enter_for(A);
    sl_rows_land(A);
    /* Waits first: StarPU would free a handle under a write-back that still waits for an
     * operation, and workers must be awake to end a fetch that no task waits for any more. */
    for (int64_t i = 0; i < tiles; i++)
        sl_data_settle(A->tile[i], A->a ? STARPU_RW : STARPU_W);
    for (int64_t i = 0; i < tiles && A->a && sl_has_cuda(); i++)
        starpu_data_wont_use(A->tile[i]); /* all write-backs under way before waiting */
    for (int64_t i = 0; i < tiles; i++)
        if (A->a)
            starpu_data_unregister(A->tile[i]);
        else
            starpu_data_unregister_no_coherency(A->tile[i]);
    sl_lu_forget(NULL, A);
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

/* StarPU calls this when nothing is to happen to a tile any more; after the last one the memory
 * that they had goes. */
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
        starpu_data_set_user_data(A->tile[i], A);
        if (!A->own || starpu_data_acquire_on_node_cb(A->tile[i], STARPU_ACQUIRE_NO_NODE, STARPU_W,
                                                      tile_left, A->tile[i]) != 0)
            __atomic_sub_fetch(&A->leaving, 1, __ATOMIC_ACQ_REL);
        sl_temporary_free(seq, A->tile[i]);
    }
    sl_lu_forget(seq, A);
    sl_object_destroyed();
    if (__atomic_sub_fetch(&A->leaving, 1, __ATOMIC_ACQ_REL) == 0)
        free_memory(A);
}

/* Visits every tile where the host (or the owner of a device array) can use it. */
static int each_tile(starling_matrix *A, int node, enum starpu_data_access_mode mode,
                     void (*visit)(sl_tile t, char *a, int64_t lda), char *a, int64_t lda)
{
    int ret = 0;
    if (sl_forked())
        return sl_error_forked("starling_matrix");
    bool entered = sl_runtime_enter_for(A);
    if (mode != STARPU_R) /* what is read stays where else it is */
        sl_rows_land(A);
    for (int64_t j = 0; j < A->nt && ret == 0; j++)
        for (int64_t i = 0; i < A->mt && ret == 0; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            ret = starpu_data_acquire_on_node(sl_handle(t), node, mode);
            if (ret != 0)
                break;
            if (visit && !SL_SIMULATED)
                visit(t, a + sl_sizeof(A->prec) * (size_t)(i * A->mb + j * A->nb * lda), lda);
            starpu_data_release_on_node(sl_handle(t), node);
        }
    if (entered)
        sl_runtime_leave();
    return ret == 0 ? 0 : sl_error("starling_matrix", STARLING_ERUNTIME, NULL);
}

static void copy_columns(char *to, int64_t ldto, const char *from, int64_t ldfrom, sl_tile t)
{
    size_t size = sl_sizeof(t.of->prec);
    for (int64_t j = 0; j < sl_cols(t); j++)
        memcpy(to + size * (size_t)(j * ldto), from + size * (size_t)(j * ldfrom),
               size * (size_t)sl_rows(t));
}

static void get_tile(sl_tile t, char *a, int64_t lda)
{
    const char *tile = starpu_data_get_local_ptr(sl_handle(t));
    copy_columns(a, lda, tile, starpu_matrix_get_local_ld(sl_handle(t)), t);
}

static void set_tile(sl_tile t, char *a, int64_t lda)
{
    char *tile = starpu_data_get_local_ptr(sl_handle(t));
    copy_columns(tile, starpu_matrix_get_local_ld(sl_handle(t)), a, lda, t);
}

int starling_matrix_sync(starling_matrix *A)
{
    SL_ARG(1, A, A != NULL, SL_A_MATRIX);
    int node = A->a ? A->home : STARPU_ACQUIRE_NO_NODE;
    return each_tile(A, node, STARPU_RW, NULL, NULL, 0);
}

int starling_matrix_get(starling_matrix *A, void *a, int64_t lda)
{
    SL_ARG(1, A, A != NULL, SL_A_MATRIX);
    SL_ARG(2, a, a != NULL || A->m == 0 || A->n == 0, "an array");
    SL_ARG(3, lda, lda >= SL_MAX(1, A->m), "at least max(1, m) = %lld",
           (long long)SL_MAX(1, A->m));
    return each_tile(A, STARPU_MAIN_RAM, STARPU_R, get_tile, a, lda);
}

int starling_matrix_set(starling_matrix *A, const void *a, int64_t lda)
{
    SL_ARG(1, A, A != NULL, SL_A_MATRIX);
    SL_ARG(2, a, a != NULL || A->m == 0 || A->n == 0, "an array");
    SL_ARG(3, lda, lda >= SL_MAX(1, A->m), "at least max(1, m) = %lld",
           (long long)SL_MAX(1, A->m));
    return each_tile(A, STARPU_MAIN_RAM, STARPU_W, set_tile, (char *)(uintptr_t)a, lda);
}

starling_precision starling_matrix_precision(const starling_matrix *A)
{
    return A ? A->prec : STARLING_S;
}

int64_t starling_matrix_m(const starling_matrix *A)
{
    return A ? A->m : 0;
}

int64_t starling_matrix_n(const starling_matrix *A)
{
    return A ? A->n : 0;
}

int64_t starling_matrix_mb(const starling_matrix *A)
{
    return A ? A->mb : 0;
}

int64_t starling_matrix_nb(const starling_matrix *A)
{
    return A ? A->nb : 0;
}

int64_t starling_matrix_mt(const starling_matrix *A)
{
    return A ? A->mt : 0;
}

int64_t starling_matrix_nt(const starling_matrix *A)
{
    return A ? A->nt : 0;
}

starpu_data_handle_t starling_matrix_tile(const starling_matrix *A, int64_t i, int64_t j)
{
    bool inside = A && !sl_forked() && i >= 0 && i < A->mt && j >= 0 && j < A->nt;
    if (inside) {
        sl_runtime_keep_awake();
        starling_matrix *shared = (starling_matrix *)(uintptr_t)A;
        sl_rows_forget(NULL, shared);
        shared->shared = true;
    }
    return inside ? A->tile[i + j * A->mt] : NULL;
}
