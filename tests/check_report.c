/*
 * Reports: the table, TAP, the CSV and JSON files, the last line and the exit status.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/report.h"
#include "tap.h"

#define OUT "check_report.txt"
#define CSV "check_report.csv"
#define JSON "check_report.json"

static char err[512];

/* A run in which every field is there. */
static struct report_row full_row(void)
{
    struct report_row row = report_row();
    row.routine = "potrf";
    row.type = 'd';
    row.uplo = 'l';
    row.m = row.n = 20000;
    row.nrhs = 3;
    row.nb = 512;
    row.sched = "dmdas";
    row.ncpu = 30;
    row.ncuda = 2;
    row.where = "host";
    row.seed = 7;
    row.submit_s = 0.0123;
    row.time_s = 0.5;
    row.gflops = 5333.3333333333;
    row.peak_gflops = 10000;
    row.bound_s = 0.4;
    row.ref = "lapack";
    row.ref_s = 0.75;
    row.error = 0.25;
    return row;
}

static struct report_row failed_row(void)
{
    struct report_row row = full_row();
    row.n = 100;
    row.status = REPORT_FAIL;
    row.error = INFINITY;
    row.variant = "lda=+3";
    row.note = "the residual is\nnot a number";
    row.reproduce = "starling potrf --type d --n 100";
    return row;
}

static struct report_row skipped_row(void)
{
    struct report_row row = report_row();
    row.routine = "gemm";
    row.type = 'c';
    row.status = REPORT_SKIP;
    row.note = "no GPU";
    return row;
}

/* Reports these rows with these options; what came out is in OUT. */
static int report_rows(struct report_options o, int count,
                       const struct report_row *rows)
{
    struct report r;
    int status = -1;
    err[0] = '\0';
    o.out = fopen(OUT, "w");
    if (o.out && report_begin(&r, &o, err, sizeof err) == 0) {
        report_header(&r, "starling %d.%d", 0, 1);
        for (int i = 0; i < count; i++)
            report_add(&r, &rows[i]);
        status = report_end(&r, err, sizeof err);
    }
    if (o.out)
        fclose(o.out);
    return status;
}

/* The file holds this text. */
static void holds(const char *path, const char *expected, const char *what)
{
    char *text = read_file(path);
    is_string(text, expected, what);
    free(text);
}

static void check_table(void)
{
    struct report_row rows[] = {full_row(), failed_row(), skipped_row()};
    is_integer(report_rows((struct report_options){0}, 3, rows), 1,
               "a failure: status 1");
    is_string(err, "", "... and nothing to say");
    holds(OUT,
          "# starling 0.1\n"
          "routine  type  uplo       m       n    nb  sched      workers      time  "
          "Gflop/s  %peak %bound    error status\n"
          "potrf       d lower   20000   20000   512  dmdas  30cpu+2cuda    0.5000     "
          "5333   53.3   80.0     0.25   pass\n"
          "potrf       d lower   20000     100   512  dmdas  30cpu+2cuda    0.5000     "
          "5333   53.3   80.0      inf   fail\n"
          "# the residual is not a number\n"
          "# starling potrf --type d --n 100\n"
          "gemm        c     -       -       -     -      -            -         -     "
          "   "
          "-      -      -        -   skip\n"
          "# no GPU\n"
          "1 passed, 1 failed, 1 skipped\n",
          "the table");

    struct report_options o = {.columns = REPORT_NRHS | REPORT_REF | REPORT_VARIANT,
                               .sched_width = 8};
    is_integer(report_rows(o, 1, rows), 0, "all passed: status 0");
    holds(OUT,
          "# starling 0.1\n"
          "routine  type  uplo       m       n   nrhs    nb    sched      workers      "
          "time  Gflop/s  %peak %bound       ref  ratio    error status variant\n"
          "potrf       d lower   20000   20000      3   512    dmdas  30cpu+2cuda    "
          "0.5000     5333   53.3   80.0    0.7500   1.50     0.25   pass       -\n"
          "1 passed, 0 failed, 0 skipped\n",
          "the table with all its columns");

    rows[0].routine = "potrf_batched";
    rows[0].batch = 1000000;
    o = (struct report_options){.columns = REPORT_BATCH, .routine_width = 13};
    report_rows(o, 1, rows);
    holds(OUT,
          "# starling 0.1\n"
          "routine       type  uplo       m       n    batch    nb  sched      workers      "
          "time  Gflop/s  %peak %bound    error status\n"
          "potrf_batched    d lower   20000   20000  1000000   512  dmdas  30cpu+2cuda    "
          "0.5000     5333   53.3   80.0     0.25   pass\n"
          "1 passed, 0 failed, 0 skipped\n",
          "the table of a batch");

    is_integer(report_rows((struct report_options){.quiet = true}, 3, rows), 1,
               "quiet");
    holds(OUT, "1 passed, 1 failed, 1 skipped\n", "... prints the last line alone");
    is_integer(report_rows((struct report_options){0}, 1, &rows[2]), 77,
               "all skipped: status 77");
    is_integer(report_rows((struct report_options){0}, 0, NULL), 77,
               "no run: status 77");
    holds(OUT, "# starling 0.1\n0 passed, 0 failed, 0 skipped\n", "... and no table");
}

