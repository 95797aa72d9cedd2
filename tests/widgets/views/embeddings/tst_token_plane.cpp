// How alike tokens are: the maps of similarities, and the plane that the tokens are spread over.

#include "core/analysis/input_vectors.h"
#include "tests/widgets/support/embeddings_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/plot/grid_axis_rect.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/figure.h"
#include "widgets/views/embeddings/numbers.h"
#include "widgets/views/embeddings/token_plane.h"
#include "widgets/views/shared/token_groups.h"

#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

namespace {

double cosineOf(const core::Tensor& tensor, core::Index a, core::Index b)
{
    double product = 0;
    for (core::Index i = 0; i < tensor.columns(); ++i)
        product += double(tensor.row(a)[i]) * double(tensor.row(b)[i]);
    return product / lengthOf(tensor, a) / lengthOf(tensor, b);
}

} // namespace

class TestTokenPlane : public QObject
{
    Q_OBJECT

private slots:
    void equalWordsAreEqualUntilPositionIsAdded()
    {
        const RunPtr run = support::tinyRun(kTwice, {"position.kind=sinusoidal"});
        const core::Trace& trace = *run->trace;
        QCOMPARE(trace.ids[1], trace.ids[4]);
        Plot plot;
        draw(plot, dataOf(run, "similarity", {}));
        const Grid &before = mapOf(plot, "before")->grid(), &after = mapOf(plot, "after")->grid();
        QCOMPARE(before.at(1, 4), 1.0F);
        QVERIFY(after.at(1, 4) < 0.99F);
        for (core::Index i = 0; i < 6; ++i)
            for (core::Index j = 0; j < 6; ++j) {
                QVERIFY(std::abs(double(before.at(i, j)) - cosineOf(trace.at("embed"), i, j)) < 1e-6);
                QVERIFY(std::abs(double(after.at(i, j)) - cosineOf(trace.at("blocks.0.resid_pre"), i, j)) < 1e-6);
            }
        QCOMPARE(mapOf(plot, "after")->scale().low, -1.0);
        const QString text = embeddingsFigure.caption(dataOf(run, "similarity", {}));
        QVERIFY2(text.contains("“the” at 1 and “the” at 4 are the same token"), qPrintable(text));
        QVERIFY2(text.contains("1.000") && text.contains(formatFixed(double(after.at(1, 4)), 3)), qPrintable(text));
        const QString selected = embeddingsFigure.caption(dataOf(run, "similarity", {.query = 2, .key = 4}));
        QVERIFY2(selected.contains("at 2") && selected.contains(formatFixed(double(after.at(2, 4)), 3)), qPrintable(selected));
        QVERIFY(!embeddingsFigure.whyNot(dataOf(support::tinyRun("cat"), "similarity")).isEmpty());
        const QString alike = embeddingsFigure.caption(dataOf(support::tinyRun("the cat sat"), "similarity", {}));
        QVERIFY2(!alike.contains("same token"), qPrintable(alike));
    }

    void partsOfCharactersAreNamedByTheirCharacter()
    {
        const RunPtr run = support::tinyRun("鱻");
        const TokenGroups groups = tokenGroups(*run->trace, false);
        QVERIFY(!groups.brackets.empty());
        Plot alike;
        draw(alike, dataOf(run, "similarity", {}));
        const auto* rect = qobject_cast<const GridAxisRect*>(mapOf(alike, "before")->keyAxis()->axisRect());
        QCOMPARE(rect->columnLabels(), groups.texts);
        Plot plane;
        draw(plane, dataOf(run, "plane", {}));
        QCOMPARE(qobject_cast<const TokenPlane*>(plane.cellMap(QStringLiteral("plane")))->tokens()[0].text, groups.texts[0]);
    }

