// Where norms are placed: the stream of every placement on one scale.

#include "tests/widgets/support/norm_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/norm/figures.h"
#include "widgets/views/norm/kind_header.h"
#include "widgets/views/norm/kind_signs.h"
#include "widgets/views/norm/parts.h"
#include "widgets/views/norm/view.h"
#include "widgets/views/residual/figure.h"
#include "widgets/views/shared/no_room.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace support;
using namespace widgets;

class TestPlacements : public QObject
{
    Q_OBJECT

    RunPtr m_pre = support::tinyRun();

    std::vector<KindRun> m_kinds = kindsOf("norm.placement", {"pre", "post", "sandwich", "branch_output", "deep_norm", "none"});

    FigureData family(QVariantMap options = {}) const
    {
        FigureData data = dataOf(m_pre, std::move(options));
        return support::withKinds(normFigure, data, m_kinds);
    }

    static QCPGraph* graphOf(Plot& plot, const char* name)
    {
        for (int i = 0; i < plot.graphCount(); ++i)
            if (plot.graph(i)->name() == QLatin1String(name))
                return plot.graph(i);
        return nullptr;
    }

private slots:
    void everyPlacementHasItsOwnStreamOnTheSameScale()
    {
        const auto plot = drawn(family());
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("placement"));
        QCOMPARE(maps.size(), 5); // without norms only on request
        for (int i = 0; i < 5; ++i) {
            const auto* map = qobject_cast<HeatmapPlottable*>(maps[i]);
            QCOMPARE(map->grid().rows, core::Index(4));
            const core::Tensor& last = m_kinds[std::size_t(i)].run->trace->at("blocks.2.resid_post");
            for (core::Index token = 0; token < last.rows(); ++token) {
                double square = 0;
                for (core::Index d = 0; d < last.columns(); ++d)
                    square += double(last.row(token)[d]) * double(last.row(token)[d]) / double(last.columns());
                QVERIFY(std::abs(double(map->grid().at(0, token)) - std::sqrt(square)) < 1e-5 * (1 + std::sqrt(square)));
            }
            QCOMPARE(map->scale().high, qobject_cast<HeatmapPlottable*>(maps[0])->scale().high);
            QCOMPARE(map->pinned(), (Cell{1, 3})); // after layer 1, position 3
        }
        QCOMPARE(drawn(family({{QStringLiteral("kinds"), QStringLiteral("all")}}))->cellMaps().size(), 6);
        QCOMPARE(drawn(family({{QStringLiteral("kinds"), QStringLiteral("pre,sandwich")}}))->cellMaps().size(), 2);
    }

    void formulasAreOverAllPicturesOrOverNone()
    {
        for (const auto& [size, count] : {std::pair(QSizeF(1600, 700), 6), {QSizeF(700, 500), 0}}) { // two of Sandwich
            FigureStyle style;
            style.size = size;
            style.showTitle = style.showCaption = false;
            QCOMPARE(renderFigure(normFigure, family(), style, FigureFormat::Svg, {}).count("norm("), count);
        }
    }

    void onKeptWeightsTheKindOfTheirTrainingIsNamedOnce()
    {
        core::Choices kept;
        kept.set("norm.placement", "post");
        kept.set("weights", "keep");
        const core::SetupPtr setup = core::configure(core::openModel("main"), kept);
        const auto trace = core::forward(*setup, {.ids = setup->model->tokenizer->encode("The cat sat")});
        for (const core::TokenId id : trace->ids)
            trace->tokens.push_back(setup->model->tokenizer->tokenText(id));
        const FigureData data = support::fulfilled(normFigure, dataOf(std::make_shared<RunResult>(RunResult{trace, setup})));
        const std::vector<Caveat> caveats = normFigure.caveats(data);
        QCOMPARE(caveats.size(), std::size_t(1));
        QVERIFY2(caveats[0].text.startsWith("All but Pre on weights trained with another kind"), qPrintable(caveats[0].text));
    }

    void linesOnEachOtherAreToldApartByTheirSigns()
    {
        std::vector<KindRun> kinds = m_kinds;
        for (KindRun& kind : kinds)
            kind.run = m_kinds[1].run; // all run on each other
        FigureData data = dataOf(m_pre, {{QStringLiteral("layout"), QStringLiteral("overlay")}});
        data = support::withKinds(normFigure, data, kinds);
        for (const QSizeF& size : {QSizeF(420, 420), QSizeF(1300, 700)}) {
            const auto plot = drawn(data, normFigure, size);
            const auto* const signs = plot->axisRect(plot->axisRectCount() - 1)->findChild<KindSigns*>();
            QVERIFY(signs);
            QCOMPARE(signs->lines().size(), std::size_t(5));
            std::vector<QPointF> all;
            for (std::size_t line = 0; line < signs->lines().size(); ++line) {
                const std::vector<QPointF> places = signs->places(line);
                QVERIFY2(!places.empty(), qPrintable(signs->lines()[line].graph->name()));
                const QCPGraph& graph = *signs->lines()[line].graph;
                for (const QPointF& place : places) // at a depth that the line has
                    QVERIFY(std::ranges::any_of(*graph.data(), [&](const QCPGraphData& point) {
                        return QLineF(place, graph.coordsToPixels(point.key, point.value)).length() < 0.01;
                    }));
                all.insert(all.end(), places.begin(), places.end());
            }
            for (std::size_t i = 0; i < all.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(QLineF(all[i], all[j]).length() > 12);
        }
    }

    void mapsOfAllPlacementsAreAsLargeAsEachOther_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("window") << QSizeF(790, 470);
        QTest::newRow("wide") << QSizeF(1300, 700);
        QTest::newRow("narrow") << QSizeF(420, 420);
    }
    void mapsOfAllPlacementsAreAsLargeAsEachOther()
    {
        QFETCH(QSizeF, size);
        const auto plot = drawn(family(), normFigure, size);
        QRect first;
        QList<QRect> rects;
        for (const CellPlottable* map : plot->cellMaps(QStringLiteral("placement"))) {
            const QRect rect = map->keyAxis()->axisRect()->rect();
            for (const QRect& other : rects)
                QVERIFY(!rect.intersects(other));
            rects << rect;
            first = first.isNull() ? rect : first;
            QVERIFY2(std::abs(rect.width() - first.width()) <= 0.15 * first.width(), qPrintable(QString::number(rect.width())));
            QVERIFY2(
                std::abs(rect.height() - first.height()) <= 0.2 * first.height(), qPrintable(QString::number(rect.height())));
        }
        QCOMPARE(rects.size(), 5);
        QVERIFY(first.height() > 24 && first.width() > 60);
    }

    void aPageWithoutRoomForTheLinesSaysSo()
    {
        for (const QSizeF& size : {QSizeF(860, 250), QSizeF(1280, 720)}) {
            FigureStyle style;
            style.size = size;
            style.showTitle = style.showCaption = false;
            const auto plot = buildFigure(normFigure, family(), style);
            bool says = false;
            for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
                if (const auto* words = qobject_cast<QCPTextElement*>(element))
                    says |= words->text().startsWith(QStringLiteral("No room for the lines over depth"));
            QCOMPARE(says, !graphOf(*plot, "post"));
            QCOMPARE(says, size.height() < 300);
        }
    }

    /// In a low window of large type the maps need the height of the note, and the colour bar ends above the page's end.
    void aLowPageIsForTheMaps()
    {
        setCurrentTheme(ThemeId::Projector);
        const FigureStyle style = screenStyle(QSizeF(788, 222));
        setCurrentTheme(ThemeId::Light);
        QVERIFY(!saysLeftOut(*buildFigure(normFigure, family(), style)));
    }

    /// What a larger window would have is said to who exports, not printed.
    void aFileHasNoAdviceForAWindow()
    {
        const FigureStyle style = findPreset(QStringLiteral("slide-16x9"))->style;
        QVERIFY(saysLeftOut(*buildFigure(normFigure, family(), style)));
        const QByteArray file = renderFigure(normFigure, family(), style, FigureFormat::Svg, RenderOptions());
        QVERIFY(file.contains("Sandwich") && !file.contains("No room for"));
        const QImage page = figureImage(normFigure, family(), style, 96);
        QVERIFY(page.text(QLatin1String(leftOutKey)).startsWith(QStringLiteral("No room for the lines")));
    }

    /// A file for a column of text has no words about windows, and its maps fill the column.
    void inAColumnOfAPaperTheMapsFillIt()
    {
        const auto plot = buildFigure(normFigure, family(), findPreset(QStringLiteral("paper-1col"))->style);
        QVERIFY(!saysLeftOut(*plot));
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("placement"));
        QCOMPARE(maps.size(), 5);
        const auto rectOf = [&](int map) { return maps[map]->keyAxis()->axisRect()->rect(); };
        const int pitch = rectOf(1).left() - rectOf(0).left();
        QVERIFY2(rectOf(0).width() > 0.55 * pitch, qPrintable(QStringLiteral("%1 of %2").arg(rectOf(0).width()).arg(pitch)));
        const int lines = rectOf(3).top() - rectOf(0).top();
        QVERIFY2(rectOf(0).height() > 0.45 * lines, qPrintable(QStringLiteral("%1 of %2").arg(rectOf(0).height()).arg(lines)));
    }

    void linesTakeThePlaceOfAMapThatTheLastRowHasNot()
    {
        setCurrentTheme(ThemeId::Projector);
        const FigureStyle style = screenStyle(QSizeF(1366, 600));
        setCurrentTheme(ThemeId::Light);
        const auto plot = buildFigure(normFigure, family(), style);
        QCPGraph* const graph = graphOf(*plot, "post");
        QVERIFY(graph); // five maps in rows of three
        const QRect lines = graph->keyAxis()->axisRect()->rect();
        QVERIFY2(lines.width() > 150 && lines.height() > 80,
            qPrintable(QStringLiteral("%1 × %2").arg(lines.width()).arg(lines.height())));
        QCOMPARE(plot->cellMaps(QStringLiteral("placement")).size(), 5);
        for (const CellPlottable* map : plot->cellMaps(QStringLiteral("placement")))
            QVERIFY(!map->keyAxis()->axisRect()->outerRect().intersects(lines));
    }

    void curvesAreMeansWithoutTheFirstPosition()
    {
        const auto plot = drawn(family({{QStringLiteral("layout"), QStringLiteral("overlay")}}));
        QVERIFY(plot->cellMaps().isEmpty());
        for (const KindRun& kind : m_kinds) {
            QCPGraph* graph = graphOf(*plot, kind.value.c_str());
            QCOMPARE(graph != nullptr, kind.value != "none");
            if (!graph)
                continue;
            const auto places = core::streamPlaces(*kind.run->trace, core::VectorLength::Rms);
            QCOMPARE(std::size_t(graph->dataCount()), places.size());
            for (std::size_t i = 0; i < places.size(); ++i) {
                QCOMPARE(graph->dataMainKey(int(i)), places[i].depth);
                QCOMPARE(graph->dataMainValue(int(i)), places[i].rest);
            }
        }
        const auto one = drawn(family({{QStringLiteral("of"), QStringLiteral("selected")}}));
        QCOMPARE(graphOf(*one, "post")->dataMainValue(2),
            core::streamPlaces(*m_kinds[1].run->trace, core::VectorLength::Rms)[2].lengths[3]);
    }

    void theKindOfSlotAIsMarkedAndDrawnFromItsBlock()
    {
        const auto plot = drawn(family());
        QStringList marked, nodes;
        for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
            if (auto* header = qobject_cast<KindHeader*>(element)) {
                if (!header->heading().slot.isEmpty())
                    marked << header->heading().slot << header->heading().name;
                QStringList ids;
                for (const DiagramNode& node : header->heading().strip->nodes)
                    ids << node.id;
                nodes << ids.join(u' ');
            }
        QCOMPARE(marked, QStringList({"✓", "Pre"})); // no A, as there is no B
        QCOMPARE(nodes,
            (QStringList{"ln1 branch resid_mid", "branch resid_mid ln1", "ln1 branch ln1_post resid_mid",
                "branch ln1_post resid_mid", "branch branch.factor stream.factor resid_mid ln1"}));
    }

    void aKindThatCannotRunSaysWhyInItsPlace()
    {
        m_kinds[1] = {"post", nullptr, "not with parallel blocks"};
        const FigureData data = family();
        const auto again = qScopeGuard([this, run = support::tinyRun("The cat sat on the mat", {"norm.placement=post"})] {
            m_kinds[1] = {"post", run};
        });
        const auto plot = drawn(data);
        QCOMPARE(plot->cellMaps(QStringLiteral("placement")).size(), 4);
        bool isSaid = false;
        for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
            if (auto* text = qobject_cast<QCPTextElement*>(element))
                isSaid |= text->text() == QLatin1String("not with parallel blocks");
        QVERIFY(isSaid);
    }

    void numbersThatAreNoneAreHatchedAndSaid()
    {
        const RunPtr sound = m_kinds[2].run;
        const auto again = qScopeGuard([&] { m_kinds[2].run = sound; });
        m_kinds[2].run = support::withNumber(m_kinds[2].run, "blocks.2.resid_post", 40, std::numeric_limits<float>::infinity());
        const FigureData data = family();
        const auto plot = drawn(data);
        const auto* map = qobject_cast<HeatmapPlottable*>(plot->cellMaps(QStringLiteral("placement"))[2]);
        QVERIFY(std::isnan(map->grid().at(0, 1)));
        const QString caption = normFigure.caption(data);
        QVERIFY(caption.contains(QStringLiteral("Sandwich: from depth 3 on numbers are too large for float32 (hatched).")));
        FigureData lines = data; // where nothing is hatched
        lines.options[QStringLiteral("layout")] = QStringLiteral("overlay");
        QVERIFY(normFigure.caption(lines).contains(QStringLiteral("from depth 3 on numbers are too large for float32.")));
        QVERIFY2(
            caption.contains(QStringLiteral("with Post")) && !caption.contains(QStringLiteral("with Sandwich")), // it has no end
            qPrintable(caption));
    }

    void oneTokenHasNoMeanWithoutTheFirst()
    {
        for (const FigureInfo* info : {&normFigure, &residualFigure})
            for (const char* text : {"The", "The cat"}) {
                const FigureData data = dataOf(support::tinyRun(text), {}, {.layer = 1});
                const auto plot = drawn(data, *info);
                QStringList said{info->caption(data)};
                for (QCPLayoutElement* element : plot->plotLayout()->elements(true))
                    if (const auto* title = qobject_cast<QCPTextElement*>(element))
                        said << title->text();
                QCOMPARE(
                    said.join(u' ').contains(QStringLiteral("without the first position")), text == QByteArrayView("The cat"));
            }
    }
};

QUIET_TEST_MAIN(TestPlacements)
#include "tst_placements.moc"
