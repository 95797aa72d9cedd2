#include "core/base/error.h"
#include "core/text/gguf_tokenizer.h"

#include <QTest>

using namespace core;

namespace {

/// Byte-level BPE over the letters of "low" and digits; "Ġ" is a space.
GgufTokenizerData byteLevel(const std::string& pre)
{
    GgufTokenizerData data;
    data.model = "gpt2";
    data.pre = pre;
    data.tokens = {"<|end|>", "l", "o", "w", "Ġ", "1", "2", "lo", "low", "Ġlow", "12", "<user>", "é", "Ã", "©", "Ã©"};
    data.types = {3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1};
    data.merges = {"l o", "lo w", "Ġ low", "1 2", "Ã ©"};
    data.bos = 0;
    data.eos = 0;
    return data;
}

/// SentencePiece: pieces with scores, byte tokens.
GgufTokenizerData sentencePiece()
{
    GgufTokenizerData data;
    data.model = "llama";
    data.tokens = {"<unk>", "<s>", "</s>"};
    data.types = {2, 3, 3};
    data.scores = {0, 0, 0};
    for (int byte = 0; byte < 256; ++byte) {
        const QString name = QString("<0x%1>").arg(byte, 2, 16, QLatin1Char('0'));
        data.tokens.push_back(("<0x" + name.mid(3, 2).toUpper() + ">").toStdString());
        data.types.push_back(6);
        data.scores.push_back(0);
    }
    // "abc" could become ab + c or a + bc: the better score of "bc" decides.
    const std::pair<const char*, float> pieces[]
        = {{"▁", -10}, {"a", -11}, {"b", -12}, {"c", -13}, {"bc", -1}, {"ab", -2}, {"▁a", -3}, {"▁abc", -20}};
    for (const auto& [piece, score] : pieces) {
        data.tokens.push_back(piece);
        data.types.push_back(1);
        data.scores.push_back(score);
    }
    data.unknown = 0;
    data.bos = 1;
    data.eos = 2;
    data.addBos = true;
    return data;
}

std::vector<std::string> shown(const Tokenizer& tokenizer, const std::string& text)
{
    std::vector<std::string> result;
    for (const TokenId id : tokenizer.encode(text))
        result.push_back(tokenizer.tokenText(id));
    return result;
}

using Texts = std::vector<std::string>;

Error::Parts refusal(const GgufTokenizerData& data)
{
    try {
        makeTokenizer(data, "model.gguf");
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestGgufTokenizer : public QObject
{
    Q_OBJECT

private slots:
    void namesOfPreTokenizersDiffer();
    void specialAndUserTokensAreFoundInText();
    void composedFormsOnlyWhereTheModelHasThem();
    void scoresDecideMerges();
    void sentencePieceRestoresSpacesAndBytes();
    void wordsOfBertBeginWithTheMark();
    void piecesOfT5HaveTheirMap();
    void savedOneIsTheSame_data();
    void savedOneIsTheSame();
    void faultsAreNamed();
};

void TestGgufTokenizer::namesOfPreTokenizersDiffer()
{
    const std::string text = "low low12";
    QVERIFY((shown(*makeTokenizer(byteLevel("gpt-2"), "f"), text) == Texts{"low", " low", "12"}));
    QVERIFY((shown(*makeTokenizer(byteLevel("llama-bpe"), "f"), text) == Texts{"low", " low", "12"}));
    QVERIFY((shown(*makeTokenizer(byteLevel("smollm"), "f"), text) == Texts{"low", " low", "1", "2"}));
    QVERIFY((shown(*makeTokenizer(byteLevel("qwen2"), "f"), text) == Texts{"low", " low", "1", "2"}));
    QVERIFY((shown(*makeTokenizer(byteLevel("default"), "f"), text) == Texts{"low", " low", "12"}));
}

void TestGgufTokenizer::specialAndUserTokensAreFoundInText()
{
    const auto tokenizer = makeTokenizer(byteLevel("gpt-2"), "f");
    QVERIFY((tokenizer->encode("low<|end|>low<user>") == std::vector<TokenId>{8, 0, 8, 11}));
    QVERIFY(tokenizer->isSpecial(0) && !tokenizer->isSpecial(11) && !tokenizer->isSpecial(8));
    QCOMPARE(tokenizer->endOfSequence(), std::optional<TokenId>(0));
}

void TestGgufTokenizer::composedFormsOnlyWhereTheModelHasThem()
{
    const std::string decomposed = "e\u0301";
    QVERIFY((makeTokenizer(byteLevel("qwen2"), "f")->encode(decomposed) == std::vector<TokenId>{15}));
    QVERIFY(makeTokenizer(byteLevel("gpt-2"), "f")->encode(decomposed).empty()); // no token for these bytes
}

void TestGgufTokenizer::scoresDecideMerges()
{
    const auto tokenizer = makeTokenizer(sentencePiece(), "f");
    QVERIFY((shown(*tokenizer, "abc") == Texts{"<s>", " abc"}));
    GgufTokenizerData data = sentencePiece();
    data.tokens.back() = "zz"; // no ▁abc: what was merged on the way remains
    QVERIFY((shown(*makeTokenizer(data, "f"), "abc") == Texts{"<s>", " a", "bc"}));
}

void TestGgufTokenizer::sentencePieceRestoresSpacesAndBytes()
{
    const auto tokenizer = makeTokenizer(sentencePiece(), "f");
    for (const std::string text : {"abc", " abc", "a  b", "猫 a", "\n", ""})
        QCOMPARE(tokenizer->decode(tokenizer->encode(text, /*special=*/false)), text);
    QVERIFY((shown(*tokenizer, "猫") == Texts{"<s>", " ", "<0xE7>", "<0x8C>", "<0xAB>"}));

    GgufTokenizerData data = sentencePiece();
    data.addSpacePrefix = false;
    QVERIFY((shown(*makeTokenizer(data, "f"), "abc") == Texts{"<s>", "a", "bc"}));
}

void TestGgufTokenizer::wordsOfBertBeginWithTheMark()
{
    GgufTokenizerData data;
    data.model = "bert";
    data.tokens = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "▁low", "er", "▁é", "▁,"};
    data.bos = 2;
    data.separator = 3;
    data.unknown = 1;
    const auto tokenizer = makeTokenizer(data, "f");
    QCOMPARE(tokenizer->encode("Lower, low x"), (std::vector<TokenId>{2, 4, 5, 7, 4, 1, 3}));
    QCOMPARE(tokenizer->decode(tokenizer->encode("Lower, low"), /*skipSpecial=*/true), std::string("lower, low"));
    data.tokens[6] = "▁L"; // a single capital letter: capitals count
    QCOMPARE(makeTokenizer(data, "f")->encode("Lower", false), (std::vector<TokenId>{1}));
    data.unknown.reset();
    QCOMPARE(refusal(data).where, std::string("tokenizer.ggml.unknown_token_id"));
}

void TestGgufTokenizer::piecesOfT5HaveTheirMap()
{
    GgufTokenizerData data;
    data.model = "t5";
    data.tokens = {"<pad>", "</s>", "<unk>", "▁", "▁a", "b"};
    data.scores = {0.0f, 0.0f, 0.0f, -3.0f, -1.0f, -2.0f};
    data.types = {3, 3, 2, 1, 1, 1};
    data.eos = 1;
    data.addEos = true;
    data.unknown = 2;
    QCOMPARE(makeTokenizer(data, "f")->encode("ab  b"), (std::vector<TokenId>{4, 5, 3, 5, 1}));
    data.charsmap = "abc";
    QVERIFY(!refusal(data).problem.empty());
}

void TestGgufTokenizer::savedOneIsTheSame_data()
{
    QTest::addColumn<QString>("pre");
    for (const char* name : {"gpt-2", "llama-bpe", "smollm", "qwen2", "default", ""})
        QTest::newRow(name) << QString(name);
}

void TestGgufTokenizer::savedOneIsTheSame()
{
    QFETCH(QString, pre);
    const auto tokenizer = makeTokenizer(pre.isEmpty() ? sentencePiece() : byteLevel(pre.toStdString()), "f");
    const auto saved = makeTokenizer(parseJson(tokenizer->toJson(), "saved"), "saved");
    QCOMPARE(saved->toJson(), tokenizer->toJson());
    QCOMPARE(saved->endOfSequence(), tokenizer->endOfSequence());
    QCOMPARE(saved->beginOfSequence(), tokenizer->beginOfSequence());
    for (const std::string text : {"low low12 <|end|> lo", "abc ab 猫", "e\u0301"}) {
        QVERIFY(saved->encode(text) == tokenizer->encode(text));
        QCOMPARE(saved->decode(saved->encode(text)), tokenizer->decode(tokenizer->encode(text)));
    }
}

void TestGgufTokenizer::faultsAreNamed()
{
    const auto changed = [](auto change) {
        GgufTokenizerData data = byteLevel("gpt-2");
        change(data);
        return refusal(data).where;
    };
    using Data = GgufTokenizerData;
    QCOMPARE(changed([](Data&) {}), std::string());
    QCOMPARE(changed([](Data& d) { d.pre = "other"; }), std::string("tokenizer.ggml.pre"));
    QCOMPARE(changed([](Data& d) { d.pre.clear(); }), std::string("tokenizer.ggml.pre"));
    QCOMPARE(changed([](Data& d) { d.model = "rwkv"; }), std::string("tokenizer.ggml.model"));
    QCOMPARE(changed([](Data& d) { d.types.pop_back(); }), std::string("tokenizer.ggml.token_type"));
    QCOMPARE(changed([](Data& d) { d.scores = {1.0f}; }), std::string("tokenizer.ggml.scores"));
    QCOMPARE(changed([](Data& d) { d.eos = 16; }), std::string("tokenizer.ggml.eos_token_id"));
    QCOMPARE(changed([](Data& d) { d.bos = -1; }), std::string("tokenizer.ggml.bos_token_id"));
    QCOMPARE(changed([](Data& d) {
        d.tokens.push_back(d.tokens[3]);
        d.types.push_back(1);
    }),
        std::string()); // twice is legal
    QCOMPARE(changed([](Data& d) { d.merges[1] = "low"; }), std::string("tokenizer.ggml.merges[1]"));
    QCOMPARE(changed([](Data& d) { d.merges[2] = "l x"; }), std::string("tokenizer.ggml.merges[2]"));
    QCOMPARE(changed([](Data& d) {
        d.tokens.clear();
        d.types.clear();
    }),
        std::string("tokenizer.ggml.tokens"));
    GgufTokenizerData data = sentencePiece();
    data.scores.clear();
    QCOMPARE(refusal(data).where, std::string("tokenizer.ggml.scores"));
    QCOMPARE(refusal(data).found, std::string("none"));
    QCOMPARE(refusal(data).file, std::string("model.gguf"));
}

QTEST_GUILESS_MAIN(TestGgufTokenizer)
#include "tst_gguf_tokenizer.moc"
