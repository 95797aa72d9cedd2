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
};

/// Every option of the figure; empty when it has none.
std::vector<FigureOption> optionsOf(const FigureInfo& figure);

/// Whether the option understands this value.
bool isUnderstood(const FigureOption& option, const QString& said);

} // namespace widgets
