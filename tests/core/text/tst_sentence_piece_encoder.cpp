// The rules of the SentencePiece library one by one, on models of a few pieces; the ids of whole folders are in
// tests/core/files/tokenizers/tst_tokenizer_folder.cpp. The expected pieces are those of version 0.2.3 of the library.

#include "core/text/sentence_piece_encoder.h"

#include "core/base/error.h"

#include <QTest>

using namespace core;

namespace {

using Pieces = std::vector<std::string>;
using Model = SentencePieceModel;

/// Spaces stay as they are typed, nothing is added.
Model plain(Model::Kind kind, std::vector<Model::Piece> pieces)
{
    Model model;
    model.kind = kind;
    model.addsPrefix = model.removesSpaces = false;
    model.pieces = std::move(pieces);
    model.pieces.insert(model.pieces.begin(), {"<unk>", 0.0f, Model::Unknown});
    return model;
}

Pieces cut(const Model& model, const char* text) { return SentencePieceEncoder(model).encode(text); }

std::string problem(const Model& model)
{
    try {
        const SentencePieceEncoder encoder(model);
    } catch (const Error& error) {
        return error.parts().problem;
    }
    return {};
}

} // namespace

class TestSentencePieceEncoder : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreOfSinglePrecision();
    void aPieceOfTheUserIsWorthATenthAByte();
    void unknownCharactersAreOnePieceOrBytes();
    void mergesGoByTheScoreOfTheirResult();
    void unusedPiecesFallApart();
    void spacesFollowTheFile_data();
    void spacesFollowTheFile();
    void decodingTakesTheAddedSpaceAway();
    void modelsThatCannotBeAreRefused();
};

void TestSentencePieceEncoder::sumsAreOfSinglePrecision()
{
    // 0.1 + 0.1 + 0.1 is more than 0.3 in single precision and less in double precision.
    const Model model = plain(Model::Kind::Unigram,
        {{"a", -0.1f, Model::Normal}, {"b", -0.1f, Model::Normal}, {"c", -0.1f, Model::Normal}, {"bc", -0.2f, Model::Normal},
            {"x", -1e8f, Model::Normal}, {"y", -1.0f, Model::Normal}, {"xy", -1.00000008e8f, Model::Normal}});
    QCOMPARE(cut(model, "bc"), (Pieces{"bc"})); // the first of equals
    QCOMPARE(cut(model, "xy"), (Pieces{"x", "y"})); // -100000001 is rounded to -100000000
}

void TestSentencePieceEncoder::aPieceOfTheUserIsWorthATenthAByte()
{
    const auto model = [](float score) {
        return plain(Model::Kind::Unigram,
            {{"a", -1.0f, Model::Normal}, {"b", -1.0f, Model::Normal}, {"c", -1.0f, Model::Normal}, {"abc", score, Model::Normal},
                {"ab", -7.0f, Model::UserDefined}});
    };
    QCOMPARE(cut(model(-0.91f), "abc"), (Pieces{"ab", "c"}));
    QCOMPARE(cut(model(-0.89f), "abc"), (Pieces{"abc"}));
}

void TestSentencePieceEncoder::unknownCharactersAreOnePieceOrBytes()
{
    Model model = plain(Model::Kind::Unigram, {{"a", -1.0f, Model::Normal}, {"<ctl>", 0.0f, Model::Control}});
    QCOMPARE(cut(model, "\u732B\u72D7a?"), (Pieces{"\u732B\u72D7", "a", "?"}));
    QCOMPARE(cut(model, "<ctl>a<unk>"), (Pieces{"<ctl>", "a", "<unk>"})); // neither is found: unknown characters
    model.hasByteFallback = true;
    for (int byte = 0; byte < 256; ++byte)
        model.pieces.push_back({"<0x" + QString::asprintf("%02X", byte).toStdString() + ">", 0.0f, Model::Byte});
    QCOMPARE(cut(model, "\u00E9a"), (Pieces{"<0xC3>", "<0xA9>", "a"}));
    const SentencePieceEncoder encoder(model);
    QCOMPARE(encoder.decode(Pieces{"<0xC3>", "<0xA9>", "a", "<0xC3>", "b"}), std::string("\u00E9a\uFFFDb"));
}

