/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The interface of the runtime: errors, the context, memory. Names with the prefix sl_ are
 * shared by several files; static functions have no prefix. */

#ifndef SL_RUNTIME_H
#define SL_RUNTIME_H

#include <locale.h>
#include "codelets/kernel.h"

/* ---- Errors -------------------------------------------------------------------------- */

/* Calls the user's handler and returns info. */
int sl_error(const char *routine, int info, const char *message);
void sl_error_after_fork(void); /* in the child */

/* The value of an argument in a message: a number, a letter, the shape of a matrix, or NULL. */
struct sl_value {
    char text[120];
};
struct sl_value sl_value_number(int64_t number);
struct sl_value sl_value_real(double number);
struct sl_value sl_value_letter(int64_t letter);
struct sl_value sl_value_address(const void *address);
struct sl_value sl_value_matrix(const starling_matrix *A); /* matrix.c */
#define SL_VALUE(argument)                                                                   \
    _Generic((argument), int: sl_value_number, int64_t: sl_value_number,                     \
             float: sl_value_real, double: sl_value_real,                                    \
             char: sl_value_letter, unsigned: sl_value_letter, /* unsigned: an enumeration */ \
             starling_matrix *: sl_value_matrix, default: sl_value_address)(argument)

/* The bits of an argument by which processes see whether theirs are the same; of a matrix its shape
 * and its grid. Addresses differ. */
struct sl_same {
    uint64_t bits;
    bool spread; /* a matrix on a grid */
};
struct sl_same sl_same_number(int64_t number);
struct sl_same sl_same_real(double number);
struct sl_same sl_same_complex(double _Complex number);
struct sl_same sl_same_address(const void *address);
struct sl_same sl_same_matrix(const starling_matrix *A); /* matrix.c */
#define SL_SAME(argument)                                                                    \
    _Generic((argument), int: sl_same_number, int64_t: sl_same_number,                       \
             uint64_t: sl_same_number, float: sl_same_real, double: sl_same_real,            \
             double _Complex: sl_same_complex, char: sl_same_number, unsigned: sl_same_number, \
             starling_matrix *: sl_same_matrix, default: sl_same_address)(argument)

/* Reports a bad argument, and returns its info. The message is 'argument 4 (lda) of
 * starling_dpotrf is 3, but must be ', then the format with its values. */
__attribute__((cold, format(printf, 5, 6))) int sl_bad_argument(const char *routine, int position,
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

/* ---- Context ------------------------------------------------------------------------- */

locale_t sl_numbers_enter(void); /* before StarPU reads or writes measurements; undo by uselocale() */
bool sl_forked(void); /* after fork(): no function of StarPU may be called */
int sl_error_forked(const char *routine);

int sl_require_init(void);          /* lazy initialisation */
int sl_object_created(void);        /* the same, and counts a new matrix or sequence */
void sl_object_destroyed(void);
void sl_runtime_enter(void);        /* wakes the workers; one BLAS thread for each */
bool sl_runtime_join(void);         /* the same if they are awake; else false, and they sleep on */
void sl_runtime_leave(void);        /* the last call lets them sleep, and restores BLAS */
/* One BLAS thread for a problem of order n that needs no task. False: it has several tiles, a GPU is
 * better at it, or there is a trace or a simulation, which need the tasks. */
bool sl_direct_enter(starling_precision prec, int64_t n); /* the end: sl_blas_leave_small() */
void sl_blas_enter(void);           /* one BLAS thread; does not wake the workers */
void sl_blas_leave(void);
void sl_blas_enter_small(void);     /* the same for one problem of this thread */
void sl_blas_leave_small(void);
void sl_runtime_keep_awake(void);   /* until the end, for tasks of the application */
int sl_cuda_node(int device);       /* the memory node of a CUDA device, -1: none */
bool sl_has_cuda(void);
int sl_gpus(void);                  /* GPUs, not their workers, of a StarPU that runs */
double sl_cuda_memory(void);        /* bytes of all GPUs that StarPU may use */
bool sl_fits_gpu(double bytes);     /* there is a GPU, and a task may have so many bytes of data on it */
bool sl_suits_gpu(double bytes);    /* a task that cores can do as well may have so many on it */
bool sl_only_main_memory(void);     /* StarPU has one memory node: no GPU, no disk */
bool sl_traced(void);               /* FxT was on when StarPU started */

/* ---- Memory (memory.c) ----------------------------------------------------------------- */

/* Whether there is memory for the tiles of A and for StarPU's records of them. 0, or
 * STARLING_ENOMEM after a sentence to the error handler. */
int sl_memory_check(const starling_matrix *A);
/* Lists matrices with own tiles: parts that were never written will still need memory. */
void sl_promise_add(starling_matrix *A);
void sl_promise_remove(starling_matrix *A);
/* Whether there are enough addresses for so many workers, before they start. */
bool sl_memory_for_workers(int workers, char *why, size_t size);
/* From now on StarPU takes memory from malloc(), and from a reserve if malloc() fails. */
void sl_reserve_open(void);
void sl_reserve_close(void); /* after StarPU has stopped */

#endif
