/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling solve A.mtx [B.mtx]`: reads a system, solves it in double precision (or as
 * --type says), prints by which method, how well and how fast. */

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <starpu.h>
#include "command.h"
#include "files/files.h"
#include "files/matrix_file.h"
#include "machine/memory.h"
#include "options/file_options.h"
#include "files/output.h"
#include "routines/residual.h"
#include "solve.h"
#include "options/words.h"
#include "told.h"

struct values {
    const char *output, *type;
    int64_t nrhs, nb, ncpu, ncuda;
    bool quiet;
};

static const struct option_spec specs[] = {
    /* clang-format off */
    {.name = "output", .letter = 'o', .kind = OPTION_STRING, .meta = "X.mtx", .help = "write the solution there; -: standard output", OPTION_AT(struct values, output)},
    FILE_OPTIONS(struct values, "tile size; 0: the library's choice")
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

void solve_tell_method(const struct system *system, const struct solution *s)
{
    if (s->not_definite)
        tell(system->out, system->name, "not positive definite (the leading minor of order %d), LU instead",
             s->not_definite);
    tell(system->out, system->name, "%s on %s and %s, precision %c", s->lu ? "LU" : "Cholesky",
         words_count(starling_ncpu(), "core").text, words_count(starling_ncuda(), "GPU").text,
         "sdcz"[system->prec]);
}

void solve_tell_time(const struct system *system, const struct solution *s)
{
    tell(system->out, system->name, "%s in %.3g s (%.3g Gflop/s)",
         words_count(s->nrhs, "right-hand side").text, s->time_s, 1e-9 * s->flops / s->time_s);
}

/* The system as read, and what its precision is. 0, or a sentence in err. */
static int read_system(const struct values *v, int files, char **file, struct system *system,
                       char *err, size_t errlen)
{
    bool single = v->type && strchr("sc", v->type[0]);
    tell(system->out, file[0], "reading");
    if (read_square(file[0], single, &system->a, err, errlen) != 0)
        return -1;
    tell_size(system->out, file[0], &system->a);
    if (files > 1)
        tell(system->out, file[1], "reading");
    if (files > 1 && mm_read(file[1], single, &system->b, err, errlen) != 0)
        return -1;
    if (files > 1)
        tell_size(system->out, file[1], &system->b);
    if (files > 1 && system->b.m != system->a.n) {
        snprintf(err, errlen, "%s has %lld rows where %s has %lld", file[1],
                 (long long)system->b.m, file[0], (long long)system->a.n);
        return -1;
    }
    system->nb = v->nb;
    system->progress = !v->quiet;
    return choose_precision(v->type, system->a.is_complex || (files > 1 && system->b.is_complex),
                            "the system", &system->prec, err, errlen);
}

/* Of half a unit in the last place. */
static double epsilon(starling_precision prec)
{
    return (prec == STARLING_S || prec == STARLING_C ? FLT_EPSILON : DBL_EPSILON) / 2;
}

static void print_condition(FILE *out, double rcond)
{
    if (isnan(rcond))
        fprintf(out, "condition unknown (the estimate failed)");
    else if (isinf(1 / rcond))
        fprintf(out, "condition too large for a number (singular to working precision)");
    else
        fprintf(out, "condition about %.2g", 1 / rcond);
}

/* How good the solution is. */
static void print_quality(FILE *out, const char *file, const struct system *system,
                          const struct solution *s)
{
    fprintf(out, "%s: scaled residual %.3g (below %g is right), ", file, s->residual,
            RESIDUAL_ALLOWED);
    print_condition(out, s->rcond);
    if (s->lu)
        fprintf(out, ", growth %.3g", s->growth);
    fprintf(out, "\n");
    if (s->rcond < epsilon(system->prec))
        fprintf(out, "%s: the condition is above 1 / eps = %.2g: the solution may have no correct "
                     "digit\n", file, 1 / epsilon(system->prec));
    if (!system->b.values)
        fprintf(out, "%s: forward error %.2g (the solution is known: all ones)\n", file, s->error);
}

/* What of the solution or the factors is no number, in words; false: nothing. */
static bool not_finite(const struct solution *s, char *what, size_t size)
{
    int64_t parts = s->x.is_complex ? 2 : 1, count = s->x.m * s->x.n * parts, i = 0;
    while (i < count && isfinite(s->x.values[i]))
        i++;
    if (i < count)
        snprintf(what, size, "element (%lld, %lld) of the solution is %s",
                 (long long)(i / parts % s->x.m) + 1, (long long)(i / parts / s->x.m) + 1,
                 isnan(s->x.values[i]) ? "NaN" : "infinite");
    else if (isinf(s->growth))
        snprintf(what, size, "LU's factors are not finite");
    else
        return false;
    return true;
}

/* An exit status after a sentence, where there is no solution to look at: 0: there is. */
static int report_failure(const char *file, const struct system *system, const struct solution *s)
{
    if (s->info > 0)
        fprintf(stderr, "starling solve: %s: singular: pivot %d is exactly zero\n", file, s->info);
    else if (s->info < 0)
        fail(words_of(s->info));
    else if (s->overflows)
        fprintf(stderr, "starling solve: %s: the right-hand side, A times ones, is beyond the range "
                        "of precision %c. Give one in a file B.mtx, or multiply A by a number below "
                        "1.\n", file, "sdcz"[system->prec]);
    else
        return 0;
    return EXIT_FAILURE;
}

static int report(const char *file, const struct system *system, const struct solution *s)
{
    int status = report_failure(file, system, s);
    if (status != 0)
        return status;
    bool nothing = system->a.n == 0 || s->nrhs == 0;
    if (nothing)
        tell(system->out, file, "%s: nothing to solve",
             system->a.n == 0 ? "0 x 0" : "no right-hand side");
    else if (system->out)
        print_quality(system->out, file, system, s);
    char what[100];
    if (!nothing && not_finite(s, what, sizeof what)) {
        fprintf(stderr, "starling solve: %s: %s: a number was beyond the range of precision %c. "
                        "Multiply A and B by a power of two that brings them near 1.\n",
                file, what, "sdcz"[system->prec]);
        return EXIT_FAILURE;
    }
    if (!nothing && !residual_right(s->residual))
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
    bool standard = v->output && output_is_standard(v->output); /* X goes to standard output */
    system.name = file[0];
    system.out = v->quiet ? NULL : standard ? stderr : stdout;
    if (read_system(v, files, file, &system, err, sizeof err) != 0)
        fail(err);
    else if ((info = starling_init()) != 0)
        fail(words_of(info));
    else if (!memory_for_system(&system, err, sizeof err)) {
        fail(err);
        starling_finalize();
    } else {
        tell_workers("solve", v->ncpu, v->ncuda);
        run[system.prec](&system, &solution);
        status = report(file[0], &system, &solution);
        if (status == 0 && v->output &&
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
    int files, status;
    bool ready = command_ready(&table, argc, argv, &files, &v, &status);
    if (ready && SIMULATED) {
        fail("a simulated machine computes nothing, so it has no solution");
        status = EXIT_NOTHING;
    } else if (ready) {
        set_workers("STARPU_NCPU", v.ncpu);
        set_workers("STARPU_NCUDA", v.ncuda);
        status = solve(&v, files, argv + 1);
    }
    options_free(&table, &v);
    return status;
}
