// The prompt in the real window: tokens of the model are appended by a click or written on, each as it comes; the cursor stays on
// its tokens; keys go back to the page; an emptied text.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/window/next_tokens.h"
#include "app/window/status_line.h"
#include "app/window/token_bars.h"

#include "core/run/generate.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/wait.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/prompt_line.h"
#include "widgets/panels/token_strip.h"
#include "widgets/plot/charts.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/predictions.h"
#include "widgets/views/shared/veil.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleHints>
#include <QTest>

using app::Act;
using app::MainWindow;

class TestWriting : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void aClickedTokenIsAppended();
    void twoClicksAskAboutABarAndAppendNothing();
    void continuingIsOneStepOfUndo();
    void whatIsWrittenCanBeStopped();
    void anEncoderHasNothingToContinue();
    void theCursorStaysOnItsToken();
    void enterGivesTheKeysBackToThePage();
    void anEmptiedTextVeilsTheOldPicture();
    void anOfferIsTakenOnce();
    void aTextThatIsTooLongMayBeCut();

private:
    static std::unique_ptr<MainWindow> shown(const MainWindow::Start& start);
    static void waitForRun(MainWindow& window);
    static QWidget* veil(const MainWindow& window);
};

void TestWriting::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestWriting::waitForRun(MainWindow& window)
{
    for (int i = 0; i < 3000 && (window.isBusy() || window.isWriting() || !window.run()); ++i)
        QTest::qWait(10);
    QTest::qWait(10);
}

std::unique_ptr<MainWindow> TestWriting::shown(const MainWindow::Start& start)
{
    auto window = std::make_unique<MainWindow>(start);
    window->show();
    waitForRun(*window);
    return window;
}

QWidget* TestWriting::veil(const MainWindow& window) { return window.currentView()->findChild<QWidget*>(QStringLiteral("veil")); }

void TestWriting::aClickedTokenIsAppended()
{
    const auto window = shown({.model = "main", .text = "The red dog", .view = "output", .remembers = false});
    const std::vector<core::TokenId> before = window->run()->trace->ids;
    const core::TokenId best = window->nextTokens()->rows().front().id;
    auto* bars = window->nextTokens()->findChild<app::TokenBars*>();
    QTest::mouseClick(bars, Qt::LeftButton, {}, bars->barRect(0).center());
    waitForRun(*window);
    std::vector<core::TokenId> expected = before;
    expected.push_back(best);
    QVERIFY(window->run()->trace->ids == expected);
    QVERIFY(window->promptLine()->text().startsWith(QStringLiteral("The red dog")));
    QCOMPARE(window->promptLine()->text().toStdString(), window->state().a.text);
    QCOMPARE(window->selection()->pinned().query, int(before.size())); // the new last one
    QCOMPARE(window->nextTokens()->position(), int(before.size()));
    window->action(Act::Undo)->trigger();
    waitForRun(*window);
    QVERIFY(window->run()->trace->ids == before);
    QCOMPARE(window->promptLine()->text(), QStringLiteral("The red dog"));
    QCOMPARE(window->selection()->pinned().query, int(before.size()) - 1);
}

void TestWriting::twoClicksAskAboutABarAndAppendNothing()
{
    const auto window = shown({.model = "main", .text = "The red dog", .view = "output", .remembers = false});
    const std::vector<core::TokenId> before = window->run()->trace->ids;
    const std::vector<core::TokenProbability> next = widgets::nextTokens(*window->run()->trace, int(before.size()) - 1, 2);
    widgets::Plot* const plot = qobject_cast<widgets::FigureView*>(window->currentView())->plot();
    const auto place = [&]() -> QPoint {
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (auto* const chart = qobject_cast<widgets::BarChart*>(plot->plottable(i)); chart && chart->name() == "next")
                return chart->barRect(1).center().toPoint();
        return {};
    };
    QSignalSpy asked(window->currentView(), &widgets::View::tensorWanted);
    QTest::mouseClick(plot, Qt::LeftButton, {}, place());
    QTest::mouseDClick(plot, Qt::LeftButton, {}, place());
    QTest::mouseRelease(plot, Qt::LeftButton, {}, place()); // of the second click
    QTest::qWait(2 * QGuiApplication::styleHints()->mouseDoubleClickInterval());
    waitForRun(*window);
    QVERIFY(window->run()->trace->ids == before);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(window->selection()->pinned().dim, int(next[1].id));
    QTest::mouseClick(plot, Qt::LeftButton, {}, place());
    QVERIFY(support::waitUntil([&] { return window->run() && window->run()->trace->ids.size() == before.size() + 1; }, 30000));
    QCOMPARE(window->run()->trace->ids.back(), next[1].id);
}

