/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The operands of a run. Compiled once a precision. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "machine/device.h"
#include "operands.h"
#include "processes.h"
#include "routines/batched.h"

/* Random numbers, or A as --matrix asks for it; reproducible. */
static int fill(const struct problem *p, int index, enum operand kind,
                starling_matrix *A)
{
    uint64_t seed = p->seed + (uint64_t)index * 1000003;
    int64_t n = starling_matrix_n(A);
    if (SIMULATED || (kind == GENERAL && (index > 0 || p->matrix == MATRIX_RANDOM)))
        return starling_random(seed, A);
    if (index == 0 && p->matrix != MATRIX_RANDOM)
        return CASE(generate_matrix)(p, A);
    /* A large diagonal makes it positive definite, and its triangles well conditioned.
     */
    bool triangle = kind == DEFINITE || kind == HERMITIAN;
    int info = starling_random_hermitian(triangle ? p->uplo : STARLING_GENERAL,
                                         kind == HERMITIAN ? 0 : (double)n, seed, A);
    bool implicit = kind == TRIANGULAR && p->diag == STARLING_UNIT && !processes;
    return info == 0 && implicit ? CASE(scale_matrix)(1.0 / (double)(n + 1), A) : info;
}

static bool has_batches(const struct problem *p)
{
    return (p->routine->has & HAS_BATCH) != 0;
}

/* Operands that are no matrix objects: batches, and arrays. */
static bool has_arrays(const struct problem *p)
{
    return has_batches(p) || p->routine->tiles == ARRAYS;
}

/* An array, as of all matrices of a batch side by side, as one matrix. The array has no
 * batch then. */
static int wrap_columns(const struct problem *p, struct operands *o, int i,
                        starling_matrix **A)
{
    enum { TILE = 1 << 17 };
    const struct shape *s = &o->shape[i];
    int64_t rows = s->m > 1 ? s->m : 1, nb = rows < TILE ? TILE / rows : 1;
    starling_precision prec = precision_of(p, s);
    return o->place == PLACE_DEVICE
               ? starling_matrix_wrap_device(A, prec, s->m, s->n, o->a[i], o->ld[i],
                                             rows, nb, 0)
               : starling_matrix_wrap(A, prec, s->m, s->n, o->a[i], o->ld[i], rows, nb);
}

/* Makes random matrices positive definite, and triangles well conditioned. */
static void add_to_diagonals(const struct shape *s, scalar_t *a, int64_t ld)
{
    for (int64_t j = 0; j < s->n; j++) {
        scalar_t *d = a + j * ld + diagonal_row(s, j);
        *d = SL_REAL(*d) + (real_t)(s->kind == BAND ? 2 * s->m : s->columns);
    }
}

static int add_on_device(const struct operands *o, int i, starling_matrix *A)
{
    scalar_t *a = malloc(o->size[i]);
    int info = a ? starling_matrix_get(A, a, o->ld[i]) : STARLING_ENOMEM;
    if (info == 0) {
        add_to_diagonals(&o->shape[i], a, o->ld[i]);
        info = starling_matrix_set(A, a, o->ld[i]);
    }
    free(a);
    return info;
}

/* Random numbers; reproducible. */
static int fill_array(const struct problem *p, struct operands *o, int i)
{
    bool add = o->shape[i].kind != GENERAL, on_device = o->place == PLACE_DEVICE;
    starling_matrix *A;
    int info = wrap_columns(p, o, i, &A);
    if (info == 0)
        info = starling_random(p->seed + (uint64_t)i * 1000003, A);
    if (info == 0 && add && on_device)
        info = add_on_device(o, i, A);
    int lost = starling_matrix_destroy(A);
    if (add && !on_device)
        add_to_diagonals(&o->shape[i], o->a[i], o->ld[i]);
    return info != 0 ? info : lost;
}

/* In simulation addresses without memory: whoever looks there ends the program. Else
 * with room behind: complex gemv of OpenBLAS (0.3.21) reads a number more than its
 * vector has, which is a column behind the array if that is a row. */
static void *allocate(bool device, size_t size, size_t column)
{
    size_t room = column + sizeof(scalar_t);
    if (!SIMULATED)
        return device ? device_alloc(size)
                      : malloc(size > SIZE_MAX - room ? size : size + room);
    void *a =
        mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return a == MAP_FAILED ? NULL : a;
}

static void release(bool device, void *a, size_t size)
{
    if (SIMULATED && a)
        munmap(a, size);
    else if (device)
        device_free(a);
    else
        free(a);
}

void CASE(free_operands)(struct operands *o)
{
    for (int i = 0; i < OPERANDS; i++) {
        starling_matrix_destroy(o->call.matrix[i]);
        if (o->pinned[i])
            device_unpin(o->a[i]);
        release(o->place == PLACE_DEVICE, o->a[i], o->size[i]);
    }
    free(o->call.values);
    free(o->call.ipiv);
    batches_free(&o->call.batches);
}

static int64_t tile_rows(const struct problem *p, const struct shape *s)
{
    return s->by_rows ? p->nb : s->real ? s->m + 1 : p->mb;
}

static int64_t tile_columns(const struct problem *p, const struct shape *s)
{
    return s->nb > 0 ? s->nb : !s->by_rows ? p->nb : s->n > 1 ? s->n : 1;
}

