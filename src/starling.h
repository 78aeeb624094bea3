/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/**
 * @file starling.h
 * Starling: dense linear algebra as StarPU task graphs, on every core and GPU.
 *
 * Every operation comes in three forms:
 *  - `starling_potrf`         on matrix objects, returns when the result is there;
 *  - `starling_potrf_submit`  the same, but only submits tasks to a sequence;
 *  - `starling_dpotrf`        on LAPACK's column-major arrays (s, d, c, z), with LAPACK's
 *                             argument order and its characters for options.
 *
 * All return LAPACK's info:
 *  -  0      success;
 *  - -i      argument i (counted from 1) is wrong, nothing was touched;
 *  - +i      the routine's numerical failure, as its documentation says;
 *  - < -1000 the runtime failed (@ref starling_error); starling_strerror() has the words.
 *
 * Dimensions are in elements and 64 bits wide. Matrices are stored by columns. Functions may
 * be called from several threads at once; one sequence or matrix belongs to one thread at a
 * time. The library never exits or prints. It never aborts by itself; StarPU does where malloc()
 * fails for a record of its own, so memory is compared with what can be had before it is asked for.
 */

#ifndef STARLING_H
#define STARLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <complex>
#ifndef STARLING_COMPLEX_FLOAT
#define STARLING_COMPLEX_FLOAT std::complex<float>
#define STARLING_COMPLEX_DOUBLE std::complex<double>
#endif
extern "C" {
#else
#include <complex.h>
#ifndef STARLING_COMPLEX_FLOAT
#define STARLING_COMPLEX_FLOAT float _Complex
#define STARLING_COMPLEX_DOUBLE double _Complex
#endif
#endif

/** Single precision complex, with the layout of C's and C++'s own type. */
typedef STARLING_COMPLEX_FLOAT starling_complex_float;
/** Double precision complex, with the layout of C's and C++'s own type. */
typedef STARLING_COMPLEX_DOUBLE starling_complex_double;

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/** @defgroup types Options: each value is LAPACK's character
 * @{ */

/** Element type of a matrix: LAPACK's first letter. */
typedef enum {
    STARLING_S, /**< float */
    STARLING_D, /**< double */
    STARLING_C, /**< starling_complex_float */
    STARLING_Z  /**< starling_complex_double */
} starling_precision;

/** Which triangle is used; the other one is neither read nor written. */
typedef enum {
    STARLING_GENERAL = 'G', /**< both (laset, lacpy) */
    STARLING_UPPER = 'U',
    STARLING_LOWER = 'L'
} starling_uplo;

/** op(A): A, its transpose or its conjugate transpose. */
typedef enum {
    STARLING_NOTRANS = 'N',
    STARLING_TRANS = 'T',
    STARLING_CONJTRANS = 'C'
} starling_trans;

/** On which side of the unknown a triangular matrix stands. */
typedef enum { STARLING_LEFT = 'L', STARLING_RIGHT = 'R' } starling_side;

/** Whether a triangular matrix has ones, not stored, on its diagonal. */
typedef enum { STARLING_NONUNIT = 'N', STARLING_UNIT = 'U' } starling_diag;

/** What an eigenvalue routine computes. */
typedef enum {
    STARLING_VALUES = 'N', /**< eigenvalues only */
    STARLING_VECTORS = 'V' /**< eigenvalues and eigenvectors */
} starling_job;

/** Which eigenvalues are wanted. */
typedef enum {
    STARLING_ALL = 'A',
    STARLING_BY_INDEX = 'I', /**< numbers il to iu in ascending order, from 1 */
    STARLING_BY_VALUE = 'V'  /**< those in (vl, vu] */
} starling_range;

/** Which eigenvectors of a triangular matrix are computed. */
typedef enum {
    STARLING_ALL_VECTORS = 'A',   /**< those of T */
    STARLING_BACK_TRANSFORM = 'B' /**< those of Q T Q^H */
} starling_howmny;

/** Condition numbers of selected eigenvalues of a Schur form. */
typedef enum {
    STARLING_SENSE_NONE = 'N',
    STARLING_SENSE_VALUES = 'E',   /**< of their mean */
    STARLING_SENSE_SUBSPACE = 'V', /**< of their invariant subspace */
    STARLING_SENSE_BOTH = 'B'
} starling_sense;

/** What makes a general matrix better conditioned before its eigenvalues are computed. */
typedef enum {
    STARLING_BALANCE_NONE = 'N',
    STARLING_BALANCE_PERMUTE = 'P', /**< rows and columns are permuted: eigenvalues may be found */
    STARLING_BALANCE_SCALE = 'S',   /**< rows and columns get norms that are close */
    STARLING_BALANCE_BOTH = 'B'
} starling_balance;

/** Whether an eigenvalue is selected: not 0. Of a conjugate pair both are, or none. */
typedef int starling_select(double re, double im, void *data);

/** A factor of A = Q B P^H with a bidiagonal B. */
typedef enum {
    STARLING_OF_Q = 'Q',
    STARLING_OF_P = 'P' /**< products: with P; the matrix itself: P^H */
} starling_vect;

/** Matrix norms. */
typedef enum {
    STARLING_MAX_NORM = 'M', /**< largest absolute value (not a consistent norm) */
    STARLING_ONE_NORM = 'O', /**< largest column sum */
    STARLING_INF_NORM = 'I', /**< largest row sum */
    STARLING_FROBENIUS_NORM = 'F'
} starling_norm;

/** Return values below -1000: the runtime, not the arguments or the numbers, failed. */
typedef enum {
    STARLING_ENOMEM = -1001,   /**< out of memory */
    STARLING_ENOWORKER = -1002, /**< no worker can run a task: no core, no usable GPU */
    STARLING_EDEVICE = -1003,  /**< the device asked for is not one StarPU drives */
    STARLING_ERUNTIME = -1004, /**< StarPU refused to start or to take a task */
    STARLING_EBUSY = -1005,    /**< matrices or sequences still exist */
    STARLING_EGRID = -1006     /**< starling_mpi.h: the processes pass different arguments */
} starling_error;

/** @} */

/** @defgroup runtime Starting and stopping
 * @{ */

/**
 * Starts the runtime, or joins the one the application has started with starpu_init();
 * that one is never stopped by Starling. Pairs of init and finalize nest and may repeat.
 * Calling it is optional: the first use of the library does it.
 *
 * StarPU's environment variables hold (STARPU_NCPU, STARPU_NCUDA, STARPU_SCHED ...); without
 * STARPU_SCHED the library chooses a policy. Between the first and the last task of a
 * sequence BLAS runs on one thread; afterwards its own setting returns. StarPU's workers sleep
 * between operations: an application with StarPU tasks of its own calls starpu_init() before
 * Starling, or asks for tiles with starling_matrix_tile(), which keeps them awake.
 * A worker without a task yields its processor. A call that waits runs the tasks of a matrix of
 * one tile on the caller's thread (starling_sequence_use_caller()).
 *
 * fork() does not copy StarPU's threads. A child made while StarPU runs gets #STARLING_ERUNTIME
 * from every function that needs it; objects of the parent can be destroyed there. A child made
 * before the first use, or after the last starling_finalize() if no GPU was used, starts a runtime of
 * its own. In Python's multiprocessing choose the start method "spawn".
 *
 * StarPU would abort on a variable with a bad value, a folder for its measurements that cannot be
 * written (XDG_CACHE_HOME, STARPU_HOME or HOME) or a damaged file there. So these are looked at
 * first: a bad value, or a folder of STARPU_PERF_MODEL_DIR or _PATH, is #STARLING_ERUNTIME; a folder
 * for measurements is replaced by another one; a damaged file is renamed. The error handler gets a
 * sentence about each.
 *
 * @return 0, #STARLING_ENOWORKER, #STARLING_ERUNTIME, or #STARLING_ENOMEM where the stacks of
 *         workers and the buffers of BLAS have no room below ulimit -v or -d: 200 MiB a worker.
 */
int starling_init(void);

/**
 * Undoes one starling_init(); the last one stops the runtime if Starling started it.
 * @return 0, #STARLING_EBUSY while matrices or sequences exist (nothing is stopped then), or
 *         #STARLING_ERUNTIME after fork()
 */
int starling_finalize(void);

/** Number of CPU workers; starts the library if need be. 0 on failure. */
int starling_ncpu(void);

/** Number of CUDA devices the library drives; starts it if need be. 0 when there are none. */
int starling_ncuda(void);

/** Release of the library, "major.minor.patch". */
const char *starling_version(void);

/** The words for a value returned by any function here. The string is static. */
const char *starling_strerror(int info);

/**
 * Called when a function is about to return an info other than 0, once for each failure, and with
 * info = 0 for a notice: starling_init() has found a folder or a file that cannot be used, and goes on
 * without it, or starling_mpi_init() has found too few processors.
 * @param routine name of the function, e.g. "starling_potrf"; "starling_init" also where another
 *                function starts the library
 * @param info    the value; 0: a notice, nothing has failed
 * @param message a sentence, there until the handler returns; for a bad argument it has its name,
 *                its value and what it must be: "argument 4 (lda) of starling_dpotrf is 3, but
 *                must be at least 5, the rows of its array, and less than 2^31"; for an environment
 *                variable, its value and what is allowed
 * @param data    as given to starling_set_error_handler()
 */
typedef void (*starling_error_handler)(const char *routine, int info, const char *message,
                                       void *data);

/** Installs a handler for all threads; NULL (the default) is silence. */
void starling_set_error_handler(starling_error_handler handler, void *data);

/** @} */

/** @defgroup matrix Matrix objects
 * An m x n matrix cut into tiles of mb x nb elements; the last row and column of tiles may
 * be smaller. Each tile is a StarPU data handle.
 * @{ */

/** A matrix; opaque. */
typedef struct starling_matrix starling_matrix;

/**
 * A matrix over the user's host array, used in place: results appear there after
 * starling_matrix_sync() or starling_matrix_destroy(). While the object lives the array
 * belongs to it. Page-locked for as long when a GPU takes part.
 *
 * @param[out] A  the new matrix
 * @param prec    element type
 * @param m,n     order, >= 0
 * @param a       array of lda x n elements
 * @param lda     leading dimension, >= max(1, m), < 2^31
 * @param mb,nb   tile size, > 0; 0 lets the library choose. A tile has less than 2^31 rows and
 *                columns and less than 2^32 elements; sizes beyond m and n mean one tile
 * @return 0, -i, #STARLING_ENOMEM (StarPU takes 7 kB a tile) or what starling_init() returns
 */
int starling_matrix_wrap(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                         void *a, int64_t lda, int64_t mb, int64_t nb);

/**
 * The same over an array in the memory of CUDA device `device` (CUDA's number): tiles live
 * there and return there.
 * @return as starling_matrix_wrap(), and #STARLING_EDEVICE if StarPU does not drive it
 */
int starling_matrix_wrap_device(starling_matrix **A, starling_precision prec, int64_t m,
                                int64_t n, void *a, int64_t lda, int64_t mb, int64_t nb,
                                int device);

/**
 * A matrix whose tiles Starling allocates, each contiguous: at once where main memory is StarPU's only
 * one, else where they are first written. Until an operation writes it, it reads as zero.
 *
 * What is needed is compared with what the process can have: free memory of the machine, the limits
 * of control groups, ulimit -v and -d; with GPUs their memory too. The error handler gets both
 * numbers.
 * @return as starling_matrix_wrap(): #STARLING_ENOMEM for what cannot be had
 */
int starling_matrix_create(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                           int64_t mb, int64_t nb);

/**
 * Waits for the operations on A, brings wrapped tiles back to the user's array and frees
 * the object. NULL is accepted.
 * @return 0
 */
int starling_matrix_destroy(starling_matrix *A);

/**
 * Waits for the operations on A and makes the user's array hold its values, for reading or
 * writing until the next operation on A. (Owned matrices: only waits.)
 */
int starling_matrix_sync(starling_matrix *A);

/**
 * Copies the values of A, after the operations submitted on it, into a column-major array.
 * @param A matrix
 * @param a array of lda x n elements of A's precision
 * @param lda leading dimension, >= max(1, m)
 */
int starling_matrix_get(starling_matrix *A, void *a, int64_t lda);

/** Copies a column-major array into A, after the operations submitted on it. */
int starling_matrix_set(starling_matrix *A, const void *a, int64_t lda);

/** Element type; #STARLING_S for NULL, of which the functions below say 0. */
starling_precision starling_matrix_precision(const starling_matrix *A);
/** Number of rows. */
int64_t starling_matrix_m(const starling_matrix *A);
/** Number of columns. */
int64_t starling_matrix_n(const starling_matrix *A);
/** Rows of a tile. */
int64_t starling_matrix_mb(const starling_matrix *A);
/** Columns of a tile. */
int64_t starling_matrix_nb(const starling_matrix *A);
/** Number of tile rows. */
int64_t starling_matrix_mt(const starling_matrix *A);
/** Number of tile columns. */
int64_t starling_matrix_nt(const starling_matrix *A);

/**
 * The StarPU handle (a starpu_data_handle_t, matrix interface) of tile (i, j), for codelets
 * of one's own; NULL when out of range. From then on, until starling_finalize(), StarPU's
 * workers stay awake between operations, and BLAS on one thread.
 */
struct _starpu_data_state *starling_matrix_tile(const starling_matrix *A, int64_t i,
                                                int64_t j);

/** The tile size the library would choose to factor an m x n matrix on this machine. */
int64_t starling_tile_size(starling_precision prec, int64_t m, int64_t n);

/** The tile size the library would choose for a product (gemm, hemm, herk, her2k, trmm, ...): C m x n,
 * inner dimension k. */
int64_t starling_gemm_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t k);

/** The user's file of tuned values (doc/tuning.md), which the library reads when it starts: what
 * STARLING_TUNING names, or tuning.HOST in the folder of measurements. The text lasts until the next
 * call. */
const char *starling_tuning_file(void);
/** These workers as files of tuned values name them: 2xcores, 1xNVIDIA_H200. */
const char *starling_tuning_workers(void);
/**
 * Takes these tuned values in place of those of the user's file, until starling_finalize(). No other
 * thread may call the library at that time.
 * @param lines lines as in the file; NULL: none
 * @return 0, -1 (a line is wrong; nothing was changed) or what starling_init() returns
 */
int starling_tuning_set(const char *lines);

/** A compiled kind of the CUDA kernels that factor small matrices of a batch, and what it needs for a
 * matrix on the first GPU (doc/tuning.md). */
typedef struct {
    int64_t rows;           /**< the most rows of a matrix */
    int64_t columns;        /**< of a step */
    int64_t threads;        /**< of a thread block */
    int64_t registers;      /**< of a thread */
    int64_t shared;         /**< bytes of shared memory of a thread block */
    int64_t resident;       /**< thread blocks that a multiprocessor holds at a time */
    int64_t most_threads;   /**< what this kernel may have there: threads of a thread block */
    int64_t most_registers; /**< registers of a thread block */
    int64_t most_shared;    /**< bytes of shared memory of a thread block */
    bool own;               /**< without a tuned value, the library takes it for this order */
} starling_kind;
/**
 * Tells about kind `kind` of a parameter for matrices of order n.
 * @param parameter  potrf_batched.kind or getrf_batched.kind
 * @param prec       element type
 * @param n          33 <= n <= 1024
 * @param kind       from 1 to the result; 0: none, only how many there are
 * @param[out] about may be NULL if kind is 0
 * @return how many kinds there are, 0 without a GPU; -i, #STARLING_EDEVICE, or what starling_init()
 *         returns
 */
int starling_tuning_kind(const char *parameter, starling_precision prec, int64_t n, int64_t kind,
                         starling_kind *about);

/** @} */

/** @defgroup sequence Sequences of asynchronous operations
 * Operations submitted to a sequence run as one graph: each tile task starts as soon as the
 * tiles it needs are there. Different sequences may share matrices; StarPU keeps the order
 * of submission on each tile.
 * @{ */

/** A submission context; opaque. */
typedef struct starling_sequence starling_sequence;

/** Opens a sequence. */
int starling_sequence_create(starling_sequence **seq);

/**
 * Lets the calling thread run tasks itself (use: true), or not (false; so a sequence begins). It runs
 * those of a matrix of one tile, in main memory or on the GPU that has the tile, so that no worker
 * wakes up for them: an operation that is submitted may return only when it is done. The synchronous
 * forms do so. It pays for small matrices, and for a caller that would wait anyway.
 * @return 0 or -1
 */
int starling_sequence_use_caller(starling_sequence *seq, bool use);

/**
 * Waits for all operations of the sequence.
 * @return the first failure: of the earliest operation that failed, the smallest index,
 *         whatever finished first. Once failed, a sequence takes no further tasks; this
 *         call makes it ready again.
 */
int starling_sequence_wait(starling_sequence *seq);

/** Tasks of a sequence and their operations, since it was last waited for. */
typedef struct {
    int64_t submitted;      /**< tasks */
    int64_t done;           /**< those that have ended; of a #STARLING_RECORD_GRAPH none */
    double submitted_flops; /**< their operations */
    double done_flops;      /**< the same of those that have ended */
} starling_progress;

/**
 * Tells how far a sequence has come, without waiting. Any thread may ask until the sequence
 * is destroyed, also while another one submits to it or waits.
 * @return 0 or -i
 */
int starling_sequence_progress(starling_sequence *seq, starling_progress *progress);

/** Waits, returns what starling_sequence_wait() returns, and frees it. NULL is accepted. */
int starling_sequence_destroy(starling_sequence *seq);

/** @} */

/** @defgroup recording Recordings: what ran where and when, and what could have
 * @{ */

/** What a sequence keeps of its tasks. */
typedef enum {
    STARLING_RECORD_OFF,  /**< nothing (the default, at no cost) */
    STARLING_RECORD_RUN,  /**< the tasks, and where and when each ran */
    STARLING_RECORD_GRAPH /**< the tasks, and none is run: matrices stay as they are */
} starling_recording;

/** A task. Times are in seconds since the recording was begun, NaN where not measured. */
typedef struct {
    const char *name;    /**< of the kernel with its precision, as "dgemm"; static */
    uint32_t color;      /**< 0xRRGGBB */
    int64_t i;           /**< row of the tile it writes */
    int64_t j;           /**< column of that tile */
    int64_t step;        /**< of the algorithm's outer loop */
    int priority;        /**< larger is more urgent */
    double flops;        /**< its operations */
    double cpu_s;        /**< what the models predict on a core; infinite: cannot run there,
                              NaN: not calibrated */
    double cuda_s;       /**< the same on a GPU */
    const int64_t *predecessor; /**< the tasks it had to wait for, by their place here */
    int64_t predecessors;       /**< how many */
    int worker;          /**< StarPU's number of the worker that ran it, -1: not run */
    double submitted_s;  /**< the application had submitted it */
    double ready_s;      /**< its predecessors were done: the scheduler got it */
    double pop_s[2];     /**< the worker asked the scheduler, and got it */
    double fetch_s[2];   /**< its data were waited for, and there */
    double run_s[2];     /**< it began and ended */
} starling_task;

