// Texts that a model writes: what is drawn are the numbers of the tree; clicks go another way; what cannot write says so, with a
// way out.

#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/writing/cut_bars.h"
#include "widgets/views/writing/figure.h"
#include "widgets/views/writing/numbers.h"
#include "widgets/views/writing/text_tree.h"
#include "widgets/views/writing/view.h"
#include "widgets/views/writing/words.h"

#include <QMouseEvent>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include <cmath>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

FigureData dataOf(const RunPtr& run, const QVariantMap& options = {{"temperature", 1.5}, {"tokens", 5}})
{
    return support::fulfilled(generationFigure, {run, nullptr, {.layer = 1, .head = 1, .query = 3}, options});
}

NumberSet partOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(generationFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

/// A view of the run whose needs are answered.
std::unique_ptr<WritingView> shownView(SelectionModel& selection, const RunPtr& run)
{
    auto view = std::make_unique<WritingView>(&selection, nullptr);
    support::answer(*view);
    view->resize(1280, 620);
    view->setRun(run, nullptr);
    view->show();
    [[maybe_unused]] const bool isShown = QTest::qWaitForWindowExposed(view.get());
    return view;
}

} // namespace

class TestGeneration : public QObject
{
    Q_OBJECT

private slots:
    void barsAreThoseOfTheSelectedNode()
    {
        const RunPtr run = support::tinyRun(kText);
        FigureData data = dataOf(run);
        const core::ContinuationTree tree = core::continuations(*run->setup, {run->trace->ids}, continuationOptions(data));
        for (const core::Index node : {core::Index(0), tree.texts[1].nodes[1]}) {
            data.options["node"] = pathWords(tree.pathTo(node));
            const NumberSet bars = partOf(data, "next tokens");
            const auto& next = tree.nodes[std::size_t(node)].next;
            QCOMPARE(bars.values.size(), 3 * next.size());
            for (std::size_t i = 0; i < next.size(); ++i) {
                QCOMPARE(bars.values[3 * i], next[i].before);
                QCOMPARE(bars.values[3 * i + 1], next[i].after);
                QCOMPARE(bars.values[3 * i + 2], next[i].sum);
            }
        }
        const NumberSet words = partOf(data, "texts");
        std::size_t shown = 0;
        for (const core::ContinuationNode& node : tree.nodes)
            if (node.depth > 0) {
                QCOMPARE(words.values[3 * shown + 1], double(node.depth - 1));
                QCOMPARE(words.values[3 * shown + 2], node.drawn.before);
                ++shown;
            }
        QCOMPARE(words.values.size(), 3 * shown);
        QVERIFY(generationFigure.table(data).count('\n') > qsizetype(shown));
    }

    void branchesDoNotCross()
    {
        const Writing writing
            = writingOf(dataOf(support::tinyRun(kText), {{"temperature", 2.0}, {"top_p", 1.0}, {"texts", 8}, {"tokens", 4}}));
        QVERIFY(writing.tree);
        Plot plot;
        plot.resize(1000, 500);
        const FigureData data
            = dataOf(support::tinyRun(kText), {{"temperature", 2.0}, {"top_p", 1.0}, {"texts", 8}, {"tokens", 4}});
        generationFigure.draw({plot, data, FigureStyle()});
        const auto* const tree = qobject_cast<const TextTree*>(plot.cellMap("texts"));
        QVERIFY(tree && tree->data().words.size() > 10);
        for (const TreeWord& a : tree->data().words)
            for (const TreeWord& b : tree->data().words)
                if (a.column == b.column && a.lane < b.lane)
                    QVERIFY(a.parentLane <= b.parentLane);
        QCOMPARE(tree->nodeAt({0, 0}), 0);
        QCOMPARE(tree->nodeAt({0, 1}), tree->data().words.front().node);
    }

