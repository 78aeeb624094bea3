/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* --gantt: the picture of each row of a report, with its title and its file. */

#ifndef PICTURE_H
#define PICTURE_H

#include "analysis/recording.h"
#include "report/report.h"

/* Draws the run of the row that the report gets next, to `path` if that is its first and else,
 * for FILE.svg, to FILE-2.svg and so on: a file's number is its row's. A failure is the
 * report's. */
void picture_of(const char *path, const struct report_row *row, const struct recording *run,
                double gigaflops, struct report *report);

/* The name of the file of row `number`, from 1. */
void picture_name(const char *path, int64_t number, char *name, size_t size);

#endif
