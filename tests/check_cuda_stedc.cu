// SPDX-License-Identifier: BSD-3-Clause
// Copyright (c) 2026 The Starling authors
//
// Tests of the device code of divide and conquer (codelets/eigen/cuda_stedc.h) without
// StarPU, in TAP: roots, copies with chains of rotations, eigenvectors or singular vectors, their first
// and last row, and the order of the result, beside plain loops on the host. Exit status: 0
// all passed, 1 not, 77 without a GPU.
//
//   check_cuda_stedc [--quick] [--type sd] [--n N]

#include <algorithm>
#include <cmath>
#include "codelets/eigen/cuda_stedc.h"
#include "codelets/eigen/places.h"
#include "cuda_program.cuh"

template <class T> struct type;
template <> struct type<float> {
    static constexpr auto roots = sl_cuda_sstedc_roots;
    static constexpr auto rows = sl_cuda_sstedc_rows;
    static constexpr auto copy = sl_cuda_sstedc_copy;
    static constexpr auto vectors = sl_cuda_sstedc_vectors;
    static constexpr auto spread = sl_cuda_sstedc_spread;
    static constexpr double eps = 6e-8;
    static constexpr const char *name = "s";
};
template <> struct type<double> {
    static constexpr auto roots = sl_cuda_dstedc_roots;
    static constexpr auto rows = sl_cuda_dstedc_rows;
    static constexpr auto copy = sl_cuda_dstedc_copy;
    static constexpr auto vectors = sl_cuda_dstedc_vectors;
    static constexpr auto spread = sl_cuda_dstedc_spread;
    static constexpr double eps = 1.2e-16;
    static constexpr const char *name = "d";
};

// An array on the device, and its copy on the host.
template <class T> struct array {
    std::vector<T> host;
    T *device = nullptr;
    explicit array(size_t size) : host(size)
    {
        CUDA(cudaMalloc(&device, sizeof(T) * (size + 1)));
    }
    array(const array &) = delete;
    ~array()
    {
        cudaFree(device);
    }
    void put()
    {
        CUDA(cudaMemcpyAsync(device, host.data(), sizeof(T) * host.size(), cudaMemcpyHostToDevice,
                             stream)); // kernels on the stream do not wait for a plain copy
    }
    void get()
    {
        CUDA(cudaStreamSynchronize(stream));
        CUDA(cudaMemcpy(host.data(), device, sizeof(T) * host.size(), cudaMemcpyDeviceToHost));
    }
};

static double uniform()
{
    static uint64_t state = 12345;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0 * 2 - 1;
}

// The kinds of merges: eigenvalues, and singular values with right or left vectors.
enum kind { SYMMETRIC, RIGHT, LEFT, KINDS };

