// The page of trainings: its numbers are those of history.json, in pictures, captions and tables.

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/training_runs.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/figure/figure_numbers.h"
#include "widgets/figure/need_store.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/plot/point_ticker.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/figure_words.h"
#include "widgets/views/shared/page_foot.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/sentences.h"
#include "widgets/views/training/view.h"

#include <QLabel>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace widgets;

class TestTraining : public QObject
{
    Q_OBJECT

    const core::TrainingHistory m_main = core::readTrainingHistory(core::bundledModelsFolder() + "/main/history.json");

    static FigureData dataOf(const char* show, const char* runs = "main")
    {
        return support::fulfilled(trainingFigure, {nullptr, nullptr, {}, {{"show", QString(show)}, {"runs", QString(runs)}}});
    }

    using Named = std::vector<std::pair<std::string, std::shared_ptr<const core::TrainingHistory>>>;
    static FigureData ownTrainings(const Named& all, const char* show) // runs with these trainings of their own
    {
        NeedStore store;
        std::vector<RunPtr> runs;
        for (const auto& [name, history] : all) {
            const auto trace = std::make_shared<core::Trace>(*support::tinyRun()->trace);
            trace->model = name + "@1";
            runs.push_back(std::make_shared<RunResult>(RunResult{trace, support::tinyRun()->setup}));
            keepHistory(store, runs.back(), history);
        }
        FigureData data{runs[0], runs.size() > 1 ? runs[1] : nullptr, {}, {{"show", QString(show)}}};
        fulfil(trainingFigure, data, store, {});
        return data;
    }

private slots:
    void everyPartDrawsAndSaysItsNumbers_data();
    void everyPartDrawsAndSaysItsNumbers();
    void theMapHasARowForEachLayer();
    void mapsAboveEachOtherAreEquallyHighAndShareTheirStepsWithTheLines();
    void theNumbersOfALineBelowMapsAreSteps();
    void pointsStandAtEqualDistancesHoweverTheirStepsGrow();
    void aWiderPartOfTheAxisHasALabelOfItsOwn();
    void oneSentenceSpeaksOfBoth();
    void theFirstStepIsOfEveryPlacementThatWasMeasured();
    void theCaptionSaysWhenTheHeadForms();
    void theTableHoldsEveryNumber();
    void severalTrainingsHaveOneTable();
    void aModelWithoutAHistorySaysWhichHaveOne();
    void aFigureWithoutATableIsRefused();
    void theViewFollowsTheModelUntilATrainingIsChosen();
    void theMomentIsThatOfTheStep();
    void aRunBringsTheCurveOfItsOwnTraining();
    void theEntropyIsThatOfTheTraining();
    void ofATrainingUnderWayNothingIsTheEnd();
    void aNameIsSaidOnce();
    void theFirstStepOfOneTrainingHasNumbers();
};

void TestTraining::everyPartDrawsAndSaysItsNumbers_data()
{
    QTest::addColumn<QString>("show");
    for (const char* show : {"loss", "heads", "gradient", "stream"})
        QTest::newRow(show) << QString(show);
}

void TestTraining::everyPartDrawsAndSaysItsNumbers()
{
    QFETCH(QString, show);
    for (const QSizeF size : {QSizeF(1280, 720), QSizeF(320, 240)}) {
        FigureStyle style;
        style.size = size;
        const FigureData data = dataOf(qPrintable(show));
        QVERIFY(trainingFigure.whyNot(data).isEmpty());
        const auto plot = buildFigure(trainingFigure, data, style);
        QVERIFY(plot->plottableCount() > 0);
        QVERIFY(!trainingFigure.caption(data).isEmpty());
        QVERIFY(trainingFigure.caption(data).startsWith("main"));
        QVERIFY(!trainingFigure.caption(data).contains("NaN"));
        const QByteArray svg = renderFigure(trainingFigure, data, style, FigureFormat::Svg, {});
        QVERIFY(svg.contains("<svg"));
    }
}

