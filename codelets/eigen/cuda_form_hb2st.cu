// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors

// The orthogonal blocks of Q2 (args.h, struct sl_block_args): an identity times the reflectors of
// some steps of some sweeps.

#include "cuda_hb2st.cuh"

namespace sl
{

template <class T> struct form_call {
    int64_t n, sweep;
    int kd, sweeps, steps, v_column;
    sl_cuda_reflectors v2;
    T *q;
    int ldq;
};

/* Step t of all sweeps comes before step t + 1 of any. Within a step, the last sweep is the first,
 * and the next one has its rows one row higher. So the rows in use are a window that moves up.
 *
 * LANES threads have a column of the block, and the window of it in registers. Lane l has the rows
 * l, l + LANES, ... of the window. CHUNK sweeps act on the window between two moves. Their vectors
 * are in shared memory, with zeros on both sides: all threads read the same ones. */
enum { FORM_THREADS = 128, CHUNK = 8, PARTS = 4 /* of a sum */ };
template <class T, int SLOTS, int LANES> struct form_block {
    typedef scalar<T> S;
    static constexpr int WINDOW = SLOTS * LANES; /* at least kd; CHUNK more rows are in registers */
    static constexpr int MOVE = CHUNK / LANES;   /* slots */
    static constexpr int FILL = SLOTS / MOVE;    /* moves to fill or empty the window */
    static constexpr int V = WINDOW + 2 * (LANES - 1);
    static constexpr int READERS = FORM_THREADS / CHUNK; /* threads of a vector */
    static constexpr int EACH = (V + READERS - 1) / READERS;
    struct shared {
        T v[2][CHUNK * V], tau[2][CHUNK];
    };

    const form_call<T> &p;
    shared &s;
    const int lane, column, order, rows, sweep, entry;
    T *const q;
    T a[SLOTS + MOVE], v[EACH], tau;

    __device__ form_block(const form_call<T> &call, shared &memory)
        : p(call), s(memory), lane(threadIdx.x % LANES),
          column((int)(blockIdx.y * FORM_THREADS + threadIdx.x) / LANES),
          order(p.steps * p.kd + p.sweeps),
          rows((int)min((int64_t)order, p.n - p.sweep - (int64_t)blockIdx.x * p.steps * p.kd)),
          sweep(threadIdx.x / READERS), entry(threadIdx.x % READERS),
          q(p.q + ((int64_t)blockIdx.x * order + column) * p.ldq)
    {
    }

    /* The vectors of sweeps g ... of step t, to registers and from there to shared memory. Some
     * threads have a sweep, which may be none. */
    __device__ void read_vectors(int t, int g)
    {
        const int own = g + sweep, at = p.v_column + max(own, 0), tile = at / p.v2.width;
        const int64_t row = p.sweep + own + 1 + ((int64_t)blockIdx.x * p.steps + t) * p.kd;
        const int count = own < 0 ? 0 : (int)min((int64_t)p.kd, p.n - row);
        const T *h = (const T *)p.v2.tile[tile] + (int64_t)(at % p.v2.width) * p.v2.ld[tile] + row;
#pragma unroll
        for (int i = 0; i < EACH; i++) {
            const int k = entry + i * READERS - (LANES - 1);
            v[i] = k == 0 && count > 0 ? S::make(1) : k > 0 && k < count ? h[k] : S::make(0);
        }
        tau = count > 0 ? h[0] : S::make(0);
    }
    __device__ void share_vectors(int half)
    {
#pragma unroll
        for (int i = 0; i < EACH; i++)
            if (entry + i * READERS < V)
                s.v[half][sweep * V + entry + i * READERS] = v[i];
        s.tau[half][sweep] = tau;
    }

    __device__ bool has(int row) const
    {
        return column < rows && row >= 0 && row < rows;
    }
    /* The steps before step t have changed rows below t kd + sweeps. */
    __device__ T read(int t, int row) const
    {
        return t > 0 && row < t * p.kd + p.sweeps && has(row) ? q[row] : S::make(row == column);
    }
    __device__ void write(int row, T value) const
    {
        if (has(row))
            q[row] = value;
    }

    __device__ void reflect(int half)
    {
#pragma unroll
        for (int u = CHUNK - 1; u >= 0; u--) {
            const T *vu = &s.v[half][u * V + lane + LANES - 1 - u % LANES];
            T sum[PARTS], *au = a + u / LANES;
            const int count = SLOTS + (u % LANES > 0);
#pragma unroll
            for (int i = 0; i < PARTS; i++)
                sum[i] = S::make(0);
#pragma unroll
            for (int k = 0; k < count; k++)
                sum[k % PARTS] = plus_product(sum[k % PARTS], vu[k * LANES], au[k]);
            T total = plus(plus(sum[0], sum[1]), plus(sum[2], sum[3]));
#pragma unroll
            for (int d = LANES / 2; d > 0; d /= 2)
                total = plus(total, shuffle(total, (int)threadIdx.x % 32 ^ d));
            total = S::conj(S::mul(s.tau[half][u], total));
#pragma unroll
            for (int k = 0; k < count; k++)
                au[k] = S::update(au[k], vu[k * LANES], total);
        }
    }

    /* Step t: chunk x has sweeps g ..., and the window begins with row `top`. The rows and vectors
     * of chunk x + 1 are read before chunk x uses its own. */
    __device__ void step(int t)
    {
        const int chunks = (p.sweeps + CHUNK - 1) / CHUNK;
        T next[MOVE] = {};
        for (int x = -FILL - 1; x <= chunks + FILL; x++) {
            const int g = p.sweeps - (x + 1) * CHUNK, top = g + 1 + t * p.kd + lane;
            const bool used = x >= 0 && x < chunks;
            if (x > 0) {
#pragma unroll
                for (int k = 0; k < MOVE; k++)
                    write(top + CHUNK + WINDOW + k * LANES, a[SLOTS + k]);
            }
#pragma unroll
            for (int k = SLOTS + MOVE - 1; k >= 0; k--)
                a[k] = k >= MOVE ? a[k >= MOVE ? k - MOVE : 0] : next[k];
            if (used)
                share_vectors(x % 2);
            __syncthreads();
#pragma unroll
            for (int k = 0; k < MOVE; k++)
                next[k] = read(t, top - CHUNK + k * LANES);
            if (x + 1 >= 0 && x + 1 < chunks)
                read_vectors(t, g - CHUNK);
            if (used)
                reflect(x % 2);
        }
    }

    __device__ void run()
    {
        for (int t = 0; t < p.steps; t++)
            step(t);
        if (lane == 0)
            write(0, S::make(column == 0));
    }
};

template <class T, int SLOTS, int LANES>
__global__ void __launch_bounds__(FORM_THREADS) form_kernel(form_call<T> call)
{
    typedef form_block<T, SLOTS, LANES> block;
    __shared__ __align__(16) unsigned char memory[sizeof(typename block::shared)];
    block(call, *reinterpret_cast<typename block::shared *>(memory)).run();
}

template <class T, int SLOTS, int LANES>
static cudaError_t launch(cudaStream_t stream, const form_call<T> &call, int count)
{
    const int columns = FORM_THREADS / LANES, order = call.steps * call.kd + call.sweeps;
    dim3 grid(count, (order + columns - 1) / columns);
    form_kernel<T, SLOTS, LANES><<<grid, FORM_THREADS, 0, stream>>>(call);
    return cudaGetLastError();
}

/* A column has few registers of each thread, so that there are many threads. Band widths up to
 * SL_BLOCK_KD. */
template <class T> static cudaError_t form(cudaStream_t stream, const form_call<T> &call, int count)
{
    constexpr int SLOTS = sizeof(T) == 4 ? 32 : 16;
    return count == 0      ? cudaSuccess
           : call.kd <= 32 ? launch<T, SLOTS, 32 / SLOTS>(stream, call, count)
           : call.kd <= 64 ? launch<T, SLOTS, 64 / SLOTS>(stream, call, count)
                           : cudaErrorNotSupported;
}

} // namespace sl

#define SL_CUDA_FORM_HB2ST(x, T)                                                                   \
    extern "C" int sl_cuda_##x##form_hb2st(cudaStream_t stream, int64_t n, int kd, int64_t sweep,  \
                                           int sweeps, int steps, int count, int v_column,         \
                                           const struct sl_cuda_reflectors *v2, T *q, int ldq)     \
    {                                                                                              \
        sl::form_call<T> call = {n, sweep, kd, sweeps, steps, v_column, *v2, q, ldq};              \
        return sl::form(stream, call, count);                                                      \
    }
SL_CUDA_FORM_HB2ST(s, float)
SL_CUDA_FORM_HB2ST(d, double)
SL_CUDA_FORM_HB2ST(c, cuComplex)
SL_CUDA_FORM_HB2ST(z, cuDoubleComplex)
