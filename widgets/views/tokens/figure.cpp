#include "widgets/views/tokens/figure.h"

#include "widgets/views/tokens/pages.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&tokenStepsPage, &tokenBytesPage, &tokenSidePage, &tokenVocabularyPage};

} // namespace

constinit const FigureInfo tokensFigure = [] {
    FigureInfo figure = figureOf<kPages>("tokens", QT_TRANSLATE_NOOP("figures", "How does the text become tokens?"));
    figure.isOfNumbers = false;
    return figure;
}();

} // namespace widgets