void TestTraining::theMapHasARowForEachLayer()
{
    FigureStyle style;
    const auto plot = buildFigure(trainingFigure, dataOf("gradient"), style);
    auto* map = qobject_cast<HeatmapPlottable*>(plot->cellMap("main/gradient_layers"));
    QVERIFY(map);
    const core::Tensor* column = m_main.column("gradient_layers");
    QCOMPARE(map->grid().rows, column->dim(1));
    QCOMPARE(map->grid().columns, column->dim(0));
    QCOMPARE(map->grid().at(0, 5), column->at({5, column->dim(1) - 1})); // the last on top
    QCOMPARE(map->grid().at(column->dim(1) - 1, 5), column->at({5, 0}));
}

void TestTraining::mapsAboveEachOtherAreEquallyHighAndShareTheirStepsWithTheLines()
{
    for (const char* show : {"gradient", "heads"})
        for (const QSizeF size : {QSizeF(1270, 470), QSizeF(900, 600), QSizeF(1240, 440)}) {
            FigureStyle style;
            style.size = size;
            style.showTitle = style.showCaption = false;
            const auto plot = buildFigure(trainingFigure, dataOf(show, "pre12,post12"), style);
            const QList<CellPlottable*> maps = plot->cellMaps();
            QCOMPARE(maps.size(), 2);
            QCOMPARE(maps[0]->mapRect().height(), maps[1]->mapRect().height());
            QVERIFY2(maps[0]->mapRect().height() >= 60, qPrintable(QString::number(maps[0]->mapRect().height())));
            const QCPGraph* line = plot->graph(0);
            const QCPAxisRect* chart = line->keyAxis()->axisRect();
            QVERIFY(chart->top() > maps[1]->mapRect().bottom());
            const auto isNear = [](double a, double b) { return std::abs(a - b) <= 1.5; };
            for (const int point : {0, 24, 100, 222}) { // of the map and of the line
                const double place = line->keyAxis()->coordToPixel(line->data()->at(point)->key);
                QVERIFY(isNear(maps[1]->cellRect({0, point}).center().x(), place));
            }
            for (const CellPlottable* map : maps)
                QVERIFY(map->keyAxis()->label().isEmpty()); // the steps are below the lines
            QVERIFY(!line->keyAxis()->label().isEmpty());
        }
}

void TestTraining::theNumbersOfALineBelowMapsAreSteps()
{
    FigureStyle style;
    const std::vector<NumberSet> sets = figureNumbers(trainingFigure, dataOf("gradient"), style);
    const QVector<double> steps = columnOf(m_main, "step");
    const auto line = std::find_if(sets.begin(), sets.end(), [](const NumberSet& set) { return set.axes.front() == "point"; });
    QVERIFY(line != sets.end());
    for (const qsizetype point : {0, 30, 222})
        QCOMPARE(line->values[std::size_t(2 * point)], steps[point]);
}

void TestTraining::pointsStandAtEqualDistancesHoweverTheirStepsGrow()
{
    const PointTicker ticker({0, 1, 2, 10, 20});
    for (const double number : {0.0, 1.0, 1.5, 6.0, 20.0})
        QCOMPARE(ticker.numberAt(ticker.placeOf(number)), number);
    QCOMPARE(ticker.placeOf(10), 3.0);
    QCOMPARE(ticker.placeOf(6), 2.5);
    QCOMPARE(ticker.placeOf(-5), 0.0);
    QCOMPARE(ticker.placeOf(99), 4.0);
    QVERIFY(!ticker.isEven());
    QVERIFY(PointTicker({0, 10, 21}).isEven());
}

