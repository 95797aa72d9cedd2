// What a small page leaves out of a picture is said in it: the same figure on a large page has the same parts, or a line below
// the smaller one names what is missing.

#include "app/base/languages.h"

#include "tests/app/support/figure_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"
#include "widgets/views/shared/figure_pages.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace widgets;

namespace {

constexpr QSize large(3200, 2400);

/// Parts that a small page leaves out without a word, and why that misses nothing.
struct Exception
{
    const char* figure;
    const char* show; // the option, or empty
    const char* part; // the name of its numbers begins so, of A and B each
    const char* reason;
};

constexpr Exception kExceptions[] = {
    {"", "", "", ""},
};

bool isExcepted(const FigureInfo& figure, const QVariantMap& options, QString part)
{
    part.remove(QRegularExpression(QStringLiteral("^(A|B|delta): ")));
    const QString show = showOption.in(options);
    return std::ranges::any_of(kExceptions, [&](const Exception& one) {
        return QLatin1String(one.figure) == QLatin1String(figure.id) && (*one.show == 0 || show == QLatin1String(one.show))
            && part.startsWith(QLatin1String(one.part));
    });
}

struct Picture
{
    QSet<QString> parts;
    bool says = false; // that something has no room
};

Picture pictureOf(const FigureInfo& figure, const FigureData& data, const QSize& size)
{
    Plot plot;
    plot.resize(size);
    plot.setViewport(QRect(QPoint(), size));
    composeFigure(plot, figure, data, screenStyle(size)); // its parts are known before they are laid out
    Picture picture;
    for (const NumberSet& numbers : plottedNumbers(plot))
        picture.parts << numbers.name;
    for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
        if (const auto* const words = qobject_cast<QCPTextElement*>(element))
            picture.says = picture.says || words->text().contains(QLatin1String("o room"));
    return picture;
}

} // namespace

class TestLeftOut : public QObject
{
    Q_OBJECT

    /// The picture of one run, and of two that differ, as far as there are such.
    static std::vector<FigureData> pictures(const FigureInfo& figure, const QVariantMap& options)
    {
        const auto of = [&](const RunPtr& a, const RunPtr& b) {
            FigureData data{a, b, {.layer = 1, .head = 1, .query = 4, .key = 1, .dim = 0}, options};
            data.mode = b ? SlotMode::SideBySide : SlotMode::A;
            data = support::fulfilled(figure, data);
            return whyNothing(figure, data).isEmpty() ? data : FigureData();
        };
        std::vector<FigureData> found;
        for (const RunPtr& run : support::runs())
            if (FigureData one = of(run, nullptr); one.a) {
                found.push_back(one);
                if (figure.comparing == Comparing::Nothing)
                    return found;
                if (FigureData two = of(run, run == support::runs()[0] ? support::runs()[2] : support::runs()[0]); two.a)
                    found.push_back(two);
                return found;
            }
        for (const RunPtr& other : {support::runs()[2], support::otherText(), support::otherWeights()})
            if (FigureData two = of(support::runs()[0], other); two.a)
                return {two};
        return found;
    }

private slots:
    void initTestCase() { app::setLanguage("en"); }
    void cleanup() { setCurrentTheme(ThemeId::Light); }

    void everyPage_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QList<QSize>>("sizes");
        QTest::newRow("window") << int(ThemeId::Light) << QList<QSize>{{1320, 470}, {1030, 480}, {700, 400}};
        QTest::newRow("projector") << int(ThemeId::Projector) << QList<QSize>{{1290, 400}, {1290, 470}};
        QTest::newRow("column of a paper") << int(ThemeId::Light) << QList<QSize>{{420, 320}};
    }
    void everyPage()
    {
        QFETCH(int, theme);
        QFETCH(QList<QSize>, sizes);
        setCurrentTheme(ThemeId(theme));
        QStringList faults;
        int drawn = 0;
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}})
                for (const FigureData& data : pictures(figure, options)) {
                    const QSet<QString> all = pictureOf(figure, data, large).parts;
                    for (const QSize& size : sizes) {
                        const Picture small = pictureOf(figure, data, size);
                        ++drawn;
                        QStringList missing = (all - small.parts).values();
                        missing.removeIf([&](const QString& part) { return isExcepted(figure, options, part); });
                        missing.sort();
                        if (!missing.isEmpty() && !small.says)
                            faults << QStringLiteral("%1 %2%3 at %4 × %5: %6")
                                          .arg(QLatin1String(figure.id), showOption.in(options))
                                          .arg(data.b ? QStringLiteral(" A | B") : QString())
                                          .arg(size.width())
                                          .arg(size.height())
                                          .arg(missing.join(QStringLiteral(", ")));
                    }
                }
        for (const QString& fault : std::as_const(faults))
            qInfo("%s", qPrintable(fault));
        QVERIFY(drawn > 100);
        QVERIFY(faults.isEmpty());
    }
};

QUIET_TEST_MAIN(TestLeftOut)
#include "tst_left_out.moc"
