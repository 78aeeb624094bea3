/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* potrf, potrs, posv, potri, trtri, lauum. */

#include "dropin.h"

FORTRAN(potrf, const char *uplo, const fint *n, scalar_t *a, const fint *lda, fint *info)
{
    ROUTINE(potrf);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n), *n, *n, *n))
        *info = STARLING(potrf)(*uplo, *n, a, *lda);
    else
        LAPACK(uplo, n, a, lda, info, ONE);
    DONE;
}

FORTRAN(potrs, const char *uplo, const fint *n, const fint *nrhs, const scalar_t *a,
        const fint *lda, scalar_t *b, const fint *ldb, fint *info)
{
    ROUTINE(potrs);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n) && holds(*ldb, *n), *n, *n, *nrhs))
        *info = STARLING(potrs)(*uplo, *n, *nrhs, a, *lda, b, *ldb);
    else
        LAPACK(uplo, n, nrhs, a, lda, b, ldb, info, ONE);
    DONE;
}

FORTRAN(posv, const char *uplo, const fint *n, const fint *nrhs, scalar_t *a, const fint *lda,
        scalar_t *b, const fint *ldb, fint *info)
{
    ROUTINE(posv);
    if (TAKES(is(uplo, "LU") && *nrhs >= 0 && holds(*lda, *n) && holds(*ldb, *n), *n, *n, *n))
        *info = STARLING(posv)(*uplo, *n, *nrhs, a, *lda, b, *ldb);
    else
        LAPACK(uplo, n, nrhs, a, lda, b, ldb, info, ONE);
    DONE;
}

FORTRAN(potri, const char *uplo, const fint *n, scalar_t *a, const fint *lda, fint *info)
{
    ROUTINE(potri);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n), *n, *n, *n))
        *info = STARLING(potri)(*uplo, *n, a, *lda);
    else
        LAPACK(uplo, n, a, lda, info, ONE);
    DONE;
}

FORTRAN(trtri, const char *uplo, const char *diag, const fint *n, scalar_t *a, const fint *lda,
        fint *info)
{
    ROUTINE(trtri);
    if (TAKES(is(uplo, "LU") && is(diag, "NU") && holds(*lda, *n), *n, *n, *n))
        *info = STARLING(trtri)(*uplo, *diag, *n, a, *lda);
    else
        LAPACK(uplo, diag, n, a, lda, info, ONE, ONE);
    DONE;
}

FORTRAN(lauum, const char *uplo, const fint *n, scalar_t *a, const fint *lda, fint *info)
{
    ROUTINE(lauum);
    if (TAKES(is(uplo, "LU") && holds(*lda, *n), *n, *n, *n))
        *info = STARLING(lauum)(*uplo, *n, a, *lda);
    else
        LAPACK(uplo, n, a, lda, info, ONE);
    DONE;
}
