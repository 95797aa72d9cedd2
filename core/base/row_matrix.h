#pragma once

// A weight matrix in float32 where its rows lie in memory.

#include "core/base/products.h"

#include <memory>

namespace core {

/// Nothing is copied, so that numbers that change between two products, those of a training, need no packing. Slower than packed
/// for one row.
class RowMatrix : public ProductMatrix
{
public:
    /// rows [out, in]
    RowMatrix(Index out, Index in, std::shared_ptr<const float> rows);

    std::size_t bytes() const override { return 0; }

private:
    void multiplySlice(const SliceProduct& product) const override;
    void multiplyInputsBack(const BackProduct& product) const override;
    BackTile backTile() const override;

    std::shared_ptr<const float> m_rows;
};

} // namespace core
