// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Cholesky factorization of one tile, and with it the inverses of its diagonal
// blocks of order SL_CUDA_IB, at no extra time on the critical path.
//
// The algorithm is the right-looking blocked one (Choi et al., ScaLAPACK, Scientific
// Programming 5, 1996), with three changes for a processor on which a column of a
// small matrix costs more time than a gigaflop of products:
//
// - One launch per block column of NB. It applies the previous block column to
//   everything right of it and, in other thread blocks of the same launch, factors
//   the current one. Each thread block of the panel factors the same diagonal block
//   for itself rather than waiting for another to do so.
// - The matrix is bordered: factoring [A; I] by columns yields [L; L^-H], so that the
//   rows of an identity, carried along as further rows of the panel, become the
//   inverse. They start anew every SL_CUDA_IB columns and live in D.
// - Within a thread block the warps have two roles. Solver warps turn NB columns into
//   factors, SW columns (a strip) at a time, each thread for one row, all of them
//   repeating the strip's small diagonal block in registers. Owner warps keep the
//   rest of the block in registers and update it, with matrix instructions in double
//   precision, while the solvers work on the next strip.
//
// Orientation: everything below is written for the lower triangle. An upper factor is
// its conjugate transpose, which only loads and stores know of.

#include "cuda_blas3.h"
#include "cuda_scalar.cuh"

