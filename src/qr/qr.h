/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* QR: the reflectors of a factored matrix, and the tasks. */

#ifndef SL_QR_H
#define SL_QR_H

#include "codelets/qr/args.h"
#include "src/tasks/panel_sweep.h"

/* ---- Arguments --------------------------------------------------------------------------- */

/* QR works on block columns: tiles as high as the matrix. LQ works on block rows. */
static inline bool sl_qr_tiles(const starling_matrix *A)
{
    return A->mt <= 1;
}
static inline bool sl_lq_tiles(const starling_matrix *A)
{
    return A->nt <= 1;
}
#define SL_QR_TILES "a matrix in block columns (mb at least m)"
#define SL_LQ_TILES "a matrix in block rows (nb at least n)"
#define SL_QR_FACTORED "a matrix that starling_geqrf() has factored"
#define SL_LQ_FACTORED "a matrix that starling_gelqf() has factored"

/* Whether C can be multiplied by a Q of that order. */
static inline bool sl_fits_q(starling_side side, int64_t order, const starling_matrix *C)
{
    return side == STARLING_LEFT ? C->m == order && C->mt <= 1 : C->n == order && C->nt <= 1;
}
#define SL_FITS_Q "left: of %lld rows in block columns; right: of %lld columns in block rows"

/* ---- Algorithms, after the checks of arguments --------------------------------------------- */

/* Of an A that is not wider than high: a zero in row i of R is the failure key + i, unless A is zero,
 * as its sigma says. */
struct sl_rank {
    int64_t key;
    starpu_data_handle_t sigma;
};
/* A = Q R; returns info. rank: NULL, any R is right. */
int sl_geqrf_tasks(starling_matrix *A, const struct sl_rank *rank, starling_sequence *seq);
/* C = op(Q) C or C op(Q), with Q of QR or of the reduction to a band. If triangular, C has columns of the identity before, and column v of
 * tiles meets only the reflectors that begin in its rows or above. */
void sl_unmqr_tasks(starling_side side, starling_trans trans, starling_matrix *A, bool triangular,
                    starling_matrix *C, starling_sequence *seq);
/* The same with the checks of unmqr, unmhr and unmtr. has_q: A has reflectors; if not, it should be
 * `factored`. Returns info. */
int sl_unmqr_checked(const char *routine, starling_side side, starling_trans trans,
                     starling_matrix *A, bool has_q, const char *factored, starling_matrix *C,
                     starling_sequence *seq);
/* Q = columns of the Q of A; returns info. */
int sl_ungqr_tasks(starling_matrix *A, starling_matrix *Q, starling_sequence *seq);

/* A matrix for A^H, to be freed by sl_matrix_free(); returns info. Then AH = A^H, and A = AH^H. */
int sl_adjoint_make(const starling_matrix *A, starling_matrix **AH);
void sl_to_adjoint(starling_matrix *A, starling_matrix *AH, starling_sequence *seq);
void sl_from_adjoint(starling_matrix *AH, starling_matrix *A, starling_sequence *seq);

/* ---- Least squares (gels.c) ---------------------------------------------------------------- */

/* The factors that bring W and B of a system into the range of their precision. */
struct sl_scales {
    starpu_data_handle_t w, b;
};
struct sl_scales sl_scales_make(void);
void sl_scales_free(starling_sequence *seq, struct sl_scales s);
/* W = w W, B = b B. The first `rows` rows of B are given. A NaN or an infinity in column j of W is the
 * failure key + j, unless key is negative. */
void sl_scale_system(struct sl_scales s, starling_matrix *W, int64_t key, int64_t rows,
                     starling_matrix *B, starling_sequence *seq);
/* X = w / b X in the first `rows` rows of B, the residual below it is divided by b; 0 if W is zero. */
void sl_unscale_solution(struct sl_scales s, int64_t rows, starling_matrix *B,
                         starling_sequence *seq);
/* Rows `above` of B and below = 0 */
void sl_zero_rows(int64_t above, starling_matrix *B, starling_sequence *seq);

/* ---- Block reflectors, as an attachment of A (reflectors.c) -------------------------------- */

/* T of each panel of QR, or of LQ; NULL: A is not factored in that way. */
starpu_data_handle_t *sl_reflectors_of(const starling_matrix *A);
starpu_data_handle_t *sl_row_reflectors_of(const starling_matrix *A);
/* The same of the reduction to a band; it gives the band's width, too. */
starpu_data_handle_t *sl_band_reflectors_of(const starling_matrix *A, int64_t *kd);
/* Block reflector k of a matrix that is factored in any of these ways: its T, and where its V stands.
 * Their number. */
struct sl_panel sl_reflectors_panel(starling_matrix *A, int64_t k, starpu_data_handle_t *T);
int64_t sl_reflectors_steps(const starling_matrix *A);
/* Makes them, of QR or of LQ (by rows), or with `below` rows of a band above V. Returns info. */
int sl_reflectors_make(starling_matrix *A, bool by_rows, int64_t below);
/* A's become those of B, whose own ones are freed. by_rows: then they are of LQ. */
void sl_reflectors_move(starling_sequence *seq, starling_matrix *A, starling_matrix *B,
                        bool by_rows);
/* Inserts the tasks that make T of QR where only tau is known. */
void sl_reflectors_complete(starling_matrix *A, starling_sequence *seq);
/* V stands in J A J, where J reverses the order; Q is then J Q' J with the Q' of this V, and tau has the
 * reverse order. */
void sl_reflectors_reverse(starling_matrix *A);
bool sl_reflectors_are_reversed(const starling_matrix *A);
/* The tasks that factor A give only tau: T is made when it is needed. */
void sl_reflectors_only_tau(starling_matrix *A);
/* Writes tau of the reflectors that A has; returns info. */
int sl_reflectors_fill_tau(starling_matrix *A, const void *tau);
/* Makes A a factored matrix; returns info. */
int sl_reflectors_set_tau(starling_matrix *A, bool by_rows, int64_t below, const void *tau);

/* ---- Tasks (qr_task.c) -------------------------------------------------------------------- */

/* A(k:, k) = Q R, and T of Q */
void sl_insert_geqrf(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T, const struct sl_rank *rank);
/* T from V in panel k and from tau on the diagonal of T. */
void sl_insert_larft(starling_sequence *seq, int priority, const struct sl_panel *s,
                     starpu_data_handle_t T);
/* A = J A J */
void sl_insert_flip(starling_sequence *seq, starling_matrix *A);
/* C = op(Q) C or C op(Q) with the block reflector of panel s. */
void sl_insert_unmqr(starling_sequence *seq, int priority, starling_side side, starling_trans trans,
                     const struct sl_panel *s, starpu_data_handle_t T, sl_tile C);

#endif
