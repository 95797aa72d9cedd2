#include "widgets/views/mixture/routings.h"

#include "widgets/figure/choice_text.h"

#include <algorithm>

namespace widgets {

bool areRoutingsRun(const FigureData& data) { return !data.kinds.empty() && shownRun(data) == data.a; }

std::vector<RoutingGates> gatesOfRoutings(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const int layer = shownMixtureLayer(data);
    const core::MixtureOfExperts* kind = mixtureAt(run, layer);
    const core::Tensor* logits = run.trace->find(core::blockName(layer, "mlp.router_logits"));
    std::vector<RoutingGates> columns;
    if (!kind)
        return columns;
    for (std::size_t i = 0; i < std::size(core::routingWords); ++i) {
        // SparseMixer reads its logits as no other model does: beside the others only where it is the model's own.
        if (core::Routing(i) == core::Routing::SparseMixer && kind->routing.kind != core::Routing::SparseMixer)
            continue;
        RoutingGates column;
        column.word = std::string(core::routingWords[i]);
        column.rule = kind->routing;
        column.rule.kind = core::Routing(i);
        column.isOwn = column.rule.kind == kind->routing.kind;
        const auto ran
            = std::find_if(data.kinds.begin(), data.kinds.end(), [&](const KindRun& one) { return one.value == column.word; });
        if (areRoutingsRun(data) && ran != data.kinds.end()) {
            column.gates = ran->run ? routerGrid(*ran->run, layer, "gates") : Grid();
            column.why = coreText(ran->why);
        } else if (column.isOwn) {
            column.gates = routerGrid(run, layer, "gates");
        } else if (logits && logits->columns() == column.rule.experts) {
            column.gates = gridOf(core::gatesUnder(column.rule, *logits, choiceBias(run, layer)));
        }
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
