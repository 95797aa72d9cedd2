#include "widgets/plot/short_text.h"

#include <QTest>

using namespace widgets;

class TestShortText : public QObject
{
    Q_OBJECT

private slots:
    void whatHasRoomStays()
    {
        QCOMPARE(cutAtEnd("The cat sat", 11), QString("The cat sat"));
        QCOMPARE(cutAtStart("The cat sat", 11), QString("The cat sat"));
    }

    void theBeginningStays()
    {
        QCOMPARE(cutAtEnd("The cat sat", 8), QString("The cat…"));
        QCOMPARE(cutAtEnd("The cat sat", 0), QString("…"));
    }

    void wholeWordsOfTheEndStay()
    {
        QCOMPARE(cutAtStart("The cat sat on the mat", 8), QString("…the mat"));
        QCOMPARE(cutAtStart("The cat sat on the mat", 9), QString("…the mat"));
        QCOMPARE(cutAtStart("Theatre", 4), QString("…atre")); // one word
        QCOMPARE(cutAtStart("The cat ", 4), QString("…cat "));
        QCOMPARE(cutAtStart("The cat", -1), QString("…"));
    }
};

QTEST_GUILESS_MAIN(TestShortText)
#include "tst_short_text.moc"
