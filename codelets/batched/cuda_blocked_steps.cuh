/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The steps of blocked LU of a batch, and what a thread block does in one of them. A function of
 * `steps` does a step: on a device (cuda_blocked_getrf_launch.cuh), or on the host in tests.
 */
#ifndef SL_CUDA_BLOCKED_STEPS_CUH
#define SL_CUDA_BLOCKED_STEPS_CUH

#include "cuda_blocked_getrf.cuh"
#include "cuda_middle_call.cuh"

namespace sl
{

/* Interchanges `first` to `end` in `width` columns from `column` on. In each next `width` columns
 * they begin `width` later. */
struct interchanges {
    int column, columns, width;
    int first, end;
};

/* ---- Thread blocks ------------------------------------------------------------------------- */

/* Those of a matrix are neighbours, so that its L comes from the cache. */
template <class T> __host__ __device__ int blocks_of(int columns)
{
    return (columns + blocked<T>::NB - 1) / blocked<T>::NB;
}

/* What one or two panels do to `columns` columns right of them at most. At equal distances `skip`
 * columns stand between. */
template <class T, class CALL>
__device__ void update_block(const CALL &call, int columns, int skip, unsigned block,
                             blocked_shared<T> &shared)
{
    const int NB = blocked<T>::NB, blocks = blocks_of<T>(columns);
    const int64_t i = block / blocks;
    const int j = block % blocks * NB, solver = block % blocked<T>::WARPS;
    if constexpr (CALL::VARIES) {
        const middle_matrix<T> panel = call.matrix(i);
        const int right = call.right(i);
        T *A = panel.A + (int64_t)(panel.n + j) * panel.lda;
        if (panel.n > 0 && j < right)
            blocked_update<T>(panel.m, panel.n, panel.A, A, min(NB, right - j), panel.lda,
                              panel.ipiv, panel.first, shared)
                .run(solver);
    } else { /* the compiler finds more registers with these expressions */
        T *L = call.A + i * call.stride, *A = L + (int64_t)(call.n + skip + j) * call.lda;
        blocked_update<T>(call.m, call.n, L, A, min(NB, columns - j), call.lda,
                          call.ipiv + i * call.pivots, call.first, shared)
            .run(solver);
    }
}

template <class T, class CALL>
__device__ void interchange_block(const CALL &call, const interchanges &all, unsigned block,
                                  char *memory)
{
    const int NB = blocked<T>::NB, blocks = blocks_of<T>(all.columns);
    const int j = block % blocks * NB, first = all.first + j / all.width * all.width;
    const middle_matrix<T> x = call.matrix(block / blocks);
    const int end = min(all.end, min(x.m, x.n));
    if (first < end)
        blocked_interchange<T>(x.m, first, end, x.A + (int64_t)(all.column + j) * x.lda,
                               min(NB, all.columns - j), x.lda, x.ipiv)
            .run(memory);
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* LU of the columns from `from` on. Two panels are factored, the second one after its update by the
 * first. Both update the columns right of them. Columns left of a panel get its interchanges at the
 * end. */
template <class T, class CALL, class STEPS> void by_pairs(const CALL &a, int from, STEPS &steps)
{
    const int NB = blocked<T>::NB, pivots = min(a.m, a.n);
    for (int k = from; k < pivots; k += 2 * NB) {
        const int rest = a.rest(k, 2 * NB);
        steps.factor(a.part(k, NB, false));
        if (k + NB < pivots) {
            steps.update(a.part(k, NB, true), min(NB, pivots - k - NB), 0);
            steps.factor(a.part(k + NB, NB, false));
        }
        if (rest > 0)
            steps.update(a.part(k, 2 * NB, false), rest, 0);
    }
    steps.interchange(a, {from, (pivots - from - 1) / NB * NB, NB, from + NB, pivots});
}

/* LU by outer blocks of `width` columns: the columns right of one are updated by a product as deep.
 * So they are read and written less often. width: a multiple of 2 NB. */
template <class T, class STEPS>
void by_outer_blocks(const middle_call<T> &a, int width, STEPS &steps)
{
    const int NB = blocked<T>::NB, pivots = min(a.m, a.n);
    for (int k = 0; k < pivots; k += width) {
        const int end = min(k + width, pivots), right = a.n - end;
        by_pairs<T>(a.first_columns(end), k, steps);
        if (right == 0)
            continue;
        steps.interchange(a, {end, right, right, k, end});
        for (int i = k; i < end; i += 2 * NB) /* U12 = L11^-1 A12 */
            steps.update(a.first_rows(end).part(i, 2 * NB, false).interchanged(), right,
                         max(0, end - i - 2 * NB));
        if (end < a.m)
            steps.product(a, k, end); /* A22 -= L21 U12 */
    }
    steps.interchange(a, {0, (pivots - 1) / width * width, width, width, pivots});
}

} // namespace sl

#endif /* SL_CUDA_BLOCKED_STEPS_CUH */
