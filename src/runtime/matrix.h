/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a matrix is, and its tiles. */

#ifndef SL_MATRIX_H
#define SL_MATRIX_H

#include "distribution.h"
#include "runtime.h"

/* ---- Matrices ------------------------------------------------------------------------ */

struct starling_matrix {
    starling_precision prec;
    int64_t m, n, mb, nb; /* elements */
    int64_t mt, nt;       /* tiles */
    char *a;              /* the user's array, NULL when Starling owns the tiles */
    int64_t lda;
    char *own;   /* tiles of Starling's, one after the other; NULL: StarPU has memory for each */
    int64_t leaving; /* tiles that have not yet left `own` */
    starling_matrix *promised; /* the next matrix that has such tiles */
    int home;    /* StarPU memory node of the array, -1 when owned */
    bool pinned; /* a was page-locked here */
    struct sl_distribution distribution; /* which GPU has which tile */
    starpu_data_handle_t *tile; /* mt x nt, by columns */
    bool shared; /* the application has handles of tiles */
    struct sl_attachment *attachment; /* the first one */
};

/* ---- Attachments ----------------------------------------------------------------------- */

/* What a matrix carries besides its tiles, such as the interchanges of LU. */
struct sl_attachment {
    const struct sl_attachment_kind *kind;
    struct sl_attachment *next;
};
struct sl_attachment_kind { /* NULL: nothing to do */
    /* A task that writes tiles of A is about to be submitted. */
    void (*written)(starling_matrix *A, struct sl_attachment *attachment, starling_sequence *seq);
    /* A's tiles are about to be used outside of tasks: waits until they can be. */
    void (*settle)(starling_matrix *A, struct sl_attachment *attachment);
    /* Frees it: after the tasks submitted so far, or (seq is NULL) now. */
    void (*free)(struct sl_attachment *attachment, starling_sequence *seq);
};
void sl_attach(starling_matrix *A, struct sl_attachment *attachment);
/* The attachment of that kind, NULL: none. */
struct sl_attachment *sl_attached(const starling_matrix *A, const struct sl_attachment_kind *kind);
void sl_detach(starling_matrix *A, struct sl_attachment *attachment); /* it is not freed */
void sl_attachments_written(starling_matrix *A, starling_sequence *seq);
void sl_attachments_settle(starling_matrix *A);
void sl_attachments_free(starling_matrix *A, starling_sequence *seq);

/* ---- Tiles ----------------------------------------------------------------------------- */

/* One tile, as algorithms pass it to task insertion. */
typedef struct {
    starling_matrix *of;
    int64_t i, j;
} sl_tile;

static inline sl_tile sl_tile_of(starling_matrix *A, int64_t i, int64_t j)
{
    return (sl_tile){A, i, j};
}
static inline starpu_data_handle_t sl_handle(sl_tile t)
{
    return t.of->tile[t.i + t.j * t.of->mt];
}
static inline int64_t sl_rows(sl_tile t)
{
    return SL_MIN(t.of->mb, t.of->m - t.i * t.of->mb);
}
static inline int64_t sl_cols(sl_tile t)
{
    return SL_MIN(t.of->nb, t.of->n - t.j * t.of->nb);
}
/* Two dimensions are cut alike: into as many pieces, of one size if there are several. */
static inline bool sl_same_cut(int64_t pieces, int64_t size, int64_t pieces2, int64_t size2)
{
    return pieces == pieces2 && (pieces <= 1 || size == size2);
}
static inline bool sl_square_tiles(const starling_matrix *A)
{
    return A->m == A->n && sl_same_cut(A->mt, A->mb, A->nt, A->nb);
}
static inline size_t sl_sizeof(starling_precision prec)
{
    static const size_t size[] = {4, 8, 8, 16};
    return size[prec];
}
static inline bool sl_is_complex(starling_precision prec)
{
    return prec == STARLING_C || prec == STARLING_Z;
}
/* A scalar as kernels of that precision see it. */
static inline double _Complex sl_scalar(starling_precision prec, double _Complex s)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
    double _Complex narrow = single ? (float _Complex)s : s;
    return sl_is_complex(prec) ? narrow : __real__ narrow;
}
static inline bool sl_valid_uplo(starling_uplo uplo)
{
    return uplo == STARLING_LOWER || uplo == STARLING_UPPER;
}
static inline bool sl_valid_trans(starling_trans trans)
{
    return trans == STARLING_NOTRANS || trans == STARLING_TRANS || trans == STARLING_CONJTRANS;
}
static inline bool sl_valid_norm(starling_norm norm)
{
    return norm == STARLING_MAX_NORM || norm == STARLING_ONE_NORM ||
           norm == STARLING_INF_NORM || norm == STARLING_FROBENIUS_NORM;
}
/* What the messages of several routines say that an argument must be. */
#define SL_A_MATRIX "a matrix"
#define SL_SQUARE_TILES "a square matrix in square tiles (mb = nb)"
#define SL_OTHER_THAN_A "another matrix than A, of the same precision"

/* ---- Places (distribution.c) ---------------------------------------------------------- */

enum { SL_WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };
void sl_places_describe(void); /* once StarPU is up */
/* Block columns, higher than wide, have a GPU each, whichever scheduler runs. A's shape is known. */
struct sl_distribution sl_distribution_of(const starling_matrix *A);
/* Tells StarPU the row and the column of a tile, and its place where there are several. */
void sl_set_coordinates(sl_tile t);
/* The workers that may write a tile, as StarPU's bits: those of its GPU, and the cores. NULL: all, or
 * the policy knows the place. */
uint32_t *sl_owner_workers(sl_tile t);
/* The tiles are parts of one array in the memory of the only GPU. */
bool sl_is_one_array(const starling_matrix *A);

/* ---- Making and freeing --------------------------------------------------------------- */

/* A matrix of the shape, array and home of `like`, with tiles of its own; info. Its distribution, too,
 * unless p is 0. */
int sl_matrix_make(starling_matrix **out, const starling_matrix *like);

/* sl_runtime_enter(), where a datum of A may need workers before it can be used here: a copy from
 * a GPU, or the first value of a tile of Starling's own. */
bool sl_runtime_enter_for(const starling_matrix *A);
/* Waits for all that is to happen to a datum, fetches included; W: its value is of no use. */
void sl_data_settle(starpu_data_handle_t handle, enum starpu_data_access_mode mode);
/* Frees a matrix of Starling's own once the tasks submitted so far are done, without waiting. */
void sl_matrix_free(starling_sequence *seq, starling_matrix *A);

#endif
