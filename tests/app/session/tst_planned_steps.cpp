// Planned steps, walked with a clicker in the real window: each is restored whole from wherever the lecturer has wandered, and
// the black screen leaves everything as it is.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"
#include "app/window/main_window.h"
#include "app/window/presenter.h"

#include "core/files/library/model_files.h"
#include "tests/widgets/support/quiet.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/figure/fairness.h"
#include "widgets/controls/elided_label.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/step_timeline.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMenuBar>
#include <QMouseEvent>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using app::MainWindow;

namespace {

/// Everything that a step says, as the window has it.
struct Shown
{
    app::WindowState state;
    QString figure;
    QVariantMap options;
    widgets::Selection selection;
    bool operator==(const Shown&) const = default;
};

QString words(const Shown& shown)
{
    QStringList options;
    for (auto option = shown.options.begin(); option != shown.options.end(); ++option)
        options << option.key() + "=" + option.value().toString();
    const widgets::Selection& at = shown.selection;
    return QStringLiteral("%1 %2 [%3] L%4 H%5 %6 %7 %8")
        .arg(QString::fromStdString(shown.state.a.model), shown.figure, options.join(' '))
        .arg(at.layer)
        .arg(at.head)
        .arg(at.query)
        .arg(at.key)
        .arg(at.dim);
}

} // namespace

class TestPlannedSteps : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }
    void theLectureComesInBothLanguages();
    void pageDownWalksTheLectureFromTheDefaultModel();
    void everyStepIsRestoredWholeFromAnywhere();
    void leavingPutsBackWhatWasBefore();
    void whatWasSetByHandStays();
    void aPresentationGoesOnAtItsStep();
    void noClickIsSeenInLaterSteps();
    void twoKeysInARowLeadToTheSecondStep();
    void anotherModelWalksItsPages_data();
    void anotherModelWalksItsPages();
    void anOpenedListIsWalkedWithAnyModel();
    void theStepStaysInAnotherLanguage();
    void keysReachTheStepsWhereverTheFocusIs();
    void blackLeavesEverythingAsItIs();
    void layersAndHeadsHaveKeysOfTheirOwn();
    void nothingIsTakenFromTheKeysOutsideOfPresenting();
    void whatIsWrongWithAListIsOneLine_data();
    void whatIsWrongWithAListIsOneLine();

private:
    void open(const QString& model, const QString& view = {}, const QString& text = {});
    void settle();
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    void wander(int how);
    Shown shown() const;
    QString counter() const { return m_window->presenter()->counter()->text(); }
    widgets::FigureView* view() const { return qobject_cast<widgets::FigureView*>(m_window->currentView()); }

    std::unique_ptr<MainWindow> m_window;
};

void TestPlannedSteps::open(const QString& model, const QString& view, const QString& text)
{
    m_window = std::make_unique<MainWindow>(MainWindow::Start{.model = model, .text = text, .view = view, .remembers = false});
    m_window->resize(1366, 738);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    settle();
}

void TestPlannedSteps::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isComputing() && m_window->run(), 60000);
    QTest::qWait(20);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isComputing(), 60000);
}

/// To whatever has the focus.
void TestPlannedSteps::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget* const focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : m_window.get(), key, modifiers);
    settle();
}

Shown TestPlannedSteps::shown() const
{
    const widgets::FigureData data = view()->figureData();
    return {m_window->state(), QString(view()->figure().id), data.options, m_window->selection()->pinned()};
}

/// Away from the step, each time otherwise.
void TestPlannedSteps::wander(int how)
{
    switch (how % 5) {
    case 0:
        m_window->showView("residual");
        m_window->selection()->pin({.layer = 3, .head = 0, .query = 2, .key = 1});
        break;
    case 1:
        m_window->addChoice("norm.placement", "sandwich");
        break;
    case 2:
        m_window->setPrompt("a cat on the sofa");
        m_window->showView("output");
        break;
    case 3:
        m_window->openModel("untrained");
        break;
    default: // every switch of the page on screen
        for (auto* const choice : view()->findChildren<widgets::SegmentedSwitch*>())
            for (const QString& id : choice->ids())
                if (auto* const button = choice->findChild<QAbstractButton*>(id); button && button->isVisible())
                    button->click();
        m_window->action(app::Act::MakeB)->trigger();
        m_window->action(app::Act::StepThrough)->trigger();
    }
    settle();
}

