#pragma once

// The options that a figure understands (FigureData::options): their keys and, where they are words, the words. A new option of a
// figure gets its line here; the command line refuses all others.

#include "widgets/figure/figure.h"

#include <QStringList>

#include <vector>

namespace widgets {

struct FigureOption
{
    enum Value
    {
        Word, // one of `words`
        Words, // some of `words`, with commas between
        Number,
        Text
    };

    QString key;
    Value value = Text;
    QStringList words = {};
    double least = 0, most = 0; // of a number
    bool isWhole = false;
};

/// Every option of the figure; empty when it has none.
std::vector<FigureOption> optionsOf(const FigureInfo& figure);

/// The same with the values that these runs leave: the pairs that a head has, the tokens of the text. REQUIRES: a run.
std::vector<FigureOption> optionsOf(const FigureInfo& figure, const FigureData& data);

/// Whether the option understands this value.
bool isUnderstood(const FigureOption& option, const QString& said);

} // namespace widgets
