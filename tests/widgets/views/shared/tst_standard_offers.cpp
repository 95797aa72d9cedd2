// A page without a picture has a way out: of every figure, by its offers, and each of them is a choice that the model takes.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/views/shared/standard_offers.h"

#include <QTest>

#include <limits>

using namespace support;
using namespace widgets;

namespace {

QStringList labelsOf(const FigureInfo& figure, const FigureData& data)
{
    QStringList labels;
    for (const ChoiceOffer& offer : offersOf(figure, data))
        labels << offer.label;
    return labels;
}

FigureData dataOf(const RunPtr& run, const QVariantMap& options = {}) { return {.a = run, .b = {}, .selection = {}, .options = options}; }

/// Pages that show nothing of this run and say no way out, "alibi show=order".
QStringList deadEnds(const RunPtr& run, const QStringList& figures)
{
    QStringList found;
    for (const FigureInfo& figure : allFigures())
        for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}}) {
            if (!figures.contains(QLatin1String(figure.id)))
                continue;
            const FigureData data = fulfilled(figure, dataOf(run, options));
            if (!whyNothing(figure, data).isEmpty() && offersOf(figure, data).empty())
                found << QLatin1String(figure.id) + QLatin1Char(' ') + options.value(QStringLiteral("show")).toString();
        }
    return found;
}

} // namespace

class TestStandardOffers : public QObject
{
    Q_OBJECT
private slots:
    void noPageOfTheBlockIsADeadEnd_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("choice");
        QTest::newRow("one token") << "a" << "norm.kind=rms_norm";
        QTest::newRow("one token and a sink") << "a" << "score.sinks=true";
        QTest::newRow("without attention") << "The cat sat" << "mixer.kind=selective_ssm";
        QTest::newRow("an encoder") << "The cat sat" << "topology=encoder";
        QTest::newRow("BatchNorm") << "The cat sat" << "norm.kind=batch_norm";
    }
    void noPageOfTheBlockIsADeadEnd()
    {
        QFETCH(QString, text);
        QFETCH(QString, choice);
        const QStringList figures{"attention", "attention_wall", "attention_stages", "attention_width", "attention_masks", "alibi",
            "positions", "heads_cache", "gradients", "embeddings", "norm", "mixers"};
        QCOMPARE(deadEnds(tinyRun(text.toStdString(), {choice.toStdString()}), figures).join(QLatin1Char('\n')), QString());
    }

    void aChoiceThatTheModelRefusesIsNotOffered()
    {
        static constexpr auto twoOffers = [](const FigureData&) {
            return ChoiceOffer{QStringLiteral("Post\nParallel"), QStringLiteral("block.layout"),
                QStringLiteral("sequential\nparallel_shared_norm")};
        };
        const FigureInfo figure{.id = "two", .title = "", .draw = nullptr, .caption = nullptr, .whyNot = nullptr, .offer = twoOffers};
        QCOMPARE(labelsOf(figure, dataOf(tinyRun())), (QStringList{"Post", "Parallel"}));
        QCOMPARE(labelsOf(figure, dataOf(tinyRun("The cat", {"norm.placement=post"}))), QStringList{"Post"});
    }

    void ofATooLongTextTheFirstTokensAreOffered()
    {
        const RunPtr run = tinyRun(QStringLiteral("The cat sat. ").repeated(140).toStdString(), {"sizes.context=2048"});
        const FigureInfo& alibi = *findFigure(QStringLiteral("alibi"));
        for (const auto& [show, label] : {std::pair("order", "Keep the first 256 tokens"), std::pair("terms", "Keep the first 512 tokens")}) {
            const FigureData data = dataOf(run, {{QStringLiteral("show"), QLatin1String(show)}});
            QVERIFY(!whyNothing(alibi, data).isEmpty());
            QCOMPARE(labelsOf(alibi, data), QStringList{QLatin1String(label)});
        }
    }

    void weightsThatAreNoNumbersAreSaidOnceAndAnotherModelIsOffered()
    {
        const RunPtr run = withNumber(tinyRun(), "blocks.0.resid_pre", 0, std::numeric_limits<float>::quiet_NaN());
        const FigureInfo& attention = *findFigure(QStringLiteral("attention"));
        QVERIFY2(whyNothing(attention, dataOf(run)).contains(QStringLiteral("NaN")), qPrintable(whyNothing(attention, dataOf(run))));
        QCOMPARE(labelsOf(attention, dataOf(run)), QStringList{QStringLiteral("Open “main”")});
        QVERIFY(whyNothing(*findFigure(QStringLiteral("diagram")), dataOf(run)).isEmpty()); // which has none of them
    }
};

QUIET_TEST_MAIN(TestStandardOffers)
#include "tst_standard_offers.moc"
