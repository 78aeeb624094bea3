/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The tile sizes that the library chooses. */

#include <math.h>
#include "runtime.h"

/* Tiles of a factorization: on cores alone large enough for their BLAS and small enough that
 * the panel does not show; with GPUs large enough for a GPU's gemm, for the chain of tasks is what
 * takes time. (One H200, tiles of 192 or 512, and 1024, ms: potrf from memory 1024 1.8 and 0.7, 2048
 * 1.5 and 1.3, 4096 4.3 and 2.8; gemm resident 1024 3.8 and 0.1, 4096 7.6 and 3.4. z, whose tile takes
 * longer, potrf 2048 2.0 and 2.7, 4096 6.3 and 6.5, 8192 resident 20.1 and 18.4. Simulated on two,
 * four and eight, tiles of 512 and 1024, potrf of 4096 3.1 and 2.6, 2.8 and 2.3, 2.8 and 2.2.)
 *   On cores a small matrix is one tile, which the caller runs (caller.c). (Two cores, posv of order 100,
 * 192 and 256 in one tile and in tiles of 96, us: 25 and 121, 75 and 183, 154 and 323; gesv in one and
 * of 64: 52 and 177, 164 and 319, 342 and 456. Right-hand sides, and more cores, want more tiles.) */
enum { ONE_TILE = 192 };

int64_t starling_tile_size(starling_precision prec, int64_t m, int64_t n)
{
    int64_t k = SL_MAX(m, n), nb = k <= ONE_TILE ? ONE_TILE : 96;
    if (sl_require_init() != 0)
        return SL_MAX(k, 1);
    if (sl_has_cuda())
        nb = k >= 12288 ? 2048 : k >= 6144 || prec != STARLING_Z ? 1024 : 512;
    else if (k >= 512)
        nb = k >= 6144 ? 512 : k >= 2048 ? 384 : k >= 1024 ? 192 : 128;
    return SL_MAX(1, SL_MIN(nb, k));
}

/* Tiles of a product, which has no panel: some chains of tasks for each core, each task as
 * large as can be, but none so small that k makes a long chain of nothing. */
int64_t starling_gemm_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t k)
{
    int64_t nb = starling_tile_size(prec, m, n), most = SL_MAX(m, n);
    if (starling_ncuda() > 0 || m <= 0 || n <= 0)
        return SL_MAX(nb, SL_MIN(k, 512));
    nb = most <= ONE_TILE ? SL_MIN(nb, 96) : nb;
    double chains = 8.0 * SL_MAX(1, starling_ncpu());
    double share = SL_MIN(2048, SL_MAX((double)nb, sqrt((double)m * (double)n / chains)));
    nb = (int64_t)ceil((double)most / ceil((double)most / share)); /* all alike */
    return SL_MAX(nb, SL_MIN(k, 512));
}

/* Block columns, so that interchanges stay in one memory and an update is one task; on many
 * cores square tiles, for there are more of them. */
void starling_getrf_tile_size(starling_precision prec, int64_t m, int64_t n, int64_t *mb,
                              int64_t *nb)
{
    int64_t k = SL_MAX(SL_MIN(m, n), 1), width;
    bool columns = starling_ncuda() > 0 || starling_ncpu() <= 8;
    (void)prec;
    /* Products of wide columns are faster, but their panels hold up the others longer, the more
     * so the more GPUs wait. The power is a fit. (H200s, columns of 512, 768 and 1024, ms: on one
     * 12288 47, - and 48, 16384 88, 83 and 85, 20480 159, 147 and 147, 24576 252, - and 235, 32768
     * -, 548 and 539; on two 24576 144, 146 and 147, 32768 296, 288 and 295; on four 32768 186, -
     * and 207, 49152 509, - and 502, 65536 1141, - and 1080. With faster panels, on one: 3072 6.3
     * of 256, 6.2 of 384 and 512, 4096 8.6 of 256 and 384, 8.3 of 512, 6144 15.9, 14.5 and 14.0,
     * 8192 21.3 of 384, 20.7 of 512 and 21.1 of 768. Of 64, 128, 256 and 512, resident: 512 1.8, 1.3, 1.1
     * and 1.1, 1024 -, 2.5, 2.2 and 2.1, 1536 -, 4.3, 3.2 and 3.1, 2047 -, 6.3, 4.2 and 4.2.) */
    double share = (double)k / pow(SL_MAX(1, starling_ncuda()), 0.8);
    if (starling_ncuda() > 0)
        width = share >= 20480 ? 1024 : share >= 14336 ? 768 : 512;
    else
        width = k >= 6144   ? 512
                : k >= 2560 ? 256
                : k >= 2048 ? 192
                : k >= 512  ? 128
                : SL_MAX(m, n) <= ONE_TILE ? ONE_TILE : 64;
    width = SL_MIN(k, width);
    if (nb)
        *nb = width;
    if (mb)
        *mb = columns ? SL_MAX(m, 1) : width;
}
