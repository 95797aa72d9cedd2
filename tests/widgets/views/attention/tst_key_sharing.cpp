// Which query heads use the same keys: read back from the scores, on the wall and in words.

#include "widgets/views/attention/key_sharing.h"

#include "tests/widgets/support/attention_page.h"
#include "tests/widgets/support/fulfilled.h"
#include "tests/widgets/support/quiet.h"
#include "tests/widgets/support/tiny_run.h"
#include "widgets/plot/column_brackets.h"
#include "widgets/plot/plot.h"
#include "widgets/views/attention/figures.h"
#include "widgets/views/attention/shared_keys.h"

#include <QTest>

#include <cmath>

using namespace support;
using namespace widgets;

class TestKeySharing : public QObject
{
    Q_OBJECT

    static RunPtr runOf(std::vector<std::string> choices)
    {
        choices.emplace_back("position.kind=none");
        return support::tinyRun("The cat sat on the mat", choices);
    }

    static KeySharing sharingOf(const RunPtr& run) { return keySharingOf(*run, 1, core::AttentionPart::Self); }

    static QStringList wallBrackets(const FigureData& data)
    {
        const auto plot = drawn(attentionWallFigure, support::fulfilled(attentionWallFigure, data));
        QStringList texts;
        for (const auto* one : plot->findChildren<ColumnBrackets*>())
            for (const AxisBracket& bracket : one->brackets())
                texts << QStringLiteral("%1-%2 %3").arg(bracket.first).arg(bracket.last).arg(bracket.text);
        return texts;
    }

private slots:
    /// "kv 0", "1", "2" rather than every other one of them.
    void namesWithoutRoomAreShort()
    {
        const auto wordsOn = [](int width) {
            Plot plot;
            plot.resize(width, 200);
            const FigureStyle style = screenStyle(plot.size());
            plot.reset(style);
            GridAxisRect* const rect = plot.addGridRect(0, 0, style);
            std::vector<AxisBracket> brackets;
            for (int i = 0; i < 6; ++i)
                brackets.push_back({3 * i, 3 * i + 2, QStringLiteral("kv %1").arg(i % 3)});
            auto* const names = new ColumnBrackets(rect, 18, brackets, style, BracketSide::Above);
            plot.panel()->addElement(1, 0, names);
            plot.setViewport(plot.rect());
            plot.replot();
            return names->words();
        };
        QCOMPARE(wordsOn(900), QStringList({"kv 0", "kv 1", "kv 2", "kv 0", "kv 1", "kv 2"}));
        QCOMPARE(wordsOn(200), QStringList({"kv 0", "1", "2", "0", "1", "2"}));
    }

    /// The product of a query with the key of its group is the recorded score, and with that of another group is not.
    void theGroupIsTheOneThatTheScoresAreMadeOf()
    {
        for (const char* kv : {"2", "4"}) {
            const RunPtr run = runOf({"attention.kind=grouped_query", "sizes.kv_heads=" + std::string(kv)});
            const KeySharing sharing = sharingOf(run);
            QCOMPARE(sharing.heads, 4);
            QCOMPARE(sharing.keyHeads, std::atoi(kv));
            const core::Tensor &q = run->trace->at("blocks.1.attn.q"), &k = run->trace->at("blocks.1.attn.k"),
                               &scores = run->trace->at("blocks.1.attn.scores_content");
            const core::Index width = q.dim(2), tokens = q.dim(0);
            for (int head = 0; head < 4; ++head)
                for (int group = 0; group < sharing.keyHeads; ++group) {
                    double product = 0;
                    for (core::Index i = 0; i < width; ++i)
                        product += double(q.data()[(3 * 4 + head) * width + i])
                            * double(k.data()[(1 * sharing.keyHeads + group) * width + i]);
                    const double score = double(scores.data()[(head * tokens + 3) * tokens + 1]);
                    const bool isSame = std::abs(product / std::sqrt(double(width)) - score) < 1e-4;
                    QCOMPARE(isSame, (sharing.isShared() ? sharing.groupOf(head) : head) == group);
                }
        }
    }

    void belowAHeadAreThoseThatShareItsKeys()
    {
        const auto shownBelow = [](const RunPtr& run) {
            const auto plot
                = drawn(attentionFigure, support::fulfilled(attentionFigure, {run, nullptr, {.layer = 1, .head = 1}, {}}));
            const auto all = plot->findChildren<SharedKeys*>();
            return all.isEmpty() ? 0 : all.front()->sharing().keyHeads;
        };
        QCOMPARE(shownBelow(runOf({"attention.kind=grouped_query", "sizes.kv_heads=2"})), 2);
        QCOMPARE(shownBelow(runOf({"attention.kind=multi_query"})), 1);
        QCOMPARE(shownBelow(runOf({})), 0);
    }

    void theWallHasABracketForEachKeyHead()
    {
        QCOMPARE(wallBrackets({runOf({"attention.kind=grouped_query", "sizes.kv_heads=2"}), nullptr, {}, {}}),
            (QStringList{"0-1 kv 0", "2-3 kv 1"}));
        QCOMPARE(wallBrackets({runOf({"attention.kind=multi_query"}), nullptr, {}, {}}), QStringList("0-3 kv 0"));
        QCOMPARE(wallBrackets({runOf({}), nullptr, {}, {}}), QStringList());
        QCOMPARE(wallBrackets({runOf({"attention.kind=latent"}), nullptr, {}, {}}), QStringList());
        QCOMPARE(wallBrackets({runOf({"attention.kind=multi_query"}), nullptr, {}, {{"sort", "entropy"}}}), QStringList());
    }

    void aHeadNamesThoseItSharesWith()
    {
        const auto sentence
            = [](const std::vector<std::string>& choices) { return sharingSentence(sharingOf(runOf(choices)), 2); };
        QCOMPARE(sentence({}), QString());
        QCOMPARE(sentence({"attention.kind=grouped_query", "sizes.kv_heads=2"}),
            QString("Its keys and values are those of key–value head 1, shared with H3."));
        QCOMPARE(sentence({"attention.kind=multi_query"}), QString("Its keys and values are those of all 4 heads."));
        QVERIFY(sentence({"attention.kind=latent"}).startsWith("Latent attention"));
        const FigureData head{runOf({"attention.kind=multi_query"}), nullptr, {.layer = 1, .head = 2}, {}};
        QVERIFY(attentionFigure.caption(support::fulfilled(attentionFigure, head)).contains("of all 4 heads"));
    }

    void withoutRecordedKeysTheModelSaysIt()
    {
        const RunPtr run = support::copyOf(runOf({"attention.kind=grouped_query", "sizes.kv_heads=2"}), {"attn.k"});
        QCOMPARE(sharingOf(run).keyHeads, 2);
    }
};

QUIET_TEST_MAIN(TestKeySharing)
#include "tst_key_sharing.moc"
