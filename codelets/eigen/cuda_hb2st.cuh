/* SPDX-License-Identifier: BSD-3-Clause
 * Copyright (c) 2026 The Starling authors
 *
 * Bulge chasing on a GPU (the steps: hb2st_kernel.c; on GPUs: Wang et al., arXiv 2410.02170). A
 * thread block takes a sweep, and then the next one that no other has taken. Step t of a sweep
 * waits until the sweep before it has made its step t + 1. That sweep was taken before, so it goes
 * on: the blocks need not all run at the same time.
 *
 * D and B of a step are one panel of 2 KD rows and KD columns. It stays in registers: warp w has
 * the columns w, w + WARPS, ... and lane l the rows l, l + 32, ... A sum over a column is in one
 * warp. A sum over a row crosses the warps, by shared memory. Each warp makes the whole reflector
 * for itself, so these warps wait for each other only twice a step. One more warp tells other
 * thread blocks how far a step is: the fence for that takes as long as a part of a step. Another
 * one waits for the sweep before.
 *
 * Step t + 1 of sweep s - 1 writes the first column of its panel early. That is the last column of
 * the panel of step t of sweep s, which then begins. All other columns of its next panel are read
 * at the end of step t, when sweep s - 1 has made step t + 1.
 */
#ifndef SL_CUDA_HB2ST_CUH
#define SL_CUDA_HB2ST_CUH

#include "codelets/cuda/cuda_warp.cuh"
#include "cuda_hb2st.h"