void TestWriting::continuingIsOneStepOfUndo()
{
    const auto window = shown({.model = "main", .text = "The red dog", .view = "output", .remembers = false});
    const std::vector<core::TokenId> before = window->run()->trace->ids;
    core::GenerateOptions options;
    options.count = 64;
    options.sampler.temperature = 0.5;
    std::vector<core::TokenId> expected = core::generate(*window->run()->setup, {before}, options);
    if (const auto end = window->run()->setup->model->tokenizer->endOfSequence(); end && expected.back() == *end)
        expected.pop_back();
    QSignalSpy runs(window.get(), &MainWindow::runShown);
    window->nextTokens()->setTemperature(0.5);
    QTest::mouseClick(window->nextTokens()->findChild<QPushButton*>(), Qt::LeftButton);
    QVERIFY(window->isWriting());
    waitForRun(*window);
    QVERIFY(runs.count() >= int(expected.size())); // each was on screen
    std::vector<core::TokenId> all = before;
    all.insert(all.end(), expected.begin(), expected.end());
    QVERIFY(window->run()->trace->ids == all);
    QCOMPARE(window->undoStack()->count(), 1);
    window->action(Act::Undo)->trigger();
    waitForRun(*window);
    QVERIFY(window->run()->trace->ids == before);
    QCOMPARE(window->promptLine()->text(), QStringLiteral("The red dog"));
}

void TestWriting::whatIsWrittenCanBeStopped()
{
    const auto window = shown({.model = "main", .text = "The red dog", .view = "output", .remembers = false});
    const std::size_t before = window->run()->trace->ids.size();
    int runs = 0;
    connect(window.get(), &MainWindow::runShown, window.get(), [&] {
        if (++runs == 3)
            QMetaObject::invokeMethod(
                window.get(), [&] { window->action(Act::Stop)->trigger(); }, Qt::QueuedConnection);
    });
    window->startWriting(1);
    waitForRun(*window);
    QVERIFY(!window->isWriting());
    const std::size_t written = window->run()->trace->ids.size() - before;
    QVERIFY2(written >= 3 && written < 64, qPrintable(QString::number(written)));
    QCOMPARE(window->promptLine()->text().toStdString(), window->state().a.text);
    QVERIFY(window->notifications()->notifications().empty());
    QCOMPARE(window->undoStack()->count(), 1);
    window->action(Act::Undo)->trigger();
    waitForRun(*window);
    QCOMPARE(window->run()->trace->ids.size(), before);
}

void TestWriting::anEncoderHasNothingToContinue()
{
    core::Choices encoder;
    encoder.setText("topology=encoder", 1);
    const auto window = shown({.said = encoder, .remembers = false});
    QVERIFY(!window->nextTokens()->canWrite());
    QVERIFY(!window->nextTokens()->findChild<QPushButton*>()->isVisibleTo(window->nextTokens()));
    auto* bars = window->nextTokens()->findChild<app::TokenBars*>();
    const std::vector<core::TokenId> before = window->run()->trace->ids;
    QTest::mouseClick(bars, Qt::LeftButton, {}, bars->barRect(0).center());
    waitForRun(*window);
    QVERIFY(window->run()->trace->ids == before);
}

void TestWriting::theCursorStaysOnItsToken()
{
    const auto window = shown({.text = "The cat sat", .view = "attention", .remembers = false});
    const int last = int(window->run()->trace->ids.size()) - 1;
    QCOMPARE(window->selection()->pinned().query, last);
    window->setPrompt("The cat sat on the mat");
    waitForRun(*window);
    const int grown = int(window->run()->trace->ids.size()) - 1;
    QVERIFY(grown > last);
    QCOMPARE(window->selection()->pinned().query, grown);

    widgets::Selection at = window->selection()->pinned();
    at.query = 2; // “sat”
    at.key = 1;
    window->selection()->pin(at);
    window->setPrompt("The old cat sat on the mat");
    waitForRun(*window);
    const std::vector<std::string>& tokens = window->run()->trace->tokens;
    QCOMPARE(tokens[std::size_t(window->selection()->pinned().query)], window->run()->trace->tokens[3]);
    QCOMPARE(window->selection()->pinned().query, 3);
    QCOMPARE(window->selection()->pinned().key, 2);
    window->action(Act::Undo)->trigger();
    waitForRun(*window);
    QCOMPARE(window->selection()->pinned().query, 2);
    QCOMPARE(window->selection()->pinned().key, 1);
}

