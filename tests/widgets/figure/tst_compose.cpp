#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/compose.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/page_words.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/chip_element.h"
#include "widgets/plot/color_bar.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/title_element.h"
#include "widgets/plot/token_lines.h"
#include "widgets/views/attention/figures.h"

#include <QTest>

using namespace widgets;

class TestCompose : public QObject
{
    Q_OBJECT
private slots:
    void panelsStandWhereTheyHaveMostRoom_data();
    void panelsStandWhereTheyHaveMostRoom();
    void pagesThatAreTooNarrowSayWhichWidthTheyNeed();
    void figuresStateTheirMinPanel();
    void theDifferenceGoesBeforeTheOthers();
    void wordsGiveWayToPanelsInTheirOrder();
    void theRoomOfAMissingDifferenceGoesToThePictures();
    void mapsOnOneScaleShareTheirKey();
    void mapsOfAAndBAreEquallyLarge();
    void chartsOfAAndBRunOverTheSameNumbers_data();
    void chartsOfAAndBRunOverTheSameNumbers();
    void highPanelsHaveTheLinesBelowTheirMap();
    void longCaptionsAreShortenedToWholeSentences();
    void wordsNeverRunOffThePage();
    void eachSideIsAskedOnceForADrawing();
};

namespace {

FigureData twoRuns(const std::vector<const char*>& choices = {})
{
    const core::ModelPtr model = core::openModel("untrained");
    const auto runOf = [&](const char* placement) {
        core::Choices said;
        for (const char* choice : choices)
            said.setText(choice, 2);
        for (const char* size : {"sizes.layers=2", "sizes.d_model=32", "sizes.heads=4", "sizes.d_head=8", "sizes.d_ff=64"})
            said.setText(size, 2);
        said.setText(placement, 2);
        const core::SetupPtr setup = core::configure(model, said);
        core::ForwardInput input;
        input.ids = model->tokenizer->encode("The cat sat on the mat");
        return std::make_shared<RunResult>(RunResult{core::forward(*setup, input), setup});
    };
    FigureData data;
    data.a = runOf("norm.placement=pre");
    data.b = runOf("norm.placement=post");
    data.mode = SlotMode::All;
    return data;
}

/// With all words around the picture, also where a paper begins without.
FigureStyle page(const char* preset)
{
    FigureStyle style = findPreset(QLatin1String(preset))->style;
    style.showTitle = style.showCaption = true;
    return style;
}

QStringList chipsIn(const Plot& plot)
{
    QStringList texts;
    for (QCPLayoutElement* const element : plot.plotLayout()->elements(true))
        if (const auto* const row = qobject_cast<ChipsElement*>(element))
            for (const Chip& chip : row->chips())
                texts << chip.text;
    return texts;
}

} // namespace

void TestCompose::panelsStandWhereTheyHaveMostRoom_data()
{
    QTest::addColumn<QSizeF>("room");
    QTest::addColumn<int>("columnOfLast");
    QTest::addColumn<int>("rowOfLast");
    QTest::addColumn<bool>("fits");
    QTest::newRow("wide") << QSizeF(1000, 400) << 2 << 0 << true;
    QTest::newRow("square") << QSizeF(600, 600) << 0 << 1 << true;
    QTest::newRow("high") << QSizeF(260, 1200) << 0 << 2 << true;
    QTest::newRow("two above one are clearly larger") << QSizeF(900, 900) << 0 << 1 << true;
    QTest::newRow("hardly larger") << QSizeF(900, 560) << 2 << 0 << true;
    QTest::newRow("small") << QSizeF(200, 150) << 2 << 0 << false;
}

void TestCompose::panelsStandWhereTheyHaveMostRoom()
{
    QFETCH(QSizeF, room);
    QFETCH(int, columnOfLast);
    QFETCH(int, rowOfLast);
    QFETCH(bool, fits);
    FigureStyle style;
    style.size = room;
    const PanelLayout layout = arrangePanels(3, room, style);
    QCOMPARE(layout.fits, fits);
    QCOMPARE(layout.places.size(), std::size_t(3));
    QCOMPARE(layout.places[2].column, columnOfLast);
    QCOMPARE(layout.places[2].row, rowOfLast);
}

