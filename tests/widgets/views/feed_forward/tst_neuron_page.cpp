// The page of one neuron: its numbers are those of the trace, and of two slots rows and neurons are the same, or it is said that
// they are not.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "tests/widgets/views/feed_forward/drawn_feed_forward.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/feed_forward/figure.h"
#include "widgets/views/feed_forward/neuron_picture.h"
#include "widgets/views/feed_forward/numbers.h"
#include "widgets/views/feed_forward/pages.h"
#include "widgets/views/shared/read_out.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace widgets;
using support::drawFeedForward;
using support::feedForwardData;
using support::showing;

namespace {

QList<const BarChart*> chartsNamed(Plot& plot, const char* name)
{
    QList<const BarChart*> charts;
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (const auto* chart = qobject_cast<const BarChart*>(plot.plottable(i)); chart && chart->name() == QLatin1String(name))
            charts << chart;
    return charts;
}

} // namespace

class TestNeuronPage : public QObject
{
    Q_OBJECT

    static RunPtr runOf(const QString& kind, const QString& activation)
    {
        return support::tinyRun(
            "The cat sat on the mat", {"feed_forward.kind=" + kind.toStdString(), "activation.kind=" + activation.toStdString()});
    }

private slots:
    void barsAreInTheOrderOfTheTextAndTheSameTokensInBothSlots()
    {
        QString words;
        for (int i = 0; i < 30; ++i)
            words += QStringLiteral("the cat sat ");
        const auto longRun = [&](const char* activation) {
            return support::tinyRun(words.toStdString(),
                {"feed_forward.kind=gated", std::string("activation.kind=") + activation, "sizes.context=1024"});
        };
        FigureData data{longRun("silu"), longRun("gelu"), {.layer = 1, .query = 40, .dim = 3}, showing("neuron")};
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(feedForwardFigure, data);
        const auto sizeOf
            = [](const RunPtr& run, int token) { return std::abs(double(run->trace->at("blocks.1.mlp.post").row(token)[3])); };
        for (const QSizeF& size : {QSizeF(1240, 440), QSizeF(700, 260)}) {
            Plot plot;
            drawFeedForward(plot, data, size);
            const QList<const BarChart*> charts = chartsNamed(plot, "tokens");
            QCOMPARE(charts.size(), 2);
            QList<int> tokens;
            for (int bar = 0; bar < charts[0]->bars().size(); ++bar) {
                tokens << tokenOfNeuronBar(plot, bar);
                for (const int side : {0, 1}) {
                    const Bar& shown = charts[side]->bars()[bar];
                    QCOMPARE(shown.isMarked, tokens.last() == 40);
                    QCOMPARE(
                        shown.value, double((side == 0 ? data.a : data.b)->trace->at("blocks.1.mlp.post").row(tokens.last())[3]));
                }
            }
            QVERIFY(std::ranges::is_sorted(tokens) && tokens.contains(40) && tokens.size() < 30);
            QCOMPARE(tokenOfNeuronBar(plot, int(tokens.size())), -1);
            double least = 1e9, most = 0; // of those that are shown, and left out
            for (int token = 0; token < int(data.a->trace->ids.size()); ++token) {
                const double largest = std::max(sizeOf(data.a, token), sizeOf(data.b, token));
                if (!tokens.contains(token))
                    most = std::max(most, largest);
                else if (token != 40)
                    least = std::min(least, largest);
            }
            QVERIFY(most <= least);
        }
    }

    void bothSlotsShowTheNeuronThatTheyShare()
    {
        FigureData data{runOf("gated", "silu"), runOf("gated", "gelu"), {.layer = 1, .query = 4}, showing("neuron")};
        data.mode = SlotMode::SideBySide;
        const auto largest = [](const RunPtr& run) { return int(largestInRow(gridOf(run->trace->at("blocks.1.mlp.post")), 4)); };
        for (int i = 0; i < 8 && largest(data.a) == largest(data.b); ++i) // one that is not the largest of both
            data.b = support::withNumber(
                data.b, "blocks.1.mlp.post", 4 * data.b->trace->at("blocks.1.mlp.post").columns() + i, 99.0F);
        QVERIFY(largest(data.a) != largest(data.b));
        QVERIFY(areNeuronsShared(data));
        QCOMPARE(feedForwardOf(data, *data.a)->neuron, largest(data.a));
        QCOMPARE(feedForwardOf(data, *data.b)->neuron, largest(data.a));
        QCOMPARE(otherNeuron(data), -1);
        // Of other weights each has its own, and this is said.
        data.b = support::tinyRun("The cat sat on the mat", {"feed_forward.kind=gated", "activation.kind=gelu", "seed=5"});
        QVERIFY(!areNeuronsShared(data));
        QCOMPARE(feedForwardOf(data, *data.b)->neuron, largest(data.b));
        QCOMPARE(otherNeuron(data), largest(data.b));
        QVERIFY(feedForwardFigure.subtitle(data).contains("share no neuron: each its largest"));
        data.selection.dim = 2;
        QCOMPARE(otherNeuron(data), -1);
        QVERIFY(feedForwardFigure.subtitle(data).contains("only its number"));
    }

