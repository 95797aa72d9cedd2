#include "core/analysis/attention_stages.h"

#include "core/files/library/model_files.h"
#include "core/run/forward.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;

namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

std::shared_ptr<const Trace> runOf(const QString& choices, SetupPtr* setup)
{
    Choices said;
    for (const char* size : {"sizes.layers=2", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=64"})
        said.setText(size, 2);
    for (const QString& choice : choices.split(' ', Qt::SkipEmptyParts))
        said.setText(choice.toStdString(), 2);
    *setup = configure(openModel("untrained"), said);
    ForwardInput input;
    input.ids = (*setup)->model->tokenizer->encode("The cat sat on the mat");
    return forward(**setup, input);
}

ConstMatrixView viewOf(const Matrix& matrix)
{
    return {matrix.data(), matrix.rows(), matrix.cols(), Eigen::OuterStride<>(matrix.cols())};
}

} // namespace

class TestAttentionStages : public QObject
{
    Q_OBJECT

private slots:
    void eachStepLeadsToTheRecordedOne_data()
    {
        QTest::addColumn<QString>("choices");
        for (const char* choices : {"position.kind=rope", "position.kind=alibi", "position.kind=t5_buckets",
                 "position.kind=transformer_xl", "position.kind=alibi score.soft_cap=0.4", "score.soft_cap=0.2 score.scale=0.7",
                 "attention.kind=grouped_query mask.kind=sliding_window", "attention.kind=latent", "score.qk_norm=rms_head",
                 "score.sinks=true", "topology=encoder"})
            QTest::newRow(choices) << QString::fromLatin1(choices);
    }
    void eachStepLeadsToTheRecordedOne()
    {
        QFETCH(QString, choices);
        SetupPtr setup;
        const auto trace = runOf(choices, &setup);
        const BlockConfig& block = setup->config.block(1);
        const Tensor& content = trace->at("blocks.1.attn.scores_content");
        const Tensor& recorded = trace->at("blocks.1.attn.scores");
        const Tensor* bias = trace->find("blocks.1.attn.bias");
        const Tensor* rotated = trace->find("blocks.1.attn.rot_q");
        const Tensor* normed = trace->find("blocks.1.attn.q_normed");
        const Tensor& q = rotated ? *rotated : normed ? *normed : trace->at("blocks.1.attn.q");
        const Tensor& k = trace->at(rotated ? "blocks.1.attn.rot_k" : normed ? "blocks.1.attn.k_normed" : "blocks.1.attn.k");
        for (Index head = 0; head < recorded.dim(0); ++head) {
            // q · k is what the queries and keys make.
            const Matrix product = unscaledScores(content.slice(head), block.scale());
            const Index kvHead = head * k.dim(1) / q.dim(1);
            for (Index i = 0; i < product.rows(); ++i)
                for (Index j = 0; j < product.cols(); ++j) {
                    double sum = 0;
                    for (Index d = 0; d < q.dim(2); ++d)
                        sum += double(q.at({i, head, d})) * double(k.at({j, kvHead, d}));
                    QVERIFY2(std::abs(sum - double(product(i, j))) < 1e-4, qPrintable(QString::number(sum - product(i, j))));
                }
            // Biased and capped, it is the score wherever the mask lets it be seen.
            const Matrix biased = bias ? biasedScores(content.slice(head), bias->slice(head)) : Matrix(content.slice(head));
            const Matrix capped = cappedScores(viewOf(biased), block.softCap);
            for (Index i = 0; i < capped.rows(); ++i)
                for (Index j = 0; j < capped.cols(); ++j) {
                    const float score = recorded.at({head, i, j});
                    QVERIFY(score == kMasked || std::abs(score - capped(i, j)) < 1e-6F);
                }
        }
    }

    void aCapOfZeroIsNone()
    {
        const Matrix scores = (Matrix(1, 3) << -2.F, 0.F, 90.F).finished();
        QCOMPARE(cappedScores(viewOf(scores), 0), scores);
        const Matrix capped = cappedScores(viewOf(scores), 3);
        QVERIFY(capped(0, 2) <= 3.F && capped(0, 2) > 2.99F);
        QCOMPARE(capped(0, 0), 3.F * std::tanh(-2.F / 3.F));
    }

    void groupsAddKeysAndAverageQueries()
    {
        const Matrix pattern = (Matrix(3, 3) << 1.F, 0.F, 0.F, 0.25F, 0.75F, 0.F, 0.5F, 0.125F, 0.375F).finished();
        const std::vector<IndexRange> ranges{{0, 0}, {1, 2}};
        const Matrix sums = summedPattern(viewOf(pattern), ranges, ranges);
        QCOMPARE(sums.rows(), Index(2));
        QCOMPARE(sums(0, 0), 1.F);
        QCOMPARE(sums(1, 0), 0.375F);
        QCOMPARE(sums(1, 1), 0.625F);
        for (Index i = 0; i < 2; ++i)
            QCOMPARE(sums.row(i).sum(), 1.F);
    }

    void aGroupIsMaskedOnlyWhereAllOfItIs()
    {
        const Matrix scores = (Matrix(2, 3) << 1.F, kMasked, kMasked, 2.F, 3.F, kMasked).finished();
        const std::vector<IndexRange> queries{{0, 1}}, keys{{0, 0}, {1, 1}, {2, 2}};
        const Matrix largest = largestScores(viewOf(scores), queries, keys);
        QCOMPARE(largest(0, 0), 2.F);
        QCOMPARE(largest(0, 1), 3.F);
        QCOMPARE(largest(0, 2), kMasked);
    }

    void equalPatternsDoNotDiverge()
    {
        const Matrix a = (Matrix(2, 2) << 1.F, 0.F, 0.25F, 0.75F).finished();
        const Divergence none = rowDivergence(viewOf(a), viewOf(a));
        QCOMPARE(none.mean, 0.0);
        QCOMPARE(none.infinite, Index(0));
    }

    void divergenceIsTheMeanOverRows()
    {
        const Matrix a = (Matrix(2, 2) << 1.F, 0.F, 0.25F, 0.75F).finished();
        const Matrix b = (Matrix(2, 2) << 1.F, 0.F, 0.5F, 0.5F).finished();
        const double second = 0.25 * std::log(0.5) + 0.75 * std::log(1.5);
        const Divergence divergence = rowDivergence(viewOf(a), viewOf(b));
        QVERIFY(std::abs(divergence.mean - second / 2) < 1e-9);
        QCOMPARE(divergence.row, Index(1));
        QVERIFY(std::abs(divergence.largest - second) < 1e-9);
    }

    void rowsOfAnotherMaskAreCountedNotAdded()
    {
        const Matrix a = (Matrix(2, 2) << 0.5F, 0.5F, 0.25F, 0.75F).finished();
        const Matrix b = (Matrix(2, 2) << 1.F, 0.F, 0.25F, 0.75F).finished();
        const Divergence divergence = rowDivergence(viewOf(a), viewOf(b));
        QCOMPARE(divergence.infinite, Index(1));
        QCOMPARE(divergence.mean, 0.0);
    }

    void whatASinkTakesIsAKeyToo()
    {
        const Matrix a = (Matrix(1, 1) << 0.5F).finished(), b = (Matrix(1, 1) << 0.25F).finished();
        const double expected = 0.5 * std::log(2) + 0.5 * std::log(0.5 / 0.75);
        QVERIFY(std::abs(rowDivergence(viewOf(a), viewOf(b)).mean - expected) < 1e-6);
        const Matrix whole = (Matrix(1, 1) << 1.F).finished();
        QCOMPARE(rowDivergence(viewOf(a), viewOf(whole)).infinite, Index(1));
    }
};

QTEST_APPLESS_MAIN(TestAttentionStages)
#include "tst_attention_stages.moc"
