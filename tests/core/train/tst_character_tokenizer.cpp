// A tokenizer whose tokens are the characters of a file: which, in what order, and that it opens again as it is.

#include "core/train/character_tokenizer.h"

#include "core/io/utf8.h"
#include "core/train/training.h"
#include "tests/core/train/small_trainings.h"

#include <QTest>

#include <algorithm>

using namespace core;
using namespace support;

namespace {

using Ids = std::vector<TokenId>;
constexpr std::size_t specials = 4;

} // namespace

class TestCharacterTokenizer : public QObject
{
    Q_OBJECT
private slots:
    void theCharactersOfAFileAreItsTokens()
    {
        const TemporaryFolder folder;
        const auto tokenizer = makeCharacterTokenizer(folder.write("a.txt", "cab b\xC3\xBC\n\xE7\x8C\xAB" "a"));
        QCOMPARE(tokenizer->vocabularySize(), specials + 7); // \n, space, a, b, c, ü, 猫
        QCOMPARE(tokenizer->encode("a b\n\xE7\x8C\xAB\xC3\xBC"), (Ids{6, 5, 7, 4, 10, 9}));
        QCOMPARE(tokenizer->encode("axb"), (Ids{6, 0, 7}));
        QVERIFY(tokenizer->isSpecial(0));
        const std::string text = "abc\n\xC3\xBC c";
        QCOMPARE(tokenizer->decode(tokenizer->encode(text)), text);
        QCOMPARE(tokenizer->endOfSequence(), std::optional<TokenId>(2));
        QCOMPARE(tokenizer->tokenText(3), std::string("<mask>"));
    }

    void aCharacterMayBeCutByABlock()
    {
        const TemporaryFolder folder;
        for (const std::size_t before : {1, 2}) { // of its three bytes
            const std::string text = std::string((1u << 20) - before, 'x') + "\xE7\x8C\xAB";
            const auto tokenizer = makeCharacterTokenizer(folder.write("a.txt", text));
            QCOMPARE(tokenizer->vocabularySize(), specials + 2);
        }
    }

    void ofLinesOnlyTheTextsCount()
    {
        const TemporaryFolder folder;
        const auto tokenizer = makeCharacterTokenizer(folder.write("a.jsonl", "{\"text\": \"ab\", \"answer\": \"\\u00fc\"}\n\"c\"\n"));
        QCOMPARE(tokenizer->vocabularySize(), specials + 4);
        QCOMPARE(tokenizer->encode("{ab\xC3\xBC" "c"), (Ids{0, 4, 5, 7, 6}));
    }

    void ofTooManyTheMostFrequentAreTokens()
    {
        const TemporaryFolder folder;
        std::string text, rare;
        appendUtf8(rare, 0x4E00);
        for (char32_t code = 0x4E01; code <= 0x4E01 + 16'383; ++code)
            for (int time = 0; time < 2; ++time)
                appendUtf8(text, code);
        const auto tokenizer = makeCharacterTokenizer(folder.write("a.txt", rare + text));
        QCOMPARE(tokenizer->vocabularySize(), specials + 16'384);
        QCOMPARE(tokenizer->encode(rare), Ids{0});
        QCOMPARE(tokenizer->encode(text.substr(0, 3)), Ids{4});
    }

    void aModelTrainedWithItOpensWithIt()
    {
        const TemporaryFolder folder;
        const std::string text = folder.write("cats.txt", tinyText()), to = folder.path("made");
        const auto tokenizer = makeCharacterTokenizer(text);
        const ModelPtr model = untrained(*openModel("untrained"), tokenizer);
        const SetupPtr setup = configure(model, assigned("sizes.layers=1 sizes.d_model=16 sizes.heads=2 sizes.d_ff=32"));
        QCOMPARE(setup->config.vocabulary, Index(tokenizer->vocabularySize()));
        train({.setup = setup, .recipe = tinyRecipe(2), .text = text, .folder = to});
        const ModelPtr opened = openModel(to);
        QVERIFY(opened->tokenizer);
        QCOMPARE(opened->tokenizer->toJson(), tokenizer->toJson());
        QCOMPARE(opened->tokenizer->encode("The cat"), tokenizer->encode("The cat"));
        QCOMPARE(opened->tokenizer->endOfSequence(), tokenizer->endOfSequence());
        QCOMPARE(opened->decoderStart, TokenId(1));
    }

    void anEncoderAndTwoStacksLearnFromIt()
    {
        const TemporaryFolder folder;
        const std::string text = folder.write("cats.txt", tinyText());
        for (const char* topology : {"encoder", "encoder_decoder"}) {
            const ModelPtr model = untrained(*openModel("untrained"), makeCharacterTokenizer(text));
            const std::string choices = "sizes.layers=1 sizes.d_model=16 sizes.heads=2 sizes.d_ff=32 topology=";
            const SetupPtr setup = configure(model, assigned(choices + topology));
            QVERIFY(train({.setup = setup, .recipe = tinyRecipe(2), .text = text, .folder = folder.path(topology)}));
        }
    }
};

QTEST_GUILESS_MAIN(TestCharacterTokenizer)
#include "tst_character_tokenizer.moc"
