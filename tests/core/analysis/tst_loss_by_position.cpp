// The loss at each position, against a loop over the logits; the models that it compares.

#include "core/analysis/loss_by_position.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "core/files/library/position_siblings.h"
#include "core/run/forward.h"
#include "tests/core/support/held_out_rows.h"

#include <QTest>

#include <cmath>

using namespace core;
using support::heldOutRows;

class TestLossByPosition : public QObject
{
    Q_OBJECT

private slots:
    void itIsMinusTheLogarithmOfTheNextTokensProbability()
    {
        const SetupPtr setup = configure(openModel("main"), {});
        std::vector<std::vector<TokenId>> rows = heldOutRows(2);
        for (std::vector<TokenId>& row : rows)
            row.resize(31);
        const LossByPosition loss = lossByPosition(*setup, rows);
        QCOMPARE(loss.mean.size(), std::size_t(30));
        QCOMPARE(loss.trained, Index(128));
        QVERIFY(!loss.hasEnd);
        for (const int at : {0, 7, 29}) {
            double expected = 0;
            for (const std::vector<TokenId>& row : rows) {
                const auto trace = forward(*setup, {.ids = {row.begin(), row.end() - 1}});
                const Tensor& logits = trace->at("logits");
                double sum = 0;
                for (Index id = 0; id < logits.columns(); ++id)
                    sum += std::exp(double(logits.row(at)[id]));
                expected -= std::log(std::exp(double(logits.row(at)[row[std::size_t(at) + 1]])) / sum) / 2;
            }
            QVERIFY(std::abs(loss.mean[std::size_t(at)] - expected) < 1e-4);
        }
        QVERIFY(std::abs(meanBetween(loss.mean, 3, 5) - (loss.mean[3] + loss.mean[4]) / 2) < 1e-12);
        QVERIFY(std::isnan(meanBetween(loss.mean, 20, 31)));
    }

    void aLearnedTableEndsAtItsLastRow()
    {
        const std::vector<std::vector<TokenId>> rows = heldOutRows(1);
        QCOMPARE(rows.front().size(), std::size_t(513));
        const LossByPosition loss = lossByPosition(*configure(openModel("position-learned"), {}), rows);
        QVERIFY(loss.hasEnd);
        QCOMPARE(loss.mean.size(), std::size_t(128));
    }

    void siblingsDifferInPositionsOrTheSeed()
    {
        QStringList found;
        for (const PositionSibling& sibling : positionSiblings())
            found << QStringLiteral("%1 %2 %3")
                         .arg(QString::fromStdString(sibling.name), QString::fromStdString(sibling.kind))
                         .arg(sibling.seed);
        QCOMPARE(found,
            QStringList({"main rope 1", "main-seed2 rope 2", "main-seed3 rope 3", "position-alibi alibi 1",
                "position-deberta disentangled 1", "position-learned learned 1", "position-none none 1", "position-shaw shaw 1",
                "position-sinusoidal sinusoidal 1", "position-t5 t5_buckets 1", "position-transformer-xl transformer_xl 1"}));
        const ModelPtr main = openModel("main");
        QVERIFY(isBundledModel(main->path));
        QVERIFY(!isBundledModel("/somewhere/main"));
        QVERIFY(!isBundledModel(openModel("untrained")->path));
    }

    void aMeanGoesOverNeighboursOnly()
    {
        const std::vector<double> numbers{1, 2, 6, 3};
        QCOMPARE(smoothed(numbers, 3), (std::vector<double>{1.5, 3, 11. / 3, 4.5}));
        QCOMPARE(smoothed(numbers, 1), numbers);
    }

    void aStopIsObeyed()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped,
            lossByPosition(*configure(openModel("main"), {}), heldOutRows(1), {.stop = source.get_token(), .onProgress = {}}));
    }
};

QTEST_APPLESS_MAIN(TestLossByPosition)
#include "tst_loss_by_position.moc"
