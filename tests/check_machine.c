/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Descriptions of machines (codelets/simulation/machine_times.h): times at, between and beyond the points
 * of a curve, panels, what stands in for what is missing, files that include others, sentences
 * about bad ones, and noise: by its seed, with mean 1 and the deviation asked for. */

#include <math.h>
#include <stdarg.h>
#include "codelets/simulation/machine_times.h"
#include "tap.h"

static const char path[] = "check_machine.machine", other[] = "check_machine_other.machine";
static char err[400];

static sl_machine *machine_of(const char *text)
{
    write_file(path, text, strlen(text));
    sl_machine *m = sl_machine_read(path, err, sizeof err);
    if (!m)
        note("error", err);
    return m;
}

static double time_of(const sl_machine *m, starling_precision prec, const char *op, bool gpu,
                      int64_t width, double flops)
{
    struct sl_kernel k = {prec, op, gpu, width, flops, 0};
    return sl_machine_time(m, &k);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

static double gemm(starling_precision prec, double n)
{
    return starling_flops_gemm(prec, n, n, n);
}

static void check_curve(void)
{
    const double first = gemm(STARLING_D, 100), second = gemm(STARLING_D, 200);
    sl_machine *m = machine_of("cores 2 # and a comment\n\ntime d gemm core 200:50 100:10\n");
    if (!ok(m != NULL, "a file is read"))
        return;
    ok(near(time_of(m, STARLING_D, "gemm", false, 100, first), 10), "at a point");
    ok(near(time_of(m, STARLING_D, "gemm", false, 0, (first + second) / 2), 30),
       "between two: linear in the flops");
    ok(near(time_of(m, STARLING_D, "gemm", false, 0, 3 * second), 150), "above: the last rate");
    ok(near(time_of(m, STARLING_D, "gemm", false, 0, first / 2), 10 - 40.0 * first / 2 /
                                                                      (second - first)),
       "below: the line goes on where it meets zero flops after zero");
    ok(time_of(m, STARLING_D, "gemm", true, 0, first) == 10, "no GPU: its bytes, none here");
    sl_machine_free(m);
    m = machine_of("time d gemm gpu 100:10 200:90\n"); /* slower the larger: no such line */
    ok(m && near(time_of(m, STARLING_D, "gemm", true, 0, first / 2), 5),
       "else: the first rate");
    sl_machine_free(m);
}

static void check_missing(void)
{
    const double flops = gemm(STARLING_S, 100), more = gemm(STARLING_C, 100);
    sl_machine *m = machine_of("time s gemm core 100:10\nmemory core 2 3\n");
    if (!m)
        return;
    ok(near(time_of(m, STARLING_D, "gemm", false, 100, flops), 20), "d: half the rate of s");
    ok(near(time_of(m, STARLING_C, "gemm", false, 100, more), 10 * more / flops),
       "c: the rate of s");
    ok(near(time_of(m, STARLING_S, "potrf", false, 100, flops), 10), "potrf as trsm as gemm");
    ok(near(time_of(m, STARLING_S, "unmqr", false, 100, flops), 10 / 0.7),
       "unmqr: 0.7 of gemm");
    struct sl_kernel unknown = {STARLING_S, "stencil", false, 0, 5, 4000};
    ok(near(sl_machine_time(m, &unknown), 5 / (flops / 10)),
       "a kernel that no description knows: gemm's rate");
    unknown.flops = 0;
    ok(near(sl_machine_time(m, &unknown), 3 + 2), "without flops: its bytes");
    sl_machine_free(m);
}

static void check_panels(void)
{
    sl_machine *m = machine_of("time d getrf gpu 100:20\n"
                               "time d gemm core 100:5\n"
                               "time d getrf core 100:7 400:7\n" /* panels count, not this */
                               "panel d getrf core 100 100:10 300:20\n"
                               "panel d getrf core 400 400:40 1200:80\n");
    if (!m)
        return;
    double tall = starling_flops_getrf(STARLING_D, 300, 100);
    double large = starling_flops_getrf(STARLING_D, 1200, 400);
    ok(near(time_of(m, STARLING_D, "getrf", false, 100, tall), 20), "a panel at its point");
    ok(near(time_of(m, STARLING_D, "getrf", false, 400, large), 80), "of the other width");
    double update = starling_flops_trsm(STARLING_D, STARLING_LEFT, 100, 100) +
                    starling_flops_gemm(STARLING_D, 300, 100, 100);
    double both = time_of(m, STARLING_D, "update_getrf", false, 100, tall + update);
    double alone = time_of(m, STARLING_D, "update", false, 100, update);
    ok(alone > 0 && near(both, alone + 20), "a panel after its update");
    double low = time_of(m, STARLING_D, "getrf", false, 200,
                         starling_flops_getrf(STARLING_D, 600, 200));
    ok(low > 20 && low < 80, "between two widths: %g us", low);
    double square = starling_flops_getrf(STARLING_D, 100, 100);
    ok(near(time_of(m, STARLING_D, "getrf", true, 100, tall), 20 * tall / square),
       "without panels: the square's rate");
    sl_machine_free(m);
    m = machine_of("time d update core 100:100\ntime d gemm core 100:10\n");
    square = starling_flops_trsm(STARLING_D, STARLING_LEFT, 100, 100);
    ok(m && near(time_of(m, STARLING_D, "update", false, 100, square + gemm(STARLING_D, 100)),
                 110),
       "an update: its triangle, and the rest as gemm");
    sl_machine_free(m);
}

static void check_include(void)
{
    static const char text[] = "gpus 1 16 X\ntime d gemm core 100:10\n";
    write_file(other, text, strlen(text));
    sl_machine *m = machine_of("include check_machine_other.machine\n");
    ok(m && near(time_of(m, STARLING_D, "gemm", false, 0, gemm(STARLING_D, 100)), 10),
       "a file that includes another");
    sl_machine_free(m);
    m = machine_of("include check_machine_other.machine\ntime d gemm core 100:20\n");
    ok(m && near(time_of(m, STARLING_D, "gemm", false, 0, gemm(STARLING_D, 100)), 20),
       "and says otherwise");
    sl_machine_free(m);
    remove(other);
}

static void check_refused(void)
{
    static const struct { const char *text, *says; } bad[] = {
        {"\ntime q gemm core 1:1\n", ":2: not a precision"},
        {"time d gmm core 1:1\n", ":1: not an operation"},
        {"time d gemm cpu 1:1\n", ":1: neither core nor gpu"},
        {"time d gemm core\n", ":1: no times"},
        {"time d gemm core 1\n", ":1: not SIZE:MICROSECONDS"},
        {"time d gemm core 1:-1\n", ":1: not SIZE:MICROSECONDS"},
        {"time d gemm core 1:nan\n", ":1: not SIZE:MICROSECONDS"},
        {"time\n", ":1: not a precision"},
        {"panel d getrf core\n", ":1: a panel needs its width"},
        {"panel d getrf core 0.5 1:1\n", ":1: a panel needs its width"},
        {"panel d getrf core 1.5 2:1\n", ":1: a panel needs its width"},
        {"panel d getrf core 1e300 1e300:1\n", ":1: a panel needs its width"},
        {"memory core 1\n", ":1: memory needs"},
        {"include nowhere.machine\n", "cannot read"},
        {"include .\n", "cannot read"},
        {"include\n", ":1: includes no file"},
        {"include check_machine.machine\n", "includes no file, or itself"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_file(path, bad[i].text, strlen(bad[i].text));
        sl_machine *m = sl_machine_read(path, err, sizeof err);
        if (!ok(!m && strstr(err, bad[i].says), "refused, %s", bad[i].says))
            note("error", err);
        sl_machine_free(m);
    }
    ok(!sl_machine_read("nowhere.machine", err, sizeof err) && strstr(err, "nowhere"),
       "a file that is not there");
    ok(!sl_machine_read("/", err, sizeof err) && strstr(err, "cannot read /"), "a directory");
}

static void check_noise(void)
{
    enum { COUNT = 100000 };
    double sum = 0, squares = 0, least = INFINITY;
    for (uint64_t i = 0; i < COUNT; i++) {
        double factor = sl_machine_noise(0.2, 1, i);
        sum += factor;
        squares += (factor - 1) * (factor - 1);
        least = fmin(least, factor);
    }
    ok(fabs(sum / COUNT - 1) < 0.003 && least > 0, "noise has mean 1: %.4f", sum / COUNT);
    ok(fabs(sqrt(squares / COUNT) - 0.2) < 0.003, "and a deviation of 20 %%: %.4f",
       sqrt(squares / COUNT));
    ok(sl_machine_noise(0.2, 1, 7) == sl_machine_noise(0.2, 1, 7), "the same by seed and task");
    ok(sl_machine_noise(0.2, 1, 7) != sl_machine_noise(0.2, 2, 7) &&
       sl_machine_noise(0.2, 1, 7) != sl_machine_noise(0.2, 1, 8), "another by another");
    ok(sl_machine_noise(0, 1, 7) == 1, "no noise: 1");
}

int main(void)
{
    check_curve();
    check_missing();
    check_panels();
    check_include();
    check_refused();
    check_noise();
    remove(path);
    return done_testing();
}
