// What relative positions bring to scores, against loops over the recorded tensors and the stored tables.

#include "core/analysis/relative_terms.h"

#include "core/base/error.h"
#include "tests/core/support/small_models.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;

namespace {

struct Made
{
    SetupPtr setup;
    TracePtr trace;
};

Made runOf(const char* choices)
{
    const SetupPtr setup = support::smallSetup(support::choices(choices));
    return {setup, support::run(*setup, support::smallText())};
}

} // namespace

class TestRelativeTerms : public QObject
{
    Q_OBJECT

private slots:
    void termsAreTheMeansOfTheRecordedScores_data()
    {
        QTest::addColumn<QString>("choices");
        QTest::addColumn<QStringList>("terms");
        const QString content = QStringLiteral("scores_content");
        QTest::newRow("Shaw") << "position.kind=shaw shaw.clip=2" << QStringList{content, "bias"};
        QTest::newRow("Transformer-XL") << "position.kind=transformer_xl" << QStringList{content, "bias_u", "bias_qr", "bias_wr"};
        QTest::newRow("T5") << "position.kind=t5_buckets" << QStringList{content, "bias"};
        QTest::newRow("DeBERTa") << "position.kind=disentangled"
                                 << QStringList{content, "bias_content_to_position", "bias_position_to_content"};
    }
    void termsAreTheMeansOfTheRecordedScores()
    {
        QFETCH(QString, choices);
        QFETCH(QStringList, terms);
        const Made made = runOf(qPrintable(choices));
        const RelativeTerms found = relativeTerms(*made.setup, *made.trace, {.layer = 1, .head = 4, .distances = 9});
        QStringList names;
        for (const ScoreTerm& term : found.terms) {
            names << QString::fromStdString(term.name);
            const Tensor& scores = made.trace->at("blocks.1.attn." + term.name);
            for (const DistanceSpread& at : term.byDistance) {
                double sum = 0;
                Index pairs = 0;
                for (Index i = 0; i < 7; ++i)
                    for (Index j = 0; j < 7; ++j)
                        if (i - j == at.distance) {
                            sum += double(scores.data()[(4 * 7 + i) * 7 + j]);
                            ++pairs;
                        }
                QCOMPARE(at.pairs, pairs);
                QVERIFY(std::abs(at.mean - sum / double(pairs)) < 1e-5);
            }
        }
        QCOMPARE(names, terms);
    }

    void rOfADistanceTimesWIsTheTermOfTheScore()
    {
        const Made made = runOf("position.kind=transformer_xl");
        const RelativeTerms found = relativeTerms(*made.setup, *made.trace, {.layer = 0, .head = 2, .distances = 7});
        const auto vectors = [&](const char* name) -> const Matrix& {
            return std::ranges::find(found.vectors, name, &DistanceVectors::name)->rows;
        };
        const double scale = made.setup->config.block(0).scale();
        const ScoreTerm& term = *std::ranges::find(found.terms, "bias_wr", &ScoreTerm::name);
        for (const DistanceSpread& at : term.byDistance) {
            double product = 0;
            for (Index d = 0; d < vectors("w").cols(); ++d)
                product += double(vectors("w")(0, d)) * double(vectors("r")(at.distance, d));
            QVERIFY(std::abs(product * scale - at.mean) < 1e-5);
            QVERIFY(at.width() < 1e-5); // of the distance alone
        }
    }

    void tablesAreTheStoredOnesAndTheirRowsEndAtTheClip()
    {
        const Made made = runOf("position.kind=shaw shaw.clip=3");
        const RelativeTerms found = relativeTerms(*made.setup, *made.trace, {.layer = 1, .head = 0, .distances = 6});
        QCOMPARE(found.vectors.size(), std::size_t(2));
        for (const DistanceVectors& table : found.vectors) {
            const Tensor& stored = made.setup->weights.at("blocks.1.attn." + table.name + ".weight").values();
            QCOMPARE(table.first, Index(-3));
            QCOMPARE(table.rows.rows(), Index(7));
            for (Index i = 0; i < stored.size(); ++i)
                QCOMPARE(table.rows.data()[i], stored.data()[i]);
        }
        QCOMPARE(found.rowOf, (std::vector<Index>{3, 2, 1, 0, 0, 0})); // keys before the query: j − i is negative
        QVERIFY(found.ofHeads.size() == 0);                            // q · a: not of the distance alone
    }

    void biasOfHeadsIsWhatTheRunAdded()
    {
        for (const char* choices : {"position.kind=t5_buckets t5.buckets=4 t5.max_distance=5", "position.kind=alibi",
                 "position.kind=alibi alibi.scaled=true"}) {
            const Made made = runOf(choices);
            const RelativeTerms found = relativeTerms(*made.setup, *made.trace, {.layer = 0, .head = 1, .distances = 40});
            QCOMPARE(found.ofHeads.cols(), Index(40));
            const Tensor& bias = made.trace->at("blocks.0.attn.bias");
            for (Index head = 0; head < bias.dim(0); ++head)
                for (Index distance = 0; distance < 7; ++distance)
                    QVERIFY(std::abs(found.ofHeads(head, distance) - bias.data()[(head * 7 + 6) * 7 + 6 - distance]) < 1e-5F);
        }
    }

    void anotherKindRunsOnTheSameTokens()
    {
        const Made made = runOf("position.kind=rope sizes.d_head=4");
        const RelativePlace place{.layer = 1, .head = 1, .distances = 9};
        const RelativeTerms found = relativeTermsUnder("t5_buckets", *made.setup, *made.trace, place);
        QCOMPARE(found.terms.size(), std::size_t(2));
        QCOMPARE(found.rowOf.size(), std::size_t(9));
        QVERIFY(relativeTerms(*made.setup, *made.trace, place).rowOf.empty());
        const Made latent = runOf("position.kind=rope attention.kind=latent");
        QVERIFY_THROWS_EXCEPTION(Error, relativeTermsUnder("shaw", *latent.setup, *latent.trace, place));
    }
};

QTEST_APPLESS_MAIN(TestRelativeTerms)
#include "tst_relative_terms.moc"
