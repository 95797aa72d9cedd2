// Of a long text products, sums and differences of all pairs are those of the worker: a drawing makes none.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/scale.h"
#include "widgets/views/attention/shown.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace widgets;

class TestLongHead : public QObject
{
    Q_OBJECT

private slots:
    /// From 0 to 1 they would have one colour.
    void faintWeightsHaveLogarithmicColours()
    {
        const Grid faint = gridOf(std::vector<float>(100 * 100, 0.01F), 100, 100);
        const Grid seen = gridOf(std::vector<float>(10 * 10, 0.1F), 10, 10);
        QCOMPARE(weightScale({&faint, 1}, {}).transform, ScaleTransform::Log);
        QCOMPARE(weightScale({&faint, 1}, QStringLiteral("linear")).transform, ScaleTransform::Linear);
        QCOMPARE(weightScale({&seen, 1}, {}).transform, ScaleTransform::Linear);
    }

    void aLongHeadIsOfTheWorker_data()
    {
        QTest::addColumn<QString>("stage");
        QTest::addColumn<bool>("isDelta");
        QTest::newRow("qk") << QStringLiteral("qk") << false;
        QTest::newRow("delta") << QStringLiteral("mask") << true;
        QTest::newRow("weights") << QStringLiteral("softmax") << true;
    }
    void aLongHeadIsOfTheWorker()
    {
        QFETCH(QString, stage);
        QFETCH(bool, isDelta);
        core::TraceRequest request;
        request.patterns = {"blocks.1.attn.scores*[2]", "blocks.1.attn.pattern[2]"};
        const auto longRun = [&](const std::string& seed) {
            return support::tinyRun(QStringLiteral("The cat sat on the mat. ").repeated(180).toStdString(),
                {"sizes.context=4096", seed}, request);
        };
        FigureData data{longRun("seed=1"), nullptr, {.layer = 1, .head = 2, .query = 4, .key = 1}, {{"stage", stage}}};
        QVERIFY(data.a->trace->tokens.size() >= 1024);
        if (isDelta) {
            data.b = longRun("seed=2");
            data.mode = SlotMode::Delta;
            data.side = Side::Delta;
        }
        QVERIFY(!attentionFigure.needs(data).empty());
        const Grid here = shownHeadGrid(data);
        QVERIFY(!isDelta || !headChange(data)); // not here
        data = support::fulfilled(attentionFigure, data);
        const Grid found = shownHeadGrid(data);
        QCOMPARE(found.data, shownHeadGrid(data).data);
        QCOMPARE(found.rows, here.rows);
        QVERIFY(found.at(700, 300) == here.at(700, 300));
        if (isDelta) {
            const std::optional<GridChange> change = headChange(data);
            QVERIFY(change && change->largest > 0);
            QCOMPARE(double(std::abs(found.at(change->row, change->column))), change->largest);
        }
        if (isOfWeights(data))
            QVERIFY(rowsApart(data).mean > 0);
    }

    /// The mask of characters that are several tokens is put together once, by the worker.
    void theMaskOfALongHeadIsOfTheWorker()
    {
        core::TraceRequest request;
        request.patterns = {"blocks.1.attn.scores*[2]", "blocks.1.attn.pattern[2]"};
        const RunPtr run = support::tinyRun(
            QStringLiteral("The cat sat on the mat. ").repeated(180).toStdString(), {"sizes.context=4096"}, request);
        auto trace = std::make_shared<core::Trace>();
        trace->ids = run->trace->ids;
        trace->tokens = run->trace->tokens;
        std::ranges::copy(std::array{"<0xE7>", "<0x8C>", "<0xAB>"}, trace->tokens.begin());
        for (const core::TraceEntry& entry : run->trace->entries())
            trace->add(entry);
        FigureData data{std::make_shared<RunResult>(RunResult{trace, run->setup}), nullptr,
            {.layer = 1, .head = 2, .query = 4, .key = 1}, {{"brackets", "sum"}}};
        const HeadMask here = shownHeadMask(data);
        QVERIFY(here.hides && here.grid.data != shownHeadMask(data).grid.data); // made anew
        data = support::fulfilled(attentionFigure, data);
        const HeadMask found = shownHeadMask(data);
        QCOMPARE(found.grid.data, shownHeadMask(data).grid.data);
        QCOMPARE(found.grid.rows, core::Index(trace->tokens.size()) - 2);
        QVERIFY(std::isinf(found.grid.at(300, 700)) && !std::isinf(found.grid.at(700, 300)));
        data.options["stage"] = "mask"; // its own numbers are what is masked there
        QVERIFY(shownHeadMask(data).grid.isEmpty());
    }
};

QUIET_TEST_MAIN(TestLongHead)
#include "tst_long_head.moc"
