/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arguments of symmetric and Hermitian eigenproblems. */

#ifndef SL_EIGEN_ARGS_H
#define SL_EIGEN_ARGS_H

#include "codelets/kernel.h"
#include "places.h"
#include "sturm_row.h"

/* ---- Stage 1 ------------------------------------------------------------------------------- */

/* he2hb_panel, he2hb_product, he2hb_w. Panel: kd columns, of the block column that begins with
 * column `block` of the matrix. T is that of the block column, and so are X = [V1 W1 V2 W2 ...] and
 * Z = [W1 V1 W2 V2 ...] of its panels, so that A - V W^H - W V^H = A - X Z^H. Their rows are those
 * of the matrix. */
struct sl_he2hb_args {
    struct sl_args head;
    bool full;  /* A has both triangles, as is fast on GPUs */
    bool grows; /* X and Z are growing.h's */
    int64_t kd, block, nb;
    int64_t done;    /* columns of the block column in earlier panels */
    int64_t earlier; /* their columns of X and Z */
    int64_t count;   /* reflectors of this panel */
    int64_t top, below; /* he2hb_panel: the first row of the panel, and that of its reflectors */
    /* he2hb_product: columns of the matrix, and columns of X and Z, that this task multiplies. */
    int64_t first, end, first_earlier, end_earlier;
    bool part;      /* other tasks multiply other columns */
    int32_t tile[]; /* struct columns */
};

/* he2hb_product in real precisions: bytes of room for V and Y in strips of three vectors
 * (lower_product.h), for rows of V of so many bytes. */
static inline int64_t sl_he2hb_strips(int64_t rows, int64_t bytes)
{
    int64_t strip = 3 * SL_VECTOR_BYTES;
    return SL_VECTOR_BYTES + 2 * rows * ((bytes + strip - 1) / strip) * strip;
}

struct sl_column_args { /* her2k_column, he_column, band */
    struct sl_args head;
    int64_t first; /* column of the matrix in which the tile begins */
    int64_t nb;    /* columns of a tile in the list */
    int64_t top;   /* he_column, upper part: its first row; her2k_column, A full: the first row */
    int64_t count; /* her2k_column: columns of X and Z */
    bool full;     /* her2k_column: A has both triangles */
    starling_uplo uplo; /* he_column: the triangle that is given */
};

/* The reduction to tridiagonal form. Indices are those of the matrix, from 0. */
struct sl_hetrd_args { /* hetrd_panel, hetrd_update */
    struct sl_args head;
    int64_t first, count; /* the first column of the panel, and its reflectors */
    int64_t column, nb;   /* the first column of the task's tile, and columns of each tile */
    bool begins;          /* panel: the first one of its block column */
    struct sl_team *team; /* panel */
};

struct sl_diagonals_args { /* diagonals */
    struct sl_args head;
    int64_t n, off; /* elements of the diagonal, and of the one beside it */
    int64_t nb;     /* columns of a tile */
    bool upper;     /* that is above, else below */
};

/* ---- Stage 2 ------------------------------------------------------------------------------- */

struct sl_band_args { /* band_copy, band_diagonals */
    struct sl_args head;
    int64_t n, kd;
    int64_t width;  /* of the tiles of the second matrix: AB, or the windows */
    int64_t column; /* band_copy: the first column of the window */
    int64_t first;  /* band_copy: the first column of the first tile of AB */
    bool upper;     /* band_diagonals: the windows are those of an upper band */
};

/* Bulge chasing of an upper band: element (i, j) is in row i - j + 2 kd - 1 of column j of the windows,
 * which have 3 kd rows. */
static inline int64_t sl_upper_place(int64_t kd, int64_t i, int64_t j)
{
    return i - j + 2 * kd - 1 + j * 3 * kd;
}
/* Workspace of a task of bulge chasing, in multiples of kd */
enum { SL_CHASE_WORK = 6 };

/* Sweep `sweep` + g makes steps `step` - g ... `step` + `steps` - g - 1, for g = 0 ... `sweeps` - 1.
 * It stays one step behind the sweep before it. */
struct sl_hb2st_args { /* hb2st, gb2bd */
    struct sl_args head;
    int64_t n, kd;
    int64_t sweep, sweeps, step, steps;
    int64_t column;   /* of the band: the first one of the first window */
    int64_t v_column; /* of the tile of V2: that of sweep `sweep` */
    bool vectors;     /* the reflectors go to V2, those from the right to P2 */
};

/* All of it in one task on a GPU, which has kernels for some band widths. */
struct sl_hb2st_band_args {
    struct sl_args head;
    int64_t n, kd;
    int64_t ab_tiles, ab_width; /* the tiles of AB, and their columns */
    int64_t v_tiles, v_width;   /* the same of V2; no tiles: it is not wanted */
};
enum { SL_HB2ST_TILES = 128 };
static inline bool sl_has_hb2st_band(int64_t kd, int64_t v_tiles)
{
    return (kd == 32 || kd == 64) && v_tiles <= SL_HB2ST_TILES;
}

