#include "core/base/error.h"
#include "core/text/word_piece_model.h"

#include <QTest>

using namespace core;

namespace {

/// Words of at most five characters; `more` tokens behind "##": 7.
WordPieceModel makeModel(const std::string& more = {})
{
    const std::string file = "f";
    const Json json = parseJson(R"({"unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 5,
        "vocab": {"un": 0, "##aff": 1, "##able": 2, "##a": 3, "u": 4, "é": 5, "##é": 6, "##": 7)"
            + more + "}}",
        file);
    return WordPieceModel::fromJson(JsonValue(json, file));
}

std::vector<TokenId> idsOf(const WordPieceModel& model, std::string_view word)
{
    std::vector<TokenId> ids{-1};
    model.tokenize(word, ids);
    return ids;
}

using Ids = std::vector<TokenId>;

} // namespace

class TestWordPieceModel : public QObject
{
    Q_OBJECT

private slots:
    void longestBeginningIsTaken();
    void aWordWithAnUnknownPartIsOneUnknownToken();
    void tooManyCharactersAreUnknown();
    void thePrefixAloneContinuesNothing();
    void aMissingUnknownTokenIsRefused();
    void savedModelIsTheSame();
};

void TestWordPieceModel::longestBeginningIsTaken()
{
    const WordPieceModel model = makeModel(R"(, "[UNK]": 8)");
    QCOMPARE(idsOf(model, "unaff"), (Ids{-1, 0, 1}));
    QCOMPARE(idsOf(model, "una"), (Ids{-1, 0, 3}));
    QCOMPARE(idsOf(model, "u"), (Ids{-1, 4}));
    QCOMPARE(idsOf(model, ""), (Ids{-1}));
}

void TestWordPieceModel::aWordWithAnUnknownPartIsOneUnknownToken()
{
    const WordPieceModel model = makeModel(R"(, "[UNK]": 8)");
    QCOMPARE(idsOf(model, "unaq"), (Ids{-1, 8}));
    QCOMPARE(idsOf(model, "aff"), (Ids{-1, 8})); // only as a continuation
    QCOMPARE(idsOf(model, "ué\u0301"), (Ids{-1, 8}));
}

void TestWordPieceModel::tooManyCharactersAreUnknown()
{
    const WordPieceModel model = makeModel(R"(, "[UNK]": 8)");
    QCOMPARE(idsOf(model, "ééééé"), (Ids{-1, 5, 6, 6, 6, 6})); // ten bytes
    QCOMPARE(idsOf(model, "éééééé"), (Ids{-1, 8}));
}

void TestWordPieceModel::thePrefixAloneContinuesNothing()
{
    const WordPieceModel model = makeModel(R"(, "[UNK]": 8)");
    QCOMPARE(idsOf(model, "##"), (Ids{-1, 7}));
    QCOMPARE(idsOf(model, "un##"), (Ids{-1, 8}));
    QCOMPARE(idsOf(model, "##a"), (Ids{-1, 3})); // a text that looks like a token is that token
}

void TestWordPieceModel::aMissingUnknownTokenIsRefused() { QVERIFY_EXCEPTION_THROWN(makeModel(), Error); }

void TestWordPieceModel::savedModelIsTheSame()
{
    const std::string file = "g";
    const Json json = makeModel(R"(, "[UNK]": 8)").toJson();
    const WordPieceModel model = WordPieceModel::fromJson(JsonValue(json, file));
    QVERIFY(model.toJson() == json);
    QCOMPARE(idsOf(model, "unaffa"), (Ids{-1, 8}));
    QCOMPARE(idsOf(model, "unaq"), (Ids{-1, 8}));
}

QTEST_GUILESS_MAIN(TestWordPieceModel)
#include "tst_word_piece_model.moc"
