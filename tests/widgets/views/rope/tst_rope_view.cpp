// The page "rope": what its pictures show is what the pass recorded, and its controls change the figure's options only.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
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
#include <memory>
#include <numbers>

using namespace widgets;

namespace {

/// Two models: other pairing, other scaling, shared key heads.
const std::vector<std::vector<std::string>> kModels{
    {}, {"rope.pairing=interleaved", "rope.scaling=yarn", "rope.original_context=4", "attention.kind=grouped_query", "seed=7"}};

FigureData dataOf(
    const RunPtr& run, const QVariantMap& options = {}, Selection selection = {.layer = 1, .head = 2, .query = 4, .key = 1})
{
    return {run, nullptr, selection, options};
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {900, 640})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    composeFigure(*plot, ropeFigure, data, screenStyle(size));
    return plot;
}

template <class Plottable>
Plottable* plottable(Plot& plot, const QString& name)
{
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* found = qobject_cast<Plottable*>(plot.plottable(i)); found && found->name() == name)
            return found;
    return nullptr;
}

double at(const core::Trace& trace, const char* rest, core::Index token, core::Index head, core::Index dim)
{
    return double(trace.at(core::blockName(1, rest)).at({token, head, dim}));
}

core::Index dimsOfModel(const RunPtr& run) { return run->setup->config.block(1).dHead; }

} // namespace

