/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The table of the options of `starling ROUTINE`: a new option is a line here and a field in
 * struct values. */

#include <string.h>
#include "options/routine_options.h"

#define MOST INT32_MAX
/* Options of routines that have this flag, and (0) those of all routines. */
static const struct {
    unsigned has;
    struct option_spec spec;
} all_options[] = {
    /* clang-format off */
    {0, {.name = "type", .kind = OPTION_LETTERS, .meta = "LIST", .set = "sdcz", .fallback = "d", .help = "precisions: s, d, c, z", OPTION_AT(struct values, type)}},
    {0, {.name = "n", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .help = "orders or columns, e.g. 100,1000:5000:1000 (default: 1000)", OPTION_AT(struct values, n)}},
    {HAS_M, {.name = "m", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .help = "rows (default: n)", OPTION_AT(struct values, m)}},
    {HAS_K, {.name = "k", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .help = "inner dimension (default: n)", OPTION_AT(struct values, k)}},
    {HAS_KD, {.name = "kd", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "0", .help = "subdiagonals of the band; 0: the library's choice", OPTION_AT(struct values, kd)}},
    {HAS_KL_KU, {.name = "kl", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "10", .help = "subdiagonals of the band", OPTION_AT(struct values, kl)}},
    {HAS_KL_KU, {.name = "ku", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "10", .help = "superdiagonals of the band", OPTION_AT(struct values, ku)}},
    {HAS_NRHS, {.name = "nrhs", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "1", .help = "right-hand sides", OPTION_AT(struct values, nrhs)}},
    {HAS_BATCH, {.name = "batch", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "1000", .help = "matrices of a batch", OPTION_AT(struct values, batch)}},
    {HAS_BATCH, {.name = "vary", .kind = OPTION_STRING, .meta = "HOW", .set = "uniform,normal", .help = "sizes from 0 to n (and m) by chance, each matrix with its own (default: all are n)", OPTION_AT(struct values, vary)}},
    {0, {.name = "nb", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .fallback = "0", .help = "tile sizes; 0: the library's choice", OPTION_AT(struct values, nb)}},
    {HAS_MB, {.name = "mb", .kind = OPTION_INTEGERS, .meta = "LIST", .max = MOST, .help = "tile heights; 0: block columns, otherwise nb, or at least m (default: the library's choice of both)", OPTION_AT(struct values, mb)}},
    {0, {.name = "lda", .kind = OPTION_INTEGERS, .meta = "PAD", .max = 1 << 20, .fallback = "0", .help = "leading dimensions beyond the rows", OPTION_AT(struct values, lda)}},
    {HAS_UPLO, {.name = "uplo", .kind = OPTION_LETTERS, .meta = "LIST", .set = "lu", .fallback = "l", .help = "triangles: l, u", OPTION_AT(struct values, uplo)}},
    {HAS_UPLO_OR_ALL, {.name = "uplo", .kind = OPTION_LETTERS, .meta = "LIST", .set = "lug", .fallback = "g", .help = "triangles: l, u; g: all of the matrix", OPTION_AT(struct values, uplo)}},
    {HAS_NORM, {.name = "norm", .kind = OPTION_LETTERS, .meta = "LIST", .set = "moif", .fallback = "o", .help = "norms: m (largest element), o (one), i (infinity), f (Frobenius)", OPTION_AT(struct values, norm)}},
    {HAS_TRANSA, {.name = "transa", .kind = OPTION_LETTERS, .meta = "LIST", .set = "ntc", .fallback = "n", .help = "op(A): n, t, c", OPTION_AT(struct values, transa)}},
    {HAS_TRANSB, {.name = "transb", .kind = OPTION_LETTERS, .meta = "LIST", .set = "ntc", .fallback = "n", .help = "op(B): n, t, c", OPTION_AT(struct values, transb)}},
    {HAS_TRANS, {.name = "trans", .kind = OPTION_LETTERS, .meta = "LIST", .set = "ntc", .fallback = "n", .help = "op(A) X = B: n, t, c", OPTION_AT(struct values, trans)}},
    {HAS_SIDE, {.name = "side", .kind = OPTION_LETTERS, .meta = "LIST", .set = "lr", .fallback = "l", .help = "sides: l, r", OPTION_AT(struct values, side)}},
    {HAS_DIAG, {.name = "diag", .kind = OPTION_LETTERS, .meta = "LIST", .set = "nu", .fallback = "n", .help = "diagonals: n, u(nit)", OPTION_AT(struct values, diag)}},
    {HAS_JOB, {.name = "job", .kind = OPTION_LETTERS, .meta = "LIST", .set = "nv", .fallback = "v", .help = "values alone (n), or with vectors (v)", OPTION_AT(struct values, job)}},
    {HAS_ITYPE, {.name = "itype", .kind = OPTION_LETTERS, .meta = "LIST", .set = "123", .fallback = "1", .help = "problems: 1 (A x = w B x), 2 (A B x = w x), 3 (B A x = w x)", OPTION_AT(struct values, itype)}},
    {HAS_RANGE, {.name = "range", .kind = OPTION_STRING, .meta = "RANGE", .help = "eigenvalues: 1:10 are the ten smallest (default: all)", OPTION_AT(struct values, range)}},
    {HAS_DEFINITE_MATRIX, {.name = "matrix", .kind = OPTION_STRING, .meta = "KIND", .fallback = "rand", .help = "rand, spd,cond=C (condition C), or a Matrix Market file, which says n", OPTION_AT(struct values, matrix)}},
    {HAS_GENERAL_MATRIX, {.name = "matrix", .kind = OPTION_STRING, .meta = "KIND", .fallback = "rand", .help = "rand, cond=C (condition C), deficient (half the rank), graded, scaled, wilkinson (growth 2^(n-1)), singular (a pivot is 0), or a Matrix Market file, which says n", OPTION_AT(struct values, matrix)}},
    {0, {.name = "grid", .kind = OPTION_STRING, .meta = "PxQ", .help = "rows and columns of processes (default: all of them, nearly square, or one row); 1xQxB: B block columns side by side", OPTION_AT(struct values, grid)}},
    {0, {.name = "seed", .kind = OPTION_INTEGER, .meta = "S", .max = INT64_MAX, .fallback = "1", .help = "of random numbers", OPTION_AT(struct values, seed)}},
    {0, {.name = "where", .kind = OPTION_STRING, .meta = "PLACE", .set = "host,device,tiles", .fallback = "host", .help = "memory the operands start and end in: host, device (the first GPU), tiles (of their own, where they were last written: on several GPUs)", OPTION_AT(struct values, where)}},
    {0, {.name = "sched", .kind = OPTION_NAMES, .meta = "LIST", .help = "StarPU scheduling policies (default: STARPU_SCHED, or the library's)", OPTION_AT(struct values, sched)}},
    {0, {.name = "ncpu", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 4096, .fallback = "-1", .help = "CPU workers; -1: all", OPTION_AT(struct values, ncpu)}},
    {0, {.name = "ncuda", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 64, .fallback = "-1", .help = "CUDA devices; -1: all", OPTION_AT(struct values, ncuda)}},
    {0, {.name = "repeat", .kind = OPTION_INTEGER, .meta = "R", .min = 1, .max = 100000, .fallback = "1", .help = "timed runs; the median is reported", OPTION_AT(struct values, repeat)}},
    {0, {.name = "warmup", .kind = OPTION_INTEGER, .meta = "W", .min = 0, .max = 100000, .fallback = "1", .help = "runs before, which also calibrate the models", OPTION_AT(struct values, warmup)}},
    {0, {.name = "check", .kind = OPTION_FLAG, .help = "scaled residual, below 30 passes (four random vectors; a solve in full)", OPTION_AT(struct values, check)}},
    {0, {.name = "ref", .kind = OPTION_STRING, .meta = "PEER", .set = "lapack,cublas,cusolver,cusolver-gesvdp,cusolvermg", .help = "the same by lapack, by cublas or cusolver (the one that has it), by cusolver-gesvdp (singular values) or by cusolvermg, in the same run; cusolvermg without copies, to compare with tasks_s in the files", OPTION_AT(struct values, ref)}},
    {0, {.name = "threads", .kind = OPTION_INTEGER, .meta = "N", .min = 0, .max = 4096, .fallback = "0", .help = "BLAS threads of --ref lapack; 0: as many as CPU workers", OPTION_AT(struct values, threads)}},
    {0, {.name = "profile", .kind = OPTION_FLAG, .help = "where the time went, from one more, recorded run", OPTION_AT(struct values, profile)}},
    {0, {.name = "csv", .kind = OPTION_STRING, .meta = "FILE", .help = "write a record a run", OPTION_AT(struct values, csv)}},
    {0, {.name = "json", .kind = OPTION_STRING, .meta = "FILE", .help = "the same as JSON", OPTION_AT(struct values, json)}},
    {0, {.name = "append", .kind = OPTION_FLAG, .help = "add the records of --csv to those in its file", OPTION_AT(struct values, append)}},
    {0, {.name = "trace", .kind = OPTION_STRING, .meta = "DIR", .help = "one more run, traced by FxT: paje.trace for ViTE, dag.dot, tasks.rec", OPTION_AT(struct values, trace)}},
    {0, {.name = "gantt", .kind = OPTION_STRING, .meta = "FILE", .help = "record one more run and draw it as SVG; of several rows the second goes to FILE-2.svg, and so on", OPTION_AT(struct values, gantt)}},
    {0, {.name = "quiet", .kind = OPTION_FLAG, .help = "only the last line", OPTION_AT(struct values, quiet)}},
    {0, {.name = "tap", .kind = OPTION_FLAG, .help = "TAP in place of the table", OPTION_AT(struct values, tap)}},
    /* clang-format on */
};
enum { OPTIONS = sizeof all_options / sizeof all_options[0] };
_Static_assert((int)OPTIONS <= (int)ROUTINE_OPTIONS, "callers have room for all options");

