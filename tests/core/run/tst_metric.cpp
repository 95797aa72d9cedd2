// Metrics against their formulas, and how their words are read.

#include "core/run/metric.h"

#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/text/mask_token.h"
#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using namespace support;

namespace {

const Setup& mainSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/main"), {});
    return *setup;
}

const Setup& encoderSetup()
{
    static const SetupPtr setup = configure(openModel(bundledModelsFolder() + "/encoder"), {});
    return *setup;
}

Tensor logitsOf(std::vector<std::vector<float>> rows)
{
    Tensor tensor("logits", {axis::token, axis::vocabulary}, {Index(rows.size()), Index(rows.front().size())});
    for (std::size_t t = 0; t < rows.size(); ++t)
        std::copy(rows[t].begin(), rows[t].end(), tensor.row(Index(t)));
    return tensor;
}

double logP(const std::vector<float>& logits, std::size_t id)
{
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit));
    return double(logits[id]) - std::log(sum);
}

const std::vector<std::vector<float>> rows{{1, 2, 3}, {0, -1, 5}, {2, 2, -3}};

double valueOf(const std::string& text)
{
    const SetupPtr setup = smallSetup(choices("sizes.vocab=3"));
    const Tensor logits = logitsOf(rows), before = logitsOf({rows[1], rows[1], rows[2]});
    const std::vector<TokenId> targets = targetsOf(Metric{}, setup->config, std::vector<TokenId>{0, 2, 1});
    return core::valueOf(parseMetric(text, *setup), {logits, targets, &before});
}

