/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Times of kernels from the description of a machine. A curve has the times of an operation
 * by its work: flops, or bytes if it has no flops. Between two points the time is linear in
 * the work. This fits a start-up cost and a rate that grows. Times that are missing follow
 * the rules in schedulers/machines/README. */

#include <math.h>
#include <string.h>
#include "machine_file.h"

/* ---- Operations -------------------------------------------------------------------------- */

static double bytes(starling_precision prec, double m, double n)
{
    static const double size[] = {4, 8, 8, 16}; /* s, d, c, z */
    return m * n * size[prec];
}

static double two_tiles(starling_precision prec, double m, double n)
{
    return 2 * bytes(prec, m, n);
}

static double gemm(starling_precision prec, double m, double n)
{
    return starling_flops_gemm(prec, m, n, n);
}

static double herk(starling_precision prec, double m, double n)
{
    (void)m;
    return starling_flops_herk(prec, n, n);
}

static double trsm(starling_precision prec, double m, double n)
{
    return starling_flops_trsm(prec, STARLING_RIGHT, m, n);
}

static double potrf(starling_precision prec, double m, double n)
{
    (void)m;
    return starling_flops_potrf(prec, n);
}

/* Diagonal blocks of order 1024 (SL_IB of codelets/blas3/args.h). */
static double trtri_diag(starling_precision prec, double m, double n)
{
    (void)m;
    return starling_flops_potrf(prec, fmin(1024, n)) * ceil(n / 1024);
}

static double getrf(starling_precision prec, double m, double n)
{
    return starling_flops_getrf(prec, m, n);
}

static double update(starling_precision prec, double m, double n)
{
    return starling_flops_trsm(prec, STARLING_LEFT, n, n) + gemm(prec, m - n, n);
}

static double geqrf(starling_precision prec, double m, double n)
{
    return starling_flops_geqrf(prec, m, n);
}

static double unmqr(starling_precision prec, double m, double n)
{
    return starling_flops_unmqr(prec, STARLING_LEFT, m, n, n);
}

/* The factors of QR are guesses: its panels work by columns, its updates are products with
 * small inner dimensions. */
const struct sl_operation sl_operations[SL_OPERATIONS] = {
    {"gemm", gemm, NULL, 0, NULL},
    {"herk", herk, "gemm", 1, NULL},
    {"trsm", trsm, "gemm", 1, NULL},
    {"potrf", potrf, "trsm", 1, NULL},
    {"trtri_diag", trtri_diag, "potrf", 1, NULL},
    {"getrf", getrf, "potrf", 1, "getrf"},
    {"update", update, "trsm", 1, "gemm"},
    {"solve", update, "trsm", 1, NULL},
    {"geqrf", geqrf, "getrf", 1, NULL},
    {"unmqr", unmqr, "gemm", 0.7, NULL},
    {"transpose", bytes, "laswp", 1, NULL},
    {"laswp", bytes, NULL, 0, NULL},
    {"permute_columns", two_tiles, NULL, 0, NULL},
    {"lacpy", two_tiles, NULL, 0, NULL},
    {"laset", bytes, NULL, 0, NULL},
    {"lascl", bytes, NULL, 0, NULL},
    {"random", bytes, NULL, 0, NULL},
    {"norm", bytes, NULL, 0, NULL},
};

int sl_find_operation(const char *name)
{
    for (int i = 0; i < SL_OPERATIONS; i++)
        if (strcmp(name, sl_operations[i].name) == 0)
            return i;
    return -1;
}

/* ---- Curves ------------------------------------------------------------------------------ */

/* Above the last point the rate is constant. Below the first point the first segment goes
 * on. If that is negative at zero work, the rate is constant. */
static double on_curve(const struct sl_point *p, size_t points, double work)
{
    size_t i = 1;
    if (points == 1 || work >= p[points - 1].work)
        return p[points - 1].us * work / p[points - 1].work;
    while (work > p[i].work)
        i++;
    double slope = (p[i].us - p[i - 1].us) / (p[i].work - p[i - 1].work);
    if (i == 1 && work < p[0].work && (slope < 0 || p[0].us < slope * p[0].work))
        return p[0].us * work / p[0].work;
    return p[i - 1].us + slope * (work - p[i - 1].work);
}

/* Curves by width. If no curve has the width of the task, the time is between the two next
 * widths, at the same height: the work is scaled by the square of the widths. Beyond all
 * widths the rate is that of the nearest curve. */
static double between_curves(const struct sl_point *p, size_t points, const struct sl_kernel *k,
                             double work)
{
    double last = NAN, last_width = 0, scale = 1;
    for (size_t from = 0, to; from < points; from = to) {
        for (to = from; to < points && p[to].width == p[from].width; to++)
            ;
        double width = (double)(p[from].width > 0 && k->width > 0 ? p[from].width : k->width);
        scale = width > 0 ? pow(width / (double)k->width, 2) : 1;
        double us = on_curve(p + from, to - from, work * scale);
        if (width >= (double)k->width && last_width > 0)
            return last + (us - last) * log((double)k->width / last_width) /
                              log(width / last_width);
        last = us;
        last_width = width;
        if (width >= (double)k->width)
            break;
    }
    return last / scale;
}

