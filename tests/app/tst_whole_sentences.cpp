// The sentence below a picture is read from a seat in the hall: on the screen of the lecture none ends in "…", on any step of it,
// presented and in the window, and on no page of a comparison.

#include "app/base/languages.h"
#include "app/session/planned_steps.h"
#include "app/window/step_guide.h"

#include "core/files/library/model_files.h"
#include "tests/app/support/presented_window.h"
#include "tests/app/support/shared_windows.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/page_foot.h"

#include <QTest>

using namespace widgets;

class TestWholeSentences : public QObject, support::PresentedWindow
{
    Q_OBJECT

    QStringList m_cut;
    support::SharedWindows m_compared; // of ofAComparison, by its choices

    void lookAt(const QString& where) { lookAt(*m_window, where); }

    void lookAt(const app::MainWindow& window, const QString& where)
    {
        const auto* const view = qobject_cast<const FigureView*>(window.currentView());
        auto* const foot = view->findChild<PageFoot*>();
        if (view->isEmpty() || !foot->isVisible())
            return;
        if (foot->isSentenceCut())
            m_cut << where + QStringLiteral(": ") + foot->shownText();
        if (!foot->areChipsWhole() && foot->chipTexts().size() <= 2) // of more, each as far as there is room
            m_cut << where + QStringLiteral(": ") + foot->chipTexts().join(QStringLiteral(" | "));
    }

    static QString nameOf(const app::PlannedStep& step, int at) { return QStringLiteral("%1 %2").arg(at + 1).arg(step.title); }

    static void themesAndLanguages()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector}) // the dark one has the letters of the light one
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(themeWord(theme)), language) << int(theme) << QString(language);
    }

    void verifyNoneIsCut() const
    {
        for (const QString& cut : m_cut)
            qInfo("%s", qPrintable(cut));
        QVERIFY(m_cut.isEmpty());
    }

