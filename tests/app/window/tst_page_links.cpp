// The links of a page to its neighbours in the pass: every page has them, they keep what is selected, and they can be reached
// without a mouse.

#include "app/window/page_links.h"

#include "app/base/languages.h"
#include "app/window/main_window.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/controls/title_line.h"
#include "widgets/plot/theme.h"
#include "widgets/views/shared/view.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using app::MainWindow;
using app::PageLinks;

class TestPageLinks : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        app::setLanguage("en");
        widgets::setCurrentTheme(widgets::ThemeId::Light);
    }

    void namesGiveWayToArrows()
    {
        PageLinks links;
        links.setEnds({"norm", "Norm", "before"}, {"heads_cache", "Heads & cache", "after"});
        const auto* const after = links.findChild<QAbstractButton*>("pageAfter");
        links.resize(links.sizeHint());
        links.show();
        QVERIFY(links.minimumSizeHint().width() < links.sizeHint().width() / 3);
        const int wide = after->width();
        links.resize(links.minimumSizeHint());
        QVERIFY(after->width() < wide / 3);
        QCOMPARE(after->geometry().right(), links.width() - 1);
        QCOMPARE(after->toolTip(), QString("after"));
        links.setEnds({}, {"heads_cache", "Heads & cache", "after"});
        QVERIFY(!links.findChild<QAbstractButton*>("pageBefore")->isVisible());
        QCOMPARE(links.before(), QString());
        QSignalSpy chosen(&links, &PageLinks::chosen);
        links.findChild<QAbstractButton*>("pageAfter")->click();
        QCOMPARE(chosen.front().front().toString(), QString("heads_cache"));
    }

    /// Letters of another font than that of the script are whole, too, and no name makes the line higher.
    void namesAreAsHighAsTheirLetters()
    {
        const auto reset = qScopeGuard([] { app::setLanguage("en"); });
        app::setLanguage("zh_CN");
        PageLinks links;
        links.setEnds({}, {"logits", QString::fromUtf8("logit 大小"), "after"});
        const QFontMetrics metrics(widgets::fontOf(widgets::TextRole::Label, widgets::currentTheme()));
        const int high = links.sizeHint().height();
        QVERIFY(high >= metrics.boundingRect(QRect(), Qt::AlignLeft, QString::fromUtf8("logit 大小 ›")).height());
        links.setEnds({}, {"norm", "RoPE", "after"});
        QCOMPARE(links.sizeHint().height(), high);
    }

    /// From the first page to the last and back, on what is selected.
    void thePassIsWalkedFromPageToPage()
    {
        const auto window = shown({.model = "main", .view = "diagram", .remembers = false});
        const auto* const links = window->findChild<PageLinks*>();
        widgets::Selection place = window->selection()->pinned();
        place.layer = 1;
        place.head = 2;
        place.query = 3;
        window->selection()->pin(place);
        QStringList walked{"diagram"};
        while (!links->after().isEmpty() && walked.size() < 40) {
            const QString next = links->after();
            auto* const link = links->findChild<QAbstractButton*>("pageAfter");
            QVERIFY2(link->isVisibleTo(window.get()), qPrintable(walked.back()));
            QVERIFY2(window->currentView()->isAncestorOf(link), qPrintable(walked.back()));
            QVERIFY(link->toolTip().contains("Ctrl+PgDown"));
            QVERIFY(link->accessibleName().size() > next.size() + 20);
            link->click();
            waitForRun(*window);
            walked << next;
            QCOMPARE(links->before(), walked.at(walked.size() - 2));
        }
        QVERIFY(walked.indexOf("embeddings") < walked.indexOf("attention"));
        QVERIFY(walked.indexOf("attention") < walked.indexOf("feed_forward"));
        QVERIFY(walked.indexOf("feed_forward") < walked.indexOf("output"));
        QVERIFY(!walked.contains("mixture")); // this model has none
        QVERIFY(walked.size() >= int(widgets::allViews().size()) - 3);
        QVERIFY(window->selection()->pinned() == place);
        QVERIFY(!window->action(app::Act::NextInPass)->isEnabled());
        for (qsizetype i = walked.size() - 1; i > 0; --i)
            window->action(app::Act::PreviousInPass)->trigger();
        QCOMPARE(links->after(), walked.at(1));
        QVERIFY(window->selection()->pinned() == place);
    }

    void aPageOffTheOrderStillLeadsOn()
    {
        const auto window = shown({.model = "main", .view = "mixture", .remembers = false});
        const auto* const links = window->findChild<PageLinks*>();
        QCOMPARE(links->before(), QString("feed_forward"));
        QCOMPARE(links->after(), QString("residual"));
    }

    void aLinkIsFollowedWithTheKeyboard()
    {
        const auto window = shown({.model = "main", .view = "attention", .remembers = false});
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        const auto* const links = window->findChild<PageLinks*>();
        auto* const link = links->findChild<QAbstractButton*>("pageAfter");
        link->setFocus(Qt::TabFocusReason);
        const QString first = links->after();
        QTest::keyClick(link, Qt::Key_Space);
        QVERIFY(links->after() != first);
        QVERIFY(link->hasFocus());
        QTest::keyClick(link, Qt::Key_Space);
        QCOMPARE(links->before(), first);
    }

    /// The picture stays as large, and the title whole.
    void theLineHasThemInEveryLookOfTheWindow()
    {
        for (const char* language : {"en", "zh_CN"})
            for (const widgets::ThemeId theme : {widgets::ThemeId::Light, widgets::ThemeId::Projector}) {
                app::setLanguage(language);
                widgets::setCurrentTheme(theme);
                const auto window = shown({.model = "main", .view = "attention", .remembers = false});
                window->resize(1366, 738);
                QCoreApplication::processEvents();
                const auto* const links = window->findChild<PageLinks*>();
                auto* const line = window->currentView()->findChild<widgets::TitleLine*>();
                QVERIFY(line->rect().contains(QRect(links->mapTo(line, QPoint()), links->size())));
                QVERIFY(links->width() >= links->minimumSizeHint().width());
                QCOMPARE(line->height(), line->sizeHint().height());
            }
    }

private:
    static void waitForRun(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!window.isBusy(), 30000);
        QTest::qWait(20);
    }

    static std::unique_ptr<MainWindow> shown(const MainWindow::Start& start)
    {
        auto window = std::make_unique<MainWindow>(start);
        window->show();
        waitForRun(*window);
        return window;
    }
};

QUIET_TEST_MAIN(TestPageLinks)
#include "tst_page_links.moc"
