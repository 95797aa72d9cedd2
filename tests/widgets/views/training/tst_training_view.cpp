// The view of trainings: which are shown on which page, and the way out of a page that has none.

#include "core/files/library/bundled_models.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/figure/figure_export.h"
#include "widgets/plot/plot.h"
#include "widgets/views/training/data.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/view.h"

#include <QMenu>
#include <QTest>
#include <QToolButton>

using namespace widgets;

class TestTrainingView : public QObject
{
    Q_OBJECT

private slots:
    void thePairIsOfItsPages()
    {
        SelectionModel selection;
        TrainingView view(&selection, nullptr);
        const QStringList own{"main"}, pair{"pre12", "post12"};
        view.showRuns(own);
        QVERIFY(view.restore("training", {{"show", "gradient"}, {"runs", "pre12,post12"}}));
        QCOMPARE(view.runs(), pair);
        view.showPage("loss");
        QCOMPARE(view.runs(), pair);
        view.showPage("heads");
        QCOMPARE(view.runs(), own);
        view.showPage("gradient");
        QCOMPARE(view.runs(), pair);
        const QList<QToolButton*> buttons = view.findChildren<QToolButton*>();
        const auto button
            = std::ranges::find(buttons, QStringLiteral("Pre against Post"), [](const QToolButton* one) { return one->text(); });
        QVERIFY(button != buttons.end() && (*button)->isChecked());
        (*button)->click();
        QCOMPARE(view.runs(), own);
        QVERIFY(!(*button)->isChecked());
        view.showRuns(pair); // chosen by the person: of every page
        view.showPage("heads");
        QCOMPARE(view.runs(), pair);
    }

    void aRaceHasTheLossOfEachBatchToo()
    {
        const auto lines = [](const char* runs) {
            const FigureData data = support::fulfilled(trainingFigure,
                {nullptr, nullptr, {}, {{"show", QStringLiteral("loss")}, {"runs", QString::fromLatin1(runs)}}});
            const auto plot = buildFigure(trainingFigure, data, FigureStyle());
            QStringList names;
            for (int i = 0; i < plot->graphCount(); ++i)
                names << plot->graph(i)->name();
            return names.filter(QStringLiteral("of each batch")).size();
        };
        QCOMPARE(lines("main"), 1);
        QCOMPARE(lines("pre12,post12"), 2);
        QCOMPARE(lines("main,pre12,post12"), 0); // they would hide each other
    }

    void modelsThatDifferInTheirPlacementAreCalledByIt()
    {
        const auto dataOf = [](const char* runs) {
            return support::fulfilled(trainingFigure,
                {nullptr, nullptr, {}, {{"show", QStringLiteral("loss")}, {"runs", QString::fromLatin1(runs)}}});
        };
        const auto called = [&](const char* runs) {
            QStringList words, names;
            for (const Training& training : shownTrainings(dataOf(runs))) {
                words << training.words;
                names << training.name;
            }
            return std::pair{words, names};
        };
        const auto [words, names] = called("pre12,post12,post12-warmup");
        QCOMPARE(words, (QStringList{"Pre", "Post", "Post, warm-up"}));
        QCOMPARE(names, (QStringList{"pre12", "post12", "post12-warmup"})); // ids stay, in files too
        QVERIFY(trainingFigure.table(dataOf("pre12,post12")).contains("\npre12,"));
        for (const char* others : {"pre12", "main,post12", "main,main-seed2"}) { // of one, of other sizes, of the same placement
            const auto [same, ids] = called(others);
            QCOMPARE(same, ids);
            QVERIFY(!same.isEmpty());
        }
    }

    void theMenuSaysWhatTheTrainingsAre()
    {
        SelectionModel selection;
        TrainingView view(&selection, nullptr);
        view.showRuns({"main", "post"});
        QMenu* menu = nullptr;
        for (const QToolButton* const button : view.findChildren<QToolButton*>())
            if (button->accessibleName() == QLatin1String("Trainings"))
                menu = button->menu();
        QVERIFY(menu);
        emit menu->aboutToShow();
        QVERIFY2(menu->actions().size() < 25, qPrintable(QString::number(menu->actions().size()))); // without scrolling
        QVERIFY(!menu->actions().front()->isChecked()); // only that of the model on screen
        const auto inGroup = [&](const QString& group, const QString& beginning) -> QAction* {
            for (QAction* const entry : menu->actions())
                if (entry->menu() && entry->text() == group)
                    for (QAction* const one : entry->menu()->actions())
                        if (one->text().startsWith(beginning))
                            return one;
            return nullptr;
        };
        QVERIFY(inGroup("Positions", "position-alibi — a penalty on distance"));
        QAction* const deepnorm = inGroup("Norm placement", "deepnorm — ");
        QVERIFY(deepnorm && !deepnorm->isChecked());
        QVERIFY(inGroup("Sweeps of the learning rate", "sweep-"));
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
