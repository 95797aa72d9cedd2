// Logits: log Z is that of the trace and of a naive sum, float16 overflows where it must, the soft cap is the run's own.

#include "core/analysis/half_softmax.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/plot/plot.h"
#include "widgets/views/logits/capped_row.h"
#include "widgets/views/logits/figure.h"
#include "widgets/views/logits/log_z_chart.h"
#include "widgets/views/logits/view.h"
#include "widgets/views/output/figure.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

namespace {

constexpr const char* kText = "The cat sat on the mat";

FigureData dataOf(const RunPtr& run, const QVariantMap& options)
{
    return support::fulfilled(logitsFigure, {run, nullptr, {.layer = 1, .head = 1, .query = 3}, options});
}

NumberSet partOf(const FigureData& data, const QString& name)
{
    for (NumberSet& set : figureNumbers(logitsFigure, data, FigureStyle()))
        if (set.name == name)
            return std::move(set);
    return {};
}

} // namespace

class TestLogits : public QObject
{
    Q_OBJECT

private slots:
    void ofEqualRunsNoProbabilityChangesMost()
    {
        FigureData data{support::tinyRun(kText), support::tinyRun(kText), {.query = 3}, {}, SlotMode::Delta};
        data.side = Side::Delta;
        QVERIFY2(outputFigure.caption(data).startsWith("No probability changes"), qPrintable(outputFigure.caption(data)));
        data.b = support::tinyRun(kText, {"norm.placement=post"});
        QVERIFY2(outputFigure.caption(data).contains("changes most"), qPrintable(outputFigure.caption(data)));
    }

    void logZIsThatOfTheTrace()
    {
        const RunPtr run = support::tinyRun(kText);
        const core::Tensor& recorded = run->trace->at("log_z");
        for (const double shift : {0.0, 15.0}) {
            const NumberSet line = partOf(dataOf(run, {{"show", "z_loss"}, {"shift", shift}}), "log Z");
            QCOMPARE(line.values.size(), std::size_t(2 * recorded.size()));
            for (core::Index i = 0; i < recorded.size(); ++i)
                QVERIFY(std::abs(line.values[std::size_t(2 * i + 1)] - shift - double(recorded.data()[i])) < 1e-4);
        }
    }

    void thePenaltyStandsBesideItsLogZ()
    {
        Plot plot;
        plot.beginPanel(0, 0);
        QCPAxisRect* const rect = plot.addAxisRect(0, 0, screenStyle({640, 480}));
        addLogZChart(rect, {{.positions = {0, 1}, .values = {5, 9}, .label = {}}}, screenStyle({640, 480}));
        rect->axis(QCPAxis::atLeft)->setRange(0, 40); // as beside another run
        QCOMPARE(rect->axis(QCPAxis::atRight)->range(), QCPRange(0, 40));
    }

    void largeLogitsOverflow()
    {
        const RunPtr run = support::tinyRun(kText);
        const std::vector<core::Normaliser> rows = core::normalisers(run->trace->at("logits"), 0.F);
        const auto over = std::ranges::count_if(rows, [](const core::Normaliser& row) { return std::isinf(row.plainSum); });
        QCOMPARE(partOf(dataOf(run, {{"shift", 0}}), "overflows in float16").values.size(), std::size_t(2 * over));
        const FigureData large = dataOf(run, {{"shift", 40}});
        QCOMPARE(partOf(large, "overflows in float16").values.size(), 2 * run->trace->ids.size());
        QVERIFY2(logitsFigure.caption(large).contains("unless"), qPrintable(logitsFigure.caption(large)));
    }

    void theCapOfTheRunIsItsOwn()
    {
        const RunPtr run = support::tinyRun(kText, {"output.soft_cap=2", "score.soft_cap=0.5"});
        for (const char* of : {"logits", "scores"}) {
            const CappedRow row = cappedRow(dataOf(run, {{"show", "soft_cap"}, {"of", of}}));
            QVERIFY(row.isOwn && row.before.size() > 1);
            bool bends = false;
            for (std::size_t i = 0; i < row.before.size(); ++i) {
                QVERIFY(std::abs(row.after[i] - row.cap * std::tanh(row.before[i] / row.cap)) < 1e-4);
                bends |= std::abs(row.after[i] - row.before[i]) > 1e-3;
            }
            QVERIFY2(bends, of);
        }
        const CappedRow scores = cappedRow(dataOf(run, {{"show", "soft_cap"}, {"of", "scores"}}));
        QCOMPARE(scores.before.size(), std::size_t(4)); // keys that query 3 sees
        QCOMPARE(scores.cap, 0.5);
    }

    void aCapIsTriedWhereThereIsNone()
    {
        const RunPtr run = support::tinyRun(kText);
        const FigureData data = dataOf(run, {{"show", "soft_cap"}, {"cap", 3}});
        const CappedRow row = cappedRow(data);
        QVERIFY(!row.isOwn);
        QCOMPARE(row.cap, 3.0);
        QCOMPARE(core::Index(row.before.size()), run->setup->config.vocabulary);
        QCOMPARE(row.before[7], double(run->trace->at("logits").row(3)[7]));
        QCOMPARE(row.after[7], 3 * std::tanh(row.before[7] / 3));
        QCOMPARE(logitsFigure.caveats(data).size(), std::size_t(1));
        QVERIFY(!logitsFigure.caption(data).isEmpty());
    }

    void whatIsRestoredIsShown()
    {
        SelectionModel selection;
        LogitsView view(&selection, nullptr);
        support::answer(view);
        view.resize(1000, 560);
        view.show();
        view.setRun(support::tinyRun(kText), nullptr);
        QVERIFY(view.restore(QStringLiteral("logits"), {{"show", "soft_cap"}}));
        QCOMPARE(view.figureData().options.value("show").toString(), QStringLiteral("soft_cap"));
        QVERIFY(!view.isEmpty());
        QVERIFY(!view.restore(QStringLiteral("output"), {}));
    }

    void whatHasNoLogitsSaysSo()
    {
        for (const char* show : {"z_loss", "soft_cap"}) {
            const FigureData data = dataOf(support::tinyRun(kText, {"output.head=none"}), {{"show", show}});
            QVERIFY(!logitsFigure.whyNot(data).isEmpty());
            QVERIFY(!logitsFigure.offer(data).key.isEmpty());
        }
        const FigureData mixer = dataOf(
            support::tinyRun(kText, {"mixer.kind=retention", "position.kind=rope"}), {{"show", "soft_cap"}, {"of", "scores"}});
        QVERIFY(!logitsFigure.whyNot(mixer).isEmpty());
    }
};

QUIET_TEST_MAIN(TestLogits)
#include "tst_logits.moc"
