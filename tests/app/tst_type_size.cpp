// Type of any size on screens of any density: no word is cut or covered where the window, divided by the factor of the type, is
// at least 880 × 480; a smaller window scrolls, and Tab brings everything into sight.

#include "app/base/languages.h"
#include "app/window/content_area.h"
#include "app/window/main_window.h"

#include "tests/app/support/readable_window.h"

#include <QApplication>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QTest>

using namespace widgets;

namespace {

constexpr QSize least(880, 480);

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

} // namespace

class TestTypeSize : public QObject
{
    Q_OBJECT

private slots:
    void init() { app::setLanguage("en"); }
    void cleanup()
    {
        setTypeFactor(1);
        setCurrentTheme(ThemeId::Light);
    }

    void theFactorReachesEverything()
    {
        const double ordinary = QApplication::font().pointSizeF();
        setTypeFactor(1.5);
        QCOMPARE(QApplication::font().pointSizeF(), 1.5 * ordinary);
        QCOMPARE(currentTheme().scale, 1.5);
        QCOMPARE(screenStyle({800, 600}).tickPoints, 1.5 * FigureStyle().tickPoints);
        setCurrentTheme(ThemeId::Projector);
        QCOMPARE(currentTheme().scale, 2.0); // large already
        QCOMPARE(themeOf(ThemeId::Projector).scale, 1.6); // what figures are drawn with does not follow
        setCurrentTheme(ThemeId::Light);
        setTypeFactor(7);
        QCOMPARE(typeFactor(), 2.0);
    }

    /// Of a whole screen of 1366 × 768 a presentation takes no more than there is, however large the type is set.
    void aPresentationFits()
    {
        setTypeFactor(2);
        app::MainWindow window({.model = "main", .view = "attention", .remembers = false});
        window.resize(1366, 738);
        window.show();
        support::settle(window);
        window.setPresenting(true);
        window.setWindowState(Qt::WindowNoState);
        window.resize(1366, 768);
        support::settle(window);
        const auto* const area = qobject_cast<app::ContentArea*>(window.centralWidget());
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(area->verticalScrollBar()->maximum(), 0);
        window.setPresenting(false);
        QCOMPARE(typeFactor(), 2.0);
    }

    void everyPageHasRoomForItsWords_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("mode");
        QTest::newRow("100 en") << 1.0 << "en" << int(SlotMode::A);
        QTest::newRow("100 zh B") << 1.0 << "zh_CN" << int(SlotMode::SideBySide);
        QTest::newRow("125 zh") << 1.25 << "zh_CN" << int(SlotMode::A);
        QTest::newRow("150 en B") << 1.5 << "en" << int(SlotMode::SideBySide);
        QTest::newRow("200 en") << 2.0 << "en" << int(SlotMode::A);
        QTest::newRow("200 zh B") << 2.0 << "zh_CN" << int(SlotMode::All);
    }
    void everyPageHasRoomForItsWords()
    {
        QFETCH(double, factor);
        QFETCH(QString, language);
        QFETCH(int, mode);
        const app::Speaking speaking(language);
        setTypeFactor(factor);
        app::MainWindow window(startIn(SlotMode(mode)));
        window.resize(least * factor);
        window.show();
        // At 880 × 480 the term of a pair has no room beside its column.
        support::check(window, 10, {QStringLiteral("rope relative")});
        QCOMPARE(window.size(), least * factor);
    }

    /// The same words on denser screens, each in a process that has one.
    void everyDensity_data()
    {
        QTest::addColumn<QString>("scale");
        for (const char* scale : {"1.25", "1.5", "2"})
            QTest::newRow(scale) << QString::fromLatin1(scale);
    }
    void everyDensity()
    {
        QFETCH(QString, scale);
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("QT_SCALE_FACTOR", scale);
        other.setProcessEnvironment(environment);
        other.setProcessChannelMode(QProcess::MergedChannels);
        other.start(QCoreApplication::applicationFilePath(), {"everyPageHasRoomForItsWords:100 en", "theScreenIsDense"});
        QVERIFY(other.waitForFinished(900000));
        const QString said = QString::fromUtf8(other.readAll());
        QVERIFY2(other.exitCode() == 0 && said.contains("4 passed"), qPrintable(said));
    }
    void theScreenIsDense()
    {
        const double wanted = qEnvironmentVariable("QT_SCALE_FACTOR").toDouble();
        if (wanted <= 1)
            QSKIP("an ordinary one; everyDensity() runs this in processes that have another");
        QCOMPARE(QGuiApplication::primaryScreen()->devicePixelRatio(), wanted);
    }

    void aSmallerWindowScrolls()
    {
        app::MainWindow window({.model = "main", .view = "norm", .remembers = false});
        window.resize(1366, 700);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        support::settle(window);
        auto* const area = qobject_cast<app::ContentArea*>(window.centralWidget());
        QVERIFY(area);
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
        QCOMPARE(area->verticalScrollBar()->maximum(), 0);
        setTypeFactor(2);
        window.setTheme(ThemeId::Light); // as the settings do
        window.resize(800, 500);
        support::settle(window);
        QCOMPARE(area->widget()->size(), 2 * least);
        QVERIFY(area->horizontalScrollBar()->maximum() > 0);
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        int seen = 0;
        QList<const QWidget*> stops;
        for (int steps = 0; steps < 60; ++steps) {
            QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, Qt::Key_Tab);
            const QWidget* const now = QApplication::focusWidget();
            if (!now || stops.contains(now))
                break;
            stops << now;
            const QRect place(now->mapTo(area->viewport(), QPoint()), now->size());
            QVERIFY2(place.intersects(area->viewport()->rect()), now->metaObject()->className());
            ++seen;
        }
        QVERIFY(seen > 10);
        window.resize(2 * least);
        support::settle(window);
        QCOMPARE(area->verticalScrollBar()->maximum(), 0);
    }
};

QTEST_MAIN(TestTypeSize)
#include "tst_type_size.moc"
