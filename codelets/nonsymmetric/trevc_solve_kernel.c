/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* (S - lambda) x = b for a diagonal window S(i,i) and each column of X(i), whose eigenvalue lambda
 * is in window S(j,j). If the window is that of the eigenvalue, i = j, b is 0 and x begins with the
 * element 1. Small pivots are replaced as in LAPACK's laln2 and latrs, and vectors are scaled
 * before they overflow. Rows are solved in blocks, the rows above are updated by products. Buffers:
 * S(i,i), S(j,j), the eigenvalues' places, X(i), its state, and for a GPU the largest element of
 * S(i,i).
 */

#define SL_KERNEL_USES_BLAS
#include "args.h"
#include "robust.h"

enum { BLOCK = 32, ROWS = BLOCK + 1 }; /* a block may have one row more, so that no pair is cut */

/* An eigenvalue, and how small a pivot may be. */
struct eigenvalue {
    real_t re, im, smallest;
};

/* Rows of a block of one vector, in complex numbers. */
struct vector {
    real_t re[ROWS], im[ROWS];
    bool real; /* im is 0 */
    struct eigenvalue lambda;
    real_t bound; /* of the rows that are not solved yet */
    int exponent; /* it was scaled by 2^exponent */
};

static void scale(struct vector *v, int m, int exponent)
{
    real_t factor = power_of_2(exponent);
    for (int i = 0; i < m; i++) {
        v->re[i] *= factor;
        v->im[i] *= factor;
    }
    v->bound *= factor;
    v->exponent += exponent;
}

static real_t larger(real_t x, real_t y)
{
    return x > y ? x : y;
}
static real_t part(real_t re, real_t im)
{
    return larger((real_t)fabs(re), (real_t)fabs(im));
}

