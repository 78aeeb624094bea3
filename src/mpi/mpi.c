/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The cluster of src/runtime by StarPU-MPI. */

#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <starpu_mpi.h>
#include "src/runtime/cluster.h"
#include "starling_mpi.h"

static struct sl_cluster cluster;
static MPI_Comm world;
static bool runs;
static starpu_mpi_tag_t data; /* registered so far: the same number in all processes */

static void own(starpu_data_handle_t datum, int rank)
{
    starpu_mpi_data_register_comm(datum, data++, rank, world);
}

/* SMPI copies messages of 2 GiB or more that nobody waits for. */
#ifdef STARPU_SIMGRID
#define send_detached starpu_mpi_issend_detached_prio
#else
#define send_detached starpu_mpi_isend_detached_prio
#endif

/* StarPU-MPI's cache knows what has come, so that it can be forgotten. */
static void bring(starpu_data_handle_t datum, int from, int rank, int priority)
{
    starpu_mpi_tag_t tag = starpu_mpi_data_get_tag(datum);
    if (from == cluster.rank)
        send_detached(datum, rank, tag, priority, world, NULL, NULL);
    if (rank != cluster.rank)
        return;
    starpu_mpi_irecv_detached(datum, from, tag, world, NULL, NULL);
    starpu_mpi_cached_receive_set(datum);
}

static void written(starpu_data_handle_t datum)
{
    starpu_mpi_cached_send_clear(datum);
    starpu_mpi_cached_receive_clear(datum);
}

static void give(starpu_data_handle_t datum, int rank)
{
    int owner = starpu_mpi_data_get_rank(datum);
    starpu_mpi_tag_t tag = starpu_mpi_data_get_tag(datum);
    if (rank == cluster.rank) {
        starpu_mpi_isend_detached(datum, owner, tag, world, NULL, NULL);
        starpu_mpi_cached_receive_set(datum); /* it has what the owner will have */
    } else if (owner == cluster.rank) {
        starpu_mpi_irecv_detached(datum, rank, tag, world, NULL, NULL);
        starpu_mpi_cached_send_clear(datum);
        starpu_mpi_cached_send_set(datum, rank);
    }
}

static void forget(starpu_data_handle_t datum)
{
    starpu_mpi_cache_flush(world, datum);
}

static void settle(void)
{
    starpu_mpi_wait_for_all(world);
}

/* Simulated processes (SMPI) all do the same, and nothing is computed: their numbers are equal. The
 * thread of StarPU-MPI alone calls MPI there. It cannot do so here: others may wait for its
 * messages. */
#ifdef STARPU_SIMGRID
static void least(int64_t *values, int count)
{
    (void)values, (void)count;
}
#else
static void least(int64_t *values, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_MIN, world);
}
#endif

static void end_all(const char *sentence)
{
    fprintf(stderr, "starling: process %d of %d: %s; all processes end\n", cluster.rank,
            cluster.size, sentence);
    MPI_Abort(world, 1);
}

static struct sl_cluster cluster = {0,    0,      0,      own,   bring,  written,
                                    give, forget, settle, least, end_all};

/* How many processors this process may use, of the first CPU_SETSIZE ones. Simulated threads need
 * none. */
static int processors(void)
{
#ifndef STARPU_SIMGRID
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
#endif
    return CPU_SETSIZE;
}

/* Workers and StarPU-MPI poll. Where they share a processor each waits for the others' time slices,
 * and a large message needs a thousand polls. */
static void notice_binding(const char *routine, int has)
{
    int gpus = starling_ncuda(), polling = starling_ncpu() + gpus + (gpus > 0);
    char message[240];
    if (has >= polling)
        return;
    snprintf(message, sizeof message,
             "this process may use %d processor%s, and has %d threads that poll; start it unbound "
             "(mpirun --bind-to none, srun --cpu-bind=none), or leave StarPU-MPI a core "
             "(STARPU_RESERVE_NCPU=1)",
             has, has == 1 ? "" : "s", polling);
    starling_cluster_error(routine, 0, message);
}

