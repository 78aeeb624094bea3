/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Several processes. All of them call the same operations in the same order, and see every task.
 * A task runs in the process that owns what it writes; data that it reads are sent there. The
 * library knows no messages: a cluster, such as src/mpi, sends them. Without one there is one
 * process, and a matrix has one owner. */

#ifndef SL_CLUSTER_H
#define SL_CLUSTER_H

#include <starpu.h>
#include <stdbool.h>
#include "starling.h"

/* Tile (i, j) is in row i mod p and column j mod q of a grid of processes. The grid has the
 * processes `first`, `first` + 1, ... by rows. p = 0: the matrix is this process's alone. */
struct sl_grid {
    int p, q, first;
    int beside; /* above 1: a process has so many columns of tiles side by side, so (j / beside) mod q */
};
/* The number of a column among those of its process. */
static inline int64_t sl_grid_local_column(struct sl_grid grid, int64_t j)
{
    int64_t beside = grid.beside > 1 ? grid.beside : 1;
    return grid.q > 1 ? j / (beside * grid.q) * beside + j % beside : j;
}

struct sl_cluster {
    int rank, size, cores; /* cores: CPU workers of the process that has the fewest */
    /* All processes register the same data in the same order. */
    void (*own)(starpu_data_handle_t datum, int rank);
    /* Process `from`, which owns it or has got it, sends it to process `rank`, which can read it then,
     * after tasks submitted so far. Urgent data have a higher priority. */
    void (*bring)(starpu_data_handle_t datum, int from, int rank, int priority);
    void (*written)(starpu_data_handle_t datum); /* what was sent is out of date */
    /* Process `rank`, which does not own it, has written it, in tasks submitted so far. Its owner gets
     * it; other copies are out of date. */
    void (*give)(starpu_data_handle_t datum, int rank);
    void (*forget)(starpu_data_handle_t datum);  /* what was sent is not needed again */
    void (*settle)(void);                        /* waits for tasks and messages of all processes */
    void (*least)(int64_t *values, int count);   /* of all processes */
    void (*abort)(const char *sentence);         /* ends all processes */
};

/* A number that differs for other values: FNV-1a, by 64 bits. */
static inline uint64_t sl_digest(uint64_t digest, uint64_t value)
{
    digest = (digest ^ value) * UINT64_C(0x100000001b3);
    return digest ^ digest >> 29;
}

#pragma GCC visibility push(default)
/* For the cluster. NULL: leaves. */
void starling_cluster_join(const struct sl_cluster *cluster);
/* A matrix on a grid. a: the tiles of this process, in the order of the matrix, with leading
 * dimension lda; NULL: the library allocates them. The library runs, and the arguments have been
 * checked. Returns info. */
int starling_cluster_matrix(starling_matrix **A, starling_precision prec, int64_t m, int64_t n,
                            void *a, int64_t lda, int64_t mb, int64_t nb, struct sl_grid grid);
/* Call the user's handler and return info. value: NULL for an address that is NULL. */
int starling_cluster_bad_argument(const char *routine, int position, const char *name,
                                  const int64_t *value, const char *must);
int starling_cluster_error(const char *routine, int info, const char *message);
#pragma GCC visibility pop

/* ---- For src/runtime ------------------------------------------------------------------------ */

struct sl_task;
bool sl_is_cluster(void);
int sl_rank(void);
int sl_cluster_cores(void); /* CPU workers: the same number in all processes */
/* A handle remembers its owner. -1: each process has a datum of its own. */
int sl_owner_of(starpu_data_handle_t datum);
void sl_own(starpu_data_handle_t datum, int rank);
/* Process `rank` will read it. It is sent once. */
void sl_bring(starpu_data_handle_t datum, int rank, int priority);
/* Process `rank` will write it: what was sent is out of date. A datum that nobody owns, a temporary
 * one, is that process's from now on. */
void sl_written(starpu_data_handle_t datum, int rank);
/* Process `rank` has written it for its owner, in a task that has been submitted. */
void sl_give(starpu_data_handle_t datum, int rank);
/* Where a task runs (place.c). */
struct sl_task_place {
    bool here;  /* this process runs it */
    int rank;   /* the process that runs it; -1: each */
    bool gives; /* it writes data of other processes, too */
};
/* Sends what the task reads. */
struct sl_task_place sl_cluster_place(const struct sl_task *task);
/* Sends what it writes to the owners, once it is submitted. */
void sl_cluster_give(const struct sl_task *task, struct sl_task_place place);
bool sl_is_elsewhere(starpu_data_handle_t datum); /* its value is in another process */
void sl_cluster_forget(starpu_data_handle_t datum);
/* starpu_data_acquire() by all processes: the same value is read, or written, by each. */
int sl_acquire(starpu_data_handle_t datum, enum starpu_data_access_mode mode);
void sl_share(starpu_data_handle_t datum); /* all processes will read it */
int sl_grid_owner(struct sl_grid grid, int64_t i, int64_t j);
/* Several processes: steps of an algorithm that are in work at the same time. Data that others send
 * need memory as soon as a task that reads them is submitted. They are kept for so many steps. */
enum { SL_WINDOW = 8 };
void sl_cluster_step(void);                        /* a step begins */
void sl_cluster_leave(starpu_data_handle_t datum); /* its handle will be freed */
/* All processes must have come here with this number; else all end, with a sentence about
 * `routine`. */
void sl_cluster_same(uint64_t digest, const char *routine);
/* All processes begin an operation. info: a bad argument that this one has found; digest: of its
 * arguments. Returns the same in all of them: 0, a bad argument of one, or STARLING_EGRID if they
 * differ. */
int sl_cluster_meet(uint64_t digest, const char *routine, int info);
/* Waits for the tasks of all processes. The least failure and error of all. */
void sl_cluster_agree(int64_t *failure, int *error);
/* The other processes would wait for messages forever. */
void sl_cluster_failed(int info);

#endif
