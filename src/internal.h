/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Private types: what a matrix and a sequence are, and the one way tasks are submitted.
 * Names: sl_ + name for what several files share, no prefix for statics. */

#ifndef SL_INTERNAL_H
#define SL_INTERNAL_H

#include <locale.h>
#include <stdbool.h>
#include <starpu.h>
#include "starling.h"

#define SL_MIN(a, b) ((a) < (b) ? (a) : (b))
#define SL_MAX(a, b) ((a) > (b) ? (a) : (b))

/* On a simulated machine tasks take their time but compute nothing: tiles hold no numbers and
 * nobody looks at them. */
#ifdef STARPU_SIMGRID
enum { SL_SIMULATED = true };
#else
enum { SL_SIMULATED = false };
#endif

/* ---- Errors -------------------------------------------------------------------------- */

/* Calls the user's handler and returns info. */
int sl_error(const char *routine, int info, const char *message);
void sl_error_after_fork(void); /* in the child */

/* What a message tells of an argument: its value, a matrix' shape, of addresses only NULL. */
struct sl_value {
    char text[120];
};
struct sl_value sl_value_number(int64_t number);
struct sl_value sl_value_letter(int64_t letter);
struct sl_value sl_value_address(const void *address);
struct sl_value sl_value_matrix(const starling_matrix *A);
#define SL_VALUE(argument)                                                                   \
    _Generic((argument), int: sl_value_number, int64_t: sl_value_number,                     \
             char: sl_value_letter, unsigned: sl_value_letter, /* unsigned: an enumeration */ \
             starling_matrix *: sl_value_matrix, default: sl_value_address)(argument)

/* Info of a bad argument. The message: 'argument 4 (lda) of starling_dpotrf is 3, but must be ',
 * and what it must be, a format and its values. */
__attribute__((format(printf, 5, 6))) int sl_bad_argument(const char *routine, int position,
                                                          const char *name, struct sl_value value,
                                                          const char *format, ...);
#define SL_ARG_OF(routine, position, argument, condition, ...)                               \
    do {                                                                                     \
        if (!(condition))                                                                    \
            return sl_bad_argument(routine, position, #argument, SL_VALUE(argument),         \
                                   __VA_ARGS__);                                             \
    } while (0)
#define SL_ARG(position, argument, condition, ...)                                           \
    SL_ARG_OF(__func__, position, argument, condition, __VA_ARGS__)

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
    int p, q;    /* tile (i, j) belongs to process (i mod p) + p (j mod q) */
    starpu_data_handle_t *tile; /* mt x nt, by columns */
    starpu_data_handle_t *ipiv; /* row interchanges of each step of getrf, NULL: not factored */
    bool shared; /* the application has handles of tiles */
    starling_matrix *rows; /* its value, or NULL: it is in its tiles alone */
    starling_matrix *next; /* of the matrices that are another one's rows */
};

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
/* LU works on square tiles, or on block columns: tiles as high as the matrix. */
static inline bool sl_lu_tiles(const starling_matrix *A)
{
    return A->mt <= 1 || A->mb == A->nb;
}
size_t sl_sizeof(starling_precision prec);
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
#define SL_A_SEQUENCE "a sequence, from starling_sequence_create()"
#define SL_A_MATRIX "a matrix"
#define SL_SQUARE_TILES "a square matrix in square tiles (mb = nb)"
#define SL_LU_TILES "a matrix in square tiles (mb = nb) or block columns (mb at least m)"
#define SL_FACTORED "a square matrix that starling_getrf() has factored"
#define SL_OTHER_THAN_A "another matrix than A, of the same precision"

/* A matrix of the shape, array and home of `like`, with tiles of its own; info. */
int sl_matrix_make(starling_matrix **out, const starling_matrix *like);

/* Rows that come home before the rest (rows.c). */
bool sl_comes_by_rows(const starling_matrix *A); /* whether it may */
/* Rows from ... end - 1 of A's array as a matrix of their own; NULL: no memory. */
starling_matrix *sl_rows_of(const starling_matrix *A, int64_t from, int64_t end);
/* Rows that tasks submitted so far write come home when they are written. */
void sl_rows_come(starling_matrix *rows);
/* They are no longer A's value. What is to come still does, before tasks submitted from here on
 * write A. */
