/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/spread_terms.h"
#include "routines/residual.h"

enum { REALS = sizeof(wide_t) / sizeof(double) };

/* Elements of a column that stand one below the other: from `row` on. */
struct segment {
    int64_t row, rows, column;
    const scalar_t *a;
};

/* Calls visit() for all elements that count in this process. */
static void each_segment(struct piece A, void (*visit)(void *data, struct segment s), void *data)
{
    int rank, p = A.grid.rows, q = A.grid.columns;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bool lower = A.uplo == STARLING_LOWER, upper = A.uplo == STARLING_UPPER;
    for (int64_t tj = rank < p * q ? rank % q : INT32_MAX, lj = 0; tj * A.nb < A.n; tj += q)
        for (int64_t j = tj * A.nb; j < A.n && j < (tj + 1) * A.nb; j++, lj++)
            for (int64_t ti = rank / q, li = 0; ti * A.mb < A.m; ti += p, li += A.mb) {
                int64_t top = ti * A.mb, first = top, end = top + A.mb < A.m ? top + A.mb : A.m;
                if (lower && first < j + A.unit)
                    first = j + A.unit;
                if (upper && end > j + 1 - A.unit)
                    end = j + 1 - A.unit;
                if (first < end)
                    visit(data, (struct segment){first, end - first, j,
                                                 A.a + li + first - top + lj * A.ld});
            }
}

static int64_t diagonal(struct piece A)
{
    return A.m < A.n ? A.m : A.n;
}

static struct piece whole_or_triangle(struct piece A, starling_uplo uplo)
{
    A.uplo = uplo;
    return A;
}

struct piece CASE(triangle)(struct piece A, starling_uplo uplo, starling_diag diag)
{
    A.unit = diag == STARLING_UNIT;
    return whole_or_triangle(A, uplo);
}

struct piece CASE(mirrored)(struct piece A, starling_uplo uplo, bool hermitian)
{
    A.symmetric = !hermitian;
    A.hermitian = hermitian;
    return whole_or_triangle(A, uplo);
}

/* ---- Products --------------------------------------------------------------------------- */

struct product {
    struct piece A;
    starling_trans op;
    int64_t rows; /* of x and y */
    const wide_t *x;
    wide_t *y;
};

/* y += a x, down the column. */
static void add_column(const struct product *t, struct segment s)
{
    for (int k = 0; k < PROBES; k++) {
        wide_t x = t->x[s.column + k * t->rows], *y = t->y + s.row + k * t->rows;
        for (int64_t i = 0; i < s.rows; i++)
            y[i] += (wide_t)s.a[i] * x;
    }
}

/* The same with the transpose. */
static void add_row(const struct product *t, struct segment s, bool conjugate)
{
    for (int k = 0; k < PROBES; k++) {
        const wide_t *x = t->x + s.row + k * t->rows;
        wide_t sum = 0;
        for (int64_t i = 0; i < s.rows; i++)
            sum += (wide_t)(conjugate ? SL_CONJ(s.a[i]) : s.a[i]) * x[i];
        t->y[s.column + k * t->rows] += sum;
    }
}

/* The part of a segment without the diagonal. */
static struct segment off_diagonal(struct segment s)
{
    if (s.row == s.column)
        return (struct segment){s.row + 1, s.rows - 1, s.column, s.a + 1};
    if (s.row + s.rows - 1 == s.column)
        s.rows--;
    return s;
}

/* As in BLAS, imaginary parts on the diagonal of a Hermitian matrix do not count. */
static void add_mirrored(const struct product *t, struct segment s)
{
    struct segment rest = off_diagonal(s);
    int64_t j = s.column, i = j - s.row;
    add_column(t, rest);
    add_row(t, rest, t->A.hermitian);
    for (int64_t k = 0; k < PROBES && rest.rows < s.rows; k++)
        t->y[j + k * t->rows] +=
            (t->A.hermitian ? (wide_t)SL_REAL(s.a[i]) : (wide_t)s.a[i]) * t->x[j + k * t->rows];
}

