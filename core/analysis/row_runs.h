#pragma once

// Rows of held-out ids, one id more than there are positions, each run by itself as far as the tables of the model reach.

#include "core/base/run_control.h"
#include "core/run/model.h"
#include "core/trace/trace.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// What is read of them.
struct RowsRead
{
    Index rows = 0;
    Index length = 0;    // ids of each; fewer than it has where a table of the model ends
    Index trained = 0;   // the length of the texts of its training
    bool hasEnd = false; // a table ends after the last of them
};

/// REQUIRES: at least one row, rows of the same length of two ids or more.
RowsRead rowsRead(const Setup& setup, std::span<const std::vector<TokenId>> rows);

using RowDone = std::function<void(const Trace& trace, const std::vector<TokenId>& row)>;

/// Runs so much of each row, records these tensors and hands them out. Throws Stopped; what forward() refuses.
void runRows(const Setup& setup, std::span<const std::vector<TokenId>> rows, const std::vector<std::string>& tensors,
    const RunControl& control, const RowDone& done);

} // namespace core
