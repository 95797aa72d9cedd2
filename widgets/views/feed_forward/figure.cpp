// What the feed-forward of a layer does: one figure with six pictures.

#include "widgets/views/feed_forward/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&feedForwardCurvePage, &feedForwardGatePage, &feedForwardMapsPage,
    &feedForwardNeuronPage, &feedForwardActivationsPage, &feedForwardWidthPage};

ChoiceOffer offer(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    return run && !feedForwardFigure.whyNot(data).isEmpty() ? gatedOffer(data) : ChoiceOffer();
}

} // namespace

constinit const FigureInfo feedForwardFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNoFeedForward>(
        "feed_forward", QT_TRANSLATE_NOOP("figures", "What does the feed-forward let through?"));
    figure.difference = Difference::ByIndex; // of neurons; curves say that they have none
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