/* The number of reflectors of a sweep. Reflector t of sweep s acts on rows s + 1 + t kd ... */
static inline int64_t sl_hb2st_count(int64_t n, int64_t kd, int64_t s)
{
    return s + 1 < n ? (n - 2 - s) / kd + 1 : 0;
}
/* The steps from ... to - 1 of the g-th sweep of a task. */
struct sl_steps {
    int64_t from, to;
};
static inline struct sl_steps sl_hb2st_steps(const struct sl_hb2st_args *p, int64_t g)
{
    int64_t count = sl_hb2st_count(p->n, p->kd, p->sweep + g);
    return (struct sl_steps){SL_MAX(0, p->step - g), SL_MIN(count, p->step + p->steps - g)};
}

/* The diamonds of sweeps `sweep` ... `sweep` + `sweeps` - 1. Their columns of V2 begin in column
 * v_column of the first tile of the task. Tiles are `width` columns wide. */
struct sl_diamond_args { /* larft_hb2st, unmtr_hb2st */
    struct sl_args head;
    int64_t n, kd;
    int64_t sweep, sweeps;
    int64_t v_column, width;
    starling_trans trans;
};

/* Sweeps of a diamond: the sums over its rows stay in registers. */
enum { SL_DIAMOND_SWEEPS = 4 };
/* Diamonds of a wave: the rows in use of a strip of C stay in the first cache. */
enum { SL_DIAMOND_WAVE = 4 };

/* Step t of a group goes in wave t + 0 ... SL_DIAMOND_WAVE - 1. */
static inline int64_t sl_diamond_waves(const struct sl_diamond_args *p)
{
    return sl_hb2st_count(p->n, p->kd, p->sweep) + SL_DIAMOND_WAVE - 1;
}
/* Places for diamonds, some of which stay empty. */
static inline int64_t sl_diamond_places(const struct sl_diamond_args *p)
{
    int64_t sweeps = SL_DIAMOND_WAVE * SL_DIAMOND_SWEEPS;
    return (p->sweeps + sweeps - 1) / sweeps * SL_DIAMOND_WAVE * sl_diamond_waves(p);
}
/* Rows of a place: which rows of the matrix it has, T, and V. */
static inline int64_t sl_diamond_rows(int64_t kd)
{
    return 1 + SL_DIAMOND_SWEEPS + kd + SL_DIAMOND_SWEEPS - 1;
}

/* Orthogonal blocks of these sweeps: block X has the reflectors of `steps` steps from X `steps` on.
 * Its rows of C begin with row sweep + X steps kd. It leaves that row as it is: blocks so begin in
 * even rows, which makes products faster. */
struct sl_block_args { /* form_hb2st, multiply_hb2st */
    struct sl_args head;
    int64_t n, kd;
    int64_t sweep, sweeps, steps;
    int64_t v_column, width; /* as above */
    starling_trans trans;
};
enum { SL_BLOCK_KD = 64 }; /* the largest band width that form_hb2st has a kernel for on GPUs */
static inline int64_t sl_block_order(const struct sl_block_args *p)
{
    return p->steps * p->kd + p->sweeps;
}
static inline int64_t sl_block_count(const struct sl_block_args *p)
{
    return (sl_hb2st_count(p->n, p->kd, p->sweep) + p->steps - 1) / p->steps;
}
static inline int64_t sl_block_first(const struct sl_block_args *p, int64_t block)
{
    return p->sweep + block * p->steps * p->kd;
}
static inline int64_t sl_block_rows(const struct sl_block_args *p, int64_t block)
{
    return SL_MIN(sl_block_order(p), p->n - sl_block_first(p, block));
}

/* ---- The tridiagonal matrix ---------------------------------------------------------------- */

/* Real numbers of workspace for each column of the node; a product has U behind them. */
enum { SL_STEDC_WORK = 6 };

/* A merge of divide and conquer has one of two kinds. A symmetric one is D + rho z z^T. That of singular
 * values is an arrow: D with the row z in the place of its first row, which is zero. Such a node has the
 * order n and a last row of zeros, unless it has the last row of the matrix. The zero singular value
 * of this row is the first one. It is stored as SL_NO_ROW, so that it stays the first one. */
enum { SL_NO_ROW = -1 };

struct sl_stedc_args {
    struct sl_args head;
    bool svd;        /* singular values */
    bool left;       /* copy, product: left singular vectors; else right ones */
    bool descending; /* leaf, order, unscale: values; else ascending */
    int64_t row;    /* of the node in the matrix: its first one */
    int64_t order;  /* of the node */
    int64_t upper;  /* of its upper half */
    int64_t column; /* the first of this block in the node */
    int64_t width;  /* of the block columns; the last one may have less */
    int64_t blocks; /* of the list */
    int64_t products; /* product: the other list before it */
};

/* A leaf of a bidiagonal matrix. */
struct sl_bdsdc_args {
    struct sl_args head;
    int64_t row;           /* of the block in the matrix: its first one */
    int64_t columns, rows; /* rows: one less, unless it is the last block */
    bool descending;       /* the values */
    bool left, right;      /* which vectors are wanted */
};
/* Numbers that a leaf of so many columns needs as workspace, and integers. */
static inline int64_t sl_bdsdc_work(int64_t n)
{
    return (5 * n + 9) * n;
}
static inline int64_t sl_bdsdc_places(int64_t n)
{
    return 8 * n;
}

/* stebz. A GPU counts at so many points first, and at about so many, or 2 n, in each step that follows.
 * It is a constant, for the last bits of the result depend on it. */
enum { SL_STEBZ_POINTS = 65536 };
struct sl_stebz_args {
    struct sl_args head;
    int64_t n;
};

#endif