void TestCompose::pagesThatAreTooNarrowSayWhichWidthTheyNeed()
{
    const FigureData data = twoRuns();
    FigureStyle style = page("paper-1col");
    style.size.setWidth(190);
    const QString reason = whyNoRoom(attentionFigure, data, style);
    const QRegularExpressionMatch width = QRegularExpression(QStringLiteral("(\\d+) mm")).match(reason);
    QVERIFY2(width.hasMatch(), qPrintable(reason));
    QVERIFY(buildFigure(attentionFigure, data, style)->cellMaps().isEmpty());
    style.size.setWidth(width.captured(1).toDouble() * 96 / 25.4);
    QCOMPARE(whyNoRoom(attentionFigure, data, style), QString());
    const auto plot = buildFigure(attentionFigure, data, style);
    QCOMPARE(plot->cellMaps().size(), 2);
    for (const CellPlottable* const map : plot->cellMaps())
        QVERIFY2(map->mapRect().width() >= 24, qPrintable(QString::number(map->mapRect().width())));
    QCOMPARE(whyNoRoom(attentionFigure, data, page("slide-16x9")), QString());
}

void TestCompose::figuresStateTheirMinPanel()
{
    const FigureData data = twoRuns();
    const FigureStyle style = page("slide-4x3");
    FigureInfo info = attentionFigure;
    info.minPanel = [](const FigureData&) { return QSizeF(100, 60); };
    QCOMPARE(whyNoRoom(info, data, style), QString());
    QCOMPARE(
        panelsOf(shownPanels(info, data), style, pageWords(shownPanels(info, data), style).height).places.size(), std::size_t(3));
    info.minPanel = [](const FigureData&) { return QSizeF(600, 60); };
    QVERIFY(!whyNoRoom(info, data, style).isEmpty());
    // The refusal names the width from which on it is drawn.
    const QRegularExpressionMatch width = QRegularExpression(QStringLiteral("(\\d+) mm")).match(whyNoRoom(info, data, style));
    QVERIFY(width.hasMatch());
    FigureStyle wide = style;
    wide.size.setWidth(width.captured(1).toDouble() * 96 / 25.4);
    QCOMPARE(whyNoRoom(info, data, wide), QString());
}

void TestCompose::theDifferenceGoesBeforeTheOthers()
{
    const FigureData data = twoRuns();
    const FigureStyle small = page("paper-1col");
    QCOMPARE(whyNoRoom(attentionFigure, data, small), QString());
    QVERIFY(!fitAll(shownPanels(attentionFigure, data), small));
    QVERIFY(fitAll(shownPanels(attentionFigure, data), page("slide-4x3")));
    const auto plot = buildFigure(attentionFigure, data, small);
    QCOMPARE(plot->cellMaps().size(), 2);
    const QStringList said = chipsIn(*plot);
    const ShownPanels shown = fittingPanels(shownPanels(attentionFigure, data), small, small.size.height() / 4);
    QVERIFY((shown.sides == std::vector{Side::A, Side::B}));
    QVERIFY(!shown.missing.isEmpty() && said.contains(shown.missing));
    // Its numbers are in a file of numbers all the same.
    const std::vector<NumberSet> numbers = figureNumbers(attentionFigure, data, small);
    QVERIFY(std::any_of(
        numbers.begin(), numbers.end(), [](const NumberSet& set) { return set.name.startsWith(QStringLiteral("delta: ")); }));
}

void TestCompose::wordsGiveWayToPanelsInTheirOrder()
{
    FigureData data = twoRuns();
    data.mode = SlotMode::SideBySide;
    const FigureStyle style = page("slide-half");
    static double least = 0;
    FigureInfo info = attentionFigure;
    info.minPanel = [](const FigureData&) { return QSizeF(150, least); };
    bool isRefused = false, hasLostTitle = false;
    for (least = 60; least < 320; least += 4) {
        const PageWords words = pageWords(shownPanels(info, data), style);
        isRefused = !whyNoRoom(info, data, style).isEmpty();
        if (isRefused)
            break;
        if (words.subtitle.isEmpty())
            QVERIFY(words.caption.isEmpty());
        if (words.title.isEmpty())
            QVERIFY(words.subtitle.isEmpty());
        if (words.fairness.isEmpty())
            QVERIFY(words.title.isEmpty());
        hasLostTitle |= words.title.isEmpty() && !words.fairness.isEmpty();
    }
    QVERIFY(hasLostTitle);
    QVERIFY(isRefused);
}

