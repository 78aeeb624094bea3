// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Interchanges between rows of processes on GPUs (cuda_exchange.cuh), on the host: each process moves the
// rows of its tiles, as exchange_kernel.c does. The column is that of the interchanges, one after another.

#include "host_block.h"
typedef void *cudaStream_t;
#include "codelets/lu/cuda_exchange.cuh"
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <utility>
#include "tap.h"

using std::vector;

// The row that becomes row j, and the row that row j becomes or -1 if it is one of the first k.
static void moves(int k, const vector<int> &pivot, int m, vector<int> &from, vector<int> &to)
{
    vector<int> row(m);
    for (int i = 0; i < m; i++)
        row[i] = i;
    for (int j = 0; j < k; j++)
        std::swap(row[j], row[pivot[j]]);
    from.assign(row.begin(), row.begin() + k);
    to.assign(k, -1);
    for (int i = k; i < m; i++)
        if (row[i] < k)
            to[row[i]] = i;
}

// The rows of a part's tiles that are below the pivots, and a pack.
static void move_all(bool up, int k, const vector<int> &at, int mb, int processes, int part, int m,
                     vector<double> &a, vector<double> &pack)
{
    for (int first = part * mb; first < m; first += processes * mb) {
        int above = std::max(0, std::min(k - first, mb)), rows = std::min(mb, m - first) - above;
        for (int j = 0; j < k; j++)
            sl::exchange_element(up, j, at.data(), first + above, rows, a.data() + first + above,
                                 pack.data());
    }
}

static bool is_right(int m, int k, int mb, int processes)
{
    vector<int> pivot(k), from, to;
    vector<double> a(m), expected, top(k), before(k);
    for (int i = 0; i < m; i++)
        a[i] = i + 1;
    for (int j = 0; j < k; j++)
        pivot[j] = j + rand() % (m - j);
    expected = a;
    for (int j = 0; j < k; j++)
        std::swap(expected[j], expected[pivot[j]]);
    moves(k, pivot, m, from, to);
    before.assign(a.begin(), a.begin() + k);
    top = before;
    vector<vector<double>> packs;
    for (int part = 1; part < processes; part++) {
        packs.push_back(vector<double>(k, -1));
        move_all(true, k, from, mb, processes, part, m, a, packs.back());
        move_all(false, k, to, mb, processes, part, m, a, before);
    }
    move_all(true, k, from, mb, processes, 0, m, a, top);
    for (int j = 0; j < k; j++)
        sl::exchange_element(true, j, from.data(), 0, k, before.data(), top.data());
    for (int part = 1; part < processes; part++)
        for (int j = 0; j < k; j++)
            sl::exchange_pack(j, from.data(), k, mb, processes, part, packs[part - 1].data(),
                              top.data());
    move_all(false, k, to, mb, processes, 0, m, a, before);
    std::copy(top.begin(), top.end(), a.begin());
    return a == expected;
}

int main()
{
    for (int processes = 1; processes <= 4; processes++)
        for (int mb : {1, 2, 7, 32}) {
            bool right = true;
            for (int m : {1, 2, 13, 40, 131})
                for (int again = 0; again < 20; again++)
                    right &= is_right(m, std::min(m, mb), mb, processes) &&
                             is_right(m, 1 + rand() % std::min(m, mb), mb, processes);
            ok(right, "%d rows of processes, tiles of %d rows", processes, mb);
        }
    return done_testing();
}