/* The word number `place` (from 0) of the row of a table. */
static void number(double time, double gflops, int place, const char *expected)
{
    struct report_row row = full_row();
    row.time_s = time;
    row.gflops = gflops;
    report_rows((struct report_options){0}, 1, &row);
    char *text = read_file(OUT), *word = strtok(strstr(text, "\npotrf"), " \n");
    for (int i = 0; i < place && word; i++)
        word = strtok(NULL, " \n");
    is_string(word, expected, expected);
    free(text);
}

static void check_numbers(void)
{
    number(0, 1, 8, "0.000");
    number(0.0000042, 1, 8, "0.0000042");
    number(0.00012345, 1, 8, "0.0001234");
    number(0.0123456, 1, 8, "0.01235");
    number(0.999949, 1, 8, "0.9999");
    number(1.23456, 1, 8, "1.235");
    number(123.456, 1, 8, "123.5");
    number(123456.7, 1, 8, "123457");
    number(INFINITY, 1, 8, "inf");
    number(NAN, 1, 8, "-");
    number(1, 0.0123, 9, "0.012");
    number(1, 12.3456, 9, "12.35");
    number(1, 106000.4, 9, "106000");
    number(1, 5, 10, "0.1");
    number(1, 10000, 10, "100.0");
}

static void check_tap(void)
{
    struct report_row rows[] = {full_row(), failed_row(), skipped_row()};
    rows[0].nrhs = REPORT_ABSENT;
    rows[0].batch = 10;
    rows[0].ncuda = 0;
    rows[0].sched = "a#b";
    struct report_options o = {.tap = true};
    is_integer(report_rows(o, 3, rows), 1, "TAP with a failure: status 1");
    holds(OUT,
          "# starling 0.1\n"
          "ok 1 - dpotrf lower n=20000 batch=10 nb=512 a_b 30cpu host\n"
          "not ok 2 - dpotrf lower m=20000 n=100 nrhs=3 nb=512 lda=+3 dmdas "
          "30cpu+2cuda host\n"
          "# error inf\n"
          "# the residual is not a number\n"
          "# starling potrf --type d --n 100\n"
          "ok 3 - cgemm # SKIP no GPU\n"
          "1..3\n"
          "# 1 passed, 1 failed, 1 skipped\n",
          "TAP");
    is_integer(report_rows(o, 1, &rows[2]), 0, "TAP, all skipped: status 0");
    is_integer(report_rows(o, 0, NULL), 0, "TAP, no run: status 0");
    holds(OUT,
          "# starling 0.1\n1..0 # SKIP nothing could run here\n"
          "# 0 passed, 0 failed, 0 skipped\n",
          "TAP, no run");
}