void TestPlannedSteps::theLectureComesInBothLanguages()
{
    const app::PlannedSteps english = app::readPlannedSteps(app::lectureFile("en"));
    const app::PlannedSteps chinese = app::readPlannedSteps(app::lectureFile("zh_CN"));
    QVERIFY(english.steps.size() >= 10);
    QCOMPARE(chinese.steps.size(), english.steps.size());
    for (std::size_t i = 0; i < english.steps.size(); ++i) {
        QCOMPARE(chinese.steps[i].contents.figure, english.steps[i].contents.figure);
        QCOMPARE(chinese.steps[i].contents.data.options, english.steps[i].contents.data.options);
        QVERIFY(chinese.steps[i].title != english.steps[i].title);
    }
}

void TestPlannedSteps::pageDownWalksTheLectureFromTheDefaultModel()
{
    open("main");
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    press(Qt::Key_F5);
    QVERIFY(m_window->presenter()->counter()->isVisible());
    QCOMPARE(m_window->presenter()->at(), -1); // what was prepared stays until the first key
    const app::PlannedSteps lecture = app::readPlannedSteps(app::lectureFile("en"));
    const int last = int(lecture.steps.size()) - 1;
    for (int step = 0; step <= last; ++step) {
        press(Qt::Key_PageDown);
        QCOMPARE(m_window->presenter()->at(), step);
        QCOMPARE(QString(view()->figure().id), lecture.steps[std::size_t(step)].contents.figure);
        QVERIFY2(!view()->isEmpty(), qPrintable(counter()));
        QVERIFY2(m_window->notifications()->notifications().empty(), qPrintable(counter()));
        QVERIFY(counter().startsWith(QStringLiteral("%1 / %2").arg(step + 1).arg(last + 1)));
        QVERIFY(counter().contains(lecture.steps[std::size_t(step)].title));
        const QVariantMap wanted = lecture.steps[std::size_t(step)].contents.data.options;
        for (auto option = wanted.begin(); option != wanted.end(); ++option)
            QCOMPARE(view()->figureData().options.value(option.key()).toString(), option.value().toString());
        const widgets::FigureData data = view()->figureData();
        if (data.b && data.b->setup->origin.how == core::WeightsOrigin::How::Kept)
            QVERIFY2(widgets::sharesWeights(data), qPrintable(counter())); // also after steps with another model
    }
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), last);
    press(Qt::Key_F5);
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    press(Qt::Key_F5);
    press(Qt::Key_PageUp); // goes on where it was left
    QCOMPARE(m_window->presenter()->at(), last - 1);
}

void TestPlannedSteps::everyStepIsRestoredWholeFromAnywhere()
{
    open("main");
    press(Qt::Key_F5);
    std::vector<Shown> first;
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    for (std::size_t step = 0; step < count; ++step) {
        press(Qt::Key_PageDown);
        first.push_back(shown());
    }
    for (int step = int(count) - 2; step >= 0; --step) { // backwards, from somewhere else each time
        wander(step);
        press(Qt::Key_PageUp);
        QCOMPARE(m_window->presenter()->at(), step);
        QVERIFY2(shown() == first[std::size_t(step)],
            qPrintable(counter() + ": " + words(shown()) + " for " + words(first[std::size_t(step)])));
        QVERIFY(!m_window->timeline()->isActive());
    }
    for (int step = 1; step < int(count); ++step) {
        wander(step + 2);
        press(Qt::Key_PageDown);
        QVERIFY2(shown() == first[std::size_t(step)],
            qPrintable(counter() + ": " + words(shown()) + " for " + words(first[std::size_t(step)])));
    }
}

