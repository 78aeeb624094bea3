/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What is running: versions, workers, scheduler. The library must have been started. */

#ifndef VERSIONS_H
#define VERSIONS_H

#include "report/report.h"

void print_versions(struct report *report);
const char *scheduler_name(void);
/* Whether StarPU has a policy of this name, or may have it from STARPU_SCHED_LIB. This one
 * may be asked before the start. */
bool scheduler_known(const char *name);
/* The host, or the machine that is simulated. */
void machine_name(char *name, size_t size);
/* "OpenBLAS 0.3.21 ..." or "BLAS" */
const char *blas_version(void);
/* Whether BLAS was built before this processor, so that it may run on kernels of the year 2004;
 * hint: a sentence that says what to do. */
bool blas_is_old(char *hint, size_t size);

#endif
