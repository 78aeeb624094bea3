/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Nonsymmetric eigenvalue problems, after the checks of their arguments. */

#ifndef SL_NONSYMMETRIC_H
#define SL_NONSYMMETRIC_H

#include "codelets/nonsymmetric/args.h"
#include "src/runtime/tuning.h"
#include "src/tasks/tasks.h"

#define SL_BLOCK_COLUMNS "a square matrix in block columns (mb at least n)"
static inline bool sl_square_columns(const starling_matrix *A)
{
    return A && A->m == A->n && A->mt <= 1;
}

/* ---- Hessenberg form ------------------------------------------------------------------------ */

/* The reduction of rows and columns ilo ... ihi, from 1, and the data of its panels. */
struct sl_gehrd {
    starling_matrix *A;
    starling_sequence *seq;
    int64_t ilo, ihi, panel;    /* panel: most columns of one */
    int64_t together;           /* block columns of a task that updates them */
    bool on_gpu;                /* all tasks; else all on cores */
    uint32_t *workers;          /* that may run them; NULL: all */
    starpu_data_handle_t YV, T; /* Y and V of a panel; T and Y^H V */
    starpu_data_handle_t parts, work;
};
/* A = Q H Q^H, with the reflectors of Q attached to A. Returns info. */
int sl_gehrd_tasks(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq);

/* Whether geev and gees reduce by tasks: their panels need a GPU's memory, or many cores. */
bool sl_gehrd_pays(const starling_matrix *A);

struct sl_gehrd sl_gehrd_make(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq);
void sl_gehrd_free(struct sl_gehrd *r);
/* Y, V, T and Y^H V of `count` columns from `first` on, in block column k. begins: its first panel. */
void sl_insert_gehrd_panel(const struct sl_gehrd *r, int64_t k, int64_t first, int64_t count,
                           bool begins);
/* The updates of block columns from j on by that panel. */
void sl_insert_gehrd_update(const struct sl_gehrd *r, int64_t k, int64_t first, int64_t count,
                            int64_t j);

/* Bytes of an array of order n for LAPACK: OpenBLAS' zdotc reads a number more of a row, which is a column
 * behind the last one. */
static inline size_t sl_square_with_room(size_t n, size_t size)
{
    return n * (n + 1) * size;
}

/* ---- geev ------------------------------------------------------------------------------------ */

/* After the checks of arguments. gehrd: the Hessenberg form is made by tasks, else by LAPACK. */
int sl_geev_tasks(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR,
                  bool gehrd, starling_sequence *seq);

/* ---- What of T is known before its tasks are inserted --------------------------------------- */

/* Of the rows of T: whether a row is the second one of a pair, a diagonal block of order 2, and
 * whether the vector of its eigenvalue is wanted. */
struct sl_row_of_schur {
    bool second, wanted;
};

/* Waits for T, if it is real, and tells its rows. select: as in LAPACK; NULL: all vectors. *count:
 * vectors. The result is to be freed; NULL: there is no memory. */
struct sl_row_of_schur *sl_schur_rows(starling_matrix *T, const int *select, int64_t *count,
                                      starling_sequence *seq);

/* ---- Eigenvectors of T ------------------------------------------------------------------------
 */

struct sl_trevc_problem {
    starling_matrix *T;                /* in block columns */
    const struct sl_row_of_schur *row; /* of T */
    starling_matrix *V;                /* the vectors, in block columns */
    bool left;
    bool multiply;                /* V has Q, and gets Q times the vectors of T */
    bool euclid;                  /* as geev normalizes; else as trevc */
    starpu_data_handle_t balance; /* of geev, NULL: none */
    int64_t ilo, ihi;
    int64_t window;                    /* rows of a window; 0: as the library chooses */
};
/* Inserts all tasks. Returns info. */
int sl_trevc_tasks(const struct sl_trevc_problem *problem, starling_sequence *seq);

/* ---- Their data and tasks (trevc_task.c) ------------------------------------------------------
 */

/* S, which is T or J T^H J, in windows, and the vectors whose eigenvalues are in one window. */
struct sl_trevc_vectors {
    int64_t count; /* columns */
    int64_t to;    /* the first of them in V */
    starpu_data_handle_t place;
    starpu_data_handle_t *X, *state; /* pieces, one for each window above, and its own */
    starling_matrix *V, *W;          /* all rows; W = Q V if it is wanted */
};
struct sl_trevc {
    const struct sl_trevc_problem *problem;
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, window, blocks, *cut;           /* rows of S: block i begins with row cut[i] */
    starpu_data_handle_t *S, *largest; /* blocks x blocks */
    starpu_data_handle_t room, table; /* for kernels: a tile, and 4 numbers for each piece of a vector */
    struct sl_trevc_vectors *block;
};
int sl_trevc_make(struct sl_trevc *s, const struct sl_trevc_problem *problem,
                  starling_sequence *seq);
void sl_trevc_free(struct sl_trevc *s);

