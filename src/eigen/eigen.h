/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Symmetric and Hermitian eigenproblems: the stages, after the checks of their arguments. D and E
 * are columns of real numbers in one tile: the diagonal and the subdiagonal of T. */

#ifndef SL_EIGEN_H
#define SL_EIGEN_H

#include "codelets/eigen/args.h"
#include "src/qr/qr.h"
#include "src/runtime/tuning.h"

/* ---- One stage ------------------------------------------------------------------------------ */

/* The reduction of the lower triangle of A, and the data of its panels. */
struct sl_hetrd {
    starling_matrix *A;
    starling_sequence *seq;
    int64_t panel;     /* most columns of one */
    int64_t together;  /* block columns of a task that updates them */
    bool on_gpu;       /* all tasks; else all on cores */
    uint32_t *workers; /* that may run them; NULL: all */
    starpu_data_handle_t VW, work, sums; /* VW: V, W and V again */
};
/* A = Q T Q^H, with the reflectors of Q attached to A; returns info. */
int sl_hetrd_tasks(starling_uplo uplo, starling_matrix *A, starling_matrix *D, starling_matrix *E,
                   starling_sequence *seq);

struct sl_hetrd sl_hetrd_make(starling_matrix *A, starling_sequence *seq);
void sl_hetrd_free(struct sl_hetrd *r);
/* V and W of `count` columns from `first` on, in block column k */
void sl_insert_hetrd_panel(const struct sl_hetrd *r, int64_t k, int64_t first, int64_t count);
/* The update of block columns from j on by that panel */
void sl_insert_hetrd_update(const struct sl_hetrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j);
/* D and E, the diagonal of A, in block columns, and the one above or below it */
void sl_insert_diagonals(starling_sequence *seq, starling_matrix *A, bool upper, starling_matrix *D,
                         starling_matrix *E);

/* ---- Stage 1 ------------------------------------------------------------------------------- */

/* A = Q1 B Q1^H with a band B of kd subdiagonals, in AB; returns info. kd divides A->nb if A has
 * several block columns. */
int sl_he2hb_tasks(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB,
                   starling_sequence *seq);
/* The same. If chain, the tasks of a block column are one task, as with one GPU. */
int sl_he2hb_by(bool chain, starling_uplo uplo, int64_t kd, starling_matrix *A,
                starling_matrix *AB, starling_sequence *seq);
/* C = op(Q1) C */
void sl_unmtr_he2hb_tasks(starling_trans trans, starling_matrix *A, starling_matrix *C,
                          starling_sequence *seq);

/* A panel of a block column: kd columns, whose reflectors begin kd rows below. X and Z of the block
 * column are those of the kernels (args.h). */
struct sl_band_panel {
    starling_matrix *A;
    int64_t k, kd;              /* block column */
    int64_t done, count;        /* its columns in earlier panels; reflectors of this panel */
    bool full;                  /* A has both triangles */
    bool mirror;                /* then the upper one is made from the lower one */
    bool spread;                /* over several processes */
    int owners;                 /* processes or GPUs that have columns of A */
    starpu_data_handle_t X, Z, T, work;
    int priority;
};
/* The workspace of all panels of A. */
starpu_data_handle_t sl_band_workspace(const starling_matrix *A, int64_t kd);
/* Columns of X and Z of the earlier panels of the block column: two for each reflector. */
static inline int64_t sl_band_earlier(const struct sl_band_panel *p)
{
    return 2 * SL_MIN(p->done, p->A->n - p->kd - p->k * p->A->nb);
}
/* The panel gets the updates by the earlier ones; then P = Q R below the band, with V, in X, and T. */
void sl_insert_he2hb_panel(starling_sequence *seq, const struct sl_band_panel *p);
/* The part of A V that a task computes: with those of columns first ... end - 1 of A that an owner
 * has. */
struct sl_band_share {
    int64_t first, end;
    int owners, owner;
    starpu_data_handle_t Y;
};
/* Of columns first ... end - 1 those of an owner. It may be empty: first >= end. */
struct sl_band_share sl_band_owned(starling_matrix *A, int owners, int owner, int64_t first,
                                   int64_t end);
/* Its tiles and their numbers, for struct columns: at most A->nt, and one number more. Returns how many
 * tiles. */
int64_t sl_band_tiles(starling_matrix *A, const struct sl_band_share *share,
                      starpu_data_handle_t *tile, int32_t *number);
/* Share s of `shares` of about equal work, of an owner. */
struct sl_band_share sl_band_share(const struct sl_band_panel *p, int s, int shares, int owner);
/* Y = share number i of `count` of A V. */
void sl_insert_he2hb_product(starling_sequence *seq, const struct sl_band_panel *p,
                             const struct sl_band_share *share, int i, int count);
/* W from V, T and the shares of Y; then X and Z have both. */
void sl_insert_he2hb_w(starling_sequence *seq, const struct sl_band_panel *p,
                       const struct sl_band_share *share, int count);
/* A = A - X Z^H in block column j, with the panels before p; its lower part, or all rows
 * behind block column p->k if A is full and there is no mirror */