void TestPlannedSteps::leavingPutsBackWhatWasBefore()
{
    open("main", "norm");
    view()->findChild<widgets::SegmentedSwitch*>("show")->findChild<QAbstractButton*>("vector")->click();
    m_window->showView("attention"); // a page that the lecture shows, too
    settle();
    auto* const stages = view()->findChild<widgets::SegmentedSwitch*>("stage");
    QVERIFY(stages);
    stages->findChild<QAbstractButton*>("qk")->click();
    m_window->selection()->pin({.layer = 1, .head = 3, .query = 5, .key = 2});
    m_window->addChoice("norm.placement", "sandwich");
    settle();
    const int undo = m_window->undoStack()->index();
    const Shown before = shown();
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    for (const Qt::Key key : {Qt::Key_F5, Qt::Key_Escape}) {
        m_window->selection()->pin({.layer = 1, .head = 3, .query = 5, .key = 2});
        settle();
        press(Qt::Key_F5);
        for (std::size_t step = 0; step < count / 2; ++step)
            press(Qt::Key_PageDown);
        QVERIFY(!(shown() == before));
        m_window->selection()->pin({.layer = 0, .head = 0, .query = 1, .key = 1}); // looked at, not asked for
        press(key);
        QVERIFY2(shown() == before, qPrintable(words(shown()) + " for " + words(before)));
        QCOMPARE(m_window->undoStack()->index(), undo);
        QVERIFY(!m_window->timeline()->isActive());
    }
    m_window->undoStack()->undo(); // what the person did before, not a step
    settle();
    QVERIFY(!m_window->state().a.said.has("norm.placement"));
    m_window->showView("norm");
    QCOMPARE(view()->figureData().options.value("show").toString(), QStringLiteral("vector")); // where the lecture had placements
}

void TestPlannedSteps::whatWasSetByHandStays()
{
    open("main", "norm");
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    press(Qt::Key_PageDown);
    m_window->setPrompt("a cat on the sofa");
    settle();
    const Shown own = shown();
    press(Qt::Key_Escape);
    QVERIFY2(shown() == own, qPrintable(words(shown())));
    press(Qt::Key_F5); // presents that, and the next key goes on with the steps
    QVERIFY2(shown() == own, qPrintable(words(shown())));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->presenter()->at(), 2);
    press(Qt::Key_Escape);
    QVERIFY2(shown() == own, qPrintable(words(shown())));
}

void TestPlannedSteps::aPresentationGoesOnAtItsStep()
{
    open("main", "norm");
    press(Qt::Key_F5);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_PageDown);
    const Shown fifth = shown();
    press(Qt::Key_Escape);
    const Shown home = shown();
    QVERIFY(!(home == fifth));
    press(Qt::Key_F5);
    QCOMPARE(m_window->presenter()->at(), 4);
    QVERIFY2(shown() == fifth, qPrintable(words(shown())));
    press(Qt::Key_Escape);
    QVERIFY2(shown() == home, qPrintable(words(shown())));
    m_window->showView("output"); // the person goes on with something else
    settle();
    const Shown other = shown();
    press(Qt::Key_F5);
    QVERIFY2(shown() == other, qPrintable(words(shown())));
}

void TestPlannedSteps::noClickIsSeenInLaterSteps()
{
    open("main");
    press(Qt::Key_F5);
    const std::size_t count = app::readPlannedSteps(app::lectureFile("en")).steps.size();
    const auto picture = [&] { return view()->plot()->toPixmap(view()->plot()->width(), view()->plot()->height(), 1).toImage(); };
    std::vector<QImage> first;
    for (std::size_t step = 0; step < count; ++step) {
        press(Qt::Key_PageDown);
        first.push_back(picture());
    }
    for (std::size_t step = count - 1; step > 0; --step) {
        const widgets::Plot* const plot = view()->plot();
        for (int i = 0; view()->plot() == plot && i < plot->cellMaps().size(); ++i) {
            const widgets::CellPlottable* const map = plot->cellMaps()[i];
            const QPointF cell = map->cellRect({map->rows() / 2, map->columns() / 3}).center();
            QMouseEvent over(QEvent::MouseMove, cell, view()->plot()->mapToGlobal(cell), Qt::NoButton, Qt::NoButton, {});
            QApplication::sendEvent(view()->plot(), &over);
            QTest::mouseClick(view()->plot(), Qt::LeftButton, {}, cell.toPoint());
            settle();
        }
        press(Qt::Key_PageUp);
        QCOMPARE(m_window->presenter()->at(), int(step) - 1);
        QVERIFY2(picture() == first[step - 1], qPrintable(counter()));
    }
}

void TestPlannedSteps::twoKeysInARowLeadToTheSecondStep()
{
    open("main");
    press(Qt::Key_F5);
    press(Qt::Key_PageDown);
    const Shown first = shown();
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageDown);
    for (int i = 0; i < 6; ++i)
        QTest::keyClick(m_window->centralWidget(), Qt::Key_PageUp);
    settle();
    QVERIFY2(shown() == first, qPrintable(words(shown())));
}

