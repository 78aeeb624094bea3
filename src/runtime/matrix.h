/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrices and their tiles. */

#ifndef SL_MATRIX_H
#define SL_MATRIX_H

#include "cluster.h"
#include "distribution.h"
#include "runtime.h"

/* ---- Matrices ------------------------------------------------------------------------ */

struct starling_matrix {
    starling_precision prec;
    int64_t m, n, mb, nb; /* elements */
    int64_t mt, nt;       /* tiles */
    char *a;              /* the user's array, NULL when Starling owns the tiles */
    int64_t lda;
    char *own;       /* memory of Starling's tiles at home; NULL: StarPU allocates each tile */
    int64_t leaving; /* sl_matrix_free(): tiles that still use `own` */
    starling_matrix *promised; /* the next matrix with memory in `own` */
    int home;    /* StarPU memory node of the array or of `own`, -1 if StarPU allocates tiles */
    bool pinned; /* the library has page-locked a */
    struct sl_distribution distribution; /* which GPU owns which tile */
    struct sl_grid grid;                 /* which process owns which tile */
    starpu_data_handle_t *tile;          /* mt x nt, by columns */
    bool shared;                         /* the application has handles of tiles */
    struct sl_attachment *attachment;    /* the first of a list */
};

/* ---- Attachments ----------------------------------------------------------------------- */