int starling_mpi_init(MPI_Comm comm)
{
    if (runs)
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "it runs already");
#ifndef STARPU_SIMGRID /* there StarPU has started MPI before main() */
    int initialized = 0, threads = MPI_THREAD_SINGLE;
    MPI_Initialized(&initialized);
    if (!initialized)
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "call MPI_Init_thread() before");
    MPI_Query_thread(&threads);
    if (threads < MPI_THREAD_MULTIPLE)
        return starling_cluster_error(__func__, STARLING_ERUNTIME,
                                      "MPI_Init_thread() must have given MPI_THREAD_MULTIPLE");
#endif
    if (comm == MPI_COMM_NULL)
        return starling_cluster_bad_argument(__func__, 1, "comm", NULL, "a communicator");
    int has = processors(), info = starling_init();
    if (info != 0)
        return info;
    notice_binding(__func__, has);
    if (starpu_mpi_init_comm(NULL, NULL, 0, comm) != 0) {
        starling_finalize();
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "StarPU-MPI does not start");
    }
    world = comm;
#ifdef STARPU_SIMGRID /* all tiles of a size are one, which messages do not copy */
    starpu_malloc_on_node_set_default_flags(STARPU_MAIN_RAM, STARPU_MALLOC_COUNT |
                                                                 STARPU_MALLOC_SIMULATION_FOLDED |
                                                                 STARPU_MALLOC_SIMULATION_UNIQUE);
#endif
    starpu_mpi_comm_rank(world, &cluster.rank);
    starpu_mpi_comm_size(world, &cluster.size);
    int64_t cores = starling_ncpu();
    least(&cores, 1);
    cluster.cores = (int)cores;
    runs = true;
    starling_cluster_join(&cluster);
    return 0;
}

/* Whether all processes have these numbers, and whether one has found a fault. They may also meet
 * those of sl_cluster_meet(). */
static bool same(const int64_t *numbers, size_t count, bool fault, bool *faults)
{
    uint64_t digest = 0;
    for (size_t i = 0; i < count; i++)
        digest = sl_digest(digest, (uint64_t)numbers[i]);
    int64_t mine = (int64_t)(digest >> 1), lowest[] = {-(int64_t)fault, mine, -mine};
    least(lowest, 3);
    *faults = lowest[0] != 0;
    return lowest[1] == -lowest[2];
}

int starling_mpi_finalize(void)
{
    if (!runs)
        return 0;
    bool faults;
    if (!same(NULL, 0, false, &faults))
        end_all("this process ends, and others call other functions");
    starling_cluster_join(NULL);
    runs = false;
    starpu_mpi_shutdown_comm(world);
    return 0;
}

int starling_mpi_rank(void)
{
    return runs ? cluster.rank : -1;
}

int starling_mpi_size(void)
{
    return runs ? cluster.size : 0;
}

int64_t starling_mpi_local(int64_t n, int64_t nb, int row, int rows)
{
    int64_t full = n / nb, mine = full / rows + (full % rows > row);
    return mine * nb + (full % rows == row ? n % nb : 0);
}

enum kind { TILES, ARRAY, COLUMNS };

