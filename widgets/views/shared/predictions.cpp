#include "widgets/views/shared/predictions.h"

#include "widgets/figure/sides.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace widgets {

bool speaksOfHere(const core::Trace& trace) { return choiceOf(trace, "topology") == "encoder"; }

bool hasAllLogits(const core::Trace& trace)
{
    const core::Tensor* logits = trace.find("logits");
    return logits && logits->rank() == 2 && logits->dim(0) == core::Index(streamTokens(trace).size()) && logits->columns() > 0;
}

std::vector<core::TokenProbability> nextTokens(const core::Trace& trace, int position, int count)
{
    std::vector<core::TokenProbability> next = core::topK(logitsAfter(trace, position), count);
    for (core::TokenProbability& one : next)
        if (std::isnan(one.logit)) // of a run that overflowed: no small share, but none
            one.probability = std::numeric_limits<double>::quiet_NaN();
    return next;
}

double probabilityOf(const core::Trace& trace, int position, core::TokenId id)
{
    const std::span<const float> logits = logitsAfter(trace, position);
    if (id < 0 || std::size_t(id) >= logits.size())
        return std::numeric_limits<double>::quiet_NaN();
    const double largest = double(*std::ranges::max_element(logits));
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit) - largest);
    return std::exp(double(logits[std::size_t(id)]) - largest) / sum;
}

QString probabilityText(double probability)
{
    if (std::isnan(probability))
        return formatNumber(probability);
    return probability < 0.0005 ? QStringLiteral("< ") + formatPercent(0.001) : formatPercent(probability);
}

ChoiceOffer outputOffer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->setup->config.outputHead != core::OutputHead::None || !run->setup->config.tied)
        return {};
    return {QCoreApplication::translate("Output", "Read it with the embedding matrix"), QStringLiteral("output.head"),
        QStringLiteral("linear")};
}

QString tokenText(const RunResult& run, core::TokenId id)
{
    if (run.setup && run.setup->model && run.setup->model->tokenizer)
        return visibleToken(QString::fromStdString(run.setup->model->tokenizer->tokenText(id)));
    for (std::size_t i = 0; i < run.trace->ids.size() && i < run.trace->tokens.size(); ++i)
        if (run.trace->ids[i] == id)
            return visibleToken(QString::fromStdString(run.trace->tokens[i]));
    return QStringLiteral("#%1").arg(id);
}

} // namespace widgets
