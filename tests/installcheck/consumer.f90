! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The Starling authors

! A program outside the tree in Fortran: a system is solved by arrays and by matrix objects, and the
! residual is checked. A wrong argument is refused.

program consumer
    use, intrinsic :: iso_c_binding
    use starling
    implicit none
    integer(c_int64_t), parameter :: n = 200, nrhs = 3
    real(c_double) :: a(n, n), factors(n, n), b(n, nrhs), x(n, nrhs), y(n, nrhs), residual(2)
    integer(c_int64_t) :: ipiv(n)
    integer :: info(9), i
    type(c_ptr) :: matrix, rhs

    call random_init(repeatable=.true., image_distinct=.false.)
    call random_number(a)
    call random_number(b)
    factors = a
    x = b
    info(1) = starling_gesv(n, nrhs, factors, n, ipiv, x, n)
    residual(1) = scaled(x)

    info(2) = starling_matrix_create(matrix, STARLING_D, n, n, 64_c_int64_t, 64_c_int64_t)
    info(3) = starling_matrix_create(rhs, STARLING_D, n, nrhs, 64_c_int64_t, 64_c_int64_t)
    info(4) = starling_matrix_set(matrix, a, n)
    info(5) = starling_matrix_set(rhs, b, n)
    info(6) = starling_gesv(matrix, rhs)
    info(7) = starling_matrix_get(rhs, y, n)
    info(8) = starling_matrix_destroy(matrix)
    info(9) = starling_matrix_destroy(rhs)
    residual(2) = scaled(y)

    print '(a, *(1x, i0))', "info", info
    print '(a, 2es9.1)', "scaled residuals", residual
    i = starling_gesv(-1_c_int64_t, nrhs, factors, n, ipiv, x, n)
    if (any(info /= 0) .or. .not. all(residual < 30) .or. i /= -1 .or. starling_finalize() /= 0) stop 1

contains

    real(c_double) function scaled(solution)
        real(c_double), intent(in) :: solution(n, nrhs)
        scaled = maxval(abs(b - matmul(a, solution))) &
            / (maxval(sum(abs(a), 2)) * maxval(abs(solution)) * n * epsilon(1.0_c_double))
    end function
end program
