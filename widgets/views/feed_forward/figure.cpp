// What the feed-forward of a layer does: one figure with six pictures.

#include "widgets/views/feed_forward/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&feedForwardCurvePage, &feedForwardGatePage, &feedForwardMapsPage, &feedForwardNeuronPage,
    &feedForwardActivationsPage, &feedForwardWidthPage};

/// What the page says; nothing for a run that it has no picture of, which stands beside one that it has.
template <auto function>
auto wordsOf(const FigureData& data)
{
    const RunPtr& run = shownRun(data);
    using Words = decltype(ofPage<kPages, function>(data));
    return run && feedForwardOf(data, *run) ? ofPage<kPages, function>(data) : Words();
}

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
    figure.caption = wordsOf<&FigurePage::caption>;
    figure.subtitle = wordsOf<&FigurePage::subtitle>;
    figure.table = wordsOf<&FigurePage::table>;
    figure.caveats = wordsOf<&FigurePage::caveats>;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
