/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* On a simulated machine operations on matrices larger than memory complete, and nothing reads
 * or writes a number: arrays are addresses that cannot be touched. Run by
 * check_simulation.test; its exit status says whether all of it held. */

#include <starpu.h> /* renames main in simulation */
#include <string.h>
#include <sys/mman.h>
#include <starling.h>
#include "tap.h"

/* LU leaves rows that are written back before the rest. What writes the matrix then waits for them, by
 * tasks that are counted and recorded, although no worker runs them. */
static void order_is_recorded(void *address)
{
    enum { N = 8192, NB = 512 };
    starling_matrix *A;
    starling_sequence *seq;
    const starling_task *task;
    starling_progress progress = {0};
    int64_t orders = 0, count;
    is_integer(starling_matrix_wrap(&A, STARLING_D, N, N, address, N, N, NB), 0, "wrap for LU");
    is_integer(starling_sequence_create(&seq), 0, "sequence");
    is_integer(starling_getrf_submit(A, seq) + starling_sequence_wait(seq), 0, "getrf");
    is_integer(starling_sequence_record(seq, STARLING_RECORD_RUN), 0, "record");
    is_integer(starling_laset_submit(STARLING_GENERAL, 1, 2, A, seq), 0, "laset");
    is_integer(starling_sequence_progress(seq, &progress), 0, "progress");
    count = starling_sequence_tasks(seq, &task);
    for (int64_t i = 0; i < count; i++)
        orders += strcmp(task[i].name, "order") == 0 && task[i].cpu_s == 0 && task[i].cuda_s == 0;
    ok(orders > 0 && orders % (N / NB) == 0 && count == orders + N / NB &&
           progress.submitted == count,
       "%d tasks that order others, of %d that are recorded and %d that are counted", (int)orders,
       (int)count, (int)progress.submitted);
    starling_sequence_destroy(seq);
    starling_matrix_destroy(A);
}

int main(void)
{
    enum { N = 60000, NB = 6000 };
    void *address = mmap(NULL, sizeof(double) * N * N, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    starling_matrix *A, *B, *C;
    double value = -1;
    if (!is_integer(starling_init(), 0, "init") || !ok(address != MAP_FAILED, "addresses"))
        return done_testing();

    is_integer(starling_matrix_create(&A, STARLING_D, N, N, NB, NB), 0, "create");
    is_integer(starling_matrix_create(&B, STARLING_D, N, 100, NB, 100), 0, "create B");
    is_integer(starling_matrix_wrap(&C, STARLING_D, N, N, address, N, NB, NB), 0, "wrap");
    is_integer(starling_matrix_set(A, address, N), 0, "set");
    is_integer(starling_matrix_get(A, address, N), 0, "get");
    is_integer(starling_matrix_sync(C), 0, "sync");
    is_integer(starling_lanhe(STARLING_ONE_NORM, STARLING_LOWER, A, &value), 0, "norm");
    ok(value == 0, "there are no numbers in it");
    double before = starpu_timing_now();
    is_integer(starling_posv(STARLING_LOWER, A, B), 0, "posv, B never written");
    ok(starpu_timing_now() - before > 1e6, "which took simulated time");
    is_integer(starling_lacpy(STARLING_GENERAL, A, C), 0, "lacpy");

    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    starling_matrix_destroy(C);
    order_is_recorded(address);
    is_integer(starling_finalize(), 0, "finalize");
    return done_testing();
}
