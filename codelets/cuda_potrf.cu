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
    static const int M = 2 * NB;           // rows of a thread block
    static const int OWNERS = 256;         // threads that own the block's elements
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
    int col;    // first column of the panel
    bool first; // no previous block column to apply
    int end;    // first column that this launch leaves alone
};

// A block of at most NB rows, seen from a block column: of A, of the border, or none.
// Element (r, c) is p[r * down + c * right], conjugated if need be.
template <class T> struct rows_of {
    T *p;
    size_t down, right;
    int rows;
    bool across; // stored conjugate transposed: rows are contiguous

    __device__ T *at(int r, int c) const
    {
        return p + r * down + c * right;
    }
    __device__ T view(T v) const
    {
        return across ? scalar<T>::conj(v) : v;
    }
};

template <class T> __device__ rows_of<T> make_rows(T *p, int ld, int rows, bool across)
{
    size_t one = 1;
    rows_of<T> b = {p, across ? ld : one, across ? one : ld, max(0, rows), across};
    b.rows = min(shape<T>::NB, b.rows);
    return b;
}

template <class T> __device__ rows_of<T> no_rows()
{
    return make_rows<T>(nullptr, 0, 0, false);
}

// Rows row ... of A, columns col ...
template <class T> __device__ rows_of<T> matrix_rows(const tile<T> &t, int row, int col)
{
    T *p = t.A + (t.upper ? col + (size_t)row * t.lda : row + (size_t)col * t.lda);
    return make_rows(p, t.lda, t.n - row, t.upper);
}

// The same of the border, whose row block i is e_i times L^-H: (L^-1)^H for the lower
// triangle, U^-1 itself for the upper one.
template <class T> __device__ rows_of<T> border_rows(const tile<T> &t, int row, int col)
{
    int q = row / SL_CUDA_IB * SL_CUDA_IB;
    T *p =
        t.D + (t.upper ? row - q + (size_t)col * t.ldd : col - q + (size_t)row * t.ldd);
    return make_rows(p, t.ldd, t.n - row, !t.upper);
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
                    mma_m16n8k8(v[s], a, b);
                }
        }
    }
};

// ---- Between memory and registers -----------------------------------------------

// One element to shared memory, or zero: real types by the asynchronous copy, which
// needs no register, complex ones through a register, as they may be conjugated.
template <class T> __device__ void copy_in(T *to, const T *from, bool exists, bool)
{
    unsigned address = (unsigned)__cvta_generic_to_shared(to);
    int bytes = exists ? sizeof(T) : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address),
                 "l"(from), "n"(sizeof(T)), "r"(bytes)
                 : "memory");
}
template <class T>
__device__ void copy_complex(T *to, const T *from, bool exists, bool conj)
{
    T v = exists ? *from : scalar<T>::make(0);
    *to = conj ? scalar<T>::conj(v) : v;
}
template <>
__device__ void copy_in(cuComplex *to, const cuComplex *from, bool exists, bool conj)
{
    copy_complex(to, from, exists, conj);
}
template <>
__device__ void copy_in(cuDoubleComplex *to, const cuDoubleComplex *from, bool exists,
                        bool conj)
{
    copy_complex(to, from, exists, conj);
}

// A block column of a row block to shared memory, by all threads, consecutive ones
// along whatever is contiguous. Rows that do not exist become zero.
template <class T> __device__ void stage(const rows_of<T> &b, T *to, int ld)
{
    const int NB = shape<T>::NB, THREADS = layout<T>::THREADS;
    const int GROUP = THREADS / NB;
    const T *valid = b.rows > 0 ? b.p : nullptr;
    if (!b.across) {
        int r = threadIdx.x % NB;
        bool exists = r < b.rows;
        const T *p = exists ? valid + r : valid;
#pragma unroll 4
        for (int c = threadIdx.x / NB; c < NB; c += GROUP)
            copy_in(to + c * ld + r, p + c * b.right, exists, false);
        return;
    }
    for (int c = threadIdx.x % 8; c < NB; c += 8)
#pragma unroll 2
        for (int r = threadIdx.x / 8; r < NB; r += THREADS / 8)
            copy_in(to + c * ld + r, valid + (r < b.rows ? r * b.down : 0) + c,
                    r < b.rows, true);
}

// What a row block holds before the previous block column is applied to it.
enum content { STORED, TRIANGLE, ZERO, IDENTITY };

