/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* What FlexiBLAS is to a program: dpotrf_ by the library that the environment names. With PROGRAM,
 * a program on it. */

#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length);

#ifdef PROGRAM
int main(void)
{
    double a[4] = {4, 2, 0, 5};
    const int n = 2;
    int info = -1;
    for (int i = 0; i < 2; i++) { /* L = 2, 1, 2 */
        double l[4] = {a[0], a[1], a[2], a[3]};
        dpotrf_("L", &n, l, &n, &info, 1);
        if (info != 0 || fabs(l[0] - 2) + fabs(l[1] - 1) + fabs(l[3] - 2) > 1e-12)
            return 1;
    }
    return 0;
}
#else
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length)
{
    static __typeof__(&dpotrf_) backend;
    if (!backend)
        backend =
            (__typeof__(backend))dlsym(dlopen(getenv("BACKEND"), RTLD_NOW | RTLD_LOCAL), "dpotrf_");
    backend(uplo, n, a, lda, info, length);
}
#endif
