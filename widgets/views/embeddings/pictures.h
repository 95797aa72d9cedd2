#pragma once

// The four pictures of what enters the first block (option "show"): sum, similarity, plane, positions. figure.cpp chooses among
// them.

#include "widgets/views/shared/figure_pages.h"

#include <QCoreApplication>

namespace widgets {

/// The translation context of the page.
struct Embeddings
{
    Q_DECLARE_TR_FUNCTIONS(Embeddings)
};

extern const FigurePage embeddingSumPage;        // the vectors that are added up, tokens × dimensions
extern const FigurePage embeddingSimilarityPage; // the cosine of every two tokens, before and after
extern const FigurePage embeddingPlanePage;      // the tokens on their first two principal components
extern const FigurePage embeddingPositionsPage;  // the vectors of positions, their products by distance

/// Which maps of positions are drawn: all that have room, or the one that is named, whatever the room.
inline constexpr WordOption positionMapsOption{"maps", {"all", "vectors", "products"}};

/// What gives a model that adds no positions some, where that page is shown.
ChoiceOffer positionsOffer(const FigureData& data);

} // namespace widgets