static void add_segment(void *data, struct segment s)
{
    const struct product *t = data;
    if (t->A.symmetric || t->A.hermitian)
        add_mirrored(t, s);
    else if (t->op == STARLING_NOTRANS)
        add_column(t, s);
    else
        add_row(t, s, t->op == STARLING_CONJTRANS);
}

void CASE(multiply)(struct terms *t, int to, double alpha, struct piece A, starling_trans op,
                    int from, double beta)
{
    size_t count = (size_t)t->rows * PROBES;
    wide_t *x = t->thin[from], *y = t->thin[to], *sum = calloc(count + 1, sizeof *sum);
    if (!sum) {
        t->right = false; /* the other processes need the reduction below */
        sum = y;
    }
    struct product product = {A, op, t->rows, x, sum};
    each_segment(A, add_segment, &product);
    MPI_Allreduce(MPI_IN_PLACE, sum, (int)count * REALS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int64_t k = 0; k < PROBES && A.unit; k++)
        for (int64_t i = 0; i < diagonal(A); i++)
            sum[i + k * t->rows] += x[i + k * t->rows];
    for (size_t i = 0; i < count && sum != y; i++)
        y[i] = alpha * sum[i] + (beta == 0 ? 0 : beta * y[i]);
    if (sum != y)
        free(sum);
}

/* y += B x for elements of a column of B from the diagonal down, and of their mirror image. */
static void add_band(void *data, struct segment s)
{
    const struct product *t = data;
    for (int64_t i = 0; i < s.rows && s.row + i + s.column < t->A.n; i++) {
        int64_t j = s.column, row = j + s.row + i;
        for (int64_t k = 0; k < PROBES; k++) {
            const wide_t *x = t->x + k * t->rows;
            wide_t *y = t->y + k * t->rows, b = (wide_t)s.a[i];
            y[row] += b * x[j];
            if (row > j)
                y[j] += SL_CONJ(b) * x[row];
        }
    }
}

void CASE(multiply_band)(struct terms *t, int to, struct piece AB, int from)
{
    size_t count = (size_t)t->rows * PROBES;
    struct product product = {AB, STARLING_NOTRANS, t->rows, t->thin[from], t->thin[to]};
    memset(t->thin[to], 0, count * sizeof *t->thin[to]);
    each_segment(AB, add_band, &product);
    MPI_Allreduce(MPI_IN_PLACE, t->thin[to], (int)count * REALS, MPI_DOUBLE, MPI_SUM,
                  MPI_COMM_WORLD);
}

/* ---- Norms ------------------------------------------------------------------------------ */

struct sums {
    struct piece A;
    bool by_rows;
    double *of;
};

static void add_sizes(void *data, struct segment s)
{
    const struct sums *sums = data;
    bool mirrored = sums->A.symmetric || sums->A.hermitian;
    for (int64_t i = 0; i < s.rows; i++) {
        double size = SL_ABS((wide_t)s.a[i]);
        int64_t row = s.row + i;
        sums->of[sums->by_rows ? row : s.column] += size;
        if (mirrored && row != s.column)
            sums->of[sums->by_rows ? s.column : row] += size;
    }
}

double CASE(spread_norm)(struct piece A, starling_trans op)
{
    struct sums sums = {A, op == STARLING_NOTRANS, NULL};
    int64_t count = sums.by_rows ? A.m : A.n;
    double norm = 0;
    sums.of = calloc((size_t)count + 1, sizeof *sums.of);
    if (!sums.of)
        MPI_Abort(MPI_COMM_WORLD, 1);
    each_segment(A, add_sizes, &sums);
    MPI_Allreduce(MPI_IN_PLACE, sums.of, (int)count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int64_t i = 0; i < count; i++)
        norm = residual_larger(norm, sums.of[i] + (A.unit && i < diagonal(A)));
    free(sums.of);
    return norm;
}

struct sizes {
    struct piece A;
    double largest, squares;
};

