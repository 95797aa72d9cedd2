// What enters the first block: one figure with three pictures.

#include "widgets/views/embeddings_figure.h"

#include "widgets/views/embedding_numbers.h"
#include "widgets/views/embedding_pictures.h"
#include "widgets/views/figure_pages.h"

namespace widgets {

namespace {

constexpr const EmbeddingPicture* kPictures[] = {&embeddingSumPicture, &embeddingSimilarityPicture, &embeddingPlanePicture};

const EmbeddingPicture& pictureOf(const FigureData& data) { return pageOf(kPictures, data); }

void draw(Plot& plot, const FigureData& data, const FigureStyle& style) { pictureOf(data).draw(plot, data, style); }

QString caption(const FigureData& data) { return pictureOf(data).caption(data); }

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoInput(data); !reason.isEmpty())
        return reason;
    return pictureOf(data).whyNot(data);
}

QString subtitle(const FigureData& data) { return pictureOf(data).subtitle(data); }

const char* titleFor(const FigureData& data) { return pictureOf(data).title; }

QString table(const FigureData& data) { return pictureOf(data).table(data); }

std::vector<Metric> metrics(const FigureData& data)
{
    const EmbeddingPicture& picture = pictureOf(data);
    return picture.metrics ? picture.metrics(data) : std::vector<Metric>();
}

std::vector<QVariantMap> variants() { return pageVariants(kPictures); }

QSizeF leastPanel(const FigureData& data) { return pictureOf(data).leastPanel(data); }

} // namespace

QStringList embeddingShows() { return pageIds(kPictures); }

const FigureInfo embeddingsFigure{.id = "embeddings",
    .title = QT_TRANSLATE_NOOP("figures", "What enters the first block?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .titleFor = titleFor,
    .table = table,
    .difference = Difference::Any, // of dimensions only where the two share their weights: the sum says so itself
    .metrics = metrics,
    .variants = variants,
    .leastPanel = leastPanel};

} // namespace widgets
