// Head alignment: counted by hand on weights of one's own; of the bundled translator some heads align, and they look at the word
// that is written, not at the one that is read.

#include "core/experiments/head_alignment.h"

#include "core/base/error.h"
#include "core/files/library/bundled_models.h"
#include "core/files/library/model_files.h"
#include "core/files/library/word_pairs.h"
#include "core/run/forward.h"
#include "tests/core/support/temporary_files.h"

#include <QTest>

#include <cmath>

using namespace core;

class TestHeadAlignment : public QObject
{
    Q_OBJECT

private slots:
    void aRowIsExpectedToLookAtTheWordOfTheNextToken()
    {
        const std::vector<std::string> source{"The", " cat", " sleeps", "."}, target{"<s>", "猫", "的", "睡觉"};
        const WordPairs pairs{{{"cat", "猫"}, {"睡觉", "sleeps"}}, {}};
        Matrix weights = Matrix::Zero(4, 4); // [target, source]
        weights(0, 1) = 1; // <s> writes 猫 and looks at cat
        weights(1, 1) = 1; // 的 has no word in the source
        weights(2, 3) = 1; // writes 睡觉, looks at the full stop
        const Aligned aligned = alignedIn(weights, target, source, pairs);
        QCOMPARE(aligned.tokens, Index(2));
        QCOMPARE(aligned.looked, Index(1));
        weights(2, 2) = 2;
        QCOMPARE(alignedIn(weights, target, source, pairs).looked, Index(2));
        QCOMPARE(alignedIn(Matrix::Zero(2, 2), target, source, pairs).tokens, Index(0)); // of another run
    }

    void someHeadOfTheTranslatorAligns()
    {
        const SetupPtr setup = configure(openModel("translator"), {});
        const auto pairs = wordPairs(setup->model->path);
        QVERIFY(pairs && pairs->sentences.size() >= 20);
        const std::vector<AlignedHead> heads = alignedHeads(*setup, *pairs, {});
        QCOMPARE(heads.size(), std::size_t(setup->config.layers() * setup->config.block(0).heads));
        const AlignedHead* const best = bestAligned(heads);
        QVERIFY2(best && best->share() > 0.6, qPrintable(QString::number(best->share())));
        for (const AlignedHead& head : heads)
            QVERIFY(head.tokens > 100 && head.looked <= head.tokens && head.share() <= best->share());
        // Every token but the articles has a word on the other side.
        for (const auto& [source, target] : pairs->sentences) {
            const auto words = setup->model->tokenizer->encode(target);
            std::size_t known = 0;
            for (const TokenId id : words)
                for (const TokenId other : setup->model->tokenizer->encode(source))
                    if (pairs->areOne(setup->model->tokenizer->tokenText(id), setup->model->tokenizer->tokenText(other))) {
                        ++known;
                        break;
                    }
            QVERIFY2(known + 2 >= words.size(), target.c_str());
        }
    }

    void aFolderWithoutPairsHasNone()
    {
        const TemporaryFolder folder;
        QVERIFY(!wordPairs(folder.path()));
        folder.write("alignments.json", "{\"format\":1,\"words\":[[\"a\"]],\"sentences\":[]}");
        QVERIFY_THROWS_EXCEPTION(Error, wordPairs(folder.path()));
    }
};

QTEST_GUILESS_MAIN(TestHeadAlignment)
#include "tst_head_alignment.moc"
