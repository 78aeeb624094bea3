/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The frequencies of a chain: N equal masses between two walls, with equal springs between
 * neighbours. A vibration x(t) = x cos(omega t) solves the generalized eigenproblem
 *
 *   K x = omega^2 M x (sygvd)
 *
 * with the stiffness matrix K and the mass matrix M. The result is known:
 * omega_j = 2 sqrt(k / m) sin(j pi / (2 (N + 1))).
 *
 *   cc ex06_vibrations.c $(pkg-config --cflags --libs starling) -lm -o ex06 && ./ex06 */

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <starling.h>

enum { N = 200 };
static const double spring = 50, mass = 2; /* N/m, kg */

int main(void)
{
    static double k[N * N], m[N * N], lambda[N];
    const double pi = acos(-1);
    double largest = 0;
    bool right = true;

    int info = starling_init();
    if (info != 0) {
        fprintf(stderr, "starling_init: %d, %s\n", info, starling_strerror(info));
        return 1;
    }

    /* The lower triangles; each mass has two springs. */
    for (int j = 0; j < N; j++) {
        m[j + j * N] = mass;
        k[j + j * N] = 2 * spring;
        if (j + 1 < N)
            k[j + 1 + j * N] = -spring;
    }

    /* Type 1: K x = lambda M x. The shapes x replace K; info > N: M is not positive definite. */
    info = starling_dsygvd(1, 'V', 'L', N, k, N, m, N, lambda);
    if (info != 0) {
        fprintf(stderr, "starling_dsygvd: %d, %s\n", info, starling_strerror(info));
        return 1;
    }

    printf("mode   frequency (Hz)    by formula   first mass moves by\n");
    for (int j = 0; j < N; j++) {
        double omega = sqrt(lambda[j]);
        double exact = 2 * sqrt(spring / mass) * sin((j + 1) * pi / (2 * (N + 1)));
        /* The shape of mode j is a sine with x^T M x = 1. */
        double shape = sqrt(2 / ((N + 1) * mass)) * sin((j + 1) * pi / (N + 1));
        double error = fmax(fabs(omega / exact - 1), fabs(fabs(k[j * N]) - shape));
        largest = fmax(largest, error);
        right &= error < 1e-9; /* a NaN is not */
        if (j < 4 || j == N - 1)
            printf("%4d %16.10f %13.10f %21.4e\n", j + 1, omega / (2 * pi), exact / (2 * pi),
                   fabs(k[j * N]));
    }
    printf("largest error of all %d modes %.1e\n", N, largest);
    starling_finalize();
    return right ? 0 : 1;
}
