// Products of matrices that are not packed: of activations, and of gradients.

#include "core/base/products.h"

#if defined(CUTAWAY_ONEDNN)
#include <dnnl.h>
#elif defined(CUTAWAY_OPENBLAS)
#include <cblas.h>
#endif

namespace core {

namespace {

struct Result
{
    float* numbers; // [rows, columns]
    Index stride;
    float beta; // what they are multiplied with before the product is added: 0 or 1
};

/// c = alpha · a · b + beta · c.
void multiply(const ProductSize& size, const Factor& a, const Factor& b, const Result& c)
{
#if defined(CUTAWAY_ONEDNN)
    // A kernel for the processor at hand, made when it is first asked for. (OpenBLAS 0.3.21 takes a processor that is younger
    // than itself for the oldest one with AVX2.)
    dnnl_sgemm(a.isTransposed ? 'T' : 'N', b.isTransposed ? 'T' : 'N', size.rows, size.columns, size.inner, size.alpha, a.numbers,
        a.stride, b.numbers, b.stride, c.beta, c.numbers, c.stride);
#elif defined(CUTAWAY_OPENBLAS)
    cblas_sgemm(CblasRowMajor, a.isTransposed ? CblasTrans : CblasNoTrans, b.isTransposed ? CblasTrans : CblasNoTrans,
        int(size.rows), int(size.columns), int(size.inner), size.alpha, a.numbers, int(a.stride), b.numbers, int(b.stride),
        c.beta, c.numbers, int(c.stride));
#else
    const auto stored = [&](const Factor& factor, Index rows, Index columns) {
        return ConstMatrixView(factor.numbers, factor.isTransposed ? columns : rows, factor.isTransposed ? rows : columns,
            Eigen::OuterStride<>(factor.stride));
    };
    const ConstMatrixView left = stored(a, size.rows, size.inner), right = stored(b, size.inner, size.columns);
    MatrixView sum(c.numbers, size.rows, size.columns, Eigen::OuterStride<>(c.stride));
    if (c.beta == 0)
        sum.setZero();
    if (a.isTransposed && b.isTransposed)
        sum.noalias() += size.alpha * left.transpose() * right.transpose();
    else if (a.isTransposed)
        sum.noalias() += size.alpha * left.transpose() * right;
    else if (b.isTransposed)
        sum.noalias() += size.alpha * left * right.transpose();
    else
        sum.noalias() += size.alpha * left * right;
#endif
}

} // namespace

void productTransposed(
    Index m, Index n, Index k, float alpha, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc)
{
    multiply({m, n, k, alpha}, {a, lda}, {b, ldb, true}, {c, ldc, 0});
}

void product(Index m, Index n, Index k, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc)
{
    multiply({m, n, k}, {a, lda}, {b, ldb}, {c, ldc, 0});
}

void addProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride)
{
    multiply(size, a, b, {c, stride, size.isFirst ? 0.f : 1.f});
}

} // namespace core
