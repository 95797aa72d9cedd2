// Token directions: a row of the embedding is what a token puts into the stream; the product with a row of the output matrix is its logit.

#include "core/analysis/token_directions.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

class TestTokenDirections : public QObject
{
    Q_OBJECT
private slots:
    void theEmbeddingIsWhatATokenPutsIn()
    {
        const SetupPtr setup = smallSetup(choices("position.kind=none"));
        const auto trace = run(*setup, smallText());
        const std::vector<float> row = embeddingDirection(*setup, smallText()[2]);
        const Tensor& stream = trace->at("embed");
        QCOMPARE(Index(row.size()), stream.dim(1));
        for (std::size_t i = 0; i < row.size(); ++i)
            QVERIFY(std::abs(stream.row(2)[i] - row[i]) < 1e-6f);
    }

    void theLogitIsTheProductWithTheDirection_data()
    {
        QTest::addColumn<QString>("assignments");
        QTest::newRow("tied") << "output.tied=true norm.kind=none";
        QTest::newRow("of its own") << "output.tied=false norm.kind=none";
    }

    /// Less the mean of all logits.
    void theLogitIsTheProductWithTheDirection()
    {
        QFETCH(QString, assignments);
        const SetupPtr setup = smallSetup(choices(assignments.toStdString()));
        const auto trace = run(*setup, smallText());
        const Tensor& stream = trace->at("blocks.1.resid_post");
        const Tensor& logits = trace->at("logits");
        // A bias is the same for every position: differences of two positions are products alone.
        const auto difference = [&](Index id) { return double(logits.row(3)[id]) - double(logits.row(5)[id]); };
        double mean = 0;
        for (Index id = 0; id < setup->config.vocabulary; ++id)
            mean += difference(id) / double(setup->config.vocabulary);
        QVERIFY(std::abs(mean) > 1e-3);
        for (TokenId id = 0; id < 13; ++id) {
            const std::vector<float> row = directionTowards(*setup, id);
            double sum = 0;
            for (std::size_t i = 0; i < row.size(); ++i)
                sum += (double(stream.row(3)[i]) - double(stream.row(5)[i])) * double(row[i]);
            QVERIFY2(std::abs(difference(id) - mean - sum) < 1e-4, std::to_string(id).c_str());
        }
        QCOMPARE(directionTowards(*setup, 1).size(), std::size_t(setup->config.dModel));
    }

    void whereTheTablesAreNarrowerThereIsNone()
    {
        const SetupPtr setup = smallSetup(choices("output.head=none"));
        QVERIFY(unembeddingDirection(*setup, 1).empty() && directionTowards(*setup, 1).empty());
        QVERIFY(!embeddingDirection(*setup, 1).empty());
    }
};

QTEST_GUILESS_MAIN(TestTokenDirections)
#include "tst_token_directions.moc"