void TestPlannedSteps::anotherModelWalksItsPages_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("text");
    QTest::newRow("another model") << "untrained"
                                   << "";
    QTest::newRow("a text of one's own") << "main"
                                         << "The cat sees the dog.";
}

void TestPlannedSteps::anotherModelWalksItsPages()
{
    QFETCH(QString, model);
    QFETCH(QString, text);
    open(model, "attention", text);
    const app::WindowState before = m_window->state();
    press(Qt::Key_F5);
    QVERIFY(!m_window->presenter()->counter()->isVisible());
    const widgets::View* const page = m_window->currentView();
    press(Qt::Key_PageDown);
    QVERIFY(m_window->currentView() != page);
    press(Qt::Key_PageUp);
    QCOMPARE(m_window->currentView(), page);
    QVERIFY(m_window->state() == before);
}

void TestPlannedSteps::anOpenedListIsWalkedWithAnyModel()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"model": "untrained", "text": "one two three", "selection": {"layer": 1, "head": 1, "query": 2},
        "steps": [{"title": "Mine", "figure": "residual"},
                  {"title": "Post", "figure": "attention", "choices": {"norm": {"placement": "post"}},
                   "options": {"stage": "raw"}}]})");
    file.close();
    open(path);
    QCOMPARE(QString(view()->figure().id), QStringLiteral("residual")); // its first step, before anybody presents
    QCOMPARE(m_window->state().a.text, std::string("one two three"));
    press(Qt::Key_F5);
    QCOMPARE(m_window->presenter()->at(), 0);
    QVERIFY(m_window->presenter()->counter()->isVisible());
    press(Qt::Key_PageDown);
    QCOMPARE(QString(view()->figure().id), QStringLiteral("attention"));
    QVERIFY(m_window->state().a.said.has("norm.placement"));
    QCOMPARE(m_window->selection()->pinned().layer, 1);
    press(Qt::Key_F5);
    m_window->action(app::Act::LectureSteps)->trigger(); // from the menu: the lecture instead
    settle();
    QCOMPARE(m_window->state().a.model, core::defaultModel());
    press(Qt::Key_F5);
    QVERIFY(counter().contains(app::readPlannedSteps(app::lectureFile("en")).steps.front().title));
}

void TestPlannedSteps::theStepStaysInAnotherLanguage()
{
    open("main");
    press(Qt::Key_F5);
    for (int i = 0; i < 3; ++i)
        press(Qt::Key_PageDown);
    m_window->setLanguage("zh_CN");
    settle();
    const app::PlannedSteps chinese = app::readPlannedSteps(app::lectureFile("zh_CN"));
    QVERIFY(counter().contains(chinese.steps[2].title));
    press(Qt::Key_PageDown);
    QCOMPARE(m_window->state().a.text, chinese.steps[3].contents.request.a.text);
}

void TestPlannedSteps::keysReachTheStepsWhereverTheFocusIs()
{
    open("main", "attention");
    press(Qt::Key_F5);
    QSpinBox number(m_window->centralWidget()); // which types a full stop, and goes by ten with these keys
    number.show();
    int step = -1;
    for (QWidget* focus : std::initializer_list<QWidget*>{
             m_window->centralWidget(), view()->plot(), m_window->findChild<widgets::TokenStrip*>()->widget(), &number}) {
        focus->setFocus();
        press(Qt::Key_PageDown);
        QCOMPARE(m_window->presenter()->at(), ++step);
        focus = step == 1 ? view()->plot() : focus; // the page is new
        focus->setFocus();
        press(Qt::Key_Period);
        QVERIFY(m_window->presenter()->isBlack());
        press(Qt::Key_B);
        QVERIFY(!m_window->presenter()->isBlack());
    }
    QCOMPARE(number.value(), 0);
}

