/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Arrays with guard bands, random numbers, cases. */

#include <float.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "reference.h"

enum { BAND = 64 }; /* elements before and after an array */

const starling_precision precisions[4] = {STARLING_S, STARLING_D, STARLING_C, STARLING_Z};

char letter(starling_precision prec)
{
    return "sdcz"[prec];
}

starling_precision real_of(starling_precision prec)
{
    return prec == STARLING_C ? STARLING_S : prec == STARLING_Z ? STARLING_D : prec;
}

bool is_complex(starling_precision prec)
{
    return prec == STARLING_C || prec == STARLING_Z;
}

size_t element_size(starling_precision prec)
{
    return (size_t[]){4, 8, 8, 16}[prec];
}

double epsilon(starling_precision prec)
{
    return prec == STARLING_S || prec == STARLING_C ? FLT_EPSILON : DBL_EPSILON;
}

bool quick(void)
{
    const char *level = getenv("STARLING_CHECK");
    return level && strcmp(level, "quick") == 0;
}

bool hold(struct cases *cases, bool condition, const char *format, ...)
{
    cases->run++;
    if (condition)
        return true;
    if (cases->failed++ < 5) {
        va_list list;
        va_start(list, format);
        printf("# failed: ");
        vprintf(format, list);
        printf("\n");
        va_end(list);
    }
    return false;
}

bool all_held(const struct cases *cases)
{
    if (cases->failed > 0)
        printf("# %d of %d cases failed\n", cases->failed, cases->run);
    return cases->run > 0 && cases->failed == 0;
}

int run_child(const char *argument)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execl("/proc/self/exe", "child", argument, (char *)NULL);
        _exit(99);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 99;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block) {
        printf("Bail out! no memory for %zu bytes\n", size);
        exit(99);
    }
    return block;
}

struct array array_new(starling_precision prec, int64_t m, int64_t n, int64_t pad)
{
    struct array x = {.prec = prec, .m = m, .n = n, .lda = (m > 1 ? m : 1) + pad};
    x.size = element_size(prec) * (size_t)(x.lda * n + 2 * BAND);
    x.block = allocate(x.size);
    x.saved = allocate(x.size);
    x.a = x.block + element_size(prec) * BAND;
    memset(x.block, 0xff, x.size); /* a NaN in every precision */
    array_save(&x);
    return x;
}

void array_free(struct array *x)
{
    free(x->block);
    free(x->saved);
    *x = (struct array){0};
}

wide array_get(const struct array *x, int64_t i, int64_t j)
{
    int64_t at = i + j * x->lda;
    switch (x->prec) {
    case STARLING_S:
        return ((const float *)x->a)[at];
    case STARLING_D:
        return ((const double *)x->a)[at];
    case STARLING_C:
        return ((const float _Complex *)x->a)[at];
    default:
        return ((const wide *)x->a)[at];
    }
}

void array_set(struct array *x, int64_t i, int64_t j, wide value)
{
    int64_t at = i + j * x->lda;
    switch (x->prec) {
    case STARLING_S:
        ((float *)x->a)[at] = (float)creal(value);
        break;
    case STARLING_D:
        ((double *)x->a)[at] = creal(value);
        break;
    case STARLING_C:
        ((float _Complex *)x->a)[at] = (float _Complex)value;
        break;
    default:
        ((wide *)x->a)[at] = value;
    }
}

void array_scale(struct array *x, double factor)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++)
            array_set(x, i, j, array_get(x, i, j) * factor);
}

void array_save(struct array *x)
{
    memcpy(x->saved, x->block, x->size);
}

bool inside(int region, int64_t i, int64_t j)
{
    return region == 'G' || (region == 'L' && i >= j) || (region == 'U' && i <= j);
}

bool array_intact(const struct array *x, int region)
{
    size_t size = element_size(x->prec), begin = size * BAND;
    if (memcmp(x->block, x->saved, begin) != 0)
        return false;
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->lda; i++) {
            size_t at = begin + size * (size_t)(i + j * x->lda);
            if (!(i < x->m && inside(region, i, j)) &&
                memcmp(x->block + at, x->saved + at, size) != 0)
                return false;
        }
    return memcmp(x->block + x->size - begin, x->saved + x->size - begin, begin) == 0;
}

/* The high bits of Knuth's linear congruential generator for 64 bits (MMIX). */
double uniform(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*seed >> 40) + 0.5) / 8388608.0 - 1.0;
}

void array_random(struct array *x, int region, uint64_t seed)
{
    for (int64_t j = 0; j < x->n; j++)
        for (int64_t i = 0; i < x->m; i++) {
            double re = uniform(&seed), im = uniform(&seed);
            if (inside(region, i, j))
                array_set(x, i, j, CMPLX(re, im));
        }
}

void array_spd(struct array *x, int uplo, uint64_t seed)
{
    array_random(x, uplo, seed);
    for (int64_t i = 0; i < x->n; i++)
        array_set(x, i, i, CMPLX((double)x->n + 1, uniform(&seed)));
}

starling_matrix *wrap(struct array *x, int64_t mb, int64_t nb)
{
    starling_matrix *A = NULL;
    int info = starling_matrix_wrap(&A, x->prec, x->m, x->n, x->a, x->lda, mb, nb);
    if (info != 0) {
        printf("Bail out! starling_matrix_wrap: %d, %s\n", info, starling_strerror(info));
        exit(99);
    }
    return A;
}

static struct {
    int messages;
    char text[400];
} heard;

static void hear(const char *routine, int info, const char *message, void *data)
{
    (void)routine, (void)info, (void)data;
    heard.messages++;
    snprintf(heard.text, sizeof heard.text, "%s", message);
}

void listen_to_errors(void)
{
    starling_set_error_handler(hear, NULL);
}

const char *last_message(void)
{
    return heard.text;
}

bool told(int i, int messages)
{
    static const char *const source[] = {"((", "->", "!=", "==", "&&", "||", "INT32", "SL_"};
    char begin[40], name[40], routine[40];
    int got = 0;
    snprintf(begin, sizeof begin, "argument %d (", i);
    size_t length = strlen(begin);
    bool right = heard.messages == messages;
    if (i < 1000 && messages > 0)
        right &= strncmp(heard.text, begin, length) == 0 &&
                 sscanf(heard.text + length, "%39[A-Za-z0-9]) of starling_%39[a-z0-9_]%n", name,
                        routine, &got) == 2 &&
                 strstr(heard.text + length + got, " must be ");
    for (size_t s = 0; s < sizeof source / sizeof source[0]; s++)
        right &= !strstr(heard.text, source[s]);
    heard.messages = 0;
    return right;
}

void refuse(struct cases *cases, int position, int info, const char *what)
{
    hold(cases, info == -position && told(position, 1), "%s: %d, expected %d: %s", what, info,
         -position, last_message());
}
