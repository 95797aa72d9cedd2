// The pages of the window in two levels: no tab moves when another is opened, and each remembers its page.

#include "app/window/page_tabs.h"

#include "app/window/tab_strip.h"
#include "tests/widgets/support/quiet.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>

using app::PageTabs;
using app::TabStrip;

class TestPageTabs : public QObject
{
    Q_OBJECT

    /// Text: one page; Positions: three; Attention: two.
    static void fill(PageTabs& tabs)
    {
        tabs.addTab({"embeddings"});
        tabs.addTab({"positions", "rope", "alibi"});
        tabs.addTab({"attention", "heads_cache"});
        for (int tab = 0; tab < tabs.tabCount(); ++tab)
            tabs.setTabText(tab, QStringLiteral("Tab %1").arg(tab));
        for (int page = 0; page < tabs.count(); ++page)
            tabs.setText(page, tabs.idAt(page));
    }

    static QStringList pagesInSight(const PageTabs& tabs)
    {
        QStringList ids;
        for (const QAbstractButton* button : tabs.findChildren<QAbstractButton*>())
            if (button->isVisible() && !button->objectName().isEmpty() && button->text() == button->objectName())
                ids << button->text();
        return ids;
    }

    static void click(PageTabs& tabs, int tab)
    {
        auto* const strip = tabs.findChild<TabStrip*>();
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->tabRect(tab).center());
    }

private slots:
    void aTabShowsItsPagesAndRemembersTheLast()
    {
        PageTabs tabs;
        fill(tabs);
        tabs.resize(900, 40);
        tabs.show();
        connect(&tabs, &PageTabs::chosen, &tabs, &PageTabs::setCurrentIndex); // as the window does
        QCOMPARE(tabs.count(), 6);
        tabs.setCurrentIndex(0);
        QCOMPARE(pagesInSight(tabs), QStringList());
        click(tabs, 1);
        QCOMPARE(tabs.idAt(tabs.currentIndex()), QStringLiteral("positions"));
        QCOMPARE(pagesInSight(tabs), (QStringList{"positions", "rope", "alibi"}));
        tabs.findChild<QAbstractButton*>("alibi")->click();
        QCOMPARE(tabs.idAt(tabs.currentIndex()), QStringLiteral("alibi"));
        click(tabs, 2);
        QCOMPARE(tabs.idAt(tabs.currentIndex()), QStringLiteral("attention"));
        click(tabs, 1);
        QCOMPARE(tabs.idAt(tabs.currentIndex()), QStringLiteral("alibi"));
    }

    void onlyThePersonChooses()
    {
        PageTabs tabs;
        fill(tabs);
        tabs.resize(900, 40);
        tabs.show();
        QSignalSpy chosen(&tabs, &PageTabs::chosen);
        for (int page = 0; page < tabs.count(); ++page) {
            tabs.setCurrentIndex(page);
            QCOMPARE(tabs.currentIndex(), page);
        }
        QCOMPARE(chosen.count(), 0);
        click(tabs, 0);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toInt(), 0);
    }

    void noTabMovesWhenAnotherIsOpened()
    {
        PageTabs tabs;
        fill(tabs);
        tabs.resize(420, 40);
        tabs.show();
        const auto* const strip = tabs.findChild<TabStrip*>();
        const auto places = [&] {
            QList<QRect> all{strip->geometry()};
            for (int tab = 0; tab < strip->count(); ++tab)
                all << strip->tabRect(tab);
            return all;
        };
        tabs.setCurrentIndex(0);
        QCoreApplication::processEvents();
        const QList<QRect> before = places();
        for (int page = 0; page < tabs.count(); ++page) {
            tabs.setCurrentIndex(page);
            QCoreApplication::processEvents();
            QCOMPARE(places(), before);
        }
    }
};

QUIET_TEST_MAIN(TestPageTabs)
#include "tst_page_tabs.moc"
