# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

READMES += %D%/README
# Descriptions of machines: plain C, which the command and the laboratory's programs have too.
machine_sources = %D%/machine_times.c %D%/machine_times.h %D%/machine_file.c \
	%D%/machine_file.h
if SIMGRID
libstarling_la_SOURCES += %D%/simulation.c $(machine_sources)
else
EXTRA_DIST += %D%/simulation.c
endif
