// The line of a training in the window: what it can do, its data, and the presets.

#include "widgets/views/training/train_controls.h"

#include "core/experiments/text_set.h"
#include "core/files/library/model_files.h"
#include "core/model/choices.h"
#include "core/run/untrained.h"
#include "core/train/bundled_recipes.h"
#include "tests/widgets/support/answered_view.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/training/figure.h"
#include "widgets/views/training/races.h"
#include "widgets/views/training/view.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QTest>
#include <QToolButton>

#include <memory>
#include <sstream>

using namespace widgets;

class TestTrainControls : public QObject
{
    Q_OBJECT
private slots:
    void theLineOfATrainingSaysWhatItCanDo();
    void everyRaceIsOfChoicesThatThereAre();
    void theDataAreTheCorpusUntilAnotherIsChosen();
    void dropoutOfBranchesAndOfAttentionIsChosen();
    void whatIsChosenIsKept();
    void charactersAreTokensOfAFileOnly();
    void nothingOnTheLineMovesWhenATrainingBegins();
};

void TestTrainControls::nothingOnTheLineMovesWhenATrainingBegins()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    support::answer(view);
    view.resize(1366, 640);
    view.show();
    view.setTrains(true);
    const auto places = [&view] {
        QCoreApplication::processEvents();
        QList<QRect> all;
        for (const QWidget* const one : view.training()->widgets())
            all << (one->isVisible() ? one->geometry() : QRect());
        return all;
    };
    const QList<QRect> before = places();
    QVERIFY(view.findChild<QToolButton*>(QStringLiteral("trainText"))->isVisible());
    for (const TrainingNews::Phase phase : {TrainingNews::Phase::Running, TrainingNews::Phase::Paused, TrainingNews::Phase::Over}) {
        view.setNews({phase, 120, 400, 8780, 35});
        QCOMPARE(places(), before);
    }
    for (const Race& race : races()) {
        TrainSettings settings = view.training()->settings();
        settings.preset = QLatin1String(race.id);
        settings.recipe = core::recipeNamed(race.id);
        view.training()->setSettings(settings);
        QCOMPARE(places(), before);
    }
}

void TestTrainControls::theLineOfATrainingSaysWhatItCanDo()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    support::answer(view);
    const auto button = [&](const char* name) { return view.findChild<QToolButton*>(QLatin1String(name)); };
    QVERIFY(!button("trainGo")->isVisibleTo(&view));
    view.resize(1200, 640);
    view.show();
    view.setTrains(true);
    QVERIFY(button("trainGo")->isVisibleTo(&view));
    QVERIFY(!button("trainKeep")->isEnabled());
    QList<TrainAct> wanted;
    connect(view.training(), &TrainControls::wanted, &view, [&](TrainAct act) { wanted << act; });
    button("trainGo")->click();
    view.setNews({TrainingNews::Phase::Running, 120, 400, 8780, 35});
    QVERIFY(view.training()->words().contains("120"));
    QVERIFY(!button("trainSteps")->isEnabled());
    button("trainGo")->click();
    button("trainKeep")->click();
    QCOMPARE(wanted, (QList{TrainAct::Start, TrainAct::Pause, TrainAct::Keep}));
}

void TestTrainControls::everyRaceIsOfChoicesThatThereAre()
{
    const QStringList pages = pageIds(trainingFigure);
    for (const Race& race : races()) {
        QCOMPARE(findRace(race.id), &race);
        const core::TrainingRecipe recipe = core::recipeNamed(race.id);
        QVERIFY2(pages.contains(QLatin1String(race.page)), race.id);
        QVERIFY2(race.seconds > 0 && race.seconds <= 180, race.id);
        for (const RaceLane& lane : race.lanes) {
            if (!lane.name)
                continue;
            core::Choices said;
            said.set("weights", "keep");
            std::istringstream words(std::string(race.choices) + " " + lane.choices);
            for (std::string word; words >> word;)
                said.setText(word, 1);
            core::configure(core::untrained(*core::openModel(race.model)), said); // they are legal together
            if (*lane.recipe)
                QVERIFY(!(core::readRecipe(core::parseJson(lane.recipe, race.id), race.id, recipe) == recipe));
        }
    }
    QVERIFY(!findRace("C00"));
}