void TestSentencePieceEncoder::mergesGoByTheScoreOfTheirResult()
{
    const Model model = plain(Model::Kind::Bpe,
        {{"ab", -2.0f, Model::Normal}, {"bc", -1.0f, Model::Normal}, {"abc", -3.0f, Model::Normal}, {"cd", -1.0f, Model::Normal},
            {"dd", 0.0f, Model::UserDefined}});
    QCOMPARE(cut(model, "abc"), (Pieces{"abc"})); // though single letters are no pieces
    QCOMPARE(cut(model, "bcd"), (Pieces{"bc", "d"})); // of equal scores the left one
    QCOMPARE(cut(model, "cdd"), (Pieces{"c", "dd"})); // a piece of the user takes no part
}

void TestSentencePieceEncoder::unusedPiecesFallApart()
{
    const auto pieces = [](int type) {
        return std::vector<Model::Piece>{
            {"a", -1.0f, Model::Normal}, {"b", -1.0f, Model::Normal}, {"ab", -0.5f, type}, {"aba", -0.1f, Model::Normal}};
    };
    QCOMPARE(cut(plain(Model::Kind::Bpe, pieces(Model::Unused)), "ab"), (Pieces{"a", "b"}));
    QCOMPARE(cut(plain(Model::Kind::Bpe, pieces(Model::Unused)), "aba"), (Pieces{"aba"}));
    QCOMPARE(cut(plain(Model::Kind::Unigram, pieces(Model::Unused)), "ab"), (Pieces{"a", "b"}));
    QCOMPARE(cut(plain(Model::Kind::Unigram, pieces(Model::Normal)), "ab"), (Pieces{"ab"}));
}

void TestSentencePieceEncoder::spacesFollowTheFile_data()
{
    QTest::addColumn<int>("switches"); // 1: one is added, 2: extra ones go, 4: it is behind
    QTest::addColumn<std::string>("expected");
    QTest::newRow("as typed") << 0 << std::string("\u2581\u2581a\u2581\u2581b\u2581");
    QTest::newRow("one more") << 1 << std::string("\u2581\u2581\u2581a\u2581\u2581b\u2581");
    QTest::newRow("fewer") << 2 << std::string("a\u2581b");
    QTest::newRow("one before") << 3 << std::string("\u2581a\u2581b");
    QTest::newRow("one behind") << 7 << std::string("a\u2581b\u2581");
}

void TestSentencePieceEncoder::spacesFollowTheFile()
{
    QFETCH(int, switches);
    QFETCH(std::string, expected);
    Model model = plain(Model::Kind::Unigram, {{"a", -1.0f, Model::Normal}});
    model.addsPrefix = switches & 1;
    model.removesSpaces = switches & 2;
    model.putsSpaceLast = switches & 4;
    const SentencePieceNormalizer normalizer(model);
    QCOMPARE(normalizer.apply("  a  b "), expected);
    QCOMPARE(normalizer.apply(""), std::string());
    if (model.removesSpaces)
        QCOMPARE(normalizer.apply("   "), std::string());
}

void TestSentencePieceEncoder::decodingTakesTheAddedSpaceAway()
{
    Model model = plain(Model::Kind::Unigram,
        {{"\u2581", -1.0f, Model::Normal}, {"\u2581a", -1.0f, Model::Normal}, {"</s>", 0.0f, Model::Control}});
    const Pieces pieces{"\u2581", "\u2581", "\u2581a", "</s>", "<unk>", "\u2581z"};
    const auto decoded = [&] { return SentencePieceEncoder(model).decode(pieces); };
    QCOMPARE(decoded(), std::string("   a \u2047 \u2581z")); // what is no piece stands for itself
    model.addsPrefix = true;
    QCOMPARE(decoded(), std::string("  a \u2047 \u2581z"));
    model.removesSpaces = true;
    QCOMPARE(decoded(), std::string("a \u2047 \u2581z"));
}

void TestSentencePieceEncoder::modelsThatCannotBeAreRefused()
{
    Model model = plain(Model::Kind::Unigram, {{"a", -1.0f, Model::Normal}});
    QVERIFY(problem(model).empty());
    model.hasByteFallback = true;
    QCOMPARE(problem(model), std::string("byte tokens are missing"));
    model.hasByteFallback = false;
    model.pieces.push_back({"?", 0.0f, Model::Unknown});
    QCOMPARE(problem(model), std::string("not one unknown piece"));
    model.pieces.back() = {"", 0.0f, Model::Normal};
    QCOMPARE(problem(model), std::string("empty token"));
    model.pieces.pop_back();
    model.charsmap = "x";
    QVERIFY(!problem(model).empty());
    model.charsmap.clear();
    model.kind = Model::Kind::Word;
    QVERIFY(!problem(model).empty());
}

QTEST_GUILESS_MAIN(TestSentencePieceEncoder)
#include "tst_sentence_piece_encoder.moc"
