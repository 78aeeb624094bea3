/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Solution of A X = B by factors that may be inaccurate. In mixed precision A is factored in a
 * lower precision, and the solution is refined with residuals in the precision of A (Wilkinson,
 * Rounding Errors in Algebraic Processes, 1963; Buttari, Dongarra, Langou, Langou, Luszczek and
 * Kurzak, Int. J. High Perform. Comput. Appl. 21, 2007). If a step is slow, corrections are those
 * of GMRES (Carson and Higham, SIAM J. Sci. Comput. 39, 2017, and 40, 2018). If these are slow,
 * too, A is factored in its own precision. A step ends when its residuals are known: it is a graph
 * of its own. Factors without interchanges are refined in the same way, and where that is slow A is
 * factored with interchanges. */

#include <math.h>
#include <stdlib.h>
#include "src/auxiliary/estimate.h"
#include "src/runtime/tuned.h"
#include "src/runtime/tuning.h"
#include "refine.h"

/* LAPACK's values of iter */
enum {
    MOST_STEPS = 30,
    NOT_FASTER = -1,
    OVERFLOWED = -2,
    NOT_FACTORED = -3,
    NOT_CONVERGED = -MOST_STEPS - 1
};

/* A step decreases the largest residual at least by these factors, or it is slow. */
enum { LEAST = 2, LEAST_OF_GMRES = 10 };

/* In one precision a residual may have so many roundings of the size |A| |x|, though n is small:
 * one of x, and those of complex products, which are below sqrt(5) (Brent, Percival and Zimmermann,
 * Math. Comp. 76, 2007). */
enum { LEAST_LIMIT = 4 };

/* ---- Steps --------------------------------------------------------------------------------- */

/* X = X + M^-1 R; the first time X = M^-1 R */
static int correct(struct sl_refined *s, bool first)
{
    int info = sl_system_correct(s, s->R, s->D);
    return info == 0 ? sl_system_add(s, s->D, !first, s->X) : info;
}

/* R = B - A X, and the largest elements of the columns of X and R */
static int residual(struct sl_refined *s)
{
    int info = starling_lacpy_submit(STARLING_GENERAL, s->B, s->R, s->seq);
    if (info == 0)
        info = sl_system_product(s, -1, s->X, 1, s->R);
    if (info == 0)
        info = sl_largest_of_columns(s->X, s->x, s->seq);
    return info == 0 ? sl_largest_of_columns(s->R, s->r, s->seq) : info;
}

/* max |r| / (|x| limit), 1 where it is good enough; the number of open columns */
static double excess(const struct sl_refined *s, int64_t *open)
{
    double most = 1;
    *open = 0;
    for (int64_t j = 0; j < s->X->n; j++)
        if (sl_is_open(s, j)) {
            double now = s->r[j] / (s->x[j] * s->limit);
            most = now > most || now != now ? now : most;
            ++*open;
        }
    return most;
}

static double largest(int64_t n, const double *x)
{
    double most = 0;
    for (int64_t j = 0; j < n; j++)
        most = x[j] > most || x[j] != x[j] ? x[j] : most;
    return most;
}

/* max |r| / (|A| |x| + |b|) (Rigal and Gaches, J. ACM 14, 1967) */
static double backward_error(const struct sl_refined *s)
{
    double most = 0;
    for (int64_t j = 0; j < s->X->n; j++)
        if (s->r[j] != 0)
            most = sl_larger(most, s->r[j] / (s->norm * s->x[j] + s->b[j])); /* a NaN stays */
    return most;
}

/* GMRES reads A and M once in each step for each column: the factorization that it saves takes
 * longer. */
static bool gmres_pays(const struct sl_refined *s, int64_t columns)
{
    return columns <= SL_MAX(1, s->A->n / SL_GMRES_ORDER);
}