/**
 * Waits for the sequence, drops what it has recorded and records its tasks from now on. While
 * a recording of #STARLING_RECORD_RUN exists StarPU's profiling is on for all.
 * @return 0, -i or #STARLING_ENOMEM
 */
int starling_sequence_record(starling_sequence *seq, starling_recording how);

/**
 * Waits for the sequence and gives what it has recorded, in the order of submission.
 * @param seq sequence
 * @param[out] tasks the tasks; the sequence's own, until its next recording or its end
 * @return how many; -i, or #STARLING_ENOMEM when the recording is not complete
 */
int64_t starling_sequence_tasks(starling_sequence *seq, const starling_task **tasks);

/** @} */

/** @defgroup blas Level 3 BLAS
 * alpha and beta are given in double precision complex and narrowed to the matrix' own.
 * Tile sizes must fit: tile rows of op(A) those of C, and so on.
 * @{ */

/**
 * C = alpha op(A) op(B) + beta C.
 * As in BLAS, A and B are not looked at when alpha = 0, and nothing is written when alpha = 0 or
 * k = 0 and beta = 1. The same holds for symm, hemm, syrk, herk, syr2k and her2k.
 * @param transa,transb op of A and B
 * @param alpha,beta scalars; C need not be set when beta = 0
 * @param A,B,C matrices of one precision: op(A) m x k, op(B) k x n, C m x n
 */
int starling_gemm(starling_trans transa, starling_trans transb, starling_complex_double alpha,
                  starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                  starling_matrix *C);
/** starling_gemm(), asynchronous. */
int starling_gemm_submit(starling_trans transa, starling_trans transb,
                         starling_complex_double alpha, starling_matrix *A,
                         starling_matrix *B, starling_complex_double beta,
                         starling_matrix *C, starling_sequence *seq);

/**
 * C = alpha A B + beta C (side = L) or C = alpha B A + beta C (side = R) with a Hermitian matrix A, of
 * which triangle uplo is stored. The other triangle and the imaginary part of the diagonal are not
 * looked at. Real matrices: the same as symm.
 * @param side,uplo where A stands in the product; the stored triangle
 * @param alpha,beta scalars; C need not be set when beta = 0
 * @param A,B,C matrices of one precision: B and C m x n, in the same tiles; A of order m or n, in
 *              square tiles
 */
int starling_hemm(starling_side side, starling_uplo uplo, starling_complex_double alpha,
                  starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                  starling_matrix *C);
/** starling_hemm(), asynchronous. */
int starling_hemm_submit(starling_side side, starling_uplo uplo, starling_complex_double alpha,
                         starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                         starling_matrix *C, starling_sequence *seq);

/**
 * C = alpha A B + beta C (side = L) or C = alpha B A + beta C (side = R) with a symmetric matrix A, of
 * which triangle uplo is stored. The other triangle is not looked at.
 */
int starling_symm(starling_side side, starling_uplo uplo, starling_complex_double alpha,
                  starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                  starling_matrix *C);
/** starling_symm(), asynchronous. */
int starling_symm_submit(starling_side side, starling_uplo uplo, starling_complex_double alpha,
                         starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                         starling_matrix *C, starling_sequence *seq);

/**
 * C = alpha A A^H + beta C (trans = N) or C = alpha A^H A + beta C (trans = C), one triangle
 * of the Hermitian n x n matrix C. Real matrices: the same as syrk, trans = T is accepted.
 */
int starling_herk(starling_uplo uplo, starling_trans trans, double alpha, starling_matrix *A,
                  double beta, starling_matrix *C);
/** starling_herk(), asynchronous. */
int starling_herk_submit(starling_uplo uplo, starling_trans trans, double alpha,
                         starling_matrix *A, double beta, starling_matrix *C,
                         starling_sequence *seq);

/**
 * C = alpha A A^T + beta C (trans = N) or C = alpha A^T A + beta C (trans = T), one triangle
 * of the symmetric n x n matrix C.
 */
int starling_syrk(starling_uplo uplo, starling_trans trans, starling_complex_double alpha,
                  starling_matrix *A, starling_complex_double beta, starling_matrix *C);
/** starling_syrk(), asynchronous. */
int starling_syrk_submit(starling_uplo uplo, starling_trans trans,
                         starling_complex_double alpha, starling_matrix *A,
                         starling_complex_double beta, starling_matrix *C,
                         starling_sequence *seq);

/**
 * C = alpha A B^H + conj(alpha) B A^H + beta C (trans = N) or
 * C = alpha A^H B + conj(alpha) B^H A + beta C (trans = C), one triangle of the Hermitian n x n matrix
 * C. A and B have the same size and tiles. Real matrices: the same as syr2k, trans = T is accepted.
 */
int starling_her2k(starling_uplo uplo, starling_trans trans, starling_complex_double alpha,
                   starling_matrix *A, starling_matrix *B, double beta, starling_matrix *C);
/** starling_her2k(), asynchronous. */
int starling_her2k_submit(starling_uplo uplo, starling_trans trans,
                          starling_complex_double alpha, starling_matrix *A,
                          starling_matrix *B, double beta, starling_matrix *C,
                          starling_sequence *seq);

/**
 * C = alpha A B^T + alpha B A^T + beta C (trans = N) or C = alpha A^T B + alpha B^T A + beta C
 * (trans = T), one triangle of the symmetric n x n matrix C. A and B have the same size and tiles.
 */
int starling_syr2k(starling_uplo uplo, starling_trans trans, starling_complex_double alpha,
                   starling_matrix *A, starling_matrix *B, starling_complex_double beta,
                   starling_matrix *C);
/** starling_syr2k(), asynchronous. */
int starling_syr2k_submit(starling_uplo uplo, starling_trans trans,
                          starling_complex_double alpha, starling_matrix *A,
                          starling_matrix *B, starling_complex_double beta,
                          starling_matrix *C, starling_sequence *seq);

/**
 * B = alpha op(A) B (side = L) or B = alpha B op(A) (side = R) with a triangular A, in place. The other
 * triangle, and the diagonal if diag = U, are not looked at. A is not looked at when alpha = 0.
 */
int starling_trmm(starling_side side, starling_uplo uplo, starling_trans trans,
                  starling_diag diag, starling_complex_double alpha, starling_matrix *A,
                  starling_matrix *B);
/** starling_trmm(), asynchronous. */
int starling_trmm_submit(starling_side side, starling_uplo uplo, starling_trans trans,
                         starling_diag diag, starling_complex_double alpha,
                         starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/**
 * Solves op(A) X = alpha B (side = L) or X op(A) = alpha B (side = R) with a triangular A;
 * X replaces B. A zero on the diagonal gives infinities, as in BLAS. A is not looked at when alpha = 0.
 * Cores divide by diagonal elements that have no normal reciprocal (denormal and huge numbers).
 */
int starling_trsm(starling_side side, starling_uplo uplo, starling_trans trans,
                  starling_diag diag, starling_complex_double alpha, starling_matrix *A,
                  starling_matrix *B);
/** starling_trsm(), asynchronous. */
int starling_trsm_submit(starling_side side, starling_uplo uplo, starling_trans trans,
                         starling_diag diag, starling_complex_double alpha,
                         starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/** @} */

/** @defgroup cholesky Cholesky factorization
 * @{ */

/**
 * Cholesky factorization A = L L^H (uplo = L) or A = U^H U (uplo = U) of a Hermitian (real:
 * symmetric) positive definite matrix; the factor replaces the triangle.
 * @return also i > 0: the leading minor of order i is not positive definite (or a NaN
 *         reached its last pivot), and i is the smallest such order; A is then undefined.
 */
int starling_potrf(starling_uplo uplo, starling_matrix *A);
/** starling_potrf(), asynchronous. */
int starling_potrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);

/** Solves A X = B with the factor left in A by starling_potrf(); X replaces B. */
int starling_potrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_potrs(), asynchronous. */
int starling_potrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);

/**
 * Solves A X = B with a Hermitian positive definite A: starling_potrf() and
 * starling_potrs(), which begins when the factor is there. The factor replaces A, X replaces B.
 * @return as starling_potrf(); when it is positive, A is undefined and B is what it was.
 */
int starling_posv(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/**
 * starling_posv(), asynchronous, as one graph. The solution begins before the factorization ends: when A is
 * not positive definite, B is undefined.
 */
int starling_posv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq);

/**
 * Solves A X = B with a Hermitian positive definite A in mixed precision, as starling_gesv_mixed() does: a
 * Cholesky factorization in the lower precision, and starling_posv() if that does not suffice.
 * @return as starling_posv(), which is 0 if *iter >= 0; when it is positive, X and A are undefined
 */
int starling_posv_mixed(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                        starling_matrix *X, int *iter, double *berr);

/**
 * A = A^-1 of a triangle, n x n, in square tiles; the other triangle is not touched.
 * @return 0, or i > 0: A(i, i) is exactly zero, and A is unchanged.
 */
int starling_trtri(starling_uplo uplo, starling_diag diag, starling_matrix *A);
/** starling_trtri(), asynchronous; with i > 0 A is undefined. */
int starling_trtri_submit(starling_uplo uplo, starling_diag diag, starling_matrix *A,
                          starling_sequence *seq);

/**
 * A = L^H L or A = U U^H of a triangle, n x n, in square tiles: one triangle of the product.
 * The diagonal of the triangle counts as real.
 */
int starling_lauum(starling_uplo uplo, starling_matrix *A);
/** starling_lauum(), asynchronous. */
int starling_lauum_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);

/**
 * The inverse of a Hermitian positive definite matrix from its Cholesky factor, as
 * starling_potrf() leaves it: one triangle of A^-1.
 * @return 0, or i > 0: element (i, i) of the factor is exactly zero, and A is unchanged.
 */
int starling_potri(starling_uplo uplo, starling_matrix *A);
/** starling_potri(), asynchronous; with i > 0 A is undefined. */
int starling_potri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);

/** @} */

/** @defgroup lu LU factorization
 * Matrices are cut into square tiles (mb = nb), or into block columns (mb >= m), which is what
 * GPUs want. The row interchanges belong to the matrix object that was factored. Rows of a
 * matrix in main memory return there while the rest is factored, where GPUs have room for half of
 * it once more and the application has no handles of its tiles (starling_matrix_tile()).
 * @{ */

/**
 * LU factorization P A = L U of an m x n matrix with partial pivoting: L, unit lower
 * triangular or trapezoidal, and U replace A; the interchanges are LAPACK's.
 * @return also i > 0: U(i, i) is exactly zero, i the first such; the factorization is
 *         complete, but a solution with it divides by zero. NaN and infinities do not stop it.
 */
int starling_getrf(starling_matrix *A);
/** starling_getrf(), asynchronous. */
int starling_getrf_submit(starling_matrix *A, starling_sequence *seq);

/**
 * Solves op(A) X = B with the factors and interchanges that starling_getrf() left in a square
 * A; X replaces B. B is cut as A is: into rows of nb, or not at all.
 */
int starling_getrs(starling_trans trans, starling_matrix *A, starling_matrix *B);
/** starling_getrs(), asynchronous. */
int starling_getrs_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);

/**
 * Solves A X = B: starling_getrf() and starling_getrs(), which begins when the factors are there.
 * The factors replace A, X replaces B.
 * @return as starling_getrf(); when it is positive, B is what it was.
 */
int starling_gesv(starling_matrix *A, starling_matrix *B);
/**
 * starling_gesv(), asynchronous, as one graph. The solution begins before the factorization ends: when A is
 * singular, B is undefined.
 */
int starling_gesv_submit(starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/**
 * LU factorization A = L U of an m x n matrix in square tiles, without interchanges. L, unit lower triangular or
 * trapezoidal, and U replace A. There is no panel for which other tasks wait, as in starling_getrf(). That may save
 * time where many cores or GPUs wait for panels. On two cores there is no gain.
 *
 * It is backward stable if A is diagonally dominant, by rows or by columns: no element of U is then larger than
 * twice the largest one of A. It is also safe if A is totally nonnegative. For another A elements may
 * grow without a bound, and info does not tell. For a system, starling_gesv_nopiv_refined() looks at the residual.
 * Otherwise compute it, or use starling_getrf().
 * @return also i > 0: pivot i is exactly zero, i the first such; A is then undefined. That need not mean that A
 *         is singular. NaN and infinities do not stop it.
 */
int starling_getrf_nopiv(starling_matrix *A);
/** starling_getrf_nopiv(), asynchronous. */
int starling_getrf_nopiv_submit(starling_matrix *A, starling_sequence *seq);

/**
 * Solves op(A) X = B with the factors that starling_getrf_nopiv() left in a square A; X replaces B. B is cut as A
 * is, into rows of nb.
 */
int starling_getrs_nopiv(starling_trans trans, starling_matrix *A, starling_matrix *B);
/** starling_getrs_nopiv(), asynchronous. */
int starling_getrs_nopiv_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                                starling_sequence *seq);

/**
 * Solves A X = B: starling_getrf_nopiv() and starling_getrs_nopiv(), which begins when the factors are there. The
 * factors replace A, X replaces B.
 * @return as starling_getrf_nopiv(); when it is positive, A is undefined and B is what it was.
 */
int starling_gesv_nopiv(starling_matrix *A, starling_matrix *B);
/**
 * starling_gesv_nopiv(), asynchronous, as one graph. The solution begins before the factorization ends: when a pivot
 * is zero, B is undefined.
 */
int starling_gesv_nopiv_submit(starling_matrix *A, starling_matrix *B, starling_sequence *seq);

/**
 * Solves A X = B by LU without interchanges, with a certificate: the solution is refined until its backward error is
 * that of starling_gesv(), as in starling_gesv_mixed(). Where steps are slow, and GMRES with these factors is, too, A
 * is factored with interchanges, and that solution is refined. So growth of elements costs time, but no digits. A and
 * B stay.
 *
 * There is no asynchronous form, because each step depends on the residuals of the step before.
 * @param A       n x n, in square tiles, of any precision
 * @param B       right-hand sides, cut as A is, into rows of nb
 * @param X       another matrix, in the same tiles as B: the solution
 * @param[out] iter steps of refinement, those of GMRES included, or why A was factored with interchanges: -3, a pivot
 *                was zero; -31, no convergence
 * @param[out] berr the normwise backward error, the largest |b - A x| / (|A| |x| + |b|) of all columns in the
 *                infinity norm, from the last residual, for any *iter. Rounding of the residual itself adds less than
 *                (n + 1) eps. If *iter >= 0 it is at most eps max(4, sqrt(n))
 * @return as starling_gesv(), which is 0 if *iter >= 0; when it is positive, X is undefined and berr is NaN. Takes a
 *         matrix of the size of A, and two of B's
 */
int starling_gesv_nopiv_refined(starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                                double *berr);

/**
 * Solves A X = B in mixed precision: A, of precision d or z, is factored in s or c, and the solution is
 * refined with residuals in the precision of A. For a condition number below about 1e7 X has the backward
 * error of starling_gesv(), in less time if n is large. If refinement is slow, corrections are those of GMRES
 * with these factors, for few columns of B. If they do not suffice either, starling_gesv() solves the
 * system. B stays.
 *
 * There is no asynchronous form, because each step depends on the residuals of the step before.
 * @param A       n x n, as for starling_gesv(). It stays if *iter >= 0, else its factors replace it
 * @param B       right-hand sides, cut as for starling_gesv()
 * @param X       another matrix, in the same tiles as B: the solution
 * @param[out] iter LAPACK's: steps of refinement, those of GMRES included, or why A was factored in its own
 *                precision: -1, a tuned value says that this takes less time (doc/tuning.md); -2, a number
 *                of A, B or a residual is beyond the range of the lower precision; -3, the factorization in
 *                the lower precision has failed; -31, no convergence
 * @param[out] berr the normwise backward error, the largest |b - A x| / (|A| |x| + |b|) of all columns in the
 *                infinity norm, from the last residual; NaN if *iter < 0. Rounding of the residual itself
 *                adds less than (n + 1) eps. X is right by LAPACK's criterion: |b - A x| <= |A| |x| eps sqrt(n)
 * @return as starling_gesv(), which is 0 if *iter >= 0; when it is positive, X is undefined. Takes matrices
 *         of the sizes of A and B in the lower precision, and one of B's size
 */
int starling_gesv_mixed(starling_matrix *A, starling_matrix *B, starling_matrix *X, int *iter,
                        double *berr);

/**
 * The inverse of a square A from the factors and interchanges that starling_getrf() left in
 * it; it replaces them, and A is no longer a factored matrix afterwards. Takes a second matrix
 * of the same size while it runs. Where U has an exact zero on its diagonal, which getrf
 * reports, the result is infinities and NaNs.
 */
int starling_getri(starling_matrix *A);
/** starling_getri(), asynchronous. */
int starling_getri_submit(starling_matrix *A, starling_sequence *seq);

/**
 * Waits for the factorization of A and copies its interchanges, LAPACK's: row i was
 * interchanged with row ipiv[i - 1], for i = 1, 2, ... min(m, n).
 * @param A a matrix that was factored
 * @param[out] ipiv min(m, n) numbers from 1
 */
int starling_matrix_get_ipiv(starling_matrix *A, int64_t *ipiv);

/** Makes A a factored matrix, its factors in place, with these interchanges. */
int starling_matrix_set_ipiv(starling_matrix *A, const int64_t *ipiv);

/** The tiles the library would choose for an LU factorization on this machine, in *mb and *nb
 * (NULL: not asked for). */
void starling_getrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb);

/** @} */

/** @defgroup ldl Indefinite matrices
 * A symmetric matrix, or a Hermitian one, that need not be positive definite, as in LAPACK's sytrf: one triangle of A
 * is stored, and the other one is neither read nor written. Matrices are cut into block columns (mb >= m). CPU workers
 * do all the work. For a positive definite matrix starling_posv() is faster.
 * @{ */

