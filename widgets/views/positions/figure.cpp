// Positions: what each kind brings to the scores, and which survives texts longer than those of its training.

#include "widgets/views/positions/figure.h"

#include "widgets/views/positions/pages.h"
#include "widgets/views/shared/figure_words.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&relativePage, &positionLossPage, &positionWindowPage};

} // namespace

constinit const FigureInfo positionsFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoTokens>("positions", QT_TRANSLATE_NOOP("figures", "What do positions add to a score?"));
    figure.comparing = Comparing::Overlay;
    figure.difference = Difference::None;
    return figure;
}();

} // namespace widgets
