// tokenizer.model of SentencePiece in a folder, under the class that the first byte chooses, then a text through what it made.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/tokenizers/sentence_piece_folder.h"
#include "core/files/tokenizers/translation_folder.h"
#include "core/text/tokenizer.h"

#include <array>

namespace {

/// A class with a vocabulary beside the file; what it made must come back from its own tokenizer.json.
void readTranslation(std::string_view bytes, const std::string& type)
{
    fuzzFile("source.spm", bytes);
    fuzzFile("target.spm", bytes);
    fuzzFile("sentencepiece.bpe.model", bytes);
    const std::string path
        = fuzzFile("vocab.json", R"({"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"\u2581":4,"a":5,"\u2581The":6,"he":7,"<0xE7>":8})");
    std::vector<std::string> notes;
    core::FolderTokens tokens(fuzzFolder());
    const auto json = core::readTranslationFolder(fuzzFolder(), tokens, type, notes);
    const auto tokenizer = core::makeTokenizer(*json, path);
    constexpr std::string_view text = "The cat's 12 caf\xC3\xA9s \xE7\x8C\xAB\n <s>>>fr<< a\xE2\x96\x81!";
    const std::vector<core::TokenId> ids = tokenizer->encodeTarget(text);
    const auto again = core::makeTokenizer(core::parseJson(tokenizer->toJson(), path), path);
    if (again->decode(again->encode(text)) != tokenizer->decode(tokenizer->encode(text)) || again->encodeTarget(text) != ids)
        std::abort();
}

} // namespace

void fuzzTarget(std::string_view bytes)
{
    constexpr std::array types{"llama", "gemma", "t5", "xlm-roberta", "albert", "xlnet", "deberta-v2", "", "mbart", "pegasus",
        "xglm", "camembert", "marian", "m2m_100"};
    if (bytes.empty())
        return;
    const std::string type = types[static_cast<unsigned char>(bytes[0]) % types.size()];
    bytes.remove_prefix(1);
    if (type == "marian" || type == "m2m_100")
        return refusing([&] { readTranslation(bytes, type); });
    const std::string path = fuzzFile("tokenizer.model", bytes);
    refusing([&] {
        core::FolderTokens tokens(fuzzFolder());
        std::vector<std::string> notes;
        const core::Json json = core::readSentencePieceFolder(path, tokens, type, notes);
        const auto tokenizer = core::makeTokenizer(json, path);
        tokenizer->decode(tokenizer->encode("The cat's 12 caf\xC3\xA9s \xE7\x8C\xAB\n <s>!"));
    });
}
