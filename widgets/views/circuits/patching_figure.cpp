// Patching: A is the clean text, B the other. B runs with one place, at one token, from A.

#include "widgets/plot/counting.h"
#include "widgets/views/circuits/figure.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/visible_token.h"
#include "widgets/views/circuits/map_numbers.h"
#include "widgets/views/circuits/map_picture.h"
#include "widgets/views/shared/figure_words.h"

#include <QCoreApplication>

namespace widgets {

namespace {

struct Circuits
{
    Q_DECLARE_TR_FUNCTIONS(Circuits)
};

constexpr int maxWord = 7; // letters of each of two words, which are a token's name together

QString whyNotPatching(const FigureData& data)
{
    if (QString reason = whyNoTokens(data); !reason.isEmpty())
        return reason;
    if (!data.b)
        return Circuits::tr(
            "Patching needs two texts of as many tokens each: that of A, and another as B, in which one word differs.");
    const RunPtr& last = data.a->setup ? data.b : data.a; // the recorded one, where one is
    if (QString reason = whyNoMetric(*last, last->setup ? patchingMetric(data) : std::string()); !reason.isEmpty())
        return reason;
    if (!(data.a->setup->config == data.b->setup->config) || data.a->setup->model != data.b->setup->model)
        return Circuits::tr("A and B are not the same model: patching compares two texts in one.");
    const std::size_t a = data.a->trace->ids.size(), b = data.b->trace->ids.size();
    if (a != b || data.a->trace->decoderIds.size() != data.b->trace->decoderIds.size())
        return Circuits::tr("The text of A has %1 tokens, that of B %2: patching needs as many in both.").arg(a).arg(b);
    if (data.a->trace->ids == data.b->trace->ids && data.a->trace->decoderIds == data.b->trace->decoderIds)
        return data.b->trace->replaced.empty()
            ? Circuits::tr("A and B have the same text: change a word of B.")
            : Circuits::tr("A and B have the same text, as long as only interventions tell them apart: take those out, and change a "
                           "word of B.");
    return {};
}

/// Tokens of the columns; those that differ show both words, each cut so that the other is there.
QStringList columnTokens(const FigureData& data)
{
    QStringList tokens;
    const std::vector<std::string>&a = streamTokens(*data.a->trace), &b = streamTokens(*data.b->trace);
    const auto word = [](const std::string& token) { return visibleToken(QString::fromStdString(token), maxWord); };
    for (std::size_t i = 0; i < a.size(); ++i)
        tokens << (a[i] == b[i] ? QString::fromStdString(a[i]) : word(b[i]) + QStringLiteral("←") + word(a[i]));
    return tokens;
}

int pinnedPlace(const core::MeasuredMap& map, const Selection& selection)
{
    for (std::size_t i = 0; i < map.places.size(); ++i) {
        const core::MeasuredPlace& place = map.places[i];
        const bool isHead = place.head < 0 || place.head == selection.head;
        if (!place.isOfEncoder && isHead && place.layer == selection.layer && place.token == selection.query)
            return int(i);
    }
    return -1;
}

void drawPatching(const Drawing& drawing)
{
    const FigureData& data = drawing.data;
    const core::MeasuredMap map = patchesOf(data)->map;
    const MapTable table = tableOfTokens(map);
    drawMap(drawing,
        {map, table, makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, table.grid), Circuits::tr("change"),
            columnTokens(data), pinnedPlace(map, data.selection)});
}

QString partWords(const FigureData& data)
{
    const QString over = patchedOption.in(data);
    return over == QLatin1String("attention")   ? Circuits::tr("the output of attention")
        : over == QLatin1String("feed_forward") ? Circuits::tr("the output of the feed-forward")
        : over == QLatin1String("heads")        ? Circuits::tr("the output of one head")
                                                : Circuits::tr("the stream");
}

QString patchingSubtitle(const FigureData& data)
{
    const std::optional<MapSoFar> patches = data.b ? patchesOf(data) : std::nullopt;
    return patches ? Circuits::tr("Each cell is a run of B with %1, at one token, from A: how that changes the %2.")
                         .arg(partWords(data), metricWords(patches->map.metric, *data.a))
                   : QString();
}

QString patchingCaption(const FigureData& data)
{
    const MapSoFar patches = *patchesOf(data);
    const std::vector<int> most = mostChanged(patches.map, 1);
    if (most.empty())
        return soFar(patches);
    const core::MeasuredPlace& place = patches.map.places[std::size_t(most.front())];
    const QString largest = Circuits::tr("The %1 is %2 in A and %3 in B; with %4 at position %5 from A it is %6.")
                                .arg(metricWords(patches.map.metric, *data.a), formatNumber(patches.clean),
                                    formatNumber(patches.map.untouched), placeName(place))
                                .arg(counted(place.token))
                                .arg(formatNumber(place.value));
    return joinedSentences({largest, soFar(patches)});
}

QString patchingTable(const FigureData& data)
{
    const std::optional<MapSoFar> patches = patchesOf(data);
    return patches ? tableText(patches->map) : QString();
}

std::vector<QVariantMap> variants()
{
    std::vector<QVariantMap> all;
    for (const QString& over : patchedOption.list())
        all.push_back({{patchedOption.name(), over}});
    return all;
}

ChoiceOffer offer(const FigureData& data) { return data.b ? ChoiceOffer() : ChoiceOffer{Circuits::tr("Make B from A"), {}, {}}; }

} // namespace

const FigureInfo patchingFigure{.id = "patching",
    .title = QT_TRANSLATE_NOOP("figures", "Where is the answer decided?"),
    .draw = drawPatching,
    .caption = patchingCaption,
    .whyNot = whyNotPatching,
    .subtitle = patchingSubtitle,
    .table = patchingTable,
    .comparing = Comparing::Overlay,
    .needs = patchingNeeds,
    .options = [](const FigureData&) -> FigureOptions {
        return {patchedOption, metricOption};
    },
    .variants = variants,
    .offer = offer,
    .caveats = caveatsOfMetric};

} // namespace widgets
