# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# STARLING_WITH_CUDA: nvcc, the CUDA runtime, cuBLAS and cuSOLVER. CUDA kernels are built when
# StarPU has CUDA and the toolkit is there. Sets CUDA_CFLAGS, CUDA_LIBS, NVCC, NVCCFLAGS and
# the conditional CUDA.
AC_DEFUN([STARLING_WITH_CUDA], [
AC_ARG_WITH([cuda], [AS_HELP_STRING([--with-cuda=yes|no|auto|DIR],
  [build CUDA kernels; DIR is the toolkit (default: auto, as StarPU has it)])],
  [], [with_cuda=auto])
AC_ARG_WITH([cuda-arch], [AS_HELP_STRING([--with-cuda-arch=LIST],
  [compute capabilities to build for, e.g. 80,90 (default: those of the GPUs here, else 80,90)])],
  [], [with_cuda_arch=auto])
AC_ARG_VAR([NVCC], [CUDA compiler])
AC_ARG_VAR([NVCCFLAGS], [CUDA compiler flags])

use_cuda=no
AS_CASE([$with_cuda],
  [no], [starling_cuda_text="no: --with-cuda=no; GPUs stay unused"],
  [AS_IF([test $starpu_simgrid = yes],
      [starling_cuda_text="simulated"],
    [test $starpu_cuda = no],
      [starling_cuda_text="no: this StarPU was built without CUDA; GPUs stay unused"],
    [STARLING_CUDA_TOOLKIT])
   AS_IF([test $use_cuda = no && test "$with_cuda" != auto && test $starpu_simgrid = no],
     [AC_MSG_ERROR([--with-cuda=$with_cuda was asked for, but: $starling_cuda_text])])])

AS_IF([test $use_cuda = yes],
  [AC_DEFINE([STARLING_CUDA], [1], [Build the CUDA kernels])])
AM_CONDITIONAL([CUDA], [test $use_cuda = yes])
AC_SUBST([CUDA_CFLAGS])
AC_SUBST([CUDA_LIBS])
])

# Finds the toolkit: nvcc in DIR/bin, in PATH or in the usual place.
AC_DEFUN([STARLING_CUDA_TOOLKIT], [
AS_CASE([$with_cuda], [yes|auto], [cuda_dir=/usr/local/cuda], [cuda_dir=$with_cuda])
AS_IF([test "x$NVCC" = x], [AS_CASE([$with_cuda],
  [yes|auto], [AC_PATH_PROG([NVCC], [nvcc], [], [$PATH$PATH_SEPARATOR$cuda_dir/bin])],
  [AC_PATH_PROG([NVCC], [nvcc], [], [$cuda_dir/bin])])])
AS_IF([test "x$NVCC" = x],
  [starling_cuda_text="no: nvcc was not found (PATH, $cuda_dir/bin); GPUs stay unused"],
  [AS_CASE([$with_cuda], [yes|auto],
     [cuda_dir=`dirname "$NVCC"`; cuda_dir=`cd "$cuda_dir/.." && pwd`])
   CUDA_CFLAGS="-isystem $cuda_dir/include"
   starling_cuda_lib=$cuda_dir/lib
   AS_IF([test -d "$cuda_dir/lib64"], [starling_cuda_lib=$cuda_dir/lib64])
   CUDA_LIBS="-L$starling_cuda_lib -lcublas -lcublasLt -lcudart -lstdc++" # device code is C++
   CUSOLVER_LIBS="-lcusolver -lcusolverMg"
   starling_save_LIBS=$LIBS
   LIBS="$CUDA_LIBS $CUSOLVER_LIBS $LIBS"
   AC_MSG_CHECKING([that the CUDA runtime, cuBLAS and cuSOLVER link])
   AC_LINK_IFELSE([AC_LANG_PROGRAM(
       [[char cublasDgemm_v2(void), cublasLtMatmul(void), cusolverDnDpotrf(void),
              cudaMalloc(void);]],
       [[return cublasDgemm_v2() + cublasLtMatmul() + cusolverDnDpotrf() + cudaMalloc();]])],
     [AC_MSG_RESULT([yes])
      use_cuda=yes
      STARLING_CUDA_ARCH
      starling_cuda_text="`$NVCC --version | $SED -n 's/.*release \(@<:@0-9.@:>@*\).*/CUDA \1/p'`, cuBLAS, compute capability $with_cuda_arch"],
     [AC_MSG_RESULT([no])
      starling_cuda_text="no: cuBLAS or cuSOLVER does not link ($starling_cuda_lib); GPUs stay unused"])
   LIBS=$starling_save_LIBS])
AC_SUBST([CUSOLVER_LIBS])
])

# Machine code for each capability in the list, and PTX of the last for newer devices.
AC_DEFUN([STARLING_CUDA_ARCH], [
AS_IF([test "$with_cuda_arch" = auto],
  [with_cuda_arch=`nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . | sort -un | tr '\n' ,`
   with_cuda_arch=${with_cuda_arch%,}
   AS_CASE([$with_cuda_arch], [*@<:@!0-9,@:>@*|''], [with_cuda_arch=80,90])])
starling_arch_flags=
for starling_arch in `AS_ECHO(["$with_cuda_arch"]) | tr , ' '`; do
  starling_arch_flags="$starling_arch_flags -gencode=arch=compute_$starling_arch,code=sm_$starling_arch"
done
starling_arch_flags="$starling_arch_flags -gencode=arch=compute_$starling_arch,code=compute_$starling_arch"
NVCCFLAGS="-O3 --extended-lambda $starling_arch_flags $NVCCFLAGS"
])