void sl_rows_forget(starling_sequence *seq, starling_matrix *A);
/* Waits; A's tiles then are what is in its array. */
void sl_rows_land(starling_matrix *A);

/* LAPACK's interchanges of an m x n matrix: each is with a row at or below its own. */
bool sl_valid_ipiv(int64_t m, int64_t n, const int64_t *ipiv);
#define SL_VALID_IPIV "numbers with i <= ipiv[i - 1] <= m for i = 1, 2, ... min(m, n)"
/* Gives up the interchanges of A: after the tasks submitted so far, or (no sequence) now. */
void sl_lu_forget(starling_sequence *seq, starling_matrix *A);
extern int64_t sl_joined_from; /* rows and columns, see getrf.c; tests change it */
/* Frees a matrix of Starling's own once the tasks submitted so far are done, without waiting. */
void sl_matrix_free(starling_sequence *seq, starling_matrix *A);

/* ---- Sequences ----------------------------------------------------------------------- */

struct starling_sequence {
    starpu_pthread_mutex_t mutex;
    starpu_pthread_cond_t idle; /* pending reached 0 */
    int64_t pending;            /* tasks submitted and not finished */
    bool active;                /* the runtime was woken for this sequence */
    bool waits;                 /* nothing comes between its only operation and the wait for it */
    starling_progress so_far;   /* since the last wait */
    int64_t step;               /* of the algorithm that submits */
    int64_t operations;         /* operations submitted so far: orders their failures */
    int64_t failure;            /* smallest key of a numerical failure, INT64_MAX: none */
    bool stopped;               /* one after which nothing makes sense */
    int error;                  /* first bad argument or runtime failure, 0: none */
    struct sl_record *record;   /* NULL: nothing is recorded */
};

/* A numerical failure is a key: the operation that failed first in program order wins, then
 * the smallest index within it. */
#define SL_INDEX_BITS 40
/* Opens a new operation; index i in it has the key sl_operation(seq) + i. */
int64_t sl_operation(starling_sequence *seq);
/* stops: no further task is taken, for the numbers are meaningless; else (an exact zero among
 * LU's pivots, say) the graph is completed, as LAPACK does. */
void sl_numerical_failure(starling_sequence *seq, int64_t key, bool stops);
void sl_sequence_idle(starling_sequence *seq); /* waits, and leaves failures as they are */
/* Waits and frees; a failure is reported under the name of the routine that was called. */
int sl_sequence_close(starling_sequence *seq, const char *routine);
/* Records and returns a bad argument or runtime failure. */
int sl_sequence_error(starling_sequence *seq, int info);
bool sl_failed(starling_sequence *seq); /* takes no further task */
/* Of the tasks that have run, one has failed, in LAPACK's sense or for the runtime. */
bool sl_has_failed(starling_sequence *seq);

/* A bad argument of an operation: nothing is submitted, and the sequence knows. */
#define SL_SEQ_ARG_OF(routine, seq, position, argument, condition, ...)                      \
    do {                                                                                     \
        if (!(condition))                                                                    \
            return sl_sequence_error(seq, sl_bad_argument(routine, position, #argument,      \
                                                          SL_VALUE(argument), __VA_ARGS__)); \
    } while (0)
#define SL_SEQ_ARG(seq, position, argument, condition, ...)                                  \
    SL_SEQ_ARG_OF(__func__, seq, position, argument, condition, __VA_ARGS__)

/* Runs submit with a sequence of its own, as the synchronous form of an operation. */
#define SL_SYNCHRONOUS(submit)                                                               \
    do {                                                                                     \
        starling_sequence *seq;                                                              \
        int info = starling_sequence_create(&seq);                                           \
        if (info != 0)                                                                       \
            return info;                                                                     \
        seq->waits = true;                                                                   \
        info = submit;                                                                       \
        int end = sl_sequence_close(seq, __func__);                                          \
        return info != 0 ? info : end;                                                       \
    } while (0)

