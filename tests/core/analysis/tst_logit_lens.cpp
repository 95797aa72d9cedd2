#include "core/analysis/logit_lens.h"

#include "tests/core/support/small_models.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestLogitLens : public QObject
{
    Q_OBJECT

private slots:
    void lastLayerSaysWhatTheModelSays();
    void anEarlierLayerIsNormedAndMultiplied();
    void placesDoNotDependOnEachOther();
    void streamBeforeTheFirstBlockIsRead();
    void whatWasNotRecordedHasNoStream();
    void anyTokenHasItsProbability();
};

void TestLogitLens::lastLayerSaysWhatTheModelSays()
{
    int models = 0;
    for (const std::string& choice : support::everyChoice()) {
        const SetupPtr setup = support::smallSetup(support::choices(choice));
        if (setup->config.outputHead == OutputHead::None)
            continue;
        const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
        const Tensor& real = trace->at("logits");
        const Index last = setup->config.layers() - 1;
        const Index positions[] = {real.rows() - 1, 0};
        const Tensor lens = lensLogits(*setup, *trace, std::vector<LensPlace>{{last, positions[0]}, {last, positions[1]}});
        QCOMPARE(lens.rows(), Index(2));
        QCOMPARE(lens.columns(), real.columns());
        for (Index row = 0; row < 2; ++row)
            for (Index i = 0; i < real.columns(); ++i) {
                const float expected = real.row(positions[row])[i];
                QVERIFY2(std::abs(lens.row(row)[i] - expected) <= 1e-5f * (1 + std::abs(expected)), choice.c_str());
            }
        ++models;
    }
    QVERIFY(models > 50);
}

void TestLogitLens::anEarlierLayerIsNormedAndMultiplied()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.kind=rms_norm output.tied=true bias.output=false"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
    const Tensor lens = lensLogits(*setup, *trace, std::vector<LensPlace>{{0, 3}});
    const float* stream = trace->at("blocks.0.resid_post").row(3);
    const Tensor& gain = setup->weights.at("ln_final.weight").values();
    const Tensor& table = setup->weights.at("embed.weight").values();
    const int width = int(setup->config.dModel);
    double squares = 0;
    for (int i = 0; i < width; ++i)
        squares += double(stream[i]) * double(stream[i]) / width;
    const double scale = std::sqrt(squares + std::get<RmsNorm>(setup->config.block(0).norm).eps);
    for (Index token = 0; token < lens.columns(); ++token) {
        double logit = 0;
        for (int i = 0; i < width; ++i)
            logit += double(table.row(token)[i]) * double(stream[i]) / scale * double(gain.data()[i]);
        QVERIFY(std::abs(double(lens.data()[token]) - logit) < 1e-4);
    }
}

void TestLogitLens::placesDoNotDependOnEachOther()
{
    for (const char* norm : {"norm.kind=rms_norm", "norm.kind=batch_norm"}) {
        const SetupPtr setup = support::smallSetup(support::choices(norm));
        const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
        const Tensor many = lensLogits(*setup, *trace, std::vector<LensPlace>{{0, 1}, {1, 3}, {0, 4}, {-1, 1}});
        const Tensor one = lensLogits(*setup, *trace, std::vector<LensPlace>{{0, 4}});
        for (Index i = 0; i < one.columns(); ++i)
            QVERIFY(std::abs(many.row(2)[i] - one.data()[i]) < 1e-5f);
    }
}

void TestLogitLens::streamBeforeTheFirstBlockIsRead()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=none"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
    QCOMPARE(streamAfter(*trace, -1), &trace->at("blocks.0.resid_pre"));
    QCOMPARE(streamAfter(*trace, 1), &trace->at("blocks.1.resid_post"));
    const Tensor embedded = lensLogits(*setup, *trace, std::vector<LensPlace>{{-1, 0}, {-1, 1}});
    const Tensor& table = setup->weights.at("embed.weight").values();
    const float* stream = trace->at("embed").row(0);
    QCOMPARE(stream[3], table.row(support::smallText()[0])[3]);
    QVERIFY(std::abs(embedded.row(0)[0] - embedded.row(1)[0]) > 1e-6f);
}

void TestLogitLens::whatWasNotRecordedHasNoStream()
{
    const SetupPtr setup = support::smallSetup(support::choices("position.kind=none"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText(), {.patterns = {"blocks.1.resid_pre"}});
    QCOMPARE(streamAfter(*trace, 0), &trace->at("blocks.1.resid_pre")); // what leaves a block enters the next
    QVERIFY(!streamAfter(*trace, -1));
    QVERIFY(!streamAfter(*trace, 1));
}

void TestLogitLens::anyTokenHasItsProbability()
{
    const SetupPtr setup = support::smallSetup(support::choices("norm.kind=rms_norm"));
    const std::shared_ptr<Trace> trace = support::run(*setup, support::smallText());
    const std::vector<LensPlace> places{{0, 1}, {setup->config.layers() - 1, 3}, {-1, 2}};
    const std::vector<TokenId> ids{5, 0, 7};
    const std::vector<double> some = lensProbabilities(*setup, *trace, places, ids);
    const Tensor logits = lensLogits(*setup, *trace, places);
    for (std::size_t i = 0; i < places.size(); ++i) {
        double sum = 0;
        for (Index token = 0; token < logits.columns(); ++token)
            sum += std::exp(double(logits.row(Index(i))[token]));
        QVERIFY(std::abs(some[i] - std::exp(double(logits.row(Index(i))[ids[i]])) / sum) < 1e-6);
    }
    const std::vector<LensTokens> best = lensTokens(*setup, *trace, places, 1);
    const double again = lensProbabilities(*setup, *trace, std::span(places).first(1), std::vector{best[0][0].id})[0];
    QVERIFY(std::abs(again - best[0][0].probability) < 1e-6);
}

QTEST_GUILESS_MAIN(TestLogitLens)
#include "tst_logit_lens.moc"
