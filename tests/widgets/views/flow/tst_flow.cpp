// The Flow page: the numbers behind its picture, and where its parts lead.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/flow_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/figure_style.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/flow/figure.h"
#include "widgets/views/flow/parts.h"
#include "widgets/views/flow/shown.h"
#include "widgets/views/flow/view.h"
#include "widgets/views/shared/predictions.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <memory>

using namespace support;
using namespace widgets;

class TestFlow : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

    std::unique_ptr<FlowView> makeView(SelectionModel& selection) const
    {
        auto view = std::make_unique<FlowView>(&selection, nullptr);
        view->resize(1200, 760);
        view->show();
        support::answer(*view);
        view->setRun(m_run, nullptr);
        return view;
    }

    static void click(FigureView& view, const QPointF& at) { QTest::mouseClick(view.plot(), Qt::LeftButton, {}, at.toPoint()); }

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light); }

    void cellsAreWhatTheLensReads_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::newRow("pre") << "norm.placement=pre";
        QTest::newRow("post") << "norm.placement=post";
        QTest::newRow("encoder") << "topology=encoder";
    }
    void cellsAreWhatTheLensReads()
    {
        QFETCH(QString, choice);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {choice.toStdString()});
        Plot plot;
        compose(plot, {run, nullptr, {.layer = 1}, {}});
        const auto* grid = partOf<FlowGrid>(plot, "flow");
        QVERIFY(grid);
        QCOMPARE(grid->layers(), (std::vector<int>{2, 1, 0, -1}));
        QCOMPARE(grid->columns(), 6);
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 6; ++column) {
                const std::vector<core::LensPlace> place{{grid->layers()[std::size_t(row)], column}};
                const core::Tensor logits = core::lensLogits(*run->setup, *run->trace, place);
                const core::TokenProbability best = core::topK(logits.values(), 1).front();
                QCOMPARE(grid->cell({row, column}).text, tokenText(*run, best.id));
                QVERIFY(std::abs(grid->cell({row, column}).probability - best.probability) < 1e-6);
                const core::TokenProbability said = nextTokens(*run->trace, column, 1).front();
                QCOMPARE(grid->cell({row, column}).isFinal, said.id == best.id);
                if (row == 0)
                    QCOMPARE(grid->cell({row, column}).probability, said.probability);
            }
        const NumberSet numbers = grid->numbers().front(); // a reader of tables hears what stands beside the map
        QCOMPARE(numbers.labels[0], QStringList({"L2", "L1", "L0", "embed"}));
    }

    void arcsAreTheRowOfThePattern()
    {
        Plot plot;
        compose(plot, {m_run, nullptr, {.layer = 1, .head = 2, .query = 4}, {}});
        const auto* grid = partOf<FlowGrid>(plot, "flow");
        const core::Tensor& pattern = m_run->trace->at("blocks.1.attn.pattern");
        std::size_t expected = 0;
        for (core::Index key = 0; key < 6; ++key)
            expected += pattern.at({2, 4, key}) >= 0.02F;
        QCOMPARE(grid->arcs().size(), expected);
        for (const FlowArc& arc : grid->arcs())
            QCOMPARE(arc.weight, double(pattern.at({2, 4, core::Index(arc.key)})));
        QVERIFY(std::is_sorted(
            grid->arcs().begin(), grid->arcs().end(), [](const FlowArc& a, const FlowArc& b) { return a.weight > b.weight; }));
    }

    /// A column of a journal has cells that are hardly larger than the words over an arc.
    void theWordsOfAnArcLeaveItAndTheCellsToBeSeen()
    {
        int above = 0, onIt = 0;
        for (const QSizeF size : {QSizeF(333, 240), QSizeF(333, 333), QSizeF(480, 360), QSizeF(700, 450), QSizeF(1280, 720)})
            for (const int query : {3, 4, 5}) {
                Plot plot;
                compose(plot, {m_run, nullptr, {.layer = 1, .head = 2, .query = query}, {}}, size);
                const auto* grid = partOf<FlowGrid>(plot, "flow");
                const QRectF words = grid->labelRect();
                if (words.isEmpty())
                    continue;
                for (int arc = 0; arc < int(grid->arcs().size()); ++arc) {
                    const QPainterPath path = grid->arcPath(arc);
                    int covered = 0;
                    for (int step = 0; step <= 100; ++step)
                        covered += words.contains(path.pointAtPercent(step / 100.0));
                    const bool isNamed = std::abs(path.pointAtPercent(0.5).x() - words.center().x()) < words.width() / 2;
                    QVERIFY2(!isNamed || covered <= 50, qPrintable(QStringLiteral("%1 of %2").arg(covered).arg(size.width())));
                }
                for (int row = 0; row < grid->rows(); ++row)
                    for (int column = 0; column < grid->columns(); ++column)
                        QVERIFY(!words.contains(grid->cellRect({row, column})));
                (words.bottom() <= grid->mapRect().top() ? above : onIt) += 1;
            }
        QVERIFY(above > 0 && onIt > 0);
    }

    void noArcAndNoLabelRunsOverWords_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::addColumn<bool>("isLarge");
        for (const QSizeF size : {QSizeF(480, 300), QSizeF(700, 450), QSizeF(1020, 470), QSizeF(1320, 420), QSizeF(1880, 820)})
            for (const bool isLarge : {false, true})
                QTest::addRow("%d %s", int(size.width()), isLarge ? "projector" : "light") << size << isLarge;
    }
    void noArcAndNoLabelRunsOverWords()
    {
        QFETCH(QSizeF, size);
        QFETCH(bool, isLarge);
        setCurrentTheme(isLarge ? ThemeId::Projector : ThemeId::Light);
        for (const int layer : {0, 1, 2})
            for (const int query : {1, 3, 5}) {
                Plot plot;
                plot.resize(size.toSize());
                const FigureData data{m_run, nullptr, {.layer = layer, .head = 2, .query = query}, {}};
                composeFigure(plot, flowFigure, support::fulfilled(flowFigure, data), screenStyle(size));
                plot.replot();
                const auto* grid = partOf<FlowGrid>(plot, "flow");
                QVERIFY(!grid->arcs().empty());
                for (int row = 0; row < grid->rows(); ++row)
                    for (int column = 0; column < grid->columns(); ++column) {
                        const QRectF words = grid->wordsRect({row, column}).adjusted(0, 1, 0, -1);
                        const QString where
                            = QStringLiteral("L%1 at %2: row %3, column %4").arg(layer).arg(query).arg(row).arg(column);
                        QVERIFY2(!words.intersects(grid->labelRect()), qPrintable(where));
                        QVERIFY2(grid->cellRect({row, column}).contains(words), qPrintable(where));
                        for (int arc = 0; arc < int(grid->arcs().size()); ++arc)
                            for (int step = 0; step <= 100; ++step)
                                QVERIFY2(!words.contains(grid->arcPath(arc).pointAtPercent(step / 100.0)), qPrintable(where));
                    }
            }
    }

    void aFirstKeyThatTakesMoreThanHalfIsASink()
    {
        const RunPtr sunk = support::withNumber(m_run, "blocks.1.attn.pattern", 2 * 36 + 4 * 6, 0.7F);
        const std::vector<FlowArc> arcs = flowArcs(*sunk, 1, 2, 4);
        QVERIFY(arcs.front().isSink && arcs.front().key == 0);
        QVERIFY(std::none_of(arcs.begin() + 1, arcs.end(), [](const FlowArc& arc) { return arc.isSink; }));
        QVERIFY(captionOf({sunk, nullptr, {.layer = 1, .head = 2, .query = 4}, {}}).contains(QStringLiteral("sink")));
        QVERIFY(!flowArcs(*m_run, 1, 2, 0).front().isSink); // the first token has nothing else to look at
    }

    void manyLayersAreThinned()
    {
        auto trace = std::make_shared<core::Trace>();
        for (int layer = 0; layer < 30; ++layer)
            trace->add({core::Tensor(core::blockName(layer, "resid_post"), {"token", "d_model"}, {1, 1}), {}, false});
        const RunResult deep{trace, nullptr};
        for (const int most : {5, 8, 16, 20, 40}) {
            const std::vector<int> rows = flowLayers(deep, 17, most);
            QVERIFY2(int(rows.size()) <= most, qPrintable(QString::number(most)));
            QCOMPARE(rows.front(), 29);
            QCOMPARE(rows.back(), 0); // what enters the first block was not recorded here
            QVERIFY(std::find(rows.begin(), rows.end(), 17) != rows.end());
        }
        QCOMPARE(flowLayers(deep, -1, 40).size(), std::size_t(30));
    }

    void rowsOfSeveralLayersNameThemAll()
    {
        QCOMPARE(flowRowLabels({5, 3, 2, 0}), QStringList({"L4–5", "L3", "L1–2", "L0"}));
        QCOMPARE(flowRowLabels({1, 0, -1}), QStringList({"L1", "L0", flowLayerLabel(-1)}));
    }

    /// The selected position is asked for first; the rest of the grid fills the picture while it comes.
    void theGridComesInPartsAfterThePosition()
    {
        const RunPtr run = support::tinyRun("It was on the mat");
        FigureData data{run, nullptr, {.layer = 1, .query = 2}, {}};
        QVERIFY(isWaiting(flowFigure, data));
        QCOMPARE(whyNothing(flowFigure, data), QStringLiteral("Computing …"));
        Needs needs = flowFigure.needs(data);
        QVERIFY(!needs.front().isPart && needs.back().isPart);
        for (const Need& need : needs)
            if (!need.isPart)
                data.results.add(need.id, need.compute({}));
        QVERIFY(!isWaiting(flowFigure, data));
        QCOMPARE(whyNothing(flowFigure, data), QString());
        QVERIFY(lensTokens(data.results, run, {0, 2}));
        QVERIFY(!lensTokens(data.results, run, {0, 1}));
        const QString caption = flowFigure.caption(data);

        FigureData all = computed(data);
        QVERIFY(missingNeeds(flowFigure, all).empty());
        QCOMPARE(flowFigure.caption(all), caption);
        const std::vector<core::LensPlace> place{{0, 1}};
        const core::Tensor logits = core::lensLogits(*run->setup, *run->trace, place);
        QCOMPARE(lensTokens(all.results, run, place[0])->front().id, core::topK(logits.values(), 1).front().id);

        // Another position of a grid that is there needs its parts alone.
        all.selection.query = 3;
        needs = missingNeeds(flowFigure, all);
        QCOMPARE(needs.size(), std::size_t(2));
    }

    void everythingLeadsToThePictureBehindIt()
    {
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 1, .query = 4});
        const auto view = makeView(selection);
        QVERIFY(!view->isEmpty());
        QSignalSpy wanted(view.get(), &View::viewWanted);

        const auto grid = [&] { return partOf<FlowGrid>(*view->plot(), "flow"); };
        click(*view, grid()->cellRect({2, 3}).bottomLeft() + QPointF(6, -6)); // layers 2, 1, 0, embedding from the top
        QCOMPARE(selection.pinned().layer, 0);
        QCOMPARE(selection.pinned().query, 3);
        QCOMPARE(grid()->pinned(), (Cell{2, 3}));
        QVERIFY(wanted.isEmpty());
        click(*view, grid()->cellRect({2, 3}).bottomLeft() + QPointF(6, -6));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.takeFirst().front().toString(), QStringLiteral("residual"));

        const auto* parts = partOf<FlowParts>(*view->plot(), "parts");
        const QRectF map = grid()->mapRect();
        QCOMPARE(parts->rowAt({map.right() + 40, map.top() + 4}), 0);
        click(*view, {map.right() + 40, map.top() + 4});
        QCOMPARE(selection.pinned().layer, 2);
        QVERIFY(wanted.isEmpty());
        click(*view, grid()->cellRect({0, 3}).bottomLeft() + QPointF(6, -6));
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.takeFirst().front().toString(), QStringLiteral("output"));

        emit view->plot()->barClicked(QStringLiteral("heads"), 3);
        QCOMPARE(selection.pinned().head, 3);
        QVERIFY(wanted.isEmpty());
        emit view->plot()->barClicked(QStringLiteral("heads"), 3);
        QCOMPARE(wanted.takeFirst().front().toString(), QStringLiteral("attention"));
        emit view->plot()->barClicked(QStringLiteral("next"), 0);
        QCOMPARE(wanted.takeFirst().front().toString(), QStringLiteral("output"));

        const FlowGrid* shown = grid();
        QVERIFY(!shown->arcs().empty());
        const int key = shown->arcs().front().key;
        QCOMPARE(shown->arcAt(shown->arcTop(0)), 0);
        click(*view, shown->arcTop(0));
        QCOMPARE(selection.pinned().key, key);
        QCOMPARE(wanted.takeFirst().front().toString(), QStringLiteral("attention"));
    }

    void aDifferenceComparesTheBestWordsAtEachPlace()
    {
        const RunPtr other = support::tinyRun("The cat sat on the mat", {"norm.placement=post"});
        FigureData data = computed({m_run, other, {.layer = 1, .query = 3}, {}, SlotMode::Delta});
        Plot plot;
        compose(plot, data);
        const auto* grid = partOf<FlowGrid>(plot, "flow");
        QCOMPARE(grid->rows(), 4); // three layers and the embedding
        int changed = 0;
        double largest = 0; // of the last layer
        for (int row = 0; row < grid->rows(); ++row)
            for (int column = 0; column < grid->columns(); ++column) {
                const int layer = grid->layers()[std::size_t(row)];
                const core::TokenProbability a = lensTokens(data.results, m_run, {layer, column})->front();
                const core::TokenProbability b = lensTokens(data.results, other, {layer, column})->front();
                const FlowCell& cell = grid->cell({row, column});
                const std::vector<core::LensPlace> at{{layer, column}}; // b's word need not be among a's likeliest
                const double before = core::lensProbabilities(*m_run->setup, *m_run->trace, at, std::vector{b.id}).front();
                QVERIFY(std::abs(cell.probability - (b.probability - before)) < 1e-6);
                largest = std::max(largest, row == 0 ? std::abs(b.probability - before) : 0);
                QCOMPARE(cell.text, tokenText(*other, b.id));
                QCOMPARE(cell.isFinal, a.id != b.id);
                changed += row == 0 && a.id != b.id;
            }
        QCOMPARE(flowFigure.metrics(data).front().value, QStringLiteral("%1 of 6").arg(changed));
        QCOMPARE(flowFigure.metrics(data).back().value, formatFixed(largest, 3));
        data.b = support::tinyRun("The cat sat on the mat", {"sizes.layers=2"});
        data.side = Side::Delta;
        QVERIFY(flowFigure.whyNot(data).contains(QStringLiteral("same depths")));
    }

    void whatCannotBeReadSaysWhy()
    {
        const FigureData alone{std::make_shared<RunResult>(RunResult{m_run->trace, nullptr}), nullptr, {}, {}};
        QVERIFY(flowFigure.whyNot(alone).contains(QStringLiteral("without its model")));
        const FigureData mute{support::tinyRun("The cat sat", {"output.head=none"}), nullptr, {}, {}};
        QVERIFY(flowFigure.whyNot(mute).contains(QStringLiteral("no output head")));
        QCOMPARE(flowFigure.offer(mute).key, QStringLiteral("output.head"));
        QVERIFY(flowFigure.offer({m_run, nullptr, {}, {}}).key.isEmpty());
        QVERIFY(flowFigure.whyNot({support::without(m_run, {"resid"}), nullptr, {}, {}}).contains(QStringLiteral("resid_post")));
        const FigureData one{support::tinyRun("The"), nullptr, {}, {}};
        QVERIFY(flowFigure.whyNot(one).isEmpty());
        Plot plot;
        compose(plot, one);
        QVERIFY(partOf<FlowGrid>(plot, "flow")->arcs().empty());
    }

    void tableHoldsEveryLayer()
    {
        const QStringList lines
            = flowFigure.table(computed({m_run, nullptr, {}, {}})).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 4 * 6);
        QVERIFY(lines[1].startsWith(QStringLiteral("2,0,")));
    }

    void wordsOfTheSelectedColumnStandBesideCellsWithoutRoom()
    {
        std::string text = "The cat sat on the mat";
        for (int i = 0; i < 6; ++i)
            text += " and the dog sat on it";
        const RunPtr run = support::tinyRun(text, {"norm.placement=post"});
        Plot plot;
        compose(plot, {run, nullptr, {.query = 7}, {}}, {800, 500});
        const auto* parts = partOf<FlowParts>(plot, "parts");
        QVERIFY(parts);
        QVERIFY(parts->sums().empty()); // no sum of parts in this model
        QCOMPARE(parts->words().size(), 4);
        QCOMPARE(parts->words().first(), tokenText(*run, nextTokens(*run->trace, 7, 1).front().id));
    }

    /// Cells without room for words get it by zooming, and what is beside the map stays where it is.
    void aLongTextIsLookedAtInParts()
    {
        std::string text = "The cat sat on the mat";
        for (int i = 0; i < 12; ++i)
            text += " and the dog sat on it";
        SelectionModel selection;
        selection.pin({.layer = 1, .head = 1, .query = 60});
        const auto view = makeView(selection);
        QVERIFY(!partOf<FlowGrid>(*view->plot(), "flow")->canZoom(Qt::Horizontal)); // all words are there
        view->setRun(support::tinyRun(text), nullptr);
        const auto grid = [&] { return partOf<FlowGrid>(*view->plot(), "flow"); };
        QVERIFY(grid()->canZoom(Qt::Horizontal) && !grid()->canZoom(Qt::Vertical));
        QVERIFY(grid()->wordsRect({1, 60}).width() < 20 && grid()->overviewRect().isEmpty());
        const QRectF map = grid()->mapRect();
        const QPointF at = grid()->cellRect({1, 60}).center();
        QWheelEvent wheel(at, at, {}, {0, 120 * 9}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->plot(), &wheel);
        view->plot()->replot();
        QVERIFY(std::abs(grid()->cellRect({1, 60}).center().x() - at.x()) <= 12); // what the mouse is over stays under it
        QVERIFY(grid()->wordsRect({1, 60}).width() > 40);
        QVERIFY(grid()->mapRect().width() > 5 * map.width());
        QVERIFY(grid()->shownRect().adjusted(-2, -2, 2, 2).contains(map)); // what is beside it stays where it is
        QVERIFY(!grid()->overviewRect().isEmpty() && grid()->overviewRect().bottom() < map.top());
        QSignalSpy wanted(view.get(), &View::viewWanted);
        QTest::mouseDClick(view->plot(), Qt::LeftButton, {}, grid()->cellRect({2, 60}).center().toPoint());
        QVERIFY(wanted.isEmpty()); // it shows all
        QVERIFY(grid()->overviewRect().isEmpty());
    }

    void narrowPanelsKeepTheGrid()
    {
        Plot plot;
        compose(plot, {m_run, nullptr, {}, {}}, {330, 300});
        QVERIFY(partOf<FlowGrid>(plot, "flow"));
        const auto* parts = partOf<FlowParts>(plot, "parts");
        QVERIFY(parts && parts->sums().empty()); // no bars, but the words of the selected column
        QCOMPARE(parts->words().size(), partOf<FlowGrid>(plot, "flow")->rows());
        compose(plot, {m_run, m_run, {}, {}, SlotMode::SideBySide});
        QCOMPARE(plot.cellMaps(QStringLiteral("flow")).size(), 2);
        compose(plot, {m_run, m_run, {}, {}, SlotMode::All});
        plot.replot();
        const QList<CellPlottable*> grids = plot.cellMaps(QStringLiteral("flow"));
        QCOMPARE(grids.size(), 3);
        for (const CellPlottable* const grid : grids) {
            QVERIFY(std::abs(grid->mapRect().width() - grids[0]->mapRect().width()) <= grid->columns());
            QCOMPARE(grid->rows(), grids[0]->rows());
        }
    }
};

QUIET_TEST_MAIN(TestFlow)
#include "tst_flow.moc"
