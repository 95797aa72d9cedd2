// Heads and cache: what the pictures show is what the runs kept; what a model lacks is said, with a way out.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/heads_cache/figure.h"
#include "widgets/views/heads_cache/kinds.h"
#include "widgets/views/heads_cache/pages.h"
#include "widgets/views/heads_cache/read_bars.h"
#include "widgets/views/heads_cache/sharing_links.h"
#include "widgets/views/heads_cache/view.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <memory>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

FigureData dataOf(const RunPtr& run, const char* show = "sharing", const Selection& selection = {.layer = 1, .query = 3})
{
    const FigureData data{run, nullptr, selection, {{showOption.name(), QString::fromLatin1(show)}}};
    return support::fulfilled(headsCacheFigure, data);
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {1100, 560})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, headsCacheFigure, support::fulfilled(headsCacheFigure, data), screenStyle(size));
    plot->replot();
    return plot;
}

const SharingLinks* linksOf(const Plot& plot) { return qobject_cast<SharingLinks*>(plot.cellMap(QStringLiteral("sharing"))); }

const Grid gridIn(const Plot& plot, const char* name)
{
    const auto* map = qobject_cast<HeatmapPlottable*>(plot.cellMap(QString::fromLatin1(name)));
    return map ? map->grid() : Grid();
}

/// The numbers of one token in a tensor.
std::vector<float> rowOf(const RunPtr& run, const std::string& tensor, core::Index token)
{
    const core::Tensor& all = run->trace->at(tensor);
    const core::Index width = all.size() / all.dim(0);
    return {all.data() + token * width, all.data() + (token + 1) * width};
}

} // namespace