template <class T>
__device__ void fetch(owned<T> &mine, const rows_of<T> &b, content what, int cols)
{
    typedef layout<T> Y;
    int rows = what == ZERO || what == IDENTITY ? 0 : b.rows;
    // ones on the diagonal: all of an identity, and of a triangle beyond the edge
    int ones = what == IDENTITY ? 0 : what == TRIANGLE ? b.rows : Y::NB;
#pragma unroll
    for (int e = 0; e < owned<T>::EACH; e++) {
        int r = owned<T>::row(e) % Y::NB;
        const T *p = b.at(r, owned<T>::col(e));
        int last = r < rows ? min(cols - 1, what == TRIANGLE ? r : Y::NB) : -1;
#pragma unroll
        for (int s = 0; s < Y::STRIPS; s++) {
            int c = s * Y::SW + owned<T>::col(e);
            T v = scalar<T>::make(r == c && r >= ones ? 1 : 0);
            if (c <= last)
                v = *p;
            mine.v[s][e] = b.view(v);
            p += Y::SW * b.right;
        }
    }
}

template <class T>
__device__ void put_back(const owned<T> &mine, const rows_of<T> &b, content what,
                         int cols)
{
    typedef layout<T> Y;
#pragma unroll
    for (int e = 0; e < owned<T>::EACH; e++) {
        int r = owned<T>::row(e) % Y::NB;
        T *p = b.at(r, owned<T>::col(e));
        int last = r < b.rows ? min(cols - 1, what == TRIANGLE ? r : Y::NB) : -1;
#pragma unroll
        for (int s = 0; s < Y::STRIPS; s++) {
            if (s * Y::SW + owned<T>::col(e) <= last)
                *p = b.view(mine.v[s][e]);
            p += Y::SW * b.right;
        }
    }
}

// Barriers between the roles.
enum { OPERANDS_READY = 1, STRIP_READY, FACTOR_READY };

__device__ inline void meet(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// ---- One strip ------------------------------------------------------------------

// What a column needs of its pivot p: a first guess y of 1 / sqrt(p), and in double
// precision how far off it is, e = 1 - p y^2. Then
//   1 / sqrt(p) = y (1 + e/2 + 3 e^2 / 8 + ...) and 1/p = y^2 (1 + e + e^2 + ...),
// and the next pivot need not wait for the square root.
template <class R> struct root;
template <> struct root<float> {
    float y;
    __device__ root(float p) : y(rsqrtf(p))
    {
    }
    __device__ float reciprocal() const
    {
        return y;
    }
    template <class T> __device__ float next(T a, float pivot) const;
};
template <> struct root<double> {
    double y, e;
    __device__ root(double p)
    {
        asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(p));
        e = fma(-p, y * y, 1.0);
    }
    __device__ double reciprocal() const
    {
        return fma(y * e, fma(e, 0.375, 0.5), y);
    }
    template <class T> __device__ double next(T a, double pivot) const;
};
__device__ inline float smallest_pivot(float)
{
    return 1.17549435e-38f;
}
__device__ inline double smallest_pivot(double)
{
    return 2.2250738585072014e-308;
}

// Square of the modulus of a y, without overflow where a a would.
__device__ inline double square(double a, double y)
{
    double u = a * y;
    return u * u;
}
__device__ inline double square(cuDoubleComplex a, double y)
{
    double u = a.x * y, v = a.y * y;
    return u * u + v * v;
}
__device__ inline float square(float a, float r)
{
    return a * r * (a * r);
}
__device__ inline float square(cuComplex a, float r)
{
    float u = a.x * r, v = a.y * r;
    return u * u + v * v;
}

// The pivot after p, less |a|^2 / p, where a is the element between them.
template <class T> __device__ float root<float>::next(T a, float pivot) const
{
    return pivot - square(a, y);
}
template <class T> __device__ double root<double>::next(T a, double pivot) const
{
    double q = square(a, y);
    return fma(-q, fma(e, e, e), pivot - q);
}

