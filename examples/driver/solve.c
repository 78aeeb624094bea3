/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling solve A.mtx [B.mtx]`: reads a system, solves it in double precision (or as
 * --type says), prints by which method, how well and how fast. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h>
#include "command.h"
#include "files.h"
#include "matrix_file.h"
#include "options.h"
#include "output.h"
#include "solve.h"

struct values {
    const char *output, *type;
    int64_t nrhs, nb, ncpu, ncuda;
    bool quiet;
};

static const struct option_spec specs[] = {
    /* clang-format off */
    {.name = "output", .letter = 'o', .kind = OPTION_STRING, .meta = "X.mtx", .help = "write the solution there; -: standard output", OPTION_AT(struct values, output)},
    {.name = "type", .kind = OPTION_STRING, .meta = "T", .set = "s,d,c,z", .help = "precision: s, d, c, z (default: d, or z for complex files)", OPTION_AT(struct values, type)},
    {.name = "nb", .kind = OPTION_INTEGER, .meta = "NB", .max = 1 << 20, .fallback = "0", .help = "tile size; 0: the library's choice", OPTION_AT(struct values, nb)},
    {.name = "ncpu", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 4096, .fallback = "-1", .help = "CPU workers; -1: all", OPTION_AT(struct values, ncpu)},
    {.name = "ncuda", .kind = OPTION_INTEGER, .meta = "N", .min = -1, .max = 64, .fallback = "-1", .help = "CUDA devices; -1: all", OPTION_AT(struct values, ncuda)},
    {.name = "quiet", .kind = OPTION_FLAG, .help = "print nothing but errors", OPTION_AT(struct values, quiet)},
    /* clang-format on */
};

static const struct option_table table = {
    .command = "starling solve",
    .summary = "Solves A X = B for files in Matrix Market format; without B, the right-hand "
               "side is A times ones.\nSymmetric (real) and hermitian matrices are solved by "
               "Cholesky, and by LU if they are not\npositive definite, as all others are.",
    .usage = "A.mtx [B.mtx]",
    .specs = specs,
    .count = sizeof specs / sizeof specs[0],
    .size = sizeof(struct values),
    .min_arguments = 1,
    .max_arguments = 2,
};

static int fail(const char *sentence)
{
    fprintf(stderr, "starling solve: %s\n", sentence);
    return EXIT_FAILURE;
}

/* The system as read, and what its precision is. 0, or a sentence in err. */
static int read_system(const struct values *v, int files, char **file, struct system *system,
                       char *err, size_t errlen)
{
    bool single = v->type && strchr("sc", v->type[0]);
    if (read_square(file[0], single, &system->a, err, errlen) != 0)
        return -1;
    if (files > 1 && mm_read(file[1], single, &system->b, err, errlen) != 0)
        return -1;
    if (files > 1 && system->b.m != system->a.n) {
        snprintf(err, errlen, "%s has %lld rows where %s has %lld", file[1],
                 (long long)system->b.m, file[0], (long long)system->a.n);
        return -1;
    }
    bool is_complex = system->a.is_complex || (files > 1 && system->b.is_complex);
    const char *type = v->type ? v->type : is_complex ? "z" : "d";
    if (is_complex && strchr("sd", type[0])) {
        snprintf(err, errlen, "the system is complex: --type %s cannot hold it", type);
        return -1;
    }
    system->prec = (starling_precision)(strchr("sdcz", type[0]) - "sdcz");
    system->nb = v->nb;
    system->progress = !v->quiet;
    return 0;
}

static void print_solution(FILE *out, const char *file, const struct system *system,
                           const struct solution *s)
{
    fprintf(out, "%s: %lld x %lld %s %s, %lld entries stored\n", file, (long long)system->a.m,
            (long long)system->a.n, system->a.is_complex ? "complex" : "real",
            mm_symmetry_name(system->a.symmetry), (long long)system->a.entries);
    if (s->not_definite)
        fprintf(out, "%s: not positive definite (the leading minor of order %d), so Cholesky "
                     "gave way to LU\n", file, s->not_definite);
    fprintf(out, "%s: %s on %d cores and %d GPUs, precision %c\n", file,
            s->lu ? "LU" : "Cholesky", starling_ncpu(), starling_ncuda(), "sdcz"[system->prec]);
    fprintf(out, "%s: %lld right-hand side%s in %.3g s (%.3g Gflop/s)\n", file,
            (long long)s->nrhs, s->nrhs == 1 ? "" : "s", s->time_s,
            1e-9 * s->flops / s->time_s);
    fprintf(out, "%s: scaled residual %.3g (below 30 is right), condition about %.2g", file,
            s->residual, 1 / s->rcond);
    if (s->lu)
        fprintf(out, ", growth %.3g", s->growth);
    fprintf(out, "\n");
}

static int report(const struct values *v, const char *file, const struct system *system,
                  const struct solution *s)
{
    if (s->info > 0) {
        fprintf(stderr, "starling solve: %s: singular: pivot %d is exactly zero\n", file, s->info);
        return EXIT_FAILURE;
    }
    if (s->info < 0)
        return fail(starling_strerror(s->info));
    FILE *out = v->output && output_is_standard(v->output) ? stderr : stdout;
    bool nothing = system->a.n == 0 || s->nrhs == 0;
    if (!v->quiet && nothing)
        fprintf(out, "%s: %s: nothing to solve\n", file,
                system->a.n == 0 ? "0 x 0" : "no right-hand side");
    else if (!v->quiet)
        print_solution(out, file, system, s);
    if (!nothing && !(s->residual < 30))
        return fail("the residual is too large: the solution is not to be trusted");
    return 0;
}

static int solve(const struct values *v, int files, char **file)
{
    static solve_function *const run[] = {solve_s, solve_d, solve_c, solve_z};
    struct system system = {0};
    struct solution solution = {0};
    struct file_use use[] = {{"", file[0], false}, {"", files > 1 ? file[1] : NULL, false},
                             {"-o", v->output, true}};
    char err[500];
    int status = files_check(use, 3, err, sizeof err), info;
    if (status != 0) {
        fail(err);
        return status;
    }
    status = EXIT_FAILURE;
    if (read_system(v, files, file, &system, err, sizeof err) != 0)
        fail(err);
    else if ((info = starling_init()) != 0)
        fail(starling_strerror(info));
    else {
        run[system.prec](&system, &solution);
        status = report(v, file[0], &system, &solution);
        if (solution.info == 0 && v->output &&
            mm_write(v->output, &solution.x, NULL, err, sizeof err) != 0)
            status = fail(err);
        starling_finalize();
    }
    mm_free(&solution.x);
    mm_free(&system.a);
    mm_free(&system.b);
    return status;
}

int command_solve(int argc, char **argv)
{
    struct values v;
    char err[400];
    int files = 0;
    int status = options_parse(&table, argc - 1, argv + 1, &files, &v, err, sizeof err);
    if (status == OPTIONS_BAD)
        fprintf(stderr, "%s\n", err);
    else if (status == OPTIONS_HELP) {
        options_help(&table, stdout);
        status = 0;
    } else if (SIMULATED) {
        fail("a simulated machine computes nothing, so it has no solution");
        status = EXIT_NOTHING;
    } else {
        set_workers("STARPU_NCPU", v.ncpu);
        set_workers("STARPU_NCUDA", v.ncuda);
        status = solve(&v, files, argv + 1);
    }
    options_free(&table, &v);
    return status;
}
