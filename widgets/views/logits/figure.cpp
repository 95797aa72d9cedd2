// Logits: how large they are, and what keeps them small.

#include "widgets/views/logits/figure.h"

#include "widgets/views/logits/pages.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/predictions.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[] = {&zLossPage, &softCapPage};

} // namespace

constinit const FigureInfo logitsFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNoTokens>("logits", QT_TRANSLATE_NOOP("figures", "Why should logits stay small?"));
    figure.offer = outputOffer;
    return figure;
}();

} // namespace widgets
