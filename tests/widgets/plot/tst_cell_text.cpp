// Numbers in the cells of a map: none looks like another.

#include "widgets/plot/cell_text.h"

#include <QTest>

using namespace widgets;

class TestCellText : public QObject
{
    Q_OBJECT
private slots:
    void whatIsNotZeroIsNotShownAsZero()
    {
        const auto always = [](const QString&) { return true; };
        const auto never = [](const QString&) { return false; };
        QCOMPARE(cellText(-13.83, 1, always), QStringLiteral("−13.8"));
        QCOMPARE(cellText(0, 1, always), QStringLiteral("0"));
        QCOMPARE(cellText(1, 2, always), QStringLiteral("1"));
        QCOMPARE(cellText(-0.031, 1, always), QStringLiteral("−0.03"));
        QCOMPARE(cellText(0.0042, 2, always), QStringLiteral("0.004"));
        QCOMPARE(cellText(-0.031, 1, never), QStringLiteral("≈0"));
        QCOMPARE(cellText(3e-5, 1, always), QStringLiteral("≈0"));
        QCOMPARE(cellText(-3e-5, 3, always), QStringLiteral("−0.000"));
        QCOMPARE(cellText(3e-5, 3, always), QStringLiteral("0.000"));
    }
};

QTEST_GUILESS_MAIN(TestCellText)
#include "tst_cell_text.moc"
