# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# pip installs it from here: pip install ./python
READMES += python/README
EXTRA_DIST += python/pyproject.toml python/starling/__init__.py python/starling/_arrays.py \
	python/starling/_library.py python/starling/_linalg.py \
	python/tests/tap.py python/tests/test_arguments.py python/tests/test_linalg.py
