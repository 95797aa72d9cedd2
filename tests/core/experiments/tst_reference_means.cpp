// Means over the tokens of several texts, against loops.

#include "core/experiments/reference_means.h"

#include "tests/core/support/small_models.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;
using namespace support;

class TestReferenceMeans : public QObject
{
    Q_OBJECT
private slots:
    void everyTokenCountsOnce()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const std::vector<std::vector<TokenId>> texts{{1, 2, 3}, {4, 5, 6, 7}};
        const ReferenceMeans means = referenceMeans(*setup, texts, {"blocks.1.attn.z", "blocks.0.mlp_out"}, {});
        double head = 0, out = 0;
        for (const std::vector<TokenId>& text : texts) {
            const auto trace = run(*setup, text);
            for (Index t = 0; t < Index(text.size()); ++t) {
                head += double(trace->at("blocks.1.attn.z").at({t, 3, 2})) / 7;
                out += double(trace->at("blocks.0.mlp_out").at({t, 4})) / 7;
            }
        }
        QVERIFY(std::abs(double(means.valueOf("blocks.1.attn.z", 3, -1).numbers[2]) - head) < 1e-6);
        QVERIFY(std::abs(double(means.valueOf("blocks.0.mlp_out", -1, 4).numbers[0]) - out) < 1e-6);
        QCOMPARE(means.valueOf("blocks.0.mlp_out", -1, -1).shape, (Shape{18}));
    }

    void theTextThatIsRefusedIsNamed()
    {
        const SetupPtr setup = smallSetup(smallChoices());
        const Error::Parts parts
            = refusalOf([&] { referenceMeans(*setup, {{1}, {99}}, {"blocks.0.mlp_out"}, {}); });
        QVERIFY2(parts.where.starts_with("text 2"), parts.where.c_str());
        QVERIFY(!refusalOf([&] { referenceMeans(*setup, {}, {"blocks.0.mlp_out"}, {}); }).problem.empty());
    }
};

QTEST_GUILESS_MAIN(TestReferenceMeans)
#include "tst_reference_means.moc"
