/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The area bound of a Cholesky factorization on a simulated machine, where the models are
 * known before anything runs, is the one that StarPU finds with GLPK of the tasks submitted,
 * within 1 %. Run by check_simulation.test; its exit status says whether it held. */

#include <math.h>
#include <starpu.h> /* renames main in simulation */
#include <starpu_bound.h>
#include <starling.h>
#include "bound.h"
#include "recording.h"
#include "tap.h"

/* Milliseconds. */
static double starpu_area(starling_precision prec, int64_t n, int64_t nb)
{
    starling_matrix *A;
    double ms = NAN, whole = NAN;
    if (starling_matrix_create(&A, prec, n, n, nb, nb) != 0)
        return NAN;
    starpu_bound_start(0, 0);
    int info = starling_potrf(STARLING_LOWER, A);
    starpu_bound_stop();
    starpu_bound_compute(&ms, &whole, 0);
    starling_matrix_destroy(A);
    return info == 0 ? ms : NAN;
}

static double our_area(starling_precision prec, int64_t n, int64_t nb)
{
    starling_matrix *A;
    starling_sequence *seq;
    struct recording graph;
    double ms = NAN;
    if (starling_matrix_create(&A, prec, n, n, nb, nb) != 0)
        return NAN;
    if (starling_sequence_create(&seq) == 0) {
        recording_begin(seq, STARLING_RECORD_GRAPH);
        starling_potrf_submit(STARLING_LOWER, A, seq);
        if (recording_end(seq, &graph) == 0) {
            ms = 1e3 * bound_of(&graph).area_s;
            recording_free(&graph);
        }
        starling_sequence_destroy(seq);
    }
    starling_matrix_destroy(A);
    return ms;
}

int main(void)
{
    static const int64_t tiles[] = {1, 2, 3, 5, 8, 13};
    if (!is_integer(starling_init(), 0, "init"))
        return done_testing();
    for (size_t i = 0; i < sizeof tiles / sizeof tiles[0]; i++)
        for (int prec = STARLING_S; prec <= STARLING_D; prec++) {
            int64_t n = 960 * tiles[i];
            double theirs = starpu_area((starling_precision)prec, n, 960);
            double ours = our_area((starling_precision)prec, n, 960);
            if (theirs == 0) {
                printf("ok - # SKIP StarPU computes no bound: it was built without GLPK\n");
                continue;
            }
            ok(fabs(ours - theirs) <= 0.01 * theirs, "%c, %d tiles: %.4f ms, StarPU's %.4f",
               "sd"[prec], (int)tiles[i], ours, theirs);
        }
    is_integer(starling_finalize(), 0, "finalize");
    return done_testing();
}
