/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Starting and stopping, each story in a process of its own: pairs of init and finalize repeat
 * and nest, the first use starts the library, live objects keep it, a StarPU that the
 * application started is joined and left running, BLAS gets its threads back, no worker is an
 * error and not a crash, a process may end without finalize, and nothing is printed. */

#include <fcntl.h>
#include <starpu.h>
#include <starpu_expert.h>
#include <stdlib.h>
#include <unistd.h>
#include "reference.h"
#include "tap.h"

/* What OpenBLAS has, and other BLAS libraries do not. */
extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int threads) __attribute__((weak));

/* A factorization by workers, who take several tiles. */
static bool works_on_tiles(void)
{
    starling_matrix *A = NULL;
    bool good = starling_matrix_create(&A, STARLING_D, 40, 40, 10, 10) == 0 &&
                starling_random_hermitian(STARLING_LOWER, 40, 1, A) == 0 &&
                starling_potrf(STARLING_LOWER, A) == 0;
    return starling_matrix_destroy(A) == 0 && good;
}

/* Factorizations that work (or fail, with the right info), of one tile and of several. */
static bool works(void)
{
    double a[9] = {4, 1, 1, 1, 4, 1, 1, 1, 4}, b[9] = {1, 0, 0, 0, -1, 0, 0, 0, 1};
    return starling_dpotrf('L', 3, a, 3) == 0 && a[0] == 2 && starling_dpotrf('U', 3, b, 3) == 2 &&
           works_on_tiles();
}

static int repeat(void)
{
    for (int i = 0; i < 3; i++) {
        MUST(starling_init() == 0);
        MUST(starpu_is_initialized());
        MUST(works());
        MUST(starling_finalize() == 0);
        MUST(!starpu_is_initialized());
    }
    return 0;
}

static int nest(void)
{
    MUST(starling_init() == 0 && starling_init() == 0);
    MUST(starling_finalize() == 0);
    MUST(starpu_is_initialized() && works());
    MUST(starling_finalize() == 0 && !starpu_is_initialized());
    MUST(starling_finalize() == 0); /* one too many does no harm */
    MUST(works());
    return 0;
}

static int lazy(void)
{
    MUST(!starpu_is_initialized());
    MUST(works());
    MUST(starpu_is_initialized());
    MUST(starling_finalize() == 0 && !starpu_is_initialized());
    const char *ncpu = getenv("STARPU_NCPU"), *ncuda = getenv("STARPU_NCUDA");
    int cores = starling_ncpu();
    MUST((!ncpu || cores == atoi(ncpu)) && starpu_is_initialized());
    MUST(starling_ncuda() == 0 || !ncuda || ncuda[0] != '0');
    return 0; /* without finalize */
}

static int busy(void)
{
    starling_matrix *A;
    starling_sequence *seq;
    MUST(starling_init() == 0);
    MUST(starling_matrix_create(&A, STARLING_D, 5, 5, 2, 2) == 0);
    MUST(starling_finalize() == STARLING_EBUSY && works());
    MUST(starling_random(1, A) == 0 && starling_matrix_destroy(A) == 0);
    MUST(starling_sequence_create(&seq) == 0);
    MUST(starling_finalize() == STARLING_EBUSY);
    MUST(starling_sequence_destroy(seq) == 0);
    MUST(starling_finalize() == 0 && !starpu_is_initialized());
    return 0;
}

/* A process may also end with objects alive. */
static int leave(void)
{
    static starling_matrix *A; /* not lost: leak checkers find it */
    MUST(starling_init() == 0);
    MUST(starling_matrix_create(&A, STARLING_D, 5, 5, 2, 2) == 0 && starling_random(1, A) == 0);
    return 0;
}

static void add_one(void *buffers[], void *arg)
{
    (void)arg;
    *(int *)STARPU_VARIABLE_GET_PTR(buffers[0]) += 1;
}