// Factor the strip that starts at column c of the block: R holds its SW columns, L
// receives the factor's. All solvers repeat the diagonal block; each applies it to its
// own row. Returns a bit for each column whose pivot is not positive.
//
// The elements move up by one place with each column, so that the one at work is always
// the first. Unrolled, that costs nothing; kept as a loop, as measured, the step takes
// a tenth longer, for it then updates all SW columns however few are left.
template <class T> __device__ unsigned factor_strip(const T *R, T *L, int c, int row)
{
    typedef typename scalar<T>::real real;
    const int SW = shape<T>::SW, LDA = layout<T>::LDA;
    T a[SW][SW], x[SW], l[SW]; // a by columns: a[k][i] is row i of column k
    real d[SW];
    unsigned bad = 0;
#pragma unroll
    for (int k = 0; k < SW; k++) {
#pragma unroll
        for (int i = k + 1; i < SW; i++)
            a[k][i] = R[k * LDA + c + i];
        d[k] = scalar<T>::re(R[k * LDA + c + k]);
        x[k] = R[k * LDA + row];
    }
    T *out = L + row;
    root<real> pivot(d[0]);
#pragma unroll
    for (int k = 0; k < SW; k++) {
        real p = d[0], r = pivot.reciprocal();
        d[0] = pivot.next(a[0][1], d[1]);
        pivot = root<real>(d[0]);
        bad |= (p >= smallest_pivot(p) ? 0u : 1u) << k;
#pragma unroll
        for (int i = 1; i < SW; i++)
            l[i] = scalar<T>::scale(a[0][i], r);
        T y = scalar<T>::scale(x[0], r);
        // nothing above the diagonal; the diagonal of a Hermitian matrix is real
        *out = row < c + k    ? scalar<T>::make(0)
               : row == c + k ? scalar<T>::real_part(y)
                              : y;
        out += LDA;
#pragma unroll
        for (int j = 1; j < SW; j++) {
            if (j > 1)
                d[j - 1] = d[j] - square(l[j], 1);
#pragma unroll
            for (int i = j + 1; i < SW; i++)
                a[j - 1][i - 1] = scalar<T>::update(a[j][i], l[i], l[j]);
            x[j - 1] = scalar<T>::update(x[j], y, l[j]);
        }
    }
    return bad;
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
// W: other thread blocks may not have read the block itself yet.
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
    if (below.across) {
        int k = threadIdx.x % Y::SW;
        for (int r = threadIdx.x / Y::SW; r < below.rows; r += PASS)
            if (k < cols)
                *below.at(r, s * Y::SW + k) =
                    scalar<T>::conj(L[k * Y::LDA + Y::NB + r]);
        return;
    }
    int r = threadIdx.x % Y::NB;
    for (int k = threadIdx.x / Y::NB; k < min(cols, Y::SW); k += Y::OWNERS / Y::NB)
        if (r < below.rows)
            *below.at(r, s * Y::SW + k) = L[k * Y::LDA + Y::NB + r];
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
#pragma unroll
                for (int e = 0; e < owned<T>::EACH; e++)
                    R[owned<T>::col(e) * Y::LDA + owned<T>::row(e)] = mine.v[j][e];
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
                *d.at(r, c) = d.view(t.W[r + (size_t)(col + c) * NB]);
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
#define SL_CUDA_OUTER 1024
#endif
static_assert(SL_CUDA_OUTER % SL_CUDA_IB == 0, "the border ends with the launches");

// Whether this device knows early launches: 1, the number of launch attributes, or 0.
static int starts_early()
{
    int device = 0, major = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    return major >= 9;
}

template <class T, bool GIVEN>
static int launch_step(const tile<T> &t, int blocks, int rows, cudaStream_t stream)
{
    typedef layout<T> Y;
    // Set on each call, for it belongs to the current device; costs well under 1 us.
    cudaError_t err = cudaFuncSetAttribute(
        step_kernel<T, GIVEN>, cudaFuncAttributeMaxDynamicSharedMemorySize, Y::BYTES);
    if (err != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    cudaLaunchAttribute early[1] = {};
    early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks, rows);
    config.blockDim = Y::THREADS;
    config.dynamicSmemBytes = Y::BYTES;
    config.stream = stream;
    config.attrs = early;
    config.numAttrs = starts_early();
    err = cudaLaunchKernelEx(&config, step_kernel<T, GIVEN>, t);
    return err == cudaSuccess ? 0 : CUBLAS_STATUS_EXECUTION_FAILED;
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
    typedef typename scalar<T>::real real;
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
            const T *P =
                A + (upper ? outer + (size_t)t.end * lda : t.end + (size_t)outer * lda);
            status = herk(h, uplo, upper ? CUBLAS_OP_C : CUBLAS_OP_N, n - t.end,
                          t.end - outer, real(-1), P, lda, real(1),
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

#define SL_CUDA_POTRF(x, T)                                                            \
    extern "C" size_t sl_cuda_##x##potrf_work(int n)                                   \
    {                                                                                  \
        size_t NB = sl::shape<T>::NB;                                                  \
        return (n + NB - 1) / NB * NB * NB;                                            \
    }                                                                                  \
    extern "C" int sl_cuda_##x##potrf(cublasHandle_t h, cublasFillMode_t uplo, int n,  \
                                      T *A, int lda, T *D, int ldd, T *work,           \
                                      int *info)                                       \
    {                                                                                  \
        return sl::potrf<T>(h, uplo, n, A, lda, D, ldd, work, info);                   \
    }                                                                                  \
    extern "C" int sl_cuda_##x##trtri_diag(cublasHandle_t h, cublasFillMode_t uplo,    \
                                           cublasDiagType_t diag, int n, const T *A,   \
                                           int lda, T *D, int ldd)                     \
    {                                                                                  \
        return sl::trtri_diag<T>(h, uplo, diag, n, A, lda, D, ldd);                    \
    }

SL_CUDA_POTRF(s, float)
SL_CUDA_POTRF(d, double)
SL_CUDA_POTRF(c, cuComplex)
SL_CUDA_POTRF(z, cuDoubleComplex)
