// What is found by what was typed: words, their beginnings, pinyin, letters of words; and which answer is better.

#include "app/base/word_match.h"

#include "app/base/pinyin.h"

#include <QFile>
#include <QTest>

using app::matchScore;

class TestWordMatch : public QObject
{
    Q_OBJECT
private slots:
    void everyWordMustBeFound()
    {
        QVERIFY(matchScore("export fig", {"Export figure"}) > 0);
        QVERIFY(matchScore("FIGURE export", {"Export figure"}) > 0);
        QCOMPARE(matchScore("export model", {"Export figure"}), 0);
        QVERIFY(matchScore("", {"Export figure"}) > 0);
        QCOMPARE(matchScore("", {"ALiBi"}), matchScore("", {"Absolute positions: four terms of a score"})); // their own order
        QVERIFY(matchScore("model export", {"Export figure", "the model"}) > 0); // in any of its texts
    }

    void pinyinFindsChinese()
    {
        QVERIFY(matchScore("dctx", {QStringLiteral("导出图形")}) > 0);
        QVERIFY(matchScore("tx", {QStringLiteral("导出图形")}) > 0);
        QCOMPARE(matchScore("dx", {QStringLiteral("导出图形")}), 0);
        QVERIFY(matchScore("zyl", {QStringLiteral("注意力")}) > 0);
        QVERIFY(matchScore("qzck", {QStringLiteral("全屏，重置窗口")}) == 0);
        QVERIFY(matchScore("czck", {QStringLiteral("重置窗口")}) > 0); // both readings of 重
        QVERIFY(matchScore("zzck", {QStringLiteral("重置窗口")}) > 0);
    }

    void theNearestNameInPinyinIsFirst()
    {
        const auto score = [](const char* name) { return matchScore("zyl", {QString::fromUtf8(name)}); };
        QVERIFY(score("注意力") > score("注意力头"));
        QVERIFY(score("注意力头") > score("自注意力"));
        QVERIFY(score("自注意力") > matchScore("zyl", {QStringLiteral("头")}, {QStringLiteral("注意力")}));
        QVERIFY(matchScore(QStringLiteral("注意力"), {QStringLiteral("注意力")}) > score("注意力"));
    }

    void lettersOfWordsFindTheWhole()
    {
        QVERIFY(matchScore("exfi", {"Export figure"}) > 0);
        QVERIFY(matchScore("sbs", {"A and B side by side"}) > 0);
        QCOMPARE(matchScore("xpt", {"Export figure"}), 0); // no word begins so
    }

    void aWholeWordIsBetterThanAPart()
    {
        const int whole = matchScore("l1", {"L1 H5"}), beginning = matchScore("l1", {"L17 H5"}),
                  inside = matchScore("l1", {"xl1"});
        QVERIFY(whole > beginning);
        QVERIFY(beginning > inside);
        QVERIFY(inside > 0);
        QVERIFY(matchScore("norm", {"Norm"}) > matchScore("norm", {"Norm placement, and a much longer title than that"}));
    }

    void aNameIsBetterThanAText()
    {
        const int name = matchScore("feed-forward", {"Feed-forward"}, {"What does it do?"}),
                  beginning = matchScore("feed-forward", {"Feed-forward width"}, {"What?"}),
                  part = matchScore("feed-forward", {"Feed-forwards of old"}, {"What?"}),
                  word = matchScore("feed-forward", {"Gated feed-forward"}, {"What?"}),
                  text = matchScore("feed-forward", {"Mixture"}, {"Feed-forward"});
        QVERIFY(name > beginning && beginning > part && part > word && word > text && text > 0);
        QVERIFY(matchScore("feed forward", {"Feed-forward"}) > matchScore("feed forward", {"Gated feed-forward"}));
        QVERIFY(matchScore("rmsnorm", {"LayerNorm, RMSNorm"}) > matchScore("rmsnorm", {"Norm"}, {"RMSNorm"}));
        QVERIFY(matchScore(QStringLiteral("前馈"), {QStringLiteral("前馈网络")})
            > matchScore(QStringLiteral("前馈"), {QStringLiteral("门控前馈")}));
    }

    void everyCharacterOfTheTranslationHasItsLetters()
    {
        QFile file(TRANSLATION);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QString without;
        for (const QChar one : QString::fromUtf8(file.readAll()))
            if (one.script() == QChar::Script_Han && app::pinyinLetters(one).isEmpty() && !without.contains(one))
                without += one;
        QVERIFY2(without.isEmpty(), qPrintable(without));
    }
};

QTEST_GUILESS_MAIN(TestWordMatch)
#include "tst_word_match.moc"
