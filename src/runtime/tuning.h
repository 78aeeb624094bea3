/* SPDX-License-Identifier: BSD-3-Clause */
/* Copyright (c) 2026 The Starling authors */

/* The measured constants of the runtime: tile sizes and thresholds. Each has one line: what it
 * trades, and where it was measured. Related constants are elsewhere: LU's plan in
 * src/lu/getrf_plan.c, kernels in codelets/tuning.h, memory in src/room.h. */

#ifndef SL_TUNING_H
#define SL_TUNING_H

#include <stdint.h>

/* ---- Tile sizes (tuned.c, tuning.c) -------------------------------------------------------- */

/* From order `least` on the tile size is nb. Lists go down, and the last `least` is 0. */
struct sl_tile_step {
    int64_t least, nb;
};

/* Largest matrix of one tile on cores: no tasks against parallelism; two cores, posv and
 * gesv. */
#define SL_ONE_TILE 200
/* Smallest tile above that: fast BLAS against parallelism; two cores, potrf. */
#define SL_LEAST_TILE 96
/* Factorizations on cores: fast BLAS against the time of the panel; two cores, potrf. */
#define SL_TILES_ON_CORES                                                                          \
    {6144, 512}, {2048, 384}, {1024, 192}, {512, 128}, {SL_ONE_TILE + 1, SL_LEAST_TILE},           \
        {0, SL_ONE_TILE}
/* Factorizations with GPUs: fast gemm against the chain of tasks; one H200, 2 to 8
 * simulated. */
#define SL_TILES_WITH_GPUS {12288, 2048}, {0, 1024}
/* The same in z, where a tile takes longer; one H200. */
#define SL_TILES_WITH_GPUS_Z {12288, 2048}, {6144, 1024}, {0, 512}

/* Block columns of LU on cores: fast products against the time of the panel; two cores. */
#define SL_COLUMNS_ON_CORES {6144, 512}, {2560, 256}, {2048, 192}, {512, 128}, {0, 64}
/* Block columns of indefinite factorizations: fast products against the panel, which one core makes;
 * two cores. */
#define SL_LDL_COLUMNS 64
/* Block columns of QR on cores: as above. */
#define SL_QR_COLUMNS_ON_CORES {6144, 256}, {2560, 192}, {1536, 96}, {0, 64}
/* Rows of a window of eigenvectors of triangular matrices: fast products against substitution in the
 * diagonal windows, and enough columns of windows for each core; two cores, n = 1000 to 3000. */
#define SL_TREVC_WINDOW 128
#define SL_TREVC_WINDOW_AT_MOST 256
#define SL_TREVC_COLUMNS_EACH 6
/* The same with GPUs: launches of kernels against substitution, where a warp has a vector in shared memory. At most
 * 700. One H200, geev of order 8192: 512 takes 5 per cent less time than 256; 4096 and 2048 the same. */
#define SL_TREVC_WINDOW_WITH_GPUS 512
/* The QR algorithm. Pairs of shifts that go together: fast products against work in windows. Windows, at least 4
 * times as large: fewer tasks one after the other against larger products. Tiles: tasks against neighbours that wait. Tiles of a far task: tasks against parallelism.
 * Two cores. */
#define SL_HSEQR_BULGES 32
#define SL_HSEQR_WINDOW 128
#define SL_HSEQR_TILE 128
#define SL_HSEQR_FAR 4
/* The same with GPUs: launches of kernels against parallelism. A window takes a core 0.4 ms with 32 pairs and 3 ms with
 * 64. Far tasks of 32 tiles: 4 per cent more time of geev than 64 at order 8192, one H200 with 13 cores. */
#define SL_HSEQR_BULGES_WITH_GPUS 32
#define SL_HSEQR_WINDOW_WITH_GPUS 128
#define SL_HSEQR_FAR_WITH_GPUS 64
/* With GPUs, windows of a packet that have their products together: fewer tasks of the GPU against work of cores. One
 * H200 with 13 cores, geev, order 4096: 1, 2 and 4 windows 1.27, 1.19 and 1.18 s. */
#define SL_HSEQR_GROUPED 4
/* With GPUs, so many tiles above the diagonal go back to main memory before a window needs them: copies against waiting.
 * One H200 with 13 cores, geev of order 8192: 3.9 and 3.6 s with none, 3.7 and 3.5 with 4, 3.7 with 2 and with 6. */
#define SL_HSEQR_NEAR 4
/* The most packets on their way at a time: parallelism against shifts that are older. With GPUs one core is left for
 * deflation. Without, there is one packet for so many cores. Recorded runs of geev, d, order 3000, as 4, 8 and 16 cores
 * would run them: one packet 1.5, 0.98 and 0.88 s, two 1.7, 0.87 and 0.73, four 1.8, 0.91 and 0.56. */
