/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* One line on a terminal while a sequence runs for long: which run it is, tasks, rate,
 * time left. It is gone when the sequence is done. */

#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <starling.h>

struct progress;

/* Watches a sequence from a thread of its own, from now on; name: "run 2 of 5". NULL,
 * which the functions below take: nobody would see the line (standard error is no
 * terminal), or no thread. */
struct progress *progress_begin(starling_sequence *seq, const char *name);

/* All has been submitted: from here on the time left is known. */
void progress_submitted(struct progress *p);

/* Takes the line away; due before the sequence is destroyed. */
void progress_end(struct progress *p);

/* What a function submits of a problem, until it is done; with a line if it shall be
 * shown. Returns the sequence's info. */
typedef void progress_submit(const void *problem, starling_sequence *seq);
int progress_run(bool shown, const char *name, progress_submit *submit,
                 const void *problem);

#endif
