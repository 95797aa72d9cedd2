#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "tests/widgets/views/feed_forward/drawn_feed_forward.h"
#include "widgets/views/feed_forward/neuron_strip.h"

#include <QTest>

using namespace support;
using namespace widgets;

class TestNeuronStrip : public QObject
{
    Q_OBJECT

private slots:
    /// Whichever neuron is looked at: its name stands below the numbers of neurons.
    void theNameOfANeuronHidesNoCount()
    {
        const RunPtr run = tinyRun("The cat sat on the mat", {"feed_forward.kind=gated"});
        std::vector<int> counts;
        for (int neuron = 0; neuron < int(run->trace->at("blocks.1.mlp.post").columns()); neuron += 3) {
            Plot plot;
            drawFeedForward(plot, feedForwardData(run, showing("maps"), {.layer = 1, .query = 4, .dim = neuron}), {640, 300});
            const NeuronStrip* strip = nullptr;
            for (int i = 0; i < plot.plottableCount() && !strip; ++i)
                strip = qobject_cast<NeuronStrip*>(plot.plottable(i));
            QVERIFY(strip && !strip->wordsPlace().isEmpty());
            const double bottom = strip->keyAxis()->axisRect()->outerRect().bottom() + 1;
            std::vector<int> shown;
            for (const auto& [place, count] : strip->countPlaces()) {
                QVERIFY2(!place.intersects(strip->wordsPlace()), qPrintable(QString::number(neuron)));
                QVERIFY(place.bottom() <= bottom);
                shown.push_back(count);
            }
            QVERIFY(strip->wordsPlace().bottom() <= bottom);
            if (counts.empty())
                counts = shown;
            QVERIFY(shown.size() > 1 && shown == counts);
        }
    }
};

QUIET_TEST_MAIN(TestNeuronStrip)
#include "tst_neuron_strip.moc"
