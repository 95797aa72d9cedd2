// What the command line may say of a figure, and what it refuses.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure.h"

#include <QTest>

#include <algorithm>

using namespace widgets;

class TestFigureOptions : public QObject
{
    Q_OBJECT

    static const FigureOption* find(const std::vector<FigureOption>& options, const QString& key)
    {
        const auto found = std::find_if(options.begin(), options.end(), [&](const FigureOption& one) { return one.key == key; });
        return found == options.end() ? nullptr : &*found;
    }

private slots:
    void everyVariantIsUnderstood()
    {
        int variants = 0;
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& variant : figure.variants ? figure.variants() : std::vector<QVariantMap>()) {
                const std::vector<FigureOption> options = optionsOf(figure);
                for (auto one = variant.begin(); one != variant.end(); ++one, ++variants) {
                    const FigureOption* option = find(options, one.key());
                    QVERIFY2(option, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(figure.id), one.key())));
                    QVERIFY(isUnderstood(*option, one->toString()));
                }
            }
        QVERIFY(variants > 20);
    }

    void keysAreNamedOnce()
    {
        for (const FigureInfo& figure : allFigures()) {
            QStringList keys;
            for (const FigureOption& option : optionsOf(figure)) {
                QVERIFY2(!keys.contains(option.key), qPrintable(option.key));
                QCOMPARE(option.words.isEmpty(), option.value == FigureOption::Number || option.value == FigureOption::Text);
                keys << option.key;
            }
        }
    }

    void valuesOfAnotherKindAreNotUnderstood()
    {
        const std::vector<FigureOption> wall = optionsOf(*findFigure(QStringLiteral("attention_wall")));
        QVERIFY(isUnderstood(*find(wall, QStringLiteral("charts")), QStringLiteral("distance, entropy")));
        QVERIFY(!isUnderstood(*find(wall, QStringLiteral("charts")), QStringLiteral("distance,zzz")));
        QVERIFY(!isUnderstood(*find(wall, QStringLiteral("sort")), QStringLiteral("distance,entropy")));
        QVERIFY(!find(wall, QStringLiteral("stage")));
        const std::vector<FigureOption> output = optionsOf(*findFigure(QStringLiteral("output")));
        QVERIFY(isUnderstood(*find(output, QStringLiteral("k")), QStringLiteral("12")));
        QVERIFY(!isUnderstood(*find(output, QStringLiteral("k")), QStringLiteral("many")));
    }

    void numbersThatNoPictureHasAreNotUnderstood()
    {
        const auto understands = [](const char* figure, const char* key, const char* said) {
            const std::vector<FigureOption> options = optionsOf(*findFigure(QLatin1String(figure)));
            return isUnderstood(*find(options, QLatin1String(key)), QLatin1String(said));
        };
        QVERIFY(!understands("output", "k", "0") && !understands("output", "k", "2.5") && understands("output", "k", "50"));
        QVERIFY(!understands("rope", "base", "0") && understands("rope", "base", "500000"));
        QVERIFY(!understands("rope", "fraction", "7") && understands("rope", "fraction", "0.5"));
        QVERIFY(!understands("rope", "position", "-5") && understands("rope", "position", "5.5"));
        QVERIFY(!understands("alibi", "length", "-3") && !understands("rope", "factor", "nan"));
        QVERIFY(!understands("norm", "kinds", "pre,foo") && understands("norm", "kinds", "pre,sandwich"));
        QVERIFY(understands("norm", "kinds", "all") && understands("norm", "kinds", "normed"));
    }

    void runsSayWhatTheirOptionsCanBe()
    {
        FigureData data;
        const auto understands = [&](const char* figure, const char* key, const QString& said) {
            data.options = {{QLatin1String(key), said}};
            if (QLatin1String(key) == QLatin1String("kind")) // those of the page that it is of
                data.options.insert(QStringLiteral("show"), QStringLiteral("order"));
            data = support::fulfilled(*findFigure(QLatin1String(figure)), data);
            const std::vector<FigureOption> options = optionsOf(*findFigure(QLatin1String(figure)), data);
            return isUnderstood(*find(options, QLatin1String(key)), said);
        };
        data.a = support::tinyRun("The cat sat on the mat", {"position.kind=rope"});
        const int tokens = int(streamTokens(*data.a->trace).size());
        const int pairs = int(data.a->setup->config.block(0).dHead) / 2;
        QVERIFY(understands("rope", "pair", QString::number(pairs - 1)) && !understands("rope", "pair", QString::number(pairs)));
        QVERIFY(!understands("rope", "position", QStringLiteral("99999")));
        QVERIFY(
            understands("alibi", "from", QString::number(tokens - 1)) && !understands("alibi", "from", QString::number(tokens)));
        QVERIFY(!understands("alibi", "length", QString::number(tokens - 1)));
        QVERIFY(understands("alibi", "kind", QStringLiteral("rope")) && !understands("alibi", "kind", QStringLiteral("foo")));
        QVERIFY(understands("norm", "slot", QStringLiteral("ln2")) && !understands("norm", "slot", QStringLiteral("foo")));
    }
};

QUIET_TEST_MAIN(TestFigureOptions)
#include "tst_figure_options.moc"
