/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tile sizes that the library chooses. Their values are in tuning.h and in files (tuned.c). */

#include <math.h>
#include <string.h>
#include "codelets/kind.h"
#include "tuned.h"
#include "tuning.h"

static int64_t tuned(enum sl_parameter parameter, starling_precision prec, int64_t n)
{
    sl_require_init();
    return sl_tuned(parameter, prec, n);
}

/* On cores a small matrix is one tile, which the caller runs (caller.c). With GPUs the chain of
 * tasks takes the time, so tiles are large enough for a fast gemm. */
int64_t starling_tile_size(starling_precision prec, int64_t m, int64_t n)
{
    int64_t k = SL_MAX(m, n);
    if (sl_require_init() != 0)
        return SL_MAX(k, 1);
    return SL_MAX(1, SL_MIN(sl_tuned(SL_TUNED_TILE, prec, k), k));
}

/* A product has no panel. Each core gets several chains of tasks, and each task is as large as
 * possible. No tile is so small that a large k makes a long chain of short tasks. */
int64_t starling_gemm_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t k)
{
    int64_t nb = starling_tile_size(prec, m, n), most = SL_MAX(m, n);
    int64_t inner = SL_MIN(k, SL_PRODUCT_INNER);
    if (starling_ncuda() > 0 || m <= 0 || n <= 0)
        return SL_MAX(nb, inner);
    nb = most <= SL_ONE_TILE ? SL_MIN(nb, SL_LEAST_TILE) : nb;
    double chains = SL_PRODUCT_CHAINS * SL_MAX(1, starling_ncpu());
    double share = SL_MAX((double)nb, sqrt((double)m * (double)n / chains));
    share = SL_MIN(SL_PRODUCT_LARGEST, share);
    nb = (int64_t)ceil((double)most / ceil((double)most / share)); /* all of one size */
    return SL_MAX(nb, inner);
}

/* Block columns of QR: the update of a column is one task, and a panel is as high as the matrix. */
void starling_geqrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb)
{
    int64_t k = SL_MAX(SL_MIN(m, n), 1);
    if (nb)
        *nb = SL_MIN(k, tuned(SL_TUNED_QR_COLUMNS, prec, k));
    if (mb)
        *mb = SL_MAX(m, 1);
}

/* A small matrix is one block, which the caller factors. */
int64_t starling_sytrf_tile_size(starling_precision prec, int64_t n)
{
    (void)prec;
    return n > SL_ONE_TILE ? SL_LDL_COLUMNS : SL_MAX(1, n);
}

/* A block column has several panels, whose updates are made at once. */
void starling_he2hb_tile_size(starling_precision prec, int64_t n, int64_t *nb, int64_t *kd)
{
    int64_t width = starling_ncuda() > 0 ? SL_BAND_WITH_GPUS : SL_BAND_ON_CORES;
    if (kd)
        *kd = width;
    if (nb)
        *nb = width * tuned(SL_TUNED_BAND_PANELS, prec, n);
}

/* `columns` are halved until they are at most `most` and all workers have some, but not below
 * `least`. */
static int64_t halved(int64_t columns, int64_t most, int64_t least)
{
    int64_t width = SL_MAX(1, columns), blocks = starling_ncuda() > 0 ? 1 : 2 * starling_ncpu();
    while (width > most || (width > least && columns < blocks * width))
        width = (width + 1) / 2;
    return width;
}

/* Block columns of divide and conquer: the halves of a merge are alike. */
void starling_stedc_tile_size(starling_precision prec, int64_t n, int64_t *mb, int64_t *nb)
{
    if (nb)
        *nb = halved(n, tuned(SL_TUNED_STEDC_COLUMNS, prec, n), SL_STEDC_LEAST_COLUMNS);
    if (mb)
        *mb = SL_MAX(1, n);
}

/* All of the eigenvectors are cut as in divide and conquer, a part of them no wider. */
int64_t starling_unmtr_tile_size(starling_precision prec, int64_t n, int64_t m)
{
    int64_t most = tuned(SL_TUNED_VECTOR_COLUMNS, prec, n) / SL_MAX(1, starling_ncuda());
    int64_t all = halved(n, SL_MAX(1, most), SL_STEDC_LEAST_COLUMNS);
    return m < n ? halved(m, all, SL_VECTOR_LEAST_COLUMNS) : all;
}

