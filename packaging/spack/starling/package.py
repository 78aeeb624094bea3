# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

from spack.package import *


class Starling(AutotoolsPackage, CudaPackage):
    """Dense linear algebra as StarPU task graphs, on every core and GPU."""

    license("BSD-3-Clause")

    # `spack dev-build starling@main` builds the source of the working folder.
    version("main")
    version("0.1.0")

    variant("shared", default=True, description="Build the shared library and the drop-in LAPACK")
    variant("fortran", default=True, description="Build the Fortran module")
    variant("zlib", default=True, description="Read matrices that gzip has compressed")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("autoconf@2.71:", type="build")
    depends_on("automake@1.16:", type="build")
    depends_on("libtool", type="build")
    depends_on("m4", type="build")
    depends_on("gawk", type="build")
    depends_on("pkgconfig", type="build")

    depends_on("starpu@1.4:")
    depends_on("starpu+cuda", when="+cuda")
    depends_on("starpu~cuda", when="~cuda")
    # OpenBLAS has CBLAS and LAPACKE in one library; its threads must be changeable at run time.
    depends_on("openblas@0.3: threads=pthreads")
    depends_on("cuda@12:", when="+cuda")
    depends_on("zlib-api", when="+zlib")

    conflicts("cuda_arch=none", when="+cuda", msg="name the compute capability of the GPUs")

    def autoreconf(self, spec, prefix):
        autoreconf("--install")

    def configure_args(self):
        spec = self.spec
        args = [
            f"--with-starpu={spec['starpu'].prefix}",
            f"--with-blas={spec['openblas'].libs.ld_flags}",
        ]
        args += self.enable_or_disable("shared")
        args += self.with_or_without("fortran")
        args += self.with_or_without("zlib")
        if spec.satisfies("+cuda"):
            args.append(f"--with-cuda={spec['cuda'].prefix}")
            args.append("--with-cuda-arch=" + ",".join(spec.variants["cuda_arch"].value))
        else:
            args.append("--with-cuda=no")
        return args

    def check(self):
        make("check", "STARLING_CHECK=quick")
