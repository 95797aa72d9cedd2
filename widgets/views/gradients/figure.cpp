// Gradients: what one way back through the run says, page by page.

#include "widgets/views/gradients/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/views/circuits/paths_numbers.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/gradients/pages.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/standard_offers.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[]
    = {&gradientTokensPage, &gradientOcclusionPage, &gradientPlacementsPage, &gradientSoftmaxPage, &gradientStepsPage};

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    if (!run || !run->setup || run->trace->ids.empty())
        return {};
    if (isTooLongForGradients(data))
        return shorterTextOffer(data, maxGradientTokens);
    const bool isOfPlacements = showOption.in(data) == QLatin1String(gradientPlacementsPage.id);
    if (isOfPlacements && run->setup->config.hasEncoder())
        return decoderOffer();
    if (isOfPlacements && hasNoNorm(*run))
        return layerNormOffer();
    for (const Need& need : isOfPlacements ? gradientPlacementsPage.needs(data) : Needs())
        if (const NeedResult* const result = data.results.find(need.id); result && !result->value) // too large
            return openOffer(QStringLiteral("main"));
    if (pathMetric(data, run).empty())
        return outputOffer(data);
    return showOption.in(data) == QLatin1String(gradientSoftmaxPage.id) ? weightsOffer(data) : oneTokenOffer(data);
}

} // namespace

constinit const FigureInfo gradientsFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoGradient>("gradients", QT_TRANSLATE_NOOP("figures", "Which tokens does this answer hang on?"));
    figure.difference = Difference::Any; // of a head only where the two share their weights: the softmax says so itself
    figure.offer = offer;
    figure.needs = [](const FigureData& data) { return isTooLongForGradients(data) ? Needs() : ofPage<kPages, &FigurePage::needs>(data); };
    return figure;
}();

} // namespace widgets
