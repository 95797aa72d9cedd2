// Folders without a tokenizer.json against what the reference makes of them: tests/data/tokenizer_folders, made by
// tools/fixtures/tokenizer_folders.py.

#include "core/base/error.h"
#include "core/files/tokenizers/byte_pair_folder.h"
#include "core/files/tokenizers/chat_template.h"
#include "core/files/tokenizers/tokenizer_folder.h"
#include "core/files/tokenizers/tokenizer_notes.h"
#include "tests/core/support/temporary_files.h"
#include "tests/test_data.h"

#include <QFile>
#include <QTest>

using namespace core;

namespace {

const QString data = TEST_DATA "/tokenizer_folders/";

const Json& rows()
{
    static const Json json = readJson((data + "cases.json").toStdString());
    return json;
}

std::string dataOf(const std::string& name)
{
    QFile file(data + QString::fromStdString(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::shared_ptr<const Tokenizer> open(const TemporaryFolder& folder, const std::string& modelType = {})
{
    std::vector<std::string> notes;
    return openTokenizerFolder(folder.path(), modelType, {}, notes);
}

Error::Parts refusal(const TemporaryFolder& folder)
{
    try {
        open(folder, "gpt2");
    } catch (const Error& error) {
        return error.parts();
    }
    return {};
}

} // namespace

class TestTokenizerFolder : public QObject
{
    Q_OBJECT

private slots:
    void idsAndTextsEqualTheReference_data();
    void idsAndTextsEqualTheReference();
    void linesOfMergesMayEndInTwoWays();
    void faultsAreNamedWithFileAndLine();
    void aFolderWithoutATokenizerSaysSo();
    void idsThatOnlyTokenizerJsonTellsAreNotGuessed();
    void settingsOfAClassThatCannotBeAreRefused();
    void filesOfATranslationAreChecked();
    void languagesThatAreAssumedAreNoted();
    void oddTokenizersAreNoted();
    void theChatTemplateIsFound();
    void theChatTemplateKnowsTheSpecialTokens();
};

void TestTokenizerFolder::idsAndTextsEqualTheReference_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows().size(); ++i)
        QTest::newRow(rows()[i]["name"].get<std::string>().c_str()) << int(i);
}

void TestTokenizerFolder::idsAndTextsEqualTheReference()
{
    QFETCH(int, index);
    const Json& row = rows()[std::size_t(index)];
    const TemporaryFolder folder;
    for (const auto& [name, content] : row["files"].items())
        folder.write(name, content.is_string() ? content.get<std::string>() : dataOf(content["copy"].get<std::string>()));
    const Json config = parseJson(row["files"]["config.json"].get<std::string>(), "config.json");
    const std::shared_ptr<const Tokenizer> tokenizer = open(folder, config["model_type"]);
    QVERIFY(tokenizer);
    QVERIFY(row["cases"].size() > 50);
    for (const Json& each : row["cases"]) {
        const std::string text = each[0];
        const auto ids = each[1].get<std::vector<TokenId>>();
        QVERIFY2(tokenizer->encode(text) == ids, text.c_str());
        QVERIFY2(tokenizer->encode(text, /*special=*/false) == each[2].get<std::vector<TokenId>>(), text.c_str());
        QCOMPARE(tokenizer->decode(ids), each[3].get<std::string>());
        QCOMPARE(tokenizer->decode(ids, /*skipSpecial=*/true), each[4].get<std::string>());
        const bool hasTarget = each.size() > 5;
        QCOMPARE(tokenizer->encodeTarget(text), hasTarget ? each[5].get<std::vector<TokenId>>() : ids);
    }
    if (!row["files"].contains("vocab.json") || row["files"].contains("merges.txt"))
        return;
    // What Cutaway saves of the tokenizers that no tokenizer.json can describe comes back the same.
    const std::string saved = tokenizer->toJson();
    const std::unique_ptr<Tokenizer> again = makeTokenizer(parseJson(saved, "t", {.bytes = saved.size()}), "t");
    for (const Json& each : row["cases"]) {
        QCOMPARE(again->encode(each[0].get<std::string>()), each[1].get<std::vector<TokenId>>());
        QCOMPARE(again->encodeTarget(each[0].get<std::string>()), each[5].get<std::vector<TokenId>>());
        QCOMPARE(again->decode(each[1].get<std::vector<TokenId>>()), each[3].get<std::string>());
    }
}

void TestTokenizerFolder::linesOfMergesMayEndInTwoWays()
{
    const TemporaryFolder folder;
    folder.write("vocab.json", R"({"a": 0, "b": 1, "ab": 2, "<|endoftext|>": 3})");
    folder.write("merges.txt", "#version: 0.2\r\na b\r\n\r\n");
    QCOMPARE(open(folder, "gpt2")->encode("ab<|endoftext|>a"), (std::vector<TokenId>{2, 3, 0}));
    folder.write("merges.txt", "a b");
    QCOMPARE(open(folder, "gpt2")->encode("ab"), (std::vector<TokenId>{2}));
    FolderTokens tokens(folder.path());
    QVERIFY(!readBytePairFolder(folder.path(), tokens, "llama"));
}

void TestTokenizerFolder::faultsAreNamedWithFileAndLine()
{
    const TemporaryFolder folder;
    folder.write("vocab.json", R"({"a": 0, "b": 1, "ab": 2})");
    const auto where = [&](const std::string& merges) {
        folder.write("merges.txt", merges);
        return refusal(folder).where;
    };
    QCOMPARE(where("a b\nab\n"), std::string("line 2"));
    QCOMPARE(where("a b c\n"), std::string("line 1"));
    QCOMPARE(where(" b\n"), std::string("line 1"));
    QCOMPARE(where("a \xFF\n"), std::string("byte 2"));
    QVERIFY(!where(std::string(10'000'000, 'a')).empty());
    folder.write("merges.txt", "");
    folder.write("vocab.json", "[]");
    QVERIFY(refusal(folder).file.ends_with("vocab.json"));
    folder.write("vocab.json", R"({"a": 0})");
    folder.write("tokenizer_config.json", R"({"bos_token": ["a"], "model_max_length": 1e30})");
    QCOMPARE(refusal(folder).where, std::string("bos_token"));
    folder.write("tokenizer_config.json", R"({"bos_token": null, "model_max_length": 1e30})");
    QVERIFY(refusal(folder).problem.empty());
}

void TestTokenizerFolder::aFolderWithoutATokenizerSaysSo()
{
    const TemporaryFolder folder;
    std::vector<std::string> notes;
    QVERIFY(!openTokenizerFolder(folder.path(), "gpt2", {}, notes));
    QCOMPARE(notes.size(), std::size_t(1));
}

void TestTokenizerFolder::idsThatOnlyTokenizerJsonTellsAreNotGuessed()
{
    const TemporaryFolder folder;
    folder.write("spiece.model", dataOf("unigram.model"));
    const auto notesOf = [&](const char* modelType) {
        std::vector<std::string> notes;
        const bool isThere = openTokenizerFolder(folder.path(), modelType, {}, notes) != nullptr;
        return std::pair(isThere, notes.size());
    };
    for (const char* type : {"m2m_100", "marian"})
        QCOMPARE(notesOf(type), std::pair(false, std::size_t(1)));
    QCOMPARE(notesOf("t5"), std::pair(true, std::size_t(0)));
    QCOMPARE(notesOf("mbart"), std::pair(true, std::size_t(1))); // the language that it assumes
    for (const char* name : {"BarthezTokenizer", "NllbTokenizer", "NllbTokenizerFast"}) {
        folder.write("tokenizer_config.json", R"({"tokenizer_class":")" + std::string(name) + R"("})");
        QCOMPARE(notesOf("t5"), std::pair(false, std::size_t(1)));
    }
    folder.write("tokenizer_config.json", R"({"tokenizer_class":"MBart50Tokenizer", "src_lang": "fr_XX"})");
    QCOMPARE(notesOf("mbart"), std::pair(true, std::size_t(0)));
}

void TestTokenizerFolder::settingsOfAClassThatCannotBeAreRefused()
{
    const TemporaryFolder folder;
    folder.write("spiece.model", dataOf("unigram.model"));
    const auto where = [&](const char* config) {
        folder.write("tokenizer_config.json", config);
        return refusal(folder).where;
    };
    QCOMPARE(where(R"({"tokenizer_class": "PegasusTokenizer"})"), std::string("pieces")); // its unknown piece is the first
    QCOMPARE(where(R"({"tokenizer_class": "PegasusTokenizer", "offset": -1})"), std::string("offset"));
    QCOMPARE(where(R"({"tokenizer_class": "PegasusTokenizer", "offset": 1000000000})"), std::string("offset"));
    QCOMPARE(where(R"({"tokenizer_class": "PegasusTokenizer", "mask_token": [1]})"), std::string("mask_token"));
    QCOMPARE(where(R"({"tokenizer_class": "MBart50Tokenizer", "src_lang": "fr"})"), std::string("src_lang"));
    QCOMPARE(where(R"({"tokenizer_class": "MBartTokenizer", "src_lang": "sl_SI"})"), std::string("src_lang"));
    QCOMPARE(where(R"({"tokenizer_class": "XGLMTokenizer", "add_prefix_space": 1})"), std::string("add_prefix_space"));
}

void TestTokenizerFolder::filesOfATranslationAreChecked()
{
    const TemporaryFolder folder;
    folder.write("tokenizer_config.json", R"({"tokenizer_class": "MarianTokenizer"})");
    const auto notes = [&] {
        std::vector<std::string> said;
        return !openTokenizerFolder(folder.path(), "", {}, said) && said.size() == 1 ? said[0] : "";
    };
    for (const char* file : {"vocab.json", "source.spm", "target.spm"}) {
        QVERIFY2(QString::fromStdString(notes()).contains(file), file);
        folder.write(file, *file == 'v' ? R"({"</s>": 0, "<unk>": 1, "<pad>": 2})" : dataOf("unmasked.model"));
    }
    QVERIFY(open(folder));
    QCOMPARE(open(folder)->encode("hat"), (std::vector<TokenId>{1, 1, 0})); // no piece is in the vocabulary
    const auto refusalOf = [&](const char* file, const std::string& content) {
        folder.write(file, content);
        const Error::Parts parts = refusal(folder);
        folder.write(file, *file == 'v' ? R"({"</s>": 0, "<unk>": 1, "<pad>": 2})" : dataOf("unmasked.model"));
        return parts.file.substr(parts.file.rfind('/') + 1) + " " + parts.where;
    };
    QCOMPARE(refusalOf("vocab.json", "[1]"), std::string("vocab.json "));
    QCOMPARE(refusalOf("vocab.json", R"({"</s>": 0})"), std::string("vocab.json "));            // no unknown token
    QCOMPARE(refusalOf("vocab.json", R"({"</s>": 0, "<unk>": 7})"), std::string("vocab.json ")); // holes
    QCOMPARE(refusalOf("vocab.json", R"({"</s>": 0, "<unk>": 0})"), std::string("vocab.json <unk>"));
    QCOMPARE(refusalOf("vocab.json", R"({"</s>": 0, "<unk>": "1"})"), std::string("vocab.json <unk>"));
    QCOMPARE(refusalOf("vocab.json", R"({"</s>": 0, "<unk>": 99999999999})"), std::string("vocab.json <unk>"));
    QCOMPARE(refusalOf("vocab.json", "{"), std::string("vocab.json byte 1"));
    QCOMPARE(refusalOf("target.spm", "x"), std::string("target.spm byte 1"));
    QCOMPARE(refusalOf("source.spm", ""), std::string("source.spm "));
    const std::string noUnknown = "\x0a\x05\x0a\x03"
                                  "abc";
    QCOMPARE(refusalOf("target.spm", noUnknown), std::string("target.spm pieces"));
    folder.write("tokenizer_config.json", R"({"tokenizer_class": "MarianTokenizer", "separate_vocabs": true})");
    QVERIFY(notes().find("vocabularies of their own") != std::string::npos);
}

void TestTokenizerFolder::languagesThatAreAssumedAreNoted()
{
    const TemporaryFolder folder;
    folder.write("vocab.json", R"({"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3})");
    folder.write("sentencepiece.bpe.model", dataOf("unmasked.model"));
    const auto opened = [&](const char* config) {
        folder.write("tokenizer_config.json", config);
        std::vector<std::string> notes;
        const auto tokenizer = openTokenizerFolder(folder.path(), "m2m_100", {}, notes);
        return std::tuple(
            notes.size(), tokenizer->tokenText(tokenizer->encode("a")[0]), tokenizer->tokenText(tokenizer->encodeTarget("a")[0]));
    };
    QCOMPARE(opened("{}"), std::tuple(std::size_t(2), std::string("__en__"), std::string("__en__")));
    QCOMPARE(opened(R"({"src_lang": "fr"})"), std::tuple(std::size_t(1), std::string("__fr__"), std::string("__fr__")));
    QCOMPARE(opened(R"({"src_lang": "fr", "tgt_lang": "zu"})"),
        std::tuple(std::size_t(0), std::string("__fr__"), std::string("__zu__")));
    for (const char* config : {R"({"src_lang": "xx"})", R"({"tgt_lang": 1})", R"({"language_codes": "other"})"}) {
        folder.write("tokenizer_config.json", config);
        std::vector<std::string> notes;
        QVERIFY_EXCEPTION_THROWN(openTokenizerFolder(folder.path(), "m2m_100", {}, notes), Error);
    }
}