/**
 * Factorization of an indefinite symmetric matrix, with the pivots of Bunch and Kaufman: A = L D L^T (uplo = L)
 * or A = U D U^T (uplo = U). L or U is a product of interchanges and unit triangles, and D has blocks of order 1
 * and 2. Format, interchanges and info are those of LAPACK's sytrf, and so LAPACK's functions can use the factors.
 * @param uplo the triangle that is stored
 * @param A    n x n, in block columns: L or U, and D, replace the triangle. The interchanges belong to the object
 * @return also i > 0: D(i, i) is exactly zero, the first one that was found, which for U is the last one. The
 *         factorization is complete, but a solution with it divides by zero.
 */
int starling_sytrf(starling_uplo uplo, starling_matrix *A);
/** starling_sytrf(), asynchronous. */
int starling_sytrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);
/** The same of a Hermitian matrix: A = L D L^H or A = U D U^H. Imaginary parts of the diagonal are taken as
 * zero. */
int starling_hetrf(starling_uplo uplo, starling_matrix *A);
/** starling_hetrf(), asynchronous. */
int starling_hetrf_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);

/** Solves A X = B with the factors and interchanges that starling_sytrf() left in A; X replaces B, in block
 * columns. Each block column of B is a task. */
int starling_sytrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_sytrs(), asynchronous. */
int starling_sytrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);
/** The same with the factors of starling_hetrf(). */
int starling_hetrs(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_hetrs(), asynchronous. */
int starling_hetrs_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);

/**
 * The inverse of a symmetric A from the factors that starling_sytrf() left in it; it replaces the triangle. It is the
 * solution of A X = I, and takes a second matrix of the same size while it runs. If D is singular, it has
 * infinities and NaN; starling_dsytri() tells by info > 0.
 */
int starling_sytri(starling_uplo uplo, starling_matrix *A);
/** starling_sytri(), asynchronous. */
int starling_sytri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);
/** The same from the factors of starling_hetrf(). Imaginary parts of the diagonal are rounding errors. */
int starling_hetri(starling_uplo uplo, starling_matrix *A);
/** starling_hetri(), asynchronous. */
int starling_hetri_submit(starling_uplo uplo, starling_matrix *A, starling_sequence *seq);

/**
 * Solves A X = B with a symmetric A: starling_sytrf() and starling_sytrs(), which begins when the factors are
 * there. The factors replace A, X replaces B.
 * @return as starling_sytrf(); when it is positive, B is what it was.
 */
int starling_sysv(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_sysv(), asynchronous, as one graph: when D is singular, B is undefined. */
int starling_sysv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq);
/** The same with a Hermitian A. */
int starling_hesv(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_hesv(), asynchronous, as one graph: when D is singular, B is undefined. */
int starling_hesv_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq);

/**
 * Waits for the factorization of A by starling_sytrf() or starling_hetrf() and copies its interchanges, LAPACK's:
 * ipiv[k - 1] = p > 0: rows and columns k and p were interchanged, and D(k, k) is a block of order 1. Two equal
 * negative numbers -p belong to a block of order 2; p was interchanged with its second row, as factored.
 * @param A         a factored matrix
 * @param[out] ipiv n numbers
 */
int starling_matrix_get_sytrf_ipiv(starling_matrix *A, int64_t *ipiv);
/** Makes A a factored matrix, its factors in place, with these interchanges for this triangle. */
int starling_matrix_set_sytrf_ipiv(starling_uplo uplo, starling_matrix *A, const int64_t *ipiv);

/** The columns of a block that the library would choose for starling_sytrf() on this machine. */
int64_t starling_sytrf_tile_size(starling_precision prec, int64_t n);

/** @} */

/** @defgroup condition Condition numbers and refinement
 * These functions look at results between graphs of tasks. So they wait, and have no asynchronous form.
 * Scalings (geequ, poequ) and expert drivers (gesvx, posvx) are there for arrays only: see
 * starling_dgesvx().
 * @{ */

/**
 * An estimate of the reciprocal condition number 1 / (|A| |A^-1|) from LU factors, by Higham's method
 * (ACM Trans. Math. Softw. 14, 1988): at most ten solutions with one column, five are usual. It is seldom
 * more than three times the true number, and never less, but for rounding. There is no asynchronous form, because
 * each solution depends on the one before.
 * @param norm  the one-norm or the infinity norm
 * @param A     the factors that starling_getrf() left, in tiles as there
 * @param anorm this norm of A before the factorization, as of starling_lange()
 * @param[out] rcond the estimate; 0: A is singular, or too ill-conditioned for its precision; 1 if A is empty
 * @return 0, or 1: the factors have a NaN or an infinity, and rcond is a NaN. -3: anorm is NaN or infinite,
 *         and rcond is NaN or 0
 */
int starling_gecon(starling_norm norm, starling_matrix *A, double anorm, double *rcond);

/** The same from a Cholesky factor that starling_potrf() left. Both norms of A are equal. */
int starling_pocon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond);

/** The same from the factors that starling_sytrf() left, in block columns; 0 also if they have a NaN. Both norms of A
 * are equal. LAPACK's csycon and zsycon may estimate more: they take A^-1 for A^-H. */
int starling_sycon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond);
/** The same from the factors of starling_hetrf(). */
int starling_hecon(starling_uplo uplo, starling_matrix *A, double anorm, double *rcond);

/** The same of a triangle in square tiles, whose norm is computed. */
int starling_trcon(starling_norm norm, starling_uplo uplo, starling_diag diag, starling_matrix *A,
                   double *rcond);

/**
 * Iterative refinement of the solution X of op(A) X = B, and bounds of its errors (Arioli, Demmel and
 * Duff, SIAM J. Matrix Anal. Appl. 10, 1989). A column has at most five steps: as long as they halve its
 * berr, and it is above eps. There is no asynchronous form, because each step depends on the one before.
 * @param trans op(A)
 * @param A     the n x n matrix, in any tiles
 * @param AF    its factors and interchanges, as starling_getrf() left them, in tiles as there
 * @param B     n x nrhs, in any tiles
 * @param X     the solution of starling_getrs() (n x nrhs, in any tiles); then the refined one. Columns of a
 *              tile are refined together
 * @param[out] ferr for each column a bound of |x - true x| / |x| in the infinity norm, nearly always right
 * @param[out] berr for each column the componentwise backward error: the least e for which x is the exact
 *              solution of a system that differs from this one by e |A| and e |B|, element by element
 */
int starling_gerfs(starling_trans trans, starling_matrix *A, starling_matrix *AF, starling_matrix *B,
                   starling_matrix *X, double *ferr, double *berr);

/** The same with the triangle of a Hermitian positive definite A, in square tiles, and its Cholesky
 * factor AF. */
int starling_porfs(starling_uplo uplo, starling_matrix *A, starling_matrix *AF, starling_matrix *B,
                   starling_matrix *X, double *ferr, double *berr);

/** @} */

/** @defgroup qr QR factorization
 * Matrices are cut into block columns (mb >= m); for LQ into block rows. Q is a product of
 * Householder reflectors, which belong to the matrix object that was factored.
 * @{ */

/**
 * QR factorization A = Q R of an m x n matrix: R, upper triangular or trapezoidal, and the
 * reflectors V replace A, as in LAPACK. NaN and infinities do not stop it.
 * @param A a matrix in block columns
 */
int starling_geqrf(starling_matrix *A);
/** starling_geqrf(), asynchronous. */
int starling_geqrf_submit(starling_matrix *A, starling_sequence *seq);

/**
 * C = op(Q) C (side = left) or C = C op(Q) (right), with the Q of order m that starling_geqrf()
 * left in an m x k matrix A.
 * @param side  left or right
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     a matrix that was factored
 * @param C     left: m rows, in block columns; right: m columns, in block rows (nb >= n)
 */
int starling_unmqr(starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C);
/** starling_unmqr(), asynchronous. */
int starling_unmqr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq);

/**
 * The first columns of Q.
 * @param A a matrix of m rows that was factored; it stays as it is
 * @param Q a matrix of m rows and at most m columns, in block columns
 */
int starling_ungqr(starling_matrix *A, starling_matrix *Q);
/** starling_ungqr(), asynchronous. */
int starling_ungqr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq);

/**
 * Solves op(A) X = B for an A of full rank: by least squares if op(A) is high, else the solution of
 * minimum norm. The factors replace A: of starling_geqrf() if m >= n, else of starling_gelqf(). As in
 * LAPACK, an A whose largest element is near the ends of the range is multiplied by a number before, and
 * so is B: the factors are those of the product. A zero matrix A gives X = 0. NaN in A or B make
 * the solution NaN.
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     m >= n: in block columns; m < n: in block rows
 * @param B     max(m, n) rows, in block columns: B in the first rows of op(A), then X in the first
 *              rows. Of least squares the rows below X have the residual: their sum of squares is that
 *              of the column.
 * @return also i > 0: the element (i, i) of the triangle is exactly zero, i the first such; B is
 *         undefined
 */
int starling_gels(starling_trans trans, starling_matrix *A, starling_matrix *B);
/** starling_gels(), asynchronous. */
int starling_gels_submit(starling_trans trans, starling_matrix *A, starling_matrix *B,
                         starling_sequence *seq);

/**
 * LQ factorization A = L Q of an m x n matrix: L, lower triangular or trapezoidal, and the
 * reflectors replace A, as in LAPACK. Takes a second matrix of the same size while it runs.
 * @param A a matrix in block rows (nb >= n)
 */
int starling_gelqf(starling_matrix *A);
/** starling_gelqf(), asynchronous. */
int starling_gelqf_submit(starling_matrix *A, starling_sequence *seq);

/**
 * C = op(Q) C or C = C op(Q), as starling_unmqr(), with the Q of order n that starling_gelqf() left
 * in a k x n matrix A. Takes a second matrix of the size of A while it runs.
 */
int starling_unmlq(starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C);
/** starling_unmlq(), asynchronous. */
int starling_unmlq_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq);

/**
 * The first rows of the Q of starling_gelqf().
 * @param A a matrix of n columns that was factored; it stays as it is
 * @param Q a matrix of n columns and at most n rows, in block rows
 */
int starling_unglq(starling_matrix *A, starling_matrix *Q);
/** starling_unglq(), asynchronous. */
int starling_unglq_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq);

/**
 * Waits for the factorization of A and copies LAPACK's tau, the factors of its reflectors.
 * @param A a matrix that was factored, or reduced by starling_he2hb()
 * @param[out] tau min(m, n) elements of the precision of A; after starling_he2hb() n - kd
 */
int starling_matrix_get_tau(starling_matrix *A, void *tau);

/** Makes A a matrix that geqrf factored, its factors in place, with this tau. */
int starling_matrix_set_tau(starling_matrix *A, const void *tau);

/** The tiles the library would choose for a QR factorization on this machine, in *mb and *nb
 * (NULL: not asked for). */
void starling_geqrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb);

/** @} */

/** @defgroup eigen Symmetric and Hermitian eigenproblems
 * In two stages: the matrix becomes a band matrix, the band a tridiagonal matrix. Matrices are cut
 * into block columns (mb >= m).
 * @{ */

/**
 * Eigenvalues, and eigenvectors if they are wanted, of a Hermitian matrix: A = Z diag(W) Z^H. The
 * library allocates up to five more matrices of this size.
 * @param job   values or vectors
 * @param uplo  which triangle of A is given
 * @param[in,out] A n x n, in block columns. Vectors: Z replaces A. Values: A is destroyed, both
 *              triangles
 * @param[out] W n x 1, real (s for c, d for z), in one tile: the eigenvalues in ascending order
 * @return also i > 0: column i of the triangle has a NaN or an infinity, i the first such; A and W are
 *         undefined
 */
int starling_heevd(starling_job job, starling_uplo uplo, starling_matrix *A, starling_matrix *W);
/** starling_heevd(), asynchronous. */
int starling_heevd_submit(starling_job job, starling_uplo uplo, starling_matrix *A,
                          starling_matrix *W, starling_sequence *seq);

/** @} */

/** @defgroup svd Singular values, least squares of any rank, polar decomposition
 * Matrices are cut into block columns (mb >= m), if nothing else is said.
 * @{ */

/**
 * Singular values, and vectors if they are wanted: A = U diag(S) V^H, by reduction to an upper band and
 * to a real bidiagonal matrix. All are computed. U and VT may have any tiles. The library allocates
 * two more matrices of the size of A, with vectors up to five and four square ones of order min(m, n).
 * If m >= n and A has the block columns of starling_he2hb_tile_size() for order n, it is one less.
 *
 * A high or wide matrix, with the larger side from 1.6 times the smaller one on, is factored first:
 * A = Q R, or A^H. With a GPU, or with the vectors that Q multiplies and from 8 times on, this is done by
 * Cholesky factorizations (Yamamoto, Nakatsukasa, Yanagisawa and Fukaya, Electron. Trans. Numer.
 * Anal. 44, 2015) if U, or VT of a wide matrix, is not square; the library then allocates one more matrix of
 * the size of A. If rounding errors would be larger than those of reflectors, which is measured, reflectors
 * take their place.
 * @param A     m x n, in block columns; it is destroyed
 * @param[out] S min(m, n) x 1, real (s for c, d for z), in one tile: the singular values in descending
 *              order
 * @param[out] U NULL: not wanted; else the left singular vectors, m x min(m, n) or all: m x m
 * @param[out] VT NULL: not wanted; else V^H with the right ones as rows, min(m, n) x n or all: n x n
 * @return also i in 1 ... n: column i of A has a NaN or an infinity, i the first such; or n + i: the
 *         bidiagonal iteration did not find i values. S, U and VT are then undefined
 */
int starling_gesvd(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *VT);
/** starling_gesvd(), asynchronous: a high or wide matrix is factored by reflectors. After
 * starling_sequence_use_caller() it is factored as in starling_gesvd(): the call may then wait until R is
 * known. */
int starling_gesvd_submit(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                          starling_matrix *VT, starling_sequence *seq);

/**
 * Least squares for an A of any rank: the X of smallest norm among those for which |B - A X| is
 * smallest, X = A^+ B by singular values. A high A is factored first, of a wide one A^H. As in
 * starling_gels(), A and B may be multiplied by numbers before. The library allocates four matrices of
 * order min(m, n) beside those of starling_gesvd() for that order, and for m < n one of the size of A.
 * @param A     m x n, in block columns; it is destroyed
 * @param B     max(m, n) rows, in block columns: B in the first m rows, then X in the first n rows. If
 *              m > n and the rank is n, the rows below X have the residual: their sum of squares is that
 *              of the column
 * @param[out] S min(m, n) x 1, real, in one tile: the singular values of A in descending order
 * @param rcond values up to rcond S(1) count as zero; negative: up to eps S(1), eps being LAPACK's, half
 *              the distance from 1 to the next number
 * @param[out] rank how many values do not count as zero
 * @return as starling_gesvd()
 */
int starling_gelsd(starling_matrix *A, starling_matrix *B, starling_matrix *S, double rcond,
                   int64_t *rank);
/** starling_gelsd(), asynchronous. *rank is there when the sequence was waited for; until then it has to
 * exist. */
int starling_gelsd_submit(starling_matrix *A, starling_matrix *B, starling_matrix *S, double rcond,
                          int64_t *rank, starling_sequence *seq);

/**
 * The pseudo-inverse of Moore and Penrose: P = A^+ = V S^+ U^H by singular values. LAPACK has no such
 * routine; the name is that of NumPy and MATLAB. To solve one system, starling_gelsd() is faster.
 * @param A     m x n, in block columns; it is destroyed
 * @param rcond values up to rcond times the largest one count as zero; negative: max(m, n) eps
 * @param[out] P n x m, in any tiles
 * @param[out] rank how many values do not count as zero
 * @return as starling_gesvd()
 */
int starling_pinv(starling_matrix *A, double rcond, starling_matrix *P, int64_t *rank);
/** starling_pinv(), asynchronous. *rank is there when the sequence was waited for; until then it has to
 * exist. */
int starling_pinv_submit(starling_matrix *A, double rcond, starling_matrix *P, int64_t *rank,
                         starling_sequence *seq);

/**
 * The polar decomposition A = U H of an m x n matrix, m >= n: U has orthonormal columns, and H is
 * Hermitian and positive semidefinite. U is the matrix with such columns that is nearest to A. A is
 * factored by QR; then there are steps of a product, a Cholesky factorization and two triangular solves. Their
 * number depends on the condition of A, which is estimated: for n = 1000 about 7 for a condition number of
 * 1e2, and 11 for 1e8. U has orthonormal columns where A has not full rank, too; it is then not unique.
 * The library allocates six matrices of n x n, and one of the size of A.
 * @param[in,out] A m x n, in block columns; U replaces it
 * @param[out] H NULL: not wanted; else n x n, in any tiles: both triangles
 * @return also i > 0: column i of A has a NaN or an infinity, i the first such; A and H are undefined
 */
int starling_gepolar(starling_matrix *A, starling_matrix *H);
/** starling_gepolar(), asynchronous. The condition is not known before, so there are as many steps as any A
 * takes: up to 23, in s and c 16. */
int starling_gepolar_submit(starling_matrix *A, starling_matrix *H, starling_sequence *seq);

/**
 * Singular values, and vectors if they are wanted, through the polar decomposition: A = Q H, H =
 * V diag(S) V^H by starling_heevd(), and U = Q V. More operations than starling_gesvd() has, but nearly
 * all of them in products: for GPUs. Small singular values are as exact as with it. The
 * library allocates what starling_gepolar() and starling_heevd() do, two matrices of the size of A, and two of
 * order min(m, n).
 * @param A     m x n, in block columns; it stays as it is
 * @param[out] S min(m, n) x 1, real (s for c, d for z), in one tile: the singular values in descending
 *              order
 * @param[out] U NULL: not wanted; else the left singular vectors, m x min(m, n), in any tiles
 * @param[out] VT NULL: not wanted; else V^H with the right ones as rows, min(m, n) x n
 * @param[out] error a bound of the errors of all values by the polar decomposition: |A - Q H| in the norm
 *              of Frobenius. To it comes the error of starling_heevd(), a small multiple of eps S(1)
 * @return also i in 1 ... n: column i of A has a NaN or an infinity, i the first such. The results are
 *         then undefined
 */
int starling_gesvdp(starling_matrix *A, starling_matrix *S, starling_matrix *U, starling_matrix *VT,
                    double *error);
/** starling_gesvdp(), asynchronous. *error is there when the sequence was waited for; until then it has
 * to exist. */
int starling_gesvdp_submit(starling_matrix *A, starling_matrix *S, starling_matrix *U,
                           starling_matrix *VT, double *error, starling_sequence *seq);

