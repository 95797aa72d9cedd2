// The lecture of docs/lecture.md, step by step, in the real window: what stands there is what happens.

#include "app/compare_bar.h"
#include "app/languages.h"
#include "app/main_window.h"

#include "core/files/model_files.h"
#include "widgets/panels/step_scrubber.h"
#include "widgets/plot/map_wall.h"
#include "widgets/plot/plot.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/training_data.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <memory>

using app::MainWindow;

class TestLecture : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void itOpensOnFlowWithATextThatRepeats();
    void theInductionHeadFormsInTraining();
    void placementsRunOnTheSameWeights();
    void preAgainstPostIsOneClick();
    void aComparisonLeadsToItsPlaceAndBack();
    void ropeThenAlibi();
    void aMixtureRoutesTheSelectedToken();
    void fourFiguresLeaveInBothLanguages();

private:
    void settle();
    widgets::FigureView* show(const char* view);
    void choose(const char* assignment);

    std::unique_ptr<MainWindow> m_window;
};

void TestLecture::initTestCase() { app::setLanguage("en"); }

void TestLecture::init()
{
    m_window = std::make_unique<MainWindow>(
        MainWindow::Start{.model = QString::fromStdString(core::defaultModel()), .remembers = false});
    m_window->resize(1366, 768);
    m_window->show();
    settle();
}

void TestLecture::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy() && m_window->run(), 60000);
    QTest::qWait(30);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isBusy(), 60000);
}

widgets::FigureView* TestLecture::show(const char* view)
{
    m_window->showView(QString::fromLatin1(view));
    settle();
    return qobject_cast<widgets::FigureView*>(m_window->currentView());
}

void TestLecture::choose(const char* assignment)
{
    core::Choices said = m_window->state().slot().said;
    said.setText(assignment, 4);
    m_window->setChoices(said);
    settle();
}

void TestLecture::itOpensOnFlowWithATextThatRepeats()
{
    const auto* view = qobject_cast<widgets::FigureView*>(m_window->currentView());
    QCOMPARE(QString(view->figure().id), QStringLiteral("flow"));
    QVERIFY(!view->isEmpty());
    const std::vector<core::TokenId>& ids = m_window->run()->trace->ids;
    QVERIFY(std::count(ids.begin(), ids.end(), ids.back()) >= 2); // the last word stood there before
    QCOMPARE(m_window->run()->trace->model, std::string("main"));
}

void TestLecture::theInductionHeadFormsInTraining()
{
    show("attention");
    const widgets::Selection at = m_window->selection()->pinned();
    QCOMPARE(at.layer, 2);
    QCOMPARE(at.head, 1);
    const auto weight = [&] { return m_window->run()->trace->at("blocks.2.attn.pattern").at({at.head, at.query, at.key}); };
    QVERIFY(weight() > 0.9F);
    m_window->setTrainingStep(1000);
    settle();
    QVERIFY(weight() < 0.3F);
    m_window->setTrainingStep(1700);
    settle();
    QVERIFY(weight() > 0.5F);
}

void TestLecture::placementsRunOnTheSameWeights()
{
    const widgets::FigureView* view = show("norm");
    QTRY_VERIFY(!view->figureData().kinds.empty());
    const auto lengthAtEnd = [&](const std::string& kind) {
        for (const widgets::KindRun& one : view->figureData().kinds)
            if (one.value == kind && one.run) {
                const core::Tensor& stream = one.run->trace->at("blocks.3.resid_post");
                double sum = 0;
                for (const float x : stream.values())
                    sum += double(x) * double(x);
                return std::sqrt(sum / double(stream.size()));
            }
        return -1.0;
    };
    for (const char* kind : {"pre", "post", "sandwich", "branch_output", "deep_norm"})
        QVERIFY2(lengthAtEnd(kind) > 0, kind);
    QVERIFY(lengthAtEnd("pre") > 10 * lengthAtEnd("post"));
    QVERIFY(!view->isEmpty());
}

