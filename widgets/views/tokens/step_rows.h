#pragma once

// The steps of a word as lines of boxes: pieces after each merge, tokens that begin at each place, ways through the lattice.

#include "widgets/views/tokens/span_rows.h"
#include "widgets/views/tokens/tokenized_texts.h"

namespace widgets {

struct StepRows
{
    std::vector<SpanLine> lines;
    int current = 0; // the line that must be in sight
};

/// How many steps there are: merges, places, characters; 0: nothing to step through.
int stepCount(const TokenizedText& text);

/// The step that the options name, 0 to stepCount(); the last without one.
int shownStep(const FigureData& data, const TokenizedText& text);

/// Lines up to a step. REQUIRES: the text has words.
StepRows stepRows(const TokenizedText& text, int step);

/// The heading over them, "“lowest”: after 2 of 5 merges".
QString stepHeading(const TokenizedText& text, int step);

/// What is seen, with its numbers.
QString stepSentence(const TokenizedText& text, int step);

} // namespace widgets
