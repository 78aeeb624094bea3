/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program outside the tree: C11 or C++11, built with what pkg-config says. */

#include <starling.h>
#include <stdio.h>

int main(void)
{
    double a[4] = {4, 2, 0, 5}; /* the lower triangle, by columns */
    starling_complex_float z[1];
    z[0] = 9;
    int first = starling_dpotrf('L', 2, a, 2), second = starling_cpotrf('U', 1, z, 1);
    int refused = starling_dpotrf('L', -1, a, 2);
    printf("Starling %s: info %d, %d, %d, factor %g %g %g\n", starling_version(), first, second,
           refused, a[0], a[1], a[3]);
    int end = starling_finalize();
    bool right = a[0] == 2 && a[1] == 1 && a[2] == 0 && a[3] == 2;
    return first == 0 && second == 0 && refused == -2 && end == 0 && right ? 0 : 1;
}
