#pragma once

// Matrix products behind one interface: oneDNN, for weights packed once or as they are stored (stored_matrix.h) and for
// activations; where it is missing OpenBLAS, and else plain Eigen. Libraries run single-threaded; parallelism is ours
// (thread_pool.h).

#include "core/base/aligned_memory.h"
#include "core/base/run_control.h"
#include "core/base/tensor.h"
#include "core/base/thread_pool.h"

#include <functional>
#include <span>
#include <vector>

namespace core {

/// A weight matrix W [out, in], in whatever form it is kept, that rows of numbers are multiplied with. Its outputs are cut into
/// slices, each the work of one thread.
class ProductMatrix
{
public:
    virtual ~ProductMatrix() = default;
    ProductMatrix(const ProductMatrix&) = delete;
    ProductMatrix& operator=(const ProductMatrix&) = delete;
    ProductMatrix(ProductMatrix&&) = default;
    ProductMatrix& operator=(ProductMatrix&&) = default;

    Index out() const { return m_starts.back(); }
    Index in() const { return m_in; }
    virtual std::size_t bytes() const = 0; // held for the matrix

    /// y [token, out] = x [token, in] · Wᵀ (+ bias [out] unless empty). Rows of y are `yStride` floats apart.
    /// Runs in tiles of at most about 20 ms and polls control.stop at each.
    void multiply(const float* x, Index tokens, std::span<const float> bias, float* y, Index yStride, ThreadPool& pool,
        const RunControl& control) const;

    /// One of several products that share the cores.
    struct Job
    {
        const ProductMatrix* matrix;
        const float* x;
        std::span<const float> bias;
        float* y;
        Index yStride;
    };

    /// The same for several products of as many tokens each, which do not wait for each other.
    static void multiply(std::span<const Job> jobs, Index tokens, ThreadPool& pool, const RunControl& control);

    /// The way back: dx [token, in] += dy [token, out] · W.
    void multiplyBack(const float* dy, Index tokens, float* dx, ThreadPool& pool, const RunControl& control) const;

protected:
    ProductMatrix(Index out, Index in);

    /// Inputs [first, first + count) of the matrix.
    struct InputRange
    {
        Index first, count;
    };

    Index slices() const { return Index(m_starts.size()) - 1; }
    Index sliceStart(Index slice) const { return m_starts[std::size_t(slice)]; }
    Index sliceColumns(Index slice) const { return m_starts[std::size_t(slice) + 1] - m_starts[std::size_t(slice)]; }
    Index widestSlice() const;

    /// The outputs of one slice for some rows of x.
    struct SliceProduct
    {
        Index slice;
        const float* x; // [row, in]
        Index rows;
        const float* bias; // of the slice's outputs; nullptr: none
        float* y;          // from the slice's first output on
        Index yStride;     // floats from row to row
    };
    virtual void multiplySlice(const SliceProduct& product) const = 0;

    /// Some inputs of dx [row, in] += dy [row, out] · W. The first input is a multiple of those of backTile().
    struct BackProduct
    {
        const float* dy;
        Index rows;
        InputRange inputs;
        float* dx; // from input 0 on
    };
    virtual void multiplyInputsBack(const BackProduct& product) const = 0;

    /// What one tile takes on the way back.
    struct BackTile
    {
        Index rows, inputs;
    };
    virtual BackTile backTile() const;

private:
    std::vector<Index> m_starts; // first output of each slice, a multiple of 32, and the end
    Index m_in = 0;
};

/// In float32, in the layout that is fastest to multiply with.
class PackedMatrix : public ProductMatrix
{
public:
    /// Reads rows [row, row + rows) of the matrix into out [rows, in].
    using ReadRows = std::function<void(Index row, Index rows, float* out)>;

    /// Reads the matrix slice by slice through one bounded buffer.
    PackedMatrix(Index out, Index in, const ReadRows& read);

    std::size_t bytes() const override { return std::size_t(out() * in()) * sizeof(float); }

private:
    void multiplySlice(const SliceProduct& product) const override;
    void multiplyInputsBack(const BackProduct& product) const override;

    std::vector<AlignedFloats> m_slices; // [in, columns]
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
    bool isFirst = false; // what it would be added to does not count
};

/// C [rows, columns] += alpha · A [rows, inner] · B [inner, columns]; rows of C are `stride` floats apart. Single-threaded.
void addProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride);

/// Where the gradient of a weight is summed up.
struct GradientSum
{
    float* numbers = nullptr;
    bool isEmpty = false; // nothing was added yet: the numbers are anything, and need not be read
};

/// Makes a sum of so many numbers that is empty zero.
void clearEmpty(GradientSum& sum, Index count, ThreadPool& pool);

/// dW [out, in] += dyᵀ · x of dy [token, out] and x [token, in]: the gradient of a matrix. On all threads; the same numbers with
/// any number of them.
void addOuterProducts(
    const ConstMatrixView& dy, const ConstMatrixView& x, GradientSum& dw, ThreadPool& pool, const RunControl& control);

/// C [m, n] = A [m, k] · B [k, n]. Single-threaded.
void product(Index m, Index n, Index k, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc);

} // namespace core
