#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/fairness.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/shown_panels.h"
#include "widgets/figure/sides.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace widgets;

class TestSides : public QObject
{
    Q_OBJECT
private slots:
    void differenceIsBMinusA();
    void equalSlotsAreIdentical();
    void whatIsMaskedInBothStaysMasked();
    void lockedSlotsShareOneScale();
    void aFirstTokenOutsideTheScaleOfBothIsOutsideThatOfTheirDifference();
    void metricsNameTheLargestDifferenceAndItsPlace();
    void everyModeHasItsPanels();
    void aDifferenceThatThereIsNoneOfHasNoPanel();
    void whereBHasNoPictureNoDifferenceIsAskedFor();
    void aPictureOfBothIsOfOneWhereTheOtherLacksIt();
    void withoutBThereIsOnlyA();
    void fairnessCountsSharedTensorsAndNamesWhatDiffers();
    void modelsAreCalledByTheirNames();
    void textsAreCalledByWhatTellsThemApart();
    void separatelyOpenedModelsAreNotComparedByIndex();
    void lengthsThatDifferAreExplained();
    void unlockedScalesAreSaidInThePicture();
    void onePictureOfBothSaysItsScalesAndNames();
};

namespace {

RunPtr runOf(const core::ModelPtr& model, const std::string& text, const std::vector<std::string>& assignments)
{
    core::Choices said;
    for (const char* size : {"sizes.layers=2", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=64"})
        said.setText(size, 2);
    for (const std::string& assignment : assignments)
        said.setText(assignment, 2);
    const core::SetupPtr setup = core::configure(model, said);
    core::ForwardInput input;
    input.ids = model->tokenizer->encode(text);
    return std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
}

FigureData pair(const std::vector<std::string>& ofB, const std::string& textOfB = "The cat sat")
{
    const core::ModelPtr model = core::openModel("untrained");
    FigureData data;
    data.a = runOf(model, "The cat sat", {});
    data.b = runOf(model, textOfB, ofB);
    data.mode = SlotMode::All;
    return data;
}

Grid grid(std::vector<float> values, core::Index columns)
{
    const auto rows = core::Index(values.size()) / columns;
    return gridOf(std::move(values), rows, columns);
}

constexpr float masked = -std::numeric_limits<float>::infinity();

} // namespace

void TestSides::differenceIsBMinusA()
{
    const Grid delta = differenceOf(grid({1, 2, 3, 4}, 2), grid({1, 5, 2, 4}, 2));
    QCOMPARE(delta.at(0, 0), 0.F);
    QCOMPARE(delta.at(0, 1), 3.F);
    QCOMPARE(delta.at(1, 0), -1.F);
    QVERIFY(differenceOf(grid({1, 2}, 2), grid({1, 2, 3}, 3)).isEmpty());

    FigureData data = pair({"norm.placement=post"});
    data.side = Side::Delta;
    const GridOf stream = [](const RunResult& run) { return gridOf(run.trace->at("blocks.1.resid_post")); };
    const Grid there = sideGrid(data, stream);
    std::swap(data.a, data.b);
    const Grid back = sideGrid(data, stream);
    float largest = 0;
    for (std::size_t i = 0; i < std::size_t(there.size()); ++i) {
        QCOMPARE(back.data[i], -there.data[i]);
        largest = std::max(largest, there.data[i]);
    }
    QVERIFY(largest > 0);
}

/// Every number of every tensor: the same is computed twice.
void TestSides::equalSlotsAreIdentical()
{
    FigureData data = pair({});
    QVERIFY(data.a != data.b);
    data.side = Side::Delta;
    for (const core::TraceEntry& entry : data.a->trace->entries()) {
        if (entry.tensor.shape().size() != 2)
            continue;
        const Grid delta = sideGrid(data, [&](const RunResult& run) { return gridOf(run.trace->at(entry.name())); });
        QVERIFY2(!delta.isEmpty(), entry.name().c_str());
        for (std::size_t i = 0; i < std::size_t(delta.size()); ++i)
            QVERIFY2(delta.data[i] == 0 || std::isinf(delta.data[i]), entry.name().c_str()); // masked in both
    }
    QVERIFY(fairnessText(data, fairnessOf(data)).contains(QStringLiteral("A and B are identical")));
}

void TestSides::whatIsMaskedInBothStaysMasked()
{
    const Grid delta = differenceOf(grid({masked, masked}, 2), grid({masked, 1}, 2));
    QVERIFY(std::isinf(delta.at(0, 0)) && delta.at(0, 0) < 0);
    QVERIFY(!std::isfinite(delta.at(0, 1)));
}

void TestSides::lockedSlotsShareOneScale()
{
    FigureData data = pair({"norm.placement=post"});
    const GridOf stream = [](const RunResult& run) { return gridOf(run.trace->at("blocks.1.resid_post")); };
    const ScaleChoice choice{ColorMapId::Cividis, ScalePolicy::MinToMax};
    data.side = Side::A;
    const ColorScale ofA = sideScale(data, choice, stream);
    data.side = Side::B;
    const ColorScale ofB = sideScale(data, choice, stream);
    QCOMPARE(ofA.low, ofB.low);
    QCOMPARE(ofA.high, ofB.high);
    data.isLocked = false;
    QVERIFY(sideScale(data, choice, stream).high != ofB.high || sideScale(data, choice, stream).low != ofB.low);
    data.side = Side::Delta;
    const ColorScale ofDelta = sideScale(data, choice, stream);
    QCOMPARE(ofDelta.low, -ofDelta.high);
}

void TestSides::aFirstTokenOutsideTheScaleOfBothIsOutsideThatOfTheirDifference()
{
    FigureData data = pair({"norm.placement=post"});
    const GridOf numbers = [&](const RunResult& run) {
        return &run == data.a.get() ? grid({0, 0, 0, 0}, 4) : grid({900, 1, -2, 3}, 4);
    };
    data.side = Side::Delta;
    ScaleChoice choice{ColorMapId::Cividis, ScalePolicy::MinToRobust, ScaleTransform::Log, true};
    const ColorScale without = sideScale(data, choice, numbers);
    QCOMPARE(without.high, 3.0);
    QCOMPARE(without.clippedHigh, core::Index(1));
    QVERIFY2(without.suffix().contains("without first"), qPrintable(without.suffix()));
    choice.withoutFirst = false;
    QCOMPARE(sideScale(data, choice, numbers).high, 900.0);
}

void TestSides::metricsNameTheLargestDifferenceAndItsPlace()
{
    const std::vector<Metric> metrics = gridMetrics(grid({1, 2, 3, 4}, 2), grid({1, 2, 3.5F, 2}, 2), [](int row, int column) {
        Selection at;
        at.query = row;
        at.key = column;
        return at;
    });
    QVERIFY(metrics.front().hasPlace);
    QCOMPARE(metrics.front().value, QStringLiteral("2.00"));
    QCOMPARE(metrics.front().at.query, 1);
    QCOMPARE(metrics.front().at.key, 1);
    QCOMPARE(metrics[1].value, QStringLiteral("1.03")); // √((0.25 + 4) / 4)
}

void TestSides::everyModeHasItsPanels()
{
    FigureData data = pair({"norm.placement=post"});
    FigureInfo info = attentionFigure;
    info.comparing = Comparing::Sides;
    const std::pair<SlotMode, std::vector<Side>> expected[]
        = {{SlotMode::A, {Side::A}}, {SlotMode::B, {Side::B}}, {SlotMode::SideBySide, {Side::A, Side::B}},
            {SlotMode::Delta, {Side::Delta}}, {SlotMode::All, {Side::A, Side::B, Side::Delta}}};
    for (const auto& [mode, sides] : expected) {
        data.mode = mode;
        QVERIFY(shownSides(info, data) == sides);
        QCOMPARE(slotModeOf(QString::fromLatin1(slotModeWord(mode))), mode);
    }
    info.comparing = Comparing::Overlay;
    data.mode = SlotMode::All;
    QVERIFY((shownSides(info, data) == std::vector{Side::Both, Side::Delta}));
    QVERIFY(!slotModeOf(QStringLiteral("c")));
}

void TestSides::aDifferenceThatThereIsNoneOfHasNoPanel()
{
    FigureData data = pair({"norm.placement=post"});
    data.mode = SlotMode::All;
    FigureInfo info = attentionFigure;
    QCOMPARE(shownPanels(info, data).sides.size(), std::size_t(3));
    info.whyNot = [](const FigureData& of) { return of.side == Side::Delta ? QStringLiteral("No.") : QString(); };
    QVERIFY((shownPanels(info, data).sides == std::vector{Side::A, Side::B}));
    QCOMPARE(whyNotSide(info, data, Side::Delta), QStringLiteral("No."));
    data.mode = SlotMode::Delta; // asked for by itself it says why
    QVERIFY((shownPanels(info, data).sides == std::vector{Side::Delta}));
}

/// Who subtracts then need not ask what B has.
void TestSides::whereBHasNoPictureNoDifferenceIsAskedFor()
{
    FigureData data = pair({"norm.placement=post"});
    FigureInfo info = attentionFigure;
    static bool isDifferenceAsked = false;
    info.whyNot = [](const FigureData& of) {
        isDifferenceAsked |= of.side == Side::Delta;
        return of.side == Side::B ? QStringLiteral("Not B.") : QString();
    };
    for (const SlotMode mode : {SlotMode::Delta, SlotMode::All}) {
        data.mode = mode;
        const ShownPanels shown = shownPanels(info, data);
        QVERIFY(mode == SlotMode::All ? shown.missing.contains(QStringLiteral("B has no picture.")) : shown.whyNot.contains(QStringLiteral("Not B.")));
    }
    QVERIFY(!isDifferenceAsked);
}

/// The page is the other's, and says what is not drawn.
void TestSides::aPictureOfBothIsOfOneWhereTheOtherLacksIt()
{
    FigureData data = pair({"norm.placement=post"});
    FigureInfo info = attentionFigure;
    info.comparing = Comparing::Overlay;
    static Side lacking;
    info.whyNot = [](const FigureData& of) { return of.side == lacking || of.side == Side::Both ? QStringLiteral("Not it.") : QString(); };
    for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All})
        for (const auto& [lacks, has] : {std::pair{Side::A, Side::B}, {Side::B, Side::A}}) {
            lacking = lacks;
            data.mode = mode;
            const ShownPanels shown = shownPanels(info, data);
            QVERIFY(shown.sides == std::vector{has} && shown.isWholePage());
            QVERIFY(shown.missing.contains(QStringLiteral("Not it.")));
            QCOMPARE(whyNothing(info, data), QString());
        }
    data.mode = SlotMode::SideBySide;
    info.whyNot = [](const FigureData& of) { return of.side == Side::Both ? QStringLiteral("Not together.") : QString(); };
    QCOMPARE(whyNothing(info, data), QStringLiteral("Not together.")); // each alone has one
    QVERIFY(shownPanels(info, data).sides.front() == Side::Both);
    info.whyNot = [](const FigureData&) { return QStringLiteral("Neither."); };
    QCOMPARE(whyNothing(info, data), QStringLiteral("Neither."));
    QVERIFY(shownPanels(info, data).sides.front() == Side::Both);
}

