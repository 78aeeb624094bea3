/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * A panel of the reduction to Hessenberg form on a GPU.
 */
#ifndef SL_CUDA_GEHRD_H
#define SL_CUDA_GEHRD_H

#include "codelets/qr/cuda_panel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Columns of the panel: `count` from a on, with reflectors in rows top ... end - 1. V gets these, Y
 * = A V T in these rows, T, and tau every next_tau elements. The matrix has m rows, and tiles of nb
 * columns from `column` on, which sl_cuda_xpanel_tiles() has put to the workspace. */
struct sl_cuda_gehrd {
    int count, top, end;
    void *a, *v, *y, *t, *tau;
    int lda, ldv, ldy, ldt, next_tau;
    int64_t m, tiles;
    int column, nb;
    void *work;
};
/* The cudaError_t of its launch. */
int sl_cuda_sgehrd_panel(cudaStream_t stream, const struct sl_cuda_gehrd *p);
int sl_cuda_dgehrd_panel(cudaStream_t stream, const struct sl_cuda_gehrd *p);
int sl_cuda_cgehrd_panel(cudaStream_t stream, const struct sl_cuda_gehrd *p);
int sl_cuda_zgehrd_panel(cudaStream_t stream, const struct sl_cuda_gehrd *p);

#ifdef __cplusplus
}
#endif

#endif
