// The page of positions: what it draws is what the run adds, and what it says of a model that adds nothing.

#include "widgets/views/embeddings/figure.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/offers.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/pictures.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

FigureData shown(const RunPtr& run)
{
    FigureData data{run, nullptr, {}, {{"show", "positions"}}};
    return support::fulfilled(embeddingsFigure, data);
}

} // namespace

class TestPositionsPicture : public QObject
{
    Q_OBJECT
private slots:
    void rowsAreWhatTheRunAdds_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("sinusoids") << "position.kind=sinusoidal";
        QTest::newRow("a table") << "position.kind=learned";
    }
    void rowsAreWhatTheRunAdds()
    {
        QFETCH(QString, kind);
        const RunPtr run = support::tinyRun("The cat sat on the mat", {kind.toStdString()});
        const std::unique_ptr<Plot> plot = buildFigure(embeddingsFigure, shown(run), findPreset("slide-16x9")->style);
        const auto* map = qobject_cast<const HeatmapPlottable*>(plot->cellMap(QStringLiteral("rows")));
        QVERIFY(map);
        const core::Tensor* added = run->trace->find("pos_embed");
        QVERIFY(added && map->grid().rows >= added->rows());
        for (core::Index token = 0; token < added->rows(); ++token)
            for (core::Index dim = 0; dim < added->columns(); ++dim)
                QCOMPARE(map->grid().at(token, dim), added->row(token)[dim]);
        QVERIFY(plot->cellMap(QStringLiteral("products")));
    }

    void whatHasNoRoomIsSaid()
    {
        const FigureData data = shown(support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"}));
        for (const auto& [size, hasProducts, hasWaves] : {std::tuple{QSizeF(1040, 430), true, true},
                 {QSizeF(860, 270), true, true}, {QSizeF(410, 230), false, true}, {QSizeF(410, 180), false, false}}) {
            Plot plot;
            plot.setViewport(QRect(QPoint(), size.toSize()));
            composeFigure(plot, embeddingsFigure, data, screenStyle(size));
            plot.replot();
            bool areThere = false;
            QString said;
            for (int i = 0; i < plot.graphCount(); ++i)
                areThere |= plot.graph(i)->name() == QLatin1String("wavelengths");
            for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
                if (const auto* const title = qobject_cast<QCPTextElement*>(element);
                    title && title->text().startsWith("No room"))
                    said = title->text();
            QCOMPARE(plot.cellMap(QStringLiteral("products")) != nullptr, hasProducts);
            QCOMPARE(said.contains("Products of two positions"), !hasProducts);
            QCOMPARE(areThere, hasWaves);
            QCOMPARE(said.contains("Wavelength of each pair"), !hasWaves);
        }
    }

    /// Where both have no room, either map can be chosen.
    void eitherMapIsReachedOnASmallPage()
    {
        FigureData data = shown(support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"}));
        for (const QString& maps : positionMapsOption.list())
            for (const QSizeF& size : {QSizeF(410, 230), QSizeF(1040, 430)}) {
                data.options[positionMapsOption.name()] = maps;
                Plot plot;
                plot.setViewport(QRect(QPoint(), size.toSize()));
                composeFigure(plot, embeddingsFigure, data, screenStyle(size));
                const bool isSmall = size.width() < 500;
                QCOMPARE(plot.cellMap(QStringLiteral("rows")) != nullptr, maps != "products");
                QCOMPARE(plot.cellMap(QStringLiteral("products")) != nullptr, maps == "products" || (maps == "all" && !isSmall));
            }
    }

    /// Beside each other the charts of both are equally high and have one scale, though a table has no wavelengths.
    void chartsOfBothAreAlike()
    {
        FigureData data = shown(support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"}));
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=learned"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(embeddingsFigure, data);
        Plot plot;
        plot.setViewport({0, 0, 1300, 480});
        composeFigure(plot, embeddingsFigure, data, screenStyle({1300, 480}));
        plot.replot();
        std::vector<const QCPAxisRect*> charts;
        for (int i = 0; i < plot.graphCount(); ++i)
            if (const QCPAxisRect* const rect = plot.graph(i)->keyAxis()->axisRect();
                plot.graph(i)->name() != QLatin1String("wavelengths") && std::ranges::find(charts, rect) == charts.end())
                charts.push_back(rect);
        QCOMPARE(charts.size(), std::size_t(2));
        QVERIFY(std::abs(charts[0]->height() - charts[1]->height()) < 4);
        QCOMPARE(charts[0]->axis(QCPAxis::atLeft)->range(), charts[1]->axis(QCPAxis::atLeft)->range());
        // What is true of the sinusoids alone is not said over both.
        QVERIFY(embeddingsFigure.subtitle(data).contains("least and largest"));
        QVERIFY(embeddingsFigure.subtitle(shown(data.a)).contains("distance alone"));
    }

    void aDifferenceSaysBothProducts()
    {
        FigureData data = shown(support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"}));
        data.b = support::tinyRun("The cat sat on the mat", {"position.kind=learned"});
        data.mode = SlotMode::Delta;
        data = support::fulfilled(embeddingsFigure, data);
        const auto first = [&](const RunPtr& run) { // the product of a position and itself
            const QString said = embeddingsFigure.caption(shown(run));
            return said.section(QStringLiteral("itself "), 1).section(u',', 0, 0);
        };
        const QString said = embeddingsFigure.caption(ofSide(data, Side::Delta));
        QVERIFY2(said.contains(first(data.a) + " in A") && said.contains(first(data.b) + " in B"), qPrintable(said));
    }

    void vectorsOfModelsThatWereTrainedApartAreNotSubtracted()
    {
        const auto mapsOf = [](const char* seed) {
            FigureData data = shown(support::tinyRun("The cat sat on the mat", {"position.kind=learned", "seed=1"}));
            data.b = support::tinyRun("The cat sat on the mat", {"position.kind=learned", seed});
            data.mode = SlotMode::Delta;
            const auto plot = buildFigure(
                embeddingsFigure, support::fulfilled(embeddingsFigure, data), findPreset("slide-16x9")->style);
            return std::pair(plot->cellMap(QStringLiteral("rows")) != nullptr, plot->cellMap(QStringLiteral("products")) != nullptr);
        };
        QCOMPARE(mapsOf("seed=1"), std::pair(true, true));
        QCOMPARE(mapsOf("seed=2"), std::pair(false, true));
    }

    void onlyATableEnds()
    {
        const auto captionOf
            = [](const char* kind) { return embeddingsFigure.caption(shown(support::tinyRun("The cat sat", {kind}))); };
        QVERIFY(captionOf("position.kind=learned").contains("has no row"));
        QVERIFY(!captionOf("position.kind=sinusoidal").contains("has no row"));
        QVERIFY(captionOf("position.kind=sinusoidal").contains("one product"));
        QVERIFY(captionOf("position.kind=sinusoidal").contains("Waves take from 6.28"));
        QVERIFY(!captionOf("position.kind=learned").contains("Waves"));
    }

    void aModelWithoutOffersThem()
    {
        const FigureData data{support::tinyRun("The cat sat", {"position.kind=rope"}), nullptr, {}, {{"show", "positions"}}};
        QVERIFY(embeddingsFigure.whyNot(data).contains("RoPE"));
        const std::vector<ChoiceOffer> offers = offersOf(embeddingsFigure, data);
        QCOMPARE(offers.size(), std::size_t(2));
        QCOMPARE(offers[0].value, QStringLiteral("sinusoidal"));
        QCOMPARE(offers[1].value, QStringLiteral("learned"));
        for (const ChoiceOffer& offer : offers) // the sentence names what is to be pressed
            QVERIFY2(embeddingsFigure.whyNot(data).contains(offer.label), qPrintable(embeddingsFigure.whyNot(data)));
        FigureData sum = data;
        sum.options["show"] = "sum";
        QVERIFY(embeddingsFigure.offer(sum).key.isEmpty());
        QVERIFY(embeddingsFigure.needs(data).empty());
    }
};

QUIET_TEST_MAIN(TestPositionsPicture)
#include "tst_positions_picture.moc"
