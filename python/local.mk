# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# pip installs it from here: pip install ./python
READMES += %D%/README
EXTRA_DIST += %D%/pyproject.toml %D%/starling/__init__.py %D%/starling/_arrays.py \
	%D%/starling/_library.py %D%/starling/_linalg.py \
	%D%/tests/tap.py %D%/tests/test_arguments.py %D%/tests/test_gpu.py %D%/tests/test_linalg.py
