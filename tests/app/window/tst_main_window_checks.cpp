// What the status line says of a run beside others' computations of it: stored numbers of transformers, plain loops on request.

#include "app/window/main_window.h"

#include "app/base/languages.h"
#include "app/runs/run_checker.h"
#include "app/window/check_words.h"
#include "app/window/status_line.h"

#include "core/io/json.h"
#include "tests/app/support/shown_window.h"
#include "widgets/panels/notification_bar.h"
#include "widgets/plot/plot.h"
#include "widgets/views/shared/view.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <fstream>

using app::Act;
using app::MainWindow;
using support::choice;
using support::shown;
using support::waitForRun;

namespace {

const QString repeated = QStringLiteral("Repeat: red dog chair cup. Again: red dog");

QString badgeOf(MainWindow& window)
{
    return window.statusLine()->referenceBadge().isHidden() ? QString() : window.statusLine()->referenceBadge().text();
}
QString checkOf(MainWindow& window)
{
    return window.statusLine()->checkBadge().isHidden() ? QString() : window.statusLine()->checkBadge().text();
}

void waitForCheck(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(!window.checker()->isChecking(), 60000);
    QCoreApplication::processEvents();
}

/// A folder with the numbers of main, of which one is another.
void writeOtherNumbers(const QTemporaryDir& folder)
{
    core::Json json = core::readJson(core::referencesFolder() + "/main-en.json");
    json["stream_rms"][1][4] = json["stream_rms"][1][4].get<double>() * 1.01;
    std::ofstream(folder.filePath("main-en.json").toStdString()) << core::writeJson(json);
}

/// Where everything that has a place in the window is, but for the badges.
QStringList places(MainWindow& window)
{
    QStringList all;
    for (const QWidget* part : window.findChildren<QWidget*>())
        if (part->isVisible() && !qobject_cast<const app::StatusBadge*>(part) && part->objectName() != "readOut")
            all << QStringLiteral("%1 %2 %3")
                       .arg(part->metaObject()->className(), part->objectName())
                       .arg(QStringLiteral("%1,%2 %3x%4")
                                .arg(part->mapTo(&window, QPoint()).x())
                                .arg(part->mapTo(&window, QPoint()).y())
                                .arg(part->width())
                                .arg(part->height()));
    return all;
}

} // namespace

class TestMainWindowChecks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanupTestCase() { widgets::setCurrentTheme(widgets::ThemeId::Light); }
    void theOpeningRunAgreesWithTransformers_data();
    void theOpeningRunAgreesWithTransformers();
    void anyOtherRunHasNoBadge();
    void aDifferenceIsAWarning();
    void theCheckNamesTheLargestDifference();
    void theCheckIsOfOneRun();
    void theCheckIsStopped();
    void whatHasNoTwinIsSaid();
    void eachBadgeHasWordsWhereThereIsRoom();
    void badgesMoveNothing_data();
    void badgesMoveNothing();
};

void TestMainWindowChecks::init()
{
    app::setLanguage("en");
    widgets::setCurrentTheme(widgets::ThemeId::Light);
}

void TestMainWindowChecks::theOpeningRunAgreesWithTransformers_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("Chinese") << "zh_CN";
}

void TestMainWindowChecks::theOpeningRunAgreesWithTransformers()
{
    QFETCH(QString, language);
    app::setLanguage(language);
    const auto window = shown({.model = "main", .remembers = false});
    QVERIFY(window->checker()->reference());
    QVERIFY(window->checker()->reference()->difference.agrees());
    const QString badge = badgeOf(*window);
    QVERIFY2(badge.startsWith("✓ ") && badge.contains("transformers 5."), qPrintable(badge));
    QVERIFY(window->statusLine()->referenceBadge().toolTip().contains("tools/reference/references.py"));
    QVERIFY(checkOf(*window).isEmpty());
}

void TestMainWindowChecks::anyOtherRunHasNoBadge()
{
    const auto window = shown({.model = "main", .text = repeated, .remembers = false});
    QVERIFY(!badgeOf(*window).isEmpty());
    window->setChoices(choice("norm.eps=1e-3"));
    waitForRun(*window);
    QCOMPARE(badgeOf(*window), QString());
    window->undoStack()->undo();
    waitForRun(*window);
    QVERIFY(!badgeOf(*window).isEmpty());
    window->setPrompt(repeated + " chair");
    waitForRun(*window);
    QCOMPARE(badgeOf(*window), QString());
    const auto untrained = shown({.model = "untrained", .text = repeated, .remembers = false});
    QCOMPARE(badgeOf(*untrained), QString());
}

void TestMainWindowChecks::aDifferenceIsAWarning()
{
    const QTemporaryDir folder;
    writeOtherNumbers(folder);
    const auto window = shown({.model = "main", .text = "another", .remembers = false});
    window->checker()->setReferences(folder.path().toStdString());
    window->setPrompt(repeated);
    waitForRun(*window);
    const app::StatusBadge& badge = window->statusLine()->referenceBadge();
    QVERIFY2(badge.text().startsWith("⚠ "), qPrintable(badge.text()));
    QVERIFY(app::referenceWords(*window->checker()).forms[0].contains("differs from transformers"));
    QCOMPARE(badge.palette().color(QPalette::WindowText), widgets::currentTheme().warning);
}

