# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Octave's own tests of linear algebra: for each file the number of tests that pass, of how many. inv is left
# out: one of its tests is about the condition of a matrix of infinities. OpenBLAS has 0 in its L, Starling
# NaN, as LAPACK.

home = fullfile (OCTAVE_HOME, "share", "octave", OCTAVE_VERSION);
names = {"balance", "chol", "det", "eig", "gsvd", "hess", "lu", "ordschur", "pinv", "qr", ...
         "qz", "rcond", "schur", "sqrtm", "svd", "sylvester"};
files = cellfun (@(name) fullfile (home, "etc", "tests", "libinterp", "corefcn", [name ".cc-tst"]), ...
                 names, "UniformOutput", false);
files = [files, glob(fullfile (home, "m", "linear-algebra", "*.m"))'];
for i = 1:numel (files)
  if exist (files{i}, "file")
    [passed, all] = test (files{i}, "quiet");
    [~, name] = fileparts (files{i});
    printf ("%s passed %d of %d\n", name, passed, all);
  end
end
