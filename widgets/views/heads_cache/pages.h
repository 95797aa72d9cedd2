#pragma once

// The pictures of heads and cache, chosen by the option "show". To add one: a file with its FigurePage, and its place in kPages
// of figure.cpp.

#include "widgets/views/heads_cache/kinds.h"
#include "widgets/views/shared/figure_pages.h"

namespace widgets {

extern const FigurePage sharingPage;
extern const FigurePage growthPage;
extern const FigurePage latentPage;
extern const FigurePage repeatedPage;
extern const FigurePage blocksPage;

inline constexpr WholeOption blockOption{"block", 1, WholeOption::many}; // tokens of a block, of the page "blocks"

/// The length of its blocks: as the option says, as the model has it, or 4. Without a run: of the option.
int shownBlock(const FigureData& data);

/// Why neither of them has a picture; empty when some do.
QString whyNoCache(const FigureData& data);

/// The kind of attention that a page lacks, to be offered: "latent", "grouped_query"; empty: none.
QString lackedKind(const FigureData& data);

} // namespace widgets
