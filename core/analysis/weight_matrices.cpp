#include "core/analysis/weight_matrices.h"

#include "core/analysis/matrix_rows.h"
#include "core/base/engine_use.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

namespace core {

namespace {

constexpr std::array<std::string_view, 28> projections{"attn.q", "attn.q_a", "attn.q_b", "attn.k", "attn.v", "attn.kv_a",
    "attn.kv_b", "attn.o", "cross_attn.q", "cross_attn.k", "cross_attn.v", "cross_attn.o", "mixer.q", "mixer.k", "mixer.v",
    "mixer.g", "mixer.r", "mixer.in", "mixer.x", "mixer.y", "mixer.dt", "mixer.o", "mixer.out", "mlp.gate", "mlp.up",
    "mlp.down", "mlp.receptance", "mlp.router"};
constexpr std::array<std::string_view, 2> ofExperts{"mlp.experts.", "mlp.shared."};
constexpr std::array<std::string_view, 3> ofExpert{".gate", ".up", ".down"};

BlockMatrix read(const WeightTensor& tensor, std::string name, const RunControl& control)
{
    BlockMatrix one{std::move(name), tensor.shape()[0], tensor.shape()[1]};
    while ((one.rows / one.blockRows) * (one.columns / one.blockColumns) > maxWeightCells)
        (one.rows / one.blockRows > one.columns / one.blockColumns ? one.blockRows : one.blockColumns) *= 2;
    Matrix cells
        = Matrix::Zero((one.rows + one.blockRows - 1) / one.blockRows, (one.columns + one.blockColumns - 1) / one.blockColumns);
    double squares = 0;
    forEachRows(rowsOf(tensor), control, [&](Index first, const ConstMatrixView& rows) {
        squares += squaresOf(rows);
        for (Index i = 0; i < rows.rows(); ++i)
            for (Index j = 0; j < rows.cols(); ++j) {
                float& cell = cells((first + i) / one.blockRows, j / one.blockColumns);
                if (std::abs(rows(i, j)) > std::abs(cell))
                    cell = rows(i, j);
            }
    });
    one.norm = std::sqrt(squares);
    one.largest = double(cells.cwiseAbs().maxCoeff());
    one.cells = std::make_shared<const Matrix>(std::move(cells));
    return one;
}

} // namespace

std::string BlockPlace::nameOf(std::string_view rest) const
{
    return (isOfEncoder ? "encoder." : "") + blockName(layer, rest);
}

std::vector<BlockPlace> blockPlaces(const Setup& setup)
{
    std::vector<BlockPlace> all;
    for (Index layer = 0; layer < Index(setup.config.encoderBlocks.size()); ++layer)
        all.emplace_back(layer, true);
    for (Index layer = 0; layer < setup.config.layers(); ++layer)
        all.emplace_back(layer);
    return all;
}

const WeightTensor* matrixNamed(const Setup& setup, std::string_view name)
{
    const WeightTensor* const found = setup.weights.find(std::string(name) + ".weight");
    return found && found->shape().size() == 2 && found->shape()[0] > 0 && found->shape()[1] > 0 ? found : nullptr;
}

const WeightTensor* blockMatrix(const Setup& setup, const BlockPlace& block, std::string_view name)
{
    return matrixNamed(setup, block.nameOf(name));
}

std::vector<std::string> blockExperts(const Setup& setup, const BlockPlace& block)
{
    std::vector<std::string> experts;
    for (const std::string_view kind : ofExperts)
        for (Index i = 0;; ++i) {
            const std::string name = std::string(kind) + std::to_string(i);
            if (std::ranges::none_of(
                    ofExpert, [&](std::string_view part) { return blockMatrix(setup, block, name + std::string(part)); }))
                break;
            experts.push_back(name);
        }
    return experts;
}

std::vector<std::string> blockMatrices(const Setup& setup, const BlockPlace& block, Index expert)
{
    std::vector<std::string> names;
    for (const std::string_view name : projections)
        if (blockMatrix(setup, block, name))
            names.emplace_back(name);
    if (const std::vector<std::string> experts = blockExperts(setup, block); !experts.empty())
        for (const std::string_view part : ofExpert)
            if (const std::string name = experts[std::min(std::size_t(expert), experts.size() - 1)] + std::string(part);
                blockMatrix(setup, block, name))
                names.push_back(name);
    return names;
}

std::vector<std::string> outsideMatrices(const Setup& setup)
{
    constexpr std::string_view end = ".weight";
    std::vector<std::string> names;
    for (const WeightSpec& spec : setup.specs)
        if (spec.sharedWith.empty() && spec.name.ends_with(end) && partsOfName(spec.name).layer < 0)
            if (const std::string name = spec.name.substr(0, spec.name.size() - end.size()); matrixNamed(setup, name))
                names.push_back(name);
    return names;
}

std::size_t BlockMatrices::bytes() const
{
    std::size_t sum = 0;
    for (const BlockMatrix& one : all)
        sum += std::size_t(one.cells->size()) * sizeof(float);
    return sum;
}

BlockMatrices blockMatricesOf(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control)
{
    countEngineUse();
    BlockMatrices matrices;
    for (const std::string& name : blockMatrices(setup, block, expert))
        matrices.all.push_back(read(*blockMatrix(setup, block, name), name, control));
    return matrices;
}

Index Spectrum::holding(double share) const
{
    double all = 0, sum = 0;
    for (const double value : values)
        all += value * value;
    Index count = 0;
    while (count < Index(values.size()) && sum < share * all) {
        sum += values[std::size_t(count)] * values[std::size_t(count)];
        ++count;
    }
    return count;
}

double Spectrum::stableRank() const
{
    if (values.empty() || !(values.front() > 0))
        return 0;
    double sum = 0;
    for (const double value : values)
        sum += (value / values.front()) * (value / values.front());
    return sum;
}

Index Spectrum::rank() const
{
    const double limit
        = values.empty() ? 0 : values.front() * double(std::max(rows, columns)) * double(std::numeric_limits<float>::epsilon());
    return std::ranges::count_if(values, [&](double value) { return value > limit; });
}

std::vector<Spectrum> spectraOf(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control)
{
    countEngineUse();
    std::vector<Spectrum> spectra;
    for (const std::string& name : blockMatrices(setup, block, expert)) {
        control.check();
        const WeightTensor& tensor = *blockMatrix(setup, block, name);
        Spectrum one{name, tensor.shape()[0], tensor.shape()[1], {}};
        if (std::min(one.rows, one.columns) <= maxSpectrum)
            one.values = singularValues(rowsOf(tensor), control);
        spectra.push_back(std::move(one));
    }
    return spectra;
}

std::vector<WeightSpread> weightSpreads(const Setup& setup, const BlockPlace& block, Index expert, const RunControl& control)
{
    countEngineUse();
    std::vector<WeightSpread> all;
    double widest = 0;
    for (const std::string& name : blockMatrices(setup, block, expert)) {
        const WeightTensor& tensor = *blockMatrix(setup, block, name);
        double squares = 0;
        forEachRows(rowsOf(tensor), control, [&](Index, const ConstMatrixView& rows) { squares += squaresOf(rows); });
        all.push_back({.name = name, .rms = std::sqrt(squares / double(tensor.shape()[0] * tensor.shape()[1]))});
        widest = std::max(widest, all.back().rms);
    }
    const double range = widest > 0 ? std::exp2(std::ceil(std::log2(4 * widest))) : 1;
    for (WeightSpread& one : all) {
        const WeightTensor& tensor = *blockMatrix(setup, block, one.name);
        const double share = 1 / double(tensor.shape()[0] * tensor.shape()[1]);
        one.range = range;
        one.shares.assign(spreadBins, 0);
        forEachRows(rowsOf(tensor), control, [&](Index, const ConstMatrixView& rows) {
            for (Index i = 0; i < rows.rows(); ++i)
                for (Index j = 0; j < rows.cols(); ++j) {
                    const double bin = std::floor((double(rows(i, j)) / range + 1) / 2 * double(spreadBins));
                    one.shares[std::size_t(std::clamp(bin, 0.0, double(spreadBins - 1)))] += share;
                }
        });
    }
    return all;
}

std::vector<NormsOfMatrix> matrixNorms(const Setup& setup, Index expert, bool isOfEncoder, const RunControl& control)
{
    countEngineUse();
    const Index layers = isOfEncoder ? Index(setup.config.encoderBlocks.size()) : setup.config.layers();
    std::vector<NormsOfMatrix> all;
    for (Index layer = 0; layer < layers; ++layer) {
        const BlockPlace block(layer, isOfEncoder);
        for (const std::string& name : blockMatrices(setup, block, expert)) {
            auto found = std::ranges::find(all, name, &NormsOfMatrix::name);
            if (found == all.end())
                found = all.insert(
                    all.end(), {name, std::vector<double>(std::size_t(layers), std::numeric_limits<double>::quiet_NaN())});
            found->norms[std::size_t(layer)] = normOf(rowsOf(*blockMatrix(setup, block, name)), control);
        }
    }
    return all;
}

} // namespace core
