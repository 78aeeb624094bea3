/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Matrix objects: tiles lie where they should in the user's array, edges included and beyond
 * 2^31 elements; get, set, sync and destroy move values exactly and touch nothing else; what
 * was never written reads as zero and is destroyed without harm. */

#include <starpu.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "reference.h"
#include "tap.h"

/* Every tile of m x n elements in mb x nb tiles: address, size, leading dimension. */
static void geometry(starling_precision prec)
{
    static const int64_t shapes[][4] = {{0, 0, 4, 4}, {1, 1, 4, 4},  {8, 12, 4, 4}, {9, 11, 4, 3},
                                        {7, 5, 8, 8}, {5, 0, 2, 2},  {10, 6, 10, 2}, {3, 9, 1, 9}};
    struct cases cases = {0};
    for (int s = 0; s < 8; s++) {
        int64_t m = shapes[s][0], n = shapes[s][1], mb = shapes[s][2], nb = shapes[s][3];
        struct array x = array_new(prec, m, n, 3);
        starling_matrix *A = wrap(&x, mb, nb);
        int64_t mt = starling_matrix_mt(A), nt = starling_matrix_nt(A);
        hold(&cases,
             starling_matrix_precision(A) == prec && starling_matrix_m(A) == m &&
                 starling_matrix_n(A) == n && starling_matrix_mb(A) == mb &&
                 starling_matrix_nb(A) == nb && mt == (m + mb - 1) / mb &&
                 nt == (n + nb - 1) / nb,
             "shape %d: accessors", s);
        for (int64_t j = 0; j < nt; j++)
            for (int64_t i = 0; i < mt; i++) {
                starpu_data_handle_t tile = starling_matrix_tile(A, i, j);
                char *at = (char *)x.a + element_size(prec) * (size_t)(i * mb + j * nb * x.lda);
                int64_t rows = i < mt - 1 ? mb : m - i * mb, cols = j < nt - 1 ? nb : n - j * nb;
                hold(&cases,
                     tile && starpu_data_handle_to_pointer(tile, STARPU_MAIN_RAM) == at &&
                         starpu_matrix_get_nx(tile) == (uint32_t)rows &&
                         starpu_matrix_get_ny(tile) == (uint32_t)cols &&
                         starpu_matrix_get_local_ld(tile) == (uint32_t)x.lda &&
                         starpu_matrix_get_elemsize(tile) == element_size(prec),
                     "shape %d: tile (%d, %d)", s, (int)i, (int)j);
            }
        hold(&cases,
             !starling_matrix_tile(A, -1, 0) && !starling_matrix_tile(A, 0, -1) &&
                 !starling_matrix_tile(A, mt, 0) && !starling_matrix_tile(A, 0, nt) &&
                 !starling_matrix_tile(NULL, 0, 0),
             "shape %d: a tile out of range", s);
        starling_matrix_destroy(A);
        hold(&cases, array_intact(&x, 0), "shape %d: the array changed", s);
        array_free(&x);
    }
    ok(all_held(&cases), "%c: sizes and addresses of tiles, %d checks", letter(prec), cases.run);
}

/* set then get gives the bits back, in owned and wrapped matrices; operations in between see
 * them; sync lets the user read and write the array between operations. */
static void movement(starling_precision prec, bool owned)
{
    struct cases cases = {0};
    struct array from = array_new(prec, 13, 9, 2), to = array_new(prec, 13, 9, 4);
    struct array home = array_new(prec, 13, 9, 1);
    array_random(&from, 'G', 1);
    array_save(&from);
    starling_matrix *A = NULL;
    if (!owned)
        A = wrap(&home, 4, 5);
    else if (starling_matrix_create(&A, prec, 13, 9, 4, 5) != 0)
        hold(&cases, false, "starling_matrix_create");
    int info = starling_matrix_set(A, from.a, from.lda);
    hold(&cases, info == 0 && array_intact(&from, 0), "set: %d", info);
    info = starling_matrix_get(A, to.a, to.lda);
    wide *a = wide_of(&from, 'G'), *b = wide_of(&to, 'G');
    hold(&cases, info == 0 && wide_difference(a, b, 13, 9) == 0 && array_intact(&to, 'G'),
         "get after set: %d", info);

    starling_random(3, A);
    info = starling_matrix_sync(A);
    hold(&cases, info == 0, "sync: %d", info);
    starling_matrix_get(A, to.a, to.lda);
    if (!owned) { /* the array has what the operation wrote, and the user may write to it */
        wide *c = wide_of(&to, 'G'), *d = wide_of(&home, 'G');
        hold(&cases, wide_difference(c, d, 13, 9) == 0, "sync brought other values");
        array_set(&home, 12, 8, 42);
        starling_matrix_get(A, to.a, to.lda);
        hold(&cases, array_get(&to, 12, 8) == 42, "a value written after sync is lost");
        starling_laset(STARLING_GENERAL, 5, 5, A);
        free(c);
        free(d);
    }
    info = starling_matrix_destroy(A);
    hold(&cases, info == 0 && (owned || array_get(&home, 12, 8) == 5), "destroy: %d", info);
    hold(&cases, array_intact(&home, owned ? 0 : 'G'), "wrote outside");
    ok(all_held(&cases), "%c: values move to and from %s tiles", letter(prec),
       owned ? "owned" : "wrapped");
    free(a);
    free(b);
    array_free(&from);
    array_free(&to);
    array_free(&home);
}

