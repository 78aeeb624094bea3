/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What a run needs of memory, added up before anything is made, and compared with what
 * can be had. */

#ifndef MEMORY_H
#define MEMORY_H

#include "eig.h"
#include "run.h"
#include "solve.h"
#include "svd.h"

/* The case's operands, copies and what StarPU needs for tiles and tasks. False: a sentence is in
 * err. */
bool memory_for_case(const struct problem *p, const struct plan *plan, char *err, size_t errlen);

/* The same of a system that has been read. */
bool memory_for_system(const struct system *system, char *err, size_t errlen);
/* And of an eigenproblem. */
bool memory_for_eig(const struct eig_problem *problem, char *err, size_t errlen);
/* And of singular values. */
bool memory_for_svd(const struct svd_problem *problem, char *err, size_t errlen);

/* Whether the graph of a case is recorded, for its bound and for StarPU's models. It is not when
 * it is so large that this alone takes tens of seconds. */
bool memory_for_graph(const struct problem *p);
/* About how many tasks the case has. */
double count_tasks(const struct problem *p);

#endif
