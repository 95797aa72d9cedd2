#pragma once

// Numbers before and after a soft cap, cap · tanh(x / cap): the logits of a position, or the scores of a head's query.

#include "widgets/figure/figure.h"

#include <QStringList>

#include <vector>

namespace widgets {

struct CappedRow
{
    double cap = 0;
    bool isOwn = false; // the run has this cap; else it is tried on the run's numbers
    std::vector<double> before, after; // [vocabulary], or the keys that the query sees
    std::vector<int> ids;              // of the tokens, or of the keys
    QString where;                     // “after “is””, “L2 H3, query 4 “the””

    QString nameOf(const RunResult& run, std::size_t i) const;
    bool areScores = false;
};

/// Empty `before` while it is not there.
CappedRow cappedRow(const FigureData& data);

/// softmax of these numbers, float64 arithmetic.
std::vector<double> softmaxOf(const std::vector<double>& numbers);

/// Of a distribution, nat.
double entropyOf(const std::vector<double>& probabilities);

/// FigurePage::needs and whyNot.
Needs cappedNeeds(const FigureData& data);
QString whyNoCap(const FigureData& data);

} // namespace widgets
