// The ALiBi room: one figure with four pictures.

#include "widgets/views/alibi_figure.h"

#include "widgets/figure/choice_text.h"
#include "widgets/figure/panel_layout.h"
#include "widgets/figure/sides.h"
#include "widgets/views/alibi_numbers.h"
#include "widgets/views/alibi_pictures.h"
#include "widgets/views/figure_pages.h"
#include "widgets/views/figure_view.h"

namespace widgets {

namespace {

constexpr const AlibiPicture* kPictures[] = {&alibiPenaltyPicture, &alibiBeyondPicture, &alibiOrderPicture, &alibiTermsPicture};

const AlibiPicture& pictureOf(const FigureData& data) { return pageOf(kPictures, data); }

void draw(Plot& plot, const FigureData& data, const FigureStyle& style) { pictureOf(data).draw(plot, data, style); }

QString caption(const FigureData& data) { return pictureOf(data).caption(data); }

QString whyNot(const FigureData& data)
{
    if (QString reason = whyNoWeights(data, data.selection.layer); !reason.isEmpty())
        return reason;
    const RunResult& run = *shownRun(data);
    if (!run.trace->find(core::blockName(data.selection.layer, "attn.pattern")))
        return whyNotRecorded(core::blockName(data.selection.layer, "attn.pattern"));
    return pictureOf(data).whyNot(data);
}

QString subtitle(const FigureData& data) { return pictureOf(data).subtitle(data); }

const char* titleFor(const FigureData& data)
{
    const AlibiPicture& picture = pictureOf(data);
    return &picture == &alibiBeyondPicture ? QT_TRANSLATE_NOOP("figures", "What does ALiBi do beyond the trained length?")
        : &picture == &alibiOrderPicture   ? QT_TRANSLATE_NOOP("figures", "What tells the order of the tokens?")
        : &picture == &alibiTermsPicture   ? QT_TRANSLATE_NOOP("figures", "What do sinusoids add to a score?")
                                           : nullptr;
}

QString table(const FigureData& data) { return pictureOf(data).table(data); }

std::vector<Metric> metrics(const FigureData& data)
{
    if (&pictureOf(data) != &alibiPenaltyPicture)
        return {};
    const Selection& at = data.selection;
    const RunPtr a = alibiRunOf(data, data.a), b = alibiRunOf(data, data.b);
    if (!a || !b)
        return {};
    return gridMetrics(
        alibiMaps(*a, at.layer, at.head).attention, alibiMaps(*b, at.layer, at.head).attention, [&](int row, int column) {
            Selection place = at;
            place.query = row;
            place.key = column;
            return place;
        });
}

const char* family(const FigureData& data)
{
    const AlibiPicture& picture = pictureOf(data);
    const bool needsOthers = &picture == &alibiOrderPicture || &picture == &alibiTermsPicture;
    const bool isAlibi = data.a && positionKindOf(*data.a, data.selection.layer) == "alibi";
    return needsOthers || !isAlibi ? "position.kind" : nullptr;
}

std::vector<QVariantMap> variants() { return pageVariants(kPictures); }

QSizeF leastPanel(const FigureData& data)
{
    const AlibiPicture& picture = pictureOf(data);
    return &picture == &alibiPenaltyPicture ? QSizeF(160, 150) // one map, its name and its tokens
        : &picture == &alibiTermsPicture    ? QSizeF(160, 200) // five in three lines
                                            : panelOfMap;
}

} // namespace

QStringList alibiShows() { return pageIds(kPictures); }

QString insteadOf(const FigureData& data)
{
    const std::string kind = positionKindOf(*shownRun(data), data.selection.layer);
    if (kind.empty() || kind == "alibi")
        return {};
    return Alibi::tr("This model has another position encoding (%1): shown is ALiBi on the same weights.")
        .arg(choiceText("position.kind", kind));
}

const FigureInfo alibiFigure{.id = "alibi",
    .title = QT_TRANSLATE_NOOP("figures", "How does ALiBi make distance cost?"),
    .draw = draw,
    .caption = caption,
    .whyNot = whyNot,
    .subtitle = subtitle,
    .titleFor = titleFor,
    .table = table,
    .difference = Difference::ByIndex,
    .metrics = metrics,
    .family = family,
    .variants = variants,
    .leastPanel = leastPanel};

} // namespace widgets
