#pragma once

// What the figure of a scan needs: the scan, of the file that is open or of texts that the worker reads now, and what the unit
// that is shown writes.

#include "core/analysis/written_words.h"
#include "core/experiments/opened_scan.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"
#include "widgets/views/shared/texts_choice.h"

#include <string_view>

namespace widgets {

/// Whose numbers: the neurons, the selected head's output, the stream behind the block, or the gates of the experts, of the
/// selected layer. A file has its own.
inline constexpr WordOption scannedOption{"of", {"neurons", "head", "stream", "experts"}};

/// Of a head and of the stream: each number, or the vector as one: the length of what the head adds to the stream, the projection
/// of the stream on a direction.
inline constexpr WordOption readOption{"read", {"numbers", "vector"}};
bool readsLength(const FigureData& data);
bool readsDirection(const FigureData& data);

/// The direction as core::ScanRequest has it; empty: towards the likeliest next token.
inline constexpr TextOption alongOption{"along"};

inline constexpr const char* defaultTexts = "agreement";

/// Which number of the tensor, counted row by row; missing: the one whose largest value is furthest from its mean.
inline constexpr WholeOption unitOption{"unit", 0, WholeOption::many};

/// The tensor that the options name, "blocks.3.attn.z[2]".
std::string scannedTensor(const FigureData& data);

/// What it is read along: as core::ScanRequest has it. Of a direction empty where none is said and the run has no next token.
std::string scannedAlong(const FigureData& data, const RunPtr& run);

/// A direction in words: "direction towards “chair”".
QString alongText(const std::string& along);

/// A run of the setup has a tensor whose name ends so.
bool hasTensor(const core::Setup& setup, std::string_view ending);

/// The same of scannedTensor().
bool hasScanned(const core::Setup& setup, const FigureData& data);

/// FigureInfo::needs.
Needs scanNeeds(const FigureData& data);

/// The scan of a run; nullptr: not there.
const core::Scan* scanOf(const FigureData& data, const RunPtr& run);

/// The model that its tokens are of; null: not there.
core::SetupPtr setupOfScan(const FigureData& data, const RunPtr& run);

/// The unit of the options. REQUIRES: a scan with channels.
int shownUnit(const core::Scan& scan, const FigureData& data);

/// What the unit writes, read by the output matrix, of lengths in the mean; nullptr: it writes no one vector, or is not there.
const core::WrittenWords* wordsOfUnit(const FigureData& data, const RunPtr& run);

/// A token of it; "#12" without its model.
QString scannedToken(const core::Setup* setup, core::TokenId id);

/// The head and the number of its vector that a unit is; −1: none, or all of them.
struct UnitPlace
{
    int head = -1, dim = -1;
};
UnitPlace placeOfUnit(const core::Scan& scan, int unit);

/// "neuron 12 of L3", "H2 of L1, 5", "blocks.3.resid_post, 7".
QString unitName(const core::Scan& scan, int unit);

} // namespace widgets
