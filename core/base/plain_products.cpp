// Products of matrices that are not packed: of activations, and of gradients.

#include "core/base/products.h"

#if defined(CUTAWAY_OPENBLAS)
#include <cblas.h>
#endif

namespace core {

void productTransposed(
    Index m, Index n, Index k, float alpha, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc)
{
#if defined(CUTAWAY_OPENBLAS)
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasTrans, int(m), int(n), int(k), alpha, a, int(lda), b, int(ldb), 0.f, c, int(ldc));
#else
    const ConstMatrixView left(a, m, k, Eigen::OuterStride<>(lda));
    const ConstMatrixView right(b, n, k, Eigen::OuterStride<>(ldb));
    MatrixView(c, m, n, Eigen::OuterStride<>(ldc)).noalias() = alpha * left * right.transpose();
#endif
}

void product(Index m, Index n, Index k, const float* a, Index lda, const float* b, Index ldb, float* c, Index ldc)
{
#if defined(CUTAWAY_OPENBLAS)
    cblas_sgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, int(m), int(n), int(k), 1.f, a, int(lda), b, int(ldb), 0.f, c, int(ldc));
#else
    const ConstMatrixView left(a, m, k, Eigen::OuterStride<>(lda));
    const ConstMatrixView right(b, k, n, Eigen::OuterStride<>(ldb));
    MatrixView(c, m, n, Eigen::OuterStride<>(ldc)).noalias() = left * right;
#endif
}

void addProduct(const ProductSize& size, const Factor& a, const Factor& b, float* c, Index stride)
{
#if defined(CUTAWAY_OPENBLAS)
    cblas_sgemm(CblasRowMajor, a.isTransposed ? CblasTrans : CblasNoTrans, b.isTransposed ? CblasTrans : CblasNoTrans,
        int(size.rows), int(size.columns), int(size.inner), size.alpha, a.numbers, int(a.stride), b.numbers, int(b.stride), 1.f, c,
        int(stride));
#else
    const auto stored = [&](const Factor& factor, Index rows, Index columns) {
        return ConstMatrixView(factor.numbers, factor.isTransposed ? columns : rows, factor.isTransposed ? rows : columns,
            Eigen::OuterStride<>(factor.stride));
    };
    const ConstMatrixView left = stored(a, size.rows, size.inner), right = stored(b, size.inner, size.columns);
    MatrixView sum(c, size.rows, size.columns, Eigen::OuterStride<>(stride));
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

} // namespace core
