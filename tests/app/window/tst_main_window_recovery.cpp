// A window that is killed in the middle of work loses at most what was done in the last two seconds; sessions whose model is
// elsewhere, that are damaged, or that another window saved.

#include "app/base/languages.h"
#include "app/session/recovery.h"
#include "app/session/session_file.h"
#include "app/session/session_keeper.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/presenter.h"
#include "app/window/scene_guide.h"
#include "app/window/session_guide.h"
#include "app/window/status_line.h"

#include "core/base/error.h"
#include "core/files/library/model_files.h"
#include "tests/app/support/shown_window.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/panels/token_strip.h"
#include "widgets/views/shared/view.h"

#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using support::shown;
using support::waitForRun;

namespace {

constexpr char child[] = "CUTAWAY_TEST_CHILD";

/// A window in which somebody types a new text 20 times a second, and says which and when on standard output.
int typeForEver()
{
    app::setLanguage("en");
    app::MainWindow window({.model = "untrained", .text = "0"});
    window.show();
    QTimer typing;
    int number = 0;
    QObject::connect(&typing, &QTimer::timeout, &window, [&] {
        window.setPrompt(QString::number(++number));
        std::printf("%d %lld\n", number, static_cast<long long>(QDateTime::currentMSecsSinceEpoch()));
        std::fflush(stdout);
    });
    QObject::connect(&window, &app::MainWindow::runShown, &typing, [&] {
        if (!typing.isActive())
            typing.start(50);
    });
    return QApplication::exec();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

QString message(app::MainWindow& window)
{
    const auto& all = window.notifications()->notifications();
    return all.empty() ? QString() : all.back().text;
}

} // namespace

class TestMainWindowRecovery : public QObject
{
    Q_OBJECT
private slots:
    void init() { app::setLanguage("en"); }

    void killedAtAnyMomentItLosesAtMostTwoSeconds()
    {
        QRandomGenerator random(7);
        for (int round = 0; round < 4; ++round) {
            QTemporaryDir home;
            QProcess window;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(child, "1");
            environment.insert("CUTAWAY_DATA_DIR", home.path());
            environment.insert("XDG_CONFIG_HOME", home.path());
            window.setProcessEnvironment(environment);
            window.start(QCoreApplication::applicationFilePath(), QStringList());
            QTRY_VERIFY_WITH_TIMEOUT(window.canReadLine(), 30000);
            QTest::qWait(random.bounded(100, 2600));
            window.kill(); // SIGKILL
            const qint64 killed = QDateTime::currentMSecsSinceEpoch();
            window.waitForFinished();

            std::vector<qint64> times{0}; // when each number was typed
            for (const QByteArray& line : window.readAllStandardOutput().split('\n'))
                if (line.contains(' '))
                    times.push_back(line.split(' ')[1].toLongLong());
            int kept = 0;
            for (const app::Recovered& one : app::recoverable(home.path() + "/recovery"))
                kept = QString::fromStdString(app::readSessionFile(one.file.toStdString()).request.a.text).toInt();
            const std::size_t lost = std::size_t(kept) + 1;
            QVERIFY2(lost >= times.size() || killed - times[lost] <= 2000,
                qPrintable(QString("kept %1 of %2, lost %3 ms").arg(kept).arg(times.size() - 1).arg(killed - times[lost])));
        }
    }

