/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The processes of starling-mpi. Simulated ones (SMPI) are parts of one process of the system: they
 * share standard output. They do the same, so that each knows what the others have. The thread of
 * StarPU-MPI alone calls MPI there. */

#include <starpu_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "mpi/gather.h"
#include "mpi/spread.h"
#include "processes.h"
#include "src/mpi/starling_mpi.h"

static struct processes mpi;
static int terminal = -1; /* standard error, while it is silent */

/* All processes would say the same about a command line. */
static void be_silent(void)
{
    if (!freopen("/dev/null", "w", stdout))
        fclose(stdout);
    fflush(stderr);
    terminal = dup(STDERR_FILENO);
    FILE *null = fopen("/dev/null", "w");
    if (null && terminal >= 0)
        dup2(fileno(null), STDERR_FILENO);
    if (null)
        fclose(null);
}

static void be_heard(void)
{
    if (terminal >= 0) {
        dup2(terminal, STDERR_FILENO);
        close(terminal);
    }
    terminal = -1;
}

static int start(void)
{
    be_heard();
    return starling_mpi_init(MPI_COMM_WORLD);
}

static void stop(void)
{
    starling_mpi_finalize();
    starling_finalize();
}

static void meet(void)
{
    if (SIMULATED)
        starpu_mpi_barrier(MPI_COMM_WORLD);
    else
        MPI_Barrier(MPI_COMM_WORLD);
}

static double sum(double value)
{
    if (SIMULATED)
        return value * mpi.count;
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return value;
}

static int agree(int status)
{
    if (SIMULATED)
        return status;
    MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return status;
}

static bool all(bool succeeded, const char *sentence)
{
    int count = succeeded;
    if (SIMULATED)
        return succeeded;
    MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (count > 0 && !succeeded) {
        fprintf(stderr, "starling-mpi: process %d of %d: %s; all processes end\n", mpi.rank,
                mpi.count, sentence);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return count == mpi.count;
}

static bool takes(const struct routine *routine)
{
    return spread_routine_of(routine) != NULL;
}

static struct grid grid(const struct routine *routine)
{
    int rows = 1;
    for (int p = 1; p * p <= mpi.count && !spread_routine_of(routine)->one_row; p++)
        rows = mpi.count % p == 0 ? p : rows;
    return (struct grid){rows, mpi.count / rows, 1};
}

static const char *missing(const struct problem *p)
{
    if (p->grid.beside > 1 && (p->place != PLACE_TILES || p->grid.rows > 1))
        return "--grid 1xQxB: columns side by side are of one row of processes, with "
               "--where tiles";
    bool implicit = p->routine->has & HAS_DIAG && p->diag == STARLING_UNIT;
    return implicit && p->place == PLACE_TILES
               ? "--where tiles: unit triangles are made in local arrays (--where host)"
               : NULL;
}

static void local(struct grid g, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t *rows,
                  int64_t *columns)
{
    bool inside = mpi.rank < g.rows * g.columns;
    *rows = inside ? starling_mpi_local(m, mb, mpi.rank / g.columns, g.rows) : 0;
    *columns = inside ? starling_mpi_local(n, nb, mpi.rank % g.columns, g.columns) : 0;
}

static int matrix(starling_matrix **A, starling_precision prec, int64_t m, int64_t n, void *a,
                  int64_t lda, int64_t mb, int64_t nb, struct grid g)
{
    if (!a && g.beside > 1 && mb >= m)
        return starling_mpi_matrix_create_columns(A, prec, m, n, nb, g.beside, g.columns, 0);
    return a ? starling_mpi_matrix_wrap(A, prec, m, n, a, lda, mb, nb, g.rows, g.columns, 0)
             : starling_mpi_matrix_create(A, prec, m, n, mb, nb, g.rows, g.columns, 0);
}

static struct processes mpi = {
    .start = start,
    .stop = stop,
    .meet = meet,
    .sum = sum,
    .agree = agree,
    .all = all,
    .takes = takes,
    .grid = grid,
    .missing = missing,
    .local = local,
    .matrix = matrix,
    .gather = gather_recording,
    .check = {spread_check_s, spread_check_d, spread_check_c, spread_check_z},
    .reference = {scalapack_s, scalapack_d, scalapack_c, scalapack_z},
};

const struct processes *processes_begin(int *argc, char ***argv)
{
    int given;
    if (SIMULATED) { /* StarPU has started MPI */
        starpu_mpi_comm_rank(MPI_COMM_WORLD, &mpi.rank);
        starpu_mpi_comm_size(MPI_COMM_WORLD, &mpi.count);
        mpi.out = mpi.rank > 0 ? fopen("/dev/null", "w") : NULL;
        return &mpi;
    }
    if (MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &given) != MPI_SUCCESS) {
        fprintf(stderr, "starling-mpi: MPI does not start\n");
        exit(EXIT_FAILURE);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi.count);
    if (mpi.rank > 0)
        be_silent();
    return &mpi;
}

void processes_end(void)
{
    be_heard();
    if (!SIMULATED)
        MPI_Finalize();
}