void TestLecture::preAgainstPostIsOneClick()
{
    widgets::FigureView* view = show("training");
    QToolButton* button = nullptr;
    for (QToolButton* one : view->findChildren<QToolButton*>())
        if (one->text() == QLatin1String("Pre against Post"))
            button = one;
    QVERIFY(button);
    button->click();
    const std::vector<widgets::Training> shown = widgets::shownTrainings(view->figureData());
    QCOMPARE(shown.size(), std::size_t(2));
    QVERIFY(widgets::columnOf(*shown[0].history, "held_out").last() < 2); // Pre
    QVERIFY(widgets::columnOf(*shown[1].history, "held_out").last() > 5); // Post
    const widgets::Grid gradient = widgets::rowsOverPoints(*shown[1].history, "gradient_layers");
    QVERIFY(gradient.at(0, gradient.columns - 1) < 1e-9F); // of the first layer, at the end
    QVERIFY(gradient.at(0, 0) > 0.01F);
}

void TestLecture::aComparisonLeadsToItsPlaceAndBack()
{
    show("attention");
    m_window->change(app::withB(m_window->state()));
    choose("norm.placement=post");
    QVERIFY(m_window->compareBar()->fairness().contains("trained separately"));
    QVERIFY(m_window->compareBar()->metrics().empty()); // heads of the two mean different things
    choose("weights=keep");
    m_window->change(app::withMode(m_window->state(), widgets::SlotMode::All));
    settle();
    auto* view = qobject_cast<widgets::FigureView*>(m_window->currentView());
    QVERIFY(m_window->compareBar()->isVisible());
    QVERIFY(!m_window->compareBar()->fairness().isEmpty());
    QVERIFY(!m_window->compareBar()->metrics().empty());
    const widgets::Metric metric = m_window->compareBar()->metrics().front();
    QVERIFY(metric.hasPlace);
    emit m_window->compareBar()->placeChosen(metric.at);
    QCOMPARE(m_window->selection()->pinned(), metric.at);
    QCOMPARE(view->plot()->cellMaps().size() % 3, 0); // A, B, Δ
    m_window->change(app::withoutB(m_window->state()));
    settle();
    QVERIFY(!m_window->compareBar()->isVisible());
    m_window->undoStack()->undo();
    settle();
    QVERIFY(m_window->compareBar()->isVisible());
}

void TestLecture::ropeThenAlibi()
{
    QVERIFY(!show("rope")->isEmpty());
    choose("position.kind=alibi");
    QVERIFY(show("rope")->isEmpty()); // says so, and offers the switch
    QVERIFY(!show("alibi")->isEmpty());
}

void TestLecture::aMixtureRoutesTheSelectedToken()
{
    QVERIFY(show("mixture")->isEmpty());
    choose("feed_forward.kind=mixture");
    widgets::FigureView* view = show("mixture");
    QVERIFY(!view->isEmpty());
    const QString before = view->captionText();
    widgets::Selection other = m_window->selection()->pinned();
    other.query = 2;
    m_window->selection()->pin(other);
    settle();
    QVERIFY(view->captionText() != before);
}

void TestLecture::fourFiguresLeaveInBothLanguages()
{
    QTemporaryDir folder;
    QProcess script;
    script.start(QStringLiteral(LECTURE_SCRIPT), {QStringLiteral(CUTAWAY_PROGRAM), folder.path()});
    QVERIFY(script.waitForFinished(300000));
    QCOMPARE(script.exitCode(), 0);
    const QStringList files = QDir(folder.path()).entryList({"*.svg", "*.pdf"});
    QCOMPARE(files.size(), 16);
    for (const QString& file : files)
        if (file.contains("en.svg")) {
            QProcess verify;
            verify.start(QStringLiteral(CUTAWAY_PROGRAM), {"verify", folder.filePath(file)});
            QVERIFY(verify.waitForFinished(120000));
            QVERIFY2(verify.exitCode() == 0, qPrintable(file));
        }
}

QTEST_MAIN(TestLecture)
#include "tst_lecture.moc"