static int refine(struct sl_refined *s, int *iter)
{
    double before = INFINITY;
    bool gmres = false;
    for (int step = 0; step <= MOST_STEPS && !sl_failed(s->seq); step++) {
        int64_t open;
        int info = gmres ? sl_gmres_step(s) : correct(s, step == 0);
        if (info == 0)
            info = residual(s);
        if (info != 0)
            return info;
        double now = excess(s, &open);
        if (open == 0) {
            *iter = step;
            return 0;
        }
        if (!s->same && largest(s->R->n, s->r) > SL_LOWER_LARGEST) {
            *iter = OVERFLOWED;
            return 0;
        }
        bool slow = !(now < before / (gmres ? LEAST_OF_GMRES : LEAST));
        if (now != now || (slow && (gmres || !gmres_pays(s, open))))
            break;
        gmres |= slow;
        before = now;
    }
    *iter = NOT_CONVERGED;
    return 0;
}

/* ---- The whole ----------------------------------------------------------------------------- */

/* A matrix cut as `like`, also in the memory of a GPU if that has all of `like`. */
static int make_like(starling_matrix **out, starling_precision prec, const starling_matrix *like)
{
    return sl_matrix_make(out, &(starling_matrix){.prec = prec,
                                                  .m = like->m,
                                                  .n = like->n,
                                                  .mb = like->mb,
                                                  .nb = like->nb,
                                                  .home = sl_is_one_array(like) ? like->home : -1});
}

static int make(struct sl_refined *s)
{
    const starling_matrix *A = s->A, *B = s->B;
    starling_precision low = s->same ? A->prec : sl_lower_precision(A->prec);
    size_t columns = (size_t)B->n + 1;
    s->b = calloc(3 * columns, sizeof *s->b);
    if (!s->b)
        return sl_error("starling_gesv_mixed", STARLING_ENOMEM, NULL);
    s->x = s->b + columns;
    s->r = s->x + columns;
    int info = make_like(&s->low, low, A);
    if (info == 0)
        info = make_like(&s->D, low, B);
    if (info == 0)
        info = make_like(&s->R, B->prec, B);
    return info;
}

static void end(struct sl_refined *s)
{
    starling_matrix *all[] = {s->low, s->D, s->R, s->diagonal, s->corner};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            sl_matrix_free(s->seq, all[i]);
    free(s->b);
}

/* M = A in the lower precision, and the norm of A */
static int narrow(struct sl_refined *s, bool *over)
{
    starling_matrix *A = s->A;
    if (!s->same && sl_is_narrow_array(A, s->low))
        return sl_narrow_array(s->uplo, A, s->low, &s->norm, over, s->seq);
    int info = sl_is_lu(s) ? starling_lange(STARLING_INF_NORM, A, &s->norm)
                           : starling_lanhe(STARLING_INF_NORM, s->uplo, A, &s->norm);
    if (info == 0 && s->same)
        return starling_lacpy_submit(STARLING_GENERAL, A, s->low, s->seq);
    return info == 0 ? sl_narrow(s->uplo, A, s->low, over, s->seq) : info;
}

/* So many a right residual has. In two precisions it is right by LAPACK's criterion, too, which is
 * sqrt(n): that counts a complex number as |re| + |im|, up to sqrt(2) times its modulus, and a
 * quarter is for sums in another order. */
static double roundings(const struct sl_refined *s)
{
    double root = sqrt((double)s->A->n);
    if (s->same)
        return fmax(LEAST_LIMIT, root);
    return 0.75 * (sl_is_complex(s->A->prec) ? root / sqrt(2) : root);
}

/* M, the norms of A and B; R = B. over: a number of A or B is too large for the lower precision. */
static int measure(struct sl_refined *s, bool *over)
{
    starling_matrix *A = s->A;
    int info = narrow(s, over);
    s->limit = s->norm * sl_epsilon(A->prec) * roundings(s);
    if (info == 0)
        info = starling_lacpy_submit(STARLING_GENERAL, s->B, s->R, s->seq);
    if (info == 0)
        info = sl_largest_of_columns(s->B, s->b, s->seq);
    *over |= !s->same && largest(s->B->n, s->b) > SL_LOWER_LARGEST;
    return info;
}

