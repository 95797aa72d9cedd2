#include "core/analysis/row_runs.h"

#include "core/run/forward.h"

namespace core {

RowsRead rowsRead(const Setup& setup, std::span<const std::vector<TokenId>> rows)
{
    RowsRead read{.rows = Index(rows.size()), .length = Index(rows.front().size()) - 1, .trained = setup.config.context};
    if (const std::optional<Index> longest = longestText(setup.config); longest && *longest < read.length) {
        read.length = *longest;
        read.hasEnd = true;
    }
    return read;
}

void runRows(const Setup& setup, std::span<const std::vector<TokenId>> rows, const std::vector<std::string>& tensors,
    const RunControl& control, const RowDone& done)
{
    const Index length = rowsRead(setup, rows).length;
    for (const std::vector<TokenId>& row : rows) {
        control.check();
        done(*forward(setup, {.ids = {row.begin(), row.begin() + length}}, {.patterns = tensors}, {.stop = control.stop, .onProgress = {}}),
            row);
    }
}

} // namespace core
