/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* Error sentences and notices about the start of StarPU, for the error handler. */

#include <stdarg.h>
#include <stdio.h>
#include "environment.h"

bool sl_refuse(struct sl_said *said, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said->error, sizeof said->error, format, arguments);
    va_end(arguments);
    return false;
}

void sl_notice(struct sl_said *said, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (said->notices < SL_NOTICES)
        vsnprintf(said->notice[said->notices++], SL_SENTENCE, format, arguments);
    va_end(arguments);
}