void TestCompose::theRoomOfAMissingDifferenceGoesToThePictures()
{
    FigureData data = twoRuns();
    FigureInfo info = attentionFigure;
    const auto widthOf = [&] {
        const auto plot = buildFigure(info, support::fulfilled(info, data), page("slide-16x9"));
        return plot->cellMaps().front()->mapRect().width();
    };
    const double beside = widthOf(); // three pictures
    data.mode = SlotMode::SideBySide;
    const double ofTwo = widthOf();
    data.mode = SlotMode::All;
    info.whyNot = [](const FigureData& of) { return of.side == Side::Delta ? QStringLiteral("No.") : QString(); };
    const double after = widthOf();
    QVERIFY2(after > beside && after >= 0.85 * ofTwo, // the chip that says why takes a line
        qPrintable(QStringLiteral("%1; of two %2, of three %3").arg(after).arg(ofTwo).arg(beside)));
    const auto plot = buildFigure(info, support::fulfilled(info, data), page("slide-16x9"));
    QVERIFY(chipsIn(*plot).contains(shownPanels(info, data).missing));
    QVERIFY(shownPanels(info, data).missing.contains(QStringLiteral("No.")));
    QCOMPARE(shownPanels(attentionFigure, data).missing, QString());
}

void TestCompose::mapsOnOneScaleShareTheirKey()
{
    FigureData data = twoRuns();
    const auto isKeyed = [](const CellPlottable* map) {
        return qobject_cast<const HeatmapPlottable*>(map) || qobject_cast<const MapWall*>(map);
    };
    const auto keys = [&](const FigureInfo& info) {
        const auto plot = buildFigure(info, support::fulfilled(info, data), page("slide-16x9"));
        QList<int> counts;
        for (const CellPlottable* const map : plot->cellMaps())
            if (isKeyed(map))
                counts << int(map->keyAxis()->axisRect()->findChildren<ColorBar*>().size());
        return counts;
    };
    for (const FigureInfo* const info : {&attentionFigure, &attentionWallFigure}) {
        data.isLocked = true;
        QCOMPARE(keys(*info), (QList<int>{0, 1, 1}));
        const auto plot = buildFigure(*info, support::fulfilled(*info, data), page("slide-16x9"));
        QList<QSizeF> sizes;
        for (const CellPlottable* const map : plot->cellMaps())
            if (isKeyed(map))
                sizes << map->mapRect().size();
        QCOMPARE(sizes, QList<QSizeF>(3, sizes.front()));
        data.isLocked = false;
        QCOMPARE(keys(*info), (QList<int>{1, 1, 1}));
    }
    const auto widthOn = [&](const char* preset, bool isLocked) {
        data.isLocked = isLocked;
        return buildFigure(attentionWallFigure, support::fulfilled(attentionWallFigure, data), page(preset))
            ->cellMaps()
            .front()
            ->mapRect()
            .width();
    };
    for (const char* const preset : {"slide-16x9", "slide-4x3", "paper-2col", "a4"}) // what A's key had goes to all maps
        QVERIFY2(widthOn(preset, true) >= widthOn(preset, false), preset);
}

void TestCompose::mapsOfAAndBAreEquallyLarge()
{
    const FigureData data = twoRuns();
    for (int width = 700; width < 1300; width += 37) {
        Plot plot;
        plot.resize(width, 420);
        composeFigure(plot, attentionFigure, data, screenStyle(plot.size()));
        plot.replot();
        QList<QSizeF> sizes;
        for (const CellPlottable* const map : plot.cellMaps())
            if (qobject_cast<const HeatmapPlottable*>(map))
                sizes << map->mapRect().size();
        QCOMPARE(sizes.size(), 3);
        QCOMPARE(sizes[1], sizes[0]);
        QCOMPARE(sizes[2], sizes[0]);
    }
}

void TestCompose::chartsOfAAndBRunOverTheSameNumbers_data()
{
    QTest::addColumn<QString>("choice");
    QTest::newRow("rope") << "position.kind=rope";
    QTest::newRow("alibi") << "position.kind=alibi";
    QTest::newRow("mixture") << "feed_forward.kind=mixture";
}