/* The matrix of the functions below. */
static int make(const char *routine, starling_matrix **A, starling_precision prec, int64_t m,
                int64_t n, enum kind kind_of, void *a, int64_t lda, int64_t mb, int64_t nb,
                int beside, int p, int q, int first)
{
    bool array = kind_of == ARRAY;
    if (!runs)
        return starling_cluster_error(routine, STARLING_ERUNTIME,
                                      "call starling_mpi_init() before");
    bool shape = prec >= STARLING_S && prec <= STARLING_Z && m >= 0 && n >= 0;
    int64_t choice = shape ? starling_tile_size(prec, m, n) : 1;
    mb = mb == 0 ? choice : mb;
    nb = nb == 0 ? choice : nb;
    int at = cluster.rank - first, after = array ? 2 : kind_of == COLUMNS ? -1 : 0;
    bool tiles = mb > 0 && mb <= INT32_MAX && nb > 0 && nb <= INT32_MAX;
    bool inside = shape && tiles && p > 0 && q > 0 && at >= 0 && at / q < p;
    int64_t rows = inside ? starling_mpi_local(m, mb, at / q, p) : 0;
    int64_t columns = inside ? starling_mpi_local(n, nb, at % q, q) : 0;
    int64_t kind = prec, grid[] = {p, q, first, beside};
    const struct {
        bool holds;
        int position;
        const char *name;
        const int64_t *value;
        const char *must;
    } rules[] = {
        {A, 1, "A", NULL, "where the new matrix goes"},
        {prec >= STARLING_S && prec <= STARLING_Z, 2, "prec", &kind,
         "STARLING_S, STARLING_D, STARLING_C or STARLING_Z"},
        {m >= 0, 3, "m", &m, "at least 0"},
        {n >= 0, 4, "n", &n, "at least 0"},
        {!array || a || rows == 0 || columns == 0, 5, "a", NULL, "an array"},
        {!array || (lda >= (rows > 1 ? rows : 1) && lda <= INT32_MAX), 6, "lda", &lda,
         "at least max(1, rows of this process), and less than 2^31"},
        {mb > 0 && mb <= INT32_MAX, 5 + after, "mb", &mb, "at least 0, and less than 2^31"},
        {tiles && mb <= UINT32_MAX / (nb > 0 ? nb : 1), 6 + after, "nb", &nb,
         "at least 0, less than 2^31, and mb x nb less than 2^32"},
        {beside > 0, 6, "beside", &grid[3], "at least 1"},
        {p > 0 && p <= cluster.size, 7 + after, "p", &grid[0], "1 to the number of processes"},
        {q > 0 && q <= cluster.size / (p > 0 ? p : 1), 8 + after, "q", &grid[1],
         "1 to the number of processes, divided by p"},
        {first >= 0 && first <= cluster.size - p * q, 9 + after, "first", &grid[2],
         "the first of p x q processes"},
    };
    size_t wrong = 0, count = sizeof rules / sizeof *rules;
    const int64_t shared[] = {kind_of, prec, m, n, mb, nb, beside, p, q, first};
    bool faults, alike;
    if (A)
        *A = NULL;
    while (wrong < count && rules[wrong].holds)
        wrong++;
    alike = same(shared, sizeof shared / sizeof *shared, wrong < count, &faults);
    if (wrong < count)
        return starling_cluster_bad_argument(routine, rules[wrong].position, rules[wrong].name,
                                             rules[wrong].value, rules[wrong].must);
    if (!alike)
        return starling_cluster_error(routine, STARLING_EGRID,
                                      "the processes call it with different arguments");
    if (faults)
        return starling_cluster_error(routine, STARLING_EGRID,
                                      "another process has found a bad argument");
    return starling_cluster_matrix(A, prec, m, n, a, lda, mb, nb,
                                   (struct sl_grid){p, q, first, beside});
}

int starling_mpi_matrix_create(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                               int64_t mb, int64_t nb, int p, int q, int first)
{
    return make(__func__, A, prec, m, n, TILES, NULL, 1, mb, nb, 1, p, q, first);
}

int starling_mpi_matrix_create_columns(starling_matrix **A, starling_precision prec, int64_t m,
                                       int64_t n, int64_t nb, int beside, int q, int first)
{
    int64_t mb = m > 0 ? m : 1;
    return make(__func__, A, prec, m, n, COLUMNS, NULL, 1, mb, nb, beside, 1, q, first);
}

int starling_mpi_matrix_wrap(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                             void *a, int64_t lda, int64_t mb, int64_t nb, int p, int q, int first)
{
    return make(__func__, A, prec, m, n, ARRAY, a, lda, mb, nb, 1, p, q, first);
}
