#include "core/base/error.h"
#include "core/text/tokenizer.h"

#include <QTest>

using namespace core;

namespace {

/// A small tokenizer that loads: a, b, ab and one special token.
Json good()
{
    return parseJson(R"({"version": "1.0",
        "added_tokens": [{"id": 3, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false,
                          "normalized": false, "special": true}],
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": "\\s+"}, "behavior": "Isolated", "invert": false},
            {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false}]},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "special_tokens": {"<s>": {"id": "<s>", "ids": [3], "tokens": ["<s>"]}}},
        "decoder": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}})",
        "good");
}

Error::Parts refusal(const Json& json)
{
    try {
        makeTokenizer(json, "tokenizer.json");
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestTokenizerErrors : public QObject
{
    Q_OBJECT

private slots:
    void theGoodOneLoads();
    void everyFaultIsNamedWithItsPlace_data();
    void everyFaultIsNamedWithItsPlace();
    void expensiveRegexIsAnErrorNotNoMatch();
    void replacementsCannotExplode();
    void emptyMatchesAdvance();
};

void TestTokenizerErrors::theGoodOneLoads()
{
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(good(), "good");
    QVERIFY((tokenizer->encode("abba") == std::vector<TokenId>{3, 2, 1, 0}));
    QCOMPARE(tokenizer->vocabularySize(), std::size_t(4));
}

void TestTokenizerErrors::everyFaultIsNamedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("at");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* at, const char* value, const char* where) {
        QTest::newRow(name) << QByteArray(at) << QByteArray(value) << QString(where);
    };
    row("version", "/version", R"("2.0")", "version");
    row("no model", "/model", "null", "model");
    row("model type", "/model/type", R"("Gpt")", "model.type");
    row("model without type", "/model", "{}", "model");
    row("vocabulary of wrong type", "/model/vocab", "[1]", "model.vocab");
    row("negative id", "/model/vocab/a", "-1", "model.vocab.a");
    row("fractional id", "/model/vocab/a", "1.5", "model.vocab.a");
    row("id as text", "/model/vocab/a", R"("0")", "model.vocab.a");
    row("huge id", "/model/vocab/a", "2000000000", "model.vocab.a");
    row("id beyond 64 bits", "/model/vocab/a", "18446744073709551615", "model.vocab.a");
    row("id used twice", "/model/vocab/b", "0", "model.vocab.b");
    row("merge of unknown token", "/model/merges/0", R"(["a", "x"])", "model.merges[0]");
    row("merge with unknown result", "/model/merges/0", R"(["b", "a"])", "model.merges[0]");
    row("merge of three", "/model/merges/0", R"("a b c")", "model.merges[0]");
    row("merge of one", "/model/merges/0", R"("ab")", "model.merges[0]");
    row("merge of wrong type", "/model/merges/0", "7", "model.merges[0]");
    row("merges of wrong type", "/model/merges", "{}", "model.merges");
    row("unknown token not there", "/model/unk_token", R"("?")", "model.unk_token");
    row("normalizer type", "/normalizer/type", R"("NFX")", "normalizer.type");
    row("normalizer without type", "/normalizer", "{}", "type");
    row("pre-tokenizer type", "/pre_tokenizer/pretokenizers/1/type", R"("Bytes")", "pre_tokenizer.pretokenizers[1].type");
    row("split behavior", "/pre_tokenizer/pretokenizers/0/behavior", R"("isolated2")", "pre_tokenizer.pretokenizers[0].behavior");
    row("pattern", "/pre_tokenizer/pretokenizers/0/pattern", R"({"Glob": "*"})", "pre_tokenizer.pretokenizers[0].pattern");
    row("broken regex", "/pre_tokenizer/pretokenizers/0/pattern/Regex", R"("(a")",
        "pre_tokenizer.pretokenizers[0].pattern.Regex");
    row("regex callout", "/pre_tokenizer/pretokenizers/0/pattern/Regex", R"("(?{x})a")",
        "pre_tokenizer.pretokenizers[0].pattern.Regex");
    row("template without text", "/post_processor/single/1", R"({"SpecialToken": {"id": "<s>", "type_id": 0}})",
        "post_processor.single");
    row("template with undefined token", "/post_processor/single/0/SpecialToken/id", R"("<x>")",
        "post_processor.single[0].SpecialToken.id");
    row("template id not in vocabulary", "/post_processor/special_tokens/<s>/ids/0", "99", "post_processor");
    row("template lengths differ", "/post_processor/special_tokens/<s>/ids", "[3, 3]", "post_processor.special_tokens.<s>");
    row("post-processor type", "/post_processor/type", R"("Bort")", "post_processor.type");
    row("decoder type", "/decoder/type", R"("Cipher")", "decoder.type");
    row("strip of zero letters", "/decoder", R"({"type": "Strip", "content": "", "start": 1, "stop": 0})", "decoder.content");
    row("strip of a billion", "/decoder", R"({"type": "Strip", "content": " ", "start": 1, "stop": 1000000000})", "decoder.stop");
    row("added token without flags", "/added_tokens/0", R"({"id": 3, "content": "x"})", "added_tokens[0].single_word");
    row("added token with negative id", "/added_tokens/0/id", "-3", "added_tokens[0].id");
    row("added tokens of wrong type", "/added_tokens", "{}", "added_tokens");
    row("BERT's normalizer without capitals", "/normalizer", R"({"type": "BertNormalizer", "clean_text": true,
        "handle_chinese_chars": true})",
        "normalizer.lowercase");
    row("words without a prefix", "/model", R"({"type": "WordPiece", "vocab": {}, "unk_token": "u",
        "max_input_chars_per_word": 9})",
        "model.continuing_subword_prefix");
    row("words without a limit", "/model", R"({"type": "WordPiece", "vocab": {}, "unk_token": "u",
        "continuing_subword_prefix": ""})",
        "model.max_input_chars_per_word");
    row("word decoder", "/decoder", R"({"type": "WordPiece", "prefix": "##"})", "decoder.cleanup");
    row("random merges", "/model/dropout", "0.1", "model.dropout");
    row("prefix longer than a part", "/model/continuing_subword_prefix", R"("##")", "model.merges[0]");
    row("words without their unknown token", "/model", R"({"type": "WordPiece", "vocab": {"a": 0}, "unk_token": "u",
        "continuing_subword_prefix": "", "max_input_chars_per_word": 9})",
        "model.unk_token");
    row("word level without an unknown token", "/model", R"({"type": "WordLevel", "vocab": {"a": 0}})", "model.unk_token");
    row("pieces of no length", "/pre_tokenizer", R"({"type": "FixedLength", "length": 0})", "pre_tokenizer.length");
    row("no delimiter", "/pre_tokenizer", R"({"type": "CharDelimiterSplit", "delimiter": ""})", "pre_tokenizer.delimiter");
    row("two delimiters", "/pre_tokenizer", R"({"type": "CharDelimiterSplit", "delimiter": "ab"})", "pre_tokenizer.delimiter");
    row("replacement of two characters", "/pre_tokenizer", R"({"type": "Metaspace", "replacement": "__"})",
        "pre_tokenizer.replacement");
    row("character map that is no base64", "/normalizer", R"({"type": "Precompiled", "precompiled_charsmap": "?"})",
        "normalizer.precompiled_charsmap");
    row("character map without a trie", "/normalizer", R"({"type": "Precompiled", "precompiled_charsmap": "AAAAAA=="})",
        "normalizer.precompiled_charsmap");
    row("character map that is null", "/normalizer", R"({"type": "Precompiled", "precompiled_charsmap": null})",
        "normalizer.precompiled_charsmap");
    row("stripping without a side", "/normalizer", R"({"type": "Strip", "strip_left": true})", "normalizer.strip_right");
    row("decoder without a suffix", "/decoder", R"({"type": "BPEDecoder"})", "decoder.suffix");
    row("padding without a text", "/decoder", R"({"type": "CTC", "word_delimiter_token": "|", "cleanup": true})",
        "decoder.pad_token");
    row("second text in a template", "/post_processor/single/1", R"({"Sequence": {"id": "C", "type_id": 0}})",
        "post_processor.single[1].Sequence.id");
    row("regex that repeats too much", "/pre_tokenizer/pretokenizers/0/pattern/Regex", R"("a{1,1000000}")",
        "pre_tokenizer.pretokenizers[0].pattern.Regex");
    row("split without a side", "/pre_tokenizer/pretokenizers/0/invert", "null", "pre_tokenizer.pretokenizers[0].invert");
    row("empty unigram", "/model", R"({"type": "Unigram", "vocab": []})", "model.vocab");
    row("unigram score", "/model", R"({"type": "Unigram", "vocab": [["a", "x"]]})", "model.vocab[0][1]");
    row("unigram piece without a score", "/model", R"({"type": "Unigram", "vocab": [["a"]]})", "model.vocab[0]");
    row("unigram piece of wrong type", "/model", R"({"type": "Unigram", "vocab": [[1, 0.0]]})", "model.vocab[0][0]");
    row("unigram without a vocabulary", "/model", R"({"type": "Unigram"})", "model.vocab");
    row("unigram vocabulary by name", "/model", R"({"type": "Unigram", "vocab": {"a": 0.0}})", "model.vocab");
    row("unigram unknown id of wrong type", "/model", R"({"type": "Unigram", "unk_id": "a", "vocab": [["a", 0.0]]})",
        "model.unk_id");
    row("unigram negative unknown id", "/model", R"({"type": "Unigram", "unk_id": -1, "vocab": [["a", 0.0]]})", "model.unk_id");
    row("unigram byte fall-back", "/model", R"({"type": "Unigram", "byte_fallback": 1, "vocab": [["a", 0.0]]})",
        "model.byte_fallback");
    row("unigram unknown id", "/model", R"({"type": "Unigram", "unk_id": 1, "vocab": [["a", 0.0]]})", "model.unk_id");
}