    void showingFewerTokensComputesNothing()
    {
        const RunPtr run = support::tinyRun(kText);
        const FigureData all = dataOf(run, {{"tokens", 5}, {"length", 5}});
        FigureData one = all;
        one.options["tokens"] = 1;
        QVERIFY(missingNeeds(generationFigure, one).empty());
        for (const ShownText& text : writingOf(one).texts)
            QCOMPARE(text.nodes.size(), std::size_t(1));
        FigureData other = all;
        other.options["temperature"] = 0.7;
        QVERIFY(!missingNeeds(generationFigure, other).empty());
    }

    void aClickOnABarGoesThatWay()
    {
        SelectionModel selection;
        const auto view = shownView(selection, support::tinyRun(kText));
        QTRY_VERIFY(view->isUpToDate() && writingOf(view->figureData()).tree);
        const Writing before = writingOf(view->figureData());
        const core::TokenId other = before.node().next[9].id;
        QCOMPARE(before.drawnBy(other), 0);
        emit view->plot()->cellClicked("next tokens", 9, 0, Qt::NoModifier);
        QTRY_VERIFY(view->isUpToDate() && writingOf(view->figureData()).selected > 0);
        const Writing after = writingOf(view->figureData());
        QCOMPARE(after.tree->nodes[std::size_t(after.selected)].id, other);
        QCOMPARE(after.texts.size(), before.texts.size() + 1);
        QCOMPARE(after.texts.back().text->kind, core::Continuation::Chosen);
        // A click on a node selects it; the root is column 0.
        emit view->plot()->cellClicked("texts", 0, 0, Qt::NoModifier);
        QTRY_COMPARE(writingOf(view->figureData()).selected, core::Index(0));
    }

