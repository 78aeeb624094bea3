/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * The launches of cuda_potrf.cu: what each thread block does in a step, by its two roles, and
 * the last one, which moves the diagonal blocks to their place.
 */
#ifndef SL_CUDA_POTRF_STEP_CUH
#define SL_CUDA_POTRF_STEP_CUH

#include "cuda_potrf_strip.cuh"

namespace sl
{

// Barriers between the roles, which meet in different instructions: not the aligned kind.
enum { OPERANDS_READY = 1, STRIP_READY, FACTOR_READY };

__device__ inline void meet(int barrier, int threads)
{
    asm volatile("barrier.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// Programmatic dependent launch: the next step may start its thread blocks before this
// one ends, and waits itself for the end of it. (Before Hopper it starts after that end.)
__device__ inline void let_next_start()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
__device__ inline void wait_for_previous()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Finished strip s to memory, by the owners. The factor of the diagonal block waits in
// W: other thread blocks may not have read the block itself yet. With a given factor
// it is of the border: what is not finite there marks it.
template <class T, bool GIVEN>
__device__ void store_strip(const tile<T> &t, const rows_of<T> &below, bool diagonal,
                            const T *L, int s)
{
    typedef layout<T> Y;
    const int PASS = Y::OWNERS / Y::SW;
    int cols = min(Y::NB, t.n - t.col) - s * Y::SW;
    if (!GIVEN && diagonal)
        for (int i = threadIdx.x; i < Y::NB * Y::SW; i += Y::OWNERS)
            t.W[i + (size_t)(t.col + s * Y::SW) * Y::NB] =
                L[i / Y::NB * Y::LDA + i % Y::NB];
    bool lost = false;
    auto put = [&](int r, int k) {
        T v = L[k * Y::LDA + Y::NB + r];
        *below.at(r, s * Y::SW + k) = below.view(v);
        lost = lost || (GIVEN && !is_finite(v));
    };
    if (below.across) {
        int k = threadIdx.x % Y::SW;
        for (int r = threadIdx.x / Y::SW; r < below.rows; r += PASS)
            if (k < cols)
                put(r, k);
    } else {
        int r = threadIdx.x % Y::NB;
        for (int k = threadIdx.x / Y::NB; k < min(cols, Y::SW); k += Y::OWNERS / Y::NB)
            if (r < below.rows)
                put(r, k);
    }
    if (lost && !t.unit)
        *mark_of(t, t.col) = scalar<T>::make(-(typename scalar<T>::real)0);
}

// Owner's side of the panel: hand out strip by strip, update by the finished ones.
template <class T, bool GIVEN>
__device__ void panel_owner(const tile<T> &t, const rows_of<T> &below, bool diagonal,
                            owned<T> &mine, T *R, T *L)
{
    typedef layout<T> Y;
    bool still = GIVEN && owned<T>::row(0) < Y::NB; // a given factor does not change
#pragma unroll 1
    for (int s = 0; s < Y::STRIPS; s++) {
        const T *done = L + (s - 1 & 1) * Y::SW * Y::LDA;
        if (s > 0 && !still)
            mine.template update<Y::SW>(done, done, Y::LDA, s, s + 1);
#pragma unroll
        for (int j = 0; j < Y::STRIPS; j++)
            if (j == s)
                mine.store(j, R);
        meet(STRIP_READY, Y::THREADS);
        if (s > 0 && !still)
            mine.template update<Y::SW>(done, done, Y::LDA, s + 1, Y::STRIPS);
        if (s > 0)
            store_strip<T, GIVEN>(t, below, diagonal, done, s - 1);
        if (s == Y::STRIPS / 2)
            let_next_start();
        meet(FACTOR_READY, Y::THREADS);
    }
    store_strip<T, GIVEN>(t, below, diagonal, L + (Y::STRIPS - 1 & 1) * Y::SW * Y::LDA,
                          Y::STRIPS - 1);
}

// Solver's side: factor each strip. Before the first one there is a rehearsal on
// whatever lies in shared memory, while the owners wait for theirs: it brings the
// instructions into the cache, which would cost more than a strip.
template <class T, bool GIVEN>
__device__ void panel_solver(const tile<T> &t, bool diagonal, bool rehearsal, T *R,
                             T *L)
{
    typedef layout<T> Y;
    int row = threadIdx.x - Y::OWNERS, failed = 0;
    unsigned bad = 0;
    int strips = rehearsal ? 1 : Y::STRIPS;
#pragma unroll 1
    for (int s = 0; s < strips; s++) {
        int c = s * Y::SW;
        T *out = L + (s & 1) * Y::SW * Y::LDA;
        if (!rehearsal)
            meet(STRIP_READY, Y::THREADS);
        if (GIVEN)
            given_strip<T>(R, out, c, row, t.unit);
        else
            bad = factor_strip<T>(R, out, c, row);
        if (rehearsal)
            return;
        if (!GIVEN && bad)
            bad = factor_strip_plainly<T>(R, out, c, row);
        if (s == Y::STRIPS / 2)
            let_next_start();
        meet(FACTOR_READY, Y::THREADS);
        if (bad && failed == 0)
            failed = t.col + c + __ffs(bad);
    }
    // info counts from the first block column on; the first failure stays.
    if (!GIVEN && diagonal && row == 0 && (t.col == 0 || *t.info == 0))
        *t.info = failed;
}

// The work of one thread block: its column block and two row blocks.
template <class T> struct job {
    int col;            // column block, first column
    rows_of<T> to[2];   // rows to update or factor
    rows_of<T> from[2]; // the same rows in the previous block column
    content what[2];
    bool panel, diagonal;
};

template <class T>
__device__ void job_matrix(const tile<T> &t, job<T> &j, int half, int row)
{
    int prev = t.col - shape<T>::NB;
    j.to[half] = matrix_rows(t, row, j.col);
    j.from[half] = t.first ? no_rows<T>() : matrix_rows(t, row, prev);
    j.what[half] = row == j.col ? TRIANGLE : STORED;
}

template <class T>
__device__ void job_border(const tile<T> &t, job<T> &j, int half, int row)
{
    int prev = t.col - shape<T>::NB;
    j.to[half] = t.D && row < t.n ? border_rows(t, row, j.col) : no_rows<T>();
    j.from[half] = no_rows<T>();
    j.what[half] = IDENTITY;
    if (row == j.col)
        return;
    // A row block of the border is zero right of its diagonal until touched.
    j.what[half] = row < prev ? STORED : ZERO;
    if (row <= prev)
        j.from[half] = border_rows(t, row, prev);
    else
        j.to[half] = no_rows<T>();
}

// Thread block number -> job. The panel comes first, its diagonal block foremost, as
// it takes longest; then the trailing blocks, two row blocks each, by columns.
template <class T, bool GIVEN>
__device__ bool find_job(const tile<T> &t, int id, job<T> &j)
{
    const int NB = shape<T>::NB;
    int border = t.col / SL_CUDA_IB * SL_CUDA_IB; // its first row and column
    int below = GIVEN ? 0 : (t.n - 1 - t.col) / NB;
    int above = t.D ? (t.col - border) / NB : 0;
    j.col = t.col;
    j.panel = id <= below + above;
    j.diagonal = id == 0;
    if (j.panel) {
        job_matrix(t, j, 0, t.col);
        if (id == 0)
            job_border(t, j, 1, t.col);
        else if (id <= below)
            job_matrix(t, j, 1, t.col + id * NB);
        else
            job_border(t, j, 1, border + (id - below - 1) * NB);
        return true;
    }
    id -= below + above + 1;
    for (j.col = t.col + NB; j.col < t.end; j.col += NB) {
        int real = GIVEN ? 0 : ((t.n - 1 - j.col) / NB + 2) / 2;
        int extra = j.col < border + SL_CUDA_IB ? (above + 1) / 2 : 0;
        if (id < real) {
            job_matrix(t, j, 0, j.col + 2 * id * NB);
            job_matrix(t, j, 1, j.col + (2 * id + 1) * NB);
            return true;
        }
        id -= real;
        if (id < extra) {
            job_border(t, j, 0, border + 2 * id * NB);
            job_border(t, j, 1, border + (2 * id + 1) * NB);
            return true;
        }
        id -= extra;
    }
    return false;
}

// The operands of C = C - X Y^H to shared memory, by all threads: X the rows of the
// job in the previous block column, Y those of its column block.
template <class T>
__device__ void stage_operands(const tile<T> &t, const job<T> &j, T *x, T *y)
{
    typedef layout<T> Y;
    if (!t.first) {
        stage(j.from[0], x, Y::LDA);
        stage(j.from[1], x + Y::NB, Y::LDA);
        if (!j.panel)
            stage(matrix_rows(t, j.col, t.col - Y::NB), y, Y::LDB);
    }
}

__device__ inline void wait_for_operands(int threads)
{
    asm volatile("cp.async.wait_all;" ::: "memory");
    meet(OPERANDS_READY, threads);
}

template <class T, bool GIVEN>
__global__ void __launch_bounds__(layout<T>::THREADS, shape<T>::BLOCKS) step_kernel(tile<T> t)
{
    typedef layout<T> Y;
    extern __shared__ __align__(16) char memory[];
    T *x = (T *)memory, *y = x + Y::NB * Y::LDA, *R = y + Y::NB * Y::LDB;
    T *L = R + Y::SW * Y::LDA;
    job<T> j;

    if (GIVEN) { // all SL_CUDA_IB blocks at once, one per grid row
        t.col += blockIdx.y * SL_CUDA_IB;
        t.end = min(t.n, (int)(blockIdx.y + 1) * SL_CUDA_IB);
        if (t.col >= t.n)
            return;
    }
    if (!find_job<T, GIVEN>(t, blockIdx.x, j))
        return;

    if (threadIdx.x >= Y::OWNERS) {
#pragma unroll 1
        for (int rehearsal = 1; rehearsal >= 0; rehearsal--) {
            if (!rehearsal) {
                wait_for_previous();
                stage_operands(t, j, x, y);
                wait_for_operands(Y::THREADS);
            }
            if (j.panel)
                panel_solver<T, GIVEN>(t, j.diagonal, rehearsal, R, L);
        }
        if (!j.panel)
            let_next_start();
        return;
    }

    owned<T> mine;
    int cols = min(Y::NB, t.n - j.col), half = owned<T>::row(0) >= Y::NB;
    rows_of<T> to = half ? j.to[1] : j.to[0];
    content what = half ? j.what[1] : j.what[0];
    bool still = GIVEN && j.panel && half == 0;
    wait_for_previous();
    if (GIVEN && t.first && j.diagonal && threadIdx.x == 0) // all others come later
        *mark_of(t, t.col) = scalar<T>::make(0);
    stage_operands(t, j, x, y);
    fetch(mine, to, what, cols);
    wait_for_operands(Y::THREADS);
    if (!t.first && !still)
        mine.template update<Y::NB>(x, j.panel ? x : y, j.panel ? Y::LDA : Y::LDB, 0,
                                    Y::STRIPS);
    if (j.panel) {
        panel_owner<T, GIVEN>(t, j.to[1], j.diagonal, mine, R, L);
        return;
    }
    let_next_start();
    put_back(mine, to, what, cols);
}

// The last launch: the factored diagonal blocks go from W to their place, and the
// unused triangle of D becomes zero, where it is no mark. A marked block becomes an
// identity, but for a singular one, whose solution is infinite from the zero pivot on: D is, too.
// One thread block per block column.
template <class T> __global__ void finish_kernel(tile<T> t, bool factored)
{
    const int NB = shape<T>::NB;
    int col = blockIdx.x * NB, cols = min(NB, t.n - col);
    int border = col / SL_CUDA_IB * SL_CUDA_IB;
    int edge = min(border + SL_CUDA_IB, t.n);
    rows_of<T> d = matrix_rows(t, col, col);
    if (factored)
        for (int i = threadIdx.x; i < NB * NB; i += blockDim.x) {
            int r = t.upper ? i / NB : i % NB, c = t.upper ? i % NB : i / NB;
            if (r >= c && r < cols)
                *d.at(r, c) = t.W[r + (size_t)(col + c) * NB];
        }
    if (!t.D)
        return;
    // Block column col of the unused triangle: above the diagonal block for a lower
    // triangle, below it for an upper one.
    int lo = t.upper ? col + cols : border, hi = t.upper ? edge : col;
    T *mark = mark_of(t, col), *column = t.D + (size_t)col * t.ldd;
    bool lost = __syncthreads_or(!factored && is_marked(*mark)), singular = false;
    for (int i = border + threadIdx.x; i < edge && lost; i += blockDim.x)
        singular |= cabs1(t.A[i + (size_t)i * t.lda]) == 0;
    if (lost && __syncthreads_or(singular)) { // all thread blocks find this, marked or not
        lost = false;
        *mark = scalar<T>::make(0);
    }
    if (lost)
        lo = border, hi = edge;
    for (int i = threadIdx.x; i < (hi - lo) * cols; i += blockDim.x) {
        int r = lo + i % (hi - lo), c = i / (hi - lo);
        T *d = column + r - border + (size_t)c * t.ldd;
        if (factored || d != mark)
            *d = scalar<T>::make(lost && r == col + c ? 1 : 0);
    }
    if (factored && edge - border == 1 && threadIdx.x == 0)
        *mark = scalar<T>::make(0);
}

} // namespace sl

#endif /* SL_CUDA_POTRF_STEP_CUH */
