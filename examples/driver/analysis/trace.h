/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* FxT traces of one run: StarPU writes its events into a file, of which its converter makes
 * what ViTE and StarVZ read. */

#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include "files/files.h"

/* Why there can be no traces, NULL: there can. */
const char *trace_missing(void);

/* The files that a trace replaces, where the folder is there already; how many they are. The
 * names last until the next call. */
enum { TRACE_FILES = 13 };
int trace_uses(const char *dir, struct file_use use[TRACE_FILES]);

/* Makes the folder if need be, with empty files. 0, or a sentence in err. */
int trace_prepare(const char *dir, char *err, size_t errlen);

/* StarPU's next start is ready to trace into the folder. Nothing is recorded yet. */
void trace_arm(const char *dir);

/* The run that the trace shows. */
void trace_begin(void);
void trace_end(void);

/* After StarPU has stopped: the converted files, next to StarPU's own. */
void trace_convert(const char *dir);

/* The files are there; if not they are taken away, and a sentence is in err. */
bool trace_complete(const char *dir, char *err, size_t errlen);

#endif
