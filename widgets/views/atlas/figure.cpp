// Atlas: the published models as a table and over their years; what their choices cost in full size.

#include "widgets/views/atlas/figure.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&atlasTablePage, &atlasFeedForwardPage, &atlasHeadsPage, &atlasDepthPage,
    &atlasVocabularyPage, &atlasChoicesPage, &atlasSizePage};

} // namespace

constinit const FigureInfo atlasFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNoAtlas>("atlas", QT_TRANSLATE_NOOP("figures", "Which choices won?"));
    figure.isOfNumbers = false;
    figure.comparing = Comparing::Overlay;
    return figure;
}();

} // namespace widgets
