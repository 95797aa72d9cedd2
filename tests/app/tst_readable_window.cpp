// No word of the window lies on another, is cut off, squeezed or covered, in the picture and around it: every page with all that
// its switches show, at the sizes of the screens that lecturers have, in the ordinary and the projector theme, in both languages;
// presented, after that, of a recorded run, and opened again in another theme.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "core/files/traces/trace_file.h"
#include "tests/app/support/readable_window.h"
#include "tests/app/support/shared_windows.h"
#include "tests/widgets/support/quiet.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

using namespace widgets;

namespace {

using support::check;
using support::faultsAround;
using support::Half;
using support::settle;

app::MainWindow::Start startIn(SlotMode mode)
{
    app::MainWindow::Start start{.model = "experts", .remembers = false};
    if (mode != SlotMode::A) {
        start.saidOfB.emplace();
        start.saidOfB->setText("norm.placement=post", 4);
        start.mode = mode;
    }
    return start;
}

/// Each language and mode of a size has half of the pictures, together they have all.
Half halfOf(const QString& language, int mode)
{
    return (language == QLatin1String("en")) == (SlotMode(mode) == SlotMode::A) ? Half::Even : Half::Odd;
}

} // namespace

class TestReadableWindow : public QObject
{
    Q_OBJECT

    support::SharedWindows m_windows; // one of each mode

    app::MainWindow& windowIn(SlotMode mode, const QSize& size)
    {
        return m_windows.of(int(mode), size, [&] { return std::make_unique<app::MainWindow>(startIn(mode)); });
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { app::setLanguage("en"); }
    void cleanup()
    {
        m_windows.hide();
        setCurrentTheme(ThemeId::Light);
    }
    void cleanupTestCase() { m_windows.clear(); }

    void everyPage_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        // Screens less the frame of a window manager; the two small ones where type is large.
        for (const QSize size : {QSize(1366, 738), QSize(1280, 690), QSize(1024, 738), QSize(1920, 1050)})
            for (const auto& [theme, name] : {std::pair{ThemeId::Light, "light"}, {ThemeId::Projector, "projector"}})
                for (const char* language : {"en", "zh_CN"})
                    for (const SlotMode mode : {SlotMode::A, SlotMode::SideBySide, SlotMode::All})
                        if (size == QSize(1366, 738) || (theme == ThemeId::Projector) == (mode != SlotMode::SideBySide))
                            QTest::addRow("%d %s %s %s", size.width(), name, language, slotModeWord(mode))
                                << size << int(theme) << QString(language) << int(mode);
    }
    void everyPage()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        QFETCH(int, mode);
        app::setLanguage(language); // the window of the row before is told
        setCurrentTheme(ThemeId(theme));
        check(windowIn(SlotMode(mode), size), 20, {}, halfOf(language, mode));
    }

    void presented_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        for (const QSize size : {QSize(1366, 768), QSize(1024, 768), QSize(1920, 1080)}) // whole screens
            for (const char* language : {"en", "zh_CN"})
                for (const SlotMode mode : {SlotMode::A, SlotMode::All})
                    QTest::addRow("%d %s %s", size.width(), language, slotModeWord(mode))
                        << size << QString(language) << int(mode);
    }
    void presented()
    {
        QFETCH(QSize, size);
        QFETCH(QString, language);
        QFETCH(int, mode);
        app::setLanguage(language); // the window of the row before is told
        app::MainWindow& window = windowIn(SlotMode(mode), {1280, 690});
        settle(window);
        window.setPresenting(true);
        window.setWindowState(Qt::WindowNoState); // the screen of the test is smaller than those that are meant
        window.resize(size);
        check(window, 20, {}, halfOf(language, mode));
        QCOMPARE(window.size(), size);
        window.setPresenting(false);
    }

    void afterAPresentation_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Projector})
            for (const char* language : {"en", "zh_CN"}) {
                const QSize size = theme == ThemeId::Light ? QSize(1366, 738) : QSize(1024, 738);
                QTest::addRow("%d %s %s", size.width(), qPrintable(themeWord(theme)), language)
                    << size << int(theme) << QString(language);
            }
    }
    void afterAPresentation()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        app::MainWindow& window = windowIn(SlotMode::SideBySide, size);
        for (const ViewInfo& page : allViews()) { // each laid out in the other theme, too
            window.showView(page.id);
            settle(window);
        }
        window.setPresenting(true);
        window.resize(1366, 768);
        settle(window);
        window.setPresenting(false);
        window.resize(size);
        check(window, 20);
    }

    void ofARecordedRun_data() { afterAPresentation_data(); }
    void ofARecordedRun()
    {
        QFETCH(QSize, size);
        QFETCH(int, theme);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        setCurrentTheme(ThemeId(theme));
        QTemporaryDir folder;
        const QString file = folder.filePath("run.safetensors");
        {
            app::MainWindow source(startIn(SlotMode::A));
            settle(source);
            core::writeTrace(*source.run()->trace, file.toStdString());
        }
        app::MainWindow window({.model = file, .remembers = false});
        window.resize(size);
        window.show();
        check(window, 10);
    }

    /// Widths that were dragged in one theme are those of the next start in another.
    void openedAgainInAnotherTheme_data()
    {
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("after");
        QTest::addColumn<QString>("language");
        for (const auto& [before, after] : {std::pair{ThemeId::Projector, ThemeId::Light}, {ThemeId::Light, ThemeId::Projector},
                 {ThemeId::Projector, ThemeId::Dark}})
            QTest::addRow("%s to %s", qPrintable(themeWord(before)), qPrintable(themeWord(after)))
                << int(before) << int(after) << QString(after == ThemeId::Light ? "en" : "zh_CN");
    }
    void openedAgainInAnotherTheme()
    {
        QFETCH(int, before);
        QFETCH(int, after);
        QFETCH(QString, language);
        const app::Speaking speaking(language);
        QSettings("cutaway", "cutaway").clear();
        for (const int theme : {before, after}) {
            setCurrentTheme(ThemeId(theme));
            app::MainWindow window({.model = "experts"});
            window.resize(1366, 738);
            window.show();
            settle(window);
            if (theme == after) {
                for (const app::Drawers::Side side : {app::Drawers::Left, app::Drawers::Right})
                    window.drawers()->setOpen(side, false);
                check(window, 20);
                for (const app::Drawers::Side side : {app::Drawers::Left, app::Drawers::Right}) {
                    window.drawers()->setOpen(side, true); // over the page where it has no room beside it
                    settle(window);
                    for (const QString& fault : faultsAround(window))
                        if (!fault.contains(" lies on "))
                            QFAIL(qPrintable(fault));
                    window.drawers()->setOpen(side, false);
                }
                window.close(); // in order: nothing is kept for the next one
                continue;
            }
            app::Drawers::Wishes wishes = window.drawers()->wishes();
            wishes[app::Drawers::Left].width = 180;
            wishes[app::Drawers::Right].width = 420;
            window.drawers()->setWishes(wishes);
            settle(window);
            window.close();
        }
        QSettings("cutaway", "cutaway").clear();
    }
};

int main(int argc, char** argv)
{
    QTemporaryFile file; // a screen as large as the windows
    if (!file.open())
        return 1;
    file.write(R"({"synchronousWindowSystemEvents": true, "windowFrameMargins": false, "screens": [
        {"name": "laptop", "x": 0, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    file.flush();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toUtf8());
    return support::runQuietly<TestReadableWindow>(argc, argv);
}
#include "tst_readable_window.moc"