/**
 * The k largest singular values, and their vectors if they are wanted, by a random subspace of k + p
 * dimensions and q steps of power iteration. It is fast where k is small, up to about min(m, n) / 10. It
 * is exact where the values behind k + p are small beside the wanted ones (doc/singular-values.md). No
 * value is too large, beyond rounding errors. The work is about 4 (q + 1) m n (k + p) operations.
 * @param A     m x n, in any tiles, best in those of starling_gemm_tile_size(); it stays as it is
 * @param p     more dimensions than values, 0 or more; 10 is usual. At most min(m, n) - k are taken
 * @param q     steps, 0 or more; 2 is usual. Each one makes an error in a value smaller by the square of
 *              the ratio of the values behind k + p to it
 * @param seed  of the random numbers: one seed gives one result on one machine
 * @param[out] S k x 1, real (s for c, d for z), in one tile, k at most min(m, n): the largest singular
 *              values in descending order
 * @param[out] U NULL: not wanted; else the left singular vectors, m x k, in any tiles
 * @param[out] VT NULL: not wanted; else V^H with the right ones as rows, k x n, in any tiles
 * @return also i in 1 ... n: column i of A has a NaN or an infinity, i the first such; above n: a product
 *         overflowed, or values were not found. The results are then undefined
 */
int starling_gesvdr(starling_matrix *A, int64_t p, int64_t q, uint64_t seed, starling_matrix *S,
                    starling_matrix *U, starling_matrix *VT);
/** starling_gesvdr(), asynchronous. */
int starling_gesvdr_submit(starling_matrix *A, int64_t p, int64_t q, uint64_t seed,
                           starling_matrix *S, starling_matrix *U, starling_matrix *VT,
                           starling_sequence *seq);

/** @} */

/** @addtogroup eigen
 * @{ */

/**
 * Some eigenvalues, and their eigenvectors if they are wanted, of a Hermitian matrix: A Z =
 * Z diag(W). Eigenvectors that are not wanted cost little: only the columns of Z are multiplied with
 * Q1 and Q2. The library allocates up to four more matrices of the size of A, and two of m columns.
 * @param job   values or vectors
 * @param range which eigenvalues
 * @param uplo  which triangle of A is given
 * @param A     n x n, in block columns; it is destroyed, both triangles
 * @param vl    with STARLING_BY_VALUE: eigenvalues in (vl, vu], vl < vu; infinities are allowed
 * @param vu    the same
 * @param il    with STARLING_BY_INDEX: eigenvalues il to iu in ascending order, 1 <= il <= iu <= n;
 *              for n = 0 il = 1 and iu = 0
 * @param iu    the same
 * @param[out] m how many eigenvalues are found; undefined after an error
 * @param[out] W n x 1, real, in one tile: the first m are the eigenvalues in ascending order, others undefined
 * @param[out] Z n rows and at least m columns, in block columns, of the precision of A: the first m
 *              columns are the eigenvectors, others stay. Values only: not used, may be NULL
 * @return as starling_heevd(); also -11: by value there are more than Z has columns, and *m says how
 *         many
 */
int starling_heevx(starling_job job, starling_range range, starling_uplo uplo, starling_matrix *A,
                   double vl, double vu, int64_t il, int64_t iu, int64_t *m, starling_matrix *W,
                   starling_matrix *Z);
/** starling_heevx(), asynchronous. *m is set at once, so range cannot be STARLING_BY_VALUE. */
int starling_heevx_submit(starling_job job, starling_range range, starling_uplo uplo,
                          starling_matrix *A, double vl, double vu, int64_t il, int64_t iu,
                          int64_t *m, starling_matrix *W, starling_matrix *Z,
                          starling_sequence *seq);

/**
 * Eigenvalues, and eigenvectors if they are wanted, of a generalized problem with a Hermitian A and a
 * Hermitian positive definite B. One graph: starling_potrf() of B, starling_hegst(), starling_heevd(),
 * and the eigenvectors of the generalized problem. The library allocates up to eight more matrices of
 * this size, fewer at the same time.
 * @param itype 1: A x = lambda B x; 2: A B x = lambda x; 3: B A x = lambda x
 * @param job   values or vectors
 * @param uplo  which triangles of A and B are given
 * @param[in,out] A n x n, in square tiles. Vectors: X replaces A, with X^H B X = I, for itype 3
 *              X^H B^-1 X = I. Values: A is destroyed. Both triangles are used
 * @param[in,out] B n x n, in square tiles as A; the Cholesky factor replaces its triangle
 * @param[out] W n x 1, real (s for c, d for z), in one tile: the eigenvalues in ascending order
 * @return also i > n: the leading minor of B of order i - n is not positive definite, i the smallest
 *         such; or i in 1 ... n: column i of the triangle of A, or of the standard problem's matrix,
 *         has a NaN or an infinity, i the first such. A, B and W are then undefined
 */
int starling_hegvd(int itype, starling_job job, starling_uplo uplo, starling_matrix *A,
                   starling_matrix *B, starling_matrix *W);
/** starling_hegvd(), asynchronous. */
int starling_hegvd_submit(int itype, starling_job job, starling_uplo uplo, starling_matrix *A,
                          starling_matrix *B, starling_matrix *W, starling_sequence *seq);

/**
 * The standard problem C y = lambda y of a generalized one, from the Cholesky factor of B = L L^H or
 * U^H U. C replaces the triangle of A; the other triangle is not touched. The library allocates one
 * more matrix of this size, three for itype 2 and 3.
 * @param itype 1: C = L^-1 A L^-H or U^-H A U^-1; 2, 3: C = L^H A L or U A U^H
 * @param uplo  which triangle of A is given, and which factor of B
 * @param[in,out] A n x n, in square tiles
 * @param B     n x n, in square tiles as A: the factor that starling_potrf() left
 */
int starling_hegst(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_hegst(), asynchronous. */
int starling_hegst_submit(int itype, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);

/**
 * One stage: A = Q T Q^H with a real tridiagonal T, as LAPACK's hetrd and sytrd: T and the reflectors of Q replace
 * the triangle of A. The reflectors belong to the matrix object. Their tau, n - 1 elements, are those of
 * starling_matrix_get_tau(). The other triangle of A is the same in the end. Two stages, starling_he2hb() and
 * starling_hb2st(), are faster for eigenvalues. NaN and infinities do not stop it.
 * @param uplo which triangle of A is given
 * @param A    n x n, in block columns
 * @param D    n x 1, real, in one tile: the diagonal of T
 * @param E    max(n - 1, 0) x 1, real, in one tile: the subdiagonal
 */
int starling_hetrd(starling_uplo uplo, starling_matrix *A, starling_matrix *D, starling_matrix *E);
/** starling_hetrd(), asynchronous. */
int starling_hetrd_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *D,
                          starling_matrix *E, starling_sequence *seq);

/**
 * C = op(Q) C (side = left) or C = C op(Q) (right), with the Q of order n that starling_hetrd() left in A.
 * @param side  left or right
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     a matrix that was reduced; it is the same in the end
 * @param C     left: n rows, in block columns; right: n columns, in block rows (nb >= n)
 */
int starling_unmtr(starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C);
/** starling_unmtr(), asynchronous. */
int starling_unmtr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq);

/**
 * The matrix Q of starling_hetrd().
 * @param A a matrix that was reduced; it is the same in the end
 * @param Q n x n, in block columns
 */
int starling_ungtr(starling_matrix *A, starling_matrix *Q);
/** starling_ungtr(), asynchronous. */
int starling_ungtr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq);

/**
 * Stage 1: A = Q1 B Q1^H with a Hermitian band matrix B of kd subdiagonals. The reflectors of Q1
 * replace the part of A below the band, for both values of uplo, and belong to the matrix object. The
 * other triangle of A is workspace. NaN and infinities do not stop it.
 * @param uplo which triangle of A is given
 * @param kd   subdiagonals of B, at least 1; divides the width of the block columns of A, if there
 *             are several
 * @param A    n x n, in block columns
 * @param[out] AB B in LAPACK's lower band storage: kd + 1 rows and n columns, in block columns
 */
int starling_he2hb(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB);
/** starling_he2hb(), asynchronous. */
int starling_he2hb_submit(starling_uplo uplo, int64_t kd, starling_matrix *A, starling_matrix *AB,
                          starling_sequence *seq);

/**
 * C = op(Q1) C, with the Q1 of order n that starling_he2hb() left in A.
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     a matrix that was reduced
 * @param C     n rows, in block columns
 */
int starling_unmtr_he2hb(starling_trans trans, starling_matrix *A, starling_matrix *C);
/** starling_unmtr_he2hb(), asynchronous. */
int starling_unmtr_he2hb_submit(starling_trans trans, starling_matrix *A, starling_matrix *C,
                                starling_sequence *seq);

/** The width of block columns and the number of subdiagonals the library would choose for
 * starling_he2hb() on this machine, in *nb and *kd (NULL: not asked for). */
void starling_he2hb_tile_size(starling_precision prec, int64_t n, int64_t *nb, int64_t *kd);

/**
 * Reduces a Hermitian band matrix to a real tridiagonal matrix: B = Q2 T Q2^H. NaN and infinities
 * do not stop it.
 *
 * Q2 is a product of reflectors I - tau v v^H over sweeps s = 0, 1, ..., and in a sweep over steps
 * t = 0, 1, ... The reflector of step t has its first component, which is 1, in row s + 1 + t kd, and
 * has kd components, fewer at the end of the matrix. Column s of V2 has it in these rows, with tau in
 * place of the 1.
 * @param AB the lower triangle of B in LAPACK's band storage: kd + 1 rows in one tile row, n columns.
 *           It stays as it is
 * @param D  n x 1, real, in one tile: the diagonal of T
 * @param E  max(n - 1, 0) x 1, real, in one tile: the subdiagonal
 * @param V2 n x n in block columns, best starling_hb2st_tile_size() wide; NULL: Q2 is not needed. The
 *           upper triangle stays as it is
 */
int starling_hb2st(starling_matrix *AB, starling_matrix *D, starling_matrix *E,
                   starling_matrix *V2);
/** starling_hb2st(), asynchronous. */
int starling_hb2st_submit(starling_matrix *AB, starling_matrix *D, starling_matrix *E,
                          starling_matrix *V2, starling_sequence *seq);

/**
 * C = op(Q2) C with the Q2 of starling_hb2st().
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param kd    the number of subdiagonals of the band
 * @param V2    the reflectors
 * @param C     n rows, in block columns, of the precision of V2
 */
int starling_unmtr_hb2st(starling_trans trans, int64_t kd, starling_matrix *V2,
                         starling_matrix *C);
/** starling_unmtr_hb2st(), asynchronous. */
int starling_unmtr_hb2st_submit(starling_trans trans, int64_t kd, starling_matrix *V2,
                                starling_matrix *C, starling_sequence *seq);

/** The width of the block columns of V2 that the library would choose on this machine. */
int64_t starling_hb2st_tile_size(starling_precision prec, int64_t n, int64_t kd);
/** The same of an n x m matrix C of starling_unmtr_hb2st() and starling_unmtr_he2hb(). */
int64_t starling_unmtr_tile_size(starling_precision prec, int64_t n, int64_t m);

/**
 * Eigenvalues and eigenvectors of a symmetric tridiagonal matrix, by divide and conquer:
 * T = Z diag(D) Z^T. The work is about 4/3 n^3 operations, and less if eigenvalues are close to
 * each other. The library allocates one more matrix of the shape of Z.
 * @param[in,out] D n x 1; then the eigenvalues in ascending order
 * @param E       n - 1 x 1; it is not changed
 * @param[out] Z  n x n in block columns (nb at most 32768)
 * @return also i > 0: D(i) or E(i) is infinite or a NaN, i the first such; D and Z are undefined
 */
int starling_stedc(starling_matrix *D, starling_matrix *E, starling_matrix *Z);
/** starling_stedc(), asynchronous. */
int starling_stedc_submit(starling_matrix *D, starling_matrix *E, starling_matrix *Z,
                          starling_sequence *seq);

/** @} */

/** @addtogroup svd
 * @{ */

/**
 * Singular values and vectors of an upper bidiagonal matrix, by divide and conquer: B = U diag(D) V^T. The
 * work is about 8/3 n^3 operations, and less if values are close to each other. The library
 * allocates one more matrix of the shape of U, and one of the shape of V. A lower bidiagonal matrix is the
 * transpose of an upper one: U and V are in turns.
 * @param[in,out] D n x 1, the diagonal; then the singular values in descending order
 * @param E       n - 1 x 1, the superdiagonal; it is not changed
 * @param[out] U  n x n in block columns (nb at most 16384)
 * @param[out] V  the same; its columns, not its rows, are the right singular vectors
 * @return also i > 0: D(i) or E(i) is infinite or a NaN, i the first such; n + i: i values of a part of B
 *                were not found. Then D, U and V are undefined
 */
int starling_bdsdc(starling_matrix *D, starling_matrix *E, starling_matrix *U, starling_matrix *V);
/** starling_bdsdc(), asynchronous. */
int starling_bdsdc_submit(starling_matrix *D, starling_matrix *E, starling_matrix *U,
                          starling_matrix *V, starling_sequence *seq);

/**
 * Stage 1 of singular values: A = Q1 B P1^H with an upper band matrix B of kd superdiagonals, B n x n. The reflectors
 * replace A and R and belong to these objects: C = op(Q1) C is starling_unmqr() with A, and C = op(P1) C is
 * starling_unmtr_he2hb() with R. tau of either is that of starling_matrix_get_tau(): n elements of A, n - kd
 * of R. Element (i, j) of B, from 0, i <= j <= i + kd, is that of A if i / kd = j / kd, rounded down, else the
 * conjugate of element (j, i) of R. NaN and infinities do not stop it.
 * @param kd superdiagonals of B, at least 1; divides the width of the block columns of A, if there are several
 * @param A  m x n, m >= n, in block columns
 * @param[out] R n x n, in block columns as wide as those of A
 */
int starling_ge2gb(int64_t kd, starling_matrix *A, starling_matrix *R);
/** starling_ge2gb(), asynchronous. */
int starling_ge2gb_submit(int64_t kd, starling_matrix *A, starling_matrix *R,
                          starling_sequence *seq);

/**
 * Stage 2 of singular values: the band to a real upper bidiagonal matrix, B = Q2 D P2^H. Columns of V2 and of P2 have
 * the reflectors of Q2 and of P2 in the way of starling_hb2st(), so products with both are those of
 * starling_unmtr_hb2st(). NaN and infinities do not stop it.
 * @param kd the superdiagonals
 * @param A, R as starling_ge2gb() left them, with the band; they stay as they are
 * @param D  n x 1, real, in one tile: the diagonal
 * @param E  max(n - 1, 0) x 1, real, in one tile: the superdiagonal
 * @param V2 n x n in block columns, best starling_hb2st_tile_size() wide; NULL: Q2 and P2 are not needed
 * @param P2 the same, if V2 is not NULL
 */
int starling_gb2bd(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                   starling_matrix *E, starling_matrix *V2, starling_matrix *P2);
/** starling_gb2bd(), asynchronous. */
int starling_gb2bd_submit(int64_t kd, starling_matrix *A, starling_matrix *R, starling_matrix *D,
                          starling_matrix *E, starling_matrix *V2, starling_matrix *P2,
                          starling_sequence *seq);

/** @} */

/** @addtogroup eigen
 * @{ */

/** Eigenvalues of a symmetric tridiagonal matrix: by bisection on a GPU, if there is one and n > 128,
 * else by divide and conquer on cores. Arguments and info are as of starling_stedc(). */
int starling_sterf(starling_matrix *D, starling_matrix *E);
/** starling_sterf(), asynchronous. */
int starling_sterf_submit(starling_matrix *D, starling_matrix *E, starling_sequence *seq);

/** The tiles the library would choose for Z of starling_stedc(), and for U and V of starling_bdsdc(), on
 * this machine, in *mb and *nb (NULL: not asked for). */
void starling_stedc_tile_size(starling_precision prec, int64_t n, int64_t *mb, int64_t *nb);

/**
 * One stage: A = Q B P^H with a real bidiagonal B, as LAPACK's gebrd: upper bidiagonal if m >= n, else lower. B and
 * the reflectors of Q and P replace A. The library allocates one more matrix of order min(m, n), and if m < n
 * one of the size of A, as long as A exists. NaN and infinities do not stop it.
 * @param A m x n, m >= n: in block columns; m < n: in block rows (nb >= n)
 * @param D min(m, n) x 1, real, in one tile: the diagonal of B
 * @param E max(min(m, n) - 1, 0) x 1, real, in one tile: the other diagonal
 */
int starling_gebrd(starling_matrix *A, starling_matrix *D, starling_matrix *E);
/** starling_gebrd(), asynchronous. */
int starling_gebrd_submit(starling_matrix *A, starling_matrix *D, starling_matrix *E,
                          starling_sequence *seq);
/** tau of the reflectors of Q or P that starling_gebrd() left in A: min(m, n) elements. Waits for them. */
int starling_gebrd_get_tau(starling_vect vect, starling_matrix *A, void *tau);

/**
 * C = op(X) C (side = left) or C = C op(X) (right), where X is the Q or the P that starling_gebrd() left in A.
 * @param vect  Q, of order m, or P, of order n
 * @param side  left or right
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     a matrix that was reduced; it stays as it is
 * @param C     left: as many rows as the order, in block columns; right: as many columns, in block rows
 */
int starling_unmbr(starling_vect vect, starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C);
/** starling_unmbr(), asynchronous. */
int starling_unmbr_submit(starling_vect vect, starling_side side, starling_trans trans,
                          starling_matrix *A, starling_matrix *C, starling_sequence *seq);

/**
 * The first columns of Q, or the first rows of P^H, of starling_gebrd().
 * @param vect Q or P
 * @param A    a matrix that was reduced; it stays as it is
 * @param X    Q: m rows and at most m columns, in block columns; P: n columns and at most n rows, in block rows
 */
int starling_ungbr(starling_vect vect, starling_matrix *A, starling_matrix *X);
/** starling_ungbr(), asynchronous. */
int starling_ungbr_submit(starling_vect vect, starling_matrix *A, starling_matrix *X,
                          starling_sequence *seq);

/**
 * Hessenberg form A = Q H Q^H, as LAPACK's gehrd: H and the reflectors of Q below its subdiagonal replace A.
 * Q is a product of reflectors, which belong to the matrix object. Their tau, n - 1 elements, are those of
 * starling_matrix_get_tau(). NaN and infinities do not stop it.
 * @param ilo, ihi A is upper triangular in rows and columns 1 ... ilo - 1 and ihi + 1 ... n, for example after a
 *                 balancing; else 1 and n. If n = 0: 1 and 0
 * @param A        n x n, in block columns
 */
