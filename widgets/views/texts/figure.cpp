#include "widgets/views/texts/figure.h"

#include "widgets/figure/sides.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/texts/numbers.h"
#include "widgets/views/texts/pages.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&textHeadsPage, &textHeadPage, &textAnswersPage};

} // namespace

constinit const FigureInfo textsFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoStatistics>("texts", QT_TRANSLATE_NOOP("figures", "What does each head do over many texts?"));
    figure.isOfRun = false; // of the model, over other texts
    figure.difference = Difference::ByIndex;
    figure.caveats = caveatsOfTexts;
    return figure;
}();

} // namespace widgets