    void whatItLeftIsOfferedAndGoneOnceItIsDiscardedOrKeptAgain()
    {
        QTemporaryDir home;
        qputenv("CUTAWAY_DATA_DIR", home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        const QString recovery = home.path() + "/recovery";
        QDir().mkpath(recovery);
        const QString savedAs = home.path() + "/no such.cutaway";
        write(recovery + "/one.cutaway",
            QByteArray(R"({"model": "untrained", "text": "red dog", "saved_as": "FILE"})").replace("FILE", savedAs.toUtf8()));
        {
            const auto window = shown({.model = "untrained", .text = "cat"});
            QTRY_VERIFY(message(*window).contains("ended without closing"));
            auto offer = window->notifications()->notifications().back().offer;
            window->setPrompt(QStringLiteral("cat dog"));
            waitForRun(*window);
            QTRY_VERIFY(window->sessionGuide()->keeper()->isModified()); // of no file, so that the title has no star
            offer.take();
            waitForRun(*window);
            QCOMPARE(window->state().a.text, std::string("red dog"));
            QCOMPARE(window->sessionGuide()->keeper()->path(), savedAs);
            QTRY_VERIFY(window->isWindowModified()); // nobody has saved it
            QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(recovery + "/one.cutaway"), 5000);
            window->close();
            window->close(); // it was asked about what is of that file
        }
        QVERIFY(app::recoverable(recovery).empty()); // closed in order
        QVERIFY(QFile::exists(app::lastSessionFile(recovery))); // and not lost
        {
            const auto next = shown({.model = "untrained"});
            QVERIFY2(next->statusLine()->note().contains("File › Open recent"), qPrintable(next->statusLine()->note()));
            next->close();
        }
        qunsetenv("CUTAWAY_DATA_DIR");
    }