int starling_gehrd(int64_t ilo, int64_t ihi, starling_matrix *A);
/** starling_gehrd(), asynchronous. */
int starling_gehrd_submit(int64_t ilo, int64_t ihi, starling_matrix *A, starling_sequence *seq);

/**
 * C = op(Q) C (side = left) or C = C op(Q) (right), with the Q of order n that starling_gehrd() left in A.
 * @param side  left or right
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     a matrix that was reduced; it stays as it is
 * @param C     left: n rows, in block columns; right: n columns, in block rows (nb >= n)
 */
int starling_unmhr(starling_side side, starling_trans trans, starling_matrix *A,
                   starling_matrix *C);
/** starling_unmhr(), asynchronous. */
int starling_unmhr_submit(starling_side side, starling_trans trans, starling_matrix *A,
                          starling_matrix *C, starling_sequence *seq);

/**
 * The matrix Q of starling_gehrd().
 * @param A a matrix that was reduced; it stays as it is
 * @param Q n x n, in block columns
 */
int starling_unghr(starling_matrix *A, starling_matrix *Q);
/** starling_unghr(), asynchronous. */
int starling_unghr_submit(starling_matrix *A, starling_matrix *Q, starling_sequence *seq);

/**
 * Eigenvalues of a general matrix, and right and left eigenvectors if they are wanted: A VR = VR D,
 * VL^H A = D VL^H, with the eigenvalues in the diagonal matrix D. The Hessenberg form is made by tasks from
 * order 600 on if there are two cores or more and no GPU, and from order 1000 on if there is a GPU with
 * kernels for them. Else the calling thread makes it by LAPACK.
 * The Schur form and the eigenvectors are tasks. Of a real matrix, conjugate pairs of eigenvalues stand side by side, that with the
 * positive imaginary part first, and their vectors are columns j + i (j + 1) and the conjugate. Vectors have
 * length 1, and the largest element of a complex one is real. The library allocates up to seven more matrices
 * of the size of A.
 * @param A  n x n, in block columns; it stays
 * @param W  n x 1; real: n x 2, the real and the imaginary parts
 * @param VL n x n, in block columns; NULL: left vectors are not wanted
 * @param VR the same for right vectors
 * @return also i > 0: LAPACK's iteration found only eigenvalues i + 1 ... n, and there are no vectors; n: or A
 *         has a NaN or an infinity
 */
int starling_geev(starling_matrix *A, starling_matrix *W, starling_matrix *VL, starling_matrix *VR);
/** starling_geev(), which waits until the eigenvalues are known; only the vectors are asynchronous. */
int starling_geev_submit(starling_matrix *A, starling_matrix *W, starling_matrix *VL,
                         starling_matrix *VR, starling_sequence *seq);

/**
 * starling_geev() with a choice of balancing, and with condition numbers, which are LAPACK's.
 * @param balanc how the matrix is balanced
 * @param sense  STARLING_SENSE_VALUES: condition numbers of eigenvalues, which need left and right vectors;
 *               STARLING_SENSE_SUBSPACE: of right vectors
 * @param A      n x n, in block columns; with vectors or condition numbers it becomes the Schur form of the
 *               balanced matrix, else it stays
 * @param W,VL,VR as of starling_geev()
 * @param ilo    becomes the first row that was not permuted to the front, from 1
 * @param ihi    becomes the last one that was not permuted to the end
 * @param scale  becomes the n permutations and factors, as of LAPACK's gebal; NULL: not wanted
 * @param abnrm  becomes the one-norm of the balanced matrix
 * @param rconde becomes the n condition numbers of eigenvalues; NULL: not wanted
 * @param rcondv becomes the n condition numbers of right vectors; NULL: not wanted
 * @return as starling_geev()
 */
int starling_geevx(starling_balance balanc, starling_sense sense, starling_matrix *A,
                   starling_matrix *W, starling_matrix *VL, starling_matrix *VR, int64_t *ilo,
                   int64_t *ihi, double *scale, double *abnrm, double *rconde, double *rcondv);
/** starling_geevx(), which waits until the eigenvalues and condition numbers are known. */
int starling_geevx_submit(starling_balance balanc, starling_sense sense, starling_matrix *A,
                          starling_matrix *W, starling_matrix *VL, starling_matrix *VR,
                          int64_t *ilo, int64_t *ihi, double *scale, double *abnrm, double *rconde,
                          double *rcondv, starling_sequence *seq);

/**
 * The Schur form of an upper Hessenberg matrix, H = U T U^H, by the multishift QR algorithm with aggressive
 * early deflation, as tasks. T is upper triangular; real: with diagonal blocks of order 2 for conjugate pairs,
 * as LAPACK's hseqr makes them. Elements below the subdiagonal are not read and become 0.
 * The library allocates up to two more matrices of the size of H.
 * @param job STARLING_VECTORS: H becomes T; STARLING_VALUES: H is destroyed
 * @param H   n x n, in block columns
 * @param ilo H is upper triangular outside rows and columns ilo ... ihi, as gebal tells; else 1
 * @param ihi 1 <= ilo <= ihi <= n; else n
 * @param W   the eigenvalues: n x 1; real: n x 2, the real and the imaginary parts
 * @param Z   n x n, in block columns: becomes Z U; NULL: it is not wanted, as with STARLING_VALUES
 * @return also i > 0: only eigenvalues i + 1 ... n were found; n: or H has a NaN or an infinity
 */
int starling_hseqr(starling_job job, starling_matrix *H, int64_t ilo, int64_t ihi,
                   starling_matrix *W, starling_matrix *Z);
/** starling_hseqr(), which waits until the eigenvalues are known; T and Z are asynchronous. */
int starling_hseqr_submit(starling_job job, starling_matrix *H, int64_t ilo, int64_t ihi,
                          starling_matrix *W, starling_matrix *Z, starling_sequence *seq);

/**
 * The Schur form of a general matrix, A = Z T Z^H, with Z unitary. T is as of starling_hseqr(). Selected
 * eigenvalues come first on its diagonal, in their order. The Hessenberg form is made as in
 * starling_geev(), the rest by tasks.
 * The library allocates up to six more matrices of the size of A.
 * @param A      n x n, in block columns; becomes T
 * @param W      the eigenvalues, the diagonal of T: n x 1; real: n x 2, the real and the imaginary parts
 * @param Z      n x n, in block columns: becomes Z; NULL: it is not wanted
 * @param select tells which eigenvalues come first; NULL: all stay as they come
 * @param data   for select
 * @param sdim   becomes the number of selected eigenvalues; may be NULL without select
 * @return also i, 1 <= i <= n: only eigenvalues i + 1 ... n were found; n: or A has a NaN or an infinity;
 *         n + 1: eigenvalues were too close to be put in order; n + 2: rounding errors have changed eigenvalues
 *         so that the first ones are no longer all selected. With n + 1 and n + 2, T and Z are right.
 */
int starling_gees(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                  starling_select *select, void *data, int64_t *sdim);
/** starling_gees(), which waits until the eigenvalues are known; T and Z are asynchronous. */
int starling_gees_submit(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                         starling_select *select, void *data, int64_t *sdim, starling_sequence *seq);

/**
 * starling_gees() with condition numbers of the selected eigenvalues, by LAPACK.
 * @param A,W,Z,select,data,sdim as of starling_gees()
 * @param sense  which ones; without select: STARLING_SENSE_NONE
 * @param rconde becomes that of the mean of the eigenvalues; NULL: not wanted
 * @param rcondv becomes that of their invariant subspace; NULL: not wanted
 */
int starling_geesx(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                   starling_select *select, void *data, starling_sense sense, int64_t *sdim,
                   double *rconde, double *rcondv);
/** starling_geesx(), which waits until the eigenvalues are known; T and Z are asynchronous. */
int starling_geesx_submit(starling_matrix *A, starling_matrix *W, starling_matrix *Z,
                          starling_select *select, void *data, starling_sense sense, int64_t *sdim,
                          double *rconde, double *rcondv, starling_sequence *seq);

/**
 * A Schur form with selected eigenvalues in front, T = U T' U^H. They stay in their order. Of a conjugate pair
 * of a real T both are selected if one is. The first m columns of Q U are then a basis of their invariant
 * subspace. The library allocates up to two more matrices of the size of T, with condition numbers three.
 * @param sense  which condition numbers; they are LAPACK's
 * @param T      n x n, in block columns, as starling_hseqr() makes it; becomes T'
 * @param Q      n x n, in block columns: becomes Q U; NULL: it is not wanted
 * @param select n numbers; not 0: the eigenvalue is selected
 * @param W      becomes the eigenvalues: n x 1; real: n x 2, the real and the imaginary parts
 * @param m      becomes the number of selected eigenvalues
 * @param s      becomes the condition number of their mean; NULL: not wanted
 * @param sep    becomes the condition number of their invariant subspace; NULL: not wanted
 * @return also 1: eigenvalues were too close to be put in order. T and Q are right, and partly in order.
 */
int starling_trsen(starling_sense sense, starling_matrix *T, starling_matrix *Q, const int *select,
                   starling_matrix *W, int64_t *m, double *s, double *sep);
/** starling_trsen(), which waits until the eigenvalues are known; T and Q are asynchronous. */
int starling_trsen_submit(starling_sense sense, starling_matrix *T, starling_matrix *Q,
                          const int *select, starling_matrix *W, int64_t *m, double *s, double *sep,
                          starling_sequence *seq);

/**
 * Right and left eigenvectors of an upper triangular matrix; real: quasi-triangular, as LAPACK's hseqr makes it,
 * with diagonal blocks of order 2 for conjugate pairs, whose vectors are as of starling_geev(). Elements below
 * these blocks are not read. The largest element of a vector becomes 1, where a complex number counts as the sum
 * of its parts.
 * The library allocates up to four more matrices of the size of T for each side.
 * @param howmny of T, or multiplied by Q
 * @param T      n x n, in block columns
 * @param VL     n x n, in block columns: becomes the left vectors; to be multiplied: Q before. NULL: not wanted
 * @param VR     the same for right vectors
 */
int starling_trevc3(starling_howmny howmny, starling_matrix *T, starling_matrix *VL,
                    starling_matrix *VR);
/** starling_trevc3(), asynchronous; but it waits for a real T. */
int starling_trevc3_submit(starling_howmny howmny, starling_matrix *T, starling_matrix *VL,
                           starling_matrix *VR, starling_sequence *seq);

/** @} */

/** @defgroup batched Batches of small matrices
 * Operations on each matrix of a batch, which are independent. The matrices have one order and stand in
 * memory at equal distances, or each has its own order and pointer. A batch is cut into chunks of some
 * matrices; a chunk is a task.
 * The result of an operation says whether it could be done; a matrix with a numerical failure does not
 * change that, nor any other matrix. Its info says so.
 * @{ */

/** A batch of matrices, or of integers; opaque. */
typedef struct starling_batch starling_batch;

/**
 * A batch of m x n matrices over the user's host array, used in place as in starling_matrix_wrap().
 *
 * @param[out] A  the new batch
 * @param prec    element type
 * @param m,n     order of each matrix, >= 0
 * @param a       the first matrix
 * @param lda     leading dimension of each matrix, >= max(1, m); lda (n - 1) + m < 2^31
 * @param stride  elements from one matrix to the next one, >= lda (n - 1) + m, < 2^31
 * @param count   matrices, >= 0
 * @param chunk   matrices of a chunk, which has less than 2^32 elements; 0: starling_batch_chunk()
 * @return 0, -i, #STARLING_ENOMEM or what starling_init() returns
 */
int starling_batch_wrap(starling_batch **A, starling_precision prec, int64_t m, int64_t n, void *a,
                        int64_t lda, int64_t stride, int64_t count, int64_t chunk);

/**
 * The same over an array in the memory of CUDA device `device` (CUDA's number). chunk = 0:
 * starling_batch_chunk_device().
 * @return as starling_batch_wrap(), and #STARLING_EDEVICE if StarPU does not drive it
 */
int starling_batch_wrap_device(starling_batch **A, starling_precision prec, int64_t m, int64_t n,
                               void *a, int64_t lda, int64_t stride, int64_t count, int64_t chunk,
                               int device);

/** A batch of m integers for each of `count` matrices, one after the other: pivots, or info (m = 1).
 * chunk is that of the matrices; 0: the first operation cuts it as they are. */
int starling_batch_wrap_int(starling_batch **A, int64_t m, int *a, int64_t count, int64_t chunk);
/** The same over an array in the memory of CUDA device `device`. */
int starling_batch_wrap_int_device(starling_batch **A, int64_t m, int *a, int64_t count,
                                   int64_t chunk, int device);

/**
 * A batch of matrices of which each has its own pointer and shape, used in place in main memory. Tasks of
 * such batches run on cores. All arrays are copied; matrices may stand anywhere, but must not overlap.
 *
 * @param[out] A  the new batch
 * @param prec    element type
 * @param m,n     m[i] x n[i] is the shape of matrix i, >= 0
 * @param a       its first element; NULL: it has no elements
 * @param lda     its leading dimension, >= max(1, m[i])
 * @param count   matrices, >= 0
 * @param chunk   matrices of a chunk. 0: the first operation decides. It cuts A into chunks of about equal
 *                work, and the other operands as A
 * @return as starling_batch_wrap(); the message names the first matrix with a bad number
 */
int starling_batch_wrap_pointers(starling_batch **A, starling_precision prec, const int64_t *m,
                                 const int64_t *n, void *const *a, const int64_t *lda,
                                 int64_t count, int64_t chunk);

/** The same for integers: m[i] of them at a[i], the pivots of matrix i. */
int starling_batch_wrap_int_pointers(starling_batch **A, const int64_t *m, int *const *a,
                                     int64_t count, int64_t chunk);

/**
 * starling_batch_wrap_pointers() for matrices in the memory of CUDA device `device`. The arrays m, n, a
 * and lda are in main memory. Operations run on this GPU. All other operands with pointers must be on the
 * same device. Also lda[i] (n[i] - 1) + m[i] < 2^31. chunk = 0: the first operation decides, as
 * starling_batch_chunk_device() for the largest order.
 * @return as starling_batch_wrap_pointers(), and #STARLING_EDEVICE if StarPU does not drive the device
 */
int starling_batch_wrap_pointers_device(starling_batch **A, starling_precision prec,
                                        const int64_t *m, const int64_t *n, void *const *a,
                                        const int64_t *lda, int64_t count, int64_t chunk,
                                        int device);

/** The same for integers. */
int starling_batch_wrap_int_pointers_device(starling_batch **A, const int64_t *m, int *const *a,
                                            int64_t count, int64_t chunk, int device);

/** Waits for the operations on A and makes the user's array hold its values. */
int starling_batch_sync(starling_batch *A);

/** The same, and frees the object. NULL is accepted. */
int starling_batch_destroy(starling_batch *A);

/** The matrices of a chunk that the library would choose on this machine. */
int64_t starling_batch_chunk(starling_precision prec, int64_t m, int64_t n, int64_t count);
/** The same for matrices that stay in the memory of a GPU: all, half of them above order 1024, or 2^30
 *  elements. */
int64_t starling_batch_chunk_device(int64_t m, int64_t n, int64_t count);

/**
 * Cholesky factorizations A = L L^H or A = U^H U of square matrices, as starling_potrf().
 * @param uplo  the triangle that is read and replaced by the factor; the other one is not touched
 * @param A     the matrices
 * @param infos an integer for each matrix: 0, or i > 0 if the leading minor of order i is not positive
 *              definite or has a NaN; this matrix then has no factor
 */
int starling_potrf_batched(starling_uplo uplo, starling_batch *A, starling_batch *infos);
/** starling_potrf_batched(), asynchronous. */
int starling_potrf_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *infos,
                                  starling_sequence *seq);

/**
 * A X = B with the factors of starling_potrf_batched(), in place.
 * @param uplo the triangle with the factor
 * @param A    the factors; where there is none, X is undefined
 * @param B    n x nrhs each, as many matrices in the same chunks; nrhs may vary where n may
 */
int starling_potrs_batched(starling_uplo uplo, starling_batch *A, starling_batch *B);
/** starling_potrs_batched(), asynchronous. */
int starling_potrs_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *B,
                                  starling_sequence *seq);

/** starling_potrf_batched() and starling_potrs_batched(). B stays where info is not 0. */
int starling_posv_batched(starling_uplo uplo, starling_batch *A, starling_batch *B,
                          starling_batch *infos);
/** starling_posv_batched(), asynchronous. */
int starling_posv_batched_submit(starling_uplo uplo, starling_batch *A, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq);

/**
 * LU factorizations P A = L U with partial pivoting, as LAPACK's getrf.
 * @param A     m x n each; then the factors
 * @param ipiv  min(m, n) integers for each matrix: row i was exchanged with row ipiv(i), both from 1
 * @param infos an integer for each matrix: 0, or i > 0 if U(i, i) is the first that is exactly zero
 */
int starling_getrf_batched(starling_batch *A, starling_batch *ipiv, starling_batch *infos);
/** starling_getrf_batched(), asynchronous. */
int starling_getrf_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *infos,
                                  starling_sequence *seq);

/** op(A) X = B with the factors of starling_getrf_batched(), in place. B is n x nrhs each. Where U is
 * singular X is undefined. */
int starling_getrs_batched(starling_trans trans, starling_batch *A, starling_batch *ipiv,
                           starling_batch *B);
/** starling_getrs_batched(), asynchronous. */
int starling_getrs_batched_submit(starling_trans trans, starling_batch *A, starling_batch *ipiv,
                                  starling_batch *B, starling_sequence *seq);

/** starling_getrf_batched() and starling_getrs_batched(). B stays where info is not 0. */
int starling_gesv_batched(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                          starling_batch *infos);
/** starling_gesv_batched(), asynchronous. */
int starling_gesv_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq);

/** Inverses, in place, from the factors of starling_getrf_batched().
 * @param A     the factors; then the inverses
 * @param ipiv  the interchanges
 * @param infos an integer for each matrix: 0, or i > 0 if U(i, i) is the first that is exactly zero; this
 *              matrix has no inverse, and A stays */
int starling_getri_batched(starling_batch *A, starling_batch *ipiv, starling_batch *infos);
/** starling_getri_batched(), asynchronous. */
int starling_getri_batched_submit(starling_batch *A, starling_batch *ipiv, starling_batch *infos,
                                  starling_sequence *seq);

