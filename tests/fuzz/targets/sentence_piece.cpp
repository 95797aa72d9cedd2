// tokenizer.model of SentencePiece in a folder, under the class that the first byte chooses, then a text through what it made.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/sentence_piece_folder.h"
#include "core/text/tokenizer.h"

#include <array>

void fuzzTarget(std::string_view bytes)
{
    constexpr std::array types{
        "llama", "gemma", "t5", "xlm-roberta", "albert", "xlnet", "deberta-v2", "", "mbart", "pegasus", "xglm", "camembert"};
    if (bytes.empty())
        return;
    const std::string path = fuzzFile("tokenizer.model", bytes.substr(1));
    refusing([&] {
        const core::Json json = core::readSentencePieceFolder(path, types[static_cast<unsigned char>(bytes[0]) % types.size()]);
        const auto tokenizer = core::makeTokenizer(json, path);
        tokenizer->decode(tokenizer->encode("The cat's 12 caf\xC3\xA9s \xE7\x8C\xAB\n <s>!"));
    });
}