// A merge of order n with random contents: poles 0.6 apart or more, chains of three
// columns, and `poles` of n columns that stay.
template <class T> struct merge {
    kind what;
    int n, upper, width, poles, blocks;
    array<T> numbers, distance;
    array<int> places, index;
    array<T> columns, products; // n x n, n x blocks; ld = n
    array<T> room;
    std::vector<sl_cuda_block> table;

    merge(kind what, int n, int upper, int width, int poles)
        : what(what), n(n), upper(upper), width(width), poles(poles), blocks((n + width - 1) / width),
          numbers((size_t)n * SL_MERGE_NUMBERS), distance(n),
          places((size_t)(n + 1) * SL_MERGE_PLACES), index(n), columns((size_t)n * n),
          products((size_t)n * blocks), room(5 * (size_t)n + 4)
    {
        std::vector<int> slot(n), source(n), order(n);
        for (int i = 0; i < n; i++) {
            slot[i] = source[i] = order[i] = i;
            number(SL_POLE, i) = T(i + 0.2 * uniform());
            if (what != SYMMETRIC && i == 0)
                number(SL_POLE, i) = 0;
            number(SL_Z, i) = T(0.3 + 0.2 * uniform());
            number(SL_FIRST, i) = T(uniform());
            number(SL_LAST, i) = T(uniform());
            double angle = uniform();
            number(SL_COSINE, i) = T(cos(angle));
            number(SL_SINE, i) = T(sin(angle));
            number(SL_LEFT_COSINE, i) = T(cos(2 * angle));
            number(SL_LEFT_SINE, i) = T(sin(2 * angle));
            place(SL_PREVIOUS, i) = place(SL_NEXT, i) = -1;
        }
        shuffle(slot, poles);
        shuffle(source, n);
        shuffle(order, n);
        for (int i = 0; i + 4 < n; i++)
            if (i % 3 != 2) {
                place(SL_NEXT, i) = i + 1;
                place(SL_PREVIOUS, i + 1) = i;
            }
        for (int i = 0; i < n; i++) {
            place(SL_SLOT, i) = slot[i];
            place(SL_SOURCE, i) = source[i];
            index.host[i] = order[i];
            distance.host[i] = T(order[i] % 2 && order[i] + 1 < poles ? -0.1 : 0.1);
        }
        place(SL_SLOT, n) = poles;
        for (T &x : columns.host)
            x = T(uniform());
        for (T &x : products.host)
            x = T(1 + 0.01 * uniform());
        products.put();
        numbers.put();
        places.put();
        distance.put();
        index.put();
        columns.put();
        for (int b = 0; b < blocks; b++)
            table.push_back({columns.device + (size_t)b * width * n, n});
    }
    static void shuffle(std::vector<int> &x, int count)
    {
        for (int i = count - 1; i > 0; i--)
            std::swap(x[i], x[(int)((uniform() + 1) / 2 * (i + 1)) % (i + 1)]);
    }
    T &number(int which, int i)
    {
        return numbers.host[i + (size_t)which * n];
    }
    int &place(int which, int i)
    {
        return places.host[i + (size_t)which * (n + 1)];
    }
    double rotation(int which, int i)
    {
        return number(which + (what == LEFT ? SL_LEFT : 0), i);
    }
    // Pole i minus a root, or of their squares.
    double between(int i, double origin, double x)
    {
        double below = number(SL_POLE, i) - origin - x;
        return what == SYMMETRIC ? below : below * (number(SL_POLE, i) + origin + x);
    }
    double half(int i, int j)
    {
        return (j < upper) == (i < upper) ? columns.host[i + (size_t)j * n] : 0;
    }
    sl_cuda_merge block(int b)
    {
        sl_cuda_merge m = {};
        m.order = n;
        m.upper = upper;
        m.width = width;
        m.column = b * width;
        m.columns = std::min(width, n - b * width);
        m.svd = what != SYMMETRIC;
        m.left = what == LEFT;
        m.numbers = numbers.device;
        m.places = places.device;
        m.ld_numbers = n;
        m.ld_places = n + 1;
        m.index = index.device;
        m.distance = distance.device;
        m.block = table.data();
        m.blocks = blocks;
        m.room = room.device;
        return m;
    }
};

template <class T> static void report(const char *what, merge<T> &m, double error)
{
    char text[120];
    static const char *const names[] = {"", ", right", ", left"};
    snprintf(text, sizeof text, "%s %s%s: n = %d, %d poles, blocks of %d: error %g", type<T>::name,
             what, names[m.what], m.n, m.poles, m.width, error);
    check(error <= 30 * type<T>::eps * (m.n + 10), text);
}

static double worse(double x, double y)
{
    return x > y || std::isnan(x) ? x : y;
}

// Root j as a distance from this pole, by bisection.
template <class T> static double bisect(merge<T> &m, double rho, int j, double origin)
{
    double squares = 0;
    for (int i = 0; i < m.poles; i++)
        squares += (double)m.number(SL_Z, i) * m.number(SL_Z, i);
    double low = m.number(SL_POLE, j) - origin;
    double high = j + 1 < m.poles        ? m.number(SL_POLE, j + 1) - origin
                  : m.what == SYMMETRIC ? low + rho * squares
                                        : low + sqrt(squares);
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, value = 1 / rho;
        for (int i = 0; i < m.poles; i++) {
            double z = m.number(SL_Z, i);
            value += z * z / m.between(i, origin, x);
        }
        (value < 0 ? low : high) = x;
    }
    return (low + high) / 2;
}

