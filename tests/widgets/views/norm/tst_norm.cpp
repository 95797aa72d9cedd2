#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/norm_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/norm/view.h"
#include "widgets/views/residual/figure.h"

#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

class TestNorm : public QObject
{
    Q_OBJECT

    RunPtr m_pre = support::tinyRun();
    RunPtr m_post = support::tinyRun("The cat sat on the mat", {"norm.placement=post", "norm.kind=layer_norm"});
    std::vector<KindRun> m_kinds = kindsOf("norm.placement", {"pre", "post", "sandwich", "branch_output", "deep_norm", "none"});

    FigureData family(QVariantMap options = {}) const
    {
        FigureData data = dataOf(m_pre, std::move(options));
        return support::withKinds(normFigure, data, m_kinds);
    }

    static QVariantMap show(const char* id) { return {{QStringLiteral("show"), QString::fromLatin1(id)}}; }

private slots:
    void theLastStepOfAVectorIsWhatThePassRecorded_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"layer_norm", "rms_norm", "batch_norm"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }
    void theLastStepOfAVectorIsWhatThePassRecorded()
    {
        QFETCH(QString, kind);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"norm.kind=" + kind.toStdString()});
        QVariantMap options = show("vector");
        options[QStringLiteral("slot")] = QStringLiteral("ln2");
        const auto plot = drawn(dataOf(run, options));
        std::vector<QCPBars*> bars;
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (auto* one = qobject_cast<QCPBars*>(plot->plottable(i)))
                bars.push_back(one);
        QCOMPARE(bars.size(), std::size_t(kind == u"rms_norm" ? 3 : 5));
        const core::Tensor& out = run->trace->at("blocks.1.ln2.out");
        const core::Tensor& before = run->trace->at("blocks.1.resid_mid");
        for (int d = 0; d < int(out.columns()); ++d) {
            QCOMPARE(bars.back()->dataMainValue(d), double(out.row(3)[d]));
            QCOMPARE(bars.front()->dataMainValue(d), double(before.row(3)[d]));
        }
        QVERIFY(!normFigure.caption(dataOf(run, options)).isEmpty());
    }

    /// The steps that one of the two norms does not take are what tells them apart.
    void aComparedVectorHasTheStepsOfBoth()
    {
        FigureData data = dataOf(m_pre, show("vector"));
        data.b = support::tinyRun("The cat sat on the mat", {"norm.kind=layer_norm"});
        data.mode = SlotMode::SideBySide;
        const auto plot = drawn(data);
        int ofA = 0, ofB = 0;
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (const auto* one = qobject_cast<QCPBars*>(plot->plottable(i)))
                ++(one->name() == QStringLiteral("own") ? ofA : ofB);
        QCOMPARE(ofA, 3);
        QCOMPARE(ofB, 5);
        QCOMPARE(plot->axisRectCount(), 5);
        const QString text = composedCaption(normFigure, data);
        QVERIFY2(text.contains(QStringLiteral("keeps μ")) && text.contains(QStringLiteral("subtracts μ")), qPrintable(text));
    }

    /// A page of dimensions has no difference of two trainings, one of lengths has.
    void dimensionsOfTwoTrainingsAreNotSubtracted()
    {
        FigureData data = dataOf(m_pre);
        data.mode = SlotMode::Delta;
        for (const bool isOtherTraining : {false, true}) {
            data.b = support::tinyRun(
                "The cat sat on the mat", {isOtherTraining ? "seed=7" : "norm.kind=layer_norm"});
            for (const char* id : {"vector", "axes", "statistics"}) {
                data.options = show(id);
                const QString why = whyNotSide(normFigure, support::fulfilled(normFigure, data), Side::Delta);
                QVERIFY2(why.isEmpty() == (!isOtherTraining || QLatin1String(id) == QLatin1String("statistics")), qPrintable(why));
            }
        }
    }

    void theFramedAxisIsTheOneThatIsNormalised()
    {
        const std::vector<KindRun> kinds = kindsOf("norm.kind", {"layer_norm", "rms_norm", "batch_norm", "none"});
        const FigureData data = support::withKinds(normFigure, dataOf(m_pre, show("axes")), kinds);
        const auto plot = drawn(data);
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("normalized"));
        QCOMPARE(maps.size(), 3); // without a norm there is nothing to frame
        QCOMPARE(plot->cellMaps(QStringLiteral("scale_of_token")).size(), 2);
        QCOMPARE(plot->cellMaps(QStringLiteral("scale_of_dimension")).size(), 1);
        for (int i = 0; i < 3; ++i) {
            const core::Tensor& tensor = kinds[std::size_t(i)].run->trace->at("blocks.1.ln1.normalized");
            QCOMPARE(qobject_cast<HeatmapPlottable*>(maps[i])->grid().at(2, 5), tensor.row(2)[5]);
        }
        QVERIFY(normFigure.needs(data).front().run->change.has("norm.kind"));
    }

    void theProjectorsPageHasAllNorms()
    {
        FigureStyle page;
        page.size = {800, 236}; // of the projector on a small screen, in px of ordinary type
        page.showTitle = page.showCaption = false;
        const auto axes = buildFigure(normFigure, support::fulfilled(normFigure, dataOf(m_pre, show("axes"))), page);
        QCOMPARE(axes->cellMaps(QStringLiteral("normalized")).size(), 3);
    }

    void aPageThatHasNoRoomForEveryNormSaysWhich()
    {
        FigureData data = support::fulfilled(normFigure, dataOf(m_pre, show("axes")));
        const auto wordsOn = [](const Plot& plot) {
            QStringList words;
            for (QCPLayoutElement* element : plot.plotLayout()->elements(true))
                if (const auto* title = qobject_cast<QCPTextElement*>(element))
                    words << title->text();
            return words.filter(QStringLiteral("No room for")).join(QLatin1Char(' '));
        };
        FigureStyle page; // of a window, where a line has room
        page.size = {330, 260};
        const auto small = buildFigure(normFigure, data, page);
        QCOMPARE(small->cellMaps(QStringLiteral("normalized")).size(), 1);
        QCOMPARE(wordsOn(*small), QStringLiteral("No room for LayerNorm, BatchNorm (teaching)."));
        QVERIFY(normFigure.caption(data).startsWith(QStringLiteral("RMSNorm:"))); // the one that is drawn
        const auto column = buildFigure(normFigure, data, findPreset(QStringLiteral("paper-1col"))->style);
        QCOMPARE(column->cellMaps(QStringLiteral("normalized")).size(), 1);
        QVERIFY(wordsOn(*column).isEmpty()); // its line is the picture's
        const auto wide = buildFigure(normFigure, data, findPreset(QStringLiteral("slide-16x9"))->style);
        QCOMPARE(wide->cellMaps(QStringLiteral("normalized")).size() == 3, wordsOn(*wide).isEmpty());
        data.b = m_post;
        data.mode = SlotMode::SideBySide;
        if (whyNoRoom(normFigure, data, page).isEmpty()) // both, or why not
            QCOMPARE(buildFigure(normFigure, data, page)->cellMaps(QStringLiteral("normalized")).size(), 2);
    }

    void statisticsAreThoseOfEverySlot()
    {
        const auto plot = drawn(dataOf(m_pre, show("statistics")));
        for (const core::NormSlot& slot : core::normSlots(*m_pre->trace)) {
            const auto* map = qobject_cast<HeatmapPlottable*>(
                plot->cellMap(QStringLiteral("statistic:") + QString::fromStdString(slot.kind)));
            QVERIFY2(map, slot.name.c_str());
            const core::Index row = slot.layer < 0 ? 0 : 2 - slot.layer;
            QCOMPARE(map->grid().at(row, 4), m_pre->trace->at(slot.name + ".scale").data()[4]);
        }
        QVariantMap mean = show("statistics");
        mean[QStringLiteral("statistic")] = QStringLiteral("mean");
        QVERIFY(normFigure.whyNot(dataOf(m_post, mean)).isEmpty());
        const RunPtr rms = support::tinyRun("The cat sat", {"norm.kind=rms_norm"});
        QVERIFY(normFigure.whyNot(dataOf(rms, mean)).contains(QStringLiteral("RMSNorm")));
    }

    void twoSlotsAreDrawnTogetherAndSubtracted_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QVariantMap>("options");
        for (const QVariantMap& variant : normFigure.variants())
            QTest::newRow(qPrintable(variant.value("show").toString() + variant.value("layout").toString()
                + variant.value("kinds").toString() + variant.value("statistic").toString()))
                << "norm" << variant;
        QTest::newRow("residual") << "residual" << QVariantMap();
    }
    void twoSlotsAreDrawnTogetherAndSubtracted()
    {
        QFETCH(QString, id);
        QFETCH(QVariantMap, options);
        const FigureInfo& info = *findFigure(id);
        FigureData data = dataOf(support::tinyRun("The cat sat on the mat", {"norm.kind=layer_norm"}), options);
        data.b = m_post;
        for (const SlotMode mode : {SlotMode::A, SlotMode::B, SlotMode::SideBySide, SlotMode::Delta, SlotMode::All}) {
            data.mode = mode;
            data = support::fulfilled(info, data);
            if (mode == SlotMode::Delta && showOption.in(data) == QLatin1String("descent")) { // paths are not subtracted
                QVERIFY(whyNothing(info, data).contains(QLatin1String("A | B")));
                continue;
            }
            QVERIFY2(whyNothing(info, data).isEmpty(), qPrintable(whyNothing(info, data)));
            QVERIFY(!composedCaption(info, data).isEmpty());
            QVERIFY(drawn(data, info)->plottableCount() > 0);
        }
        QVERIFY(!info.metrics(data).empty());
    }

    void theLargestOfTheStreamIsThatOfTheWholeMap()
    {
        const RunPtr run = support::withNumber(m_pre, "blocks.1.resid_mid", 2 * 32 + 5, 5000);
        const double largest = 5000 / std::sqrt(32.0); // all others are small beside it
        const QString caption = residualFigure.caption(dataOf(run));
        const QString said = QStringLiteral("The largest of the map is %1, at depth 1.5 at 2 “sat”.").arg(formatNumber(largest));
        QVERIFY2(caption.contains(said), qPrintable(caption));
    }

    void theStreamsDifferenceIsBMinusA()
    {
        FigureData data = dataOf(m_pre);
        data.b = m_post;
        data.mode = SlotMode::Delta;
        for (const auto& [info, name] : {std::pair{&normFigure, "placement"}, std::pair{&residualFigure, "stream"}}) {
            const auto plot = drawn(data, *info);
            const auto* map = qobject_cast<HeatmapPlottable*>(plot->cellMap(QString::fromLatin1(name)));
            QVERIFY2(map, name);
            const auto a = core::streamPlaces(*m_pre->trace, core::VectorLength::Rms).back().lengths[2];
            const auto b = core::streamPlaces(*m_post->trace, core::VectorLength::Rms).back().lengths[2];
            QVERIFY(std::abs(double(map->grid().at(0, 2)) - (b - a)) < 1e-5);
        }
    }

    void aClickOnAMapSelectsLayerAndPosition()
    {
        SelectionModel selection;
        NormView view(&selection, nullptr);
        view.resize(1100, 700);
        view.show();
        support::answer(view);
        view.setRun(m_pre, nullptr);
        QVERIFY(!view.isEmpty());
        emit view.plot()->cellClicked(QStringLiteral("placement"), 0, 4, Qt::NoModifier);
        QCOMPARE(selection.pinned().layer, 2);
        QCOMPARE(selection.pinned().query, 4);
        emit view.plot()->cellClicked(QStringLiteral("statistic:ln2"), 1, 2, Qt::NoModifier);
        QCOMPARE(selection.pinned().layer, 1);
        QCOMPARE(view.figureData().options.value(QStringLiteral("slot")).toString(), QStringLiteral("ln2"));
    }

    void withoutNormsItSaysSo()
    {
        const RunPtr none = support::tinyRun("The cat sat", {"norm.kind=none"});
        for (const char* id : {"vector", "statistics"})
            QVERIFY(normFigure.whyNot(dataOf(none, show(id))).contains(QStringLiteral("no norm")));
        const RunPtr unplaced = support::tinyRun("The cat sat", {"norm.placement=none"});
        for (const char* id : {"vector", "statistics", "axes"})
            QVERIFY2(normFigure.whyNot(dataOf(unplaced, show(id))).contains(QStringLiteral("Choose a placement")), id);
        QVERIFY(normFigure.whyNot(dataOf(none)).isEmpty()); // the stream is there
    }

    /// B alone, and two slots in one picture, compare no kinds.
    void kindsAreRunForAAlone()
    {
        FigureData data = dataOf(m_pre);
        QCOMPARE(normFigure.needs(data).size(), core::findChoiceKey("norm.placement")->words.size());
        QCOMPARE(whyNothing(normFigure, data), QStringLiteral("Computing …"));
        data.b = m_post;
        QCOMPARE(normFigure.needs(data).size(), core::findChoiceKey("norm.placement")->words.size()); // A is drawn
        for (const SlotMode mode : {SlotMode::B, SlotMode::SideBySide, SlotMode::Delta, SlotMode::All}) {
            data.mode = mode;
            QVERIFY(normFigure.needs(data).empty());
        }
    }

    /// What is recorded of the kinds is all that the pictures read of them: no more memory is asked for.
    void aKindIsRecordedAsFarAsItIsRead()
    {
        for (const char* id : {"placements", "axes"}) {
            const FigureData data = dataOf(m_pre, show(id));
            const FigureData some = support::fulfilled(normFigure, data);
            std::vector<KindRun> whole;
            for (const Need& need : normFigure.needs(data)) {
                FurtherRun run = *need.run;
                run.patterns.clear();
                whole.push_back({run.change.all().begin()->second.get<std::string>(), support::furtherRun(run, 1, {})});
            }
            const FigureData all = support::withKinds(normFigure, data, whole);
            QCOMPARE(normFigure.table(some), normFigure.table(all));
            QCOMPARE(normFigure.caption(some), normFigure.caption(all));
        }
    }
};

QUIET_TEST_MAIN(TestNorm)
#include "tst_norm.moc"
