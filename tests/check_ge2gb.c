/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* ge2gb and gb2bd in all precisions and shapes around the band and the block column:
 *  - |A - U D V^H| and the orthogonality of U = Q1 Q2 and V = P1 P2 are small, where the products are those
 *    of unmqr, unmtr_he2hb and unmtr_hb2st, as starling.h says;
 *  - D and E are the same bits without vectors, and by sequences;
 *  - the number of reflectors of get_tau is what starling.h says, and A and R stay in gb2bd;
 *  - bad arguments are told by position and name. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "tap.h"

static int64_t at_least_one(int64_t n)
{
    return n > 0 ? n : 1;
}

struct shape {
    int64_t m, n, kd, nb, v_nb;
};

/* The arrays of a reduction, and their objects. */
enum { A, R, D, E, V2, P2, U, V, ARRAYS };
struct reduction {
    struct shape s;
    struct array x[ARRAYS];
    starling_matrix *X[ARRAYS];
};

static struct reduction reduction_new(starling_precision prec, struct shape s)
{
    int64_t m = s.m, n = s.n, beside = n > 1 ? n - 1 : 0, mb = at_least_one(m);
    starling_precision real = real_of(prec);
    struct reduction r = {
        .s = s,
        .x = {array_new(prec, m, n, 3), array_new(prec, n, n, 1), array_new(real, n, 1, 0),
              array_new(real, beside, 1, 0), array_new(prec, n, n, 2), array_new(prec, n, n, 0),
              array_new(prec, m, n, 0), array_new(prec, n, n, 1)}};
    array_random(&r.x[A], STARLING_GENERAL, (uint64_t)(n + 1000 * m));
    for (int i = 0; i < ARRAYS; i++) {
        bool column = i == D || i == E;
        array_save(&r.x[i]);
        r.X[i] = wrap(&r.x[i], mb, column ? 1 : i == A || i == R ? s.nb : i < U ? s.v_nb : s.nb + 3);
    }
    return r;
}

static void destroy(struct reduction *r)
{
    for (int i = 0; i < ARRAYS; i++)
        starling_matrix_destroy(r->X[i]);
}

static void reduction_free(struct reduction *r)
{
    for (int i = 0; i < ARRAYS; i++)
        array_free(&r->x[i]);
}

/* X = Q1 Q2 or P1 P2 */
static int products(struct reduction *r)
{
    int64_t kd = r->s.kd;
    const starling_trans N = STARLING_NOTRANS;
    starling_matrix *C;
    int info = starling_laset(STARLING_GENERAL, 0, 1, r->X[U]);
    info += starling_laset(STARLING_GENERAL, 0, 1, r->X[V]);
    info += starling_unmtr_hb2st(N, kd, r->X[P2], r->X[V]);
    if (r->s.n > kd)
        info += starling_unmtr_he2hb(N, r->X[R], r->X[V]);
    if (r->s.m == r->s.n) {
        info += starling_unmtr_hb2st(N, kd, r->X[V2], r->X[U]);
    } else { /* in the first n rows */
        info += starling_matrix_create(&C, r->x[V].prec, r->s.n, r->s.n, at_least_one(r->s.n), 5);
        info += starling_laset(STARLING_GENERAL, 0, 1, C);
        info += starling_unmtr_hb2st(N, kd, r->X[V2], C);
        struct array copy = array_new(r->x[V].prec, r->s.n, r->s.n, 0);
        info += starling_matrix_get(C, copy.a, copy.lda);
        starling_matrix_sync(r->X[U]);
        for (int64_t j = 0; j < r->s.n; j++)
            for (int64_t i = 0; i < r->s.n; i++)
                array_set(&r->x[U], i, j, array_get(&copy, i, j));
        array_free(&copy);
        starling_matrix_destroy(C);
        starling_matrix_destroy(r->X[U]);
        r->X[U] = wrap(&r->x[U], at_least_one(r->s.m), r->s.nb + 3);
    }
    return info + starling_unmqr(STARLING_LEFT, N, r->X[A], r->X[U]);
}

/* |X^H X - I|, scaled */
static double orthogonality(const struct array *x)
{
    int64_t n = x->n;
    wide *q = wide_of(x, STARLING_GENERAL), *unit = wide_zeros(n, n);
    for (int64_t j = 0; j < n; j++)
        unit[j + j * n] = -1;
    if (n > 0)
        wide_gemm('C', 'N', n, n, x->m, 1, q, q, 1, unit);
    double error = scaled(x->prec, wide_norm(unit, n, n), x->m, n > 0);
    free(q);
    free(unit);
    return error;
}