template <class T> static void check_roots(merge<T> &m)
{
    array<T> cut(1), roots((size_t)m.width * 2), products(m.n);
    double error = 0;
    cut.host[0] = T(-0.4);
    cut.put();
    double rho = m.what == SYMMETRIC ? fabs(2 * (double)cut.host[0]) : 1;
    for (int b = 0; b < m.blocks; b++) {
        sl_cuda_merge block = m.block(b);
        block.block = nullptr;
        CUDA(type<T>::roots(stream, &block, m.what == SYMMETRIC ? cut.device : nullptr, roots.device, m.width, products.device));
        roots.get();
        products.get();
        std::vector<double> product(m.poles, 1);
        for (int c = 0; c < block.columns; c++) {
            int j = block.column + c;
            double pole = m.number(SL_POLE, j), x = roots.host[c + m.width];
            if (j >= m.poles) {
                error = worse(fabs(roots.host[c] - pole) + fabs(x), error);
                continue;
            }
            double origin = m.number(SL_POLE, j + (x < 0));
            double right = bisect(m, rho, j, origin);
            error = worse(fabs(x - right), error);
            error = worse(fabs(roots.host[c] - (origin + right)) / m.n, error);
            for (int i = 0; i < m.poles; i++) {
                product[i] *= m.between(i, origin, x) / (i == j ? 1 : m.between(i, pole, 0));
            }
        }
        for (int i = 0; i < m.poles; i++)
            error = worse(fabs(products.host[i] - product[i]) / fabs(product[i]), error);
    }
    report("roots", m, error);
}

// Each chain anew for each column.
template <class T> static void check_copy(merge<T> &m)
{
    array<T> W((size_t)m.n * m.n);
    double error = 0;
    for (int b = 0; b < m.blocks; b++) {
        sl_cuda_merge block = m.block(b);
        CUDA(type<T>::copy(stream, &block, W.device + (size_t)block.column * m.n, m.n));
    }
    W.get();
    for (int c = 0; c < m.n; c++)
        for (int i = 0; i < m.n; i++) {
            int j = m.place(SL_SOURCE, c), at = j;
            while (m.place(SL_PREVIOUS, at) >= 0)
                at = m.place(SL_PREVIOUS, at);
            double v = m.half(i, at);
            for (; at != j; at = m.place(SL_NEXT, at))
                v = m.rotation(SL_COSINE, at) * m.half(i, m.place(SL_NEXT, at)) -
                    m.rotation(SL_SINE, at) * v;
            if (m.place(SL_NEXT, j) >= 0)
                v = m.rotation(SL_COSINE, j) * v +
                    m.rotation(SL_SINE, j) * m.half(i, m.place(SL_NEXT, j));
            error = worse(fabs(W.host[i + (size_t)c * m.n] - v), error);
        }
    report("copy", m, error);
}

// The eigenvectors of a block of columns; those that are deflated are empty.
template <class T> static std::vector<std::vector<double>> vectors_of(merge<T> &m, int b)
{
    sl_cuda_merge block = m.block(b);
    std::vector<std::vector<double>> all(block.columns);
    for (int c = 0; c < block.columns; c++) {
        int j = m.index.host[block.column + c];
        if (j >= m.poles)
            continue;
        double x = m.distance.host[block.column + c], origin = m.number(SL_POLE, j + (x < 0));
        std::vector<double> u(m.poles);
        double square = 0;
        for (int i = 0; i < m.poles; i++) {
            double z = 1;
            for (int k = 0; k < m.blocks; k++)
                z *= m.products.host[i + (size_t)k * m.n];
            u[i] = sqrt(fabs(z)) / m.between(i, origin, x);
            if (m.what == LEFT)
                u[i] = i == 0 ? -1 : u[i] * m.number(SL_POLE, i);
            square += u[i] * u[i];
        }
        for (double &y : u)
            y /= sqrt(square);
        all[c] = u;
    }
    return all;
}

