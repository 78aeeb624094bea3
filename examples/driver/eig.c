/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* `starling eig A.mtx`: reads a square matrix, computes its eigenvalues, and its
 * eigenvectors if they are asked for; prints some of them, how well and how fast. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "eig.h"
#include "files/files.h"
#include "files/matrix_file.h"
#include "files/output.h"
#include "machine/memory.h"
#include "options/file_options.h"
#include "options/range.h"
#include "options/words.h"
#include "routines/residual.h"
#include "told.h"

struct values {
    const char *output, *vectors, *mass, *range, *ref, *type;
    int64_t nb, ncpu, ncuda;
    bool check, quiet;
};

static const struct option_spec specs[] = {
    /* clang-format off */
    {.name = "output", .letter = 'o', .kind = OPTION_STRING, .meta = "W.mtx", .help = "write the eigenvalues there; -: standard output", OPTION_AT(struct values, output)},
    {.name = "vectors", .kind = OPTION_STRING, .meta = "V.mtx", .help = "compute eigenvectors, and write them there; -: standard output", OPTION_AT(struct values, vectors)},
    {.name = "mass", .kind = OPTION_STRING, .meta = "M.mtx", .help = "solve A x = lambda M x with this positive definite matrix", OPTION_AT(struct values, mass)},
    {.name = "range", .kind = OPTION_STRING, .meta = "RANGE", .help = "these only: 1:10 are the ten smallest (with --mass all are computed; not of a general matrix)", OPTION_AT(struct values, range)},
    {.name = "check", .kind = OPTION_FLAG, .help = "compute eigenvectors and judge them, also if they are not written", OPTION_AT(struct values, check)},
    {.name = "ref", .kind = OPTION_STRING, .meta = "PEER", .set = "lapack,cusolver", .help = "the same by lapack or by cusolver, in the same run; not with --mass", OPTION_AT(struct values, ref)},
    FILE_OPTIONS(struct values, "width of block columns, with --mass of square tiles; 0: the library's choice")
    /* clang-format on */
};

static const struct option_table table = {
    .command = "starling eig",
    .summary =
        "Eigenvalues, and eigenvectors, of a square matrix in a file in Matrix Market "
        "format: A x = lambda x,\nor of symmetric (real) or hermitian ones: "
        "A x = lambda M x.",
    .usage = "A.mtx",
    .specs = specs,
    .count = sizeof specs / sizeof specs[0],
    .size = sizeof(struct values),
    .min_arguments = 1,
    .max_arguments = 1,
};

static int fail(const char *sentence)
{
    fprintf(stderr, "starling eig: %s\n", sentence);
    return EXIT_FAILURE;
}

/* ---- What is asked for ----------------------------------------------------------- */

/* The options that cannot be; 0, or a status after a sentence in err. */
static int check_options(const struct values *v, char *err, size_t errlen)
{
    int64_t il, iu;
    if (v->range && !index_range(v->range, &il, &iu))
        snprintf(err, errlen, "--range %s: " INDEX_RANGE, words_quote(v->range).text);
    else if (v->output && v->vectors && output_is_standard(v->output) &&
             output_is_standard(v->vectors))
        snprintf(err, errlen,
                 "-o and --vectors are both standard output; choose a file for one");
    else if (v->ref && v->mass)
        snprintf(err, errlen, "--ref is for A x = lambda x, without --mass");
    else
        return 0;
    return EXIT_USAGE;
}

/* A matrix, and what tells that it is Hermitian; NULL: it is not. */
static int read_one(const char *path, bool single, FILE *out, struct mm *a,
                    const char **by, char *err, size_t errlen)
{
    tell(out, path, "reading");
    if (read_square(path, single, a, err, errlen) != 0)
        return -1;
    tell_size(out, path, a);
    *by = is_hermitian(a) ? "header" : has_hermitian_elements(a) ? "elements" : NULL;
    return 0;
}

/* What a generalized problem or a part of the eigenvalues needs. */
static int must_be_hermitian(const char *path, const struct mm *a, const char *option,
                             char *err, size_t errlen)
{
    snprintf(err, errlen,
             "%s: %s is for symmetric (real) and hermitian matrices; this one is %s %s",
             path, option, a->is_complex ? "complex" : "real",
             mm_symmetry_name(a->symmetry));
    return -1;
}

static void tell_method(const struct eig_problem *p, bool part, const char *by)
{
    const char *kind = p->a.is_complex ? "Hermitian" : "symmetric";
    if (!by)
        tell(p->out, p->name, "not %s: geev", kind);
    else
        tell(p->out, p->name, "%s by its %s: %s", kind, by,
             p->mass.values ? "hegvd"
             : part         ? "heevx"
                            : "heevd");
}

