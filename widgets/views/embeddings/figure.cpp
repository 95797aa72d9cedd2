// What enters the first block: one figure with four pictures.

#include "widgets/views/embeddings/figure.h"

#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/embeddings/pictures.h"
#include "widgets/views/shared/standard_offers.h"

namespace widgets {

namespace {

constexpr const FigurePage* kPages[]
    = {&embeddingSumPage, &embeddingSimilarityPage, &embeddingPlanePage, &embeddingPositionsPage};

ChoiceOffer offer(const FigureData& data)
{
    return showOption.in(data) == QLatin1String(embeddingPositionsPage.id) ? positionsOffer(data) : oneTokenOffer(data);
}

} // namespace

constinit const FigureInfo embeddingsFigure = [] {
    FigureInfo figure = figureOf<kPages, whyNoInput>("embeddings", QT_TRANSLATE_NOOP("figures", "What enters the first block?"));
    figure.difference = Difference::Any; // of dimensions only where the two share their weights: the sum says so itself
    figure.offer = offer;
    return figure;
}();

} // namespace widgets
