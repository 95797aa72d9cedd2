// What a page is about is switched on the page by one click, presented or not: every kind of its own family is a whole word in
// the line above the picture, on the screen that lecturers have.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/app/support/shared_windows.h"
#include "tests/widgets/support/wait.h"
#include "widgets/controls/segmented_switch.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_families.h"

#include <QAbstractButton>
#include <QStandardPaths>
#include <QTest>

using app::MainWindow;
using namespace widgets;

namespace {

constexpr ThemeId themes[] = {ThemeId::Light, ThemeId::Dark, ThemeId::Projector};

void settle(MainWindow& window)
{
    QVERIFY(support::waitUntil([&] { return !window.isComputing() && window.run(); }, 60000));
    for (int round = 0; round < 4; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

/// The kinds of a page's own family that are not a whole word in its line.
QStringList missingOn(const MainWindow& window, const QString& key)
{
    const auto* const one = window.findChild<PageSwitch*>(QStringLiteral("page:") + key);
    if (!one || !one->canOpen())
        return one ? QStringList() : QStringList(key);
    QStringList missing;
    for (const QString& id : wordIds(one->key())) {
        const auto* const word = one->findChild<QAbstractButton*>(id);
        const QRect place = word ? QRect(word->mapTo(&window, QPoint()), word->size()) : QRect();
        const QRect room(one->mapTo(&window, QPoint()), one->size());
        if (!word || !word->isVisible() || !room.contains(place) || !window.rect().contains(place)
            || word->width() < 0.7 * word->minimumSizeHint().width()) // smaller type before that
            missing << id;
    }
    return missing;
}

} // namespace

class TestOneClick : public QObject
{
    Q_OBJECT

    support::SharedWindows m_windows; // alone and comparing

    static MainWindow::Start startOf(bool isComparing)
    {
        MainWindow::Start start{.model = "main", .remembers = false};
        if (isComparing) {
            start.saidOfB.emplace();
            start.saidOfB->setText("norm.placement=post", 4);
            start.mode = SlotMode::SideBySide;
        }
        return start;
    }

    /// Over every page with all that its switch shows.
    static QStringList missingIn(MainWindow& window)
    {
        QStringList missing;
        for (const ViewInfo& view : allViews()) {
            if (!view.families.front() || !window.showView(view.id)) // of all choices at once
                continue;
            for (const FigureInfo* const figure : view.figures) {
                QStringList pages = figure ? pageIds(*figure) : QStringList();
                if (figure && pages.isEmpty())
                    pages << QString();
                for (const QString& page : std::as_const(pages)) {
                    if (!window.currentView()->restore(QLatin1String(figure->id), {{showOption.name(), page}}))
                        continue;
                    settle(window);
                    const QString own = familiesOf(view, page.isEmpty() ? QLatin1String(figure->id) : page).front();
                    const QString key = own.section(QLatin1Char('='), 0, 0);
                    if (!window.findChild<VariantPanel*>()->editor()->isInUse(*core::findChoiceKey(key.toStdString())))
                        continue;
                    if (const QStringList kinds = missingOn(window, key); !kinds.isEmpty())
                        missing << QStringLiteral("%1 %2: %3 lacks %4")
                                       .arg(QLatin1String(figure->id), page, key, kinds.join(QLatin1Char(' ')));
                }
            }
        }
        return missing;
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup()
    {
        m_windows.hide();
        setCurrentTheme(ThemeId::Light);
        app::setLanguage("en");
    }
    void cleanupTestCase() { m_windows.clear(); }

    void everyKindOfThePagesOwnFamilyIsInItsLine_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : themes)
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(themeWord(theme)), language) << int(theme) << QString(language);
    }
    void everyKindOfThePagesOwnFamilyIsInItsLine()
    {
        QFETCH(int, theme);
        QFETCH(QString, language);
        app::setLanguage(language);
        QStringList missing;
        for (const bool isComparing : {false, true}) {
            setCurrentTheme(ThemeId(theme));
            MainWindow& window
                = m_windows.of(isComparing, {1366, 738}, [&] { return std::make_unique<MainWindow>(startOf(isComparing)); });
            settle(window);
            for (const bool isPresented : {false, true}) {
                window.setPresenting(isPresented);
                if (isPresented)
                    window.setTheme(ThemeId(theme)); // as a lecturer may who wants another one
                window.resize(isPresented ? QSize(1366, 768) : QSize(1366, 738));
                settle(window);
                for (const QString& one : missingIn(window))
                    missing << QStringLiteral("%1%2: %3").arg(isComparing ? "A | B" : "A", isPresented ? " in F5" : "", one);
            }
            window.setPresenting(false);
            window.hide();
        }
        QVERIFY2(missing.isEmpty(), qPrintable(QLatin1Char('\n') + missing.join(QLatin1Char('\n'))));
    }
};

QTEST_MAIN(TestOneClick)
#include "tst_one_click.moc"