/* The files as read, the precision and the range. 0, or a sentence in err. */
static int read_problem(const struct values *v, const char *file, struct eig_problem *p,
                        char *err, size_t errlen)
{
    bool single = v->type && strchr("sc", v->type[0]);
    const char *by = NULL, *mass_by = NULL;
    if (read_one(file, single, p->out, &p->a, &by, err, errlen) != 0 ||
        (v->mass &&
         read_one(v->mass, single, p->out, &p->mass, &mass_by, err, errlen) != 0))
        return -1;
    if (!by && (v->mass || v->range))
        return must_be_hermitian(file, &p->a, v->mass ? "--mass" : "--range", err,
                                 errlen);
    if (v->mass && !mass_by)
        return must_be_hermitian(v->mass, &p->mass, "--mass", err, errlen);
    p->general = !by;
    if (v->mass && p->mass.n != p->a.n) {
        snprintf(err, errlen, "%s is of order %lld, where %s is of order %lld", v->mass,
                 (long long)p->mass.n, file, (long long)p->a.n);
        return -1;
    }
    int64_t il = 1, iu = p->a.n;
    if (v->range)
        index_range(v->range, &il, &iu);
    if (iu > p->a.n) {
        snprintf(err, errlen, "--range %s: %s has %s", v->range, file,
                 words_count(p->a.n, "eigenvalue").text);
        return -1;
    }
    p->first = il - 1;
    p->count = iu - il + 1;
    p->nb = v->nb;
    p->vectors = v->vectors || v->check;
    p->progress = !v->quiet;
    tell_method(p, p->count < p->a.n, by);
    return choose_precision(v->type, p->a.is_complex || p->mass.is_complex,
                            "the problem", &p->prec, err, errlen);
}

/* ---- What came of it ------------------------------------------------------------- */

/* Eigenvalues i to j of those that are wanted, on one line. */
static void tell_values(const struct eig_problem *p, const struct mm *w, int64_t i,
                        int64_t j)
{
    char what[100];
    long long first = p->first + i + 1, last = p->first + j + 1, n = p->a.n;
    if (i == j)
        snprintf(what, sizeof what, "eigenvalue %lld of %lld", first, n);
    else
        snprintf(what, sizeof what, "eigenvalues %lld to %lld of %lld", first, last, n);
    tell_numbers(p->out, p->name, what, w->values + i, j - i + 1);
}

static int by_real_part(const void *x, const void *y)
{
    const double *a = x, *b = y;
    return a[0] < b[0] ? 1 : a[0] > b[0] ? -1 : (a[1] < b[1]) - (a[1] > b[1]);
}

/* Those with the largest real parts. */
static void tell_general(const struct eig_problem *p, const struct mm *w)
{
    enum { SOME = 5 };
    char line[400] = "";
    size_t length = 0, n = (size_t)p->a.n;
    double *sorted = malloc(2 * n * sizeof *sorted);
    if (!sorted)
        return;
    memcpy(sorted, w->values, 2 * n * sizeof *sorted);
    qsort(sorted, n, 2 * sizeof *sorted, by_real_part);
    for (size_t i = 0; i < n && i < SOME; i++)
        length += (size_t)snprintf(line + length, sizeof line - length, " %.8g%+.8gi",
                                   sorted[2 * i], sorted[2 * i + 1]);
    tell(p->out, p->name, "largest real parts of %lld eigenvalues:%s", (long long)n,
         line);
    free(sorted);
}

/* The smallest and the largest. */
static void tell_some(const struct eig_problem *p, const struct mm *w)
{
    enum { SOME = 5 };
    int64_t last = p->count - 1;
    if (p->count <= 2 * SOME)
        tell_values(p, w, 0, last);
    else {
        tell_values(p, w, 0, SOME - 1);
        tell_values(p, w, last - SOME + 1, last);
    }
}

/* info, in words. */
static int report_failure(const struct eig_problem *p, const char *mass, int info)
{
    int64_t n = p->a.n;
    if (info > 0 && p->general)
        fprintf(stderr,
                "starling eig: %s: the iteration did not find all eigenvalues\n",
                p->name);
    else if (info > n)
        fprintf(stderr,
                "starling eig: %s: not positive definite (the leading minor of order "
                "%lld)\n",
                mass, (long long)(info - n));
    else if (info > 0)
        fprintf(stderr,
                "starling eig: %s: a number was beyond the range of precision %c. "
                "Multiply the "
                "matrix by a power of two that brings it near 1.\n",
                p->name, "sdcz"[p->prec]);
    else
        fail(words_of(info));
    return EXIT_FAILURE;
}