void TestTokenizerFolder::oddTokenizersAreNoted()
{
    const auto notesOf = [](const char* text) {
        std::vector<std::string> notes;
        addTokenizerNotes(parseJson(text, "t"), notes);
        return notes.size();
    };
    QCOMPARE(notesOf(R"({"version": "1.0", "model": {"vocab": {"a": 0, "b": 1}, "merges": ["a b"]}})"), std::size_t(0));
    QCOMPARE(notesOf(R"({"model": {"vocab": {"a": 0}}})"), std::size_t(1));
    QCOMPARE(notesOf(R"({"version": "1.0", "padding": {}, "model": {}})"), std::size_t(1));
    QCOMPARE(notesOf(R"({"version": "1.0", "model": {"vocab": {"a": 0, "b": 7}}})"), std::size_t(1));
    QCOMPARE(notesOf(R"({"version": "1.0", "model": {"vocab": {"a": 0}, "merges": ["a b", "b a", "a b"]}})"), std::size_t(1));
    QCOMPARE(notesOf(R"({"version": "1.0", "added_tokens": [{"id": 9, "content": "x"}], "model": {"vocab": {"a": 0}}})"),
        std::size_t(1));
    QCOMPARE(notesOf(R"({"version": "1.0", "added_tokens": [{"id": 1, "content": "x"}], "model": {"vocab": {"a": 0}}})"),
        std::size_t(0));
    QCOMPARE(notesOf("[]"), std::size_t(1));
}

