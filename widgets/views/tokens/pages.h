#pragma once

// The pages of the figure of tokens.

#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/tokens/figure.h"

#include <QCoreApplication>

namespace widgets {

struct TokensWords
{
    Q_DECLARE_TR_FUNCTIONS(Tokens)
};

extern const FigurePage tokenStepsPage, tokenBytesPage, tokenSidePage, tokenVocabularyPage;

/// Names of what can be clicked in the pictures: words of the text, lines of pieces, points.
inline constexpr const char* wordsName = "words";
inline constexpr const char* linesName = "lines";
inline constexpr const char* countsName = "counts";

} // namespace widgets
