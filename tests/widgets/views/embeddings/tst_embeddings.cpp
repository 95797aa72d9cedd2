// The embeddings figure: what its pictures draw is what the trace holds, where position enters instead is said, and a wide model
// says what a column is.

#include "core/analysis/input_vectors.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/embeddings_page.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/embeddings/figure.h"
#include "widgets/views/embeddings/token_plane.h"
#include "widgets/views/embeddings/view.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/token_groups.h"

#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

namespace {

FigureData bothOf(const RunPtr& a, const RunPtr& b, const char* show, Side side)
{
    FigureData data = dataOf(a, show);
    data.b = b;
    data.mode = side == Side::Delta ? SlotMode::Delta : SlotMode::SideBySide;
    data.side = side;
    return support::fulfilled(embeddingsFigure, data);
}

QStringList namesOf(const Plot& plot)
{
    QStringList names;
    for (const CellPlottable* map : plot.cellMaps())
        names << map->name();
    return names;
}

bool holds(const HeatmapPlottable* map, const core::Tensor& tensor)
{
    bool same = map && map->grid().rows == tensor.rows() && map->grid().columns == tensor.columns();
    for (core::Index i = 0; same && i < tensor.rows(); ++i)
        for (core::Index j = 0; same && j < tensor.columns(); ++j)
            same = map->grid().at(i, j) == tensor.row(i)[j];
    return same;
}

} // namespace

