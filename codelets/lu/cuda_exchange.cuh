// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// One element of the interchanges between processes (exchange_kernel.c): that of pivot j in a column.

#ifndef SL_CUDA_EXCHANGE_CUH
#define SL_CUDA_EXCHANGE_CUH

namespace sl
{

// The tile has the rows first ... first + rows - 1 of the step. Row at[j], if it is here, goes up to row j
// of the pack, or gets what is there.
template <class T>
__host__ __device__ inline void exchange_element(bool up, int j, const int *at, int first, int rows,
                                                 T *tile, T *pack)
{
    int row = at[j] - first;
    if (row < 0 || row >= rows)
        return;
    if (up)
        pack[j] = tile[row];
    else
        tile[row] = pack[j];
}

// Row j of the top comes from a pack if row from[j], below the k pivots, belongs to row `owner` of the
// processes. They have tiles of mb rows in turn.
template <class T>
__host__ __device__ inline void exchange_pack(int j, const int *from, int k, int mb, int processes,
                                              int owner, const T *pack, T *top)
{
    if (from[j] >= k && from[j] / mb % processes == owner)
        top[j] = pack[j];
}

} // namespace sl

#endif