namespace sl
{

template <class T> struct hb2st_call {
    int64_t n;
    T *band;    /* 2 KD rows, n + KD columns */
    int *flags; /* the next sweep, then how far each sweep is */
    bool vectors;
    sl_cuda_reflectors v2;
};
template <class T, int KD, int WARPS> struct hb2st_shared {
    struct {
        T rows[WARPS][2 * KD]; /* each warp's part of the sums over rows */
        T columns[KD];         /* sums over columns of D */
        T first[KD];           /* column 0 of B */
    } sums[2];                 /* of even and of odd steps: a warp may be a step ahead */
    int sweep;
};

/* ---- Flags and barriers ---------------------------------------------------------------- */

/* Of some warps: those that make a reflector; all in the middle of a step; one of them and the one
 * that tells; those that make a reflector and the one that waits, or that tells. */
enum { BEGIN_BARRIER = 1, MIDDLE_BARRIER, EARLY_BARRIER, READ_BARRIER, END_BARRIER };

/* What a flag says after a step, and when the first column of a step is there. */
__device__ inline int after(int64_t step)
{
    return 2 * (int)step + 2;
}
__device__ inline int early(int64_t step)
{
    return 2 * (int)step + 1;
}

#ifdef __CUDACC__ /* a test compiles the rest for the host */
__device__ inline int acquire(const int *flag)
{
    int v;
#if __CUDA_ARCH__ >= 700
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
#else
    v = *(const volatile int *)flag;
    __threadfence();
#endif
    return v;
}
/* What the thread block has written is there for others. After a barrier of the block. */
__device__ inline void release(int *flag, int v)
{
    __threadfence();
    *(volatile int *)flag = v;
}
template <int ID, int THREADS> __device__ void barrier_wait()
{
    asm volatile("bar.sync %0, %1;" ::"n"(ID), "n"(THREADS) : "memory");
}
/* Without waiting. */
template <int ID, int THREADS> __device__ void barrier_arrive()
{
    asm volatile("bar.arrive %0, %1;" ::"n"(ID), "n"(THREADS) : "memory");
}
/* The band goes past the first-level caches: other multiprocessors write it, too. */
template <class T> __device__ T load(const T *p)
{
    return __ldcg(p);
}
template <class T> __device__ void store(T *p, T v)
{
    __stcg(p, v);
}
#endif

__device__ inline void await(const int *flag, int value)
{
    if (flag && threadIdx.x % 32 == 0)
        while (acquire(flag) < value)
            ;
    __syncwarp();
}

/* ---- Numbers --------------------------------------------------------------------------- */

__device__ inline float plus(float a, float b)
{
    return a + b;
}
__device__ inline double plus(double a, double b)
{
    return a + b;
}
template <class C> __device__ C plus(C a, C b)
{
    a.x += b.x;
    a.y += b.y;
    return a;
}

/* ---- Reflectors ------------------------------------------------------------------------ */

/* I - tau v v^H; lane l has v[l], v[l + 32], ... */
template <class T, int SLOTS> struct warp_reflector {
    T v[SLOTS], tau;
    typename scalar<T>::real beta;

    __device__ T at(int slot, int lane) const
    {
        return shuffle(v[slot], lane);
    }

    /* H^H x = (beta, 0, ..., 0), as LAPACK's larfg. If a square overflows or may vanish, x is
     * scaled by its largest part. */
    __device__ void make(const T (&x)[SLOTS])
    {
        typedef scalar<T> S;
        typedef typename S::real real;
        const int lane = threadIdx.x % 32;
        for (int r = 0; r < SLOTS; r++)
            v[r] = x[r];
        real unit = 1, squares = squares_below(), all = squares + square(at(0, 0));
        if (!is_safe(all)) {
            real most = largest(x);
            unit = most != 0 ? most : 1;
            for (int r = 0; r < SLOTS; r++)
                v[r] = divide(x[r], unit);
            squares = squares_below();
            all = squares + square(at(0, 0));
        }
        const T alpha = at(0, 0);
        if (squares == 0 && scalar<T>::im(alpha) == 0) {
            tau = S::make(0);
            beta = S::re(alpha) * unit;
        } else {
            const real norm = sqrt(all), b = S::re(alpha) < 0 ? norm : -norm;
            const T over = S::conj(S::inverse_conj(plus(alpha, S::make(-b))));
            tau = tau_of(alpha, b);
            beta = b * unit;
            for (int r = 0; r < SLOTS; r++)
                v[r] = S::mul(v[r], over);
        }
        if (lane == 0)
            v[0] = S::make(1);
    }

  private:
    static __device__ auto square(T a)
    {
        return scalar<T>::re(plus_product(scalar<T>::make(0), a, a));
    }
    /* The sum of |v_i|^2, i > 0, in all threads */
    __device__ auto squares_below() const
    {
        typename scalar<T>::real sum = 0;
        for (int r = 0; r < SLOTS; r++)
            if (r > 0 || threadIdx.x % 32 > 0)
                sum += square(v[r]);
        return sum_of_lanes<32>(sum);
    }
    static __device__ auto largest(const T (&x)[SLOTS])
    {
        typedef typename scalar<T>::real real;
        real most = 0;
        for (int r = 0; r < SLOTS; r++)
            most = larger(most, larger<real>(abs(scalar<T>::re(x[r])), abs(scalar<T>::im(x[r]))));
        return largest_of_lanes<32>(most);
    }
    static __device__ bool is_safe(float squares)
    {
        return squares > 1e-30f && squares < 1e37f;
    }
    static __device__ bool is_safe(double squares)
    {
        return squares > 1e-290 && squares < 1e307;
    }
    /* (beta - alpha) / beta */
    static __device__ float tau_of(float alpha, float b)
    {
        return (b - alpha) / b;
    }
    static __device__ double tau_of(double alpha, double b)
    {
        return (b - alpha) / b;
    }
    template <class C, class R> static __device__ C tau_of(C alpha, R b)
    {
        return scalar<C>::make((b - alpha.x) / b, -alpha.y / b);
    }
    static __device__ float divide(float x, float r)
    {
        return x / r;
    }
    static __device__ double divide(double x, double r)
    {
        return x / r;
    }
    template <class C, class R> static __device__ C divide(C x, R r)
    {
        return scalar<C>::make(x.x / r, x.y / r);
    }
};

/* ---- Where a thread is ----------------------------------------------------------------- */

/* The blocks of a step have KD rows and columns. Two more warps tell others and wait for them. */
template <class T, int KD, int WARPS> struct chasing_thread {
    static constexpr int BAND = KD;
    static constexpr int SLOTS = KD / 32;      /* rows of a lane in a block */
    static constexpr int COLUMNS = KD / WARPS; /* of a warp */
    static constexpr int WORKERS = 32 * WARPS, THREADS = WORKERS + 64;

    const int lane, warp;

    __device__ chasing_thread() : lane(threadIdx.x % 32), warp(threadIdx.x / 32)
    {
    }

    /* Column c of the warp, and where a number of that column is in a vector: slot and lane. */
    __device__ int column(int c) const
    {
        return warp + c * WARPS;
    }
    static __device__ constexpr int slot(int c)
    {
        return c * WARPS / 32;
    }
    __device__ int row(int r) const
    {
        return lane + 32 * r;
    }

    /* The reflector that acts on rows, or columns, `first` ... goes to column `sweep` of V. */
    template <class CALL>
    __device__ void keep(const CALL &p, const warp_reflector<T, SLOTS> &h,
                         const sl_cuda_reflectors &to, int sweep, int64_t first) const
    {
        if (!p.vectors || warp != WARPS - 1)
            return;
        const int tile = sweep / to.width;
        T *v = (T *)to.tile[tile] + (int64_t)(sweep % to.width) * to.ld[tile];
        for (int r = 0; r < SLOTS; r++)
            if (first + row(r) < p.n)
                v[first + row(r)] = row(r) == 0 ? h.tau : h.v[r];
    }
};

/* ---- A sweep --------------------------------------------------------------------------- */

template <class T, int KD, int WARPS> struct chaser : chasing_thread<T, KD, WARPS> {
    typedef scalar<T> S;
    typedef hb2st_call<T> call;
    typedef hb2st_shared<T, KD, WARPS> shared;
    typedef chasing_thread<T, KD, WARPS> thread;
    using thread::column, thread::lane, thread::row, thread::slot, thread::warp;
    using thread::COLUMNS, thread::WORKERS, thread::THREADS;
    static constexpr int D = thread::SLOTS,
                         ROWS = 2 * D; /* slots of a lane: rows of D, of D and B */
    static constexpr int LD = 2 * KD;

    const call &p;
    shared &s;
    T a[COLUMNS][ROWS];
    warp_reflector<T, D> h;

    __device__ chaser(const call &c, shared &memory) : p(c), s(memory)
    {
    }

    /* Its last column is that of the panel. */
    __device__ bool has_last() const
    {
        return warp == WARPS - 1;
    }
    __device__ const T *place(int64_t at, int c) const
    {
        return p.band + at * LD + (int64_t)column(c) * (LD - 1);
    }

    /* The panel that begins on the diagonal in column `at`, without its last column; 0 above the
     * diagonal. */
    __device__ void read_early(int64_t at)
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            bool late = c == COLUMNS - 1 && has_last();
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                a[c][r] = row(r) >= column(c) && !late ? load(place(at, c) + row(r)) : S::make(0);
        }
    }
    __device__ void read_last(int64_t at)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (row(r) >= KD - 1)
                a[COLUMNS - 1][r] = load(place(at, COLUMNS - 1) + row(r));
    }
    __device__ void write_column(int64_t at, int c) const
    {
        T *to = p.band + at * LD + (int64_t)column(c) * (LD - 1);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (row(r) >= column(c))
                store(to + row(r), row(r) == column(c) ? S::real_part(a[c][r]) : a[c][r]);
    }
    /* Column 0 is of warp 0. Behind the matrix columns stay 0: the sweep after the next does not
     * wait for them. */
    __device__ void write_others(int64_t at) const
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            if (column(c) > 0 && at + column(c) < p.n)
                write_column(at, c);
    }

    /* Shared memory gets the parts of (D; B) v: sums over rows of what is stored, and over columns
     * of D for the triangle above. */
    __device__ void multiply(int parity)
    {
        T sum[ROWS];
        for (int r = 0; r < ROWS; r++)
            sum[r] = S::make(0);
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            const T v = S::conj(h.at(slot(c), column(c) % 32));
            T across = S::make(0);
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum[r] = S::update(sum[r], a[c][r], v);
#pragma unroll
            for (int r = 0; r < D; r++)
                if (row(r) > column(c))
                    across = plus_product(across, a[c][r], h.v[r]);
            across = sum_of_lanes<32>(across);
            if (lane == 0)
                s.sums[parity].columns[column(c)] = across;
        }
        for (int r = 0; r < ROWS; r++)
            s.sums[parity].rows[warp][row(r)] = sum[r]; /* its negative */
        if (warp == 0)
            for (int r = 0; r < D; r++)
                s.sums[parity].first[row(r)] = a[0][D + r];
    }

    /* y = tau (D; B) v; in the rows of D less |tau|^2 / 2 (v^H D v) v. */
    __device__ void collect(int parity, T (&y)[ROWS]) const
    {
        T sum = S::make(0);
        for (int r = 0; r < ROWS; r++) {
            T parts = S::make(0);
            for (int w = 0; w < WARPS; w++)
                parts = plus(parts, s.sums[parity].rows[w][row(r)]);
            y[r] = S::scale(parts, -1);
            if (r < D)
                y[r] = plus(y[r], s.sums[parity].columns[row(r)]);
            y[r] = S::mul(h.tau, y[r]);
            if (r < D)
                sum = plus_product(sum, h.v[r], y[r]);
        }
        sum = S::scale(S::mul(S::conj(h.tau), sum_of_lanes<32>(sum)), (typename S::real)0.5);
        for (int r = 0; r < D; r++)
            y[r] = S::update(y[r], h.v[r], S::conj(sum));
    }

    /* D = D - v y^H - y v^H, B = B - y v^H */
    __device__ void subtract(const T (&y)[ROWS])
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            const T vc = h.at(slot(c), column(c) % 32), yc = shuffle(y[slot(c)], column(c) % 32);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                if (r < D)
                    a[c][r] = S::update(a[c][r], h.v[r < D ? r : 0], yc);
                a[c][r] = S::update(a[c][r], y[r], vc);
            }
        }
    }

    /* B = H^H B; column 0 of it becomes (beta, 0, ..., 0) */
    __device__ void first_from_left()
    {
        for (int r = 0; r < D; r++)
            a[0][D + r] = S::make(row(r) == 0 ? h.beta : 0);
    }
    __device__ void others_from_left()
    {
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            if (column(c) == 0)
                continue;
            T sum = S::make(0);
#pragma unroll
            for (int r = 0; r < D; r++)
                sum = plus_product(sum, h.v[r], a[c][D + r]);
            sum = S::mul(h.tau, S::conj(sum_of_lanes<32>(sum)));
#pragma unroll
            for (int r = 0; r < D; r++)
                a[c][D + r] = S::update(a[c][D + r], h.v[r], sum);
        }
    }

    /* The reflector of step t goes to V2. */
    __device__ void keep(int sweep, int64_t t) const
    {
        thread::keep(p, h, p.v2, sweep, sweep + 1 + t * KD);
    }

    /* The first reflector, of column `sweep`. */
    __device__ void begin(int sweep, const int *before)
    {
        T x[D], *column = p.band + (int64_t)sweep * LD + 1;
        await(before, after(0));
        for (int r = 0; r < D; r++)
            x[r] = load(column + row(r));
        read_early(sweep + 1);
        h.make(x);
        barrier_wait<BEGIN_BARRIER, WORKERS>(); /* all have read the column */
        if (warp == 0)
            for (int r = 0; r < D; r++)
                store(column + row(r), S::make(row(r) == 0 ? h.beta : 0));
        keep(sweep, 0);
    }

    __device__ void step(int sweep, int64_t t, int64_t steps, const int *before)
    {
        const int64_t at = sweep + 1 + t * KD;
        const int parity = t % 2;
        T y[ROWS], x[D];
        if (has_last()) {
            await(before, early(t + 1));
            read_last(at);
        }
        multiply(parity);
        barrier_wait<MIDDLE_BARRIER, THREADS>();
        collect(parity, y);
        subtract(y);
        for (int r = 0; r < D; r++) /* column 0 of B H: v[0] is 1 */
            x[r] = plus(s.sums[parity].first[row(r)], S::scale(y[D + r], -1));
        h.make(x);
        if (warp == 0) {
            first_from_left();
            write_column(at, 0);
            barrier_arrive<EARLY_BARRIER, 64>();
        }
        others_from_left();
        write_others(at);
        if (t + 1 < steps) {
            barrier_wait<READ_BARRIER, WORKERS + 32>();
            read_early(at + KD);
        }
        keep(sweep, t + 1);
        barrier_arrive<END_BARRIER, WORKERS + 32>();
    }

    /* The last two warps are in the middle of each step with the others, so that nobody arrives
     * twice. A step is done when all have arrived. */
    __device__ void tell(int sweep, int64_t steps)
    {
        int *flag = p.flags + 1 + sweep;
        for (int64_t t = 0; t < steps; t++) {
            barrier_wait<MIDDLE_BARRIER, THREADS>();
            barrier_wait<EARLY_BARRIER, 64>();
            if (lane == 0)
                release(flag, early(t));
            barrier_wait<END_BARRIER, WORKERS + 32>();
            if (lane == 0)
                release(flag, t + 1 < steps ? after(t) : INT32_MAX);
        }
    }
    __device__ void wait(int64_t steps, const int *before)
    {
        for (int64_t t = 0; t < steps; t++) {
            barrier_wait<MIDDLE_BARRIER, THREADS>();
            if (t + 1 == steps)
                continue;
            await(before, after(t + 1));
            barrier_arrive<READ_BARRIER, WORKERS + 32>();
        }
    }

    __device__ void run()
    {
        for (;;) {
            if (threadIdx.x == 0)
                s.sweep = atomicAdd(p.flags, 1);
            __syncthreads();
            const int sweep = s.sweep;
            if (sweep >= p.n - 1)
                return;
            const int *before = sweep > 0 ? p.flags + sweep : nullptr;
            const int64_t steps = (p.n - 2 - sweep) / KD + 1;
            if (warp >= WARPS) {
                warp == WARPS ? tell(sweep, steps) : wait(steps, before);
                continue;
            }
            begin(sweep, before);
            for (int64_t t = 0; t < steps; t++)
                step(sweep, t, steps, before);
        }
    }
};

} // namespace sl

#endif /* SL_CUDA_HB2ST_CUH */
