// What a small page leaves out of a picture is said in it: the same figure on a large page has the same parts, or a line below
// the smaller one names what is missing, or a click on the page itself brings it: a word of its switches, a head, one run alone.

#include "app/base/languages.h"

#include "tests/app/support/figure_runs.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/figure/compose.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/plotted_numbers.h"
#include "widgets/views/maps/words.h"
#include "widgets/views/shared/figure_pages.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using namespace widgets;

namespace {

constexpr QSize large(3200, 2400);

/// The sizes of pages that people have: panels of a window, of a projector, and the column of a paper.
struct PageSize
{
    ThemeId theme;
    QSize size;
};
constexpr PageSize kPages[] = {
    {ThemeId::Light, {1320, 470}},
    {ThemeId::Light, {1030, 480}},
    {ThemeId::Light, {700, 400}},
    {ThemeId::Light, {420, 320}},
    {ThemeId::Projector, {1290, 400}},
    {ThemeId::Projector, {1290, 470}},
};

struct Picture
{
    QSet<QString> parts;
    bool says = false; // that something has no room
};

Picture pictureOf(const FigureInfo& figure, const FigureData& data, const PageSize& page)
{
    setCurrentTheme(page.theme);
    Plot plot;
    plot.resize(page.size);
    plot.setViewport(QRect(QPoint(), page.size));
    composeFigure(plot, figure, data, screenStyle(page.size)); // its parts are known before they are laid out
    Picture picture;
    for (const NumberSet& numbers : plottedNumbers(plot))
        picture.parts << numbers.name;
    const QList<QCPLayoutElement*> elements = plot.plotLayout()->elements(true);
    const auto isOfStage = [](QCPLayoutElement* element) { return qobject_cast<MapWords*>(element) != nullptr; };
    if (std::ranges::any_of(elements, isOfStage)) // which says it when it is arranged
        plot.replot();
    for (QCPLayoutElement* const element : elements) {
        QString said;
        if (const auto* const words = qobject_cast<QCPTextElement*>(element))
            said = words->text();
        else if (const auto* const ofStage = qobject_cast<MapWords*>(element))
            for (const MapWords::Part& part : ofStage->parts())
                said += part.text;
        picture.says |= said.contains(QLatin1String("o room")) || (picture.parts.isEmpty() && !said.isEmpty());
    }
    return picture;
}

/// Whether the same page has the part with another word of a switch, of another head, or of one run alone: all are in sight
/// there.
bool isOneClickAway(const FigureInfo& figure, const FigureData& data, const PageSize& page, const QString& part)
{
    const auto has = [&](const FigureData& other, const QString& name) {
        const FigureData full = support::fulfilled(figure, other);
        return whyNothing(figure, full).isEmpty() && pictureOf(figure, full, page).parts.contains(name);
    };
    for (const FigureOption& option : figure.options ? figure.options(data) : FigureOptions())
        for (const QString& word : option.value == FigureOption::Word ? option.words : QStringList()) {
            FigureData other = data;
            other.options[option.key] = word;
            if (has(other, part))
                return true;
        }
    for (const SlotMode mode : {data.mode, SlotMode::A, SlotMode::B})
        for (int head = 0; head < 4; ++head) {
            FigureData other = data;
            other.mode = mode;
            other.selection.head = head;
            const QString slot = mode == SlotMode::A ? QStringLiteral("A: ") : QStringLiteral("B: ");
            if (has(other, mode != data.mode && part.startsWith(slot) ? part.mid(slot.size()) : part))
                return true;
        }
    return false;
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

    void everyPage()
    {
        QStringList faults;
        int drawn = 0;
        for (const FigureInfo& figure : allFigures())
            for (const QVariantMap& options : figure.variants ? figure.variants() : std::vector<QVariantMap>{{}})
                for (const FigureData& data : pictures(figure, options)) {
                    const QSet<QString> all = pictureOf(figure, data, {ThemeId::Light, large}).parts;
                    for (const PageSize& page : kPages) {
                        const Picture small = pictureOf(figure, data, page);
                        ++drawn;
                        QStringList missing = (all - small.parts).values();
                        if (small.says)
                            continue;
                        missing.removeIf([&](const QString& part) { return isOneClickAway(figure, data, page, part); });
                        missing.sort();
                        if (!missing.isEmpty())
                            faults << QStringLiteral("%1 %2%3 at %4 × %5%6: %7")
                                          .arg(QLatin1String(figure.id), showOption.in(options),
                                              data.b ? QStringLiteral(" A | B") : QString())
                                          .arg(page.size.width())
                                          .arg(page.size.height())
                                          .arg(page.theme == ThemeId::Projector ? QStringLiteral(" on a projector") : QString(),
                                              missing.join(QStringLiteral(", ")));
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
