/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Singular values: the stages, after the checks of their arguments. */

#ifndef SL_SVD_H
#define SL_SVD_H

#include "codelets/svd/args.h"
#include "src/eigen/eigen.h"

/* ---- One stage ----------------------------------------------------------------------------- */

/* The reduction of A, not wider than high, with the reflectors of rows in R, and the data of its panels. */
struct sl_gebrd {
    starling_matrix *A, *R;
    starling_sequence *seq;
    int64_t panel;     /* most columns of one */
    int64_t together;  /* block columns of a task that updates them */
    bool on_gpu;       /* all tasks; else all on cores */
    uint32_t *workers; /* that may run them; NULL: all */
    starpu_data_handle_t VX, YU, work; /* V and X of a panel; Y and U */
};
/* A = Q B P^H with the diagonals D and E of B; returns info. */
int sl_gebrd_tasks(starling_matrix *A, starling_matrix *D, starling_matrix *E,
                   starling_sequence *seq);

struct sl_gebrd sl_gebrd_make(starling_matrix *A, starling_matrix *R, starling_sequence *seq);
void sl_gebrd_free(struct sl_gebrd *r);
/* `count` columns and rows from `first` on, in block column k */
void sl_insert_gebrd_panel(const struct sl_gebrd *r, int64_t k, int64_t first, int64_t count);
/* The update of block columns from j on by that panel */
void sl_insert_gebrd_update(const struct sl_gebrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j);

/* Whether R can have the reflectors of rows of A. */
static inline bool sl_is_beside(const starling_matrix *A, const starling_matrix *R)
{
    return R && R != A && R->prec == A->prec && R->m == A->n && R->n == A->n && R->mt <= 1 &&
           R->nt == A->nt && (R->nt <= 1 || R->nb == A->nb);
}
#define SL_BESIDE "another matrix of the precision of A, %lld x %lld, in the same block columns"

/* ---- Stages -------------------------------------------------------------------------------- */

/* Stage 1: A = Q1 B P1^H with an upper band B of kd superdiagonals, for A in block columns and not
 * wider than high. kd divides A->nb if A has several block columns. The reflectors of Q1 belong to A, with
 * those diagonal blocks of B that are upper triangles; those of P1 belong to R, n x n in the same block
 * columns, kd rows below its diagonal. Its other blocks of B are conjugate transposes. Returns info. */
int sl_ge2gb_tasks(int64_t kd, starling_matrix *A, starling_matrix *R, starling_sequence *seq);
/* The same. If chain, the tasks of a block column are one task, as with one GPU. */
int sl_ge2gb_by(bool chain, int64_t kd, starling_matrix *A, starling_matrix *R,
                starling_sequence *seq);
/* Stage 2: the band to a real bidiagonal matrix with the diagonal D and the superdiagonal E, B = Q2 D P2^H.
 * The reflectors are in V2 and P2 in the way of starling_hb2st(), or are not wanted: NULL. */
int sl_gb2bd_tasks(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                   starling_matrix *E, starling_matrix *V2, starling_matrix *P2,
                   starling_sequence *seq);

/* D = the singular values of the bidiagonal matrix with the diagonal D and the superdiagonal E, descending.
 * E is lost. A failure is that of the key and the number of values that were not found. Returns info. */
int sl_bdsqr_tasks(starling_matrix *D, starling_matrix *E, int64_t key, starling_sequence *seq);
/* The same. group: a task finds so many values by bisection, a multiple of 16 or all; 0: one task of
 * LAPACK. */
int sl_bdsqr_by(int64_t group, starling_matrix *D, starling_matrix *E, int64_t key,
                starling_sequence *seq);

/* D = U diag(D) V^T of the bidiagonal matrix D, E, descending; E stays. U and V are in block columns of one
 * width. A NaN or Inf with index i is the failure i, and i values of a leaf that are not found are the failure
 * n + i. chains: the same tasks of all block columns of a merge are one. */
int sl_bdsdc_by(bool chains, starling_matrix *D, starling_matrix *E, starling_matrix *U,
                starling_matrix *V, starling_sequence *seq);

/* QR of a high matrix by Cholesky factorizations (cholqr.c): R is in R1, in square tiles, with zeros below. */
struct sl_cholqr {
    starling_matrix *Q1, *R1, *R2; /* Q = Q1 R2^-1 */
};
/* A = Q R, or A^H = Q R; A stays. Waits, because it depends on A whether Q and R are exact. False: they are
 * not, or there is no memory, and q is empty. The key is that of any failure. */
bool sl_cholqr_tasks(bool adjoint, starling_matrix *A, int64_t key, struct sl_cholqr *q,
                     starling_sequence *seq);
/* C = Q C, in other tiles: *C is freed and replaced. Returns info. */
int sl_cholqr_multiply(const struct sl_cholqr *q, starling_matrix **C, starling_sequence *seq);
void sl_cholqr_free(struct sl_cholqr *q, starling_sequence *seq);

