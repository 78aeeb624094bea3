/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A look at the environment before StarPU reads it. StarPU aborts on a value or a file that it cannot
 * use; here each is a sentence. These functions use nothing else of the library. */

#ifndef SL_ENVIRONMENT_H
#define SL_ENVIRONMENT_H

#include <stdbool.h>

enum { SL_SENTENCE = 1600, SL_NOTICES = 4 };

/* What there is to say: why StarPU cannot start, and what it starts in spite of. */
struct sl_said {
    char error[SL_SENTENCE]; /* empty: none */
    char notice[SL_NOTICES][SL_SENTENCE];
    int notices;
};

/* Writes said->error, and returns false for the caller to return. */
__attribute__((format(printf, 2, 3))) bool sl_refuse(struct sl_said *said, const char *format, ...);
__attribute__((format(printf, 2, 3))) void sl_notice(struct sl_said *said, const char *format, ...);

/* Each variable of StarPU's has a value that StarPU takes, and threads can be made. gpus: those that this
 * machine has. False: said->error tells why not. */
bool sl_environment_check(int gpus, struct sl_said *said);

/* Workers on cores, as many as StarPU will have: one a core unless the environment says otherwise. */
int sl_cpu_workers_wanted(void);

/* From here on StarPU finds a folder for its measurements that it can read and write, without damaged
 * files (folder.c). False: there is none, or one that a variable names is of no use. */
bool sl_folder_enter(struct sl_said *said);
void sl_folder_leave(void); /* StarPU has started: the environment is the user's again */

/* Makes the folder if need be. An error number, 0: it can be written. */
int sl_folder_make(const char *path);

/* Threads made from here on have stacks that are large enough for tasks, whatever `ulimit -s` says. */
void sl_stacks_enter(void);
void sl_stacks_leave(void);

#endif
