// The gradients of all placements before any training: the lines are what core computes, and the sentence says their range.

#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/by_index.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/number_format.h"
#include "widgets/views/gradients/figure.h"
#include "widgets/views/gradients/numbers.h"
#include "widgets/views/shared/figure_pages.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace widgets;

namespace {

FigureData placements(const RunPtr& b = nullptr)
{
    FigureData data{support::tinyRun("The cat sat on the mat"), b, {}, {{showOption.name(), QStringLiteral("placements")}}};
    data.mode = b ? SlotMode::SideBySide : SlotMode::A;
    return support::fulfilled(gradientsFigure, data);
}

/// Why a page has no difference to this run; empty: it has one.
QString whyNoDelta(const char* page, const RunPtr& b)
{
    FigureData data{support::tinyRun("The cat sat on the mat"), b, {}, {{showOption.name(), QString::fromLatin1(page)}}};
    data.mode = SlotMode::Delta;
    return whyNotSide(gradientsFigure, support::fulfilled(gradientsFigure, data), Side::Delta);
}

NumberSet numbersOf(const FigureData& data, const std::string& name)
{
    for (NumberSet& set : figureNumbers(gradientsFigure, data, FigureStyle()))
        if (set.name == QString::fromStdString(name))
            return std::move(set);
    return {};
}

} // namespace

class TestPlacementsPage : public QObject
{
    Q_OBJECT

private slots:
    void everyPlacementHasALineOrAReason()
    {
        const FigureData data = placements();
        QVERIFY2(gradientsFigure.whyNot(data).isEmpty(), qPrintable(gradientsFigure.whyNot(data)));
        const std::vector<core::FirstGradient> expected = core::firstGradients(*data.a->setup, data.a->trace->ids);
        const QString words = gradientsFigure.caption(data);
        for (const core::FirstGradient& one : expected) {
            const NumberSet line = numbersOf(data, one.placement);
            QCOMPARE(line.values.empty(), one.layers.empty());
            for (std::size_t layer = 0; layer < one.layers.size(); ++layer)
                QVERIFY(std::ranges::find(line.values, one.layers[layer]) != line.values.end());
        }
        QVERIFY2(words.contains("Post"), qPrintable(words));
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (const core::FirstGradient& one : expected)
            for (const double value : one.layers) {
                least = std::min(least, value);
                most = std::max(most, value);
            }
        const QString first = words.section(QStringLiteral("as large."), 0, 0); // what the lines say together
        for (const double value : {least, most, most / least})
            QVERIFY2(first.contains(formatNumber(value)), qPrintable(words));
    }

    void ofTwoEachSaysItsOwnPlacement()
    {
        const FigureData data = placements(support::tinyRun("The cat sat on the mat", {"norm.placement=post"}));
        const QString a = gradientsFigure.caption(ofSide(data, Side::A)), b = gradientsFigure.caption(ofSide(data, Side::B));
        QVERIFY2(a.contains("Pre from") && !a.contains("Post from"), qPrintable(a));
        QVERIFY2(b.contains("Post from") && !b.contains("Pre from"), qPrintable(b));
    }

    /// Tokens, depths, matrices and placements are the same places in both; a head is not.
    void ofModelsThatWereTrainedApartPlacesAreSubtracted()
    {
        const RunPtr apart = support::tinyRun("The cat sat on the mat", {"seed=7"});
        for (const char* const page : {"tokens", "occlusion", "placements", "steps"})
            QVERIFY2(whyNoDelta(page, apart).isEmpty(), qPrintable(page + (": " + whyNoDelta(page, apart))));
        QCOMPARE(whyNoDelta("softmax", apart), whyNotByIndex({support::tinyRun(), apart, {}, {}}));
        QVERIFY(whyNoDelta("softmax", apart).contains("trained separately"));
        const RunPtr shallow = support::tinyRun("The cat sat on the mat", {"sizes.layers=2"});
        QVERIFY(whyNoDelta("steps", shallow).contains("same matrices"));
    }
};

QUIET_TEST_MAIN(TestPlacementsPage)
#include "tst_placements_page.moc"