static void check_files(void)
{
    struct report_row rows[] = {full_row(), failed_row(), skipped_row()};
    rows[1].sched = "a \"quoted\", \\ name";
    rows[1].batch = 1000;
    struct report_options o = {.csv = CSV,
                               .json = JSON,
                               .date = "2026-11-20T19:40:12Z",
                               .host = "node7",
                               .version = "0.1.0"};
    report_rows(o, 3, rows);
    holds(
        CSV,
        "routine,type,uplo,m,n,nrhs,nb,sched,ncpu,ncuda,where,seed,submit_s,time_s,"
        "gflops,peak_gflops,bound_s,ref,ref_s,error,status,date,host,version,variant,"
        "note,tasks_s,growth,batch\n"
        "potrf,d,l,20000,20000,3,512,dmdas,30,2,host,7,0.0123,0.5,5333.33333,10000,0.4,"
        "lapack,0.75,0.25,pass,2026-11-20T19:40:12Z,node7,0.1.0,,,,,\n"
        "potrf,d,l,20000,100,3,512,\"a \"\"quoted\"\", \\ "
        "name\",30,2,host,7,0.0123,0.5,"
        "5333.33333,10000,0.4,lapack,0.75,inf,fail,2026-11-20T19:40:12Z,node7,0.1.0,"
        "lda=+3,\"the residual is\nnot a number\",,,1000\n"
        "gemm,c,,,,,,,,,,,,,,,,,,,skip,2026-11-20T19:40:12Z,node7,0.1.0,,no GPU,,,\n",
        "the CSV file");

    o.version = NULL;
    report_rows(o, 2, &rows[1]);
    holds(
        JSON,
        "[\n"
        "{\"routine\": \"potrf\", \"type\": \"d\", \"uplo\": \"l\", \"m\": 20000, "
        "\"n\": 100, \"nrhs\": 3, \"nb\": 512, \"sched\": "
        "\"a \\\"quoted\\\", \\\\ name\", \"ncpu\": 30, \"ncuda\": 2, \"where\": "
        "\"host\", \"seed\": 7, \"submit_s\": 0.0123, \"time_s\": 0.5, \"gflops\": "
        "5333.33333, \"peak_gflops\": 10000, \"bound_s\": 0.4, \"ref\": \"lapack\", "
        "\"ref_s\": 0.75, \"error\": null, \"status\": \"fail\", \"date\": "
        "\"2026-11-20T19:40:12Z\", \"host\": \"node7\", \"version\": null, "
        "\"variant\": \"lda=+3\", \"note\": "
        "\"the residual is\\u000anot a number\", \"tasks_s\": null, "
        "\"growth\": null, \"batch\": 1000},\n"
        "{\"routine\": \"gemm\", \"type\": \"c\", \"uplo\": null, \"m\": null, "
        "\"n\": null, \"nrhs\": null, \"nb\": null, \"sched\": null, \"ncpu\": null, "
        "\"ncuda\": null, \"where\": null, \"seed\": null, \"submit_s\": null, "
        "\"time_s\": null, \"gflops\": null, \"peak_gflops\": null, \"bound_s\": null, "
        "\"ref\": null, \"ref_s\": null, \"error\": null, \"status\": \"skip\", "
        "\"date\": \"2026-11-20T19:40:12Z\", \"host\": \"node7\", \"version\": null, "
        "\"variant\": null, \"note\": \"no GPU\", \"tasks_s\": null, "
        "\"growth\": null, \"batch\": null}\n"
        "]\n",
        "the JSON file");
    report_rows(o, 0, NULL);
    holds(JSON, "[\n]\n", "an empty JSON file");
}

/* How many times a file has this text. */
static int occurrences(const char *path, const char *text)
{
    int count = 0;
    char *all = read_file(path);
    for (const char *at = all; (at = strstr(at, text)); at++)
        count++;
    free(all);
    return count;
}

/* Rows are in the files at once, and until the first one the older files are. */
static void check_rows(void)
{
    struct report_row row = full_row();
    struct report_options o = {.csv = CSV, .json = JSON, .quiet = true};
    struct report r;
    write_file(CSV, "old\n", 4);
    write_file(JSON, "old\n", 4);
    o.out = fopen(OUT, "w");
    ok(o.out && report_begin(&r, &o, err, sizeof err) == 0, "a report over older files");
    holds(CSV, "old\n", "... which the CSV file is");
    holds(JSON, "old\n", "... and the JSON file");
    for (int i = 1; i <= 2; i++) {
        report_add(&r, &row);
        is_integer(occurrences(CSV, "\npotrf,d"), i, "... until there is a row");
        is_integer(occurrences(JSON, "{\"routine\": \"potrf\""), i, "... in both files");
        is_integer(occurrences(JSON, "}\n]\n"), 1, "... and the JSON file is complete");
    }
    report_end(&r, err, sizeof err);
    fclose(o.out);
    ok(access(CSV ".part", F_OK) != 0 && access(JSON ".part", F_OK) != 0,
       "nothing is left beside them");
}

