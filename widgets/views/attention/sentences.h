#pragma once

// The caption of the picture of one head, with its live numbers; and why two heads cannot be compared.

#include "widgets/figure/figure.h"
#include "widgets/plot/color_scale.h"

namespace widgets {

/// A cell in words.
struct HeadCell
{
    int layer = 0;
    int head = 0;
    QString query; // quoted
    QString key;
};

QString weightSentence(const FigureData& data, const HeadCell& at, double weight);

/// The same of what is not the weight itself (weighing.h).
QString weighedSentence(const FigureData& data, const HeadCell& at, double value);
QString scoreSentence(const FigureData& data, const HeadCell& at, double score);

/// Of the stages whose rows are vectors of tokens.
QString dimensionSentence(const FigureData& data, const HeadCell& at, const Grid& grid, int row);
QString differenceSentence(const FigureData& data, const HeadCell& at, double difference);

/// Why the colours of these patterns are not plain, in a sentence; empty when they are. `choice`: weightScale(), maybe of more.
QString scaleSentence(const ScaleChoice& choice, std::span<const Grid> patterns);

} // namespace widgets
