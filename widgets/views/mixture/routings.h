#pragma once

// The routings that are compared with each other: the gates that each of them gives, in a run of its own or applied to the router
// logits of one run.

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

/// Whether each routing has a run of its own.
bool areRoutingsRun(const FigureData& data);

/// With a run of each kind what they recorded; else each rule applied to the logits of this run.
std::vector<RoutingGates> gatesOfRoutings(const FigureData& data);

double sumOfGates(const Grid& gates, int token);

/// The expert with the largest gate; −1 outside of the tokens.
int bestExpert(const Grid& gates, int token);

/// Tokens for which two routings keep other experts.
int differingChoices(const Grid& a, const Grid& b);

} // namespace widgets
