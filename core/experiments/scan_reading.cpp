#include "core/experiments/scan_reading.h"

#include "core/experiments/steering.h"
#include "core/io/json.h"
#include "core/io/shown_text.h"
#include "core/trace/tensor_slice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// What makes a part of the stream of the numbers of a head.
struct HeadOutput
{
    const WeightTensor* matrix = nullptr; // [d_model, heads · d_value]; null: the tensor is no output of heads
    double factor = 1;
};

HeadOutput headOutput(const Setup& setup, const PlannedTensor& tensor)
{
    constexpr std::string_view ending = ".z";
    const NameParts parts = partsOfName(tensor.name);
    if (parts.layer < 0 || !std::string_view(tensor.name).ends_with(ending) || headAxis(tensor.axes) != 1)
        return {};
    const std::string branch = tensor.name.substr(0, tensor.name.size() - ending.size());
    const WeightTensor* const matrix = setup.weights.find(branch + ".o.weight");
    if (!matrix || matrix->shape()[1] != tensor.shape[1] * tensor.shape[2])
        return {};
    if (parts.isOfEncoder)
        return {matrix};
    const BlockConfig& block = setup.config.block(parts.layer);
    return {matrix, block.residualScale * block.deepFactors().beta};
}

/// The columns of some heads, of each [d_model, width].
std::vector<std::vector<float>> columnsOf(const HeadOutput& out, const std::vector<Index>& heads, Index width)
{
    const Index rows = out.matrix->shape()[0], columns = out.matrix->shape()[1];
    std::vector<std::vector<float>> all(heads.size());
    std::vector<float> row(static_cast<std::size_t>(columns));
    for (Index i = 0; i < rows; ++i) {
        out.matrix->read(i, 1, row.data());
        for (std::size_t head = 0; head < heads.size(); ++head)
            for (Index k = 0; k < width; ++k)
                all[head].push_back(float(out.factor * double(row[std::size_t(heads[head] * width + k)])));
    }
    return all;
}

[[noreturn]] void refuse(const char* problem, const std::string& expected, const std::string& found)
{
    throw Error({ErrorKind::Usage, "", "--along", problem, expected, found});
}

/// The direction with length 1.
std::vector<double> unitOf(const std::vector<float>& numbers)
{
    double squares = 0;
    for (const float number : numbers)
        squares += double(number) * double(number);
    if (!(squares > 0) || !std::isfinite(squares))
        throw Error({ErrorKind::BadInput, "", "--along", CUTAWAY_TR("the direction has no length"), "", ""});
    std::vector<double> unit;
    for (const float number : numbers)
        unit.push_back(double(number) / std::sqrt(squares));
    return unit;
}

/// The direction of length 1 for this model.
std::vector<double> directionUnit(
    const Setup& setup, const Intervention& said, const std::string& along, const RunControl& control)
{
    try {
        return unitOf(directionNumbers(setup, said, control).numbers);
    } catch (const Error& error) {
        Error::Parts parts = error.parts();
        if (parts.file.empty())
            parts.where = "--along " + shownText(along, 60);
        throw Error(std::move(parts));
    }
}

} // namespace

Intervention scannedDirection(const std::string& at, const std::string& along)
{
    try {
        const Json add = {{"at", at}, {"op", "add"}, {"source", parseJson(along, "")}};
        return interventionsFromJson(Json::array({add}), "").front();
    } catch (const Error&) {
        refuse(CUTAWAY_TR("no direction"), "norm, {\"towards\": …}, {\"unembedding\": …}, {\"embedding\": …}, {\"text\": …, \"less\": …}, {\"file\": …}",
            shownText(along, 60));
    }
}

