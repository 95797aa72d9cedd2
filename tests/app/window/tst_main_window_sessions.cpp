// A session is saved, opened in another window, and saved again: the same bytes, the same screen.

#include "app/base/languages.h"
#include "app/session/session_file.h"
#include "app/lessons/lesson.h"
#include "app/lessons/lesson_player.h"
#include "app/window/lesson_guide.h"
#include "app/window/lesson_host.h"
#include "app/window/main_window.h"
#include "app/window/session_guide.h"
#include "app/window/tab_strip.h"
#include "core/base/error.h"
#include "tests/app/support/shown_window.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/views/shared/view.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using support::shown;
using support::waitForRun;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

} // namespace

class TestMainWindowSessions : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }

    void aSavedSessionOpensAsItWasAndIsSavedAsTheSameBytes()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath("first.cutaway"), second = folder.filePath("second.cutaway");
        widgets::Selection at;
        QVariantMap options;
        {
            const auto window = shown({.model = "main", .view = "norm", .remembers = false});
            window->setPrompt(QStringLiteral("red dog chair cup"));
            waitForRun(*window);
            window->action(app::Act::MakeB)->trigger();
            waitForRun(*window);
            window->addChoice(QStringLiteral("norm.placement"), QStringLiteral("post"));
            waitForRun(*window);
            window->action(app::Act::ShowAll)->trigger();
            window->action(app::Act::NextLayer)->trigger();
            waitForRun(*window);
            QVERIFY(window->sessionGuide()->save(first));
            at = window->selection()->pinned();
            options = window->currentView()->figureData().options;
        }
        const auto window = shown({.model = first, .remembers = false});
        waitForRun(*window);
        QCOMPARE(QString::fromStdString(window->state().a.text), QStringLiteral("red dog chair cup"));
        QVERIFY(window->state().b.has_value());
        QCOMPARE(window->state().mode, widgets::SlotMode::All);
        QCOMPARE(window->state().edited, 1);
        QVERIFY(window->selection()->pinned() == at);
        QCOMPARE(QLatin1String(window->currentView()->figure().id), QLatin1String("norm"));
        QCOMPARE(window->currentView()->figureData().options, options);
        QVERIFY(window->sessionGuide()->save(second));
        QCOMPARE(bytesOf(second), bytesOf(first));
    }

    void theWindowOfASessionIsLaidOutAsAnyOther()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("one.cutaway");
        write(file, R"({"model": "untrained", "text": "red dog"})");
        std::vector<QList<QRect>> strips;
        for (const QString& model : {QStringLiteral("untrained"), file}) {
            const auto window = shown({.model = model, .text = "red dog", .view = "flow", .remembers = false});
            strips.emplace_back();
            for (const app::TabStrip* strip : window->findChildren<app::TabStrip*>())
                for (int tab = 0; tab < strip->count(); ++tab)
                    strips.back() << strip->tabRect(tab);
        }
        QCOMPARE(strips[1], strips[0]);
    }

    void everyPageComesBackAsItWas()
    {
        QTemporaryDir folder;
        const QString first = folder.filePath("first.cutaway"), second = folder.filePath("second.cutaway");
        QVariantMap norm;
        QString shownFigure;
        {
            const auto window = shown({.model = "untrained", .text = "red dog", .view = "norm", .remembers = false});
            QVERIFY(window->currentView()->restore("norm", {{"show", "statistics"}}));
            waitForRun(*window);
            norm = window->currentView()->figureData().options;
            QVERIFY(window->showView("attention"));
            waitForRun(*window);
            shownFigure = QLatin1String(window->currentView()->figure().id);
            QVERIFY(window->sessionGuide()->save(first));
        }
        const auto window = shown({.model = first, .remembers = false});
        QVERIFY(window->sessionGuide()->save(second)); // also what nobody has looked at since
        QCOMPARE(bytesOf(second), bytesOf(first));
        QCOMPARE(QString(QLatin1String(window->currentView()->figure().id)), shownFigure);
        QVERIFY(window->showView("norm"));
        QCOMPARE(window->currentView()->figureData().options, norm);
    }

    void whatOtherVersionsWroteStaysInTheFile()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        write(file, R"({"model": "untrained", "text": "red dog", "remark": "of the lecturer"})");
        const auto window = shown({.model = file, .remembers = false});
        QVERIFY(window->sessionGuide()->save(file));
        QVERIFY(bytesOf(file).contains("\"remark\": \"of the lecturer\""));
    }

    void aModelBesideTheSessionIsNamedFromThere()
    {
        QTemporaryDir folder;
        QDir(folder.path()).mkpath(QStringLiteral("models/one"));
        app::WindowState state;
        state.a.model = folder.filePath("models/one").toStdString();
        state.a.text = "red dog";
        const app::SessionContents contents{state, QStringLiteral("flow"), {}, {}};
        const QString path = folder.filePath("kept.cutaway");
        app::writeSessionFile(path, contents);
        QVERIFY(bytesOf(path).contains("\"model\": \"models/one\""));
        QCOMPARE(QString::fromStdString(app::readSessionFile(path.toStdString()).request.a.model), folder.filePath("models/one"));
    }

    void whereNumbersCameFromIsKeptAsItWasSaid()
    {
        QTemporaryDir folder;
        app::WindowState state;
        state.a.model = "untrained";
        state.a.text = "red dog";
        core::Intervention mean{.at = "embed", .op = core::InterventionOp::Set, .value = {{}, {0.5F}}}, value = mean;
        mean.origin.texts = "capitals"; // a set, no path
        value.origin.text = "../another text";
        state.a.record.interventions = {mean, value};
        const QString path = folder.filePath("kept.cutaway");
        app::writeSessionFile(path, {state, QStringLiteral("flow"), {}, {}});
        QVERIFY(bytesOf(path).contains("\"texts\": \"capitals\""));
        QVERIFY(app::readSessionFile(path.toStdString()).request.a.record.interventions == state.a.record.interventions);
    }

    /// A lesson is no part of the session that it is opened in.
    void savedInALessonItIsTheSessionWithoutIt()
    {
        QTemporaryDir folder;
        const QString before = folder.filePath("before.cutaway"), meanwhile = folder.filePath("meanwhile.cutaway");
        const auto window = shown({.model = "main", .text = "red dog chair", .view = "output", .remembers = false});
        QVERIFY(window->sessionGuide()->save(before));
        QVERIFY(window->lessonHost()->openLesson(QString::fromStdString(app::lessonFile(QStringLiteral("norm-kinds")))));
        waitForRun(*window);
        QVERIFY(QString::fromStdString(window->state().a.text) != QStringLiteral("red dog chair"));
        QVERIFY(window->sessionGuide()->save(meanwhile));
        QCOMPARE(bytesOf(meanwhile), bytesOf(before));
    }

    /// Also what nobody has looked at since the session opened, though the lesson has shown that page.
    void leftALessonLeavesTheSessionUnchanged_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const app::Lesson& lesson : app::allLessons())
            QTest::newRow(qPrintable(lesson.id)) << lesson.id;
    }

    void leftALessonLeavesTheSessionUnchanged()
    {
        QFETCH(const QString, lesson);
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway"), after = folder.filePath("after.cutaway");
        {
            const auto window = shown({.model = "main", .text = "red dog chair", .view = "norm", .remembers = false});
            QVERIFY(window->currentView()->restore("norm", {{"show", "statistics"}}));
            for (const char* const page : {"heads_cache", "positions", "feed_forward", "attention"}) {
                window->showView(page);
                waitForRun(*window);
            }
            QVERIFY(window->sessionGuide()->save(file));
        }
        const auto window = shown({.model = file, .remembers = false});
        waitForRun(*window);
        QVERIFY(window->lessonHost()->openLesson(QString::fromStdString(app::lessonFile(lesson))));
        waitForRun(*window);
        app::LessonPlayer& player = *window->lessonGuide()->player();
        for (int step = 1; step < std::min(4, player.count()); ++step) {
            player.goTo(step);
            waitForRun(*window);
        }
        window->lessonHost()->leaveLesson();
        waitForRun(*window);
        QVERIFY(window->sessionGuide()->save(after));
        QCOMPARE(bytesOf(after), bytesOf(file));
    }

    void aDamagedFileIsNotReplacedUnasked()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("half.cutaway");
        const QByteArray damaged = QByteArray(R"({"model": "untrained", "text": "red dog", "scenes": [{"title": "one"}]})").chopped(4);
        write(file, damaged);
        const auto window = shown({.model = file, .remembers = false});
        waitForRun(*window);
        window->action(app::Act::Save)->trigger();
        QCOMPARE(bytesOf(file), damaged);
        const widgets::Notification asked = window->notifications()->notifications().back();
        QVERIFY2(asked.text.contains("half.cutaway"), qPrintable(asked.text));
        asked.other.take(); // "Replace it"
        QVERIFY(bytesOf(file) != damaged);
        window->setPrompt("cat");
        waitForRun(*window);
        window->action(app::Act::Save)->trigger(); // it is whole now
        QCOMPARE(app::readSessionFile(file.toStdString()).request.a.text, std::string("cat"));
    }

    void whatCannotBeWrittenIsSaid()
    {
        const auto window = shown({.model = "main", .view = "flow", .remembers = false});
        QVERIFY(!window->sessionGuide()->save(QStringLiteral("/no such folder/kept.cutaway")));
        QVERIFY(window->notifications()->isVisibleTo(window.get()));
    }

    void aLaterOrDamagedSessionIsRefused()
    {
        QTemporaryDir folder;
        const std::string later = folder.filePath("later.cutaway").toStdString();
        write(QString::fromStdString(later), R"({"model": "main", "schema": 2})");
        QVERIFY_EXCEPTION_THROWN(app::readSessionFile(later), core::Error);
        write(QString::fromStdString(later), R"({"model": "main", "schema": 1, "selection": 7})");
        QVERIFY_EXCEPTION_THROWN(app::readSessionFile(later), core::Error);
        write(QString::fromStdString(later), QByteArray(900'000, '['));
        QVERIFY_EXCEPTION_THROWN(app::readSessionFile(later), core::Error);
    }
};

QTEST_MAIN(TestMainWindowSessions)
#include "tst_main_window_sessions.moc"