    void thePlaneKeepsWhatIsInIt()
    {
        const RunPtr run = support::tinyRun(kTwice, {"position.kind=sinusoidal"});
        const core::InputVectors input = *core::inputVectors(*run->trace);
        const core::InputPlane plane = core::inputPlane(*run->trace);
        QVERIFY(plane.isMoved);
        QCOMPARE(plane.plane.points.rows(), core::Index(12)); // both ends of each arrow
        Plot plot;
        draw(plot, dataOf(run, "plane"));
        const auto* tokens = qobject_cast<const TokenPlane*>(plot.cellMap(QStringLiteral("plane")));
        QVERIFY(tokens && tokens->tokens().size() == 6);
        for (int i = 0; i < 6; ++i) {
            const PlaneToken& token = tokens->tokens()[i];
            QCOMPARE(token.from, QPointF(plane.plane.points(i, 0), plane.plane.points(i, 1)));
            QCOMPARE(token.to, QPointF(plane.plane.points(6 + i, 0), plane.plane.points(6 + i, 1)));
            // A projection makes nothing longer, and leads back to the token under the mouse.
            QVERIFY(
                std::hypot((token.to - token.from).x(), (token.to - token.from).y()) <= lengthOf(input.position, i) * (1 + 1e-6));
            QCOMPARE(tokens->cellAt(tokens->pixelOf(token.to)), (Cell{0, i}));
        }
        QVERIFY(QLineF(tokens->tokens()[1].from, tokens->tokens()[4].from).length() < 1e-9); // one word begins at one point
        QVERIFY(QLineF(tokens->tokens()[1].to, tokens->tokens()[4].to).length() > 0.01);
        QVERIFY(tokens->cellAt(QPointF(-5, -5)).isNone());
        // One unit along both axes.
        const QPointF zero = tokens->pixelOf({0, 0}), right = tokens->pixelOf({1, 0}), up = tokens->pixelOf({0, 1});
        QVERIFY(std::abs((right.x() - zero.x()) - (zero.y() - up.y())) < 1e-9);
        QVERIFY(tokens->keyAxis()->label().contains(formatPercent(plane.plane.explained[0])));
        QVERIFY(tokens->valueAxis()->label().contains(formatPercent(plane.plane.explained[1])));
        const std::vector<NumberSet> numbers = tokens->numbers();
        QCOMPARE(numbers.front().shape, (std::vector<core::Index>{6, 4}));
        QCOMPARE(numbers.front().values[2 * 4 + 3], tokens->tokens()[2].to.y());
        const std::vector<QRectF> places = tokens->labelPlaces();
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(!places[i].isNull()); // all have room
            for (std::size_t j = i + 1; j < places.size(); ++j)
                QVERIFY(!places[i].intersects(places[j]));
        }
    }

    void textsThatHaveNoRoomAreLeftOut()
    {
        QString text;
        for (int i = 0; i < 60; ++i)
            text += QStringLiteral("cat%1 ").arg(i % 7);
        const RunPtr run = support::tinyRun(text.toStdString(), {"position.kind=sinusoidal"});
        Plot plot;
        draw(plot, dataOf(run, "plane", {.query = 5}), {420, 320});
        const std::vector<QRectF> places = qobject_cast<const TokenPlane*>(plot.cellMap(QStringLiteral("plane")))->labelPlaces();
        QVERIFY(!places[5].isNull()); // what is looked at is always said
        QVERIFY(std::count_if(places.begin(), places.end(), [](const QRectF& place) { return place.isNull(); }) > 5);
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = i + 1; j < places.size(); ++j)
                QVERIFY(places[i].isNull() || places[j].isNull() || !places[i].intersects(places[j]));
    }

    void equalWordsAtOnePointHaveOneLabel()
    {
        const RunPtr run = support::tinyRun(kTwice, {"position.kind=rope", "norm.embedding=false"});
        QVERIFY(!core::inputPlane(*run->trace).isMoved);
        Plot plot;
        draw(plot, dataOf(run, "plane", {}));
        const auto* tokens = qobject_cast<const TokenPlane*>(plot.cellMap(QStringLiteral("plane")));
        const std::vector<QRectF> places = tokens->labelPlaces();
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE(places[i].isNull(), i > 3);
        QVERIFY(embeddingsFigure.caption(dataOf(run, "plane")).contains("are at one point"));

        // The last "the" is chosen; the label at its point belongs to the first one, and makes room for the ring.
        const auto gap = [&](int query) {
            Plot chosen;
            draw(chosen, dataOf(run, "plane", {.query = query}));
            const auto* map = qobject_cast<const TokenPlane*>(chosen.cellMap(QStringLiteral("plane")));
            const QRectF label = map->labelPlaces()[1];
            const QPointF point = map->pixelOf(map->tokens()[1].to);
            return QLineF(point,
                QPointF(std::clamp(point.x(), label.left(), label.right()), std::clamp(point.y(), label.top(), label.bottom())))
                .length();
        };
        QVERIFY2(gap(4) > gap(-1) + 2, qPrintable(QStringLiteral("%1 and %2").arg(gap(4)).arg(gap(-1))));
        QVERIFY(!embeddingsFigure.whyNot(dataOf(support::tinyRun("cat", {"position.kind=rope"}), "plane")).isEmpty());
        QVERIFY(embeddingsFigure.whyNot(dataOf(support::tinyRun("cat", {"position.kind=sinusoidal"}), "plane")).isEmpty());
    }
};

QUIET_TEST_MAIN(TestTokenPlane)
#include "tst_token_plane.moc"