/** Inverses of square matrices, in place: starling_getrf_batched() and starling_getri_batched() as one
 * operation. Where info is not 0, A is undefined. */
int starling_inv_batched(starling_batch *A, starling_batch *infos);
/** starling_inv_batched(), asynchronous. */
int starling_inv_batched_submit(starling_batch *A, starling_batch *infos, starling_sequence *seq);

/**
 * QR factorizations A = Q R, as LAPACK's geqrf. LAPACK's ormqr or unmqr multiplies by Q.
 * @param A   m x n each; then R, upper triangular or trapezoidal, and the reflectors below the diagonal
 * @param tau min(m, n) x 1 each, of the precision of A, as many in the same chunks
 */
int starling_geqrf_batched(starling_batch *A, starling_batch *tau);
/** starling_geqrf_batched(), asynchronous. */
int starling_geqrf_batched_submit(starling_batch *A, starling_batch *tau, starling_sequence *seq);

/**
 * Solves op(A) X = B for matrices of full rank, as starling_gels(): by least squares if op(A) is high,
 * else the solution of minimum norm.
 * @param trans NOTRANS or CONJTRANS; TRANS in real precisions
 * @param A     m x n each; then the factors of QR if m >= n, else of LQ
 * @param B     max(m, n) x nrhs each, as many in the same chunks: B in the first rows of op(A), then X in
 *              the first rows. Of least squares the rows below X have the residual.
 * @param infos an integer for each matrix: 0, or i > 0 if element (i, i) of the triangle is the first that
 *              is exactly zero; B is then undefined. A zero matrix has X = 0 and info 0.
 */
int starling_gels_batched(starling_trans trans, starling_batch *A, starling_batch *B,
                          starling_batch *infos);
/** starling_gels_batched(), asynchronous. */
int starling_gels_batched_submit(starling_trans trans, starling_batch *A, starling_batch *B,
                                 starling_batch *infos, starling_sequence *seq);

/** @} */

/** @defgroup utilities Matrix utilities
 * @{ */

/** B = A, all of it (uplo = G) or one triangle or trapezium with the diagonal. With uplo = G the tiles
 * of A and B may have any sizes; else they are cut alike. */
int starling_lacpy(starling_uplo uplo, starling_matrix *A, starling_matrix *B);
/** starling_lacpy(), asynchronous. */
int starling_lacpy_submit(starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                          starling_sequence *seq);

/** Sets the off-diagonal elements of a triangle (or of all, uplo = G) to alpha and the
 * diagonal to beta. */
int starling_laset(starling_uplo uplo, starling_complex_double alpha,
                   starling_complex_double beta, starling_matrix *A);
/** starling_laset(), asynchronous. */
int starling_laset_submit(starling_uplo uplo, starling_complex_double alpha,
                          starling_complex_double beta, starling_matrix *A,
                          starling_sequence *seq);

/**
 * Norm of a general matrix, after the operations submitted on it. NaN if A holds one.
 * @param norm which
 * @param A    matrix
 * @param[out] value the norm, 0 for an empty matrix
 */
int starling_lange(starling_norm norm, starling_matrix *A, double *value);

/** Norm of a Hermitian (real: symmetric) matrix of which one triangle is stored. */
int starling_lanhe(starling_norm norm, starling_uplo uplo, starling_matrix *A, double *value);

/**
 * Fills A with numbers uniform in (-1/2, 1/2), real and imaginary parts alike. Element
 * (i, j) depends on seed, i and j alone: not on tiles, workers or precision's partner.
 */
int starling_random(uint64_t seed, starling_matrix *A);
/** starling_random(), asynchronous. */
int starling_random_submit(uint64_t seed, starling_matrix *A, starling_sequence *seq);

/**
 * Fills the triangle(s) of a square A with a random Hermitian (real: symmetric) matrix as
 * starling_random() would, and adds `shift` to its diagonal; shift = n makes it positive
 * definite.
 */
int starling_random_hermitian(starling_uplo uplo, double shift, uint64_t seed,
                              starling_matrix *A);
/** starling_random_hermitian(), asynchronous. */
int starling_random_hermitian_submit(starling_uplo uplo, double shift, uint64_t seed,
                                     starling_matrix *A, starling_sequence *seq);

/** @} */

/** @defgroup flops Operation counts
 * Floating point operations of a real routine as in LAPACK Working Note 41; in complex
 * precisions an addition counts 2, a multiplication 6.
 * @{ */

/** gemm: C m x n, inner dimension k. */
double starling_flops_gemm(starling_precision prec, double m, double n, double k);
/** hemm or symm: C m x n. */
double starling_flops_hemm(starling_precision prec, starling_side side, double m, double n);
/** herk or syrk: C n x n, inner dimension k. */
double starling_flops_herk(starling_precision prec, double n, double k);
/** her2k or syr2k: C n x n, inner dimension k. */
double starling_flops_her2k(starling_precision prec, double n, double k);
/** trsm or trmm: B m x n. */
double starling_flops_trsm(starling_precision prec, starling_side side, double m, double n);
/** potrf of order n. */
double starling_flops_potrf(starling_precision prec, double n);
/** potrs of order n with nrhs right-hand sides. */
double starling_flops_potrs(starling_precision prec, double n, double nrhs);
/** sytrf or hetrf of order n. */
double starling_flops_sytrf(starling_precision prec, double n);
/** sytrs or hetrs of order n with nrhs right-hand sides. */
double starling_flops_sytrs(starling_precision prec, double n, double nrhs);
/** trtri of order n. */
double starling_flops_trtri(starling_precision prec, double n);
/** lauum of order n. */
double starling_flops_lauum(starling_precision prec, double n);
/** potri of order n, after potrf. */
double starling_flops_potri(starling_precision prec, double n);
/** getrf, m x n. */
double starling_flops_getrf(starling_precision prec, double m, double n);
/** getrs of order n with nrhs right-hand sides. */
double starling_flops_getrs(starling_precision prec, double n, double nrhs);
/** getri of order n, after getrf. */
double starling_flops_getri(starling_precision prec, double n);
/** geqrf, m x n. */
double starling_flops_geqrf(starling_precision prec, double m, double n);
/** unmqr or ormqr: C m x n, k reflectors. */
double starling_flops_unmqr(starling_precision prec, starling_side side, double m, double n,
                            double k);
/** ungqr or orgqr: Q m x n, k reflectors. */
double starling_flops_ungqr(starling_precision prec, double m, double n, double k);
/** he2hb or sy2sb of order n, with kd subdiagonals: about 4/3 n^3. */
double starling_flops_he2hb(starling_precision prec, double n, double kd);
/** heevd of order n: 4/3 n^3 in real precisions, 20/3 n^3 with vectors. */
double starling_flops_heevd(starling_precision prec, starling_job job, double n);
/** heevx of order n: 4/3 n^3 in real precisions; with so many vectors 5/3 n^3 + 5 n^2 columns. */
double starling_flops_heevx(starling_precision prec, starling_job job, double n, double columns);
/** gesvd, with k the smaller side and l the larger one: 4 l k^2 - 4/3 k^3 in real precisions; with U and
 * V^H of k columns and rows 8 l k^2 + 16/3 k^3. */
double starling_flops_gesvd(starling_precision prec, starling_job job, double m, double n);
/** gelsd: with k the smaller side gesvd of order k with vectors, two products of k x k with k x nrhs, and
 * geqrf and unmqr if A is not square. */
double starling_flops_gelsd(starling_precision prec, double m, double n, double nrhs);
/** pinv: gesvd with vectors, and a product. */
double starling_flops_pinv(starling_precision prec, double m, double n);
/** gepolar with m >= n: 6 m n^2 - 2/3 n^3 in real precisions, and 10/3 n^3 for each of 22 steps, or of 15
 * in s and c. */
double starling_flops_gepolar(starling_precision prec, double m, double n);
/** gesvdp: gepolar, heevd and with vectors a product. */
double starling_flops_gesvdp(starling_precision prec, starling_job job, double m, double n);
/** gesvdr: products with A and QR of k + p = l columns, q + 1 times, gesvd, and with vectors a product. */
double starling_flops_gesvdr(starling_precision prec, starling_job job, double m, double n,
                             double l, double q);
/** hetrd or sytrd of order n: 4/3 n^3 in real precisions. */
double starling_flops_hetrd(starling_precision prec, double n);
/** ge2gb of an m x n matrix, m >= n: about 4 m n^2 - 4/3 n^3 in real precisions. */
double starling_flops_ge2gb(starling_precision prec, double m, double n, double kd);
/** gb2bd without vectors: 8 n^2 kd in real precisions. */
double starling_flops_gb2bd(starling_precision prec, double n, double kd);
/** gebrd, with k the smaller side and l the larger one: 4 l k^2 - 4/3 k^3 in real precisions. */
double starling_flops_gebrd(starling_precision prec, double m, double n);
/** gehrd of order n: 10/3 n^3 in real precisions. */
double starling_flops_gehrd(starling_precision prec, double n);
/** trevc3 of order n, for one side: n^3 / 3 in real precisions, and with the product n^3 more. */
double starling_flops_trevc3(starling_precision prec, starling_howmny howmny, double n);
/** hseqr of order n: 7 n^3 in real precisions for values alone, 25 n^3 for T and Z; Golub and Van Loan. */
double starling_flops_hseqr(starling_precision prec, starling_job job, double n);
/** gees of order n: 25 n^3 in real precisions, without the sorting; Golub and Van Loan. */
double starling_flops_gees(starling_precision prec, double n);
/** geev of order n: 10 n^3 in real precisions; with vectors 25 n^3, and 4/3 n^3 for each side. */
double starling_flops_geev(starling_precision prec, int sides, double n);
/** hegst or sygst of order n: n^3 in real precisions. */
double starling_flops_hegst(starling_precision prec, double n);
/** hb2st of order n with kd subdiagonals: 6 n^2 kd in real precisions. */
double starling_flops_hb2st(starling_precision prec, double n, double kd);
/** unmtr_hb2st of order n: 2 n^2 columns in real precisions. */
double starling_flops_unmtr_hb2st(starling_precision prec, double n, double columns);

/** @} */

/** @defgroup lapack LAPACK-style interface
 * Column-major arrays in host memory, options as LAPACK's characters (either case), LAPACK's
 * argument order; info is the return value, -i counts LAPACK's arguments. Each function is
 * there as starling_s, starling_d, starling_c, starling_z + name. `scalar` is float, double,
 * starling_complex_float or starling_complex_double, `real` is float or double.
 * The operation is that of the function of the same name on matrix objects.
 * @{ */

