#include "core/run/kept_rows.h"

#include <algorithm>

namespace core {

namespace {

constexpr Index rowStep = 16; // products of few different numbers of rows: each takes a primitive, which takes time to make

/// Calls copy(row of the tensor, row of the others, how many) for each range.
template <class Copy>
void eachRange(const std::vector<std::pair<Index, Index>>& others, const Copy& copy)
{
    Index done = 0;
    for (const auto& [first, count] : others) {
        copy(first, done, count);
        done += count;
    }
}

} // namespace

KeptRows::KeptRows(const std::vector<KeptBeginning>& beginnings, Index tokens, std::shared_ptr<const Trace> run)
    : m_tokens(tokens)
    , m_run(std::move(run))
{
    Index next = 0;
    const auto between = [&](Index end) {
        if (end > next) {
            m_others.emplace_back(next, end - next);
            m_otherRows += end - next;
        }
    };
    for (const KeptBeginning& beginning : beginnings) {
        if (beginning.count == 0)
            continue;
        between(beginning.first);
        next = beginning.first + beginning.count;
        m_longest = std::max(m_longest, beginning.count);
        m_kept.push_back(beginning);
    }
    between(tokens);
}

const Tensor* KeptRows::earlierOf(const Tensor& tensor) const
{
    const TraceEntry* const entry = m_kept.empty() ? nullptr : m_run->findEntry(tensor.name());
    if (!entry || !entry->heads.empty() || tensor.axes().front() != axis::token || tensor.dim(0) != m_tokens)
        return nullptr;
    const Tensor& earlier = entry->tensor;
    const bool isAlike = earlier.axes() == tensor.axes() && earlier.dim(0) >= m_longest
        && earlier.size() / earlier.dim(0) == tensor.size() / tensor.dim(0);
    return isAlike ? &earlier : nullptr;
}

float* KeptRows::Buffer::of(Index floats)
{
    if (floats > size) {
        numbers = alignedFloats(std::size_t(floats));
        size = floats;
    }
    return numbers.get();
}

void KeptRows::multiplyOthers(const std::vector<Product>& products, ThreadPool& pool, const RunControl& control)
{
    std::vector<ProductMatrix::Job> jobs;
    for (const Product& product : products) {
        jobs.push_back(product.job);
        m_unfinished.insert(product.made.name());
    }
    if (m_others.empty())
        return;
    if (m_others.size() == 1) { // where they stand
        const Index first = m_others.front().first;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            jobs[i].x += first * products[i].in;
            jobs[i].y += first * jobs[i].yStride;
        }
        ProductMatrix::multiply(jobs, m_otherRows, pool, control);
        return;
    }

    const Index rows = (m_otherRows + rowStep - 1) / rowStep * rowStep;
    m_buffers.resize(std::max(m_buffers.size(), 2 * jobs.size()));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const float* const x = products[i].job.x;
        const Index in = products[i].in;
        if (i > 0 && products[i - 1].job.x == x) // queries, keys and values read the same
            jobs[i].x = jobs[i - 1].x;
        else {
            float* const gathered = m_buffers[2 * i].of(rows * in);
            eachRange(
                m_others, [&](Index from, Index to, Index count) { std::copy_n(x + from * in, count * in, gathered + to * in); });
            std::fill(gathered + m_otherRows * in, gathered + rows * in, 0.f);
            jobs[i].x = gathered;
        }
        jobs[i].y = m_buffers[2 * i + 1].of(rows * jobs[i].yStride);
    }
    ProductMatrix::multiply(jobs, rows, pool, control);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Index out = jobs[i].yStride;
        float* const y = products[i].job.y;
        eachRange(
            m_others, [&](Index to, Index from, Index count) { std::copy_n(jobs[i].y + from * out, count * out, y + to * out); });
    }
}

void KeptRows::restore(Tensor& tensor)
{
    if (m_unfinished.erase(tensor.name()) == 0)
        return;
    const Index width = tensor.size() / tensor.dim(0);
    const float* const earlier = m_run->at(tensor.name()).data();
    for (const KeptBeginning& beginning : m_kept)
        std::copy_n(earlier, beginning.count * width, tensor.data() + beginning.first * width);
}

} // namespace core
