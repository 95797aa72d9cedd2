#pragma once

// The pages of the figure of the atlas.

#include "widgets/views/atlas/models.h"
#include "widgets/views/shared/figure_pages.h"

#include <qcustomplot.h>

namespace widgets {

extern const FigurePage atlasTablePage, atlasFeedForwardPage, atlasHeadsPage, atlasDepthPage, atlasVocabularyPage,
    atlasChoicesPage, atlasSizePage;

/// Names of what can be clicked in the pictures: rows of the table, points of a chart, strips of shares.
inline constexpr const char* tableName = "models";
inline constexpr const char* pointsName = "points";
inline constexpr const char* sharesName = "shares";

/// The models of the rows of the table, pinned ones included: nullptr for one that is not published.
std::vector<const core::AtlasModel*> tableRows(const FigureData& data);

/// d_ff / d_model over the year, and the shares of the kinds: parts of other pages, too.
void drawFeedForwardRatio(QCPAxisRect* rect, const Drawing& drawing);
void drawShares(QCPAxisRect* rect, const Drawing& drawing, std::size_t strips);

/// "Of the 17 models of 2025, 17 have RoPE, 16 RMSNorm, 17 SwiGLU or GEGLU."
QString shareSentence(const FigureData& data);
QString feedForwardSentence(const FigureData& data);

} // namespace widgets