#define STARLING_DECLARE(x, un, scalar, real)                                                \
    /** C = alpha op(A) op(B) + beta C; op(A) m x k, op(B) k x n. */                         \
    int starling_##x##gemm(char transa, char transb, int64_t m, int64_t n, int64_t k,        \
                           scalar alpha, const scalar *a, int64_t lda, const scalar *b,      \
                           int64_t ldb, scalar beta, scalar *c, int64_t ldc);                \
    /** C = alpha A B + beta C or alpha B A + beta C with a symmetric A; C m x n. */         \
    int starling_##x##symm(char side, char uplo, int64_t m, int64_t n, scalar alpha,         \
                           const scalar *a, int64_t lda, const scalar *b, int64_t ldb,       \
                           scalar beta, scalar *c, int64_t ldc);                             \
    /** The same with a Hermitian A (real precisions: symm). */                              \
    int starling_##x##hemm(char side, char uplo, int64_t m, int64_t n, scalar alpha,         \
                           const scalar *a, int64_t lda, const scalar *b, int64_t ldb,       \
                           scalar beta, scalar *c, int64_t ldc);                             \
    /** C = alpha A A^T + beta C or alpha A^T A + beta C; C n x n, inner dimension k. */     \
    int starling_##x##syrk(char uplo, char trans, int64_t n, int64_t k, scalar alpha,        \
                           const scalar *a, int64_t lda, scalar beta, scalar *c,             \
                           int64_t ldc);                                                     \
    /** C = alpha A A^H + beta C or alpha A^H A + beta C (real precisions: syrk). */         \
    int starling_##x##herk(char uplo, char trans, int64_t n, int64_t k, real alpha,          \
                           const scalar *a, int64_t lda, real beta, scalar *c, int64_t ldc); \
    /** C = alpha A B^T + alpha B A^T + beta C or alpha A^T B + alpha B^T A + beta C; C n x n,\
     * inner dimension k. */                                                                 \
    int starling_##x##syr2k(char uplo, char trans, int64_t n, int64_t k, scalar alpha,       \
                            const scalar *a, int64_t lda, const scalar *b, int64_t ldb,      \
                            scalar beta, scalar *c, int64_t ldc);                            \
    /** C = alpha A B^H + conj(alpha) B A^H + beta C or alpha A^H B + conj(alpha) B^H A + beta C\
     * (real precisions: syr2k). */                                                          \
    int starling_##x##her2k(char uplo, char trans, int64_t n, int64_t k, scalar alpha,       \
                            const scalar *a, int64_t lda, const scalar *b, int64_t ldb,      \
                            real beta, scalar *c, int64_t ldc);                              \
    /** B = alpha op(A) B or alpha B op(A) with a triangular A; B m x n. */                  \
    int starling_##x##trmm(char side, char uplo, char transa, char diag, int64_t m,          \
                           int64_t n, scalar alpha, const scalar *a, int64_t lda, scalar *b, \
                           int64_t ldb);                                                     \
    /** op(A) X = alpha B or X op(A) = alpha B; B m x n. */                                  \
    int starling_##x##trsm(char side, char uplo, char transa, char diag, int64_t m,          \
                           int64_t n, scalar alpha, const scalar *a, int64_t lda, scalar *b, \
                           int64_t ldb);                                                     \
    /** Cholesky factorization. */                                                           \
    int starling_##x##potrf(char uplo, int64_t n, scalar *a, int64_t lda);                   \
    /** Solution with the Cholesky factor; B n x nrhs. */                                    \
    int starling_##x##potrs(char uplo, int64_t n, int64_t nrhs, const scalar *a,             \
                            int64_t lda, scalar *b, int64_t ldb);                            \
    /** Cholesky factorization and solution; B n x nrhs. */                                  \
    int starling_##x##posv(char uplo, int64_t n, int64_t nrhs, scalar *a, int64_t lda,       \
                           scalar *b, int64_t ldb);                                          \
    /** Inverse of a triangle; info = i > 0: A(i, i) is exactly zero, A unchanged. */       \
    int starling_##x##trtri(char uplo, char diag, int64_t n, scalar *a, int64_t lda);        \
    /** L^H L or U U^H, one triangle. */                                                     \
    int starling_##x##lauum(char uplo, int64_t n, scalar *a, int64_t lda);                   \
    /** Inverse from the Cholesky factor; info = i > 0: its element (i, i) is zero. */       \
    int starling_##x##potri(char uplo, int64_t n, scalar *a, int64_t lda);                   \
    /** Cholesky factorizations of `count` matrices, `stride` elements apart; an info each. */ \
    int starling_##x##potrf_strided_batched(char uplo, int64_t n, scalar *a, int64_t lda,    \
                                            int64_t stride, int *info, int64_t count);       \
    /** Solutions with their factors; B n x nrhs. */                                         \
    int starling_##x##potrs_strided_batched(char uplo, int64_t n, int64_t nrhs,              \
                                            const scalar *a, int64_t lda, int64_t stride_a,  \
                                            scalar *b, int64_t ldb, int64_t stride_b,        \
                                            int64_t count);                                  \
    /** Both of these. */                                                                    \
    int starling_##x##posv_strided_batched(char uplo, int64_t n, int64_t nrhs, scalar *a,    \
                                           int64_t lda, int64_t stride_a, scalar *b,         \
                                           int64_t ldb, int64_t stride_b, int *info,         \
                                           int64_t count);                                   \
    /** LU factorizations of `count` m x n matrices; min(m, n) interchanges and an info each. */ \
    int starling_##x##getrf_strided_batched(int64_t m, int64_t n, scalar *a, int64_t lda,    \
                                            int64_t stride, int *ipiv, int *info,            \
                                            int64_t count);                                  \
    /** Solutions with their factors; B n x nrhs. */                                         \
    int starling_##x##getrs_strided_batched(char trans, int64_t n, int64_t nrhs,             \
                                            const scalar *a, int64_t lda, int64_t stride_a,  \
                                            const int *ipiv, scalar *b, int64_t ldb,         \
                                            int64_t stride_b, int64_t count);                \
    /** Both of these. */                                                                    \
    int starling_##x##gesv_strided_batched(int64_t n, int64_t nrhs, scalar *a, int64_t lda,  \
                                           int64_t stride_a, int *ipiv, scalar *b,           \
                                           int64_t ldb, int64_t stride_b, int *info,         \
                                           int64_t count);                                   \
    /** Inverses from their factors, in place. */                                            \
    int starling_##x##getri_strided_batched(int64_t n, scalar *a, int64_t lda,               \
                                            int64_t stride, const int *ipiv, int *info,      \
                                            int64_t count);                                  \
    /** Inverses of `count` matrices, in place. */                                           \
    int starling_##x##inv_strided_batched(int64_t n, scalar *a, int64_t lda, int64_t stride, \
                                          int *info, int64_t count);                         \
    /** QR factorizations of `count` m x n matrices; tau: min(m, n) elements each. */        \
    int starling_##x##geqrf_strided_batched(int64_t m, int64_t n, scalar *a, int64_t lda,    \
                                            int64_t stride, scalar *tau, int64_t count);     \
    /** Least squares or minimum norm for each of them; B max(m, n) x nrhs; an info each. */ \
    int starling_##x##gels_strided_batched(char trans, int64_t m, int64_t n, int64_t nrhs,   \
                                           scalar *a, int64_t lda, int64_t stride_a,         \
                                           scalar *b, int64_t ldb, int64_t stride_b,         \
                                           int *info, int64_t count);                        \
    /** Cholesky factorizations of `count` matrices at a[i]; an info each. */                \
    int starling_##x##potrf_batched(char uplo, int64_t n, scalar *const a[], int64_t lda,    \
                                    int *info, int64_t count);                               \
    /** Matrix i has order n[i] and leading dimension lda[i]. */                             \
    int starling_##x##potrf_vbatched(char uplo, const int64_t n[], scalar *const a[],        \
                                     const int64_t lda[], int info[], int64_t count);        \
    /** Solutions with their factors; B n x nrhs at b[i]. */                                 \
    int starling_##x##potrs_batched(char uplo, int64_t n, int64_t nrhs, scalar *const a[],   \
                                    int64_t lda, scalar *const b[], int64_t ldb,             \
                                    int64_t count);                                          \
    /** The same of varying sizes. */                                                        \
    int starling_##x##potrs_vbatched(char uplo, const int64_t n[], const int64_t nrhs[],     \
                                     scalar *const a[], const int64_t lda[],                 \
                                     scalar *const b[], const int64_t ldb[], int64_t count); \
    /** Both of these. */                                                                    \
    int starling_##x##posv_batched(char uplo, int64_t n, int64_t nrhs, scalar *const a[],    \
                                   int64_t lda, scalar *const b[], int64_t ldb, int *info,   \
                                   int64_t count);                                           \
    /** The same of varying sizes. */                                                        \
    int starling_##x##posv_vbatched(char uplo, const int64_t n[], const int64_t nrhs[],      \
                                    scalar *const a[], const int64_t lda[],                  \
                                    scalar *const b[], const int64_t ldb[], int info[],      \
                                    int64_t count);                                          \
    /** LU factorizations of `count` m x n matrices at a[i]; ipiv as in the strided form. */ \
    int starling_##x##getrf_batched(int64_t m, int64_t n, scalar *const a[], int64_t lda,    \
                                    int *ipiv, int *info, int64_t count);                    \
    /** Matrix i is m[i] x n[i]; min(m[i], n[i]) interchanges go to ipiv[i]. */              \
    int starling_##x##getrf_vbatched(const int64_t m[], const int64_t n[],                   \
                                     scalar *const a[], const int64_t lda[],                 \
                                     int *const ipiv[], int info[], int64_t count);          \
    /** Solutions with their factors; B n x nrhs at b[i]. */                                 \
    int starling_##x##getrs_batched(char trans, int64_t n, int64_t nrhs, scalar *const a[],  \
                                    int64_t lda, const int *ipiv, scalar *const b[],         \
                                    int64_t ldb, int64_t count);                             \
    /** The same of varying sizes. */                                                        \
    int starling_##x##getrs_vbatched(char trans, const int64_t n[], const int64_t nrhs[],    \
                                     scalar *const a[], const int64_t lda[],                 \
                                     int *const ipiv[], scalar *const b[],                   \
                                     const int64_t ldb[], int64_t count);                    \
    /** Both of these. */                                                                    \
    int starling_##x##gesv_batched(int64_t n, int64_t nrhs, scalar *const a[], int64_t lda,  \
                                   int *ipiv, scalar *const b[], int64_t ldb, int *info,     \
                                   int64_t count);                                           \
    /** The same of varying sizes. */                                                        \
    int starling_##x##gesv_vbatched(const int64_t n[], const int64_t nrhs[],                 \
                                    scalar *const a[], const int64_t lda[],                  \
                                    int *const ipiv[], scalar *const b[],                    \
                                    const int64_t ldb[], int info[], int64_t count);         \
    /** Inverses from their factors, in place. */                                            \
    int starling_##x##getri_batched(int64_t n, scalar *const a[], int64_t lda,               \
                                    const int *ipiv, int *info, int64_t count);              \
    /** The same of varying sizes. */                                                        \
    int starling_##x##getri_vbatched(const int64_t n[], scalar *const a[],                   \
                                     const int64_t lda[], int *const ipiv[], int info[],     \
                                     int64_t count);                                         \
    /** Inverses of `count` matrices at a[i], in place. */                                   \
    int starling_##x##inv_batched(int64_t n, scalar *const a[], int64_t lda, int *info,      \
                                  int64_t count);                                            \
    /** The same of varying sizes. */                                                        \
    int starling_##x##inv_vbatched(const int64_t n[], scalar *const a[],                     \
                                   const int64_t lda[], int info[], int64_t count);          \
    /** QR factorizations of `count` m x n matrices at a[i]; min(m, n) elements at tau[i]. */\
    int starling_##x##geqrf_batched(int64_t m, int64_t n, scalar *const a[], int64_t lda,    \
                                    scalar *const tau[], int64_t count);                     \
    /** The same of varying sizes. */                                                        \
    int starling_##x##geqrf_vbatched(const int64_t m[], const int64_t n[],                   \
                                     scalar *const a[], const int64_t lda[],                 \
                                     scalar *const tau[], int64_t count);                    \
    /** Least squares or minimum norm for each of them; B max(m, n) x nrhs at b[i]. */       \
    int starling_##x##gels_batched(char trans, int64_t m, int64_t n, int64_t nrhs,           \
                                   scalar *const a[], int64_t lda, scalar *const b[],        \
                                   int64_t ldb, int *info, int64_t count);                   \
    /** The same of varying sizes. */                                                        \
    int starling_##x##gels_vbatched(char trans, const int64_t m[], const int64_t n[],        \
                                    const int64_t nrhs[], scalar *const a[],                 \
                                    const int64_t lda[], scalar *const b[],                  \
                                    const int64_t ldb[], int info[], int64_t count);         \
    /** LU factorization, m x n; ipiv: min(m, n) interchanges. */                           \
    int starling_##x##getrf(int64_t m, int64_t n, scalar *a, int64_t lda, int64_t *ipiv);    \
    /** Solution with the LU factors; B n x nrhs. */                                         \
    int starling_##x##getrs(char trans, int64_t n, int64_t nrhs, const scalar *a,            \
                            int64_t lda, const int64_t *ipiv, scalar *b, int64_t ldb);       \
    /** LU factorization and solution; B n x nrhs. */                                        \
    int starling_##x##gesv(int64_t n, int64_t nrhs, scalar *a, int64_t lda, int64_t *ipiv,   \
                           scalar *b, int64_t ldb);                                          \
    /** L D L^T or U D U^T of an indefinite symmetric matrix, by LAPACK's sytrf. */          \
    int starling_##x##sytrf(char uplo, int64_t n, scalar *a, int64_t lda, int64_t *ipiv);    \
    /** Solution with these factors; B n x nrhs. */                                          \
    int starling_##x##sytrs(char uplo, int64_t n, int64_t nrhs, const scalar *a,             \
                            int64_t lda, const int64_t *ipiv, scalar *b, int64_t ldb);       \
    /** Factorization and solution; B n x nrhs. */                                           \
    int starling_##x##sysv(char uplo, int64_t n, int64_t nrhs, scalar *a, int64_t lda,       \
                           int64_t *ipiv, scalar *b, int64_t ldb);                           \
    /** The inverse from these factors, in place of the triangle; info = i > 0: D(i, i) is zero. */\
    int starling_##x##sytri(char uplo, int64_t n, scalar *a, int64_t lda, const int64_t *ipiv);\
    /** The reciprocal condition number from these factors, as starling_sycon(). */          \
    int starling_##x##sycon(char uplo, int64_t n, const scalar *a, int64_t lda,              \
                            const int64_t *ipiv, real anorm, real *rcond);                   \
    /** starling_dsytri() with a Hermitian A. */                                             \
    int starling_##x##hetri(char uplo, int64_t n, scalar *a, int64_t lda, const int64_t *ipiv);\
    /** starling_dsycon() with a Hermitian A. */                                             \
    int starling_##x##hecon(char uplo, int64_t n, const scalar *a, int64_t lda,              \
                            const int64_t *ipiv, real anorm, real *rcond);                   \
    /** The same with a Hermitian A (real precisions: sytrf, sytrs, sysv). */                \
    int starling_##x##hetrf(char uplo, int64_t n, scalar *a, int64_t lda, int64_t *ipiv);    \
    /** starling_dsytrs() with a Hermitian A. */                                             \
    int starling_##x##hetrs(char uplo, int64_t n, int64_t nrhs, const scalar *a,             \
                            int64_t lda, const int64_t *ipiv, scalar *b, int64_t ldb);       \
    /** starling_dsysv() with a Hermitian A. */                                              \
    int starling_##x##hesv(char uplo, int64_t n, int64_t nrhs, scalar *a, int64_t lda,       \
                           int64_t *ipiv, scalar *b, int64_t ldb);                           \
    /** LU factorization of an m x n band with kl subdiagonals and ku superdiagonals, by LAPACK's\
     * gbtrf, in the calling thread. ab is LAPACK's: A(i, j) is ab[kl + ku + i - j + j ldab], and kl\
     * rows above are for fill-in. Functions on bands are there for arrays only. */          \
    int starling_##x##gbtrf(int64_t m, int64_t n, int64_t kl, int64_t ku, scalar *ab,        \
                            int64_t ldab, int64_t *ipiv);                                    \
    /** Solution with these factors; B n x nrhs. */                                          \
    int starling_##x##gbtrs(char trans, int64_t n, int64_t kl, int64_t ku, int64_t nrhs,     \
                            const scalar *ab, int64_t ldab, const int64_t *ipiv, scalar *b,  \
                            int64_t ldb);                                                    \
    /** LU factorization of a band and solution; info = i > 0: U(i, i) is zero, B unchanged. */\
    int starling_##x##gbsv(int64_t n, int64_t kl, int64_t ku, int64_t nrhs, scalar *ab,      \
                           int64_t ldab, int64_t *ipiv, scalar *b, int64_t ldb);             \
    /** Cholesky factorization of a Hermitian positive definite band with kd diagonals beside the\
     * main one, by LAPACK's pbtrf, in the calling thread. ab is LAPACK's: A(i, j) of uplo = L is\
     * ab[i - j + j ldab], of uplo = U ab[kd + i - j + j ldab]. info as that of potrf. */    \
    int starling_##x##pbtrf(char uplo, int64_t n, int64_t kd, scalar *ab, int64_t ldab);     \
    /** Solution with this factor; B n x nrhs. */                                            \
    int starling_##x##pbtrs(char uplo, int64_t n, int64_t kd, int64_t nrhs, const scalar *ab,\
                            int64_t ldab, scalar *b, int64_t ldb);                           \
    /** Cholesky factorization of a band and solution; B unchanged if info > 0. */           \
    int starling_##x##pbsv(char uplo, int64_t n, int64_t kd, int64_t nrhs, scalar *ab,       \
                           int64_t ldab, scalar *b, int64_t ldb);                            \
    /** LU factorization without interchanges; info = i > 0: pivot i is zero, A undefined. */\
    int starling_##x##getrf_nopiv(int64_t m, int64_t n, scalar *a, int64_t lda);             \
    /** Solution with these factors; B n x nrhs. */                                          \
    int starling_##x##getrs_nopiv(char trans, int64_t n, int64_t nrhs, const scalar *a,      \
                                  int64_t lda, scalar *b, int64_t ldb);                      \
    /** LU factorization without interchanges and solution; B n x nrhs. */                   \
    int starling_##x##gesv_nopiv(int64_t n, int64_t nrhs, scalar *a, int64_t lda, scalar *b, \
                                 int64_t ldb);                                               \
    /** The same, refined until the backward error *berr is that of gesv, or with interchanges if   \
     * *iter < 0, as starling_gesv_nopiv_refined(). a and b stay. */                         \
    int starling_##x##gesv_nopiv_refined(int64_t n, int64_t nrhs, const scalar *a,           \
                                         int64_t lda, const scalar *b, int64_t ldb,          \
                                         scalar *solution, int64_t ldx, int *iter, real *berr); \
    /** Inverse from the LU factors; info = i > 0: U(i, i) is exactly zero, A unchanged. */  \
    int starling_##x##getri(int64_t n, scalar *a, int64_t lda, const int64_t *ipiv);         \
    /** Estimate of the reciprocal condition number from the LU factors; norm: 1 (or O) or I. *rcond: \
     * as starling_gecon(), which also tells of info = 1. */                                 \
    int starling_##x##gecon(char norm, int64_t n, const scalar *a, int64_t lda, real anorm,  \
                            real *rcond);                                                    \
    /** The same from the Cholesky factor. */                                                \
    int starling_##x##pocon(char uplo, int64_t n, const scalar *a, int64_t lda, real anorm,  \
                            real *rcond);                                                    \
    /** The same of a triangle. */                                                           \
    int starling_##x##trcon(char norm, char uplo, char diag, int64_t n, const scalar *a,     \
                            int64_t lda, real *rcond);                                       \
    /** Refinement of X with op(A) X = B, and bounds of its errors, as starling_gerfs(); af and ipiv: the \
     * LU factors of a. */                                                                   \
    int starling_##x##gerfs(char trans, int64_t n, int64_t nrhs, const scalar *a,            \
                            int64_t lda, const scalar *af, int64_t ldaf,                     \
                            const int64_t *ipiv, const scalar *b, int64_t ldb,               \
                            scalar *solution, int64_t ldx, real *ferr, real *berr);          \
    /** The same with a Cholesky factor. */                                                  \
    int starling_##x##porfs(char uplo, int64_t n, int64_t nrhs, const scalar *a,             \
                            int64_t lda, const scalar *af, int64_t ldaf, const scalar *b,    \
                            int64_t ldb, scalar *solution, int64_t ldx, real *ferr, real *berr); \
    /** Factors r of rows and c of columns by which the largest element of each row and column becomes \
     * about 1; |z| is |re| + |im|. *rowcnd, *colcnd: the smallest by the largest factor; *amax: the \
     * largest element. info = i > 0: row i is zero, or column i - m. The calling thread works: this is \
     * for arrays only. */                                                                   \
    int starling_##x##geequ(int64_t m, int64_t n, const scalar *a, int64_t lda, real *r,     \
                            real *c, real *rowcnd, real *colcnd, real *amax);                \
    /** Factors s by which a positive definite matrix gets a diagonal of ones. *scond: the smallest by the \
     * largest. info = i > 0: element (i, i) is not positive. For arrays only. */            \
    int starling_##x##poequ(int64_t n, const scalar *a, int64_t lda, real *s, real *scond,   \
                            real *amax);                                                     \
    /** Expert driver for op(A) X = B: scaling, LU, condition, solution, refinement; LAPACK's arguments. \
     * fact = N: A is factored, E: scaled first where that helps, F: af and ipiv are the factors, and \
     * *equed, r and c are given. *equed: N, R (rows were scaled), C (columns) or B (both); a and b are \
     * overwritten by the scaled ones. *rpvgrw: max |A| / max |U|; a small one tells that ferr and rcond \
     * may be wrong. info = i, 0 < i <= n: U(i, i) is exactly zero, and there is no solution;\
     * n + 1: *rcond is below eps, or a NaN, but the results are there. */                   \
    int starling_##x##gesvx(char fact, char trans, int64_t n, int64_t nrhs, scalar *a,       \
                            int64_t lda, scalar *af, int64_t ldaf, int64_t *ipiv,            \
                            char *equed, real *r, real *c, scalar *b, int64_t ldb,           \
                            scalar *solution, int64_t ldx, real *rcond, real *ferr, real *berr, \
                            real *rpvgrw);                                                   \
    /** The same for a positive definite A, by Cholesky; *equed: N or Y, scaled by s. info = i, 0 < i <= n: \
     * the leading minor of order i is not positive. */                                      \
    int starling_##x##posvx(char fact, char uplo, int64_t n, int64_t nrhs, scalar *a,        \
                            int64_t lda, scalar *af, int64_t ldaf, char *equed, real *s,     \
                            scalar *b, int64_t ldb, scalar *solution, int64_t ldx, real *rcond, \
                            real *ferr, real *berr);                                         \
    /** QR factorization, m x n; tau: min(m, n) elements. */                                \
    int starling_##x##geqrf(int64_t m, int64_t n, scalar *a, int64_t lda, scalar *tau);      \
    /** C = op(Q) C or C op(Q); C m x n, Q of k reflectors. */                               \
    int starling_##x##un##mqr(char side, char trans, int64_t m, int64_t n, int64_t k,        \
                              const scalar *a, int64_t lda, const scalar *tau, scalar *c,    \
                              int64_t ldc);                                                  \
    /** The first n columns of Q, of k reflectors, in their place. */                        \
    int starling_##x##un##gqr(int64_t m, int64_t n, int64_t k, scalar *a, int64_t lda,       \
                              const scalar *tau);                                            \
    /** LQ factorization, m x n; tau: min(m, n) elements. */                                \
    int starling_##x##gelqf(int64_t m, int64_t n, scalar *a, int64_t lda, scalar *tau);      \
    /** The same as with QR, of Q with k reflectors in the rows of a. */                     \
    int starling_##x##un##mlq(char side, char trans, int64_t m, int64_t n, int64_t k,        \
                              const scalar *a, int64_t lda, const scalar *tau, scalar *c,    \
                              int64_t ldc);                                                  \
    /** The first m rows of Q, of k reflectors, in their place. */                           \
    int starling_##x##un##glq(int64_t m, int64_t n, int64_t k, scalar *a, int64_t lda,       \
                              const scalar *tau);                                            \
    /** Least squares or minimum norm; A m x n, B max(m, n) x nrhs. */                       \
    int starling_##x##gels(char trans, int64_t m, int64_t n, int64_t nrhs, scalar *a,        \
                           int64_t lda, scalar *b, int64_t ldb);                             \
    /** Singular values s, descending, and vectors: jobu and jobvt N (none), S (min(m, n) of them), \
     * A (all), or one of them O (as S, in the place of a); info = i > n: i - n values were not found, \
     * 0 < i <= n: column i of a has a NaN or an infinity. Else a is destroyed. */           \
    int starling_##x##gesvd(char jobu, char jobvt, int64_t m, int64_t n, scalar *a,          \
                            int64_t lda, real *s, scalar *u, int64_t ldu, scalar *vt,        \
                            int64_t ldvt);                                                   \
    /** The same with one job for both; O: the longer side's vectors in the place of a. */   \
    int starling_##x##gesdd(char jobz, int64_t m, int64_t n, scalar *a, int64_t lda,         \
                            real *s, scalar *u, int64_t ldu, scalar *vt, int64_t ldvt);      \
    /** Least squares of minimum norm for an A of any rank; A m x n, B max(m, n) x nrhs. Singular   \
     * values in s; those up to rcond s[0] count as zero, rcond < 0: eps s[0]; *rank: the others. \
     * info as of gesvd. a is destroyed. */                                                  \
    int starling_##x##gelsd(int64_t m, int64_t n, int64_t nrhs, scalar *a, int64_t lda,      \
                            scalar *b, int64_t ldb, real *s, real rcond, int64_t *rank);     \
    /** Singular values s, descending, through the polar decomposition; jobz = S: min(m, n) vectors, N:  \
     * none. *error: a bound of the errors of s. a stays. info as of gesvd. */               \
    int starling_##x##gesvdp(char jobz, int64_t m, int64_t n, const scalar *a, int64_t lda,  \
                             real *s, scalar *u, int64_t ldu, scalar *vt, int64_t ldvt,      \
                             double *error);                                                 \
    /** The k largest singular values s, descending, by a random subspace of k + p dimensions and   \
     * q steps; jobz = S: vectors in u, m x k, and vt, k x n; N: none. a stays. info as of gesvd. */ \
    int starling_##x##gesvdr(char jobz, int64_t m, int64_t n, int64_t k, int64_t p,          \
                             int64_t q, uint64_t seed, const scalar *a, int64_t lda,         \
                             real *s, scalar *u, int64_t ldu, scalar *vt, int64_t ldvt);     \
    /** Polar decomposition A = U H, m >= n: U in a, H, n x n, in h; h = NULL: H is not wanted. */ \
    int starling_##x##gepolar(int64_t m, int64_t n, scalar *a, int64_t lda, scalar *h,       \
                              int64_t ldh);                                                  \
    /** Pseudo-inverse of A, m x n, in p, n x m; rcond < 0: max(m, n) eps. LAPACK has no such routine. \
     * a is destroyed. */                                                                    \
    int starling_##x##pinv(int64_t m, int64_t n, scalar *a, int64_t lda, real rcond,         \
                           scalar *p, int64_t ldp, int64_t *rank);                           \
    /** A = Q B P^H with a real bidiagonal B, upper if m >= n, else lower; LAPACK's gebrd. d, tauq, taup: \
     * min(m, n) elements, e: one less. */                                                   \
    int starling_##x##gebrd(int64_t m, int64_t n, scalar *a, int64_t lda, real *d, real *e,  \
                            scalar *tauq, scalar *taup);                                     \
    /** C = op(X) C or C op(X) with the Q or P of gebrd, as vect says; C m x n; k: columns of A for Q, \
     * rows for P. */                                                                        \
    int starling_##x##un##mbr(char vect, char side, char trans, int64_t m, int64_t n,        \
                              int64_t k, const scalar *a, int64_t lda, const scalar *tau,    \
                              scalar *c, int64_t ldc);                                       \
    /** m x n of Q or P^H of gebrd, in place of the reflectors in a; k as in unmbr. */       \
    int starling_##x##un##gbr(char vect, int64_t m, int64_t n, int64_t k, scalar *a,         \
                              int64_t lda, const scalar *tau);                               \
    /** C = op(Q) C or C op(Q) with the Q of hetrd (sytrd); C m x n. */                      \
    int starling_##x##un##mtr(char side, char uplo, char trans, int64_t m, int64_t n,        \
                              const scalar *a, int64_t lda, const scalar *tau, scalar *c,    \
                              int64_t ldc);                                                  \
    /** Q of hetrd (sytrd), in place of the reflectors in a. */                              \
    int starling_##x##un##gtr(char uplo, int64_t n, scalar *a, int64_t lda,                  \
                              const scalar *tau);                                            \
    /** A = Q H Q^H with an upper Hessenberg H; LAPACK's gehrd. tau: n - 1 elements. */      \
    int starling_##x##gehrd(int64_t n, int64_t ilo, int64_t ihi, scalar *a, int64_t lda,     \
                            scalar *tau);                                                    \
    /** C = op(Q) C or C op(Q) with the Q of gehrd; C m x n. */                              \
    int starling_##x##un##mhr(char side, char trans, int64_t m, int64_t n, int64_t ilo,      \
                              int64_t ihi, const scalar *a, int64_t lda, const scalar *tau,  \
                              scalar *c, int64_t ldc);                                       \
    /** Q of gehrd, in place of the reflectors in a. */                                      \
    int starling_##x##un##ghr(int64_t n, int64_t ilo, int64_t ihi, scalar *a, int64_t lda,   \
                              const scalar *tau);                                            \
    /** Eigenvectors of a (quasi-)triangular T; side = R, L or B (both); howmny = A (all), B (all, times  \
     * Q, which is in vl and vr), S (those with select[j] != 0; of a pair, either). vl and vr have room \
     * for mm columns, *m are used, also if they are too few (info = -11). select is not changed. */ \
    int starling_##x##trevc3(char side, char howmny, const int *select, int64_t n,           \
                             const scalar *t, int64_t ldt, scalar *vl, int64_t ldvl,         \
                             scalar *vr, int64_t ldvr, int64_t mm, int64_t *m);              \
    /** B = A, all or a triangle. */                                                         \
    int starling_##x##lacpy(char uplo, int64_t m, int64_t n, const scalar *a, int64_t lda,   \
                            scalar *b, int64_t ldb);                                         \
    /** A = alpha off the diagonal, beta on it. */                                           \
    int starling_##x##laset(char uplo, int64_t m, int64_t n, scalar alpha, scalar beta,      \
                            scalar *a, int64_t lda);                                         \
    /** Norm of a general matrix, in *value. */                                              \
    int starling_##x##lange(char norm, int64_t m, int64_t n, const scalar *a, int64_t lda,   \
                            real *value);                                                    \
    /** Norm of a Hermitian (real: symmetric) matrix, in *value. */                          \
    int starling_##x##lanhe(char norm, char uplo, int64_t n, const scalar *a, int64_t lda,   \
                            real *value);