void sl_insert_her2k_column(starling_sequence *seq, int priority, const struct sl_band_panel *p,
                            int64_t j);
/* The other triangle's part of block column j, from triangle uplo; an upper part from block row
 * `top` on */
void sl_insert_he_column(starling_sequence *seq, int priority, starling_uplo uplo,
                         starling_matrix *A, int64_t top, int64_t j);
/* Tile j of AB, from the diagonal and the subdiagonals of A */
void sl_insert_band(starling_sequence *seq, starling_matrix *A, starling_matrix *AB, int64_t j);

/* ---- Stage 2 ------------------------------------------------------------------------------- */

/* Whether X is a column of m real numbers in one tile, for matrices of that precision. */
static inline bool sl_is_column(const starling_matrix *X, starling_precision prec, int64_t m)
{
    return X && X->prec == sl_real_precision(prec) && X->m == m && X->n == 1 && X->mt <= 1;
}
/* The band width that bulge chasing uses for kd: from 1 to n - 1. V2 is the same. */
static inline int64_t sl_band_width(int64_t n, int64_t kd)
{
    return SL_MAX(1, SL_MIN(kd, n - 1));
}

/* AB to T, with the reflectors in V2, which may be NULL; returns info. */
int sl_hb2st_tasks(starling_matrix *AB, starling_matrix *D, starling_matrix *E, starling_matrix *V2,
                   starling_sequence *seq);
/* C = op(Q2) C; returns info. */
int sl_unmtr_hb2st_tasks(starling_trans trans, int64_t kd, starling_matrix *V2, starling_matrix *C,
                         starling_sequence *seq);

/* The same by orthogonal blocks or by diamonds, without write-back. */
void sl_unmtr_hb2st_by(bool blocks, starling_trans trans, int64_t kd, starling_matrix *V2,
                       starling_matrix *C, starling_sequence *seq);

/* Bulge chasing on windows of the band, on cores: a Hermitian band, or an upper triangular one (of
 * singular values), which has reflectors from the left in V2 and from the right in P2. */
struct sl_chase {
    int64_t n, kd;
    bool upper;
    int64_t sweeps, steps; /* of a task: as many steps as sweeps, so that a group follows the one
                              before it at a distance of two tasks */
    int64_t tile;          /* columns of a tile of V2: groups of sweeps end there */
    int64_t width;         /* columns of a window of the band */
    starling_matrix *W, *V2, *P2; /* windows; V2 and P2: NULL if no reflectors are wanted */
};
/* tile: of V2; 0: the best. */
struct sl_chase sl_chase_plan(starling_precision prec, bool upper, int64_t n, int64_t kd,
                              int64_t tile);
/* Makes W; returns info. */
int sl_chase_windows(struct sl_chase *plan, starling_precision prec);
/* All sweeps; each group carries its reflectors from task to task. */
void sl_chase_all(const struct sl_chase *plan, starling_sequence *seq);
/* Whether one task on a GPU does it all instead, with so many tiles of reflectors. others: elements of its data
 * beside the band that it works on. */
bool sl_chase_on_gpu(starling_precision prec, int64_t n, int64_t kd, int64_t v_tiles,
                     double others);
/* The best width of a tile of reflectors */
int64_t sl_chase_tile_size(starling_precision prec, int64_t n, int64_t kd, double others);
/* Multiplications of a step, for each element of a block. */
static inline double sl_chase_work(const struct sl_chase *plan)
{
    return plan->upper ? 8 : 6;
}

/* Tile W, a window of columns of the band, from AB (hb2st_task.c, as all tasks of stage 2). */
void sl_insert_band_copy(starling_sequence *seq, starling_matrix *AB, sl_tile W);
/* Some steps of a group of sweeps. The caller sets what args says, but not the head and the column.
 * carried: the reflectors of the group, kd + 1 rows: v and tau. */
void sl_insert_chase(starling_sequence *seq, const struct sl_chase *plan,
                     struct sl_hb2st_args *args, starpu_data_handle_t carried);
/* The diamonds of a group of sweeps, a temporary; and their product with a tile. The caller sets n, kd,
 * sweep, sweeps and trans. */
starpu_data_handle_t sl_insert_larft_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                                           starling_matrix *V2);
void sl_insert_unmtr_hb2st(starling_sequence *seq, struct sl_diamond_args *args,
                           starpu_data_handle_t D, sl_tile C);
/* Orthogonal blocks of a group of sweeps, in Q, and their product with a tile. The caller sets n,
 * kd, sweep, sweeps, steps and trans. */
void sl_insert_form_hb2st(starling_sequence *seq, struct sl_block_args *args, starling_matrix *V2,
                          starpu_data_handle_t Q);
void sl_insert_multiply_hb2st(starling_sequence *seq, struct sl_block_args *args,
                              starpu_data_handle_t Q, sl_tile C);
