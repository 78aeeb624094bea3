/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* On a simulated machine operations on matrices larger than memory complete, and nothing reads
 * or writes a number: arrays are addresses that cannot be touched. Run by
 * check_simulation.test; its exit status says whether all of it held. */

#include <starpu.h> /* renames main in simulation */
#include <sys/mman.h>
#include <starling.h>
#include "tap.h"

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
    is_integer(starling_finalize(), 0, "finalize");
    return done_testing();
}
