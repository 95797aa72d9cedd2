// One Escape closes one thing: a list that is open, not also the sheet that it is on, and it is no shortcut of the window.

#include "app/base/popup_escape.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFrame>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>
#include <QWindow>

namespace {

/// As a key comes from the platform: to the window on top, as a shortcut first.
void pressEscape()
{
    QWidget* const popup = QApplication::activePopupWidget();
    QWidget* const top = popup ? popup : QApplication::activeWindow();
    QTest::keyClick(top->windowHandle(), Qt::Key_Escape);
}

} // namespace

class TestPopupEscape : public QObject
{
    Q_OBJECT

private slots:
    void oneEscapeClosesOneThing()
    {
        QMainWindow window;
        app::PopupEscape guard(&window);
        auto* const unpin = new QAction(&window);
        unpin->setShortcut(Qt::Key_Escape);
        window.addAction(unpin);
        QSignalSpy unpinned(unpin, &QAction::triggered);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto* const sheet = new QFrame(&window, Qt::Popup);
        auto* const list = new QComboBox(sheet);
        list->addItems({"one", "two"});
        (new QVBoxLayout(sheet))->addWidget(list);
        sheet->show();
        list->showPopup();
        QTRY_VERIFY(list->view()->isVisible());
        pressEscape();
        QTRY_VERIFY(!list->view()->isVisible());
        QVERIFY(sheet->isVisible() && unpinned.isEmpty());
        pressEscape();
        QTRY_VERIFY(!sheet->isVisible());
        QVERIFY(unpinned.isEmpty());
        pressEscape();
        QCOMPARE(unpinned.size(), 1);
    }
};

QTEST_MAIN(TestPopupEscape)
#include "tst_popup_escape.moc"