ScanReading::ScanReading(const Setup& setup, const PlannedTensor& tensor, const std::string& at, const std::string& along,
    const RunControl& control)
    : m_axes(tensor.axes.begin() + 1, tensor.axes.end())
    , m_shape(tensor.shape.begin() + 1, tensor.shape.end())
    , m_isNorm(along == scanNorm)
{
    std::vector<Index> heads = parseNamePattern(at).value_or(NamePattern{}).heads;
    if (!heads.empty() && headAxis(tensor.axes) == 1)
        m_shape.front() = Index(heads.size());
    if (along.empty())
        return;
    const Index width = m_shape.back();
    m_axes.pop_back();
    m_shape.pop_back();
    if (const HeadOutput out = headOutput(setup, tensor); out.matrix) {
        if (heads.empty()) {
            heads.resize(std::size_t(m_shape.front()));
            std::iota(heads.begin(), heads.end(), Index(0));
        }
        m_out = columnsOf(out, heads, width);
    }
    if (!m_isNorm) {
        const Intervention said = scannedDirection(at, along);
        const bool isOfStream = tensor.axes.back() == axis::dModel
            || (!m_out.empty() && directionOf(said).kind != DirectionKind::Difference);
        goAlong(directionUnit(setup, said, along, control), isOfStream, width);
    } else if (!m_out.empty() || tensor.axes.back() == axis::dModel)
        m_written.assign(std::size_t(elements(m_shape) * setup.config.dModel), 0.0);
}

void ScanReading::goAlong(const std::vector<double>& unit, bool isOfStream, Index width)
{
    const Index expected = m_out.empty() || !isOfStream ? width : Index(m_out.front().size()) / width;
    if (Index(unit.size()) != expected)
        refuse(CUTAWAY_TR("the direction has another width than the vectors of the tensor"), std::to_string(expected),
            std::to_string(unit.size()));
    for (Index channel = 0; isOfStream && channel < elements(m_shape); ++channel)
        m_written.insert(m_written.end(), unit.begin(), unit.end());
    if (m_out.empty() || !isOfStream)
        m_towards = {unit};
    else // on the numbers of a head it is the rows of W_O, weighted
        for (const std::vector<float>& matrix : m_out) {
            std::vector<double>& onHead = m_towards.emplace_back(std::size_t(width), 0.0);
            for (std::size_t i = 0; i < matrix.size(); ++i)
                onHead[i % onHead.size()] += unit[i / onHead.size()] * double(matrix[i]);
        }
    m_out.clear();
}

Tensor ScanReading::read(const Tensor& numbers, std::vector<double>& sums) const
{
    if (!m_isNorm && m_towards.empty())
        return numbers;
    const Index tokens = numbers.dim(0), channels = elements(m_shape), width = numbers.columns();
    Tensor out("scanned", {axis::token, "channel"}, {tokens, channels});
    if (m_isNorm) {
        addLengths(numbers, out.data(), sums);
        return out;
    }
    for (Index i = 0; i < tokens * channels; ++i) {
        const std::vector<double>& towards = m_towards[m_towards.size() == 1 ? 0 : std::size_t(i % channels)];
        const float* const vector = numbers.data() + i * width;
        out.data()[i] = float(std::inner_product(towards.begin(), towards.end(), vector, 0.0));
    }
    return out;
}

void ScanReading::addLengths(const Tensor& numbers, float* out, std::vector<double>& sums) const
{
    const Index channels = elements(m_shape), width = numbers.columns();
    for (Index i = 0; i < numbers.dim(0) * channels; ++i) {
        const Index channel = i % channels;
        const float* const vector = numbers.data() + i * width;
        std::vector<double> written(vector, vector + width);
        if (!m_out.empty()) {
            const std::vector<float>& matrix = m_out[std::size_t(channel)];
            written.assign(matrix.size() / std::size_t(width), 0.0);
            for (std::size_t row = 0; row < written.size(); ++row)
                written[row] = std::inner_product(vector, vector + width, matrix.data() + Index(row) * width, 0.0);
        }
        out[i] = float(std::sqrt(std::inner_product(written.begin(), written.end(), written.begin(), 0.0)));
        for (std::size_t k = 0; k < written.size() && !sums.empty(); ++k)
            sums[std::size_t(channel) * written.size() + k] += written[k];
    }
}

} // namespace core
