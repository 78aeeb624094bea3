/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Memory of GPU 0, beside the library. Without CUDA device_present() is false, and the rest is not
 * called. */

#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>

bool device_present(void);
void *device_alloc(size_t size); /* NULL: not enough memory */
void device_free(void *pointer);
bool device_copy(void *to, const void *from, size_t size); /* from and to any memory */

/* Page-locks main memory; false: it is not. */
bool device_pin(void *pointer, size_t size);
void device_unpin(void *pointer);

#endif