    void theLineOfTopPIsDraggedAndTheChangeIsTold()
    {
        SelectionModel selection;
        const auto view = shownView(selection, support::tinyRun(kText));
        QTRY_VERIFY(view->isUpToDate() && writingOf(view->figureData()).tree);
        const auto bars = [&] { return qobject_cast<const CutBars*>(view->plot()->cellMap("next tokens")); };
        QVERIFY(bars());
        QPoint grip;
        for (int y = 0; y < view->plot()->height() && grip.isNull(); ++y)
            for (int x = 0; x < view->plot()->width() && grip.isNull(); ++x)
                if (bars()->isOnCut(QPointF(x, y)) && std::abs(bars()->shareAt(QPointF(x, y)) - 0.9) < 0.01)
                    grip = QPoint(x, y);
        QVERIFY(!grip.isNull());
        QSignalSpy told(view.get(), &View::whatIfChanged);
        QTest::mousePress(view->plot(), Qt::LeftButton, {}, grip);
        const QPoint to = grip - QPoint(40, 0);
        const double share = bars()->shareAt(to);
        QMouseEvent move(
            QEvent::MouseMove, QPointF(to), view->plot()->mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(view->plot(), &move);
        QVERIFY(std::abs(topPOption.in(view->figureData(), 1) - share) <= 0.005);
        QCOMPARE(told.size(), 0); // once, at the end
        QTest::mouseRelease(view->plot(), Qt::LeftButton, {}, to);
        QCOMPARE(told.size(), 1);
        const double dragged = view->whatIf().value("top_p").toDouble();
        QVERIFY(dragged < 0.9);
        view->setWhatIf({}); // undone
        QCOMPARE(topPOption.in(view->figureData(), 1), 0.9);
        view->setWhatIf({{"top_p", dragged}}); // done again
        QCOMPARE(topPOption.in(view->figureData(), 1), dragged);
    }

    void whatAFileSaysIsNotUndoneByAnotherChange()
    {
        SelectionModel selection;
        const auto view = shownView(selection, support::tinyRun(kText));
        QVERIFY(view->restore("generation", {{"top_p", 0.5}}));
        view->setWhatIf({}); // as the window says with every change
        QCOMPARE(topPOption.in(view->figureData(), 1), 0.5);
    }

    void oneTokenAtATime()
    {
        SelectionModel selection;
        const auto view = shownView(selection, support::tinyRun(kText));
        auto* const one = view->findChild<QPushButton*>("one");
        one->click(); // all are there: from the first
        QCOMPARE(view->shownTokens(), 1);
        one->click();
        QCOMPARE(view->shownTokens(), 2);
        view->findChild<QPushButton*>("all")->click();
        QVERIFY(view->isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!view->isPlaying(), 20000);
        QCOMPARE(view->shownTokens(), writing::usualTokens);
        const int seed = view->findChild<QSpinBox*>("seed")->value();
        view->findChild<QPushButton*>("again")->click();
        QCOMPARE(view->findChild<QSpinBox*>("seed")->value(), seed + writing::usualTexts);
    }

    void whatIsRestoredIsShown()
    {
        SelectionModel selection;
        const auto view = shownView(selection, support::tinyRun(kText));
        const QVariantMap said{{"temperature", 0.5}, {"top_k", 7}, {"top_p", 0.8}, {"min_p", 0.1}, {"penalty", 1.3}, {"seed", 4},
            {"texts", 2}, {"tokens", 3}, {"length", 9}, {"node", "5-6"}, {"branches", "5-6,7"}};
        QVERIFY(view->restore("generation", said));
        const QVariantMap options = view->figureData().options;
        for (auto option = said.begin(); option != said.end(); ++option)
            QCOMPARE(options.value(option.key()).toString(), option.value().toString());
        const core::ContinuationOptions written = continuationOptions(view->figureData());
        QCOMPARE(written.tokens, core::Index(9));
        QCOMPARE(written.branches.size(), std::size_t(2));
        QCOMPARE(pathOf("5-6-x-7"), (std::vector<core::TokenId>{5, 6}));
    }

    void whatCannotWriteSaysSo()
    {
        for (const char* choice : {"topology=encoder", "norm.kind=batch_norm", "output.head=none"}) {
            const FigureData data = dataOf(support::tinyRun(kText, {choice}));
            QVERIFY2(!generationFigure.whyNot(data).isEmpty(), choice);
            QVERIFY2(!generationFigure.offer(data).key.isEmpty(), choice);
            QVERIFY2(generationFigure.needs(data).empty(), choice);
        }
        auto recorded = std::make_shared<RunResult>(*support::tinyRun(kText));
        recorded->setup = nullptr;
        QVERIFY(generationFigure.whyNot(dataOf(recorded)).contains("open its model"));
        QVERIFY(!generationFigure.whyNot({}).isEmpty());
    }

    void aTableEndsTheTexts()
    {
        const RunPtr run = support::tinyRun(
            kText, {"position.kind=learned", "sizes.context=" + std::to_string(support::tinyRun(kText)->trace->ids.size() + 2)});
        const FigureData data = dataOf(run, {{"tokens", 8}});
        for (const ShownText& text : writingOf(data).texts)
            QCOMPARE(text.nodes.size(), std::size_t(3)); // the last is drawn and not read
        QVERIFY2(generationFigure.caption(data).contains("end there"), qPrintable(generationFigure.caption(data)));
    }

    void oddsAreRoundedAndACertaintyIsSaidInWords()
    {
        QCOMPARE(oneIn(-std::log(57.3)), QString("one in 57"));
        QCOMPARE(oneIn(-std::log(2512.0)), QString("one in 2,500"));
        QCOMPARE(oneIn(-std::log(1.5)), QString("one in 1.5"));
        QCOMPARE(oneIn(std::log(0.97)), QString("almost every one"));
        QCOMPARE(oneIn(0), QString("almost every one"));
        QCOMPARE(shortProbability(0.0004), QString("<0.001"));
        QCOMPARE(shortProbability(0.653), QString("0.65"));
    }
};

QUIET_TEST_MAIN(TestGeneration)
#include "tst_generation.moc"
