#pragma once

// TokenGroups: the labels on the axes of an attention map. Usually each token by itself; where tokens split a character,
// they are under one bracket with it, or are combined ("brackets": apart, sum).

#include "core/analysis/attention_stages.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"
#include "widgets/plot/grid_axis_rect.h"

#include <string>
#include <vector>

namespace widgets {

struct TokenGroups
{
    std::vector<core::IndexRange> ranges; // tokens of each place, in order
    QStringList texts;                    // of each place; of a part of a character both: 猫₂
    std::vector<AxisBracket> brackets;    // over places; empty when they are combined
    bool areSummed = false;               // whether some place holds more than one token

    int count() const { return int(ranges.size()); }
    int placeOf(int token) const; // −1 outside
    int firstToken(int place) const; // −1 outside
};

/// Whether some of these tokens split a character.
bool hasSplitCharacters(const std::vector<std::string>& tokens);

/// The places of these tokens, or of those of the stream; combined where `sums` says so.
TokenGroups tokenGroups(const std::vector<std::string>& tokens, bool sums);
TokenGroups tokenGroups(const core::Trace& trace, bool sums);

/// The text of one token as the axes have it: of a part of a character both, 猫₂. Empty outside the tokens, or those of the stream.
/// It reads the tokens around it alone.
QString tokenWord(const std::vector<std::string>& tokens, int position);
QString tokenWord(const core::Trace& trace, int position);

/// The columns of a map are the tokens of the stream; those that split a character are under one bracket with it.
void labelColumns(GridAxisRect& rect, const core::Trace& trace);

/// The rows are, likewise.
void labelRows(GridAxisRect& rect, const core::Trace& trace);

/// Single tokens in another order: order[place] is the old place of what is there. Brackets stay where their tokens still
/// follow each other.
TokenGroups inOrder(const TokenGroups& groups, const std::vector<core::Index>& order);

inline constexpr WordOption bracketsOption{"brackets", {"apart", "sum"}};

/// What the option "brackets" says: "sum", or apart.
bool sumsBrackets(const FigureData& data);

/// A pattern, or the scores behind it, over these places; the grid itself when none holds more than one token, and when it is
/// not of all of them.
Grid groupedPattern(const Grid& pattern, const TokenGroups& queries, const TokenGroups& keys);
Grid groupedMask(const Grid& scores, const TokenGroups& queries, const TokenGroups& keys);

/// A matrix of one's own as a grid.
Grid gridOf(core::Matrix matrix);

/// Numbers of a grid for core/analysis. REQUIRES: rows are side by side (columnStride 1).
core::ConstMatrixView viewOf(const Grid& grid);

} // namespace widgets
