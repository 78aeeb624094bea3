! SPDX-License-Identifier: BSD-3-Clause
! Copyright (c) 2026 The Starling authors

! Functions called from Fortran give right results: generic names in the four precisions, arrays of one and two
! dimensions, matrix objects, batches, sequences, arguments that may be left out, the error handler.

module check_fortran_handler
    use, intrinsic :: iso_c_binding
    use starling
    implicit none
    integer :: seen_info = 0
    character(100) :: seen_text = ''
contains
    function in_right_half(w) bind(C) result(selected)
        complex(c_double_complex), intent(in) :: w
        integer(c_int) :: selected
        selected = merge(1, 0, real(w) > 0)
    end function

    subroutine handler(routine, info, message, data) bind(C)
        type(c_ptr), value :: routine, message, data
        integer(c_int), value :: info
        seen_info = info
        seen_text = words(routine)
        if (c_associated(data) .or. .not. c_associated(message)) seen_text = 'wrong arguments'
    end subroutine

    function words(text) result(string)
        type(c_ptr), intent(in) :: text
        character(:), allocatable :: string
        character(kind=c_char), pointer :: letter(:)
        integer :: i
        call c_f_pointer(text, letter, [starling_strlen(text)])
        allocate (character(size(letter)) :: string)
        do i = 1, size(letter)
            string(i:i) = letter(i)
        end do
    end function
end module

program check_fortran
    use, intrinsic :: iso_c_binding
    use check_fortran_handler
    use starling
    implicit none
    integer, parameter :: s = c_float, d = c_double, l = c_int64_t
    integer(l), parameter :: n = 70, nrhs = 2, one = 1
    procedure(starling_error_handler), pointer :: installed => handler
    integer :: count = 0, failed = 0, i, info

    call expect(scan(words(starling_version()), ".") > 1, "a version")
    call expect(starling_init() == 0, "starling_init")
    call expect(starling_ncpu() >= 1, "there are workers")
    call random_init(repeatable=.true., image_distinct=.false.)
    call single
    call double
    call single_complex
    call double_complex
    call mixed
    call eigenvalues
    call indefinite
    call nonsymmetric
    call singular_values
    call expert
    call left_out
    call batches
    call objects
    call failures
    call expect(starling_finalize() == 0, "starling_finalize")
    print '(a, i0)', "1..", count
    if (failed > 0) stop 1