/* ---- Tasks --------------------------------------------------------------------------- */

/* The head of every codelet's arguments. `variant` (transposes, side, ...) is mixed into the
 * footprint, so that each variant has its own measured time. */
struct sl_args {
    starling_sequence *seq;
    uint32_t variant;
    uint32_t size; /* stands for the data's sizes in the footprint; 0: they do themselves */
    /* sl_submit() fills these in: */
    int64_t index; /* in the sequence's recording, -1: none */
    int64_t number; /* of the sequence's tasks, from 1 */
    double flops;
    int data; /* how many the task has */
};

enum { SL_MAX_HANDLES = 16, SL_LISTS = 2, SL_WORKER_WORDS = (STARPU_NMAXWORKERS + 31) / 32 };
struct sl_datum {
    starpu_data_handle_t handle;
    enum starpu_data_access_mode mode;
};
struct sl_list {
    const starpu_data_handle_t *handle;
    int64_t count;
    enum starpu_data_access_mode mode;
};
struct sl_task {
    starling_sequence *seq;
    struct starpu_codelet *cl;
    const void *args; /* copied */
    size_t args_size;
    int priority;
    double flops;
    sl_tile at; /* the written tile: names, owner, coordinates */
    struct sl_datum data[SL_MAX_HANDLES]; /* up to the first NULL */
    struct sl_list list[SL_LISTS];        /* after these */
    uint32_t *workers; /* the only ones that may take it: bits, as StarPU's; NULL: all */
    bool gpu_only;     /* for it does little with data that are in GPUs' memory */
};

/* A tile and those below it. */
static inline struct sl_list sl_column_from(sl_tile t, enum starpu_data_access_mode mode)
{
    return (struct sl_list){&t.of->tile[t.i + t.j * t.of->mt], t.of->mt - t.i, mode};
}

/* The data of a task in the order kernels find them. */
static inline int sl_fixed_data(const struct sl_task *t)
{
    int count = 0;
    while (count < SL_MAX_HANDLES && t->data[count].handle)
        count++;
    return count;
}
static inline int sl_data_count(const struct sl_task *t)
{
    int64_t count = sl_fixed_data(t);
    for (int l = 0; l < SL_LISTS; l++)
        count += t->list[l].count;
    return (int)count;
}
static inline struct sl_datum sl_datum_of(const struct sl_task *t, int i)
{
    int fixed = sl_fixed_data(t);
    const struct sl_list *list = t->list;
    if (i < fixed)
        return t->data[i];
    for (i -= fixed; i >= list->count; list++)
        i -= (int)list->count;
    return (struct sl_datum){list->handle[i], list->mode};
}

/* The one way in. A sequence that has failed takes no further task; what goes wrong here is
 * remembered in the sequence, so that algorithms need no checks of their own. False: it will
 * not run. */
bool sl_submit(const struct sl_task *task);

/* Fills in what the head of a task's arguments lacks. */
void sl_complete_args(const struct sl_task *task, int64_t number, struct sl_args *args);

/* Tasks that the caller's thread runs itself (caller.c); false: it was not run. */
bool sl_is_callers(const struct sl_task *task);
bool sl_run_by_caller(const struct sl_task *task);

/* Tile t has its final value: bring it back to the user's array while the rest goes on. */
void sl_write_back(starling_sequence *seq, sl_tile t);

/* Looks at a variable of the graph, an int, once it is there, on no worker: a value other
 * than 0 is a numerical failure with the given key + value. */
void sl_submit_info(starling_sequence *seq, starpu_data_handle_t info, int64_t key, bool stops);

/* What is submitted from here on belongs to this step of the algorithm's outer loop. */
static inline void sl_step(starling_sequence *seq, int64_t step)
{
    seq->step = step;
}

/* ---- Recordings (record.c), for sequence.c ----------------------------------------------- */

/* Records a task before it is submitted; its index, -1: no memory. The mutex is held. */
int64_t sl_record_task(starling_sequence *seq, const struct sl_task *t,
                       struct starpu_task *task);