/* What options of all routines are for batches. */
static void adapt_to_batches(struct option_spec *spec)
{
    if (strcmp(spec->name, "n") == 0)
        spec->help = "orders or columns (default: 32)";
    if (strcmp(spec->name, "nb") == 0)
        spec->help = "matrices of a chunk, which is a task; 0: the library's choice";
    if (strcmp(spec->name, "threads") == 0)
        spec->help = "threads of --ref lapack, with a matrix each; 0: as many as CPU workers";
    if (strcmp(spec->name, "where") == 0) {
        spec->set = "host,device";
        spec->help = "memory the operands start and end in: host, device (the first GPU)";
    }
}

/* What options of all routines are for those on arrays. */
static void adapt_to_arrays(struct option_spec *spec)
{
    if (strcmp(spec->name, "kd") == 0) {
        spec->fallback = "10";
        spec->help = "diagonals of the band beside the main one";
    }
    if (strcmp(spec->name, "where") == 0) {
        spec->set = "host";
        spec->help = "memory the operands start and end in: host";
    }
}

/* Whether the routine has an option that nearly all have, in one process or several. */
static bool is_there(const struct routine *routine, const char *name, bool several)
{
    static const char *const alone[] = {"matrix", "trace"};
    if (routine->tiles == ARRAYS && (strcmp(name, "nb") == 0 || strcmp(name, "trace") == 0))
        return false;
    if (strcmp(name, "grid") == 0)
        return several;
    for (size_t i = 0; several && i < sizeof alone / sizeof *alone; i++)
        if (strcmp(name, alone[i]) == 0)
            return false;
    return true;
}

