/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What algorithms may insert, and the arguments kernels receive. One sl_insert_ function a
 * tile operation; each submits one task. Priorities: larger is more urgent. */

#ifndef SL_TASKS_H
#define SL_TASKS_H

#include <starpu.h>
#include "src/internal.h"

/* ---- Task insertion -------------------------------------------------------------------- */

/* C = alpha op(A) op(B) + beta C */
void sl_insert_gemm(starling_sequence *seq, int priority, starling_trans ta,
                    starling_trans tb, double _Complex alpha, sl_tile A, sl_tile B,
                    double _Complex beta, sl_tile C);
/* One triangle of C = alpha A A^H + beta C, or of alpha A^H A + beta C; hermitian = false:
 * ^T instead of ^H. */
void sl_insert_herk(starling_sequence *seq, int priority, bool hermitian, starling_uplo uplo,
                    starling_trans trans, double _Complex alpha, sl_tile A,
                    double _Complex beta, sl_tile C);

/* The inverses of the diagonal blocks of triangular tiles, which turn trsm into gemm on a
 * GPU, and the workspace this takes. Without a GPU there are none and the handles are NULL. */
struct sl_inverse {
    starpu_data_handle_t blocks, work;
};
struct sl_inverse sl_inverse_create(starling_matrix *A, int64_t order, int64_t vectors);
void sl_inverse_free(starling_sequence *seq, struct sl_inverse *inverse);
/* inverse = diagonal blocks, inverted, of the triangle of that order at row `offset` of a: tile
 * A, or a copy */
void sl_insert_trtri_diag(starling_sequence *seq, int priority, starling_uplo uplo,
                          starling_diag diag, sl_tile A, starpu_data_handle_t a,
                          int64_t offset, int64_t order, struct sl_inverse inverse);
/* op(A) X = alpha B or X op(A) = alpha B */
void sl_insert_trsm(starling_sequence *seq, int priority, starling_side side,
                    starling_uplo uplo, starling_trans trans, starling_diag diag,
                    double _Complex alpha, sl_tile A, struct sl_inverse inverse, sl_tile B);
/* x = alpha op(T)^-1 x with triangles T of A, one after the other, and x, a column of tiles B, where one
 * GPU has both as arrays; A: all tiles that are needed, the first one of the matrix first. */
enum { SL_TRIANGLES = 2 };
void sl_insert_trsv(starling_sequence *seq, double _Complex alpha, int count,
                    const struct sl_triangle *triangle, int64_t order, struct sl_list A,
                    starling_matrix *B);
/* A = chol(A), and the inverses of its diagonal blocks. A bad minor of order i in the tile is
 * a failure with the given key + i. */
void sl_insert_potrf(starling_sequence *seq, int priority, starling_uplo uplo, sl_tile A,
                     struct sl_inverse inverse, int64_t key);

/* Step k of the LU factorization of A, and of solutions with it: rows k nb and below. They
 * begin in tile row i, `offset` rows below its top: square tiles begin there (offset 0), block
 * columns are all of one tile row. */
struct sl_lu_step {
    starling_matrix *A;
    int64_t k, i, offset;
    int64_t pivots;                /* the order of the step's triangles */
    starpu_data_handle_t ipiv;     /* its interchanges, SL_IPIV integers a pivot: ipiv, from 1
                                      = its first row, then the same as moves of rows */
    starpu_data_handle_t L;        /* what other columns read of the factored one ... */
    int64_t above;                 /* ... and how many rows of it are above the triangle */
    bool copied;                   /* L is a copy of the step's rows, which sl_insert_getrf makes */
    bool turned;                   /* columns that are to be factored are in turned tiles */
    struct sl_inverse inverse;     /* of the triangle */
    struct sl_lu_step *joined;     /* the step before, if other columns are updated by both at once */
};
enum { SL_JOINED = 4 }; /* steps that are joined, at most: their columns are beside one another on
                           GPUs, and L of each gets the interchanges of those after it */
enum { SL_IPIV = 3, SL_SWAP_ROWS = 1024 };
/* The interchanges ipiv as moves of rows, two integers a pivot, for GPUs (cuda_getrf.h): in
 * parts of SL_SWAP_ROWS pivots, rows counted from the part's first one; of p pivots first the
 * row that becomes row j, j = 0 ... p - 1, then what becomes of row j, -1: it is among them. */
void sl_moves(int64_t pivots, const int *ipiv, int *moves);
struct sl_lu_step sl_lu_step_of(starling_matrix *A, int64_t k);
/* So that of the factored column only the rows that are needed travel. */
void sl_lu_step_copy(struct sl_lu_step *s);
/* With all that is joined with it; NULL: nothing. */
void sl_lu_step_free(starling_sequence *seq, struct sl_lu_step *s);
static inline int64_t sl_lu_steps(const starling_matrix *A)
{
    return SL_MIN(A->m, A->n) / A->nb + (SL_MIN(A->m, A->n) % A->nb != 0);
}
/* Whether column j of a matrix that is to be factored is turned before its first update, in a task
 * of its own. */
