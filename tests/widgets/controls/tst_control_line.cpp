// The line of controls: what has no room is on a sheet that stays in the window and leaves the window its keys.

#include "widgets/controls/control_line.h"

#include "tests/widgets/support/quiet.h"

#include <QAction>
#include <QFrame>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace widgets;

class TestControlLine : public QObject
{
    Q_OBJECT

    /// A line that has room for the first of its controls.
    struct Scene
    {
        Scene()
        {
            window.move(100, 100);
            window.resize(420, 300);
            line = new ControlLine(&window);
            for (QLabel** const label : {&first, &second, &third}) {
                *label = new QLabel(QStringLiteral("a control with some words"), line);
                (*label)->setMinimumWidth(200);
                line->addWidget(*label);
            }
            line->resize(window.width(), line->sizeHint().height());
            undo = new QAction(&window);
            undo->setShortcut(QKeySequence::Undo);
            window.addAction(undo);
            window.show();
            line->arrange();
        }

        QWidget* open()
        {
            line->findChild<QToolButton*>(QStringLiteral("moreControls"))->click();
            return third->window() == &window ? nullptr : third->window();
        }

        QWidget window;
        ControlLine* line = nullptr;
        QLabel *first = nullptr, *second = nullptr, *third = nullptr;
        QAction* undo = nullptr;
    };

private slots:
    void theSheetStaysInTheWindow()
    {
        Scene scene;
        QWidget* const sheet = scene.open();
        QVERIFY(sheet && sheet->isVisible());
        const auto isInside = [&] {
            const QRect place(sheet->mapToGlobal(QPoint(0, 0)), sheet->size());
            return place.left() >= scene.window.x() && place.right() <= scene.window.x() + scene.window.width();
        };
        QVERIFY(isInside());
        scene.third->setMinimumWidth(360); // what it shows becomes wider while it is open
        QTRY_VERIFY(sheet->width() >= 360);
        QVERIFY(isInside());
    }

    void theSheetLeavesTheTitleFree()
    {
        Scene scene;
        QLabel title(QStringLiteral("a title"), &scene.window);
        title.setGeometry(0, scene.line->height(), scene.window.width(), 40);
        title.show();
        scene.line->setLineBelow(&title);
        QWidget* const sheet = scene.open();
        QVERIFY(sheet);
        const int bottom = title.mapToGlobal(QPoint(0, title.height())).y();
        QVERIFY2(sheet->mapToGlobal(QPoint(0, 0)).y() >= bottom, qPrintable(QString::number(sheet->y())));
    }

    void aControlIsNoWiderWithoutTheGuestOfTheLine()
    {
        QWidget window;
        window.resize(700, 300);
        ControlLine line(&window);
        QSpinBox count(&line);
        QLabel guest(QStringLiteral("switches"), &window);
        line.addWidget(&count);
        line.setGuest(&guest);
        line.resize(window.width(), line.sizeHint().height());
        window.show();
        line.arrange();
        QTest::qWait(20);
        const int width = count.width();
        guest.hide(); // as in a class that does not need it
        line.arrange();
        QTest::qWait(20);
        QCOMPARE(count.width(), width);
    }

    void keysOfTheWindowWorkOnTheSheet()
    {
        Scene scene;
        QSignalSpy undone(scene.undo, &QAction::triggered);
        QTest::keyClick(scene.open(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.count(), 1);
        scene.undo->setEnabled(false);
        QTest::keyClick(scene.third->window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undone.count(), 1);
    }

    void aStepOfAClickerLeavesTheSheet()
    {
        Scene scene;
        QAction next(&scene.window);
        next.setShortcut(Qt::Key_PageDown);
        scene.window.addAction(&next);
        QSignalSpy stepped(&next, &QAction::triggered);
        QWidget* const sheet = scene.open();
        QTest::keyClick(sheet, Qt::Key_PageDown);
        QCOMPARE(stepped.count(), 1);
        QVERIFY(!sheet->isVisible());
    }
};

QUIET_TEST_MAIN(TestControlLine)
#include "tst_control_line.moc"
