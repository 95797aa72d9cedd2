// A dial tells what the person does and not what the program sets; a drag is many moves and one settling.

#include "widgets/controls/dial.h"

#include "tests/widgets/support/quiet.h"

#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

using namespace widgets;

class TestDial : public QObject
{
    Q_OBJECT
private slots:
    void theProgramIsNotHeard()
    {
        Dial dial(0, 10, nullptr);
        QSignalSpy moved(&dial, &Dial::moved), settled(&dial, &Dial::settled);
        dial.setValue(7, QStringLiteral("rate 7"));
        dial.setRange(0, 5); // which moves it
        QCOMPARE(dial.slider()->value(), 5);
        QCOMPARE(dial.findChild<QLabel*>()->text(), QStringLiteral("rate 7"));
        QCOMPARE(moved.count() + settled.count(), 0);
    }

    void aKeySettlesAtOnceAndADragWhereItIsLetGo()
    {
        Dial dial(0, 10, nullptr);
        QSignalSpy moved(&dial, &Dial::moved), settled(&dial, &Dial::settled);
        QTest::keyClick(dial.slider(), Qt::Key_Right);
        QCOMPARE(moved.value(0).value(0).toInt(), 1);
        QCOMPARE(settled.count(), 1);
        dial.slider()->setSliderDown(true);
        for (const int value : {3, 6, 9})
            dial.slider()->setValue(value);
        QCOMPARE(moved.count(), 4);
        QCOMPARE(settled.count(), 1);
        dial.slider()->setSliderDown(false);
        QCOMPARE(settled.count(), 2);
    }
};

QUIET_TEST_MAIN(TestDial)
#include "tst_dial.moc"
