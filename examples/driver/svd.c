/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling svd A.mtx`: reads a matrix, computes its singular values, and its singular
 * vectors if they are asked for; prints some of them, how well and how fast. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "files/files.h"
#include "files/output.h"
#include "machine/memory.h"
#include "options/file_options.h"
#include "options/words.h"
#include "svd.h"
#include "told.h"

struct values {
    const char *output, *u, *v, *ref, *type;
    int64_t rank, nb, ncpu, ncuda;
    bool check, quiet;
};

static const struct option_spec specs[] = {
    /* clang-format off */
    {.name = "output", .letter = 'o', .kind = OPTION_STRING, .meta = "S.mtx", .help = "write the singular values there; -: standard output", OPTION_AT(struct values, output)},
    {.name = "u", .kind = OPTION_STRING, .meta = "U.mtx", .help = "compute singular vectors, and write the left ones there", OPTION_AT(struct values, u)},
    {.name = "v", .kind = OPTION_STRING, .meta = "V.mtx", .help = "compute singular vectors, and write the right ones there, as columns", OPTION_AT(struct values, v)},
    {.name = "rank", .kind = OPTION_INTEGER, .meta = "K", .max = 1 << 20, .fallback = "0", .help = "only the K largest singular values, by a random subspace; 0: all", OPTION_AT(struct values, rank)},
    {.name = "check", .kind = OPTION_FLAG, .help = "compute singular vectors and judge them, also if they are not written", OPTION_AT(struct values, check)},
    {.name = "ref", .kind = OPTION_STRING, .meta = "PEER", .set = "lapack,cusolver,cusolver-gesvdp", .help = "the same by lapack, cusolver or cusolver-gesvdp, in the same run", OPTION_AT(struct values, ref)},
    FILE_OPTIONS(struct values, "width of block columns; 0: the library's choice")
    /* clang-format on */
};

static const struct option_table table = {
    .command = "starling svd",
    .summary =
        "Singular values, and vectors, of a matrix in a file in Matrix Market format:\n"
        "A = U diag(S) V^H with min(m, n) columns of U and V, or the K largest of them.",
    .usage = "A.mtx",
    .specs = specs,
    .count = sizeof specs / sizeof specs[0],
    .size = sizeof(struct values),
    .min_arguments = 1,
    .max_arguments = 1,
};

static int fail(const char *sentence)
{
    fprintf(stderr, "starling svd: %s\n", sentence);
    return EXIT_FAILURE;
}

/* The file as read, and the precision. 0, or a sentence in err. */
static int read_problem(const struct values *v, const char *file, struct svd_problem *p,
                        char *err, size_t errlen)
{
    tell(p->out, file, "reading");
    if (mm_read(file, v->type && strchr("sc", v->type[0]), &p->a, err, errlen) != 0)
        return -1;
    tell_size(p->out, file, &p->a);
    p->nb = v->nb;
    p->vectors = v->u || v->v || v->check;
    p->rank = v->rank;
    p->progress = !v->quiet;
    return choose_precision(v->type, p->a.is_complex, "the matrix", &p->prec, err,
                            errlen);
}

/* Singular values i to j on one line. */
static void tell_values(const struct svd_problem *p, const struct mm *s, int64_t i,
                        int64_t j)
{
    char what[100];
    snprintf(what, sizeof what, "singular values %lld to %lld of %lld",
             (long long)i + 1, (long long)j + 1, (long long)s->m);
    tell_numbers(p->out, p->name, what, s->values + i, j - i + 1);
}

enum { SOME = 5 };

/* The largest, and what they are beside all. */
static void tell_largest(const struct svd_problem *p, const struct svd_solution *s)
{
    int64_t last = s->s.m - 1;
    tell_values(p, &s->s, 0, last < 2 * SOME ? last : SOME - 1);
    if (last >= 2 * SOME)
        tell_values(p, &s->s, last - SOME + 1, last);
    tell(p->out, p->name, "they have %.6g %% of the sum of squares of all singular values",
         100 * s->share);
}

/* The largest and the smallest, and how many are not small beside the largest. */
static void tell_some(const struct svd_problem *p, const struct mm *s)
{
    int64_t last = s->m - 1, rank = 0;
    bool single = p->prec == STARLING_S || p->prec == STARLING_C;
    double longer = (double)(p->a.m > p->a.n ? p->a.m : p->a.n);
    double small = longer * ldexp(1, single ? -23 : -52) * s->values[0];
    if (s->m <= 2 * SOME)
        tell_values(p, s, 0, last);
    else {
        tell_values(p, s, 0, SOME - 1);
        tell_values(p, s, last - SOME + 1, last);
    }
    while (rank < s->m && s->values[rank] > small)
        rank++;
    tell(p->out, p->name,
         "rank %lld: values above %.3g, max(m, n) eps times the largest",
         (long long)rank, small);
}

static int report(const struct svd_problem *p, const struct svd_solution *s)
{
    if (s->info > 0)
        return fail("a number was beyond the range of the precision, or the iteration "
                    "did not converge");
    if (s->info != 0)
        return fail(words_of(s->info));
    if (s->s.m == 0) {
        tell(p->out, p->name, "empty: no singular values");
        return 0;
    }
    tell(p->out, p->name, "%s in %.3g s (%.3g Gflop/s)",
         p->vectors ? "singular values and vectors" : "singular values", s->time_s,
         1e-9 * s->flops / s->time_s);
    if (!isfinite(s->s.values[0]))
        return fail("a singular value is beyond the range of the precision");
    if (p->rank > 0)
        tell_largest(p, s);
    else
        tell_some(p, &s->s);
    if (!p->vectors)
        return 0;
    if (!tell_quality(p->out, p->name, s->residual, s->orthogonality))
        return fail("the residual or the orthogonality is too large: the singular "
                    "vectors are not to be trusted");
    return 0;
}

static int write_files(const struct values *v, const struct svd_solution *s, char *err,
                       size_t errlen)
{
    if ((v->output && mm_write(v->output, &s->s, NULL, err, errlen) != 0) ||
        (v->u && mm_write(v->u, &s->u, NULL, err, errlen) != 0) ||
        (v->v && mm_write(v->v, &s->v, NULL, err, errlen) != 0))
        return fail(err);
    return 0;
}

/* The problem as a routine of the command has it. */
static void tell_peer(const struct svd_problem *p, const char *ref, double time_s)
{
    int64_t m = p->a.m, n = p->a.n, least = m < n ? m : n;
    struct problem problem = {
        .routine = p->rank > 0 ? &routine_gesvdr : &routine_gesvd,
        .prec = p->prec,
        .m = m,
        .n = n,
        .k = p->rank,
        .mb = m > n ? m : n,
        .nb = p->nb > 0 ? p->nb : least,
        .job = p->vectors ? STARLING_VECTORS : STARLING_VALUES,
        .matrix = MATRIX_FILE,
        .file = &p->a,
    };
    if (least > 0)
        tell_reference(p->out, p->name, &problem, ref, time_s);
}

static int run(const struct values *v, struct svd_problem *problem,
               struct svd_solution *solution, char *err, size_t errlen)
{
    static svd_function *const each[] = {svd_s, svd_d, svd_c, svd_z};
    int info = starling_init(), status = EXIT_FAILURE;
    if (info != 0)
        return fail(words_of(info));
    if (!memory_for_svd(problem, err, errlen))
        fail(err);
    else {
        tell_workers("svd", v->ncpu, v->ncuda);
        tell(problem->out, problem->name, "singular values on %s and %s, precision %c",
             words_count(starling_ncpu(), "core").text,
             words_count(starling_ncuda(), "GPU").text, "sdcz"[problem->prec]);
        each[problem->prec](problem, solution);
        status = report(problem, solution);
        if (status == 0)
            status = write_files(v, solution, err, errlen);
        if (status == 0 && v->ref)
            tell_peer(problem, v->ref, solution->time_s);
    }
    starling_finalize();
    return status;
}

/* The files that are standard output. */
static int standard(const struct values *v)
{
    const char *path[] = {v->output, v->u, v->v};
    int count = 0;
    for (int i = 0; i < 3; i++)
        count += path[i] && output_is_standard(path[i]);
    return count;
}

static int svd(const struct values *v, const char *file)
{
    struct svd_problem problem = {.name = file};
    struct svd_solution solution = {0};
    struct file_use use[] = {{"", file, false},
                             {"-o", v->output, true},
                             {"--u", v->u, true},
                             {"--v", v->v, true}};
    char err[500];
    int status = files_check(use, 4, err, sizeof err);
    if (standard(v) > 1) {
        fail("two of -o, --u and --v are standard output; choose files");
        return EXIT_USAGE;
    }
    if (status != 0) {
        fail(err);
        return status;
    }
    problem.out = v->quiet ? NULL : standard(v) ? stderr : stdout;
    if (read_problem(v, file, &problem, err, sizeof err) != 0)
        status = fail(err);
    else
        status = run(v, &problem, &solution, err, sizeof err);
    mm_free(&solution.s);
    mm_free(&solution.u);
    mm_free(&solution.v);
    mm_free(&problem.a);
    return status;
}

int command_svd(int argc, char **argv)
{
    struct values v;
    int files, status;
    bool ready = command_ready(&table, argc, argv, &files, &v, &status);
    if (ready && SIMULATED) {
        fail("a simulated machine computes nothing, so it has no singular values");
        status = EXIT_NOTHING;
    } else if (ready) {
        set_workers("STARPU_NCPU", v.ncpu);
        set_workers("STARPU_NCUDA", v.ncuda);
        status = svd(&v, argv[1]);
    }
    options_free(&table, &v);
    return status;
}
