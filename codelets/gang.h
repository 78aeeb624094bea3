/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A task on a core that lets other cores work on its loops. No core is reserved and nobody is
 * waited for: the task asks for help in tasks of their own, workers that have nothing better
 * to do join it, at whichever loop it is then, and stay until it ends. A loop is cut into
 * chunks that do not depend on who takes them, so that its results do not either. */

#ifndef SL_GANG_H
#define SL_GANG_H

#include "src/internal.h"

struct sl_gang;
/* As many chunks has a loop at most: one bit each. */
enum { SL_GANG_CHUNKS = 64 };

/* The gang of the worker that runs the calling task, with as many helpers asked for, but no
 * more than there are other cores on its NUMA node. `chunks`: the usual number of them, over
 * which the members spread, so that one finds in its cache what it had before. */
struct sl_gang *sl_gang_open(starling_sequence *seq, int helpers, int chunks);
/* work(arg, chunk) for each chunk from first to end - 1, in any order and on any member; all
 * are done when it returns. */
void sl_gang_run(struct sl_gang *gang, int first, int end, void (*work)(void *arg, int chunk),
                 void *arg);
void sl_gang_close(struct sl_gang *gang);

#endif
