/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The cluster of src/runtime by StarPU-MPI. */

#include <stdint.h>
#include <stdio.h>
#include <starpu_mpi.h>
#include "src/runtime/cluster.h"
#include "starling_mpi.h"

static MPI_Comm world;
static bool runs;
static starpu_mpi_tag_t data; /* registered so far: the same number in all processes */

static void own(starpu_data_handle_t datum, int rank)
{
    starpu_mpi_data_register_comm(datum, data++, rank, world);
}

static void bring(starpu_data_handle_t datum, int rank)
{
    starpu_mpi_get_data_on_node_detached(world, datum, rank, NULL, NULL);
}

static void written(starpu_data_handle_t datum)
{
    starpu_mpi_cached_send_clear(datum);
    starpu_mpi_cached_receive_clear(datum);
}

static void forget(starpu_data_handle_t datum)
{
    starpu_mpi_cache_flush(world, datum);
}

static void settle(void)
{
    starpu_mpi_wait_for_all(world);
}

static int64_t least(int64_t value)
{
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MIN, world);
    return value;
}

static struct sl_cluster cluster = {0, 0, own, bring, written, forget, settle, least, NULL};

static void end_all(const char *sentence)
{
    fprintf(stderr, "starling: process %d of %d: %s; all processes end\n", cluster.rank,
            cluster.size, sentence);
    MPI_Abort(world, 1);
}

int starling_mpi_init(MPI_Comm comm)
{
    int initialized = 0, threads = MPI_THREAD_SINGLE;
    if (runs)
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "it runs already");
    MPI_Initialized(&initialized);
    if (!initialized)
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "call MPI_Init_thread() before");
    MPI_Query_thread(&threads);
    if (threads < MPI_THREAD_MULTIPLE)
        return starling_cluster_error(__func__, STARLING_ERUNTIME,
                                      "MPI_Init_thread() must have given MPI_THREAD_MULTIPLE");
    if (comm == MPI_COMM_NULL)
        return starling_cluster_error(__func__, -1, "argument 1 (comm) must be a communicator");
    int info = starling_init();
    if (info != 0)
        return info;
    if (starpu_mpi_init_comm(NULL, NULL, 0, comm) != 0) {
        starling_finalize();
        return starling_cluster_error(__func__, STARLING_ERUNTIME, "StarPU-MPI does not start");
    }
    world = comm;
    MPI_Comm_rank(world, &cluster.rank);
    MPI_Comm_size(world, &cluster.size);
    cluster.abort = end_all;
    runs = true;
    starling_cluster_join(&cluster);
    return 0;
}

int starling_mpi_finalize(void)
{
    if (!runs)
        return 0;
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

/* Why the arguments are bad, or NULL. *position: of the bad one. */
static const char *bad(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                       const void *a, int64_t lda, int64_t mb, int64_t nb, int p, int q, int first,
                       bool array, int *position)
{
    int at = cluster.rank - first, after = array ? 2 : 0;
    bool inside = p > 0 && at >= 0 && at < p * q;
    int64_t rows = inside && m >= 0 && mb > 0 ? starling_mpi_local(m, mb, at / q, p) : 0;
    int64_t columns = inside && n >= 0 && nb > 0 ? starling_mpi_local(n, nb, at % q, q) : 0;
    const struct {
        bool holds;
        int position;
        const char *must;
    } rules[] = {
        {A != NULL, 1, "A must be where the new matrix goes"},
        {prec >= STARLING_S && prec <= STARLING_Z, 2, "prec must be that of s, d, c or z"},
        {m >= 0, 3, "m must be at least 0"},
        {n >= 0, 4, "n must be at least 0"},
        {!array || a || rows == 0 || columns == 0, 5, "a must be an array"},
        {!array || (lda >= (rows > 1 ? rows : 1) && lda <= INT32_MAX), 6,
         "lda must be at least max(1, rows of this process), and less than 2^31"},
        {mb > 0 && mb <= INT32_MAX && (m == 0 || n == 0 || mb <= UINT32_MAX / nb), 5 + after,
         "mb must be at least 0, and less than 2^31; mb x nb less than 2^32"},
        {nb > 0 && nb <= INT32_MAX, 6 + after, "nb must be at least 0, and less than 2^31"},
        {p > 0, 7 + after, "p must be positive"},
        {q > 0 && p <= cluster.size / q, 8 + after,
         "p x q must be at most the number of processes"},
        {first >= 0 && first <= cluster.size - p * q, 9 + after,
         "first must be the first of p x q processes"},
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!rules[i].holds) {
            *position = rules[i].position;
            return rules[i].must;
        }
    return NULL;
}

static int make(const char *routine, starling_matrix **A, starling_precision prec, int64_t m,
                int64_t n, void *a, int64_t lda, int64_t mb, int64_t nb, int p, int q, int first,
                bool array)
{
    int position = 0;
    if (!runs)
        return starling_cluster_error(routine, STARLING_ERUNTIME,
                                      "call starling_mpi_init() before");
    int64_t choice = prec >= STARLING_S && prec <= STARLING_Z && m >= 0 && n >= 0
                         ? starling_tile_size(prec, m, n)
                         : 1;
    mb = mb == 0 ? choice : mb;
    nb = nb == 0 ? choice : nb;
    if (A)
        *A = NULL;
    const char *why = bad(A, prec, m, n, a, lda, mb, nb, p, q, first, array, &position);
    if (why)
        return starling_cluster_error(routine, -position, why);
    return starling_cluster_matrix(A, prec, m, n, a, lda, mb, nb, (struct sl_grid){p, q, first});
}

int starling_mpi_matrix_create(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                               int64_t mb, int64_t nb, int p, int q, int first)
{
    return make(__func__, A, prec, m, n, NULL, 1, mb, nb, p, q, first, false);
}

int starling_mpi_matrix_wrap(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                             void *a, int64_t lda, int64_t mb, int64_t nb, int p, int q, int first)
{
    return make(__func__, A, prec, m, n, a, lda, mb, nb, p, q, first, true);
}