void TestSides::withoutBThereIsOnlyA()
{
    FigureData data = pair({});
    data.b = nullptr;
    QVERIFY((shownSides(attentionFigure, data) == std::vector{Side::A}));
    data.side = Side::B;
    QCOMPARE(shownRun(data), data.a);
}

void TestSides::fairnessCountsSharedTensorsAndNamesWhatDiffers()
{
    const FigureData data = pair({"norm.placement=post"});
    const Fairness fairness = fairnessOf(data);
    QVERIFY(fairness.sameIds && fairness.sharesWeights && fairness.sameSeed);
    int shared = 0;
    for (const core::WeightSpec& spec : data.a->setup->specs)
        shared += data.b->setup->weights.find(spec.name) == data.a->setup->weights.find(spec.name);
    QCOMPARE(fairness.shared, shared);
    QCOMPARE(fairness.differs.front().key, std::string("norm.placement"));
    QCOMPARE(slotNames(data, fairness), (std::pair{QStringLiteral("Pre"), QStringLiteral("Post")}));
    QVERIFY(fairnessText(data, fairness).contains(QStringLiteral("weight tensors shared")));
    QVERIFY(fairnessText(pair({}), fairnessOf(pair({}))).contains(QStringLiteral("A and B are identical")));
}

void TestSides::modelsAreCalledByTheirNames()
{
    FigureData data = pair({"norm.placement=post"});
    auto trace = std::make_shared<core::Trace>(*data.b->trace);
    trace->model = "models/another/";
    data.b = std::make_shared<RunResult>(RunResult{trace, data.b->setup});
    const auto [a, b] = slotNames(data, fairnessOf(data));
    QCOMPARE(a, QString::fromStdString(data.a->trace->model));
    QCOMPARE(b, QStringLiteral("another"));
}