/* In the callback of that task: where and when it ran. The mutex is held. */
void sl_record_done(starling_sequence *seq, int64_t index);
void sl_record_forget(starling_sequence *seq, starpu_data_handle_t handle);
bool sl_record_only(const starling_sequence *seq); /* tasks are recorded and not run */
void sl_record_free(starling_sequence *seq);

/* ---- Temporaries of an operation, freed once the tasks submitted so far are done -------- */

/* The interchanges of a factored A as one permutation: where each row goes. */
starpu_data_handle_t sl_permutation_of(starling_matrix *A, starling_sequence *seq);
/* B = op(T)^-1 B with a triangle T of the factors of A; triangular: B is a lower triangle of
 * tiles before and after (T = L). */
void sl_substitute(starling_uplo uplo, starling_trans trans, starling_matrix *A, bool triangular,
                   starling_matrix *B, starling_sequence *seq);

starpu_data_handle_t sl_temporary(int64_t m, int64_t n, size_t size);
void sl_temporary_free(starling_sequence *seq, starpu_data_handle_t handle);
/* Waits for all that is to happen to a datum, fetches included; W: its value is of no use. */
void sl_data_settle(starpu_data_handle_t handle, enum starpu_data_access_mode mode);

struct sl_triangle {
    starling_uplo uplo;
    starling_trans trans;
    starling_diag diag;
};
/* B = alpha op(T)^-1 B with triangles T of A, one after the other, in one task, in which a GPU reads each
 * once: where the only GPU has the matrix and a vector as arrays. */
bool sl_is_trsv(const starling_matrix *A, const starling_matrix *B);
void sl_trsv(double _Complex alpha, int count, const struct sl_triangle *triangle,
             starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/* ---- Context ------------------------------------------------------------------------- */

locale_t sl_numbers_enter(void); /* before what reads or writes measurements; uselocale() goes back */
bool sl_forked(void); /* the runtime is that of the parent: nothing of StarPU may be called */
int sl_error_forked(const char *routine);

int sl_require_init(void);          /* lazy initialisation */
int sl_object_created(void);        /* the same, and counts a matrix or sequence */
void sl_object_destroyed(void);
void sl_runtime_enter(void);        /* wake the workers, one BLAS thread */
void sl_runtime_leave(void);        /* the last one lets them sleep, BLAS as it was */
void sl_blas_enter(void);           /* one BLAS thread, and workers as they are */
void sl_blas_leave(void);
/* The same as enter, where a datum of A may need workers before it can be used here: a copy from a GPU,
 * or the first value of a tile of Starling's own. */
bool sl_runtime_enter_for(const starling_matrix *A);
void sl_runtime_keep_awake(void);   /* until the end: the application has tasks of its own */
int sl_cuda_node(int device);       /* StarPU's memory node of a CUDA device, -1: none */
bool sl_has_cuda(void);
bool sl_cuda_holds(double bytes);   /* whether all GPUs together have so much memory */
bool sl_only_main_memory(void);     /* no GPU, no disk, and one NUMA node that StarPU knows */
/* A block column stays on one GPU, only factored ones travel: the workers that may write it, for
 * sl_task; NULL: all (a tile that is no whole column, or less than two GPUs). */
uint32_t *sl_owners(sl_tile t);
/* The tiles are parts of one array in the memory of the only GPU. */
bool sl_is_one_array(const starling_matrix *A);
bool sl_traced(void);               /* FxT takes part: tasks and data tell it more */

/* ---- Memory (memory.c) ----------------------------------------------------------------- */

/* Whether the tiles of A and what StarPU needs for each can be had; 0, or STARLING_ENOMEM after a
 * sentence. */
int sl_memory_check(const starling_matrix *A);
/* Matrices with tiles of their own: what has not been written of them is memory still to come. */
void sl_promise_add(starling_matrix *A);
void sl_promise_remove(starling_matrix *A);
/* Addresses for so many workers, before they start. */
bool sl_memory_for_workers(int workers, char *why, size_t size);
/* From here on StarPU's memory comes from malloc(), and where that fails from a reserve. */
void sl_reserve_open(void);
void sl_reserve_close(void); /* StarPU has stopped */

#endif