#define SL_HSEQR_PACKETS 16
#define SL_HSEQR_CORES 4
/* Steps of packets while the caller waits for a window of deflation: as long as that takes. */
#define SL_HSEQR_AHEAD 8
/* Tasks that a new packet finds at most, for their memory: products with Z can be late; not measured. */
#define SL_HSEQR_PENDING 10000
/* Orders up to which geev iterates by LAPACK: its copies against tasks; two cores. */
#define SL_GEEV_BY_LAPACK 384
/* Orders from which geev makes the Hessenberg form by tasks: with a GPU, launches of kernels against the
 * memory of cores; with several cores, tasks against calls. Measured with two cores. On one core LAPACK
 * takes 4 % less time. */
#define SL_GEEV_GEHRD 1000
#define SL_GEEV_GEHRD_CORES 600
/* Active blocks up to this order are one window: LAPACK against tasks; two cores. */
#define SL_HSEQR_SMALL 192
/* Of others: the window of deflation and the shifts that it gives. A window takes one core a time of order
 * cubed, and finds a part of its order. Random Hessenberg matrices, one H200 with 13 cores, orders 1024 to
 * 8192: windows of 80 take as long, 112 1.4 times, 128 and 160 2 to 4 times. What gehrd makes of random
 * matrices converges later, and gains less. */
#define SL_HSEQR_DEFLATION 96
/* The same with GPUs, where packets go on meanwhile. One H200 with 13 cores, geev: 96 and 128 at order 2048 0.44 and
 * 0.42 s, at 4096 1.22 and 1.19. */
#define SL_HSEQR_DEFLATION_WITH_GPUS 128
#define SL_HSEQR_SHIFTS 64
/* The percentage of a window's eigenvalues that are many: then the next window comes without a packet.
 * LAPACK's; two cores, random Hessenberg matrices: 25 per cent take up to 1.8 times as long in z. */
#define SL_HSEQR_MANY 14
/* The same with GPUs, where another packet leaves soon. One H200 with 13 cores, geev: 14 and 50 per cent at order 2048
 * 0.50 and 0.44 s, at 4096 1.48 and 1.18. */
#define SL_HSEQR_MANY_WITH_GPUS 50
/* Orders up to which trsen is LAPACK's: its swaps against tasks; two cores. */
#define SL_TRSEN_BY_LAPACK 200
/* Columns of a panel of one-stage reductions: fast products against the work in the panel, which the
 * memory limits; two cores. */
#define SL_ONE_STAGE_PANEL 32
/* The band of the reduction on cores: fast products against stage 2; two cores. */
#define SL_BAND_ON_CORES 48
/* Panels of a block column: large updates against corrections of the products; two cores. */
#define SL_BAND_PANELS_ON_CORES {4096, 4}, {1536, 2}, {0, 1}
/* The same with GPUs: products that the memory does not limit against stage 2; one H200, throw-away
 * kernels. */
#define SL_BAND_WITH_GPUS 64
#define SL_BAND_PANELS_WITH_GPUS {49152, 16}, {0, 8}
/* Block columns of QR with GPUs: fast products against the time of the panel; others not measured. */
#define SL_QR_COLUMNS_WITH_GPUS {0, 512}
/* The same in z, where a product takes longer; not measured. */
#define SL_QR_COLUMNS_WITH_GPUS_Z {0, 256}
/* Largest and smallest block columns of stedc, on cores and with GPUs: fast products, and few blocks
 * that all have roots, against parallelism and the time of leaves; two cores, heevd and gesvd on
 * one H100. */
#define SL_STEDC_COLUMNS_ON_CORES {0, 384}
#define SL_STEDC_COLUMNS_WITH_GPUS {5793, 512}, {1449, 256}, {0, 128}
#define SL_STEDC_LEAST_COLUMNS 128
/* The same of eigenvectors that the last merge makes and that Q2 and Q1 multiply, and the smallest for a
 * part of them: as above; two cores. GPUs share the columns: a product of 512 rows with 1024 columns
 * fills a quarter of an H100; a trace. */
#define SL_VECTOR_COLUMNS_ON_CORES 384
#define SL_VECTOR_COLUMNS_OF_ALL_GPUS 4096
#define SL_VECTOR_LEAST_COLUMNS 64
/* Block columns of LU with GPUs, by the order for each GPU: as above; 1 to 4 H200. */
#define SL_COLUMNS_WITH_GPUS {20480, 1024}, {14336, 768}, {0, 512}
/* That order is n / GPUs^x, for GPUs that wait for a panel want it narrow: a fit; 1 to 4
 * H200. */
