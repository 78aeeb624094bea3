/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* A program outside the tree in C++17, with starling.hpp. */

#include <starling.hpp>
#include <complex>
#include <cstdio>
#include <vector>

int main()
{
    int info, refused = 0;
    std::vector<double> a{4, 2, 0, 5}, x(2); /* the lower triangle, by columns */
    std::vector<std::complex<float>> z{{9, 0}};
    {
        starling::runtime runtime;
        starling::matrix<double> A(2, 2), B(2, 1);
        A.copy_from(a.data(), 2);
        B.copy_from(std::vector<double>{6, 7}.data(), 2);
        info = starling::posv(STARLING_LOWER, A, B);
        B.copy_to(x.data(), 2);
        info += starling::potrf('L', 1, z.data(), 1);
        try {
            starling::potrs('L', -1, 1, a.data(), 2, x.data(), 2);
        } catch (const starling::error &error) {
            refused = error.info();
            std::printf("%s\n", error.what());
        }
    }
    std::printf("info %d, refused %d, x = %g %g\n", info, refused, x[0], x[1]);
    bool right = x[0] == 1 && x[1] == 1 && z[0] == 3.0f;
    return info == 0 && refused == -2 && right ? 0 : 1;
}
