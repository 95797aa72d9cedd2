// The cosine of every two tokens: of their embeddings, and of what enters the first block. Equal words are equal until position
// is added.

#include "widgets/plot/counting.h"
#include "widgets/views/embeddings/pictures.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/maps/stage.h"
#include "widgets/views/shared/token_groups.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

constexpr ScaleChoice kScale{ColorMapId::RdBu, ScalePolicy::MinusOneToOne};

/// What enters has these cosines.
Grid entering(const InputCosines& cosines) { return cosines.after.isEmpty() ? cosines.before : cosines.after; }

/// Whether there are two maps: of a difference, where A or B adds something.
bool hasTwo(const FigureData& data)
{
    return !inputCosines(data, shownRun(data)).after.isEmpty()
        || (data.side == Side::Delta && !inputCosines(data, data.b).after.isEmpty());
}

void drawEmbeddingSimilarity(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const bool isDelta = data.side == Side::Delta;
    const bool areTwo = hasTwo(data);
    const GridsOf numbers = [&](const RunResult& run) {
        const InputCosines cosines = inputCosines(data, pointerTo(data, run));
        return areTwo ? std::vector{cosines.before, entering(cosines)} : std::vector{cosines.before};
    };
    const std::vector<Grid> grids = sideGrids(data, numbers);
    const ColorScale scale = sideScale(data, kScale, numbers);
    const QString quantity = isDelta ? Embeddings::tr("Δ cosine") : Embeddings::tr("cosine");
    MapRows rows;
    const TokenGroups tokens = tokenGroups(*shownRun(data)->trace, false);
    rows.rowTokens = rows.columnTokens = tokens.texts;
    rows.brackets = tokens.brackets;
    const Cell pinned{data.selection.query, data.selection.key};
    const auto headingOf = [&](const QString& text) { return isDelta ? QStringLiteral("Δ ") + text : text; };
    rows.rows.emplace_back();
    if (areTwo) {
        rows.rows[0].push_back(
            {headingOf(Embeddings::tr("Token embeddings")), {}, QStringLiteral("before"), {}, grids[0], scale, pinned, {}});
        rows.rows[0].push_back({headingOf(Embeddings::tr("What enters block %1").arg(counted(0))), QStringLiteral("→"),
            QStringLiteral("after"), quantity, grids[1], scale, pinned, {}});
    } else {
        rows.rows[0].push_back({headingOf(Embeddings::tr("Token embeddings = what enters block %1").arg(counted(0))), {},
            QStringLiteral("before"), quantity, grids[0], scale, pinned, {}});
    }
    for (SquareMap& map : rows.rows[0])
        map.blocks = BlockValue::Mean; // a token that stands twice in every block would make all of them 1
    new MapStage(plot, 0, 0, rows, style);
}

QString whyNotEmbeddingSimilarity(const FigureData& data)
{
    if (streamTokens(*shownRun(data)->trace).size() == 1)
        return Embeddings::tr("One token has nothing to compare with: add a word.");
    return data.side == Side::Delta ? whyNoInput(ofSide(data, Side::B)) : QString();
}

QString embeddingSimilaritySubtitle(const FigureData&)
{
    return Embeddings::tr("Cells: cosine of the vectors of two tokens; 1: one direction, 0: orthogonal.");
}

/// Two tokens that are worth a sentence, and why.
struct Pair
{
    int first = 0;
    int second = 1;
    bool isEqual = false; // one token twice
};

/// The selected pair, else a token that stands twice, else the two that are most alike.
Pair shownPair(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const Grid cosines = entering(inputCosines(data, shownRun(data)));
    const Selection& at = data.selection;
    const auto isInside = [&](int token) { return token >= 0 && token < int(cosines.rows); };
    const auto& tokens = streamTokens(*run.trace);
    if (isInside(at.query) && isInside(at.key) && at.query != at.key)
        return {at.query, at.key, tokens[std::size_t(at.query)] == tokens[std::size_t(at.key)]};
    if (const auto equal = equalTokens(*run.trace))
        return {equal->first, equal->second, true};
    Pair best;
    float most = -2;
    for (core::Index i = 0; i < cosines.rows; ++i)
        for (core::Index j = i + 1; j < cosines.columns; ++j)
            if (cosines.at(i, j) > most) {
                most = cosines.at(i, j);
                best = {int(i), int(j), false};
            }
    return best;
}

/// Over all pairs of two tokens; NaN when none has a cosine.
double meanOfPairs(const Grid& cosines)
{
    double sum = 0;
    int count = 0;
    for (core::Index i = 0; i < cosines.rows; ++i)
        for (core::Index j = i + 1; j < cosines.columns; ++j)
            if (std::isfinite(cosines.at(i, j))) {
                sum += double(cosines.at(i, j));
                ++count;
            }
    return count > 0 ? sum / count : std::nan("");
}

