#include "core/base/edit_distance.h"

#include <QTest>

using namespace core;

class TestEditDistance : public QObject
{
    Q_OBJECT

private slots:
    void lettersAreChangedInsertedOrLeftOut()
    {
        QCOMPARE(editDistance("", ""), std::size_t(0));
        QCOMPARE(editDistance("abc", ""), std::size_t(3));
        QCOMPARE(editDistance("", "ab"), std::size_t(2));
        QCOMPARE(editDistance("patern", "pattern"), std::size_t(1));
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t(3));
    }

    void theNearestComesFirst()
    {
        const std::vector<std::string> words{"scores", "pattern", "bias", "z"};
        QCOMPARE(nearestWords("patern", words, 1), std::vector<std::string>{"pattern"});
        QCOMPARE(nearestWords("score", words, 9).size(), words.size());
        QCOMPARE(nearestWords("score", words, 9).front(), std::string("scores"));
        QVERIFY(nearestWords("x", {}, 3).empty());
        QCOMPARE(nearestWords(std::string(1 << 20, 'a'), words, 1).size(), std::size_t(1)); // does not take a minute
    }
};

QTEST_GUILESS_MAIN(TestEditDistance)
#include "tst_edit_distance.moc"