/* Block columns: interchanges stay in one memory, and an update is one task. On many cores square
 * tiles, because they give more tasks. */
void starling_getrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb)
{
    int64_t k = SL_MAX(SL_MIN(m, n), 1);
    bool with_gpus = starling_ncuda() > 0, one = !with_gpus && SL_MAX(m, n) <= SL_ONE_TILE;
    bool columns = with_gpus || starling_ncpu() <= SL_COLUMNS_MOST_CORES;
    int64_t width = SL_MIN(k, one ? SL_ONE_TILE : tuned(SL_TUNED_COLUMNS, prec, k));
    if (nb)
        *nb = width;
    if (mb)
        *mb = columns ? SL_MAX(m, 1) : width;
}

/* ---- Files of tuned values ----------------------------------------------------------------- */

const char *starling_tuning_file(void)
{
    static char path[1024];
    sl_require_init();
    sl_folder_tuning(path, sizeof path);
    return path;
}

const char *starling_tuning_workers(void)
{
    return sl_require_init() == 0 ? sl_tuned_workers() : "";
}

static const struct kinds {
    const char *name;
    int count;
    sl_kind_query *const *query;
    enum sl_parameter parameter;
} all_kinds[] = {{"potrf_batched.kind", SL_POTRF_KINDS, &sl_potrf_kind, SL_TUNED_POTRF_KIND},
                 {"getrf_batched.kind", SL_GETRF_KINDS, &sl_getrf_kind, SL_TUNED_GETRF_KIND}};

/* On the first GPU. A tuned kind is the library's own, if it has the rows; else the kernels choose.
 */
static bool ask(const struct kinds *k, starling_precision prec, int n, int kind,
                starling_kind *about)
{
    int device = starpu_worker_get_devid(starpu_worker_get_by_type(STARPU_CUDA_WORKER, 0));
    int tuned = (int)sl_tuned(k->parameter, prec, n);
    starling_kind other = {.rows = 0};
    if (!sl_kind_on(device, *k->query, prec, n, kind, about) ||
        (tuned > 0 && !sl_kind_on(device, *k->query, prec, n, tuned, &other)))
        return false;
    if (other.rows >= n)
        about->own = kind == tuned;
    return true;
}

int starling_tuning_kind(const char *parameter, starling_precision prec, int64_t n, int64_t kind,
                         starling_kind *about)
{
    enum { PARAMETERS = sizeof all_kinds / sizeof all_kinds[0] };
    const struct kinds *k = all_kinds;
    int info = sl_require_init();
    if (info != 0)
        return info;
    while (k < all_kinds + PARAMETERS && (!parameter || strcmp(parameter, k->name) != 0))
        k++;
    SL_ARG(1, parameter, k < all_kinds + PARAMETERS, "potrf_batched.kind or getrf_batched.kind");
    SL_ARG(2, prec, prec >= STARLING_S && prec <= STARLING_Z,
           "STARLING_S, STARLING_D, STARLING_C or STARLING_Z");
    SL_ARG(3, n, n >= SL_KIND_LEAST && n <= SL_KIND_MOST, "from 33 to 1024");
    int count = *k->query && starling_ncuda() > 0 ? k->count : 0;
    SL_ARG(4, kind, kind >= 0 && kind <= count, "from 0 to %d", count);
    SL_ARG(5, about, about != NULL || kind == 0, "where the answer goes");
    if (kind > 0 && !ask(k, prec, (int)n, (int)kind, about))
        return sl_error(__func__, STARLING_EDEVICE, "CUDA tells nothing about the kernels");
    return count;
}

int starling_tuning_set(const char *lines)
{
    struct sl_said said = {.notices = 0};
    int info = sl_require_init();
    if (info == 0 && !sl_tuned_set(lines, &said))
        return sl_error(__func__, -1, said.notice[0]);
    return info;
}