class TestHeadsCache : public QObject
{
    Q_OBJECT

private slots:
    void aTokensStripsAreWhatTheRunKept_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("own");
        QTest::addColumn<QStringList>("tensors");
        QTest::newRow("MHA") << "attention.kind=multi_head"
                             << "MHA" << QStringList{"attn.rot_k", "attn.v"};
        QTest::newRow("GQA, no rotation") << "attention.kind=grouped_query position.kind=none"
                                          << "GQA" << QStringList{"attn.k", "attn.v"};
        QTest::newRow("MLA") << "attention.kind=latent"
                             << "MLA" << QStringList{"attn.c_kv", "attn.k_rope"};
    }
    void aTokensStripsAreWhatTheRunKept()
    {
        QFETCH(QString, said);
        QFETCH(QString, own);
        QFETCH(QStringList, tensors);
        std::vector<std::string> choices;
        for (const QString& choice : said.split(' '))
            choices.push_back(choice.toStdString());
        const RunPtr run = support::tinyRun(kText, choices);
        const auto plot = drawn(dataOf(run));
        QVERIFY(linksOf(*plot));
        const std::vector<LinkedKind>& kinds = linksOf(*plot)->kinds();
        QCOMPARE(kinds.size(), std::size_t(4));
        int marked = 0;
        for (const LinkedKind& kind : kinds) {
            QVERIFY2(kind.why.isEmpty(), qPrintable(kind.name + kind.why));
            std::size_t numbers = 0;
            for (const NumberStrip& strip : kind.kept)
                numbers += strip.numbers.size();
            QVERIFY2(kind.total.contains(QString::number(numbers)), qPrintable(kind.total));
            if (kind.slot.isEmpty())
                continue;
            ++marked;
            QCOMPARE(kind.name, own);
            for (std::size_t row = 0; row < 2; ++row)
                QCOMPARE(kind.kept[row].numbers, rowOf(run, core::blockName(1, tensors[qsizetype(row)].toStdString()), 3));
        }
        QCOMPARE(marked, 1);
    }

    void aKindIsTheModelThatRunsWhenItIsChosen()
    {
        const core::ModelPtr model = core::openModel("main");
        core::Choices said;
        said.set("weights", "trained_or_keep"); // as the window has it
        const core::SetupPtr setup = core::configure(model, said);
        const FigureData data
            = dataOf(std::make_shared<RunResult>(RunResult{core::forward(*setup, {.ids = {5, 300, 301}}), setup}));
        const std::vector<CachedKind> kinds = cachedKinds(data);
        QCOMPARE(kinds.size(), std::size_t(4));
        for (const CachedKind& kind : kinds) {
            QVERIFY2(kind.run, qPrintable(kind.why));
            said.set("attention.kind", kind.value);
            const core::SetupPtr chosen = core::configure(model, said);
            QCOMPARE(kind.block().cacheNumbersPerToken(), chosen->config.block(kind.layer).cacheNumbersPerToken());
            QCOMPARE(kind.run->setup->origin.model, chosen->origin.model);
        }
    }

    void aChangedNumberShows()
    {
        const RunPtr run = support::tinyRun(kText);
        const core::Tensor& v = run->trace->at("blocks.1.attn.v");
        const RunPtr changed = support::withNumber(run, v.name(), 3 * v.size() / v.dim(0) + 1, 40.0F);
        const auto imageOf = [](const RunPtr& one) { return drawn(dataOf(one))->toPixmap(1100, 560).toImage(); };
        QCOMPARE(imageOf(run), imageOf(run));
        QVERIFY(imageOf(changed) != imageOf(run));
    }

    void measuredBytesAreThoseOfTheFormula()
    {
        for (const char* kind : {"multi_head", "grouped_query", "multi_query", "latent"}) {
            const RunPtr run = support::tinyRun(kText, {std::string("attention.kind=") + kind});
            const FigureData data = dataOf(run, "growth");
            QVERIFY2(headsCacheFigure.whyNot(data).isEmpty(), qPrintable(headsCacheFigure.whyNot(data)));
            const QStringList lines = headsCacheFigure.table(data).split(u'\n', Qt::SkipEmptyParts);
            QVERIFY(lines.size() > 4 * 100);
            QStringList kinds;
            for (const QString& line : lines.mid(1)) {
                const QStringList fields = line.split(u',');
                QCOMPARE(fields[2], fields[3]);
                if (!kinds.contains(fields[0]))
                    kinds << fields[0];
            }
            QCOMPARE(kinds.size(), 4);
            QVERIFY(headsCacheFigure.caption(data).contains(QStringLiteral("equal to the formulas")));
        }
    }

    void theLatentMapIsTheTraces()
    {
        const RunPtr run = support::tinyRun(kText, {"attention.kind=latent"});
        const auto plot = drawn(dataOf(run, "latent"));
        const Grid kept = gridIn(*plot, "kept");
        const core::Tensor &c = run->trace->at("blocks.1.attn.c_kv"), &rope = run->trace->at("blocks.1.attn.k_rope");
        QCOMPARE(kept.rows, c.rows());
        QCOMPARE(kept.columns, c.columns() + rope.columns());
        for (core::Index t = 0; t < kept.rows; ++t)
            for (core::Index i = 0; i < kept.columns; ++i)
                QCOMPARE(kept.at(t, i), i < c.columns() ? c.row(t)[i] : rope.row(t)[i - c.columns()]);
        QVERIFY(!gridIn(*plot, "expanded").isEmpty());
    }

    void aLowPageHasRoomForEveryRow()
    {
        for (const char* page : {"latent", "repeated"}) {
            const bool isLatent = QByteArrayView(page) == "latent";
            const RunPtr run = support::tinyRun(kText, {isLatent ? "attention.kind=latent" : "attention.kind=grouped_query"});
            const auto plot = drawn(dataOf(run, page), {800, 240});
            std::vector<const GridAxisRect*> rects;
            for (const char* name : {"input", "kept", "expanded", "used"})
                if (const CellPlottable* map = plot->cellMap(QString::fromLatin1(name)))
                    rects.push_back(qobject_cast<GridAxisRect*>(map->keyAxis()->axisRect()));
            QCOMPARE(rects.size(), std::size_t(isLatent ? 3 : 2));
            const ColorBar* const bar = rects.front()->findChild<ColorBar*>(QString(), Qt::FindDirectChildrenOnly);
            QVERIFY(bar); // one, right of all of them
            for (const GridAxisRect* rect : rects) {
                const auto* map = qobject_cast<HeatmapPlottable*>(rect->plottables().front());
                QVERIFY2(rect->height() >= 4 * map->grid().rows, qPrintable(map->name()));
                QCOMPARE(
                    rect->findChildren<ColorBar*>(QString(), Qt::FindDirectChildrenOnly).size(), rect == rects.front() ? 1 : 0);
                QVERIFY(bar->barRect().left() > rect->right());
            }
            QVERIFY(bar->barRect().height() > 64);
            QVERIFY(std::abs(bar->barRect().bottom() - rects.back()->bottom()) < 20);
        }
    }

    void eachHeadUsesTheKeyOfItsGroup()
    {
        for (const char* sharing : {"attention.kind=grouped_query", "attention.kind=multi_query"}) {
            const RunPtr run = support::tinyRun(kText, {sharing});
            const auto plot = drawn(dataOf(run, "repeated"));
            const Grid used = gridIn(*plot, "used");
            const core::Tensor& k = run->trace->at("blocks.1.attn.rot_k");
            QCOMPARE(used.columns, core::Index(4 * 8));
            for (core::Index t = 0; t < used.rows; ++t)
                for (core::Index head = 0; head < 4; ++head)
                    for (core::Index i = 0; i < 8; ++i)
                        QCOMPARE(used.at(t, head * 8 + i), k.at({t, head / (4 / k.dim(1)), i}));
        }
    }

    void masksAreCounted()
    {
        const RunPtr run = support::tinyRun(kText);
        const FigureData data = dataOf(run, "blocks");
        QVERIFY2(headsCacheFigure.whyNot(data).isEmpty(), qPrintable(headsCacheFigure.whyNot(data)));
        const auto tokens = int(run->trace->tokens.size());
        int causal = 0, blocks = 0;
        for (int query = 0; query < tokens; ++query)
            for (int key = 0; key <= query; ++key) {
                ++causal;
                blocks += key / 4 == query / 4 ? 1 : 0;
            }
        const QString text = headsCacheFigure.caption(data);
        QVERIFY2(text.contains(QString::number(causal)) && text.contains(QStringLiteral("here %1 pairs").arg(blocks)),
            qPrintable(text));
    }

    void theLengthOfABlockIsThatOfTheMap()
    {
        const RunPtr run = support::tinyRun(kText);
        QStringList captions;
        for (const int length : {2, 3, 4}) {
            FigureData data = dataOf(run, "blocks");
            data.options[blockOption.name()] = length;
            data = support::fulfilled(headsCacheFigure, data);
            const QString table = headsCacheFigure.table(data);
            for (const QString& line : table.split(QLatin1Char('\n'), Qt::SkipEmptyParts).mid(1)) {
                const QStringList cells = line.split(QLatin1Char(','));
                const int query = cells[1].toInt(), key = cells[2].toInt();
                const bool isSeen = key <= query && (cells[0] != QLatin1String("block_local") || key / length == query / length);
                QCOMPARE(cells[3].toInt(), int(isSeen));
            }
            QVERIFY(headsCacheFigure.caption(data).contains(QStringLiteral("of m = %1,").arg(length)));
            captions << headsCacheFigure.caption(data);
        }
        QCOMPARE(captions.removeDuplicates(), 0);
    }

    void ofTwoSlotsBothStandBesideTheBlocks()
    {
        FigureData data = dataOf(support::tinyRun(kText), "blocks");
        data.b = support::tinyRun(kText, {"attention.kind=grouped_query", "mask.kind=sliding_window", "mask.window=2"});
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(headsCacheFigure, data);
        QVERIFY2(headsCacheFigure.whyNot(data).isEmpty(), qPrintable(headsCacheFigure.whyNot(data)));
        const auto plot = drawn(data);
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("weights"));
        QCOMPARE(maps.size(), 3);
        for (const CellPlottable* map : maps)
            QCOMPARE(map->mapRect().size(), maps[0]->mapRect().size());
        const int tokens = int(data.a->trace->ids.size()), layer = data.selection.layer, head = data.selection.head;
        for (int map = 0; map < 2; ++map) {
            const core::Tensor& pattern = (map == 0 ? data.a : data.b)->trace->at(core::blockName(layer, "attn.pattern"));
            const Grid& shown = qobject_cast<HeatmapPlottable*>(maps[map])->grid();
            const Grid mask = maps[map]->property("cellMasks").value<std::vector<Grid>>().front();
            for (int query = 0; query < tokens; ++query)
                for (int key = 0; key < tokens; ++key) {
                    QCOMPARE(std::isinf(mask.at(query, key)), key > query || (map == 1 && query - key >= 2));
                    QCOMPARE(shown.at(query, key), pattern.at({head, query, key}));
                }
        }
        const QString text = headsCacheFigure.caption(data);
        QVERIFY2(text.contains(
                     QStringLiteral("%1 pairs in A (MHA, Causal), %2 in B (GQA, Sliding window)").arg(tokens * (tokens + 1) / 2).arg(2 * tokens - 1)),
            qPrintable(text));
        const QString table = headsCacheFigure.table(data);
        QVERIFY(table.contains("a,causal,") && table.contains("b,sliding_window,") && table.contains("a,block_local,"));
    }

    /// Whichever of A and B has what the page shows, in its half of the page; of two the scale is one.
    void theSlotThatHasItShowsIt_data()
    {
        QTest::addColumn<QByteArray>("page");
        for (const char* const page : {"latent", "repeated"})
            QTest::newRow(page) << QByteArray(page);
    }

    void theSlotThatHasItShowsIt()
    {
        QFETCH(const QByteArray, page);
        const char* const kind = page == "latent" ? "attention.kind=latent" : "attention.kind=grouped_query";
        const RunPtr with = support::tinyRun(kText, {kind}), without = support::tinyRun(kText);
        const RunPtr other = support::tinyRun("A dog sat there", {kind});
        const auto compared = [&](const RunPtr& a, const RunPtr& b) {
            FigureData data = dataOf(a, page.constData());
            data.b = b;
            data.mode = SlotMode::SideBySide;
            return drawn(data);
        };
        for (const bool isOfB : {false, true}) {
            const auto plot = isOfB ? compared(without, with) : compared(with, without);
            const auto alone = drawn(dataOf(with, page.constData()));
            QCOMPARE(plot->cellMaps().size(), alone->cellMaps().size());
            for (qsizetype i = 0; i < plot->cellMaps().size(); ++i) {
                const QRectF map = plot->cellMaps()[i]->mapRect();
                QVERIFY(map.height() > 0.7 * alone->cellMaps()[i]->mapRect().height());
                QVERIFY((map.center().x() > plot->width() / 2.0) == isOfB);
            }
        }
        const auto two = compared(with, other);
        const auto kept = two->cellMaps(QStringLiteral("kept"));
        QCOMPARE(qobject_cast<HeatmapPlottable*>(kept[0])->scale().high, qobject_cast<HeatmapPlottable*>(kept[1])->scale().high);
    }

    void besideBlocksStandsTheModelAsItIs()
    {
        for (const auto& [choice, name] : {std::pair{"attention.kind=multi_query", "MQA"}, {"attention.kind=multi_head", "MHA"},
                 {"attention.kind=grouped_query", "GQA"}}) {
            const FigureData data
                = dataOf(support::tinyRun(kText, {choice, "mask.kind=sliding_window", "mask.window=3"}), "blocks");
            QVERIFY2(headsCacheFigure.caption(data).startsWith(QLatin1String(name)), qPrintable(headsCacheFigure.caption(data)));
            QVERIFY(headsCacheFigure.table(data).contains(QLatin1String("sliding_window,3,0,0,masked")));
        }
        const FigureData blocks = dataOf(support::tinyRun(kText, {"mask.kind=block_local", "mask.block=3"}), "blocks");
        QVERIFY(headsCacheFigure.table(blocks).contains(QLatin1String("causal,3,0,1,")));
        QVERIFY(headsCacheFigure.caption(blocks).contains(QLatin1String("of m = 3,")));
    }

    void whatIsLackingIsSaidWithAWayOut_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("show");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("no latents") << "attention.kind=multi_head"
                                    << "latent"
                                    << "attention.kind"
                                    << "latent";
        QTest::newRow("nothing shared") << "attention.kind=multi_head"
                                        << "repeated"
                                        << "attention.kind"
                                        << "grouped_query";
        QTest::newRow("encoder") << "topology=encoder"
                                 << "growth"
                                 << "topology"
                                 << "causal_decoder";
        QTest::newRow("no attention") << "mixer.kind=retention"
                                      << "sharing"
                                      << "mixer.kind"
                                      << "attention";
    }
    void whatIsLackingIsSaidWithAWayOut()
    {
        QFETCH(QString, said);
        QFETCH(QString, show);
        QFETCH(QString, key);
        QFETCH(QString, value);
        const FigureData data = dataOf(support::tinyRun(kText, {said.toStdString()}), show.toLatin1().constData());
        QVERIFY(!headsCacheFigure.whyNot(data).isEmpty());
        QCOMPARE(headsCacheFigure.offer(data).key, key);
        QCOMPARE(headsCacheFigure.offer(data).value, value);
    }

    void oneTokenAndOneHeadHaveTheirPictures()
    {
        for (const char* show : {"sharing", "growth"})
            for (const RunPtr& run :
                {support::tinyRun("The"), support::tinyRun(kText, {"sizes.heads=1", "attention.kind=multi_head"})}) {
                const FigureData data = dataOf(run, show, {});
                QVERIFY2(headsCacheFigure.whyNot(data).isEmpty(), qPrintable(headsCacheFigure.whyNot(data)));
                QVERIFY(!headsCacheFigure.caption(data).isEmpty());
                drawn(data, {420, 260});
            }
        QVERIFY(!headsCacheFigure.whyNot(dataOf(support::tinyRun("The"), "blocks", {})).isEmpty());
    }

    void theViewShowsThePageThatAFileSays()
    {
        SelectionModel selection;
        HeadsCacheView view(&selection, nullptr);
        for (const QString& page : pageIds(headsCacheFigure)) {
            QVERIFY(view.restore(QStringLiteral("heads_cache"), {{showOption.name(), page}}));
            QCOMPARE(showOption.in(view.figureData()), page);
        }
    }

    void aClickOnAHeadIsThatHead()
    {
        const auto plot = drawn(dataOf(support::tinyRun(kText)));
        const SharingLinks* links = linksOf(*plot);
        const QRectF room = links->keyAxis()->axisRect()->rect();
        QCOMPARE(links->cellAt({room.left() + 0.02 * room.width() + 16, room.center().y()}), (Cell{0, 0}));
        QCOMPARE(links->cellAt({room.right() - 4, room.center().y()}), (Cell{3, 3}));
    }
};

QUIET_TEST_MAIN(TestHeadsCache)
#include "tst_heads_cache.moc"
