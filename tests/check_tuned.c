/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Tuned values: every parameter takes a value of a file; the user's file comes before the installed
 * one and that before the built-in values; lines that are wrong, or of other workers, change
 * nothing. */

#include <sys/stat.h>
#include <unistd.h>
#include "reference.h"
#include "tap.h"

static int heard;
static char message[2000];

static void hear(const char *routine, int info, const char *text, void *data)
{
    (void)routine, (void)info, (void)data;
    heard++;
    snprintf(message, sizeof message, "%s", text);
}

static char user[400], folder[200], installed[400], workers[200];

/* A file of one line for these workers, with %s in its place. */
static void write_line(const char *path, const char *format)
{
    char text[1000];
    snprintf(text, sizeof text, format, workers, workers);
    write_file(path, text, strlen(text));
}

/* Starts the library anew, so that it reads its files, and returns the tile size for n = 1000. */
static int64_t tile(void)
{
    starling_finalize();
    heard = 0;
    return starling_init() == 0 ? starling_tile_size(STARLING_D, 1000, 1000) : -1;
}

static void check_order(int64_t built_in)
{
    is_integer(tile(), built_in, "without a file the value is the built-in one");
    write_line(installed, "potrf.nb %s d 900 1100 104\n");
    is_integer(tile(), 104, "the installed file counts");
    write_line(user, "# comment\n\npotrf.nb %s sd 1000 1000 88 # why\n");
    is_integer(tile(), 88, "the user's file counts more");
    is_integer(starling_tile_size(STARLING_D, 1001, 1000), 104, "but not for other orders");
    is_integer(starling_tile_size(STARLING_S, 1000, 1000), 88, "types may be several");
    ok(starling_tile_size(STARLING_Z, 1000, 1000) != 88, "another type has its own value");
    is_integer(heard, 0, "no notice of good files");
    setenv("STARLING_TUNING", "", 1);
    is_integer(tile(), 104, "an empty STARLING_TUNING: no file of the user's");
    unsetenv("STARLING_TUNING_FOLDER");
    unlink(installed);
    is_integer(tile(), built_in, "then there is none");
    unsetenv("STARLING_TUNING");
    write_line(starling_tuning_file(), "potrf.nb %s d 0 5000 72\n");
    is_integer(tile(), 72, "without the variable the user's file is in the folder of measurements");
    unlink(starling_tuning_file());
    setenv("STARLING_TUNING", user, 1);
}

static void check_lines(int64_t built_in)
{
    write_line(user, "potrf.nb %s d 0 5000 72\npotrf.nb %s d 0 5000 80\n");
    is_integer(tile(), 80, "of two lines the last one counts");
    write_line(user, "potrf.nb 99999xcores d 0 5000 72\n");
    ok(tile() == built_in && heard == 0, "a line of other workers is not used");
    write_line(user, "potrf.nb %s d 0 5000 72\npotrf.nb %s d 0 5000 7\n");
    ok(tile() == 72 && heard == 1 &&
           strstr(message, "line 2: potrf.nb is 7, and must be from 8 to 16384"),
       "a value below its bound is refused");
    write_line(user, "potrf.nb %s d 0 5000 16385\npotrf.nb %s d 0 5000\n");
    ok(tile() == built_in && heard == 1 && strstr(message, "line 1: ") &&
           strstr(message, "and others are"),
       "two bad lines give one notice");
    static const char *const bad[] = {"potrf.nb %s d 0 5000 72 9",
                                      "potrf.nb %s q 0 5000 72",
                                      "nosuch %s d 0 5000 72",
                                      "potrf.nb %s d 0 x 72",
                                      "potrf.nb",
                                      "\001\002\377",
                                      "potrf.nb %s d 0 5000 1e9"};
    struct cases cases = {0, 0};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_line(user, bad[i]);
        hold(&cases, tile() == built_in && heard == 1, "line '%s': notice '%s'", bad[i], message);
    }
    ok(all_held(&cases), "damaged lines are ignored, with a notice");
    setenv("STARLING_TUNING", "/nonexistent/file", 1);
    ok(tile() == -1 &&
           strstr(message, "STARLING_TUNING is '/nonexistent/file', and this file cannot be read"),
       "a variable that names no file is an error");
    setenv("STARLING_TUNING", "", 1);
}

/* Each parameter, with a value that no built-in list has. */
static void check_parameters(void)
{
    char lines[1000];
    starling_precision d = STARLING_D;
    int64_t nb, mb, kd, n = 3000;
    snprintf(lines, sizeof lines,
             "potrf.nb %1$s d 3000 3000 88\ngetrf.nb %1$s d 3000 3000 104\ngeqrf.nb %1$s d 3000 "
             "3000 72\n"
             "he2hb.panels %1$s d 3000 3000 5\nstedc.nb %1$s d 3000 3000 200\nunmtr.nb %1$s d 3000 "
             "3000 160\n"
             "batched.kib %1$s d 10 10 16\n",
             starling_tuning_workers());
    int64_t before = starling_batch_chunk(d, 10, 10, 1000000);
    ok(tile() > 0 && starling_tuning_set(lines) == 0 && heard == 0, "values of the program");
    is_integer(starling_tile_size(d, n, n), 88, "potrf.nb");
    starling_getrf_tile_size(d, n, n, &mb, &nb);
    is_integer(nb, 104, "getrf.nb");
    starling_geqrf_tile_size(d, n, n, &mb, &nb);
    is_integer(nb, 72, "geqrf.nb");
    starling_he2hb_tile_size(d, n, &nb, &kd);
    is_integer(nb, 5 * kd, "he2hb.panels");
    starling_stedc_tile_size(d, n, &mb, &nb);
    is_integer(nb, 188, "stedc.nb: 3000 halved four times");
    nb = starling_unmtr_tile_size(d, n, n);
    ok(nb <= 160 && nb > 80, "unmtr.nb");
    is_integer(starling_batch_chunk(d, 10, 10, 1000000), 16 * 1024 / 800, "batched.kib");
    heard = 0;
    ok(starling_tuning_set("potrf.nb") == -1 && heard == 1, "a bad line is argument 1");
    is_integer(starling_tile_size(d, n, n), 88, "and changes nothing");
    ok(starling_tuning_set(NULL) == 0 && starling_tile_size(d, n, n) != 88 &&
           starling_batch_chunk(d, 10, 10, 1000000) == before,
       "NULL: the values before");
}

