/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The commands of the `starling` program, and what a benchmark case is. */

#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <starling.h>
#include <starpu_config.h>
#include "analysis/recording.h"

/* Exit statuses: 0 all passed, 1 something failed, 2 bad usage, 77 nothing could run. */
enum { EXIT_USAGE = 2, EXIT_NOTHING = 77 };

/* On a simulated machine times are simulated and nothing is computed: operands take no memory,
 * and there is nothing to check, to compare with or to measure. */
#ifdef STARPU_SIMGRID
enum { SIMULATED = true };
#else
enum { SIMULATED = false };
#endif

/* argv[0] is the command's name. */
int command_routine(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_machine(int argc, char **argv);

/* The last sentence of the library about such a failure, else starling_strerror(info). */
const char *words_of(int info);
/* The exit status where starling_init() returned info, not 0. Without a worker, or memory for one, nothing
 * could run, else the start has failed. */
int start_status(int info);

/* Sets STARPU_NCPU or STARPU_NCUDA for the next start of the library; -1 leaves it. */
void set_workers(const char *variable, int64_t count);
/* Once the library has started: a sentence where there are fewer workers than were asked for. */
void tell_workers(const char *command, int64_t ncpu, int64_t ncuda);

static inline size_t element_size(starling_precision prec)
{
    return prec == STARLING_S ? 4 : prec == STARLING_Z ? 16 : 8;
}

/* What --matrix asks for; matgen.c makes those from MATRIX_DEFINITE to MATRIX_DEFICIENT by
 * their singular values, the later ones by their elements. */
enum matrix_kind {
    MATRIX_RANDOM,
    MATRIX_FILE,
    MATRIX_DEFINITE,  /* Hermitian positive definite, eigenvalues from 1 to 1/cond */
    MATRIX_CONDITION, /* singular values from 1 to 1/cond */
    MATRIX_DEFICIENT, /* half of the singular values are 0 */
    MATRIX_GRADED,    /* rows and columns of falling size */
    MATRIX_SCALED,    /* rows of sizes far apart, in no order */
    MATRIX_WILKINSON, /* the largest growth that partial pivoting can have, 2^(n-1) */
    MATRIX_SINGULAR   /* a column of zeros */
};

/* Where operands start and end. */
enum place {
    PLACE_HOST,
    PLACE_DEVICE, /* the first GPU */
    PLACE_TILES   /* tiles that the library allocates, where they were last written */
};

/* One combination of the options of a routine. */
struct problem {
    const struct routine *routine;
    starling_precision prec;
    int64_t m, n, k, nrhs, mb, nb, pad; /* pad: leading dimension beyond the minimum */
    starling_uplo uplo;
    starling_trans transa, transb;
    starling_side side;
    starling_diag diag;
    uint64_t seed;
    enum place place;
    enum matrix_kind matrix;  /* A */
    const struct mm *file;
    double cond;              /* its condition number */
};

/* What a run gave; NaN: not measured. Times are medians in seconds. */
struct outcome {
    int info, lapack_info; /* LAPACK's: asked for with a singular matrix, else the same */
    double submit_s, time_s; /* time_s: results are where the operands came from */
    double tasks_s;          /* until the last task, before write-back */
    double ref_s, error;
    double growth;          /* of LU: max |U| / max |A| */
    struct recording graph; /* the tasks with their predicted times; empty: none */
    struct recording run;   /* one more run, where plan.record asks for it */
};

/* What is to be done with a case. */
struct plan {
    int64_t warmup, repeat;
    bool check, record;
    bool trace;      /* one run and nothing else, for FxT (trace.h) */
    bool progress;   /* a line on the terminal while a run lasts (progress.h) */
    const char *ref; /* NULL, "lapack", "cusolver" or "cusolvermg" */
    int64_t threads; /* of the reference's BLAS */
};

/* The routines by name (routine_table.c); operands are described once, for all precisions. */
enum operand { GENERAL, DEFINITE, TRIANGULAR, FACTOR };
struct shape {
    enum operand kind;
    bool used;
    int64_t m, n;
};
struct routine {
    const char *name, *summary, *options; /* options: letters of those it has; p: it pivots */
    void (*shapes)(const struct problem *p, struct shape operand[3]);
    double (*flops)(const struct problem *p);
    int (*submit)(const struct problem *p, starling_matrix *operand[3],
                  starling_sequence *seq);
    /* What comes before the operation and is not timed; NULL: nothing. */
    int (*prepare)(starling_matrix *operand[3]);
};
extern const struct routine routines[];
const struct routine *find_routine(const char *name);

/* Tiles of a matrix for LU. nb = 0: as the library chooses. mb < 0: square tiles or block
 * columns, as the library would have them; 0: block columns. */
void lu_tiles(starling_precision prec, int64_t m, int64_t n, int64_t *mb, int64_t *nb);

/* Runs one case; four times compiled, by precision (run.c). A sentence in err when it
 * could not be run (negative return value). */
typedef int run_case_function(const struct problem *p, const struct plan *plan,
                              struct outcome *outcome, char *err, size_t errlen);
run_case_function run_case_s, run_case_d, run_case_c, run_case_z;

/* Measured gemm rates in flop/s: all given cores together, one GPU (0: none). */
double peak_cpu(starling_precision prec, int threads);
double peak_gpu(starling_precision prec);
/* The same on n x n tiles: of so many cores, a tile each at the same time; of one GPU. */
double tile_rate_cores(starling_precision prec, int64_t n, int cores, double *took_s);
double tile_rate_gpu(starling_precision prec, int64_t n);
/* Draws these (tile_rates.c). 0, or -1 with a sentence in err. */
int plot_tile_rates(const char *path, char *err, size_t errlen);

#endif
