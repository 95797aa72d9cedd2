// Mixers: the maps are what the run's own numbers make, A and B have one scale, what a kind lacks is said with a way out.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/mixers/figure.h"
#include "widgets/views/mixers/kinds.h"
#include "widgets/views/mixers/view.h"
#include "widgets/views/mixers/words.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";
constexpr const char* kinds[]
    = {"attention", "retention", "linear_recurrence", "selective_ssm", "state_space_dual", "gated_recurrence"};

std::string choiceOf(const char* kind) { return std::string("mixer.kind=") + kind; }

FigureData dataOf(
    const RunPtr& run, const char* show, QVariantMap options = {}, const Selection& selection = {.layer = 1, .query = 3})
{
    options[showOption.name()] = QString::fromLatin1(show);
    return support::fulfilled(mixersFigure, {run, nullptr, selection, options});
}

std::unique_ptr<Plot> drawn(const FigureData& data, QSizeF size = {1100, 560})
{
    auto plot = std::make_unique<Plot>();
    plot->resize(size.toSize());
    plot->setViewport(QRect(QPoint(), size.toSize()));
    composeFigure(*plot, mixersFigure, support::fulfilled(mixersFigure, data), screenStyle(size));
    plot->replot();
    return plot;
}

Grid gridIn(const Plot& plot, const char* name)
{
    const auto* map = qobject_cast<HeatmapPlottable*>(plot.cellMap(QString::fromLatin1(name)));
    return map ? map->grid() : Grid();
}

void everyMixer()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : kinds)
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

} // namespace

class TestMixers : public QObject
{
    Q_OBJECT

private slots:
    void theMapTimesTheValuesIsTheResult_data() { everyMixer(); }
    void theMapTimesTheValuesIsTheResult()
    {
        QFETCH(QString, kind);
        const RunPtr run = support::tinyRun(kText, {choiceOf(kind.toLatin1().constData())});
        const bool isAttention = kind == QLatin1String("attention");
        const core::MixerForm form = core::mixerFormOf(*run->setup, 1);
        const auto plot = drawn(dataOf(run, "matrix", {{channelOption.name(), 5}}, {.layer = 1, .head = 2}));
        const Grid grid = gridIn(*plot, "effective");
        QVERIFY(!grid.isEmpty());
        QCOMPARE(gridIn(*plot, "effective decay").isEmpty(), isAttention);
        QVERIFY(!gridIn(*plot, "beside").isEmpty()); // attention, or beside it retention
        const core::Tensor& values = run->trace->at("blocks.1." + (isAttention ? "attn.v" : std::string("mixer.") + form.values));
        const core::Tensor& result = run->trace->at("blocks.1." + (isAttention ? "attn.z" : std::string("mixer.") + form.result));
        const core::Index width = isAttention ? 8 : form.width, lane = isAttention || form.areHeads ? 2 : 5;
        const core::Index row = values.size() / values.dim(0);
        for (core::Index t = 0; t < grid.rows; ++t)
            for (core::Index j = lane * width; j < (lane + 1) * width; ++j) {
                double sum = 0;
                for (core::Index s = 0; s <= t; ++s)
                    sum += double(grid.at(t, s)) * double(values.data()[s * row + j]);
                QVERIFY(std::abs(sum - double(result.data()[t * row + j])) < 1e-4);
            }
        for (core::Index t = 0; t < grid.rows; ++t)
            for (core::Index s = t + 1; s < grid.columns; ++s)
                QVERIFY(std::isinf(grid.at(t, s))); // hatched, no number
    }

    void weightsOfAttentionGoFromZeroToOne() // also where each token looks at itself most
    {
        const RunPtr run = support::tinyRun("The cat sat", {"position.kind=alibi", "alibi.slopes=9,9,9,9"});
        const auto plot = drawn(dataOf(run, "matrix"));
        const auto* map = qobject_cast<HeatmapPlottable*>(plot->cellMap(QStringLiteral("effective")));
        QVERIFY(map);
        QCOMPARE(map->scale().low, 0.0);
        QCOMPARE(map->scale().high, 1.0);
    }

    void aChangedNumberShows()
    {
        const RunPtr run = support::tinyRun(kText, {"mixer.kind=retention"});
        const core::Tensor& q = run->trace->at("blocks.1.mixer.rot_q");
        const RunPtr changed = support::withNumber(run, q.name(), 2 * q.size() / q.dim(0) + 1, 40.0F);
        for (const char* show : {"matrix", "state"}) {
            const auto imageOf = [&](const RunPtr& one) { return drawn(dataOf(one, show))->toPixmap(1100, 560).toImage(); };
            QCOMPARE(imageOf(run), imageOf(run));
            QVERIFY(imageOf(changed) != imageOf(run));
        }
    }