/* |A - U D V^H|, scaled; a is A before, and is overwritten */
static double residual(const struct reduction *r, wide *a)
{
    int64_t m = r->s.m, n = r->s.n;
    double norm = wide_norm(a, m, n);
    wide *u = wide_of(&r->x[U], STARLING_GENERAL), *v = wide_of(&r->x[V], STARLING_GENERAL);
    wide *b = wide_zeros(n, n), *ub = wide_zeros(m, n);
    for (int64_t j = 0; j < n; j++) {
        b[j + j * n] = array_get(&r->x[D], j, 0);
        if (j > 0)
            b[j - 1 + j * n] = array_get(&r->x[E], j - 1, 0);
    }
    if (n > 0) {
        wide_gemm('N', 'N', m, n, n, 1, u, b, 0, ub);
        wide_gemm('N', 'C', m, n, n, -1, ub, v, 1, a);
    }
    double error = scaled(r->x[A].prec, wide_norm(a, m, n), m + n, norm);
    free(u);
    free(v);
    free(b);
    free(ub);
    return error;
}

static bool same(const struct array *x, const struct array *y)
{
    return memcmp(x->a, y->a, element_size(x->prec) * (size_t)x->m) == 0;
}

/* get_tau writes n elements of A and n - kd of R, and no more. */
static int taus(const struct reduction *r)
{
    int64_t n = r->s.n, rows = n > r->s.kd ? n - r->s.kd : 0;
    struct array q = array_new(r->x[A].prec, n, 1, 2), p = array_new(r->x[A].prec, rows, 1, 2);
    array_save(&q);
    array_save(&p);
    int info = starling_matrix_get_tau(r->X[A], q.a);
    if (rows > 0)
        info += starling_matrix_get_tau(r->X[R], p.a);
    bool right = array_intact(&q, STARLING_GENERAL) && array_intact(&p, STARLING_GENERAL);
    for (int64_t i = 0; i < n; i++)
        right = right && cabs(array_get(&q, i, 0)) <= 2.01;
    for (int64_t i = 0; i < rows; i++)
        right = right && cabs(array_get(&p, i, 0)) <= 2.01;
    array_free(&q);
    array_free(&p);
    return info + !right;
}

static void check(struct cases *cases, starling_precision prec, struct shape s)
{
    struct reduction r = reduction_new(prec, s), l = reduction_new(prec, s);
    wide *before = wide_of(&r.x[A], STARLING_GENERAL);
    int info = starling_ge2gb(s.kd, r.X[A], r.X[R]), other;
    info += taus(&r);
    info += starling_gb2bd(s.kd, r.X[A], r.X[R], r.X[D], r.X[E], r.X[V2], r.X[P2]);
    info += products(&r);
    SUBMITTED(other, starling_ge2gb_submit(s.kd, l.X[A], l.X[R], seq));
    info += other;
    SUBMITTED(other, starling_gb2bd_submit(s.kd, l.X[A], l.X[R], l.X[D], l.X[E], NULL, NULL, seq));
    info += other;
    destroy(&r);
    destroy(&l);
    bool bits = !one_kind() || (same(&r.x[D], &l.x[D]) && same(&r.x[E], &l.x[E])), stays = true;
    for (int i = 0; i < ARRAYS; i++)
        stays = stays && array_intact(&r.x[i], STARLING_GENERAL);
    for (int i = V2; i < ARRAYS; i++)
        stays = stays && array_intact(&l.x[i], 0);
    double error = residual(&r, before), u = orthogonality(&r.x[U]), v = orthogonality(&r.x[V]);
    hold(cases,
         info == 0 && residual_right(error) && residual_right(u) && residual_right(v) && bits && stays,
         "%cge2gb %ld x %ld, kd=%ld, nb=%ld, %ld: info %d, residual %g, U %g, V %g%s%s", letter(prec),
         (long)s.m, (long)s.n, (long)s.kd, (long)s.nb, (long)s.v_nb, info, error, u, v,
         bits ? "" : ", other bits without vectors", stays ? "" : ", more is changed");
    free(before);
    reduction_free(&r);
    reduction_free(&l);
}

static void results(starling_precision prec)
{
    static const struct shape shapes[] = {
        {0, 0, 2, 4, 3},    {5, 0, 2, 4, 3},      {1, 1, 1, 4, 1},      {2, 2, 1, 1, 1},
        {2, 1, 3, 6, 2},    {3, 3, 2, 2, 2},      {7, 5, 2, 4, 2},      {9, 9, 4, 4, 3},
        {12, 9, 3, 9, 4},   {20, 20, 20, 20, 7},  {20, 20, 19, 20, 20}, {21, 20, 25, 50, 6},
        {33, 33, 8, 16, 8}, {65, 64, 16, 32, 10}, {97, 60, 7, 21, 13},  {131, 131, 16, 64, 16},
        {90, 88, 5, 100, 9}};
    struct cases cases = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        check(&cases, prec, shapes[s]);
    ok(all_held(&cases), "%cge2gb and gb2bd: %d shapes", letter(prec), cases.run);
}

static void nan_in(starling_precision prec)
{
    struct reduction r = reduction_new(prec, (struct shape){40, 36, 4, 12, 6});
    starling_matrix_destroy(r.X[A]);
    array_set(&r.x[A], 30, 25, NAN);
    r.X[A] = wrap(&r.x[A], 40, 12);
    int info = starling_ge2gb(4, r.X[A], r.X[R]);
    info += starling_gb2bd(4, r.X[A], r.X[R], r.X[D], r.X[E], r.X[V2], r.X[P2]);
    destroy(&r);
    ok(info == 0 && isnan(cabs(array_get(&r.x[D], 35, 0))), "%cge2gb with a NaN: info %d",
       letter(prec), info);
    reduction_free(&r);
}

