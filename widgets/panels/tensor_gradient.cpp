#include "widgets/panels/tensor_gradient.h"

#include "core/run/gradient_trace.h"
#include "core/run/same_weights.h"
#include "widgets/figure/choice_text.h"
#include "widgets/figure/sentences.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/paths_numbers.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Gradient
{
    Q_DECLARE_TR_FUNCTIONS(TensorGradient)
};

using Traced = std::shared_ptr<const core::Trace>;

std::string metricOf(const TensorGradient& gradient)
{
    FigureData data;
    data.options[metricOption.name()] = gradient.metric;
    return gradient.run->trace->ids.empty() ? std::string() : pathMetric(data, gradient.run);
}

NeedId idOf(const TensorGradient& gradient)
{
    return {gradient.run->trace, {}, "gradient " + metricOf(gradient) + " of " + gradient.tensor.toStdString()};
}

} // namespace

Needs TensorGradient::needs() const
{
    if (!run || !run->setup || metricOf(*this).empty())
        return {};
    return {derivedNeed(
        idOf(*this), [run = run, name = tensor.toStdString(), metric = metricOf(*this)](const core::RunControl& control) {
            const core::Measurement measured = measurementOf(run, metric, control);
            return Traced(core::traceWithGradients(
                measured.setup, measured.input, core::requestOf(measured, {"grad." + name}), measured.metric, control));
        })};
}

const core::Tensor* TensorGradient::in(const NeedResults& results) const
{
    const Traced* const trace = run ? results.value<Traced>(idOf(*this)) : nullptr;
    return trace ? (*trace)->find("grad." + tensor.toStdString()) : nullptr;
}

QString TensorGradient::whyNot(const NeedResults& results) const
{
    if (QString reason = whyNoMetric(*run, run->setup ? metricOf(*this) : std::string()); !reason.isEmpty())
        return reason;
    const NeedResult* const result = results.find(idOf(*this));
    if (!result)
        return Gradient::tr("The way back is computed …");
    if (!result->value)
        return coreText(result->why);
    return in(results) ? QString() : Gradient::tr("This tensor has no gradient: nothing is differentiated by it.");
}

QString TensorGradient::words() const
{
    const core::Metric metric = core::parseMetric(metricOf(*this), *run->setup);
    const QString words = Gradient::tr("Each number: how fast the %1 grows with that of the tensor.").arg(metricWords(metric, *run));
    const QString constant = heldConstant(*run);
    return constant.isEmpty() ? words : joinedSentences({words, Gradient::tr("%1.").arg(constant)});
}

} // namespace widgets
