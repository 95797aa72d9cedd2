// The page of trainings: its numbers are those of history.json, in pictures, captions and tables.

#include "core/base/error.h"
#include "core/files/bundled_models.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/heatmap_plottable.h"
#include "widgets/plot/number_format.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training_data.h"
#include "widgets/views/training_figure.h"
#include "widgets/views/training_sentences.h"
#include "widgets/views/training_view.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace widgets;

class TestTraining : public QObject
{
    Q_OBJECT

    const core::TrainingHistory m_main = core::readTrainingHistory(core::bundledModelsFolder() + "/main/history.json");

    static FigureData dataOf(const char* show, const char* runs = "main")
    {
        return {nullptr, nullptr, {}, {{"show", QString(show)}, {"runs", QString(runs)}}};
    }

private slots:
    void everyPartDrawsAndSaysItsNumbers_data();
    void everyPartDrawsAndSaysItsNumbers();
    void theMapHasARowForEachLayer();
    void theCaptionSaysWhenTheHeadForms();
    void theTableHoldsEveryNumber();
    void severalTrainingsHaveOneTable();
    void aModelWithoutAHistorySaysWhichHaveOne();
    void aFigureWithoutATableIsRefused();
    void theViewFollowsTheModelUntilATrainingIsChosen();
    void theMomentIsThatOfTheStep();
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
    QCOMPARE(map->grid().at(2, 5), column->at({5, 2}));
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
}

void TestTraining::aFigureWithoutATableIsRefused()
{
    const FigureInfo* diagram = findFigure("diagram"); // boxes and words
    QVERIFY_EXCEPTION_THROWN(
        renderFigure(*diagram, {support::tinyRun(), nullptr, {}, {}}, {}, FigureFormat::Csv, {}), core::Error);
}

void TestTraining::theViewFollowsTheModelUntilATrainingIsChosen()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
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

QUIET_TEST_MAIN(TestTraining)
#include "tst_training.moc"
