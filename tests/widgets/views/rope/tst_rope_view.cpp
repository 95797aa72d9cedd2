// The page "rope": its modes and sizes, and its controls, which change the figure's options only.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/rope_page.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/chart_marks.h"
#include "widgets/plot/equation_element.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/rope/figure.h"
#include "widgets/views/rope/head.h"
#include "widgets/views/rope/pictures.h"
#include "widgets/views/rope/view.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace support;
using namespace widgets;

class TestRopeView : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light), setCurrentLanguage(QStringLiteral("en")); }

    void anotherBaseTurnsTheSameVectorsAndSaysSo()
    {
        const RunPtr other = support::tinyRun("The cat sat on the mat", {"rope.base=50"});
        const FigureData data = dataOf(m_run, {{QStringLiteral("base"), 50}, {QStringLiteral("pair"), 1}});
        const std::optional<RopeHead> head = ropeHeadOf(data);
        QVERIFY(head && head->isWhatIf);
        QVERIFY(head->rotation.angles.frequencies
            == std::get<core::Rope>(other->setup->config.block(1).position).anglesOf(8, 6).frequencies);
        const auto saysSo = [](const FigureData& shown) {
            return std::ranges::any_of(
                ropeFigure.caveats(shown), [](const Caveat& one) { return one.text.contains(QStringLiteral("What if")); });
        };
        QVERIFY(saysSo(data) && !saysSo(dataOf(m_run)));
        QVERIFY(!ropeFigure.caption(data).contains(QStringLiteral("What if"))); // the badge beside it does
        QCOMPARE(ropeHeadOf(dataOf(m_run, {{QStringLiteral("fraction"), 0.5}}))->rotation.dims, core::Index(4));
    }

    void anotherPositionKindSaysSoAndOffersTheSwitch()
    {
        SelectionModel selection;
        RopeView view(&selection, nullptr);
        view.resize(900, 640);
        view.show();
        view.setRun(support::tinyRun("The cat sat", {"position.kind=alibi"}), nullptr);
        QVERIFY(view.isEmpty());
        QVERIFY(ropeFigure.whyNot(view.figureData()).contains(QStringLiteral("ALiBi")));
        auto* button = view.findChild<QPushButton*>(QStringLiteral("offer"));
        QVERIFY(button && button->isVisible());
        QSignalSpy wanted(&view, &View::choiceWanted);
        button->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0], (QVariantList{QStringLiteral("position.kind"), QStringLiteral("rope")}));
        view.setRun(nullptr, nullptr); // nothing that a choice could help
        QVERIFY(!button->isVisible());
        view.setRun(m_run, nullptr);
        QVERIFY(!view.isEmpty());
    }

    void everyPictureIsDrawnForEveryModelAndRoom()
    {
        for (const std::vector<std::string>& assignments :
            {std::vector<std::string>{}, kModels[1], {"attention.kind=latent"}, {"topology=encoder"}, {"rope.fraction=0.5"}})
            for (const QString& show : pageIds(ropeFigure))
                for (const QSizeF size : {QSizeF(1300, 700), QSizeF(420, 300)}) {
                    const FigureData data
                        = dataOf(support::tinyRun("The cat sat on the mat", assignments), {{QStringLiteral("show"), show}});
                    QCOMPARE(ropeFigure.whyNot(data), QString());
                    Plot plot;
                    plot.resize(size.toSize());
                    composeFigure(plot, ropeFigure, data, screenStyle(size));
                    plot.replot();
                    QVERIFY(!ropeFigure.caption(data).isEmpty());
                    QVERIFY(ropeFigure.table(data).count(QLatin1Char('\n')) > 2);
                }
    }

    void aDifferenceIsOfAnglesAndScoresOnly()
    {
        FigureData data = dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("angles")}});
        data.b = support::tinyRun("The cat sat on the mat", {"rope.base=100"});
        data.mode = SlotMode::Delta;
        data.side = Side::Delta;
        QCOMPARE(ropeFigure.whyNot(data), QString());
        data.options.clear();
        QVERIFY(!ropeFigure.whyNot(data).isEmpty());
        data.options[QStringLiteral("show")] = QStringLiteral("distance");
        QCOMPARE(ropeFigure.whyNot(data), QString());
        QVERIFY(ropeFigure.caption(data).contains(QStringLiteral("changes by"))); // not the numbers of A
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=alibi"});
        QVERIFY(!ropeFigure.whyNot(data).isEmpty());
        QVERIFY(ropeFigure.metrics(data).empty());
    }

    void comparisonsFitSmallPages()
    {
        FigureData data = dataOf(m_run);
        data.b = support::tinyRun("The cat sat on the mat", {"rope.base=100"});
        data.mode = SlotMode::All;
        for (const char* preset : {"slide-16x9", "slide-4x3", "slide-half", "paper-1col", "icml"})
            for (const QString& show : pageIds(ropeFigure)) {
                data.options[QStringLiteral("show")] = show;
                const QString why = whyNoRoom(ropeFigure, data, findPreset(QLatin1String(preset))->style);
                QVERIFY2(why.isEmpty(), qPrintable(show + QLatin1Char(' ') + QLatin1String(preset) + why));
            }
    }

    void comparedPanelsShowThePairWhoseAnglesDifferMost()
    {
        FigureData data = dataOf(m_run); // four pairs, the query at 4
        data.b = support::tinyRun("The cat sat on the mat", {"rope.base=100"});
        data.mode = SlotMode::SideBySide;
        const auto headOf = [&](const RunPtr& run) { return *ropeHeadOf(data, *run); };
        const std::vector<double> a = headOf(data.a).rotation.angles.frequencies, b = headOf(data.b).rotation.angles.frequencies;
        int most = 0;
        for (int pair = 1; pair < int(a.size()); ++pair)
            if (std::abs(a[std::size_t(pair)] - b[std::size_t(pair)]) > std::abs(a[std::size_t(most)] - b[std::size_t(most)]))
                most = pair;
        QVERIFY(most > 0); // no base changes the first
        for (const RunPtr& run : {data.a, data.b}) {
            QCOMPARE(ropeShownPairs(headOf(run), screenStyle({180, 300})), (std::vector<int>{most}));
            QCOMPARE(headOf(run).order, headOf(data.a).order);
        }
        QVERIFY(ropeFigure.subtitle(data).contains(QStringLiteral("differ most in pair %1").arg(most)));
        data.options[QStringLiteral("pair")] = 2; // a person's choice stays
        QCOMPARE(headOf(data.b).pair, 2);
        QVERIFY(!ropeFigure.subtitle(data).contains(QStringLiteral("differ most")));
        data.options.clear();
        data.mode = SlotMode::B;
        QVERIFY(!headOf(data.b).isMostDifferent);
        data.mode = SlotMode::SideBySide;
        data.b = support::tinyRun("The cat sat on the mat", {"seed=5"});
        QVERIFY(!headOf(data.b).isMostDifferent); // the same angles: both show what A alone would
        QCOMPARE(headOf(data.b).pair, headOf(data.a).pair);
    }

    void narrowPanelsShowOnePair()
    {
        const RopeHead head = *ropeHeadOf(dataOf(m_run));
        QCOMPARE(ropeShownPairs(head, screenStyle({180, 300})), (std::vector<int>{head.pair}));
        QCOMPARE(ropeShownPairs(head, screenStyle({300, 300})).size(), std::size_t(2));
    }

    void theQueryWalksOnlyWhilePlaying()
    {
        SelectionModel selection;
        RopeView view(&selection, nullptr);
        view.resize(900, 640);
        view.show();
        view.setRun(m_run, nullptr);
        QVERIFY(!view.figureData().options.contains(QStringLiteral("position")));
        view.findChild<QToolButton*>(QStringLiteral("play"))->click();
        QVERIFY(view.isPlaying());
        QTRY_VERIFY(view.figureData().options.contains(QStringLiteral("position")));
        QSignalSpy tried(&view, &View::whatIfChanged);
        view.setPlaying(false);
        const double position = view.figureData().options.value(QStringLiteral("position")).toDouble();
        QCOMPARE(position, std::round(position));
        QCOMPARE(tried.count(), 1); // however far it went
        QCOMPARE(view.whatIf().value(QStringLiteral("position")).toDouble(), position);
        view.setPlaying(true);
        view.hide();
        QVERIFY(!view.isPlaying());
    }

    void anotherQueryIsAtItsOwnPlace()
    {
        SelectionModel selection;
        RopeView view(&selection, nullptr);
        view.setRun(m_run, nullptr);
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        const auto position = [&] { return view.figureData().options.value(QStringLiteral("position"), -1).toInt(); };
        view.restore(QStringLiteral("rope"), {{QStringLiteral("position"), 2}});
        QCOMPARE(position(), 2);
        selection.pin({.layer = 1, .head = 2, .query = 3, .key = 1});
        QCOMPARE(position(), -1);
        const QVariantMap walked = view.whatIf();
        view.setWhatIf(walked); // as the window has it
        view.setWhatIf({});
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        QCOMPARE(position(), -1); // undone
        view.setWhatIf(walked);
        QCOMPARE(position(), 2);
    }

    void aClickOnAPlaneChoosesItsPairEverywhere()
    {
        SelectionModel selection;
        RopeView view(&selection, nullptr);
        view.resize(900, 640);
        view.show();
        selection.pin({.layer = 1, .head = 2, .query = 4, .key = 1});
        view.setRun(m_run, nullptr);
        const auto* planes = qobject_cast<PlanePlottable*>(view.plot()->cellMap(QStringLiteral("planes")));
        QVERIFY(planes);
        const int last = int(planes->planes().size()) - 1;
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, planes->cellRect({0, last}).center().toPoint());
        QCOMPARE(selection.pinned().dim, 3); // the first number of the slowest of four pairs
        QCOMPARE(selection.pinned().query, 4);
        QCOMPARE(ropeHeadOf(view.figureData())->pair, 3);
    }

    void whatIfNumbersCanBecomeTheModels()
    {
        SelectionModel selection;
        RopeView view(&selection, nullptr);
        view.resize(1100, 640);
        view.show();
        view.setRun(m_run, nullptr);
        QSlider* base = nullptr;
        for (QSlider* slider : view.findChildren<QSlider*>())
            if (slider->accessibleName().startsWith(QStringLiteral("Base")))
                base = slider;
        QVERIFY(base);
        QSignalSpy tried(&view, &View::whatIfChanged);
        base->setSliderDown(true); // a drag is one change, where it ends
        for (const int value : {60, 50, 40})
            base->setValue(value);
        QCOMPARE(tried.count(), 0);
        base->setSliderDown(false);
        QCOMPARE(tried.count(), 1); // 10²
        QCOMPARE(view.whatIf().value(QStringLiteral("base")).toDouble(), 100.0);
        QCOMPARE(view.figureData().options.value(QStringLiteral("base")).toDouble(), 100.0);
        QSignalSpy wanted(&view, &View::choiceWanted);
        for (QPushButton* button : view.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Use in the model"))
                button->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0], (QVariantList{QStringLiteral("rope.base"), QStringLiteral("100")}));
        QVERIFY(!view.figureData().options.contains(QStringLiteral("base")));
    }

    void marksOutsideTheAxesAreLeftOut()
    {
        Plot plot;
        plot.reset(screenStyle(QSizeF(400, 300)));
        QCPAxisRect* rect = plot.addAxisRect(0, 0, screenStyle(QSizeF(400, 300)));
        rect->axis(QCPAxis::atBottom)->setRange(0, 10);
        addVerticalMark(rect, 11, QStringLiteral("x"), screenStyle(QSizeF(400, 300)));
        QCOMPARE(plot.itemCount(), 0);
        addVerticalMark(rect, 5, QStringLiteral("x"), screenStyle(QSizeF(400, 300)));
        QCOMPARE(plot.itemCount(), 2);
    }
};

QUIET_TEST_MAIN(TestRopeView)
#include "tst_rope_view.moc"