STARLING_DECLARE(s, or, float, float)
STARLING_DECLARE(d, or, double, double)
STARLING_DECLARE(c, un, starling_complex_float, float)
STARLING_DECLARE(z, un, starling_complex_double, double)
#undef STARLING_DECLARE

#define STARLING_DECLARE_MIXED(x, l, scalar)                                                 \
    /** Solution in mixed precision by LU, as starling_gesv_mixed(): LAPACK's dsgesv and zcgesv \
     * without workspace. B stays; A stays if *iter >= 0. ipiv: of the factorization that gave X. */ \
    int starling_##x##l##gesv(int64_t n, int64_t nrhs, scalar *a, int64_t lda, int64_t *ipiv, \
                              const scalar *b, int64_t ldb, scalar *x_, int64_t ldx, int *iter); \
    /** The same by Cholesky, as starling_posv_mixed(): LAPACK's dsposv and zcposv. */       \
    int starling_##x##l##posv(char uplo, int64_t n, int64_t nrhs, scalar *a, int64_t lda,    \
                              const scalar *b, int64_t ldb, scalar *x_, int64_t ldx, int *iter);

STARLING_DECLARE_MIXED(d, s, double)
STARLING_DECLARE_MIXED(z, c, starling_complex_double)
#undef STARLING_DECLARE_MIXED

#define STARLING_DECLARE_EIGEN(x, un, he, hb, scalar)                                        \
    /** A = Q1 B Q1^H with a band B of kd subdiagonals, as starling_he2hb(): for both values \
     * of uplo the reflectors replace the lower triangle of A below the band, AB is B in     \
     * lower band storage, and the other triangle is workspace. tau: n - kd elements. */     \
    int starling_##x##he##2##hb(char uplo, int64_t n, int64_t kd, scalar *a, int64_t lda,    \
                                scalar *ab, int64_t ldab, scalar *tau);                      \
    /** C = op(Q1) C; C m x n. */                                                            \
    int starling_##x##un##mtr_##he##2##hb(char trans, int64_t m, int64_t n, int64_t kd,      \
                                          const scalar *a, int64_t lda, const scalar *tau,   \
                                          scalar *c, int64_t ldc);

STARLING_DECLARE_EIGEN(s, or, sy, sb, float)
STARLING_DECLARE_EIGEN(d, or, sy, sb, double)
STARLING_DECLARE_EIGEN(c, un, he, hb, starling_complex_float)
STARLING_DECLARE_EIGEN(z, un, he, hb, starling_complex_double)
#undef STARLING_DECLARE_EIGEN

/* he, hb: letters of a Hermitian matrix and of its band, sy and sb in real precisions. */
#define STARLING_DECLARE_BAND(x, he, hb, scalar, real)                                       \
    /** A = Q T Q^H with a real tridiagonal T; LAPACK's hetrd, sytrd. d: n, e and tau: n - 1 elements. */ \
    int starling_##x##he##trd(char uplo, int64_t n, scalar *a, int64_t lda, real *d,         \
                              real *e, scalar *tau);                                         \
    /** Eigenvalues in w, ascending; jobz = V: eigenvectors in a. */                         \
    int starling_##x##he##evd(char jobz, char uplo, int64_t n, scalar *a, int64_t lda,       \
                              real *w);                                                      \
    /** Some eigenvalues in w, of n elements, their number in *m; jobz = V: their eigenvectors  \
     * in the m columns of z. range = A: all; V: those in (vl, vu], where z has room for n   \
     * columns, for m is not known before; I: il to iu, from 1.                              \
     * a is destroyed. abstol is not used: all results are as accurate as evd's. LAPACK's    \
     * ifail is left out, because no single eigenvector can fail. */                         \
    int starling_##x##he##evx(char jobz, char range, char uplo, int64_t n, scalar *a,        \
                              int64_t lda, real vl, real vu, int64_t il, int64_t iu,         \
                              real abstol, int64_t *m, real *w, scalar *z, int64_t ldz);     \
    /** Generalized eigenproblem with a positive definite B. Eigenvalues in w, ascending;    \
     * jobz = V: eigenvectors in a. Both triangles of a are used. */                         \
    int starling_##x##he##gvd(int itype, char jobz, char uplo, int64_t n, scalar *a,         \
                              int64_t lda, scalar *b, int64_t ldb, real *w);                 \
    /** The standard problem in the triangle of a, from the Cholesky factor in b. */         \
    int starling_##x##he##gst(int itype, char uplo, int64_t n, scalar *a, int64_t lda,       \
                              const scalar *b, int64_t ldb);                                 \
    /** Band to tridiagonal: d, n, and e, n - 1 elements; vect = V: reflectors in v, n x n. */ \
    int starling_##x##hb##2st(char vect, int64_t n, int64_t kd, const scalar *ab,            \
                              int64_t ldab, real *d, real *e, scalar *v, int64_t ldv);

STARLING_DECLARE_BAND(s, sy, sb, float, float)
STARLING_DECLARE_BAND(d, sy, sb, double, double)
STARLING_DECLARE_BAND(c, he, hb, starling_complex_float, float)
STARLING_DECLARE_BAND(z, he, hb, starling_complex_double, double)
#undef STARLING_DECLARE_BAND

/* In real precisions only. */
#define STARLING_DECLARE_REAL(x, real)                                                       \
    /** Eigenvalues of a tridiagonal matrix in d, ascending; e: n - 1 elements, unchanged. */ \
    int starling_##x##sterf(int64_t n, real *d, const real *e);                              \
    /** Singular values of an upper bidiagonal matrix in d, descending, and all vectors in the      \
     * columns of u and v (LAPACK's bdsdc: v transposed); e: n - 1 elements, unchanged. */   \
    int starling_##x##bdsdc(int64_t n, real *d, const real *e, real *u, int64_t ldu,         \
                            real *v, int64_t ldv);                                           \
    /** Eigenvalues in d and eigenvectors in z, as LAPACK's stedc with compz = I. */         \
    int starling_##x##stedc(int64_t n, real *d, const real *e, real *z, int64_t ldz);

STARLING_DECLARE_REAL(s, float)
STARLING_DECLARE_REAL(d, double)
#undef STARLING_DECLARE_REAL

/** Eigenvalues of a general matrix and eigenvectors, as starling_geev(); jobvl, jobvr = V or N. a stays. */
int starling_sgeev(char jobvl, char jobvr, int64_t n, const float *a, int64_t lda,
                   float *wr, float *wi, float *vl, int64_t ldvl, float *vr,
                   int64_t ldvr);
/** The same in precision d. */
int starling_dgeev(char jobvl, char jobvr, int64_t n, const double *a, int64_t lda,
                   double *wr, double *wi, double *vl, int64_t ldvl, double *vr,
                   int64_t ldvr);
/** The same in precision c. */
int starling_cgeev(char jobvl, char jobvr, int64_t n, const starling_complex_float *a, int64_t lda,
                   starling_complex_float *w, starling_complex_float *vl, int64_t ldvl, starling_complex_float *vr,
                   int64_t ldvr);
/** The same in precision z. */
int starling_zgeev(char jobvl, char jobvr, int64_t n, const starling_complex_double *a, int64_t lda,
                   starling_complex_double *w, starling_complex_double *vl, int64_t ldvl, starling_complex_double *vr,
                   int64_t ldvr);

/** Eigenvalues, eigenvectors and condition numbers, as starling_geevx(); balanc = N, P, S or B; jobvl, jobvr =
 * V or N; sense = N, V, or with both vectors also E or B. */
int starling_sgeevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, float *a,
                    int64_t lda, float *wr, float *wi, float *vl, int64_t ldvl,
                    float *vr, int64_t ldvr, int64_t *ilo, int64_t *ihi, float *scale,
                    float *abnrm, float *rconde, float *rcondv);
/** The same in precision d. */
int starling_dgeevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, double *a,
                    int64_t lda, double *wr, double *wi, double *vl, int64_t ldvl,
                    double *vr, int64_t ldvr, int64_t *ilo, int64_t *ihi, double *scale,
                    double *abnrm, double *rconde, double *rcondv);
/** The same in precision c. */
int starling_cgeevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, starling_complex_float *a,
                    int64_t lda, starling_complex_float *w, starling_complex_float *vl, int64_t ldvl,
                    starling_complex_float *vr, int64_t ldvr, int64_t *ilo, int64_t *ihi, float *scale,
                    float *abnrm, float *rconde, float *rcondv);
/** The same in precision z. */
int starling_zgeevx(char balanc, char jobvl, char jobvr, char sense, int64_t n, starling_complex_double *a,
                    int64_t lda, starling_complex_double *w, starling_complex_double *vl, int64_t ldvl,
                    starling_complex_double *vr, int64_t ldvr, int64_t *ilo, int64_t *ihi, double *scale,
                    double *abnrm, double *rconde, double *rcondv);

/** Eigenvalues and Schur form of a Hessenberg matrix, as starling_hseqr(); job = E (eigenvalues) or S (T in h),
 * compz = N, I (Z = U) or V (Z = Z U). With job = E, h is destroyed, and compz must be N. */
int starling_shseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, float *h,
                    int64_t ldh, float *wr, float *wi, float *z, int64_t ldz);
/** The same in precision d. */
int starling_dhseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, double *h,
                    int64_t ldh, double *wr, double *wi, double *z, int64_t ldz);
/** The same in precision c. */
int starling_chseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, starling_complex_float *h,
                    int64_t ldh, starling_complex_float *w, starling_complex_float *z, int64_t ldz);
/** The same in precision z. */
int starling_zhseqr(char job, char compz, int64_t n, int64_t ilo, int64_t ihi, starling_complex_double *h,
                    int64_t ldh, starling_complex_double *w, starling_complex_double *z, int64_t ldz);

/** Whether an eigenvalue is selected, given as LAPACK does: by its real and its imaginary part. */
typedef int starling_sselect(const float *wr, const float *wi);
/** The same in precision d. */
typedef int starling_dselect(const double *wr, const double *wi);
/** The same in precision c: by the complex number. */
typedef int starling_cselect(const starling_complex_float *w);
/** The same in precision z. */
typedef int starling_zselect(const starling_complex_double *w);

/** Schur form with selected eigenvalues in front, as starling_gees(); a becomes T. jobvs = V: Z in vs, or N;
 * sort = S, or N, which does not call select. */
int starling_sgees(char jobvs, char sort, starling_sselect *select, int64_t n, float *a,
                   int64_t lda, int64_t *sdim, float *wr, float *wi, float *vs, int64_t ldvs);
/** The same in precision d. */
int starling_dgees(char jobvs, char sort, starling_dselect *select, int64_t n, double *a,
                   int64_t lda, int64_t *sdim, double *wr, double *wi, double *vs, int64_t ldvs);
/** The same in precision c. */
int starling_cgees(char jobvs, char sort, starling_cselect *select, int64_t n,
                   starling_complex_float *a, int64_t lda, int64_t *sdim,
                   starling_complex_float *w, starling_complex_float *vs, int64_t ldvs);
/** The same in precision z. */
int starling_zgees(char jobvs, char sort, starling_zselect *select, int64_t n,
                   starling_complex_double *a, int64_t lda, int64_t *sdim,
                   starling_complex_double *w, starling_complex_double *vs, int64_t ldvs);

/** The same with condition numbers, as starling_geesx(); sense = N, or with sort = S also E, V or B. */
int starling_sgeesx(char jobvs, char sort, starling_sselect *select, char sense, int64_t n,
                    float *a, int64_t lda, int64_t *sdim, float *wr, float *wi, float *vs,
                    int64_t ldvs, float *rconde, float *rcondv);
/** The same in precision d. */
int starling_dgeesx(char jobvs, char sort, starling_dselect *select, char sense, int64_t n,
                    double *a, int64_t lda, int64_t *sdim, double *wr, double *wi, double *vs,
                    int64_t ldvs, double *rconde, double *rcondv);
/** The same in precision c. */
int starling_cgeesx(char jobvs, char sort, starling_cselect *select, char sense, int64_t n,
                    starling_complex_float *a, int64_t lda, int64_t *sdim,
                    starling_complex_float *w, starling_complex_float *vs, int64_t ldvs,
                    float *rconde, float *rcondv);
/** The same in precision z. */
int starling_zgeesx(char jobvs, char sort, starling_zselect *select, char sense, int64_t n,
                    starling_complex_double *a, int64_t lda, int64_t *sdim,
                    starling_complex_double *w, starling_complex_double *vs, int64_t ldvs,
                    double *rconde, double *rcondv);

/** Selected eigenvalues of a Schur form to its front, as starling_trsen(); job = N, E, V or B, compq = V
 * (Q = Q U) or N. */
int starling_strsen(char job, char compq, const int *select, int64_t n, float *t, int64_t ldt,
                    float *q, int64_t ldq, float *wr, float *wi, int64_t *m, float *s, float *sep);
/** The same in precision d. */
int starling_dtrsen(char job, char compq, const int *select, int64_t n, double *t, int64_t ldt,
                    double *q, int64_t ldq, double *wr, double *wi, int64_t *m, double *s, double *sep);
/** The same in precision c. */
int starling_ctrsen(char job, char compq, const int *select, int64_t n, starling_complex_float *t,
                    int64_t ldt, starling_complex_float *q, int64_t ldq, starling_complex_float *w,
                    int64_t *m, float *s, float *sep);
/** The same in precision z. */
int starling_ztrsen(char job, char compq, const int *select, int64_t n, starling_complex_double *t,
                    int64_t ldt, starling_complex_double *q, int64_t ldq, starling_complex_double *w,
                    int64_t *m, double *s, double *sep);

/** @} */

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
