# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# Tests print TAP. Two CPU workers, not bound, with perf models of their own.
