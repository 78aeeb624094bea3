# SPDX-License-Identifier: BSD-3-Clause
# Copyright (c) 2026 The Starling authors

# The policies of the library and of the plug-in, which are one file.
scheduler_sources = schedulers/area.c schedulers/area.h schedulers/calibration.c \
	schedulers/dispatch.c schedulers/levels.c schedulers/levels.h schedulers/memory.c \
	schedulers/ownership.c schedulers/ownership.h schedulers/placement.c schedulers/plan.c \
	schedulers/policy.h schedulers/prefetch.c schedulers/priority.c schedulers/queue.h \
	schedulers/ready.c schedulers/rules.c schedulers/rules.h schedulers/starling.c schedulers/steal.c \
	schedulers/tuning.h schedulers/wake.c schedulers/workers.c
libstarling_la_SOURCES += $(scheduler_sources)