void TestPlannedSteps::blackLeavesEverythingAsItIs()
{
    open("main", "attention");
    press(Qt::Key_B); // not presenting
    QVERIFY(!m_window->presenter()->isBlack());
    press(Qt::Key_F5);
    for (int i = 0; i < 5; ++i)
        press(Qt::Key_PageDown);
    view()->plot()->setFocus();
    const Shown before = shown();
    const QWidget* const focus = QApplication::focusWidget();
    const QRect picture = view()->plot()->geometry();
    const int undo = m_window->undoStack()->index();
    for (const Qt::Key black : {Qt::Key_B, Qt::Key_Period})
        for (const Qt::Key back :
            {Qt::Key_B, Qt::Key_Period, Qt::Key_Escape, Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_Left, Qt::Key_F5}) {
            press(black);
            QVERIFY(m_window->presenter()->isBlack());
            const QImage screen = m_window->grab().toImage();
            for (const QPoint& at : {QPoint(0, 0), screen.rect().center(), screen.rect().bottomRight()})
                QCOMPARE(screen.pixelColor(at), QColor(Qt::black));
            press(back);
            QVERIFY(!m_window->presenter()->isBlack());
            QVERIFY2(shown() == before, qPrintable(words(shown())));
            QCOMPARE(QApplication::focusWidget(), focus);
            QCOMPARE(view()->plot()->geometry(), picture);
            QCOMPARE(m_window->undoStack()->index(), undo);
            QVERIFY(m_window->action(app::Act::Present)->isChecked()); // Esc and F5 too only bring the picture back
            QCOMPARE(m_window->presenter()->at(), 4);
        }
    press(Qt::Key_B);
    m_window->setPresenting(false);
    QVERIFY(!m_window->presenter()->isBlack());
}

void TestPlannedSteps::layersAndHeadsHaveKeysOfTheirOwn()
{
    for (const char* page : {"attention", "alibi", "residual"}) {
        open("main", page);
        m_window->selection()->pin({.layer = 1, .head = 1, .query = 3, .key = 1});
        view()->plot()->setFocus();
        for (const bool isPresenting : {false, true}) {
            m_window->setPresenting(isPresenting);
            press(Qt::Key_Up, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 2, .head = 1, .query = 3, .key = 1}));
            press(Qt::Key_Right, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 2, .head = 2, .query = 3, .key = 1}));
            press(Qt::Key_Down, Qt::ControlModifier);
            press(Qt::Key_Left, Qt::ControlModifier);
            QCOMPARE(m_window->selection()->pinned(), (widgets::Selection{.layer = 1, .head = 1, .query = 3, .key = 1}));
        }
    }
}

void TestPlannedSteps::nothingIsTakenFromTheKeysOutsideOfPresenting()
{
    open("main", "attention");
    const Shown before = shown();
    for (const Qt::Key key : {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_B, Qt::Key_Period})
        press(key);
    QVERIFY2(shown() == before, qPrintable(words(shown())));
    for (const app::Act act : {app::Act::NextStep, app::Act::PreviousStep, app::Act::BlackScreen})
        QVERIFY(!m_window->action(act)->isEnabled());
}

void TestPlannedSteps::whatIsWrongWithAListIsOneLine_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* list, const char* words) {
        QTest::newRow(name) << QByteArray(list) << QString(words);
    };
    row("empty", R"({"model": "main", "steps": []})", "steps: a list of planned steps needs at least one step");
    row("no title", R"({"model": "main", "steps": [{"figure": "flow"}]})", "steps[0]: title: missing");
    row("no model", R"({"steps": [{"title": "x", "figure": "flow"}]})", "steps[0]: model: missing");
    row("figure", R"({"model": "main", "steps": [{"title": "x"}, {"title": "y", "figure": "flaw"}]})",
        "steps[1]: figure: unknown figure");
    row("slot", R"({"model": "main", "steps": [{"title": "x", "b": {}, "slot": "both"}]})", "steps[0]: recipe: slot");
    row("selection", R"({"model": "main", "steps": [{"title": "x", "selection": 3}]})", "steps[0]: recipe: selection");
}

void TestPlannedSteps::whatIsWrongWithAListIsOneLine()
{
    QFETCH(QByteArray, list);
    QFETCH(QString, words);
    QTemporaryDir folder;
    QFile file(folder.filePath("list.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(list);
    file.close();
    const std::string path = file.fileName().toStdString();
    QVERIFY(app::isPlannedStepsFile(path));
    try {
        app::readPlannedSteps(path);
        QFAIL("accepted");
    } catch (const core::Error& error) {
        const QString said = QString::fromUtf8(error.what());
        QVERIFY2(said.startsWith(file.fileName() + ": " + words), qPrintable(said));
        QVERIFY(!said.contains('\n'));
    }
}

QUIET_TEST_MAIN(TestPlannedSteps)
#include "tst_planned_steps.moc"