bool sl_lu_turns_first(starling_matrix *A, int64_t j);
void sl_insert_turn(starling_sequence *seq, int priority, sl_tile t);
/* P A(k) = L U on the step's column, after its update by the step before if there is one, and what
 * is joined with that. An exact zero pivot i is a failure key + i that does not stop the sequence. */
void sl_insert_getrf(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                     const struct sl_lu_step *before, int64_t key);
/* Another column: its rows are interchanged, then as sl_insert_solve() with L; by all steps that are
 * joined with this one. */
void sl_insert_update(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                      int64_t j);
/* With a triangle T of the step, L or U, and column v of B: the step's rows of B become
 * op(T)^-1 times themselves; the rows of their tile that op(T) couples with them are updated
 * with the result (no transpose), or update them before (transpose). */
void sl_insert_solve(starling_sequence *seq, int priority, const struct sl_lu_step *s,
                     starling_uplo uplo, starling_trans trans, struct sl_inverse inverse,
                     starling_matrix *B, int64_t v);
/* A row permutation by where each row goes: that of the interchanges of A's steps from ... end - 1
 * followed by `after`, NULL: nothing follows. */
starpu_data_handle_t sl_insert_compose(starling_sequence *seq, starling_matrix *A, int64_t from,
                                       int64_t end, starpu_data_handle_t after);
/* A(:, j) = X(:, permutation[j]) for the columns j of a tile of A that come from a tile of X in
 * the same row of tiles. */
void sl_insert_columns(starling_sequence *seq, starpu_data_handle_t permutation, sl_tile X,
                       sl_tile A);
/* Columns a GPU moves at a time where it does so through a workspace. */
enum { SL_LASWP_COLUMNS = 64 };
/* Moves the rows of a column of tiles from tile t down; first: t's first row in the
 * permutation. */
void sl_insert_laswp(starling_sequence *seq, starpu_data_handle_t permutation, bool inverse,
                     int64_t first, sl_tile t);

/* B = A, or a triangle of it */
void sl_insert_lacpy(starling_sequence *seq, starling_uplo uplo, sl_tile A, sl_tile B);
/* B = the rows of A from row `from` on, as many as B has */
void sl_insert_rows(starling_sequence *seq, sl_tile A, int64_t from, sl_tile B);
/* A = alpha off the matrix' diagonal, beta on it; what the tile has of the triangle uplo */
void sl_insert_laset(starling_sequence *seq, starling_uplo uplo, double _Complex alpha,
                     double _Complex beta, sl_tile A);
/* A = alpha A; hermitian: alpha is real, and where the tile is a triangle the imaginary part of its
 * diagonal, which does not count, is cleared */
void sl_insert_lascal(starling_sequence *seq, bool hermitian, starling_uplo uplo,
                      double _Complex alpha, sl_tile A);
/* A = random numbers; hermitian: those of a Hermitian matrix, plus shift on its diagonal */
void sl_insert_random(starling_sequence *seq, bool hermitian, starling_uplo uplo, double shift,
                      uint64_t seed, sl_tile A);
/* sums = contribution of a tile to a norm; see norm_kernel.c */
enum sl_shape { SL_SHAPE_GENERAL, SL_SHAPE_LOWER, SL_SHAPE_UPPER };
void sl_insert_norm(starling_sequence *seq, starling_norm norm, enum sl_shape shape,
                    sl_tile A, starpu_data_handle_t sums);

/* ---- Arguments of kernels -------------------------------------------------------------- */