/* Data that a matrix has besides its tiles, such as the interchanges of LU. */
struct sl_attachment {
    const struct sl_attachment_kind *kind;
    struct sl_attachment *next;
};
struct sl_attachment_kind { /* NULL: nothing to do */
    /* Called before a task is submitted that writes tiles of A. */
    void (*written)(starling_matrix *A, struct sl_attachment *attachment, starling_sequence *seq);
    /* Called before tiles of A are used outside of tasks: waits until they have their value. */
    void (*settle)(starling_matrix *A, struct sl_attachment *attachment);
    /* Frees the attachment: after the tasks submitted so far, or at once if seq is NULL. */
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

/* A tile, as algorithms pass it to the insertion of tasks. */
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
/* Whether two dimensions are cut in the same way: same number of tiles, and same size. */
static inline bool sl_same_cut(int64_t pieces, int64_t size, int64_t pieces2, int64_t size2)
{
    return pieces == pieces2 && (pieces <= 1 || size == size2);
}
static inline bool sl_square_tiles(const starling_matrix *A)
{
    return A->m == A->n && sl_same_cut(A->mt, A->mb, A->nt, A->nb);
}
/* The elements of a matrix that no routine for matrices gets: int. */
#define SL_INT ((starling_precision)(STARLING_Z + 1))
static inline size_t sl_sizeof(starling_precision prec)
{
    static const size_t size[] = {4, 8, 8, 16, sizeof(int)};
    return size[prec];
}
static inline bool sl_is_complex(starling_precision prec)
{
    return prec == STARLING_C || prec == STARLING_Z;
}
static inline starling_precision sl_real_precision(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? STARLING_S : STARLING_D;
}
/* A scalar, rounded to the precision. */
static inline double _Complex sl_scalar(starling_precision prec, double _Complex s)
{
    bool single = prec == STARLING_S || prec == STARLING_C;
    double _Complex narrow = single ? (float _Complex)s : s;
    return sl_is_complex(prec) ? narrow : __real__ narrow;
}
/* Element i of an array of any precision. */
static inline double _Complex sl_element(starling_precision prec, const void *a, int64_t i)
{
    return prec == STARLING_S   ? (double _Complex)((const float *)a)[i]
           : prec == STARLING_D ? (double _Complex)((const double *)a)[i]
           : prec == STARLING_C ? (double _Complex)((const float _Complex *)a)[i]
                                : ((const double _Complex *)a)[i];
}
static inline void sl_set_element(starling_precision prec, void *a, int64_t i, double _Complex x)
{
    if (prec == STARLING_S)
        ((float *)a)[i] = (float)__real__ x;
    else if (prec == STARLING_D)
        ((double *)a)[i] = __real__ x;
    else if (prec == STARLING_C)
        ((float _Complex *)a)[i] = (float _Complex)x;
    else
        ((double _Complex *)a)[i] = x;
}
static inline bool sl_valid_uplo(starling_uplo uplo)
{
    return uplo == STARLING_LOWER || uplo == STARLING_UPPER;
}
static inline bool sl_valid_trans(starling_trans trans)
{
    return trans == STARLING_NOTRANS || trans == STARLING_TRANS || trans == STARLING_CONJTRANS;
}
/* A transpose of Q. A may be NULL, which is the next argument. */
static inline bool sl_is_trans_of_q(starling_trans trans, bool is_complex)
{
    return trans == STARLING_NOTRANS || trans == STARLING_CONJTRANS ||
           (trans == STARLING_TRANS && !is_complex);
}
static inline bool sl_is_qr_trans(starling_trans trans, const starling_matrix *A)
{
    return sl_is_trans_of_q(trans, A && sl_is_complex(A->prec));
}
static inline bool sl_valid_norm(starling_norm norm)
{
    return norm == STARLING_MAX_NORM || norm == STARLING_ONE_NORM || norm == STARLING_INF_NORM ||
           norm == STARLING_FROBENIUS_NORM;
}
/* Requirements on arguments, for the messages of several routines. */
#define SL_A_MATRIX "a matrix"
#define SL_QR_TRANS "N or C; real: or T"
#define SL_SQUARE_TILES "a square matrix in square tiles (mb = nb)"
#define SL_OTHER_THAN_A "another matrix than A, of the same precision"

/* ---- Places (distribution.c) ---------------------------------------------------------- */

enum { SL_WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };
void sl_places_describe(void); /* once StarPU is up */
/* Block columns that are higher than wide go to the GPUs, with any scheduler. The shape of A must
 * be known. */
struct sl_distribution sl_distribution_of(const starling_matrix *A);
/* Tells StarPU the row and the column of a tile, and its place if there are several. */
void sl_set_coordinates(sl_tile t);
int sl_tile_place(sl_tile t);                               /* 0 if there is one */
void sl_place_on(starpu_data_handle_t handle, int place); /* for other data */
/* The workers that may write a tile, as StarPU's bits: those of its GPU, and CPU workers. NULL:
 * all, or the policy knows the place. */
uint32_t *sl_owner_workers(sl_tile t);
/* The workers of the GPU with this memory node, and CPU workers. */
uint32_t *sl_node_workers(int node);
/* The same of one GPU, that of A's home if it has one, for tasks that need all of A. NULL: all workers. */
uint32_t *sl_one_gpu_workers(const starling_matrix *A);
/* Whether the matrix is one array in the memory of the only GPU. */
bool sl_is_one_array(const starling_matrix *A);

/* Whether this process owns the tile (cluster.c). */
bool sl_is_here(sl_tile t);

/* ---- Making and freeing --------------------------------------------------------------- */

/* Makes a matrix with the shape, array and home of `like`, and new handles. It takes the
 * distribution of `like` too, unless p is 0. Returns info. */
int sl_matrix_make(starling_matrix **out, const starling_matrix *like);

/* Makes a matrix over an array in a memory node. A host array is page-locked if there are GPUs. The
 * library runs, and the arguments have been checked. Returns info. */
int sl_matrix_over(starling_matrix **A, starling_precision prec, int64_t m, int64_t n, void *a,
                   int64_t lda, int64_t mb, int64_t nb, int node);

/* Calls sl_runtime_enter() if workers may be needed before tiles of A can be used here: to
 * copy them from a GPU, or to give them their first value. Returns whether it did. */
bool sl_runtime_enter_for(const starling_matrix *A);
/* Waits for all tasks and copies of a datum. Mode STARPU_W: its value is not needed. */
void sl_data_settle(starpu_data_handle_t handle, enum starpu_data_access_mode mode);
/* Frees a datum whose value is not needed. */
void sl_data_discard(starpu_data_handle_t handle);
/* Frees a temporary matrix after the tasks submitted so far. Does not wait. */
void sl_matrix_free(starling_sequence *seq, starling_matrix *A);

#endif