static int join(void)
{
    static struct starpu_codelet codelet = {
        .cpu_funcs = {add_one}, .nbuffers = 1, .modes = {STARPU_RW}};
    int number = 41;
    starpu_data_handle_t handle;
    MUST(starpu_init(NULL) == 0);
    if (starpu_cpu_worker_get_count() == 0)
        return 77;
    MUST(starling_init() == 0 && works());
    MUST(starling_finalize() == 0 && starpu_is_initialized());
    MUST(works()); /* lazily */
    starpu_variable_data_register(&handle, STARPU_MAIN_RAM, (uintptr_t)&number, sizeof number);
    MUST(starpu_task_insert(&codelet, STARPU_RW, handle, 0) == 0);
    starpu_data_unregister(handle); /* its workers are awake: this returns */
    MUST(number == 42);
    MUST(starling_finalize() == 0 && starpu_is_initialized());
    starpu_shutdown();
    MUST(works());
    return 0;
}

/* A StarPU that was joined and that the application has stopped since. */
static int left(void)
{
    starling_matrix *A;
    MUST(starpu_init(NULL) == 0 && works());
    MUST(starling_matrix_create(&A, STARLING_D, 5, 5, 2, 2) == 0 && starling_matrix_tile(A, 0, 0));
    MUST(starling_matrix_destroy(A) == 0); /* what it has kept awake is gone with that StarPU */
    starpu_shutdown();
    MUST(works() && starpu_is_initialized());
    MUST(starling_finalize() == 0 && !starpu_is_initialized());
    return 0;
}

static unsigned idle(void *calls)
{
    ++*(unsigned *)calls;
    return 0;
}

/* StarPU has room for some hooks of idle workers, and keeps them when it stops. */
static int idle_hooks(void)
{
    unsigned calls = 0;
    for (int i = 0; i < 20; i++)
        MUST(starling_init() == 0 && starling_finalize() == 0);
    MUST(starling_init() == 0);
    int hook = starpu_idle_hook_register(idle, &calls);
    MUST(hook >= 0);
    starpu_idle_hook_deregister(hook);
    MUST(starling_finalize() == 0);
    return 0;
}

/* Whoever asks for a tile has tasks of its own: they run between operations, too. */
static int own_tasks(void)
{
    static struct starpu_codelet codelet = {
        .cpu_funcs = {add_one}, .nbuffers = 1, .modes = {STARPU_RW}};
    int number = 41;
    starpu_data_handle_t handle;
    starling_matrix *A;
    MUST(starling_matrix_create(&A, STARLING_D, 5, 5, 2, 2) == 0);
    if (starling_ncpu() == 0)
        return 77;
    MUST(starling_matrix_tile(A, 0, 0) && !starling_matrix_tile(A, 3, 0));
    starpu_variable_data_register(&handle, STARPU_MAIN_RAM, (uintptr_t)&number, sizeof number);
    MUST(starpu_task_insert(&codelet, STARPU_RW, handle, 0) == 0);
    starpu_task_wait_for_all();
    starpu_data_unregister(handle);
    MUST(number == 42 && starling_matrix_destroy(A) == 0 && starling_finalize() == 0);
    MUST(works());
    return 0;
}

static int blas_threads(void)
{
    starling_sequence *seq;
    struct array x = array_new(STARLING_D, 30, 30, 0);
    array_spd(&x, 'L', 1);
    if (!openblas_set_num_threads || !openblas_get_num_threads)
        return 77;
    openblas_set_num_threads(2);
    if (openblas_get_num_threads() != 2)
        return 77;
    MUST(works() && openblas_get_num_threads() == 2);
    starling_matrix *A = wrap(&x, 10, 10);
    MUST(starling_sequence_create(&seq) == 0 && openblas_get_num_threads() == 2);
    MUST(starling_potrf_submit(STARLING_LOWER, A, seq) == 0);
    MUST(openblas_get_num_threads() == 1);
    MUST(starling_sequence_wait(seq) == 0 && openblas_get_num_threads() == 2);
    MUST(starling_potrf_submit(STARLING_LOWER, NULL, seq) == -2);
    MUST(starling_sequence_destroy(seq) == -2 && openblas_get_num_threads() == 2);
    MUST(starling_matrix_sync(A) == 0 && openblas_get_num_threads() == 2);
    MUST(starling_matrix_destroy(A) == 0 && openblas_get_num_threads() == 2);
    MUST(starling_finalize() == 0 && openblas_get_num_threads() == 2);
    array_free(&x);
    return 0;
}

