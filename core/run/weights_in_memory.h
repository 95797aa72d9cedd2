#pragma once

// In which form the matrices of a model are in memory while it runs: the one place that decides it, from their sizes and from the
// memory that is left.

#include "core/base/weights.h"

#include <string_view>

namespace core {

struct Setup;

class WeightsInMemory
{
public:
    /// For a pass that may use `room` bytes for weights.
    static WeightsInMemory of(const Setup& setup, std::size_t room);

    /// The matrix in the form that a product of so many tokens takes. What is held already is used where this saves memory, also
    /// where it was loaded by a pass that had more: runs that are compared then use the same numbers.
    std::shared_ptr<const ProductMatrix> matrixOf(const WeightTensor& tensor, Index tokens) const;

    /// Whether matrixOf() gives what an earlier pass had: it is held already, or read anew for each product.
    bool keepsForm(const WeightTensor& tensor, Index tokens) const;

    /// A word for it: "float32", "float32 and stored" (single tokens by the second), "stored", or "read when used".
    std::string_view word() const;

    /// The same of one tensor: "float32" where its file has no blocks, and for what is not a matrix.
    std::string_view wordOf(const WeightTensor& tensor) const;

    /// Bytes that this tensor takes once it is in memory; 0 where it is read when used.
    std::size_t bytesOf(const WeightTensor& tensor) const;

    /// Bytes of all weights in this form, each tensor once; what is in no blocks counts as float32.
    static std::size_t bytes(const Setup& setup, MatrixForm form);

    /// Memory that weights, trace and cache of a run may take together where nothing is said: half of the machine's.
    static std::size_t ordinaryBudget();

private:
    bool m_stay = true; // if not, each matrix is read from its file when a product needs it and is gone after that product
    MatrixForm m_forTexts = MatrixForm::Packed;
    MatrixForm m_forOneToken = MatrixForm::Packed; // the time of such a product is that of reading the matrix from memory
};

} // namespace core
