// Cost: what the operations of a pass cost, counted and measured; how that grows with the text; what a choice saves.

#include "widgets/views/cost/figure.h"

#include "widgets/views/cost/numbers.h"
#include "widgets/views/cost/pages.h"
#include "widgets/views/shared/figure_words.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&costOperationsPage, &costLengthPage, &costSavedPage};

} // namespace

constinit const FigureInfo costFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoCost>("cost", QT_TRANSLATE_NOOP("figures", "What does each operation of a pass cost?"));
    figure.isOfNumbers = false;
    figure.comparing = Comparing::Overlay;
    figure.difference = Difference::Any;
    figure.measured = measuredNumbers;
    figure.caveats = caveatsOfWidths;
    return figure;
}();

} // namespace widgets
