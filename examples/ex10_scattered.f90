! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The Starling authors

! Scattered data in Fortran: a smooth function is known at random points of the unit square. The sum
!   s(x) = w(1) k(|x - x(1)|) + ... + w(n) k(|x - x(n)|),  k(r) = (1 + r / l) exp(-r / l)
! takes its values there if K w = f, with the positive definite matrix K(i, j) = k(|x(i) - x(j)|). Integers
! of kind int64 count elements; all functions return LAPACK's info.
!
!   gfortran ex10_scattered.f90 $(pkg-config --cflags --libs starling-fortran) -o ex10 && ./ex10

program scattered
    use, intrinsic :: iso_fortran_env, only: int64, real64, error_unit
    use, intrinsic :: iso_c_binding, only: c_ptr, c_char, c_f_pointer
    use starling
    implicit none
    integer(int64), parameter :: n = 900, places = 200
    real(real64), parameter :: length = 0.5_real64
    real(real64) :: x(2, n), y(2, places), w(n), values(n), rcond, anorm, residual, deviation
    real(real64), allocatable :: k(:, :), factor(:, :)
    integer :: i, j

    call check("starling_init", starling_init())
    call random_init(repeatable=.true., image_distinct=.false.)
    call random_number(x)
    call random_number(y)
    allocate (k(n, n))
    do j = 1, int(n)
        do i = 1, int(n)
            k(i, j) = kernel(x(:, i), x(:, j))
        end do
        values(j) = f(x(:, j))
    end do

    ! The factor in a copy; K itself is for the residual. The type tells that it is starling_dpotrf().
    factor = k
    w = values
    call check("starling_potrf", starling_potrf('L', n, factor, n))
    call check("starling_potrs", starling_potrs('L', n, 1_int64, factor, n, w, n))
    call check("starling_lanhe", starling_lanhe('1', 'L', n, k, n, anorm))
    call check("starling_pocon", starling_pocon('L', n, factor, n, anorm, rcond))

    residual = maxval(abs(values - matmul(k, w))) / (anorm * maxval(abs(w)))
    deviation = 0
    do i = 1, int(places)
        deviation = max(deviation, abs(s(y(:, i)) - f(y(:, i))))
    end do
    print '(i0, a, es8.1)', n, " points, condition about", 1 / rcond
    print '(a, es8.1)', "residual", residual
    print '(a, i0, a, es8.1)', "largest error at ", places, " other points", deviation
    call check("starling_finalize", starling_finalize())
    deallocate (k, factor)
    if (.not. (residual < 1e-13_real64 .and. deviation < 0.02_real64)) stop 1 ! nor a NaN

contains

    real(real64) function f(p)
        real(real64), intent(in) :: p(2)
        f = sin(3 * p(1)) * cos(2 * p(2)) + p(1) * p(2)
    end function

    real(real64) function kernel(p, q)
        real(real64), intent(in) :: p(2), q(2)
        real(real64) :: r
        r = norm2(p - q) / length
        kernel = (1 + r) * exp(-r)
    end function

    real(real64) function s(p)
        real(real64), intent(in) :: p(2)
        integer :: i
        s = 0
        do i = 1, int(n)
            s = s + w(i) * kernel(p, x(:, i))
        end do
    end function

    ! Ends the program with the words for an info other than 0.
    subroutine check(what, info)
        character(*), intent(in) :: what
        integer, intent(in) :: info
        type(c_ptr) :: text
        character(kind=c_char), pointer :: words(:)
        if (info == 0) return
        text = starling_strerror(info)
        call c_f_pointer(text, words, [starling_strlen(text)])
        write (error_unit, '(a, ": ", i0, ", ", *(a))') what, info, words
        stop 1
    end subroutine
end program