/* S(i,j) */
void sl_insert_trevc_window(struct sl_trevc *s, int64_t i, int64_t j);
/* X(i,j) = (S(i,i) - lambda)^-1 X(i,j), a lambda for each column */
void sl_insert_trevc_solve(struct sl_trevc *s, int64_t i, int64_t j);
/* X(i,j) = X(i,j) - S(i,l) X(l,j) */
void sl_insert_trevc_update(struct sl_trevc *s, int64_t i, int64_t l, int64_t j);
/* V(j) = the pieces X(0...j,j) in one scale */
void sl_insert_trevc_finish(struct sl_trevc *s, int64_t j);
/* W(j) = Q V(j) */
void sl_insert_trevc_product(struct sl_trevc *s, int64_t j);
/* The norm of LAPACK, and the copy to the place in V */
void sl_insert_trevc_normalize(struct sl_trevc *s, int64_t j);
void sl_insert_trevc_result(struct sl_trevc *s, int64_t j);

/* ---- The Schur form of a Hessenberg matrix ------------------------------------------------------ */

struct sl_hseqr_problem {
    starling_matrix *H; /* in square tiles; becomes T */
    starling_matrix *Z; /* becomes Z U; NULL: it is not wanted */
    bool schur;         /* else only the diagonal blocks of T are right */
    int64_t ilo, ihi;   /* from 1: H is triangular outside these rows */
    void *w; /* array of the eigenvalues; if H is real, of their real parts, then of the imaginary ones */
};
/* Waits until the eigenvalues are known; H and Z are asynchronous. A failure ends the sequence: info is
 * LAPACK's, or n if H has a NaN or an infinity. Returns another error. */
