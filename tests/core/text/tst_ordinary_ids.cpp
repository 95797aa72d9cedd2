// The ids that are pieces of texts: those of the built-in tokenizer begin behind its special tokens and bytes.

#include "core/text/ordinary_ids.h"

#include <QTest>

using namespace core;

class TestOrdinaryIds : public QObject
{
    Q_OBJECT
private slots:
    void specialTokensAndBytesAreLeftOut()
    {
        const auto tokenizer = makeBuiltInTokenizer();
        const auto [first, last] = ordinaryIds(*tokenizer);
        QVERIFY(last - first > 100);
        QVERIFY(last < TokenId(tokenizer->vocabularySize()));
        for (TokenId id = first; id <= last; ++id) {
            QVERIFY(!tokenizer->isSpecial(id));
            QVERIFY(!tokenizer->tokenText(id).starts_with("<0x"));
        }
        const std::vector<TokenId> cat = tokenizer->encode(" cat", false);
        QCOMPARE(cat.size(), std::size_t(1));
        QVERIFY(cat[0] >= first && cat[0] <= last);
    }
};

QTEST_GUILESS_MAIN(TestOrdinaryIds)
#include "tst_ordinary_ids.moc"