/* Compiled kinds: bounds of values, arguments, and, with a GPU, which one the library takes. */
static void check_kinds(void)
{
    static const struct {
        const char *line;
        int result;
    } lines[] = {
        {"potrf_batched.kind %s sdcz 33 1024 0", 0}, {"potrf_batched.kind %s d 33 1024 4", 0},
        {"potrf_batched.kind %s d 33 1024 5", -1},   {"potrf_batched.kind %s d 33 1024 -1", -1},
        {"getrf_batched.kind %s d 33 1024 4", 0},    {"getrf_batched.kind %s d 33 1024 5", -1}};
    struct cases cases = {0, 0};
    starling_precision d = STARLING_D;
    const char *potrf = "potrf_batched.kind", *getrf = "getrf_batched.kind";
    starling_kind about;
    char line[300];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(line, sizeof line, lines[i].line, starling_tuning_workers());
        hold(&cases, starling_tuning_set(line) == lines[i].result, "line '%s'", line);
    }
    starling_tuning_set(NULL);
    ok(all_held(&cases), "values of kinds have bounds");
    int kinds = starling_tuning_kind(getrf, d, 64, 0, NULL);
    ok(kinds == 0 || (kinds == 4 && starling_ncuda() > 0), "%d kinds with %d GPUs", kinds,
       starling_ncuda());
    ok(starling_tuning_kind("potrf.nb", d, 64, 0, NULL) == -1 &&
           starling_tuning_kind(NULL, d, 64, 0, NULL) == -1 &&
           starling_tuning_kind(potrf, (starling_precision)4, 64, 0, NULL) == -2 &&
           starling_tuning_kind(potrf, d, 32, 0, NULL) == -3 &&
           starling_tuning_kind(potrf, d, 1025, 0, NULL) == -3 &&
           starling_tuning_kind(potrf, d, 64, -1, &about) == -4 &&
           starling_tuning_kind(getrf, d, 64, kinds + 1, &about) == -4 &&
           starling_tuning_kind(potrf, d, 64, 1, NULL) == (kinds > 0 ? -5 : -4),
       "bad arguments of kinds");
    if (kinds == 0)
        return;
    snprintf(line, sizeof line, "getrf_batched.kind %s d 33 1024 2", starling_tuning_workers());
    for (int tuned = 0; tuned < 2; tuned++)
        for (int64_t n = 33; n <= 1024; n += n < 60 ? 23 : 152) {
            int own = 0, last = 0;
            starling_tuning_set(tuned ? line : NULL);
            for (int k = 1; k <= kinds; k++) {
                int result = starling_tuning_kind(getrf, d, n, k, &about);
                hold(&cases,
                     result == kinds && about.threads > 0 && about.registers > 0 &&
                         about.shared > 0 && about.threads <= 1024,
                     "kind %d for order %d: %d", k, (int)n, result);
                own += about.own;
                last = about.own ? k : last;
            }
            hold(&cases, own == 1 && (last == 2) == (tuned && n <= 256), "own kind %d for order %d",
                 last, (int)n);
        }
    starling_tuning_set(NULL);
    ok(all_held(&cases), "a tuned kind is the library's own where it has the rows");
}

/* A matrix that leaves its tile size to the library has the tuned one, and right results. */
static void check_use(void)
{
    starling_matrix *A;
    char line[300];
    snprintf(line, sizeof line, "potrf.nb %s d 300 300 56", starling_tuning_workers());
    ok(starling_tuning_set(line) == 0 &&
           starling_matrix_create(&A, STARLING_D, 300, 300, 0, 0) == 0 &&
           starling_matrix_nt(A) == 6,
       "a matrix has tiles of the tuned size");
    starling_matrix_destroy(A);
    starling_tuning_set(NULL);
}

int main(void)
{
    const char *home = getenv("STARPU_HOME");
    starling_set_error_handler(hear, NULL);
    snprintf(folder, sizeof folder, "%s/check_tuned.XXXXXX", home ? home : "/tmp");
    if (!mkdtemp(folder) || starling_init() != 0) {
        printf("Bail out! no folder, or no worker\n");
        return 99;
    }
    snprintf(workers, sizeof workers, "%s", starling_tuning_workers());
    snprintf(user, sizeof user, "%s/user", folder);
    snprintf(installed, sizeof installed, "%s/%s.txt", folder, strchr(workers, 'x') + 1);
    write_file(user, "", 0);
    setenv("STARLING_TUNING_FOLDER", folder, 1);
    setenv("STARLING_TUNING", user, 1);
    starling_tuning_set(NULL);
    int64_t built_in = starling_tile_size(STARLING_D, 1000, 1000);
    check_order(built_in);
    check_lines(built_in);
    check_parameters();
    check_kinds();
    check_use();
    starling_finalize();
    unlink(user);
    rmdir(folder);
    return done_testing();
}