static int report(const struct eig_problem *p, const char *mass,
                  const struct eig_solution *s)
{
    if (s->info != 0)
        return report_failure(p, mass, s->info);
    if (p->a.n == 0) {
        tell(p->out, p->name, "0 x 0: no eigenvalues");
        return 0;
    }
    tell(p->out, p->name, "%s in %.3g s (%.3g Gflop/s)",
         p->vectors ? "eigenvalues and eigenvectors" : "eigenvalues", s->time_s,
         1e-9 * s->flops / s->time_s);
    for (int64_t j = 0; j < p->count * (p->general ? 2 : 1); j++)
        if (!isfinite(s->w.values[j]))
            return report_failure(p, mass, 1);
    if (p->general)
        tell_general(p, &s->w);
    else
        tell_some(p, &s->w);
    if (!p->vectors)
        return 0;
    if (p->general) {
        tell(p->out, p->name, "scaled residual %.3g, lengths %.3g (below %g is right)",
             s->residual, s->orthogonality, RESIDUAL_ALLOWED);
        bool right = residual_right(s->residual) && residual_right(s->orthogonality);
        return right ? 0
                     : fail("the residual is too large: the eigenvectors are not to be "
                            "trusted");
    }
    if (!tell_quality(p->out, p->name, s->residual, s->orthogonality))
        return fail("the residual or the orthogonality is too large: the eigenvectors "
                    "are not to be "
                    "trusted");
    return 0;
}

static int write_files(const struct values *v, const struct eig_solution *s, char *err,
                       size_t errlen)
{
    if (v->output && mm_write(v->output, &s->w, NULL, err, errlen) != 0)
        return fail(err);
    if (v->vectors && mm_write(v->vectors, &s->z, NULL, err, errlen) != 0)
        return fail(err);
    return 0;
}

/* The problem as a routine of the command has it. */
static void tell_peer(const struct eig_problem *p, const char *ref, double time_s)
{
    int64_t n = p->a.n;
    struct problem problem = {
        .routine = p->general    ? &routine_geev
                   : p->count < n ? &routine_heevx
                                  : &routine_heevd,
        .prec = p->prec,
        .m = n,
        .n = n,
        .mb = n,
        .nb = p->nb > 0 ? p->nb : n,
        .uplo = STARLING_LOWER,
        .job = p->vectors ? STARLING_VECTORS : STARLING_VALUES,
        .il = p->first + 1,
        .iu = p->first + p->count,
        .matrix = MATRIX_FILE,
        .file = &p->a,
    };
    if (n > 0)
        tell_reference(p->out, p->name, &problem, ref, time_s);
}

static int eig(const struct values *v, const char *file)
{
    static eig_function *const run[][4] = {
        {eig_s, eig_d, eig_c, eig_z},
        {eig_general_s, eig_general_d, eig_general_c, eig_general_z}};
    struct eig_problem problem = {.name = file};
    struct eig_solution solution = {0};
    struct file_use use[] = {{"", file, false},
                             {"--mass", v->mass, false},
                             {"-o", v->output, true},
                             {"--vectors", v->vectors, true}};
    char err[500];
    int status = check_options(v, err, sizeof err), info;
    if (status == 0)
        status = files_check(use, 4, err, sizeof err);
    if (status != 0) {
        fail(err);
        return status;
    }
    status = EXIT_FAILURE;
    bool standard = (v->output && output_is_standard(v->output)) ||
                    (v->vectors && output_is_standard(v->vectors));
    problem.out = v->quiet ? NULL : standard ? stderr : stdout;
    if (read_problem(v, file, &problem, err, sizeof err) != 0)
        fail(err);
    else if ((info = starling_init()) != 0)
        fail(words_of(info));
    else if (!memory_for_eig(&problem, err, sizeof err)) {
        fail(err);
        starling_finalize();
    } else {
        tell_workers("eig", v->ncpu, v->ncuda);
        tell(problem.out, file, "%s on %s and %s, precision %c",
             v->mass ? "generalized eigenproblem" : "eigenproblem",
             words_count(starling_ncpu(), "core").text,
             words_count(starling_ncuda(), "GPU").text, "sdcz"[problem.prec]);
        run[problem.general][problem.prec](&problem, &solution);
        status = report(&problem, v->mass, &solution);
        if (status == 0)
            status = write_files(v, &solution, err, sizeof err);
        if (status == 0 && v->ref)
            tell_peer(&problem, v->ref, solution.time_s);
        starling_finalize();
    }
    mm_free(&solution.w);
    mm_free(&solution.z);
    mm_free(&problem.a);
    mm_free(&problem.mass);
    return status;
}

int command_eig(int argc, char **argv)
{
    struct values v;
    int files, status;
    bool ready = command_ready(&table, argc, argv, &files, &v, &status);
    if (ready && SIMULATED) {
        fail("a simulated machine computes nothing, so it has no eigenvalues");
        status = EXIT_NOTHING;
    } else if (ready) {
        set_workers("STARPU_NCPU", v.ncpu);
        set_workers("STARPU_NCUDA", v.ncuda);
        status = eig(&v, argv[1]);
    }
    options_free(&table, &v);
    return status;
}
