// Hostile files dropped on the real window: one line says what is wrong, and the model that was there stays and goes on.

#include "app/window/main_window.h"
#include "app/window/settings.h"

#include "tests/app/hostile/hostile_input.h"
#include "tests/app/hostile/valid_files.h"
#include "tests/app/support/dropped_file.h"
#include "widgets/panels/notification_bar.h"

#include <QApplication>
#include <QDir>
#include <QSettings>
#include <QTest>
#include <QUrl>

#include <set>

using app::MainWindow;

class TestHostileWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theOldModelStaysAndGoesOn_data();
    void theOldModelStaysAndGoesOn();
    void hostileSettingsAreDefaults_data();
    void hostileSettingsAreDefaults();

private:
    static void waitForRun(MainWindow& window);

    std::vector<HostileInput> m_inputs;
    std::unique_ptr<MainWindow> m_window; // one for all: each file follows the one before
};

namespace {

/// What a row opens: the word behind --model, or of a trace the first one.
std::string openedBy(const std::vector<std::string>& arguments)
{
    const auto model = std::find(arguments.begin(), arguments.end(), "--model");
    return model == arguments.end() ? arguments.front() : *(model + 1);
}

/// Only a text of its own makes these fail.
bool failsLater(const HostileInput& input) { return input.id == "T09" || input.id == "T15" || input.id > "T20"; }

} // namespace

void TestHostileWindow::initTestCase()
{
    HostileInputs inputs = everyHostileInput();
    std::set<std::string> seen;
    for (HostileInput& input : inputs.list) // the first refused one of each row
        if (input.make && input.end == HostileInput::End::Refused && !(input.id[0] == 'T' && failsLater(input))
            && (input.id[0] != 'P' || input.id == "P01" || input.id == "P04" || input.id == "P06")
            && seen.insert(input.id).second)
            m_inputs.push_back(std::move(input));
    QVERIFY(m_inputs.size() > 90);

    m_window = std::make_unique<MainWindow>(MainWindow::Start{.text = "The cat", .remembers = false});
    m_window->show();
    waitForRun(*m_window);
}

void TestHostileWindow::waitForRun(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 60000);
    QCoreApplication::processEvents();
}

void TestHostileWindow::theOldModelStaysAndGoesOn_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        QTest::newRow((m_inputs[i].id + " " + m_inputs[i].what.substr(0, 60)).c_str()) << int(i);
}

void TestHostileWindow::theOldModelStaysAndGoesOn()
{
    QFETCH(int, index);
    const HostileInput& input = m_inputs[std::size_t(index)];
    const widgets::RunPtr before = m_window->run();
    const TemporaryFolder folder;
    support::drop(*m_window, QString::fromStdString(openedBy(input.make(folder))));
    waitForRun(*m_window);

    const std::vector<widgets::Notification> said = m_window->notifications()->notifications();
    QCOMPARE(said.size(), std::size_t(1));
    const QByteArray line = said[0].text.toUtf8();
    QVERIFY2(line.contains(input.said.c_str()), line.constData());
    for (const char letter : line)
        QVERIFY2(static_cast<unsigned char>(letter) >= 0x20, line.constData());
    QVERIFY(!QApplication::activeModalWidget());
    QCOMPARE(m_window->run(), before);

    m_window->setPrompt(m_window->state().a.text == "The cat" ? "A dog" : "The cat");
    waitForRun(*m_window);
    QVERIFY(m_window->run() != before);
    QCOMPARE(QString::fromStdString(m_window->run()->trace->model), QString("untrained"));
    QVERIFY(m_window->notifications()->notifications().empty());
}

void TestHostileWindow::hostileSettingsAreDefaults_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("a list of 2^32 - 1") << QByteArray("@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xff)");
    QTest::newRow("a text of 2^31") << QByteArray("@Variant(\\0\\0\\0\\n\\x7f\\xff\\xff\\xfe)");
    QTest::newRow("bytes") << QByteArray("@ByteArray(\\xff\\xff\\xff\\xff)");
    QTest::newRow("a rectangle") << QByteArray("@Rect(1 2 3 99999999999)");
    QTest::newRow("ten thousand words") << QByteArray("a, ").repeated(9'999) + "a";
    QTest::newRow("a million letters") << QByteArray(1'000'000, 'x');
}

void TestHostileWindow::hostileSettingsAreDefaults()
{
    QFETCH(QByteArray, value);
    const TemporaryFolder folder;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(folder.path()));
    QVERIFY(QDir(QString::fromStdString(folder.path())).mkdir("cutaway"));
    folder.write("cutaway/cutaway.conf", "[General]\ntheme=dark\n");
    QCOMPARE(app::loadSettings().theme, widgets::ThemeId::Dark); // it is this file that is read
    std::string text = "[General]\n";
    for (const char* key : {"geometry", "language", "panes", "recent", "theme", "view", "perspective", "pinned", "presentOn",
             "type", "countFrom", "memory", "threads", "left\\open", "left\\width", "right\\width", "next\\open"})
        text += std::string(key) + "=" + value.toStdString() + "\n";
    text += "[perspectives]\n";
    for (const char* key : {"explore\\view", "explore\\tab", "explore\\left", "explore\\right"})
        text += std::string(key) + "=" + value.toStdString() + "\n";
    folder.write("cutaway/cutaway.conf", text);

    const app::Settings settings = app::loadSettings();
    QCOMPARE(settings.theme, app::Settings().theme);
    QCOMPARE(settings.language, QString());
    QCOMPARE(settings.typePercent, 100);
    QVERIFY(settings.perspective == app::Settings().perspective);
    QVERIFY(settings.recent.size() <= 8);
    MainWindow window({.text = "The cat"}); // which gives geometry and panes to Qt
    window.show();
    waitForRun(window);
    QVERIFY(window.run());
    const QRect place = window.geometry();
    QVERIFY2(place.width() > 0 && place.width() < 20000 && place.height() > 0 && place.height() < 20000, "the window's size");
    QVERIFY(window.currentView());
}

QTEST_MAIN(TestHostileWindow)
#include "tst_hostile_window.moc"