void TestTrainControls::theDataAreTheCorpusUntilAnotherIsChosen()
{
    TrainSettings settings;
    QCOMPARE(settings.text, QStringLiteral("corpus"));
    const QString texts = dataWords(settings);
    settings.recipe.curriculum.stories = 0.75;
    QVERIFY2(dataWords(settings).contains("25"), qPrintable(dataWords(settings)));
    settings.recipe.curriculum.stories = 0;
    QVERIFY(dataWords(settings) != texts);
    QVERIFY(!dataWords(settings).contains(QLatin1String("100")));
    settings.text = QStringLiteral("/some/where/book.txt");
    QCOMPARE(dataWords(settings), QStringLiteral("book.txt"));
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    QMenu* const menu = view.findChild<QToolButton*>(QStringLiteral("trainText"))->menu();
    emit menu->aboutToShow();
    const QList<QAction*> actions = menu->actions();
    QVERIFY(actions[0]->isChecked());
    actions[2]->trigger();
    QCOMPARE(view.training()->settings().recipe.curriculum.stories, 0.0);
    emit menu->aboutToShow();
    menu->actions()[4]->trigger(); // the first set
    QCOMPARE(view.training()->settings().text.toStdString(), core::bundledTextSets().front());
}

void TestTrainControls::dropoutOfBranchesAndOfAttentionIsChosen()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    auto* const button = view.findChild<QToolButton*>(QStringLiteral("trainDropout"));
    const auto choose = [&](const QString& text) {
        emit button->menu()->aboutToShow();
        for (QAction* const action : button->menu()->actions())
            if (action->text() == text)
                return action->trigger();
        QFAIL(qPrintable(text));
    };
    const core::TrainingRecipe& recipe = view.training()->settings().recipe;
    QCOMPARE(button->text(), QStringLiteral("dropout 0"));
    choose(QStringLiteral("branches 0.1"));
    QCOMPARE(recipe.dropout, 0.1);
    QCOMPARE(recipe.attentionDropout, 0.0);
    QCOMPARE(button->text(), QStringLiteral("dropout 0.1"));
    choose(QStringLiteral("attention 0.2"));
    QCOMPARE(recipe.attentionDropout, 0.2);
    QCOMPARE(button->text(), QStringLiteral("dropout 0.1, attention 0.2"));
    choose(QStringLiteral("branches 0"));
    QCOMPARE(recipe.dropout, 0.0);
    view.setNews({TrainingNews::Phase::Running, 1, 400, 0, 0});
    QVERIFY(!button->isEnabled());
}

void TestTrainControls::whatIsChosenIsKept()
{
    QVERIFY(toMap({}).isEmpty());
    TrainSettings settings{.text = QStringLiteral("/some/book.txt"), .isFresh = false, .wantsCharacters = true, .preset = QStringLiteral("C23")};
    settings.recipe.rate = 6e-3;
    settings.recipe.steps = 800;
    settings.recipe.curriculum.stories = 0.75;
    const QByteArray file = QJsonDocument(QJsonObject::fromVariantMap(toMap(settings))).toJson();
    QVERIFY(settingsIn(QJsonDocument::fromJson(file).object().toVariantMap()) == settings);
    QVERIFY(settingsIn({{QStringLiteral("recipe"), QVariantMap{{QStringLiteral("lr"), -1}}}}).recipe == usualRecipe());
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    int changes = 0;
    connect(&view, &View::whatIfChanged, &view, [&] { ++changes; });
    view.setWhatIf(toMap(settings));
    QCOMPARE(changes, 0); // nobody chose it
    QVERIFY(view.training()->settings() == settings);
    QVERIFY(view.trains());
    QMenu* const menu = view.findChild<QToolButton*>(QStringLiteral("trainSteps"))->menu();
    emit menu->aboutToShow();
    menu->actions().front()->trigger();
    QCOMPARE(changes, 1);
    QCOMPARE(view.whatIf().value(QStringLiteral("recipe")).toMap().value(QStringLiteral("steps")).toInt(), 50);
}

void TestTrainControls::charactersAreTokensOfAFileOnly()
{
    SelectionModel selection;
    TrainingView view(&selection, nullptr);
    QMenu* const menu = view.findChild<QToolButton*>(QStringLiteral("trainText"))->menu();
    emit menu->aboutToShow();
    QVERIFY(!menu->actions().constLast()->isEnabled()); // of the corpus
    view.training()->setSettings({.text = QStringLiteral("/some/book.txt"), .isFresh = false});
    emit menu->aboutToShow();
    menu->actions().constLast()->trigger();
    const TrainSettings& settings = view.training()->settings();
    QVERIFY(settings.isFresh && isByCharacters(settings));
    QVERIFY2(dataWords(settings).contains(QStringLiteral("characters")), qPrintable(dataWords(settings)));
    TrainSettings other = settings;
    other.isFresh = false; // weights keep their own tokenizer
    QVERIFY(!isByCharacters(other));
}

QUIET_TEST_MAIN(TestTrainControls)
#include "tst_train_controls.moc"
