#pragma once

// Matrix products behind one interface: oneDNN with weights packed once, OpenBLAS for products of activations,
// plain Eigen where a library is missing. Libraries run single-threaded; parallelism is ours (thread_pool.h).

#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/base/thread_pool.h"

#include <functional>
#include <memory>
#include <span>

namespace core {

/// A weight matrix [out, in] in the layout that is fastest to multiply with, in slices of output columns.
class PackedMatrix
{
public:
    /// Reads rows [row, row + rows) of the matrix into out [rows, in].
    using ReadRows = std::function<void(Index row, Index rows, float* out)>;

    /// Reads the matrix slice by slice through one bounded buffer.
    PackedMatrix(Index out, Index in, const ReadRows& read);
    ~PackedMatrix();
    PackedMatrix(PackedMatrix&&) noexcept;
    PackedMatrix& operator=(PackedMatrix&&) noexcept;

    Index out() const { return m_out; }
    Index in() const { return m_in; }
    std::size_t bytes() const;

    /// y [token, out] = x [token, in] · Wᵀ (+ bias [out] unless empty). Rows of y are `yStride` floats apart.
    /// Runs in tiles of at most about 20 ms and polls control.stop at each.
    void multiply(const float* x, Index tokens, std::span<const float> bias, float* y, Index yStride, ThreadPool& pool,
        const RunControl& control) const;

    /// One of several products that share the cores.
    struct Job
    {
        const PackedMatrix* matrix;
        const float* x;
        std::span<const float> bias;
        float* y;
        Index yStride;
    };

    /// The same for several products of as many tokens each, which do not wait for each other.
    static void multiply(std::span<const Job> jobs, Index tokens, ThreadPool& pool, const RunControl& control);

    /// The way back: dx [token, in] += dy [token, out] · W.
    void multiplyBack(const float* dy, Index tokens, float* dx, ThreadPool& pool, const RunControl& control) const;

private:
    struct Slices;
    Index m_out = 0;
    Index m_in = 0;
    std::unique_ptr<Slices> m_slices;
};

/// C [m, n] = alpha · A [m, k] · Bᵀ with B [n, k]; rows are lda, ldb, ldc floats apart. Single-threaded, for heads.
void productTransposed(
    Index m, Index n, Index k, float alpha, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc);

/// A matrix in memory, rows `stride` floats apart; read as its transpose on request.
struct Factor
{
    const float* numbers = nullptr;
    Index stride = 0;
    bool isTransposed = false;
};

/// A product [rows, columns] over an inner length, times alpha.
struct ProductSize
{
    Index rows = 0;
    Index columns = 0;
    Index inner = 0;
    float alpha = 1.f;
};

/// C [rows, columns] += alpha · A [rows, inner] · B [inner, columns]; rows of C are `stride` floats apart. Single-threaded.
void addProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride);

/// dW [out, in] += dyᵀ · x of dy [token, out] and x [token, in]: the gradient of a matrix. On all threads; the same numbers with any
/// number of them.
void addOuterProducts(const ConstMatrixView& dy, const ConstMatrixView& x, float* dw, ThreadPool& pool, const RunControl& control);

/// C [m, n] = A [m, k] · B [k, n]. Single-threaded.
void product(Index m, Index n, Index k, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc);

} // namespace core