/// The first steps are recorded more often, and stand farther apart: the axis says so, and has a label within.
void TestTraining::aWiderPartOfTheAxisHasALabelOfItsOwn()
{
    const QVector<double> steps = columnOf(m_main, "step");
    PointTicker ticker(steps);
    QVector<double> ticks;
    QVector<QString> labels;
    ticker.setTickCount(6);
    ticker.generate(QCPRange(0, double(steps.size()) - 1), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
    QVERIFY2(labels.contains(QStringLiteral("100")), qPrintable(labels.join(QLatin1Char(' '))));
    QVERIFY(std::ranges::is_sorted(ticks));
    FigureStyle style;
    const auto plot = buildFigure(trainingFigure, dataOf("gradient"), style);
    QVERIFY(plot->graph(0)->keyAxis()->label().contains(QStringLiteral("wider")));
}

void TestTraining::oneSentenceSpeaksOfBoth()
{
    const QString caption = trainingFigure.caption(dataOf("gradient", "pre12,post12"));
    QVERIFY2(caption.contains("0.0579 in Pre (L6, step 779)"), qPrintable(caption));
    QVERIFY2(caption.contains(QString::fromUtf8("3.09\u2009×\u200910⁻¹³ in Post (L0, step 1,872)")), qPrintable(caption));
    QCOMPARE(caption.count("."), 3); // of the numbers, and of one sentence
    QCOMPARE(emphasised(QStringLiteral("trained-2: from 3 to 1, at -4")).count("<b "), 3); // a name has no number
    QCOMPARE(emphasised(QStringLiteral("first: blocks.0.resid_pre")).count("<b "), 0); // and a tensor neither
    QVERIFY(emphasised(QStringLiteral("in fact 8.54B")).contains(QStringLiteral(">8.54B</b>")));
    QCOMPARE(emphasised(QString::fromUtf8("3.09\u2009×\u200910⁻¹³")).count("<b "), 1); // a power is one number
}

void TestTraining::theFirstStepIsOfEveryPlacementThatWasMeasured()
{
    const FigureData data = support::fulfilled(trainingFigure, {nullptr, nullptr, {}, {{"show", QStringLiteral("depth")}}});
    const core::TrainingHistory post = core::readTrainingHistory(core::bundledModelsFolder() + "/post12/history.json");
    const core::Tensor& column = *post.column("gradient_layers"); // [point, layer]
    bool isThere = false;
    for (const NumberSet& set : figureNumbers(trainingFigure, data, FigureStyle())) {
        if (set.name != QLatin1String("post12"))
            continue;
        isThere = true;
        QCOMPARE(set.values.size(), 2 * std::size_t(column.dim(1)));
        for (core::Index layer = 0; layer < column.dim(1); ++layer)
            QCOMPARE(set.values[std::size_t(2 * layer + 1)], double(column.data()[layer]));
    }
    QVERIFY(isThere);
    const QString said = trainingFigure.caption(data);
    QVERIFY2(said.contains("of 12 layers to the last: Pre") && !said.contains("pre12"), qPrintable(said));
    QVERIFY2(!said.contains("Not measured"), qPrintable(said));
    const QString ofTwo = trainingFigure.caption(dataOf("depth", "pre12,post12"));
    QVERIFY2(ofTwo.contains("Not measured: Sandwich"), qPrintable(ofTwo));
}

void TestTraining::theCaptionSaysWhenTheHeadForms()
{
    const QVector<double> best = bestHead(m_main, "induction");
    const QVector<double> steps = columnOf(m_main, "step");
    qsizetype passes = 0;
    while (best[passes] < 0.5)
        ++passes;
    const QString caption = trainingFigure.caption(dataOf("heads"));
    QVERIFY2(caption.contains(formatCount(qint64(steps[passes]))), qPrintable(caption));
    QVERIFY2(caption.contains(formatNumber(best.last())), qPrintable(caption));
}

void TestTraining::theTableHoldsEveryNumber()
{
    const QStringList lines = trainingFigure.table(dataOf("loss")).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(core::Index(lines.size()), m_main.points() + 1);
    const QStringList head = lines.first().split(',');
    const auto value = [&](int point, const QString& name) { return lines[point + 1].split(',').value(head.indexOf(name)); };
    QCOMPARE(head.mid(0, 2), QStringList({"run", "step"}));
    for (const int point : {0, 7, int(m_main.points()) - 1}) {
        QCOMPARE(value(point, "run"), QString("main"));
        QCOMPARE(value(point, "step").toFloat(), m_main.column("step")->at({point}));
        QCOMPARE(value(point, "gradient_layers[3]").toFloat(), m_main.column("gradient_layers")->at({point, 3}));
        QCOMPARE(value(point, "induction[2][1]").toFloat(), m_main.column("induction")->at({point, 2, 1}));
    }
}

void TestTraining::severalTrainingsHaveOneTable()
{
    const QStringList names = trainingNames();
    const QString other = names.value(1, "main");
    const QString table = trainingFigure.table(dataOf("loss", qPrintable("main," + other)));
    const auto columns = table.section('\n', 0, 0).count(',');
    for (const QString& line : table.split('\n', Qt::SkipEmptyParts))
        QCOMPARE(line.count(','), columns);
}

void TestTraining::aModelWithoutAHistorySaysWhichHaveOne()
{
    const RunPtr run = support::tinyRun();
    const QString reason = trainingFigure.whyNot({run, nullptr, {}, {}});
    QVERIFY2(reason.contains("untrained") && reason.contains("main"), qPrintable(reason));
    auto live = std::make_shared<RunResult>(*run); // a training in the window before its first step is measured
    auto trace = std::make_shared<core::Trace>(*run->trace);
    trace->model = "induction@0";
    live->trace = trace;
    const QString begun = trainingFigure.whyNot({live, nullptr, {}, {}});
    QVERIFY2(begun.contains("induction") && begun.contains("just begun"), qPrintable(begun));
}

void TestTraining::aFigureWithoutATableIsRefused()
{
    FigureInfo diagram = *findFigure("diagram");
    diagram.table = nullptr;
    QVERIFY_EXCEPTION_THROWN(
        renderFigure(diagram, {support::tinyRun(), nullptr, {}, {}}, {}, FigureFormat::Csv, {}), core::Error);
}

void TestTraining::theViewFollowsTheModelUntilATrainingIsChosen()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    support::answer(view);
    view.resize(900, 640);
    view.show();
    view.setRun(support::tinyRun(), nullptr);
    QVERIFY(view.isEmpty());
    view.showRuns({"main"});
    QVERIFY(!view.isEmpty());
    QCOMPARE(view.figureData().options.value("runs").toString(), QString("main"));
    view.showRuns({});
    QVERIFY(view.isEmpty());
}