/* ---- Times ------------------------------------------------------------------------------- */

static double measured(const sl_machine *m, int prec, int op, const struct sl_kernel *k,
                       double work)
{
    size_t first = m->first[prec][op][k->gpu], end = m->first[prec][op][k->gpu + 1];
    /* Curves for tiles of all widths come first. If there are curves for panels, only these
     * count. */
    while (k->width > 0 && first < end && m->point[end - 1].width > 0 &&
           m->point[first].width == 0)
        first++;
    return first < end ? between_curves(m->point + first, end - first, k, work) : NAN;
}

/* The time of this precision, or of another one if it is missing. Complex numbers run at
 * the rate of real ones. Double precision runs at half the rate of single precision. */
static double of_any_precision(const sl_machine *m, int op, const struct sl_kernel *k,
                               double work)
{
    static const struct { starling_precision prec; double factor; } from[SL_PRECISIONS][4] = {
        [STARLING_S] = {{STARLING_S, 1}, {STARLING_C, 1}, {STARLING_D, .5}, {STARLING_Z, .5}},
        [STARLING_D] = {{STARLING_D, 1}, {STARLING_Z, 1}, {STARLING_S, 2}, {STARLING_C, 2}},
        [STARLING_C] = {{STARLING_C, 1}, {STARLING_S, 1}, {STARLING_Z, .5}, {STARLING_D, .5}},
        [STARLING_Z] = {{STARLING_Z, 1}, {STARLING_D, 1}, {STARLING_C, 2}, {STARLING_S, 2}},
    };
    for (int i = 0; i < 4; i++) {
        double us = measured(m, from[k->prec][i].prec, op, k, work);
        if (us >= 0)
            return us * from[k->prec][i].factor;
    }
    return NAN;
}

static double time_of(const sl_machine *m, const char *name, const struct sl_kernel *k,
                      double work)
{
    double factor = 1;
    while (name) {
        int op = sl_find_operation(name);
        double us = of_any_precision(m, op, k, work);
        if (us >= 0)
            return us / factor;
        factor *= sl_operations[op].factor;
        name = sl_operations[op].like;
    }
    return NAN;
}

/* Whether there are times of panels. If not, they are composed of other times. */
static bool has_panels(const sl_machine *m, int op, int kind)
{
    for (int prec = 0; prec < SL_PRECISIONS; prec++)
        for (size_t i = m->first[prec][op][kind]; i < m->first[prec][op][kind + 1]; i++)
            if (m->point[i].width > 0)
                return true;
    return false;
}

static double time_of_flops(const sl_machine *m, int op, const struct sl_kernel *k)
{
    const struct sl_operation *o = &sl_operations[op];
    double width = (double)k->width, square = o->below ? o->work(k->prec, width, width) : 0;
    if (!(square > 0) || k->flops <= square || has_panels(m, op, k->gpu))
        return time_of(m, o->name, k, k->flops);
    return time_of(m, o->name, k, square) + time_of(m, o->below, k, k->flops - square);
}

/* The update of a column, then its factorization. The height follows from the flops of
 * both, which are almost linear in it. */
static double update_getrf_time(const sl_machine *m, const struct sl_kernel *k)
{
    double n = (double)k->width, flops[2], height = n;
    for (int i = 0; i < 2; i++)
        flops[i] = update(k->prec, (i + 2) * n, n) + getrf(k->prec, (i + 1) * n, n);
    if (flops[1] > flops[0])
        height += n * (k->flops - flops[0]) / (flops[1] - flops[0]);
    struct sl_kernel first = *k, second = *k;
    second.flops = fmin(k->flops, getrf(k->prec, fmax(height, 1), n));
    first.flops = k->flops - second.flops;
    return time_of_flops(m, sl_find_operation("update"), &first) +
           time_of_flops(m, sl_find_operation("getrf"), &second);
}

double sl_machine_time(const sl_machine *m, const struct sl_kernel *k)
{
    if (strcmp(k->op, "update_getrf") == 0)
        return update_getrf_time(m, k);
    int op = sl_find_operation(k->op);
    double us = NAN; /* an unknown operation runs at the rate of gemm */
    if (k->flops > 0)
        us = op < 0 ? time_of(m, "gemm", k, k->flops) : time_of_flops(m, op, k);
    else if (op >= 0)
        us = of_any_precision(m, op, k, k->bytes);
    if (!(us >= 0) && m->memory[k->gpu].rate > 0)
        us = m->memory[k->gpu].start + 1e-3 * k->bytes / m->memory[k->gpu].rate;
    return us;
}

/* A hash (splitmix64) as a uniform number. Two of them make a normal number (Box and
 * Muller). */
static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return ((double)((z ^ z >> 31) >> 11) + 0.5) / 9007199254740992.0;
}

double sl_machine_noise(double deviation, uint64_t seed, uint64_t task)
{
    uint64_t state = seed * 0xd1342543de82ef95u + task;
    double u = uniform(&state), v = uniform(&state), pi = acos(-1);
    double normal = sqrt(-2 * log(u)) * cos(2 * pi * v);
    double variance = log(1 + deviation * deviation); /* of the factor's logarithm */
    return exp(sqrt(variance) * normal - variance / 2);
}