int sl_hseqr_tasks(const struct sl_hseqr_problem *problem, starling_sequence *seq);
/* Makes H and Z of a problem, of order n, in the tiles of the algorithm. Returns info. */
int sl_hseqr_matrices(struct sl_hseqr_problem *problem, starling_precision prec, int64_t n, bool z);
void sl_hseqr_matrices_free(struct sl_hseqr_problem *problem, starling_sequence *seq);
/* B = A, of which one is in block columns. */
void sl_hseqr_copy(starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/* ---- Its data and tasks (hseqr_task.c) ---------------------------------------------------------- */

/* Rows first ... end - 1 of H, and what multiplies them. Rows count from 0. Its columns are multiplied from
 * row `above` on, and its rows before column `right`; the rest is far from it. */
struct sl_hseqr_window {
    int64_t first, end, above, right;
    starpu_data_handle_t U;
};
struct sl_hseqr_told {
    int64_t deflated, shifts, unfound;
    bool changed;
};
/* Windows of a packet, one after the other, whose far tasks are those of one window: all their rows. */
struct sl_hseqr_group {
    struct sl_hseqr_window all;
    int64_t count; /* windows */
    struct sl_hseqr_window window[SL_HSEQR_WINDOWS];
};
/* Bulges that go down together. */
struct sl_hseqr_packet {
    starpu_data_handle_t shifts, reflectors; /* shifts: those of its neighbours, or its own */
    int64_t shift, bulges; /* the first of its shifts, and pairs of shifts */
    int64_t step;          /* the column of the last bulge */
    int64_t end;           /* of its last window; the top of the active block: it is still above */
    struct sl_hseqr_group group; /* without far tasks yet */
};
/* 0: what this machine is to have; tests set others. */
extern int64_t sl_hseqr_packets, sl_hseqr_grouped;
struct sl_hseqr {
    const struct sl_hseqr_problem *problem;
    starling_sequence *seq;
    starling_precision prec;
    int64_t n, nb;
    int64_t bulges;      /* most of a packet */
    int64_t chase;       /* the order of its windows, at least 4 times as large */
    int64_t grouped;     /* windows of a packet that have their far tasks together */
    int64_t steps;       /* of all packets, through one window each, since groups have begun */
    int64_t packets, most_packets, rows_of_packet; /* on their way, and rows for each of them */
    int64_t deflation, many; /* the order of its windows, and per cent of their eigenvalues */
    int64_t far;         /* rows or columns of a task far from the window */
    int64_t top, bottom; /* the active block: rows top ... bottom - 1 */
    int64_t order;       /* of the largest window */
    struct sl_hseqr_window late; /* its far tasks are not yet inserted; U = NULL: there is none */
    starpu_data_handle_t room, far_room, row, told, shifts; /* room: of tasks that cores do */
    struct sl_hseqr_packet packet[SL_HSEQR_PACKETS]; /* the first one is the lowest */
};
int sl_hseqr_make(struct sl_hseqr *s, const struct sl_hseqr_problem *problem,
                  starling_sequence *seq);
void sl_hseqr_free(struct sl_hseqr *s);

/* Zeros below the subdiagonal. Waits; false: H is not finite. */
bool sl_hseqr_begin(struct sl_hseqr *s);
/* Waits; returns where the last active block in rows top ... bottom - 1 begins. */
int64_t sl_hseqr_scan(struct sl_hseqr *s);
/* Finds eigenvalues and shifts in a window at the end of the active block. */
void sl_insert_hseqr_deflate(struct sl_hseqr *s, struct sl_hseqr_window *w, int64_t wanted,
                             bool exceptional);
/* Waits for what it tells. */
struct sl_hseqr_told sl_hseqr_told(struct sl_hseqr *s);
/* A place for the shifts of the next window; packets have those of the last one. */
void sl_hseqr_make_shifts(struct sl_hseqr *s);
/* Packet i is no longer on its way. */
void sl_hseqr_end_packet(struct sl_hseqr *s, int64_t i);
static inline bool sl_hseqr_is_above(const struct sl_hseqr *s, const struct sl_hseqr_packet *packet)
{
    return packet->end == s->top;
}
/* Waits until not too many tasks are left. */
void sl_hseqr_drain(struct sl_hseqr *s);
/* The end of the next window of a packet. */
static inline int64_t sl_hseqr_end(const struct sl_hseqr *s, const struct sl_hseqr_packet *packet)
{
    return SL_MIN(s->bottom, SL_MAX(s->top, packet->step) + s->chase);
}
/* A packet goes on through its next window, which becomes the last one of its group. Its reflectors are there
 * after its first window. */
void sl_insert_hseqr_chase(struct sl_hseqr *s, struct sl_hseqr_packet *packet);
/* The parts of the window's rows and columns that other windows can reach soon, as far as `reach`. */
void sl_insert_hseqr_near(struct sl_hseqr *s, struct sl_hseqr_window *w, int64_t reach);
/* The rest of them, and the columns of Z. Frees U. */
void sl_insert_hseqr_far(struct sl_hseqr *s, struct sl_hseqr_window *w);
/* The same of a group, which is empty then. */
void sl_insert_hseqr_group(struct sl_hseqr *s, struct sl_hseqr_group *group);
/* The same of the window that is late, if there is one. */
void sl_insert_hseqr_late(struct sl_hseqr *s);
/* Waits for the diagonal blocks. */
int sl_hseqr_values(struct sl_hseqr *s);

/* ---- The Schur form of a general matrix (schur.c) ----------------------------------------------- */

struct sl_schur_problem {
    const char *routine;           /* for errors */
    struct sl_schur schur;         /* arrays for LAPACK; form, balanc and permuted are the caller's */
    struct sl_hseqr_problem hseqr; /* H and Q, large ones */
    bool gehrd;                    /* the Hessenberg form by tasks; but not if rows of Q are to be permuted */
    bool q;                        /* Q is wanted */
    int64_t nb;                    /* columns of a block column of A */
    starling_sequence *seq;
};
/* q: Q is wanted. Returns info, and so do the others. */
int sl_schur_make(struct sl_schur_problem *p, const starling_matrix *A, bool q);
/* Waits until w is known. A failure of LAPACK ends the sequence. */
int sl_schur_solve(struct sl_schur_problem *p, starling_matrix *A, int64_t key);
/* w of A, where it is that of T, which is scaled. */
void sl_schur_unscale_values(struct sl_schur_problem *p, starling_precision prec);
int sl_schur_copy_t(struct sl_schur_problem *p, starling_matrix *T);
int sl_schur_copy_q(struct sl_schur_problem *p, starling_matrix *Q);
void sl_schur_free(struct sl_schur_problem *p);

/* ---- Eigenvalues of a Schur form in another order (trsen.c) ------------------------------------ */

/* T = Q T Q^H, with the selected eigenvalues in front. */
struct sl_trsen_problem {
    starling_matrix *T, *Q;           /* in block columns; Q: NULL, it is not wanted */
    const int *select;                /* n, as in LAPACK */
    starling_sense sense;
    void *w;                          /* as in struct sl_hseqr_problem */
    int64_t m;                        /* becomes the columns of the subspace */
    double s, sep;                    /* become its condition numbers, if they are wanted */
    bool failed;                      /* two eigenvalues were too close to be swapped */
};
/* Waits for w and the condition numbers; T and Q are asynchronous. Returns info; problem->failed is no
 * failure of the sequence. */
int sl_trsen_tasks(struct sl_trsen_problem *problem, starling_sequence *seq);

/* gees and geesx, after the checks of arguments. */
struct sl_gees_problem {
    starling_matrix *A, *W, *Z;
    starling_select *select;        /* NULL: eigenvalues as they come */
    void *data;
    starling_sense sense;
    bool gehrd;                     /* the Hessenberg form is made by tasks, else by LAPACK */
    int64_t sdim;                   /* becomes the number of selected eigenvalues */
    double rconde, rcondv;          /* become condition numbers, if they are wanted */
};
int sl_gees_tasks(struct sl_gees_problem *problem, const char *routine, starling_sequence *seq);

/* Moves the selected rows of a window to its front, and makes its U. failed: becomes 1 if it could not. */
void sl_insert_trsen_window(struct sl_hseqr *s, struct sl_hseqr_window *w, const uint64_t *selected,
                            starpu_data_handle_t failed);

#endif