bool isClose(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class TestMetric : public QObject
{
    Q_OBJECT
private slots:
    void eachIsItsFormula()
    {
        QCOMPARE(valueOf("logit:#2@1"), 5.0);
        QCOMPARE(valueOf("logit:#1@-1"), 2.0);
        QVERIFY(isClose(valueOf("log_prob:#0@0"), logP(rows[0], 0)));
        QCOMPARE(valueOf("logit_difference:#2,#0@1"), 5.0);
        QCOMPARE(valueOf("logit_difference:#0,#2@-3"), -2.0);
        double entropy = 0;
        for (std::size_t i = 0; i < 3; ++i)
            entropy -= std::exp(logP(rows[2], i)) * logP(rows[2], i);
        QVERIFY(isClose(valueOf("entropy@-1"), entropy));
        QVERIFY(isClose(valueOf("loss"), -(logP(rows[0], 2) + logP(rows[1], 1)) / 2));
        double divergence = 0;
        for (std::size_t i = 0; i < 3; ++i)
            divergence += std::exp(logP(rows[1], i)) * (logP(rows[1], i) - logP(rows[0], i));
        QVERIFY(isClose(valueOf("kl"), divergence / 3));
    }

    void theRankCountsWhatIsLikelier()
    {
        QCOMPARE(valueOf("rank:#2@0"), 0.0);
        QCOMPARE(valueOf("rank:#1@1"), 2.0);
        QCOMPARE(valueOf("rank:#0@2"), 0.0); // of equal ones the lower id is first
        QCOMPARE(valueOf("rank:#1@2"), 1.0);
    }

    void targetsAreTheNextTokensOrTheSame()
    {
        const std::vector<TokenId> ids{4, 5, 6};
        QCOMPARE(targetsOf(Metric{}, smallSetup(smallChoices())->config, ids), (std::vector<TokenId>{5, 6, -1}));
        const SetupPtr masked = smallSetup(choices("topology=encoder output.head=masked_language"));
        QCOMPARE(targetsOf(Metric{}, masked->config, ids), ids);
        QVERIFY(std::isnan(core::valueOf(Metric{}, {logitsOf({{1, 2}}), std::vector<TokenId>{-1}})));
    }

    void theLossOfHiddenTokensIsOfWhatTheyHide()
    {
        const Setup& encoder = encoderSetup();
        const auto idOf = [&](const char* text) { return encoder.model->tokenizer->encode(text, false).front(); };
        const std::vector<TokenId> ids = encoder.model->tokenizer->encode("The<mask> sees the<mask>.");
        const TokenId mask = maskToken(*encoder.model->tokenizer).value();
        QCOMPARE(std::ranges::count(ids, mask), 2);
        const std::vector<TokenId> targets = targetsOf(parseMetric("loss: dog,#7", encoder), encoder.config, ids);
        std::vector<TokenId> told{idOf(" dog"), 7};
        for (std::size_t t = 0, next = 0; t < ids.size(); ++t)
            QCOMPARE(targets[t], ids[t] == mask ? told[next++] : -1);
        // Each token itself where nothing is said: what stands behind one is not guessed.
        const std::vector<TokenId> seen{idOf(" dog"), idOf(" cat")};
        QCOMPARE(targetsOf(parseMetric("loss", encoder), encoder.config, seen), seen);
        QCOMPARE(targetsOf(parseMetric("loss", encoder), encoder.config, ids), ids);
        for (const char* text : {"loss: dog", "loss: dog, cat, dog"}) {
            const Error::Parts parts = refusalOf([&] { targetsOf(parseMetric(text, encoder), encoder.config, ids); });
            QVERIFY2(parts.kind == ErrorKind::BadInput && parts.expected.starts_with("2: loss:TOKEN,TOKEN"), text);
        }
        QVERIFY(refusalOf([&] { targetsOf(parseMetric("loss: dog", encoder), encoder.config, seen); }).kind == ErrorKind::BadInput);
        QVERIFY(refusalOf([&] { parseMetric("loss: dog", mainSetup()); }).kind == ErrorKind::Usage); // nothing is hidden from a decoder
    }

    void aTextIsATokenWhereItIsOne()
    {
        const Tokenizer& tokenizer = *mainSetup().model->tokenizer;
        const std::vector<TokenId> ids = tokenizer.encode(" cat", false);
        QCOMPARE(ids.size(), std::size_t(1));
        const Metric metric = parseMetric("log_prob: cat@3", mainSetup());
        QCOMPARE(metric.token, ids.front());
        QCOMPARE(metric.position, Index(3));
        const Metric both = parseMetric("logit_difference: cat,#7@-1", mainSetup());
        QCOMPARE(both.token, ids.front());
        QCOMPARE(both.other, TokenId(7));
    }

    void aCommaMayBeAToken()
    {
        const std::vector<TokenId> comma = mainSetup().model->tokenizer->encode(",", false);
        if (comma.size() != 1)
            QSKIP("this tokenizer has no comma");
        const Metric metric = parseMetric("logit_difference:,,#7@0", mainSetup());
        QCOMPARE(metric.token, comma.front());
        QCOMPARE(metric.other, TokenId(7));
    }

    void whatIsNoMetricIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        const int usage = int(ErrorKind::Usage), input = int(ErrorKind::BadInput);
        QTest::newRow("unknown") << "accuracy" << usage;
        QTest::newRow("empty") << "" << usage;
        QTest::newRow("no position") << "logit:#1" << usage;
        QTest::newRow("no number") << "logit:#1@last" << usage;
        QTest::newRow("no token") << "logit@1" << usage;
        QTest::newRow("a token too many") << "entropy:#1@1" << usage;
        QTest::newRow("a position too many") << "loss@1" << usage;
        QTest::newRow("one of two") << "logit_difference:#1@1" << usage;
        QTest::newRow("empty token") << "logit:@1" << input;
        QTest::newRow("several tokens") << "logit:the cat sat on the mat@1" << input;
        QTest::newRow("beyond") << "logit:#99999999999@1" << input;
        QTest::newRow("negative") << "logit:#-4@1" << input;
    }

    void whatIsNoMetricIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(int, kind);
        const Error::Parts parts = refusalOf([&] { parseMetric(text.toStdString(), mainSetup()); });
        QVERIFY2(!parts.problem.empty(), "it was accepted");
        QCOMPARE(int(parts.kind), kind);
        QCOMPARE(parts.where, std::string("metric"));
    }

    void whatCannotBeMeasuredIsRefused()
    {
        const SetupPtr setup = smallSetup(choices("output.head=none"));
        QVERIFY(refusalOf([&] { parseMetric("loss", *setup); }).problem.find("no logits") != std::string::npos);
        QVERIFY(!refusalOf([] { valueOf("entropy@3"); }).problem.empty());
        QVERIFY(!refusalOf([] { valueOf("entropy@-4"); }).problem.empty());
        const SetupPtr noTokenizer = smallSetup(smallChoices());
        QVERIFY(!refusalOf([&] { parseMetric("logit:cat@0", *noTokenizer); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestMetric)
#include "tst_metric.moc"
