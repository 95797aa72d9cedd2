// The view of trainings: which are shown on which page, and the way out of a page that has none.

#include "core/files/library/bundled_models.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/view.h"

#include <QTest>

using namespace widgets;

class TestTrainingView : public QObject
{
    Q_OBJECT

private slots:
    void thePairIsOfItsPage()
    {
        SelectionModel selection;
        TrainingView view(&selection, nullptr);
        const QStringList own{"main"}, pair{"pre12", "post12"};
        view.showRuns(own);
        QVERIFY(view.restore("training", {{"show", "gradient"}, {"runs", "pre12,post12"}}));
        QCOMPARE(view.runs(), pair);
        view.showPage("loss");
        QCOMPARE(view.runs(), own);
        view.showRuns(pair); // chosen by the person: of every page
        view.showPage("heads");
        QCOMPARE(view.runs(), pair);
    }

    void thePageOfExpertsHasAWayOut()
    {
        const RunPtr plain = support::tinyRun();
        const auto trace = std::make_shared<core::Trace>(*plain->trace);
        trace->model = "tiny@1";
        FigureData data{std::make_shared<RunResult>(RunResult{trace, plain->setup}), nullptr, {}, {{"show", "experts"}}};
        NeedStore store;
        keepHistory(store, data.a,
            std::make_shared<core::TrainingHistory>(
                core::readTrainingHistory(core::bundledModelsFolder() + "/main/history.json")));
        fulfil(trainingFigure, data, store, {});
        QVERIFY2(trainingFigure.whyNot(data).contains("“experts”"), qPrintable(trainingFigure.whyNot(data)));
        QCOMPARE(trainingFigure.offer(data).value, QString("experts"));
        data.options["show"] = "loss";
        QVERIFY(trainingFigure.offer(data).value.isEmpty());
        data.options = {{"show", "experts"}, {"runs", "main"}}; // of which another model changes nothing
        QVERIFY(trainingFigure.offer(support::fulfilled(trainingFigure, data)).value.isEmpty());
    }
};

QUIET_TEST_MAIN(TestTrainingView)
#include "tst_training_view.moc"