/* What options of all routines are for several processes. */
static void adapt_to_processes(struct option_spec *spec)
{
    if (strcmp(spec->name, "ref") == 0) {
        spec->set = "scalapack";
        spec->help = "the same by scalapack, in the same processes, grid and tiles";
    }
    if (strcmp(spec->name, "profile") == 0)
        spec->help = "what the graph costs: tasks, microseconds for each, memory of a process";
    if (strcmp(spec->name, "threads") == 0)
        spec->help = "BLAS threads of each process for --ref scalapack; 0: as many as CPU workers";
    if (strcmp(spec->name, "check") == 0)
        spec->help = "scaled residual, below 30 passes (four random vectors)";
    if (strcmp(spec->name, "ncpu") == 0)
        spec->help = "CPU workers of each process; -1: all";
    if (strcmp(spec->name, "ncuda") == 0)
        spec->help = "CUDA devices of each process; -1: all";
    if (strcmp(spec->name, "where") == 0) {
        spec->set = "host,tiles";
        spec->help = "memory the operands start and end in: host (local arrays), tiles (of their own)";
    }
}

int routine_options(const struct routine *routine, bool several,
                    struct option_spec specs[ROUTINE_OPTIONS])
{
    int count = 0;
    for (int i = 0; i < OPTIONS; i++)
        if ((all_options[i].has == 0 || (routine->has & all_options[i].has)) &&
            is_there(routine, all_options[i].spec.name, several))
            specs[count++] = all_options[i].spec;
    for (int i = 0; i < count && several; i++)
        adapt_to_processes(&specs[i]);
    for (int i = 0; i < count && (routine->has & HAS_BATCH); i++)
        adapt_to_batches(&specs[i]);
    for (int i = 0; i < count && routine->tiles == ARRAYS; i++)
        adapt_to_arrays(&specs[i]);
    if (is_real(routine)) { /* the first option is the type */
        specs[0].set = "sd";
        specs[0].help = "precisions: s, d";
    }
    if (!routine->numerics[STARLING_S]) {
        specs[0].set = "dz";
        specs[0].help = "precisions: d, z";
    }
    return count;
}