/* All of stage 2 in one task on a GPU, of order 2 at least; sl_has_hb2st_band(). */
void sl_insert_hb2st_band(starling_sequence *seq, int64_t kd, starling_matrix *AB,
                          starling_matrix *D, starling_matrix *E, starling_matrix *V2);
/* D and E from all windows. */
void sl_insert_band_diagonals(starling_sequence *seq, const struct sl_chase *plan,
                              starling_matrix *D, starling_matrix *E);

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* D = eigenvalues of T, ascending, and Z = its eigenvectors; E stays. Return info. */
int sl_stedc_tasks(starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                   starling_sequence *seq);
/* The same. If chains, tasks of a merge are chains, as with one GPU. */
int sl_stedc_by(bool chains, starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                starling_sequence *seq);
int sl_sterf_tasks(starling_matrix *D, starling_matrix *E, starling_sequence *seq);
/* The same by bisection or by divide and conquer. */
int sl_sterf_tasks_by(bool bisection, starling_matrix *D, starling_matrix *E,
                      starling_sequence *seq);

/* ---- Drivers ------------------------------------------------------------------------------- */

static inline bool sl_valid_job(starling_job job)
{
    return job == STARLING_VALUES || job == STARLING_VECTORS;
}
#define SL_A_JOB "N or V"
/* W = the eigenvalues of A; A = its eigenvectors, if they are wanted. Returns info. */
int sl_heevd_tasks(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W,
                   int64_t key, starling_sequence *seq);

static inline bool sl_valid_range(starling_range range)
{
    return range == STARLING_ALL || range == STARLING_BY_INDEX || range == STARLING_BY_VALUE;
}
#define SL_A_RANGE "A, I or V"
/* Checks vl to iu as LAPACK does; `check` is SL_ARG or SL_SEQ_ARG with its first arguments. */
#define SL_RANGE_ARGS(check, n, range, vl, vu, il, iu, position)                                   \
    do {                                                                                           \
        bool by_index_ = range == STARLING_BY_INDEX;                                               \
        check(position + 1, vu, n == 0 || range != STARLING_BY_VALUE || vl < vu,                   \
              "greater than vl");                                                                  \
        check(position + 2, il, !by_index_ || (il >= 1 && il <= SL_MAX(1, n)), "from 1 to %lld",   \
              (long long)SL_MAX(1, n));                                                            \
        check(position + 3, iu, !by_index_ || (iu >= SL_MIN(n, il) && iu <= n),                    \
              "from %lld to %lld", (long long)SL_MIN(n, il), (long long)n);                        \
    } while (0)

/* A part of the spectrum. By value the caller waits until it is known which eigenvalues are in
 * (vl, vu]; then first and count say so. */
struct sl_part {
    int64_t first, count; /* indices from 0 */
    bool by_value;
    double vl, vu;
    void *z; /* NULL, or an array for the vectors of a call that waits */
    int64_t ldz;
};
static inline struct sl_part sl_part_of(starling_range range, int64_t n, double vl, double vu,
                                        int64_t il, int64_t iu)
{
    bool some = range == STARLING_BY_INDEX && n > 0, by_value = range == STARLING_BY_VALUE;
    return (struct sl_part){.first = some ? il - 1 : 0,
                            .count = some ? iu - il + 1 : by_value ? 0 : n,
                            .by_value = by_value, .vl = vl, .vu = vu};
}
/* The first part->count numbers of W are these eigenvalues of A, and the columns of Z their
 * vectors. Z may be A; if part has an array, it is not used. Returns info, also that Z has too few
 * columns. */
int sl_heevx_tasks(starling_job job, struct sl_part *part, starling_uplo uplo, starling_matrix *A,
                   starling_matrix *W, starling_matrix *Z, int64_t key, starling_sequence *seq);

/* ---- Generalized problems ------------------------------------------------------------------ */

#define SL_A_TYPE "1, 2 or 3"
/* Whether B has the order and the square tiles of A. */
static inline bool sl_cut_as(const starling_matrix *B, const starling_matrix *A)
{
    return B->m == A->m && sl_square_tiles(B) && sl_same_cut(B->mt, B->mb, A->mt, A->mb);
}
#define SL_CUT_AS_A "of order %lld in square tiles of %lld, as A"

/* Both triangles of A, in square tiles, from triangle uplo */
void sl_fill_hermitian(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);
/* A, with both triangles, becomes the matrix of the standard problem; B has its Cholesky factor. */
int sl_to_standard(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                   starling_sequence *seq);
/* Eigenvectors of the standard problem become those of the generalized one. */
int sl_from_standard(int itype, starling_uplo uplo, starling_matrix *B, starling_matrix *Z,
                     starling_sequence *seq);

/* Both triangles of a diagonal tile from triangle uplo; the diagonal becomes real. */
void sl_insert_he_tile(starling_sequence *seq, starling_uplo uplo, sl_tile A);
/* A NaN or an infinity in triangle uplo of column j of tiles is the failure key + its column in the
 * tile, from 1. */
void sl_insert_finite(starling_sequence *seq, starling_uplo uplo, starling_matrix *A, int64_t j,
                      int64_t key);

#endif