contains

    subroutine expect(right, what)
        logical, intent(in) :: right
        character(*), intent(in) :: what
        count = count + 1
        if (.not. right) failed = failed + 1
        print '(a, i0, 2a)', trim(merge("ok    ", "not ok", right)) // " ", count, " - ", what
    end subroutine

    ! A + A^H + n I, by its columns.
    subroutine single
        real(s) :: a(n, n), f(n, n), b(n, nrhs), x(n, nrhs), y(n), value
        integer(l) :: ipiv(n)
        call random_number(a)
        call random_number(b)
        a = a + transpose(a)
        do i = 1, int(n)
            a(i, i) = a(i, i) + n
        end do
        f = a
        x = b
        call expect(starling_posv('L', n, nrhs, f, n, x, n) == 0, "posv, s")
        call expect(starling_gemm('N', 'N', n, nrhs, n, -1.0_s, a, n, x, n, 1.0_s, b, n) == 0, "gemm, s")
        info = starling_lange('M', n, nrhs, b, n, value)
        call expect(info == 0 .and. value < 30 * epsilon(value) * n, "their residual, s")
        f = a
        y = matmul(a, [(1.0_s, i=1, int(n))])
        info = starling_gesv(n, one, f, n, ipiv, y, n)
        call expect(info == 0 .and. maxval(abs(y - 1)) < 1e-4_s, "gesv, s")
    end subroutine

    subroutine double
        real(d) :: a(n, n), f(n, n), b(n, nrhs), x(n, nrhs), y(n), value
        integer(l) :: ipiv(n)
        call random_number(a)
        call random_number(b)
        a = a + transpose(a)
        do i = 1, int(n)
            a(i, i) = a(i, i) + n
        end do
        f = a
        x = b
        call expect(starling_posv('U', n, nrhs, f, n, x, n) == 0, "posv, d")
        call expect(starling_gemm('N', 'N', n, nrhs, n, -1.0_d, a, n, x, n, 1.0_d, b, n) == 0, "gemm, d")
        info = starling_lange('M', n, nrhs, b, n, value)
        call expect(info == 0 .and. value < 30 * epsilon(value) * n, "their residual, d")
        f = a
        y = matmul(a, [(1.0_d, i=1, int(n))])
        info = starling_gesv(n, one, f, n, ipiv, y, n)
        call expect(info == 0 .and. maxval(abs(y - 1)) < 1e-12_d, "gesv, d")
        ! The name with its letter takes an element of an array, as LAPACK does.
        y = 2
        info = starling_dtrsm('L', 'L', 'N', 'U', one, one, 3.0_d, f(1, 1), n, y(5), n)
        call expect(info == 0 .and. y(5) == 6 .and. y(4) == 2, "trsm with elements of arrays")
    end subroutine

    subroutine single_complex
        complex(s) :: a(n, n), f(n, n), b(n, nrhs), x(n, nrhs), y(n)
        real(s) :: part(n, n), value
        integer(l) :: ipiv(n)
        call random_number(part)
        a = part
        call random_number(part)
        a = a + (0, 1) * part
        b = a(:, 3:4)
        a = a + conjg(transpose(a))
        do i = 1, int(n)
            a(i, i) = a(i, i) + 2 * n
        end do
        f = a
        x = b
        call expect(starling_posv('L', n, nrhs, f, n, x, n) == 0, "posv, c")
        call expect(starling_gemm('N', 'N', n, nrhs, n, (-1.0_s, 0.0_s), a, n, x, n, (1.0_s, 0.0_s), b, n) == 0, &
            "gemm, c")
        info = starling_lange('M', n, nrhs, b, n, value)
        call expect(info == 0 .and. value < 30 * epsilon(value) * n, "their residual, c")
        f = a
        y = matmul(a, [((0.0_s, 1.0_s), i=1, int(n))])
        info = starling_gesv(n, one, f, n, ipiv, y, n)
        call expect(info == 0 .and. maxval(abs(y - (0, 1))) < 1e-4_s, "gesv, c")
    end subroutine

    subroutine double_complex
        complex(d) :: a(n, n), f(n, n), b(n, nrhs), x(n, nrhs), y(n)
        real(d) :: part(n, n), value
        integer(l) :: ipiv(n)
        call random_number(part)
        a = part
        call random_number(part)
        a = a + (0, 1) * part
        b = a(:, 3:4)
        a = a + conjg(transpose(a))
        do i = 1, int(n)
            a(i, i) = a(i, i) + 2 * n
        end do
        f = a
        x = b
        call expect(starling_posv('U', n, nrhs, f, n, x, n) == 0, "posv, z")
        call expect(starling_gemm('N', 'N', n, nrhs, n, (-1.0_d, 0.0_d), a, n, x, n, (1.0_d, 0.0_d), b, n) == 0, &
            "gemm, z")
        info = starling_lange('M', n, nrhs, b, n, value)
        call expect(info == 0 .and. value < 30 * epsilon(value) * n, "their residual, z")
        f = a
        y = matmul(a, [((0.0_d, 1.0_d), i=1, int(n))])
        info = starling_gesv(n, one, f, n, ipiv, y, n)
        call expect(info == 0 .and. maxval(abs(y - (0, 1))) < 1e-12_d, "gesv, z")
    end subroutine

    subroutine mixed
        real(d) :: a(n, n), b(n), x(n)
        integer(l) :: ipiv(n)
        integer :: iter
        call random_number(a)
        do i = 1, int(n)
            a(i, i) = a(i, i) + n
        end do
        b = sum(a, 2)
        info = starling_gesv_mixed(n, one, a, n, ipiv, b, n, x, n, iter)
        call expect(info == 0 .and. iter >= 0 .and. maxval(abs(x - 1)) < 1e-12_d, "dsgesv by its generic name")
    end subroutine

    ! The second difference has the eigenvalues 2 - 2 cos(i pi / (n + 1)).
    ! sysv, hesv, gesv_nopiv and gesv_nopiv_refined of a matrix with the solution 1.
    subroutine indefinite
        real(d) :: a(n, n), f(n, n), x(n)
        real(d) :: right(n), berr
        integer :: iter
        complex(s) :: h(n, n), y(n)
        integer(l) :: ipiv(n)
        call random_number(a)
        a = a + transpose(a) - 1
        f = a
        x = matmul(a, [(1.0_d, i=1, int(n))])
        info = starling_sysv('L', n, one, f, n, ipiv, x, n)
        call expect(info == 0 .and. maxval(abs(x - 1)) < 1e-9_d, "sysv, d")
        h = cmplx(a, kind=s)
        y = matmul(h, [(cmplx(1.0, kind=s), i=1, int(n))])
        info = starling_hesv('U', n, one, h, n, ipiv, y, n)
        call expect(info == 0 .and. maxval(abs(y - 1)) < 1e-1_s, "hesv, c")
        do i = 1, int(n)
            a(i, i) = a(i, i) + n
        end do
        x = matmul(a, [(1.0_d, i=1, int(n))])
        right = x
        info = starling_gesv_nopiv_refined(n, one, a, n, right, n, x, n, iter, berr)
        call expect(info == 0 .and. iter >= 0 .and. berr < 1e-14_d .and. maxval(abs(x - 1)) < 1e-12_d, &
                    "gesv_nopiv_refined, d")
        x = right
        info = starling_gesv_nopiv(n, one, a, n, x, n)
        call expect(info == 0 .and. maxval(abs(x - 1)) < 1e-12_d, "gesv_nopiv, d")
    end subroutine

    ! A cyclic permutation has the roots of unity; a triangle its diagonal.
    subroutine nonsymmetric
        real(d) :: a(n, n), wr(n), wi(n), v(n, n), none(1, 1), t(n, n)
        complex(d) :: z(n, n), w(n), vz(n, n), nothing(1, 1)
        integer(l) :: found
        a = 0
        do i = 1, int(n)
            a(merge(1, i + 1, i == n), i) = 1
        end do
        z = cmplx(a, kind=d)
        info = starling_geev('N', 'V', n, a, n, wr, wi, none, one, v, n)
        call expect(info == 0 .and. maxval(abs(hypot(wr, wi) - 1)) < 1e-12_d, "geev, d")
        info = starling_geev('N', 'V', n, z, n, w, nothing, one, vz, n)
        call expect(info == 0 .and. maxval(abs(matmul(z, vz) - vz * spread(w, 1, int(n)))) < 1e-12_d, "geev, z")
        t = 0
        do i = 1, int(n)
            t(1:i, i) = 1.0_d / n
            t(i, i) = i
        end do
        info = starling_trevc3('R', 'A', [0], n, t, n, none, one, v, n, n, found)
        call expect(info == 0 .and. found == n .and. &
            maxval(abs(matmul(t, v) - v * spread([(real(i, d), i=1, int(n))], 1, int(n)))) < 1e-10_d, "trevc3, d")
        call schur_forms
    end subroutine

    ! By the Hessenberg form, then at once with the right half plane first.
    subroutine schur_forms
        real(d) :: a(n, n), h(n, n), q(n, n), tau(n), wr(n), wi(n)
        complex(d) :: z(n, n), t(n, n), vs(n, n), w(n)
        integer(l) :: sdim
        call random_number(a)
        h = a - 0.5_d
        a = h
        info = starling_gehrd(n, one, n, h, n, tau)
        q = h
        call expect(info == 0 .and. starling_orghr(n, one, n, q, n, tau) == 0, "gehrd, orghr, d")
        do i = 1, int(n)
            h(i + 2:, i) = 0
        end do
        info = starling_hseqr('S', 'V', n, one, n, h, n, wr, wi, q, n)
        call expect(info == 0 .and. maxval(abs(matmul(a, q) - matmul(q, h))) < 1e-11_d, "hseqr, d")
        z = cmplx(a, kind=d)
        t = z
        info = starling_gees('V', 'S', c_funloc(in_right_half), n, t, n, sdim, w, vs, n)
        call expect(info == 0 .and. maxval(abs(matmul(z, vs) - matmul(vs, t))) < 1e-11_d, "gees, z")
        call expect(sdim == sum(merge(1, 0, w%re > 0)) .and. all(w(1:sdim)%re > 0), "its order")
    end subroutine

    subroutine eigenvalues
        real(d) :: a(n, n), w(n), exact(n)
        complex(s) :: z(n, n)
        real(s) :: v(n)
        a = 0
        do i = 1, int(n)
            a(i, i) = 2
            if (i < n) a(i + 1, i) = -1
            exact(i) = 2 - 2 * cos(i * acos(-1.0_d) / (n + 1))
        end do
        z = cmplx(a, kind=s)
        info = starling_syevd('N', 'L', n, a, n, w)
        call expect(info == 0 .and. maxval(abs(w - exact)) < 1e-12_d, "syevd, d")
        info = starling_heevd('V', 'L', n, z, n, v)
        call expect(info == 0 .and. maxval(abs(v - exact)) < 1e-4_d, "heevd, c")
    end subroutine

    subroutine singular_values
        complex(d) :: a(3, 2), u(3, 2), vt(2, 2)
        real(d) :: values(2)
        a = 0
        a(1, 2) = (0, 5)
        a(3, 1) = -4
        info = starling_gesvd('S', 'S', 3_l, 2_l, a, 3_l, values, u, 3_l, vt, 2_l)
        call expect(info == 0 .and. maxval(abs(values - [5, 4])) < 1e-14_d, "gesvd, z")
        call expect(abs(abs(u(1, 1)) - 1) < 1e-14_d .and. abs(abs(vt(1, 2)) - 1) < 1e-14_d, "its vectors")
    end subroutine

    subroutine expert
        real(d) :: a(2, 2), af(2, 2), r(2), c(2), b(2), x(2), rcond, ferr(1), berr(1), growth
        integer(l) :: ipiv(2)
        character(kind=c_char) :: equed
        a = reshape([1e9_d, 1.0_d, 2e9_d, 1.0_d], [2, 2])
        b = [3e9_d, 2.0_d]
        equed = '?'
        info = starling_gesvx('E', 'N', 2_l, one, a, 2_l, af, 2_l, ipiv, equed, r, c, b, 2_l, x, 2_l, rcond, &
            ferr, berr, growth)
        call expect(info == 0 .and. maxval(abs(x - 1)) < 1e-14_d, "gesvx, d")
        call expect(equed == 'R' .and. rcond > 1e-2_d, "what it sets")
    end subroutine

    subroutine left_out
        real(d) :: a(2, 2)
        integer(l) :: nb
        a = reshape([0.0_d, 3.0_d, 2.0_d, 0.0_d], [2, 2])
        info = starling_gepolar(2_l, 2_l, a, 2_l, ldh=1_l)
        call expect(info == 0 .and. abs(a(2, 1) - 1) < 1e-14_d, "gepolar without H")
        nb = -1
        call starling_getrf_tile_size(STARLING_D, n, n, nb=nb)
        call expect(nb > 0, "one of two results")
    end subroutine

    subroutine batches
        real(s), target :: a(2, 2, 3)
        type(c_ptr) :: pointers(3)
        integer(c_int) :: infos(3)
        do i = 1, 3
            a(:, :, i) = reshape([4.0_s * i * i, 2.0_s, 0.0_s, 5.0_s], [2, 2])
            pointers(i) = c_loc(a(1, 1, i))
        end do
        a(1, 1, 2) = -1
        info = starling_spotrf_batched('L', 2_l, pointers, 2_l, infos, 3_l)
        call expect(info == 0 .and. all(infos == [0, 1, 0]) .and. a(1, 1, 3) == 6, "a batch by pointers")
        a(1, 1, :) = 9
        a(2, 1, :) = 3
        a(2, 2, :) = 5
        info = starling_spotrf_strided_batched('L', 2_l, a, 2_l, 4_l, infos, 3_l)
        call expect(info == 0 .and. all(infos == 0) .and. all(a(1, 1, :) == 3) &
            .and. all(a(2, 2, :) == 2), "a batch by its stride")
    end subroutine

    subroutine objects
        real(d), target :: array(n, n)
        real(d) :: copy(n, n), tau(n), value
        type(c_ptr) :: A, sequence, W
        type(starling_progress) :: progress
        call expect(starling_matrix_wrap(A, STARLING_D, n, n, c_loc(array), n, n, 32_l) == 0, "an array is wrapped")
        call expect(starling_matrix_n(A) == n .and. starling_matrix_nt(A) == 3, "its size and tiles")
        call expect(starling_sequence_create(sequence) == 0, "a sequence")
        call expect(starling_random_submit(7_l, A, sequence) == 0, "random numbers")
        call expect(starling_geqrf_submit(A, sequence) == 0, "geqrf")
        call expect(starling_sequence_wait(sequence) == 0, "waiting")
        call expect(starling_sequence_destroy(sequence) == 0, "its end")
        call expect(starling_sequence_create(sequence) == 0, "another one")
        call expect(starling_laset_submit(STARLING_GENERAL, (1.0_d, 0.0_d), (3.0_d, 0.0_d), A, sequence) == 0, &
            "laset with complex numbers by value")
        info = starling_sequence_progress(sequence, progress)
        call expect(info == 0 .and. progress%submitted >= 3, "progress")
        call expect(starling_sequence_destroy(sequence) == 0, "its end")
        info = starling_lange(STARLING_ONE_NORM, A, value)
        call expect(info == 0 .and. value == n + 2, "lange of an object")
        info = starling_matrix_get(A, copy, n)
        call expect(info == 0 .and. copy(1, 1) == 3 .and. copy(2, 1) == 1, "a copy")
        info = starling_geqrf(A)
        call expect(info == 0, "geqrf of an object")
        info = starling_matrix_get_tau(A, tau)
        call expect(info == 0 .and. all(tau >= 0 .and. tau <= 2) .and. tau(1) > 1, "tau")
        call expect(starling_matrix_create(W, STARLING_D, n, one, n, one) == 0, "a vector")
        call expect(starling_matrix_set(A, copy, n) == 0, "values")
        call expect(starling_heevd(STARLING_VALUES, STARLING_LOWER, A, W) == 0, "heevd of an object")
        info = starling_matrix_get(W, tau, n)
        call expect(info == 0 .and. abs(tau(n) - (n + 2)) < 1e-11_d, "an eigenvalue")
        call expect(starling_matrix_destroy(W) == 0, "its end")
        call expect(starling_matrix_destroy(A) == 0, "the end of the other")
        call expect(starling_matrix_destroy(c_null_ptr) == 0, "no object")
    end subroutine

    subroutine failures
        real(d) :: a(2, 2)
        call starling_set_error_handler(c_funloc(installed), c_null_ptr)
        a = -1
        info = starling_potrf('L', 2_l, a, 2_l)
        call expect(info == 1 .and. seen_info == 1, "the handler is told of a minor")
        info = starling_potrf('L', 2_l, a, one)
        call expect(info == -4 .and. seen_info == -4, "an argument is wrong")
        call expect(seen_text == "starling_dpotrf", "the handler gets the name of the routine")
        call starling_set_error_handler(c_null_funptr, c_null_ptr)
        call expect(index(words(starling_strerror(STARLING_ENOMEM)), "memory") > 0, "words")
    end subroutine
end program
