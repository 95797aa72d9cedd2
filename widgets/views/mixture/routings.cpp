#include "widgets/views/mixture/routings.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/sides.h"

#include <algorithm>

namespace widgets {

namespace {

/// The run with another routing; nothing for its own.
std::optional<Need> routingNeed(const RunPtr& run, const core::RoutingRule& own, core::Routing routing)
{
    // SparseMixer reads its logits as no other model does: beside the others only where it is the model's own.
    if (routing == own.kind || routing == core::Routing::SparseMixer)
        return std::nullopt;
    return runNeed(run, "mixture.routing", std::string(core::routingWords[std::size_t(routing)]), {"blocks.*.mlp.gates"});
}

} // namespace

Needs routingsNeeded(const FigureData& data)
{
    Needs needs;
    for (const RunPtr& run : drawnRuns(data)) {
        FigureData alone = data;
        alone.a = run;
        alone.b = nullptr;
        const core::MixtureOfExperts* const kind = mixtureAt(*run, shownMixtureLayer(alone));
        for (std::size_t i = 0; kind && i < std::size(core::routingWords); ++i)
            if (std::optional<Need> need = routingNeed(run, kind->routing, core::Routing(i)))
                needs.push_back(std::move(*need));
    }
    return needs;
}

std::vector<RoutingGates> gatesOfRoutings(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    const int layer = shownMixtureLayer(data);
    const core::MixtureOfExperts* kind = mixtureAt(*run, layer);
    std::vector<RoutingGates> columns;
    if (!kind)
        return columns;
    for (std::size_t i = 0; i < std::size(core::routingWords); ++i) {
        const std::optional<Need> need = routingNeed(run, kind->routing, core::Routing(i));
        RoutingGates column;
        column.word = std::string(core::routingWords[i]);
        column.rule = kind->routing;
        column.rule.kind = core::Routing(i);
        column.isOwn = column.rule.kind == kind->routing.kind;
        const NeedResult* const result = need ? data.results.find(need->id) : nullptr;
        if (!column.isOwn && !result)
            continue;
        const RunPtr other = column.isOwn ? run : data.results.run(need->id);
        column.gates = other ? routerGrid(*other, layer, "gates") : Grid();
        column.why = other ? QString() : coreText(result->why);
        columns.push_back(std::move(column));
    }
    return columns;
}

double sumOfGates(const Grid& gates, int token)
{
    double sum = 0;
    for (core::Index e = 0; token < gates.rows && e < gates.columns; ++e)
        sum += double(gates.at(token, e));
    return sum;
}

int differingChoices(const Grid& a, const Grid& b)
{
    int count = 0;
    for (core::Index t = 0; t < std::min(a.rows, b.rows); ++t) {
        bool differs = false;
        for (core::Index e = 0; e < std::min(a.columns, b.columns); ++e)
            differs |= (a.at(t, e) != 0) != (b.at(t, e) != 0);
        count += differs;
    }
    return count;
}

int bestExpert(const Grid& gates, int token)
{
    if (token < 0 || token >= gates.rows)
        return -1;
    int best = 0;
    for (int e = 1; e < int(gates.columns); ++e)
        if (gates.at(token, e) > gates.at(token, best))
            best = e;
    return best;
}

} // namespace widgets
