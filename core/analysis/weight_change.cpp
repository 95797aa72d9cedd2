#include "core/analysis/weight_change.h"

#include "core/analysis/matrix_rows.h"
#include "core/base/engine_use.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace core {

namespace {

/// That of B, where it can be subtracted from that of A; else nullptr.
const WeightTensor* partner(const Setup& b, Index layer, const std::string& name, const WeightTensor& ofA)
{
    const WeightTensor* const found = blockMatrix(b, layer, name);
    return found && found->shape() == ofA.shape() ? found : nullptr;
}

} // namespace

double MatrixChange::relative(Index layer) const
{
    const double norm = norms[std::size_t(layer)];
    return norm == 0 ? 0 : norm / before[std::size_t(layer)];
}

std::vector<MatrixChange> weightChange(const Setup& a, const Setup& b, Index expert, const RunControl& control)
{
    std::vector<MatrixChange> all;
    for (NormsOfMatrix& matrix : matrixNorms(a, expert, control)) {
        std::vector<double> norms(matrix.norms.size(), std::numeric_limits<double>::quiet_NaN());
        for (std::size_t layer = 0; layer < norms.size(); ++layer) {
            if (std::isnan(matrix.norms[layer]))
                continue; // A has none here
            const WeightTensor& before = *blockMatrix(a, Index(layer), matrix.name);
            if (const WeightTensor* const after = partner(b, Index(layer), matrix.name, before)) // of shared weights nothing is read
                norms[layer] = after == &before ? 0 : normOf(differenceRows(before, *after), control);
        }
        all.push_back({std::move(matrix.name), std::move(norms), std::move(matrix.norms)});
    }
    return all;
}

std::vector<Spectrum> changeSpectra(const Setup& a, const Setup& b, Index layer, Index expert, const RunControl& control)
{
    countEngineUse();
    std::vector<Spectrum> spectra;
    for (const std::string& name : blockMatrices(a, layer, expert)) {
        control.check();
        const WeightTensor& before = *blockMatrix(a, layer, name);
        const WeightTensor* const after = partner(b, layer, name, before);
        if (!after)
            continue;
        Spectrum one{name, before.shape()[0], before.shape()[1], {}};
        if (std::min(one.rows, one.columns) <= maxSpectrum)
            one.values = singularValues(differenceRows(before, *after), control);
        spectra.push_back(std::move(one));
    }
    return spectra;
}

} // namespace core
