#pragma once

// KeptRows: rows of a pass whose numbers are those of an earlier run. Products with weights that the run recorded are computed
// for the other rows only; those that were left out are filled in when the product is recorded.

#include "core/base/aligned_memory.h"
#include "core/base/products.h"
#include "core/run/forward.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace core {

/// Rows first, first + 1, … of a pass are the first `count` of an earlier run.
struct KeptBeginning
{
    Index first = 0;
    Index count = 0;
};

class KeptRows
{
public:
    /// Nothing is kept.
    KeptRows() = default;

    /// Of a pass over so many tokens. REQUIRES: the beginnings are in order and apart; `run` where there are any.
    KeptRows(const std::vector<KeptBeginning>& beginnings, Index tokens, std::shared_ptr<const Trace> run);

    /// Whether the earlier run has what a product makes, with a row for each token.
    bool has(const Tensor& made) const { return earlierOf(made) != nullptr; }

    /// A product and what it makes.
    struct Product
    {
        ProductMatrix::Job job;
        Index in;
        const Tensor& made;
    };

    /// The rows that are not kept. REQUIRES: has() of all.
    void multiplyOthers(const std::vector<Product>& products, ThreadPool& pool, const RunControl& control);

    /// Fills in what multiplyOthers() left out of this tensor.
    void restore(Tensor& tensor);

private:
    const Tensor* earlierOf(const Tensor& tensor) const;

    /// Memory that products use one after another.
    struct Buffer
    {
        AlignedFloats numbers = {};
        Index size = 0;
        float* of(Index floats);
    };

    std::vector<KeptBeginning> m_kept;
    std::vector<std::pair<Index, Index>> m_others; // first row and count of what is between
    Index m_tokens = 0;
    Index m_otherRows = 0;
    Index m_longest = 0; // of the kept beginnings
    std::shared_ptr<const Trace> m_run;
    std::vector<Buffer> m_buffers; // of what products read and make
    std::set<std::string> m_unfinished; // tensors that lack kept rows
};

/// Of packed sequences how many of each one's first tokens have the numbers of `run`, a run over that sequence. Empty: none.
struct KnownBeginnings
{
    std::vector<Index> tokens = {};
    std::shared_ptr<const Trace> run = {};
};

/// forward() that does not compute again what is known of packed sequences.
std::shared_ptr<Trace> forwardFrom(const KnownBeginnings& known, const Setup& setup, const ForwardInput& input,
    const TraceRequest& request, const RunControl& control);

} // namespace core
