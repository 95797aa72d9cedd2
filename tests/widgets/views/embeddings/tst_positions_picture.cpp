// The page of positions: what it draws is what the run adds, and what it says of a model that adds nothing.

#include "widgets/views/embeddings/figure.h"

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/offers.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/plot.h"

#include <QTest>

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

    void onlyATableEnds()
    {
        const auto captionOf
            = [](const char* kind) { return embeddingsFigure.caption(shown(support::tinyRun("The cat sat", {kind}))); };
        QVERIFY(captionOf("position.kind=learned").contains("no row for position"));
        QVERIFY(!captionOf("position.kind=sinusoidal").contains("no row for position"));
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