#define BAD(position, call) refuse(cases, position, call, #call)
static void arguments(void)
{
    struct cases every = {0}, *cases = &every;
    struct reduction r = reduction_new(STARLING_D, (struct shape){9, 8, 2, 4, 3});
    struct reduction w = reduction_new(STARLING_D, (struct shape){9, 8, 2, 6, 5});
    struct reduction z = reduction_new(STARLING_Z, (struct shape){9, 8, 2, 4, 3});
    struct array low = array_new(STARLING_D, 7, 8, 0), high = array_new(STARLING_D, 9, 8, 0);
    array_random(&low, STARLING_GENERAL, 1);
    array_random(&high, STARLING_GENERAL, 1);
    starling_matrix **X = r.X, *wide_one = wrap(&low, 7, 4), *tiles = wrap(&high, 4, 4);
    told(0, 0); /* those of before */
    BAD(1, starling_ge2gb(0, X[A], X[R]));
    BAD(2, starling_ge2gb(2, NULL, X[R]));
    BAD(2, starling_ge2gb(2, tiles, X[R]));
    BAD(2, starling_ge2gb(2, wide_one, X[R]));
    BAD(2, starling_ge2gb(3, X[A], X[R]));
    BAD(3, starling_ge2gb(2, X[A], NULL));
    BAD(3, starling_ge2gb(2, X[A], X[A]));
    BAD(3, starling_ge2gb(2, X[A], z.X[R]));
    BAD(3, starling_ge2gb(2, X[A], w.X[R]));
    BAD(3, starling_ge2gb(2, X[A], X[D]));
    BAD(4, starling_ge2gb_submit(2, X[A], X[R], NULL));
    BAD(2, starling_gb2bd(2, X[A], X[R], X[D], X[E], X[V2], X[P2]));
    hold(cases, starling_ge2gb(2, X[A], X[R]) == 0, "ge2gb");
    hold(cases, starling_ge2gb(2, w.X[A], w.X[R]) == 0, "ge2gb");
    BAD(1, starling_gb2bd(0, X[A], X[R], X[D], X[E], X[V2], X[P2]));
    BAD(2, starling_gb2bd(2, NULL, X[R], X[D], X[E], X[V2], X[P2]));
    BAD(3, starling_gb2bd(2, X[A], NULL, X[D], X[E], X[V2], X[P2]));
    BAD(3, starling_gb2bd(2, X[A], X[V2], X[D], X[E], X[V2], X[P2]));
    BAD(3, starling_gb2bd(2, X[A], w.X[R], X[D], X[E], X[V2], X[P2]));
    BAD(3, starling_gb2bd(4, X[A], X[R], X[D], X[E], X[V2], X[P2]));
    BAD(4, starling_gb2bd(2, X[A], X[R], NULL, X[E], X[V2], X[P2]));
    BAD(4, starling_gb2bd(2, X[A], X[R], X[E], X[E], X[V2], X[P2]));
    BAD(5, starling_gb2bd(2, X[A], X[R], X[D], NULL, X[V2], X[P2]));
    BAD(5, starling_gb2bd(2, X[A], X[R], X[D], X[D], X[V2], X[P2]));
    BAD(6, starling_gb2bd(2, X[A], X[R], X[D], X[E], X[R], X[P2]));
    BAD(6, starling_gb2bd(2, X[A], X[R], X[D], X[E], z.X[V2], X[P2]));
    BAD(6, starling_gb2bd(2, X[A], X[R], X[D], X[E], tiles, X[P2]));
    BAD(7, starling_gb2bd(2, X[A], X[R], X[D], X[E], X[V2], NULL));
    BAD(7, starling_gb2bd(2, X[A], X[R], X[D], X[E], NULL, X[P2]));
    BAD(7, starling_gb2bd(2, X[A], X[R], X[D], X[E], X[V2], X[V2]));
    BAD(7, starling_gb2bd(2, X[A], X[R], X[D], X[E], X[V2], w.X[P2]));
    BAD(8, starling_gb2bd_submit(2, X[A], X[R], X[D], X[E], X[V2], X[P2], NULL));
    starling_matrix_destroy(wide_one);
    starling_matrix_destroy(tiles);
    struct reduction *all[] = {&r, &w, &z};
    for (int i = 0; i < 3; i++) {
        destroy(all[i]);
        reduction_free(all[i]);
    }
    array_free(&low);
    array_free(&high);
    ok(all_held(cases), "%d bad arguments", cases->run);
}

int main(void)
{
    listen_to_errors();
    for (int p = 0; p < 4; p++) {
        results(precisions[p]);
        nan_in(precisions[p]);
    }
    arguments();
    return done_testing();
}
