#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/controls/text_label.h"
#include "widgets/controls/title_line.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/view.h"
#include "widgets/views/attention/wall_order.h"
#include "widgets/views/shared/cell_operands.h"
#include "widgets/views/shared/head_scores.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <memory>

using namespace widgets;
using Level = AttentionView::Level;

class TestAttentionView : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

    std::unique_ptr<AttentionView> makeView(SelectionModel& selection) const
    {
        auto view = std::make_unique<AttentionView>(&selection, nullptr);
        view->resize(900, 640);
        view->show();
        support::answer(*view);
        view->setRun(m_run, nullptr);
        return view;
    }

    static void click(AttentionView& view, const QString& map, Cell cell)
    {
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, view.plot()->cellMap(map)->cellRect(cell).center().toPoint());
    }

    static bool hasLines(const AttentionView& view)
    {
        for (int i = 0; i < view.plot()->plottableCount(); ++i)
            if (qobject_cast<const TokenLines*>(view.plot()->plottable(i)))
                return true;
        return false;
    }

private slots:
    void clickOpensAHeadAndBackspaceReturns()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        QCOMPARE(view->level(), Level::Wall);
        click(*view, QStringLiteral("wall"), {0, 3}); // three layers, the last on top
        QCOMPARE(view->level(), Level::Head);
        QCOMPARE(selection.pinned(), (Selection{.layer = 2, .head = 3}));
        const TextLabel& path = *view->findChild<TitleLine*>()->breadcrumb();
        QVERIFY2(path.text().contains("Layer 2 › Head 3"), qPrintable(path.text()));
        QVERIFY(path.text().contains("href=\"0\"")); // the way back up
        QTest::keyClick(view->plot(), Qt::Key_Backspace);
        QCOMPARE(view->level(), Level::Wall);
        QVERIFY(!path.text().contains("href=\"0\"")); // the top
        QTest::keyClick(view->plot(), Qt::Key_Backspace);
        QCOMPARE(view->level(), Level::Wall);
    }

    void theWallHasTheScaleOfTheHead()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        auto* scale = view->findChild<SegmentedSwitch*>(QStringLiteral("scale"));
        QVERIFY(scale->isVisible());
        scale->findChild<QAbstractButton*>(QStringLiteral("log"))->click();
        QCOMPARE(view->figureData().options.value(QStringLiteral("scale")).toString(), QStringLiteral("log"));
        view->setLevel(Level::Head);
        QVERIFY(scale->isVisible());
        QCOMPARE(scale->current(), QStringLiteral("log"));
    }

    void linesAreOfferedOnlyWhereTheyHaveRoom()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        auto* lines = view->findChild<SegmentedSwitch*>(QStringLiteral("lines"));
        const auto* on = lines->findChild<QAbstractButton*>(QStringLiteral("on"));
        const auto shows = [&] { return hasLines(*view); };
        QVERIFY(on->isEnabled() && on->isChecked() && shows());
        QString text;
        for (int i = 0; i < 17; ++i)
            text += QStringLiteral("The cat sat ");
        view->setRun(support::tinyRun(text.trimmed().toStdString()), nullptr);
        QVERIFY(!on->isEnabled() && !on->isChecked() && !shows());
        QVERIFY2(on->toolTip().startsWith(QStringLiteral("51 tokens")), qPrintable(on->toolTip()));
        QVERIFY(!view->figureData().options.contains(QStringLiteral("lines"))); // still wanted
        view->setRun(m_run, nullptr);
        QVERIFY(on->isEnabled() && on->isChecked() && shows());
        lines->findChild<QAbstractButton*>(QStringLiteral("off"))->click();
        QVERIFY(on->isEnabled() && !on->isChecked() && !shows());
    }

    void clickPinsACellAndASecondClickOpensIt()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        click(*view, QStringLiteral("head"), {4, 1});
        QCOMPARE(selection.pinned().query, 4);
        QCOMPARE(selection.pinned().key, 1);
        QCOMPARE(view->level(), Level::Head);
        click(*view, QStringLiteral("head"), {4, 1});
        QCOMPARE(view->level(), Level::Cell);
    }

    void aDoubleClickAsksForTheNumberOfASmallMap()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        const auto clickTwice = [&](const char* map, Cell cell) {
            const QPoint at = view->plot()->cellMap(map)->cellRect(cell).center().toPoint();
            QTest::mouseClick(view->plot(), Qt::LeftButton, {}, at);
            QMouseEvent second(
                QEvent::MouseButtonDblClick, at, view->plot()->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
            QApplication::sendEvent(view->plot(), &second);
            QTest::mouseRelease(view->plot(), Qt::LeftButton, {}, at);
        };
        for (const auto& [map, tensor] : {std::pair{"stage_scaled", "blocks.0.attn.scores_content"},
                 {"stage_mask", "blocks.0.attn.scores"}, {"stage_values", "blocks.0.attn.z"}}) {
            view->setStage(QStringLiteral("all"));
            QSignalSpy asked(view.get(), &View::tensorWanted);
            clickTwice(map, {3, 2});
            QCOMPARE(view->stage(), QStringLiteral("all")); // as in any other picture
            QCOMPARE(asked.count(), 1);
            QCOMPARE(asked[0][0].toString(), QString(tensor));
            QCOMPARE(selection.pinned().query, 3);
            QCOMPARE(QLatin1String(map) == QLatin1String("stage_values") ? selection.pinned().dim : selection.pinned().key, 2);
        }
        click(*view, QStringLiteral("stage_mask"), {3, 2});
        click(*view, QStringLiteral("head"), {4, 1});
        QCOMPARE(view->stage(), QStringLiteral("mask"));
        view->setStage(QStringLiteral("all")); // a click on the cell that is pinned opens its stage too
        click(*view, QStringLiteral("stage_mask"), {4, 1});
        QVERIFY(view->plot()->cellMap(QStringLiteral("head")));

        for (int i = 0; i < 2; ++i) { // of the marked cell the first click has opened it
            view->setStage(QStringLiteral("softmax"));
            view->setLevel(Level::Head);
            QSignalSpy asked(view.get(), &View::tensorWanted);
            clickTwice("head", {4, 2});
            QCOMPARE(view->level(), Level::Cell);
            QCOMPARE(asked.count(), 0); // nothing is opened over its operands
        }

        view->setLevel(Level::Wall);
        QSignalSpy asked(view.get(), &View::tensorWanted);
        clickTwice("wall", {0, 3});
        QCOMPARE(view->level(), Level::Head);
        QCOMPARE(asked.count(), 0); // of no number that happens to be under the mouse then
        QCOMPARE(selection.pinned().query, 4);
    }

    void keysWalkCells()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        selection.pin({.layer = 0, .head = 0, .query = 4, .key = 2});
        QTest::keyClick(view->plot(), Qt::Key_Left);
        QTest::keyClick(view->plot(), Qt::Key_Up);
        QCOMPARE(selection.pinned(), (Selection{.layer = 0, .head = 0, .query = 3, .key = 1}));
        QCOMPARE(view->level(), Level::Head); // walking opens nothing
        QTest::keyClick(view->plot(), Qt::Key_Return);
        QCOMPARE(view->level(), Level::Cell);
        QTest::keyClick(view->plot(), Qt::Key_Down);
        QCOMPARE(selection.pinned().query, 4);
    }

    void operandsAddUpToTheRecordedNumbers_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"position.kind=rope", "position.kind=alibi", "position.kind=none",
                 "attention.kind=multi_query", "attention.kind=grouped_query", "score.scale=0.7", "mask.kind=sliding_window",
                 "score.soft_cap=0.2", "score.sinks=true", "score.qk_norm=rms_head", "position.kind=t5_buckets",
                 "position.kind=transformer_xl", "position.kind=disentangled", "position.kind=shaw", "score.clip_qkv=0.1"})
            QTest::newRow(choice) << QString::fromLatin1(choice);
    }
    void operandsAddUpToTheRecordedNumbers()
    {
        QFETCH(QString, choice);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {choice.toStdString()});
        for (int head = 0; head < 4; ++head)
            for (int query = 0; query < 6; ++query)
                for (int key = 0; key <= query; ++key) {
                    const CellOperands cell
                        = cellOperands(*run, core::AttentionPart::Self, {.layer = 1, .head = head, .query = query, .key = key});
                    QCOMPARE(cell.terms.size(), std::size_t(8));
                    if (cell.isMasked)
                        continue;
                    QVERIFY2(std::abs(cell.score - cell.recordedScore) < 1e-5,
                        qPrintable(QString::number(cell.score - cell.recordedScore)));
                    QVERIFY(std::abs(cell.weight - cell.recordedWeight) < 1e-5);
                }
    }

    void latentOperandsAddUpToo()
    {
        for (const char* position : {"position.kind=rope", "position.kind=none"}) {
            const RunPtr run = support::tinyRun("The cat sat", {"attention.kind=latent", position});
            const CellOperands cell
                = cellOperands(*run, core::AttentionPart::Self, {.layer = 1, .head = 3, .query = 2, .key = 1});
            QVERIFY(!cell.terms.empty());
            QVERIFY2(std::abs(cell.score - cell.recordedScore) < 1e-5, position);
        }
    }

    void aLayerWithoutAttentionSaysWhereThereIsSome()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setRun(support::tinyRun("The cat sat", {"mixer.kind@1=retention"}), nullptr);
        QVERIFY(!view->isEmpty()); // the wall has the other layers
        view->setLevel(Level::Head);
        selection.pin({.layer = 1});
        QVERIFY(view->isEmpty());
        const FigureData there{support::tinyRun("The cat sat", {"mixer.kind@1=retention"}), nullptr, {.layer = 1}, {}};
        for (const FigureInfo* figure : {&attentionFigure, &attentionCellFigure})
            QVERIFY2(figure->whyNot(there).contains(QStringLiteral("Layer 0")), figure->id);

        const FigureData none{support::tinyRun("The cat sat", {"mixer.kind=retention"}), nullptr, {}, {}};
        for (const FigureInfo* figure : {&attentionWallFigure, &attentionFigure, &attentionCellFigure})
            QVERIFY2(figure->whyNot(none).contains(QStringLiteral("Retention")), figure->id);
    }

    void maskedCellSaysSo()
    {
        const CellOperands cell = cellOperands(*m_run, core::AttentionPart::Self, {.layer = 0, .head = 0, .query = 1, .key = 4});
        QVERIFY(cell.isMasked);
        QVERIFY(std::isfinite(cell.score)); // what it would have been
        QCOMPARE(cell.recordedWeight, 0.0);
    }

    void operandsNameWhatIsMissing()
    {
        QCOMPARE(missingOperand(*support::without(m_run, {"attn.scores"}), core::AttentionPart::Self, 1),
            std::string("blocks.1.attn.scores"));
        QVERIFY(cellOperands(*support::without(m_run, {"attn.rot_q", "attn.q"}), core::AttentionPart::Self,
            {.layer = 1, .head = 0, .query = 2, .key = 1})
                    .q.empty());
        QVERIFY(cellOperands(*m_run, core::AttentionPart::Self, {.layer = 1, .head = 99, .query = 2, .key = 1}).q.empty());
        QVERIFY(cellOperands(*m_run, core::AttentionPart::Self, {.layer = 1, .head = 0, .query = 99, .key = 1}).q.empty());
    }

    void scaleIsLogarithmicWhenTheFirstKeyTakesMoreThanHalf()
    {
        const Grid even = gridOf({1, 0, 0.4F, 0.6F}, 2, 2);
        const Grid sink = gridOf({1, 0, 0.9F, 0.1F}, 2, 2);
        QCOMPARE(weightScale({&even, 1}, {}).transform, ScaleTransform::Linear);
        QCOMPARE(weightScale({&sink, 1}, {}).transform, ScaleTransform::Log);
        QCOMPARE(weightScale({&sink, 1}, QStringLiteral("linear")).transform, ScaleTransform::Linear);
        QVERIFY(weightScale({&even, 1}, QStringLiteral("without_first")).withoutFirst);
        const std::vector<Grid> half{sink, even, Grid()}, few{sink, even, even}; // a wall follows its heads, not their mean
        QCOMPARE(weightScale(half, {}).transform, ScaleTransform::Log);
        QCOMPARE(weightScale(few, {}).transform, ScaleTransform::Linear);
    }

    void aWallWithoutACaptionStillSaysThatItsColoursAreLogarithmic()
    {
        FigureData data{m_run, nullptr, {.layer = 1}, {}};
        data.options = {{QStringLiteral("scale"), QStringLiteral("log")}, {QStringLiteral("sort"), QStringLiteral("entropy")},
            {QStringLiteral("charts"), QStringLiteral("previous,induction,first,entropy,distance")}};
        FigureStyle style;
        style.size = {700, 330}; // of five charts only their headings have room
        const std::unique_ptr<Plot> plot = buildFigure(attentionWallFigure, support::fulfilled(attentionWallFigure, data), style);
        for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
            if (const auto* title = qobject_cast<QCPTextElement*>(element))
                QVERIFY2(!title->text().contains(QStringLiteral("logarithmic")), "the caption has room");
        const auto* bar = plot->cellMap(QStringLiteral("wall"))->keyAxis()->axisRect()->findChild<ColorBar*>();
        QVERIFY(bar->title().contains(QStringLiteral("log")));
        QVERIFY(attentionWallFigure.subtitle(data).contains(QStringLiteral("named layer.head where it has room")));
    }

    void withoutKeyAndCaptionTheColoursStillSayThatTheyAreLogarithmic()
    {
        const auto words = [&](const FigureInfo& figure, const char* scale, bool hasKey) {
            FigureData data{m_run, nullptr, {.layer = 1}, {{QStringLiteral("scale"), QString::fromLatin1(scale)}}};
            FigureStyle style = findPreset(QStringLiteral("paper-1col"))->style;
            style.showCaption = false;
            style.showColorBar = hasKey;
            QStringList said;
            const auto plot = buildFigure(figure, support::fulfilled(figure, data), style);
            for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
                if (const auto* title = qobject_cast<QCPTextElement*>(element))
                    said << title->text();
            return said;
        };
        for (const FigureInfo* figure : {&attentionFigure, &attentionWallFigure}) {
            QVERIFY(words(*figure, "log", false).contains(QStringLiteral("Colours: weight log")));
            QVERIFY(words(*figure, "without_first", false).contains(QStringLiteral("Colours: weight without first")));
            for (const auto& [scale, hasKey] : {std::pair{"linear", false}, std::pair{"log", true}})
                QVERIFY(words(*figure, scale, hasKey).filter(QStringLiteral("Colours:")).isEmpty());
        }
    }

    void someRecordedHeadsAreFoundByTheirNumber()
    {
        core::TraceRequest request;
        request.patterns = {"blocks.*.attn.pattern[2]", "logits"};
        const RunPtr run = support::tinyRun("The cat sat on the mat", {}, request);
        const Grid whole = headGrid(*m_run->trace, 1, "attn.pattern", 2);
        const Grid alone = headGrid(*run->trace, 1, "attn.pattern", 2);
        QCOMPARE(alone.at(4, 1), whole.at(4, 1));
        QVERIFY(headGrid(*run->trace, 1, "attn.pattern", 1).isEmpty());
        QCOMPARE(core::scoredHeads(*run->trace).size(), std::size_t(3));
        QCOMPARE(core::scoredHeads(*run->trace).front().head, 2);
    }

    void layersGoUpwardsHoweverManyThereAre()
    {
        const WallOrder upright = wallOrder({m_run, nullptr, {}, {}});
        QCOMPARE(upright.at(upright.rows - 1, 1), (HeadPlace{0, 1})); // upwards, as everywhere
        const WallOrder parts = wallOrder({m_run, nullptr, {}, {}}, 2);
        QCOMPARE(parts.at(1, 0), (HeadPlace{0, 0}));
        QCOMPARE(parts.at(1, parts.columnsOfPart()), (HeadPlace{2, 0}));
        QCOMPARE(parts.at(0, parts.columnsOfPart()), HeadPlace());
        const WallOrder deep = wallOrder({support::tinyRun("The cat", {"sizes.layers=9", "sizes.heads=2"}), nullptr, {}, {}});
        QCOMPARE(deep.rows, 9);
        QCOMPARE(deep.at(8, 1), (HeadPlace{0, 1}));
    }

    void stagesAreWalkedPastThoseThatTheModelLacks()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        QCOMPARE(view->stage(), QStringLiteral("softmax"));
        for (const char* stage : {"mask", "scaled", "qk", "all", "all"}) { // no cap, no bias, and no further
            QTest::keyClick(view->plot(), Qt::Key_BracketLeft);
            QCOMPARE(view->stage(), QString::fromLatin1(stage));
        }
        QCOMPARE(QString(view->figure().id), QStringLiteral("attention_stages"));
        QTest::keyClick(view->plot(), Qt::Key_BracketRight);
        QCOMPARE(view->stage(), QStringLiteral("qk"));
        QCOMPARE(QString(view->figure().id), QStringLiteral("attention"));
    }

    void aSmallMapOpensAtItsStage()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        view->setStage(QStringLiteral("all"));
        click(*view, QStringLiteral("stage_mask"), {4, 1});
        QCOMPARE(view->stage(), QStringLiteral("mask"));
        QCOMPARE(selection.pinned().query, 4);
        QCOMPARE(selection.pinned().key, 1);
        QCOMPARE(view->figureData().options.value(QStringLiteral("stage")).toString(), QStringLiteral("mask"));
    }

    void aBarPinsItsKey()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 0});
        const std::vector<int> keys = keysOfRow(view->figureData());
        emit view->plot()->barClicked(QStringLiteral("row"), 2);
        QCOMPARE(selection.pinned(), (Selection{.layer = 1, .head = 2, .query = 4, .key = keys[2]}));
        const Grid row = headGrid(*m_run->trace, 1, "attn.pattern", 2);
        QVERIFY(row.at(4, keys[0]) >= row.at(4, keys[1]) && row.at(4, keys[1]) >= row.at(4, keys[2]));
    }

    void hoveringATokenShowsItsLines()
    {
        SelectionModel selection;
        const auto view = makeView(selection);
        view->setLevel(Level::Head);
        selection.hover({.layer = 0, .head = 0, .query = 3});
        for (CellPlottable* map : view->plot()->cellMaps(QStringLiteral("head")))
            if (auto* lines = qobject_cast<TokenLines*>(map)) {
                QCOMPARE(lines->shownQuery(), 3);
                return;
            }
        QFAIL("there are no lines");
    }
};

QUIET_TEST_MAIN(TestAttentionView)
#include "tst_attention_view.moc"
