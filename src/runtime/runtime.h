/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The runtime as the rest of the library sees it: errors, the context, memory.
 * Names: sl_ + name for what several files share, no prefix for statics. */

#ifndef SL_RUNTIME_H
#define SL_RUNTIME_H

#include <locale.h>
#include "codelets/kernel.h"

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
struct sl_value sl_value_matrix(const starling_matrix *A); /* matrix.c */
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
void sl_runtime_keep_awake(void);   /* until the end: the application has tasks of its own */
int sl_cuda_node(int device);       /* StarPU's memory node of a CUDA device, -1: none */
bool sl_has_cuda(void);
double sl_cuda_memory(void);        /* bytes of all GPUs together, as far as StarPU may use them */
bool sl_only_main_memory(void);     /* no GPU, no disk, and one NUMA node that StarPU knows */
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
