// The pictures of the page "rope": what they show is what the pass recorded.

#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/rope_page.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/equation_element.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plane_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/rope/figure.h"
#include "widgets/views/rope/head.h"
#include "widgets/views/rope/pictures.h"
#include "widgets/views/rope/view.h"

#include <QTest>

#include <cmath>
#include <memory>
#include <numbers>

using namespace support;
using namespace widgets;

namespace {

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

core::Index dimsOfModel(const RunPtr& run) { return run->setup->config.block(1).dHead; }

} // namespace

class TestRopePictures : public QObject
{
    Q_OBJECT

    RunPtr m_run = support::tinyRun();

private slots:
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
                 {QSizeF(420, 400), false, true}, {QSizeF(420, 300), false, false}, {QSizeF(1000, 300), false, true}}) {
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
};

QUIET_TEST_MAIN(TestRopePictures)
#include "tst_rope_pictures.moc"
