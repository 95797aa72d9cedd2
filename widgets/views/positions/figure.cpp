// Positions: what each kind brings to the scores, and which survives texts longer than those of its training.

#include "widgets/views/positions/figure.h"

#include "widgets/views/positions/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/standard_offers.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&relativePage, &positionLossPage, &positionWindowPage};

/// The scores are of this text, the losses of texts that the bundled models know.
ChoiceOffer offer(const FigureData& data)
{
    return &pageOf(kPages, data) == &relativePage ? weightsOffer(data) : openOffer(QStringLiteral("main"));
}

} // namespace

constinit const FigureInfo positionsFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoTokens>("positions", QT_TRANSLATE_NOOP("figures", "What do positions add to a score?"));
    figure.comparing = Comparing::Overlay;
    figure.difference = Difference::None;
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