private slots:
    void init() { m_cut.clear(); }
    void cleanupTestCase() { m_compared.clear(); }
    void cleanup()
    {
        m_window.reset();
        m_compared.hide();
        setCurrentTheme(ThemeId::Light);
        app::setLanguage("en");
    }

    void ofThePresentedLecture_data()
    {
        QTest::addColumn<QSize>("screen");
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << QSize(1366, 768) << QStringLiteral("en");
        QTest::newRow("zh_CN") << QSize(1366, 768) << QStringLiteral("zh_CN");
        QTest::newRow("en, small") << QSize(1280, 720) << QStringLiteral("en");
        QTest::newRow("zh_CN, small") << QSize(1280, 720) << QStringLiteral("zh_CN");
    }
    void ofThePresentedLecture()
    {
        QFETCH(QSize, screen);
        QFETCH(QString, language);
        app::setLanguage(language);
        open(QString::fromStdString(core::defaultModel()));
        press(Qt::Key_F5);
        m_window->resize(screen);
        settle();
        const std::vector<app::PlannedStep> steps = app::readPlannedSteps(app::lectureFile(language)).steps;
        for (int step = 0; step < int(steps.size()); ++step) {
            press(Qt::Key_PageDown);
            QCOMPARE(m_window->presenter()->at(), step);
            lookAt(nameOf(steps[std::size_t(step)], step));
        }
        verifyNoneIsCut();
    }

    /// Such as that a window ended without closing: it is there again after the presentation.
    void aMessageFromBeforeDoesNotCoverThePresentedOne()
    {
        open(QStringLiteral("main"));
        NotificationBar& bar = *m_window->notifications();
        bar.post(Severity::Warning, QStringLiteral("A message."));
        QVERIFY(bar.isVisible());
        press(Qt::Key_F5);
        QVERIFY(!bar.isVisible());
        bar.post(Severity::Error, QStringLiteral("What happens now is said now."));
        QVERIFY(bar.isVisible());
        press(Qt::Key_F5);
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.notifications().size(), std::size_t(2));
    }

    /// What was said of the state that the steps left is said again with it; of another one only what holds is.
    void stepsLoseNoMessage()
    {
        open(QStringLiteral("main"));
        NotificationBar& bar = *m_window->notifications();
        bar.post(Severity::Error, QStringLiteral("Of this state of the window."));
        bar.post({.severity = Severity::Warning, .text = QStringLiteral("A session was kept."), .holds = true});
        const auto words = [&] {
            QStringList all;
            for (const Notification& one : bar.notifications())
                all << one.text;
            all.sort();
            return all;
        };
        const QStringList before = words();
        for (int time = 0; time < 2; ++time) { // and on in the middle
            press(Qt::Key_F5);
            for (int step = 0; step < 3; ++step) {
                press(Qt::Key_PageDown);
                QVERIFY(!bar.isVisible());
            }
            press(Qt::Key_F5);
            QCOMPARE(words(), before);
            QVERIFY(bar.isVisible());
        }
        press(Qt::Key_F5);
        press(Qt::Key_PageDown);
        m_window->addChoice("norm.placement", "post"); // the person goes on with something else
        settle();
        press(Qt::Key_F5);
        QCOMPARE(words(), QStringList{QStringLiteral("A session was kept.")});
    }

    /// As a lecturer sees them who opens pages and comparison by hand.
    void ofTheLectureInTheWindow_data() { themesAndLanguages(); }
    void ofTheLectureInTheWindow()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        app::setLanguage(language);
        setCurrentTheme(ThemeId(theme));
        open(QString::fromStdString(core::defaultModel()));
        m_window->resize(1364, 728); // as it opens in the frame of a window manager
        settle();
        int step = 0;
        for (const app::PlannedStep& one : app::readPlannedSteps(app::lectureFile(language)).steps) {
            m_window->stepGuide()->setStep(one);
            settle();
            lookAt(nameOf(one, step++));
        }
        QVERIFY(step > 10);
        verifyNoneIsCut();
    }

    void ofAComparison_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("choices");
        for (const SlotMode mode : {SlotMode::SideBySide, SlotMode::All})
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector})
                for (const char* language : {"en", "zh_CN"})
                    QTest::addRow(
                        "%s %s %s", qPrintable(themeWord(theme)), language, mode == SlotMode::All ? "A | B | Δ" : "A | B")
                        << int(theme) << QString(language) << int(mode) << QStringLiteral("norm.placement=post weights=keep");
        // Other weights, heads and positions say more, in the largest type.
        for (const char* choices : {"attention.kind=grouped_query", "position.kind=transformer_xl", "feed_forward.kind=mixture",
                 "mask.kind=sliding_window norm.kind=layer_norm"})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("projector %s %s", language, choices)
                    << int(ThemeId::Projector) << QString(language) << int(SlotMode::All) << QString::fromLatin1(choices);
    }
    /// Of every page, with each of its pictures. The window is that of the row before where it compares the same.
    void ofAComparison()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        QFETCH(int, mode);
        QFETCH(QString, choices);
        app::setLanguage(language);
        setCurrentTheme(ThemeId(theme));
        app::MainWindow& window = m_compared.of(int(qHash(choices) ^ std::size_t(mode)), {1366, 738}, [&] {
            app::MainWindow::Start start{.model = "main", .mode = SlotMode(mode), .remembers = false};
            start.saidOfB.emplace();
            for (const QString& choice : choices.split(QLatin1Char(' ')))
                start.saidOfB->setText(choice.toStdString(), 4);
            return std::make_unique<app::MainWindow>(start);
        });
        settle(window);
        for (const ViewInfo& page : allViews()) {
            QVERIFY(window.showView(page.id));
            settle(window);
            lookAt(window, QLatin1String(page.id));
            if (const auto* const show = window.currentView()->findChild<SegmentedSwitch*>(QStringLiteral("show")))
                for (const QString& id : show->ids()) {
                    show->findChild<QAbstractButton*>(id)->click();
                    settle(window);
                    lookAt(window, page.id + QLatin1Char(' ') + id);
                }
        }
        verifyNoneIsCut();
    }
};

QTEST_MAIN(TestWholeSentences)
#include "tst_whole_sentences.moc"
