/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* sygvd (complex: hegvd) on arrays: the reduction on square tiles, the standard problem on block
 * columns, and the eigenvectors on square tiles again. */

#include "src/eigen/eigen.h"
#include "lapack.h"

/* The other triangle of a Hermitian matrix from triangle uplo. Returns the first column of the
 * triangle with a NaN or an infinity, from 1; 0: all is finite. */
static int fill_hermitian(starling_uplo uplo, int64_t n, scalar_t *a, int64_t lda)
{
    int64_t first = 0;
    for (int64_t j = 0; j < n; j++) {
        bool lower = uplo == STARLING_LOWER;
        a[j + j * lda] = SL_REAL(a[j + j * lda]);
        for (int64_t i = lower ? j : 0; i < (lower ? n : j + 1); i++) {
            if (first == 0 && !isfinite(SL_ABS(a[i + j * lda])))
                first = j + 1;
            if (i != j)
                a[j + i * lda] = SL_CONJ(a[i + j * lda]);
        }
    }
    return (int)first;
}

static int factor_and_reduce(int type, starling_uplo uplo, starling_matrix *A, starling_matrix *B,
                             starling_sequence *seq)
{
    int info = starling_potrf_submit(uplo, B, seq);
    return info != 0 ? info : sl_to_standard_submit(type, uplo, A, B, seq);
}

static int to_standard(int type, starling_uplo uplo, starling_matrix *A, starling_matrix *B)
{
    SL_SYNCHRONOUS(factor_and_reduce(type, uplo, A, B, seq));
}

static int from_standard(int type, starling_uplo uplo, starling_matrix *B, starling_matrix *Z)
{
    SL_SYNCHRONOUS(sl_from_standard_submit(type, uplo, B, Z, seq));
}

int API_HE(gvd)(int itype, char jobz, char uplo, int64_t n, scalar_t *a, int64_t lda, scalar_t *b,
                int64_t ldb, real_t *w)
{
    char job = letter(jobz);
    starling_uplo up = (starling_uplo)letter(uplo);
    SL_ARG(1, itype, itype >= 1 && itype <= 3, "1, 2 or 3");
    SL_ARG(2, jobz, sl_valid_job((starling_job)job), SL_A_JOB);
    SL_ARG(3, uplo, sl_valid_uplo(up), "L or U");
    SIZE(4, n);
    LD(6, lda, n);
    LD(8, ldb, n);
    if (n == 0)
        return 0;
    SL_ARG(5, a, a != NULL, "an array");
    SL_ARG(7, b, b != NULL, "an array");
    SL_ARG(9, w, w != NULL, "an array");
    int info = fill_hermitian(up, n, a, lda);
    if (info != 0)
        return info;
    struct call call = begin(n, n);
    starling_matrix *A = wrap(&call, n, n, a, lda), *B = wrap(&call, n, n, b, ldb);
    info = finish(&call, call.info == 0 ? to_standard(itype, up, A, B) : 0);
    if (info != 0)
        return info > 0 ? info + (int)n : info;
    info = API_HE(evd)(job, (char)up, n, a, lda, w);
    if (info != 0 || job == 'N')
        return info;
    call = begin(n, n);
    A = wrap(&call, n, n, a, lda), B = wrap(&call, n, n, b, ldb);
    FINISH(call, from_standard(itype, up, B, A));
}