static real_t largest_row(const struct vector *v, int m)
{
    real_t most = 0;
    for (int i = 0; i < m; i++)
        most = larger(part(v->re[i], v->im[i]), most);
    return most;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

struct number {
    real_t re, im;
};

static struct number number(scalar_t x)
{
#ifdef SL_COMPLEX
    return (struct number){creal(x), cimag(x)};
#else
    return (struct number){x, 0};
#endif
}
static real_t sum(struct number x)
{
    return (real_t)(fabs(x.re) + fabs(x.im));
}
static inline struct number minus_product(struct number x, struct number y, struct number z)
{
    return (struct number){x.re - y.re * z.re + y.im * z.im, x.im - y.re * z.im - y.im * z.re};
}
static struct number times(struct number x, real_t factor)
{
    return (struct number){x.re * factor, x.im * factor};
}
/* Of numbers whose squares are in the range. */
static inline struct number quotient(struct number x, struct number y)
{
    if (y.im == 0)
        return (struct number){x.re / y.re, x.im / y.re};
    real_t inverse = 1 / (y.re * y.re + y.im * y.im);
    return (struct number){(x.re * y.re + x.im * y.im) * inverse,
                           (x.im * y.re - x.re * y.im) * inverse};
}
static int size(struct number x)
{
    return size_of(part(x.re, x.im));
}
/* x / y = the result times 2^exponent; the result is smaller than 4. */
static struct number scaled_quotient(struct number x, struct number y, int *exponent)
{
    int a = size(x), b = size(y);
    if (a == SL_NOTHING) {
        *exponent = 0;
        return x;
    }
    *exponent = a - b;
    /* in two steps: 2^-a may be too large for a number */
    x = times(times(x, power_of_2(-a / 2)), power_of_2(-a - -a / 2));
    y = times(times(y, power_of_2(-b / 2)), power_of_2(-b - -b / 2));
    return quotient(x, y);
}
static struct number scaled(struct number x, int exponent)
{
    return times(times(x, power_of_2(exponent / 2)), power_of_2(exponent - exponent / 2));
}

/* ---- One or two rows ------------------------------------------------------------------------- */

static struct number row(const struct vector *v, int r)
{
    return (struct number){v->re[r], v->im[r]};
}
static void set_row(struct vector *v, int r, struct number x)
{
    v->re[r] = x.re;
    v->im[r] = x.im;
}

/* x 2^exponent has a size that is allowed once v, which has m rows, has been scaled. */
static int make_room(struct vector *v, int m, int size_of_x, int exponent)
{
    if (size_of_x != SL_NOTHING && size_of_x + exponent > SL_MOST) {
        int less = SL_MOST - size_of_x - exponent;
        scale(v, m, less);
        return exponent + less;
    }
    return exponent;
}

static void solve_one(struct vector *v, int m, int r, scalar_t s)
{
    struct number d = number(s), b = row(v, r);
    d.re -= v->lambda.re;
    d.im -= v->lambda.im;
    if (sum(d) < v->lambda.smallest)
        d = (struct number){v->lambda.smallest, 0};
    real_t pivot = part(d.re, d.im);
    if (pivot <= SL_MODERATE && pivot >= 1 / SL_MODERATE && part(b.re, b.im) <= SL_MODERATE) {
        set_row(v, r, quotient(b, d));
        return;
    }
    int exponent;
    struct number x = scaled_quotient(b, d, &exponent);
    exponent = make_room(v, m, size(x), exponent);
    set_row(v, r, scaled(x, exponent));
}

#ifndef SL_COMPLEX
static void swap(struct number *x, struct number *y)
{
    struct number t = *x;
    *x = *y;
    *y = t;
}

static struct number product(struct number x, struct number y)
{
    return (struct number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/* A x = b, where a[0][0] is the largest element of A. */
static void eliminate(struct number a[2][2], const struct number b[2], real_t smallest,
                      struct number x[2])
{
    struct number inverse = quotient((struct number){1, 0}, a[0][0]);
    struct number factor = product(a[1][0], inverse),
                  pivot = minus_product(a[1][1], factor, a[0][1]);
    struct number rest = minus_product(b[1], factor, b[0]);
    int exponent;
    if (sum(pivot) < smallest)
        pivot = (struct number){smallest, 0};
    if (part(pivot.re, pivot.im) >= 1 / SL_MODERATE) {
        x[1] = quotient(rest, pivot);
    } else {
        x[1] = scaled_quotient(rest, pivot, &exponent);
        x[1] = scaled(x[1], exponent);
    }
    x[0] = minus_product(product(b[0], inverse), product(a[0][1], inverse), x[1]);
}

/* Exchanges rows and columns so that a[0][0] is the largest element. Returns whether columns were.
 */
static bool pivot_to_front(struct number a[2][2], struct number b[2], real_t *most)
{
    int row = 0, column = 0;
    *most = -1;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (sum(a[i][j]) > *most) {
                *most = sum(a[i][j]);
                row = i;
                column = j;
            }
    if (row == 1) {
        swap(&a[0][0], &a[1][0]);
        swap(&a[0][1], &a[1][1]);
        swap(&b[0], &b[1]);
    }
    if (column == 1) {
        swap(&a[0][0], &a[0][1]);
        swap(&a[1][0], &a[1][1]);
    }
    return column == 1;
}

/* Rows r and r + 1, by elimination with complete pivoting. */
static void solve_two(struct vector *v, int m, int r, const real_t *s, int ld)
{
    real_t most, smallest = v->lambda.smallest;
    struct number a[2][2] = {
        {{s[0] - v->lambda.re, -v->lambda.im}, {s[ld], 0}},
        {{s[1], 0}, {s[ld + 1] - v->lambda.re, -v->lambda.im}},
    };
    struct number b[2] = {row(v, r), row(v, r + 1)}, x[2];
    int size_a, size_b, exponent = 0;
    real_t right = larger(part(b[0].re, b[0].im), part(b[1].re, b[1].im));
    if (right == 0)
        return;
    bool exchanged = pivot_to_front(a, b, &most);
    if (most < smallest) { /* as if the matrix were smallest I */
        a[0][0] = a[1][1] = (struct number){smallest, 0};
        a[0][1] = a[1][0] = (struct number){0, 0};
        most = smallest;
    }
    bool moderate = most <= SL_MODERATE && right <= SL_MODERATE && smallest >= 1 / SL_MODERATE;
    if (!moderate) {
        size_a = size_of(most);
        size_b = size_of(right);
        for (int i = 0; i < 2; i++) { /* A and b with largest elements around 1 */
            a[i][0] = scaled(a[i][0], -size_a);
            a[i][1] = scaled(a[i][1], -size_a);
            b[i] = scaled(b[i], -size_b);
        }
        smallest =
            larger(scaled((struct number){smallest, 0}, -size_a).re, power_of_2(-SL_MOST + 4));
        exponent = size_b - size_a;
    }
    eliminate(a, b, smallest, x);
    if (!moderate) {
        exponent = make_room(v, m, SL_MAX(size(x[0]), size(x[1])), exponent);
        x[0] = scaled(x[0], exponent);
        x[1] = scaled(x[1], exponent);
    }
    set_row(v, r, x[exchanged]);
    set_row(v, r + 1, x[!exchanged]);
}
#endif

/* ---- A block of rows ------------------------------------------------------------------------- */

/* Rows 0 ... m - 1 = themselves minus s times row q, whose elements of s are at most `largest`. */
static void subtract(struct vector *v, int rows, int m, const scalar_t *s, int q, real_t largest)
{
    real_t x = part(v->re[q], v->im[q]);
    if (m == 0 || x == 0)
        return;
    if (!(x <= SL_MODERATE && largest <= SL_MODERATE && v->bound <= SL_MODERATE)) {
        v->bound = largest_row(v, m);
        int sum_size = size_of_sum(size_of(v->bound), size_of(largest), 2, size_of(x));
        if (sum_size > SL_MOST)
            scale(v, rows, SL_MOST - sum_size);
        x = part(v->re[q], v->im[q]);
    }
    v->bound += 2 * (largest * x);
    real_t re = v->re[q], im = v->im[q];
#ifdef SL_COMPLEX
    const real_t *parts = (const real_t *)s;
    for (int i = 0; i < m; i++) {
        v->re[i] -= parts[2 * i] * re - parts[2 * i + 1] * im;
        v->im[i] -= parts[2 * i] * im + parts[2 * i + 1] * re;
    }
#else
    for (int i = 0; i < m; i++)
        v->re[i] -= s[i] * re;
    for (int i = 0; i < m && !v->real; i++)
        v->im[i] -= s[i] * im;
#endif
}

/* Whether rows r - 1 and r are a diagonal block. */
static bool is_pair(const scalar_t *s, int ld, int r)
{
#ifdef SL_COMPLEX
    (void)s, (void)ld, (void)r;
    return false;
#else
    return r > 0 && s[r + (size_t)(r - 1) * ld] != 0;
#endif
}

/* The rows from `known` on are known. */
static void solve_block(struct vector *v, int m, int known, const scalar_t *s, int ld,
                        const real_t *largest)
{
    v->bound = largest_row(v, SL_MIN(known, m));
    for (int r = m - 1, rows; r >= 0; r -= rows) {
        const scalar_t *column = s + (size_t)r * ld;
        rows = is_pair(s, ld, r) ? 2 : 1;
        if (r < known && rows == 1)
            solve_one(v, m, r, column[r]);
#ifndef SL_COMPLEX
        if (r < known && rows == 2)
            solve_two(v, m, r - 1, column - ld + r - 1, ld);
#endif
        subtract(v, m, r - rows + 1, column, r, largest[r]);
        if (rows == 2)
            subtract(v, m, r - 1, column - ld, r - 1, largest[r - 1]);
    }
}

/* ---- The window ------------------------------------------------------------------------------ */

/* The column, or the two, of a vector. */
struct columns {
    scalar_t *x;
    int ld, count;
    int *exponent; /* of its scale, of each column */
};

static void scale_columns(const struct columns *y, int from, int to, int exponent)
{
    for (int c = 0; c < y->count && to > from; c++)
        multiply_column(to - from, power_of_2(exponent), y->x + from + (size_t)c * y->ld);
}

static void load(struct vector *v, const struct columns *y, int from, int m)
{
    v->exponent = 0;
    for (int i = 0; i < m; i++) {
        struct number x = number(y->x[from + i]);
#ifndef SL_COMPLEX
        if (y->count == 2)
            x.im = y->x[from + i + y->ld];
#endif
        set_row(v, i, x);
    }
}

static void store(const struct vector *v, const struct columns *y, int from, int m)
{
    for (int i = 0; i < m; i++) {
#ifdef SL_COMPLEX
        ((real_t *)(y->x + from + i))[0] = v->re[i];
        ((real_t *)(y->x + from + i))[1] = v->im[i];
#else
        y->x[from + i] = v->re[i];
        if (y->count == 2)
            y->x[from + i + y->ld] = v->im[i];
#endif
    }
}

/* The eigenvalue at row r of the diagonal of s, of a matrix of order n. */
static struct eigenvalue eigenvalue_at(const scalar_t *s, int ld, int r, bool pair, int64_t n)
{
    bool single = sizeof(real_t) == sizeof(float);
    real_t ulp = single ? FLT_EPSILON : DBL_EPSILON, tiny = single ? FLT_MIN : DBL_MIN;
    struct number lambda = number(s[r + (size_t)r * ld]);
    if (pair)
        lambda.im = (real_t)(sqrt((double)magnitude(s[r + (size_t)(r + 1) * ld])) *
                             sqrt((double)magnitude(s[r + 1 + (size_t)r * ld])));
    return (struct eigenvalue){lambda.re, lambda.im,
                               larger(ulp * sum(lambda), tiny * ((real_t)n / ulp))};
}

/* The first elements of a vector: 1, or for a pair (1, i wi / b) or (-wi / c, i), whichever is not
 * large, with the diagonal block [a b; c a]. */
static void begin_vector(const struct eigenvalue *lambda, const struct columns *y,
                         const scalar_t *s, int ld, int r)
{
    y->x[r] = 1;
#ifndef SL_COMPLEX
    if (y->count == 2) {
        real_t b = s[r + (size_t)(r + 1) * ld], c = s[r + 1 + (size_t)r * ld];
        bool upper = fabs(b) >= fabs(c);
        y->x[r] = upper ? 1 : -lambda->im / c;
        y->x[r + 1 + y->ld] = upper ? lambda->im / b : 1;
    }
#else
    (void)lambda, (void)s, (void)ld;
#endif
}

/* The sizes of the pieces before a product: the rows above the block, and those in it. */
struct sizes {
    int above, block, all;
};

static void after_scale(struct sizes *z, int exponent)
{
    z->above += exponent;
    z->block += exponent;
    z->all += exponent;
}

/* Rows `from` ... of one vector. */
static void solve_rows(const struct eigenvalue *lambda, const struct columns *y, int from, int m,
                       int rows, int known, const scalar_t *s, int ld, const real_t *largest,
                       struct sizes *z)
{
    struct vector v;
    v.real = SL_PARTS == 1 && y->count == 1;
    v.lambda = *lambda;
    load(&v, y, from, m);
    solve_block(&v, m, known - from, s + from + (size_t)from * ld, ld, largest);
    store(&v, y, from, m);
    if (v.exponent != 0) {
        scale_columns(y, 0, from, v.exponent);
        scale_columns(y, from + m, rows, v.exponent);
        for (int c = 0; c < y->count; c++)
            y->exponent[c] += v.exponent;
        after_scale(z, v.exponent);
    }
    z->block = size_of(largest_row(&v, m));
    z->all = SL_MAX(z->all, z->block);
}

/* Makes sure that the rows above can be updated by a product of `m` terms up to 2^a. */
static void room_for_product(const struct columns *y, int from, int m, int rows, int a,
                             struct sizes *z)
{
    int next = size_of_sum(z->above, a, m, z->block);
    if (next > SL_MOST) { /* not what it may be, but what it is */
        real_t most = largest_of(from, y->x);
        if (y->count == 2)
            most = larger(most, largest_of(from, y->x + y->ld));
        z->above = size_of(most);
        next = size_of_sum(z->above, a, m, z->block);
    }
    if (next > SL_MOST) {
        int less = scale_for(next);
        scale_columns(y, 0, rows, less);
        for (int c = 0; c < y->count; c++)
            y->exponent[c] += less;
        after_scale(z, less);
        next += less;
    }
    z->above = next;
}

/* The vectors of a task. */
struct vectors {
    int columns;
    const int *place;  /* of their eigenvalues, by columns */
    bool begin;        /* they begin in this window */
    struct columns *y; /* by their first columns */
    struct eigenvalue *lambda;
    struct sizes *size;
};

/* Where a row of a block is, in lanes: complex numbers are pairs. */
static inline int real_row(int r)
{
    return r * SL_PARTS;
}
static inline int imaginary_row(int r)
{
    return SL_PARTS == 2 ? 2 * r + 1 : ROWS + r;
}
enum { LANES_AT_MOST = SL_VECTOR_BYTES / sizeof(real_t) };

#define SL_VECTORS "codelets/nonsymmetric/trevc_lanes.h"
#include "codelets/vectors.h"

/* A block of rows, and its product with the columns of s above. */
struct block {
    const scalar_t *s;
    int ld, from, end, rows;
    real_t largest[ROWS], above; /* the largest element of each column, and of all above */
};

static void solve_alone(const struct vectors *a, const struct block *b, int c, int known)
{
    solve_rows(&a->lambda[c], &a->y[c], b->from, b->end - b->from, b->rows, known, b->s, b->ld,
               b->largest, &a->size[c]);
}

/* Vectors that begin below the block. */
static void solve_some(const struct vectors *a, const struct block *b, int count,
                       const int column[LANES_AT_MOST])
{
    real_t most[LANES_AT_MOST];
    bool done = count > 0 && SL_BEST(solve_together)(a, count, column, b->from, b->end - b->from,
                                                     b->s + b->from + (size_t)b->from * b->ld,
                                                     b->ld, b->largest, most);
    for (int l = 0; l < count; l++) {
        struct sizes *z = &a->size[column[l]];
        if (done) {
            z->block = size_of(most[l]);
            z->all = SL_MAX(z->all, z->block);
        } else {
            solve_alone(a, b, column[l], b->end);
        }
    }
}

/* Rows from ... end - 1 of all vectors, and their product with the columns of s above. */
static void solve_all(const struct vectors *a, const scalar_t *s, int ld, int from, int end,
                      int rows)
{
    int m = end - from, first = a->columns, ldx = a->y[0].ld, count = 0;
    int column[LANES_AT_MOST];
    scalar_t *x = a->y[0].x, minus = -1, one = 1;
    struct block b = {.s = s, .ld = ld, .from = from, .end = end, .rows = rows};
    for (int q = 0; q < m; q++) {
        const scalar_t *above = s + (size_t)(from + q) * ld;
        b.largest[q] = largest_of(q, above + from);
        b.above = larger(b.above, largest_of(from, above));
    }
    for (int c = a->columns - 1; c >= 0; c--) {
        int known = a->begin ? a->place[c] : rows;
        if (a->y[c].count == 0) /* the second column of a pair */
            continue;
        if (known < from) /* it and those before begin above */
            break;
        first = c;
        if (known < end)
            solve_alone(a, &b, c, known);
        else
            column[count++] = c;
        if (count == SL_BEST(WIDTH)) {
            solve_some(a, &b, count, column);
            count = 0;
        }
    }
    solve_some(a, &b, count, column);
    for (int c = first; c < a->columns; c++)
        if (a->y[c].count > 0)
            room_for_product(&a->y[c], from, m, rows, size_of(b.above), &a->size[c]);
    if (from > 0 && first < a->columns)
        cblas_x(gemm)(CblasColMajor, CblasNoTrans, CblasNoTrans, from, a->columns - first, m,
                      SADDR(minus), s + (size_t)from * ld, ld, x + from + (size_t)first * ldx, ldx,
                      SADDR(one), x + (size_t)first * ldx, ldx);
}

static void cpu_trevc_solve(void *tiles[], void *arg)
{
    const struct sl_trevc_args *p = arg;
    const scalar_t *s = TILE(tiles[0]), *t = TILE(tiles[1]);
    int *state = (int *)STARPU_MATRIX_GET_PTR(tiles[4]);
    scalar_t *x = TILE(tiles[3]);
    int rows = TILE_M(tiles[3]), w = TILE_N(tiles[3]), ld = TILE_LD(tiles[0]);
    int ldt = TILE_LD(tiles[1]), ldx = TILE_LD(tiles[3]);
    struct columns y[w];
    struct eigenvalue lambda[w];
    struct sizes size[w];
    struct vectors all = {.columns = w,
                          .place = (const int *)STARPU_MATRIX_GET_PTR(tiles[2]),
                          .begin = p->diagonal,
                          .y = y,
                          .lambda = lambda,
                          .size = size};
    for (int c = 0; c < w && p->diagonal; c++) {
        memset(x + (size_t)c * ldx, 0, (size_t)rows * sizeof *x);
        state[c] = 0;
        state[c + SL_PIECE_SIZE * w] = SL_NOTHING;
    }
    for (int c = 0; c < w; c++) {
        int part = all.place[c + w];
        y[c] = (struct columns){x + (size_t)c * ldx, ldx,
                                part == SL_REAL_PART        ? 2
                                : part == SL_IMAGINARY_PART ? 0
                                                            : 1,
                                state + c};
        if (y[c].count == 0)
            continue;
        lambda[c] = eigenvalue_at(t, ldt, all.place[c], y[c].count == 2, p->n);
        size[c] = (struct sizes){state[c + SL_PIECE_SIZE * w], SL_NOTHING, SL_NOTHING};
        if (p->diagonal)
            begin_vector(&lambda[c], &y[c], t, ldt, all.place[c]);
    }
    for (int end = rows, from; end > 0; end = from) {
        from = SL_MAX(0, end - BLOCK);
        if (is_pair(s, ld, from))
            from--;
        solve_all(&all, s, ld, from, end, rows);
    }
    for (int c = 0; c < w; c++)
        for (int i = 0; i < y[c].count; i++)
            state[c + i + SL_PIECE_SIZE * w] = size[c].all;
}

#ifdef STARLING_CUDA
#include "cuda_trevc.h"

static void cuda_trevc_solve(void *tiles[], void *arg)
{
    struct sl_trevc_args *p = arg;
    struct sl_cuda_vectors v = {TILE_N(tiles[3]), (const int *)STARPU_MATRIX_GET_PTR(tiles[2]),
                                p->left};
    sl_cuda_check(&p->head,
                  sl_cuda_x(trevc_solve)(
                      sl_cuda_stream(), &v, p->diagonal, p->n, TILE_M(tiles[3]),
                      CU(TILE(tiles[0])), TILE_LD(tiles[0]), CU(TILE(tiles[1])), TILE_LD(tiles[1]),
                      (const real_t *)STARPU_MATRIX_GET_PTR(tiles[5]), CU(TILE(tiles[3])),
                      TILE_LD(tiles[3]), (int *)STARPU_MATRIX_GET_PTR(tiles[4])));
}
#endif

SL_CODELET(trevc_solve);
