#include "core/analysis/head_width.h"

#include "core/base/engine_use.h"
#include "core/base/seeded_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

/// Sums over rows.
struct Sums
{
    double variance = 0, entropy = 0;
    Index saturated = 0, rows = 0;

    WidthSpread means(Index width) const
    {
        const auto count = double(rows);
        return {width, std::sqrt(variance / count), entropy / count, double(saturated) / count};
    }
};

/// One row of scores times a factor.
void add(Sums& sums, const std::vector<double>& scores, double factor)
{
    const auto count = double(scores.size());
    double mean = 0, largest = -std::numeric_limits<double>::infinity();
    for (const double score : scores) {
        mean += factor * score / count;
        largest = std::max(largest, factor * score);
    }
    double variance = 0, total = 0, weighted = 0; // of e^(s − largest), and of it times (s − largest)
    for (const double score : scores) {
        const double shifted = factor * score - largest, weight = std::exp(shifted);
        variance += (factor * score - mean) * (factor * score - mean) / count;
        total += weight;
        weighted += weight * shifted;
    }
    sums.variance += variance;
    sums.entropy += std::log(total) - weighted / total;
    sums.saturated += 1 / total > saturatedWeight ? 1 : 0;
    ++sums.rows;
}

/// The last of these that the pass computed.
const TraceEntry* lastRecorded(const Trace& trace, int layer, char letter)
{
    const std::string plain = blockName(layer, std::string("attn.") + letter), normed = plain + "_normed",
                      rotated = blockName(layer, std::string("attn.rot_") + letter);
    const TraceEntry* last = nullptr;
    for (const TraceEntry& entry : trace.entries())
        if (entry.name() == plain || entry.name() == normed || entry.name() == rotated)
            last = &entry;
    return last && last->tensor.rank() == 3 && last->heads.empty() ? last : nullptr;
}

/// These rows of a head's vectors.
Matrix rowsOf(const Tensor& tensor, Index head, const std::vector<Index>& rows)
{
    Matrix vectors(Index(rows.size()), tensor.dim(2));
    for (Index i = 0; i < vectors.rows(); ++i)
        std::copy_n(
            tensor.data() + (rows[std::size_t(i)] * tensor.dim(1) + head) * tensor.dim(2), tensor.dim(2), vectors.row(i).data());
    return vectors;
}

std::vector<Index> spaced(Index count, Index most)
{
    std::vector<Index> rows;
    const Index used = std::min(count, most);
    for (Index i = 0; i < used; ++i)
        rows.push_back(count - 1 - i * count / used); // the last one sees most
    std::reverse(rows.begin(), rows.end());
    return rows;
}

Matrix randomVectors(const char* name, Index rows, Index width)
{
    Matrix vectors(rows, width);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < width; ++column)
            vectors(row, column) = normalNumber(rowStream(1, name, std::uint64_t(row)), std::uint64_t(column));
    return vectors;
}

} // namespace

std::vector<Index> widthsUpTo(Index width)
{
    std::vector<Index> widths;
    for (Index one = 1; one < width; one *= 2)
        widths.push_back(one);
    widths.push_back(width);
    return widths;
}

WidthCourse widthCourse(const Matrix& q, const Matrix& k, const Visible& visible, const RunControl& control)
{
    countEngineUse();
    WidthCourse course;
    Matrix scores = Matrix::Zero(q.rows(), k.rows());
    Index done = 0;
    for (const Index width : widthsUpTo(q.cols())) {
        control.check();
        scores.noalias() += q.middleCols(done, width - done) * k.middleCols(done, width - done).transpose();
        done = width;
        Sums plain, divided;
        std::vector<double> row;
        for (Index query = 0; query < q.rows(); ++query) {
            row.clear();
            for (Index key = 0; key < k.rows(); ++key)
                if (visible(query, key))
                    row.push_back(double(scores(query, key)));
            if (row.size() < 2)
                continue;
            add(plain, row, 1);
            add(divided, row, 1 / std::sqrt(double(width)));
        }
        if (plain.rows == 0)
            return {};
        course.plain.push_back(plain.means(width));
        course.divided.push_back(divided.means(width));
    }
    return course;
}

std::optional<HeadWidths> headWidths(const Trace& trace, int layer, int head, const RunControl& control)
{
    const TraceEntry *const q = lastRecorded(trace, layer, 'q'), *const k = lastRecorded(trace, layer, 'k');
    const TraceEntry* const scores = trace.findEntry(blockName(layer, "attn.scores"));
    if (!q || !k || !scores || scores->tensor.rank() != 3 || !scores->heads.empty())
        return {};
    const Index heads = q->tensor.dim(1), kvHeads = k->tensor.dim(1), queries = scores->tensor.dim(1),
                keys = scores->tensor.dim(2);
    const bool fits = head >= 0 && head < std::min(heads, scores->tensor.dim(0)) && q->tensor.dim(2) == k->tensor.dim(2)
        && kvHeads > 0 && q->tensor.dim(0) == queries && k->tensor.dim(0) == keys;
    if (!fits)
        return {};
    const std::vector<Index> rows = spaced(queries, maxWidthQueries), all = spaced(keys, keys);
    Visible visible(Index(rows.size()), keys);
    HeadWidths widths;
    Index counted = 0;
    for (Index i = 0; i < visible.rows(); ++i) {
        const float* const row = scores->tensor.data() + (head * queries + rows[std::size_t(i)]) * keys;
        for (Index key = 0; key < keys; ++key)
            visible(i, key) = std::isfinite(row[key]);
        if (const Index seen = visible.row(i).count(); seen >= 2) {
            widths.evenEntropy += std::log(double(seen));
            ++counted;
        }
    }
    if (counted == 0)
        return {};
    widths.evenEntropy /= double(counted);
    widths.queries = Index(rows.size());
    widths.allQueries = queries;
    widths.head = widthCourse(rowsOf(q->tensor, head, rows), rowsOf(k->tensor, head * kvHeads / heads, all), visible, control);
    widths.random = widthCourse(
        randomVectors("query", visible.rows(), maxRandomWidth), randomVectors("key", keys, maxRandomWidth), visible, control);
    return widths;
}

} // namespace core
