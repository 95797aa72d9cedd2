// vocab.txt of a folder without tokenizer.json; what is behind the first zero byte is its tokenizer_config.json.

#include "tests/fuzz/fuzz_target.h"

#include "core/files/tokenizers/word_piece_folder.h"
#include "core/text/tokenizer.h"

void fuzzTarget(std::string_view bytes)
{
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    fuzzFile("vocab.txt", bytes.substr(0, end));
    fuzzFile("tokenizer_config.json", end < bytes.size() ? bytes.substr(end + 1) : "{}");
    refusing([&] {
        core::FolderTokens tokens(fuzzFolder());
        if (const std::optional<core::Json> json = core::readWordPieceFolder(fuzzFolder(), tokens, true))
            core::makeTokenizer(*json, "vocab.txt")->encode("The cat's caf\xC3\xA9");
    });
}