void TestSides::textsAreCalledByWhatTellsThemApart()
{
    const core::ModelPtr model = core::openModel("main");
    const core::SetupPtr setup = core::configure(model, {});
    const auto read = [&](const char* text) {
        return std::make_shared<const RunResult>(
            RunResult{core::forward(*setup, {.ids = model->tokenizer->encode(text)}), setup});
    };
    const auto names = [&](const char* a, const char* b) {
        FigureData data;
        data.a = read(a);
        data.b = read(b);
        return slotNames(data, fairnessOf(data));
    };
    QCOMPARE(names("The capital of France is Paris. The capital of Italy is",
                 "The capital of France is Paris. The capital of Spain is"),
        (std::pair{QStringLiteral("“The …of ‹Italy› is”"), QStringLiteral("“The …of ‹Spain› is”")}));
    QCOMPARE(names("red dog", "red cup"), (std::pair{QStringLiteral("“red ‹dog›”"), QStringLiteral("“red ‹cup›”")}));
    QCOMPARE(names("重复：红色狗椅子", "重复：绿色狗椅子"),
        (std::pair{QStringLiteral("“重复：‹红色›狗椅子”"), QStringLiteral("“重复：‹绿色›狗椅子”")}));
    const auto [first, second]
        = names("dog sat on the mat and looked at the old chair", "cat sat on the mat and looked at the old chair");
    QVERIFY2(first.startsWith(QStringLiteral("“‹dog› sat on")) && first.size() <= 26, qPrintable(first));
    QVERIFY2(second.startsWith(QStringLiteral("“‹cat› sat on")), qPrintable(second));
    QCOMPARE(
        names("red dog", "the cup"), (std::pair{QStringLiteral("“red dog”"), QStringLiteral("“the cup”")})); // nothing is shared
}

