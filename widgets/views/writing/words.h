#pragma once

// The figure of texts that a model writes, in words.

#include "widgets/views/writing/numbers.h"

#include <QCoreApplication>

namespace widgets {

struct WritingWords
{
    Q_DECLARE_TR_FUNCTIONS(Writing)
};

/// A number that a person has set, without needless zeros: "0.9", "1.25".
QString settingText(double value);

/// "one in 57", "almost every one"; a power of ten from a million on.
QString oneIn(double logProbability);

/// "0.653", "0.05", "0.0004": as short as tells it from 0.
QString shortProbability(double probability);

/// "greedy", "seed 12", "chosen".
QString textName(const core::Continuation& text);

QString writingSubtitle(const FigureData& data);
QString writingCaption(const FigureData& data);
std::vector<Caveat> writingCaveats(const FigureData& data);

/// The nodes of the tree and the tokens that the selected one lists, as CSV.
QString writingTable(const FigureData& data);

} // namespace widgets