    /// What is kept of it is the window without the lecture, as if F5 had been left first.
    void whatIsClosedWhilePresentingIsKeptAsItWasBefore()
    {
        QTemporaryDir home;
        qputenv("CUTAWAY_DATA_DIR", home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        {
            const auto window = shown({.model = QString::fromStdString(core::defaultModel()), .view = "norm"});
            const widgets::Selection mine{.layer = 1, .head = 0, .query = 3, .key = 2};
            window->selection()->pin(mine);
            window->currentView()->restore("norm", {{"show", "vector"}});
            window->setPresenting(true);
            for (const int step : {1, 2, 3}) {
                QTest::keyClick(window->centralWidget(), Qt::Key_PageDown);
                waitForRun(*window);
                QCOMPARE(window->presenter()->lectureStep(), step);
            }
            QVERIFY(window->selection()->pinned() != mine && window->state().a.model != core::defaultModel());
            window->close();
            const app::RecipeContents kept = app::readSessionFile(app::lastSessionFile(home.path() + "/recovery").toStdString());
            QCOMPARE(kept.request.a.model, core::defaultModel());
            QVERIFY(kept.data.selection == mine);
            QCOMPARE(kept.page, QStringLiteral("norm"));
            QCOMPARE(kept.data.options.value("show").toString(), QStringLiteral("vector"));
            QVERIFY(!kept.others.contains(app::lectureStepWord));
        }
        {
            const auto next = shown({.model = QString::fromStdString(core::defaultModel())});
            QCOMPARE(next->pageTabs().idAt(next->pageTabs().currentIndex()), QStringLiteral("norm"));
        }
        qunsetenv("CUTAWAY_DATA_DIR");
    }

    /// On the screen of a lecture, in the frame of a window manager; and the next run does not take it away.
    void theOfferCoversNoTokensAndStays_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const widgets::ThemeId theme : {widgets::ThemeId::Light, widgets::ThemeId::Dark, widgets::ThemeId::Projector})
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(widgets::themeWord(theme)), language) << int(theme) << QString(language);
    }
    void theOfferCoversNoTokensAndStays()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        QTemporaryDir home;
        qputenv("CUTAWAY_DATA_DIR", home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        QDir().mkpath(home.path() + "/recovery");
        write(home.path() + "/recovery/one.cutaway", R"({"model": "untrained", "text": "red dog"})");
        {
            const app::Speaking speaking(language);
            widgets::setCurrentTheme(widgets::ThemeId(theme));
            const auto window = shown({.model = "main"});
            window->resize(1366, 738);
            auto& bar = *window->notifications();
            QTRY_VERIFY(bar.isVisible());
            const auto& strip = *window->findChild<widgets::TokenStrip*>();
            QVERIFY(strip.isVisible());
            const auto placeOf = [&](const QWidget& part) { return QRect(part.mapTo(window.get(), QPoint()), part.size()); };
            QTRY_COMPARE(placeOf(bar).bottom(), window->rect().bottom());
            const auto coversGroundOnly = [&] { // once the layout has settled
                bar.hide();
                const QImage below = window->grab(placeOf(bar) & placeOf(strip)).toImage();
                bar.show();
                bool isGround = true;
                for (int y = 0; y < below.height(); ++y)
                    for (int x = 0; x < below.width(); ++x)
                        isGround = isGround && below.pixel(x, y) == below.pixel(0, 0);
                return isGround;
            };
            QTRY_VERIFY_WITH_TIMEOUT(coversGroundOnly(), 30000);
            const QString said = message(*window);
            window->setPrompt(QStringLiteral("red dog"));
            waitForRun(*window);
            QCOMPARE(message(*window), said);
            window->close();
        }
        widgets::setCurrentTheme(widgets::ThemeId::Light);
        qunsetenv("CUTAWAY_DATA_DIR");
    }

    void aMissingModelIsLocatedByThePerson()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        write(file, R"({"model": "models/gone", "text": "red dog", "choices": {"norm": {"placement": "post"}}})");
        const auto window = shown({.model = file, .remembers = false});
        QVERIFY2(message(*window).contains("needs a model that is not there: models/gone"), qPrintable(message(*window)));
        QVERIFY(window->run()); // of the default model meanwhile
        QVERIFY(window->sessionGuide()->keeper()->path().isEmpty()); // which a save does not put into the file
        QVERIFY2(!window->windowTitle().contains("kept"), qPrintable(window->windowTitle()));
        window->notifications()->notifications().back().offer.take();
        auto* const dialog = window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(QStringLiteral("untrained")); // a model of that name is a place, too
        dialog->close();
        waitForRun(*window);
        QCOMPARE(window->state().a.model, std::string("untrained"));
        QCOMPARE(window->state().a.text, std::string("red dog"));
        QVERIFY(window->state().a.said.has("norm.placement"));
        QCOMPARE(window->sessionGuide()->keeper()->path(), file);
    }

    void aDamagedSessionOpensWithWhatCanBeReadAndSaysWhatCouldNot()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        write(file, R"({"model": "untrained", "text": "red dog", "selection": 7})");
        const auto window = shown({.model = "untrained", .text = "cat", .remembers = false});
        window->openModel(file);
        waitForRun(*window);
        QCOMPARE(window->state().a.text, std::string("red dog"));
        QVERIFY2(message(*window).contains("kept.cutaway is open, but: selection"), qPrintable(message(*window)));
        const app::WindowState before = window->state();
        write(file, QByteArray(1 << 20, '['));
        window->openModel(file);
        waitForRun(*window);
        QVERIFY(window->state() == before);
        QVERIFY(message(*window).contains("kept.cutaway"));
    }

    void whatIsOfAFileIsNotClosedUnasked()
    {
        QTemporaryDir home;
        qputenv("CUTAWAY_DATA_DIR", home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        const QString file = home.filePath("kept.cutaway");
        for (const bool saves : {true, false}) {
            const auto window = shown({.model = "untrained", .text = "cat"});
            QVERIFY(window->sessionGuide()->save(file));
            window->setPrompt("red dog");
            waitForRun(*window);
            QTRY_VERIFY(window->isWindowModified());
            QVERIFY(!window->close());
            QVERIFY2(message(*window).contains("kept.cutaway has changes"), qPrintable(message(*window)));
            const widgets::Notification asked = window->notifications()->notifications().back();
            (saves ? asked.offer : asked.other).take();
            QVERIFY(!window->isVisible());
            QCOMPARE(app::readSessionFile(file.toStdString()).request.a.text, std::string(saves ? "red dog" : "cat"));
        }
        const auto window = shown({.model = "untrained", .text = "cat"});
        window->scenes().keep();
        QTRY_VERIFY(window->sessionGuide()->keeper()->isModified());
        QVERIFY(!window->close()); // scenes are work, too
        QVERIFY(window->close()); // who closes twice means it
    }

    void whatIsOfAFileDoesNotMakePlaceUnasked()
    {
        QTemporaryDir home;
        qputenv("CUTAWAY_DATA_DIR", home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        const QString file = home.filePath("kept.cutaway"), other = home.filePath("other.cutaway");
        QVERIFY(shown({.model = "untrained", .text = "bird"})->sessionGuide()->save(other));
        for (const bool saves : {true, false}) {
            const auto window = shown({.model = "untrained", .text = "cat"});
            QVERIFY(window->sessionGuide()->save(file));
            window->setPrompt("red dog");
            waitForRun(*window);
            QTRY_VERIFY(window->isWindowModified());
            QVERIFY(!window->close()); // what this asks is of this session
            window->sessionGuide()->open(other);
            QCOMPARE(window->state().a.text, std::string("red dog"));
            QVERIFY2(message(*window).contains("before other.cutaway opens"), qPrintable(message(*window)));
            const std::vector<widgets::Notification> asked = window->notifications()->notifications();
            QCOMPARE(std::ranges::count_if(asked, &widgets::Notification::holds), 1);
            (saves ? asked.back().offer : asked.back().other).take();
            QTRY_COMPARE(window->state().a.text, std::string("bird"));
            waitForRun(*window);
            QCOMPARE(app::readSessionFile(file.toStdString()).request.a.text, std::string(saves ? "red dog" : "cat"));
        }
    }

    void undoGoesOnAcrossASave()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        const auto window = shown({.model = "untrained", .text = "cat", .remembers = false});
        window->setPrompt("red dog");
        waitForRun(*window);
        QVERIFY(window->sessionGuide()->save(file));
        QVERIFY(!window->isWindowModified());
        window->session().undo();
        waitForRun(*window);
        QCOMPARE(window->state().a.text, std::string("cat"));
        QTRY_VERIFY(window->isWindowModified());
        window->session().redo();
        waitForRun(*window);
        QTRY_VERIFY(!window->isWindowModified()); // as in the file again
    }

    void whatWasThereBeforeAFileIsNotSavedIntoItUnasked()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        write(file, R"({"model": "untrained", "text": "red dog"})");
        const auto window = shown({.model = "untrained", .text = "cat", .remembers = false});
        window->openModel(file);
        waitForRun(*window);
        window->session().undo();
        waitForRun(*window);
        QCOMPARE(window->state().a.text, std::string("cat"));
        QVERIFY(!window->sessionGuide()->save(file));
        QVERIFY2(message(*window).contains("before kept.cutaway was opened"), qPrintable(message(*window)));
        window->setPrompt("bird"); // no redo leads to the file any more
        waitForRun(*window);
        window->setPrompt("a bird");
        waitForRun(*window);
        QVERIFY(!window->sessionGuide()->save(file));
        QCOMPARE(app::readSessionFile(file.toStdString()).request.a.text, std::string("red dog"));
        QVERIFY(window->sessionGuide()->save(folder.filePath("other.cutaway")));
        window->openModel(file);
        waitForRun(*window);
        QVERIFY(window->sessionGuide()->save(file));
    }

    void whatAnotherWindowSavedIsNotReplacedUnasked()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("kept.cutaway");
        const auto first = shown({.model = "untrained", .text = "cat", .remembers = false});
        QVERIFY(first->sessionGuide()->save(file));
        const auto second = shown({.model = file, .remembers = false});
        first->setPrompt("red dog");
        waitForRun(*first);
        QVERIFY(first->sessionGuide()->save(file));
        QVERIFY(!second->sessionGuide()->save(file));
        QVERIFY(message(*second).contains("changed by another window"));
        second->notifications()->notifications().back().other.take(); // "Replace it"
        QCOMPARE(app::readSessionFile(file.toStdString()).request.a.text, std::string("cat"));
    }
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (qEnvironmentVariableIsSet(child))
        return typeForEver();
    TestMainWindowRecovery test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_main_window_recovery.moc"