static void see_sizes(void *data, struct segment s)
{
    struct sizes *sizes = data;
    bool mirrored = sizes->A.symmetric || sizes->A.hermitian;
    for (int64_t i = 0; i < s.rows; i++) {
        wide_t x = (wide_t)s.a[i];
        bool diagonal = s.row + i == s.column;
        double size = SL_ABS(diagonal && sizes->A.hermitian ? (wide_t)SL_REAL(x) : x);
        sizes->largest = residual_larger(sizes->largest, size);
        sizes->squares += (mirrored && !diagonal ? 2 : 1) * size * size;
    }
}

double CASE(spread_norm_of)(struct piece A, starling_norm norm)
{
    struct sizes sizes = {.A = A};
    if (norm == STARLING_ONE_NORM || norm == STARLING_INF_NORM)
        return CASE(spread_norm)(A, norm == STARLING_ONE_NORM ? STARLING_TRANS : STARLING_NOTRANS);
    each_segment(A, see_sizes, &sizes);
    MPI_Allreduce(MPI_IN_PLACE, &sizes.largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &sizes.squares, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return norm == STARLING_MAX_NORM ? sizes.largest : sqrt(sizes.squares);
}

static void see_imaginary(void *data, struct segment s)
{
    int *found = data;
    int64_t i = s.column - s.row;
    *found |= i >= 0 && i < s.rows && SL_REAL(s.a[i]) != s.a[i];
}

bool CASE(spread_diagonal_is_real)(struct piece A)
{
    int found = 0;
    each_segment(A, see_imaginary, &found);
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return !found;
}

/* ---- Reflectors ------------------------------------------------------------------------- */

/* z = (I - tau v v^H) z, where v has a one in row `first`, and a below. */
static void reflect(const struct terms *t, wide_t tau, int64_t first, int64_t m, const scalar_t *a,
                    wide_t *z)
{
    for (int k = 0; k < PROBES; k++, z += t->rows) {
        wide_t sum = z[first];
        for (int64_t i = first + 1; i < m; i++)
            sum += (wide_t)SL_CONJ(a[i]) * z[i];
        sum *= tau;
        z[first] -= sum;
        for (int64_t i = first + 1; i < m; i++)
            z[i] -= sum * (wide_t)a[i];
    }
}

void CASE(spread_q)(struct terms *t, struct piece A, int64_t below, bool transposed, int z)
{
    int rank, q = A.grid.columns;
    int64_t k = A.m - below < A.n ? A.m - below : A.n, blocks = (k + A.nb - 1) / A.nb;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int64_t step = 0; step < blocks; step++) {
        int64_t block = transposed ? step : blocks - 1 - step, first = block * A.nb;
        int64_t width = first + A.nb < k ? A.nb : k - first;
        const scalar_t *a = A.a + block / q * A.nb * A.ld; /* where it is in its process */
        for (int64_t j = 0; j < width && block % q == rank; j++) {
            int64_t at = transposed ? j : width - 1 - j;
            wide_t tau = t->tau[first + at];
            reflect(t, transposed ? SL_CONJ(tau) : tau, first + at + below, A.m, a + at * A.ld,
                    t->thin[z]);
        }
        MPI_Bcast(t->thin[z], (int)t->rows * PROBES * REALS, MPI_DOUBLE, (int)(block % q),
                  MPI_COMM_WORLD);
    }
}

/* ---- Residuals -------------------------------------------------------------------------- */

static double largest(int64_t n, const wide_t *x)
{
    double value = 0;
    for (int64_t i = 0; i < n; i++)
        value = residual_larger(value, SL_ABS(x[i]));
    return value;
}

double CASE(spread_scaled)(const struct terms *t, double scale, int64_t m, int y, int64_t n, int x)
{
    const struct problem *p = t->p;
    int64_t size = p->n > p->m ? p->n : p->m;
    if ((p->routine->has & HAS_K) && p->k > size)
        size = p->k;
    double worst = 0;
    for (int k = 0; k < PROBES; k++) {
        double error = largest(m, t->thin[y] + k * t->rows);
        double unit = (double)size * CASE(epsilon)() * scale * largest(n, t->thin[x] + k * t->rows);
        double value = error == 0 && isfinite(unit) ? 0 : error / unit;
        worst = residual_larger(worst, isfinite(error) && isfinite(unit) ? value : INFINITY);
    }
    return worst;
}