void TestSides::separatelyOpenedModelsAreNotComparedByIndex()
{
    FigureData data = pair({});
    data.b = runOf(core::openModel("untrained"), "The cat sat", {"seed=7"});
    FigureInfo info = attentionFigure;
    info.difference = Difference::ByIndex;
    QVERIFY(!fairnessOf(data).sharesWeights && !sharesWeights(data));
    QVERIFY(!whyNoDifference(info, data).isEmpty());
    info.difference = Difference::Any;
    QVERIFY(whyNoDifference(info, data).isEmpty());
}

void TestSides::lengthsThatDifferAreExplained()
{
    const FigureData data = pair({}, "The cat sat on the mat");
    FigureInfo info = attentionFigure;
    info.difference = Difference::Any;
    const QString reason = whyNoDifference(info, data);
    QVERIFY2(reason.contains(QString::number(streamTokens(*data.a->trace).size())), qPrintable(reason));
    QVERIFY2(reason.contains(QString::number(streamTokens(*data.b->trace).size())), qPrintable(reason));
    QVERIFY(whyNothing(info, data).isEmpty()); // A and B are still there to see
}

void TestSides::unlockedScalesAreSaidInThePicture()
{
    FigureData data = pair({"norm.placement=post"});
    data.mode = SlotMode::SideBySide;
    const auto text = [&] {
        return QString::fromUtf8(renderFigure(attentionFigure, data, FigureStyle(), FigureFormat::Svg, RenderOptions()));
    };
    QVERIFY(!text().contains(QStringLiteral("Scales differ")));
    data.isLocked = false;
    QVERIFY(text().contains(QStringLiteral("Scales differ")));
}

void TestSides::onePictureOfBothSaysItsScalesAndNames()
{
    FigureData data = pair({"norm.placement=post"});
    data.mode = SlotMode::SideBySide;
    const auto text = [&](const char* figure) {
        return QString::fromUtf8(renderFigure(*findFigure(figure), support::fulfilled(*findFigure(figure), data), FigureStyle(),
            FigureFormat::Svg, RenderOptions()));
    };
    const auto show = [&](const char* page) { data.options[QStringLiteral("show")] = QLatin1String(page); };
    for (const bool isLocked : {true, false}) {
        data.isLocked = isLocked;
        QCOMPARE(text("residual").contains(QStringLiteral("Scales differ")), !isLocked);
        for (const char* page : {"placements", "axes", "statistics"}) {
            show(page);
            QCOMPARE(text("norm").contains(QStringLiteral("Scales differ")), !isLocked);
        }
        show("vector"); // has one axis for both
        QVERIFY(!text("norm").contains(QStringLiteral("Scales differ")));
    }
    for (const char* page : {"vector", "statistics"}) {
        show(page);
        QVERIFY2(text("norm").contains(QStringLiteral("● A: Pre")) && text("norm").contains(QStringLiteral("◆ B: Post")), page);
    }
    QVERIFY(text("residual").contains(QStringLiteral("● A: Pre")));
}

QUIET_TEST_MAIN(TestSides)
#include "tst_sides.moc"