static int no_worker(void)
{
    starling_matrix *A;
    starling_sequence *seq;
    double a[1] = {4}, norm;
    setenv("STARPU_NCPU", "0", 1);
    setenv("STARPU_NCUDA", "0", 1);
    MUST(starling_init() == STARLING_ENOWORKER);
    MUST(starling_init() == STARLING_ENOWORKER && starling_finalize() == 0);
    MUST(starling_dpotrf('L', 1, a, 1) == STARLING_ENOWORKER && a[0] == 4);
    MUST(starling_dlange('M', 1, 1, a, 1, &norm) == STARLING_ENOWORKER);
    MUST(starling_matrix_create(&A, STARLING_D, 3, 3, 1, 1) == STARLING_ENOWORKER && !A);
    MUST(starling_sequence_create(&seq) == STARLING_ENOWORKER && !seq);
    MUST(starling_ncpu() == 0 && starling_ncuda() == 0);
    setenv("STARPU_NCPU", "1", 1); /* and when there is one, it goes on */
    MUST(works() && starling_finalize() == 0);
    return 0;
}

/* Only what the test itself says is printed, errors included. */
static int silence(void)
{
    char text[400] = "", path[] = "/tmp/check_context.XXXXXX";
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO), file = mkstemp(path);
    MUST(file >= 0 && unlink(path) == 0);
    /* StarPU complains where the folder it was installed in is missing, hwloc without /sys */
    if (getenv("STARLING_BUNDLE") || access("/sys/devices/system/cpu", F_OK) != 0)
        return 77;
    unsetenv("STARPU_SILENT");
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    bool good = works() && starling_dpotrf('x', 3, NULL, 3) == -1 && starling_finalize() == 0;
    fflush(NULL);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    if (length > 0)
        fprintf(stderr, "# printed: %s\n", text);
    MUST(good && length == 0);
    MUST(!getenv("STARPU_SILENT"));
    return 0;
}

static void words(void)
{
    static const int codes[] = {0, -1, 1, STARLING_ENOMEM, STARLING_ENOWORKER, STARLING_EDEVICE,
                                STARLING_ERUNTIME, STARLING_EBUSY, -1999};
    struct cases cases = {0};
    for (int i = 0; i < 9; i++) {
        const char *text = starling_strerror(codes[i]);
        hold(&cases, text && strlen(text) > 3, "%d has no words", codes[i]);
        for (int j = 0; j < i && text; j++)
            hold(&cases, strcmp(text, starling_strerror(codes[j])) != 0, "%d and %d: %s",
                 codes[i], codes[j], text);
    }
    ok(all_held(&cases), "each error has words of its own");
    int major = -1, minor = -1, patch = -1;
    ok(sscanf(starling_version(), "%d.%d.%d", &major, &minor, &patch) == 3 && patch >= 0,
       "version %s", starling_version());
}

static const struct {
    const char *name;
    int (*tell)(void);
} stories[] = {
    {"init and finalize three times", repeat},
    {"init and finalize nested", nest},
    {"started by the first use", lazy},
    {"finalize while objects exist", busy},
    {"exit while objects exist", leave},
    {"StarPU started by the application", join},
    {"StarPU stopped by the application", left},
    {"hooks of idle workers", idle_hooks},
    {"tasks of the application", own_tasks},
    {"threads of BLAS", blas_threads},
    {"no worker", no_worker},
    {"silence", silence},
};
enum { STORIES = sizeof stories / sizeof stories[0] };

int main(int argc, char **argv)
{
    for (int i = 0; i < STORIES; i++) {
        if (argc > 1 && strcmp(argv[1], stories[i].name) == 0)
            return stories[i].tell();
        if (argc > 1)
            continue;
        int status = run_child(stories[i].name);
        ok(status == 0 || status == 77, "%s%s", stories[i].name,
           status == 77 ? " # SKIP not with these workers or this BLAS" : "");
        if (status != 0)
            printf("# status %d\n", status);
    }
    words();
    return done_testing();
}
