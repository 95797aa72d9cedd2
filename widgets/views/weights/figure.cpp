#include "widgets/views/weights/figure.h"

#include "widgets/views/weights/numbers.h"
#include "widgets/views/weights/pages.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&weightsMapsPage, &weightsSpectrumPage, &weightsNormsPage, &weightsSpreadPage};

} // namespace

constinit const FigureInfo weightsFigure = [] {
    FigureInfo figure
        = figureOf<kPages, whyNoMatrices>("weights", QT_TRANSLATE_NOOP("figures", "What do the weights look like?"));
    figure.difference = Difference::ByIndex;
    return figure;
}();

} // namespace widgets