/* Products of the factorization on GPUs have operands that are split, so their elements must be in
 * the range of FP16: those of L below 1 and of U below the norm of A, as long as growth is below n;
 * of a Cholesky factor below the square root of the norm. Overflow makes a factor that is not
 * finite. */
static void split_products(struct sl_refined *s)
{
    enum { LARGEST = 14, OF_L = 8, MOST_EXPONENT = 60 };
    int norm = s->norm > 0 ? ilogb(s->norm) + 1 : 0;
    if (s->same || s->low->prec != STARLING_S || abs(norm) > MOST_EXPONENT)
        return;
    int root = norm / 2 + (norm > 0);
    s->seq->scale[0] = ldexpf(1, sl_is_lu(s) ? OF_L : LARGEST - root);
    s->seq->scale[1] = ldexpf(1, LARGEST - (sl_is_lu(s) ? norm : root));
}

/* Factors M. *iter = 0, or a reason why not */
static int factor_lower(struct sl_refined *s, int *iter)
{
    split_products(s);
    int info = sl_system_factor(s, s->low);
    s->seq->scale[0] = s->seq->scale[1] = 0;
    if (sl_sequence_forgive(s->seq))
        *iter = NOT_FACTORED;
    return info;
}

/* The same in the precision of A, whose factors replace it; X has no meaning if that fails. */
static int solve_in_full(struct sl_refined *s)
{
    int info = starling_lacpy_submit(STARLING_GENERAL, s->B, s->X, s->seq);
    if (info == 0)
        info = sl_system_factor(s, s->A);
    sl_sequence_idle(s->seq);
    return info != 0 || sl_has_failed(s->seq) ? info : sl_system_solve(s, s->A, s->X);
}

/* M of A with interchanges, and refinement once more, which ends with the best that can be had. X
 * has no meaning if the factorization fails. */
static int solve_with_interchanges(struct sl_refined *s)
{
    int steps, info = starling_lacpy_submit(STARLING_GENERAL, s->A, s->low, s->seq);
    s->interchanges = true;
    if (info == 0)
        info = sl_system_factor(s, s->low);
    sl_sequence_idle(s->seq);
    if (info != 0 || sl_has_failed(s->seq))
        return info;
    info = starling_lacpy_submit(STARLING_GENERAL, s->B, s->R, s->seq);
    return info == 0 ? refine(s, &steps) : info;
}

/* Whether the lower precision saves time on this machine. */
static bool is_faster(const struct sl_refined *s)
{
    return s->same || sl_tuned(sl_is_lu(s) ? SL_TUNED_GESV_MIXED : SL_TUNED_POSV_MIXED, s->A->prec,
                               s->A->n) > 0;
}

/* By factors in the lower precision; *iter < 0: it cannot. */
static int solve_lower(struct sl_refined *s, int *iter)
{
    bool over = false;
    int info = make(s);
    if (info == 0)
        info = measure(s, &over);
    *iter = over ? OVERFLOWED : 0;
    if (info == 0 && *iter == 0)
        info = factor_lower(s, iter);
    if (info == 0 && *iter == 0)
        info = refine(s, iter);
    return info;
}

static int with_sequence(struct sl_refined *s, int *iter, double *berr, int64_t *ipiv)
{
    int info = 0;
    if (is_faster(s))
        info = solve_lower(s, iter);
    else
        *iter = NOT_FASTER;
    if (info == 0 && *iter < 0)
        info = s->same ? solve_with_interchanges(s) : solve_in_full(s);
    if (info == 0 && ipiv && !sl_failed(s->seq))
        info = starling_matrix_get_ipiv(*iter < 0 ? s->A : s->low, ipiv);
    bool known = info == 0 && (s->same || *iter >= 0) && !sl_has_failed(s->seq);
    *berr = known ? backward_error(s) : NAN;
    end(s);
    return info == 0 ? 0 : sl_sequence_error(s->seq, info);
}