class TestEmbeddings : public QObject
{
    Q_OBJECT

private slots:
    void mapsAreTheTensorsOfTheTrace_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::addColumn<QStringList>("maps");
        QTest::newRow("sinusoidal") << "position.kind=sinusoidal" << QStringList{"embed", "pos_embed", "blocks.0.resid_pre"};
        QTest::newRow("BERT") << "topology=encoder position.kind=learned norm.embedding=true embedding.token_types=2"
                              << QStringList{"embed", "pos_embed", "token_type_embed", "blocks.0.resid_pre"};
        QTest::newRow("rope") << "position.kind=rope norm.embedding=false" << QStringList{"embed"};
        QTest::newRow("bloom") << "position.kind=alibi norm.embedding=true" << QStringList{"embed", "blocks.0.resid_pre"};
        QTest::newRow("norm first") << "position.kind=learned norm.embedding=true norm.tokens_first=true"
                                    << QStringList{"embed", "ln_embed.out", "pos_embed", "blocks.0.resid_pre"};
        QTest::newRow("encoder-decoder") << "topology=encoder_decoder position.kind=sinusoidal"
                                         << QStringList{"embed", "pos_embed", "blocks.0.resid_pre"};
    }
    void mapsAreTheTensorsOfTheTrace()
    {
        QFETCH(QString, choices);
        QFETCH(QStringList, maps);
        std::vector<std::string> said;
        for (const QString& choice : choices.split(' '))
            said.push_back(choice.toStdString());
        const RunPtr run = support::tinyRun("The cat sat on the mat", said);
        const FigureData data = dataOf(run);
        QVERIFY2(embeddingsFigure.whyNot(data).isEmpty(), qPrintable(embeddingsFigure.whyNot(data)));
        Plot plot;
        draw(plot, data);
        QCOMPARE(namesOf(plot), maps);
        // One scale for all that is added; before or after a norm numbers are of another size.
        const bool isFirst = choices.contains("tokens_first"), isNormed = choices.contains("norm.embedding=true");
        const QString own = isFirst ? maps.first() : isNormed ? maps.last() : QString();
        const ColorScale scale = mapOf(plot, isFirst ? "pos_embed" : "embed")->scale();
        QCOMPARE(scale.low, -scale.high);
        for (const QString& name : maps) {
            const HeatmapPlottable* map = mapOf(plot, name.toLatin1().constData());
            QVERIFY2(holds(map, run->trace->at(name.toStdString())), qPrintable(name));
            QCOMPARE(map->scale().high == scale.high, name != own);
        }
        // The numbers of the table are those of the tensors, too.
        const core::Tensor& last = run->trace->at(maps.last().toStdString());
        const QString line = QStringLiteral("%1,%2,%3,%4\n")
                                 .arg(maps.last())
                                 .arg(last.rows() - 1)
                                 .arg(last.columns() - 1)
                                 .arg(exactText(last.row(last.rows() - 1)[last.columns() - 1]));
        QVERIFY(embeddingsFigure.table(data).endsWith(line));
    }

    void aNumberThatChangesShows_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("tensor");
        for (const char* page : {"sum", "similarity", "plane"})
            for (const char* tensor : {"embed", "pos_embed", "blocks.0.resid_pre"})
                if (QByteArrayView(page) != "plane" || QByteArrayView(tensor) != "blocks.0.resid_pre")
                    QTest::newRow((QByteArray(tensor) + " of " + page).constData()) << page << tensor;
    }
    void aNumberThatChangesShows()
    {
        QFETCH(QString, page);
        QFETCH(QString, tensor);
        const RunPtr run = support::tinyRun(kTwice, {"position.kind=sinusoidal"});
        const RunPtr changed = support::withNumber(run, tensor.toStdString(), 3, 40.0F);
        const auto imageOf = [&](const RunPtr& one) {
            Plot plot;
            draw(plot, dataOf(one, page.toLatin1().constData()), {700, 480});
            return plot.toPixmap(700, 480).toImage();
        };
        QCOMPARE(imageOf(run), imageOf(run));
        if (page == "similarity" && tensor == "pos_embed")
            QCOMPARE(imageOf(changed), imageOf(run)); // it compares what enters, and that is another tensor
        else
            QVERIFY(imageOf(changed) != imageOf(run));
        QVERIFY(embeddingsFigure.caption(dataOf(changed, page.toLatin1().constData(), {.query = 0}))
                != embeddingsFigure.caption(dataOf(run, page.toLatin1().constData(), {.query = 0}))
            || page == "similarity");
    }

    void theSentenceHasTheLengths()
    {
        const RunPtr run = support::tinyRun("The cat sat on the mat", {"position.kind=sinusoidal"});
        const QString text = embeddingsFigure.caption(dataOf(run, "sum", {.query = 2}));
        const core::Trace& trace = *run->trace;
        for (const char* name : {"embed", "pos_embed", "blocks.0.resid_pre"})
            QVERIFY2(text.contains(formatNumber(lengthOf(trace.at(name), 2))), qPrintable(text));
        double share = 0;
        for (core::Index t = 0; t < 6; ++t)
            share += lengthOf(trace.at("pos_embed"), t) / lengthOf(trace.at("embed"), t) / 6;
        QVERIFY2(text.contains(formatPercent(share)), qPrintable(text));
        QVERIFY(text.contains("at 2"));
        QVERIFY(!text.contains("No position"));
        const QString bert = embeddingsFigure.caption(dataOf(support::tinyRun(
            "The cat sat", {"topology=encoder", "position.kind=learned", "norm.embedding=true", "embedding.token_types=2"})));
        QVERIFY2(bert.contains("token type") && bert.contains("makes it a vector"), qPrintable(bert));
        const QString changed
            = embeddingsFigure.caption(dataOf(support::withNumber(run, "blocks.0.resid_pre", 3, 40.0F), "sum", {.query = 0}));
        QVERIFY2(changed.contains("was not recorded"), qPrintable(changed));
    }

    void withoutPositionsItIsSaidWhereTheyEnter_data()
    {
        QTest::addColumn<QStringList>("choices");
        QTest::addColumn<QString>("words");
        QTest::newRow("rope") << QStringList{"position.kind=rope"} << "RoPE rotates queries and keys";
        QTest::newRow("alibi") << QStringList{"position.kind=alibi"} << "ALiBi penalises distance";
        QTest::newRow("T5") << QStringList{"position.kind=t5_buckets"} << "adds to the scores inside attention";
        QTest::newRow("none") << QStringList{"position.kind=none"} << "only the mask tells";
        QTest::newRow("none, all seen") << QStringList{"position.kind=none", "topology=encoder"} << "nothing tells this model";
        QTest::newRow("recurrence") << QStringList{"mixer.kind=linear_recurrence", "position.kind=none"} << "reads the tokens";
        QTest::newRow("mixed") << QStringList{"position.kind@1-2=rope", "position.kind@0=none"} << "RoPE rotates";
    }
    void withoutPositionsItIsSaidWhereTheyEnter()
    {
        QFETCH(QStringList, choices);
        QFETCH(QString, words);
        std::vector<std::string> said{"norm.embedding=false"};
        for (const QString& choice : choices)
            said.push_back(choice.toStdString());
        const RunPtr run = support::tinyRun(kTwice, said);
        for (const char* page : {"sum", "similarity", "plane"}) {
            const QString text = embeddingsFigure.caption(dataOf(run, page));
            QVERIFY2(text.contains(words), qPrintable(text));
            Plot plot;
            draw(plot, dataOf(run, page));
            QCOMPARE(plot.cellMaps().size(), 1);
        }
    }

    void aWideModelSaysWhatAColumnIs()
    {
        const RunPtr run = support::tinyRun("The cat sat", {"position.kind=sinusoidal", "sizes.d_model=512"});
        const core::Tensor& position = run->trace->at("pos_embed");
        Plot plot;
        draw(plot, dataOf(run), {1200, 640});
        QVERIFY(holds(mapOf(plot, "pos_embed"), position)); // there is a pixel for each
        draw(plot, dataOf(run), {420, 400});
        const HeatmapPlottable* map = mapOf(plot, "pos_embed");
        QVERIFY(map->columns() < 512 && map->columns() > 100);
        const core::Index block = (512 + map->columns() - 1) / map->columns();
        QCOMPARE(core::Index(map->columns()), (512 + block - 1) / block);
        for (core::Index column = 0; column < map->grid().columns; ++column) {
            double sum = 0;
            int count = 0;
            for (core::Index i = column * block; i < std::min<core::Index>(512, (column + 1) * block); ++i, ++count)
                sum += double(position.row(1)[i]);
            QVERIFY(std::abs(double(map->grid().at(1, column)) - sum / count) < 1e-6);
        }
        const QString below = mapOf(plot, "blocks.0.resid_pre")->keyAxis()->label();
        QVERIFY2(below.contains(QStringLiteral("mean of %1").arg(block)), qPrintable(below));
        // Means add up as the numbers do.
        const float sum = mapOf(plot, "embed")->grid().at(2, 7) + map->grid().at(2, 7);
        QVERIFY(std::abs(sum - mapOf(plot, "blocks.0.resid_pre")->grid().at(2, 7)) < 1e-5F);
    }

    void fewTokensStandAboveEachOtherAndManyBeside()
    {
        QString text;
        for (int i = 0; i < 40; ++i)
            text += i % 2 ? "cat " : "the ";
        const auto placesOf = [](const QString& words) {
            Plot plot;
            draw(plot, dataOf(support::tinyRun(words.toStdString(), {"position.kind=sinusoidal"})), {900, 600});
            std::vector<QRect> places;
            for (const CellPlottable* map : plot.cellMaps())
                places.push_back(map->keyAxis()->axisRect()->rect());
            return places;
        };
        const std::vector<QRect> few = placesOf("The cat sat"), many = placesOf(text);
        for (const std::vector<QRect>* places : {&few, &many})
            for (const QRect& place : *places)
                QCOMPARE(place.size(), places->front().size());
        QVERIFY(few[1].top() > few[0].bottom());
        QCOMPARE(few[1].left(), few[0].left());
        QVERIFY(many[1].left() > many[0].right());
        QCOMPARE(many[1].top(), many[0].top());
        const std::vector<QRect> one = placesOf("cat"); // a row, not a wall
        QVERIFY(one[0].height() < 80);
    }

    void aDifferenceIsOfWhatBothAddUp()
    {
        const RunPtr a = support::tinyRun(kTwice, {"position.kind=sinusoidal", "norm.embedding=false"});
        const RunPtr b = support::tinyRun(kTwice, {"position.kind=rope", "norm.embedding=false"});
        for (const auto& [first, second, sign] : {std::tuple{a, b, -1.0F}, {b, a, 1.0F}}) {
            Plot plot;
            draw(plot, bothOf(first, second, "sum", Side::Delta));
            QCOMPARE(namesOf(plot), (QStringList{"embed", "pos_embed", "blocks.0.resid_pre"}));
            const core::Tensor& position = a->trace->at("pos_embed");
            for (core::Index i = 0; i < position.columns(); ++i) {
                QCOMPARE(mapOf(plot, "embed")->grid().at(4, i), 0.0F); // they share their table
                QCOMPARE(mapOf(plot, "pos_embed")->grid().at(4, i), sign * position.row(4)[i]); // nothing is 0
            }
            QVERIFY(std::abs(mapOf(plot, "blocks.0.resid_pre")->grid().at(4, 5) - sign * position.row(4)[5]) < 1e-5F);
            QVERIFY(embeddingsFigure.caption(bothOf(first, second, "sum", Side::Delta)).contains("differs most"));
            QVERIFY(embeddingsFigure.caption(bothOf(first, first, "sum", Side::Delta)).contains("is the same in A and in B"));
            QVERIFY(embeddingsFigure.caption(bothOf(first, first, "similarity", Side::Delta)).contains("has the same cosine"));
        }
        // Side by side both have the same lines, so that they can be compared: nothing is 0 there, too.
        Plot beside;
        draw(beside, bothOf(b, a, "sum", Side::A));
        const QList<CellPlottable*> places = beside.cellMaps(QStringLiteral("pos_embed"));
        QCOMPARE(places.size(), 2);
        const Grid& none = qobject_cast<const HeatmapPlottable*>(places[0])->grid();
        for (core::Index i = 0; i < none.columns; ++i)
            QCOMPARE(none.at(4, i), 0.0F);
        QVERIFY(holds(qobject_cast<const HeatmapPlottable*>(places[1]), a->trace->at("pos_embed")));
        QVERIFY(holds(mapOf(beside, "blocks.0.resid_pre"), b->trace->at("embed")));
        for (const CellPlottable* map : beside.cellMaps())
            QCOMPARE(map->keyAxis()->axisRect()->rect().size(), places[0]->keyAxis()->axisRect()->rect().size());
        Plot plot;
        draw(plot, bothOf(a, b, "similarity", Side::Delta));
        QVERIFY(mapOf(plot, "before")->grid().at(1, 4) == 0 && mapOf(plot, "after")->grid().at(1, 4) > 0.01F);
        const FigureData planes = bothOf(a, b, "plane", Side::Delta);
        QVERIFY(embeddingsFigure.whyNot(planes).contains("A | B"));
        const RunPtr wide = support::tinyRun(kTwice, {"sizes.d_model=48"});
        QVERIFY(embeddingsFigure.whyNot(bothOf(a, wide, "sum", Side::Delta)).contains("same width"));
        QVERIFY(embeddingsFigure.whyNot(bothOf(a, wide, "similarity", Side::Delta)).isEmpty()); // cosines of tokens have no width
        QVERIFY(!embeddingsFigure.metrics(bothOf(a, b, "sum", Side::A)).empty());
        QVERIFY(!composedCaption(embeddingsFigure, bothOf(a, b, "plane", Side::A)).isEmpty());
    }

    void whatWasNotRecordedIsNamed()
    {
        const RunPtr run = support::tinyRun(kTwice, {"position.kind=sinusoidal"});
        QVERIFY(embeddingsFigure.whyNot(dataOf(run)).isEmpty());
        for (const char* name : {"embed", "pos_embed", "blocks.0.resid_pre"})
            QVERIFY(embeddingsFigure.whyNot(dataOf(support::without(run, {name}))).contains(name));
        QVERIFY(!embeddingsFigure.whyNot(FigureData()).isEmpty());
        // A file of another program has no choices: it says what it can.
        const RunPtr file = std::make_shared<RunResult>(RunResult{run->trace, nullptr});
        for (const char* page : {"sum", "similarity", "plane"})
            QVERIFY(
                embeddingsFigure.whyNot(dataOf(file, page)).isEmpty() && !embeddingsFigure.caption(dataOf(file, page)).isEmpty());
    }

    void theViewLeadsToTokensAndBack()
    {
        SelectionModel selection;
        EmbeddingsView view(&selection, nullptr);
        support::answer(view);
        view.resize(900, 640);
        view.show();
        view.setRun(support::tinyRun(kTwice, {"position.kind=sinusoidal"}), nullptr);
        QVERIFY(!view.isEmpty());
        QCOMPARE(view.shown(), QStringLiteral("sum"));
        emit view.plot()->cellClicked(QStringLiteral("pos_embed"), 2, 5, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 2);
        QCOMPARE(selection.pinned().dim, 5);
        QCOMPARE(view.plot()->cellMap(QStringLiteral("embed"))->pinned(), (Cell{2, 5}));
        QVERIFY(view.captionText().contains("at 2"));
        emit view.plot()->cellHovered(QStringLiteral("embed"), 4, 7);
        QCOMPARE(selection.hovered().query, 4);
        QCOMPARE(view.plot()->cellMap(QStringLiteral("blocks.0.resid_pre"))->hovered(), (Cell{4, 7}));

        QVERIFY(view.restore(QStringLiteral("embeddings"), {{QStringLiteral("show"), QStringLiteral("similarity")}}));
        QCOMPARE(view.shown(), QStringLiteral("similarity"));
        emit view.plot()->cellClicked(QStringLiteral("after"), 3, 1, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 3);
        QCOMPARE(selection.pinned().key, 1);
        QCOMPARE(view.plot()->cellMap(QStringLiteral("before"))->pinned(), (Cell{3, 1}));

        view.setShown(QStringLiteral("plane"));
        emit view.plot()->cellClicked(QStringLiteral("plane"), 0, 4, Qt::NoModifier);
        QCOMPARE(selection.pinned().query, 4);
        QCOMPARE(selection.pinned().key, 1); // what the page of attention looks at stays
        QCOMPARE(view.plot()->cellMap(QStringLiteral("plane"))->pinned(), (Cell{0, 4}));
        QCOMPARE(view.findChild<SegmentedSwitch*>(QStringLiteral("show"))->ids(), pageIds(embeddingsFigure));
    }
};

QUIET_TEST_MAIN(TestEmbeddings)
#include "tst_embeddings.moc"
