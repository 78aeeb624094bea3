/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* STARLING_LAPACK_LOG=1: at exit, what went where, and what it gained. */

#ifndef SL_LOG_H
#define SL_LOG_H

#include "route.h"

/* The time in seconds. */
double sl_now(void);

/* There is a log. */
bool sl_log_is_on(void);

/* With a log, the second call of a size goes to LAPACK, to be compared with. */
bool sl_log_tries_lapack(const struct sl_call *call);

/* Starling was started during this call, which does not count. */
void sl_log_started(struct sl_call *call);

/* Why Starling is not there. */
void sl_log_no_library(const char *why);

/* A call that was done, by one or the other. */
void sl_log_call(const struct sl_call *call, double seconds);

#endif