void TestWriting::enterGivesTheKeysBackToThePage()
{
    const auto window = shown({.text = "The cat sat", .view = "attention", .remembers = false});
    window->activateWindow();
    auto* edit = window->promptLine()->findChild<QLineEdit*>();
    edit->setFocus();
    QCOMPARE(QApplication::focusWidget(), edit);
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(QApplication::focusWidget() != edit);
    QVERIFY(window->currentView()->isAncestorOf(QApplication::focusWidget()));
    waitForRun(*window);
}

void TestWriting::anEmptiedTextVeilsTheOldPicture()
{
    const auto window = shown({.text = "The cat sat", .view = "attention", .remembers = false});
    QVERIFY(!veil(*window)->isVisible());
    window->setPrompt({});
    waitForRun(*window);
    QVERIFY(veil(*window)->isVisible());
    window->setPrompt("The cat sat"); // the same again
    waitForRun(*window);
    QVERIFY(!veil(*window)->isVisible());
    QVERIFY(window->notifications()->notifications().empty());
}

void TestWriting::anOfferIsTakenOnce()
{
    const auto window = shown({.text = "The cat sat", .remembers = false});
    int taken = 0;
    window->notifications()->postReason("too long", {.problem = "details"}, {"Cut it there", [&] { ++taken; }});
    auto* offer = window->notifications()->findChild<QAbstractButton*>(QStringLiteral("offer"));
    QVERIFY(offer->isVisible());
    offer->click();
    QCOMPARE(taken, 1);
    QVERIFY(!window->notifications()->isVisible());
    window->notifications()->post(widgets::Severity::Error, "another");
    QVERIFY(!offer->isVisible());
}

void TestWriting::aTextThatIsTooLongMayBeCut()
{
    const auto window = shown({.model = "main", .view = "attention", .remembers = false});
    QVERIFY(!window->promptLine()->hint().isEmpty()); // what the guide says of its text
    const QString rare(20'000, QChar(0x9f98)); // three tokens each: hundreds of gigabytes
    window->setPrompt(rare);
    waitForRun(*window);
    QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
    const widgets::Notification& message = window->notifications()->notifications().front();
    QVERIFY2(message.text.contains("tokens the first ") && !message.text.contains("MiB"), qPrintable(message.text));
    QVERIFY(message.details.contains("MiB"));
    auto* offer = window->notifications()->findChild<QAbstractButton*>(QStringLiteral("offer"));
    QVERIFY(offer->isVisible());
    QCOMPARE(offer->text(), QStringLiteral("Cut it there"));
    const auto click = [](const QWidget& parent, const QString& word) {
        for (auto* const button : parent.findChildren<QAbstractButton*>())
            if (button->text().startsWith(word) && button->isVisible())
                button->click();
    };
    click(*window->notifications(), QStringLiteral("✕"));
    QVERIFY(!offer->isVisible());
    click(*window->findChild<app::StatusLine*>(), QStringLiteral("⚠")); // the page still points at it
    QVERIFY(offer->isVisible());
    QVERIFY(window->promptLine()->hint().isEmpty());
    const auto* const tokens = window->findChild<widgets::TokenStrip*>();
    QVERIFY(!tokens->isEnabled()); // of the text before, as the picture is, which says so
    QVERIFY(veil(*window)->isVisible());
    QVERIFY(static_cast<widgets::Veil*>(veil(*window))->words().startsWith("Still the run before"));
    window->action(Act::Undo)->trigger();
    waitForRun(*window);
    QVERIFY(window->notifications()->notifications().empty()); // what was wrong has gone
    QVERIFY(tokens->isEnabled());
    QVERIFY(!veil(*window)->isVisible());
}

QUIET_TEST_MAIN(TestWriting)
#include "tst_writing.moc"
