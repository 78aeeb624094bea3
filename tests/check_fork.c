/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* fork(): a child of a process in which StarPU runs gets STARLING_ERUNTIME and a sentence from
 * every function, never hangs, and ends as any process does. A child made before StarPU starts, or
 * after it has stopped, computes; not after it, where CUDA was used. */

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <starpu.h>
#include "reference.h"
#include "tap.h"

static bool heard; /* the handler was given the sentence */

static void handler(const char *routine, int info, const char *message, void *data)
{
    (void)routine, (void)data;
    heard |= info == STARLING_ERUNTIME && strstr(message, "fork()") != NULL;
}

/* LeakSanitizer asks before it looks: a child cannot see what the parent's threads held. */
static bool is_child;
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return is_child;
}

/* Exit status of a child that runs the function, which returns if all is well; 128 + signal. */
static int in_child(bool (*function)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        is_child = true;
        alarm(30); /* a hang ends by SIGALRM */
        exit(function() ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 99;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool solves(void)
{
    double a[4] = {4, 0, 0, 4}, b[2] = {4, 4};
    return starling_dposv('L', 2, 1, a, 2, b, 2) == 0 && b[0] == 1 && b[1] == 1;
}

/* The same on tiles, so that workers take part. */
static bool solves_by_tiles(void)
{
    struct array a = array_new(STARLING_D, 200, 200, 0);
    array_spd(&a, 'L', 3);
    starling_matrix *A = wrap(&a, 50, 50);
    int info = starling_potrf(STARLING_LOWER, A);
    starling_matrix_destroy(A);
    array_free(&a);
    return info == 0;
}

static bool is_told(int info)
{
    bool was = heard;
    heard = false;
    return info == STARLING_ERUNTIME && was;
}

static bool refuses(void)
{
    double a[1] = {1};
    return is_told(starling_dpotrf('L', 1, a, 1)) && is_told(starling_init()) &&
           is_told(starling_finalize()) && starling_ncpu() == 0 && starling_ncuda() == 0;
}

/* Objects of the parent. */
static starling_matrix *A;
static starling_sequence *seq;

static bool objects_refuse(void)
{
    double a[100 * 100];
    int64_t ipiv[100];
    starling_progress progress;
    const starling_task *tasks;
    for (int i = 0; i < 100; i++)
        ipiv[i] = i + 1;
    bool held = is_told(starling_matrix_get(A, a, 100)) &&
                is_told(starling_matrix_set(A, a, 100)) && is_told(starling_matrix_sync(A)) &&
                is_told(starling_matrix_get_ipiv(A, ipiv)) &&
                is_told(starling_matrix_set_ipiv(A, ipiv)) &&
                is_told(starling_sequence_progress(seq, &progress)) &&
                is_told(starling_sequence_use_caller(seq, true)) &&
                is_told(starling_sequence_record(seq, STARLING_RECORD_RUN)) &&
                is_told((int)starling_sequence_tasks(seq, &tasks)) && is_told(starling_getrf(A)) &&
                is_told(starling_random(1, A));
    starling_getrf_submit(A, seq);
    starling_potrf_submit(STARLING_LOWER, A, seq);
    starling_laset_submit(STARLING_GENERAL, 0, 1, A, seq);
    return held && starling_matrix_n(A) == 100 && is_told(starling_sequence_wait(seq)) &&
           is_told(starling_sequence_destroy(seq)) && starling_matrix_destroy(A) == 0;
}

static void check_objects(void)
{
    int64_t ipiv[100];
    for (int i = 0; i < 100; i++)
        ipiv[i] = i + 1;
    starling_matrix_create(&A, STARLING_D, 100, 100, 25, 25);
    starling_random(1, A);
    starling_sequence_create(&seq);
    starling_getrf_submit(A, seq);
    starling_sequence_wait(seq);
    ok(in_child(objects_refuse) == 0, "matrices and sequences of the parent refuse in the child");
    ok(starling_matrix_set_ipiv(A, ipiv) == 0 && starling_sequence_destroy(seq) == 0 &&
           starling_matrix_destroy(A) == 0,
       "and are the parent's as before");
}

/* The application's own StarPU, which Starling would join. */
static bool joins(void)
{
    if (starpu_init(NULL) != 0)
        return false;
    bool held = in_child(refuses) == 0;
    starpu_shutdown();
    return held;
}

int main(void)
{
    starling_set_error_handler(handler, NULL);
    ok(in_child(joins) == 0, "a child of a process with a StarPU of its own is told");
    ok(in_child(solves_by_tiles) == 0, "a child made before StarPU starts computes");
    ok(solves() && solves_by_tiles(), "so does the parent");
    ok(in_child(refuses) == 0, "a child of a process in which StarPU runs is told");
    ok(in_child(refuses) == 0, "and so is the next one");
    ok(solves_by_tiles(), "the parent computes as before");
    check_objects();
    bool cuda = starling_ncuda() > 0; /* which a child cannot use, once its parent has */
    ok(starling_finalize() == 0 && in_child(cuda ? refuses : solves_by_tiles) == 0,
       "a child made after the end of StarPU %s", cuda ? "is told of CUDA" : "computes");
    ok(solves_by_tiles(), "so does the parent");
    return done_testing();
}