struct sl_gemm_args {
    struct sl_args head;
    starling_trans ta, tb;
    double _Complex alpha, beta;
};
struct sl_herk_args {
    struct sl_args head;
    bool hermitian;
    starling_uplo uplo;
    starling_trans trans;
    double _Complex alpha, beta;
};
struct sl_trsm_args { /* trtri_diag uses uplo, diag, offset and order */
    struct sl_args head;
    int64_t offset, order;
    starling_side side;
    starling_uplo uplo;
    starling_trans trans;
    starling_diag diag;
    double _Complex alpha;
};
struct sl_trsv_args {
    struct sl_args head;
    int64_t order; /* of A */
    int count;
    struct sl_triangle triangle[SL_TRIANGLES];
    double _Complex alpha;
};
struct sl_potrf_args {
    struct sl_args head;
    starling_uplo uplo;
    bool inverse; /* there is a handle for the inverted blocks */
};
struct sl_getrf_args { /* getrf, update_getrf */
    struct sl_args head;
    int64_t offset; /* of the first row in the first tile */
    int64_t before; /* that of the steps before, which update the column first ... */
    int steps;      /* ... so many, 0: none */
    bool joined;    /* with this one: their columns get its interchanges */
    bool work;      /* there is a workspace: a column of the matrix, and what a GPU needs */
    bool copy;      /* the factored rows go to another array, too */
    bool turned;    /* what the step before updates is in turned tiles, and is turned back */
    struct sl_gang *gang; /* NULL: a core works alone */
};
struct sl_lu_args { /* update, solve */
    struct sl_args head;
    int64_t offset;
    int steps;    /* update: so many */
    starling_uplo uplo;
    starling_trans trans;
    bool inverse; /* there are handles for the inverted blocks and a workspace */
    bool was_turned; /* update: the column's rows are in turned tiles ... */
    bool turned;     /* ... and those below U are after it */
    bool soon;       /* update: it is factored in the step after the next */
    struct sl_gang *gang; /* solve; NULL: a core works alone */
};
struct sl_laswp_args {
    struct sl_args head;
    int64_t first, offset; /* the first row: in the matrix, in the first tile */
    bool inverse;
};
struct sl_columns_args {
    struct sl_args head;
    int64_t from, to; /* the first column of X's tile and of A's, in the matrix */
};
struct sl_compose_args {
    struct sl_args head;
    int64_t first, pivots, steps;
    int64_t each; /* pivots of a step, but for the last */
    bool follows; /* there is a permutation that follows */
};
struct sl_laset_args { /* lacpy, lascal, laset */
    struct sl_args head;
    starling_uplo uplo;
    bool hermitian;   /* lascal */
    int64_t above;    /* lacpy: rows of the source above those copied */
    int64_t diagonal; /* laset: of the matrix, at rows j + diagonal of the tile */
    double _Complex alpha, beta;
};
struct sl_random_args {
    struct sl_args head;
    bool hermitian;
    starling_uplo uplo;
    double shift;
    uint64_t seed;
    int64_t i0, j0; /* global indices of the tile's first element */
};
struct sl_norm_args {
    struct sl_args head;
    starling_norm norm;
    enum sl_shape shape;
};

/* Order of the inverted diagonal blocks. */
enum { SL_IB = 1024 };

/* ---- Codelets, by precision (registry.c) ------------------------------------------------ */

#define SL_CODELETS(op) extern struct starpu_codelet *const sl_cl_##op[4]
SL_CODELETS(gemm);
SL_CODELETS(herk);
SL_CODELETS(trtri_diag);
SL_CODELETS(trsm);
SL_CODELETS(trsv);
SL_CODELETS(potrf);
SL_CODELETS(getrf);
SL_CODELETS(update_getrf);
SL_CODELETS(update);
SL_CODELETS(solve);
SL_CODELETS(turn);
SL_CODELETS(laswp);
SL_CODELETS(columns);
extern struct starpu_codelet sl_compose_cl;
SL_CODELETS(lacpy);
SL_CODELETS(laset);
SL_CODELETS(lascal);
SL_CODELETS(random);
SL_CODELETS(norm);
extern struct starpu_codelet sl_zero_cl; /* for tiles read before they were written */

/* ---- Kernels and their times ------------------------------------------------------------- */

/* A CUDA kernel is real, simulated (it does nothing: simulation.c), or not there. */
#if defined(STARPU_SIMGRID)
void sl_simulated_kernel(void *tiles[], void *arg);
#define SL_CUDA_FUNCS(f) .cuda_funcs = {sl_simulated_kernel}, .cuda_flags = {STARPU_CUDA_ASYNC},
#elif defined(STARLING_CUDA)
#define SL_CUDA_FUNCS(f) .cuda_funcs = {f}, .cuda_flags = {STARPU_CUDA_ASYNC},
#else
#define SL_CUDA_FUNCS(f)
#endif

/* Times are measured, or computed for a simulated machine. */
uint32_t sl_footprint(struct starpu_task *task); /* data sizes and variant (registry.c) */
double sl_simulated_time(struct starpu_task *task, struct starpu_perfmodel_arch *arch,
                         unsigned implementation); /* microseconds (simulation.c) */
#ifdef STARPU_SIMGRID
#define SL_MODEL .type = STARPU_PER_ARCH, .arch_cost_function = sl_simulated_time
#else
#define SL_MODEL .type = STARPU_HISTORY_BASED
#endif

/* ---- BLAS threads and CUDA, for src/, which sees neither (device.c) ---------------------- */

int sl_blas_threads(int threads); /* 0: as it is; returns the setting before */
/* Where addresses are limited: makes BLAS map its buffers for so many threads. False: no room. */
bool sl_blas_reserve(int threads);
int sl_cuda_present(void);        /* of this machine; 0 where STARPU_NCUDA is 0 */
int sl_cuda_devices(void);        /* before StarPU is up, or the most it may use */
void sl_cuda_start(void);         /* cuBLAS and streams of its workers, once it is */
void sl_cuda_stop(void);
bool sl_pin(void *a, size_t size); /* page-locks; false: was already, or cannot be */
void sl_unpin(void *a);
/* Elements of workspace the CUDA kernels ask for; 0 without CUDA. */
int64_t sl_getrf_work(starling_precision prec, int64_t m, int64_t n);
int64_t sl_update_work(starling_precision prec, int64_t pivots, int64_t n, int steps);

#endif