void TestTraining::theMomentIsThatOfTheStep()
{
    const TrainingMoment end = trainingMoment("main", -1);
    QCOMPARE(end.lastStep, long(columnOf(m_main, "step").last()));
    QVERIFY(end.sentence.contains(formatNumber(bestHead(m_main, "induction").last())));
    QVERIFY(trainingMoment("main", 0).sentence != end.sentence);
    QVERIFY(trainingMoment("untrained", -1).sentence.isEmpty());
}

/// As a training in the window, or a model in a folder of its own, has it.
void TestTraining::aRunBringsTheCurveOfItsOwnTraining()
{
    const RunPtr plain = support::tinyRun();
    auto history = std::make_shared<core::TrainingHistory>(m_main);
    history->training["changes"] = core::Json::array({{{"step", 100}, {"change", "norm.placement=post"}}});
    history->training["race"] = "C23";
    const auto trace = std::make_shared<core::Trace>(*plain->trace);
    trace->model = "mine@4400";
    const RunPtr run = std::make_shared<RunResult>(RunResult{trace, plain->setup});
    NeedStore store;
    keepHistory(store, run, history);
    FigureData data{run, nullptr, {}, {{"show", "loss"}}};
    fulfil(trainingFigure, data, store, {});
    QCOMPARE(shownTrainings(data).size(), std::size_t(1));
    QCOMPARE(shownTrainings(data)[0].name, QString("mine"));
    QCOMPARE(shownStep(data), 4400.0);
    QVERIFY(trainingFigure.whyNot(data).isEmpty());
    QVERIFY(trainingFigure.caption(data).startsWith(watchSentence(shownTrainings(data)[0])));
    FigureData race{run, run, {}, {{"show", "loss"}}};
    fulfil(trainingFigure, race, store, {});
    QCOMPARE(shownTrainings(race).size(), std::size_t(2)); // both slots
    FigureStyle style;
    const auto with = buildFigure(trainingFigure, data, style);
    history->training.erase("changes");
    const auto without = buildFigure(trainingFigure, data, style);
    QCOMPARE(with->graphCount(), without->graphCount() + 1); // the place where it went on
    QCOMPARE(changeText("norm.placement=post"), QString("Post"));
}