/* S = the singular values of A, U and VT vectors; both may be NULL. A NaN or an infinity in column j is the
 * failure key + j, and i values that were not found are key + A->n + i. Returns info. */
int sl_gesvd_tasks(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                   starling_matrix *VT, int64_t key, starling_sequence *seq);

/* B = A or A^H, for any tiles of both; returns info (adjoint.c). */
int sl_copy_op(bool adjoint, starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/* ---- Tasks (svd_task.c) -------------------------------------------------------------------- */

/* Panels of columns, and of rows, from element k A->nb + done of the diagonal on. X and Z of the block
 * column are those of the kernels (codelets/svd/args.h). */
enum sl_two_sides { SL_COLUMNS, SL_ROWS };
struct sl_two_sided {
    starling_matrix *A, *R;
    int64_t k, kd; /* block column */
    int64_t done;  /* its columns in earlier panels */
    int owners;    /* GPUs that have columns of A */
    starpu_data_handle_t X, Z, work, T[2];
    int priority;
};
static inline int64_t sl_two_sided_first(const struct sl_two_sided *p)
{
    return p->k * p->A->nb + p->done;
}
/* The panel gets the updates by the earlier ones; then P = Q R, with V, in X or Z, and T. */
void sl_insert_ge2gb_panel(starling_sequence *seq, const struct sl_two_sided *p,
                           enum sl_two_sides side);
/* The panel of rows in R = rows of A behind the panel of columns, transposed. */
void sl_insert_ge2gb_row(starling_sequence *seq, const struct sl_two_sided *p);
/* Share s of a product with A: that of an owner, if there are several, else some columns. */
struct sl_band_share sl_two_sided_share(const struct sl_two_sided *p, int s, int shares);
/* Y = share number i of `shares` of A^H U (columns) or A V (rows) */
void sl_insert_ge2gb_product(starling_sequence *seq, const struct sl_two_sided *p,
                             enum sl_two_sides side, const struct sl_band_share *share, int i,
                             int shares);
/* W in Z, or Y in X = the sum of the shares, times T */
void sl_insert_ge2gb_sum(starling_sequence *seq, const struct sl_two_sided *p,
                         enum sl_two_sides side, int shares, const starpu_data_handle_t *share);
/* Block column j of A = A - X Z^H below the rows of block column p->k */
void sl_insert_ge2gb_update(starling_sequence *seq, int priority, const struct sl_two_sided *p,
                            int64_t j);
/* Block column j of B = that of R, where A = Q R */
void sl_insert_ge_upper(starling_sequence *seq, starling_matrix *A, starling_matrix *B, int64_t j);
/* Window w of the band, where A and R have blocks of kd. */
void sl_insert_gb_copy(starling_sequence *seq, const struct sl_chase *plan, int64_t kd,
                       starling_matrix *A, starling_matrix *R, int64_t w);
/* Elements of the data of stage 2 but for the band that it works on: A, m x n, and R and the reflectors, n x n. */
static inline double sl_gb2bd_elements(int64_t m, int64_t n, bool vectors)
{
    return (double)(m + n) * (double)n + (vectors ? 2 * (double)n * (double)n : 0);
}
/* All of stage 2 in one task on a GPU; sl_chase_on_gpu(). */
void sl_insert_gb2bd_band(starling_sequence *seq, int64_t kd, starling_matrix *A,
                          starling_matrix *R, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_matrix *P2);
/* D = singular values of the bidiagonal matrix, descending. A failure is that of the key and the number of
 * values that were not found. */
void sl_insert_bdsqr(starling_sequence *seq, starling_matrix *D, starling_matrix *E, int64_t key);

/* T from D and E, a temporary (bdsbz_task.c, as what follows). NaN and infinities are a failure as above. */
starpu_data_handle_t sl_insert_bdsbz_scale(starling_sequence *seq, starling_matrix *D,
                                           starling_matrix *E, int64_t key);
/* Tile i of W = values in ascending order, scaled; D = all of them. */
void sl_insert_bdsbz(starling_sequence *seq, starling_precision prec, starpu_data_handle_t T,
                     starling_matrix *W, int64_t i);
void sl_insert_bdsbz_order(starling_sequence *seq, starpu_data_handle_t T, starling_matrix *W,
                           starling_matrix *D);

/* ---- Pseudo-inverses (pinv_task.c) ---------------------------------------------------------- */

/* inverse = S^+ in precision prec: 1 / s, or 0 for the values of S, descending, up to rcond times the
 * first one. A negative rcond is so many eps. The number of the others goes to *rank when the task
 * runs. */
void sl_insert_pinv_values(starling_sequence *seq, starling_precision prec, starling_matrix *S,
                           double rcond, starpu_data_handle_t inverse, int64_t *rank);
/* A = diag(d) A, with d in the precision of A */
void sl_scale_rows(starpu_data_handle_t d, starling_matrix *A, starling_sequence *seq);

#endif
