/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Checks the environment before StarPU reads it. StarPU aborts on a value or a file that it
 * cannot use; these functions give a sentence instead. They use nothing else of the
 * library. */

#ifndef SL_ENVIRONMENT_H
#define SL_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>

enum { SL_SENTENCE = 1600, SL_NOTICES = 4 };

/* Sentences: why StarPU cannot start, and notices if it starts. */
struct sl_said {
    char error[SL_SENTENCE]; /* empty: none */
    char notice[SL_NOTICES][SL_SENTENCE];
    int notices;
};

/* Writes said->error. Always returns false. */
__attribute__((format(printf, 2, 3))) bool sl_refuse(struct sl_said *said, const char *format, ...);
__attribute__((format(printf, 2, 3))) void sl_notice(struct sl_said *said, const char *format, ...);

/* Whether StarPU accepts the values of its variables, and enough threads can be made. gpus
 * is the number of GPUs of the machine. False: said->error has the reason. */
bool sl_environment_check(int gpus, struct sl_said *said);

/* The number of CPU workers that StarPU will have: one for each core, or as the environment
 * says. */
int sl_cpu_workers_wanted(void);

/* Finds a folder for StarPU's measurements and renames damaged files in it (folder.c). From
 * now on StarPU uses this folder. False: there is none, or a folder that a variable names
 * is unusable. */
bool sl_folder_enter(struct sl_said *said);
void sl_folder_leave(void); /* after StarPU has started: restores the environment */

/* The user's file of tuned values: what STARLING_TUNING names, else tuning.HOST in that folder. */
void sl_folder_tuning(char *path, size_t size);

/* Makes a folder if it does not exist. Returns an error number; 0: it can be written. */
int sl_folder_make(const char *path);

/* From now on new threads have stacks that are large enough for tasks, also with a small
 * `ulimit -s`. */
void sl_stacks_enter(void);
void sl_stacks_leave(void);

#endif
