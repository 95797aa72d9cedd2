#pragma once

// PartPlace: which attention of a model with two stacks a picture is of, and the head, query and key that are looked at there.
// What a run has at such a place is found here, so that wall, head, stages and cell draw every part in the same way.

#include "core/analysis/attention_part.h"
#include "widgets/figure/figure.h"
#include "widgets/plot/grid.h"
#include "widgets/views/shared/token_groups.h"

namespace widgets {

/// Whose attention; the decoder's, or that of the only stack, when it is not said.
inline constexpr WordOption partOption{"stack", {"self", "encoder", "cross"}};

/// The tokens of the source that are looked at: the selection of the window is of the other text.
inline constexpr WholeOption sourceQueryOption{"source_query", 0, WholeOption::many};
inline constexpr WholeOption sourceKeyOption{"source_key", 0, WholeOption::many};

/// The three of them, with what the runs leave.
FigureOptions partOptions(const FigureData& data);

/// A selection whose query and key count the tokens of the part.
struct PartPlace : Selection
{
    PartPlace() = default;
    PartPlace(const Selection& at, core::AttentionPart of = core::AttentionPart::Self) // NOLINT: a selection is one of the blocks
        : Selection(at)
        , part(of)
    {
    }

    core::AttentionPart part = core::AttentionPart::Self;
};

/// Whether the run has this attention, recorded or still to be computed.
bool hasPart(const RunResult& run, core::AttentionPart part);

core::AttentionPart partOf(const FigureData& data);
PartPlace placeOf(const FigureData& data);

/// "encoder.blocks.3.attn.q" of "attn.q", as the run has it.
std::string tensorAt(const RunResult& run, const PartPlace& at, std::string_view rest);

/// Its head there; empty when it was not recorded.
Grid headGridAt(const RunResult& run, const PartPlace& at, std::string_view rest);

/// Which cells the head may not see (−inf), as HeadMasks.
Grid headMaskAt(const RunResult& run, const PartPlace& at);

/// The block that computes it; null when it is not known.
const core::BlockConfig* blockAt(const RunResult& run, const PartPlace& at);

/// The places of the queries or keys, and the text of one of them, quoted.
TokenGroups partGroups(const RunResult& run, core::AttentionPart part, bool areQueries, bool sums);
QString quotedPart(const RunResult& run, core::AttentionPart part, bool isQuery, int position);

/// The selection of the window that a cell means: tokens of the source are none of it.
Selection selectionAt(const FigureData& data, int row, int column, bool isSquare);

/// Why there are no weights of the part in a layer, or with −1 in the model; empty when there are. For whyNot() of figures.
QString whyNoPart(const FigureData& data, int layer);

/// Why their cells are not those of the same tokens in A and B; empty when they are, and before there are both.
QString whyTokensDiffer(const FigureData& data);

/// The way out of an empty picture of the part: a model with two stacks, or what makes weights.
ChoiceOffer partOffer(const FigureData& data);

/// A model with a source: the bundled translator, or where it is not bundled the choice of two stacks.
ChoiceOffer sourceOffer();

} // namespace widgets