/* Runs that differ in their variant alone: a row that has one finds its own, another one all. */
static void check_find(void)
{
    static const char *const variants[] = {"kind=own", "kind=1", "kind=12", "kind=1"};
    static const double times[] = {0.5, 0.25, 0.125, 0.375};
    struct report r;
    struct report_options options = {.csv = CSV, .quiet = true, .out = fopen(OUT, "w")};
    struct report_row row = full_row();
    unlink(CSV);
    ok(options.out && report_begin(&r, &options, err, sizeof err) == 0, "a file of variants");
    for (int i = 0; i < 4; i++) {
        row.variant = variants[i];
        row.time_s = times[i];
        report_add(&r, &row);
    }
    report_end(&r, err, sizeof err);
    fclose(options.out);
    row.variant = "kind=1";
    ok(report_find(&options, CSV, &row) == 0.25, "the least time of a variant");
    row.variant = "kind=own";
    ok(report_find(&options, CSV, &row) == 0.5, "of another one");
    row.variant = "kind=2";
    ok(isnan(report_find(&options, CSV, &row)), "of one that is not there");
    row.variant = NULL;
    ok(report_find(&options, CSV, &row) == 0.125, "of all");
    row.nb++;
    ok(isnan(report_find(&options, CSV, &row)), "of other tiles");
    unlink(CSV);
    unlink(OUT);
}

/* Two processes one after the other add a row each, as simulations do: each sends the state of
   the report back to this one. */
static void check_processes(void)
{
    struct report_row row = full_row();
    struct report_options o = {.csv = CSV, .json = JSON, .quiet = true};
    struct report r, sent;
    o.out = fopen(OUT, "w");
    ok(o.out && report_begin(&r, &o, err, sizeof err) == 0, "a report of two processes");
    for (int i = 0; i < 2; i++) {
        int fd[2];
        fflush(NULL);
        if (pipe(fd) != 0)
            return;
        if (fork() == 0) {
            report_add(&r, &row);
            _exit(write(fd[1], &r, sizeof r) < 0);
        }
        close(fd[1]);
        ok(read(fd[0], &sent, sizeof sent) == sizeof sent, "... adds a row");
        close(fd[0]);
        wait(NULL);
        r = sent;
    }
    report_end(&r, err, sizeof err);
    fclose(o.out);
    is_integer(occurrences(CSV, "\npotrf,d"), 2, "two rows in the CSV file");
    is_integer(occurrences(CSV, "routine,type"), 1, "... under one title");
    is_integer(occurrences(JSON, "}"), 2, "two in the JSON file");
    is_integer(occurrences(JSON, "},\n{"), 1, "... one after the other");
    is_integer(occurrences(JSON, "}\n]\n"), 1, "... which is complete");
}

static void check_errors(void)
{
    struct report_row row = full_row();
    struct report_options o = {.csv = "no/such.csv"};
    is_integer(report_rows(o, 1, &row), -1, "no such folder for the CSV file");
    is_string(err, "cannot write no/such.csv: No such file or directory",
              "... in words");
    o = (struct report_options){.csv = CSV, .json = "no/such.json"};
    is_integer(report_rows(o, 1, &row), -1, "no such folder for the JSON file");
    is_string(err, "cannot write no/such.json: No such file or directory",
              "... in words");

    if (access("/dev/full", W_OK) != 0)
        return;
    o = (struct report_options){.csv = "/dev/full", .json = "/dev/full"};
    is_integer(report_rows(o, 1, &row), 1, "a full disk: status 1");
    is_string(err, "cannot write /dev/full: No space left on device", "... in words");

    struct report r;
    o = (struct report_options){.out = fopen("/dev/full", "w")};
    if (o.out && report_begin(&r, &o, err, sizeof err) == 0) {
        report_add(&r, &row);
        is_integer(report_end(&r, err, sizeof err), 1, "a full disk for the table");
        is_string(err, "cannot write the report: No space left on device",
                  "... in words");
        fclose(o.out);
    }
}

int main(void)
{
    check_table();
    check_numbers();
    check_tap();
    check_files();
    check_rows();
    check_find();
    check_processes();
    check_errors();
    remove(OUT);
    remove(CSV);
    remove(JSON);
    return done_testing();
}
