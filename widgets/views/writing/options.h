#pragma once

// The options of the figure of texts that a model writes, as controls, command line and recipes say them.

#include "core/run/continuations.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/options.h"

#include <vector>

namespace widgets {

inline constexpr NumberOption temperatureOption{"temperature", 0, 2};
inline constexpr WholeOption topKOption{"top_k", 0, 1000};
inline constexpr NumberOption topPOption{"top_p", 0.01, 1};
inline constexpr NumberOption minPOption{"min_p", 0, 1};
inline constexpr NumberOption penaltyOption{"penalty", 0.5, 2};
inline constexpr WholeOption seedOption{"seed", 0, 1'000'000};
inline constexpr WholeOption writtenTextsOption{"texts", 1, int(core::maxContinuations)};
inline constexpr WholeOption tokensOption{"tokens", 1, int(core::maxContinuedTokens)}; // that are shown
inline constexpr WholeOption writtenLengthOption{
    "length", 1, int(core::maxContinuedTokens)}; // that are written, so that showing one more
                                                 // computes nothing; at least those shown
inline constexpr TextOption nodeOption{"node"}; // ids after the prompt with "-" between; empty: the prompt
inline constexpr TextOption branchesOption{"branches"}; // some of these with commas between: beginnings of further texts

namespace writing {
inline constexpr double usualTemperature = 1, usualTopP = 0.9, usualPenalty = 1;
inline constexpr int usualTexts = 3, usualTokens = 6;
} // namespace writing

/// A beginning as the options spell it; ids that are no numbers, and all after them, are left out.
std::vector<core::TokenId> pathOf(const QString& words);
QString pathWords(const std::vector<core::TokenId>& path);

/// What is written: of all options but those that only say what is shown.
core::ContinuationOptions continuationOptions(const FigureData& data);

/// Tokens of each text that are shown.
core::Index shownLength(const FigureData& data);

FigureOptions writingOptions(const FigureData& data);

} // namespace widgets
