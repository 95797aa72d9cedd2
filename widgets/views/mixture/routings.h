#pragma once

// The routings that are compared with each other: the gates that each of them gives, in a run of its own.

#include "widgets/views/mixture/data.h"

#include <vector>

namespace widgets {

struct RoutingGates
{
    std::string word; // "top_k_then_softmax"
    core::RoutingRule rule;
    Grid gates; // [token, expert]; empty: `why`
    QString why;
    bool isOwn = false; // the routing of the model
};

/// FigurePage::needs: a run of each routing, of each slot.
Needs routingsNeeded(const FigureData& data);

/// What they recorded, for the run that is shown.
std::vector<RoutingGates> gatesOfRoutings(const FigureData& data);

double sumOfGates(const Grid& gates, int token);

/// The expert with the largest gate; −1 outside of the tokens.
int bestExpert(const Grid& gates, int token);

/// Tokens for which two routings keep other experts.
int differingChoices(const Grid& a, const Grid& b);

} // namespace widgets
