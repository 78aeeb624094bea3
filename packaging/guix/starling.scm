;;; SPDX-License-Identifier: BSD-3-Clause
;;; Copyright (c) 2026 The Starling authors

;;; guix build -f packaging/guix/starling.scm

(use-modules (guix packages)
             (guix gexp)
             (guix utils)
             (guix git-download)
             (guix build-system gnu)
             ((guix licenses) #:prefix license:)
             (gnu packages))

(define %top
  (dirname (dirname (dirname (current-filename)))))

(define starling
  (package
    (name "starling")
    (version "0.1.0")
    (source (local-file %top "starling-checkout"
                        #:recursive? #t
                        #:select? (or (git-predicate %top) (const #t))))
    (build-system gnu-build-system)
    (arguments
     (list #:configure-flags #~(list "--with-cuda=no" "--with-fortran"
                                     (string-append "--docdir=" #$output
                                                    "/share/doc/starling"))
           #:make-flags #~(list "STARLING_CHECK=quick")
           #:phases
           #~(modify-phases %standard-phases
               (add-before 'check 'set-home
                 ;; StarPU writes what it has measured.
                 (lambda _
                   (setenv "HOME" (getcwd)))))))
    (native-inputs
     (map specification->package
          '("autoconf" "automake" "libtool" "pkg-config" "gfortran-toolchain" "groff"
            "python-minimal")))
    (inputs
     (map specification->package '("openblas" "zlib")))
    ;; The archive and pkg-config's --static name it.
    (propagated-inputs
     (map specification->package '("starpu")))
    (home-page #f)
    (synopsis "Dense linear algebra on every core and GPU")
    (description
     "Starling solves systems, least squares, eigenvalue and singular value problems
with dense matrices.  Its functions have LAPACK's names and arguments.  They run as
graphs of tasks of the StarPU runtime, on all cores and GPUs of a machine.")
    (license license:bsd-3)))

starling
