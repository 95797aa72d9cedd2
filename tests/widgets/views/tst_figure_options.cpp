// What the command line may say of a figure, and what it refuses.

#include "tests/widgets/support/quiet.h"
#include "widgets/views/figure_options.h"

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
};

QUIET_TEST_MAIN(TestFigureOptions)
#include "tst_figure_options.moc"
