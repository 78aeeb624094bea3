/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Where tiles live (src/runtime/distribution.c): every place of a grid has its share, rows and
 * columns of the grid both count, and LU has the same work at every place. Tiles tell StarPU their
 * place, or tasks name the workers there; check_simulation.test runs this with GPUs. The library is
 * linked statically, for its distributions are its own. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h> /* renames main in simulation */
#include <starpu_scheduler.h>
#include "src/runtime/matrix.h"
#include "reference.h"
#include "tap.h"

enum { MOST_PLACES = 12, NB = 64 };

/* ---- sl_owner() -------------------------------------------------------------------------- */

/* Rows and columns: whole turns of the grid, so that shares are equal. */
static bool shares_alike(const struct sl_distribution *d)
{
    int64_t rows = 4 * d->p, columns = 8 * d->q, count[MOST_PLACES] = {0};
    bool right = true;
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++) {
            int owner = sl_owner(d, i, j);
            if (owner < 0 || owner >= d->p * d->q)
                return false;
            count[owner]++;
            right &= owner % d->p == i % d->p; /* its row of the grid */
            right &= owner / d->p == sl_owner(d, 0, j) / d->p;
        }
    for (int place = 0; place < d->p * d->q; place++)
        right &= count[place] == rows * columns / (d->p * d->q);
    return right;
}

static void check_grids(void)
{
    struct cases grids = {0};
    for (int p = 1; p <= 3; p++)
        for (int q = 1; q <= 4; q++)
            for (int turns = 0; turns <= 4; turns++) {
                struct sl_distribution d = {.p = p, .q = q, .paired = turns * 2 * q};
                hold(&grids, shares_alike(&d), "%d x %d, %d turns of pairs", p, q, turns);
            }
    ok(all_held(&grids), "places of grids from 1 x 1 to 3 x 4 have equal shares, in their row");
}

/* No place has two columns more than another, and the first ones are pairs if there are many. */
static bool columns_are_dealt(const struct sl_distribution *d, int64_t columns)
{
    int64_t count[MOST_PLACES] = {0}, least = columns, most = 0;
    bool right = d->p == 1;
    for (int64_t j = 0; j < columns; j++)
        count[sl_owner(d, 0, j)]++;
    for (int place = 0; place < d->q; place++) {
        least = SL_MIN(least, count[place]);
        most = SL_MAX(most, count[place]);
    }
    for (int64_t j = 0; j + 1 < columns && columns >= 4 * d->q && j < 2 * d->q; j += 2)
        right &= sl_owner(d, 0, j) == sl_owner(d, 0, j + 1);
    for (int64_t j = 1; j < columns && j < d->q && columns < 4 * d->q; j++)
        right &= sl_owner(d, 0, j) != sl_owner(d, 0, j - 1);
    return right && most - least <= 1;
}

static void check_columns(void)
{
    struct cases cases = {0};
    for (int places = 1; places <= MOST_PLACES; places++)
        for (int64_t columns = 0; columns <= 100; columns++) {
            struct sl_distribution d = sl_by_columns(columns, places);
            hold(&cases, columns_are_dealt(&d, columns), "%d columns, %d places", (int)columns, places);
        }
    ok(all_held(&cases), "columns: places differ by one at most, many columns go in pairs");
}

/* Operations on column j of an LU factorization of n columns of NB. */
static double column_flops(int64_t n, int64_t j)
{
    double flops = starling_flops_getrf(STARLING_D, (double)((n - j) * NB), NB);
    for (int64_t k = 0; k < j; k++)
        flops += starling_flops_trsm(STARLING_D, STARLING_LEFT, NB, NB) +
                 starling_flops_gemm(STARLING_D, (double)((n - k - 1) * NB), NB, NB);
    return flops;
}

/* The most work that a place has, over the mean. */
static double imbalance(int64_t columns, int places)
{
    struct sl_distribution d = sl_by_columns(columns, places);
    double work[MOST_PLACES] = {0}, sum = 0, most = 0;
    for (int64_t j = 0; j < columns; j++) {
        work[sl_owner(&d, 0, j)] += column_flops(columns, j);
        sum += column_flops(columns, j);
    }
    for (int place = 0; place < places; place++)
        most = fmax(most, work[place]);
    return most * places / sum - 1;
}

static void check_balance(void)
{
    double worst = 0;
    for (int places = 2; places <= 8; places *= 2)
        worst = fmax(worst, imbalance(64, places));
    ok(worst > 0 && worst < 0.008, "LU of 64 columns: no place has 0.8 %% more work: %.2f %%",
       100 * worst);
}

/* ---- Tiles of this machine ----------------------------------------------------------------- */

static bool policy_is(const char *name)
{
    return strcmp(starpu_sched_get_sched_policy()->policy_name, name) == 0;
}

static bool has_coordinates(sl_tile t, int expected)
{
    int at[8], place = sl_owner(&t.of->distribution, t.i, t.j);
    int count = (int)starpu_data_get_coordinates_array(sl_handle(t), 8, at);
    return count == expected && (count < 2 || (at[0] == t.i && at[1] == t.j)) &&
           (count < 3 || at[2] == place);
}

/* Cores, and the workers of the tile's GPU. */
static bool names_its_gpu(sl_tile t)
{
    const uint32_t *named = sl_owner_workers(t);
    int gpu = -1, last = -1;
    bool right = named != NULL;
    for (unsigned w = 0; w < starpu_worker_get_count() && right; w++) {
        bool core = starpu_worker_get_type((int)w) == STARPU_CPU_WORKER;
        int node = (int)starpu_worker_get_memory_node(w);
        gpu += !core && node != last;
        last = core ? last : node;
        bool expected = core || gpu == sl_owner(&t.of->distribution, t.i, t.j);
        right = (named[w / 32] >> w % 32 & 1) == expected;
    }
    return right;
}

static void check_matrix(const char *what, int64_t m, int64_t mb, bool block_columns)
{
    const char *wish = getenv("STARLING_COORDINATES");
    bool none = wish && strcmp(wish, "0") == 0, right = true;
    bool placed = block_columns && starling_ncuda() > 1;
    int coordinates = none ? 0 : placed ? 3 : 2;
    bool named = placed && (none || !policy_is("starling"));
    starling_matrix *A;
    is_integer(starling_matrix_create(&A, STARLING_D, m, 10 * NB, mb, NB), 0, "create");
    for (int64_t j = 0; j < A->nt; j++)
        for (int64_t i = 0; i < A->mt; i++) {
            sl_tile t = sl_tile_of(A, i, j);
            right &= has_coordinates(t, coordinates);
            right &= named ? names_its_gpu(t) : sl_owner_workers(t) == NULL;
        }
    ok(right, "%s: %d coordinates, tasks name %s", what, coordinates, named ? "workers" : "none");
    starling_matrix_destroy(A);
}

int main(void)
{
    check_grids();
    check_columns();
    check_balance();
    if (!is_integer(starling_init(), 0, "init"))
        return done_testing();
    check_matrix("block columns", 10 * NB, 10 * NB, true);
    check_matrix("tiles", 10 * NB, NB, false);
    check_matrix("one row of tiles", NB, NB, false);
    is_integer(starling_finalize(), 0, "finalize");
    return done_testing();
}