int CASE(wrap_operand)(const struct problem *p, struct operands *o, int i)
{
    const struct shape *s = &o->shape[i];
    starling_precision prec = precision_of(p, s);
    int64_t mb = tile_rows(p, s), nb = tile_columns(p, s);
    if (processes)
        return processes->matrix(&o->call.matrix[i], prec, s->m, s->n, o->a[i],
                                 o->ld[i], mb, nb, p->grid);
    if (o->place == PLACE_TILES)
        return starling_matrix_create(&o->call.matrix[i], prec, s->m, s->n, mb, nb);
    if (o->place == PLACE_DEVICE)
        return starling_matrix_wrap_device(&o->call.matrix[i], prec, s->m, s->n,
                                           o->a[i], o->ld[i], mb, nb, 0);
    return starling_matrix_wrap(&o->call.matrix[i], prec, s->m, s->n, o->a[i], o->ld[i],
                                mb, nb);
}

static bool make_operands(const struct problem *p, enum place place, struct operands *o,
                          char *err, size_t errlen)
{
    int64_t values = p->routine->values ? p->routine->values(p) : 0;
    *o = (struct operands){.place = place, .call.p = p};
    p->routine->shapes(p, o->shape);
    o->call.values = calloc((size_t)values + 1, sizeof *o->call.values);
    bool pivots = p->routine->tiles == ARRAYS && (p->routine->has & GIVES_IPIV);
    if (pivots)
        o->call.ipiv = calloc((size_t)(p->m < p->n ? p->m : p->n) + 1, sizeof *o->call.ipiv);
    if (!o->call.values || (pivots && !o->call.ipiv) ||
        (has_batches(p) && !batches_allocate(p, o->shape, place, &o->call.batches))) {
        CASE(free_operands)(o);
        snprintf(err, errlen, "%s", starling_strerror(STARLING_ENOMEM));
        return false;
    }
    for (int i = 0; i < OPERANDS; i++) {
        const struct shape *s = &o->shape[i];
        if (!s->used)
            continue;
        int64_t m = s->m, n = s->n;
        if (processes)
            processes->local(p->grid, s->m, s->n, tile_rows(p, s), tile_columns(p, s),
                             &m, &n);
        int64_t ld = o->ld[i] = (m > 1 ? m : 1) + p->pad;
        int64_t columns = n > 1 ? n : 1;
        bool huge = ld > INT32_MAX ||
                    __builtin_mul_overflow(sizeof(scalar_t), ld, &o->size[i]) ||
                    __builtin_mul_overflow(o->size[i], columns, &o->size[i]);
        bool array = place != PLACE_TILES;
        if (array && !huge)
            o->a[i] = allocate(place == PLACE_DEVICE, o->size[i],
                               sizeof(scalar_t) * (size_t)ld);
        int info = array && !o->a[i] ? STARLING_ENOMEM
                   : has_arrays(p)   ? 0
                                     : CASE(wrap_operand)(p, o, i);
        if (has_batches(p) && o->a[i] && place == PLACE_HOST && starling_ncuda() > 0)
            o->pinned[i] = !SIMULATED && device_pin(o->a[i], o->size[i]);
        o->call.array[i] = o->a[i];
        o->call.ld[i] = o->ld[i];
        if (info != 0) {
            snprintf(err, errlen, "operand %d of %.3g GB: %s", i + 1,
                     1e-9 * (double)sizeof(scalar_t) * (double)ld * (double)columns,
                     words_of(info));
            CASE(free_operands)(o);
            return false;
        }
    }
    return true;
}

bool CASE(make_operands)(const struct problem *p, enum place place, struct operands *o,
                         char *err, size_t errlen)
{
    bool made = make_operands(p, place, o, err, errlen);
    return processes ? processes->all(made, err) : made;
}

int CASE(sync_operands)(const struct problem *p, struct operands *o)
{
    int info = has_batches(p) ? batches_sync(&o->call.batches) : 0;
    for (int i = 0; i < OPERANDS; i++)
        if (o->call.matrix[i]) {
            int lost = starling_matrix_sync(o->call.matrix[i]);
            info = info != 0 ? info : lost;
        }
    return info;
}

int CASE(get_operand)(const struct problem *p, struct operands *o, int i, void *a)
{
    starling_matrix *A = o->call.matrix[i];
    int info = has_arrays(p) ? wrap_columns(p, o, i, &A) : 0;
    if (info == 0)
        info = starling_matrix_get(A, a, o->ld[i]);
    if (has_arrays(p))
        starling_matrix_destroy(A);
    return info;
}

/* Of local arrays. */
static void scale_local(struct operands *o, int i, double factor)
{
    scalar_t *a = o->a[i];
    for (size_t k = 0; a && k < o->size[i] / sizeof *a; k++)
        a[k] *= (real_t)factor;
}

int CASE(fill_operands)(const struct problem *p, struct operands *o)
{
    int info = 0;
    for (int i = 0; i < OPERANDS && info == 0; i++)
        if (has_arrays(p) && o->shape[i].used && !SIMULATED)
            info = fill_array(p, o, i);
        else if (o->call.matrix[i]) {
            info = fill(p, i, o->shape[i].kind, o->call.matrix[i]);
            if (info == 0)
                info = starling_matrix_sync(o->call.matrix[i]);
            if (processes && o->shape[i].kind == TRIANGULAR && p->diag == STARLING_UNIT)
                scale_local(o, i, 1.0 / (double)(o->shape[i].m + 1));
        }
    return info;
}