/* Offsets of tiles beyond 2^31 elements and 2^33 bytes, in an array of which only the pages
 * in use exist; a leading dimension BLAS' 32 bits cannot hold is refused. */
static void far_apart(int64_t lda)
{
    enum { COLUMNS = 3 };
    bool fits = lda <= INT32_MAX;
    size_t size = sizeof(float) * (size_t)(lda * COLUMNS);
    float *a = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (a == MAP_FAILED) {
        ok(true, "lda = %lld # SKIP no address space", (long long)lda);
        return;
    }
    starling_matrix *A = NULL;
    double norm = -1;
    int info = starling_matrix_wrap(&A, STARLING_S, 5, COLUMNS, a, lda, 2, 1);
    void *last = NULL;
    if (info == 0) {
        last = starpu_data_handle_to_pointer(starling_matrix_tile(A, 2, 2), STARPU_MAIN_RAM);
        starling_laset(STARLING_GENERAL, 2, 2, A);
        starling_lange(STARLING_INF_NORM, A, &norm);
        starling_matrix_destroy(A);
    }
    bool right = info == 0 && last == a + 4 + 2 * lda && norm == 6 && a[4 + 2 * lda] == 2 &&
                 a[5 + 2 * lda] == 0 && a[lda - 1] == 0;
    ok(fits ? right : info == -6, "lda = %lld: offsets in 64 bits, or refused (info %d, norm %g)",
       (long long)lda, info, norm);
    munmap(a, size);
}

/* What makes no sense for lack of bits is refused, and nothing overflows on the way. */
static void too_large(void)
{
    static const int64_t shapes[][4] = {
        {INT64_MAX, INT64_MAX, 1, 1}, {INT64_MAX, 1, 2, 1}, {1, INT64_MAX, 1, INT64_MAX},
        {INT64_C(1) << 33, 1, INT64_C(1) << 33, 1}, {1, INT64_C(1) << 32, 1, INT64_C(1) << 32},
        {INT64_C(1) << 40, INT64_C(1) << 40, 1, 1}};
    for (int s = 0; s < 6; s++) {
        starling_matrix *A = NULL;
        int info = starling_matrix_create(&A, STARLING_D, shapes[s][0], shapes[s][1],
                                          shapes[s][2], shapes[s][3]);
        ok(info < 0 && !A, "m=%lld n=%lld mb=%lld nb=%lld is refused (%d)",
           (long long)shapes[s][0], (long long)shapes[s][1], (long long)shapes[s][2],
           (long long)shapes[s][3], info);
        starling_matrix_destroy(A);
    }
}

/* The child: one operation on an owned matrix that was never written: it reads as zero, and
 * what overwrites it or a part of it gives its result. Returns 0 if all is well. */
static int never_written(char which)
{
    starling_matrix *A = NULL, *B = NULL;
    double a[36], norm = -1;
    for (int i = 0; i < 36; i++)
        a[i] = i % 7 == 0 ? 2 : 0;
    if (starling_matrix_create(&A, STARLING_D, 6, 6, 4, 4) != 0 ||
        starling_matrix_wrap(&B, STARLING_D, 6, 6, a, 6, 4, 4) != 0)
        return 2;
    int info = 0;
    if (which == 'g') {
        info = starling_matrix_get(A, a, 6);
        for (int i = 0; i < 36; i++)
            info = info != 0 ? info : a[i] != 0;
    } else if (which == 'n')
        info = starling_lange(STARLING_ONE_NORM, A, &norm) != 0 || norm != 0;
    else if (which == 'p')
        info = starling_potrf(STARLING_LOWER, A) != 1;
    else if (which == 's')
        info = starling_matrix_sync(A);
    else {
        if (which == '0') /* A = 0 A */
            info = starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 0, B, B, 0, A);
        else if (which == 'm') /* A = B B */
            info = starling_gemm(STARLING_NOTRANS, STARLING_NOTRANS, 1, B, B, 0, A);
        else if (which == 'h') /* one triangle of A = B B^T */
            info = starling_herk(STARLING_LOWER, STARLING_NOTRANS, 1, B, 0, A);
        else
            info = starling_lacpy(STARLING_LOWER, B, A);
        double want = which == '0' ? 0 : which == 'l' ? 2 : 4;
        norm = -1;
        starling_lanhe(STARLING_ONE_NORM, STARLING_LOWER, A, &norm);
        info = info != 0 ? info : norm != want;
    }
    starling_matrix_destroy(A);
    starling_matrix_destroy(B);
    return info != 0;
}

int main(int argc, char **argv)
{
    static const char *const never[] = {"get", "norm", "potrf", "sync", "0: gemm, alpha = 0",
                                        "multiply", "herk, beta = 0", "lacpy of a triangle"};
    if (argc > 1)
        return never_written(argv[1][0]);
    for (int i = 0; i < 8; i++) {
        int status = run_child(never[i]);
        ok(status == 0, "owned, never written: %s (status %d)", never[i], status);
    }
    for (int p = 0; p < 4; p++) {
        geometry(precisions[p]);
        movement(precisions[p], false);
        movement(precisions[p], true);
    }
    far_apart(INT32_MAX);
    far_apart(INT64_C(1) << 31);
    far_apart((INT64_C(1) << 31) + 5);
    too_large();
    starling_matrix *A;
    ok(starling_matrix_destroy(NULL) == 0, "destroy accepts NULL");
    ok(starling_matrix_create(&A, STARLING_D, 3, 3, 0, 0) == 0 &&
           starling_matrix_destroy(A) == 0,
       "a matrix that was never used is destroyed");
    return done_testing();
}
