// What a page is about is switched on the page by one press, presented or not: every kind of its own family is a whole word in the
// line above the picture, or in what unfolds below its end when that is pointed at, on the screen that lecturers have.

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/app/support/shared_windows.h"
#include "tests/widgets/support/wait.h"
#include "widgets/panels/choice_words.h"
#include "widgets/panels/page_switch.h"
#include "widgets/panels/page_switches.h"
#include "widgets/panels/unfolded_switches.h"
#include "widgets/panels/variant_panel.h"
#include "widgets/views/shared/figure_pages.h"
#include "widgets/views/shared/figure_view.h"
#include "widgets/views/shared/page_families.h"

#include <QAbstractButton>
#include <QApplication>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

using app::MainWindow;
using namespace widgets;

namespace {

constexpr ThemeId themes[] = {ThemeId::Light, ThemeId::Projector};

void settle(MainWindow& window)
{
    QVERIFY(support::waitUntil([&] { return !window.isComputing() && window.run(); }, 60000));
    for (int round = 0; round < 4; ++round) // a layout asks for another one
        QCoreApplication::processEvents();
}

/// A page whose line has no room for all of its kinds.
void openFeedForward(MainWindow& window)
{
    window.resize(1366, 738);
    window.show();
    QVERIFY(window.showView("feed_forward"));
    settle(window);
}

UnfoldedSwitches* unfoldedIn(const MainWindow& window)
{
    for (UnfoldedSwitches* const one : window.findChildren<UnfoldedSwitches*>())
        if (one->isVisible()) // not one that is about to go
            return one;
    return nullptr;
}

/// Whether a word of a switch can be read and pressed.
bool isInReach(const QAbstractButton* word, const QWidget& around, const MainWindow& window)
{
    if (!word || !word->isVisible())
        return false;
    const QRect place(word->mapTo(&window, QPoint()), word->size()), room(around.mapTo(&window, QPoint()), around.size());
    return room.contains(place) && window.rect().contains(place)
        && word->width() >= 0.7 * word->minimumSizeHint().width(); // smaller type before that
}

/// The kinds of a page's own family that are a whole word neither in its line nor below it.
QStringList missingOn(const MainWindow& window, const QString& key)
{
    const auto* const one = window.findChild<PageSwitch*>(QStringLiteral("page:") + key);
    if (!one || !one->canOpen())
        return one ? QStringList() : QStringList(key);
    QStringList missing;
    for (const QString& id : wordIds(one->key()))
        if (!isInReach(one->findChild<QAbstractButton*>(id), *one, window))
            missing << id;
    if (missing.isEmpty())
        return missing;
    window.findChild<PageSwitches*>()->unfold();
    UnfoldedSwitches* const unfolded = unfoldedIn(window);
    const auto* const below = unfolded ? unfolded->findChild<PageSwitch*>(QStringLiteral("unfolded:") + key) : nullptr;
    if (!below)
        return missing;
    QCoreApplication::processEvents();
    for (const QString& id : wordIds(one->key())) {
        const auto* const word = below->findChild<QAbstractButton*>(id);
        if (isInReach(word, *below, window) && word->width() >= word->sizeHint().width())
            missing.removeOne(id);
        else if (!missing.contains(id))
            missing << id; // it has every kind
    }
    emit unfolded->left();
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

    void everyKindOfThePagesOwnFamilyIsOnePressAway_data()
    {
        QTest::addColumn<int>("theme");
        QTest::addColumn<QString>("language");
        for (const ThemeId theme : themes)
            for (const char* language : {"en", "zh_CN"})
                QTest::addRow("%s %s", qPrintable(themeWord(theme)), language) << int(theme) << QString(language);
    }
    void everyKindOfThePagesOwnFamilyIsOnePressAway()
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

    void pointingAtTheEndOfTheLineUnfoldsItAndNothingMoves()
    {
        setCurrentTheme(ThemeId::Projector);
        MainWindow window(startOf(false)); // whose pages are as they open
        openFeedForward(window);
        auto* const line = window.findChild<PageSwitches*>();
        auto* const handle = line->findChild<QToolButton*>(QStringLiteral("moreSwitches"));
        const auto below = [&] { return unfoldedIn(window); };
        const auto placesOf = [&] {
            QList<QRect> places;
            for (const QWidget* part : window.currentView()->findChildren<QWidget*>())
                if (part->isVisible())
                    places << QRect(part->mapTo(&window, QPoint()), part->size());
            return places;
        };
        const QList<QRect> before = placesOf();
        QVERIFY(handle->text().startsWith(QLatin1Char('+')) && handle->accessibleName().size() > 20);
        QTest::mouseMove(&window, QPoint(window.width() / 2, window.height() - 60));
        QTest::mouseMove(handle);
        QTest::mouseMove(handle, handle->rect().center() + QPoint(2, 0)); // it is not there by chance
        QTRY_VERIFY(below());
        QCOMPARE(placesOf(), before);
        QCOMPARE(below()->mapTo(&window, QPoint()).y(), line->mapTo(&window, QPoint(0, line->height())).y());

        auto* const kinds = below()->findChild<PageSwitch*>(QStringLiteral("unfolded:activation.kind"));
        const QString hidden = QStringLiteral("tanh");
        auto* const word = kinds->findChild<QAbstractButton*>(hidden);
        QVERIFY(!line->findChild<QAbstractButton*>(hidden)->isVisible() && !word->isChecked());
        QTest::mouseMove(word);
        QTest::qWait(400); // longer than it waits for who has left
        QVERIFY(below());
        QTest::mouseClick(word, Qt::LeftButton);
        settle(window);
        QCOMPARE(window.state().a.said.value("activation.kind"), core::Json("tanh"));
        QVERIFY(below() && word->isChecked()); // the next one is one press away, too
        QTest::mouseMove(&window, QPoint(window.width() / 2, window.height() - 60));
        QTRY_VERIFY(!below());
    }

    void byKeysToo()
    {
        MainWindow window(startOf(false)); // whose pages are as they open
        openFeedForward(window);
        auto* const line = window.findChild<PageSwitches*>();
        auto* const handle = line->findChild<QToolButton*>(QStringLiteral("moreSwitches"));
        const auto below = [&] { return unfoldedIn(window); };
        window.setPresenting(true);
        settle(window);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Space, Qt::Key_Return}) {
            handle->setFocus(Qt::TabFocusReason);
            QTest::keyClick(handle, key);
            QVERIFY(below() && below()->isAncestorOf(QApplication::focusWidget()));
            QWidget* const first = QApplication::focusWidget();
            QTest::keyClick(first, Qt::Key_Right);
            QVERIFY(QApplication::focusWidget() != first && below()->isAncestorOf(QApplication::focusWidget()));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            QVERIFY(!below() && window.isPresenting()); // Escape puts away what is in hand
            QCOMPARE(QApplication::focusWidget(), handle);
        }
        window.setPresenting(false);
    }
};

QTEST_MAIN(TestOneClick)
#include "tst_one_click.moc"
