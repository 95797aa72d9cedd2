// Sentences into which values were put: Chinese ones have their spaces, whatever the value is.

#include "widgets/figure/sentences.h"

#include "widgets/figure/first_sentences.h"

#include "tests/widgets/support/quiet.h"
#include "widgets/plot/theme.h"

#include <QTest>

using namespace widgets;

class TestSentences : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { setCurrentLanguage(QStringLiteral("en")); }

    void chineseHasItsSpaces_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("shown");
        const auto add = [](const char* name, const char16_t* written, const char16_t* shown) {
            QTest::newRow(name) << QString::fromUtf16(written) << QString::fromUtf16(shown);
        };
        add("a word", u"13 个为 前置，16 个为 RMSNorm。", u"13 个为前置，16 个为 RMSNorm。");
        add("a name", u"模型以YaRN运行", u"模型以 YaRN 运行");
        add("a name in brackets", u"前置 (Pre)为 47.91，后置 (Post)从 8.33", u"前置 (Pre) 为 47.91，后置 (Post) 从 8.33");
        add("quotes", u"在 “狗” 之后", u"在“狗”之后");
        add("what is quoted", u"词“猫 在a沙发” 和 头", u"词“猫 在a沙发”和头");
        add("two sentences", u"不是质量。 新增：v、k 等。", u"不是质量。新增：v、k 等。");
        add("right already", u"第 2 层，L2 H1：0.5，α = 1。", u"第 2 层，L2 H1：0.5，α = 1。");
    }
    void chineseHasItsSpaces()
    {
        QFETCH(QString, written);
        QFETCH(QString, shown);
        setCurrentLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(spacedSentence(written), shown);
        setCurrentLanguage(QStringLiteral("en"));
        QCOMPARE(spacedSentence(written), written);
    }

    /// At a clause, not within quotes or brackets, and not where only its subject is named.
    void aSentenceEndsAtAClause()
    {
        QCOMPARE(
            endedAtClauses("A: 19 of 256 neurons stay below 0 at every token: SiLU lets “a, b” through (0.1, 0.2), 0.3 of it."),
            QStringList({"A: 19 of 256 neurons stay below 0 at every token: SiLU lets “a, b” through (0.1, 0.2).",
                "A: 19 of 256 neurons stay below 0 at every token."}));
        QCOMPARE(endedAtClauses("Moved on by 64 places the score changes by 4.90; with RoPE, one term of the distance, by 0.1."),
            QStringList("Moved on by 64 places the score changes by 4.90."));
        QCOMPARE(endedAtClauses("Of the token at the end of the text, 0.3 is left."), QStringList());
        QCOMPARE(endedAtClauses(QStringLiteral("A：除以 √d 时，softmax 的导数平均为 0.05，q 的梯度为 3。")),
            QStringList({QStringLiteral("A：除以 √d 时，softmax 的导数平均为 0.05。")}));
    }

    void sentencesEndWhereTheyFit()
    {
        const QStringList both{"A: The logit is 7.10 of all that there is; without a token it is 3.", "B: The logit is 0.2."};
        const auto upTo = [](qsizetype most) { return [most](const QString& text) { return text.size() <= most; }; };
        QCOMPARE(endedWhereTheyFit(both, upTo(200)), both);
        const QString ended = "A: The logit is 7.10 of all that there is.";
        QCOMPARE(endedWhereTheyFit(both, upTo(70)), QStringList({ended, both[1]}));
        QCOMPARE(endedWhereTheyFit(both, upTo(50)), QStringList({ended})); // one that is whole rather than two that are not
        QCOMPARE(endedWhereTheyFit(both, upTo(20)), QStringList());
    }
};

QUIET_TEST_MAIN(TestSentences)
#include "tst_sentences.moc"