template <class T> static std::vector<sl_cuda_block> products_of(merge<T> &m)
{
    std::vector<sl_cuda_block> table;
    for (int k = 0; k < m.blocks; k++)
        table.push_back({m.products.device + (size_t)k * m.n, m.n});
    return table;
}

template <class T> static void check_vectors(merge<T> &m)
{
    array<T> U((size_t)m.n * m.width), rows((size_t)m.width * 2);
    double error = 0, row_error = 0;
    std::vector<sl_cuda_block> table = products_of(m);
    for (int b = 0; b < m.blocks; b++) {
        sl_cuda_merge block = m.block(b);
        block.block = table.data();
        CUDA(type<T>::vectors(stream, &block, U.device, m.n));
        CUDA(type<T>::rows(stream, &block, rows.device, m.width));
        U.get();
        rows.get();
        std::vector<std::vector<double>> all = vectors_of(m, b);
        for (int c = 0, to = 0; c < block.columns; c++) {
            int j = m.index.host[block.column + c];
            double first = m.number(SL_FIRST, j), last = m.number(SL_LAST, j);
            if (j < m.poles)
                first = last = 0;
            for (int i = 0; i < (int)all[c].size(); i++) {
                double u = all[c][i];
                first += u * m.number(SL_FIRST, i);
                last += u * m.number(SL_LAST, i);
                error = worse(fabs(U.host[m.place(SL_SLOT, i) + (size_t)to * m.n] - u), error);
            }
            row_error = worse(fabs(rows.host[c] - first), row_error);
            row_error = worse(fabs(rows.host[c + m.width] - last), row_error);
            to += j < m.poles;
        }
    }
    report("vectors", m, error);
    report("rows", m, row_error);
}

template <class T> static void check_spread(merge<T> &m)
{
    array<T> Z((size_t)m.n * m.width);
    double error = 0;
    for (int b = 0; b < m.blocks; b++) {
        sl_cuda_merge block = m.block(b);
        int count = 0;
        for (int c = 0; c < block.columns; c++)
            count += m.index.host[block.column + c] < m.poles;
        for (T &x : Z.host)
            x = T(uniform());
        std::vector<T> before = Z.host;
        Z.put();
        CUDA(type<T>::spread(stream, &block, count, Z.device, m.n));
        Z.get();
        for (int c = 0, from = 0; c < block.columns; c++) {
            int j = m.index.host[block.column + c];
            for (int i = 0; i < m.n; i++) {
                T right = j < m.poles ? before[i + (size_t)from * m.n]
                                      : m.columns.host[i + (size_t)j * m.n];
                error = worse(fabs((double)Z.host[i + (size_t)c * m.n] - (double)right), error);
            }
            from += j < m.poles;
        }
    }
    report("spread", m, error);
}

template <class T> static void check_type()
{
    const int all[] = {2, 3, 9, 64, 65, 300, 700};
    for (int n : all)
        if ((!asked.quick || n <= 65) && (!asked.n || n == asked.n))
            for (int poles : {0, 1, n / 2, n})
                for (int width : {1, 7, 64, n})
                    for (int what = 0; what < KINDS; what++) {
                        merge<T> m((kind)what, n, (n + 1) / 2, width, poles);
                        check_roots(m);
                        check_copy(m);
                        check_vectors(m);
                        check_spread(m);
                    }
}

int main(int argc, char **argv)
{
    if (!parse(argc, argv, "--n", "N", {&asked.n}))
        return 2;
    if (!open_device())
        return 77;
    for_each_real_type([](auto zero) { check_type<decltype(zero)>(); });
    return finish();
}