void TestMainWindowChecks::theCheckNamesTheLargestDifference()
{
    const auto window = shown({.model = "main", .text = "The dogs that", .remembers = false});
    QVERIFY(window->action(Act::CheckRun)->isEnabled());
    window->action(Act::CheckRun)->trigger();
    QVERIFY2(checkOf(*window).startsWith(QStringLiteral("checking…")), qPrintable(checkOf(*window)));
    QVERIFY(!window->action(Act::CheckRun)->isEnabled());
    waitForCheck(*window);
    QVERIFY(window->checker()->checked());
    const core::RunCheck& check = *window->checker()->checked();
    QCOMPARE(check.tensors, window->run()->trace->entries().size());
    QVERIFY(check.agrees());
    const QString words = app::checkWords(*window->checker()).forms[0];
    QVERIFY2(words.startsWith("✓ checked: ") && words.endsWith(QString::fromStdString(core::placeText(check.absolute))),
        qPrintable(words));
    QVERIFY(checkOf(*window).startsWith("✓ checked"));
    QVERIFY(window->action(Act::CheckRun)->isEnabled());
}

void TestMainWindowChecks::theCheckIsOfOneRun()
{
    const auto window = shown({.model = "main", .remembers = false});
    window->action(Act::CheckRun)->trigger();
    waitForCheck(*window);
    QVERIFY(!checkOf(*window).isEmpty());
    window->setPrompt("The dogs");
    waitForRun(*window);
    QCOMPARE(checkOf(*window), QString());
}

void TestMainWindowChecks::theCheckIsStopped()
{
    const auto window = shown({.model = "main", .text = repeated + " " + repeated + " " + repeated, .remembers = false});
    window->action(Act::CheckRun)->trigger();
    QVERIFY(window->action(Act::Stop)->isEnabled());
    window->action(Act::Stop)->trigger();
    QVERIFY(!window->checker()->isChecking());
    QVERIFY(!window->checker()->checked());
    QCOMPARE(checkOf(*window), QString());
    QVERIFY(!window->action(Act::Stop)->isEnabled());
    QTest::qWait(300);
    QVERIFY(!window->checker()->checked()); // what was on its way is not told
}

void TestMainWindowChecks::whatHasNoTwinIsSaid()
{
    const auto window = shown({.model = "main", .said = choice("rope.scaling=yarn"), .remembers = false});
    window->action(Act::CheckRun)->trigger();
    waitForCheck(*window);
    QCOMPARE(checkOf(*window), QString());
    QCOMPARE(window->notifications()->notifications().size(), std::size_t(1));
    QVERIFY(window->notifications()->notifications().front().text.contains("rope.scaling=yarn"));
}

void TestMainWindowChecks::eachBadgeHasWordsWhereThereIsRoom()
{
    const auto window = shown({.model = "main", .text = repeated, .remembers = false});
    window->resize(1366, 738);
    QCoreApplication::processEvents();
    QCOMPARE(badgeOf(*window), app::referenceWords(*window->checker()).forms[0]);
    window->action(Act::CheckRun)->trigger();
    waitForCheck(*window);
    QCOMPARE(badgeOf(*window), app::referenceWords(*window->checker()).forms[1]);
    QVERIFY2(checkOf(*window).contains("blocks."), qPrintable(checkOf(*window)));
    window->resize(1024, 738);
    QCoreApplication::processEvents();
    QCOMPARE(badgeOf(*window), app::referenceWords(*window->checker()).forms[1]);
    QVERIFY2(checkOf(*window).contains("checked"), qPrintable(checkOf(*window)));
}

void TestMainWindowChecks::badgesMoveNothing_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char* language : {"en", "zh_CN"})
        for (const QSize size : {QSize(1024, 738), QSize(1366, 738), QSize(880, 600)})
            QTest::addRow("%s %d", language, size.width()) << QString(language) << size;
}

void TestMainWindowChecks::badgesMoveNothing()
{
    QFETCH(QString, language);
    QFETCH(QSize, size);
    app::setLanguage(language);
    const auto window = shown({.model = "main", .remembers = false});
    window->resize(size);
    window->checker()->setReferences("/no/such/folder");
    window->setPrompt("The dogs that the girl sees");
    waitForRun(*window);
    const app::StatusLine& line = *window->statusLine();
    QTRY_VERIFY(!line.findChild<QWidget*>("progress") || !line.findChild<QWidget*>("progress")->isVisible());
    QCoreApplication::processEvents();
    QVERIFY(line.referenceBadge().isHidden() && line.checkBadge().isHidden());
    const QStringList before = places(*window);

    const app::BadgeWords reference{
        .forms = {"✓ agrees with transformers 5.24.0: logits within 2 × 10⁻⁵, stream’s RMS within 2 × 10⁻⁶",
            "✓ transformers 5.24.0", "✓"}};
    const app::BadgeWords check{
        .forms = {"✓ checked: 143 tensors, largest difference 3.1 × 10⁻⁶ at blocks.2.attn.scores[1, 5, 3]",
            "✓ checked: within 4 × 10⁻⁶", "✓ checked"}};
    window->statusLine()->setBadges(check, reference);
    QCoreApplication::processEvents();
    QCOMPARE(places(*window), before);
    QCOMPARE(window->size(), size);
    for (const app::StatusBadge* badge : {&line.checkBadge(), &line.referenceBadge()}) {
        QVERIFY(badge->isVisible());
        QVERIFY2(badge->width() >= badge->fontMetrics().horizontalAdvance(badge->text()), qPrintable(badge->text()));
        QVERIFY(badge->mapTo(&line, QPoint(badge->width(), 0)).x() <= line.width());
    }
    QVERIFY(line.findChild<QWidget*>("readOut")->width() >= 300);
}

QTEST_MAIN(TestMainWindowChecks)
#include "tst_main_window_checks.moc"