static int solve_mixed(const char *routine, struct sl_refined *s, int *iter, double *berr,
                       int64_t *ipiv)
{
    *iter = 0;
    *berr = 0;
    if (s->A->n == 0)
        return 0;
    int info = starling_sequence_create(&s->seq);
    if (info != 0)
        return info;
    s->seq->waits = s->seq->calls = true;
    info = with_sequence(s, iter, berr, ipiv);
    int end = sl_sequence_close(s->seq, routine);
    return info != 0 ? info : end;
}

/* ---- Arguments ----------------------------------------------------------------------------- */

/* uplo is valid. first: the position of A. */
static int check_arguments(const char *routine, int first, bool same, starling_uplo uplo,
                           starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                           double *berr)
{
    bool columns = uplo == STARLING_GENERAL && !same;
    SL_ARG_OF(routine, first, A, A != NULL && (same || sl_has_lower_precision(A->prec)), "%s",
              same ? "a matrix" : "a matrix of precision d or z");
    SL_ARG_OF(routine, first, A, A->m == A->n, "a square matrix");
    SL_ARG_OF(routine, first, A, sl_square_tiles(A) || (columns && A->mt <= 1),
              "in square tiles (mb = nb)%s", columns ? " or block columns (mb at least m)" : "");
    SL_ARG_OF(routine, first + 1, B, B != NULL && B != A && B->prec == A->prec, SL_OTHER_THAN_A);
    SL_ARG_OF(routine, first + 1, B, B->m == A->n && sl_same_cut(B->mt, B->mb, A->mt, A->mb),
              "of %lld rows in tiles of %lld, as A", (long long)A->n, (long long)A->mb);
    SL_ARG_OF(routine, first + 2, X, X != NULL && X != A && X != B && X->prec == A->prec,
              "another matrix than A and B, of the same precision");
    SL_ARG_OF(routine, first + 2, X,
              X->m == B->m && X->n == B->n && sl_same_cut(X->mt, X->mb, B->mt, B->mb) &&
                  sl_same_cut(X->nt, X->nb, B->nt, B->nb),
              "%lld x %lld in tiles of %lld x %lld, as B", (long long)B->m, (long long)B->n,
              (long long)B->mb, (long long)B->nb);
    SL_ARG_OF(routine, first + 3, iter, iter != NULL, "where the number of steps goes");
    SL_ARG_OF(routine, first + 4, berr, berr != NULL, "where the backward error goes");
    return 0;
}

int sl_gesv_mixed(starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                  double *berr, int64_t *ipiv)
{
    struct sl_refined s = {.uplo = STARLING_GENERAL, .A = A, .B = B, .X = X};
    return solve_mixed("starling_gesv_mixed", &s, iter, berr, ipiv);
}

int starling_gesv_mixed(starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                        double *berr)
{
    int info = check_arguments(__func__, 1, false, STARLING_GENERAL, A, B, X, iter, berr);
    return info != 0 ? info : sl_gesv_mixed(A, B, X, iter, berr, NULL);
}

int starling_gesv_nopiv_refined(starling_matrix *A, starling_matrix *B, starling_matrix *X,
                                int *iter, double *berr)
{
    int info = check_arguments(__func__, 1, true, STARLING_GENERAL, A, B, X, iter, berr);
    if (info != 0)
        return info;
    struct sl_refined s = {.uplo = STARLING_GENERAL, .same = true, .A = A, .B = B, .X = X};
    return solve_mixed(__func__, &s, iter, berr, NULL);
}

int starling_posv_mixed(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                        starling_matrix *X, int *iter, double *berr)
{
    SL_ARG(1, uplo, sl_valid_uplo(uplo), "L or U");
    int info = check_arguments(__func__, 2, false, uplo, A, B, X, iter, berr);
    if (info != 0)
        return info;
    struct sl_refined s = {.uplo = uplo, .A = A, .B = B, .X = X};
    return solve_mixed(__func__, &s, iter, berr, NULL);
}