    void ofTwoSlotsTheBarsAreWideEnoughToRead()
    {
        FigureData data{runOf("gated", "silu"), runOf("gated", "gelu"), {.layer = 1, .query = 4, .dim = 3}, showing("neuron")};
        data.mode = SlotMode::SideBySide;
        data = support::fulfilled(feedForwardFigure, data);
        Plot plot;
        plot.setViewport({0, 0, 1240, 460});
        composeFigure(plot, feedForwardFigure, data, screenStyle({1240, 460}));
        plot.replot();
        for (const char* name : {"tokens", "inputs", "up", "down"}) {
            const QList<const BarChart*> charts = chartsNamed(plot, name);
            QCOMPARE(charts.size(), 2);
            for (const BarChart* chart : charts)
                QVERIFY2(chart->keyAxis()->axisRect()->width() > 100,
                    qPrintable(QStringLiteral("%1: %2 px").arg(QLatin1String(name)).arg(chart->keyAxis()->axisRect()->width())));
        }
        for (const BarChart* chart : chartsNamed(plot, "inputs")) {
            double sum = 0;
            for (qsizetype bar = 0; bar + 1 < chart->bars().size(); ++bar)
                sum += chart->bars()[bar].value;
            QVERIFY(std::abs(sum - chart->bars().last().value) < 1e-5);
        }
    }

    /// A value below 0 takes from the tokens that a unit of it would give to: the headings and the sentence say so.
    void aValueBelowZeroDoesTheOpposite()
    {
        const RunPtr run = runOf("gated", "silu");
        const core::Tensor& post = run->trace->at("blocks.1.mlp.post");
        std::set<bool> seen;
        for (int neuron = 0; neuron < int(post.columns()); ++neuron) {
            const bool isBelow = post.row(4)[neuron] < 0;
            if (!seen.insert(isBelow).second)
                continue;
            FigureData data = feedForwardData(run, showing("neuron"));
            data.selection.dim = neuron;
            data = support::fulfilled(feedForwardFigure, data);
            QCOMPARE(feedForwardFigure.caption(data).contains("does the opposite"), isBelow);
            Plot plot;
            drawFeedForward(plot, data);
            QStringList headings;
            for (const QCPTextElement* const title : plot.findChildren<QCPTextElement*>())
                headings << title->text();
            const QString all = headings.join('|');
            QVERIFY2(all.contains("here likelier") == isBelow && all.contains("… and less likely") != isBelow, qPrintable(all));
        }
        QCOMPARE(seen.size(), std::size_t(2));
    }

    void aNeuronReadsWhatAddsUp()
    {
        const RunPtr run = runOf("gated", "silu");
        const FigureData data = feedForwardData(run, showing("neuron"));
        Plot plot;
        drawFeedForward(plot, data);
        double sum = 0;
        bool hasInputs = false, hasWords = false;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto* chart = qobject_cast<const BarChart*>(plot.plottable(i));
            if (chart && chart->name() == "inputs") {
                for (qsizetype bar = 0; bar + 1 < chart->bars().size(); ++bar)
                    sum += chart->bars()[bar].value;
                QVERIFY(std::abs(sum - chart->bars().last().value) < 1e-5);
                QCOMPARE(chart->bars().last().value, double(run->trace->at("blocks.1.mlp.pre").row(4)[3]));
                hasInputs = true;
            }
            hasWords |= chart && chart->name() == "up" && chart->bars().size() > 3;
        }
        QVERIFY(hasInputs && hasWords);
    }
};

QUIET_TEST_MAIN(TestNeuronPage)
#include "tst_neuron_page.moc"