class TestRopeView : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
    void cleanup() { setCurrentTheme(ThemeId::Light), setCurrentLanguage(QStringLiteral("en")); }

    void arrowsAreTheRecordedVectorsBeforeAndAfter()
    {
        for (const std::vector<std::string>& assignments : kModels) {
            const RunPtr run = support::tinyRun("The cat sat on the mat", assignments);
            const core::Index pairs = dimsOfModel(run) / 2;
            const core::Index group = 4 / run->trace->at("blocks.1.attn.k").dim(1);
            for (core::Index pair = 0; pair < pairs; ++pair) {
                const FigureData data = dataOf(run, {{QStringLiteral("pair"), int(pair)}});
                const auto plot = drawn(data);
                const auto* planes = plottable<PlanePlottable>(*plot, QStringLiteral("planes"));
                QVERIFY(planes);
                const std::vector<int> shown = ropeShownPairs(*ropeHeadOf(data), screenStyle(QSizeF(900, 640)));
                const auto cell = std::find(shown.begin(), shown.end(), int(pair)) - shown.begin();
                QVERIFY(cell < planes->planes().size());
                const bool isHalf = assignments.empty();
                const core::Index first = isHalf ? pair : 2 * pair, second = isHalf ? pair + pairs : 2 * pair + 1;
                const QVector<PlaneArrow>& arrows = planes->planes()[int(cell)].arrows;
                QCOMPARE(arrows[0].before.x(), at(*run->trace, "attn.q", 4, 2, first));
                QCOMPARE(arrows[0].before.y(), at(*run->trace, "attn.q", 4, 2, second));
                QCOMPARE(arrows[0].after.x(), at(*run->trace, "attn.rot_q", 4, 2, first));
                QCOMPARE(arrows[0].after.y(), at(*run->trace, "attn.rot_q", 4, 2, second));
                QCOMPARE(arrows[1].before.x(), at(*run->trace, "attn.k", 1, 2 / group, first));
                QCOMPARE(arrows[1].after.y(), at(*run->trace, "attn.rot_k", 1, 2 / group, second));
            }
        }
    }

    void aChangedTensorChangesThePicture()
    {
        const RunPtr run = m_run;
        const core::Tensor& turned = run->trace->at("blocks.1.attn.rot_q");
        const core::Index offset = (4 * turned.dim(1) + 2) * turned.dim(2);
        const RunPtr changed = support::withNumber(run, "blocks.1.attn.rot_q", offset, 42.F);
        const QVariantMap first{{QStringLiteral("pair"), 0}};
        const auto arrowsOf = [&](const RunPtr& of) {
            return plottable<PlanePlottable>(*drawn(dataOf(of, first)), QStringLiteral("planes"))
                ->planes()[0]
                .arrows[0]
                .after.x();
        };
        QCOMPARE(arrowsOf(changed), 42.0);
        QVERIFY(arrowsOf(run) != 42.0);
    }

    void theCurveGoesThroughTheRecordedScore()
    {
        for (const std::vector<std::string>& assignments : kModels) {
            const RunPtr run = support::tinyRun("The cat sat on the mat", assignments);
            for (const char* show : {"plane", "distance"}) {
                const auto plot = drawn(dataOf(run, {{QStringLiteral("show"), QString::fromLatin1(show)}}));
                const auto* curve = plottable<QCPGraph>(*plot, QStringLiteral("score"));
                QVERIFY(curve);
                const auto score = double(run->trace->at("blocks.1.attn.scores_content").at({2, 4, 1}));
                QVERIFY(std::abs(curve->data()->at(3)->value - score) < 1e-5);
            }
        }
    }

    void anglesArePositionTimesTheta()
    {
        for (const std::vector<std::string>& assignments : kModels) {
            const RunPtr run = support::tinyRun("The cat sat on the mat", assignments);
            const auto plot = drawn(dataOf(run, {{QStringLiteral("show"), QStringLiteral("angles")}}));
            const auto* map = plottable<HeatmapPlottable>(*plot, QStringLiteral("angles"));
            QVERIFY(map);
            const auto angles = std::get<core::Rope>(run->setup->config.block(1).position).anglesOf(dimsOfModel(run), 6);
            for (core::Index pair = 0; pair < map->grid().columns; ++pair)
                for (core::Index position = 0; position < map->grid().rows; ++position) {
                    const double angle = double(position) * angles.frequencies[std::size_t(pair)];
                    QVERIFY(
                        std::abs(std::remainder(angle - double(map->grid().at(position, pair)), 2 * std::numbers::pi)) < 1e-5);
                }
        }
    }

    void theEquationHoldsInItsNumbers()
    {
        const auto plot = drawn(dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("relative")}}));
        const EquationElement* equation = nullptr;
        const std::function<void(QCPLayoutElement*)> search = [&](QCPLayoutElement* element) {
            for (QCPLayoutElement* one : element->elements(true))
                if (auto* found = qobject_cast<EquationElement*>(one))
                    equation = found;
        };
        search(plot->plotLayout());
        QVERIFY(equation);
        const QVector<double>& product = equation->parts()[4].numbers;
        const QVector<double>& turn = equation->parts()[6].numbers;
        QCOMPARE(product.size(), 4);
        for (int i = 0; i < 4; ++i)
            QVERIFY(std::abs(product[i] - turn[i]) < 1e-6);
        QVERIFY(equation->parts()[0].numbers != equation->parts()[6].numbers);
    }

    void bothPairingsAreDrawnOnTheSameVector()
    {
        const auto plot = drawn(dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("pairing")}}));
        const auto* half = plottable<HeatmapPlottable>(*plot, QStringLiteral("half_split"));
        const auto* interleaved = plottable<HeatmapPlottable>(*plot, QStringLiteral("interleaved"));
        QVERIFY(half && interleaved);
        for (core::Index dim = 0; dim < half->grid().columns; ++dim) {
            QCOMPARE(half->grid().at(0, dim), interleaved->grid().at(0, dim));
            QVERIFY(std::abs(double(half->grid().at(1, dim)) - at(*m_run->trace, "attn.rot_q", 4, 2, dim)) < 1e-6);
        }
        // In layer 0 a model with the other pairing has the same q.
        const RunPtr other = support::tinyRun("The cat sat on the mat", {"rope.pairing=interleaved"});
        const auto first
            = drawn(dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("pairing")}}, {.head = 2, .query = 4, .key = 1}));
        const Grid& strip = plottable<HeatmapPlottable>(*first, QStringLiteral("interleaved"))->grid();
        for (core::Index dim = 0; dim < strip.columns; ++dim)
            QVERIFY(std::abs(strip.at(1, dim) - other->trace->at("blocks.0.attn.rot_q").at({4, 2, dim})) < 1e-5F);
    }

    void everyScalingHasItsLine()
    {
        const auto plot
            = drawn(dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("scaling")}, {QStringLiteral("factor"), 8}}));
        const auto* none = plottable<QCPGraph>(*plot, QStringLiteral("stretch none"));
        const auto* linear = plottable<QCPGraph>(*plot, QStringLiteral("stretch linear"));
        QVERIFY(none && linear);
        for (int pair = 0; pair < none->dataCount(); ++pair) {
            QVERIFY(std::abs(none->data()->at(pair)->value - 1) < 1e-12);
            QVERIFY(std::abs(linear->data()->at(pair)->value - 8) < 1e-9);
        }
        for (const char* id : {"ntk", "yarn", "llama3"})
            QVERIFY2(plottable<QCPGraph>(*plot, QStringLiteral("wavelength ") + QString::fromLatin1(id)), id);
    }

    void chartsOfScalingStandBelowEachOtherOrAreSaidToHaveNoRoom()
    {
        const FigureData data = dataOf(m_run, {{QStringLiteral("show"), QStringLiteral("scaling")}});
        for (const auto& [size, stretch, angles] : {std::tuple{QSizeF(1000, 640), true, true}, {QSizeF(420, 700), true, true},
                 {QSizeF(420, 400), false, true}, {QSizeF(420, 300), false, false}, {QSizeF(1000, 300), true, false}}) {
            const auto plot = drawn(data, size);
            QVERIFY(plottable<QCPGraph>(*plot, QStringLiteral("wavelength none")));
            QCOMPARE(plottable<QCPGraph>(*plot, QStringLiteral("stretch none")) != nullptr, stretch);
            QCOMPARE(plottable<QCPGraph>(*plot, QStringLiteral("angle none")) != nullptr, angles);
            QString said;
            for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
                if (const auto* title = qobject_cast<QCPTextElement*>(element))
                    if (title->text().startsWith(QStringLiteral("No room for")))
                        said = title->text();
            QCOMPARE(said.contains(QStringLiteral("slower")), !stretch);
            QCOMPARE(said.contains(QStringLiteral("by position")), !angles);
        }
    }

    void anotherBaseTurnsTheSameVectorsAndSaysSo()
    {
        const RunPtr other = support::tinyRun("The cat sat on the mat", {"rope.base=50"});
        const FigureData data = dataOf(m_run, {{QStringLiteral("base"), 50}, {QStringLiteral("pair"), 1}});
        const std::optional<RopeHead> head = ropeHeadOf(data);
        QVERIFY(head && head->isWhatIf);
        QVERIFY(head->rotation.angles.frequencies
            == std::get<core::Rope>(other->setup->config.block(1).position).anglesOf(8, 6).frequencies);
        QVERIFY(ropeFigure.caption(data).contains(QStringLiteral("What if")));
        QVERIFY(!ropeFigure.caption(dataOf(m_run)).contains(QStringLiteral("What if")));
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
        view.setPlaying(false);
        const double position = view.figureData().options.value(QStringLiteral("position")).toDouble();
        QCOMPARE(position, std::round(position));
        view.setPlaying(true);
        view.hide();
        QVERIFY(!view.isPlaying());
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