void TestTraining::theEntropyIsThatOfTheTraining()
{
    const auto captionOf = [](const std::shared_ptr<core::TrainingHistory>& history) {
        NeedStore store;
        const RunPtr plain = support::tinyRun();
        const auto trace = std::make_shared<core::Trace>(*plain->trace);
        trace->model = "mine@4400";
        const RunPtr run = std::make_shared<RunResult>(RunResult{trace, plain->setup});
        keepHistory(store, run, history);
        FigureData data{run, nullptr, {}, {{"show", "loss"}}};
        fulfil(trainingFigure, data, store, {});
        return trainingFigure.caption(data);
    };
    auto history = std::make_shared<core::TrainingHistory>(m_main);
    const double end = lastFinite(columnOf(*history, "held_out"));
    history->training["entropy"] = 0.5;
    QVERIFY2(captionOf(history).contains(formatNumber(end - 0.5)), qPrintable(captionOf(history)));
    history->training.erase("entropy"); // as of the bundled models
    QVERIFY(captionOf(history).contains(formatNumber(end - *core::corpusEntropy())));
    history->training["task"] = "text";
    QVERIFY(!captionOf(history).contains(formatNumber(end - *core::corpusEntropy())));
}

void TestTraining::ofATrainingUnderWayNothingIsTheEnd()
{
    const core::TrainingHistory experts = core::readTrainingHistory(core::bundledModelsFolder() + "/experts/history.json");
    for (const core::TrainingHistory& whole : {m_main, experts})
        for (const char* show : {"loss", "heads", "stream", "experts"}) {
            const auto captionOf = [&](bool isUnderWay) {
                auto history = std::make_shared<core::TrainingHistory>(whole);
                history->training["under_way"] = isUnderWay;
                const FigureData data = ownTrainings({{"mine", history}}, show);
                return trainingFigure.whyNot(data).isEmpty() ? trainingFigure.caption(data) : QString();
            };
            const QString over = captionOf(false), now = captionOf(true);
            QVERIFY2(over.isEmpty() || over != now, qPrintable(over));
            for (const char* word : {"ends", "at the end", "ever "})
                QVERIFY2(!now.contains(QLatin1String(word)), qPrintable(now));
            QVERIFY2(now.isEmpty() || now.contains("so far") || now.contains("now"), qPrintable(now));
        }
}

void TestTraining::aNameIsSaidOnce()
{
    const auto main = std::make_shared<const core::TrainingHistory>(m_main);
    const auto of = [&](const std::string& name) { // two of which one has this name
        const auto plot = buildFigure(trainingFigure, ownTrainings({{name, main}, {"main", main}}, "heads"), FigureStyle());
        return plot->graph(0)->name();
    };
    QVERIFY2(!of("induction").contains(QStringLiteral("induction induction")), qPrintable(of("induction")));
    QVERIFY(of("mine").startsWith(QStringLiteral("mine induction")));
}

void TestTraining::theFirstStepOfOneTrainingHasNumbers()
{
    for (const char* name : {"main", "pre12"}) {
        const auto plot = buildFigure(trainingFigure, dataOf("depth", name), FigureStyle());
        plot->setViewport({0, 0, 1280, 720});
        plot->replot();
        const QVector<QString> labels = plot->graph(0)->valueAxis()->tickVectorLabels();
        QVERIFY2(labels.size() >= 2, name);
        QVERIFY2(labels[0] != labels[1], name);
    }
}

QUIET_TEST_MAIN(TestTraining)
#include "tst_training.moc"
