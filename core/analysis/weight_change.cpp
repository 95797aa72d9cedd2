#include "core/analysis/weight_change.h"

#include "core/analysis/matrix_rows.h"
#include "core/base/engine_use.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace core {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// That of B, where it can be subtracted from that of A; else nullptr.
const WeightTensor* partner(const Setup& b, const std::string& name, const WeightTensor& ofA)
{
    const WeightTensor* const found = matrixNamed(b, name);
    return found && found->shape() == ofA.shape() ? found : nullptr;
}

/// Of these matrices of A, by their names in full and as they are called.
std::vector<Spectrum> spectraOfChange(const Setup& a, const Setup& b,
    const std::vector<std::pair<std::string, std::string>>& names, const RunControl& control)
{
    countEngineUse();
    std::vector<Spectrum> spectra;
    for (const auto& [full, name] : names) {
        control.check();
        const WeightTensor& before = *matrixNamed(a, full);
        const WeightTensor* const after = partner(b, full, before);
        if (!after)
            continue;
        Spectrum one{name, before.shape()[0], before.shape()[1], {}};
        if (std::min(one.rows, one.columns) <= maxSpectrum)
            one.values = singularValues(differenceRows(before, *after), control);
        spectra.push_back(std::move(one));
    }
    return spectra;
}

} // namespace

double MatrixChange::relative(std::size_t row) const
{
    const double norm = norms[row];
    return norm == 0 ? 0 : norm / before[row];
}

WeightChange weightChange(const Setup& a, const Setup& b, Index expert, const RunControl& control)
{
    countEngineUse();
    WeightChange all{blockPlaces(a), {}, {}};
    const std::size_t rows = all.rows.size();
    const auto measure = [&](const std::string& name, MatrixChange& change, std::size_t row) { // of a matrix that A has
        const WeightTensor& before = *matrixNamed(a, name);
        change.before[row] = normOf(rowsOf(before), control);
        if (const WeightTensor* const after = partner(b, name, before)) // of shared weights nothing is subtracted
            change.norms[row] = after == &before ? 0 : normOf(differenceRows(before, *after), control);
    };
    for (std::size_t row = 0; row < rows; ++row)
        for (const std::string& name : blockMatrices(a, all.rows[row], expert)) {
            auto found = std::ranges::find(all.blocks, name, &MatrixChange::name);
            if (found == all.blocks.end())
                found = all.blocks.insert(
                    all.blocks.end(), {name, std::vector<double>(rows, none), std::vector<double>(rows, none)});
            measure(all.rows[row].nameOf(name), *found, row);
        }
    for (const std::string& name : outsideMatrices(a)) {
        all.outside.push_back({name, {none}, {none}});
        measure(name, all.outside.back(), 0);
    }
    return all;
}

std::vector<Spectrum> changeSpectra(
    const Setup& a, const Setup& b, const BlockPlace& block, Index expert, const RunControl& control)
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const std::string& name : blockMatrices(a, block, expert))
        names.emplace_back(block.nameOf(name), name);
    return spectraOfChange(a, b, names, control);
}

std::vector<Spectrum> outsideSpectra(const Setup& a, const Setup& b, const RunControl& control)
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const std::string& name : outsideMatrices(a))
        names.emplace_back(name, name);
    return spectraOfChange(a, b, names, control);
}

} // namespace core