    void theDifferenceIsThatOfBothMaps()
    {
        FigureData data{support::tinyRun(kText), support::tinyRun(kText, {"mixer.kind=gated_recurrence"}),
            {.layer = 1, .head = 1}, {{showOption.name(), QStringLiteral("matrix")}}, SlotMode::All};
        data = support::fulfilled(mixersFigure, data);
        const auto plot = drawn(data, {1500, 560});
        const QList<CellPlottable*> maps = plot->cellMaps(QStringLiteral("effective"));
        QCOMPARE(maps.size(), 3);
        const auto grid = [&](int i) { return qobject_cast<HeatmapPlottable*>(maps[i])->grid(); };
        for (core::Index t = 0; t < grid(0).rows; ++t)
            for (core::Index s = 0; s <= t; ++s)
                QVERIFY(std::abs(grid(2).at(t, s) - (grid(1).at(t, s) - grid(0).at(t, s))) < 1e-6F);
        QCOMPARE(qobject_cast<HeatmapPlottable*>(maps[0])->scale().high, qobject_cast<HeatmapPlottable*>(maps[1])->scale().high);
        QVERIFY(!mixersFigure.metrics(data).empty());
    }

    void everyMixerHasItsMapOnOnePage()
    {
        for (const char* own : {"attention", "selective_ssm"}) {
            const FigureData data = dataOf(support::tinyRun(kText, {choiceOf(own)}), "compare");
            const auto plot = drawn(data);
            for (const char* kind : kinds)
                QVERIFY2(!gridIn(*plot, kind).isEmpty(), kind);
            for (const char* kind : kinds)
                QVERIFY2(mixersFigure.caption(data).contains(shortMixerName(kind)), qPrintable(mixersFigure.caption(data)));
        }
    }

    void onlyAttentionAndRetentionGrow()
    {
        const FigureData data = dataOf(support::tinyRun(kText), "bytes");
        const QStringList lines = mixersFigure.table(data).split(u'\n', Qt::SkipEmptyParts);
        QMap<QString, QStringList> of; // kind: bytes per token, fixed bytes
        for (const QString& line : lines.mid(1)) {
            const QStringList fields = line.split(u',');
            QCOMPARE(fields[2].toLongLong(), fields[3].toLongLong() * fields[1].toLongLong() + fields[4].toLongLong());
            of[fields[0]] = fields.mid(3);
        }
        QCOMPARE(of.size(), qsizetype(std::size(kinds)));
        for (const char* kind : kinds) {
            const bool grows = qstrcmp(kind, "attention") == 0 || qstrcmp(kind, "retention") == 0;
            QCOMPARE(of[QLatin1String(kind)][0].toLongLong() > 0, grows);
        }
        QCOMPARE(of["attention"],
            (QStringList{QString::number(3 * 2 * 32 * 4), QStringLiteral("0")})); // layers · k, v · width · bytes
        QVERIFY(mixersFigure.caption(data).contains(formatBytes(of["selective_ssm"][1].toLongLong())));
    }

    void whatAttentionLacksIsOffered()
    {
        for (const auto& [show, kind] : {std::pair("state", "retention"), std::pair("kernels", "selective_ssm")}) {
            const FigureData data = dataOf(support::tinyRun(kText), show);
            QVERIFY(!mixersFigure.whyNot(data).isEmpty());
            QCOMPARE(mixersFigure.offer(data).key, QStringLiteral("mixer.kind"));
            QCOMPARE(mixersFigure.offer(data).value, QLatin1String(kind));
            const FigureData with = dataOf(support::tinyRun(kText, {choiceOf(kind)}), show);
            QVERIFY2(mixersFigure.whyNot(with).isEmpty(), qPrintable(mixersFigure.whyNot(with)));
        }
        QVERIFY(
            !mixersFigure.whyNot(dataOf(support::copyOf(support::tinyRun(kText, {"mixer.kind=retention"}), {"rot_q"}), "matrix"))
                 .isEmpty());
    }

    void everyPageOfEveryMixerHasAPicture_data() { everyMixer(); }
    void everyPageOfEveryMixerHasAPicture()
    {
        QFETCH(QString, kind);
        for (const char* text : {"The", kText})
            for (const QString& page : pageIds(mixersFigure)) {
                const RunPtr run = support::tinyRun(text, {choiceOf(kind.toLatin1().constData())});
                for (const char* lanes : {"one", "mean"}) {
                    const FigureData data
                        = dataOf(run, page.toLatin1().constData(), {{lanesOption.name(), QLatin1String(lanes)}});
                    if (!mixersFigure.whyNot(data).isEmpty())
                        continue;
                    QVERIFY2(!mixersFigure.caption(data).isEmpty(), qPrintable(page));
                    QVERIFY2(mixersFigure.table(data).count(u'\n') > 1, qPrintable(page));
                    drawn(data);
                    drawn(data, {420, 260});
                }
            }
    }

    void theViewShowsThePageThatAFileSays()
    {
        SelectionModel selection;
        MixersView view(&selection, nullptr);
        for (const QString& page : pageIds(mixersFigure)) {
            QVERIFY(view.restore(QStringLiteral("mixers"), {{showOption.name(), page}, {channelOption.name(), 7}}));
            QCOMPARE(showOption.in(view.figureData()), page);
            QCOMPARE(channelOption.in(view.figureData(), 0), 7);
        }
    }
};

QUIET_TEST_MAIN(TestMixers)
#include "tst_mixers.moc"