void TestTokenizerFolder::theChatTemplateIsFound()
{
    const TemporaryFolder folder;
    QVERIFY(!readChatTemplate(folder.path()));
    QVERIFY(!readChatTemplate(""));
    folder.write("tokenizer_config.json", R"({"chat_template": "{{ messages }}"})");
    QCOMPARE(readChatTemplate(folder.path()).value().source, std::string("{{ messages }}"));
    folder.write("tokenizer_config.json",
        R"({"chat_template": [{"name": "tools", "template": "t"}, {"name": "default", "template": "d"}]})");
    QCOMPARE(readChatTemplate(folder.path()).value().source, std::string("d"));
    folder.write("chat_template.jinja", "{% for m in messages %}\xFF");
    QCOMPARE(readChatTemplate(folder.path()).value().source, std::string("{% for m in messages %}\uFFFD"));
    folder.write("chat_template.jinja", std::string((1 << 20) + 1, 'x'));
    QVERIFY_EXCEPTION_THROWN(readChatTemplate(folder.path()), Error);
    QVERIFY(!hasChatTemplate(folder.path()));
    folder.write("chat_template.jinja", "");
}

void TestTokenizerFolder::theChatTemplateKnowsTheSpecialTokens()
{
    const TemporaryFolder folder;
    folder.write("tokenizer_config.json",
        R"({"bos_token": "<s>", "eos_token": {"content": "</s>"}, "pad_token": null, "chat_template": [
            {"name": "default", "template": "{{ bos_token }}{{ messages[0].content }}{{ eos_token }}{{ pad_token is defined }}"}]})");
    QVERIFY(hasChatTemplate(folder.path()));
    QCOMPARE(inChatOf(folder.path(), "Who?"), std::string("<s>Who?</s>False"));
    const TemporaryFolder none;
    QVERIFY(!hasChatTemplate(none.path()));
    QVERIFY(!hasChatTemplate(""));
    QVERIFY_EXCEPTION_THROWN(inChatOf(none.path(), "Who?"), Error);
}

QTEST_GUILESS_MAIN(TestTokenizerFolder)
#include "tst_tokenizer_folder.moc"
