#include "widgets/plot/color_scale.h"

#include "tests/widgets/support/quiet.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

using namespace widgets;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr std::array allMaps{ColorMapId::Viridis, ColorMapId::Cividis, ColorMapId::RdBu, ColorMapId::Vik, ColorMapId::VikO};

Grid row(std::vector<float> values)
{
    const auto columns = core::Index(values.size());
    return gridOf(std::move(values), 1, columns);
}

} // namespace

class TestColorScale : public QObject
{
    Q_OBJECT

private slots:
    void zeroIsTheCentreOfEveryDivergingMap();
    void neighboursOfZeroLeaveTheCentre();
    void textOnEveryColourIsReadable();
    void masksAndNonNumbersAreCountedAndNeverCounted();
    void robustScaleLeavesOutTheOutlierAndCountsIt();
    void sharedScaleSeesBothGrids();
    void withoutFirstIgnoresTheSink();
    void everyPolicySurvivesNothingAndConstants();
    void positionAndValueAreInverse();
    void phaseWrapsAround();
    void namesChooseTheirMaps();
};

void TestColorScale::zeroIsTheCentreOfEveryDivergingMap()
{
    for (const ColorMapId map : {ColorMapId::RdBu, ColorMapId::Vik}) {
        const std::span<const QRgb> table = colorTable(map);
        QCOMPARE(table.size() % 2, std::size_t(1));
        const ColorScale scale = makeScale({map, ScalePolicy::SymmetricMax}, row({-0.3f, 0.7f, 0.0f}));
        QCOMPARE(scale.index(0), int(table.size()) / 2);
    }
}

void TestColorScale::neighboursOfZeroLeaveTheCentre()
{
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, row({-1.0f, 1.0f}));
    QCOMPARE(scale.index(0.01), scale.index(0) + 1);
    QCOMPARE(scale.index(-0.01), scale.index(0) - 1);
    QVERIFY(qBlue(scale.color(-1)) > qRed(scale.color(-1)) && qRed(scale.color(1)) > qBlue(scale.color(1)));
}

void TestColorScale::textOnEveryColourIsReadable()
{
    for (const ColorMapId map : allMaps)
        for (const QRgb color : colorTable(map))
            QVERIFY(contrastRatio(textColorOn(color), QColor::fromRgb(color)) >= 4.5);
}

void TestColorScale::masksAndNonNumbersAreCountedAndNeverCounted()
{
    const ColorScale scale
        = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricMax}, row({-inf, -inf, inf, std::nanf(""), 2.0f, -3.0f}));
    QCOMPARE(scale.masked, core::Index(2));
    QCOMPARE(scale.notNumbers, core::Index(2));
    QCOMPARE(scale.high, 3.0);
    QCOMPARE(scale.low, -3.0);
    QCOMPARE(scale.clippedHigh + scale.clippedLow, core::Index(0));
}

void TestColorScale::robustScaleLeavesOutTheOutlierAndCountsIt()
{
    std::vector<float> values(1000, 1.0f);
    values[17] = 500;
    values[18] = -500;
    const ColorScale scale = makeScale({ColorMapId::RdBu, ScalePolicy::SymmetricRobust}, row(std::move(values)));
    QCOMPARE(scale.high, 1.0);
    QCOMPARE(scale.clippedHigh, core::Index(1));
    QCOMPARE(scale.clippedLow, core::Index(1));
    QVERIFY(!scale.suffix().isEmpty());
    const ColorScale root = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01, ScaleTransform::SquareRoot}, row({0, 0.5F, 1}));
    QCOMPARE(root.suffix(), QString::fromUtf8("√ scale"));
}

void TestColorScale::sharedScaleSeesBothGrids()
{
    const std::array grids{row({0.5f}), row({4.0f})};
    QCOMPARE(makeScale({ColorMapId::Cividis, ScalePolicy::ZeroToMax}, grids).high, 4.0);
}

void TestColorScale::withoutFirstIgnoresTheSink()
{
    const Grid grid = gridOf({0.9f, 0.1f, 0.8f, 0.2f}, 2, 2);
    const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax, ScaleTransform::Linear, true}, grid);
    QCOMPARE(scale.high, double(0.2f));
    QCOMPARE(scale.clippedHigh, core::Index(2));
    QCOMPARE(scale.suffix(), QStringLiteral("without first"));
    const ColorScale only = makeScale({ColorMapId::Viridis, ScalePolicy::ZeroToMax, ScaleTransform::Linear, true}, row({0.9f}));
    QCOMPARE(only.high, double(0.9f)); // the first is all there is
    QVERIFY(only.suffix().isEmpty());
}

void TestColorScale::everyPolicySurvivesNothingAndConstants()
{
    for (const ScalePolicy policy : {ScalePolicy::Fixed01, ScalePolicy::ZeroToMax, ScalePolicy::MinToMax,
             ScalePolicy::SymmetricRobust, ScalePolicy::SymmetricMax, ScalePolicy::MinusOneToOne, ScalePolicy::Phase})
        for (const ScaleTransform transform : {ScaleTransform::Linear, ScaleTransform::SquareRoot, ScaleTransform::Log})
            for (const Grid& grid : {Grid(), row({}), row({0.0f}), row({-inf, std::nanf("")}), row({5.0f, 5.0f}), row({-2.0f})}) {
                if (transform == ScaleTransform::Log && (policy == ScalePolicy::MinToMax))
                    continue; // needs positive numbers
                const ColorScale scale = makeScale({ColorMapId::Viridis, policy, transform}, grid);
                QVERIFY(std::isfinite(scale.low) && scale.high > scale.low);
                QVERIFY(std::isfinite(scale.position(0)) && std::isfinite(scale.position(1e30)));
            }
}

void TestColorScale::positionAndValueAreInverse()
{
    for (const ScaleTransform transform : {ScaleTransform::Linear, ScaleTransform::SquareRoot, ScaleTransform::Log}) {
        const ColorScale scale = makeScale({ColorMapId::Viridis, ScalePolicy::Fixed01, transform}, row({0.01f, 0.4f}));
        for (const double position : {0.0, 0.1, 0.5, 0.9, 1.0})
            QVERIFY(std::abs(scale.position(scale.valueAt(position)) - position) < 1e-9);
    }
}

void TestColorScale::phaseWrapsAround()
{
    const ColorScale scale = makeScale({ColorMapId::VikO, ScalePolicy::Phase}, row({0.0f}));
    QVERIFY(std::abs(scale.position(0.3) - scale.position(0.3 + 2 * std::numbers::pi)) < 1e-9);
    QVERIFY(std::abs(scale.position(0) - 0.5) < 1e-9);
}

void TestColorScale::namesChooseTheirMaps()
{
    QCOMPARE(scaleChoiceFor("blocks.3.attn.pattern").map, ColorMapId::Viridis);
    QCOMPARE(scaleChoiceFor("blocks.3.attn.scores").map, ColorMapId::RdBu);
    QCOMPARE(scaleChoiceFor("blocks.3.ln1.scale").map, ColorMapId::Cividis);
    QCOMPARE(scaleChoiceFor("blocks.3.attn.pattern", true).map, ColorMapId::Vik);
}

QUIET_TEST_MAIN(TestColorScale)
#include "tst_color_scale.moc"