#define SL_COLUMNS_GPU_POWER 0.8
/* Most cores with block columns: few large tasks against parallelism; not measured. */
#define SL_COLUMNS_MOST_CORES 8

/* Block columns of a band: not measured. */
#define SL_BAND_COLUMNS 512
/* Sweeps of a task of a product with Q2: copies of C against diamonds that stay in cache; one core. */
#define SL_GROUP_SWEEPS 128
/* Sweeps of an orthogonal block, half of its order, of a product with Q2 on GPUs: long inner dimension
 * against the time of forming it; one H100 (256, 512, 1024). */
#define SL_BLOCK_SWEEPS 512

/* An idle CPU worker pauses up to this many times the square of their number, if there are more than
 * these few: locks that all look under against the time until it sees a task. 60 workers and none or
 * four H100: 4096 to 16384 pauses, factorizations 3.6 to 8 times as fast as with StarPU's 32; up to
 * 15 workers do not need it. */
#define SL_FEW_WORKERS 16
#define SL_PAUSES 4
/* KiB of a chunk of a batch, on cores and with GPUs: busy for a while, or longer than its copy takes
 * to start, against parallelism; cores not measured, LU of orders 8 to 256 on one H100. */
#define SL_CHUNK_KIB_ON_CORES 1024
#define SL_CHUNK_KIB_WITH_GPUS 65536

/* Chains of tasks for each core in a product: balance against large tasks; two cores. */
#define SL_PRODUCT_CHAINS 8.0
/* Largest tile of a product on cores: balance against large tasks; two cores. */
#define SL_PRODUCT_LARGEST 2048
/* Smallest tile of a product with a long inner dimension: short chains; two cores. */
#define SL_PRODUCT_INNER 512

/* ---- Tasks --------------------------------------------------------------------------------- */

/* Largest order of a tile that the caller runs: no wake-up against more workers; two cores. */
#define SL_CALLER_LARGEST 512
/* The same of tiles in main memory where there are GPUs: a core against copies and a wake-up; not
 * measured. */
#define SL_CALLER_LARGEST_BESIDE_GPU 256
/* Most bytes of a GPU's memory that callers keep for the workspace of a task. */
#define SL_CALLER_MEMORY (256 << 20)
/* Most tasks of a product A V: parallelism against the sum of their shares; not measured. */
#define SL_BAND_MOST_SHARES 32
/* Columns of A from which on a product has one more task: as above; two cores. */
#define SL_BAND_SHARE_COLUMNS 64
/* A panel goes before updates that are so many columns behind: chain against work; one H200. */
#define SL_PANEL_URGENCY 4
/* The next block is fetched beside so many panels, and at most beside a block divided by
 * SL_BLOCK_AHEAD: copies against memory; simulated H200. */
#define SL_PANELS_AHEAD 3
#define SL_BLOCK_AHEAD 3
/* Most of a GPU's memory for the matrix of a task that has all of it: room for workspace; not measured. */
#define SL_GPU_OF_A_TASK 0.8
/* Bytes of a GPU that are lost to a task with large and small data: StarPU takes memory for small ones in blocks of
 * 32 MiB, some of which are not full. So with twice as much or less, cores do all that they can. Simulated, heevd and
 * gesvd with little memory. */
#define SL_GPU_BLOCKS (256.0 * 1048576.0)
/* Early write-back if the GPUs hold so many times the matrix: room for the slabs; not
 * measured. */
#define SL_EARLY_ROWS_ROOM 1.5

/* Largest order of which the polar decomposition estimates the smallest singular value, in one task on a
 * core: fewer steps against a triangle that is read some ten times; not measured. */
#define SL_POLAR_MOST_ESTIMATED 40000

/* Order for each column that GMRES corrects in mixed precision: products with a vector against the
 * factorization that they save; an estimate, not measured. */
#define SL_GMRES_ORDER 2000

/* ---- Memory -------------------------------------------------------------------------------- */

/* Bytes of a matrix from which memory is checked first: the check takes time; two cores. */
#define SL_MEMORY_CHECKED 16e6
/* Blocks of the reserve, and bytes of each: addresses against tasks in flight; two cores. */
#define SL_RESERVE_BLOCKS 1024
#define SL_RESERVE_BLOCK 65536

/* ---- Workers of GPUs (context.c) ----------------------------------------------------------- */

/* Workers of a GPU: kernels that overlap, and one that waits for urgent tasks; one H200. */
#define SL_GPU_WORKERS 3
/* Tasks that a GPU worker has begun: hidden launches against late urgent tasks; one H200. */
#define SL_GPU_PIPELINE 4
/* Fewest processors for a thread for each worker of the only GPU: launches in parallel against
 * cores; one H200. */
#define SL_GPU_THREADS_PROCESSORS 8

#endif