void TestTokenizerErrors::everyFaultIsNamedWithItsPlace()
{
    QFETCH(QByteArray, at);
    QFETCH(QByteArray, value);
    QFETCH(QString, where);
    Json json = good();
    json[Json::json_pointer(at.toStdString())] = Json::parse(value.toStdString());
    const Error::Parts parts = refusal(json);
    QVERIFY(!parts.problem.empty());
    QCOMPARE(parts.file, std::string("tokenizer.json"));
    QVERIFY2(QString::fromStdString(parts.where).endsWith(where), parts.where.c_str());
}

void TestTokenizerErrors::expensiveRegexIsAnErrorNotNoMatch()
{
    Json json = good();
    json["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = "(a+)+$";
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(json, "f");
    QVERIFY_EXCEPTION_THROWN(tokenizer->encode(std::string(40, 'a') + "b"), Error);
}

void TestTokenizerErrors::replacementsCannotExplode()
{
    Json json = good();
    const Json grow = {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", std::string(1000, 'a')}};
    json["normalizer"] = {{"type", "Sequence"}, {"normalizers", {grow, grow, grow, grow, grow}}};
    const std::unique_ptr<Tokenizer> tokenizer = makeTokenizer(json, "f");
    QVERIFY_EXCEPTION_THROWN(tokenizer->encode("aaaa"), Error);
}

void TestTokenizerErrors::emptyMatchesAdvance()
{
    Json json = good();
    json["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = "x*";
    QVERIFY((makeTokenizer(json, "f")->encode("ab", /*special=*/false) == std::vector<TokenId>{0, 1}));
}

QTEST_GUILESS_MAIN(TestTokenizerErrors)
#include "tst_tokenizer_errors.moc"
