// What a text would go on with if its end were copied.

#include "core/analysis/repeated_end.h"

#include <QTest>

using namespace core;

class TestRepeatedEnd : public QObject
{
    Q_OBJECT

    static std::pair<Index, Index> of(const std::vector<TokenId>& ids)
    {
        const auto end = repeatedEnd(ids);
        return end ? std::pair(end->length, end->next) : std::pair(Index(0), Index(0));
    }

private slots:
    void theLongestEndIsFoundAndOfEqualsTheNearest()
    {
        QCOMPARE(of({1, 2, 3, 9, 1, 2}), (std::pair<Index, Index>(2, 2)));
        QCOMPARE(of({7, 1, 2, 3, 1, 2, 4, 7, 1, 2}), (std::pair<Index, Index>(3, 3))); // longer than the nearer one
        QCOMPARE(of({1, 2, 3, 1, 2, 4, 5, 1, 2}), (std::pair<Index, Index>(2, 5)));
        QCOMPARE(of({5, 5, 5, 5}), (std::pair<Index, Index>(3, 3))); // it may lie over itself
    }

    void aSingleTokenIsNoRepetition()
    {
        for (const std::vector<TokenId>& ids : {std::vector<TokenId>{}, {1}, {1, 1}, {1, 2, 1}, {1, 2, 3, 4}})
            QCOMPARE(of(ids), (std::pair<Index, Index>(0, 0)));
    }
};

QTEST_GUILESS_MAIN(TestRepeatedEnd)
#include "tst_repeated_end.moc"
