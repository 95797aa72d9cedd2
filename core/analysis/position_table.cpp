#include "core/analysis/position_table.h"

#include "core/layers/position_encoding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

/// The rows of a kind that computes them; false: it does not.
bool computeRows(const PositionEncoding& kind, Matrix& rows)
{
    return std::visit(
        [&](const auto& position) {
            for (Index p = 0; p < rows.rows(); ++p)
                if (!position.computeRow(p, {rows.data() + p * rows.cols(), std::size_t(rows.cols())}))
                    return false;
            return true;
        },
        kind);
}

/// Of each sine: 0 at position 0, sin(ω) at position 1, with ω of at most 1 (Vaswani et al. 2017, §3.5).
std::vector<double> wavelengthsOf(const Matrix& rows)
{
    std::vector<double> lengths;
    for (Index dim = 0; rows.rows() > 1 && dim < rows.cols(); ++dim)
        if (rows(0, dim) == 0.F && rows(1, dim) > 0.F && rows(1, dim) < 1.F)
            lengths.push_back(2 * std::numbers::pi / std::asin(double(rows(1, dim))));
    return lengths;
}

} // namespace

PositionTable positionTable(const Setup& setup, const Tensor* added, Index most, const RunControl& control)
{
    PositionTable table;
    const PositionEncoding& kind = setup.config.block(0).position;
    const std::optional<Index> first = std::visit([](const auto& position) { return position.tableRow(0); }, kind);
    if (first) {
        const WeightTensor& stored = setup.weights.at("pos_embed.weight");
        table.isLearned = true;
        table.end = stored.shape()[0] - *first;
        table.rows.resize(std::clamp<Index>(table.end, 0, most), stored.shape()[1]);
        stored.read(*first, table.rows.rows(), table.rows.data());
    } else {
        table.rows.resize(most, setup.config.dModel);
        if (!computeRows(kind, table.rows))
            return {};
        table.wavelengths = wavelengthsOf(table.rows);
    }
    control.check();
    const bool countsAllTokens = setup.config.paddingId < 0; // else places of the text are no positions
    if (added && countsAllTokens && added->rank() == 2 && added->columns() == table.rows.cols())
        std::copy_n(added->data(), std::min(added->rows(), table.rows.rows()) * added->columns(), table.rows.data());
    table.products = table.rows * table.rows.transpose();
    table.byDistance = spreadByDistance({table.products.data(), std::size_t(table.products.size())}, table.rows.rows());
    return table;
}

} // namespace core