namespace sl
{

// Sizes of one thread block, by type. It works on two row blocks of order NB at once.
template <class T> struct shape {
    static const int NB = 64, SW = 8;
};
template <> struct shape<cuDoubleComplex> {
    static const int NB = 32, SW = 4;
};

template <class T> struct layout : shape<T> {
    using shape<T>::NB;
    using shape<T>::SW;
    static const int M = 2 * NB;          // rows of a thread block
    static const int OWNERS = 256;        // threads that own the block's elements
    static const int THREADS = OWNERS + M; // and one solver for each row
    static const int STRIPS = NB / SW;
    // Leading dimensions in shared memory: 4 mod 16 words of 8 bytes, so that the
    // fragments of a matrix instruction come from different banks.
    static const int LDA = M + 4, LDB = NB + 4;
    static const size_t BYTES = sizeof(T) * (NB * (LDA + LDB) + 3 * SW * LDA);
    static_assert(SL_CUDA_IB % NB == 0, "blocks of the border are whole");
};

// What a launch is about. Rows and columns count in elements, blocks in NB.
template <class T> struct tile {
    T *A, *D, *W;
    int *info;
    int n, lda, ldd;
    bool upper, unit;
    int col;   // first column of the panel
    bool first; // no previous block column to apply
    int end;   // first column that this launch leaves alone
};

// A block of at most NB rows, seen from a block column: of A, of the border, or none.
template <class T> struct rows_of {
    T *p;
    int ld, rows;
    bool across; // stored conjugate transposed

    __device__ T get(int r, int c) const
    {
        return across ? scalar<T>::conj(p[c + (size_t)r * ld]) : p[r + (size_t)c * ld];
    }
    __device__ void set(int r, int c, T v) const
    {
        if (across)
            p[c + (size_t)r * ld] = scalar<T>::conj(v);
        else
            p[r + (size_t)c * ld] = v;
    }
};

template <class T> __device__ rows_of<T> no_rows()
{
    rows_of<T> b = {nullptr, 0, 0, false};
    return b;
}

// Rows row ... of A, columns col ...
template <class T> __device__ rows_of<T> matrix_rows(const tile<T> &t, int row, int col)
{
    T *p = t.A + (t.upper ? col + (size_t)row * t.lda : row + (size_t)col * t.lda);
    rows_of<T> b = {p, t.lda, max(0, min(shape<T>::NB, t.n - row)), t.upper};
    return b;
}

// The same of the border, whose row block i is e_i times L^-H: (L^-1)^H for the lower
// triangle, U^-1 itself for the upper one.
template <class T> __device__ rows_of<T> border_rows(const tile<T> &t, int row, int col)
{
    int q = row / SL_CUDA_IB * SL_CUDA_IB;
    T *p = t.D + (t.upper ? row - q + (size_t)col * t.ldd : col - q + (size_t)row * t.ldd);
    rows_of<T> b = {p, t.ldd, min(shape<T>::NB, t.n - row), !t.upper};
    return b;
}

// ---- Elements in registers ------------------------------------------------------

// The part of a thread block's M x NB elements that one owner thread keeps: in each
// of the STRIPS strips EACH elements. A warp owns M/8 whole rows.
template <class T> struct owned {
    typedef layout<T> L;
    static const int DOWN = 32 / L::SW, EACH = L::M / 8 / DOWN;
    T v[L::STRIPS][EACH];

    static __device__ int row(int e)
    {
        return threadIdx.x / 32 * (L::M / 8) + threadIdx.x % 32 / L::SW + DOWN * e;
    }
    static __device__ int col(int)
    {
        return threadIdx.x % L::SW;
    }
    // Strips lo .. hi-1 minus X Y^H, X = rows of x, Y = rows of y, K columns each.
    template <int K>
    __device__ void update(const T *x, const T *y, int ldy, int lo, int hi)
    {
#pragma unroll 4
        for (int k = 0; k < K; k++) {
            T a[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                a[e] = x[k * L::LDA + row(e)];
#pragma unroll
            for (int s = 0; s < L::STRIPS; s++)
                if (s >= lo && s < hi) {
                    T b = y[k * ldy + s * L::SW + col(0)];
#pragma unroll
                    for (int e = 0; e < EACH; e++)
                        v[s][e] = scalar<T>::update(v[s][e], a[e], b);
                }
        }
    }
};

// Double precision: the fragments of mma.m16n8k8. A warp owns 16 rows.
template <> struct owned<double> {
    typedef layout<double> L;
    static const int EACH = 4;
    double v[L::STRIPS][EACH];

    static __device__ int row(int e)
    {
        return threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + e / 2 * 8;
    }
    static __device__ int col(int e)
    {
        return threadIdx.x % 4 * 2 + e % 2;
    }
    static __device__ void mma(double *c, const double *a, const double *b)
    {
        asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
    template <int K>
    __device__ void update(const double *x, const double *y, int ldy, int lo, int hi)
    {
        int group = threadIdx.x % 32 / 4, member = threadIdx.x % 4;
#pragma unroll 2
        for (int k = member; k < K; k += 8) {
            double a[4];
            a[0] = -x[k * L::LDA + row(0)];
            a[1] = -x[k * L::LDA + row(2)];
            a[2] = -x[(k + 4) * L::LDA + row(0)];
            a[3] = -x[(k + 4) * L::LDA + row(2)];
#pragma unroll
            for (int s = 0; s < L::STRIPS; s++)
                if (s >= lo && s < hi) {
                    double b[2] = {y[k * ldy + s * 8 + group],
                                   y[(k + 4) * ldy + s * 8 + group]};
                    mma(v[s], a, b);
                }
        }
    }
};

// ---- Between memory and registers -----------------------------------------------

// A block column of a row block to shared memory, transposed or not, by all threads.
// Rows that do not exist become zero.
template <class T>
__device__ void stage(const rows_of<T> &b, T *to, int ld)
{
    const int NB = shape<T>::NB, THREADS = layout<T>::THREADS;
    const int EACH = (NB * NB + THREADS - 1) / THREADS;
    T v[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = threadIdx.x + e * THREADS;
        // consecutive threads along whatever is contiguous
        int r = b.across ? i / 8 % NB : i % NB;
        int c = b.across ? i % 8 + i / (8 * NB) * 8 : i / NB;
        v[e] = i < NB * NB && r < b.rows ? b.get(r, c) : scalar<T>::make(0);
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int i = threadIdx.x + e * THREADS;
        int r = b.across ? i / 8 % NB : i % NB;
        int c = b.across ? i % 8 + i / (8 * NB) * 8 : i / NB;
        if (i < NB * NB)
            to[c * ld + r] = v[e];
    }
}

// What a row block holds before the previous block column is applied to it.
enum content { STORED, TRIANGLE, ZERO, IDENTITY };

template <class T>
__device__ T initial(const rows_of<T> &b, content what, int r, int c, int cols,
                     bool hermitian)
{
    T zero = scalar<T>::make(0), one = scalar<T>::make(1);
    if (what == IDENTITY)
        return r == c ? one : zero;
    if (what == ZERO)
        return zero;
    if (what == TRIANGLE && r <= c) {
        // a unit matrix beyond the edge, nothing above the diagonal
        if (r < c)
            return zero;
        if (r >= b.rows)
            return one;
        return hermitian ? scalar<T>::real_part(b.get(r, c)) : b.get(r, c);
    }
    return r < b.rows && c < cols ? b.get(r, c) : zero;
}

// ---- One strip ------------------------------------------------------------------

// Factor the strip that starts at column c of the block: R holds its SW columns, L
// receives the factor's. All solvers repeat the diagonal block; each applies it to its
// own row. failed keeps the first column with a pivot that is not positive, plus 1.
template <class T>
__device__ void factor_strip(const T *R, T *L, int c, int row, int &failed)
{
    typedef typename scalar<T>::real real;
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T a[SW][SW], x[SW];
#pragma unroll
    for (int k = 0; k < SW; k++) {
        x[k] = R[k * LDA + row];
#pragma unroll
        for (int i = k; i < SW; i++)
            a[i][k] = R[k * LDA + c + i];
    }
#pragma unroll
    for (int k = 0; k < SW; k++) {
        real d = scalar<T>::re(a[k][k]);
        if (!(d > 0) && failed == 0)
            failed = c + k + 1;
        real r = rsqrt_of(d);
#pragma unroll
        for (int i = k + 1; i < SW; i++)
            a[i][k] = scalar<T>::scale(a[i][k], r);
        x[k] = scalar<T>::scale(x[k], r);
#pragma unroll
        for (int j = k + 1; j < SW; j++) {
#pragma unroll
            for (int i = j; i < SW; i++)
                a[i][j] = scalar<T>::update(a[i][j], a[i][k], a[j][k]);
            x[j] = scalar<T>::update(x[j], x[k], a[j][k]);
        }
        // the diagonal itself: d / sqrt(d), with one Newton step
        if (row == c + k) {
            real s = d * r;
            x[k] = scalar<T>::make(s + r / 2 * (d - s * s));
        }
        if (row < c + k)
            x[k] = scalar<T>::make(0);
        L[k * LDA + row] = x[k];
    }
}

// The same with a given factor: its rows are copied, the others solved.
template <class T>
__device__ void given_strip(const T *R, T *L, int c, int row, bool unit)
{
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T x[SW];
#pragma unroll
    for (int k = 0; k < SW; k++)
        x[k] = R[k * LDA + row];
    bool mine = row < shape<T>::NB;
#pragma unroll
    for (int k = 0; k < SW; k++) {
        if (!mine && !unit)
            x[k] = scalar<T>::mul(x[k], scalar<T>::inverse_conj(R[k * LDA + c + k]));
        if (mine && row < c + k)
            x[k] = scalar<T>::make(0);
        L[k * LDA + row] = x[k];
        if (!mine)
#pragma unroll
            for (int j = k + 1; j < SW; j++)
                x[j] = scalar<T>::update(x[j], x[k], R[k * LDA + c + j]);
    }
}

// ---- A thread block -------------------------------------------------------------

__device__ inline void meet(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

enum { STRIP_READY = 1, FACTOR_READY = 2 };

// Owner's side of the panel: hand out strip by strip, update by the finished ones.
template <class T, bool GIVEN> __device__ void panel_owner(owned<T> &mine, T *R, T *L)
{
    typedef layout<T> Y;
    bool still = GIVEN && owned<T>::row(0) < Y::NB; // a given factor does not change
    for (int s = 0; s < Y::STRIPS; s++) {
        const T *done = L + (s - 1 & 1) * Y::SW * Y::LDA;
        if (s > 0 && !still)
            mine.template update<Y::SW>(done, done, Y::LDA, s, s + 1);
#pragma unroll
        for (int j = 0; j < Y::STRIPS; j++)
            if (j == s)
#pragma unroll
                for (int e = 0; e < owned<T>::EACH; e++)
                    R[owned<T>::col(e) * Y::LDA + owned<T>::row(e)] = mine.v[j][e];
        meet(STRIP_READY, Y::THREADS);
        if (s > 0 && !still)
            mine.template update<Y::SW>(done, done, Y::LDA, s + 1, Y::STRIPS);
        meet(FACTOR_READY, Y::THREADS);
    }
}

// Solver's side: factor each strip, and store the row of it that is this thread's.
template <class T, bool GIVEN>
__device__ void panel_solver(const tile<T> &t, const rows_of<T> &below, bool diagonal,
                             const T *R, T *L)
{
    typedef layout<T> Y;
    int row = threadIdx.x - Y::OWNERS, failed = 0, cols = min(Y::NB, t.n - t.col);
    T *w = t.W + (size_t)t.col * Y::NB + row;
    for (int s = 0; s < Y::STRIPS; s++) {
        int c = s * Y::SW;
        T *out = L + (s & 1) * Y::SW * Y::LDA;
        meet(STRIP_READY, Y::THREADS);
        if (GIVEN)
            given_strip<T>(R, out, c, row, t.unit);
        else
            factor_strip<T>(R, out, c, row, failed);
        meet(FACTOR_READY, Y::THREADS);
        // The factor of the diagonal block waits in W: other thread blocks may not
        // have read the block itself yet.
        if (row < Y::NB) {
            if (!GIVEN && diagonal)
                for (int k = 0; k < Y::SW; k++)
                    w[(size_t)(c + k) * Y::NB] = out[k * Y::LDA + row];
        } else if (row - Y::NB < below.rows) {
            for (int k = 0; k < Y::SW; k++)
                if (c + k < cols)
                    below.set(row - Y::NB, c + k, out[k * Y::LDA + row]);
        }
    }
    // info counts from the first block column on; the first failure stays.
    if (!GIVEN && diagonal && row == 0 && (t.col == 0 || *t.info == 0))
        *t.info = failed ? t.col + failed : 0;
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

template <class T, bool GIVEN>
__global__ void __launch_bounds__(layout<T>::THREADS, 1) step_kernel(tile<T> t)
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

    // C = C - X Y^H: X the rows of the job, Y those of its column block.
    owned<T> mine;
    bool owner = threadIdx.x < Y::OWNERS;
    int cols = min(Y::NB, t.n - j.col);
    if (owner) {
        int half = owned<T>::row(0) / Y::NB;
        rows_of<T> b = half ? j.to[1] : j.to[0];
        content what = half ? j.what[1] : j.what[0];
#pragma unroll
        for (int s = 0; s < Y::STRIPS; s++)
#pragma unroll
            for (int e = 0; e < owned<T>::EACH; e++)
                mine.v[s][e] =
                    initial(b, what, owned<T>::row(e) % Y::NB,
                            s * Y::SW + owned<T>::col(e), cols, !GIVEN);
    }
    if (!t.first) {
        stage(j.from[0], x, Y::LDA);
        stage(j.from[1], x + Y::NB, Y::LDA);
        if (!j.panel)
            stage(matrix_rows(t, j.col, t.col - Y::NB), y, Y::LDB);
        __syncthreads();
        bool still = GIVEN && j.panel && owned<T>::row(0) < Y::NB;
        if (owner && !still)
            mine.template update<Y::NB>(x, j.panel ? x : y, j.panel ? Y::LDA : Y::LDB, 0,
                                        Y::STRIPS);
    }

    if (j.panel) {
        if (owner)
            panel_owner<T, GIVEN>(mine, R, L);
        else
            panel_solver<T, GIVEN>(t, j.to[1], j.diagonal, R, L);
        return;
    }
    if (!owner)
        return;
    int half = owned<T>::row(0) / Y::NB;
    rows_of<T> b = half ? j.to[1] : j.to[0];
    bool triangle = (half ? j.what[1] : j.what[0]) == TRIANGLE;
#pragma unroll
    for (int s = 0; s < Y::STRIPS; s++)
#pragma unroll
        for (int e = 0; e < owned<T>::EACH; e++) {
            int r = owned<T>::row(e) % Y::NB, c = s * Y::SW + owned<T>::col(e);
            if (r < b.rows && c < cols && (!triangle || r >= c))
                b.set(r, c, mine.v[s][e]);
        }
}

// The last launch: the factored diagonal blocks go from W to their place, and the
// unused triangle of D becomes zero. One thread block per block column.
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
                d.set(r, c, t.W[r + (size_t)(col + c) * NB]);
        }
    if (!t.D)
        return;
    // Block column col of the unused triangle: above the diagonal block for a lower
    // triangle, below it for an upper one.
    int lo = t.upper ? col + cols : border, hi = t.upper ? edge : col;
    for (int i = threadIdx.x; i < (hi - lo) * cols; i += blockDim.x)
        t.D[lo - border + i % (hi - lo) + (size_t)(col + i / (hi - lo)) * t.ldd] =
            scalar<T>::make(0);
}

// ---- Host side ------------------------------------------------------------------

// Columns up to which the launches update by themselves; beyond, a rank-k update by
// cuBLAS takes over. A multiple of NB.
#ifndef SL_CUDA_OUTER
#define SL_CUDA_OUTER 512
#endif
static_assert(SL_CUDA_OUTER % SL_CUDA_IB == 0, "the border ends with the launches");

template <class T, bool GIVEN>
static int launch_step(const tile<T> &t, int blocks, int rows, cudaStream_t stream)
{
    typedef layout<T> Y;
    // Set on each call, for it belongs to the current device; costs well under 1 us.
    cudaError_t err =
        cudaFuncSetAttribute(step_kernel<T, GIVEN>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, Y::BYTES);
    if (err != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    dim3 grid(blocks, rows);
    step_kernel<T, GIVEN><<<grid, Y::THREADS, Y::BYTES, stream>>>(t);
    return cudaGetLastError() == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Thread blocks that step needs; the counterpart of find_job.
template <class T> static int count_jobs(const tile<T> &t, bool given)
{
    const int NB = shape<T>::NB;
    int border = t.col / SL_CUDA_IB * SL_CUDA_IB;
    int above = t.D ? (t.col - border) / NB : 0;
    int jobs = 1 + above + (given ? 0 : (t.n - 1 - t.col) / NB);
    if (t.first)
        return jobs;
    for (int c = t.col + NB; c < t.end; c += NB) {
        jobs += given ? 0 : ((t.n - 1 - c) / NB + 2) / 2;
        jobs += c < border + SL_CUDA_IB ? (above + 1) / 2 : 0;
    }
    return jobs;
}

template <class T>
int potrf(cublasHandle_t h, cublasFillMode_t uplo, int n, T *A, int lda, T *D, int ldd,
          T *work, int *info)
{
    const int NB = shape<T>::NB;
    if (n < 0 || lda < max(1, n) || (D && ldd < SL_CUDA_IB) || !info)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != 0)
        return status;
    if (n == 0)
        return cudaMemsetAsync(info, 0, sizeof(int), stream) == cudaSuccess
                   ? 0
                   : CUBLAS_STATUS_EXECUTION_FAILED;
    bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    tile<T> t = {A, D, work, info, n, lda, ldd, upper, false, 0, true, 0};
    for (int outer = 0; outer < n; outer = t.end) {
        t.end = min(n, outer + SL_CUDA_OUTER);
        for (t.col = outer; t.col < t.end; t.col += NB) {
            t.first = t.col == outer;
            status = launch_step<T, false>(t, count_jobs(t, false), 1, stream);
            if (status != 0)
                return status;
        }
        // A22 = A22 - L21 L21^H, or A22 - U12^H U12
        if (t.end < n) {
            const T *P = A + (upper ? outer + (size_t)t.end * lda
                                    : t.end + (size_t)outer * lda);
            status = herk_split<T>(h, uplo, upper ? CUBLAS_OP_C : CUBLAS_OP_N, n - t.end,
                                   t.end - outer, -1, P, lda, 1,
                                   A + t.end + (size_t)t.end * lda, lda);
            if (status != 0)
                return status;
        }
    }
    finish_kernel<T><<<(n + NB - 1) / NB, 256, 0, stream>>>(t, true);
    return cudaGetLastError() == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

template <class T>
int trtri_diag(cublasHandle_t h, cublasFillMode_t uplo, cublasDiagType_t diag, int n,
               const T *A, int lda, T *D, int ldd)
{
    const int NB = shape<T>::NB;
    if (n < 0 || lda < max(1, n) || !D || ldd < SL_CUDA_IB)
        return CUBLAS_STATUS_INVALID_VALUE;
    cudaStream_t stream;
    int status = cublasGetStream(h, &stream);
    if (status != 0 || n == 0)
        return status;
    bool upper = uplo == CUBLAS_FILL_MODE_UPPER, unit = diag == CUBLAS_DIAG_UNIT;
    // nothing writes A in this mode
    tile<T> t = {(T *)A, D, nullptr, nullptr, n, lda, ldd, upper, unit, 0, true, 0};
    t.end = min(n, SL_CUDA_IB);
    for (t.col = 0; t.col < t.end; t.col += NB) {
        t.first = t.col == 0;
        status = launch_step<T, true>(t, count_jobs(t, true),
                                      (n + SL_CUDA_IB - 1) / SL_CUDA_IB, stream);
        if (status != 0)
            return status;
    }
    finish_kernel<T><<<(n + NB - 1) / NB, 256, 0, stream>>>(t, false);
    return cudaGetLastError() == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
}

} // namespace sl

#define SL_CUDA_POTRF(x, T)                                                           \
    extern "C" size_t sl_cuda_##x##potrf_work(int n)                                  \
    {                                                                                 \
        size_t NB = sl::shape<T>::NB;                                                 \
        return (n + NB - 1) / NB * NB * NB;                                           \
    }                                                                                 \
    extern "C" int sl_cuda_##x##potrf(cublasHandle_t h, cublasFillMode_t uplo, int n, \
                                      T *A, int lda, T *D, int ldd, T *work,          \
                                      int *info)                                      \
    {                                                                                 \
        return sl::potrf<T>(h, uplo, n, A, lda, D, ldd, work, info);                  \
    }                                                                                 \
    extern "C" int sl_cuda_##x##trtri_diag(cublasHandle_t h, cublasFillMode_t uplo,   \
                                           cublasDiagType_t diag, int n, const T *A,  \
                                           int lda, T *D, int ldd)                    \
    {                                                                                 \
        return sl::trtri_diag<T>(h, uplo, diag, n, A, lda, D, ldd);                   \
    }

SL_CUDA_POTRF(s, float)
SL_CUDA_POTRF(d, double)
SL_CUDA_POTRF(c, cuComplex)
SL_CUDA_POTRF(z, cuDoubleComplex)
