/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of nonsymmetric eigenvalue problems. */

#ifndef SL_NONSYMMETRIC_ARGS_H
#define SL_NONSYMMETRIC_ARGS_H

#include "codelets/kernel.h"
#include "args_of_balance.h"
#include "args_of_vectors.h"

/* Eigenvectors of an upper (quasi-)triangular T. Left vectors of T are the right ones of J T^H J,
 * which is upper triangular, too; J reverses the order. S is T or J T^H J. A vector is a column of
 * X, or two for a pair of complex eigenvalues of a real matrix. Each piece of a vector has a scale
 * of its own: what is stored is 2^exponent times the vector. */
struct sl_trevc_args {
    struct sl_args head;
    int64_t n;           /* the order of T */
    bool left;           /* S is J T^H J */
    bool diagonal;       /* solve: vectors begin in this window; update: X(i) is not yet written */
    int64_t row, column; /* window: its place in S; finish: the first row that is not zero */
    int64_t first, nb; /* window: the first column of T in the list; product: the first block column
                        * of Q; columns of a block column */
    int64_t count;     /* finish: pieces; product: columns of Q that are multiplied */
    bool euclid;       /* normalize: as geev does; else the largest element becomes 1 */
    int64_t ilo, ihi;  /* normalize: of the balancing, from 1; ihi = 0: there was none */
};

/* The Schur form of a Hessenberg matrix H in square tiles. A window is a diagonal block of H, in rows
 * first ... end - 1. Its task makes the orthogonal U, and replaces the block by U^H H U. The other tasks
 * multiply the rest of its rows and columns, and the columns of Z. Rows and columns count from 0. */
enum { SL_TRSEN_ORDER = 128 }; /* the most rows of a window of trsen */
enum { SL_MOST_BULGES = 64 }; /* of a packet */
enum { SL_HSEQR_WINDOWS = 4 }; /* the most whose U are multiplied to one */
struct sl_hseqr_args {
    struct sl_args head;
    int64_t mb, nb;              /* rows and columns of a tile */
    int64_t row, column, height; /* the first row and column of the list of tiles, and its rows of tiles */
    int64_t first, end;          /* the window */
    int64_t from, to;            /* far: the columns of its rows, or the rows of its columns; chase: the first
                                  * of these rows, and the end of these columns; copy: columns */
    bool store;                  /* copy: to the tiles */
    int64_t top, bottom;         /* the active block: rows top ... bottom - 1 */
    int64_t wanted;              /* deflate: shifts */
    bool exceptional;            /* deflate: shifts that are no eigenvalues */
    int64_t shift, bulges;       /* chase: the first shift, and pairs of shifts */
    int64_t step, steps;         /* chase: the column of the last bulge, and how far it goes */
    int64_t begin[SL_HSEQR_WINDOWS]; /* product: the first rows of windows */
    uint64_t selected[SL_TRSEN_ORDER / 64]; /* trsen: the rows of the window that go to its front, as bits */
};
/* Numbers of the room that chase needs for a window of this order: the window by columns and by rows, and U,
 * with vectors at their ends. */
static inline int64_t sl_hseqr_room(int64_t order)
{
    const int64_t vector = SL_VECTOR_BYTES / (int64_t)sizeof(float), rows = order + 2 * vector;
    return 3 * rows * (rows + vector) + vector;
}
/* What the task of a window tells, an int array. */
enum {
    SL_DEFLATED,   /* eigenvalues found, at the end of the window */
    SL_SHIFTS,     /* an even number */
    SL_CHANGED,    /* 0: H is as it was, and there is no U */
    SL_UNFOUND,    /* LAPACK found only the eigenvalues after this number; 0: all */
    SL_OF_DEFLATE, /* numbers */
};

/* A panel of the reduction to Hessenberg form. Indices are those of the matrix, from 0. */
struct sl_gehrd_args {
    struct sl_args head;
    int64_t first, count; /* the first column of the panel, and its reflectors */
    int64_t end;          /* rows and columns from here on are triangular already */
    int64_t column, nb;   /* the first column of the task's tile, and columns of each tile */
    bool begins;          /* panel: the first one of its block column */
    struct sl_team *team; /* panel */
};

/* The numbers of args_of_balance.h for a block column, whose first diagonal element is in row `first`. */
struct sl_gebal_args {
    struct sl_args head;
    int64_t first;
};

/* The Schur form A = Q T Q^H, in place, by LAPACK, with as many threads as BLAS has. Makes A well
 * scaled and balanced first. Or only the Hessenberg form A = Q H Q^H, or only that. */
enum sl_schur_stop { SL_AT_SCHUR_FORM, SL_AT_HESSENBERG_FORM, SL_AT_BALANCED };
struct sl_schur {
    int n, lda, ldq;
    enum sl_schur_stop stop; /* w is only made with the Schur form; becomes the Hessenberg form if rows of Q are
                              * permuted */
    bool form;     /* T is wanted, not only w */
    char balanc;   /* how gebal balances: N, P, S or B */
    bool balanced; /* A is well scaled, gebal would change nothing, and its numbers are below */
    bool permuted; /* the rows of Q are those of A, and not of the balanced matrix */
    void *a;       /* becomes T, or H with numbers below, or the balanced matrix; NULL: tasks take A itself */
    void *q;       /* NULL: not wanted */
    void *w; /* the n eigenvalues of A; if A is real, their real parts, then the imaginary ones */
    void *balance; /* n real numbers, of gebal */
    int ilo, ihi;  /* of the balancing */
    double factor; /* of the scaling; w is divided by it */
    bool tells_norm;
    double norm;   /* if it tells: the one-norm of the balanced matrix, without the scaling */
};
/* w of A, where it is that of T */
void sl_sunscale(struct sl_schur *s), sl_dunscale(struct sl_schur *s), sl_cunscale(struct sl_schur *s),
    sl_zunscale(struct sl_schur *s);
/* Returns LAPACK's info of hseqr; n if a is not finite; -1: no memory. */
int sl_sschur(struct sl_schur *s), sl_dschur(struct sl_schur *s), sl_cschur(struct sl_schur *s),
    sl_zschur(struct sl_schur *s);

/* Moves the selected eigenvalues of a Schur form to its front, T = Q T Q^H, by LAPACK, and computes
 * condition numbers of them and of their invariant subspace. */
struct sl_trsen {
    char job; /* N, E, V or B */
    int n;
    const int *select;
    void *t, *q, *w; /* n x n; q: NULL, it is not wanted; w: as in sl_schur */
    int m;           /* columns of the subspace */
    double s, sep;
};
/* Returns LAPACK's info; -1: no memory. */
int sl_strsen(struct sl_trsen *p), sl_dtrsen(struct sl_trsen *p), sl_ctrsen(struct sl_trsen *p),
    sl_ztrsen(struct sl_trsen *p);

/* Condition numbers of all eigenvalues and eigenvectors, by LAPACK. The vectors are geev's; the
 * balancing is undone in them first. */
struct sl_trsna {
    char job; /* E, V or B */
    int n, ilo, ihi;
    const void *t, *balance; /* balance: n real numbers, of gebal */
    void *vl, *vr;           /* n x n; they are changed; not for V */
    void *s, *sep;           /* n real numbers */
};
int sl_strsna(struct sl_trsna *p), sl_dtrsna(struct sl_trsna *p), sl_ctrsna(struct sl_trsna *p),
    sl_ztrsna(struct sl_trsna *p);

#endif