void TestCompose::chartsOfAAndBRunOverTheSameNumbers()
{
    QFETCH(QString, choice);
    FigureData data = twoRuns({qPrintable(choice)});
    data.mode = SlotMode::SideBySide;
    data.selection.query = 4;
    data.selection.key = 2;
    // The value axes of all charts: those of A, then those of B.
    const auto rangesOf = [&](const FigureInfo& info) {
        const auto plot = buildFigure(info, support::fulfilled(info, data), page("slide-16x9"));
        QList<QCPRange> ranges;
        for (const LineChart* const lines : plot->findChildren<LineChart*>())
            ranges << qobject_cast<QCPAxisRect*>(lines->parent())->axis(QCPAxis::atLeft)->range();
        const qsizetype between = ranges.size();
        for (const BarChart* const bars : plot->findChildren<BarChart*>())
            ranges << bars->keyAxis()->range();
        return std::pair{ranges.mid(0, between), ranges.mid(between)};
    };
    int charts = 0, others = 0;
    for (const FigureInfo& info : allFigures())
        for (const QVariantMap& options : info.variants ? info.variants() : std::vector{QVariantMap()}) {
            data.options = options;
            data.isLocked = true;
            if (info.comparing != Comparing::Sides || !whyNothing(info, support::fulfilled(info, data)).isEmpty())
                continue;
            const auto check = [&](const QList<QCPRange>& ranges, bool areEqual) {
                for (qsizetype i = 0; i < ranges.size() / 2; ++i, ++charts) {
                    const QCPRange &a = ranges[i], &b = ranges[i + ranges.size() / 2];
                    QVERIFY2(!areEqual || a == b,
                        qPrintable(QStringLiteral("%1 %2: %3 … %4, %5 … %6")
                                       .arg(QLatin1String(info.id), options.value(QStringLiteral("show")).toString())
                                       .arg(a.lower)
                                       .arg(a.upper)
                                       .arg(b.lower)
                                       .arg(b.upper)));
                    others += a != b;
                }
            };
            for (const bool isLocked : {true, false}) {
                data.isLocked = isLocked;
                const auto [lines, bars] = rangesOf(info);
                check(lines, isLocked);
                check(bars, isLocked);
            }
        }
    QVERIFY(charts > 4);
    QVERIFY(others > 0); // where they are not locked
}

void TestCompose::highPanelsHaveTheLinesBelowTheirMap()
{
    FigureData data = twoRuns();
    const auto lines = [&](QSizeF size) {
        Plot plot;
        plot.resize(size.toSize());
        composeFigure(plot, attentionFigure, data, screenStyle(size));
        return plot.findChildren<TokenLines*>().size();
    };
    QCOMPARE(lines({760, 460}), 3);
    QCOMPARE(lines({760, 300}), 0);
    data.options[QStringLiteral("lines")] = QStringLiteral("off");
    QCOMPARE(lines({760, 460}), 0);
}

void TestCompose::longCaptionsAreShortenedToWholeSentences()
{
    const FigureData data = twoRuns();
    const FigureStyle style = page("paper-1col");
    FigureInfo info = attentionFigure;
    info.caption = [](const FigureData&) {
        return QStringLiteral("The first one is 0.49 long. ") + QStringLiteral("The next goes on and on and on. ").repeated(20);
    };
    FigureData one = data;
    one.mode = SlotMode::A;
    const PageWords words = pageWords(shownPanels(info, one), style);
    QVERIFY(words.height <= style.size.height() / 2);
    QVERIFY(words.caption.startsWith(QStringLiteral("The first one is 0.49 long.")));
    QVERIFY(words.caption.endsWith(QLatin1Char('.')));
    QVERIFY(words.caption.size() < 450);
    FigureStyle own = style;
    own.caption = QStringLiteral("One sentence of a person. ").repeated(30);
    QCOMPARE(pageWords(shownPanels(info, one), own).caption, own.caption);
}

void TestCompose::wordsNeverRunOffThePage()
{
    FigureData data = twoRuns();
    for (const char* preset : {"paper-1col", "icml", "slide-half", "paper-2col"})
        for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide, SlotMode::All}) {
            data.mode = mode;
            const FigureStyle style = page(preset);
            const auto plot = buildFigure(attentionFigure, data, style);
            for (QCPLayoutElement* const element : plot->plotLayout()->elements(false))
                if (auto* const words = qobject_cast<TitleElement*>(element)) {
                    QVERIFY2(words->outerRect().bottom() <= style.size.height(), preset);
                    QCPLayoutElement* const base = words;
                    QVERIFY2(words->outerRect().height() >= base->minimumOuterSizeHint().height() - 1, preset);
                }
        }
}

void TestCompose::eachSideIsAskedOnceForADrawing()
{
    static int asked = 0;
    FigureInfo info = attentionFigure;
    info.whyNot = [](const FigureData& data) {
        ++asked;
        return data.side == Side::Delta ? QStringLiteral("No.") : QString();
    };
    Plot plot;
    plot.resize(1200, 700);
    composeFigure(plot, info, support::fulfilled(info, twoRuns()), screenStyle(plot.size()));
    QCOMPARE(asked, 3);
}

QUIET_TEST_MAIN(TestCompose)
#include "tst_compose.moc"