QString cosine(const Grid& cosines, const Pair& pair) { return formatFixed(double(cosines.at(pair.first, pair.second)), 3); }

QString deltaCaption(const FigureData& data)
{
    const Grid a = entering(inputCosines(data, data.a)), b = entering(inputCosines(data, data.b));
    Pair most;
    double largest = -1;
    for (core::Index i = 0; i < a.rows; ++i)
        for (core::Index j = i + 1; j < a.columns; ++j)
            if (const double change = std::abs(double(b.at(i, j)) - double(a.at(i, j))); change > largest) {
                largest = change;
                most = {int(i), int(j), false};
            }
    if (largest == 0)
        return Embeddings::tr("Entering block %1, each pair of tokens has the same cosine in A and B.").arg(counted(0));
    return Embeddings::tr(
        "Entering block %7, %1 and %2 change most: their cosine is %3 in A and %4 in B. On average over all pairs it "
        "is %5 in A and %6 in B.")
        .arg(tokenAtPlace(*data.a, most.first), tokenAtPlace(*data.a, most.second), cosine(a, most), cosine(b, most),
            formatFixed(meanOfPairs(a), 3), formatFixed(meanOfPairs(b), 3), countedText(0));
}

QString embeddingSimilarityCaption(const FigureData& data)
{
    if (data.side == Side::Delta)
        return deltaCaption(data);
    const RunResult& run = *shownRun(data);
    const InputCosines cosines = inputCosines(data, shownRun(data));
    const core::InputVectors input = *core::inputVectors(*run.trace);
    const Pair pair = shownPair(data);
    const QString first = tokenAtPlace(run, pair.first), second = tokenAtPlace(run, pair.second);
    QStringList sentences;
    if (cosines.after.isEmpty())
        sentences << (pair.isEqual
                ? Embeddings::tr("%1 and %2 are the same token: their cosine is %3, here they cannot be distinguished.")
                : Embeddings::tr("%1 and %2 have the cosine %3."))
                         .arg(first, second, cosine(cosines.before, pair));
    else
        sentences << (pair.isEqual
                ? Embeddings::tr(
                    "%1 and %2 are the same token: the cosine of their embeddings is %3, of what enters block %5 it is %4.")
                : Embeddings::tr("%1 and %2: the cosine of their embeddings is %3, of what enters block %5 it is %4."))
                         .arg(first, second, cosine(cosines.before, pair), cosine(cosines.after, pair), countedText(0));
    if (cosines.after.isEmpty())
        sentences << Embeddings::tr("The average over all pairs is %1.").arg(formatFixed(meanOfPairs(cosines.before), 3));
    else
        sentences << Embeddings::tr("The average over all pairs goes from %1 to %2.")
                         .arg(formatFixed(meanOfPairs(cosines.before), 3), formatFixed(meanOfPairs(cosines.after), 3));
    if (!input.position) // first, for a page that has room for one sentence
        sentences.prepend(positionElsewhere(run));
    return joinedSentences(sentences);
}

QString embeddingSimilarityTable(const FigureData& data)
{
    const InputCosines cosines = inputCosines(data, shownRun(data));
    const bool areTwo = !cosines.after.isEmpty();
    QString text
        = areTwo ? QStringLiteral("first,second,of_embeddings,of_what_enters\n") : QStringLiteral("first,second,of_embeddings\n");
    for (core::Index i = 0; i < cosines.before.rows; ++i)
        for (core::Index j = 0; j < cosines.before.columns; ++j) {
            text += QStringLiteral("%1,%2,%3").arg(i).arg(j).arg(exactText(cosines.before.at(i, j)));
            if (areTwo)
                text += QLatin1Char(',') + exactText(cosines.after.at(i, j));
            text += QLatin1Char('\n');
        }
    return text;
}

std::vector<Metric> embeddingSimilarityMetrics(const FigureData& data)
{
    return gridMetrics(entering(inputCosines(data, data.a)), entering(inputCosines(data, data.b)), [&](int row, int column) {
        Selection at = data.selection;
        at.query = row;
        at.key = column;
        return at;
    });
}

QSizeF minPanel(const FigureData& data)
{
    return hasTwo(data) ? QSizeF(panelOfMap.width(), 1.6 * panelOfMap.height()) : panelOfMap;
}

} // namespace

const FigurePage embeddingSimilarityPage{.id = "similarity",
    .title = QT_TRANSLATE_NOOP("figures", "Which tokens are similar before the first block?"),
    .draw = drawEmbeddingSimilarity,
    .caption = embeddingSimilarityCaption,
    .whyNot = whyNotEmbeddingSimilarity,
    .subtitle = embeddingSimilaritySubtitle,
    .table = embeddingSimilarityTable,
    .metrics = embeddingSimilarityMetrics,
    .needs = cosinesNeeded,
    .minPanel = minPanel,
    .concepts = "C01"};

} // namespace widgets
