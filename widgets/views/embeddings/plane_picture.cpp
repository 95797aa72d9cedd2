// The tokens on the two directions in which their vectors vary most: from the token embedding to what it is with its position.

#include "widgets/views/embeddings/pictures.h"

#include "widgets/figure/sentences.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/panel_layout.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/embeddings/token_plane.h"
#include "widgets/views/shared/figure_room.h"
#include "widgets/views/shared/figure_words.h"

#include <algorithm>
#include <cmath>

namespace widgets {

namespace {

QPointF pointOf(const core::InputPlane& plane, int row) { return {plane.plane.points(row, 0), plane.plane.points(row, 1)}; }

QPointF firstPlace(const core::InputPlane& plane, int token) { return pointOf(plane, token); }

QPointF place(const core::InputPlane& plane, int token) { return pointOf(plane, plane.isMoved ? plane.tokens + token : token); }

QString percent(double share) { return formatPercent(share); }

void drawEmbeddingPlane(const Drawing& drawing)
{
    const auto& [plot, data, style] = drawing;
    const RunResult& run = *shownRun(data);
    const core::InputPlane& plane = inputPlane(data, shownRun(data));
    const core::InputVectors input = *core::inputVectors(*run.trace);
    const int below = plane.isMoved ? 1 : 0;
    if (plane.isMoved) {
        plot.addPanelTitle(0, 0, Embeddings::tr("○ token embedding → ● with %1").arg(addedWords(input)), style, true);
        plot.panel()->setRowStretchFactor(0, 0.001);
    }
    QCPAxisRect* rect = plot.addAxisRect(below, 0, style);
    const QString first = percent(plane.plane.explained[0]), second = percent(plane.plane.explained[1]);
    const QFontMetricsF metrics(labelFont(style), &plot);
    const auto fitting = [&](const QStringList& words, double room) { // the first that fits, else the last
        const auto found = std::find_if(words.begin(), words.end(),
            [&](const QString& one) { return metrics.horizontalAdvance(one) <= room * typeScale(style); });
        return found == words.end() ? words.last() : *found;
    };
    constexpr double beside = 60, above = 62; // px of ordinary type that are no part of the axes
    rect->axis(QCPAxis::atBottom)
        ->setLabel(fitting({Embeddings::tr("first principal component (%1 of the variance)").arg(first),
                               Embeddings::tr("component 1 (%1)").arg(first), first},
            roomOf(style).width() - beside));
    rect->axis(QCPAxis::atLeft)
        ->setLabel(fitting({Embeddings::tr("second principal component (%1)").arg(second),
                               Embeddings::tr("component 2 (%1)").arg(second), second},
            pictureHeight(style) - above));
    auto* tokens = new TokenPlane(rect, style);
    tokens->setName(QStringLiteral("plane"));
    const bool isB = data.side == Side::B || (data.side == Side::A && data.mode == SlotMode::B);
    tokens->setColor(slotPen(isB ? Side::B : Side::A, style).color);
    const QStringList texts = tokenTexts(*run.trace);
    QVector<PlaneToken> shown;
    for (int i = 0; i < plane.tokens; ++i)
        shown << PlaneToken{texts[i], firstPlace(plane, i), place(plane, i)};
    tokens->setTokens(shown, plane.isMoved);
    tokens->setPinned({0, data.selection.query});
}

QString whyNotEmbeddingPlane(const FigureData& data)
{
    if (data.side == Side::Delta)
        return Embeddings::tr("The planes of A and B have axes of their own: look at A | B.");
    const core::InputPlane& plane = inputPlane(data, shownRun(data));
    if (plane.plane.isEmpty())
        return Embeddings::tr("Some of these vectors hold NaN or infinity: they have no plane.");
    if (plane.tokens == 1 && !plane.isMoved)
        return Embeddings::tr("One token is one point: add a word.");
    return {};
}

QString embeddingPlaneSubtitle(const FigureData& data)
{
    const core::InputPlane& plane = inputPlane(data, shownRun(data));
    return plane.isMoved
        ? Embeddings::tr("Token vectors on their first two principal components; an arrow is what is added to one.")
        : Embeddings::tr("Token vectors on their first two principal components.");
}

std::vector<Caveat> embeddingPlaneCaveats(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const auto shown = inputPlane(data, shownRun(data)).tokens;
    const auto all = streamTokens(*run.trace).size();
    if (std::size_t(shown) >= all)
        return {};
    return {{Embeddings::tr("The first %1 of %2 tokens are shown.").arg(shown).arg(all)}};
}

QString embeddingPlaneCaption(const FigureData& data)
{
    const RunResult& run = *shownRun(data);
    const core::InputPlane& plane = inputPlane(data, shownRun(data));
    const core::InputVectors input = *core::inputVectors(*run.trace);
    QStringList sentences{Embeddings::tr("The plane shows %1 of the variance of %2 vectors of %3 numbers.")
                              .arg(percent(plane.plane.explained[0] + plane.plane.explained[1]))
                              .arg(plane.plane.points.rows())
                              .arg(input.token.columns())};
    const auto equal = equalTokens(*run.trace);
    if (equal && equal->second < plane.tokens) {
        const QPointF apart = place(plane, equal->second) - place(plane, equal->first);
        const QString first = tokenAtPlace(run, equal->first), second = tokenAtPlace(run, equal->second);
        if (plane.isMoved)
            sentences << Embeddings::tr("%1 and %2 start at one point and end %3 apart.")
                             .arg(first, second, formatNumber(std::hypot(apart.x(), apart.y())));
        else
            sentences << Embeddings::tr("%1 and %2 are at one point.").arg(first, second);
    } else if (plane.isMoved) {
        const int token = std::min(shownPosition(run, data.selection), plane.tokens - 1);
        const QPointF apart = place(plane, token) - firstPlace(plane, token);
        sentences
            << Embeddings::tr("%1 is moved by %2.").arg(tokenAtPlace(run, token), formatNumber(std::hypot(apart.x(), apart.y())));
    }
    if (!input.position) // first, for a page that has room for one sentence
        sentences.prepend(positionElsewhere(run));
    return joinedSentences(sentences);
}

QString embeddingPlaneTable(const FigureData& data)
{
    const core::InputPlane& plane = inputPlane(data, shownRun(data));
    QString text = plane.isMoved ? QStringLiteral("position,first_x,first_y,x,y\n") : QStringLiteral("position,x,y\n");
    for (int i = 0; i < plane.tokens; ++i) {
        text += QString::number(i);
        for (const QPointF& point :
            plane.isMoved ? std::vector{firstPlace(plane, i), place(plane, i)} : std::vector{place(plane, i)})
            text += QStringLiteral(",%1,%2").arg(exactText(float(point.x())), exactText(float(point.y())));
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace

const FigurePage embeddingPlanePage{.id = "plane",
    .title = QT_TRANSLATE_NOOP("figures", "How are the tokens arranged?"),
    .draw = drawEmbeddingPlane,
    .caption = embeddingPlaneCaption,
    .whyNot = whyNotEmbeddingPlane,
    .subtitle = embeddingPlaneSubtitle,
    .table = embeddingPlaneTable,
    .needs = planesNeeded,
    .caveats = embeddingPlaneCaveats,
    .concepts = "C01"};

} // namespace widgets
